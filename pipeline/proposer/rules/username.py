"""User names, where somebody says that one follows."""

import re
from collections.abc import Iterator

from pipeline.proposer.rules.answer import answers, stands_alone
from pipeline.proposer.rules.lexicon import words
from pipeline.proposer.rules.view import View
from pipeline.transcripts import SpanType

_VALUE = re.compile(
    r"(?<![\w@.])@?[A-Za-z0-9_][\w.-]{1,30}[A-Za-z0-9_](?:\#\d{4})?(?![\w@])", re.ASCII
)
_WORD_ALONE = re.compile(r"\s*([A-Za-z]{6,24})[\s.!]*")
_SHAPED = re.compile(r"[a-z][A-Z]|[\d_@]|\w\.\w")
_PLACES = (
    r"(?:roblox|insta|instagram|ig|snap|snapchat|discord|tik\s?tok|twitter|twitch|kahoot|blooket"
    r"|minecraft|fortnite|xbox|psn|steam|youtube|gimkit|prodigy|scratch|duolingo|google)"
)
_NAMED = (
    r"(?:user\s?-?name|user\s?id|user|log-?in(?:\sname)?|screen\s?name|gamer\s?tag|handle"
    rf"|account\sname|nickname\son|{_PLACES}(?:\s(?:name|user|account|id|tag))?)"
)
_OWN = re.compile(
    rf"\b(?:my|our|his|her|mom'?s|the|new|old)\s(?:\w+\s){{0,2}}?{_NAMED}(?:\s(?:on|for|in)\s\w+)?"
    r"\s?(?:is|'s|:|=|was)\s?(?:now\s|called\s)?$",
    re.IGNORECASE,
)
_ADD_ME = re.compile(
    r"\b(?:add|follow|find|friend|dm|message|text|look)\s(?:me|us)\s(?:up\s)?(?:on|in|at)\s"
    rf"(?:my\s)?{_PLACES}[\s,:.!-]{{1,3}}(?:(?:i'?m|i\sam|it'?s|as|at|my\s\w+\sis|@)\s?)?$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?:user\s?name|user|log-?in|gamer\s?tag|screen\s?name|handle)\s?[:=]\s?$"
    r"|\b(?:logged|signed)\s?in\s(?:as|under|with)\s$",
    re.IGNORECASE,
)
_STATED = re.compile(r"\b(?:i'?m|i\sam|it'?s|under|as|me,?)\s$", re.IGNORECASE)
_PLACE_BEHIND = re.compile(rf"\s(?:on|in|@)\s(?:my\s)?{_PLACES}\b", re.IGNORECASE)
_QUESTION = re.compile(
    r"\b(?:user\s?-?name|user\s?id|log-?in|screen\s?name|gamer\s?tag|handle"
    rf"|{_PLACES}\s(?:name|user|account|id|tag))\b",
    re.IGNORECASE,
)
_HINTS = (
    *(
        "user",
        "login",
        "log-in",
        "logged",
        "signed in",
        "handle",
        "gamer",
        "screen",
        "nickname",
        "roblox",
        "insta",
    ),
    *("snap", "discord", "tiktok", "tik tok", "kahoot", "twitch", "twitter", "minecraft", "my ig"),
    *("fortnite", "xbox", "blooket", "gimkit", "prodigy", "scratch", "duolingo", "steam"),
)


class UsernameRule:
    """A word is a user name only where it has a digit, an underscore or an inner capital."""

    name = "username"
    type = SpanType.USERNAME

    def find(self, view: View, previous: View | None) -> Iterator[tuple[int, int]]:
        """Spans of user names; an `@` in front belongs to it."""
        is_shaped = _SHAPED.search(view.text) is not None
        if not is_shaped and not _WORD_ALONE.fullmatch(view.text):
            return
        is_answer = answers(view, previous, _QUESTION)
        if is_answer and not is_shaped:
            yield from _word_alone(view)
        if not is_answer and not view.mentions(*_HINTS):
            return
        for match in _VALUE.finditer(view.text):
            if _looks_like_one(match.group()) and _is_named(view, match, is_answer):
                yield match.span()


def _word_alone(view: View) -> Iterator[tuple[int, int]]:
    """A word that is the whole answer, unless it is one that people reply with."""
    match = _WORD_ALONE.fullmatch(view.text)
    if match is not None and match[1].lower() not in words("replies.yaml"):
        yield match.span(1)


def _is_named(view: View, match: re.Match[str], is_answer: bool) -> bool:
    left = view.before(match.start())
    if _OWN.search(left) or _ADD_ME.search(left) or _LABEL.search(left):
        return True
    if _STATED.search(left) and _PLACE_BEHIND.match(view.after(match.end())):
        return True
    return is_answer and stands_alone(view, *match.span())


def _looks_like_one(text: str) -> bool:
    bare = text.lstrip("@")
    if bare.lower() in words("not_usernames.yaml") or not any(c.isalpha() for c in bare):
        return False
    return _SHAPED.search(text) is not None
