"""### Promote: a challenger that passes the gate becomes champion

**Purpose.** Register the newest cascade in MLflow with its metrics, parameters, data hash and git
commit. If its gate report says pass, the alias `champion` moves to it and `previous` to the one
before; if not, it is registered as `challenger` only.

**When.** When retraining has made a challenger, or by hand.

**When it is red.** "The gate failed" is the platform doing its work: the champion has not changed,
and the log lists the checks with value and bound. Anything else is a registry that does not
answer or a gate report made for another cascade: run retrain again.

**Is a rerun safe?** Yes. The same cascade with the same gate report is recognised, and a promotion
that was cut short is finished.
"""

from datetime import datetime
from typing import Any

from airflow.sdk import DAG, task

from rok_airflow import settings
from rok_airflow.assets import CHALLENGER, CHAMPION
from rok_airflow.rok import promote_cascade
from rok_airflow.vocabulary import Owner, Tag, task_defaults

with DAG(
    dag_id="promote",
    doc_md=__doc__,
    start_date=datetime(2026, 1, 1),
    schedule=[CHALLENGER],
    catchup=False,
    max_active_runs=1,
    default_args=task_defaults(Owner.ML_PLATFORM),
    tags=[Tag.REGISTRY],
):

    @task(pool=settings.WORKING_TREE_POOL, outlets=[CHAMPION])
    def promote() -> dict[str, Any]:
        """Register the cascade and move the aliases its verdict allows."""
        return promote_cascade()

    promote()
