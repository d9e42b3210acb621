import pytest

from pipeline.proposer.rules.birth_date import BirthDateRule
from pipeline.transcripts import SpeakerRole

ROWS = [
    "my birthday is ⟦the 3rd of Feb⟧ so im getting a calculator",
    "my birthday is ⟦June 19, 2016⟧ so",
    "my bday is ⟦9/24/2012⟧",
    "my birthday is ⟦5/5⟧",
    "dob ⟦8.11.2012⟧",
    "DOB: ⟦2012-11-08⟧",
    "i was born on ⟦march 3rd⟧",
    "i was born in ⟦2013⟧",
    "i turn 12 on ⟦April 4⟧",
    "my birthday's ⟦15 March 2014⟧",
    "my birthday is ⟦９/24/2012⟧",
    "born ⟦3/14/2013⟧",
    # Hard negatives.
    "Gauss, born 4/30/1777",
    "i got 5/5",
    "2.5 mg",
    "8.11.2",
    "3.14.15.92",
    "on a quarterly basis",
    "June 19, 2016",
    "11/5/2013",
    "Euler was born April 15, 1707",
    "Max was born on the same day that Luka turned 4",
    "On Aubrey's 8th birthday, Luka was 10",
    "there were 60 birthday presents on 5/5",
    "If I was born in 1940, how old would I be?",
    "my birthday cake was cut in 3/4",
]
ANSWERS = [
    ("⟦11/5/2013⟧", "What's your date of birth for the sign-in sheet?"),
    ("⟦April 15⟧", "What's your date of birth for the sign-in sheet?"),
    ("its ⟦the 15th of March⟧", "when is your birthday?"),
    ("⟦5/5⟧", "when is your birthday?"),
    ("it's in ⟦may, the 14th⟧", "When is your birthday?"),
    ("11/5", "What is 11 divided by 5?"),
    ("5/5", "What fraction of the birthday cake is left?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(BirthDateRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(BirthDateRule(), row, question)


def test_a_tutor_sets_sums_with_years(check):
    check(BirthDateRule(), "Okay. So yeah, I was born in 1980", role=SpeakerRole.TUTOR)
