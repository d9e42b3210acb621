"""The root command, and the one place where errors become exit codes."""

import importlib
import sys

import typer
from rich.console import Console

from pipeline.errors import UserError

# One module a command group, in the order of the story; `register(app)` adds its commands.
MODULES: tuple[str, ...] = (
    "data",
    "check",
    "convert",
    "synth",
    "batches",
    "stages",
    "train",
    "evaluate",
    "redact",
    "registry",
)

app = typer.Typer(
    name="rok",
    help="Redact or Keep: take names out of tutoring transcripts, leave the mathematics in.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

for _module in MODULES:
    importlib.import_module(f"pipeline.cli.{_module}").register(app)


def main() -> None:
    """Run `rok`; a UserError is printed as one sentence and becomes its exit code."""
    try:
        app()
    except UserError as error:
        Console(stderr=True, highlight=False).print(f"rok: {error}", style="red", markup=False)
        sys.exit(error.exit_code)
