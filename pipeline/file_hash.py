"""The one way a file's content is named."""

import hashlib
from pathlib import Path

from pipeline.errors import UserError


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal; UserError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
