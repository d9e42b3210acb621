"""Renaming people in training dialogues, so that a name by itself tells nothing.

A renamed dialogue keeps every turn and span. Two ways: to other names, or to a collision, where
a participant takes the name of somebody in the curriculum, which is what a challenge set tests.
"""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from pipeline.transcripts import Dialogue, KeepSpan, Span, SpanType, Turn

_WORD = re.compile(r"[^\W\d_]{3,}")
_Located = Span | KeepSpan
_Span = TypeVar("_Span", Span, KeepSpan)


def name_pool(dialogues: Iterable[Dialogue]) -> list[str]:
    """The distinct given names and surnames in the gold names of `dialogues`, sorted."""
    return sorted({word for d in dialogues for word in _names(d)})


def _names(dialogue: Dialogue) -> list[str]:
    names = [s for s in dialogue.spans or () if s.type is SpanType.NAME]
    return _words(dialogue, names)


def _words(dialogue: Dialogue, spans: Sequence[_Located]) -> list[str]:
    texts = {turn.turn_id: turn.text for turn in dialogue.turns}
    found = (w for s in spans for w in _WORD.findall(texts[s.turn_id][s.start : s.end]))
    return list(dict.fromkeys(word.lower() for word in found))


def renamed(
    dialogue: Dialogue,
    pool: Sequence[str],
    chance: random.Random,
    rename_share: float,
    collide_share: float,
) -> Dialogue:
    """The dialogue, renamed with the given probabilities; unchanged where it has no names."""
    drawn = chance.random()
    names = _names(dialogue)
    if drawn < collide_share:
        curricular = _words(dialogue, [k for k in dialogue.keep_spans if k.why == "word_problem"])
        if names and curricular:
            return replace_words(dialogue, {chance.choice(names): chance.choice(curricular)})
    if drawn < rename_share + collide_share and pool:
        fresh = chance.sample(pool, min(len(names), len(pool)))
        return replace_words(dialogue, dict(zip(names, fresh, strict=False)))
    return dialogue


def replace_words(dialogue: Dialogue, new_name: Mapping[str, str]) -> Dialogue:
    """Exchange words inside NAME spans, keeping their casing; all offsets move along."""
    edits: dict[int, list[tuple[int, int, str]]] = {}
    for span in dialogue.spans or ():
        if span.type is SpanType.NAME:
            text = dialogue.text_of(span.turn_id)
            for word in _WORD.finditer(text, span.start, span.end):
                if (name := new_name.get(word.group().lower())) is not None:
                    edit = (word.start(), word.end(), _cased(name, word.group()))
                    edits.setdefault(span.turn_id, []).append(edit)
    if not edits:
        return dialogue
    return dialogue.model_copy(
        update={
            "turns": tuple(_edited(turn, edits.get(turn.turn_id, [])) for turn in dialogue.turns),
            "spans": tuple(_moved(s, edits.get(s.turn_id, [])) for s in dialogue.spans or ()),
            "keep_spans": tuple(_moved(s, edits.get(s.turn_id, [])) for s in dialogue.keep_spans),
        }
    )


def _cased(name: str, like: str) -> str:
    if like.isupper():
        return name.upper()
    return name if like.islower() else name.title()


def _edited(turn: Turn, edits: list[tuple[int, int, str]]) -> Turn:
    text = turn.text
    for start, end, word in sorted(edits, reverse=True):
        text = text[:start] + word + text[end:]
    return turn.model_copy(update={"text": text})


def _moved(span: _Span, edits: list[tuple[int, int, str]]) -> _Span:
    def move(place: int, closing: bool) -> int:
        return place + sum(
            len(word) - (end - start)
            for start, end, word in edits
            if (end <= place if closing else start < place)
        )

    return span.model_copy(update={"start": move(span.start, False), "end": move(span.end, True)})
