"""The layout of a CSV file: what is made from the file has its columns, in its order and style."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, TextIO

from pipeline.transcripts.dialogue import Dialogue, Turn
from pipeline.transcripts.formats.csv_columns import Columns, find_columns
from pipeline.transcripts.formats.csv_rows import DELIMITERS, Row, delimiter_of, read_rows
from pipeline.transcripts.formats.lines import BOM, read_head
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import TranscriptError
from pipeline.transcripts.timings import is_timing_name
from pipeline.whole_file import whole_file

Quoting = Literal[0, 1, 2, 3]
_ROW_END = "\r\n"


@dataclass(frozen=True, slots=True)
class CsvLayout:
    """`columns` pairs the names that stay with our fields, None for a timing.

    `left_out` counts the others: what is in them nobody has looked at. `quoting` is one of the
    csv module's.
    """

    columns: tuple[tuple[str, str | None], ...]
    left_out: int
    delimiter: str
    quoting: Quoting
    line_end: str
    has_mark: bool

    @classmethod
    def of(cls, path: Path, options: ReadOptions) -> "CsvLayout":
        """The layout of a file. TranscriptError when it has no column with text."""
        delimiter = delimiter_of(read_head(path))
        rows = list(islice(read_rows(path, delimiter), 2))
        columns = find_columns(rows[0].cells, options) if rows else None
        if columns is None:
            raise TranscriptError(f"{path}:1: no column with the text of turns; name it as `text`")
        kept = tuple(_kept(columns))
        return cls(
            columns=kept,
            left_out=columns.width - len(kept),
            delimiter=_telling_delimiter([name for name, _ in kept], delimiter),
            quoting=_quoting(rows, columns, delimiter),
            line_end="\r\n" if rows[0].raw.endswith("\r\n") else "\n",
            has_mark=_has_mark(path),
        )

    def write(self, dialogues: Iterable[Dialogue], path: Path) -> int:
        """One row a turn; returns how many dialogues. Text is never altered, not even an "=1+1"."""
        count = 0
        with whole_file(path) as file:
            file.write(BOM * self.has_mark)
            rows = _Rows(file, self.line_end)
            writer = csv.writer(rows, delimiter=self.delimiter, quoting=self.quoting)
            writer.writerow([name for name, _ in self.columns])
            for dialogue in dialogues:
                writer.writerows(self._cells(dialogue, turn) for turn in dialogue.turns)
                count += 1
        return count

    def _cells(self, dialogue: Dialogue, turn: Turn) -> list[str | int]:
        ours: dict[str, str | int] = {
            "dialogue_id": dialogue.dialogue_id,
            "turn_id": turn.turn_id,
            "speaker_role": turn.speaker_role.value,
            "speaker": turn.speaker or "",
            "text": turn.text,
            "platform": dialogue.platform,
            "source": dialogue.source,
            "licence": dialogue.licence,
        }
        timings = turn.extra.get("columns", {})
        return [
            str(timings.get(name, "")) if field is None else ours[field]
            for name, field in self.columns
        ]


class _Rows:
    """Ends rows as the file did. The csv module quotes what holds a part of its own row end."""

    def __init__(self, file: TextIO, line_end: str) -> None:
        self._file = file
        self._line_end = line_end

    def write(self, row: str) -> int:
        return self._file.write(row.removesuffix(_ROW_END) + self._line_end)


def _kept(columns: Columns) -> Iterable[tuple[str, str | None]]:
    # The first field wins where an option gives one column to two.
    field_at = {place: field for field, place in reversed(columns.places.items())}
    for place, name in enumerate(columns.header):
        if place in field_at:
            yield name, field_at[place]
        elif is_timing_name(name) and columns.header.count(name) == 1:
            yield name, None


def _telling_delimiter(header: list[str], delimiter: str) -> str:
    """The file's own delimiter, if the shorter header still tells a reader which it is."""
    lines = {one: one.join(header) for one in (delimiter, *DELIMITERS)}
    return next((one for one, line in lines.items() if delimiter_of(line) == one), delimiter)


def _quoting(rows: list[Row], columns: Columns, delimiter: str) -> Quoting:
    """Nothing but what must be, everything, or (as R writes) everything but numbers."""
    header, *first = rows
    if not _is_all_quoted(header, delimiter):
        return csv.QUOTE_MINIMAL
    if all(_is_all_quoted(row, delimiter) for row in first):
        return csv.QUOTE_ALL
    texts = [columns.get("text", row.cells) or "" for row in first]
    is_quoted = all(_quoted(text) in row.raw for text, row in zip(texts, first, strict=True))
    return csv.QUOTE_NONNUMERIC if is_quoted else csv.QUOTE_MINIMAL


def _is_all_quoted(row: Row, delimiter: str) -> bool:
    return row.raw.rstrip("\r\n") == delimiter.join(map(_quoted, row.cells))


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def _has_mark(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(3) == BOM.encode()
