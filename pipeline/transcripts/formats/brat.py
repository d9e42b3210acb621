"""brat standoff: a `.txt` with `Speaker: text` lines, annotations of the same name in `.ann`."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.transcripts.dialogue import Dialogue, KeepSpan, Span
from pipeline.transcripts.formats.documents import join_document, split_document, turns_of
from pipeline.transcripts.formats.folder import write_each
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.lines import read_text, require_utf8
from pipeline.transcripts.formats.plain import require_held
from pipeline.transcripts.formats.standoff import Entity, cut, locate, read_entities
from pipeline.transcripts.labels import type_of
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import DamagedRecord, Problem, Reason, warning
from pipeline.transcripts.record import Record, damaged
from pipeline.whole_file import whole_file

KEEP = "KEEP"


def sniff(_head: str, path: Path) -> bool:
    """One of a pair of files, `.txt` and `.ann`."""
    other = {".txt": ".ann", ".ann": ".txt"}.get(path.suffix)
    return other is not None and path.with_suffix(other).exists()


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """The one record of the pair; a line named in a problem is one of the `.ann` file."""
    document = read_text(path.with_suffix(".txt"))
    annotations = path.with_suffix(".ann")
    raw = document + (read_text(annotations) if annotations.exists() else "")
    try:
        require_utf8(document)
        dialogue, problems = _dialogue(document, annotations, options)
    except DamagedRecord as error:
        yield damaged(error, 1, raw)
        return
    yield Record(1, raw, dialogue, tuple(problems))


def _dialogue(
    document: str, annotations: Path, options: ReadOptions
) -> tuple[Dialogue, list[Problem]]:
    pieces = split_document(document)
    slices = [(piece.start, piece.end) for piece in pieces]
    spans: list[Span] = []
    keep: list[KeepSpan] = []
    problems: list[Problem] = []
    entities = list(read_entities(annotations)) if annotations.exists() else []
    for entity, fragments in zip(entities, locate(document, entities, options.unit), strict=True):
        cuts = list(cut(document, fragments, slices))
        if not cuts:
            place = f"annotation on line {entity.line} of the .ann file"
            problems.append(
                warning(Reason.SPAN_ON_SPEAKER, f"{place} covers no turn, but a speaker's label")
            )
        for turn, start, end in cuts:
            if entity.label == KEEP:
                keep.append(KeepSpan(turn_id=turn, start=start, end=end))
            else:
                spans.append(_span(entity, turn, start, end, options))
    dialogue = Dialogue(
        dialogue_id=annotations.stem,
        turns=tuple(turns_of(document, pieces, options)),
        spans=tuple(spans) if annotations.exists() else None,
        keep_spans=tuple(keep),
        **options.origin,
    )
    return dialogue, problems


def _span(entity: Entity, turn: int, start: int, end: int, options: ReadOptions) -> Span:
    try:
        kind = type_of(entity.label, options)
    except DamagedRecord as error:
        error.line = entity.line
        raise
    return Span(turn_id=turn, start=start, end=end, type=kind)


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """A pair of files a dialogue; offsets in code points. No `.ann` where nobody annotated."""
    return write_each(dialogues, path, FORM.suffix, _write_pair)


def _write_pair(dialogue: Dialogue, path: Path) -> None:
    document, starts = join_document(dialogue)
    require_held(dialogue, document)
    with whole_file(path) as file:
        file.write(document)
    if dialogue.spans is not None:
        with whole_file(path.with_suffix(".ann")) as file:
            file.writelines(_annotation_lines(dialogue, document, starts))


def _annotation_lines(dialogue: Dialogue, document: str, starts: list[int]) -> Iterator[str]:
    offsets = {turn.turn_id: start for turn, start in zip(dialogue.turns, starts, strict=True)}
    marked = [(span, span.type.value) for span in dialogue.spans or ()]
    kept = [(span, KEEP) for span in dialogue.keep_spans]
    for number, (span, label) in enumerate([*marked, *kept], start=1):
        start, end = (offsets[span.turn_id] + place for place in (span.start, span.end))
        lines = [
            (start + found.start(), start + found.end())
            for found in re.finditer(r"[^\r\n\t]+", document[start:end])
        ]
        places = ";".join(f"{left} {right}" for left, right in lines)
        text = " ".join(document[left:right] for left, right in lines)
        yield f"T{number}\t{label} {places}\t{text}\n"


FORM = Form("brat", ".txt", sniff, read, write, is_single=True)
