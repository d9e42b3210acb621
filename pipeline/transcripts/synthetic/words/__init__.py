"""The hand-written word lists and sentence patterns, read once a process."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def load(name: str) -> Any:
    """The content of `<name>.yaml`; callers must not change it."""
    return yaml.safe_load(files(__name__).joinpath(f"{name}.yaml").read_text(encoding="utf-8"))
