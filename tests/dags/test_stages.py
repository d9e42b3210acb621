"""The stages of dvc.yaml as tasks: their order is DVC's, and DVC says what happened."""

import json
import subprocess
import sys

import pytest

from rok_airflow.stages import read_stages

DVC_GRAPH = """
import json
from dvc.repo import Repo
with Repo(".") as repo:
    graph = repo.index.graph
    stages = [stage for stage in graph.nodes if not stage.is_data_source]
    print(json.dumps({s.addressing: sorted(
        before.addressing for before in graph.successors(s) if not before.is_data_source
    ) for s in stages}))
"""


def dvc_graph(folder):
    command = [sys.executable, "-W", "ignore", "-c", DVC_GRAPH]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def our_graph(folder):
    return {stage.name: sorted(stage.after) for stage in read_stages(folder)}


def test_matrix_foreach_folders_and_metrics_are_ordered_as_dvc_orders_them(pipeline):
    assert our_graph(pipeline) == dvc_graph(pipeline)
    assert our_graph(pipeline)["union"] == ["train@a", "train@b"]


def test_a_file_whose_name_begins_like_an_output_is_not_that_output(tmp_path):
    (tmp_path / "dvc.yaml").write_text(
        "stages:\n  one: {cmd: 'true', outs: [work/a]}\n  two: {cmd: 'true', deps: [work/ab]}\n"
    )
    assert our_graph(tmp_path) == {"one": [], "two": []}


def test_an_unknown_variable_is_an_error_and_not_an_empty_path(tmp_path):
    (tmp_path / "dvc.yaml").write_text("stages: {one: {cmd: '${nothing}'}}")
    with pytest.raises(KeyError):
        read_stages(tmp_path)
