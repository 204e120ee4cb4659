"""Panels of a page: stakes, cards on the table, who narrates, mooks, bribes, and how the latest conflict ended."""

from collections.abc import Iterator

from engine.board import Card, Line, Panel, Tone
from engine.common.words import counted, listed
from engine.phrase import EMPTY, Phrase, joined, phrase, spelled, verbatim
from engine.systems.choice_pta.cards import BONUS, face_value, spoken
from engine.systems.choice_pta.cards import Card as PlayingCard
from engine.systems.choice_pta.entities import Bonus, Conflict, Deck, Offer, Participant, Scene, Slot
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import is_final, ranks
from engine.systems.choice_pta.rules.hands import DECK_OF, GM_DECK, ONLY_DECK, PLAYERS_DECK
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import (
    Against,
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
from engine.systems.choice_pta.words import OUTCOMES, owned

_TONES: dict[Outcome, Tone] = {Outcome.FULL: "good", Outcome.PARTIAL: "strong", Outcome.NONE: "bad"}
_RESULTS: dict[Result, Tone] = {Result.WON: "good", Result.LOST: "bad"}
_TURNS = {
    Turn.WAITING: phrase("still to narrate"),
    Turn.SPEAKING: phrase("narrates"),
    Turn.DONE: phrase("has narrated"),
    Turn.PASSED: phrase("has passed"),
    Turn.REOPENED: phrase("may narrate again"),
}
_STATUS = {Status.ELIMINATED: phrase("out of the conflict"), Status.DESTROYED: phrase("destroyed")}


def panels(state: State, viewer: str | None) -> tuple[Panel, ...]:
    """Everything on the table besides seats and tokens, most important first; nothing empty."""
    return tuple(_panels(state, viewer))


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    conflict = state.conflict
    if conflict is not None:
        yield from _conflict(state, conflict, viewer)
    if any(offer.is_open for offer in state.offers):
        yield Panel(phrase("Offers"), tuple(_offer(offer) for offer in state.offers if offer.is_open))
    if state.scene is not None:
        title = phrase("Scene {number}", number=state.scene.scene_no)
        yield Panel(title, tuple(_scene(state, state.scene)), where="scene")
    if conflict is None and state.last_conflict is not None:
        yield Panel(phrase("Latest conflict"), tuple(_ended(state.last_conflict)))
    if state.decks:
        yield Panel(phrase("Decks"), tuple(map(_deck, state.decks)))


def _deck(deck: Deck) -> Line:
    shared = {GM_DECK: phrase("GM"), PLAYERS_DECK: phrase("players"), ONLY_DECK: phrase("table")}
    name = shared.get(deck.name) or phrase("deck of {player}", player=deck.name.removeprefix(DECK_OF))
    return Line(name, phrase("{number} to draw", number=len(deck.draw)))


def _conflict(state: State, conflict: Conflict, viewer: str | None) -> Iterator[Panel]:
    in_round = phrase("Extended conflict, round {number}", number=conflict.round_no)
    stakes = (_stake(state, conflict, part) for part in conflict.participants)
    rulings = (Line(phrase("Rulings"), verbatim(ruling)) for ruling in conflict.rulings)
    title = in_round if conflict.is_extended else phrase("Simple conflict")
    yield Panel(title, (*stakes, *_options(conflict), *rulings), where="conflict")
    if conflict.slots:
        yield Panel(phrase("Cards"), cards=tuple(_laid(state, conflict, viewer)), where="conflict")
    if conflict.order and conflict.phase is not Phase.REVEALED:
        yield Panel(phrase("Narration"), tuple(_turns(state, conflict)), where="order")
    piles = tuple(Card(verbatim(part.name), spoken(card)) for part in conflict.participants for card in part.pile)
    if piles:
        yield Panel(phrase("Victory cards"), cards=piles, where="order")


def _stake(state: State, conflict: Conflict, part: Participant) -> Line:
    rivals = listed(rival.name for rival in opponents(conflict, part.name, state.gm.name))
    outcome = _outcome(conflict, part)
    told = (
        phrase("against {names}", names=rivals) if rivals else phrase("opposes nobody"),
        _mooks(part),
        phrase("harmed") if part.harmed else _STATUS.get(part.status, EMPTY),
        phrase("carries on the stake of {names}", names=listed(part.adopted)) if part.adopted else EMPTY,
        OUTCOMES[outcome] if outcome is not None else EMPTY,
    )
    tone: Tone = _TONES[outcome] if outcome is not None else "plain"
    stake = verbatim(part.stake) if part.stake else phrase("no stake yet")
    return Line(verbatim(part.name), stake, joined(told, ", "), tone)


def _outcome(conflict: Conflict, part: Participant) -> Outcome | None:
    """The outcome of a stake; the rounds of an extended conflict decide none."""
    if conflict.is_extended and not is_final(conflict):
        return None
    return next((each.outcome for each in conflict.outcomes if each.part == part.name), None)


def _mooks(part: Participant) -> Phrase:
    if part.mooks is None:
        return EMPTY
    return phrase("{left} of {number} mooks left", left=part.mooks - part.mooks_down, number=part.mooks)


def _options(conflict: Conflict) -> Iterator[Line]:
    if conflict.goal is not None:
        ends = phrase("whoever has this many victory cards ends the conflict")
        yield Line(phrase("Victory goal"), verbatim(conflict.goal), ends)
    if conflict.options.hand_of_fate is not FateRule.OFF:
        yield Line(phrase("Hand of Fate"), spelled(conflict.options.hand_of_fate))


def _laid(state: State, conflict: Conflict, viewer: str | None) -> Iterator[Card]:
    """This round's cards, in ranking order once that is known, each followed by what was drawn for it."""
    order = conflict.order or tuple(slot.part for slot in conflict.slots)
    for slot in filter(None, map(conflict.slot, order)):
        part = conflict.part(slot.part)
        own = viewer is not None and part is not None and part.seat == viewer
        yield Card(verbatim(slot.part), _face(state, slot, own), _detail(slot), tone=_tone(slot))
        yield from (Card(verbatim(slot.part), spoken(card), phrase("drawn for the tie")) for card in slot.ties)
        yield from (Card(verbatim(slot.part), spoken(card), phrase("drawn by fate")) for card in slot.fates)


def _face(state: State, slot: Slot, own: bool) -> Phrase | None:
    """The card's name for whoever may see it (PTA-33, PTA-35)."""
    peeks = own and (slot.mode is Mode.CHOICE or state.house_rules.chance_peek)
    return spoken(slot.card) if slot.card is not None and (slot.face_up or peeks) else None


def _detail(slot: Slot) -> Phrase:
    """Mode of play, what lies on it, and what it is worth once it is up."""
    laid = listed(map(_bonus, slot.bonuses))
    worth = _worth(slot, slot.card) if slot.face_up and slot.card is not None else EMPTY
    fate = phrase("lost to fate") if slot.forced_loss else EMPTY
    return joined((spelled(slot.mode), laid, worth, fate), ", ")


def _bonus(bonus: Bonus) -> Phrase:
    player = bonus.source
    if bonus.kind is BonusKind.TRAIT:
        return phrase("{whose} {trait}", whose=owned(player), trait=bonus.trait)
    if bonus.against is Against.GM:
        return phrase("a token of {player} against the GM", player=player)
    if bonus.against is Against.PLAYERS:
        return phrase("a token of {player} against players", player=player)
    return phrase("a token of {player}", player=player)


def _worth(slot: Slot, card: PlayingCard) -> Phrase:
    more = BONUS * len(slot.bonuses)
    if not more:
        return phrase("worth {number}", number=slot.total)
    return verbatim(f"{face_value(card)} + {more} = {slot.total}")


def _tone(slot: Slot) -> Tone:
    return _RESULTS[slot.result] if slot.result is not None else "plain"


def _turns(state: State, conflict: Conflict) -> Iterator[Line]:
    """Everybody's turn: whoever tells now and those still to come in their order, then the others, best rank first."""
    for name in dict.fromkeys((*to_narrate(conflict), *ranks(conflict, state.house_rules))):
        part = conflict.part(name)
        if part is not None:
            fallen = _STATUS.get(part.status)
            tone: Tone = "strong" if part.turn is Turn.SPEAKING else "plain"
            yield Line(verbatim(name), fallen or _TURNS[part.turn], tone=tone)
    for entry in conflict.entries:
        if entry.leave_from is not None:
            leave = phrase("with permission of {name}", name=entry.leave_from)
            yield Line(verbatim(entry.teller), phrase("narrates something"), leave)
        if entry.vetoed:
            yield Line(verbatim(entry.teller), phrase("vetoed"), tone="bad")


def _offer(offer: Offer) -> Line:
    amount = counted(offer.amount, "token", "tokens") if offer.amount else phrase("a suggestion")
    what = phrase("to enter the scene") if offer.purpose is OfferPurpose.SCENE_ENTRY else verbatim(offer.content)
    to = offer.to or phrase("everybody")
    asked = phrase("{player} asks {payer}", player=to, payer=offer.payer)
    offered = phrase("{payer} to {player}", payer=offer.payer, player=to)
    return Line(asked if offer.status is OfferStatus.ASKED else offered, amount, what)


def _scene(state: State, scene: Scene) -> Iterator[Line]:
    yield Line(phrase("Scene of"), verbatim(scene.owner), verbatim(scene.description))
    yield Line(phrase("In the scene"), listed(scene.present) or phrase("nobody yet"))
    awarding = listed(seat.name for seat in state.players if not seat.award_used)
    if state.pool and awarding:
        yield Line(phrase("Awards left"), awarding)
    unused = listed(seat.name for seat in state.seats if seat.mulligan is Mulligan.AVAILABLE)
    if unused:
        yield Line(phrase("Mulligans left"), unused)


def _ended(conflict: Conflict) -> Iterator[Line]:
    stakes = {part.name: verbatim(part.stake) for part in conflict.participants}
    for outcome in conflict.outcomes:
        stake = stakes.get(outcome.part, EMPTY)
        yield Line(verbatim(outcome.part), OUTCOMES[outcome.outcome], stake, _TONES[outcome.outcome])
