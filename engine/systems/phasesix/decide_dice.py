"""Deciding about dice handed in: whose they are, what they are for, what follows (rules 3.3)."""

from collections.abc import Callable

from engine.phrase import phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.decide_checks import hand_in, refuse_faces
from engine.systems.phasesix.entities import Character, Throw
from engine.systems.phasesix.ledger import POOLED, Ledger
from engine.systems.phasesix.naming import find_player
from engine.systems.phasesix.rulebook import By, leads, rule
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Dice
from engine.types import Rejected

Landing = Callable[[Ledger, Throw, tuple[int, ...], int], None]
LANDINGS: dict[Dice, Landing] = {}


def lands(purpose: Dice) -> Callable[[Landing], Landing]:
    """Register what follows dice of a purpose: given the throw, its faces, and its place among the dice owed."""

    def register(function: Landing) -> Landing:
        LANDINGS[purpose] = function
        return function

    return register


@rule(cmd.SubmitDice, By.ANY)
def submit_dice(ledger: Ledger, command: cmd.SubmitDice, who: Character) -> Rejected | None:
    """Take thrown dice in and carry on with whatever waited for them."""
    faces = tuple(command.dice or ())
    throw = _throw_meant(ledger.state, command, len(faces))
    if isinstance(throw, Rejected):
        return throw
    purpose = Dice(throw.request.purpose)
    if purpose in POOLED:
        return hand_in(ledger, throw.ref, faces, command.successes)
    count = throw.request.count
    refusal = refuse_faces(faces[:count], None, count, throw.request.sides)
    if refusal is not None:
        return refusal
    place = ledger.state.throws.index(throw)
    request = throw.request
    ledger.record(ev.DiceRolled(request.request_id, throw.ref, request.roller, purpose, faces[:count]))
    LANDINGS[purpose](ledger, throw, faces[:count], place)
    return _further(ledger, throw, faces[count:])


def _further(ledger: Ledger, throw: Throw, faces: tuple[int, ...]) -> Rejected | None:
    """Faces beyond those wanted belong to a six of the same throw that was rolled on at once."""
    if not faces:
        return None
    again = next(
        (
            one
            for one in ledger.state.throws
            if one.ref == throw.ref and one.request.purpose == throw.request.purpose == Dice.INITIATIVE
        ),
        None,
    )
    if again is None:
        return Rejected("DICE_COUNT", phrase("Those are more dice than were wanted."))
    return submit_dice(ledger, cmd.SubmitDice(dice=faces, request_id=again.request.request_id), None)


def _throw_meant(state: State, command: cmd.SubmitDice, count: int) -> Throw | Rejected:
    """The dice owed that were thrown: by id, else the speaker's, best those whose number fits."""
    fits = list(state.throws)
    if command.request_id is not None:
        fits = [one for one in fits if one.request.request_id == command.request_id]
    if command.purpose is not None:
        fits = [one for one in fits if one.request.purpose == command.purpose.strip().upper()]
    said = command.player or command.actor
    if said:
        player = find_player(state, said)
        if isinstance(player, Rejected):
            return player
        own = [one for one in fits if one.request.roller == player.name]
        if fits and not own and not leads(state, player.name):
            owes = fits[0].request.roller
            return Rejected("NOT_OWNER", phrase("{player} owes dice, not {other}.", player=owes, other=player.name))
        fits = own or fits
    if not fits:
        return Rejected("NO_SUCH_REQUEST", phrase("Nobody asked for these dice."))
    return next((one for one in fits if one.request.count == count), fits[0])
