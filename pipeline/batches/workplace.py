"""The repository that versions are made in, one at a time, and what a killed run left there."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from pipeline.batches.dvc import Dvc
from pipeline.batches.git import Git
from pipeline.batches.record import BATCHES, BatchError, pointer_path, record_path

# Kept by DVC out of git, and on the same disk as the data, so that moving is renaming.
_SCRATCH = Path(".dvc/tmp/rok")


@dataclass(frozen=True, slots=True)
class Workplace:
    """A git and DVC repository with data versions; `root` is its top folder."""

    git: Git
    dvc: Dvc

    @classmethod
    def find(cls, folder: Path) -> "Workplace":
        """The repository that `folder` is in. Raises BatchError when it is not usable."""
        git = Git.find(folder)
        dvc = Dvc(git.root)
        dvc.check()
        return cls(git, dvc)

    @property
    def root(self) -> Path:
        """Top folder of the working tree."""
        return self.git.root

    @property
    def _journal(self) -> Path:
        return self.root / _SCRATCH / "landing"

    @contextmanager
    def exclusive(self, wait_seconds: float) -> Iterator[Path]:
        """Hold the repository alone; yields an empty scratch folder, deleted at the end.

        What a killed run left is put right first. Raises BatchError when another run holds the
        repository for longer than `wait_seconds`.
        """
        scratch = self.root / _SCRATCH
        scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(scratch / "lock", timeout=wait_seconds)
        try:
            lock.acquire()
        except Timeout:
            raise BatchError(
                f"another `rok data add` is at work here; waited {wait_seconds:g} s, try again"
            ) from None
        try:
            yield from self._staging(scratch / "staging")
        finally:
            lock.release()

    def _staging(self, folder: Path) -> Iterator[Path]:
        self.recover()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            self.recover()

    def begin(self, batch_id: str) -> None:
        """Note which batch is about to change the working tree."""
        self._journal.write_text(batch_id, encoding="utf-8")

    def recover(self) -> None:
        """Finish the batch that was begun if it got into history; take it back if it did not."""
        if not self._journal.is_file():
            return
        # Empty when the run was killed between creating and writing it: nothing had begun.
        if batch_id := self._journal.read_text(encoding="utf-8"):
            paths = [record_path(batch_id), pointer_path(batch_id)]
            if self.git.read("HEAD", paths[0]) is not None:
                self.git.restore(paths)
            else:
                for path in paths:
                    (self.root / path).unlink(missing_ok=True)
                shutil.rmtree(self.root / BATCHES / batch_id, ignore_errors=True)
        self._journal.unlink()
