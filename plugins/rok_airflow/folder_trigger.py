"""A trigger that fires when the files of a folder have changed and settled."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from airflow.triggers.base import BaseEventTrigger, TriggerEvent

from rok_airflow.folder import settled_files


class FolderTrigger(BaseEventTrigger):
    """Watches `folder` every `poll` seconds; a file counts once it is `settle` seconds old.

    It remembers nothing: after a restart it fires once for what is there, and the DAG finds
    that there is nothing left to do. The event holds the number of files and no name.
    """

    def __init__(self, folder: str, poll: float, settle: float) -> None:
        super().__init__()
        self.folder = folder
        self.poll = poll
        self.settle = settle

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """How Airflow recreates the trigger in the triggerer."""
        arguments = {"folder": self.folder, "poll": self.poll, "settle": self.settle}
        return f"{type(self).__module__}.{type(self).__qualname__}", arguments

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Yield an event for each new state of the folder that is not empty."""
        seen = ""
        while True:
            count, state = await asyncio.to_thread(_state, Path(self.folder), self.settle)
            if count and state != seen:
                yield TriggerEvent({"files": count})
            seen = state
            await asyncio.sleep(self.poll)


def _state(folder: Path, settle: float) -> tuple[int, str]:
    """How many files there are, and a fingerprint of their names, sizes and times."""
    digest = hashlib.sha256()
    files = settled_files(folder, settle)
    for file in files:
        try:
            stat = file.stat()
        except OSError:
            # Taken away since it was listed; the next look sees the folder without it.
            continue
        digest.update(f"{file.name}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    return len(files), digest.hexdigest()
