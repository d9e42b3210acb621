"""Where the demo keeps everything: one folder that can be deleted."""

import fcntl
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import IO

SOURCE = Path(__file__).resolve().parents[2]


class DemoError(Exception):
    """The demo cannot go on; one sentence says why."""


@dataclass(frozen=True)
class Place:
    """The demo's folder and what lies in it."""

    root: Path

    @property
    def repository(self) -> Path:
        """The working repository: a clone of this one."""
        return self.root / "repository"

    @property
    def remote(self) -> Path:
        """The DVC remote."""
        return self.root / "remote"

    @property
    def landing(self) -> Path:
        """Where annotated batches land."""
        return self.root / "landing"

    @property
    def inbox(self) -> Path:
        """Where transcripts wait for redaction."""
        return self.root / "inbox"

    @property
    def redacted(self) -> Path:
        """Where redacted transcripts are written."""
        return self.root / "redacted"

    @property
    def staging(self) -> Path:
        """Where synthetic files are made before they land."""
        return self.root / "staging"

    @property
    def airflow(self) -> Path:
        """Airflow's home."""
        return self.root / "airflow"

    @property
    def mlflow(self) -> Path:
        """MLflow's database and artifacts."""
        return self.root / "mlflow"

    @property
    def logs(self) -> Path:
        """What the services say."""
        return self.root / "logs"

    def claim(self) -> IO[str]:
        """Take the folder; the returned open file keeps a second demo out.

        DemoError when one is running there, or when the folder holds what no demo put there.
        """
        ours = self._lock.is_file() or self.root == SOURCE / ".demo"
        if self.root.is_dir() and any(self.root.iterdir()) and not ours:
            raise DemoError(f"{self.root} is not empty and no demo's: it would be deleted.")
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = self._lock.open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise DemoError(f"Another demo is running in {self.root}.") from None
        return lock

    @property
    def _lock(self) -> Path:
        return self.root / "demo.lock"

    def clear(self) -> None:
        """Make what is in the folder anew."""
        for path in self.root.iterdir():
            if path != self._lock:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        for folder in (self.landing, self.inbox, self.redacted, self.staging, self.logs):
            folder.mkdir()
