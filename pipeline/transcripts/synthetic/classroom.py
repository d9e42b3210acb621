"""Platform B: transcripts of long classroom talk in which many pupils are called on."""

from random import Random
from typing import Any

from pipeline.transcripts.dialogue import SpeakerRole
from pipeline.transcripts.synthetic import episodes
from pipeline.transcripts.synthetic.cast import Cast
from pipeline.transcripts.synthetic.challenge import collisions
from pipeline.transcripts.synthetic.register import class_pupil, class_teacher
from pipeline.transcripts.synthetic.scene import Scene
from pipeline.transcripts.synthetic.segments import Line

STUDENT, TUTOR, OTHER = SpeakerRole.STUDENT, SpeakerRole.TUTOR, SpeakerRole.OTHER
SHORTEST, LONGEST = 40, 80
FEWEST_PUPILS, MOST_PUPILS = 7, 13
PROBLEMS = 3
# What comes next, and how likely; `discuss` moves through the steps of the problem.
_TALK = ("discuss", "chorus", "manage", "story_talk", "lookalike", "famous", "identifier")
_WEIGHTS = (20, 12, 6, 4, 2, 2, 3)


def stage(rng: Random, cast: Cast, *, without_people: bool) -> Scene:
    """The scene of a lesson."""
    curly = rng.random() < 0.35
    registers = {STUDENT: class_pupil(curly), TUTOR: class_teacher(curly)}
    return Scene(rng, "classroom", cast, registers, without_people=without_people)


class Lesson:
    """A lesson of 40 to 80 turns over up to three problems."""

    def __init__(self, scene: Scene, problems: list[dict[str, Any]]) -> None:
        scene.pose(problems[0], 0)
        self._scene = scene
        self._problems = problems
        self._posed = 1
        self._step = 0
        self._lines: list[Line] = []

    def write(self) -> list[Line]:
        """All turns, from the welcome to the exit ticket."""
        scene = self._scene
        target = scene.rng.randint(SHORTEST, LONGEST)
        self._tutor("open")
        self._tutor("pose")
        if scene.cast.collision:
            self._collide()
        while len(self._lines) < target - 1:
            self._talk()
        del self._lines[target - 1 :]
        self._tutor("close")
        return self._lines

    def _collide(self) -> None:
        """The first problem's namesake belongs to the first problem's talk."""
        for exchange in collisions(self._scene, 4):
            self._lines += exchange
            self._call_on_somebody()
            self._lines += self._scene.from_section("manage")

    def _talk(self) -> None:
        scene = self._scene
        self._call_on_somebody()
        match kind := scene.rng.choices(_TALK, _WEIGHTS)[0]:
            case "manage" | "identifier" if scene.without_people:
                self._lines += scene.from_section("chorus")
            case "story_talk" if not scene.problem.has_character:
                self._lines += scene.from_section("chorus")
            case "discuss":
                self._discuss()
            case "lookalike":
                self._lines += episodes.lookalike(scene)
            case "famous":
                self._lines += episodes.famous(scene)
            case "identifier":
                self._lines += episodes.identifier(scene)
            case _:
                self._lines += scene.from_section(kind)

    def _call_on_somebody(self) -> None:
        self._scene.call_on(self._scene.rng.choice(self._scene.cast.pupils))

    def _discuss(self) -> None:
        """One step of the problem: a question, an answer, and what the class makes of it."""
        rng = self._scene.rng
        self._call_on_somebody()
        self._scene.step = self._scene.problem.steps[self._step]
        calls = rng.random() < 0.8 and not self._scene.without_people
        self._tutor("call" if calls else "ask")
        right = rng.random() < 0.65
        self._pupil("right" if right else "wrong")
        self._scene.answered()
        self._tutor("revoice" if right else "question_wrong")
        for _ in range(rng.randint(0, 2)):
            self._pupil("agree" if right else "disagree")
        if right:
            self._next_step()

    def _next_step(self) -> None:
        self._step += 1
        if self._step < len(self._scene.problem.steps):
            return
        self._step = 0
        if self._posed < len(self._problems):
            self._tutor("move_on")
            self._scene.pose(self._problems[self._posed], self._posed)
            self._posed += 1
            self._tutor("pose")

    def _tutor(self, section: str) -> None:
        self._say(TUTOR, section)

    def _pupil(self, section: str) -> None:
        self._say(STUDENT, section)

    def _say(self, role: SpeakerRole, section: str) -> None:
        self._lines.append(self._scene.say(role, self._scene.draw(section)))
