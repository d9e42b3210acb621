"""The demo's processes: started with a log each, and every one of them gone at the end."""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from infra.demo.orphans import MARK, marked
from infra.demo.place import SOURCE, DemoError

_GRACE_SECONDS = 15.0
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Running:
    """A process of the demo and the file its output goes to."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    def tail(self, lines: int = 15) -> str:
        """The last lines of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])


class Processes:
    """Starts processes, each in a session of its own, and stops all of them and their children.

    Children that lose their parent are found too: on Linux they become this process's, and
    everywhere they carry a mark in their environment. Should this process be killed, a guard
    stops them in its place.
    """

    def __init__(self, environment: Mapping[str, str], folder: Path, logs: Path) -> None:
        self._environment = {**environment, MARK: str(folder)}
        self._mark = str(folder)
        self._folder = folder
        self._logs = logs
        self._running: list[Running] = []

    def guard(self) -> None:
        """Answer for every process from here on, as long as this one lives and at its end.

        The pipe to the guard closes when this process ends, however it ends.
        """
        _adopt_orphans()
        command = [sys.executable, "-m", "infra.demo.orphans"]
        self.start("guard", command, SOURCE, stdin=subprocess.PIPE)

    def start(
        self,
        name: str,
        command: Sequence[str],
        folder: Path | None = None,
        stdin: int = subprocess.DEVNULL,
    ) -> Running:
        """Start a command whose output goes to `logs/NAME.log`."""
        if shutil.which(command[0], path=self._environment["PATH"]) is None:
            raise DemoError(f"{command[0]} is not installed.")
        log = self._logs / f"{name}.log"
        with log.open("ab") as file:
            process = subprocess.Popen(
                command,
                cwd=folder or self._folder,
                env=self._environment,
                stdin=stdin,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running = Running(name, process, log)
        self._running.append(running)
        return running

    def finish(self, running: Running) -> None:
        """Wait for a command that ends by itself; DemoError unless it ends well."""
        code = running.process.wait()
        self._running.remove(running)
        if code:
            raise DemoError(f"{running.name} failed with exit code {code}:\n{running.tail()}")

    def run(self, name: str, command: Sequence[str], folder: Path | None = None) -> None:
        """Start a command and wait for it."""
        self.finish(self.start(name, command, folder))

    def check(self) -> None:
        """DemoError if a service has ended."""
        for running in self._running:
            if running.process.poll() is not None:
                raise DemoError(f"{running.name} has stopped:\n{running.tail()}")

    def stop(self) -> None:
        """Ask every process to end, last started first, then kill what is left."""
        ours = self._ours()
        for running in reversed(self._running):
            with contextlib.suppress(ProcessLookupError):
                running.process.send_signal(signal.SIGTERM)
        psutil.wait_procs(ours, timeout=_GRACE_SECONDS)
        give_up = time.monotonic() + _GRACE_SECONDS
        while (left := self._ours()) and time.monotonic() < give_up:
            for process in left:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            psutil.wait_procs(left, timeout=1)
        for running in self._running:
            running.process.poll()
            if running.process.stdin is not None:
                running.process.stdin.close()
        self._running.clear()

    def _ours(self) -> list[psutil.Process]:
        children = psutil.Process().children(recursive=True)
        known = {process.pid for process in children} | {os.getpid()}
        others = [process for process in marked(self._mark) if process.pid not in known]
        return [p for p in (*children, *others) if _is_alive(p)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _adopt_orphans() -> None:
    """On Linux, processes whose parent dies become children of this one, not of init."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
