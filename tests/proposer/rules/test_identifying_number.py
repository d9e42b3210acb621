import pytest

from pipeline.proposer.rules.identifying_number import IdentifyingNumberRule

ROWS = [
    "my student id is ⟦973753122⟧ if u need it",
    "it says login with lunch number, mine is ⟦A-33973⟧",
    "my student number is ⟦S1716256⟧",
    "student id: ⟦213-3256⟧",
    "student id #⟦8345141⟧",
    "my pin is ⟦4821⟧",
    "account number ⟦00123456789⟧",
    "library card number is ⟦21234 56789⟧",
    "my ssn is ⟦666-12-3456⟧",
    "my social security number is ⟦123456789⟧",
    "worker id ⟦AQX7829930⟧",
    "credit card number is ⟦4111 1111 1111 1112⟧",
    "my student id is ⟦２７５７６３６⟧",
    "my student id is ⟦27\u200b57636⟧",
    "ID: ⟦8837261⟧",
    # Hard negatives.
    "grid: 1234",
    "2757636",
    "the number is 8345141",
    "the number of students is 12345",
    "id is 3.14159",
    "her account has 5000 dollars",
    "student number 5 got 100",
    "she did not save 25000 so",
    "account balance $50000",
    "my student id is 12 + 4500",
    "lunch number 3, cost 4.50",
    "we have 2400 calories, say no, 1800",
    "problem number 1234",
    "card is 7 of hearts",
]
ANSWERS = [
    ("⟦2757636⟧", "I need your student number to log the session."),
    ("⟦222-4877⟧", "I need your student number to log the session."),
    ("⟦A-37311⟧", "I need your student number to log the session."),
    ("its ⟦S1716256⟧ thx", "what's your lunch number?"),
    ("2400 + 800 = 3200", "I need your student number to log the session."),
    ("2757636", "What is 2757600 + 36?"),
    ("15", "What is your student id?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(IdentifyingNumberRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(IdentifyingNumberRule(), row, question)
