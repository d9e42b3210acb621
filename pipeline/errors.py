"""Errors meant for the person at the keyboard: one clear sentence, no traceback."""


class UserError(Exception):
    """Something the user can put right. The command line prints it and exits with `exit_code`."""

    exit_code = 2
