"""The demo's working repository: a clone of this one, with a DVC remote beside it."""

import subprocess
from pathlib import Path

import yaml

from infra.demo.place import SOURCE, DemoError, Place
from infra.demo.processes import Processes

# Sixteen synthetic dialogues a test set: one missed name moves a recall by five points.
BOUNDS = {"macro_f1_min": 0.8, "recall_min": 0.85}

_DATA = ("data/records/*.json", "data/batches/*.dvc", "dvc.lock")


def clone_repository(processes: Processes, place: Place, source: Path = SOURCE) -> None:
    """Clone the HEAD of `source`, without its data versions: the demo is on synthetic data alone.

    What is not committed does not take part, but for `pipeline/`, which is installed from where it
    is.
    """
    if not (source / ".git").exists():
        raise DemoError(f"{source} is no git clone, and the demo works in a clone of it.")
    options = ["--quiet", "--no-hardlinks", "--no-tags"]
    processes.run("git-clone", ["git", "clone", *options, str(source), str(place.repository)])
    config = place.repository / ".git" / "config"
    with config.open("a") as file:
        file.write("[user]\n\tname = demo\n\temail = demo@localhost\n[gc]\n\tauto = 0\n")
    local = place.repository / ".dvc" / "config.local"
    local.write_text(f"['remote \"store\"']\n    url = {place.remote}\n")
    _forget_data(processes, place.repository)
    _set_bounds(processes, place.repository)


def _forget_data(processes: Processes, repository: Path) -> None:
    names = [str(path) for pattern in _DATA for path in repository.glob(pattern)]
    if names:
        processes.run("git-rm", ["git", "rm", "--quiet", "--", *names], repository)
        message = "Leave the data versions where they are"
        processes.run("git-commit", ["git", "commit", "--quiet", "-m", message], repository)


def _set_bounds(processes: Processes, repository: Path) -> None:
    """The gate's bounds for a cascade that trained for minutes, as a commit of the clone."""
    path = repository / "params.yaml"
    params = yaml.safe_load(path.read_text(encoding="utf-8"))
    params["gate"] |= BOUNDS
    path.write_text(yaml.safe_dump(params, sort_keys=False), encoding="utf-8")
    message = "Bounds for a cascade that trains for minutes"
    processes.run("git-commit", ["git", "commit", "--quiet", "-am", message], repository)


def has_changes(source: Path = SOURCE) -> bool:
    """Whether files that git tracks differ from the HEAD of `source`."""
    command = ["git", "-C", str(source), "diff", "--quiet", "HEAD"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 1
