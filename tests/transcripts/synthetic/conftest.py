import pytest

from pipeline.transcripts import Dialogue
from pipeline.transcripts.synthetic import generate


@pytest.fixture(scope="session")
def canonical() -> list[Dialogue]:
    return list(generate(200, 13))


@pytest.fixture(scope="session")
def challenge() -> list[Dialogue]:
    return list(generate(120, 13, challenge=True))
