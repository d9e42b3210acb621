"""The part of `metrics.json` that gates look at, read with suspicion."""

import hashlib
import json
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from pipeline.evaluation.gate_params import GateError


def _share_or_nan(value: float) -> float:
    """NaN may pass here, for the gate to call it insufficient; nothing else outside of 0..1."""
    if value < 0 or value > 1:
        raise ValueError("should lie in 0..1")
    return value


def _drop_or_nan(value: float) -> float:
    if value < -1 or value > 1:
        raise ValueError("should lie in -1..1")
    return value


Share = Annotated[float, AfterValidator(_share_or_nan)]
Drop = Annotated[float, AfterValidator(_drop_or_nan)]
Count = Annotated[int, Field(ge=0)]


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class GatePlatform(_Read):
    """One platform's recall and the gold behind it."""

    recall: Share | None = None
    gold: Count = 0


class GateSet(_Read):
    """The figures of one set; whatever is missing stays None."""

    macro_f1: Share | None = None
    partial_leaks: Count | None = None
    platforms: dict[str, GatePlatform] = Field(default_factory=dict)

    @property
    def has_gold(self) -> bool:
        """Whether any platform has gold, without which no figure means anything."""
        return any(platform.gold for platform in self.platforms.values())


class GateCascade(_Read):
    """Which cascade was measured."""

    name: str = ""
    version: str = ""


class GateMetrics(GateSet):
    """Canonical figures, the challenge set's, the drop between them, and whose they are."""

    challenge: GateSet | None = None
    challenge_drop: Drop | None = None
    cascade: GateCascade = GateCascade()


def read_gate_metrics(path: Path) -> tuple[GateMetrics, str]:
    """The figures and the SHA-256 of the file that holds them; GateError if unreadable."""
    try:
        content = path.read_bytes()
        record = json.loads(content)
    except OSError as error:
        raise GateError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise GateError(f"{path}: not JSON: {type(error).__name__}") from None
    return _validate(record, path), hashlib.sha256(content).hexdigest()


def _validate(record: object, path: Path) -> GateMetrics:
    try:
        return GateMetrics.model_validate(record)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "top"
        raise GateError(f"{path}: {where}: {first['msg']}") from None
