"""Evaluation: overlap matching, figures, report and gates."""

from pipeline.evaluation.evaluate import Evaluation, evaluate
from pipeline.evaluation.judging import Decide, EvaluationError

__all__ = ["Decide", "Evaluation", "EvaluationError", "evaluate"]
