"""Stage 2 as one object: an encoder reviewer and its calibration, giving decisions."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from pipeline.proposer.candidate import Candidate
from pipeline.reviewer.alignment import overlaps, redact_labels
from pipeline.reviewer.calibration import Calibration, calibrate, columns
from pipeline.reviewer.decision import Action, Decision
from pipeline.reviewer.encoder_reviewer import EncoderReviewer
from pipeline.transcripts import Dialogue


class Reviewer:
    """Decides every candidate; those of a direct rule are redacted unread."""

    def __init__(self, encoder: EncoderReviewer, calibration: Calibration) -> None:
        self.encoder = encoder
        self.calibration = calibration

    @classmethod
    def calibrated(
        cls,
        encoder: EncoderReviewer,
        validation: Sequence[Dialogue],
        proposals: Sequence[Sequence[Candidate]],
        recall: float,
    ) -> "Reviewer":
        """Calibrated on validation dialogues and the proposer's candidates for them."""
        doubtful = [_doubtful(found) for found in proposals]
        logits = encoder.review(validation, doubtful)
        scores = [[c.score for c in found] for found in doubtful]
        pairs = list(zip(validation, doubtful, strict=True))
        labels = np.array([x for d, found in pairs for x in redact_labels(d, found)], dtype=bool)
        missed = sum(_missed(d, found) for d, found in zip(validation, proposals, strict=True))
        return cls(encoder, calibrate(*columns(logits, scores), labels, missed, recall))

    @classmethod
    def load(cls, folder: Path) -> "Reviewer":
        """What `save` wrote."""
        state = json.loads((folder / "calibration.json").read_text())
        return cls(EncoderReviewer.load(folder), Calibration(**state))

    def save(self, folder: Path) -> None:
        """The encoder and its calibration."""
        self.encoder.save(folder)
        text = json.dumps(asdict(self.calibration), indent=2)
        (folder / "calibration.json").write_text(text)

    def decide(
        self, dialogues: Sequence[Dialogue], proposals: Sequence[Sequence[Candidate]]
    ) -> list[list[Decision]]:
        """A decision for each candidate, in the candidates' order.

        Raises FloatingPointError on a score that is not a number: it would compare as KEEP.
        """
        doubtful = [_doubtful(found) for found in proposals]
        logits = self.encoder.review(dialogues, doubtful)
        decided = []
        for found, asked, answers in zip(proposals, doubtful, logits, strict=True):
            scores = np.array([c.score for c in asked], dtype=np.float64)
            chances = self.calibration.p_redact(answers, scores)
            if not np.isfinite(chances).all():
                raise FloatingPointError("the calibration gave a probability that is not finite")
            answered = {c: float(p) for c, p in zip(asked, chances, strict=True)}
            decided.append([self._decision(c, answered) for c in found])
        return decided

    def _decision(self, candidate: Candidate, answered: dict[Candidate, float]) -> Decision:
        if candidate.is_direct:
            return Decision(candidate, Action.REDACT, 1.0, "rule")
        p_redact = answered[candidate]
        action = Action.REDACT if p_redact >= self.calibration.threshold else Action.KEEP
        return Decision(candidate, action, p_redact, "reviewer")


def _doubtful(candidates: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in candidates if not candidate.is_direct]


def _missed(dialogue: Dialogue, candidates: Sequence[Candidate]) -> int:
    """Gold spans that no candidate to review touches and no rule settles."""
    return sum(not any(overlaps(c, span) for c in candidates) for span in dialogue.spans or ())
