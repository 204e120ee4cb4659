"""Spoken answers about the table (`AskStatus`, rules 6.7): short sentences, from what everybody may know."""

from engine.common.answers import Answer, answered, explain
from engine.common.words import counted, listed, number
from engine.phrase import Phrase, capital, joined, phrase, plural, sentence
from engine.systems.choice_pta.derived import gm_card_cap, gm_limit, gm_spent, hand_size, reserved, without_card
from engine.systems.choice_pta.entities import Conflict
from engine.systems.choice_pta.explained import EXPLAINED
from engine.systems.choice_pta.headline import headline_of
from engine.systems.choice_pta.naming import find_part, find_seat, matches
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import is_final, ranks
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import FateRule, Mulligan, Phase, Turn
from engine.systems.choice_pta.words import outcomes, tokens

_PHASES = {
    Phase.LOBBY: phrase("No table is open."),
    Phase.TABLE: phrase("No hands are dealt yet."),
    Phase.SITTING: phrase("No scene is open."),
    Phase.SCENE: phrase("A scene is open, no conflict runs."),
    Phase.STAKES: phrase("The stakes are being set."),
    Phase.CARDS: phrase("Cards are being played."),
    Phase.REVEALED: phrase("The cards are revealed."),
    Phase.ROUND_NARRATION: phrase("The round is being narrated."),
    Phase.NARRATION: phrase("The outcome is being narrated."),
    Phase.FINAL_NARRATION: phrase("The end is being narrated."),
    Phase.CLOSED: phrase("No conflict runs."),
}
_FATES = {
    FateRule.OFF: phrase("The Hand of Fate is off."),
    FateRule.EXACT: phrase("The Hand of Fate is on, for opponents whose cards are exactly equal."),
    FateRule.LETHAL: phrase("The Hand of Fate is on, for opponents with equal totals."),
}


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
    """A spoken answer; asks back when the topic or somebody in it is unknown."""
    return sentence(answered(TOPICS, state, topic, player, about))


def _tokens(state: State, player: str | None, about: str | None) -> Phrase:
    if player is None:
        held = listed(phrase("{player} {number}", player=seat.name, number=number(seat.tokens)) for seat in state.seats)
        return phrase("Tokens: {tokens}.", tokens=held) if held else phrase("No table is open.")
    seat = find_seat(state, player)
    tied, held = reserved(state, seat.name), tokens(seat.tokens)
    if not tied:
        return phrase("{player} has {tokens}.", player=seat.name, tokens=held)
    return phrase(
        "{player} has {tokens}, {number} of them offered.", player=seat.name, tokens=held, number=number(tied)
    )


def _pool(state: State, player: str | None, about: str | None) -> Phrase:
    return phrase("{tokens} in the pool.", tokens=capital(tokens(state.pool)))


def _bank(state: State, player: str | None, about: str | None) -> Phrase:
    return phrase("{tokens} in the bank.", tokens=capital(tokens(state.bank)))


def _marks(state: State, player: str | None, about: str | None) -> Phrase:
    """Marks of one trait, whoever has it, or of all traits of a player (PTA-38)."""
    if about:
        found = [
            (seat.name, trait)
            for seat in state.seats
            if seat.protagonist is not None
            for trait in matches(seat.protagonist.traits, lambda trait: (trait.label,), about)
        ]
        told = listed(
            phrase("{trait} has {marks}", trait=trait.label, marks=counted(trait.marks, "mark", "marks"))
            for _, trait in found
        )
        return sentence(told) if told else phrase("There is no trait “{said}”.", said=about)
    seat = find_seat(state, player)
    traits = seat.protagonist.traits if seat.protagonist is not None else ()
    marks = listed(phrase("{trait} {number}", trait=trait.label, number=number(trait.marks)) for trait in traits)
    if not marks:
        return phrase("{player} has no traits.", player=seat.name)
    return phrase("{player}'s marks: {marks}.", player=seat.name, marks=marks)


def _recent(state: State) -> Conflict | None:
    return state.conflict or state.last_conflict


