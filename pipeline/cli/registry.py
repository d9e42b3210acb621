"""`rok promote`: register a judged cascade and, after a pass, let it serve."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

if TYPE_CHECKING:
    from pipeline.registry.promotion import Promotion


def _file(what: str) -> Any:
    return typer.Option(help=what, exists=True, dir_okay=False)


def register(app: typer.Typer) -> None:
    """Add `rok promote` to the root command."""
    app.command("promote")(promote)


def promote(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The cascade folder.", exists=True, file_okay=False),
    ],
    metrics: Annotated[Path | None, _file("What `rok evaluate` measured.")] = None,
    gate: Annotated[Path | None, _file("What `rok gate` decided.")] = None,
    report: Annotated[Path | None, _file("The page to keep beside it.")] = None,
    model: Annotated[str, typer.Option(help="Its name in the registry.")] = "redact-or-keep",
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
) -> None:
    """Register the cascade in DIR with its evaluation; after a passed gate it becomes champion.

    The evaluation (metrics.json, gate.json, report.html) is looked for in DIR and in the
    evaluation folder beside it. A gate report made for another cascade or from other metrics is
    refused. A failed gate registers the cascade without the champion alias. The same cascade
    with the same gate report is recognised and not registered twice.

    Needs MLFLOW_TRACKING_URI, for example http://127.0.0.1:5000.

    Exit codes: 0 the gate passed, 1 it failed, 2 something is missing or unreadable.
    """
    from pipeline.registry.evidence import gather
    from pipeline.registry.promotion import promote as promote_cascade
    from pipeline.registry.provenance import trace

    evidence = gather(folder, metrics, gate, report)
    with Console(stderr=True).status("Registering …"):
        outcome = promote_cascade(evidence, trace(folder), model)
    if as_json:
        typer.echo(json.dumps(asdict(outcome)))
    else:
        Console(highlight=False).print(_story(outcome), markup=False, soft_wrap=True)
    raise typer.Exit(0 if evidence.passed else 1)


def _story(outcome: "Promotion") -> str:
    verb = "is already" if outcome.recognised else "is now"
    line = f"Cascade {outcome.cascade_version} {verb} {outcome.model} version {outcome.version}."
    if outcome.verdict == "fail":
        return "\n".join((f"{line} Its gate failed: it does not serve.", *outcome.failed_checks))
    if outcome.serves:
        former = f" Before it: version {outcome.previous}." if outcome.previous else ""
        return f"{line} Its gate passed: it is the champion.{former}"
    return f"{line} Its gate passed, but the champion has moved on to version {outcome.champion}."
