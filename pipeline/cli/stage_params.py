"""The group of `params.yaml` that belongs to a stage."""

from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from pipeline.errors import UserError

Params = TypeVar("Params", bound=BaseModel)


class ParamsError(UserError):
    """Parameters that cannot be read: says file, key and reason."""


def read_params(path: Path, stage: str, model: type[Params]) -> Params:
    """The group `stage` of a YAML file as `model`. Raises ParamsError."""
    try:
        groups = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ParamsError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: not YAML: {type(error).__name__}") from None
    if not isinstance(groups, dict) or stage not in groups:
        raise ParamsError(f"{path}: has no group `{stage}`")
    try:
        return model.model_validate(groups[stage])
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join([stage, *(str(part) for part in first["loc"])])
        raise ParamsError(f"{path}: {where}: {first['msg']}") from None
