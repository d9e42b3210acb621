"""The root command, and the one place where errors become exit codes."""

import importlib
import sys
import traceback
from pathlib import Path

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
    """Run `rok`; an error is printed as one sentence and becomes an exit code, never a 1 by chance.

    1 says that a gate failed or that records were held back. An error nobody foresaw must not
    say that, and its message, which could hold transcript text, is not shown.
    """
    try:
        app()
    except UserError as error:
        _fail(str(error), error.exit_code)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _fail(f"{place}{error.strerror or type(error).__name__}", UserError.exit_code)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{'/'.join(Path(where.filename).parts[-3:])}, line {where.lineno}"
        _fail(f"internal error: {type(error).__name__} in {place}", UserError.exit_code)


def _fail(sentence: str, code: int) -> None:
    text = sentence.encode("utf-8", "backslashreplace").decode()
    stderr = Console(stderr=True, highlight=False, soft_wrap=True)
    stderr.print(f"rok: {text}", style="red", markup=False)
    sys.exit(code)
