"""Transcripts: the data model, and every door through which a dialogue enters or leaves."""

from pipeline.transcripts.dialogue import (
    Dialogue,
    KeepSpan,
    Span,
    SpanType,
    SpeakerRole,
    Turn,
)
from pipeline.transcripts.reading import read_any, read_checked

__all__ = [
    "Dialogue",
    "KeepSpan",
    "Span",
    "SpanType",
    "SpeakerRole",
    "Turn",
    "read_any",
    "read_checked",
]
