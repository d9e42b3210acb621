"""The generator repeats itself for a seed, and otherwise hardly ever."""

import hashlib
import os
import subprocess
import sys

import pytest

from pipeline.transcripts import Dialogue, SpeakerRole
from pipeline.transcripts.native import dump, parse
from pipeline.transcripts.near_duplicates import content_groups
from pipeline.transcripts.synthetic import generate

PROGRAM = """
import hashlib
from pipeline.transcripts.native import dump
from pipeline.transcripts.synthetic import generate
text = "".join(dump(d) for d in generate(12, 5))
print(hashlib.sha256(text.encode()).hexdigest())
"""


def test_a_seed_gives_the_same_dialogues_in_every_process() -> None:
    here = hashlib.sha256("".join(dump(d) for d in generate(12, 5)).encode()).hexdigest()
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", PROGRAM]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert run.stdout.strip() == here


def test_fewer_dialogues_are_the_first_of_more() -> None:
    assert list(generate(4, 5)) == list(generate(9, 5))[:4]


def test_the_native_form_keeps_everything(canonical: list[Dialogue]) -> None:
    import json

    assert all(parse(json.loads(dump(dialogue))) == dialogue for dialogue in canonical[:20])


def test_about_fifteen_percent_hold_no_pii(canonical: list[Dialogue]) -> None:
    without = sum(dialogue.spans == () for dialogue in canonical)
    assert 0.09 * len(canonical) <= without <= 0.21 * len(canonical)


def test_platforms_differ_in_length_and_register(canonical: list[Dialogue]) -> None:
    for platform, shortest, longest in (("A", 8, 16), ("B", 40, 80)):
        lengths = [len(d.turns) for d in canonical if d.platform == platform]
        assert len(lengths) == len(canonical) // 2
        assert shortest <= min(lengths) <= max(lengths) <= longest
    opening = [d.turns[0] for d in canonical if d.platform == "A"]
    assert sum(turn.speaker_role is SpeakerRole.OTHER for turn in opening) > 0.4 * len(opening)


def test_ids_say_seed_platform_and_number() -> None:
    ids = [dialogue.dialogue_id for dialogue in generate(3, 7)]
    assert ids == ["synthetic-7-A-0", "synthetic-7-B-1", "synthetic-7-A-2"]


def test_one_platform_alone() -> None:
    assert {dialogue.platform for dialogue in generate(5, 7, platforms=("B",))} == {"B"}


def test_an_unknown_platform_is_refused() -> None:
    with pytest.raises(ValueError, match="no such synthetic platform: C"):
        next(generate(1, 7, platforms=("A", "C")))


@pytest.mark.parametrize(("platform", "floor"), [("A", 0.8), ("B", 0.75)])
def test_turns_are_seldom_the_same(platform: str, floor: float, canonical: list[Dialogue]) -> None:
    texts = [turn.text for d in canonical if d.platform == platform for turn in d.turns]
    assert len(set(texts)) >= floor * len(texts)


def test_two_seeds_share_few_content_groups() -> None:
    first, second = list(generate(80, 101)), list(generate(80, 102))
    groups = content_groups([*first, *second])
    known = {groups[dialogue.dialogue_id] for dialogue in first}
    assert sum(groups[dialogue.dialogue_id] in known for dialogue in second) <= 8
