"""What a reviewer learns from: candidates labelled mechanically by overlap with gold."""

from collections.abc import Sequence

from pipeline.proposer.candidate import Candidate
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType

_RIDER = "\0candidate"


def overlaps(candidate: Candidate, span: Span | KeepSpan) -> bool:
    """Whether a candidate and a span share a character."""
    return (
        candidate.turn_id == span.turn_id
        and candidate.start < span.end
        and span.start < candidate.end
    )


def redact_labels(dialogue: Dialogue, candidates: Sequence[Candidate]) -> list[bool]:
    """True (REDACT) for a candidate that overlaps gold, False (KEEP) for the others."""
    by_turn: dict[int, list[Span]] = {}
    for span in dialogue.spans or ():
        by_turn.setdefault(span.turn_id, []).append(span)
    return [any(overlaps(c, span) for span in by_turn.get(c.turn_id, ())) for c in candidates]


def with_what_was_missed(dialogue: Dialogue, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates to review and, beside them, gold and curricular names that none touches.

    What one fold's encoders missed others may propose. And where a participant is renamed to a
    curricular name, the reviewer must see both, or it cannot learn to tell them apart.
    """
    taught = list(candidates)
    spans: list[Span | KeepSpan] = [*(dialogue.spans or ()), *dialogue.keep_spans]
    for span in spans:
        if not any(overlaps(candidate, span) for candidate in taught):
            kind = span.type if isinstance(span, Span) else SpanType.NAME
            taught.append(Candidate(span.turn_id, span.start, span.end, kind))
    return sorted(candidate for candidate in taught if not candidate.is_direct)


def carry(dialogue: Dialogue, candidates: Sequence[Candidate]) -> Dialogue:
    """The dialogue with its candidates along as keep spans, so that renaming moves them too."""
    riders = [KeepSpan(turn_id=c.turn_id, start=c.start, end=c.end, why=_RIDER) for c in candidates]
    return dialogue.model_copy(update={"keep_spans": (*dialogue.keep_spans, *riders)})


def unload(dialogue: Dialogue, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates where `carry`'s dialogue has them now."""
    riders = [span for span in dialogue.keep_spans if span.why == _RIDER]
    return [
        Candidate(r.turn_id, r.start, r.end, c.type, c.score, c.sources)
        for r, c in zip(riders, candidates, strict=True)
    ]
