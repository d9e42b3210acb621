"""Policies: what happens to a decision at deployment. `mask` is the one there is."""

import hashlib
from collections.abc import Callable, Iterable

from pipeline.policy.labels import LABELS, PRIORITY
from pipeline.policy.mask import PolicyError, mask
from pipeline.policy.redacted import Redacted, Redaction
from pipeline.reviewer import Decision
from pipeline.transcripts import Dialogue

POLICIES: dict[str, Callable[[Dialogue, Iterable[Decision]], Redacted]] = {"mask": mask}

# Raise when the same decisions would come out differently; labels and priorities count by hash.
_RULES = 1


def apply(policy: str, dialogue: Dialogue, decisions: Iterable[Decision]) -> Redacted:
    """The dialogue as the policy lets it out; PolicyError for an unknown policy or a bad span."""
    return POLICIES[known(policy)](dialogue, decisions)


def known(policy: str) -> str:
    """The name of a policy that exists; PolicyError lists them otherwise."""
    if policy not in POLICIES:
        raise PolicyError(f"policy {policy!r} is unknown; there is: {', '.join(sorted(POLICIES))}")
    return policy


def version(policy: str) -> str:
    """`<rules>-<hash of labels and priorities>`: the same version gives the same output."""
    vocabulary = repr((known(policy), sorted(LABELS.items()), PRIORITY))
    return f"{_RULES}-{hashlib.sha256(vocabulary.encode()).hexdigest()[:12]}"


__all__ = ["POLICIES", "PolicyError", "Redacted", "Redaction", "apply", "known", "mask", "version"]
