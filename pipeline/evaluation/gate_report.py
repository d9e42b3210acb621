"""The record of a gate: every check, and what exactly was judged."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pipeline.evaluation.gate_metrics import read_gate_metrics
from pipeline.evaluation.gate_params import read_gate_params
from pipeline.evaluation.gates import judge_gates
from pipeline.whole_file import whole_file


def gate(metrics: Path, params: Path) -> dict[str, Any]:
    """Judge a `metrics.json` by the bounds in a `params.yaml`.

    Returns `{"verdict": "pass" | "fail", "cascade_version", "metrics_sha256", "checks": [{"name",
    "value", "bound", "direction", "verdict", "sentence"}], "bounds"}`. A check without a figure
    is `insufficient`, and the whole then fails. Raises GateError.
    """
    bounds = read_gate_params(params)
    found, digest = read_gate_metrics(metrics)
    verdict = judge_gates(found, bounds)
    return {
        "verdict": "pass" if verdict.passed else "fail",
        "cascade_version": found.cascade.version,
        "metrics_sha256": digest,
        "checks": [asdict(check) for check in verdict.checks],
        "bounds": bounds.model_dump(),
    }


def write_gate_report(record: dict[str, Any], path: Path) -> None:
    """The record as JSON."""
    with whole_file(path) as file:
        json.dump(record, file, indent=2, allow_nan=False)
        file.write("\n")
