"""Pieces of a turn that know what they are; offsets are exact because text is joined from them."""

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.transcripts.dialogue import KeepSpan, Span, SpanType, SpeakerRole, Turn


@dataclass(frozen=True, slots=True)
class Segment:
    """Text that is PII (`type`), a curricular name that stays (`keep` says why), or plain."""

    text: str
    type: SpanType | None = None
    keep: str = ""

    @property
    def plain(self) -> bool:
        """Whether the segment is neither PII nor a curricular name."""
        return self.type is None and not self.keep


@dataclass(frozen=True, slots=True)
class Line:
    """One turn before it has a number."""

    role: SpeakerRole
    segments: tuple[Segment, ...]


def name(text: str) -> Segment:
    """A person's name: PII."""
    return Segment(text, SpanType.NAME)


def assemble(lines: Iterable[Line]) -> tuple[list[Turn], list[Span], list[KeepSpan]]:
    """Turns numbered from 0, and the spans of their labelled segments in code points."""
    turns: list[Turn] = []
    spans: list[Span] = []
    keeps: list[KeepSpan] = []
    for turn_id, line in enumerate(lines):
        start = 0
        for segment in line.segments:
            end = start + len(segment.text)
            if segment.type is not None:
                spans.append(Span(turn_id=turn_id, start=start, end=end, type=segment.type))
            elif segment.keep:
                keeps.append(KeepSpan(turn_id=turn_id, start=start, end=end, why=segment.keep))
            start = end
        text = "".join(segment.text for segment in line.segments)
        turns.append(Turn(turn_id=turn_id, speaker_role=line.role, text=text))
    return turns, spans, keeps
