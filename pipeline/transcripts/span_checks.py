"""Checks on gold spans and keep spans against the turns they name."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from pipeline.transcripts.dialogue import Dialogue, KeepSpan, Span
from pipeline.transcripts.problem import Problem, Reason, warning

AnySpan = Span | KeepSpan


def span_problems(dialogue: Dialogue) -> Iterator[Problem]:
    """Spans of unknown turns, outside of their text, blank, or overlapping one another."""
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}
    located: tuple[AnySpan, ...] = (*(dialogue.spans or ()), *dialogue.keep_spans)
    for span in located:
        yield from _place_problems(span, texts)
    yield from _overlaps(dialogue.spans or ())


def describe(span: AnySpan) -> str:
    """A span by its place alone."""
    return f"span {span.start}-{span.end} of turn {span.turn_id}"


def _place_problems(span: AnySpan, texts: dict[int, str]) -> Iterator[Problem]:
    text = texts.get(span.turn_id)
    if text is None:
        yield Problem(Reason.SPAN_WITHOUT_TURN, f"{describe(span)}: the dialogue has no such turn")
    elif span.end > len(text):
        reach = f"the turn has {len(text)} code points"
        yield Problem(Reason.SPAN_OUT_OF_RANGE, f"{describe(span)}: {reach}")
    else:
        yield from _blank_problems(span, text[span.start : span.end])


def _blank_problems(span: AnySpan, covered: str) -> Iterator[Problem]:
    if not covered.strip():
        yield Problem(Reason.SPAN_IS_BLANK, f"{describe(span)} covers white space alone")
    elif covered != covered.strip():
        yield warning(
            Reason.SPAN_HAS_BLANK_EDGE,
            f"{describe(span)} begins or ends with white space, which was trimmed off",
        )


def _overlaps(spans: Iterable[Span]) -> Iterator[Problem]:
    ordered = sorted(spans, key=lambda span: (span.turn_id, span.start, span.end))
    for _, of_turn in groupby(ordered, key=lambda span: span.turn_id):
        furthest: Span | None = None
        for span in of_turn:
            if furthest is not None and span.start < furthest.end:
                yield Problem(
                    Reason.SPANS_OVERLAP, f"{describe(furthest)} overlaps {describe(span)}"
                )
            if furthest is None or span.end > furthest.end:
                furthest = span
