"""Taps while a round or the outcome is narrated (rules 3.8, 3.12 to 3.15)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.phrase import Phrase, phrase
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.describe import placed
from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.moves_cards import adopting
from engine.systems.choice_pta.moves_stakes import for_which, own_stake, parts_of
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase, Position, Status, Turn

NARRATION = phrase("Narration")
VICTORY = phrase("Victory cards")
_NEXT_TO = ((Position.BEFORE.value, phrase("before")), (Position.AFTER.value, phrase("after")))


def narrating(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Turns, their order, vetoes, gifts, mooks, and the end of the round or the conflict."""
    own = conflict.parts_of(seat.name)
    for part in own:
        yield from _turn(conflict, part, for_which(conflict, part))
    if not own:
        yield from _outside(state, conflict)
    yield from _ending(conflict, seat)
    for part in own:
        yield from _order(conflict, part, for_which(conflict, part))
    yield from _objecting(conflict)
    for part in own:
        yield from _giving(conflict, part)
        yield from _mooks(conflict, part)
    yield from adopting(conflict, seat)
    if not own and conflict.phase is Phase.ROUND_NARRATION:
        yield from own_stake(conflict, seat)


def _turn(conflict: Conflict, part: Participant, whose: Phrase) -> Iterator[Move]:
    """Telling and passing; the table waits for whoever is next."""
    given, told = (("part_id", part.name),), part.turn in (Turn.DONE, Turn.PASSED)
    owed = part.name in to_narrate(conflict)[:1]
    if part.turn is Turn.SPEAKING:
        yield Move("finish_narration", phrase("Finish your narration{whose}", whose=whose), NARRATION, given)
        yield Move("pass_narration", phrase("Give the narration up{whose}", whose=whose), NARRATION, given)
        return
    label = phrase("Add something{whose}", whose=whose) if told else phrase("Narrate{whose}", whose=whose)
    yield Move("take_narration", label, NARRATION, given, owed=owed)
    yield Move("pass_narration", phrase("Pass the narration{whose}", whose=whose), NARRATION, given, owed=owed)


def _outside(state: State, conflict: Conflict) -> Iterator[Move]:
    """Somebody who takes no part tells something, by bribe or by leave of the narrator or the top rank (N18)."""
    yield Move("take_narration", phrase("Narrate something from outside"), NARRATION)
    if state.house_rules.outsider_narration == "by_permission":
        leave = Field("leave_from", phrase("Who lets you"), "choice", parts_of(conflict.participants))
        yield Move("take_narration", phrase("Narrate by somebody's leave"), NARRATION, fields=(leave,))


def _order(conflict: Conflict, part: Participant, whose: Phrase) -> Iterator[Move]:
    """A place in the order of those still to narrate (PTA-50)."""
    others = tuple(name for name in to_narrate(conflict) if name != part.name)
    if not others or part.turn is Turn.SPEAKING:
        return
    given = ("part_id", part.name)
    for position in (Position.FIRST, Position.LAST):
        label = phrase("Ask to narrate {place}{whose}", place=placed(position, None), whose=whose)
        yield Move("claim_order", label, NARRATION, (given, ("position", position.value)))
    where = choice("position", phrase("Where"), _NEXT_TO)
    other = choice("other", phrase("Whom"), others)
    label = phrase("Ask to narrate before or after somebody{whose}", whose=whose)
    yield Move("claim_order", label, NARRATION, (given,), (where, other))


def _objecting(conflict: Conflict) -> Iterator[Move]:
    """Vetoes on what was told, and what the top rank settles (PTA-49, PTA-51)."""
    tellers = tuple(dict.fromkeys(entry.teller for entry in reversed(conflict.entries)))
    if tellers:
        target = choice("target", phrase("Whose narration"), tellers)
        what = Field("what", phrase("What is refused"), optional=True)
        yield Move("veto_narration", phrase("Veto what was told"), NARRATION, fields=(target, what))
    text = Field("text", phrase("How it is settled"))
    yield Move("rule_on_stakes", phrase("Settle what the cards leave open"), NARRATION, fields=(text,))


def _giving(conflict: Conflict, part: Participant) -> Iterator[Move]:
    """One victory card each, all of a destroyed participant's, or one off the deck (PTA-73, PTA-92, PTA-93)."""
    given = (("from", part.name),)
    to = Field("to", phrase("To whom"), "choice", parts_of(conflict.participants))
    if part.pile:
        own_first = sorted(part.pile, key=lambda card: card in part.received)
        names = dict.fromkeys(map(spoken, own_first))
        card = choice("card", phrase("Which card"), ((str(name), name) for name in names))
        label = phrase("Give away a victory card of {name}", name=part.name)
        yield Move("give_victory_card", label, VICTORY, given, (to, card))
    if part.status is Status.DESTROYED:
        yield Move("give_random_card", phrase("Give the last gift of {name}", name=part.name), VICTORY, given, (to,))


def _mooks(conflict: Conflict, part: Participant) -> Iterator[Move]:
    for group in conflict.participants:
        left = (group.mooks or 0) - group.mooks_down
        if left:
            given = (("part_id", part.name), ("group", group.name))
            count = Field("n", phrase("How many"), "number", least=1, most=left)
            label = phrase("Take out some of {group}", group=group.name)
            yield Move("take_out_mooks", label, phrase("Mooks"), given, (count,))


def _ending(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    if conflict.phase is not Phase.ROUND_NARRATION:
        yield Move("close_conflict", phrase("Close the conflict"), phrase("Conflict"))
        return
    yield Move("close_round", phrase("Close the round"), phrase("Conflict"))
    if seat.is_gm and to_narrate(conflict):
        yield Move("close_round", phrase("Close the round without them"), phrase("Conflict"), (("force", True),))
