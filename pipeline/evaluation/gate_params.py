"""The gate's bounds: the `gate` group of `params.yaml`."""

from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.errors import UserError

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class GateError(UserError):
    """Bounds or metrics that cannot be read: says file, place and reason."""


class GateParams(BaseModel):
    """Bounds on an evaluation; every one must be given, so that none is forgotten.

    `recall_min` holds on every platform of the canonical set; `recall_min_on` names platforms
    with a bound of their own, and a platform named there must be in the set.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    macro_f1_min: Share
    recall_min: Share
    recall_min_on: dict[str, Share] = Field(default_factory=dict)
    partial_leaks_max: Annotated[int, Field(ge=0)]
    challenge_drop_max: Share


def read_gate_params(path: Path) -> GateParams:
    """The `gate` group of a YAML file; GateError says what is wrong with it."""
    try:
        groups = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GateError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise GateError(f"{path}: not YAML: {type(error).__name__}") from None
    if not isinstance(groups, dict) or "gate" not in groups:
        raise GateError(f"{path}: has no group `gate` with the bounds of the gate")
    return _validate(groups["gate"], path)


def _validate(group: Any, path: Path) -> GateParams:
    try:
        return GateParams.model_validate(group)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(["gate", *(str(part) for part in first["loc"])])
        known = ", ".join(GateParams.model_fields)
        raise GateError(f"{path}: {where}: {first['msg']} (bounds are {known})") from None
