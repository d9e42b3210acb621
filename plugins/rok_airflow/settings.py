"""Every setting of the DAGs, read from the environment in this one place."""

import os
from datetime import timedelta
from pathlib import Path


def _path(name: str, default: Path) -> Path:
    return Path(os.environ.get(name) or default)


def _seconds(name: str, default: float) -> timedelta:
    return timedelta(seconds=float(os.environ.get(name) or default))


# The working repository: its dvc.yaml is the pipeline, and its history holds the data versions.
REPOSITORY = _path("ROK_REPOSITORY", Path(__file__).resolve().parents[2])

# Annotated batches land here; transcripts to redact wait there; redacted ones go to the third.
LANDING = _path("ROK_LANDING", REPOSITORY / "landing")
INBOX = _path("ROK_INBOX", REPOSITORY / "inbox")
REDACTED = _path("ROK_REDACTED", REPOSITORY / "outputs")

# A file younger than this may still be on its way in.
SETTLE = _seconds("ROK_SETTLE_SECONDS", 30)
POLL = _seconds("ROK_POLL_SECONDS", 10)

MODEL = os.environ.get("ROK_MODEL") or "redact-or-keep"
CASCADE = os.environ.get("ROK_CASCADE") or "work/cascade"

INGEST_CRON = os.environ.get("ROK_INGEST_CRON") or "*/10 * * * *"
REDACT_CRON = os.environ.get("ROK_REDACT_CRON") or "0 * * * *"

RETRIES = int(os.environ.get("ROK_RETRIES") or 2)
RETRY_DELAY = _seconds("ROK_RETRY_SECONDS", 30)
STAGE_TIMEOUT = _seconds("ROK_STAGE_TIMEOUT_SECONDS", 6 * 3600)
LOCK_WAIT = _seconds("ROK_LOCK_WAIT_SECONDS", 300)

# One slot: the tasks that change the one working tree take turns.
WORKING_TREE_POOL = "working_tree"
