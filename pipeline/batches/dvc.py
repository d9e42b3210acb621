"""DVC, as a command with a bounded time: it waits for its lock and retries transfers."""

import importlib.util
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from pipeline.batches.command import CommandError, run
from pipeline.batches.record import BatchError

# Some S3-compatible stores hang with more connections.
_JOBS = "4"
_ADD_SECONDS = 1800.0
_TRANSFER_SECONDS = 3600.0
_TRANSFER_ATTEMPTS = 3
_LOCK_WAIT_SECONDS = 120.0
_STANDING_ORDERS = {"DVC_NO_ANALYTICS": "1", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Dvc:
    """The DVC side of the repository at `root`."""

    root: Path

    def check(self) -> None:
        """Raise BatchError unless DVC is installed and the repository is one of its."""
        if importlib.util.find_spec("dvc") is None:
            raise BatchError("data versions need DVC; install redact-or-keep[platform]")
        if not (self.root / ".dvc" / "config").is_file():
            raise BatchError(f"{self.root}: no .dvc/config; run `dvc init` first")

    def add(self, folder: Path) -> None:
        """Track a folder: its content goes to the cache, its pointer beside it."""
        self._run(["add", "--", folder.as_posix()], _ADD_SECONDS)

    def push(self, pointer: Path, remote: str | None) -> None:
        """Send what a pointer names to `remote`, the default one when None."""
        self._transfer("push", pointer, remote)

    def pull(self, pointer: Path, remote: str | None = None) -> None:
        """Fetch what a pointer names into the working tree."""
        self._transfer("pull", pointer, remote)

    def _transfer(self, verb: str, pointer: Path, remote: str | None) -> None:
        where = [] if remote is None else [f"--remote={remote}"]
        arguments = [verb, "--jobs", _JOBS, *where, "--", pointer.as_posix()]
        for attempt in range(1, _TRANSFER_ATTEMPTS + 1):
            try:
                self._run(arguments, _TRANSFER_SECONDS)
                return
            except CommandError as error:
                if attempt == _TRANSFER_ATTEMPTS:
                    reason = _reason(error)
                    raise BatchError(f"dvc {verb} failed {attempt} times: {reason}") from None
                time.sleep(attempt)

    def _run(self, arguments: list[str], timeout: float) -> str:
        # Not with --quiet, which would keep the reason of a failure to itself.
        command = [sys.executable, "-m", "dvc", *arguments]
        give_up = time.monotonic() + _LOCK_WAIT_SECONDS
        while True:
            try:
                return run(command, self.root, timeout, _STANDING_ORDERS)
            except CommandError as error:
                if "acquire lock" not in error.output or time.monotonic() > give_up:
                    raise
            time.sleep(1)


def _reason(error: CommandError) -> str:
    """What DVC gave as its error, on one line, without what it said before."""
    _, _, told = error.output.rpartition("ERROR: ")
    return " ".join(told.split())
