"""Checkpoints of a training: weights, optimizer, random state and place; safetensors, no pickle."""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from pipeline.whole_folder import put_folder_in_place


@dataclass
class Progress:
    """Where a training stands: `batch` counts in the epoch, `step` over all, skipped included."""

    epoch: int = 0
    batch: int = 0
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
    """Write beside `folder` and rename onto it: a killed process leaves a whole one or none."""
    beside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    save_file(_contiguous(module.state_dict()), beside / "module.safetensors")
    save_file(_flat(optimizer), beside / "optimizer.safetensors")
    save_file({"random": torch.get_rng_state()}, beside / "random.safetensors")
    if best is not None:
        save_file(best, beside / "best.safetensors")
    state = {"fingerprint": fingerprint, "progress": asdict(progress)}
    (beside / "progress.json").write_text(json.dumps(state))
    put_folder_in_place(beside, folder)


def load_checkpoint(
    folder: Path, module: nn.Module, optimizer: torch.optim.Optimizer, fingerprint: str
) -> tuple[Progress, dict[str, Tensor] | None]:
    """Take up a checkpoint of the same training; a fresh Progress where there is none.

    A checkpoint of other data, options or seed (another `fingerprint`) is left aside, and so is
    one that cannot be read: then nothing of it is taken up.
    """
    try:
        state = json.loads((folder / "progress.json").read_text())
        if state["fingerprint"] != fingerprint:
            return Progress(), None
        progress = Progress(**state["progress"])
        tensors = {path.stem: load_file(path) for path in folder.glob("*.safetensors")}
        needed = [tensors[name] for name in ("module", "optimizer", "random")]
    except (OSError, ValueError, KeyError, TypeError, SafetensorError):
        return Progress(), None
    module.load_state_dict(needed[0])
    _unflatten(optimizer, needed[1])
    torch.set_rng_state(needed[2]["random"])
    return progress, tensors.get("best")


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
