"""### Redact: the champion at work on new transcripts

**Purpose.** Redact every transcript in the inbox with the champion and write the result, in the
form it came in, to the folder of redacted transcripts.

**When.** When a transcript has arrived and settled, when the champion changes, every hour, or by
hand.

**When it is red.** The log says which file and line, never which words. No champion: promote one.
A file that cannot be read stays in the inbox; the others were redacted. Nothing is ever passed on
unredacted because of an error.

**Is a rerun safe?** Yes. An output appears whole or not at all, and replaces itself.
"""

from datetime import datetime

from airflow.sdk import DAG, AssetOrTimeSchedule, CronTriggerTimetable, task

from rok_airflow import settings
from rok_airflow.assets import CHAMPION, INBOX
from rok_airflow.rok import redact_inbox
from rok_airflow.vocabulary import Owner, Tag, task_defaults

with DAG(
    dag_id="redact",
    doc_md=__doc__,
    start_date=datetime(2026, 1, 1),
    schedule=AssetOrTimeSchedule(
        timetable=CronTriggerTimetable(settings.REDACT_CRON, timezone="UTC"),
        assets=INBOX | CHAMPION,
    ),
    catchup=False,
    max_active_runs=1,
    default_args=task_defaults(Owner.ML_PLATFORM),
    tags=[Tag.SERVING],
):

    @task(execution_timeout=settings.STAGE_TIMEOUT)
    def redact() -> dict[str, int]:
        """Redact what is in the inbox."""
        return redact_inbox()

    redact()
