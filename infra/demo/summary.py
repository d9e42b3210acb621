"""What the demo came to, in a few lines."""

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from infra.demo.environment import Ports
from infra.demo.place import Place

_COLOURS = {"pass": "green", "fail": "red", "insufficient": "yellow"}


def print_summary(console: Console, place: Place, ports: Ports, redacted: list[Path]) -> None:
    """Verdict, figures, and where to look."""
    evaluation = place.repository / "work" / "evaluation"
    metrics = json.loads((evaluation / "metrics.json").read_text())
    gate = json.loads((evaluation / "gate.json").read_text())
    verdict = gate["verdict"]
    console.print(f"\n[bold]Gate: [{_COLOURS[verdict]}]{verdict}[/][/bold]")
    console.print(_checks(gate["checks"]))
    console.print(
        "Measured on synthetic dialogues: it shows that the parts fit, not how good", end=""
    )
    console.print(" the cascade is on real ones.\n")
    console.print(_platforms(metrics))
    console.print(_places(evaluation, ports, redacted))


def _checks(checks: list[dict[str, Any]]) -> Table:
    table = Table.grid(padding=(0, 2))
    for check in checks:
        verdict = check["verdict"]
        table.add_row(f"  [{_COLOURS[verdict]}]{verdict}[/]", check["name"], check["sentence"])
    return table


def _platforms(metrics: dict[str, Any]) -> Table:
    table = Table("synthetic set", "platform", "precision", "recall", "F1", box=None)
    for name, one in (("canonical", metrics), ("challenge", metrics["challenge"])):
        for platform, row in one["platforms"].items():
            figures = (f"{row[key]:.3f}" for key in ("precision", "recall", "f1"))
            table.add_row(name, platform, *figures)
    return table


def _places(evaluation: Path, ports: Ports, redacted: list[Path]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row("\nRedacted transcripts", f"\n{redacted[0].parent}")
    table.add_row("Report", str(evaluation / "report.html"))
    table.add_row("Airflow", ports.airflow_url)
    table.add_row("MLflow", ports.mlflow_url)
    return table
