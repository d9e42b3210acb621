"""Overlapping spans made disjoint before anything is replaced.

1. Every character that some span covers is covered by the result; only whitespace at the edge
   of a trimmed rest is given up.
2. A span inside another disappears in it.
3. Two overlapping spans become one when both are free text (names, schools, …), or when together
   they hold no whitespace. The longer one gives the label; between equals, the type's priority.
4. Otherwise a structured identifier (email, number, …) keeps its place, the longer one before the
   shorter, and the other span is trimmed to what lies outside, under its own label.
5. Spans that touch without sharing a character stay apart: a first name and a surname are two
   spans unless the proposer made them one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pipeline.policy.labels import is_structured, rank
from pipeline.transcripts import SpanType


@dataclass(frozen=True, slots=True)
class Region:
    """`[start, end)` in code points of one turn's text, to be replaced by the label of `type`."""

    start: int
    end: int
    type: SpanType

    def overlaps(self, other: "Region") -> bool:
        """Whether they share a character."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: "Region") -> bool:
        """Whether every character of the other is in this one."""
        return self.start <= other.start and other.end <= self.end


def resolve(regions: Iterable[Region], text: str) -> list[Region]:
    """Disjoint regions of one turn's text, sorted, that cover what the given ones cover."""
    return [
        region
        for group in _overlapping_groups(regions)
        for region in (group if len(group) == 1 else _resolve_group(group, text))
    ]


def _overlapping_groups(regions: Iterable[Region]) -> Iterator[list[Region]]:
    group: list[Region] = []
    end = 0
    for region in sorted(regions, key=lambda region: region.start):
        if group and region.start >= end:
            yield group
            group = []
        group.append(region)
        end = max(end, region.end)
    if group:
        yield group


def _resolve_group(group: list[Region], text: str) -> list[Region]:
    placed: list[Region] = []
    for region in sorted(_outermost(group), key=_precedence):
        placed = _place(region, placed, text)
    return sorted(placed, key=lambda region: region.start)


def _outermost(group: list[Region]) -> list[Region]:
    outermost: list[Region] = []
    for region in sorted(group, key=lambda one: (one.start, -one.end, rank(one.type))):
        if not outermost or region.end > outermost[-1].end:
            outermost.append(region)
    return outermost


def _precedence(region: Region) -> tuple[bool, int, int, int]:
    length = region.end - region.start
    return not is_structured(region.type), -length, rank(region.type), region.start


def _place(region: Region, placed: list[Region], text: str) -> list[Region]:
    in_the_way = [other for other in placed if other.overlaps(region)]
    if not in_the_way:
        return [*placed, region]
    for other in in_the_way:
        union = _union(other, region)
        if _may_become_one(region, other, text[union.start : union.end]):
            return _place(union, [one for one in placed if one is not other], text)
    return [*placed, *_outside(region, in_the_way, text)]


def _union(first: Region, second: Region) -> Region:
    start, end = min(first.start, second.start), max(first.end, second.end)
    return Region(start, end, first.type)


def _may_become_one(first: Region, second: Region, text: str) -> bool:
    if not is_structured(first.type) and not is_structured(second.type):
        return True
    return not any(character.isspace() for character in text)


def _outside(region: Region, in_the_way: list[Region], text: str) -> Iterator[Region]:
    start = region.start
    for other in sorted(in_the_way, key=lambda one: one.start):
        yield from _trimmed(replace(region, start=start, end=max(start, other.start)), text)
        start = other.end
    yield from _trimmed(replace(region, start=start, end=max(start, region.end)), text)


def _trimmed(region: Region, text: str) -> Iterator[Region]:
    rest = text[region.start : region.end]
    if rest.strip():
        start = region.start + len(rest) - len(rest.lstrip())
        yield replace(region, start=start, end=start + len(rest.strip()))
