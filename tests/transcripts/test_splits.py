import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.transcripts import Dialogue, Turn
from pipeline.transcripts.frozen import FrozenSets
from pipeline.transcripts.native import read_dialogues, write_dialogues
from pipeline.transcripts.split_files import SplitError, SplitParams, write_splits
from pipeline.transcripts.splits import split_dialogues, split_of

NOTHING = FrozenSets([])


def dialogue(number: int, copy: str = "") -> Dialogue:
    rng = random.Random(number)
    text = " ".join(str(rng.randrange(10_000)) for _ in range(40))
    turn = Turn(turn_id=0, speaker_role="tutor", text=f"{text} {copy}")
    return Dialogue(dialogue_id=f"d{number}{copy}", turns=(turn,))


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 3))
def test_new_dialogues_never_move_old_ones(old, new, seed):
    first = split_dialogues(map(dialogue, range(old)), NOTHING, 0.3, seed).names
    later = split_dialogues(map(dialogue, reversed(range(old + new))), NOTHING, 0.3, seed).names
    assert first == {name: later[name] for name in first}


def test_near_duplicates_are_on_one_side():
    both = [dialogue(n, copy) for n in range(50) for copy in ("", "again")]
    names = split_dialogues(both, NOTHING, 0.4).names
    assert all(names[f"d{n}"] == names[f"d{n}again"] for n in range(50))
    assert set(names.values()) == {"train", "val"}


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_the_share_is_met_and_a_seed_changes_who(share):
    groups = [f"{n:064x}" for n in range(4000)]
    chosen = [{g for g in groups if split_of(g, share, seed) == "val"} for seed in (0, 1)]
    assert all(len(one) / 4000 == pytest.approx(share, abs=0.03) for one in chosen)
    assert chosen[0] != chosen[1]


def test_every_dialogue_ends_in_one_file(tmp_path):
    corpus = tmp_path / "dialogues.jsonl"
    write_dialogues(map(dialogue, range(60)), corpus)
    frozen = [dialogue(3), dialogue(4, "again")]
    counts = write_splits(corpus, frozen, tmp_path / "out", SplitParams(val_share=0.3, seed=1))
    files = {n: list(read_dialogues(tmp_path / "out" / f"{n}.jsonl")) for n in ("train", "val")}
    lines = (tmp_path / "out" / "refused.jsonl").read_text().splitlines()
    refused = {one["dialogue_id"]: one for one in map(json.loads, lines)}
    assert refused.keys() == {"d3", "d4"}
    assert refused["d4"]["reason"] == "near duplicate"
    assert refused["d4"]["frozen_id"] == "d4again"
    ids = {name: {one.dialogue_id for one in file} for name, file in files.items()}
    assert ids["train"] | ids["val"] | refused.keys() == {f"d{n}" for n in range(60)}
    assert not ids["train"] & ids["val"]
    assert counts == {"train": len(ids["train"]), "val": len(ids["val"]), "refused": 2}


def test_nothing_left_to_train_on_is_an_error_and_the_refusals_are_kept(tmp_path):
    corpus = tmp_path / "dialogues.jsonl"
    write_dialogues([dialogue(1)], corpus)
    with pytest.raises(SplitError, match="nothing for train among 0 dialogues, 1 refused"):
        write_splits(corpus, [dialogue(1)], tmp_path, SplitParams(val_share=0.3))
    assert (tmp_path / "refused.jsonl").read_text().count("\n") == 1
