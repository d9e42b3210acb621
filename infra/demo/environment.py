"""The environment that every process of the demo runs in."""

import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from infra.demo.place import Place

# The 29th of February: no tick lies between the start date of the DAGs and the demo.
_NEVER = "0 0 29 2 *"


@dataclass(frozen=True)
class Ports:
    """Where the two pages are, on the loopback interface."""

    airflow: int
    mlflow: int

    @property
    def airflow_url(self) -> str:
        """Airflow's page."""
        return f"http://localhost:{self.airflow}"

    @property
    def mlflow_url(self) -> str:
        """MLflow's page."""
        return f"http://localhost:{self.mlflow}"


def environment(place: Place, ports: Ports) -> dict[str, str]:
    """This process's environment with the demo's settings on top; none of Airflow's own remain."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("AIRFLOW", "ROK_", "MLFLOW"))}
    return {**kept, **_programs(), **_quiet(), **_rok(place, ports), **_airflow(place, ports)}


def _programs() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {"PATH": path, "PYTHONUNBUFFERED": "1", "PYTHONHASHSEED": "0"}


def _quiet() -> dict[str, str]:
    return {
        "DO_NOT_TRACK": "1",
        "DVC_NO_ANALYTICS": "1",
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
        "SCARF_ANALYTICS": "false",
        "PYTHONWARNINGS": "ignore",
    }


def _rok(place: Place, ports: Ports) -> dict[str, str]:
    return {
        "ROK_REPOSITORY": str(place.repository),
        "ROK_LANDING": str(place.landing),
        "ROK_INBOX": str(place.inbox),
        "ROK_REDACTED": str(place.redacted),
        "ROK_SETTLE_SECONDS": "1",
        "ROK_POLL_SECONDS": "1",
        "ROK_RETRIES": "1",
        "ROK_RETRY_SECONDS": "3",
        # The folders and the assets set everything off; a clock would make runs differ.
        "ROK_INGEST_CRON": _NEVER,
        "ROK_REDACT_CRON": _NEVER,
        "MLFLOW_TRACKING_URI": ports.mlflow_url,
    }


def _airflow(place: Place, ports: Ports) -> dict[str, str]:
    sections = {
        "CORE": {
            "DAGS_FOLDER": str(place.repository / "dags"),
            "PLUGINS_FOLDER": str(place.repository / "plugins"),
            "LOAD_EXAMPLES": "False",
            "DAGS_ARE_PAUSED_AT_CREATION": "False",
            "EXECUTOR": "LocalExecutor",
            "PARALLELISM": "2",
            "SIMPLE_AUTH_MANAGER_ALL_ADMINS": "True",
            "EXECUTION_API_SERVER_URL": f"{ports.airflow_url}/execution/",
        },
        "API": {
            "HOST": "localhost",
            "PORT": str(ports.airflow),
            "BASE_URL": ports.airflow_url,
            "WORKERS": "1",
            "SECRET_KEY": secrets.token_hex(32),
        },
        "API_AUTH": {"JWT_SECRET": secrets.token_hex(64)},
        "SCHEDULER": {"SCHEDULER_IDLE_SLEEP_TIME": "0.5", "JOB_HEARTBEAT_SEC": "2"},
        "DAG_PROCESSOR": {
            "REFRESH_INTERVAL": "60",
            "MIN_FILE_PROCESS_INTERVAL": "600",
            "STALE_DAG_THRESHOLD": "3600",
            "DAG_BUNDLE_STORAGE_PATH": str(place.airflow / "bundles"),
        },
        "USAGE_DATA_COLLECTION": {"ENABLED": "False"},
        "LOGGING": {"LOGGING_LEVEL": "INFO"},
    }
    named = {
        f"AIRFLOW__{section}__{key}": value
        for section, options in sections.items()
        for key, value in options.items()
    }
    return {"AIRFLOW_HOME": str(place.airflow), **named}
