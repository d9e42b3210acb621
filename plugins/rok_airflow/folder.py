"""Files in a folder that others write to."""

import stat
import time
from pathlib import Path


def settled_files(folder: Path, settle: float) -> list[Path]:
    """Files last written at least `settle` seconds ago, by name; hidden ones are unfinished."""
    if not folder.is_dir():
        return []
    limit = time.time() - settle
    files = (path for path in sorted(folder.iterdir()) if not path.name.startswith("."))
    return [path for path in files if _is_file_before(path, limit)]


def _is_file_before(path: Path, limit: float) -> bool:
    try:
        found = path.stat()
    except OSError:
        # Taken away since the folder was listed.
        return False
    return stat.S_ISREG(found.st_mode) and found.st_mtime <= limit
