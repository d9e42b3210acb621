"""Timings by their names and values: of the fields that are none of ours, those that may go out."""

import re
from typing import Any

_NAME = re.compile(
    r"(?:start|end|begin|stop|time|timestamp|duration|offset)(?:_?(?:time|ms|s|sec|seconds))?"
)
_VALUE = re.compile(r"[\d:.,TZ+\-\[\]() \t\r\n–\ufeff]{0,64}")


def is_timing_name(name: str) -> bool:
    """Whether a field or column is named like a timing."""
    return _NAME.fullmatch(name.casefold()) is not None


def is_timing(value: Any) -> bool:
    """Whether a value looks like a timing: digits and the signs between them, nothing else."""
    if isinstance(value, str):
        return _VALUE.fullmatch(value) is not None
    return isinstance(value, int | float)
