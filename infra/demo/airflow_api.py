"""Airflow's REST API, as far as the demo needs it."""

import json
import urllib.parse
import urllib.request
from typing import Any

from infra.demo.place import DemoError

_COMPONENTS = ("metadatabase", "scheduler", "dag_processor", "triggerer")
_TIMEOUT_SECONDS = 30


class ApiError(DemoError):
    """Airflow's API gave no good answer."""


class AirflowApi:
    """Runs, tasks and logs of one Airflow at `url`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._token = ""

    def is_healthy(self) -> bool:
        """Whether every component reports itself."""
        try:
            health = self._get("/api/v2/monitor/health")
        except ApiError:
            return False
        return all(health.get(name, {}).get("status") == "healthy" for name in _COMPONENTS)

    def log_in(self) -> None:
        """Fetch the token that a visitor of this single-user Airflow gets."""
        self._token = self._get("/auth/token")["access_token"]

    def create_pool(self, name: str, slots: int) -> None:
        """A pool of so many slots."""
        self._request("POST", "/api/v2/pools", {"name": name, "slots": slots})

    def dags(self) -> set[str]:
        """Ids of the DAGs that Airflow has read."""
        return {dag["dag_id"] for dag in self._get("/api/v2/dags?limit=100")["dags"]}

    def import_errors(self) -> list[str]:
        """Why DAG files could not be read."""
        return [e["stack_trace"] for e in self._get("/api/v2/importErrors")["import_errors"]]

    def runs(self) -> list[dict[str, Any]]:
        """Every run of every DAG."""
        return list(self._get("/api/v2/dags/~/dagRuns?limit=100")["dag_runs"])

    def tasks(self) -> list[dict[str, Any]]:
        """Every task instance of every run."""
        return list(self._get("/api/v2/dags/~/dagRuns/~/taskInstances?limit=100")["task_instances"])

    def log(self, task: dict[str, Any]) -> list[str]:
        """What the last try of a task said, line by line."""
        run = urllib.parse.quote(task["dag_run_id"], safe="")
        path = f"/api/v2/dags/{task['dag_id']}/dagRuns/{run}/taskInstances/{task['task_id']}"
        tries = f"/logs/{task['try_number']}?map_index={task['map_index']}&full_content=true"
        content = self._get(path + tries)["content"]
        return [line for one in content for line in _lines(one)]

    def _get(self, path: str) -> dict[str, Any]:
        return self._request("GET", path)

    def _request(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:
                return dict(json.load(response))
        except (OSError, ValueError) as error:
            raise ApiError(f"{method} {self._url}{path}: {error}") from error


def _lines(entry: dict[str, Any]) -> list[str]:
    """An entry of a task's log, with the exception that it may carry; folding marks left out."""
    event = str(entry.get("event", ""))
    if event.startswith("::"):
        return []
    errors = entry.get("error_detail") or []
    return [event, *(f"{error['exc_type']}: {error['exc_value']}" for error in errors)]
