"""A repository as an institution has it: git, DVC, a local remote, no data yet."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.batches import BatchRecord, Purpose, Terms, add
from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, SpeakerRole, Turn
from pipeline.transcripts.native import write_dialogues

ROOT = Path(__file__).resolve().parents[2]
SET_UP = (
    ".dvc/config",
    ".dvc/.gitignore",
    ".dvcignore",
    "data/.gitignore",
    "data/batches/.gitignore",
    "data/records/.gitkeep",
)
NAME = "Zebulonia"


@dataclass(frozen=True)
class Repo:
    root: Path

    def git(self, *arguments: str) -> str:
        who = ("-c", "user.name=Tester", "-c", "user.email=tester@example.org")
        done = subprocess.run(
            ["git", *who, *arguments], cwd=self.root, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    @property
    def is_clean(self) -> bool:
        return not self.git("status", "--porcelain")

    @property
    def versions(self) -> list[str]:
        return self.git("tag", "--list").split()


@pytest.fixture(autouse=True, scope="session")
def _no_settings_of_this_machine(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
            patch.setenv(name, os.devnull)
        for name in ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"):
            patch.delenv(f"GIT_{name}", raising=False)
        patch.setenv("DVC_SITE_CACHE_DIR", str(tmp_path_factory.mktemp("dvc-site")))
        yield


def new_repo(root: Path) -> Repo:
    """This repository's own DVC set-up, committed in a new one."""
    made = Repo(root)
    for name in SET_UP:
        (made.root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, made.root / name)
    made.git("init", "-q", "-b", "main")
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "Start")
    return made


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository without data."""
    return new_repo(tmp_path / "repo")


@pytest.fixture(scope="session")
def landed(tmp_path_factory) -> tuple[Repo, BatchRecord]:
    """A repository in which a batch of d-1 to d-3 and one bad record landed; not to be changed."""
    folder = tmp_path_factory.mktemp("landed")
    repo = new_repo(folder / "repo")
    path = folder / "landed.jsonl"
    write_dialogues([build(1), build(2), build(3)], path)
    with path.open("a", encoding="utf-8") as lines:
        lines.write("{not json\n")
    record = add([path], Purpose.TRAIN, Terms("a pilot", "CC BY 4.0"), repo.root)
    assert isinstance(record, BatchRecord)
    return repo, record


@pytest.fixture
def name() -> str:
    """The name that every dialogue says, and nothing but data files may."""
    return NAME


def build(number: int, says: str = "", end: int = 12, annotated: bool = True) -> Dialogue:
    """A small dialogue; `says` follows the greeting, `end` moves the span of the name."""
    text = f"Hi {NAME}, look at Euler and {number} times {number + 1}. {says}"
    span = Span(turn_id=0, start=3, end=end, type=SpanType.NAME)
    return Dialogue(
        dialogue_id=f"d-{number}",
        platform="A" if number % 2 else "B",
        turns=(
            Turn(turn_id=0, speaker_role=SpeakerRole.TUTOR, text=text),
            Turn(turn_id=1, speaker_role=SpeakerRole.STUDENT, text=f"I got {number * 7}."),
        ),
        spans=(span,) if annotated else None,
        keep_spans=(KeepSpan(turn_id=0, start=22, end=27),),
    )


@pytest.fixture
def make() -> Callable[..., Dialogue]:
    """The builder of dialogues."""
    return build


@pytest.fixture
def land(tmp_path: Path) -> Callable[..., Path]:
    """Write dialogues, then raw lines, to a file outside of the repository."""

    def write(dialogues, *raw: str, file: str = "landed.jsonl") -> Path:
        path = tmp_path / "landing" / file
        write_dialogues(dialogues, path)
        with path.open("a", encoding="utf-8") as lines:
            lines.writelines(line + "\n" for line in raw)
        return path

    return write
