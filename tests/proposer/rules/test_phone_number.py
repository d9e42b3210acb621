import pytest

from pipeline.proposer.rules.phone_number import PhoneNumberRule

ROWS = [
    "u can text me ⟦(475) 555-0135⟧",
    "Call the help line on ⟦877.555.0663⟧ if the audio drops",
    "⟦849-555-0455⟧",
    "⟦1-849-555-0455⟧",
    "⟦+1 427 555 0733⟧",
    "⟦+44 20 7946 0958⟧",
    "⟦849-555-0455⟧ ⟦849-555-0456⟧",
    # Invented and unassigned area codes are numbers all the same.
    "⟦555-555-0123⟧ and ⟦299-555-0101⟧",
    # A cue makes other shapes dialable.
    "u can text me ⟦555-0637⟧",
    "my moms number is ⟦5875550973⟧ she wants to know",
    "Call the help line on ⟦7985550558⟧ if",
    "call me at ⟦849 555 0455⟧",
    "my cell is ⟦07700 900123⟧",
    "my number is ⟦5425550676⟧",
    "⟦2065550142⟧ is my dad's number",
    "phone: ⟦5550142⟧",
    # Spaces, digits and hyphens that only look different.
    "⟦849\u2011555\u20110455⟧",
    "⟦+1\u00a0427\u00a0555\u00a00733⟧",
    "⟦(475)\u2009555-0135⟧",
    "⟦８４９-555-0455⟧",
    "call me ⟦٨٤٩-٥٥٥-٠٤٥٥⟧",
    # Hard negatives.
    "35.008 31.354",
    "16/04/2010",
    "0.000000012",
    "1545-0008",
    "2024-01-15 12",
    "so 36865000 followers, then 1065000",
    "1000000000 1000000000 how many zeros",
    "it should be 2880-1728",
    "9900-6600 = 3300",
    "5425550676",
    "555-0637",
    "1-234-567-8910 1112 1314",
    "so 12 1-234-510-1112, and we break it up",
    "849 555 0455",
    "205 300 4000",
    "555-1234 = -679",
    "849-555-0455 = x",
    "3 × 849-555-0455",
    "900-300-2000=?",
    "my number is 1000000",
    "what do we call 1234567",
    "my number is 36, is it 6*6",
    "3.849-555-0455",
    "849-555-0455-12",
    "123-456-7890",
    "multiply 4155552671 by 2",
    "630726 630726 On the count of three",
]
ANSWERS = [
    ("⟦849-555-0455⟧", "If we get cut off, what number should I call?"),
    ("⟦555-0275⟧", "If we get cut off, what number should I call?"),
    ("um its ⟦8495550455⟧ thanks", "what's your phone number?"),
    ("⟦+1 749 555 0662⟧", "What's the best number to reach you?"),
    ("⟦849 555 0455⟧", "what number can we text?"),
    ("5550275", "What number should we add?"),
    ("the answer is 8495550455 apples in total", "what's your phone number?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(PhoneNumberRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(PhoneNumberRule(), row, question)
