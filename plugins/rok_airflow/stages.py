"""The stages of dvc.yaml and their order, read without importing DVC."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

_VARIABLE = re.compile(r"\$\{([^}]+)\}")
_OUTPUTS = ("outs", "metrics", "plots")


@dataclass(frozen=True)
class Stage:
    """A stage as DVC names it (`train-encoder@a` for a cell of a matrix), and what precedes it."""

    name: str
    after: tuple[str, ...]


def read_stages(repository: Path) -> list[Stage]:
    """Every stage of the repository's dvc.yaml with the stages whose outputs it depends on."""
    variables = _load(repository / "params.yaml")
    cells = dict(_cells(_load(repository / "dvc.yaml")["stages"], variables))
    outputs = {name: [p for kind in _OUTPUTS for p in _paths(c, kind)] for name, c in cells.items()}
    return [Stage(name, _makers(_paths(cell, "deps"), outputs)) for name, cell in cells.items()]


def _load(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    return yaml.safe_load(path.read_text(encoding="utf-8")) or {}


def _cells(
    stages: dict[str, Any], variables: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Stages with matrix and foreach spelt out and every `${…}` filled in."""
    for name, stage in stages.items():
        if "matrix" in stage:
            axes = _fill(stage["matrix"], variables)
            for values in itertools.product(*axes.values()):
                item = dict(zip(axes, values, strict=True))
                suffix = "-".join(str(value) for value in values)
                yield f"{name}@{suffix}", _fill(stage, variables | {"item": item})
        elif "foreach" in stage:
            for item in _fill(stage["foreach"], variables):
                yield f"{name}@{item}", _fill(stage["do"], variables | {"item": item})
        else:
            yield name, _fill(stage, variables)


def _fill(tree: Any, variables: dict[str, Any]) -> Any:
    if isinstance(tree, dict):
        return {_fill(k, variables): _fill(v, variables) for k, v in tree.items() if k != "matrix"}
    if isinstance(tree, list):
        return [_fill(item, variables) for item in tree]
    if not isinstance(tree, str):
        return tree
    whole = _VARIABLE.fullmatch(tree)
    if whole:
        return _value(whole[1], variables)
    return _VARIABLE.sub(lambda match: str(_value(match[1], variables)), tree)


def _value(path: str, variables: dict[str, Any]) -> Any:
    value: Any = variables
    for key in path.strip().split("."):
        value = value[key]
    return value


def _paths(stage: dict[str, Any], kind: str) -> list[PurePosixPath]:
    """Paths listed plainly or as `{path: options}`."""
    entries = stage.get(kind) or []
    return [PurePosixPath(e if isinstance(e, str) else next(iter(e))) for e in entries]


def _makers(needs: list[PurePosixPath], outputs: dict[str, list[PurePosixPath]]) -> tuple[str, ...]:
    return tuple(
        name
        for name, made in outputs.items()
        if any(_overlap(need, out) for need in needs for out in made)
    )


def _overlap(one: PurePosixPath, other: PurePosixPath) -> bool:
    return one == other or one in other.parents or other in one.parents
