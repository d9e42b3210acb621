"""A record as a reader hands it over: a dialogue, or what is wrong with it."""

from dataclasses import dataclass

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.problem import DamagedRecord, Problem


@dataclass(frozen=True, slots=True)
class Record:
    """`line` counts from 1; `raw` is what stood in the file, for the quarantine file alone."""

    line: int
    raw: str
    dialogue: Dialogue | None
    problems: tuple[Problem, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether there is a dialogue and nothing grave was found."""
        return self.dialogue is not None and not any(p.is_error for p in self.problems)


def damaged(error: DamagedRecord, line: int, raw: str) -> Record:
    """The record that `error` was raised for; the error's own line is the more exact one."""
    return Record(error.line or line, raw, None, error.problems)
