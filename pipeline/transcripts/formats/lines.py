"""Physical lines of a file, decoded without ever failing for a whole file because of one byte."""

import re
from collections.abc import Iterator
from pathlib import Path

from pipeline.transcripts.problem import DamagedRecord, Reason, TranscriptError

BOM = "\ufeff"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_STRAY_BYTE = re.compile(r"[\udc80-\udcff]")


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines with their ends, byte order mark removed, streamed.

    A byte that is not UTF-8 becomes a lone surrogate, which `require_utf8` and the validation
    refuse: so one bad line spoils its record and not the file.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if number == 1:
                line = line.removeprefix(BOM.encode())
            yield number, line.decode("utf-8", errors="surrogateescape")


def read_text(path: Path) -> str:
    """The whole text, line ends and byte order mark as they are, stray bytes as surrogates."""
    return path.read_bytes().decode("utf-8", errors="surrogateescape")


def require_utf8(text: str, line: int | None = None) -> None:
    """DamagedRecord when the text holds bytes that were not UTF-8."""
    stray = _STRAY_BYTE.search(text)
    if stray is not None:
        place = f"byte 0x{ord(stray.group()) - 0xDC00:02X} at character {stray.start()}"
        raise DamagedRecord(Reason.NOT_UTF8, f"not UTF-8: {place}", line)


def read_head(path: Path, size: int = 1 << 16) -> str:
    """The first characters of a file. TranscriptError when it is empty or of another encoding."""
    try:
        with path.open("rb") as file:
            head = file.read(size)
    except OSError as error:
        raise TranscriptError(f"{path}: cannot be read: {error.strerror}") from None
    if not head.strip():
        raise TranscriptError(f"{path}: the file is empty")
    if head.startswith(_UTF16_MARKS) or head[:100].count(0) > len(head[:100]) // 4:
        raise TranscriptError(f"{path}: the file is UTF-16 or binary; save it as UTF-8")
    return head.decode("utf-8", errors="surrogateescape").removeprefix(BOM)
