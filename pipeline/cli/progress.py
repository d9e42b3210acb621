"""Progress bars for long work: on the error stream, so that output stays clean for scripts."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from pipeline.encoders.training import Report
from pipeline.stages import Progress as StageProgress

_LINES = 10


@contextmanager
def training_progress() -> Iterator[StageProgress]:
    """A bar for each part of a training; plain lines where the error stream is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda title: _plain(console, title)
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[state]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    ) as bars:
        yield lambda title: _bar(bars, title)


def _bar(bars: Progress, title: str) -> Report:
    task = bars.add_task(title, state="")

    def report(done: int, steps: int, state: str) -> None:
        bars.update(task, completed=done, total=steps, state=state)

    return report


def _plain(console: Console, title: str) -> Report:
    def report(done: int, steps: int, state: str) -> None:
        if done == steps or done % max(1, steps // _LINES) == 0:
            console.print(f"{title}: step {done} of {steps} {state}".rstrip(), highlight=False)

    return report
