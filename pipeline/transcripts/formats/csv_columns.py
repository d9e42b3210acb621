"""Which column of a CSV file is what."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import TranscriptError

_NAMES = {
    "dialogue_id": "dialogue_id dialog_id session_id conversation_id transcript_id dialogue dialog "
    "session conversation transcript lesson_id obsid",
    "turn_id": "turn_id",
    "speaker_role": "speaker_role",
    "speaker": "speaker role author sender participant speaker_name name",
    "text": "text utterance message sentence content comment body transcript",
    "platform": "platform",
    "source": "source",
    "licence": "licence license",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """`places` maps our fields to column numbers; `header` holds all names."""

    header: tuple[str, ...]
    places: dict[str, int]

    @property
    def width(self) -> int:
        """How many cells a row has."""
        return len(self.header)

    def get(self, field: str, cells: Sequence[str]) -> str | None:
        """The cell of one of our fields; None where the file has no such column."""
        place = self.places.get(field)
        return cells[place] if place is not None and place < len(cells) else None

    def dialogue_id(self, cells: Sequence[str], default: str) -> str:
        """The dialogue a row belongs to; a file without that column is one dialogue."""
        found = self.get("dialogue_id", cells)
        return default if found is None else found

    def origin(self, cells: Sequence[str]) -> dict[str, str]:
        """Where the dialogue comes from, as far as the row says."""
        found = {field: self.get(field, cells) for field in ("platform", "source", "licence")}
        return {field: cell for field, cell in found.items() if cell}

    def others(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells that are none of ours, by column name."""
        ours = set(self.places.values())
        return {name: cells[i] for i, name in enumerate(self.header) if i not in ours}


def find_columns(header: Sequence[str], options: ReadOptions) -> Columns | None:
    """Columns by option, then by usual names; None when there is none for the text.

    TranscriptError when an option names a column the file does not have.
    """
    folded = ["_".join(name.strip().casefold().split()) for name in header]
    places: dict[str, int] = {}
    for field, usual in _NAMES.items():
        wanted = options.columns.get(field)
        if wanted is not None:
            places[field] = _place(wanted, header)
        else:
            free = [name for name in usual.split() if name in folded]
            free = [name for name in free if folded.index(name) not in places.values()]
            if free:
                places[field] = folded.index(free[0])
    return Columns(tuple(header), places) if "text" in places else None


def _place(wanted: str, header: Sequence[str]) -> int:
    if wanted not in header:
        raise TranscriptError(f"no column is named {wanted}, as an option says")
    return header.index(wanted)
