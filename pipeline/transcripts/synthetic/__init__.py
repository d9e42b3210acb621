"""Synthetic tutoring dialogues with gold spans, for demos and tests.

Figures measured on them say nothing about real data.
"""

from pipeline.transcripts.synthetic.generator import generate

__all__ = ["generate"]
