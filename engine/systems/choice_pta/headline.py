"""One line that can be read across the room: who has the word or what is wanted, and why."""

from engine.common.words import listed
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, sentence
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import Conflict, Participant
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import is_final, ranks
from engine.systems.choice_pta.rules.scoring import wanted_cards
from engine.systems.choice_pta.rules.table import is_defined
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase, Status, Turn
from engine.systems.choice_pta.words import owned, placed

Line = tuple[Phrase, Phrase]
"""Headline and reason; the reason may be empty."""


def headline_of(state: State) -> Line:
    """The line everybody should know now."""
    conflict = state.conflict
    if conflict is None:
        return _between(state)
    if conflict.phase is Phase.STAKES:
        ready = len(conflict.participants) > 1 and all(part.stake for part in conflict.participants)
        line = phrase("The stakes can be locked") if ready else phrase("Stakes, please")
        return line, joined((_called(conflict), _silent(conflict)))
    if conflict.phase is Phase.CARDS:
        return _playing(conflict)
    if conflict.phase is Phase.REVEALED:
        return _turned_up(state, conflict)
    return _narrating(state, conflict)


def _between(state: State) -> Line:
    if state.scene is not None:
        return phrase("{whose} scene", whose=owned(state.scene.owner)), sentence(state.scene.description)
    if not state.seats:
        return phrase("No table yet"), EMPTY
    if state.sitting_no:
        return phrase("No scene is open"), EMPTY
    missing = [seat.name for seat in state.players if not is_defined(seat, state.house_rules)]
    waits = plural(
        "{names} still needs a protagonist with traits.",
        "{names} still need a protagonist with traits.",
        len(missing),
        names=listed(missing),
    )
    return phrase("No hands are dealt yet"), waits if missing else EMPTY


def _called(conflict: Conflict) -> Phrase:
    if conflict.is_extended:
        return phrase("{player} called an extended conflict.", player=conflict.called_by)
    return phrase("{player} called a simple conflict.", player=conflict.called_by)


def _silent(conflict: Conflict) -> Phrase:
    """Players who have not said what they want."""
    names = listed(part.name for part in conflict.participants if not part.stake)
    return phrase("Still without a stake: {names}.", names=names) if names else EMPTY


def _in_round(conflict: Conflict, told: Phrase) -> Phrase:
    """The thing to be done, with its round in an extended conflict."""
    return joined((phrase("Round {number}.", number=conflict.round_no) if conflict.is_extended else EMPTY, told))


def _playing(conflict: Conflict) -> Line:
    missing = listed(part.name for part in without_card(conflict))
    if missing:
        return phrase("Cards, please"), _in_round(conflict, phrase("Still to play: {names}.", names=missing))
    bonuses = phrase("Bonuses can be added now, then the cards are revealed.")
    return phrase("All cards are played"), _in_round(conflict, bonuses)


def _turned_up(state: State, conflict: Conflict) -> Line:
    choosing = [part for part in conflict.participants if part.name in conflict.choosing]
    if choosing:
        names = listed(part.name for part in choosing)
        players = listed(dict.fromkeys(part.seat for part in choosing))
        asked = phrase("{players}: out, or fight on?", players=players)
        return asked, phrase("{names} lost to fate.", names=names)
    wanted = listed(dict.fromkeys(name for name, _ in wanted_cards(state)))
    return phrase("Read out your cards"), _in_round(conflict, phrase("Still to read out: {names}.", names=wanted))


def _narrating(state: State, conflict: Conflict) -> Line:
    left = [part for part in map(conflict.part, to_narrate(conflict)) if part is not None]
    if not left:
        in_round = conflict.phase is Phase.ROUND_NARRATION
        closing = phrase("The round can be closed.") if in_round else phrase("The conflict can be closed.")
        return phrase("Everybody has narrated"), closing
    return _teller(conflict, left[0]), why_now(state, conflict, left[0])


def _teller(conflict: Conflict, part: Participant) -> Phrase:
    """The person who tells now or next, and for which stake where they have several."""
    player, speaks = part.seat, part.turn is Turn.SPEAKING
    if len(conflict.parts_of(player)) == 1:
        return phrase("{player} narrates", player=player) if speaks else phrase("{player} may narrate", player=player)
    if speaks:
        return phrase("{player} narrates for {name}", player=player, name=part.name)
    return phrase("{player} may narrate for {name}", player=player, name=part.name)


def why_now(state: State, conflict: Conflict, part: Participant) -> Phrase:
    """The reason of this participant's turn: a story opened again, a place asked for, or the rank (PTA-50, R-60)."""
    if part.turn is Turn.REOPENED:
        return phrase("{whose} narration is open again.", whose=owned(part.name))
    claim = next((claim for claim in conflict.claims if claim.part == part.name), None)
    if claim is not None:
        return phrase("{name} asked to come {place}.", name=part.name, place=placed(claim.position, claim.other))
    return _by_rank(state, conflict, part) if state.house_rules.narration_default != "free" else EMPTY


def _by_rank(state: State, conflict: Conflict, part: Participant) -> Phrase:
    active = {each.name for each in conflict.participants if each.status is Status.ACTIVE}
    ranking = [name for name in ranks(conflict, state.house_rules) if name in active]
    piles, upwards = is_final(conflict), state.house_rules.narration_default == "ascending"
    worst = phrase("weakest pile") if piles else phrase("lowest card")
    best = phrase("best pile") if piles else phrase("highest card")
    opening, closing = (worst, best) if upwards else (best, worst)
    order = ranking[::-1] if upwards else ranking
    if part.name == order[0]:
        return phrase("The {card} narrates first: {name}.", card=opening, name=part.name)
    if part.name == order[-1]:
        return phrase("The {card} has the last word: {name}.", card=closing, name=part.name)
    return phrase("Next {way}: {name}.", way=_way(piles, upwards), name=part.name)


def _way(piles: bool, upwards: bool) -> Phrase:
    if piles:
        return phrase("from the weakest pile to the best") if upwards else phrase("from the best pile to the weakest")
    return phrase("from the lowest card to the highest") if upwards else phrase("from the highest card to the lowest")
