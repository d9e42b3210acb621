"""Synthetic dialogues: what lands, and what waits in the inbox. The same for the same seed."""

import json
import os
import time
from pathlib import Path

from infra.demo.place import Place
from infra.demo.processes import Processes

# Enough to pass the gate, and few enough to train on in minutes on two cores.
TRAINING_DIALOGUES = 96
NEW_DIALOGUES = 40

_ANNOTATED = ("canonical", "challenge", "train")
_INCOMING = ("monday", "tuesday")
_SIDECAR = "purpose: {purpose}\nsource: synthetic, seed {seed}\nlicence: CC0-1.0\n"


def synthesise(processes: Processes, place: Place, seed: int) -> None:
    """Make annotated dialogues, and others for the inbox that nobody has annotated."""
    _synth(processes, place.staging / "annotated", TRAINING_DIALOGUES, seed)
    new = place.staging / "new.jsonl"
    _synth(processes, new, NEW_DIALOGUES, seed + 1)
    lines = [_without_gold(line) for line in new.read_text(encoding="utf-8").splitlines()]
    share = len(lines) // len(_INCOMING)
    for number, name in enumerate(_INCOMING):
        part = lines[number * share : (number + 1) * share]
        _file(place, name).write_text("".join(part), encoding="utf-8")


def land(place: Place, seed: int) -> None:
    """Move the annotated batches into the landing zone, each sidecar before its batch."""
    for purpose in _ANNOTATED:
        sidecar = place.landing / f"{purpose}.yaml"
        sidecar.write_text(_SIDECAR.format(purpose=purpose, seed=seed))
    _move(
        [place.staging / "annotated" / f"{purpose}.jsonl" for purpose in _ANNOTATED], place.landing
    )


def drop(place: Place) -> list[Path]:
    """Move the new transcripts into the inbox; returns where their redacted forms will be."""
    _move([_file(place, name) for name in _INCOMING], place.inbox)
    return [place.redacted / f"{name}.jsonl" for name in _INCOMING]


def _synth(processes: Processes, out: Path, dialogues: int, seed: int) -> None:
    command = ["rok", "data", "synth", str(out)]
    processes.run("synth", [*command, "--dialogues", str(dialogues), "--seed", str(seed)])


def _without_gold(line: str) -> str:
    record = json.loads(line)
    gold = ("spans", "keep_spans")
    return json.dumps({k: v for k, v in record.items() if k not in gold}, ensure_ascii=False) + "\n"


def _file(place: Place, name: str) -> Path:
    return place.staging / f"{name}.jsonl"


def _move(files: list[Path], folder: Path) -> None:
    """Move files that count as written at one moment, so that they settle together."""
    now = time.time()
    for file in files:
        os.utime(file, (now, now))
    for file in files:
        file.rename(folder / file.name)
