"""Files in a folder that others write to."""

import time
from pathlib import Path


def settled_files(folder: Path, settle: float) -> list[Path]:
    """Files last written at least `settle` seconds ago, by name; hidden ones are unfinished."""
    if not folder.is_dir():
        return []
    limit = time.time() - settle
    files = (path for path in sorted(folder.iterdir()) if not path.name.startswith("."))
    return [path for path in files if path.is_file() and path.stat().st_mtime <= limit]
