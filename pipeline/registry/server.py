"""The MLflow server: one client, quiet and offline, whose failures read as one sentence."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.errors import UserError
from pipeline.offline import go_offline

go_offline()
os.environ.setdefault("MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT", "true")
os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "WARNING")
os.environ.setdefault("MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR", "false")
# The default is 7 retries with growing pauses: minutes of silence when the server is down.
os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "2")

with warnings.catch_warnings():
    # MLflow warns about its own type hints while it is imported.
    warnings.simplefilter("ignore")
    import mlflow
    import mlflow.pyfunc
    from mlflow import MlflowClient
    from mlflow.entities.model_registry import ModelVersion
    from mlflow.exceptions import MlflowException

__all__ = [
    "MlflowClient",
    "MlflowException",
    "ModelVersion",
    "RegistryError",
    "connect",
    "mlflow",
    "registry_errors",
    "tracking_uri",
]


class RegistryError(UserError):
    """The registry cannot be reached, or does not hold what was asked for."""


def tracking_uri() -> str:
    """Where the MLflow server is; MLflow's own default would silently start an empty registry."""
    uri = os.environ.get("MLFLOW_TRACKING_URI", "")
    if not uri:
        raise RegistryError("MLFLOW_TRACKING_URI is not set: it says where the MLflow server is.")
    return uri


def connect() -> MlflowClient:
    """A client of the server that MLFLOW_TRACKING_URI names; nothing is sent yet."""
    uri = tracking_uri()
    with registry_errors("MLFLOW_TRACKING_URI"):
        mlflow.set_tracking_uri(uri)
        mlflow.set_registry_uri(uri)
        return MlflowClient(tracking_uri=uri, registry_uri=uri)


@contextmanager
def registry_errors(doing: str) -> Iterator[None]:
    """Turn what MLflow raises while `doing` something into a RegistryError."""
    try:
        yield
    except MlflowException as error:
        reason = str(error).splitlines()[0]
        if "Max retries exceeded" in reason or "Connection refused" in reason:
            reason = f"no MLflow server answers at {tracking_uri()}"
        raise RegistryError(f"{doing}: {reason}") from error
