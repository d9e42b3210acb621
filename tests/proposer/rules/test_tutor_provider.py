import pytest

from pipeline.proposer.rules.tutor_provider import TutorProviderRule

ROWS = [
    "is this ⟦BrightPath Tutoring⟧? my mom signed me up",
    "Welcome back to ⟦MathMentors Live⟧! Ready to start?",
    "is this ⟦StarLearn⟧?",
    "Welcome to ⟦TutorBridge⟧",
    "my mom pays for ⟦varsity tutors⟧",
    "⟦Sylvan Learning⟧ taught me that",
    "i used ⟦Oak Hill Tutoring⟧ before",
    "I'm from ⟦Wyzant⟧",
    "Welcome To ⟦Oak Tutoring⟧ everyone",
    "This is Maya from ⟦NumberNest⟧",
    "my ⟦LearnLoop⟧ tutor said so",
    # Hard negatives.
    "the video from MathAntics",
    "Welcome to GeoGebra",
    "we did this on Khan Academy",
    "open DeltaMath",
    "is this McDonald",
    "Online Tutoring is fun",
    "The Tutors said so",
    "write it on paper",
    "two tutors share 30 students",
    "Welcome to LeBron math",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(TutorProviderRule(), row)
