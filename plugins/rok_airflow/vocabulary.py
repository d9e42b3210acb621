"""The closed vocabulary of tags and owners, and what every task here has in common."""

from datetime import timedelta
from enum import StrEnum
from typing import Any

from rok_airflow import settings


class Tag(StrEnum):
    """What a DAG is about; a new tag is added here first."""

    DATA = "data"
    TRAINING = "training"
    REGISTRY = "registry"
    SERVING = "serving"


class Owner(StrEnum):
    """Who is asked when a DAG is red."""

    DATA_STEWARD = "data-steward"
    ML_PLATFORM = "ml-platform"


def task_defaults(owner: Owner) -> dict[str, Any]:
    """Default arguments of a DAG's tasks: an owner, retries with growing pauses, a time limit."""
    return {
        "owner": owner.value,
        "retries": settings.RETRIES,
        "retry_delay": settings.RETRY_DELAY,
        "retry_exponential_backoff": 2,
        "max_retry_delay": timedelta(minutes=15),
        "execution_timeout": timedelta(hours=1),
    }
