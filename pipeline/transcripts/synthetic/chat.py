"""Platform A: short typed chats about one problem."""

from random import Random
from typing import Any

from pipeline.transcripts.dialogue import SpeakerRole
from pipeline.transcripts.synthetic import episodes
from pipeline.transcripts.synthetic.cast import Cast
from pipeline.transcripts.synthetic.challenge import collisions
from pipeline.transcripts.synthetic.problems import Step
from pipeline.transcripts.synthetic.register import chat_student, chat_tutor
from pipeline.transcripts.synthetic.scene import Scene
from pipeline.transcripts.synthetic.segments import Line, Segment

STUDENT, TUTOR, OTHER = SpeakerRole.STUDENT, SpeakerRole.TUTOR, SpeakerRole.OTHER
SHORTEST, LONGEST = 8, 16
PUPILS, PROBLEMS = 2, 1
_DETOURS = ("identifier", "third_party", "address_student", "lookalike", "famous", "story_talk")
_DETOUR_WEIGHTS = (5, 3, 3, 2, 2, 2)

Exchange = list[Line]


def stage(rng: Random, cast: Cast, *, without_people: bool) -> Scene:
    """The scene of a chat."""
    registers = {STUDENT: chat_student(rng), TUTOR: chat_tutor(rng)}
    return Scene(rng, "chat", cast, registers, without_people=without_people)


def write(scene: Scene, problem: dict[str, Any]) -> list[Line]:
    """A chat of 8 to 16 turns in which the student gets from problem to answer."""
    scene.pose(problem, 0)
    target = scene.rng.randint(SHORTEST, LONGEST)
    opening = _opening(scene)
    required = _required(scene, opening)
    middle, closing = _core(scene, LONGEST - _turns([opening, *required]))
    _scatter(scene, middle, required)
    spare = target - _turns([opening, *middle, closing])
    _scatter(scene, middle, _detours(scene, spare))
    return [line for exchange in (opening, *middle, closing) for line in exchange]


def _turns(exchanges: list[Exchange]) -> int:
    return sum(len(exchange) for exchange in exchanges)


def _opening(scene: Scene) -> Exchange:
    if scene.rng.random() < 0.6:
        posed = scene.say(OTHER, "{problem}")
        hello = [scene.say(TUTOR, scene.draw("tutor_hello"))]
        if scene.rng.random() < 0.6:
            hello.append(scene.say(STUDENT, scene.draw("student_hello")))
        return [posed, *hello]
    hello = [scene.say(TUTOR, scene.draw("tutor_hello"))]
    return [*hello, scene.say(STUDENT, scene.draw("student_pose"))]


def _required(scene: Scene, opening: Exchange) -> list[Exchange]:
    """What the dialogue must hold: its collision, or at least one name unless it has none."""
    if scene.cast.collision:
        return collisions(scene, scene.rng.choice((1, 2)))
    named = any(segment.type for line in opening for segment in line.segments)
    return [] if named or scene.without_people else [scene.from_section("address_student")]


def _core(scene: Scene, room: int) -> tuple[list[Exchange], Exchange]:
    """The steps, each two or four turns as there is room, and the good-bye."""
    steps = scene.problem.steps
    spare = room - 2 * len(steps) - 1
    closing_turns = 2 if spare > 0 and scene.rng.random() < 0.5 else 1
    spare -= closing_turns - 1
    exchanges = []
    for step in steps:
        longer = spare >= 2 and scene.rng.random() < 0.6
        exchanges.append(_step(scene, step, longer))
        spare -= 2 if longer else 0
    return exchanges, _closing(scene, closing_turns)


def _step(scene: Scene, step: Step, longer: bool) -> Exchange:
    praise: tuple[Segment, ...] = ()
    if step is not scene.problem.steps[0] and scene.rng.random() < 0.7:
        praise = (*scene.say(TUTOR, scene.draw("tutor_praise")).segments, Segment(" "))
    scene.step = step
    asked = scene.say(TUTOR, scene.draw("tutor_ask"))
    asked = Line(TUTOR, (*praise, *asked.segments))
    if not longer:
        return [asked, scene.say(STUDENT, scene.draw("student_right"))]
    return [asked, *_struggle(scene)]


def _struggle(scene: Scene) -> Exchange:
    way = scene.rng.choice(
        (
            ("student_wrong", "tutor_correct", "student_fix"),
            ("student_stuck", "tutor_hint", "student_right"),
            ("student_right", "tutor_why", "student_why"),
        )
    )
    first, second, third = (scene.draw(section) for section in way)
    return [scene.say(STUDENT, first), scene.say(TUTOR, second), scene.say(STUDENT, third)]


def _closing(scene: Scene, turns: int) -> Exchange:
    bye = scene.say(TUTOR, scene.draw("tutor_bye"))
    thanks = scene.say(STUDENT, scene.draw("student_bye"))
    return [thanks, bye] if turns == 2 else [bye]


def _scatter(scene: Scene, middle: list[Exchange], more: list[Exchange]) -> None:
    for exchange in more:
        middle.insert(scene.rng.randint(0, len(middle)), exchange)


def _detours(scene: Scene, room: int) -> list[Exchange]:
    detours: list[Exchange] = []
    while room > 0:
        exchange = _detour(scene)[:room]
        detours.append(exchange)
        room -= len(exchange)
    return [exchange for exchange in detours if exchange]


def _detour(scene: Scene) -> Exchange:
    match kind := scene.rng.choices(_DETOURS, _DETOUR_WEIGHTS)[0]:
        case "identifier" | "third_party" | "address_student" if scene.without_people:
            return scene.from_section("chatter")
        case "story_talk" if not scene.problem.has_character:
            return scene.from_section("chatter")
        case "identifier":
            return episodes.identifier(scene)
        case "lookalike":
            return episodes.lookalike(scene)
        case "famous":
            return episodes.famous(scene)
    return scene.from_section(kind)
