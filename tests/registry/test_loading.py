"""Loading: one door for a folder and for the registry, shut to anything unclear or damaged."""

import json
import shutil
import warnings
from pathlib import Path

import pytest

from pipeline.errors import UserError
from pipeline.registry.evidence import gather
from pipeline.registry.loading import load_cascade
from pipeline.registry.promotion import promote
from pipeline.registry.provenance import Provenance
from pipeline.transcripts.native import dump, read_dialogues

# MLflow's own use of SQLAlchemy; it happens in a server's process otherwise.
pytestmark = pytest.mark.filterwarnings("ignore:The ``noload``:DeprecationWarning")


@pytest.fixture
def champion(registry, judged, small_cascade, tmp_path):
    """A small trained cascade as champion."""
    cascade = judged()
    shutil.rmtree(cascade)
    shutil.copytree(small_cascade, cascade)
    version = json.loads((cascade / "manifest.json").read_text())["version"]
    gate = cascade.parent / "evaluation" / "gate.json"
    gate.write_text(json.dumps(json.loads(gate.read_text()) | {"cascade_version": version}))
    return promote(gather(cascade), Provenance())


@pytest.fixture
def dialogues(small_world):
    return list(read_dialogues(small_world / "data" / "canonical.jsonl"))


@pytest.mark.parametrize(
    "reference", ["models:/redact-or-keep@champion", "models:/redact-or-keep/1"]
)
def test_the_registered_cascade_decides_like_the_folder(
    champion, small_cascade, dialogues, reference
):
    registered = load_cascade(reference)
    assert registered.version == champion.cascade_version
    expected = list(load_cascade(str(small_cascade)).decide(dialogues))
    assert list(registered.decide(dialogues)) == expected
    assert any(decisions for _, decisions in expected)


def test_a_file_damaged_in_the_registry_does_not_load(champion, tmp_path):
    weights = next(tmp_path.rglob("mlruns/**/*.safetensors"))
    weights.write_bytes(weights.read_bytes()[:-1] + b"x")
    with pytest.raises(UserError, match="missing, changed or unknown"):
        load_cascade("models:/redact-or-keep@champion")


@pytest.mark.parametrize(
    "reference",
    [
        "models:/redact-or-keep@nobody",
        "models:/redact-or-keep/77",
        "models:/nothing@champion",
        "models:/redact-or-keep",
        "models:/redact-or-keep/latest",
        "models:/",
        "no/such/folder",
    ],
)
def test_what_is_not_there_is_one_sentence(champion, reference):
    with pytest.raises(UserError) as caught:
        load_cascade(reference)
    assert "\n" not in str(caught.value)
    assert reference in str(caught.value)


def test_mlflow_serves_it_with_offsets_and_without_text(champion, dialogues):
    import pandas

    from pipeline.registry.server import mlflow

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        served = mlflow.pyfunc.load_model("models:/redact-or-keep@champion")
        frame = served.predict(pandas.DataFrame({"dialogue": [dump(one) for one in dialogues]}))
    expected = list(load_cascade("models:/redact-or-keep@champion").decide(dialogues))
    for text, (_, decisions) in zip(frame["decisions"], expected, strict=True):
        found = [
            (d["candidate"]["start"], d["candidate"]["end"], d["action"]) for d in json.loads(text)
        ]
        assert found == [(d.candidate.start, d.candidate.end, d.action) for d in decisions]
        assert "text" not in text


def test_a_dialogue_that_cannot_be_read_is_refused_without_being_quoted(champion):
    import pandas

    from pipeline.registry.server import mlflow

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        served = mlflow.pyfunc.load_model("models:/redact-or-keep@champion")
    broken = '{"dialogue_id": "1", "turns": [{"text": "Grace"}]}'
    with pytest.raises(UserError) as caught:
        served.predict(pandas.DataFrame({"dialogue": [broken]}))
    assert "Grace" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_folder_needs_no_mlflow(small_cascade, tmp_path):
    import subprocess
    import sys

    code = (
        "import sys; from pipeline.registry.loading import load_cascade;"
        f"load_cascade({str(Path(small_cascade))!r}); sys.exit('mlflow' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
