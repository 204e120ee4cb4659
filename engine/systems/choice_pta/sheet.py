"""A seat's own page: the protagonist with traits, stakes, tokens, and the hand where its owner looks."""

from collections.abc import Iterator

from engine.board import Card, Counter, Line, Panel
from engine.common.words import counted
from engine.phrase import EMPTY, phrase, plural, verbatim
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.derived import available, reserved
from engine.systems.choice_pta.entities import Participant, Protagonist, Seat, Trait
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Mulligan

_MULLIGANS = {
    Mulligan.AVAILABLE: phrase("still to use"),
    Mulligan.USED: phrase("used"),
    Mulligan.EXPIRED: phrase("no longer available"),
}


def sheet(state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
    """The panels of one seat; the hand is on it for its owner only (SEC-2)."""
    seat = state.seat(player)
    return () if seat is None else tuple(_panels(state, seat, seat.name == viewer))


def _panels(state: State, seat: Seat, own: bool) -> Iterator[Panel]:
    if own and seat.hand:
        cards = tuple(Card(verbatim(seat.name), spoken(held.card), code=held.code) for held in seat.hand)
        yield Panel(phrase("Hand"), cards=cards)
    if seat.protagonist is not None:
        yield _traits(seat.protagonist, state.house_rules)
    stakes = state.conflict.parts_of(seat.name) if state.conflict is not None else ()
    if stakes:
        yield Panel(phrase("At stake"), tuple(map(_stake, stakes)))
    yield Panel(phrase("Story-tokens"), tuple(_rights(state, seat)), counters=tuple(_tokens(state, seat)))


def _stake(part: Participant) -> Line:
    return Line(verbatim(part.name), verbatim(part.stake) if part.stake else phrase("no stake yet"))


def _traits(who: Protagonist, rules: HouseRules) -> Panel:
    """Traits with the marks of this sitting: each may be used up, and so may all of them together (PTA-38)."""
    spent = who.total_marks >= rules.trait_total_cap
    lines = tuple(_trait(trait, rules, spent) for trait in who.traits)
    total = Counter(
        phrase("marks this evening"),
        who.total_marks,
        max(who.total_marks, rules.trait_total_cap),
        "bad" if spent else "plain",
    )
    return Panel(verbatim(who.name) if who.name else phrase("Traits"), lines, counters=(total,))


def _trait(trait: Trait, rules: HouseRules, spent: bool) -> Line:
    label, marks = verbatim(trait.label), counted(trait.marks, "mark", "marks") if trait.marks else EMPTY
    if trait.marks >= rules.trait_mark_cap:
        return Line(label, marks, phrase("used up for this evening"), "bad")
    if spent:
        return Line(label, marks, phrase("all traits are used up for this evening"), "bad")
    uses = counted(rules.trait_mark_cap - trait.marks, "use", "uses")
    return Line(label, marks, phrase("adds four to a card, {uses} left", uses=uses))


def _tokens(state: State, seat: Seat) -> Iterator[Counter]:
    yield Counter(plural("token", "tokens", seat.tokens), seat.tokens)
    if reserved(state, seat.name):
        yield Counter(phrase("available"), available(state, seat))


def _rights(state: State, seat: Seat) -> Iterator[Line]:
    if state.sitting_no:
        yield Line(phrase("Mulligan"), _MULLIGANS[seat.mulligan])
    if state.scene is not None and not seat.is_gm:
        yield Line(phrase("Award of this scene"), phrase("given") if seat.award_used else phrase("still to give"))
