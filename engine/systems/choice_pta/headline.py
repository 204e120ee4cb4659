"""One line that can be read across the room: who has the word or what is wanted, and why."""

from engine.common.words import listed, sentence
from engine.systems.choice_pta.decide_table import is_defined
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.describe import owned
from engine.systems.choice_pta.entities import Conflict, Participant
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import is_final, ranks
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Kind, Phase, Position, Status, Turn

Line = tuple[str, str]
"""Headline and reason; the reason may be empty."""

_CLAIMED = {
    Position.FIRST: "asked to come first",
    Position.LAST: "asked to come last",
    Position.BEFORE: "asked to come before",
    Position.AFTER: "asked to come after",
}


def headline_of(state: State) -> Line:
    """What everybody should know now."""
    conflict = state.conflict
    if conflict is None:
        return _between(state)
    if conflict.phase is Phase.STAKES:
        kind = "an extended" if conflict.kind is Kind.EXTENDED else "a simple"
        return "Stakes, please", f"{conflict.called_by} called {kind} conflict."
    if conflict.phase is Phase.CARDS:
        return _playing(conflict)
    if conflict.phase is Phase.REVEALED:
        return _turned_up(state, conflict)
    return _narrating(state, conflict)


def _between(state: State) -> Line:
    if state.scene is not None:
        return f"{owned(state.scene.owner)} scene", sentence(state.scene.description)
    if not state.seats:
        return "No table is open", ""
    if state.sitting_no:
        return "No scene is open", ""
    missing = [seat.name for seat in state.players if not is_defined(seat, state.house_rules)]
    waits = f"{listed(missing)} still {'needs' if len(missing) == 1 else 'need'} a protagonist with traits."
    return "No hands are dealt yet", waits if missing else ""


def _round(conflict: Conflict) -> str:
    return f"Round {conflict.round_no}. " if conflict.is_extended else ""


def _playing(conflict: Conflict) -> Line:
    missing = without_card(conflict)
    if missing:
        return "Cards, please", f"{_round(conflict)}Still to play: {listed(part.name for part in missing)}."
    return "All cards are down", f"{_round(conflict)}Bonuses go on now, then the cards are turned up."


def _turned_up(state: State, conflict: Conflict) -> Line:
    choosing = [part for part in conflict.participants if part.name in conflict.choosing]
    if choosing:
        names = listed(part.name for part in choosing)
        return f"{listed(dict.fromkeys(part.seat for part in choosing))}: out, or fight on?", f"{names} lost to fate."
    wanted = dict.fromkeys(name for name, _ in wanted_cards(state))
    return "Read your cards out", f"{_round(conflict)}Still to read out: {listed(wanted)}."


def _narrating(state: State, conflict: Conflict) -> Line:
    left = [part for part in map(conflict.part, to_narrate(conflict)) if part is not None]
    if not left:
        ends = "round" if conflict.phase is Phase.ROUND_NARRATION else "conflict"
        return "Everybody has narrated", f"The {ends} can be closed."
    first = left[0]
    word = "narrates" if first.turn is Turn.SPEAKING else "may narrate"
    several = len(conflict.parts_of(first.seat)) > 1
    return f"{first.seat} {word}{f' for {first.name}' if several else ''}", why_now(state, conflict, first)


def why_now(state: State, conflict: Conflict, part: Participant) -> str:
    """Why it is this participant's turn: a story opened again, a place asked for, or the rank (PTA-50, R-60)."""
    if part.turn is Turn.REOPENED:
        return f"{owned(part.name)} story is open again."
    claim = next((claim for claim in conflict.claims if claim.part == part.name), None)
    if claim is not None:
        other = f" {claim.other}" if claim.other else ""
        return f"{part.name} {_CLAIMED[claim.position]}{other}."
    return _by_rank(state, conflict, part) if state.house_rules.narration_default != "free" else ""


def _by_rank(state: State, conflict: Conflict, part: Participant) -> str:
    active = {each.name for each in conflict.participants if each.status is Status.ACTIVE}
    ranking = [name for name in ranks(conflict, state.house_rules) if name in active]
    worst, best, what = ("weakest", "best", "pile") if is_final(conflict) else ("lowest", "highest", "card")
    upwards = state.house_rules.narration_default == "ascending"
    opening, closing = (worst, best) if upwards else (best, worst)
    order = ranking[::-1] if upwards else ranking
    if part.name == order[0]:
        return f"The {opening} {what} narrates first: {part.name}."
    if part.name == order[-1]:
        return f"The {closing} {what} has the last word: {part.name}."
    return f"Next from the {opening} {what} to the {closing}: {part.name}."
