"""Regions of Label Studio brought to spans of turns, in code points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pipeline.transcripts.dialogue import KeepSpan, Span, Turn
from pipeline.transcripts.labels import type_of
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.places import cut_by_turns, in_fitting_unit, is_same_text, trimmed
from pipeline.transcripts.problem import DamagedRecord, Problem, Reason, warning
from pipeline.transcripts.units import ToCodePoints, Unit

KEEP = "KEEP"
_LIKELY = (Unit.UTF16, Unit.CODE_POINTS)
_LABEL_KINDS = ("paragraphlabels", "labels", "hypertextlabels")

Cut = tuple[int, int, int]
Located = tuple[list[Span], list[KeepSpan], list[Problem]]


@dataclass(frozen=True, slots=True)
class Region:
    """A labelled region; `first` and `last` are paragraph numbers, 0 in a single text."""

    number: int
    first: int
    start: int
    last: int
    end: int
    label: str
    text: str | None
    why: str = ""

    @property
    def place(self) -> tuple[object, ...]:
        """What two annotators must agree on."""
        return self.first, self.start, self.last, self.end, self.label


def chosen_regions(task: dict[str, Any]) -> list[Region] | None:
    """The regions of the annotation to trust; None where nobody annotated.

    The ground truth where one is marked, else what all annotators agree on. DamagedRecord when
    they differ: choosing for them could lose a name.
    """
    given = task.get("annotations", task.get("completions")) or []
    done = [annotation for annotation in given if not annotation.get("was_cancelled")]
    done = [annotation for annotation in done if annotation.get("ground_truth")] or done
    if not done:
        return None
    answers = [list(_regions(annotation["result"])) for annotation in done]
    if len({frozenset(region.place for region in regions) for regions in answers}) > 1:
        sentence = f"{len(answers)} annotations differ; mark one of them as the ground truth"
        raise DamagedRecord(Reason.ANNOTATIONS_DIFFER, sentence)
    return answers[0]


def _regions(results: list[dict[str, Any]]) -> Iterator[Region]:
    for number, result in enumerate(results):
        kind = result.get("type")
        if kind not in _LABEL_KINDS:
            continue
        value = result["value"]
        if len(value[kind]) != 1:
            sentence = f"region {number} has {len(value[kind])} labels, not one"
            raise DamagedRecord(Reason.MALFORMED, sentence)
        yield _region(number, value, value[kind][0], result.get("meta", {}).get("text") or [""])


def _region(number: int, value: dict[str, Any], label: str, why: list[str]) -> Region:
    if "startOffset" in value:
        first, start = int(value["start"]), int(value["startOffset"])
        last, end = int(value["end"]), int(value["endOffset"])
    else:
        first, start, last, end = 0, int(value["start"]), 0, int(value["end"])
    return Region(number, first, start, last, end, str(label), value.get("text"), str(why[0]))


def spans_of(
    regions: Sequence[Region],
    turns: Sequence[Turn],
    document: str | None,
    slices: Sequence[tuple[int, int]],
    options: ReadOptions,
) -> Located:
    """Spans and keep spans; `document` and its turn slices where the task is a single text."""
    texts = [document] if document is not None else [turn.text for turn in turns]
    cuts = in_fitting_unit(options.unit, _LIKELY, partial(_cut_all, regions, texts))
    spans: list[Span] = []
    keep: list[KeepSpan] = []
    problems: list[Problem] = []
    for region, in_texts in zip(regions, cuts, strict=True):
        in_turns = in_texts if document is None else _by_turns(document, in_texts, slices)
        if not in_turns:
            sentence = f"region {region.number} covers no turn, but a speaker's label"
            problems.append(warning(Reason.SPAN_ON_SPEAKER, sentence))
        for number, start, end in in_turns:
            place = {"turn_id": turns[number].turn_id, "start": start, "end": end}
            if region.label == KEEP:
                keep.append(KeepSpan(**place, why=region.why))
            else:
                spans.append(Span(**place, type=type_of(region.label, options)))
    return spans, keep, problems


def _by_turns(document: str, cuts: list[Cut], slices: Sequence[tuple[int, int]]) -> list[Cut]:
    return [
        in_turn for _, start, end in cuts for in_turn in cut_by_turns(document, start, end, slices)
    ]


def _cut_all(regions: Sequence[Region], texts: Sequence[str], unit: Unit) -> list[list[Cut]]:
    converters = [ToCodePoints(text, unit) for text in texts]
    return [_cut(region, texts, converters) for region in regions]


def _cut(region: Region, texts: Sequence[str], converters: Sequence[ToCodePoints]) -> list[Cut]:
    """The region in each paragraph it touches. DamagedRecord when it does not fit there."""
    where = f"region {region.number}"
    if not 0 <= region.first <= region.last < len(texts):
        raise DamagedRecord(Reason.SPAN_WITHOUT_TURN, f"{where}: there is no such paragraph")
    start, end = converters[region.first](region.start), converters[region.last](region.end)
    if start is None or end is None or (region.first == region.last and start >= end):
        sentence = f"{where}: an offset is outside of its paragraph"
        raise DamagedRecord(Reason.SPAN_OUT_OF_RANGE, sentence)
    covered = [
        (i, start if i == region.first else 0, end if i == region.last else len(texts[i]))
        for i in range(region.first, region.last + 1)
    ]
    found = "".join(texts[i][left:right] for i, left, right in covered)
    if region.text is not None and not is_same_text(region.text, found):
        raise DamagedRecord(Reason.SPAN_TEXT_DIFFERS, f"{where}: its text is not what stands there")
    if len(covered) == 1:
        return covered
    # A region dragged over several turns names what is in each of them.
    pieces = [(i, *trimmed(texts[i], left, right)) for i, left, right in covered]
    return [piece for piece in pieces if piece[1] < piece[2]]
