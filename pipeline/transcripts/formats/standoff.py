"""Annotations in brat's standoff form: parsed, and located in the document in code points."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline.transcripts.formats.lines import BOM, read_lines, require_utf8
from pipeline.transcripts.places import cut_by_turns, in_fitting_unit, is_same_text
from pipeline.transcripts.problem import DamagedRecord, Reason
from pipeline.transcripts.units import ToCodePoints, Unit

Fragments = list[tuple[int, int]]

_ENTITY = re.compile(r"T\d+\t(?P<label>\S+) (?P<places>\d+ \d+(?:;\d+ \d+)*)\t(?P<text>.*)")
# The server counts code points, but offsets made in its browser client count UTF-16 units.
_LIKELY = (Unit.CODE_POINTS, Unit.UTF16, Unit.UTF8)


@dataclass(frozen=True, slots=True)
class Entity:
    """One text-bound annotation; `fragments` in the unit of the file, whatever it is."""

    line: int
    label: str
    fragments: tuple[tuple[int, int], ...]
    text: str


def read_entities(path: Path) -> Iterator[Entity]:
    """The text-bound annotations; relations, events, attributes and notes say nothing here."""
    for number, line in read_lines(path):
        require_utf8(line, number)
        if not line.startswith("T"):
            continue
        found = _ENTITY.fullmatch(line.rstrip("\r\n"))
        if found is None:
            raise DamagedRecord(Reason.MALFORMED, "not an annotation of brat", number)
        places = [place.split() for place in found["places"].split(";")]
        fragments = tuple((int(start), int(end)) for start, end in places)
        yield Entity(number, found["label"], fragments, found["text"])


def locate(document: str, entities: list[Entity], stated: Unit | None) -> list[Fragments]:
    """The fragments of each annotation in code points of the document. Raises DamagedRecord."""
    attempt = partial(_all_in_unit, document, entities)
    return in_fitting_unit(stated, _LIKELY, attempt)


def _all_in_unit(document: str, entities: list[Entity], unit: Unit) -> list[Fragments]:
    mark = len(document) - len(document.removeprefix(BOM))
    body = document.removeprefix(BOM)
    try:
        return _in_code_points(document, entities, unit, 0)
    except DamagedRecord:
        if not mark:
            raise
        # The tool did not see the byte order mark, so its offsets begin after it.
        return _in_code_points(body, entities, unit, mark)


def _in_code_points(text: str, entities: list[Entity], unit: Unit, shift: int) -> list[Fragments]:
    convert = ToCodePoints(text, unit)
    located = []
    for entity in entities:
        fragments = [
            (start, end)
            for given in entity.fragments
            for start, end in [(convert(given[0]), convert(given[1]))]
            if start is not None and end is not None and start < end
        ]
        if len(fragments) != len(entity.fragments):
            raise DamagedRecord(
                Reason.SPAN_OUT_OF_RANGE, "an offset is outside of the text", entity.line
            )
        if not is_same_text(entity.text, "".join(text[s:e] for s, e in fragments)):
            sentence = "the text of the annotation is not what stands there"
            raise DamagedRecord(Reason.SPAN_TEXT_DIFFERS, sentence, entity.line)
        located.append([(start + shift, end + shift) for start, end in fragments])
    return located


def cut(
    document: str, fragments: Fragments, turns: list[tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Pieces of an annotation by turn; fragments parted by white space alone are one again."""
    joined: Fragments = []
    for start, end in sorted(fragments):
        if joined and not document[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    for start, end in joined:
        yield from cut_by_turns(document, start, end, turns)
