"""Processes that carry the demo's mark in their environment, whoever started them.

Run as a program this is the demo's guard: it waits until the demo is gone and, since one that was
killed could not do it itself, stops what that left behind.
"""

import contextlib
import os
import sys
import time

import psutil

MARK = "ROK_DEMO"
_GRACE_SECONDS = 15.0


def marked(mark: str) -> list[psutil.Process]:
    """Processes with `mark`, but for this one."""
    return [p for p in psutil.process_iter() if p.pid != os.getpid() and _mark_of(p) == mark]


def stop_marked(mark: str) -> None:
    """Ask them to end, then kill what is left."""
    for process in marked(mark):
        with contextlib.suppress(psutil.Error):
            process.terminate()
    give_up = time.monotonic() + _GRACE_SECONDS
    while (left := marked(mark)) and time.monotonic() < give_up:
        time.sleep(0.2)
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()


def guard() -> None:
    """Stop everything with this process's own mark once standard input ends: its parent died."""
    sys.stdin.buffer.read()
    stop_marked(os.environ[MARK])


def _mark_of(process: psutil.Process) -> str | None:
    try:
        return process.environ().get(MARK)
    except (psutil.Error, OSError):
        return None


if __name__ == "__main__":
    guard()
