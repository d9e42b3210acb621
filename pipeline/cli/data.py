"""`rok data`: look at a batch, convert it, make one, and keep its versions."""

import typer

data = typer.Typer(
    name="data",
    help="Annotated batches: check, convert, version.",
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add `rok data …` to the root command."""
    app.add_typer(data)
