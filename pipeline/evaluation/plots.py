"""Geometry of the report's plots: numbers in, coordinates out; the template draws them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SLOPE_TOP, SLOPE_HEIGHT, LABEL_GAP = 26.0, 150.0, 13.0
HISTOGRAM_HEIGHT = 84.0


@dataclass(frozen=True, slots=True)
class SlopeLine:
    """A line from the canonical figure to the challenge figure; y in SVG units, down."""

    name: str
    values: tuple[float, float]
    y: tuple[float, float]
    label_y: tuple[float, float]
    is_mean: bool


def slope(
    platforms: Mapping[str, tuple[float, float]], mean: tuple[float, float]
) -> list[SlopeLine]:
    """Lines for (canonical, challenge) figures in 0..1 of each platform and of their mean."""
    named = [*((name, pair, False) for name, pair in platforms.items()), ("macro", mean, True)]
    low = _floor_to_tenth(min(min(pair) for _, pair, _ in named))

    def y_of(value: float) -> float:
        return round(SLOPE_TOP + SLOPE_HEIGHT * (1 - value) / (1 - low), 2)

    ends = [tuple(y_of(pair[side]) for _, pair, _ in named) for side in (0, 1)]
    labels = [spread(side, LABEL_GAP) for side in ends]
    return [
        SlopeLine(
            name, pair, (ends[0][index], ends[1][index]),
            (labels[0][index], labels[1][index]), is_mean,
        )
        for index, (name, pair, is_mean) in enumerate(named)
    ]  # fmt: skip


def _floor_to_tenth(value: float) -> float:
    """The scale starts at a tenth at least 0.1 below its top, so that it never has no height."""
    return min(math.floor(value * 10 + 1e-9) / 10, 0.9)


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Places pushed down just enough to be `gap` apart, so that labels do not collide."""
    moved = list(places)
    below = -math.inf
    for index in sorted(range(len(places)), key=places.__getitem__):
        moved[index] = below = max(places[index], below + gap)
    return moved


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """One bin of one half: heights in SVG units of what was redacted and what was kept."""

    left: float
    right: float
    total: int
    redacted: int
    kept: int
    redacted_height: float
    kept_height: float


def histogram(series: Mapping[str, Mapping[str, Sequence[int]]]) -> dict[str, list[HistogramBar]]:
    """Bars for each half on one common square-root scale, so that thin middles stay visible."""
    totals = {
        half: [sum(pair) for pair in zip(actions["REDACT"], actions["KEEP"], strict=True)]
        for half, actions in series.items()
    }
    highest = max((max(bins, default=0) for bins in totals.values()), default=0)
    return {
        half: [
            _bar(index, len(totals[half]), redacted, kept, highest)
            for index, (redacted, kept) in enumerate(
                zip(actions["REDACT"], actions["KEEP"], strict=True)
            )
        ]
        for half, actions in series.items()
    }


def _bar(index: int, bins: int, redacted: int, kept: int, highest: int) -> HistogramBar:
    total = redacted + kept
    height = HISTOGRAM_HEIGHT * math.sqrt(total / highest) if highest else 0.0
    part = redacted / total if total else 0.0
    return HistogramBar(
        left=index / bins,
        right=(index + 1) / bins,
        total=total,
        redacted=redacted,
        kept=kept,
        redacted_height=round(height * part, 2),
        kept_height=round(height * (1 - part), 2),
    )
