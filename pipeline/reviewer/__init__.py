"""Stage 2: REDACT or KEEP for each candidate, in context and with speaker role."""

from pipeline.reviewer.decision import Action, Decision

__all__ = ["Action", "Decision"]
