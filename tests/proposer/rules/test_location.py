import pytest

from pipeline.proposer.rules.location import LocationRule
from pipeline.transcripts import SpeakerRole

ROWS = [
    "we moved here from ⟦Ohio⟧ last year so i missed fractions",
    "im in ⟦Lagos⟧ so its already late here",
    "im in ⟦san antonio⟧ so its late",
    "i live in ⟦Tralee⟧",
    "i live in ⟦San Luis Obispo, CA⟧ now",
    "we just moved from ⟦new jersey⟧",
    "I'm joining from ⟦Monterrey⟧ today",
    "I\u2019m from ⟦Leeds⟧",
    "i was born in ⟦Manila⟧",
    "my grandma lives in ⟦Puebla⟧",
    "my family is from ⟦Haiti⟧",
    # Hard negatives.
    "My answer is from Denver's table",
    "Kathryn moved to a new city",
    "I'm in the hundredths place",
    "I'm in Math now",
    "I'm in Breakout Room 3",
    "im in grade 5",
    "The train left Boston for Chicago",
    "he lives in Denver with 3 cats",
    "I moved 30 times",
    "we moved to Step 3",
    "I'm from Mr. C's class",
    "I took 5 from Ohio",
    "im in trouble so its bad",
]
ANSWERS = [
    ("⟦Lagos⟧", "Where are you joining from today?"),
    ("im in ⟦san antonio⟧", "Where are you joining from today?"),
    ("⟦Tralee⟧", "where do you live"),
    ("Home", "Where are you joining from today?"),
    ("Yes", "Where are you joining from today?"),
    ("Boston", "Which city has more people?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(LocationRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(LocationRule(), row, question)


def test_a_problem_text_speaks_of_nobody(check):
    check(LocationRule(), "We moved here from Ohio, 300 miles away.", role=SpeakerRole.OTHER)
