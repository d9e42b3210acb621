"""A stage of dvc.yaml as an Airflow task."""

import time
from typing import Any

from airflow.sdk import BaseOperator, Context, TaskGroup
from airflow.sdk.exceptions import AirflowException

from rok_airflow import settings
from rok_airflow.commands import Outcome, run
from rok_airflow.stages import Stage, read_stages

_LOCKED = "Unable to acquire lock"
_LOCK_PAUSE_SECONDS = 3


class StageOperator(BaseOperator):
    """Runs `dvc repro --single-item STAGE` in the working repository.

    DVC skips a stage whose dependencies, parameters and command are those of its last run, so
    a rerun costs nothing that is already done. Returns the stage's name and what became of it.
    """

    ui_color = "#e8f0fe"

    def __init__(self, *, stage: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.stage = stage

    def execute(self, context: Context) -> dict[str, str]:
        """Run the stage; a failure of DVC is the task's failure."""
        del context
        outcome = self._repro_when_free()
        if outcome.code:
            raise AirflowException(f"stage {self.stage} failed with exit code {outcome.code}")
        result = _result(outcome.output)
        self.log.info("Stage %s: %s.", self.stage, result)
        return {"stage": self.stage, "result": result}

    def _repro_when_free(self) -> Outcome:
        """DVC gives up at once when someone else holds its lock; this waits, but not for ever."""
        give_up = time.monotonic() + settings.LOCK_WAIT.total_seconds()
        command = ["dvc", "repro", "--single-item", self.stage]
        while True:
            outcome = run(command, settings.REPOSITORY, self.log.info)
            if _LOCKED not in outcome.output or time.monotonic() > give_up:
                return outcome
            time.sleep(_LOCK_PAUSE_SECONDS)


def stage_group(group_id: str) -> TaskGroup:
    """Every stage of the working repository's dvc.yaml as a task, in dvc.yaml's order."""
    with TaskGroup(group_id, prefix_group_id=False) as group:
        stages = read_stages(settings.REPOSITORY)
        tasks = {stage.name: _task(stage) for stage in stages}
        for stage in stages:
            for before in stage.after:
                tasks[before] >> tasks[stage.name]
    return group


def task_id(stage: str) -> str:
    """The stage's name as Airflow allows it: `train-encoder@a` is `train-encoder.a`."""
    return stage.replace("@", ".")


def _task(stage: Stage) -> StageOperator:
    return StageOperator(
        task_id=task_id(stage.name),
        stage=stage.name,
        pool=settings.WORKING_TREE_POOL,
        execution_timeout=settings.STAGE_TIMEOUT,
    )


def _result(output: str) -> str:
    if "didn't change, skipping" in output:
        return "unchanged"
    return "restored from cache" if "is cached - skipping run" in output else "ran"
