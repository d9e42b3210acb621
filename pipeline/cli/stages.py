"""`rok ingest` and `rok split`: from landed batches to what is learnt from and tested on."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

CORPUS_FILE = "dialogues.jsonl"


def register(app: typer.Typer) -> None:
    """Add the data stages to the root command."""
    app.command("ingest")(ingest)
    app.command("split")(split)


def ingest(
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the corpus.")],
    frozen: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the test sets.")],
    data_version: Annotated[
        str, typer.Option(metavar="V", help="The last version to use: data/v3, or latest.")
    ] = "latest",
    repo: Annotated[
        Path, typer.Option(metavar="DIR", help="Repository with the data versions.")
    ] = Path(),
) -> None:
    """Put all batches together: the training ones to a corpus, the frozen ones to test sets.

    Where batches share a dialogue id the latest version counts. Shards that are not here are
    pulled from the DVC remote, and every shard is checked against its record.

    Writes DIR/dialogues.jsonl and DIR/data_version.json for the corpus, DIR/canonical.jsonl and
    DIR/challenge.jsonl for the test sets.
    """
    from pipeline.batches.corpus import union, write_version
    from pipeline.batches.record import RECORDS, BatchError, Purpose, read_records, up_to
    from pipeline.transcripts.native import write_dialogues

    records = up_to(read_records(repo / RECORDS), data_version)
    if all(record.purpose is not Purpose.TRAIN for record in records):
        raise BatchError("no training batch has landed yet; `rok data add FILE` lands one")
    targets = {Purpose.TRAIN: corpus / CORPUS_FILE} | {
        purpose: frozen / f"{purpose.value}.jsonl"
        for purpose in (Purpose.CANONICAL, Purpose.CHALLENGE)
    }
    for purpose, path in targets.items():
        with Console(stderr=True).status(f"Putting the {purpose.value} batches together…"):
            count = write_dialogues(union(repo, records, purpose), path)
        typer.echo(f"{purpose.value}: {count} dialogues")
    write_version(corpus, records)


def split(
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="What `rok ingest` wrote.")],
    frozen: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the test sets.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the splits.")],
    params: Annotated[
        Path, typer.Option(metavar="FILE", help="YAML with the group `split`.")
    ] = Path("params.yaml"),
) -> None:
    """Divide the corpus into training and validation, and keep both clear of the test sets.

    Dialogues that say nearly the same, or open with the same problem, stay together, and an old
    dialogue stays where it is when new ones arrive. One that is in a frozen test set, or near to
    one there, is refused: refused.jsonl names it and its likeness.

    Writes train.jsonl, val.jsonl and refused.jsonl.
    """
    from pipeline.cli.stage_params import read_params
    from pipeline.transcripts.native import read_dialogues
    from pipeline.transcripts.split_files import SplitParams, write_splits

    settings = read_params(params, "split", SplitParams)
    tests = [path for path in sorted(frozen.glob("*.jsonl")) if path.is_file()]
    test_dialogues = (one for path in tests for one in read_dialogues(path))
    with Console(stderr=True).status("Comparing every dialogue with the others…"):
        counts = write_splits(corpus / CORPUS_FILE, test_dialogues, out, settings)
    for name, count in counts.items():
        typer.echo(f"{name}: {count} dialogues")
