"""Writing forms whose file holds one dialogue: a file, or a folder of files named by id."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.problem import TranscriptError
from pipeline.whole_folder import files_into

Write = Callable[[Dialogue, Path], None]


def write_each(dialogues: Iterable[Dialogue], path: Path, suffix: str, write: Write) -> int:
    """One file a dialogue under the folder `path`; the file `path` itself if it has `suffix`.

    The files of a folder appear together, or none does. TranscriptError when one file would have
    to hold two dialogues.
    """
    if path.suffix.lower() == suffix:
        return _write_only(iter(dialogues), path, write)
    if path.exists() and not path.is_dir():
        raise TranscriptError(f"{path}: is a file; give a folder, or a name that ends in {suffix}")
    written: set[str] = set()
    with files_into(path) as folder:
        for dialogue in dialogues:
            name = file_name(dialogue.dialogue_id)
            if name.casefold() in written:
                raise TranscriptError(f"{path}: two dialogues would be written to {name}{suffix}")
            written.add(name.casefold())
            write(dialogue, folder / f"{name}{suffix}")
    return len(written)


def _write_only(dialogues: Iterable[Dialogue], path: Path, write: Write) -> int:
    rest = iter(dialogues)
    first = next(rest, None)
    if first is None:
        return 0
    if next(rest, None) is not None:
        raise TranscriptError(f"{path}: holds one dialogue; give a folder to write several")
    write(first, path)
    return 1


def file_name(dialogue_id: str) -> str:
    """A dialogue id as the stem of a file name."""
    return re.sub(r"[^\w.-]", "_", dialogue_id).lstrip(".") or "_"
