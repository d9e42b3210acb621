"""What comes in: the good dialogues of a file; its bad records are counted and noted, not lost."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.redaction.sidecars import Append
from pipeline.redaction.summary import RunSummary
from pipeline.transcripts import Dialogue
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.reading import HARMLESS_WITHOUT_GOLD, read_any
from pipeline.transcripts.record import Record


def accepted(
    path: Path, form: str, options: ReadOptions, summary: RunSummary, quarantine: Append
) -> Iterator[Dialogue]:
    """The dialogues of good records; of a bad one, its line and the reasons go to `quarantine`.

    What stood in a bad record is not noted: this quarantine lies beside redacted files.
    """

    def set_aside(_: Path, record: Record) -> None:
        summary.read += 1
        summary.quarantined += 1
        quarantine(_noted(record))

    tolerant = replace(options, tolerate=options.tolerate | HARMLESS_WITHOUT_GOLD)
    for dialogue in read_any(path, form, tolerant, set_aside):
        summary.read += 1
        yield dialogue


def _noted(record: Record) -> dict[str, Any]:
    problems = [problem for problem in record.problems if problem.is_error]
    return {
        "line": record.line,
        "reasons": [{"reason": one.reason.value, "sentence": one.sentence} for one in problems],
    }
