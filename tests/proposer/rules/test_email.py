import pytest

from pipeline.proposer.rules.email import EmailRule

ROWS = [
    "my email is ⟦ludivine.castillo@yahoo.com⟧ can u send it",
    "⟦a.b+math@students.k12.us⟧",
    # Three addresses stay three: nothing is merged across spaces.
    "⟦ann@gmail.com⟧ ⟦bo@yahoo.com⟧ ⟦cy@icloud.com⟧",
    "⟦ann@gmail.com⟧,⟦bo@yahoo.com⟧;⟦cy@icloud.com⟧",
    # Invisible characters do not hide an address.
    "write to ⟦alice@\u200bexample.com⟧ ok",
    "⟦al\u00adice@exa\u2060mple.com⟧",
    "⟦alice＠example．com⟧",
    # International addresses.
    "⟦josé@example.com⟧",
    "⟦jos@bücher.example⟧",
    "⟦jos@xn--bcher-kva.example⟧",
    "⟦用户@例子.广告⟧",
    # What stands around an address is not part of it.
    "(⟦ann@gmail.com⟧).",
    "<⟦ann@gmail.com⟧>",
    "mail '⟦ann@gmail.com⟧', please",
    "it's ⟦ann@gmail.com⟧.Then we start",
    "mailto:⟦ann@gmail.com⟧",
    "⟦bo@server.school.local⟧",
    # Said aloud.
    "⟦ferdinand at gmail dot com⟧ is my email",
    "⟦sofia dot r at gmail dot com⟧",
    "⟦bo@x.test⟧ and ⟦ann@example.com⟧",
    # Hard negatives.
    "a..b@@x.com",
    "5 apples@3.50 each",
    "2@4 and 3@5",
    "@mariana91 look",
    "meet me at gmail dot com",
    "f@x",
    "x@y.z",
    "a@b@c",
    "look at 3 dot 5",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(EmailRule(), row)
