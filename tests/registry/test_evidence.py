"""Evidence: found where it lies, and refused when it is about something else."""

import json
import shutil

import pytest

from pipeline.errors import UserError
from pipeline.registry.evidence import gather


def edit(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_evidence_is_found_beside_the_cascade(judged):
    evidence = gather(judged())
    assert evidence.passed
    assert evidence.report.name == "report.html"


def test_named_files_come_first(judged, tmp_path):
    cascade = judged()
    elsewhere = shutil.move(cascade.parent / "evaluation", tmp_path / "elsewhere")
    files = [tmp_path / "elsewhere" / name for name in ("metrics.json", "gate.json")]
    assert elsewhere
    assert gather(cascade, *files).metrics_file == files[0]


DAMAGE = {
    "gate of another cascade": lambda f: edit(f / "evaluation/gate.json", cascade_version="0" * 16),
    "gate of other metrics": lambda f: edit(f / "evaluation/metrics.json", macro_f1=1.0),
    "gate that names no cascade": lambda f: edit(f / "evaluation/gate.json", cascade_version=None),
    "unknown verdict": lambda f: edit(f / "evaluation/gate.json", verdict="insufficient"),
    "no verdict": lambda f: edit(f / "evaluation/gate.json", verdict=None),
    "no gate": lambda f: (f / "evaluation/gate.json").unlink(),
    "no metrics": lambda f: (f / "evaluation/metrics.json").unlink(),
    "gate that is not JSON": lambda f: (f / "evaluation/gate.json").write_text("{"),
    "gate that is a list": lambda f: (f / "evaluation/gate.json").write_text("[]"),
    "changed weights": lambda f: (f / "cascade/weights.bin").write_text("other"),
    "a file too many": lambda f: (f / "cascade/more.bin").write_text("more"),
    "no manifest": lambda f: (f / "cascade/manifest.json").unlink(),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_evidence_that_proves_nothing_is_refused(judged, damage):
    cascade = judged()
    damage(cascade.parent)
    with pytest.raises(UserError):
        gather(cascade)
