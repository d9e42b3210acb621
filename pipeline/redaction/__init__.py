"""Redaction runs: transcripts in, redacted transcripts out, with a record of what was done."""
