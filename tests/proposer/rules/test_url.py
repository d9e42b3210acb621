import pytest

from pipeline.proposer.rules.url import UrlRule

ROWS = [
    "our room is ⟦zoom.us/j/3713249401⟧, same time",
    "⟦bit.ly/qkx40bg⟧",
    "⟦https://docs.google.com/document/d/1fshnvvgk271⟧ can u see it?",
    "⟦meet.google.com/dcr-yrta-vpc⟧",
    "⟦youtu.be/dQw4w9WgXcQ⟧",
    "HTTPS ⟦HTTPS://EXAMPLE.ORG/A⟧",
    "⟦http://73.12.9.4:8080/x⟧",
    "⟦http://localhost:8888/lab⟧",
    "⟦www.maria-lopez.com⟧",
    "⟦marialopez.weebly.com⟧",
    "my website is ⟦maria-lopez.com⟧",
    "⟦https://bücher.example/ä⟧",
    "⟦http://xn--bcher-kva.example/⟧",
    "see ⟦zoom.us/j/37\u200b13249401⟧ now",
    # Hard negatives.
    "open nearpod.com and desmos.com",
    "go to wmpoll.com if you're stuck",
    "std::bad is c++",
    "and/or, 3/4, km/h, 5/5",
    "that's it.So we add.Then 3.5/2",
    "i got 4.is/that ok",
    "Mr.C said no",
    "e.g. 3.14/2",
    "http://",
    "ann@gmail.com",
    "x.y = 3 and f.g(x)",
]
# A closing bracket belongs to an address only when the address opened it.
TRIMMED = [
    "see ⟦https://a.org/b⟧.",
    "see ⟦https://a.org/b⟧, then",
    "(⟦https://a.org/b⟧)",
    "(see ⟦https://a.org/b⟧).",
    "⟦https://a.org/b_(c)⟧",
    "(⟦https://a.org/b_(c)⟧)",
    '"⟦https://a.org/b⟧"',
    "“⟦https://a.org/b⟧”",
    "[link](⟦https://a.org/b⟧)",
    "<⟦https://a.org/b⟧>",
    "⟦https://a.org/b?c=[1]⟧!",
    "is it ⟦https://a.org/b⟧?!",
    "*⟦https://a.org/b⟧*",
    "⟦bit.ly/abc1⟧;",
    "{⟦bit.ly/abc1⟧}",
    "'⟦bit.ly/abc1⟧'",
]


@pytest.mark.parametrize("row", ROWS)
def test_finds_what_is_marked(check, row):
    check(UrlRule(), row)


@pytest.mark.parametrize("row", TRIMMED)
def test_leaves_the_sentence_its_punctuation(check, row):
    check(UrlRule(), row)
