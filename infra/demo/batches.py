"""Synthetic batches: what lands, and what waits in the inbox. The same for the same seed."""

import os
from dataclasses import dataclass
from pathlib import Path

from infra.demo.place import Place
from infra.demo.processes import Processes

_SIDECAR = "purpose: {purpose}\nsource: synthetic, seed {seed}\nlicence: CC0-1.0\n"


@dataclass(frozen=True)
class Batch:
    """A synthetic file: its name, size, seed offset and what it is for."""

    name: str
    dialogues: int
    offset: int
    purpose: str


ANNOTATED = (
    Batch("canonical", 80, 1, "canonical"),
    Batch("challenge", 60, 2, "challenge"),
    Batch("train", 400, 0, "train"),
)
INCOMING = (Batch("monday", 40, 3, "inbox"), Batch("tuesday", 40, 4, "inbox"))


def synthesise(processes: Processes, place: Place, seed: int) -> None:
    """Make every file in the staging folder."""
    for batch in (*ANNOTATED, *INCOMING):
        command = ["rok", "data", "synth", str(_staged(place, batch))]
        command += ["--dialogues", str(batch.dialogues), "--seed", str(seed + batch.offset)]
        if batch.purpose == "challenge":
            command.append("--challenge")
        processes.run(f"synth-{batch.name}", command)


def land(place: Place, seed: int) -> None:
    """Move the annotated batches into the landing zone, each sidecar before its batch."""
    for batch in ANNOTATED:
        sidecar = place.landing / f"{batch.name}.yaml"
        sidecar.write_text(_SIDECAR.format(purpose=batch.purpose, seed=seed + batch.offset))
    for batch in ANNOTATED:
        _move(_staged(place, batch), place.landing)


def drop(place: Place) -> list[Path]:
    """Move the new transcripts into the inbox; returns where their redacted forms will be."""
    for batch in INCOMING:
        _move(_staged(place, batch), place.inbox)
    return [place.redacted / f"{batch.name}.jsonl" for batch in INCOMING]


def _staged(place: Place, batch: Batch) -> Path:
    return place.staging / f"{batch.name}.jsonl"


def _move(file: Path, folder: Path) -> None:
    os.utime(file)  # It settles from now on.
    file.rename(folder / file.name)
