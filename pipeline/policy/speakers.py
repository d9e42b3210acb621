"""Speaker labels that cannot name anybody: the role, numbered where a role has several voices."""

import re

from pipeline.transcripts import Dialogue, SpeakerRole

# Stricter than reading a role: "Ty" and "Stu" can be read as a tutor and a student, but are names.
_NEUTRAL = re.compile(
    r"(?:student|pupil|learner|child|user|guest|participant|tutor|teacher|instructor|coach"
    r"|professor|volunteer|assistant|bot|agent|system|speaker|other|unknown)"
    r"(?:[ _-]?\d{1,3}|[ _-][a-z])?|[stu][ _-]?\d{0,3}",
    re.IGNORECASE | re.ASCII,
)


def speaker_labels(dialogue: Dialogue) -> dict[str | None, str]:
    """For every speaker label of the dialogue, the label that goes out.

    "Student", "Tutor 2" or "speaker_A" stay; every other label may be a name and becomes its
    role, numbered from 1 when several of a role speak, avoiding labels already taken.
    """
    roles = {turn.speaker: turn.speaker_role for turn in dialogue.turns if turn.speaker is not None}
    kept = {label for label in roles if _NEUTRAL.fullmatch(label)}
    labels: dict[str | None, str] = {label: label for label in kept}
    for role in SpeakerRole:
        names = [label for label in roles if roles[label] is role and label not in kept]
        labels |= dict(
            zip(names, _numbered(role.value.capitalize(), len(names), kept), strict=True)
        )
    return labels


def _numbered(word: str, count: int, taken: set[str]) -> list[str]:
    if count == 1 and word not in taken:
        return [word]
    free = (f"{word} {number}" for number in range(1, count + len(taken) + 1))
    return [label for label in free if label not in taken][:count]
