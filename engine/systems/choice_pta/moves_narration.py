"""Taps while a round or the outcome is narrated (rules 3.8, 3.12 to 3.15)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.moves_cards import adopting
from engine.systems.choice_pta.moves_stakes import own_stake, parts_of
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase, Position, Status, Turn

NARRATION, VICTORY = "Narration", "Victory cards"
_NEXT_TO = (Position.BEFORE.value, Position.AFTER.value)


def narrating(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Turns, their order, vetoes, gifts, mooks, and the end of the round or the conflict."""
    own = conflict.parts_of(seat.name)
    for part in own:
        yield from _turn(conflict, part, f" for {part.name}" if len(own) > 1 else "")
    if not own:
        yield from _outside(state, conflict)
    yield from _ending(conflict, seat)
    for part in own:
        yield from _order(conflict, part, f" for {part.name}" if len(own) > 1 else "")
    yield from _objecting(conflict)
    for part in own:
        yield from _giving(conflict, part)
        yield from _mooks(conflict, part)
    yield from adopting(conflict, seat)
    if not own and conflict.phase is Phase.ROUND_NARRATION:
        yield from own_stake(conflict, seat)


def _turn(conflict: Conflict, part: Participant, whose: str) -> Iterator[Move]:
    """Telling and passing; the table waits for whoever is next."""
    given, told = (("part_id", part.name),), part.turn in (Turn.DONE, Turn.PASSED)
    owed = part.name in to_narrate(conflict)[:1]
    if part.turn is Turn.SPEAKING:
        yield Move("finish_narration", f"Finish your narration{whose}", NARRATION, given)
        yield Move("pass_narration", f"Give the narration up{whose}", NARRATION, given)
        return
    yield Move("take_narration", f"{'Add something' if told else 'Narrate'}{whose}", NARRATION, given, owed=owed)
    yield Move("pass_narration", f"Pass the narration{whose}", NARRATION, given, owed=owed)


def _outside(state: State, conflict: Conflict) -> Iterator[Move]:
    """Somebody who takes no part tells something, by bribe or by leave of the narrator or the top rank (N18)."""
    yield Move("take_narration", "Narrate something from outside", NARRATION)
    if state.house_rules.outsider_narration == "by_permission":
        leave = Field("leave_from", "Who lets you", "choice", parts_of(conflict.participants))
        yield Move("take_narration", "Narrate by somebody's leave", NARRATION, fields=(leave,))


def _order(conflict: Conflict, part: Participant, whose: str) -> Iterator[Move]:
    """A place in the order of those still to narrate (PTA-50)."""
    others = tuple(name for name in to_narrate(conflict) if name != part.name)
    if not others or part.turn is Turn.SPEAKING:
        return
    given = ("part_id", part.name)
    for position in (Position.FIRST, Position.LAST):
        label = f"Ask to narrate {position.value}{whose}"
        yield Move("claim_order", label, NARRATION, (given, ("position", position.value)))
    where = choice("position", "Where", _NEXT_TO)
    other = choice("other", "Whom", others)
    yield Move("claim_order", f"Ask to narrate before or after somebody{whose}", NARRATION, (given,), (where, other))


def _objecting(conflict: Conflict) -> Iterator[Move]:
    """Vetoes on what was told, and what the top rank settles (PTA-49, PTA-51)."""
    tellers = tuple(dict.fromkeys(entry.teller for entry in reversed(conflict.entries)))
    if tellers:
        target = choice("target", "Whose narration", tellers)
        what = Field("what", "What is refused", optional=True)
        yield Move("veto_narration", "Veto what was told", NARRATION, fields=(target, what))
    text = Field("text", "How it is settled")
    yield Move("rule_on_stakes", "Settle what the cards leave open", NARRATION, fields=(text,))


def _giving(conflict: Conflict, part: Participant) -> Iterator[Move]:
    """One victory card each, all of a destroyed participant's, or one off the deck (PTA-73, PTA-92, PTA-93)."""
    given = (("from", part.name),)
    to = Field("to", "To whom", "choice", parts_of(conflict.participants))
    if part.pile:
        own_first = sorted(part.pile, key=lambda card: card in part.received)
        card = choice("card", "Which card", dict.fromkeys(spoken(card) for card in own_first))
        yield Move("give_victory_card", f"Give away a victory card of {part.name}", VICTORY, given, (to, card))
    if part.status is Status.DESTROYED:
        yield Move("give_random_card", f"Give the last gift of {part.name}", VICTORY, given, (to,))


def _mooks(conflict: Conflict, part: Participant) -> Iterator[Move]:
    for group in conflict.participants:
        left = (group.mooks or 0) - group.mooks_down
        if left:
            given = (("part_id", part.name), ("group", group.name))
            count = Field("n", "How many", "number", least=1, most=left)
            yield Move("take_out_mooks", f"Take out some of {group.name}", "Mooks", given, (count,))


def _ending(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    if conflict.phase is not Phase.ROUND_NARRATION:
        yield Move("close_conflict", "Close the conflict", "Conflict")
        return
    yield Move("close_round", "Close the round", "Conflict")
    if seat.is_gm and to_narrate(conflict):
        yield Move("close_round", "Close the round without them", "Conflict", (("force", True),))
