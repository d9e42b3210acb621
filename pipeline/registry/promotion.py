"""Promotion: register a judged cascade, and let it serve if its gate says pass."""

from dataclasses import dataclass

from pipeline.registry.evidence import Evidence
from pipeline.registry.packaging import log_run
from pipeline.registry.provenance import Provenance
from pipeline.registry.server import (
    MlflowClient,
    MlflowException,
    ModelVersion,
    RegistryError,
    connect,
    mlflow,
    registry_errors,
)

CHAMPION, CHALLENGER, PREVIOUS = "champion", "challenger", "previous"
DEFAULT_MODEL = "redact-or-keep"
_FREE_ALIAS = "INVALID_PARAMETER_VALUE"  # What MLflow calls an alias that nobody holds.
_SETTLED = "settled"  # The last tag written: without it a promotion was cut short.


@dataclass(frozen=True)
class Promotion:
    """What `promote` did; `champion` and `previous` are version numbers as they stand now."""

    model: str
    version: str
    cascade_version: str
    verdict: str
    failed_checks: tuple[str, ...]
    recognised: bool
    champion: str | None
    previous: str | None

    @property
    def serves(self) -> bool:
        """Whether this version is the champion."""
        return self.champion == self.version


def promote(evidence: Evidence, provenance: Provenance, model: str = DEFAULT_MODEL) -> Promotion:
    """Register the cascade under `model` and move the aliases its verdict allows.

    `challenger` is the newest version. After a pass `champion` moves too and its former holder
    becomes `previous`. The same cascade with the same gate report is recognised: no second
    version, and aliases that were moved since then stay where they are. A promotion that was
    cut short is finished. Raises RegistryError.
    """
    client = connect()
    with registry_errors(f"{model}: not promoted"):
        found = _recognise(client, model, evidence)
        version = found or _register(client, model, evidence, provenance)
        if _SETTLED not in version.tags:
            _move_aliases(client, model, version.version, evidence.passed)
            client.set_model_version_tag(model, version.version, _SETTLED, "true")
        return Promotion(
            model=model,
            version=str(version.version),
            cascade_version=evidence.version,
            verdict=_verdict(evidence),
            failed_checks=evidence.failed_checks,
            recognised=found is not None,
            champion=_holder(client, model, CHAMPION),
            previous=_holder(client, model, PREVIOUS),
        )


def _recognise(client: MlflowClient, model: str, evidence: Evidence) -> ModelVersion | None:
    """The version registered earlier from the same cascade and the same gate report."""
    same = (
        f"name = '{model}' and tags.cascade_version = '{evidence.version}' "
        f"and tags.gate_sha256 = '{evidence.gate_sha256}'"
    )
    return next(iter(client.search_model_versions(same)), None)


def _register(
    client: MlflowClient, model: str, evidence: Evidence, provenance: Provenance
) -> ModelVersion:
    tags = provenance.tags | {
        "cascade_version": evidence.version,
        "gate_verdict": _verdict(evidence),
        "gate_sha256": evidence.gate_sha256,
    }
    source = log_run(evidence, provenance, tags)
    number = mlflow.register_model(source, model, tags=tags).version
    version = client.get_model_version(model, number)
    if not tags.items() <= version.tags.items():
        raise RegistryError(f"{model}: the server lost tags of version {number}; not promoted.")
    return version


def _move_aliases(client: MlflowClient, model: str, version: str, passed: bool) -> None:
    client.set_registered_model_alias(model, CHALLENGER, version)
    if not passed:
        return
    former = _holder(client, model, CHAMPION)
    if former == str(version):
        return
    if former:
        # First, so that a crash between the two loses nobody.
        client.set_registered_model_alias(model, PREVIOUS, former)
    client.set_registered_model_alias(model, CHAMPION, version)


def _holder(client: MlflowClient, model: str, alias: str) -> str | None:
    """The version that holds an alias, or None; MLflow answers a free alias with an error."""
    try:
        return str(client.get_model_version_by_alias(model, alias).version)
    except MlflowException as error:
        if error.error_code == _FREE_ALIAS:
            return None
        raise


def _verdict(evidence: Evidence) -> str:
    return "pass" if evidence.passed else "fail"
