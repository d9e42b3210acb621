"""Whether the words before a colon name a speaker, or are part of what is said."""

from pipeline.transcripts.labels import known_role

_WORDS_IN_A_NAME = 4
_PARTICLE_LIST = "van der den de del della di da dos la le von zu bin ibn al el y e"
_ASIDE_LIST = """
step note answer question hint example problem solution part exercise ratio total let so now
equation formula page chapter lesson task case rule option or and http https subject date time
warning remember proof theorem definition given find check ps re
"""
_PARTICLES = frozenset(_PARTICLE_LIST.split())
_NOT_SPEAKERS = frozenset(_ASIDE_LIST.split())


def looks_like_speaker(label: str, is_spaced: bool) -> bool:
    """Whether `label` before a colon (`is_spaced`: with space after it) names who speaks.

    A role word does; so do up to four capitalised words, unless they open an aside ("Step 2:").
    """
    if known_role(label) is not None:
        return True
    words = label.split()
    if not words or words[0].rstrip(".").casefold() in _NOT_SPEAKERS or not is_spaced:
        return False
    return len(words) <= _WORDS_IN_A_NAME and all(_can_be_in_a_name(word) for word in words)


def _can_be_in_a_name(word: str) -> bool:
    if word in _PARTICLES:
        return True
    first = word.lstrip("('’")[:1]
    return bool(first) and not first.islower()
