"""All direct rules over a dialogue: one disjoint list of candidates."""

from collections.abc import Iterable, Iterator

from pipeline.proposer.candidate import Candidate
from pipeline.proposer.rules.address import AddressRule
from pipeline.proposer.rules.age import AgeRule
from pipeline.proposer.rules.birth_date import BirthDateRule
from pipeline.proposer.rules.email import EmailRule
from pipeline.proposer.rules.iban import IbanRule
from pipeline.proposer.rules.identifying_number import IdentifyingNumberRule
from pipeline.proposer.rules.ip_address import IpAddressRule
from pipeline.proposer.rules.location import LocationRule
from pipeline.proposer.rules.payment_card import PaymentCardRule
from pipeline.proposer.rules.phone_number import PhoneNumberRule
from pipeline.proposer.rules.routing_number import RoutingNumberRule
from pipeline.proposer.rules.rule import Rule
from pipeline.proposer.rules.school import SchoolRule
from pipeline.proposer.rules.social_security_number import SocialSecurityNumberRule
from pipeline.proposer.rules.tutor_provider import TutorProviderRule
from pipeline.proposer.rules.url import UrlRule
from pipeline.proposer.rules.username import UsernameRule
from pipeline.proposer.rules.view import View, view_of_turn
from pipeline.transcripts import Dialogue

# In order of precedence: where two overlap, the earlier one names the span.
RULES: tuple[Rule, ...] = (
    EmailRule(),
    UrlRule(),
    IpAddressRule(),
    SocialSecurityNumberRule(),
    PaymentCardRule(),
    IbanRule(),
    RoutingNumberRule(),
    IdentifyingNumberRule(),
    PhoneNumberRule(),
    BirthDateRule(),
    AgeRule(),
    AddressRule(),
    UsernameRule(),
    TutorProviderRule(),
    SchoolRule(),
    LocationRule(),
)


def find_direct(dialogue: Dialogue) -> list[Candidate]:
    """All direct-rule spans, disjoint within a turn, in the order of the turns.

    A rule that fails raises: an error must never look like a turn without identifiers.
    """
    candidates: list[Candidate] = []
    previous: View | None = None
    for turn in dialogue.turns:
        view = view_of_turn(turn)
        candidates.extend(find_in_view(view, previous, turn.turn_id))
        previous = view
    return candidates


def find_in_view(view: View, previous: View | None, turn_id: int = 0) -> list[Candidate]:
    """The spans of one turn, given the one before; positions are those of the turn's text."""
    hits = ((*span, rank) for rank, rule in enumerate(RULES) for span in rule.find(view, previous))
    return [_candidate(view, turn_id, *hit) for hit in _disjoint(hits)]


def _disjoint(hits: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Join what overlaps: all of it is redacted, under the name of the foremost rule."""
    joined: tuple[int, int, int] | None = None
    for start, end, rank in sorted(hits):
        if joined is not None and start < joined[1]:
            joined = joined[0], max(end, joined[1]), min(rank, joined[2])
            continue
        if joined is not None:
            yield joined
        joined = start, end, rank
    if joined is not None:
        yield joined


def _candidate(view: View, turn_id: int, start: int, end: int, rank: int) -> Candidate:
    rule = RULES[rank]
    return Candidate(turn_id, *view.original(start, end), rule.type, 1.0, (f"rule:{rule.name}",))
