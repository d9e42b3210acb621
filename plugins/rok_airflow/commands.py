"""Run `rok`, `dvc` and `git` from this virtual environment, streaming what they say."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
GRACE_SECONDS = 15


@dataclass(frozen=True)
class Outcome:
    """Exit code and everything a command said; the commands here never say transcript text."""

    code: int
    output: str


def run(command: Sequence[str], folder: Path, say: Callable[[str], None]) -> Outcome:
    """Run a command in `folder`, passing each line to `say` as it comes.

    When the task is stopped meanwhile, the command and all that it started are stopped first.
    """
    process = _start(command, folder)
    lines = []
    try:
        with process.stdout as output:
            for line in output:
                lines.append(_ESCAPES.sub("", line).rstrip())
                say(lines[-1])
        return Outcome(process.wait(), "\n".join(lines))
    finally:
        _stop(process)


def environment() -> Mapping[str, str]:
    """This process's environment, with the virtual environment's programs found first."""
    programs = str(Path(sys.executable).parent)
    return os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}


def _start(command: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    variables = environment()
    return subprocess.Popen(
        [shutil.which(command[0], path=variables["PATH"]) or command[0], *command[1:]],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )


def _stop(process: subprocess.Popen[str]) -> None:
    """End the command's whole process group, if the command still runs."""
    if process.poll() is not None:
        return
    os.killpg(process.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE_SECONDS)
    # Children can outlive the command that started them.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
