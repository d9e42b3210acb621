"""User names, where somebody says that one follows."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import asked, stands_alone
from pipeline.proposer.rules.lexicon import words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_HANDLE = r"(?<![\w@.])@?[A-Za-z0-9_](?:[\w.-]{1,30}[A-Za-z0-9_])(?:\#\d{4})?(?![\w@])"
_VALUE = re.compile(_HANDLE, re.ASCII)
_PLACES = r"(?:roblox|insta|instagram|ig|snap|snapchat|discord|tik\s?tok|twitter|twitch|kahoot|blooket|minecraft|fortnite|xbox|psn|steam|youtube|gimkit|prodigy|scratch|duolingo|google)"
_NAMED = rf"(?:user\s?-?name|user\s?id|user|login(?:\sname)?|log-?in\sname|screen\s?name|gamer\s?tag|handle|account\sname|nickname\son|{_PLACES}(?:\s(?:name|user|account|id|tag))?)"
_CUES = (
    re.compile(
        rf"\b(?:my|our|his|her|mom'?s|the|new|old)\s(?:\w+\s){{0,2}}?{_NAMED}(?:\s(?:on|for|in)\s\w+)?\s?(?:is|'s|:|=|was)\s?(?:now\s|called\s)?$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:add|follow|find|friend|dm|message|text|look)\s(?:me|us|up)\s(?:up\s)?(?:on|in|at)\s(?:my\s)?{_PLACES}[\s,:.!-]{{1,3}}(?:(?:i'?m|im|i\sam|it'?s|its|as|at|my\s\w+\sis|@)\s?)?$",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:i'?m|i\sam|log(?:ged)?\s?in\sas|sign(?:ed)?\s?in\sas|under|as)\s$", re.IGNORECASE),
    re.compile(r"\b(?:user\s?name|user|login|gamer\s?tag|screen\s?name|handle)\s?[:=]\s?$", re.IGNORECASE),
)
_PLACE_BEHIND = re.compile(rf"\s(?:on|in|@)\s(?:my\s)?{_PLACES}\b", re.IGNORECASE)
_QUESTION = re.compile(
    rf"\b(?:user\s?-?name|user\s?id|login(?:\sname)?|log-?in(?:\sname)?|screen\s?name|gamer\s?tag|handle|{_PLACES}\s(?:name|user|account|id|tag))\b",
    re.IGNORECASE,
)
_WORDS = ("user", "login", "log in", "logged", "sign", "handle", "gamer", "screen", "add me", "follow",
          "find me", "friend", "dm me", "roblox", "insta", "snap", "discord", "tiktok", "kahoot", "twitch",
          "minecraft", "fortnite", "xbox", "blooket", "my ig")


class UsernameRule:
    """A word is a user name only where it has a digit, an underscore or an inner capital."""

    name = "username"
    type = SpanType.USERNAME

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of user names; an `@` in front belongs to it."""
        is_answer = asked(previous, _QUESTION)
        if not is_answer and not view.mentions(*_WORDS):
            return
        for match in _VALUE.finditer(view.text):
            if _looks_like_one(match.group()) and _is_named(view, match, is_answer):
                yield match.span()


def _is_named(view: View, match: re.Match[str], is_answer: bool) -> bool:
    left = view.before(match.start())
    explicit, added, stated, labelled = _CUES
    if explicit.search(left) or added.search(left) or labelled.search(left):
        return True
    if stated.search(left) and _PLACE_BEHIND.match(view.after(match.end())):
        return True
    return is_answer and stands_alone(view, *match.span())


def _looks_like_one(text: str) -> bool:
    bare = text.lstrip("@")
    if not any(character.isalpha() for character in bare) or bare.lower() in words("not_usernames.yaml"):
        return False
    has_inner_capital = any(a.islower() and b.isupper() for a, b in zip(bare, bare[1:], strict=False))
    return text[0] == "@" or has_inner_capital or any(c.isdigit() or c in "_." for c in bare)
