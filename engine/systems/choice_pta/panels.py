"""Panels of a page: stakes, cards on the table, who narrates, mooks, bribes, and how the latest conflict ended."""

from collections.abc import Iterator

from engine.board import Card, Line, Panel, Tone
from engine.common.words import counted, listed
from engine.systems.choice_pta.cards import BONUS, face_value, spoken
from engine.systems.choice_pta.cards import Card as PlayingCard
from engine.systems.choice_pta.describe import OUTCOMES, owned
from engine.systems.choice_pta.entities import Bonus, Conflict, Offer, Participant, Scene, Slot
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import is_final, ranks
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import (
    BonusKind,
    FateRule,
    Mode,
    Mulligan,
    OfferPurpose,
    OfferStatus,
    Outcome,
    Phase,
    Result,
    Status,
    Turn,
)

_TONES: dict[Outcome, Tone] = {Outcome.FULL: "good", Outcome.PARTIAL: "strong", Outcome.NONE: "bad"}
_RESULTS: dict[Result, Tone] = {Result.WON: "good", Result.LOST: "bad"}
_TURNS = {
    Turn.WAITING: "still to narrate",
    Turn.SPEAKING: "narrates",
    Turn.DONE: "has narrated",
    Turn.PASSED: "has passed",
    Turn.REOPENED: "may narrate again",
}
_STATUS = {Status.ELIMINATED: "out of it", Status.DESTROYED: "destroyed"}


def panels(state: State, viewer: str | None) -> tuple[Panel, ...]:
    """What is on the table besides seats and tokens, most important first; nothing empty."""
    return tuple(_panels(state, viewer))


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    conflict = state.conflict
    if conflict is not None:
        yield from _conflict(state, conflict, viewer)
    if any(offer.is_open for offer in state.offers):
        yield Panel("Offers", tuple(_offer(offer) for offer in state.offers if offer.is_open))
    if state.scene is not None:
        yield Panel(f"Scene {state.scene.scene_no}", tuple(_scene(state, state.scene)))
    if conflict is None and state.last_conflict is not None:
        yield Panel("The latest conflict", tuple(_ended(state.last_conflict)))
    if state.decks:
        yield Panel("Decks", tuple(Line(deck.name, f"{len(deck.draw)} to draw") for deck in state.decks))


def _conflict(state: State, conflict: Conflict, viewer: str | None) -> Iterator[Panel]:
    kind = f"Extended conflict, round {conflict.round_no}" if conflict.is_extended else "Simple conflict"
    stakes = tuple(_stake(state, conflict, part) for part in conflict.participants)
    yield Panel(kind, (*stakes, *_options(conflict), *(Line("Ruled", ruling) for ruling in conflict.rulings)))
    if conflict.slots:
        yield Panel("Cards", cards=tuple(_laid(state, conflict, viewer)))
    if conflict.order and conflict.phase is not Phase.REVEALED:
        yield Panel("Narration", tuple(_turns(state, conflict)))
    piles = tuple(Card(part.name, spoken(card)) for part in conflict.participants for card in part.pile)
    if piles:
        yield Panel("Victory cards", cards=piles)


def _stake(state: State, conflict: Conflict, part: Participant) -> Line:
    rivals = listed(rival.name for rival in opponents(conflict, part.name, state.gm.name))
    outcome = _outcome(conflict, part)
    told = (
        f"against {rivals}" if rivals else "opposes nobody",
        _mooks(part),
        "harmed" if part.harmed else _STATUS.get(part.status, ""),
        f"carries on the stake of {listed(part.adopted)}" if part.adopted else "",
        OUTCOMES[outcome] if outcome is not None else "",
    )
    tone: Tone = _TONES[outcome] if outcome is not None else "plain"
    return Line(part.name, part.stake or "no stake yet", ", ".join(filter(None, told)), tone)


def _outcome(conflict: Conflict, part: Participant) -> Outcome | None:
    """What comes of a stake; the rounds of an extended conflict decide none."""
    if conflict.is_extended and not is_final(conflict):
        return None
    return next((each.outcome for each in conflict.outcomes if each.part == part.name), None)


def _mooks(part: Participant) -> str:
    return "" if part.mooks is None else f"{part.mooks - part.mooks_down} of {part.mooks} mooks left"


