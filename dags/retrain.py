"""### Retrain: the stages of dvc.yaml, each as one task

**Purpose.** Train the encoders and the reviewer on the newest data version, assemble them into a
cascade, evaluate it on the frozen test sets and put it through the gate. Then `challenger`
changes, and promotion decides.

**When.** When ingest has made a data version, or by hand.

**When it is red.** Open the log of the first red stage: it is what `dvc repro` said. To see it
outside of Airflow run `dvc repro --single-item STAGE` in the working repository. A lock that is
never released means that someone runs DVC there by hand.

**Is a rerun safe?** Yes. DVC skips a stage whose inputs, parameters and code have not changed, and
the task says "unchanged". The tasks take turns, since they share one working tree.
"""

from datetime import datetime

from airflow.sdk import DAG, task

from rok_airflow import settings
from rok_airflow.assets import ANNOTATIONS, CHALLENGER
from rok_airflow.rok import record_run
from rok_airflow.stage_operator import stage_group
from rok_airflow.vocabulary import Owner, Tag, task_defaults

with DAG(
    dag_id="retrain",
    doc_md=__doc__,
    start_date=datetime(2026, 1, 1),
    schedule=[ANNOTATIONS],
    catchup=False,
    max_active_runs=1,
    default_args=task_defaults(Owner.ML_PLATFORM),
    tags=[Tag.TRAINING],
):

    @task(pool=settings.WORKING_TREE_POOL, outlets=[CHALLENGER])
    def record() -> dict[str, str]:
        """Commit what the stages made (dvc.lock, metrics) and push their outputs."""
        return record_run()

    stage_group("stages") >> record()
