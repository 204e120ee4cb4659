"""Spoken answers about the table (`AskStatus`, rules 6.7): short sentences, from what everybody may know."""

from collections.abc import Callable

from engine.common.words import counted, listed, number, sentence
from engine.systems.choice_pta.derived import gm_card_cap, gm_limit, gm_spent, hand_size, reserved, without_card
from engine.systems.choice_pta.describe import OUTCOMES, tokens
from engine.systems.choice_pta.entities import Conflict, Seat
from engine.systems.choice_pta.naming import find_part, find_seat, matches
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import is_final, ranks
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Mulligan, Phase, Turn
from engine.types import Rejected

Answer = Callable[[State, str | None, str | None], str]

_PHASES = {
    Phase.LOBBY: "No table is open.",
    Phase.TABLE: "No hands are dealt yet.",
    Phase.SITTING: "No scene is open.",
    Phase.SCENE: "A scene is open, no conflict runs.",
    Phase.STAKES: "The stakes are being set.",
    Phase.CARDS: "Cards are being played.",
    Phase.REVEALED: "The cards are up.",
    Phase.ROUND_NARRATION: "The round is being narrated.",
    Phase.NARRATION: "The outcome is being narrated.",
    Phase.FINAL_NARRATION: "The end is being narrated.",
    Phase.CLOSED: "No conflict runs.",
}


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> str:
    """A spoken answer; says what there is to ask when the topic is unknown."""
    known = TOPICS.get(topic.strip().lower().replace(" ", "_"))
    if known is None:
        return f"I can tell about {listed(sorted(TOPICS))}."
    return sentence(known(state, player or None, about or None))


def _for_seat(state: State, said: str | None, tell: Callable[[Seat], str]) -> str:
    found = find_seat(state, said)
    return found.reason if isinstance(found, Rejected) else tell(found)


def _tokens(state: State, player: str | None, about: str | None) -> str:
    if player is None:
        told = listed(f"{seat.name} {number(seat.tokens)}" for seat in state.seats)
        return f"Tokens: {told}." if told else "No table is open."

    def tell(seat: Seat) -> str:
        tied = reserved(state, seat.name)
        promised = f", {number(tied)} of them offered" if tied else ""
        return f"{seat.name} has {tokens(seat.tokens)}{promised}."

    return _for_seat(state, player, tell)


def _pool(state: State, player: str | None, about: str | None) -> str:
    return f"{tokens(state.pool).capitalize()} in the pool."


def _bank(state: State, player: str | None, about: str | None) -> str:
    return f"{tokens(state.bank).capitalize()} in the bank."


def _marks(state: State, player: str | None, about: str | None) -> str:
    """Marks of one trait, whoever has it, or of all traits of a player (PTA-38)."""
    if about:
        found = [
            (seat.name, trait)
            for seat in state.seats
            if seat.protagonist is not None
            for trait in matches(seat.protagonist.traits, lambda trait: (trait.label,), about)
        ]
        told = listed(f"{trait.label} has {counted(trait.marks, 'mark')}" for _, trait in found)
        return sentence(told) if told else f'There is no trait "{about}".'

    def tell(seat: Seat) -> str:
        traits = seat.protagonist.traits if seat.protagonist is not None else ()
        told = listed(f"{trait.label} {number(trait.marks)}" for trait in traits)
        return f"{seat.name}'s marks: {told}." if told else f"{seat.name} has no traits."

    return _for_seat(state, player, tell)


def _recent(state: State) -> Conflict | None:
    return state.conflict or state.last_conflict


def _standings(state: State, player: str | None, about: str | None) -> str:
    """Who is ahead: by victory piles, or by the latest cards turned up."""
    conflict = _recent(state)
    if conflict is None:
        return "No conflict has been played."
    order = ranks(conflict, state.house_rules) or conflict.last_order
    if conflict.is_extended and order:
        piles = {part.name: len(part.pile) for part in conflict.participants}
        told = ", ".join(f"{name} {counted(piles[name], 'card')}" for name in order if name in piles)
        return f"Standings: {told}."
    if not order:
        return "No card has been turned up yet."
    return f"Order: {', '.join(order)}."


def _order(state: State, player: str | None, about: str | None) -> str:
    conflict = state.conflict
    if conflict is None or not conflict.order:
        return "No card is turned up now."
    left = to_narrate(conflict)
    return f"Still to narrate: {', '.join(left)}." if left else "Everybody has narrated."


