import pytest

from pipeline.proposer.rules.username import UsernameRule

ROWS = [
    "add me on roblox im ⟦heidithegoat2⟧",
    "my user is ⟦mariana91⟧ on here and on kahoot",
    "my username is ⟦xx_ludivine_xx⟧",
    "my login is ⟦MariaLopez⟧",
    "username: ⟦rafik84⟧",
    "follow me on insta ⟦@lu.castillo⟧",
    "i'm ⟦novak_7⟧ on discord",
    "my gamertag is ⟦xX_novak_Xx⟧",
    "my discord is ⟦novak7#1234⟧",
    "my user is ⟦mari\u200bana91⟧",
    "i'm logged in as ⟦sofia_r12⟧",
    # Hard negatives.
    "my username is not working",
    "my username is wrong",
    "mail ann_b@gmail.com on discord",
    "x_1 + x_2 = y_3",
    "my answer is x2",
    "i'm 5 on kahoot",
    "we did this on Kahoot already 2x",
    "your login information is in your planner 4b",
    "std::bad user 3",
]
ANSWERS = [
    ("⟦novakgamer557⟧", "What's your login name so I can find your work?"),
    ("its ⟦heidithegoat2⟧", "what is your username?"),
    ("⟦xx_ludivine_xx⟧", "What's your login name so I can find your work?"),
    ("⟦pandalover⟧", "What's your username?"),
    ("nothing", "What's your username?"),
    ("idk", "What's your login name so I can find your work?"),
    ("42", "What's your login name so I can find your work?"),
    ("heidithegoat2", "What do we do next?"),
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(UsernameRule(), row)


@pytest.mark.parametrize(("row", "question"), ANSWERS)
def test_takes_a_bare_answer(check, row, question):
    check(UsernameRule(), row, question)
