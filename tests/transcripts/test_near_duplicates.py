import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.transcripts import Dialogue, SpeakerRole, Turn
from pipeline.transcripts.minhash import similar_pairs
from pipeline.transcripts.native import read_dialogues
from pipeline.transcripts.near_duplicates import content_groups
from pipeline.transcripts.shingles import (
    content_hash,
    dialogue_words,
    jaccard,
    problem_words,
    shingles,
)

COLLECTION = Path(__file__).parents[3] / "shared" / "data"
WORDS = [
    f"{a}{b}" for a in ("so", "ta", "mi", "re", "no", "ke") for b in ("la", "du", "pin", "gor")
]
PROBLEM = (
    "Mina has 12 boxes with 30 pens in each box and gives 5 pens to every one of her 7 friends "
    "before she sells the rest for 2 dollars a pen so how much money does she make"
)


def dialogue(name: str, *texts: str, opener: SpeakerRole = SpeakerRole.TUTOR) -> Dialogue:
    roles = [opener] + [SpeakerRole.STUDENT, SpeakerRole.TUTOR] * len(texts)
    turns = [
        Turn(turn_id=i, speaker_role=role, text=text)
        for i, (role, text) in enumerate(zip(roles, texts, strict=False))
    ]
    return Dialogue(dialogue_id=name, turns=tuple(turns))


def session(seed: int, turns: int = 20) -> list[str]:
    rng = random.Random(seed)
    return [
        " ".join(
            [rng.choice(("Ana", "I", "you")), *rng.choices(WORDS, k=14), str(rng.randrange(99))]
        )
        for _ in range(turns)
    ]


def edited(texts: list[str], seed: int) -> list[str]:
    """Another name, a sixth of the turns gone, some new ones."""
    rng = random.Random(seed)
    kept = [text.replace("Ana", "Bo").upper() for text in texts if rng.random() > 1 / 6]
    for new in session(seed + 1000, 2):
        kept.insert(rng.randrange(len(kept)), new)
    return kept


def groups_of(groups: dict[str, str]) -> set[frozenset[str]]:
    members: dict[str, set[str]] = {}
    for name, group in groups.items():
        members.setdefault(group, set()).add(name)
    return {frozenset(names) for names in members.values()}


def test_edited_copies_share_a_group_and_strangers_do_not():
    originals = {f"s{seed}": session(seed) for seed in range(60)}
    copies = {f"copy-{name}": edited(texts, i) for i, (name, texts) in enumerate(originals.items())}
    everything = [dialogue(name, *texts) for name, texts in (originals | copies).items()]
    expected = {frozenset({name, f"copy-{name}"}) for name in originals}
    assert groups_of(content_groups(everything)) == expected


def test_a_group_is_named_by_its_smallest_content_hash():
    one, two = dialogue("a", *session(1)), dialogue("b", *edited(session(1), 5))
    smallest = min(content_hash(one), content_hash(two))
    assert content_groups([one, two]) == {"a": smallest, "b": smallest}


OTHER = SpeakerRole.OTHER


@pytest.mark.parametrize(
    ("first", "opener", "together"),
    [
        (PROBLEM, OTHER, True),
        (PROBLEM.replace("Mina", "Kofi").replace("she", "he"), OTHER, True),
        (PROBLEM, SpeakerRole.TUTOR, False),
        (
            "A train leaves at 9 and goes 60 miles an hour for 3 hours; how far did it go",
            OTHER,
            False,
        ),
        ("Welcome to the session", OTHER, False),
    ],
)
def test_dialogues_that_open_with_one_problem_stay_together(first, opener, together):
    one = dialogue("one", PROBLEM, *session(1), opener=OTHER)
    two = dialogue("two", first, *session(2), opener=opener)
    assert (len(groups_of(content_groups([one, two]))) == 1) is together


def test_the_same_short_greeting_is_no_problem():
    greetings = [
        dialogue(str(n), "Welcome to the session", *session(n), opener=OTHER) for n in range(4)
    ]
    assert len(groups_of(content_groups(greetings))) == 4
    assert problem_words(greetings[0]) == []


def test_digits_tell_problems_apart():
    assert shingles(["x", "is", "3"]) != shingles(["x", "is", "4"])


def test_spans_ids_and_typography_do_not_change_the_content_hash():
    plain = dialogue("a", 'Two "plus" two', "Four!")
    assert content_hash(plain) == content_hash(dialogue("b", "two “plus”  TWO", "four"))
    assert content_hash(plain) != content_hash(dialogue("a", "Two plus three", "Four"))


def test_dialogues_without_words_are_like_nothing():
    assert jaccard(shingles([]), shingles([])) == 0
    assert list(similar_pairs([shingles([]), shingles([])], 0.4)) == []
    assert len(content_groups([dialogue("a", "…"), dialogue("b", *session(1))])) == 2


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.randoms())
def test_groups_do_not_depend_on_the_order_of_dialogues(seeds, rng):
    dialogues = [
        dialogue(f"d{i}", *edited(session(seed, 6), i % 3)) for i, seed in enumerate(seeds)
    ]
    shuffled = rng.sample(dialogues, len(dialogues))
    assert content_groups(dialogues) == content_groups(shuffled)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from("abcdef"), max_size=30), st.lists(st.sampled_from("abcdef")))
def test_jaccard_is_that_of_the_word_runs(one, two):
    runs = [
        {tuple(x[i : i + 3]) for i in range(max(1, len(x) - 2))} if x else set() for x in (one, two)
    ]
    union = runs[0] | runs[1]
    expected = len(runs[0] & runs[1]) / len(union) if runs[0] and runs[1] else 0
    assert jaccard(shingles(one), shingles(two)) == pytest.approx(expected)


def test_equals_are_compared_once_each():
    same = [shingles(dialogue_words(dialogue("x", *session(1))))] * 1000
    assert list(similar_pairs(same, 0.4)) == [(0, index) for index in range(1, 1000)]


@pytest.mark.real_data
def test_renamed_sessions_of_a_real_collection_join_their_source():
    if not COLLECTION.is_dir():
        pytest.skip("the development collection is not here")
    train = list(read_dialogues(COLLECTION / "train.jsonl"))
    renamed = list(read_dialogues(COLLECTION / "train_collision.jsonl"))
    groups = content_groups([*train, *renamed])
    sources = {groups[one.dialogue_id] for one in train}
    joined = sum(groups[one.dialogue_id] in sources for one in renamed)
    assert joined == len(renamed)
    assert len(set(groups.values())) > 0.85 * len(train)
