"""What stands in the place of an identifier: a label for each type, and which type outranks."""

from pipeline.transcripts import SpanType

# Structured identifiers have a form of their own, so where one ends is certain.
STRUCTURED = (
    SpanType.EMAIL,
    SpanType.URL,
    SpanType.IP_ADDRESS,
    SpanType.PHONE_NUMBER,
    SpanType.IDENTIFYING_NUMBER,
    SpanType.USERNAME,
)

# Highest first: decides between two types proposed for spans of the same length.
PRIORITY = (
    *STRUCTURED,
    SpanType.NAME,
    SpanType.ADDRESS,
    SpanType.SCHOOL,
    SpanType.TUTOR_PROVIDER,
    SpanType.LOCATION,
    SpanType.DATE,
    SpanType.AGE,
)

_RANK = {type_: rank for rank, type_ in enumerate(PRIORITY)}
LABELS = {type_: f"[{type_.value}]" for type_ in SpanType}


def label(type_: SpanType) -> str:
    """The placeholder of a type: `[NAME]`, `[SCHOOL]`, …"""
    return LABELS[type_]


def is_structured(type_: SpanType) -> bool:
    """Whether spans of this type have a form of their own (an address, a number, a handle)."""
    return type_ in STRUCTURED


def rank(type_: SpanType) -> int:
    """0 for the type that wins against every other."""
    return _RANK[type_]
