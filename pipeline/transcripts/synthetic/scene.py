"""A dialogue being written: its people, its problem, and patterns drawn without repetition."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pipeline.transcripts.dialogue import SpeakerRole
from pipeline.transcripts.synthetic.cast import Cast
from pipeline.transcripts.synthetic.mentions import mention, titled
from pipeline.transcripts.synthetic.people import Person
from pipeline.transcripts.synthetic.problems import Problem, Step, pose
from pipeline.transcripts.synthetic.register import Register
from pipeline.transcripts.synthetic.segments import Line, Segment, name
from pipeline.transcripts.synthetic.templates import Filler, always, fill, slots_in
from pipeline.transcripts.synthetic.words import load

ROLES = {"S": SpeakerRole.STUDENT, "T": SpeakerRole.TUTOR, "O": SpeakerRole.OTHER}
_KIN = {"f": ("sister", "cousin", "aunt"), "m": ("brother", "cousin", "uncle")}


class Scene:
    """Turns patterns of one book (a platform's sections) into labelled lines.

    A scene without people never uses a pattern that mentions one.
    """

    def __init__(
        self,
        rng: Random,
        book: str,
        cast: Cast,
        registers: dict[SpeakerRole, Register],
        *,
        without_people: bool = False,
    ) -> None:
        self.rng = rng
        self.cast = cast
        self.without_people = without_people
        self.book = book
        self._patterns: dict[str, Sequence[Any]] = load(book)
        self._registers = registers
        self._decks: dict[str, list[Any]] = {}
        self._people = self._people_slots()
        self._kin = rng.choice(_KIN[cast.sibling.gender])
        self.called = self.last = cast.student

    def pose(self, problem: dict[str, Any], number: int) -> None:
        """Make a problem the one that is talked about; `number` counts the dialogue's problems."""
        first, second = self.cast.characters[2 * number : 2 * number + 2]
        self.problem: Problem = pose(
            self.rng, problem, (first.given, first.gender), (second.given, second.gender)
        )
        self.step: Step = self.problem.steps[0]

    def draw(self, section: str) -> Any:
        """A pattern of the section that fits this dialogue, none twice until all were used.

        LookupError when the section has no pattern that fits.
        """
        deck = self._decks.setdefault(section, [])
        for pattern in deck:
            if self.fits(pattern):
                deck.remove(pattern)
                return pattern
        return self._reshuffled(section)

    def _reshuffled(self, section: str) -> Any:
        fitting = [pattern for pattern in self._patterns[section] if self.fits(pattern)]
        if not fitting:
            raise LookupError(f"no pattern of {section} fits a dialogue like this one")
        self._decks[section] = self.rng.sample(fitting, len(fitting))
        return self._decks[section].pop()

    def fits(self, pattern: str | list[str]) -> bool:
        """Whether every slot of a pattern has something to say here."""
        used = slots_in(pattern) if isinstance(pattern, str) else slots_in(" ".join(pattern))
        if self.without_people and used & self._people.keys():
            return False
        return self.problem.has_character or "c1" not in used

    def say(self, role: SpeakerRole, pattern: str, **more: Filler) -> Line:
        """One turn."""
        segments = fill(pattern, self._slots() | more)
        register = self._registers.get(role, Register())
        return Line(role, register.apply(self.rng, segments))

    def exchange(self, lines: list[str], **more: Filler) -> list[Line]:
        """Turns written as "S: …", "T: …" or "O: …"."""
        return [self.say(ROLES[line[0]], line[3:], **more) for line in lines]

    def from_section(self, section: str) -> list[Line]:
        """An exchange of the section. LookupError when none fits."""
        return self.exchange(self.draw(section))

    def call_on(self, person: Person) -> None:
        """Make a pupil the one whom `{pupil}` names."""
        self.called = person

    def answered(self) -> None:
        """Make the pupil who was called on the one whom `{last}` names."""
        self.last = self.called

    def _slots(self) -> dict[str, Filler]:
        step, problem, rng = self.step, self.problem, self.rng
        return {
            **problem.slots,
            **self._people,
            "problem": problem.segments,
            "what": lambda: fill(step.what, problem.slots),
            "sum": lambda: [Segment(step.sum(rng))],
            "slip_sum": lambda: [Segment(step.slip_sum(rng))],
            "value": always(str(step.value)),
            "slip": always(str(step.slip)),
            "first": always(str(problem.first)),
            "kin": always(self._kin),
            "item": lambda: [Segment(str(rng.randint(2, 30)))],
        }

    def _people_slots(self) -> dict[str, Filler]:
        rng, cast = self.rng, self.cast
        mate = cast.pupils[-1]
        return {
            "student": lambda: mention(rng, cast.student),
            "student_nick": lambda: [name(cast.student.nickname or cast.student.given)],
            "student_full": lambda: [name(cast.student.full)],
            "tutor": lambda: mention(rng, cast.tutor),
            "titled": lambda: titled(rng, cast.tutor),
            "sibling": lambda: mention(rng, cast.sibling),
            "mom": lambda: mention(rng, cast.parent),
            "mate": lambda: mention(rng, mate),
            "mate_full": lambda: [name(mate.full)],
            "teacher": lambda: titled(rng, cast.teacher),
            "pupil": lambda: mention(rng, self.called),
            "pupil_bare": lambda: [name(self.called.given)],
            "pupil_full": lambda: [name(self.called.full)],
            "pupil_shouted": lambda: [name(self.called.given.upper())],
            "pupils": lambda: _listed(rng.sample(cast.pupils, 3)),
            "last": lambda: mention(rng, self.last),
            "other": lambda: mention(rng, self._somebody_else()),
        }

    def _somebody_else(self) -> Person:
        return self.rng.choice([p for p in self.cast.pupils if p not in (self.called, self.last)])


def _listed(people: list[Person]) -> list[Segment]:
    first, second, third = (name(person.given) for person in people)
    return [first, Segment(", "), second, Segment(" and "), third]
