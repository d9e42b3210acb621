"""The folder trigger: one event a change, none for nothing, and no file name in it."""

import asyncio
from pathlib import Path

import pytest


@pytest.fixture
def trigger(tmp_path):
    from rok_airflow.folder_trigger import FolderTrigger

    return FolderTrigger(str(tmp_path), poll=0.01, settle=0)


async def events(trigger, steps, quiet=0.3):
    """What the trigger says while `steps` are taken one after another."""
    found = []

    async def listen():
        async for event in trigger.run():
            found.append(event.payload)

    listener = asyncio.create_task(listen())
    for step in steps:
        step()
        await asyncio.sleep(quiet)
    listener.cancel()
    return found


def test_each_change_is_one_event_with_a_count(trigger, tmp_path):
    steps = [
        lambda: None,
        lambda: (tmp_path / "grace.jsonl").write_text("1"),
        lambda: None,
        lambda: (tmp_path / "b.jsonl").write_text("1"),
        lambda: (tmp_path / "b.jsonl").write_text("22"),
    ]
    assert asyncio.run(events(trigger, steps)) == [{"files": 1}, {"files": 2}, {"files": 2}]


def test_a_hidden_file_is_not_there_until_it_is_renamed(trigger, tmp_path):
    steps = [
        lambda: (tmp_path / ".a.jsonl").write_text("1"),
        lambda: (tmp_path / ".a.jsonl").rename(tmp_path / "a.jsonl"),
    ]
    assert asyncio.run(events(trigger, steps)) == [{"files": 1}]


def test_airflow_can_make_it_again(trigger):
    path, arguments = trigger.serialize()
    assert path == "rok_airflow.folder_trigger.FolderTrigger"
    assert type(trigger)(**arguments).folder == trigger.folder
    assert Path(trigger.folder).is_dir()