def _narrator(state: State, player: str | None, about: str | None) -> str:
    conflict = state.conflict
    if conflict is None or not conflict.order:
        return "Nobody narrates an outcome now."
    speaking = [part.name for part in conflict.participants if part.turn is Turn.SPEAKING]
    if speaking:
        return f"{listed(speaking)} {'is' if len(speaking) == 1 else 'are'} being narrated."
    left = to_narrate(conflict)
    return f"{left[0]} may narrate next." if left else "Everybody has narrated."


def _limits(state: State, player: str | None, about: str | None) -> str:
    """What the GM can still spend (PTA-41, PTA-42)."""
    conflict = state.conflict
    if conflict is None or conflict.phase is not Phase.CARDS:
        return "The GM's tokens are limited while cards are played; that is not now."
    left = max(0, gm_limit(state, conflict) - gm_spent(state, conflict))
    cap = gm_card_cap(state, conflict)
    most = f", at most {number(cap)} on one card" if cap is not None else ""
    return f"The GM may lay {tokens(min(left, state.gm.tokens))} more this round{most}."


def _phase(state: State, player: str | None, about: str | None) -> str:
    conflict = state.conflict
    if conflict is None or not conflict.is_extended:
        return _PHASES[state.phase]
    return f"Round {number(conflict.round_no)}. {_PHASES[state.phase]}"


def _missing(state: State, player: str | None, about: str | None) -> str:
    conflict = state.conflict
    if conflict is None or conflict.phase is not Phase.CARDS:
        return "No cards are being played."
    left = listed(part.name for part in without_card(conflict))
    return f"Still to play: {left}." if left else "All cards are down."


def _stakes(state: State, player: str | None, about: str | None) -> str:
    conflict = _recent(state)
    if conflict is None or not conflict.participants:
        return "Nothing is at stake."
    said = about or player
    if said:
        part = find_part(state, conflict, said)
        if isinstance(part, Rejected):
            return part.reason
        return f"{part.name}: {part.stake}." if part.stake else f"{part.name} has no stake yet."
    return " ".join(f"{part.name}: {part.stake or 'no stake yet'}." for part in conflict.participants)


def _outcome(state: State, player: str | None, about: str | None) -> str:
    conflict = _recent(state)
    if conflict is None or not conflict.outcomes:
        return "No conflict is decided."
    told = ", ".join(f"{each.part} {OUTCOMES[each.outcome]}" for each in conflict.outcomes)
    return f"{'In the end' if is_final(conflict) else 'By the cards'}: {told}."


def _goal(state: State, player: str | None, about: str | None) -> str:
    conflict = state.conflict
    if conflict is None or conflict.goal is None:
        return "No extended conflict runs."
    return f"The victory goal is {number(conflict.goal)}."


def _hand(state: State, player: str | None, about: str | None) -> str:
    """Hand sizes are public, cards never."""

    def tell(seat: Seat) -> str:
        held = len(seat.hand) if state.is_virtual else hand_size(state, seat)
        return f"{seat.name} holds {counted(held, 'card')}. Which ones stands on the own page only."

    return _for_seat(state, player, tell)


def _award(state: State, player: str | None, about: str | None) -> str:
    left = [seat.name for seat in state.players if not seat.award_used]
    if state.scene is None:
        return "Awards are given while a scene is open."
    return (
        f"{listed(left)} can still give an award in this scene." if left else "Everybody has given this scene's award."
    )


def _mulligan(state: State, player: str | None, about: str | None) -> str:
    free = [seat.name for seat in state.seats if seat.mulligan is Mulligan.AVAILABLE]
    return (
        f"{listed(free)} still {'has' if len(free) == 1 else 'have'} a mulligan." if free else "No mulligans are left."
    )


def _present(state: State, player: str | None, about: str | None) -> str:
    if state.scene is None:
        return "No scene is open."
    names = listed(state.scene.present)
    return f"In the scene: {names}." if names else "No protagonist is in the scene."


def _offers(state: State, player: str | None, about: str | None) -> str:
    told = [
        f"{offer.payer} offers {offer.to} {tokens(offer.amount)}"
        for offer in state.offers
        if offer.is_open and offer.amount
    ]
    return sentence(listed(told)) if told else "No bribe is open."


TOPICS: dict[str, Answer] = {
    "tokens": _tokens,
    "pool": _pool,
    "bank": _bank,
    "marks": _marks,
    "standings": _standings,
    "order": _order,
    "narrator": _narrator,
    "limits": _limits,
    "phase": _phase,
    "missing": _missing,
    "stakes": _stakes,
    "outcome": _outcome,
    "goal": _goal,
    "hand": _hand,
    "award": _award,
    "mulligan": _mulligan,
    "present": _present,
    "offers": _offers,
}
"""Topics of `AskStatus`, with the function that answers."""
