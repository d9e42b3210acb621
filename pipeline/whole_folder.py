"""Folders that appear whole or not at all, and never in the place of something else."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.errors import UserError


@contextmanager
def whole_folder(folder: Path, sign: str) -> Iterator[Path]:
    """A folder made beside `folder` and renamed onto it at the end; UserError as below."""
    require_replaceable(folder, sign)
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield part
        put_folder_in_place(part, folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def require_replaceable(folder: Path, sign: str) -> None:
    """UserError unless `folder` is not there, empty, or holds `sign`, the file that marks its kind.

    A mistyped path must not cost anybody the folder that is there.
    """
    if not folder.name:
        raise UserError(f"{folder}: name the folder to be written")
    if folder.is_dir() and not (folder / sign).is_file() and any(folder.iterdir()):
        raise UserError(f"{folder}: holds something else (no {sign}); name a new folder")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder}: is a file; name a new folder")


def put_folder_in_place(part: Path, folder: Path) -> None:
    """Rename a finished folder onto `folder`; what stood there is removed last."""
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    part.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def files_into(folder: Path) -> Iterator[Path]:
    """A hidden folder within `folder`; the files made in it are moved up at the end, all together.

    After an exception none is there, and what `folder` held before it holds still.
    """
    was_there = folder.is_dir()
    folder.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=folder, prefix=".", suffix=".part"))
    try:
        yield part
        for path in sorted(part.iterdir()):
            path.replace(folder / path.name)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        if not was_there and not any(folder.iterdir()):
            folder.rmdir()
        raise
    part.rmdir()
