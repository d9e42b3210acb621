"""Where a cascade came from: git commit, data version, dvc.lock and parameters."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from pipeline.batches.corpus import read_version
from pipeline.errors import UserError
from pipeline.file_hash import sha256_of
from pipeline.registry.dvc_lock import is_settled


@dataclass(frozen=True)
class Provenance:
    """Tags that lead back to code and data, and the parameters as flat `group/key: value`."""

    tags: dict[str, str] = field(default_factory=dict)
    params: dict[str, str] = field(default_factory=dict)


def trace(folder: Path) -> Provenance:
    """Read the repository that the cascade in `folder` lies in; outside of any it has none.

    The data version is that of the corpus beside the cascade, and is left out when the stages
    between the two have not all run since.
    """
    root = _git(folder, "rev-parse", "--show-toplevel")
    if not root:
        return Provenance()
    repository = Path(root)
    lock = repository / "dvc.lock"
    corpus = folder.resolve().parent / "corpus"
    tags = {
        "git_commit": _git(repository, "rev-parse", "HEAD"),
        "git_dirty": "yes" if _git(repository, "status", "--porcelain", "-uno") else "",
        # Not the newest tag: a batch may have landed, or an older version have been chosen.
        "data_version": read_version(corpus) if is_settled(lock) else "",
        "dvc_lock_sha256": _hash(lock),
    }
    return Provenance({k: v for k, v in tags.items() if v}, _params(repository / "params.yaml"))


def flatten(tree: object, prefix: str = "") -> dict[str, object]:
    """Leaves of nested mappings under keys joined by `/`, the form MLflow groups by."""
    if not isinstance(tree, dict):
        return {prefix: tree}
    leaves: dict[str, object] = {}
    for key, value in tree.items():
        leaves |= flatten(value, f"{prefix}/{key}" if prefix else str(key))
    return leaves


def _params(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        tree = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise UserError(f"{path}: not YAML.") from error
    return {key: str(value) for key, value in flatten(tree or {}).items()}


def _hash(path: Path) -> str:
    return sha256_of(path) if path.is_file() else ""


def _git(folder: Path, *arguments: str) -> str:
    """Git's answer, or nothing when it has none (no repository, no tag, no git)."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
