"""Deciding about thrown dice: reports, re-rolls, trades, rescues, explosions (rules 3.6)."""

from collections.abc import Sequence

from engine.common.words import number
from engine.dice.roll import RollRequest
from engine.phrase import capital, phrase, spelled
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.aftermath import follow_up
from engine.systems.phase_abandon.decide_conflicts import finish_bids, win_bid
from engine.systems.phase_abandon.decide_narration import finish_order
from engine.systems.phase_abandon.decide_sessions import close_session, finish_get_moving, get_moving
from engine.systems.phase_abandon.derived import awaits_explosion, is_live_one, is_natural_six, may_reroll, own_tokens
from engine.systems.phase_abandon.entities import Die, LiveRoll
from engine.systems.phase_abandon.guards import live_roll, own_roll, refuse_before_throw
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_player
from engine.systems.phase_abandon.passing import open_scene, take_over
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.steps import ask_explosions, leave_steps, luck_rerolls
from engine.systems.phase_abandon.ties import open_roll_off
from engine.systems.phase_abandon.vocabulary import DieOrigin, DieStatus, Purpose, RollOffUse, RollStep
from engine.systems.phase_abandon.words import counted, dice
from engine.types import Rejected


@rule(cmd.ReportDice, "OPE", absent_may=True)
def report_dice(ledger: Ledger, command: cmd.ReportDice, who: str) -> Rejected | None:
    """Take thrown dice in and carry on with whatever waited for them (PA-2)."""
    request = _request_meant(ledger.state, command)
    if isinstance(request, Rejected):
        return request
    values = tuple(command.values) if command.values is not None else ()
    refusal = _refuse_dice(request, values, command.total)
    if refusal is not None:
        return refusal
    total = sum(values) if values else command.total or 0
    purpose = Purpose(request.purpose)
    ledger.record(ev.DiceReported(request.request_id, request.roller, purpose, values, total))
    _carry_on(ledger, request, purpose, total)
    return None


def _request_meant(state: State, command: cmd.ReportDice) -> RollRequest | Rejected:
    fits = list(state.dice_requests)
    if command.request_id is not None:
        fits = [request for request in fits if request.request_id == command.request_id]
    if command.purpose is not None:
        fits = [request for request in fits if request.purpose == command.purpose.strip().upper()]
    said = command.player or command.actor
    if said:
        player = find_player(state, said)
        if isinstance(player, Rejected):
            return player
        fits = [request for request in fits if request.roller == player.name]
    if len(fits) == 1:
        return fits[0]
    if fits:
        return Rejected("E_AMBIGUOUS", phrase("Several rolls are open; say whose dice these are and what for."))
    return Rejected("E_NO_ROLL", phrase("Nobody asked for these dice."))


def _refuse_dice(request: RollRequest, values: tuple[int, ...], total: int | None) -> Rejected | None:
    who, wanted = request.roller, dice(request.count)
    if any(isinstance(face, bool) or not 1 <= face <= request.sides for face in values):
        return Rejected("E_FACE", phrase("Faces go from 1 to {most}.", most=request.sides))
    if values and len(values) != request.count:
        wrong = phrase("{player} throws {dice}, not {number}.", player=who, dice=wanted, number=number(len(values)))
        return Rejected("E_DICE_COUNT", wrong)
    if values:
        if total is None or total == sum(values):
            return None
        return Rejected("E_FACE", phrase("Those dice make {sum}, not {total}.", sum=sum(values), total=total))
    if total is None:
        return Rejected("E_DICE_COUNT", phrase("{player} throws {dice}; say the faces.", player=who, dice=wanted))
    if not request.total_accepted:
        return Rejected("E_NEED_FACES", phrase("Say the single faces, not the total."))
    if not request.count <= total <= request.count * request.sides:
        return Rejected("E_FACE", phrase("{dice} cannot make {total}.", dice=capital(wanted), total=total))
    return None


def _carry_on(ledger: Ledger, request: RollRequest, purpose: Purpose, total: int) -> None:
    waiting = any(other.purpose == request.purpose for other in ledger.state.dice_requests)
    if purpose is Purpose.LUCK:
        character = ledger.state.character_of(request.roller)
        if character is not None:
            ledger.record(ev.LuckRolled(character.name, total))
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
    ledger.record(ev.RollOffWon(tied[0], roll_off.reason))
    _use_winner(ledger, roll_off.use, tied[0])


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


