"""`rok`: every stage and every question as a command."""

from pipeline.offline import go_offline

go_offline()

from pipeline.cli.app import app, main  # noqa: E402

__all__ = ["app", "main"]