def _options(conflict: Conflict) -> Iterator[Line]:
    if conflict.goal is not None:
        yield Line("Victory goal", str(conflict.goal), "whoever has so many victory cards ends it")
    if conflict.options.hand_of_fate is not FateRule.OFF:
        yield Line("Hand of Fate", conflict.options.hand_of_fate.value)


def _laid(state: State, conflict: Conflict, viewer: str | None) -> Iterator[Card]:
    """This round's cards, in ranking order once that is known, each followed by what was drawn for it."""
    order = conflict.order or tuple(slot.part for slot in conflict.slots)
    for slot in filter(None, map(conflict.slot, order)):
        part = conflict.part(slot.part)
        own = viewer is not None and part is not None and part.seat == viewer
        yield Card(slot.part, _face(state, slot, own), _detail(slot), tone=_tone(slot))
        yield from (Card(slot.part, spoken(card), "drawn for the tie") for card in slot.ties)
        yield from (Card(slot.part, spoken(card), "drawn by fate") for card in slot.fates)


def _face(state: State, slot: Slot, own: bool) -> str | None:
    """The card's name for whoever may see it (PTA-33, PTA-35)."""
    peeks = own and (slot.mode is Mode.CHOICE or state.house_rules.chance_peek)
    return spoken(slot.card) if slot.card is not None and (slot.face_up or peeks) else None


def _detail(slot: Slot) -> str:
    """How it was played, what lies on it, and what it is worth once it is up."""
    laid = listed(map(_bonus, slot.bonuses))
    worth = _worth(slot, slot.card) if slot.face_up and slot.card is not None else ""
    fate = "lost to fate" if slot.forced_loss else ""
    return ", ".join(filter(None, (slot.mode.value, laid, worth, fate)))


def _bonus(bonus: Bonus) -> str:
    if bonus.kind is BonusKind.TRAIT:
        return f"{owned(bonus.source)} {bonus.trait}"
    against = {"gm": " against the GM", "players": " against players"}.get(bonus.against or "", "")
    return f"a token of {bonus.source}{against}"


def _worth(slot: Slot, card: PlayingCard) -> str:
    more = BONUS * len(slot.bonuses)
    return f"{face_value(card)} + {more} = {slot.total}" if more else f"worth {slot.total}"


def _tone(slot: Slot) -> Tone:
    return _RESULTS[slot.result] if slot.result is not None else "plain"


def _turns(state: State, conflict: Conflict) -> Iterator[Line]:
    """Everybody's turn: whoever tells now and those still to come in their order, then the others, best rank first."""
    for name in dict.fromkeys((*to_narrate(conflict), *ranks(conflict, state.house_rules))):
        part = conflict.part(name)
        if part is not None:
            fallen = _STATUS.get(part.status)
            tone: Tone = "strong" if part.turn is Turn.SPEAKING else "plain"
            yield Line(name, fallen or _TURNS[part.turn], tone=tone)
    for entry in conflict.entries:
        if entry.leave_from is not None:
            yield Line(entry.teller, "tells something", f"by leave of {entry.leave_from}")
        if entry.vetoed:
            yield Line(entry.teller, "vetoed", tone="bad")


def _offer(offer: Offer) -> Line:
    amount = counted(offer.amount, "token") if offer.amount else "a suggestion"
    what = "to enter the scene" if offer.purpose is OfferPurpose.SCENE_ENTRY else offer.content
    to = offer.to or "everybody"
    asked = offer.status is OfferStatus.ASKED
    return Line(f"{to} asks {offer.payer}" if asked else f"{offer.payer} to {to}", amount, what)


def _scene(state: State, scene: Scene) -> Iterator[Line]:
    yield Line("Scene of", scene.owner, scene.description)
    yield Line("In the scene", listed(scene.present) or "nobody yet")
    awarding = listed(seat.name for seat in state.players if not seat.award_used)
    if state.pool and awarding:
        yield Line("Awards left", awarding)
    unused = listed(seat.name for seat in state.seats if seat.mulligan is Mulligan.AVAILABLE)
    if unused:
        yield Line("Mulligans left", unused)


def _ended(conflict: Conflict) -> Iterator[Line]:
    stakes = {part.name: part.stake for part in conflict.participants}
    for outcome in conflict.outcomes:
        yield Line(outcome.part, OUTCOMES[outcome.outcome], stakes.get(outcome.part, ""), _TONES[outcome.outcome])
