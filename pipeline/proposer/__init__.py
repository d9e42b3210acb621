"""Stage 1: a union of fine-tuned encoders, and direct rules. Recall first."""
