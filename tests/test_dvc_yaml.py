"""dvc.yaml holds what it promises: valid stages, each a rok command, each with its own params."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from pipeline.cli.app import app
from pipeline.encoders.card import CascadeCard
from pipeline.evaluation.gate_params import read_gate_params

ROOT = Path(__file__).resolve().parents[1]
STAGES = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
PARAMS = yaml.safe_load((ROOT / "params.yaml").read_text())
SHARED = {"cascade", "encoders", "reviewer"}
COMMANDS = get_command(app).commands
OUTPUTS = ("outs", "metrics", "plots")


def paths(stage, *kinds):
    return [path for kind in kinds for path in stage.get(kind, ())]


def test_dvc_reads_it_in_the_right_order(tmp_path):
    settings = os.environ | {"DVC_NO_ANALYTICS": "1", "DVC_SITE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "dvc", "stage", "list", "--all", "--name-only"],
        cwd=ROOT,
        env=settings,
        capture_output=True,
        text=True,
        check=True,
    )
    encoders = [f"train-encoder@{name}" for name in PARAMS["encoders"]]
    rest = ["propose", "train-reviewer", "assemble", "evaluate", "gate"]
    assert done.stdout.split() == ["ingest", "split", *encoders, *rest]


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_is_the_command_of_its_name(name):
    words = STAGES[name]["cmd"].split()
    assert words[:2] == ["rok", name]
    options = {word for word in words if word.startswith("--")}
    known = {option for one in COMMANDS[name].params for option in one.opts}
    assert options <= known
    needed = {
        one.opts[0] for one in COMMANDS[name].params if one.required and one.opts[0][0] == "-"
    }
    assert needed <= options


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_lists_the_params_of_its_own_group(name):
    listed = set(STAGES[name].get("params", ()))
    own = {f"{name}.{key}" for key in PARAMS.get(name, {})}
    assert listed - SHARED in (own, {name} & PARAMS.keys())
    used = {part.split("}")[0] for part in STAGES[name]["cmd"].split("${")[1:]}
    assert {one for one in used if not one.startswith("item.")} <= listed


def test_every_group_of_params_belongs_to_a_stage():
    assert PARAMS.keys() <= STAGES.keys() | SHARED


def test_the_params_are_those_of_the_cascade_card():
    card = CascadeCard.load(PARAMS["cascade"])
    assert (PARAMS["encoders"], PARAMS["reviewer"]) == (list(card.encoders), card.reviewer)


def test_the_gate_can_read_its_bounds():
    assert read_gate_params(ROOT / "params.yaml").recall_min > 0.5


@pytest.mark.parametrize("name", STAGES)
def test_a_dependency_is_in_the_repository_or_made_by_an_earlier_stage(name):
    made = [path for other in STAGES for path in paths(STAGES[other], *OUTPUTS)]
    for path in paths(STAGES[name], "deps"):
        if path.startswith("work/"):
            assert any(path.startswith(out) or out.startswith(f"{path}/") for out in made), path
        else:
            filled = path
            for key in SHARED - {"encoders"}:
                filled = filled.replace(f"${{{key}}}", PARAMS[key])
            for encoder in PARAMS["encoders"]:
                assert (ROOT / filled.replace("${item.name}", encoder)).exists(), path


@pytest.mark.parametrize("name", STAGES)
def test_what_a_stage_makes_stays_out_of_git_and_training_has_its_queue(name):
    assert all(path.startswith("work/") for path in paths(STAGES[name], *OUTPUTS))
    queue = STAGES[name]["meta"]["airflow"]["queue"]
    assert queue == ("mlx" if name in ("train-encoder", "propose", "train-reviewer") else "default")
