"""A plain document cut into turns: `Speaker: text` lines, each turn an exact slice of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.transcripts.dialogue import Dialogue, Turn
from pipeline.transcripts.formats.speaker_lines import looks_like_speaker
from pipeline.transcripts.labels import role_of
from pipeline.transcripts.options import ReadOptions

_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?"
_HEAD = re.compile(
    rf"^\ufeff?[ \t]*(?:(?:\[{_CLOCK}\]|\({_CLOCK}\)|{_CLOCK})[ \t]*(?:[-–][ \t]*)?)?"
    r"(?P<label>[^\W\d_](?:[\w.'’&/()-]|[ \t](?=\S)){0,39}?)"
    rf"(?:[ \t]*[\[(]{_CLOCK}[\])])?[ \t]*:(?=(?P<space>\s|$)?)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """`document[start:end]` is the text; `before`, `speaker`, `after` and `gap` surround it."""

    start: int
    end: int
    before: str
    speaker: str | None
    after: str
    gap: str


def split_document(document: str) -> list[Piece]:
    """The turns of a document; lines without a speaker belong to the turn above them."""
    heads = [found for found in _HEAD.finditer(document) if _is_speaker(found)]
    starts = [found.start() for found in heads] + [len(document)]
    pieces = [
        _piece(document, found.start(), found.span("label"), found.end(), end)
        for found, end in zip(heads, starts[1:], strict=True)
    ]
    if document[: starts[0]].strip("\ufeff \t\r\n"):
        mark = len(document) - len(document.removeprefix("\ufeff"))
        pieces.insert(0, _piece(document, 0, None, mark, starts[0]))
    elif pieces and starts[0]:
        pieces[0] = _with_preface(pieces[0], document[: starts[0]])
    return pieces


def _is_speaker(found: re.Match[str]) -> bool:
    return looks_like_speaker(found["label"], found["space"] is not None)


def _piece(document: str, region: int, label: tuple[int, int] | None, body: int, end: int) -> Piece:
    text = document[body:end]
    start = body + len(text) - len(text.lstrip())
    stop = max(start, body + len(text.rstrip()))
    label_start, label_end = label or (start, start)
    speaker = document[label_start:label_end] if label else None
    before, after = document[region:label_start], document[label_end:start]
    return Piece(start, stop, before, speaker, after, gap=document[stop:end])


def _with_preface(piece: Piece, preface: str) -> Piece:
    return Piece(
        piece.start, piece.end, preface + piece.before, piece.speaker, piece.after, piece.gap
    )


def turns_of(document: str, pieces: list[Piece], options: ReadOptions) -> list[Turn]:
    """Turns numbered from 0; what surrounds their text is kept in `extra` for writing back."""
    return [
        Turn(
            turn_id=number,
            speaker_role=role_of(piece.speaker, options),
            text=document[piece.start : piece.end],
            speaker=piece.speaker,
            extra={"before": piece.before, "after": piece.after, "gap": piece.gap},
        )
        for number, piece in enumerate(pieces)
    ]


def join_document(dialogue: Dialogue) -> tuple[str, list[int]]:
    """The document of a dialogue, and where in it the text of each turn starts."""
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for turn in dialogue.turns:
        for part in _parts(turn):
            parts.append(part)
            length += len(part)
        starts.append(length - len(parts[-1]) - len(parts[-2]))
    return "".join(parts), starts


def _parts(turn: Turn) -> Iterator[str]:
    kept = turn.extra
    label = turn.speaker if turn.speaker is not None else turn.speaker_role.value.capitalize()
    is_unlabelled = turn.speaker is None and "after" in kept
    yield str(kept.get("before", ""))
    yield "" if is_unlabelled else label
    yield str(kept.get("after", ": "))
    yield turn.text
    yield str(kept.get("gap", "\n"))


def holds(dialogue: Dialogue, document: str) -> bool:
    """Whether the document reads as the turns it was made from."""
    texts = [document[piece.start : piece.end] for piece in split_document(document)]
    return texts == [turn.text.strip() for turn in dialogue.turns]
