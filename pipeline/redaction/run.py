"""One file redacted: read, decide, mask, verify, write; whole or not at all, the manifest last."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from pipeline.errors import UserError
from pipeline.file_hash import sha256_of
from pipeline.redaction.deciding import Decider, decided
from pipeline.redaction.incoming import accepted
from pipeline.redaction.manifest import Recipe, write_manifest
from pipeline.redaction.outgoing import Ledger, outgoing
from pipeline.redaction.sidecars import lines_beside
from pipeline.redaction.summary import RunSummary
from pipeline.transcripts import Dialogue
from pipeline.transcripts.formats import Form, detect
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.redacted import write_redacted

Watch = Callable[[RunSummary], None]


def redact_file(
    path: Path,
    out: Path,
    cascade: Decider,
    policy: str = "mask",
    format: str | None = None,
    watch: Watch | None = None,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> RunSummary:
    """Redact `path` into `out`, in the form it has, and put the records of it beside `out`.

    `watch` is called after every dialogue. UserError when the file cannot be read; then, and
    after any other exception, nothing is written. A file without a good dialogue has no output.
    """
    started = time.monotonic()
    recipe = Recipe.of(path, cascade, policy, format, options)
    form = detect(path, format)
    _check_output(path, out, form)
    layout = form.layout_of(path, options) if form.layout_of else None
    summary = RunSummary(columns_left_out=layout.left_out if layout else 0)
    with ExitStack() as files:
        # Writing renames the output into place; the records beside it follow at the end.
        decisions, dead_letters, quarantine = (
            files.enter_context(lines_beside(out, kind))
            for kind in ("decisions.jsonl", "dead-letter.jsonl", "quarantine.jsonl")
        )
        good = accepted(path, form.name, options, summary, quarantine)
        stream = outgoing(
            decided(good, cascade), policy, Ledger(summary, decisions, dead_letters, watch)
        )
        write_redacted(_checked(stream, summary, path, recipe), out, form.name, options, layout)
    if not summary.written:
        out.unlink(missing_ok=True)
    summary.seconds = time.monotonic() - started
    write_manifest(out, recipe, summary)
    return summary


def _check_output(path: Path, out: Path, form: Form) -> None:
    if out.resolve() == path.resolve():
        raise UserError(f"{path}: the redacted file would replace the transcript it is made from")
    if out.is_dir():
        raise UserError(f"{out}: is a folder; name a file for the redacted transcript")
    if form.is_single and out.suffix.lower() != form.suffix:
        raise UserError(f"{out}: a {form.name} file must be named *{form.suffix}")


def _checked(
    stream: Iterator[Dialogue], summary: RunSummary, path: Path, recipe: Recipe
) -> Iterator[Dialogue]:
    """The stream, and at its end, before the output is renamed into place, two last checks."""
    yield from stream
    summary.assert_nothing_lost()
    if sha256_of(path) != recipe.input_sha256:
        raise UserError(f"{path}: changed while it was read")
