"""A folder of transcripts redacted file by file; what is done already costs nothing again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pipeline import policy as policies
from pipeline.errors import UserError
from pipeline.redaction.deciding import Decider
from pipeline.redaction.manifest import Recipe, is_done
from pipeline.redaction.run import Watch, redact_file
from pipeline.redaction.summary import RunSummary
from pipeline.transcripts.options import DEFAULT_OPTIONS, ReadOptions
from pipeline.transcripts.reading import files_of, subfolders_of


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of one file of the inbox, or of a folder in it, which is skipped.

    `reason` says why it was not read.
    """

    path: Path
    out: Path
    status: Literal["redacted", "done before", "skipped", "failed"]
    summary: RunSummary | None = None
    reason: str = ""

    @property
    def exit_code(self) -> int:
        """0 redacted, done before or skipped, 1 something was held back, 2 unreadable."""
        if self.status == "failed":
            return 2
        return self.summary.exit_code if self.summary else 0


def redact_folder(
    inbox: Path,
    out_folder: Path,
    cascade: Decider,
    policy: str = "mask",
    format: str | None = None,
    watch: Callable[[Path], Watch] | None = None,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> Iterator[FileResult]:
    """Redact every file of `inbox` under its own name in `out_folder`, one result a file.

    A file with a manifest of the same input, cascade, policy and options is not done again;
    remove the manifest to redo it. Hidden files are still being written and wait. A file that
    fails does not stop the others. Folders in the inbox are not read, and told of last.
    """
    policies.known(policy)
    if out_folder.resolve() == inbox.resolve():
        raise UserError(f"{inbox}: redacted files need a folder of their own")
    for path in files_of([inbox]):
        file_watch = watch(path) if watch else None
        yield _redact(path, out_folder / path.name, cascade, policy, format, file_watch, options)
    for folder in subfolders_of([inbox], out_folder):
        reason = "a folder within the folder is not read"
        yield FileResult(folder, out_folder / folder.name, "skipped", reason=reason)


def _redact(
    path: Path,
    out: Path,
    cascade: Decider,
    policy: str,
    format: str | None,
    watch: Watch | None,
    options: ReadOptions,
) -> FileResult:
    try:
        if is_done(out, Recipe.of(path, cascade, policy, format, options)):
            return FileResult(path, out, "done before")
        summary = redact_file(path, out, cascade, policy, format, watch, options)
    except UserError as error:
        return FileResult(path, out, "failed", reason=str(error))
    except Exception as error:
        # Its message could hold text; its kind cannot.
        return FileResult(path, out, "failed", reason=f"{path}: {type(error).__name__}")
    return FileResult(path, out, "redacted", summary)
