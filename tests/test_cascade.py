"""The cascade as one object: streamed, verified, failing closed."""

import itertools
import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pipeline.cascade import Cascade, CascadeError
from pipeline.errors import UserError
from pipeline.policy.mask import mask
from pipeline.policy.redacted import unmask
from pipeline.reviewer.decision import Action
from pipeline.transcripts import Dialogue, SpeakerRole, Turn
from pipeline.transcripts.native import read_dialogues

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cascade(small_cascade):
    return Cascade.load(small_cascade)


@pytest.fixture(scope="module")
def canonical(small_world):
    return list(read_dialogues(small_world / "data" / "canonical.jsonl"))


def test_dialogues_come_back_in_order_with_disjoint_decisions(cascade, canonical):
    decided = list(cascade.decide(iter(canonical)))

    assert [d.dialogue_id for d, _ in decided] == [d.dialogue_id for d in canonical]
    assert any(decisions for _, decisions in decided)
    for dialogue, decisions in decided:
        assert decisions == sorted(decisions, key=lambda d: d.candidate)
        for one, two in itertools.pairwise(decisions):
            same_turn = one.candidate.turn_id == two.candidate.turn_id
            assert not same_turn or one.candidate.end <= two.candidate.start
        for decision in decisions:
            text = dialogue.text_of(decision.candidate.turn_id)
            assert 0 <= decision.candidate.start < decision.candidate.end <= len(text)
            assert 0 <= decision.p_redact <= 1


def test_decisions_come_in_the_order_of_the_turns_though_turn_ids_descend(cascade):
    turns = tuple(
        Turn(turn_id=turn_id, speaker_role=SpeakerRole.STUDENT, text="I am Ann: ann@mail.org")
        for turn_id in (12, 7, 9)
    )
    dialogue = Dialogue(dialogue_id="d", turns=turns)
    ((_, decisions),) = cascade.decide([dialogue])

    assert list(dict.fromkeys(d.candidate.turn_id for d in decisions)) == [12, 7, 9]
    masked = mask(dialogue, decisions)
    assert all("[EMAIL]" in turn.text for turn in masked.dialogue.turns)


def test_direct_rules_are_redacted_without_review(cascade):
    turn = Turn(turn_id=0, speaker_role=SpeakerRole.STUDENT, text="mail me: ann.lee@example.org")
    ((_, decisions),) = cascade.decide([Dialogue(dialogue_id="d", turns=(turn,))])

    (rule,) = [d for d in decisions if d.decided_by == "rule"]
    assert (rule.action, rule.p_redact) == (Action.REDACT, 1.0)


def test_a_dialogue_alone_and_among_others_is_decided_the_same(cascade, canonical):
    together = dict(enumerate(decisions for _, decisions in cascade.decide(canonical)))
    for number, dialogue in enumerate(canonical[:3]):
        ((_, alone),) = cascade.decide([dialogue])
        assert [d.candidate.start for d in alone] == [d.candidate.start for d in together[number]]
        chances = [d.p_redact for d in together[number]]
        assert [d.p_redact for d in alone] == pytest.approx(chances, abs=0.05)


@pytest.mark.parametrize("before", [0, 30, 60, 95, 96, 97, 190, 290])
def test_a_name_is_seen_wherever_it_stands_in_a_long_turn(cascade, before):
    text = "so " * before + "my email is ann.lee@example.org and i am Maria Lopez" + " so" * 200
    turn = Turn(turn_id=0, speaker_role=SpeakerRole.STUDENT, text=text)
    ((_, decisions),) = cascade.decide([Dialogue(dialogue_id="d", turns=(turn,))])

    covered = {place for d in decisions for place in range(d.candidate.start, d.candidate.end)}
    start = text.index("ann.lee")
    assert set(range(start, start + len("ann.lee@example.org"))) <= covered


def test_it_loads_with_the_version_it_was_saved_with(cascade, small_cascade):
    manifest = json.loads((small_cascade / "manifest.json").read_text())
    assert (cascade.name, cascade.version) == ("small", manifest["version"])
    assert not list(small_cascade.rglob("*.bin"))
    assert not list(small_cascade.rglob("*.pt"))


