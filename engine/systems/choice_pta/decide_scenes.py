"""Deciding about scenes, who is in them, and awards from the pool (rules 3.3, 3.10)."""

from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.decide_table import refuse_in_conflict
from engine.systems.choice_pta.entities import Seat
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import EVERYONE, find_seat
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.vocabulary import Mulligan
from engine.types import Rejected


@rule(cmd.StartScene, acts="owner", for_others=True)
def start_scene(ledger: Ledger, command: cmd.StartScene, who: str) -> Rejected | None:
    """Open a scene; everybody may award again (PTA-19)."""
    if ledger.state.scene is not None:
        return Rejected("SCENE_OPEN", phrase("A scene is open; end it first."))
    present = _present(ledger, command.present)
    if isinstance(present, Rejected):
        return present
    ledger.record(ev.SceneStarted(ledger.state.scene_count + 1, who, present, command.description.strip()))
    if ledger.rules.mulligan_window == "first_scene":
        late = tuple(seat.name for seat in ledger.state.seats if seat.mulligan is Mulligan.AVAILABLE)
        if late:
            ledger.record(ev.MulliganExpired(late))
    return None


def _present(ledger: Ledger, said: tuple[str, ...]) -> tuple[str, ...] | Rejected:
    """Players whose protagonists are in the scene; the GM needs no mention."""
    if any(name.strip().casefold() in EVERYONE for name in said):
        return tuple(seat.name for seat in ledger.state.players)
    names: list[str] = []
    for each in said:
        seat = find_seat(ledger.state, each)
        if isinstance(seat, Rejected):
            return seat
        if not seat.is_gm and seat.name not in names:
            names.append(seat.name)
    return tuple(names)


@rule(cmd.EndScene, scene=True)
def end_scene(ledger: Ledger, command: cmd.EndScene, who: str) -> Rejected | None:
    """Close the scene; the pool stays as it is (PTA-19)."""
    scene = ledger.state.scene
    refusal = refuse_in_conflict(ledger)
    if refusal is None and scene is not None:
        ledger.record(ev.SceneEnded(scene.scene_no, ledger.state.pool))
    return refusal


@rule(cmd.SetPresence, scene=True)
def set_presence(ledger: Ledger, command: cmd.SetPresence, who: str) -> Rejected | None:
    """A protagonist comes or goes; participants stay (PTA-20, PTA-22, R-51)."""
    said = command.player or who
    if said.strip().casefold() in EVERYONE:
        return _all(ledger, command.here)
    seat = find_seat(ledger.state, said)
    if isinstance(seat, Rejected):
        return seat
    refusal = _refuse_presence(ledger, seat, command.here)
    if refusal is None:
        ledger.record(ev.PresenceChanged(seat.name, command.here))
    return refusal


def _all(ledger: Ledger, here: bool) -> Rejected | None:
    present = ledger.state.scene.present if ledger.state.scene is not None else ()
    moving = [seat for seat in ledger.state.players if (seat.name in present) != here]
    if not moving:
        return Rejected("ALREADY_PRESENT" if here else "NOT_PRESENT", phrase("Nothing changes; that is so already."))
    for seat in moving:
        refusal = _refuse_presence(ledger, seat, here)
        if refusal is not None:
            return refusal
    for seat in moving:
        ledger.record(ev.PresenceChanged(seat.name, here))
    return None


def _refuse_presence(ledger: Ledger, seat: Seat, here: bool) -> Rejected | None:
    present = ledger.state.scene is not None and seat.name in ledger.state.scene.present
    if here and (present or seat.is_gm):
        return Rejected("ALREADY_PRESENT", phrase("{player} is in the scene already.", player=seat.name))
    if not here and not present:
        return Rejected("NOT_PRESENT", phrase("{player} is not in the scene.", player=seat.name))
    conflict = ledger.state.conflict
    if not here and conflict is not None and conflict.parts_of(seat.name):
        return Rejected("IN_CONFLICT", phrase("{player} takes part in the conflict and stays.", player=seat.name))
    if here and ledger.rules.scene_entry_needs_bribe:
        needed = phrase("{player} has to bribe the owner of the scene to get in.", player=seat.name)
        return Rejected("ENTRY_NEEDS_BRIBE", needed)
    return None


@rule(cmd.AwardToken, acts="player", scene=True)
def award_token(ledger: Ledger, command: cmd.AwardToken, who: str) -> Rejected | None:
    """Move a pool token to another player, once a scene (PTA-59, R-52)."""
    giver, receiver = ledger.seat(who), find_seat(ledger.state, command.to)
    if isinstance(receiver, Rejected):
        return receiver
    if giver.is_gm:
        return Rejected("GM_CANNOT_AWARD", phrase("Only players award tokens from the pool."))
    if giver.award_used:
        return Rejected("AWARD_USED", phrase("{player} has given this scene's award already.", player=who))
    if not ledger.state.pool:
        return Rejected("POOL_EMPTY", phrase("The pool is empty."))
    if receiver == giver and not ledger.rules.award_self:
        return Rejected("NO_SELF_AWARD", phrase("The award goes to another player."))
    if receiver.is_gm:
        return Rejected("AWARD_TO_GM", phrase("The award goes to a player, not to the GM."))
    ledger.record(ev.TokenAwarded(who, receiver.name, ledger.state.pool - 1))
    return None
