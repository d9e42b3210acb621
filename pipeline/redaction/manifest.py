"""The manifest of a redacted file: what made it, from what. It is written last."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline import policy as policies
from pipeline.errors import UserError
from pipeline.file_hash import sha256_of
from pipeline.redaction.deciding import Decider
from pipeline.redaction.sidecars import beside
from pipeline.redaction.summary import RunSummary
from pipeline.transcripts.options import ReadOptions
from pipeline.whole_file import whole_file


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything the content of a redacted file depends on."""

    input_sha256: str
    format: str | None
    cascade: tuple[str, str]
    policy: tuple[str, str]
    options_sha256: str

    @classmethod
    def of(
        cls, path: Path, cascade: Decider, policy: str, format: str | None, options: ReadOptions
    ) -> "Recipe":
        """The recipe for redacting `path`; UserError when it or the policy is unknown."""
        rules = (policy, policies.version(policy))
        version = (cascade.name, cascade.version)
        return cls(sha256_of(path), format, version, rules, _sha256_of(options))

    def as_record(self) -> dict[str, Any]:
        """The part of the manifest that a rerun compares."""
        return {
            "input_sha256": self.input_sha256,
            "format": self.format,
            "cascade": dict(zip(("name", "version"), self.cascade, strict=True)),
            "policy": dict(zip(("name", "version"), self.policy, strict=True)),
            "options_sha256": self.options_sha256,
        }


def _sha256_of(options: ReadOptions) -> str:
    """A hash and no more: a role can be mapped from the label of a person."""
    record = asdict(options) | {"tolerate": sorted(options.tolerate)}
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


def write_manifest(out: Path, recipe: Recipe, summary: RunSummary) -> None:
    """Write `<out>.manifest.json`: with it the run of this file is complete."""
    record = recipe.as_record() | summary.as_record()
    record["output_sha256"] = _output_sha256(out)
    record["created_at"] = datetime.now(UTC).isoformat(timespec="seconds")
    with whole_file(beside(out, "manifest.json")) as file:
        json.dump(record, file, indent=2)
        file.write("\n")


def is_done(out: Path, recipe: Recipe) -> bool:
    """Whether `out` is there, as its manifest says, and was made by the same recipe."""
    try:
        manifest = json.loads(beside(out, "manifest.json").read_text(encoding="utf-8"))
        same = all(manifest[key] == value for key, value in recipe.as_record().items())
        return same and bool(manifest["output_sha256"] == _output_sha256(out))
    except (OSError, ValueError, KeyError, TypeError, UserError):
        return False


def _output_sha256(out: Path) -> str | None:
    # A transcript without a dialogue that may go out has no output.
    return sha256_of(out) if out.exists() else None
