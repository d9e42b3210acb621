"""A decision: what was decided for a candidate, how surely, and by whom."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pipeline.proposer.candidate import Candidate


class Action(StrEnum):
    """What becomes of a candidate."""

    REDACT = "REDACT"
    KEEP = "KEEP"


@dataclass(frozen=True, slots=True)
class Decision:
    """`p_redact` in 0..1: calibrated for a reviewer, 1 for a rule, 0 or 1 for a person."""

    candidate: Candidate
    action: Action
    p_redact: float
    decided_by: Literal["reviewer", "rule", "human"]