def _changed(folder):
    path = folder / "reviewer" / "calibration.json"
    path.write_text(path.read_text().replace("threshold", "Threshold"))


def _renamed(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"version": "0" * 16}))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (_changed, "reviewer/calibration.json"),
        (lambda folder: (folder / "proposer/small-a/model.safetensors").unlink(), "small-a"),
        (lambda folder: (folder / "extra.bin").write_bytes(b"x"), "extra.bin"),
        (lambda folder: (folder / "manifest.json").write_text("{"), "no readable manifest"),
        (lambda folder: (folder / "manifest.json").unlink(), "no readable manifest"),
        (lambda folder: (folder / "manifest.json").write_text("[]"), "no readable manifest"),
        (lambda folder: (folder / "reviewer/manifest.json").touch(), "reviewer/manifest.json"),
        (_renamed, "version"),
    ],
)
def test_a_damaged_cascade_is_refused(small_cascade, tmp_path, damage, reason):
    copy = tmp_path / "copy"
    shutil.copytree(small_cascade, copy)
    damage(copy)
    with pytest.raises(CascadeError, match=reason):
        Cascade.load(copy)


@pytest.mark.parametrize("part", ["proposer", "reviewer"])
def test_scores_that_are_not_numbers_are_an_error(small_cascade, canonical, part):
    broken = Cascade.load(small_cascade)
    module = (
        broken._proposer.taggers[0].module.classify
        if part == "proposer"
        else broken._reviewer.encoder.module.judge[-1]
    )
    module.bias.data.fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="not finite"):
        list(broken.decide(canonical))


@pytest.mark.parametrize(
    "texts", [(), ("",), (" \n", "\t"), ("😀", "\u200b\u202e"), ("so " * 40_000,)]
)
def test_odd_dialogues_are_decided_among_others(cascade, canonical, texts):
    turns = tuple(
        Turn(turn_id=7 - place, speaker_role=SpeakerRole.OTHER, text=text)
        for place, text in enumerate(texts)
    )
    odd = Dialogue(dialogue_id="odd", platform="never seen", turns=turns)
    decided = list(cascade.decide([canonical[0], odd]))
    assert [d.dialogue_id for d, _ in decided] == [canonical[0].dialogue_id, "odd"]


def test_a_calibration_that_is_no_number_is_an_error(small_cascade, canonical):
    broken = Cascade.load(small_cascade)
    broken._reviewer.calibration = replace(broken._reviewer.calibration, c=float("nan"))
    with pytest.raises(FloatingPointError, match="not finite"):
        list(broken.decide(canonical))


def test_training_never_replaces_a_folder_that_is_no_cascade(small_world, monkeypatch):
    from pipeline.stages import train_cascade

    monkeypatch.chdir(small_world)
    before = sorted((small_world / "data").iterdir())
    with pytest.raises(UserError, match="holds something else"):
        train_cascade(Path("data"), "small", Path("data"), 13, lambda _title: lambda *_: None)
    assert sorted((small_world / "data").iterdir()) == before


def test_masked_text_gives_the_input_back(cascade, canonical):
    for dialogue, decisions in cascade.decide(canonical):
        masked = mask(dialogue, decisions)
        redacted = [d.candidate for d in decisions if d.action is Action.REDACT]
        originals = [dialogue.text_of(c.turn_id)[c.start : c.end] for c in redacted]

        assert len(masked.redactions) == len(originals)
        assert unmask(masked, originals) == [turn.text for turn in dialogue.turns]


def test_training_again_gives_the_same_cascade(small_world, small_cascade, tmp_path, monkeypatch):
    from pipeline.stages import train_cascade

    monkeypatch.chdir(small_world)
    quiet = lambda _title: lambda *_: None  # noqa: E731
    train_cascade(small_world / "data", "small", tmp_path / "again", 13, quiet)

    data = list(read_dialogues(small_world / "data" / "val.jsonl"))
    one, two = (Cascade.load(folder) for folder in (small_cascade, tmp_path / "again"))
    for (_, a), (_, b) in zip(one.decide(data), two.decide(data), strict=True):
        assert np.allclose([d.p_redact for d in a], [d.p_redact for d in b], atol=1e-3)
    assert not (tmp_path / "again.work").exists()
