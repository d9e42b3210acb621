"""Watching the DAGs: which task runs, for how long, and what it came to."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, TypeVar

from rich.console import Console
from rich.live import Live
from rich.table import Table

from infra.demo.airflow_api import AirflowApi, ApiError
from infra.demo.place import DemoError
from infra.demo.processes import Processes

_DONE = {"success": "[green]done[/]", "skipped": "[dim]skipped[/]", "failed": "[red]failed[/]"}
_LOG_LINES = 25
_POLL_SECONDS = 1.0

Task = dict[str, Any]
Answer = TypeVar("Answer")


class Watcher:
    """Shows running tasks live, prints a line for each that ends, and stops at a failure."""

    def __init__(self, api: AirflowApi, processes: Processes, console: Console) -> None:
        self._api = api
        self._processes = processes
        self._console = console
        self._told: set[tuple[str, str, str, int]] = set()
        self._began = time.monotonic()

    def until(self, finished: Callable[[], bool], waiting_for: str, seconds: float) -> None:
        """Watch until `finished()`; DemoError when a task fails or the time is up."""
        give_up = time.monotonic() + seconds
        with Live(console=self._console, refresh_per_second=4, transient=True) as live:
            while not finished():
                self._processes.check()
                tasks = self._tasks()
                self._tell_ended(tasks)
                live.update(self._table(tasks, waiting_for))
                if time.monotonic() > give_up:
                    raise DemoError(f"Gave up waiting for {waiting_for} after {seconds:.0f} s.")
                time.sleep(_POLL_SECONDS)
            self._tell_ended(self._tasks())

    def succeeded(self, dag_id: str) -> bool:
        """Whether a run of the DAG has ended well."""
        return any(run["dag_id"] == dag_id and run["state"] == "success" for run in self._runs())

    def is_idle(self, dag_id: str) -> bool:
        """Whether no run of the DAG is under way or waiting."""
        states = (run["state"] for run in self._runs() if run["dag_id"] == dag_id)
        return not {"running", "queued"} & set(states)

    def _tell_ended(self, tasks: list[Task]) -> None:
        for task in tasks:
            key = (task["dag_id"], task["dag_run_id"], task["task_id"], task["map_index"])
            if task["state"] not in _DONE or key in self._told:
                continue
            self._told.add(key)
            self._console.print(
                f"  {_clock(self._began)}  {task['dag_id']:<8} {_name(task):<28}"
                f" {_DONE[task['state']]} {_seconds(task):5.0f} s",
                highlight=False,
            )
            if task["state"] == "failed":
                self._raise_failure(task)

    def _raise_failure(self, task: Task) -> None:
        tail = "\n".join(_patiently(lambda: self._api.log(task))[-_LOG_LINES:])
        raise DemoError(f"Task {_name(task)} of DAG {task['dag_id']} failed. Its log ends:\n{tail}")

    def _table(self, tasks: list[Task], waiting_for: str) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_row(f"  {_clock(self._began)}", f"[bold]waiting for {waiting_for}[/]")
        for task in _active(tasks):
            line = f"{task['dag_id']:<8} {_name(task):<28} {task['state']} {_seconds(task):.0f} s"
            table.add_row("", line)
        return table

    def _runs(self) -> list[dict[str, Any]]:
        return _patiently(self._api.runs)

    def _tasks(self) -> list[Task]:
        return sorted(_patiently(self._api.tasks), key=lambda task: task["end_date"] or "~")


def _patiently(ask: Callable[[], list[Answer]]) -> list[Answer]:
    """One slow answer of a busy machine is no failure."""
    try:
        return ask()
    except ApiError:
        return []


def _active(tasks: list[Task]) -> Iterator[Task]:
    return (task for task in tasks if task["state"] in ("running", "queued", "up_for_retry"))


def _name(task: Task) -> str:
    return task["task_id"] + (f"[{task['map_index']}]" if task["map_index"] >= 0 else "")


def _seconds(task: Task) -> float:
    if not task["start_date"]:
        return 0.0
    start = datetime.fromisoformat(task["start_date"])
    end = datetime.fromisoformat(task["end_date"]) if task["end_date"] else datetime.now(UTC)
    return (end - start).total_seconds()


def _clock(began: float) -> str:
    minutes, seconds = divmod(int(time.monotonic() - began), 60)
    return f"{minutes:2d}:{seconds:02d}"
