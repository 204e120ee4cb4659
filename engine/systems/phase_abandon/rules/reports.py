"""Dice read out at the table, and whatever waited for them (PA-2)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import number
from engine.dice.roll import RollRequest
from engine.fields import Id, Number, PlayerName
from engine.offers import ROLL
from engine.phrase import capital, phrase, template
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.fields import Face
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.naming import find_player
from engine.systems.phase_abandon.rules.aftermath import follow_up
from engine.systems.phase_abandon.rules.conflicts import finish_bids, win_bid
from engine.systems.phase_abandon.rules.dice import DiceReported
from engine.systems.phase_abandon.rules.handover import finish_order, take_over
from engine.systems.phase_abandon.rules.roll_offs import RollOffWon, open_roll_off
from engine.systems.phase_abandon.rules.scenes import open_scene
from engine.systems.phase_abandon.rules.sessions import LuckRolled, close_session, finish_get_moving, get_moving
from engine.systems.phase_abandon.rules.throws import leave_steps
from engine.systems.phase_abandon.vocabulary import Purpose, RollOffUse
from engine.systems.phase_abandon.words import dice


class ReportDice(Command):
    """Hand in thrown dice (PA-2); only GET_MOVING and BID accept a bare total."""

    phases: ClassVar[str] = "OPE"
    absent_may: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Did {player} roll[ {values}][ {total} in all]?", main=True, by_anybody=True)
    player: PlayerName = ""
    values: tuple[Face, ...] | None = None
    total: Annotated[int, Number()] | None = None
    purpose: Id | None = None
    request_id: Id | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        request = _request_meant(ledger.state, self)
        values = tuple(self.values) if self.values is not None else ()
        _refuse_dice(request, values, self.total)
        total = sum(values) if values else self.total or 0
        purpose = Purpose(request.purpose)
        ledger.record(DiceReported(request.request_id, request.roller, purpose, values, total))
        _carry_on(ledger, request, purpose, total)


def _request_meant(state: State, command: ReportDice) -> RollRequest:
    fits = list(state.dice_requests)
    if command.request_id is not None:
        fits = [request for request in fits if request.request_id == command.request_id]
    if command.purpose is not None:
        fits = [request for request in fits if request.purpose == command.purpose.strip().upper()]
    said = command.player or command.actor
    if said:
        player = find_player(state, said)
        fits = [request for request in fits if request.roller == player.name]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refused("E_AMBIGUOUS", phrase("Several rolls are open; say whose dice these are and what for."))
    raise Refused("E_NO_ROLL", phrase("Nobody asked for these dice."))


def _refuse_dice(request: RollRequest, values: tuple[int, ...], total: int | None) -> None:
    who, wanted = request.roller, dice(request.count)
    if any(isinstance(face, bool) or not 1 <= face <= request.sides for face in values):
        raise Refused("E_FACE", phrase("Faces go from 1 to {most}.", most=request.sides))
    if values and len(values) != request.count:
        wrong = phrase("{player} rolls {dice}, not {number}.", player=who, dice=wanted, number=number(len(values)))
        raise Refused("E_DICE_COUNT", wrong)
    if values:
        if total is None or total == sum(values):
            return
        raise Refused("E_FACE", phrase("Those dice total {sum}, not {total}.", sum=sum(values), total=total))
    if total is None:
        raise Refused("E_DICE_COUNT", phrase("{player} rolls {dice}; say the faces.", player=who, dice=wanted))
    if not request.total_accepted:
        raise Refused("E_NEED_FACES", phrase("Say the single faces, not the total."))
    if not request.count <= total <= request.count * request.sides:
        raise Refused("E_FACE", phrase("{dice} cannot total {total}.", dice=capital(wanted), total=total))


def _carry_on(ledger: Ledger, request: RollRequest, purpose: Purpose, total: int) -> None:
    waiting = any(other.purpose == request.purpose for other in ledger.state.dice_requests)
    if purpose is Purpose.LUCK:
        character = ledger.state.character_of(request.roller)
        if character is not None:
            ledger.record(LuckRolled(character.name, total))
    elif purpose is Purpose.GET_MOVING:
        if not waiting:
            finish_get_moving(ledger)
    elif purpose is Purpose.BID:
        if not waiting:
            finish_bids(ledger)
    elif purpose is Purpose.ROLL_OFF:
        if not waiting:
            _finish_roll_off(ledger)
    else:
        leave_steps(ledger)


def _finish_roll_off(ledger: Ledger) -> None:
    """All dice of a roll-off are in: highest wins, those tied repeat (PA-8)."""
    roll_off = ledger.state.roll_off
    if roll_off is None:
        return
    if roll_off.use is RollOffUse.ORDER:
        finish_order(ledger, roll_off)
        return
    faces = {value.player: value.number for value in roll_off.values}
    best = max(faces.values())
    tied = tuple(name for name in roll_off.candidates if faces[name] == best)
    if len(tied) > 1:
        open_roll_off(ledger, tied, roll_off.reason, roll_off.use)
        return
    ledger.record(RollOffWon(tied[0], roll_off.reason))
    _use_winner(ledger, roll_off.use, tied[0])


class RollOffSkipped(Event):
    """Nobody throws the dice of a roll-off that are still owed."""

    told: ClassVar[str] = template("No roll-off.")

    def apply(self, state: State) -> Changes:
        """The dice that are still owed without those of the roll-off."""
        owed = (each for each in state.dice_requests if Purpose(each.purpose) is not Purpose.ROLL_OFF)
        return {"dice_requests": tuple(owed)}


class SkipRollOff(Command):
    """Leave a roll-off out: whoever sits first decides it, as the house rule of seat order has it (PA-8)."""

    phases: ClassVar[str] = "OPE"
    absent_may: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Go on without the roll-off?")

    def decide(self, ledger: Ledger, who: str) -> None:
        roll_off = ledger.state.roll_off
        if roll_off is None:
            raise Refused("E_NO_ROLL", phrase("Nobody has to roll off."))
        if roll_off.use is RollOffUse.ORDER:
            raise Refused("E_STEP", phrase("Those tied in the speaking order still roll off."))
        ledger.record(RollOffSkipped())
        ledger.record(RollOffWon(roll_off.candidates[0], roll_off.reason))
        _use_winner(ledger, roll_off.use, roll_off.candidates[0])

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.roll_off is not None and state.roll_off.use is not RollOffUse.ORDER:
            yield Move(cls.kind, phrase("Go on without the roll-off"), ROLL)


def _use_winner(ledger: Ledger, use: RollOffUse, winner: str) -> None:
    if use is RollOffUse.AFTERMATH:
        follow_up(ledger, winner)
    elif use is RollOffUse.HANDOVER:
        take_over(ledger, winner)
    elif use is RollOffUse.NEW_SCENE:
        open_scene(ledger, winner)
    elif use is RollOffUse.GET_MOVING:
        get_moving(ledger, winner)
    elif use is RollOffUse.BID:
        win_bid(ledger, winner)
    elif use is RollOffUse.POOL:
        close_session(ledger, winner)
