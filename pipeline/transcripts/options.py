"""What a reader cannot learn from the file itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipeline.transcripts.dialogue import SpanType, SpeakerRole
from pipeline.transcripts.problem import Reason
from pipeline.transcripts.units import Unit


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Options of all readers; each uses what its form needs.

    `platform`, `source` and `licence` fill in where the file does not say. `columns` maps our
    field (dialogue_id, turn_id, speaker, speaker_role, text) to a column or key of the file.
    `roles` maps speaker labels, `types` annotation labels; both regardless of case. `unit` is the
    unit of the file's offsets, None to judge it by the text given with the spans. Findings named
    in `tolerate` become warnings.
    """

    platform: str = "unknown"
    source: str = ""
    licence: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, SpeakerRole] = field(default_factory=dict)
    types: Mapping[str, SpanType] = field(default_factory=dict)
    unit: Unit | None = None
    tolerate: frozenset[Reason] = frozenset()

    @property
    def origin(self) -> dict[str, str]:
        """The fields of a dialogue that say where it comes from."""
        return {"platform": self.platform, "source": self.source, "licence": self.licence}


DEFAULT_OPTIONS = ReadOptions()
