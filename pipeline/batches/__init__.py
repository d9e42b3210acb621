"""Batches: annotated dialogues that landed together, each one version of the data."""

from pipeline.batches.adding import AlreadyKnown, Terms, add
from pipeline.batches.record import BatchError, BatchRecord, Purpose

__all__ = ["AlreadyKnown", "BatchError", "BatchRecord", "Purpose", "Terms", "add"]
