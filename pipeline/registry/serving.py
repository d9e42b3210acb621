"""The loader MLflow calls: a registered cascade as a pyfunc model."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.cascade import Cascade
from pipeline.reviewer.decision import Decision
from pipeline.transcripts import Dialogue
from pipeline.transcripts.native import TranscriptError, parse


class ServedCascade:
    """A cascade behind MLflow's `predict`."""

    def __init__(self, cascade: Cascade) -> None:
        self._cascade = cascade

    def predict(self, model_input: Any, params: dict[str, Any] | None = None) -> Any:
        """Decide every dialogue of the frame's `dialogue` column (native JSON, one a row).

        Returns a frame with a `decisions` column: JSON lists with offsets, types and actions.
        """
        del params  # MLflow's interface; a cascade's thresholds belong to its version.
        dialogues = [_dialogue(row, text) for row, text in enumerate(model_input["dialogue"])]
        decided = [_as_json(decisions) for _, decisions in self._cascade.decide(dialogues)]
        return model_input.assign(decisions=decided)[["decisions"]]


def _load_pyfunc(data_path: str) -> ServedCascade:
    return ServedCascade(Cascade.load(Path(data_path)))


def _dialogue(row: int, text: str) -> Dialogue:
    try:
        return parse(json.loads(text))
    except (ValidationError, ValueError, AttributeError, TypeError):
        # Without its cause: that would quote the text.
        raise TranscriptError(f"row {row}: not a dialogue in native JSON") from None


def _as_json(decisions: list[Decision]) -> str:
    return json.dumps([asdict(decision) for decision in decisions])
