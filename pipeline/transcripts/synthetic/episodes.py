"""Short detours from the problem: identifiers, lookalikes of identifiers, and famous names."""

from random import Random

from pipeline.transcripts.dialogue import SpanType, SpeakerRole
from pipeline.transcripts.synthetic import lookalikes
from pipeline.transcripts.synthetic.identifiers import invent
from pipeline.transcripts.synthetic.scene import Scene
from pipeline.transcripts.synthetic.segments import Line, Segment
from pipeline.transcripts.synthetic.words import load

STUDENT, TUTOR = SpeakerRole.STUDENT, SpeakerRole.TUTOR


def identifier(scene: Scene) -> list[Line]:
    """Somebody tells an identifier, in passing or as the bare answer to a question."""
    rng, words = scene.rng, load("identifiers")
    kind = _kind(rng, scene.book)
    person = rng.choice((scene.cast.student, scene.cast.student, scene.cast.parent))
    value = Segment(invent(rng, kind, person), SpanType(words[kind]["type"]))
    asked = rng.random()
    if asked < 0.5:
        question = scene.say(TUTOR, rng.choice(words[kind]["ask"]))
        answer = scene.say(STUDENT, rng.choice(words["answers"]), value=lambda: [value])
        return [question, answer, *_sometimes(scene, words["thanks"])]
    if asked < 0.85:
        told = scene.say(STUDENT, rng.choice(words[kind]["student"]), value=lambda: [value])
        return [told, *_sometimes(scene, words["concern"])]
    return [scene.say(TUTOR, rng.choice(words[kind]["tutor"]), value=lambda: [value])]


def _kind(rng: Random, book: str) -> str:
    """A kind of identifier that is told on this platform, with all types alike in frequency."""
    by_type: dict[str, list[str]] = {}
    for kind, about in load("identifiers").items():
        if isinstance(about, dict) and about.get("only_in", book) == book:
            by_type.setdefault(about["type"], []).append(kind)
    return rng.choice(rng.choice(list(by_type.values())))


def _sometimes(scene: Scene, replies: list[str]) -> list[Line]:
    return [scene.say(TUTOR, scene.rng.choice(replies))] if scene.rng.random() < 0.5 else []


def lookalike(scene: Scene) -> list[Line]:
    """Mathematics that looks like an identifier."""
    rng, words = scene.rng, load("lookalikes")
    slots = lookalikes.slots(rng)
    if rng.random() < 0.4:
        question, answer = rng.choice(words["ask"])
        return scene.exchange([f"T: {question}", f"S: {answer}"], **slots)
    role = rng.choice((STUDENT, STUDENT, TUTOR))
    return [scene.say(role, rng.choice(words[role.value]), **slots)]


def famous(scene: Scene) -> list[Line]:
    """Talk of a public figure, a brand or a concept named after somebody."""
    rng, words = scene.rng, load("curriculum")
    role = rng.choice((STUDENT, TUTOR))
    match rng.choice(("figure", "brand", "concept")):
        case "figure":
            figure = Segment(rng.choice(words["public_figures"]), keep="public_figure")
            pattern = rng.choice(words["public_figure_talk"][role.value])
            return [scene.say(role, pattern, figure=lambda: [figure])]
        case "brand":
            brand = Segment(rng.choice(words["brands"]), keep="brand")
            return [
                scene.say(role, rng.choice(words["brand_talk"][role.value]), brand=lambda: [brand])
            ]
    name = rng.choice(list(load("namesakes")["mathematics"]))
    pattern = rng.choice(words["concept_talk"][role.value])
    return [scene.say(role, pattern, concept=lambda: concept(rng, name))]


def concept(rng: Random, name: str) -> list[Segment]:
    """Something in mathematics that is called after the bearer of a name."""
    phrases = load("namesakes")["mathematics"][name]["phrases"]
    before, _, after = rng.choice(phrases).partition("@")
    parts = (Segment(before), Segment(name, keep="concept"), Segment(after))
    return [part for part in parts if part.text]
