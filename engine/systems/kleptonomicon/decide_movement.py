"""Deciding about movement, Dash and improvised Movement Styles (rules 3.8 to 3.10)."""

from engine.common.words import counted, listed
from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import acting, available, left, pool, skill_modifier, spent, styles
from engine.systems.kleptonomicon.effects import gain_condition, interrupt, open_trigger
from engine.systems.kleptonomicon.entities import Character, OpenTest, StyleAsk
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character, find_characters, plain
from engine.systems.kleptonomicon.rulebook import By, refuse_no_beats, refuse_other_turn, refuse_out, rule
from engine.systems.kleptonomicon.testing import follows, open_test
from engine.systems.kleptonomicon.turns import close_triggers
from engine.systems.kleptonomicon.vocabulary import (
    ATHLETICS,
    SLOWED,
    UNITS,
    Phase,
    StyleSize,
    TestKind,
    TriggerKind,
)
from engine.types import Rejected

MOST_DASHES = 2


def commit(ledger: Ledger) -> None:
    """The active character goes on: what was open can no longer be reacted to (KL-52, KLR-11)."""
    if ledger.rules.reaction_window == "next_commit":
        close_triggers(ledger)


@rule(cmd.Move, By.OWNER, Phase.MAIN, waits=True)
def move(ledger: Ledger, command: cmd.Move, character: Character) -> Rejected | None:
    """Move on one's own Turn, within style and total (KL-60 to KL-65)."""
    style = plain(command.style or "") or character.active_style or _only_style(character)
    enemies = find_characters(ledger.state, command.leaves_reach_of)
    if isinstance(enemies, Rejected):
        return enemies
    refusal = (
        refuse_other_turn(ledger, character)
        or refuse_out(character)
        or _refuse_distance(ledger, character, style, command.units)
    )
    if refusal is not None:
        return refusal
    commit(ledger)
    rules = ledger.rules
    rest = left(character, style, rules) - command.units
    ledger.record(ev.Moved(character.name, style, command.units, rest, pool(character, rules) - command.units))
    if character.active_style != style or character.falling:
        ledger.record(ev.StyleActivated(character.name, style))
    for enemy in enemies:
        open_trigger(ledger, TriggerKind.LEFT_SWINGING, character.name, enemy)
    return None


def _only_style(character: Character) -> str:
    return next(iter(styles(character)), "walk")


def _refuse_distance(ledger: Ledger, character: Character, style: str, units: int) -> Rejected | None:
    """Units fit the style and what is left (KL-63)."""
    rules = ledger.rules
    if units < 1:
        return Rejected("BAD_DISTANCE", phrase("Movement is counted in whole units, at least one."))
    if style not in styles(character):
        known = listed(styles(character)) or phrase("stay put")
        said = phrase("{name} cannot {style}, only {styles}.", name=character.name, style=style, styles=known)
        return Rejected("STYLE_UNAVAILABLE", said)
    if units > pool(character, rules):
        rest = counted(pool(character, rules), "unit", "units")
        said = phrase("{name} has {units} of movement left.", name=character.name, units=rest)
        return Rejected("POOL_EXHAUSTED", said)
    if units > available(character, style, rules):
        rest = counted(available(character, style, rules), "unit", "units")
        said = phrase("{name} can {style} only {units} more.", name=character.name, style=style, units=rest)
        return Rejected("STYLE_EXHAUSTED", said)
    return None


@rule(cmd.AdjustMovement, By.GM, Phase.MAIN, about="character")
def adjust_movement(ledger: Ledger, command: cmd.AdjustMovement, character: Character) -> Rejected | None:
    """Give movement back to somebody who was stopped, or take more (KL-65)."""
    style = plain(command.style or "") or (character.active_style or "")
    after = spent(character, style) + command.delta
    fits = after >= 0 and available(character, style, ledger.rules) >= command.delta
    if style not in styles(character) or not fits or not command.delta:
        moved = counted(spent(character, style), "unit", "units")
        said = phrase("{name} has moved {units} in that style.", name=character.name, units=moved)
        return Rejected("BAD_DISTANCE", said)
    ledger.record(ev.MovementAdjusted(character.name, style, command.delta))
    return None


