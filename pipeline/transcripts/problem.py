"""What can be wrong with a record: a reason code, a sentence without any text, how grave it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pydantic import ValidationError

from pipeline.errors import UserError

SHOWN_PROBLEMS = 10


class TranscriptError(UserError):
    """A transcript that cannot be read or written: says file, line and reason, never the text."""


class Reason(StrEnum):
    """Reason codes, as they stand in quarantine files and reports."""

    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    SCHEMA = "schema"
    MALFORMED = "malformed"
    UNKNOWN_ROLE = "unknown_role"
    UNKNOWN_TYPE = "unknown_type"
    NO_DIALOGUE_ID = "no_dialogue_id"
    DUPLICATE_DIALOGUE = "duplicate_dialogue"
    EMPTY_DIALOGUE = "empty_dialogue"
    DUPLICATE_TURN = "duplicate_turn"
    EMPTY_TURN = "empty_turn"
    LONG_TURN = "long_turn"
    CONTROL_CHARACTER = "control_character"
    LONE_SURROGATE = "lone_surrogate"
    REPLACEMENT_CHARACTER = "replacement_character"
    SPAN_WITHOUT_TURN = "span_without_turn"
    SPAN_OUT_OF_RANGE = "span_out_of_range"
    SPAN_TEXT_DIFFERS = "span_text_differs"
    SPAN_IS_BLANK = "span_is_blank"
    SPAN_HAS_BLANK_EDGE = "span_has_blank_edge"
    SPANS_OVERLAP = "spans_overlap"
    SPAN_ON_SPEAKER = "span_on_speaker"
    TOKENS_DIFFER = "tokens_differ"
    ANNOTATIONS_DIFFER = "annotations_differ"
    NOT_ANNOTATED = "not_annotated"


class Severity(StrEnum):
    """An error keeps the record out; a warning lets it in and is reported."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `sentence` names turn ids, offsets and fields only."""

    reason: Reason
    sentence: str
    severity: Severity = Severity.ERROR

    @property
    def is_error(self) -> bool:
        """Whether it keeps the record out."""
        return self.severity is Severity.ERROR


def warning(reason: Reason, sentence: str) -> Problem:
    """A finding that lets the record in."""
    return Problem(reason, sentence, Severity.WARNING)


class DamagedRecord(Exception):  # noqa: N818
    """Raised inside a reader where a record turns out bad; `line` where it is known better."""

    def __init__(self, reason: Reason, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.problems: tuple[Problem, ...] = (Problem(reason, sentence),)
        self.line = line


class DamagedFields(DamagedRecord):
    """A record whose fields the data model refuses."""

    def __init__(self, error: ValidationError) -> None:
        super().__init__(Reason.SCHEMA, "the fields are not those of a dialogue")
        self.problems = tuple(_from_pydantic(error))[:SHOWN_PROBLEMS]


def _from_pydantic(error: ValidationError) -> Iterable[Problem]:
    # The input of a failed field is transcript text: only its place and the rule may be told.
    for detail in error.errors(include_input=False, include_url=False, include_context=False):
        where = ".".join(str(part) for part in detail["loc"])
        yield Problem(_reason(detail["loc"], detail["type"]), f"{where}: {detail['msg']}")


def _reason(loc: tuple[int | str, ...], kind: str) -> Reason:
    field = loc[-1] if loc else ""
    if kind == "enum" and field == "speaker_role":
        return Reason.UNKNOWN_ROLE
    if kind == "enum" and field == "type":
        return Reason.UNKNOWN_TYPE
    in_span = bool(loc) and loc[0] in ("spans", "keep_spans")
    if in_span and kind in ("greater_than_equal", "value_error"):
        return Reason.SPAN_OUT_OF_RANGE
    return Reason.SCHEMA
