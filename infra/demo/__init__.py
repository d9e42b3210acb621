"""The demo: the whole platform on one machine, from a landed batch to redacted transcripts."""
