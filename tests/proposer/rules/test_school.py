import pytest

from pipeline.proposer.rules.school import SchoolRule
from pipeline.transcripts import SpeakerRole

ROWS = [
    "i go to ⟦Roosevelt Elementary⟧",
    "i go to ⟦jefferson elementary⟧",
    "i go to ⟦westview middle⟧",
    "at ⟦Oak Hill School⟧ they taught us a diffrent way",
    "we have a test on this at ⟦St. Mary Academy⟧ tmrw",
    "we have a test on this at ⟦PS 118⟧ tmrw",
    "at ⟦Cesar Chavez K-8⟧ they taught us a diffrent way",
    "at ⟦Harriet Tubman Charter School⟧ they taught us",
    "i go to ⟦Maplewood Primary⟧",
    "my school is ⟦Lincoln Middle School⟧",
    "my brother goes to ⟦Lincoln High⟧",
    "I teach third grade at ⟦Sunnyside Elementary⟧",
    "she is at ⟦Stuyvesant High School⟧",
    "i go to ⟦P.S.\u00a0118⟧",
    # Hard negatives.
    "we did this on Khan Academy already",
    "i go to Khan Academy for help",
    "Chalktown High School had their prom last weekend",
    "At Lincoln High School there are 300 students",
    "when you get to high school geometry",
    "i go to the middle school",
    "i go to elementary school",
    "my sister did that in high school",
    "i go to school at 8",
    "the middle of the number line",
    "P.S. 5 more to go",
    "that's a High number",
    "i go to summer school",
]
ANSWERS = [
    ("⟦Roosevelt Elementary⟧", "Which school are you at?"),
    ("⟦jefferson elementary⟧", "Which school are you at?"),
    ("⟦PS 118⟧", "what's your school?"),
    ("5th, ⟦Lakeside Elementary⟧", "What grade and school?"),
    ("⟦Lakeside Elementary School⟧ in Tulsa", "what school do u go to"),
    ("Lincoln High School", "Which school sold more tickets?"),
    ("high school", "Which school are you at?"),
    ("Roosevelt Elementary", "Who sold more tickets?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(SchoolRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(SchoolRule(), row, question)


def test_a_problem_text_speaks_of_nobody(check):
    check(SchoolRule(), "At Oak Hill School we sell 30 cakes.", role=SpeakerRole.OTHER)
