"""What a folder holds and nobody reads is told, on stderr, and changes no exit code."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console


def warn_of_subfolders(paths: Iterable[Path], out: Path | None = None) -> int:
    """How many folders lie within those of `paths`; a sentence on stderr where there are any."""
    from pipeline.transcripts.reading import subfolders_of

    places = [folder.parent for folder in subfolders_of(paths, out)]
    stderr = Console(stderr=True, highlight=False, soft_wrap=True)
    for place in dict.fromkeys(places):
        count = places.count(place)
        named = str(place).encode("utf-8", "backslashreplace").decode()
        told = "1 subfolder is" if count == 1 else f"{count} subfolders are"
        stderr.print(f"rok: {named}: {told} not read", style="yellow", markup=False)
    return len(places)
