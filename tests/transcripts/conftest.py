"""Small dialogues and files to read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.transcripts import Dialogue, Span, Turn

FORMS = Path(__file__).parent / "forms"


@pytest.fixture(scope="session")
def forms() -> Path:
    """A folder with a small file of every form, as their tools write them."""
    return FORMS


@pytest.fixture
def dialogue() -> Dialogue:
    return Dialogue(
        dialogue_id="d-1",
        platform="A",
        turns=(
            Turn(
                turn_id=3,
                speaker_role="tutor",
                text="Hi 😀 Priya, is 1/2 > 1/3?",
                speaker="Ms. Ortiz",
            ),
            Turn(turn_id=4, speaker_role="student", text="Yes, Ms. Ortiz", speaker="Priya"),
        ),
        spans=(
            Span(turn_id=3, start=5, end=10, type="NAME"),
            Span(turn_id=4, start=9, end=14, type="NAME"),
        ),
    )


@pytest.fixture
def write_file(tmp_path: Path) -> Callable[[str, Any], Path]:
    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