def _thrown(ledger: Ledger, who: str, steps: tuple[RollStep, ...]) -> LiveRoll | Rejected:
    """The actor's own roll in one of these steps, with no dice in hand."""
    roll = own_roll(ledger.state, who)
    if isinstance(roll, Rejected):
        return roll
    refusal = refuse_before_throw(roll)
    if refusal is not None:
        return refusal
    if roll.step not in steps:
        return Rejected("E_STEP", phrase("The roll is past that; it is at {step}.", step=spelled(roll.step)))
    return roll


@rule(cmd.RerollDice, "P", acts="player")
def reroll_dice(ledger: Ledger, command: cmd.RerollDice, who: str) -> Rejected | None:
    """Pick up dice showing 2 to 5 again (PA-45, R-23, R-24, R-48)."""
    roll = _thrown(ledger, who, (RollStep.REROLL,))
    if isinstance(roll, Rejected):
        return roll
    picked = _picked(ledger, roll, command)
    if isinstance(picked, Rejected):
        return picked
    paid_by_luck = max(0, len(picked) - roll.rerolls_left)
    if paid_by_luck > luck_rerolls(ledger.state, roll):
        rerolls = counted(roll.rerolls_left, "re-roll", "re-rolls")
        return Rejected("E_NO_REROLLS", phrase("Left: {rerolls}.", rerolls=rerolls))
    if any(not may_reroll(roll.dice[index], ledger.rules) for index in picked):
        return Rejected("E_DIE_LOCKED", phrase("Only open dice showing 2 to 5 can be thrown again."))
    kept = _kept(ledger, roll, command.keep, picked)
    left = max(0, roll.rerolls_left - len(picked))
    ledger.record(ev.DiceRerolled(roll.roll_id, picked, kept, left, paid_by_luck))
    character = ledger.state.character(roll.character_id)
    if paid_by_luck and character is not None:
        ledger.record(ev.LuckLost(character.name, (character.luck or 0) - paid_by_luck))
    ledger.ask_dice(who, len(picked), Purpose.REROLL, "re-roll", roll.roll_id)
    return None


def _picked(ledger: Ledger, roll: LiveRoll, command: cmd.RerollDice) -> tuple[int, ...] | Rejected:
    """Indexes of the dice named, each once, in ascending order."""
    open_dice = [die for die in roll.dice if may_reroll(die, ledger.rules)]
    if isinstance(command.dice, str):
        found = _by_word(open_dice, command.dice.strip().lower(), command.keep)
    else:
        if any(not 0 <= index < len(roll.dice) for index in command.dice):
            return Rejected("E_RANGE", phrase("Dice are counted from 0 to {last}.", last=len(roll.dice) - 1))
        found = list(dict.fromkeys(command.dice))
    for face in command.faces:
        match = next((die.index for die in _openest(roll.dice) if die.face == face and die.index not in found), None)
        if match is None:
            return Rejected("E_DIE_LOCKED", phrase("No further die shows {face}.", face=face))
        found.append(match)
    return tuple(sorted(found)) if found else Rejected("E_RANGE", phrase("Say which dice are thrown again."))


def _openest(dice: tuple[Die, ...]) -> list[Die]:
    """Dice still open before those set aside or cancelled."""
    return sorted(dice, key=lambda die: die.status is not DieStatus.OPEN)


def _by_word(dice: list[Die], word: str, keep: tuple[int, ...]) -> list[int]:
    if word == "last":
        return [die.index for die in dice[-1:]]
    if word.startswith("lowest"):
        count = int(word.removeprefix("lowest")) if word.removeprefix("lowest").isdecimal() else 1
        return [die.index for die in sorted(dice, key=lambda die: die.face)[:count]]
    if word not in ("rest", "all"):
        return []
    kept = list(keep)
    rest = []
    for die in dice:
        if die.face in kept:
            kept.remove(die.face)
        else:
            rest.append(die.index)
    return rest


