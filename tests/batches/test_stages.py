"""`rok ingest` and `rok split` as DVC runs them."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.batches import BatchError
from pipeline.batches.corpus import read_version
from pipeline.cli.app import app
from pipeline.cli.stage_params import ParamsError
from pipeline.transcripts.native import read_dialogues

RUNNER = CliRunner()


def rok(*words):
    return RUNNER.invoke(app, [str(word) for word in words])


def ingest(repo, out, *more):
    return rok(
        "ingest", "--repo", repo.root, "--corpus", out / "corpus", "--frozen", out / "frozen", *more
    )


def test_ingest_writes_the_corpus_and_both_test_sets(landed, make, tmp_path):
    result = ingest(landed[0], tmp_path)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0] == "train: 3 dialogues"
    corpus = list(read_dialogues(tmp_path / "corpus" / "dialogues.jsonl"))
    assert [one.dialogue_id for one in corpus] == ["d-1", "d-2", "d-3"]
    assert {one.licence for one in corpus} == {"CC BY 4.0"}
    assert read_version(tmp_path / "corpus") == "data/v1"
    assert {path.name for path in (tmp_path / "frozen").iterdir()} == {
        "canonical.jsonl",
        "challenge.jsonl",
    }


def test_ingest_without_a_batch_says_what_to_do(repo, tmp_path):
    result = ingest(repo, tmp_path)
    assert isinstance(result.exception, BatchError)
    assert "no training batch has landed yet" in str(result.exception)


def test_split_keeps_clear_of_the_test_sets(make, tmp_path, land):
    corpus = land(
        [
            make(n, says=f"word{n} " * 3 + f"other{n} thing{n} more{n} stuff{n} " * 6)
            for n in range(30)
        ],
        file="../corpus/dialogues.jsonl",
    )
    land([make(4)], file="../frozen/canonical.jsonl")
    (tmp_path / "params.yaml").write_text("split: {val_share: 0.3, seed: 5}\n")
    result = rok(
        "split",
        "--corpus",
        corpus.parent,
        "--frozen",
        tmp_path / "frozen",
        "--out",
        tmp_path / "splits",
        "--params",
        tmp_path / "params.yaml",
    )
    assert result.exit_code == 0, result.output
    refused = json.loads((tmp_path / "splits" / "refused.jsonl").read_text())
    assert (refused["dialogue_id"], refused["reason"]) == ("d-4", "same id")
    assert "refused: 1 dialogues" in result.stdout


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("gate: {}\n", "has no group `split`"),
        ("split: {val_share: 2}\n", r"split\.val_share: "),
        ("split: {val_share: 0.1, vla: 1}\n", r"split\.vla: "),
        ("split: [\n", "not YAML"),
    ],
)
def test_wrong_params_are_named(tmp_path, content, reason):
    (tmp_path / "params.yaml").write_text(content)
    result = rok(
        "split",
        "--corpus",
        tmp_path,
        "--frozen",
        tmp_path,
        "--out",
        tmp_path,
        "--params",
        tmp_path / "params.yaml",
    )
    assert isinstance(result.exception, ParamsError)
    with pytest.raises(ParamsError, match=reason):
        raise result.exception
