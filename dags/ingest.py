"""### Ingest: annotated batches become data versions

**Purpose.** Each file that lands is checked and taken in by `rok data add`: what is accepted
becomes a data version `data/vN` (a commit, a tag and a DVC pointer), what is not goes to
quarantine with its reason. Then, once training and test batches are there, `annotations` changes
and retraining begins.

**When.** When a file has landed and settled, every few minutes, or by hand.

**When it is red.** The log of the red `add` task says which file was refused and why: an
unreadable file, nothing in it that could be accepted, a sidecar that names no known purpose, or a
DVC remote that does not answer. Other batches went on. A refused file is not tried
again as it is: put it or its sidecar right, or clear the task.

**Is a rerun safe?** Yes. A batch is known by its content; taking it in twice changes nothing.
"""

from datetime import datetime
from typing import Any

from airflow.sdk import (
    DAG,
    AssetOrTimeSchedule,
    CronTriggerTimetable,
    TaskInstance,
    TriggerRule,
    task,
)

from rok_airflow import settings
from rok_airflow.assets import ANNOTATIONS, LANDING
from rok_airflow.rok import add_batch, find_batches, require_enough
from rok_airflow.vocabulary import Owner, Tag, task_defaults

with DAG(
    dag_id="ingest",
    doc_md=__doc__,
    start_date=datetime(2026, 1, 1),
    schedule=AssetOrTimeSchedule(
        timetable=CronTriggerTimetable(settings.INGEST_CRON, timezone="UTC"), assets=LANDING
    ),
    catchup=False,
    max_active_runs=1,
    default_args=task_defaults(Owner.DATA_STEWARD),
    tags=[Tag.DATA],
):

    @task
    def find() -> list[str]:
        """List the landed files that no data version holds yet."""
        return find_batches()

    @task(pool=settings.WORKING_TREE_POOL)
    def add(batch: str, ti: TaskInstance) -> dict[str, Any]:
        """Take one file in as a data version."""
        return add_batch(batch, is_retry=ti.try_number > 1)

    @task(outlets=[ANNOTATIONS], trigger_rule=TriggerRule.ALL_DONE_MIN_ONE_SUCCESS)
    def announce() -> None:
        """Say that there are new annotations, also when one batch of several was refused."""
        require_enough()

    add.expand(batch=find()) >> announce()
