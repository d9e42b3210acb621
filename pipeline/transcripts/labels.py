"""Labels of the world outside: speakers as roles, annotation labels as span types."""

import re

from pipeline.transcripts.dialogue import SpanType, SpeakerRole
from pipeline.transcripts.options import ReadOptions
from pipeline.transcripts.problem import DamagedRecord, Reason

_ROLE_WORDS = {
    SpeakerRole.STUDENT: (
        "student students child children pupil pupils learner kid ss s st stu "
        "multiple_students several_students student_new"
    ),
    SpeakerRole.TUTOR: (
        "tutor teacher t tchr instructor coach teaching_assistant ta professor educator volunteer"
    ),
    SpeakerRole.OTHER: (
        "other unknown system bot moderator narrator problem parent observer researcher aide "
        "chat all class speaker participant guest user"
    ),
}
_ROLES = {word: role for role, words in _ROLE_WORDS.items() for word in words.split()}

_TYPES = {
    "name_student": SpanType.NAME,
    "person": SpanType.NAME,
    "per": SpanType.NAME,
    "id_num": SpanType.IDENTIFYING_NUMBER,
    "phone_num": SpanType.PHONE_NUMBER,
    "phone": SpanType.PHONE_NUMBER,
    "url_personal": SpanType.URL,
    "street_address": SpanType.ADDRESS,
    "loc": SpanType.LOCATION,
} | {kind.value.lower(): kind for kind in SpanType}

_NUMBERED = re.compile(r"(.*?)[_#-]*(\d+|[a-z])?$", re.DOTALL)
_SHORT = 2
_LONG = 40


def _folded(label: str) -> str:
    return "_".join(label.strip().casefold().split())


def known_role(label: str) -> SpeakerRole | None:
    """The role of a label that is a role word ("Teacher", "Student 2"); None for anything else."""
    if len(label) > _LONG:
        return None
    folded = _folded(label)
    if folded in _ROLES:
        return _ROLES[folded]
    matched = _NUMBERED.match(folded)
    return _ROLES.get(matched.group(1)) if matched else None


def is_generic(label: str) -> bool:
    """Whether a speaker label says nothing about a person: a role word, with a number at most.

    "Student M" may carry an initial and "Ta" is a given name: neither is generic.
    """
    if len(label) > _LONG:
        return False
    word = re.sub(r"[\s_#-]*\d*$", "", label.strip())
    return _folded(word) in _ROLES and (len(word) > _SHORT or word.isupper())


def role_of(label: str | None, options: ReadOptions) -> SpeakerRole:
    """The role of a speaker label: by option, by role word, else `other` (it may be a name)."""
    if label is None:
        return SpeakerRole.OTHER
    for given, role in options.roles.items():
        if _folded(given) == _folded(label):
            return role
    return known_role(label) or SpeakerRole.OTHER


def stated_role(value: str, options: ReadOptions) -> SpeakerRole:
    """The role in a field that claims to hold one. DamagedRecord when it is none."""
    role = role_of(value, options)
    if role is SpeakerRole.OTHER and known_role(value) is None and not _is_mapped(value, options):
        raise DamagedRecord(Reason.UNKNOWN_ROLE, "the speaker role is not one of ours nor mapped")
    return role


def _is_mapped(value: str, options: ReadOptions) -> bool:
    return _folded(value) in {_folded(label) for label in options.roles}


def type_of(label: str, options: ReadOptions) -> SpanType:
    """The span type of an annotation label. DamagedRecord when it is unknown.

    The label is not repeated: in a shifted column it would be a word of the transcript.
    """
    mapped = {_folded(given): kind for given, kind in options.types.items()}
    found = mapped.get(_folded(label)) or _TYPES.get(_folded(label))
    if found is None:
        raise DamagedRecord(Reason.UNKNOWN_TYPE, "a span has a label that is no span type of ours")
    return found
