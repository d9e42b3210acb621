"""The runner of the rules' tables: a row is a sentence with its spans in ⟦brackets⟧."""

import re
from collections.abc import Callable

import pytest

from pipeline.proposer.rules import Rule, view_of
from pipeline.transcripts import SpeakerRole

Check = Callable[..., None]


def unmark(marked: str) -> tuple[str, list[str]]:
    """The sentence without brackets, and what stood in them."""
    return re.sub("[⟦⟧]", "", marked), re.findall("⟦(.*?)⟧", marked, re.DOTALL)


@pytest.fixture
def check() -> Check:
    """Assert that a rule finds in a sentence what is marked, and nothing else."""

    def check_row(
        rule: Rule,
        marked: str,
        previous: str | None = None,
        role: SpeakerRole = SpeakerRole.STUDENT,
    ) -> None:
        text, expected = unmark(marked)
        view = view_of(text, role)
        before = None if previous is None else view_of(previous, SpeakerRole.TUTOR)
        spans = [view.original(*span) for span in rule.find(view, before)]
        assert [text[start:end] for start, end in sorted(set(spans))] == expected

    return check_row
