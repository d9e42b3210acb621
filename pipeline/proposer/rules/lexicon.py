"""Word lists in YAML, read once; and a matcher for lists of names."""

import re
from functools import cache
from importlib.resources import files

import yaml

_FOLDER = files("pipeline.proposer.rules") / "lexicons"


@cache
def words(file_name: str) -> frozenset[str]:
    """The lower-case words of a list in `lexicons/`: a YAML sequence, or groups of sequences."""
    content = yaml.safe_load((_FOLDER / file_name).read_text(encoding="utf-8"))
    groups = content.values() if isinstance(content, dict) else [content]
    return frozenset(str(word).lower() for group in groups for word in group)


@cache
def matcher(file_name: str) -> re.Pattern[str]:
    """A pattern for the names of a list, longest first, at word boundaries, any case."""
    names = sorted(words(file_name), key=lambda name: (-len(name), name))
    choices = "|".join(re.escape(name).replace(r"\ ", r"[ ]{1,2}") for name in names)
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)", re.IGNORECASE)
