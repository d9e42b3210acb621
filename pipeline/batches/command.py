"""Other programs, run with a bounded time and read-only standing orders."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline.errors import UserError

# New files can hold text, so they are for their owner only.
_UMASK = 0o077


class CommandError(UserError):
    """A command that failed or took too long; `output` is what it said last."""

    def __init__(self, program: str, output: str) -> None:
        super().__init__(f"{program}: {output}")
        self.output = output


def run(
    arguments: Sequence[str],
    folder: Path,
    timeout: float,
    settings: Mapping[str, str] | None = None,
    text: str | None = None,
) -> str:
    """Standard output of a command run in `folder`; `text` is its input.

    `timeout` is in seconds. Raises CommandError.
    """
    program = Path(arguments[0]).name
    try:
        done = subprocess.run(
            arguments,
            cwd=folder,
            env=os.environ | dict(settings or {}),
            input="" if text is None else text,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            umask=_UMASK,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CommandError(program, f"no answer within {timeout:.0f} s") from None
    except FileNotFoundError:
        raise CommandError(program, "is not installed") from None
    if done.returncode:
        raise CommandError(program, done.stderr.strip() or f"exit code {done.returncode}")
    return done.stdout
