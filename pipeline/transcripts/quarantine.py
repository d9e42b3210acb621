"""Where bad records go: a file that only its owner can read; nothing is thrown away."""

import base64
import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pipeline.transcripts.record import Record
from pipeline.whole_file import open_beside, put_in_place


class Quarantine:
    """Writes bad records as JSON lines, one at a time, so that memory stays flat.

    The file appears, whole, when the block ends without an exception and something was put in;
    it holds transcript text, so its mode is 0600. Each line: file, line, reasons (code and
    sentence), raw (or raw_base64 where the bytes were not UTF-8).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0

    def __enter__(self) -> Self:
        self._file, self._part = open_beside(self.path)
        return self

    def put(self, source: Path, record: Record) -> None:
        """Keep one bad record of the file `source`."""
        self._file.write(json.dumps(_entry(source, record)) + "\n")
        self.count += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        if kind is None and self.count:
            put_in_place(self._part, self.path)
        else:
            self._part.unlink(missing_ok=True)


def _entry(source: Path, record: Record) -> dict[str, Any]:
    reasons = [{"reason": p.reason, "sentence": p.sentence} for p in record.problems if p.is_error]
    entry = {"file": source.name, "line": record.line, "reasons": reasons}
    try:
        record.raw.encode()
    except UnicodeEncodeError:
        original = record.raw.encode("utf-8", errors="surrogateescape")
        return entry | {"raw_base64": base64.b64encode(original).decode()}
    return entry | {"raw": record.raw}
