"""Load a cascade from a folder or from the registry: the one door to what serves."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import UserError
from pipeline.registry.reference import SCHEME, ModelReference, parse_reference

if TYPE_CHECKING:
    from pipeline.cascade import Cascade
    from pipeline.registry.server import ModelVersion


def load_cascade(ref: str) -> "Cascade":
    """The cascade in folder `ref` or behind `models:/NAME@ALIAS` or `models:/NAME/VERSION`.

    `Cascade.load` compares every file with the hash in its manifest, so a damaged download
    raises instead of serving. Needs MLFLOW_TRACKING_URI for `models:/…`.
    """
    from pipeline.cascade import Cascade

    if not ref.startswith(SCHEME):
        return Cascade.load(_folder(ref))
    with tempfile.TemporaryDirectory(prefix="rok-cascade-") as place:
        return Cascade.load(_download(parse_reference(ref), Path(place)))


def resolve(reference: ModelReference) -> "ModelVersion":
    """The registered version behind a reference; an alias is asked for by name, never listed."""
    from pipeline.registry.server import connect, registry_errors

    client = connect()
    with registry_errors(f"{reference} cannot be resolved"):
        if reference.alias:
            return client.get_model_version_by_alias(reference.name, reference.alias)
        return client.get_model_version(reference.name, str(reference.version))


def _folder(ref: str) -> Path:
    folder = Path(ref)
    if not folder.is_dir():
        raise UserError(f"{ref}: there is no such cascade folder.")
    return folder


def _download(reference: ModelReference, place: Path) -> Path:
    """Copy the registered files to `place`; returns the cascade folder inside."""
    from pipeline.registry.server import mlflow, registry_errors

    version = resolve(reference)
    with registry_errors(f"{reference} cannot be downloaded"):
        # By number: an alias that moves between two requests must not mix two versions.
        uri = f"{SCHEME}{reference.name}/{version.version}"
        root = Path(mlflow.artifacts.download_artifacts(artifact_uri=uri, dst_path=str(place)))
    manifests = sorted(root.glob("data/*/manifest.json"))
    if len(manifests) != 1:
        raise UserError(f"{reference} holds no cascade: it was not registered by `rok promote`.")
    return manifests[0].parent
