"""A candidate: a span that stage 1 proposes, with who proposed it and how sure they were."""

from dataclasses import dataclass

from pipeline.transcripts import SpanType


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """`[start, end)` in code points of turn `turn_id`; `score` in 0..1, 1 for a direct rule.

    `sources` are encoder names ("encoder:minilm-l6") and rule names ("rule:email").
    """

    turn_id: int
    start: int
    end: int
    type: SpanType
    score: float = 1.0
    sources: tuple[str, ...] = ()

    @property
    def is_direct(self) -> bool:
        """Whether a direct rule found it: then it is redacted without review."""
        return any(source.startswith("rule:") for source in self.sources)
