"""How a cascade is named: a folder, `models:/NAME@ALIAS` or `models:/NAME/VERSION`."""

import re
from dataclasses import dataclass

from pipeline.errors import UserError

SCHEME = "models:/"
_NAME = r"(?P<name>[^/@:]+)"
_REFERENCE = re.compile(rf"models:/{_NAME}(?:@(?P<alias>[A-Za-z][\w-]*)|/(?P<version>\d+))")


@dataclass(frozen=True)
class ModelReference:
    """A registered model by alias or by version; exactly one of the two is set."""

    name: str
    alias: str | None = None
    version: str | None = None

    def __str__(self) -> str:
        suffix = f"@{self.alias}" if self.alias else f"/{self.version}"
        return f"{SCHEME}{self.name}{suffix}"


def parse_reference(text: str) -> ModelReference:
    """Read `models:/…`; a bare name is refused, since "latest" is nobody's decision."""
    match = _REFERENCE.fullmatch(text)
    if match is None:
        raise UserError(f"{text}: write models:/NAME@ALIAS or models:/NAME/VERSION.")
    return ModelReference(match["name"], match["alias"], match["version"])
