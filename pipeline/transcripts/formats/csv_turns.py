"""CSV with a row a turn; the rows of one dialogue stand together.

Columns are found by the names people use, or named by `ReadOptions.columns`. A column that is
none of ours is kept with its turn, to be written back; of those, redacted output has the timings
alone, and otherwise the layout that came in.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from pipeline.transcripts.dialogue import Dialogue, Turn
from pipeline.transcripts.formats.csv_columns import Columns, find_columns
from pipeline.transcripts.formats.csv_layout import CsvLayout
from pipeline.transcripts.formats.csv_rows import Row, delimiter_of, read_rows
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.lines import read_head, require_utf8
from pipeline.transcripts.labels import role_of, stated_role
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.problem import DamagedRecord, Reason, TranscriptError
from pipeline.transcripts.record import Record, damaged
from pipeline.whole_file import whole_file


def sniff(head: str, _path: Path) -> bool:
    """A first line of columns, one of which is named like the text of a turn."""
    try:
        header = next(csv.reader([head.split("\n", 1)[0]], delimiter=delimiter_of(head)), [])
    except csv.Error:
        return False
    return len(header) > 1 and find_columns(header, DEFAULT_OPTIONS) is not None


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """A record a dialogue, streamed; one bad row spoils its dialogue, whose turns would lack it."""
    rows = read_rows(path, delimiter_of(read_head(path)))
    header = next(rows, None)
    columns = find_columns(header.cells, options) if header else None
    if columns is None:
        raise TranscriptError(f"{path}:1: no column with the text of turns; name it as `text`")
    named = _named(rows, columns, path.stem)
    for name, group in groupby(named, key=lambda pair: pair[0]):
        yield _record(name, [row for _, row in group], columns, options)


def _named(rows: Iterator[Row], columns: Columns, name: str) -> Iterator[tuple[str, Row]]:
    """Rows with the dialogue they belong to; a row too short to say belongs to the one above."""
    for row in rows:
        name = columns.dialogue_id(row.cells, name)
        yield name, row


def _record(name: str, rows: list[Row], columns: Columns, options: ReadOptions) -> Record:
    raw = "".join(row.raw for row in rows)
    try:
        turns = tuple(_turn(row, number, columns, options) for number, row in enumerate(rows))
        origin = options.origin | columns.origin(rows[0].cells)
        dialogue = Dialogue(dialogue_id=name, turns=turns, **origin)
    except DamagedRecord as error:
        return damaged(error, rows[0].line, raw)
    return Record(rows[0].line, raw, dialogue)


def _turn(row: Row, number: int, columns: Columns, options: ReadOptions) -> Turn:
    try:
        if row.is_broken:
            raise DamagedRecord(Reason.MALFORMED, "a quoted field is not closed as it should be")
        return _parse_turn(row.cells, number, columns, options)
    except DamagedRecord as error:
        error.line = row.line
        raise


def _parse_turn(cells: list[str], number: int, columns: Columns, options: ReadOptions) -> Turn:
    if len(cells) != columns.width:
        sentence = f"the row has {len(cells)} columns, the header {columns.width}"
        raise DamagedRecord(Reason.MALFORMED, sentence)
    require_utf8("".join(cells))
    speaker, role = columns.get("speaker", cells), columns.get("speaker_role", cells)
    return Turn(
        turn_id=_turn_id(columns.get("turn_id", cells), number),
        speaker_role=stated_role(role, options) if role else role_of(speaker, options),
        text=cells[columns.places["text"]],
        speaker=speaker or None,
        extra={"columns": columns.others(cells)},
    )


def _turn_id(cell: str | None, number: int) -> int:
    if cell is None:
        return number
    try:
        return int(cell)
    except ValueError:
        raise DamagedRecord(Reason.SCHEMA, "the turn id is not a whole number") from None


def write(dialogues: Iterable[Dialogue], path: Path, options: ReadOptions) -> int:
    """One row a turn, under the column names of `options.columns`; other columns come after."""
    source = iter(dialogues)
    first = next(source, None)
    others = _other_columns(first)
    names = ["dialogue_id", "turn_id", "speaker_role", "speaker", "text", "platform"]
    header = [options.columns.get(name, name) for name in names]
    count = 0
    with whole_file(path) as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(header + others)
        for dialogue in chain([first] if first else [], source):
            writer.writerows(_cells(dialogue, turn, others) for turn in dialogue.turns)
            count += 1
    return count


def _other_columns(dialogue: Dialogue | None) -> list[str]:
    turns: Iterable[Turn] = dialogue.turns if dialogue else ()
    return list(dict.fromkeys(name for turn in turns for name in _kept(turn)))


def _kept(turn: Turn) -> Mapping[str, Any]:
    kept = turn.extra.get("columns", {})
    return kept if isinstance(kept, dict) else {}


def _cells(dialogue: Dialogue, turn: Turn, others: list[str]) -> list[str]:
    ours = [dialogue.dialogue_id, str(turn.turn_id), turn.speaker_role.value]
    kept = _kept(turn)
    rest = [str(kept.get(name, "")) for name in others]
    return [*ours, turn.speaker or "", turn.text, dialogue.platform, *rest]


FORM = Form("csv", ".csv", sniff, read, write, holds_spans=False, layout_of=CsvLayout.of)
