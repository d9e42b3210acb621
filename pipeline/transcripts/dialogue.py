"""The data model: a dialogue of turns, and spans in Unicode code points of one turn's text.

Text is kept as it landed, byte for byte; nothing here or deeper normalises it.
"""

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class SpeakerRole(StrEnum):
    """Who speaks, as far as the review needs to know."""

    STUDENT = "student"
    TUTOR = "tutor"
    OTHER = "other"


class SpanType(StrEnum):
    """The kinds of identifier; a closed vocabulary."""

    NAME = "NAME"
    SCHOOL = "SCHOOL"
    LOCATION = "LOCATION"
    ADDRESS = "ADDRESS"
    DATE = "DATE"
    AGE = "AGE"
    TUTOR_PROVIDER = "TUTOR_PROVIDER"
    EMAIL = "EMAIL"
    URL = "URL"
    IP_ADDRESS = "IP_ADDRESS"
    PHONE_NUMBER = "PHONE_NUMBER"
    IDENTIFYING_NUMBER = "IDENTIFYING_NUMBER"
    USERNAME = "USERNAME"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Turn(_Model):
    """One utterance.

    `speaker` is the label the transcript gave, if it had one: it can be a name, so it is
    treated as text. `extra` holds what a format needs to be written back (timings, row numbers).
    """

    turn_id: int
    speaker_role: SpeakerRole
    text: str
    speaker: str | None = None
    extra: dict[str, Any] = Field(default_factory=dict)


class _Located(_Model):
    turn_id: int
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]

    @model_validator(mode="after")
    def _is_not_empty(self) -> Self:
        if self.end <= self.start:
            raise ValueError(f"span end {self.end} is not after its start {self.start}")
        return self


class Span(_Located):
    """Gold PII: `[start, end)` in code points of one turn's text."""

    type: SpanType


class KeepSpan(_Located):
    """A curricular name that must stay; it measures over-redaction. `why` is free."""

    why: str = ""


class Dialogue(_Model):
    """One session. `spans` is None where nobody has annotated the dialogue."""

    dialogue_id: str
    platform: str = "unknown"
    source: str = ""
    licence: str = ""
    turns: tuple[Turn, ...]
    spans: tuple[Span, ...] | None = None
    keep_spans: tuple[KeepSpan, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict)

    def text_of(self, turn_id: int) -> str:
        """The text of a turn. KeyError when the dialogue has no such turn."""
        for turn in self.turns:
            if turn.turn_id == turn_id:
                return turn.text
        raise KeyError(turn_id)
