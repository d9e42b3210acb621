"""Word lists in YAML, read once; and a matcher for lists of names."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import yaml

from pipeline.proposer.rules.view import View

_FOLDER = files("pipeline.proposer.rules") / "lexicons"


@cache
def words(file_name: str) -> frozenset[str]:
    """The lower-case words of a list in `lexicons/`: a YAML sequence, or groups of sequences."""
    # The base loader reads words as words: the safe one makes truth values of "yes" and "on".
    content = yaml.load((_FOLDER / file_name).read_text(encoding="utf-8"), yaml.BaseLoader)
    groups = content.values() if isinstance(content, dict) else [content]
    return frozenset(str(word).lower() for group in groups for word in group)


def named_in(view: View, file_name: str) -> Iterator[tuple[int, int]]:
    """Spans of a list's names in a view."""
    # A hundred looks for a substring cost less than one pass of the pattern.
    if view.mentions(*words(file_name)):
        yield from (match.span() for match in _matcher(file_name).finditer(view.text))


@cache
def _matcher(file_name: str) -> re.Pattern[str]:
    """A pattern for the names of a list, longest first, at word boundaries, any case."""
    names = sorted(words(file_name), key=lambda name: (-len(name), name))
    choices = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)", re.IGNORECASE)