def _standings(state: State, player: str | None, about: str | None) -> Phrase:
    """Tells who is ahead: by victory piles, or by the latest cards turned up."""
    conflict = _recent(state)
    if conflict is None:
        return phrase("No conflict has been played.")
    order = ranks(conflict, state.house_rules) or conflict.last_order
    if conflict.is_extended and order:
        piles = {part.name: len(part.pile) for part in conflict.participants}
        told = (
            phrase("{name} {cards}", name=name, cards=counted(piles[name], "card", "cards"))
            for name in order
            if name in piles
        )
        return phrase("Standings: {standings}.", standings=joined(told, ", "))
    if not order:
        return phrase("No card has been revealed yet.")
    return phrase("Order: {order}.", order=joined(order, ", "))


def _order(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = state.conflict
    if conflict is None or not conflict.order:
        return phrase("No card is revealed now.")
    left = joined(to_narrate(conflict), ", ")
    return phrase("Still to narrate: {names}.", names=left) if left else phrase("Everybody has narrated.")


def _narrator(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = state.conflict
    if conflict is None or not conflict.order:
        return phrase("Nobody narrates an outcome now.")
    speaking = [part.name for part in conflict.participants if part.turn is Turn.SPEAKING]
    if speaking:
        names = listed(speaking)
        return plural("{names} is being narrated.", "{names} are being narrated.", len(speaking), names=names)
    left = to_narrate(conflict)
    return phrase("{name} may narrate next.", name=left[0]) if left else phrase("Everybody has narrated.")


def _limits(state: State, player: str | None, about: str | None) -> Phrase:
    """Tells what the GM can still spend (PTA-41, PTA-42)."""
    conflict = state.conflict
    if player is not None and not find_seat(state, player).is_gm:
        return _tokens(state, player, about)
    if conflict is None or conflict.phase is not Phase.CARDS:
        return phrase("The GM's tokens are limited only while cards are played.")
    left = max(0, gm_limit(state, conflict) - gm_spent(state, conflict))
    cap, more = gm_card_cap(state, conflict), tokens(min(left, state.gm.tokens))
    if cap is None:
        return phrase("The GM may add {tokens} more this round.", tokens=more)
    most = number(cap)
    return phrase("The GM may add {tokens} more this round, at most {number} on one card.", tokens=more, number=most)


def _phase(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = state.conflict
    if conflict is None or not conflict.is_extended:
        return _PHASES[state.phase]
    return joined((phrase("Round {number}.", number=number(conflict.round_no)), _PHASES[state.phase]))


def _missing(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = state.conflict
    if conflict is None or conflict.phase is not Phase.CARDS:
        return phrase("No cards are being played.")
    left = listed(part.name for part in without_card(conflict))
    return phrase("Still to play: {names}.", names=left) if left else phrase("All cards are down.")


def _stakes(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = _recent(state)
    if conflict is None or not conflict.participants:
        return phrase("Nothing is at stake.")
    said = about or player
    if said:
        part = find_part(state, conflict, said)
        if not part.stake:
            return phrase("{name} has no stake yet.", name=part.name)
        return phrase("{name}: {stake}.", name=part.name, stake=part.stake)
    return joined(
        phrase("{name}: {stake}.", name=part.name, stake=part.stake or phrase("no stake yet"))
        for part in conflict.participants
    )


def _outcome(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = _recent(state)
    if conflict is None or not conflict.outcomes:
        return phrase("No conflict is decided.")
    told = outcomes(conflict.outcomes)
    if is_final(conflict):
        return phrase("Final outcome: {outcomes}.", outcomes=told)
    return phrase("By the cards: {outcomes}.", outcomes=told)


def _goal(state: State, player: str | None, about: str | None) -> Phrase:
    conflict = state.conflict
    if conflict is None or conflict.goal is None:
        return phrase("No extended conflict runs.")
    most = max((len(part.pile) for part in conflict.participants), default=0)
    return phrase(
        "The victory goal is {goal}; the most anybody has is {most}.", goal=number(conflict.goal), most=number(most)
    )


def _hand(state: State, player: str | None, about: str | None) -> Phrase:
    """Hand sizes are public, cards never."""
    seat = find_seat(state, player)
    cards = counted(len(seat.hand) if state.is_virtual else hand_size(state, seat), "card", "cards")
    if not seat.hand:
        return phrase("{player} holds {cards}.", player=seat.name, cards=cards)
    where = phrase("Which they are is shown on {player}'s own page alone.", player=seat.name)
    return joined((phrase("{player} holds {cards}.", player=seat.name, cards=cards), where))


def _award(state: State, player: str | None, about: str | None) -> Phrase:
    left = [seat.name for seat in state.players if not seat.award_used]
    if state.scene is None:
        return phrase("Awards are given while a scene is open.")
    if not left:
        return phrase("Everybody has given this scene's award.")
    return phrase("{names} can still give an award in this scene.", names=listed(left))


def _mulligan(state: State, player: str | None, about: str | None) -> Phrase:
    free = [seat.name for seat in state.seats if seat.mulligan is Mulligan.AVAILABLE]
    if not free:
        return phrase("No mulligans are left.")
    return plural("{names} still has a mulligan.", "{names} still have a mulligan.", len(free), names=listed(free))


def _present(state: State, player: str | None, about: str | None) -> Phrase:
    if state.scene is None:
        return phrase("No scene is open.")
    names = listed(state.scene.present)
    return phrase("In the scene: {names}.", names=names) if names else phrase("No protagonist is in the scene.")


def _offers(state: State, player: str | None, about: str | None) -> Phrase:
    told = [
        phrase("{payer} offers {player} {tokens}", payer=offer.payer, player=offer.to, tokens=tokens(offer.amount))
        for offer in state.offers
        if offer.is_open and offer.amount
    ]
    return sentence(listed(told)) if told else phrase("No bribe is open.")


def _turn(state: State, player: str | None, about: str | None) -> Phrase:
    """The player whose moment it is, and why."""
    line, reason = headline_of(state)
    return joined(filter(None, (sentence(line), reason)))


def _options(state: State, player: str | None, about: str | None) -> Phrase:
    """Tells which optional rules hold in this conflict."""
    conflict = state.conflict
    if conflict is None:
        return phrase("That is chosen when the stakes of a conflict are locked; no conflict runs.")
    if conflict.phase is Phase.STAKES:
        return phrase("That is chosen when the stakes are locked: with mooks, or with the Hand of Fate.")
    fate = _FATES[conflict.options.hand_of_fate]
    mooks = phrase("Mooks are on.") if conflict.options.mooks else phrase("Mooks are off.")
    return joined((fate, mooks))


def _fight(state: State, player: str | None, about: str | None) -> Phrase:
    """Tells who takes part, and whom each is against."""
    conflict = state.conflict
    if conflict is None:
        return phrase("No conflict runs.")
    names = listed(part.name for part in conflict.participants) or phrase("nobody yet")
    return phrase("In this conflict: {names}.", names=names)


def _mooks(state: State, player: str | None, about: str | None) -> Phrase:
    parts = state.conflict.participants if state.conflict else ()
    left = [
        phrase("{left} of {size} {name} left", left=number(size - part.mooks_down), size=number(size), name=part.name)
        for part in parts
        if (size := part.mooks) is not None
    ]
    return sentence(capital(listed(left))) if left else phrase("There are no mooks in this conflict.")


def _advice(state: State, player: str | None, about: str | None) -> Phrase:
    """Advice when to play by choice and when by chance (PTA-35)."""
    if player is not None and find_seat(state, player).is_gm:
        return phrase("By choice for those who matter to the story, by chance for those who do not.")
    return phrase("By choice where you want a certain result, by chance where you would rather leave it open.")


def _rule(state: State, player: str | None, about: str | None) -> Phrase:
    return explain(EXPLAINED, about)


TOPICS: dict[str, Answer[State]] = {
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
    "turn": _turn,
    "options": _options,
    "fight": _fight,
    "mooks": _mooks,
    "advice": _advice,
    "rule": _rule,
}
"""Topics of `AskStatus`, with the function that answers."""
