import pytest

from pipeline.proposer.rules.age import AgeRule
from pipeline.transcripts import SpeakerRole

ROWS = [
    "im only ⟦12 years old⟧ so we didnt do this yet",
    "im only ⟦10⟧ so we didnt do this yet",
    "i'm only ⟦ten⟧",
    "I am ⟦eleven years old⟧",
    "I\u2019m ⟦11 years old⟧",
    "im ⟦9 yrs old⟧ btw",
    "i turn ⟦12⟧ on friday",
    "i just turned ⟦ten⟧ yesterday",
    "my age is ⟦11⟧",
    "im only ⟦１０⟧ so",
    "I am ⟦11⟧ and in fifth grade",
    "i'll be ⟦12⟧ in march",
    "I'm ⟦ten and a half⟧",
    # Hard negatives.
    "I'm 5 and a half away",
    "i'll be 5 off",
    "I'll be 10 minutes late",
    "I am 11 and you are 12",
    "Tom is 11 years old",
    "Luka was 10 years old when Max was born",
    "i'm 5 off",
    "I'm 10 away from the answer",
    "I'm only 10 away",
    "im only 2 problems in",
    "i'm 11",
    "I'm 4' 10\"",
    "i'm 50% sure",
    "I'm 3/4 done",
    "i turned 90 degrees",
    "i turn 90 to the left",
    "I am 12 years old. My sister is twice as old as I am.",
    "i'm only 10.5",
    "im 12th in line",
]
ANSWERS = [
    ("i'm ⟦11⟧", "How old are you?"),
    ("⟦11⟧", "How old are you?"),
    ("i'm ⟦12 years old⟧", "How old are you?"),
    ("um ⟦ten⟧ lol", "whats ur age"),
    ("i'm ⟦11⟧ and i'm in 5th grade", "How old are you?"),
    ("⟦ten⟧", "Can you tell me your age?"),
    ("I'm ⟦11 and a half⟧", "How old are you?"),
    ("11", "How old is Tom?"),
    ("11", "How old are you if I am 40 and you are 29 years younger?"),
    ("he would be 10 then", "How old are you?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(AgeRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(AgeRule(), row, question)


def test_a_problem_text_speaks_of_nobody(check):
    check(AgeRule(), "Tom says: I am 11 years old.", role=SpeakerRole.OTHER)
