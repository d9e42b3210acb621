"""`python -m pipeline.cli` is `rok`."""

from pipeline.cli import main

main()
