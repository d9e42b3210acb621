"""Files that appear whole or not at all, readable by their owner only."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from pipeline.errors import UserError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A UTF-8 text file written beside `path` (mode 0600) and renamed onto it at the end.

    After an exception nothing is left, and what stood at `path` stands there still. UserError
    where no file can be written.
    """
    file, part = open_beside(path)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        put_in_place(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def open_beside(path: Path) -> tuple[TextIO, Path]:
    """An unfinished file in the folder of `path`, and where it is. UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    except OSError as error:
        raise _cannot_be_written(path, error) from None
    return os.fdopen(handle, "w", encoding="utf-8", newline="\n"), Path(name)


def put_in_place(part: Path, path: Path) -> None:
    """Rename a finished file onto `path`. UserError."""
    try:
        part.replace(path)
    except OSError as error:
        raise _cannot_be_written(path, error) from None


def _cannot_be_written(path: Path, error: OSError) -> UserError:
    return UserError(f"{path}: cannot be written: {error.strerror}")
