"""Turns in which a real person's name and what it also is come close together."""

from pipeline.transcripts.dialogue import SpeakerRole
from pipeline.transcripts.synthetic.cast import Collision
from pipeline.transcripts.synthetic.episodes import concept
from pipeline.transcripts.synthetic.scene import Scene
from pipeline.transcripts.synthetic.segments import Line, Segment
from pipeline.transcripts.synthetic.words import load

_ADDRESSES = (
    "{student}, are you with me?",
    "What do you say, {student}?",
    "Over to you, {student}.",
    "{student}, tell me what {value} stands for.",
    "I'd like to hear it from {student}.",
    "Let's do the next line together, {student}.",
)


def collisions(scene: Scene, how_many: int) -> list[list[Line]]:
    """Exchanges of which each holds the person's name, its namesake, or both."""
    if scene.cast.collision is Collision.WORD:
        phrases = _phrases(scene, how_many)
        addresses = scene.rng.sample(_ADDRESSES, len(phrases))
        return [_word(scene, *pair) for pair in zip(phrases, addresses, strict=True)]
    patterns = load("challenge")[str(scene.cast.collision)]
    chosen = scene.rng.sample(patterns, min(how_many, len(patterns)))
    return [_collision(scene, lines) for lines in chosen]


def _collision(scene: Scene, lines: list[str]) -> list[Line]:
    student = scene.cast.student.given
    if scene.cast.collision is Collision.CONCEPT:
        return scene.exchange(lines, concept=lambda: concept(scene.rng, student))
    return scene.exchange(lines)


def _phrases(scene: Scene, how_many: int) -> list[str]:
    phrases: list[str] = load("namesakes")["words"][scene.cast.student.given]["phrases"]
    return scene.rng.sample(phrases, min(how_many, len(phrases)))


def _word(scene: Scene, phrase: str, address: str) -> list[Line]:
    """The tutor addresses the person, and somebody uses the name as a word."""
    before, _, after = phrase.partition("@")
    word = scene.cast.student.given
    word = word if not before else word.lower()
    namesake = Segment(word, keep="other")
    role = SpeakerRole.TUTOR if before[:1].isupper() else SpeakerRole.STUDENT
    said = scene.say(role, f"{before}{{word}}{after}", word=lambda: [namesake])
    addressed = scene.say(SpeakerRole.TUTOR, address)
    return [said, addressed] if scene.rng.random() < 0.5 else [addressed, said]
