"""The stage operator on a real DVC repository: ran, unchanged, restored, failed, locked."""

import fcntl
import shutil
from datetime import timedelta

import pytest

from rok_airflow import settings


@pytest.fixture
def execute(pipeline, monkeypatch):
    from rok_airflow.stage_operator import StageOperator

    monkeypatch.setattr(settings, "REPOSITORY", pipeline)
    monkeypatch.setattr(settings, "LOCK_WAIT", timedelta(seconds=0))

    def run(stage):
        return StageOperator(task_id="stage", stage=stage).execute({})["result"]

    return run


def test_a_stage_runs_once_and_is_then_unchanged(execute):
    assert [execute("split"), execute("split")] == ["ran", "unchanged"]


def test_what_an_earlier_run_made_is_restored(execute, pipeline):
    execute("split")
    (pipeline / "in.txt").write_text("2")
    execute("split")
    (pipeline / "in.txt").write_text("1")
    assert execute("split") == "restored from cache"


def test_only_the_stage_asked_for_runs(execute, pipeline):
    execute("split")
    execute("train@a")
    encoders = pipeline / "work" / "encoders"
    assert (encoders / "a" / "w").is_file()
    assert not (encoders / "b").exists()


def test_a_stage_that_fails_fails_its_task(execute, pipeline):
    from airflow.sdk.exceptions import AirflowException

    (pipeline / "in.txt").unlink()
    with pytest.raises(AirflowException, match="stage split failed"):
        execute("split")


def test_a_lock_that_stays_is_a_failure_and_not_a_hang(execute, pipeline):
    from airflow.sdk.exceptions import AirflowException

    execute("split")
    shutil.rmtree(pipeline / "work")
    with (pipeline / ".dvc" / "tmp" / "lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(AirflowException, match="exit code"):
            execute("split")
    assert execute("split") == "restored from cache"