@rule(cmd.Dash, By.OWNER, Phase.MAIN, waits=True)
def dash(ledger: Ledger, command: cmd.Dash, character: Character) -> Rejected | None:
    """Once doubles movement, a second time may triple it (KL-66 to KL-70)."""
    refusal = refuse_other_turn(ledger, character) or refuse_out(character)
    costs = ledger.rules.dash_time == "action"
    refusal = refusal or (refuse_no_beats(character) if costs else None)
    count = character.movement.dash_count + 1
    if refusal is None and count > MOST_DASHES:
        refusal = Rejected("DASH_LIMIT", phrase("{name} has dashed twice this Round.", name=character.name))
    if refusal is not None:
        return refusal
    commit(ledger)
    if costs:
        ledger.record(ev.BeatSpent(character.name, character.beats - 1))
    ledger.record(ev.DashBegun(character.name, count))
    if count == 1:
        ledger.record(ev.Dashed(character.name, 2))
    else:
        modifier = skill_modifier(character.sheet, ATHLETICS)
        open_test(ledger, OpenTest("", character.name, TestKind.DASH, modifier, skill=ATHLETICS))
    return None


@follows(TestKind.DASH)
def after_dash(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """A passed second Dash triples movement, a failed one slows (KL-68, KLR-14)."""
    if passed:
        ledger.record(ev.Dashed(test.character, 3))
    else:
        gain_condition(ledger, test.character, SLOWED, ledger.rules.dash_fail_stacks)


# -- improvised styles -------------------------------------------------------------------------------------------------


@rule(cmd.ImproviseMovement, By.OWNER, Phase.FREEPLAY, Phase.MAIN, Phase.PAUSE, waits=True)
def improvise_movement(ledger: Ledger, command: cmd.ImproviseMovement, character: Character) -> Rejected | None:
    """Ask for a style that is not on the sheet (KL-75)."""
    style = plain(command.style)
    if not style:
        return Rejected("STYLE_UNAVAILABLE", phrase("Say how."))
    if style in {each.name for each in character.sheet.styles}:
        return Rejected("STYLE_ALREADY_KNOWN", phrase("{name} can {style} already.", name=character.name, style=style))
    own_turn = refuse_other_turn(ledger, character) if ledger.state.phase is Phase.MAIN else None
    refusal = own_turn or refuse_out(character)
    if refusal is None:
        ledger.record(ev.ImprovisedStyleAsked(character.name, style, command.method.strip()))
    return refusal


@rule(cmd.GrantStyle, By.GM, Phase.FREEPLAY, Phase.MAIN, Phase.PAUSE)
def grant_style(ledger: Ledger, command: cmd.GrantStyle, _: None) -> Rejected | None:
    """Half of a style, or the whole for good preparation; for this Turn or the scene (KL-76, KLR-17)."""
    asked = _asked(ledger, command)
    if isinstance(asked, Rejected):
        return asked
    size = command.size.strip().upper()
    tracked = asked.character in acting(ledger.state.encounter, ledger.rules)
    scene = ledger.rules.improvised_style_duration == "scene"
    ledger.record(ev.StyleGranted(asked.character, asked.style, UNITS[StyleSize(size)], scene, tracked))
    return None


@rule(cmd.DenyStyle, By.GM, Phase.FREEPLAY, Phase.MAIN, Phase.PAUSE)
def deny_style(ledger: Ledger, command: cmd.DenyStyle, _: None) -> Rejected | None:
    """Refuse it (KL-75)."""
    asked = _asked(ledger, command)
    if isinstance(asked, Rejected):
        return asked
    ledger.record(ev.StyleDenied(asked.character, asked.style))
    return None


def _asked(ledger: Ledger, command: cmd.GrantStyle | cmd.DenyStyle) -> StyleAsk | Rejected:
    """The question meant: the only one that fits what was said."""
    asks = ledger.state.style_asks
    if command.character:
        character = find_character(ledger.state, command.character)
        if isinstance(character, Rejected):
            return character
        asks = tuple(ask for ask in asks if ask.character == character.name)
    if command.style:
        asks = tuple(ask for ask in asks if ask.style == plain(command.style or ""))
    if len(asks) == 1:
        return asks[0]
    several = phrase("Say whose.") if asks else phrase("Nobody has asked for that.")
    return Rejected("NOT_ASKED", several)


@rule(cmd.InterruptMovement, By.GM, Phase.MAIN, about="target")
def interrupt_movement(ledger: Ledger, command: cmd.InterruptMovement, target: Character) -> Rejected | None:
    """Force the interruption of somebody's active style (KL-71, KL-73)."""
    interrupt(ledger, target.name)
    return None
