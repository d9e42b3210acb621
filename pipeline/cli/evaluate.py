"""`rok evaluate` and `rok gate`: how good a cascade is, and whether that is good enough."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.errors import UserError

COLOURS = {"pass": "green", "fail": "red", "insufficient": "yellow"}


def register(app: typer.Typer) -> None:
    """Add `rok evaluate` and `rok gate` to the root command."""
    app.command("evaluate")(evaluate)
    app.command("gate")(gate)


def evaluate(
    cascade: Annotated[str, typer.Option(metavar="DIR|models:/…", help="What to measure.")],
    canonical: Annotated[Path, typer.Option(metavar="FILE", help="Annotated native JSONL.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for what comes out.")],
    challenge: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The set of names with two bearers.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the metrics as JSON.")] = False,
) -> None:
    """Measure a cascade on annotated dialogues that it was not trained on.

    Writes metrics.json, report.html (one page, open it in a browser) and leaks.jsonl (what stays
    readable, by id and offset) into --out. One pass measures the whole cascade and the proposer
    alone.

    Exit codes: 0 measured, 2 something is missing, unannotated or unreadable.
    """
    from pipeline.evaluation import evaluate as measure
    from pipeline.registry.loading import load_cascade

    loaded = load_cascade(cascade)
    with ExitStack() as stack:
        evaluation = measure(
            loaded.decide,
            canonical,
            challenge,
            out,
            cascade={"name": loaded.name, "version": loaded.version},
            on_dialogue=_progress(stack, [canonical, *([challenge] if challenge else [])]),
        )
    if as_json:
        typer.echo(json.dumps(evaluation.metrics))
    else:
        _print_figures(evaluation.metrics)
        typer.echo(f"Report: {out / 'report.html'}")


def _progress(stack: ExitStack, paths: list[Path]) -> Any:
    """A bar on stderr over all dialogues; returns what moves it one on."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("dialogues", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = bar.add_task("", total=sum(_count_lines(path) for path in paths))
    return lambda: bar.advance(task)


def _count_lines(path: Path) -> int:
    try:
        with path.open("rb") as lines:
            return sum(1 for line in lines if line.strip())
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None


def _print_figures(metrics: dict[str, Any]) -> None:
    table = Table("set", "platform", *(f"[b]{name}" for name in ("precision", "recall", "F1")))
    for name, one in (("canonical", metrics), ("challenge", metrics.get("challenge"))):
        for platform, row in (one or {"platforms": {}})["platforms"].items():
            shares = (f"{row[key]:.3f}" for key in ("precision", "recall", "f1"))
            table.add_row(name, Text(platform), *shares)
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"macro F1 {metrics['macro_f1']:.3f}, "
        f"partial leaks {metrics['partial_leaks']}, "
        f"over-redacted {metrics['over_redacted']} of {metrics['keep_spans']} keep spans"
        + (f", challenge drop {metrics['challenge_drop']:.3f}" if "challenge" in metrics else ""),
        soft_wrap=True,
    )


def gate(
    metrics: Annotated[Path, typer.Argument(metavar="METRICS", help="A metrics.json.")],
    params: Annotated[
        Path, typer.Option(metavar="FILE", help="YAML with the bounds in group `gate`.")
    ] = Path("params.yaml"),
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the checks here, as JSON.")
    ] = None,
    no_fail: Annotated[
        bool, typer.Option("--no-fail", help="Exit 0 on a failed gate; needs --report.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
) -> None:
    """Hold an evaluation against the bounds that a cascade must keep to be promoted.

    Every check is reported with value, bound and verdict. A figure that is missing or has no
    gold behind it is insufficient, and that is not a pass.

    Exit codes: 0 passed, 1 failed, 2 metrics or bounds are unreadable.
    """
    from pipeline.evaluation.gate_report import gate as judge
    from pipeline.evaluation.gate_report import write_gate_report

    if no_fail and report is None:
        raise UserError("--no-fail without --report would lose the verdict")
    record = judge(metrics, params)
    if report is not None:
        write_gate_report(record, report)
    if as_json:
        typer.echo(json.dumps(record))
    else:
        _print_checks(record)
    raise typer.Exit(0 if record["verdict"] == "pass" or no_fail else 1)


def _print_checks(record: dict[str, Any]) -> None:
    console = Console(highlight=False)
    for check in record["checks"]:
        verdict = Text(f"{check['verdict']:<13}", COLOURS[check["verdict"]])
        console.print(
            verdict, f"{check['name']:<18}", check["sentence"], markup=False, soft_wrap=True
        )
    passed = record["verdict"] == "pass"
    last = "The gate passes." if passed else "The gate fails."
    console.print(Text(last, COLOURS[record["verdict"]]))
