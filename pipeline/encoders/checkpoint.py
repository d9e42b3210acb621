"""Checkpoints of a training: weights, optimizer, random state and place; safetensors, no pickle."""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn


@dataclass
class Progress:
    """Where a training stands. `step` counts batches over all epochs, skipped ones included."""

    epoch: int = 0
    step: int = 0
    skipped: int = 0
    best_score: float | None = None
    epochs_since_best: int = 0


def save_checkpoint(
    folder: Path,
    module: nn.Module,
    optimizer: torch.optim.Optimizer,
    progress: Progress,
    best: dict[str, Tensor] | None,
    fingerprint: str,
) -> None:
    """Write beside `folder` and rename onto it, so that a killed process leaves the last one."""
    beside = folder.with_name(folder.name + ".part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    save_file(_contiguous(module.state_dict()), beside / "module.safetensors")
    save_file(_flat(optimizer), beside / "optimizer.safetensors")
    save_file({"random": torch.get_rng_state()}, beside / "random.safetensors")
    if best is not None:
        save_file(best, beside / "best.safetensors")
    state = {"fingerprint": fingerprint, "progress": asdict(progress)}
    (beside / "progress.json").write_text(json.dumps(state))
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)


def load_checkpoint(
    folder: Path, module: nn.Module, optimizer: torch.optim.Optimizer, fingerprint: str
) -> tuple[Progress, dict[str, Tensor] | None]:
    """Take up a checkpoint of the same training; a fresh Progress where there is none.

    A checkpoint of other data, options or seed (another `fingerprint`) is left aside.
    """
    if not (folder / "progress.json").is_file():
        return Progress(), None
    state = json.loads((folder / "progress.json").read_text())
    if state["fingerprint"] != fingerprint:
        return Progress(), None
    module.load_state_dict(load_file(folder / "module.safetensors"))
    _unflatten(optimizer, load_file(folder / "optimizer.safetensors"))
    torch.set_rng_state(load_file(folder / "random.safetensors")["random"])
    best = folder / "best.safetensors"
    return Progress(**state["progress"]), load_file(best) if best.is_file() else None


def snapshot(module: nn.Module) -> dict[str, Tensor]:
    """A copy of the weights."""
    return {
        name: tensor.detach().clone() for name, tensor in _contiguous(module.state_dict()).items()
    }


def _contiguous(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.contiguous().cpu() for name, tensor in tensors.items()}


def _flat(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    return {
        f"{index}.{name}": value.detach().contiguous().cpu()
        for index, state in optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }


def _unflatten(optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    for key, value in tensors.items():
        index, name = key.split(".", 1)
        state.setdefault(int(index), {})[name] = value
    optimizer.load_state_dict(optimizer.state_dict() | {"state": state})
