"""The forms transcripts come in: one module each, the same door to all."""

from pathlib import Path

from pipeline.transcripts.formats import (
    brat,
    conll,
    csv_turns,
    kaggle_pii,
    label_studio,
    native_jsonl,
    plain,
    webvtt,
)
from pipeline.transcripts.formats.form import Form, Layout
from pipeline.transcripts.formats.lines import read_head
from pipeline.transcripts.problem import TranscriptError

# In the order of asking: from the form with the surest sign to the one that claims most text.
FORMS: tuple[Form, ...] = (
    webvtt.FORM,
    kaggle_pii.FORM,
    label_studio.FORM,
    native_jsonl.FORM,
    brat.FORM,
    conll.FORM,
    csv_turns.FORM,
    plain.FORM,
)
NAMES = tuple(form.name for form in FORMS)

__all__ = ["FORMS", "NAMES", "Form", "Layout", "by_name", "detect"]


def by_name(name: str) -> Form:
    """The form of that name. TranscriptError when there is none."""
    for form in FORMS:
        if form.name == name:
            return form
    raise TranscriptError(f"there is no form {name}; the forms are {', '.join(sorted(NAMES))}")


def detect(path: Path, name: str | None = None) -> Form:
    """The form of a file by its content; `name` overrides. TranscriptError when unreadable."""
    head = read_head(path)
    if name is not None:
        return by_name(name)
    for form in FORMS:
        if form.sniff(head, path):
            return form
    raise TranscriptError(f"{path}: the form cannot be told from the content; name it (--format)")