def _kept(ledger: Ledger, roll: LiveRoll, keep: Sequence[int], picked: tuple[int, ...]) -> tuple[int, ...]:
    """Indexes of dice set aside: those showing the faces kept, or all others by house rule."""
    others = [die for die in roll.dice if die.index not in picked and die.status is DieStatus.OPEN]
    if ledger.rules.implicit_set_aside:
        return tuple(die.index for die in others)
    kept: list[int] = []
    for face in keep:
        match = next((die.index for die in others if die.face == face and die.index not in kept), None)
        if match is not None:
            kept.append(match)
    return tuple(sorted(kept))


@rule(cmd.TradeSix, "P", acts="player")
def trade_six(ledger: Ledger, command: cmd.TradeSix, who: str) -> Rejected | None:
    """Remove an own 6 and an own 1 together (PA-47)."""
    roll = _thrown(ledger, who, (RollStep.REROLL, RollStep.TRADE))
    if isinstance(roll, Rejected):
        return roll
    initial = sum(is_natural_six(die, ledger.rules) and die.origin is DieOrigin.INITIAL for die in roll.dice)
    sixes = [
        die
        for die in roll.dice
        if is_natural_six(die, ledger.rules) and (die.origin is DieOrigin.REROLL or initial > roll.borrowed)
    ]
    sixes.sort(key=lambda die: die.origin is DieOrigin.INITIAL)
    six = _chosen(sixes, command.six_index)
    if six is None:
        return Rejected("E_NO_SIX", phrase("No 6 of this roll can be traded."))
    one = _chosen([die for die in roll.dice if is_live_one(die)], command.one_index)
    if one is None:
        return Rejected("E_NO_ONE", phrase("The roll shows no 1 to trade."))
    ledger.record(ev.SixTraded(roll.roll_id, six.index, one.index))
    leave_steps(ledger)
    return None


def _chosen(dice: list[Die], index: int | None) -> Die | None:
    return next((die for die in dice if index is None or die.index == index), None)


@rule(cmd.SpendPoolToken, "P", acts="player")
def spend_pool_token(ledger: Ledger, command: cmd.SpendPoolToken, who: str) -> Rejected | None:
    """Rescue the roller from a 1 (PA-48, R-36, R-38)."""
    roll = live_roll(ledger.state)
    if isinstance(roll, Rejected):
        return roll
    if roll.step is RollStep.THROW:
        return Rejected("E_STEP", phrase("The dice have not been thrown yet."))
    if roll.roller == who:
        return Rejected("E_OWN_ONE", phrase("Somebody else has to spend the token."))
    pool = ledger.state.party_pool
    if pool + own_tokens(roll, ledger.rules) < 1:
        return Rejected("E_POOL_EMPTY", phrase("The party pool is empty."))
    one = _chosen([die for die in roll.dice if is_live_one(die)], command.one_index)
    if one is None:
        return Rejected("E_NO_ONE", phrase("The roll shows no 1 to remove."))
    ledger.record(ev.PoolTokenSpent(roll.roll_id, who, one.index, max(0, pool - 1), command.story))
    leave_steps(ledger)
    return None


@rule(cmd.ExplodeSixes, "P", acts="player")
def explode_sixes(ledger: Ledger, command: cmd.ExplodeSixes, who: str) -> Rejected | None:
    """Go on to the extra dice of live 6s (PA-49)."""
    roll = own_roll(ledger.state, who)
    if isinstance(roll, Rejected):
        return roll
    refusal = refuse_before_throw(roll)
    if refusal is not None:
        return refusal
    if roll.step is RollStep.COUNT or not any(awaits_explosion(die, ledger.rules) for die in roll.dice):
        return Rejected("E_NO_SIX", phrase("No 6 waits to be thrown again."))
    if roll.step is not RollStep.EXPLODE:
        ledger.record(ev.RollStepChanged(roll.roll_id, RollStep.EXPLODE))
    ask_explosions(ledger)
    return None


@rule(cmd.AcceptRoll, "P", acts="player")
def accept_roll(ledger: Ledger, command: cmd.AcceptRoll, who: str) -> Rejected | None:
    """Leave the present step (PA-43)."""
    roll = _thrown(ledger, who, (RollStep.REROLL, RollStep.TRADE, RollStep.EXPLODE))
    if isinstance(roll, Rejected):
        return roll
    leave_steps(ledger, accepted=True)
    return None
