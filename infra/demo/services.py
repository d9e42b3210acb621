"""The services: an MLflow server and the four components of Airflow."""

import sys
import time
import urllib.error
import urllib.request

from infra.demo.airflow_api import AirflowApi
from infra.demo.environment import Ports
from infra.demo.place import DemoError, Place
from infra.demo.processes import Processes

_START_SECONDS = 180.0


def start_mlflow(processes: Processes, place: Place, ports: Ports) -> None:
    """Start an MLflow server with SQLite and a local artifact root that clients write to."""
    place.mlflow.mkdir()
    hosts = f"localhost:{ports.mlflow},127.0.0.1:{ports.mlflow}"
    command = [sys.executable, "-m", "mlflow", "server", "--workers", "1"]
    command += ["--host", "localhost", "--port", str(ports.mlflow), "--allowed-hosts", hosts]
    command += ["--backend-store-uri", f"sqlite:///{place.mlflow / 'mlflow.db'}"]
    command += ["--no-serve-artifacts", "--default-artifact-root", str(place.mlflow / "artifacts")]
    processes.start("mlflow", command)


def start_airflow(processes: Processes) -> None:
    """Start the four components; their logs are read from the folder, so nobody serves them."""
    for component in ("api-server", "scheduler", "dag-processor", "triggerer"):
        options = ["--skip-serve-logs"] if component in ("scheduler", "triggerer") else []
        command = [sys.executable, "-m", "airflow", component, *options]
        processes.start(f"airflow-{component}", command)


def wait_until_up(processes: Processes, api: AirflowApi, ports: Ports) -> None:
    """Return once every service answers; DemoError when one ends or stays silent."""
    give_up = time.monotonic() + _START_SECONDS
    while not (api.is_healthy() and _answers(f"{ports.mlflow_url}/health")):
        processes.check()
        if time.monotonic() > give_up:
            raise DemoError(f"The services did not start within {_START_SECONDS:.0f} s.")
        time.sleep(0.5)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False
