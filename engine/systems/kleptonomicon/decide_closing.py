"""Deciding about Closing Credits (rules 3.1, 3.14)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.decide_rewards import leave_rewards
from engine.systems.kleptonomicon.entities import Character, Closing, PoolValue
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.rulebook import By, rule
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS, ClosingStep, Phase, ResetMode
from engine.types import Rejected


@rule(cmd.StartClosingCredits, By.GM, Phase.FREEPLAY, Phase.REWARD, transition=True)
def start_closing_credits(ledger: Ledger, command: cmd.StartClosingCredits, _: None) -> Rejected | None:
    """The end of the Episode; from rewards it goes by way of Freeplay (KL-7, KL-8, KLR-4)."""
    if ledger.state.phase is Phase.REWARD:
        if ledger.rules.closing_from_reward == "forbid":
            return Rejected("ILLEGAL_TRANSITION", phrase("Go back to Freeplay first."))
        leave_rewards(ledger)
        ledger.go_to(Phase.FREEPLAY)
    ledger.go_to(Phase.CLOSING_CREDITS)
    return None


def _closing(ledger: Ledger) -> Closing:
    return ledger.episode.closing or Closing()


@rule(cmd.SetTimePasses, By.GM, Phase.CLOSING_CREDITS)
def set_time_passes(ledger: Ledger, command: cmd.SetTimePasses, _: None) -> Rejected | None:
    """With time passing come resolution scenes, without it the resets (KL-96)."""
    if _closing(ledger).step is ClosingStep.DONE:
        return Rejected("WRONG_STEP", phrase("Everything has been reset already."))
    ledger.record(ev.TimePassesSet(command.passes))
    return None


@rule(cmd.PlayScene, By.GM, Phase.CLOSING_CREDITS)
def play_scene(ledger: Ledger, command: cmd.PlayScene, _: None) -> Rejected | None:
    """A wrap-up scene, before resolutions (KL-95)."""
    if _closing(ledger).step is not ClosingStep.SCENES:
        return Rejected("WRONG_STEP", phrase("The closing scenes are over."))
    ledger.record(ev.ScenePlayed(command.text.strip()))
    return None


@rule(cmd.PlayResolution, By.OWNER, Phase.CLOSING_CREDITS)
def play_resolution(ledger: Ledger, command: cmd.PlayResolution, character: Character) -> Rejected | None:
    """A resolution scene, or none, when time passes (KL-96)."""
    closing = _closing(ledger)
    if not closing.time_passes:
        return Rejected("NO_TIME_PASSES", phrase("Resolution scenes are for Episodes with time in between."))
    if closing.step is ClosingStep.DONE or character.is_npc:
        return Rejected("WRONG_STEP", phrase("It is too late for that, or nobody's scene."))
    text = None if command.declined else (command.text or "").strip() or "told at the table"
    ledger.record(ev.ResolutionPlayed(character.name, text))
    return None


@rule(cmd.ApplyResets, By.GM, Phase.CLOSING_CREDITS)
def apply_resets(ledger: Ledger, command: cmd.ApplyResets, _: None) -> Rejected | None:
    """Restore every PC as the GM says (KL-97, KL-98)."""
    if _closing(ledger).step is not ClosingStep.RESETS:
        return Rejected(
            "WRONG_STEP", phrase("Resets come once, after the last resolution scene; say whether time passes.")
        )
    mode = ResetMode((command.mode or ledger.rules.reset_mode).strip().lower())
    stated = _stated(ledger, command)
    if isinstance(stated, Rejected):
        return stated
    for pc in ledger.state.pcs:
        before = tuple(PoolValue(pool, getattr(pc, pool)) for pool in RESET_POOLS)
        after = tuple(
            PoolValue(pool, stated.get((pc.name, pool), reset(pc, pool, mode, ledger.rules))) for pool in RESET_POOLS
        )
        cleared = () if mode is ResetMode.NONE else tuple(each.name for each in pc.conditions)
        ledger.record(ev.ResetsApplied(pc.name, before, after, cleared))
    extra = ledger.rules.extra_resets
    also = () if extra == "none" else tuple(part.strip() for part in extra.split(","))
    ledger.record(ev.ResetsFinished(mode, also, abilities=ledger.rules.ability_use_reset == "closing"))
    return None


def reset(pc: Character, pool: str, mode: ResetMode, rules: HouseRules) -> int:
    """What a pool is reset to (KL-97, KL-98, KLR-25)."""
    now: int = getattr(pc, pool)
    most: int = getattr(pc.sheet, f"{pool}_max")
    if mode is ResetMode.FULL:
        return most
    if mode is not ResetMode.HALF:
        return now
    return max(now, most // 2) if rules.half_reset_meaning == "of_max" else now + (most - now) // 2


def _stated(ledger: Ledger, command: cmd.ApplyResets) -> dict[tuple[str, str], int] | Rejected:
    stated: dict[tuple[str, str], int] = {}
    for each in command.overrides:
        character = find_character(ledger.state, each.character)
        if isinstance(character, Rejected):
            return character
        pool = each.pool.strip().lower().replace(" ", "_")
        if pool not in RESET_POOLS or not 0 <= each.value <= getattr(character.sheet, f"{pool}_max"):
            return Rejected("BAD_VALUE", phrase("A reset names a pool and a value it can have."))
        stated[character.name, pool] = each.value
    return stated


@rule(cmd.EndEpisode, By.GM, Phase.CLOSING_CREDITS, transition=True)
def end_episode(ledger: Ledger, command: cmd.EndEpisode, _: None) -> Rejected | None:
    """What Episodic Abilities gave is gone (KL-9)."""
    if _closing(ledger).step is not ClosingStep.DONE and not command.force:
        return Rejected("RESETS_MISSING", phrase("Reset everybody first, or end the Episode all the same."))
    holders = tuple(dict.fromkeys(grant.character for grant in ledger.episode.grants))
    if holders:
        ledger.record(ev.GrantsExpired(holders))
    ledger.record(ev.EpisodeEnded(ledger.episode.number))
    ledger.go_to(Phase.EPISODE_OVER)
    return None
