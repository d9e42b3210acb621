"""Plain text, `Speaker: text`, one dialogue a file; its id is the name of the file."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.formats.documents import (
    holds,
    join_document,
    split_document,
    turns_of,
)
from pipeline.transcripts.formats.folder import write_each
from pipeline.transcripts.formats.form import Form
from pipeline.transcripts.formats.lines import BOM, read_text, require_utf8
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import DamagedRecord, TranscriptError
from pipeline.transcripts.record import Record, damaged
from pipeline.whole_file import whole_file


def sniff(head: str, _path: Path) -> bool:
    """At least two lines, or all there are, begin with a speaker."""
    pieces = split_document(head)
    labelled = [piece for piece in pieces if piece.speaker is not None]
    return len(labelled) > 1 or (bool(labelled) and len(labelled) == len(pieces))


def read(path: Path, options: ReadOptions) -> Iterator[Record]:
    """The one record of the file."""
    document = read_text(path).removeprefix(BOM)
    try:
        _require_utf8_lines(document)
    except DamagedRecord as error:
        yield damaged(error, 1, document)
        return
    turns = turns_of(document, split_document(document), options)
    dialogue = Dialogue(dialogue_id=path.stem, turns=tuple(turns), **options.origin)
    yield Record(1, document, dialogue)


def _require_utf8_lines(document: str) -> None:
    for number, line in enumerate(document.split("\n"), start=1):
        require_utf8(line, number)


def write(dialogues: Iterable[Dialogue], path: Path, _options: ReadOptions) -> int:
    """One file a dialogue. TranscriptError when its lines would be read as other turns."""
    return write_each(dialogues, path, FORM.suffix, _write_document)


def _write_document(dialogue: Dialogue, path: Path) -> None:
    document, _ = join_document(dialogue)
    require_held(dialogue, document)
    with whole_file(path) as file:
        file.write(document)


def require_held(dialogue: Dialogue, document: str) -> None:
    """TranscriptError when the document would not be read as the dialogue it was made from."""
    if not holds(dialogue, document):
        raise TranscriptError(
            f"dialogue {dialogue.dialogue_id}: a line of its text reads like a speaker's line, "
            "which plain text cannot hold; write jsonl"
        )


FORM = Form("plain", ".txt", sniff, read, write, holds_spans=False, is_single=True)
