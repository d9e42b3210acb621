"""`rok train`, and the training stages one by one as DVC and Airflow run them."""

import json
from pathlib import Path
from typing import Annotated

import typer

Train = Annotated[
    list[Path], typer.Option("--train", help="Annotated dialogues (native JSONL); repeatable.")
]
Val = Annotated[Path, typer.Option("--val", help="Annotated dialogues to tune on.")]
Seed = Annotated[int, typer.Option("--seed", help="The paper's seeds are 13, 42 and 101.")]
CascadeName = Annotated[str, typer.Option("--cascade", help="A cascade card in models/.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("train")(train)
    app.command("train-encoder")(train_encoder)
    app.command("propose")(propose)
    app.command("train-reviewer")(train_reviewer)
    app.command("assemble")(assemble)


def train(
    data: Annotated[Path, typer.Option("--data", help="Holds train*.jsonl and val.jsonl.")],
    out: Annotated[Path, typer.Option("--out", help="The folder the cascade is written to.")],
    cascade: CascadeName = "embedded",
    seed: Seed = 13,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Train a whole cascade: encoders, out-of-fold candidates, reviewer, thresholds.

    Interrupted, it goes on where it was when called again with the same arguments. The folder
    it writes can be given to `rok evaluate`, `rok redact` and `rok promote`.
    """
    from pipeline.cli.progress import training_progress
    from pipeline.stages import train_cascade

    with training_progress() as progress:
        version = train_cascade(data, cascade, out, seed, progress)
    said = {"cascade": str(out), "name": cascade, "version": version}
    typer.echo(json.dumps(said) if as_json else f"cascade {cascade} {version} is in {out}")


def train_encoder(
    name: Annotated[str, typer.Argument(help="An encoder card in models/.")],
    train: Train,
    val: Val,
    out: Annotated[Path, typer.Option("--out", help="The folder the encoder is written to.")],
    seed: Seed = 13,
) -> None:
    """Fine-tune one encoder of the proposer as a typed BIO tagger."""
    from pipeline import stages
    from pipeline.cli.progress import training_progress

    with training_progress() as progress:
        stages.train_encoder(name, train, val, out, seed, progress)


def propose(
    train: Train,
    val: Val,
    out: Annotated[Path, typer.Option("--out", help="The file the candidates are written to.")],
    cascade: CascadeName = "embedded",
    seed: Seed = 13,
) -> None:
    """Find out-of-fold candidates on the training dialogues, for the reviewer to learn from."""
    from pipeline import stages
    from pipeline.cli.progress import training_progress
    from pipeline.encoders.card import CascadeCard

    with training_progress() as progress:
        stages.propose(CascadeCard.load(cascade), train, val, out, seed, progress)


def train_reviewer(
    train: Train,
    val: Val,
    encoders: Annotated[Path, typer.Option("--encoders", help="The trained encoders' folder.")],
    proposals: Annotated[Path, typer.Option("--proposals", help="What `rok propose` wrote.")],
    out: Annotated[Path, typer.Option("--out", help="The folder the reviewer is written to.")],
    cascade: CascadeName = "embedded",
    seed: Seed = 13,
) -> None:
    """Fine-tune the reviewer on out-of-fold candidates, labelled by overlap with gold."""
    from pipeline import stages
    from pipeline.cli.progress import training_progress
    from pipeline.encoders.card import CascadeCard

    card = CascadeCard.load(cascade)
    with training_progress() as progress:
        stages.train_reviewer(card, train, val, encoders, proposals, out, seed, progress)


def assemble(
    encoders: Annotated[Path, typer.Option("--encoders", help="The trained encoders' folder.")],
    reviewer: Annotated[Path, typer.Option("--reviewer", help="The trained reviewer's folder.")],
    val: Val,
    out: Annotated[Path, typer.Option("--out", help="The folder the cascade is written to.")],
    cascade: CascadeName = "embedded",
    seed: Seed = 13,
) -> None:
    """Tune thresholds, calibrate the reviewer, and write the cascade as one folder."""
    from pipeline import stages
    from pipeline.encoders.card import CascadeCard

    card = CascadeCard.load(cascade)
    version = stages.assemble_cascade(card, encoders, reviewer, val, out, seed)
    typer.echo(f"cascade {cascade} {version} is in {out}")
