"""The whole pipeline as an institution runs it: batches, `dvc repro`, registry, redaction."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SMALL = {"cascade": "small", "encoders": ["small-a", "small-b"], "reviewer": "small-reviewer"}
# A cascade this small must only show that it is judged, not that it is good.
LENIENT = {"macro_f1_min": 0, "recall_min": 0, "partial_leaks_max": 9999, "challenge_drop_max": 1}

pytestmark = pytest.mark.slow


class Platform:
    """A working repository in a folder of its own, and the commands run in it."""

    def __init__(self, folder: Path, world: Path) -> None:
        self.folder = folder
        self.repository = folder / "platform"
        self.world = world
        self.registry = f"sqlite:///{folder}/mlflow.db"

    def run(self, *command: str, code: int = 0) -> str:
        done = subprocess.run(
            command,
            cwd=self.repository if self.repository.exists() else self.folder,
            env=self._environment(),
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, f"{command}: {done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    def _environment(self) -> dict[str, str]:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return os.environ | {
            "PATH": path,
            "PYTHONPATH": str(self.repository),
            "OMP_NUM_THREADS": "1",
            "MLFLOW_TRACKING_URI": self.registry,
            "MLFLOW_REGISTRY_URI": self.registry,
            "GIT_CONFIG_GLOBAL": str(self.folder / "gitconfig"),
        }

    def set_params(self, **changes: object) -> None:
        path = self.repository / "params.yaml"
        path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text()) | changes))


@pytest.fixture(scope="module")
def platform(tmp_path_factory, small_world) -> Platform:
    folder = tmp_path_factory.mktemp("institution")
    (folder / "gitconfig").write_text("[user]\n\tname = Steward\n\temail = steward@example.org\n")
    made = Platform(folder, small_world)
    made.run("git", "clone", "--quiet", str(ROOT), str(made.repository))
    for card in (small_world / "models").glob("*.yaml"):
        shutil.copy(card, made.repository / "models")
    made.set_params(**SMALL, gate=LENIENT)
    made.run("git", "add", "models", "params.yaml")
    made.run("git", "commit", "--quiet", "--message", "A small cascade")
    for purpose in ("canonical", "challenge", "train"):
        source = folder / f"{purpose}.jsonl"
        size, extra = (24, []) if purpose == "train" else (8, [])
        extra = ["--challenge"] if purpose == "challenge" else extra
        made.run("rok", "data", "synth", str(source), "--dialogues", str(size), *extra)
        made.run("rok", "data", "add", str(source), "--as", purpose, "--source", "synthetic")
    made.run("dvc", "repro")
    return made


def test_every_stage_left_what_it_says_and_the_verdict_is_there(platform):
    gate = json.loads((platform.repository / "work/evaluation/gate.json").read_text())
    manifest = json.loads((platform.repository / "work/cascade/manifest.json").read_text())
    assert gate["verdict"] == "pass"
    assert gate["cascade_version"] == manifest["version"]
    assert "Data and pipelines are up to date" in platform.run("dvc", "status")


def test_a_second_run_runs_nothing(platform):
    said = platform.run("dvc", "repro")
    assert "Running stage" not in said
    assert said.count("didn't change, skipping") >= 8


def test_another_bound_runs_the_gate_alone(platform):
    platform.set_params(**SMALL, gate=LENIENT | {"macro_f1_min": 1.0})
    said = platform.run("dvc", "repro")
    platform.set_params(**SMALL, gate=LENIENT)

    assert said.count("Running stage") == 1
    assert "Running stage 'gate'" in said
    platform.run("dvc", "repro")


def test_the_champion_redacts_what_arrives(platform):
    platform.run("rok", "promote", "work/cascade")
    inbox = platform.folder / "inbox"
    inbox.mkdir()
    (inbox / "chat.txt").write_text("Tutor: Hi, what is 3 x 4?\nStudent: mail ann@example.org\n")
    redact = ("rok", "redact", str(inbox), str(platform.folder / "out"))
    platform.run(*redact, "--cascade", "models:/redact-or-keep@champion")

    out = platform.folder / "out"
    assert "mail [EMAIL]" in (out / "chat.txt").read_text()
    manifest = json.loads((out / "chat.txt.manifest.json").read_text())
    made = json.loads((platform.repository / "work/cascade/manifest.json").read_text())
    assert made["version"] in json.dumps(manifest)


def test_a_changed_card_retrains_what_depends_on_it(platform):
    card = platform.repository / "models" / "small-reviewer.yaml"
    card.write_text(card.read_text().replace("focal_gamma: 2.0", "focal_gamma: 1.0"))
    said = platform.run("dvc", "status")

    assert "train-reviewer" in said
    assert "train-encoder" not in said
