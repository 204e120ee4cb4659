"""Deciding about narration and scenes (rules 3.16, 3.19, PA-34)."""

from engine.phrase import phrase, plural
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import in_challenge
from engine.systems.phase_abandon.entities import Player, RollOff
from engine.systems.phase_abandon.guards import refuse_if_protected, refuse_unless_holder, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_player
from engine.systems.phase_abandon.passing import end_narration, interrupt, next_scene, running
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.ties import open_roll_off
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    NarrationKind,
    RollOffReason,
    RollOffUse,
    SceneStatus,
)
from engine.types import Rejected


@rule(cmd.SetScene, "P", acts="player")
def set_scene(ledger: Ledger, command: cmd.SetScene, who: str) -> Rejected | None:
    """Describe the scene, or say whether it is combat (PA-117)."""
    refusal = refuse_unless_holder(ledger.state, who)
    if refusal is not None:
        return refusal
    scene, text = ledger.state.scene, command.description.strip()
    if not text and command.combat is None:
        return Rejected("E_EMPTY", phrase("Say what the scene is like."))
    if scene is not None:
        combat = scene.combat if command.combat is None else command.combat
        ledger.record(ev.SceneSet(scene.scene_id, scene.kind, who, text or scene.description, combat))
    return None


@rule(cmd.AskAround, "P", acts="player")
def ask_around(ledger: Ledger, command: cmd.AskAround, who: str) -> Rejected | None:
    """The narrator asks what everybody does (PA-34, N-26)."""
    state = ledger.state
    refusal = refuse_unless_holder(state, who) or refuse_unless_idle(state) or _refuse_telling(ledger)
    if refusal is None:
        announce_order(ledger)
    return refusal


def _refuse_telling(ledger: Ledger) -> Rejected | None:
    """A result being told comes first, even where the house lets others cut into it."""
    if running(ledger).kind in (NarrationKind.FREE, NarrationKind.SCENE):
        return None
    return refuse_if_protected(ledger.state) or Rejected(
        "E_PROTECTED", phrase("{holder} finishes telling first.", holder=ledger.holder)
    )


def announce_order(ledger: Ledger) -> None:
    """Who states an action first: by chips, ties by seat or by dice (PA-34, R-5, R-11)."""
    able = [player for player in ledger.state.present if _can_act(ledger, player)]
    chips = [player.chips for player in able]
    tied = tuple(player.name for player in able if chips.count(player.chips) > 1)
    if tied and ledger.rules.order_tie == "roll_d6":
        open_roll_off(ledger, tied, RollOffReason.ORDER, RollOffUse.ORDER)
        return
    _announce(ledger, able, {})


def _can_act(ledger: Ledger, player: Player) -> bool:
    character = ledger.state.character_of(player.name)
    return character is not None and character.status is CharacterStatus.ACTIVE


def _announce(ledger: Ledger, able: list[Player], faces: dict[str, tuple[int, ...]]) -> None:
    sign = 1 if ledger.rules.action_order == "lowest_first" else -1
    ranked = sorted(
        able, key=lambda player: (sign * player.chips, tuple(-face for face in faces.get(player.name, ())), player.seat)
    )
    ledger.record(ev.ActionOrderAnnounced(tuple(player.name for player in ranked)))


def finish_order(ledger: Ledger, roll_off: RollOff) -> None:
    """Dice for the speaking order are in; those still tied throw again."""
    able = [player for player in ledger.state.present if _can_act(ledger, player)]
    faces: dict[str, tuple[int, ...]] = {}
    for value in roll_off.values:
        faces[value.player] = (*faces.get(value.player, ()), value.number)
    ranks = [(player.chips, faces.get(player.name, ())) for player in able]
    tied = tuple(player.name for player, rank in zip(able, ranks, strict=True) if ranks.count(rank) > 1)
    if tied:
        open_roll_off(ledger, tied, RollOffReason.ORDER, RollOffUse.ORDER)
        return
    first = min(able, key=lambda player: (player.chips, tuple(-face for face in faces.get(player.name, ()))))
    ledger.record(ev.RollOffWon(first.name, RollOffReason.ORDER))
    _announce(ledger, able, faces)


@rule(cmd.CountAction, "P", acts="player")
def count_action(ledger: Ledger, command: cmd.CountAction, who: str) -> Rejected | None:
    """Count one narrated action (PA-104)."""
    narration = running(ledger)
    if narration.actions_allowed is None:
        return Rejected("E_STEP", phrase("{holder} may tell as much as they like.", holder=narration.holder))
    used = narration.actions_used + 1
    if used > narration.actions_allowed:
        return Rejected(
            "E_LIMIT",
            plural(
                "{holder} has told the one action there is.",
                "{holder} has told all {count} actions.",
                narration.actions_allowed,
                holder=narration.holder,
            ),
        )
    ledger.record(ev.NarratedActionCounted(narration.holder, used, narration.actions_allowed, command.text))
    if used == narration.actions_allowed:
        ledger.record(ev.NarrationLimitReached(narration.holder))
    return None


@rule(cmd.EndNarration, "P", acts="player")
def finish_narration(ledger: Ledger, command: cmd.EndNarration, who: str) -> Rejected | None:
    """The narration is told; free narration asks round instead (PA-104)."""
    refusal = refuse_unless_idle(ledger.state)
    if refusal is not None:
        return refusal
    narration = running(ledger)
    if command.called_by:
        caller = find_player(ledger.state, command.called_by)
        if isinstance(caller, Rejected):
            return caller
        who = caller.name
    if narration.kind is not NarrationKind.SUCCESS_RESULT:
        refusal = refuse_unless_holder(ledger.state, who)
        if refusal is not None:
            return refusal
    if narration.kind in (NarrationKind.FREE, NarrationKind.SCENE):
        announce_order(ledger)
    else:
        end_narration(ledger)
    return None


@rule(cmd.DeclareLull, "P", acts="player")
def declare_lull(ledger: Ledger, command: cmd.DeclareLull, who: str) -> Rejected | None:
    """The scene has run its course; the richest player begins the next (PA-105, N-25)."""
    state = ledger.state
    refusal = refuse_unless_idle(state) or refuse_if_protected(state)
    if refusal is not None:
        return refusal
    scene = state.scene
    left = scene.challenge_left if scene is not None and in_challenge(state) else 0
    if left and not command.group_agreed:
        return Rejected(
            "E_CHALLENGE", phrase("{points} of the challenge are left; everybody has to agree to drop it.", points=left)
        )
    interrupt(ledger, who)
    if scene is not None and scene.status is SceneStatus.OPEN:
        ledger.record(ev.SceneEnded(scene.scene_id, SceneStatus.LULLED))
    next_scene(ledger)
    return None
