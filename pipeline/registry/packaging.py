"""Put a cascade into MLflow as files and a loader's name: nothing is pickled."""

import re
import warnings
from importlib.metadata import version as installed_version

from pipeline.registry.evidence import Evidence
from pipeline.registry.provenance import Provenance, flatten
from pipeline.registry.server import mlflow

EXPERIMENT = "redact-or-keep"
BATCH = 100  # MLflow takes at most so many params in one request.
_UNNAMEABLE = re.compile(r"[^\w\-. :/]")


def log_run(evidence: Evidence, provenance: Provenance, tags: dict[str, str]) -> str:
    """Log one run with metrics, params, files and the cascade; returns the model's URI."""
    mlflow.set_experiment(EXPERIMENT)
    with mlflow.start_run(run_name=evidence.version, tags=tags):
        mlflow.log_metrics(metric_values(evidence.metrics))
        _log_params(provenance.params)
        for file in (evidence.metrics_file, evidence.gate_file, evidence.report):
            if file is not None:
                mlflow.log_artifact(str(file), "evaluation")
        return _log_cascade(evidence)


def metric_values(metrics: dict[str, object]) -> dict[str, float]:
    """The numbers of metrics.json by path; lists (of leaks, by id and offset) are left out."""
    return {
        _UNNAMEABLE.sub("_", key): float(value)
        for key, value in flatten(metrics).items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def signature() -> mlflow.models.ModelSignature:
    """A dialogue as native JSON in, its decisions as JSON out (offsets and types, no text)."""
    return mlflow.models.ModelSignature(inputs=_column("dialogue"), outputs=_column("decisions"))


def _column(name: str) -> mlflow.types.Schema:
    return mlflow.types.Schema([mlflow.types.ColSpec(mlflow.types.DataType.string, name)])


def _log_params(params: dict[str, str]) -> None:
    items = [(_UNNAMEABLE.sub("_", key), value) for key, value in params.items()]
    for start in range(0, len(items), BATCH):
        mlflow.log_params(dict(items[start : start + BATCH]))


def _log_cascade(evidence: Evidence) -> str:
    with warnings.catch_warnings():
        # MLflow asks for an input example; a dialogue has no business in the registry.
        warnings.simplefilter("ignore")
        info = mlflow.pyfunc.log_model(
            name="cascade",
            loader_module="pipeline.registry.serving",
            data_path=str(evidence.cascade),
            signature=signature(),
            # Stated, since MLflow would load the model to guess.
            pip_requirements=[f"redact-or-keep=={installed_version('redact-or-keep')}"],
        )
    return str(info.model_uri)
