"""The DAG files: readable at a glance by people, and light for Airflow to read."""

from pathlib import Path

import pytest

DAGS = Path(__file__).resolve().parents[2] / "dags"
NAMES = ("ingest", "promote", "redact", "retrain")
HEAVY = ("dvc", "evidently", "mlflow", "pandas", "pipeline", "torch", "transformers")
SECONDS = 1.0

LOAD = """
import json, runpy, sys, time
import airflow.sdk
before = set(sys.modules)
start = time.process_time()
names = runpy.run_path({path!r})
seconds = time.process_time() - start
new = {{module.partition(".")[0] for module in set(sys.modules) - before}}
print(json.dumps([seconds, sorted(new)]))
"""

BAG = """
import json
from airflow.dag_processing.dagbag import DagBag
from airflow.serialization.serialized_objects import DagSerialization
bag = DagBag(dag_folder={folder!r})
for dag in bag.dags.values():
    DagSerialization.to_dict(dag)
print(json.dumps({{
    "errors": bag.import_errors,
    "dags": {{dag.dag_id: {{
        "doc": dag.doc_md,
        "tags": sorted(str(tag) for tag in dag.tags),
        "runs": dag.max_active_runs,
        "catchup": dag.catchup,
        "schedule": repr(dag.timetable),
        "tasks": {{task.task_id: {{
            "owner": task.owner,
            "retries": task.retries,
            "backoff": task.retry_exponential_backoff,
            "timeout": task.execution_timeout.total_seconds(),
            "pool": task.pool,
            "doc": getattr(task, "doc_md", None),
            "after": sorted(task.upstream_task_ids),
            "outlets": [asset.name for asset in task.outlets],
        }} for task in dag.tasks}},
    }} for dag in bag.dags.values()}},
}}))
"""


@pytest.fixture(scope="session")
def bag(ask):
    found = ask(BAG.format(folder=str(DAGS)))
    assert found["errors"] == {}
    return found["dags"]


@pytest.fixture(scope="session")
def tasks(bag):
    return [(name, task) for dag in bag.values() for name, task in dag["tasks"].items()]


def test_every_file_is_one_dag_of_its_name(bag):
    assert sorted(bag) == sorted(path.stem for path in DAGS.glob("*.py")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_reading_a_dag_takes_little_time_and_imports_nothing_heavy(ask, name):
    seconds, imported = ask(LOAD.format(path=str(DAGS / f"{name}.py")))
    assert seconds < SECONDS
    assert not set(imported) & set(HEAVY)


@pytest.mark.parametrize("name", NAMES)
def test_a_dag_says_what_it_is_for_and_what_to_do_when_it_is_red(bag, name):
    for heading in ("**Purpose.**", "**When.**", "**When it is red.**", "**Is a rerun safe?**"):
        assert heading in bag[name]["doc"]


def test_owners_and_tags_are_of_the_closed_vocabulary(bag, tasks, ask):
    tags, owners = ask(
        "import json; from rok_airflow.vocabulary import Owner, Tag;"
        "print(json.dumps([list(Tag), list(Owner)]))"
    )
    for dag in bag.values():
        assert dag["tags"]
        assert set(dag["tags"]) <= set(tags)
    assert {task["owner"] for _, task in tasks} <= set(owners)


def test_every_task_is_retried_with_growing_pauses_and_has_a_time_limit(tasks):
    for name, task in tasks:
        assert task["retries"] >= 1, name
        assert task["backoff"], name
        assert task["timeout"] > 0, name


def test_a_large_inbox_has_as_long_as_a_training_stage(bag):
    stage = bag["retrain"]["tasks"]["evaluate"]["timeout"]
    assert bag["redact"]["tasks"]["redact"]["timeout"] == stage


def test_runs_of_a_dag_do_not_overlap_nor_pile_up(bag):
    assert {(dag["runs"], dag["catchup"]) for dag in bag.values()} == {(1, False)}


def test_tasks_that_change_the_working_tree_take_turns(bag):
    writing = {"ingest": {"add"}, "retrain": set(bag["retrain"]["tasks"]), "promote": {"promote"}}
    for dag_id, names in writing.items():
        for name in names:
            assert bag[dag_id]["tasks"][name]["pool"] == "working_tree", name


def test_assets_hand_the_work_from_dag_to_dag(bag):
    hand_over = {
        "annotations": ("ingest", "announce", "retrain"),
        "challenger": ("retrain", "record", "promote"),
        "champion": ("promote", "promote", "redact"),
    }
    for asset, (maker, task, taker) in hand_over.items():
        assert bag[maker]["tasks"][task]["outlets"] == [asset]
        assert f"name='{asset}'" in bag[taker]["schedule"]


def test_retrain_is_dvc_yaml_and_then_the_record(bag):
    from rok_airflow.stages import read_stages

    expected = {
        s.name.replace("@", "."): {a.replace("@", ".") for a in s.after}
        for s in read_stages(DAGS.parent)
    }
    found = {name: set(task["after"]) for name, task in bag["retrain"]["tasks"].items()}
    record = found.pop("record")
    assert found == expected
    assert record == set(expected) - set().union(*expected.values())
