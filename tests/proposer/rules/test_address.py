import pytest

from pipeline.proposer.rules.address import AddressRule

ROWS = [
    "can u mail me the book? i live at ⟦6034 Cedar Grove Road⟧",
    "i live at ⟦9610 Pecos Ave, Apt 35B⟧",
    "i live at ⟦2983 Pecos ln⟧",
    "i live at ⟦12 elm court⟧ now",
    "⟦4684 Elm Street⟧",
    "⟦16 N. Washington St, Apt 4A⟧",
    "my address is ⟦839 Maple Court, Apt 5B, Boise, ID 83702⟧",
    "⟦221B Baker Street⟧",
    "⟦45 42nd Street⟧",
    "send it to ⟦P.O. Box 1234⟧",
    "i live at ⟦４６８４ Elm Street⟧",
    "i live at ⟦4684\u00a0Elm\u00a0Street⟧",
    # Hard negatives.
    "10 minutes to drive",
    "32 stairs one way",
    "60 trucks in each lane",
    "a 2 in the 10s place",
    "3 hours and both drive",
    "10 Square Place",
    "2/6 this way",
    "100 Tens Place",
    "there are 12 Unit Square tiles",
    "The bakery is at 120 Main Street.",
]
ANSWERS = [
    ("⟦6956 Elm Road⟧", "Where should we send your prize sticker sheet?"),
    ("⟦839 maple court, apt 5b⟧", "What's your address?"),
    ("10 minutes to drive", "What's your address?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(AddressRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_an_answer(check, row, question):
    check(AddressRule(), row, question)
