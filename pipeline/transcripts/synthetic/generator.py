"""Dialogues one after the other, each from random numbers of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pipeline.transcripts.dialogue import Dialogue
from pipeline.transcripts.synthetic import chat, classroom
from pipeline.transcripts.synthetic.cast import Cast, Collision, assemble_cast
from pipeline.transcripts.synthetic.people import Names
from pipeline.transcripts.synthetic.problems import Problems
from pipeline.transcripts.synthetic.segments import Line, assemble

WITHOUT_PII = 0.15
_NEEDS_CHARACTER = (Collision.WORD_PROBLEM, Collision.THIRD_PARTY)


def generate(
    dialogues: int,
    seed: int,
    *,
    challenge: bool = False,
    platforms: Sequence[str] = ("A", "B"),
) -> Iterator[Dialogue]:
    """`dialogues` annotated dialogues, the platforms taking turns; the same for a seed anywhere.

    With `challenge`, a person's name is also something else in every dialogue; which kind is
    in `extra["challenge_type"]`. Without, about 15 % of the dialogues hold no PII.
    ValueError for a platform other than "A" and "B".
    """
    if unknown := set(platforms) - {"A", "B"}:
        raise ValueError(f"no such synthetic platform: {', '.join(sorted(unknown))}")
    names, problems = Names(seed), Problems(seed)
    for number in range(dialogues):
        platform = platforms[number % len(platforms)]
        kinds = list(Collision)
        collision = kinds[number // len(platforms) % len(kinds)] if challenge else None
        identity = f"synthetic-{seed}-{platform}-{number}"
        rng = Random(f"{identity} {'challenge' if challenge else ''}")
        yield _Draft(rng, names, problems, platform, collision).dialogue(identity)


@dataclass(frozen=True, slots=True)
class _Draft:
    rng: Random
    names: Names
    problems: Problems
    platform: str
    collision: Collision | None

    def dialogue(self, identity: str) -> Dialogue:
        turns, spans, keeps = assemble(self._lines())
        extra = {"challenge_type": str(self.collision)} if self.collision else {}
        return Dialogue(
            dialogue_id=identity,
            platform=self.platform,
            source="synthetic",
            licence="CC0-1.0",
            turns=tuple(turns),
            spans=tuple(spans),
            keep_spans=tuple(keeps),
            extra=extra,
        )

    def _lines(self) -> list[Line]:
        without_people = self.collision is None and self.rng.random() < WITHOUT_PII
        if self.platform == "A":
            return self._chat(without_people)
        return self._lesson(without_people)

    def _chat(self, without_people: bool) -> list[Line]:
        cast = self._cast(chat.PUPILS, chat.PROBLEMS)
        scene = chat.stage(self.rng, cast, without_people=without_people)
        return chat.write(scene, self._problems(1)[0])

    def _lesson(self, without_people: bool) -> list[Line]:
        pupils = self.rng.randint(classroom.FEWEST_PUPILS, classroom.MOST_PUPILS)
        cast = self._cast(pupils, classroom.PROBLEMS)
        scene = classroom.stage(self.rng, cast, without_people=without_people)
        return classroom.Lesson(scene, self._problems(classroom.PROBLEMS)).write()

    def _cast(self, pupils: int, problems: int) -> Cast:
        return assemble_cast(self.rng, self.names, pupils, problems, self.collision)

    def _problems(self, count: int) -> list[dict[str, Any]]:
        needed = self.collision in _NEEDS_CHARACTER
        return self.problems.draw(self.rng, count, with_character=needed)
