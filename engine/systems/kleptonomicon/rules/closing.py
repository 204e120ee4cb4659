"""Closing Credits: scenes, resolutions, resets (rules 3.1, 3.14)."""

from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, joined, phrase, template
from engine.systems.kleptonomicon.entities import Character, Closing, Movement, PoolValue, ResetValue, Resolution
from engine.systems.kleptonomicon.fields import Reset, ResetPool
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.rules.phases import go_to
from engine.systems.kleptonomicon.rules.rewards import leave_rewards
from engine.systems.kleptonomicon.rules.sheets import OutChanged
from engine.systems.kleptonomicon.standing import condition_words, in_words, pool_values
from engine.systems.kleptonomicon.state import State, episode_of, with_character, with_episode
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS, ClosingStep, Phase, ResetMode


class TimePassesSet(Event):
    """Time passes before the next Episode, or does not."""

    told: ClassVar[str] = template("Time passes.")
    depends: ClassVar[str] = "passes"
    otherwise: ClassVar[str] = template("The next Episode follows at once.")
    weight: ClassVar[int] = 2
    passes: bool

    def apply(self, state: State) -> Changes:
        closing = episode_of(state).closing or Closing()
        step = ClosingStep.RESOLUTIONS if self.passes else ClosingStep.RESETS
        return with_episode(state, closing=changed(closing, time_passes=self.passes, step=step))


class ScenePlayed(Event):
    """A wrap-up scene was played."""

    told: ClassVar[str] = template("Closing scene")
    quotes: ClassVar[str] = "text"
    opens_scene: ClassVar[bool] = True
    weight: ClassVar[int] = 1
    text: str

    def apply(self, state: State) -> Changes:
        closing = episode_of(state).closing or Closing()
        return with_episode(state, closing=changed(closing, scenes=(*closing.scenes, self.text)))


class ResolutionPlayed(CharacterEvent):
    """A resolution scene was played, or declined (`text` None)."""

    text: str | None

    def apply(self, state: State) -> Changes:
        closing = episode_of(state).closing or Closing()
        others = tuple(each for each in closing.resolutions if each.character != self.character)
        played = (*others, Resolution(self.character, self.text))
        done = {each.name for each in state.pcs} <= {each.character for each in played}
        step = ClosingStep.RESETS if done else closing.step
        return with_episode(state, closing=changed(closing, resolutions=played, step=step))

    def sentence(self) -> Phrase:
        if self.text is not None:
            return in_words(phrase("{character}'s resolution scene", character=self.character), self.text)
        return phrase("{character} has no resolution scene.", character=self.character)


class ResetsApplied(CharacterEvent):
    """A PC's points were restored and conditions cleared."""

    taken_back: ClassVar[str] = template("the resets")
    weight: ClassVar[int] = 2
    before: tuple[PoolValue, ...]
    after: tuple[PoolValue, ...]
    cleared: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        character = state.character(self.character)
        kept = tuple(each for each in character.conditions if each.name not in self.cleared) if character else ()
        return with_character(
            state, self.character, conditions=kept, **{after.pool: after.value for after in self.after}
        )

    def sentence(self) -> Phrase:
        restored = pool_values(tuple(after for after in self.after if after not in self.before))
        conditions = listed(condition_words(name) for name in self.cleared)
        cleared = phrase("{conditions} cleared", conditions=conditions) if conditions else EMPTY
        changes = joined((restored, cleared), "; ")
        if not changes:
            return phrase("Nothing changes for {character}.", character=self.character)
        return phrase("{character} is restored: {changes}.", character=self.character, changes=changes)


class ResetsFinished(Event):
    """Everybody is restored; `also` is what the table resets by hand."""

    weight: ClassVar[int] = 2
    mode: ResetMode
    also: tuple[str, ...] = ()
    abilities: bool = False

    def apply(self, state: State) -> Changes:
        """The Closing Credits are done; limited Abilities come back where the house says so."""
        episode = episode_of(state)
        uses = () if self.abilities else episode.ability_uses
        closing = changed(episode.closing or Closing(), step=ClosingStep.DONE)
        return with_episode(state, ability_uses=uses, closing=closing)

    def sentence(self) -> Phrase:
        if self.also:
            return phrase("Also reset: {names}.", names=listed(self.also))
        return EMPTY


class GrantsExpired(Event):
    """Everything Episodic Abilities gave is gone."""

    told: ClassVar[str] = template("What Episodic Abilities gave {characters} is gone.")
    weight: ClassVar[int] = 2
    characters: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return with_episode(state, grants=())


class EpisodeEnded(Event):
    """The Episode is over."""

    told: ClassVar[str] = template("Episode {number} ends.")
    number: int

    def apply(self, state: State) -> Changes:
        fresh = tuple(changed(each, movement=Movement(), falling=False) for each in state.characters)
        return {"characters": fresh, "tests": (), "lying": None}


class StartClosingCredits(GmCommand):
    """Begin the end of the Episode (KL-7, KL-8)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.REWARD)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Start the Closing Credits[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.phase is Phase.REWARD:
            if ledger.rules.closing_from_reward == "forbid":
                raise Refused("ILLEGAL_TRANSITION", phrase("Go back to Freeplay first."))
            leave_rewards(ledger)
            go_to(ledger, Phase.FREEPLAY)
        go_to(ledger, Phase.CLOSING_CREDITS)


def _closing(ledger: Ledger) -> Closing:
    return ledger.episode.closing or Closing()


class SetTimePasses(GmCommand):
    """Say that time passes before the next Episode, or does not (KL-96)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CLOSING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="Is it so that {passes:time|no time} passes?")
    passes: bool = True

    def decide(self, ledger: Ledger, who: None) -> None:
        """With time passing come resolution scenes, without it the resets (KL-96)."""
        if _closing(ledger).step is ClosingStep.DONE:
            raise Refused("WRONG_STEP", phrase("Everything has already been reset."))
        ledger.record(TimePassesSet(self.passes))


class PlayScene(GmCommand):
    """Play a wrap-up scene (KL-95)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CLOSING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="Is that a closing scene[, {who}]?")
    text: Words

    def decide(self, ledger: Ledger, who: None) -> None:
        if _closing(ledger).step is not ClosingStep.SCENES:
            raise Refused("WRONG_STEP", phrase("The closing scenes are over."))
        ledger.record(ScenePlayed(self.text.strip()))


class PlayResolution(OfCharacter):
    """Play a resolution scene, or decline one (KL-96)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CLOSING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="{declined:No resolution scene|A resolution scene} for {character}?")
    text: Words | None = None
    declined: bool = False

    def decide(self, ledger: Ledger, who: Character) -> None:
        closing = _closing(ledger)
        if not closing.time_passes:
            raise Refused("NO_TIME_PASSES", phrase("Resolution scenes are for Episodes with time in between."))
        if closing.step is ClosingStep.DONE or who.is_npc:
            raise Refused("WRONG_STEP", phrase("It is too late for a resolution scene, or nobody has one."))
        text = None if self.declined else (self.text or "").strip() or "told at the table"
        ledger.record(ResolutionPlayed(who.name, text))


class ApplyResets(GmCommand):
    """Restore everybody between two Episodes (KL-97, KL-98).

    Attributes:
        mode: "full", "half", "none" or "custom"; None = the house rule.
        overrides: Values the GM states instead.
        keep: Points the GM leaves as they are.
    """

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CLOSING_CREDITS,)
    talk: ClassVar[Talk] = Talk(confirm="Reset everybody[, {who}]?")
    mode: Reset | None = None
    overrides: tuple[ResetValue, ...] = ()
    keep: tuple[ResetPool, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        if _closing(ledger).step is not ClosingStep.RESETS:
            said = phrase("Resets come once, after the last resolution scene; say whether time passes.")
            raise Refused("WRONG_STEP", said)
        mode = ResetMode((self.mode or ledger.rules.reset_mode).strip().lower())
        stated = self._stated(ledger)
        for pc in ledger.state.pcs:
            before = tuple(PoolValue(pool, getattr(pc, pool)) for pool in RESET_POOLS)
            after = tuple(
                PoolValue(pool, stated.get((pc.name, pool), reset(pc, pool, mode, ledger.rules)))
                for pool in RESET_POOLS
            )
            cleared = () if mode is ResetMode.NONE else tuple(each.name for each in pc.conditions)
            ledger.record(ResetsApplied(pc.name, before, after, cleared))
            if pc.out and mode is not ResetMode.NONE:
                ledger.record(OutChanged(pc.name, False))
        extra = ledger.rules.extra_resets
        also = () if extra == "none" else tuple(part.strip() for part in extra.split(","))
        ledger.record(ResetsFinished(mode, also, abilities=ledger.rules.ability_use_reset == "closing"))

    def _stated(self, ledger: Ledger) -> dict[tuple[str, str], int]:
        kept = {each.strip().lower().replace(" ", "_") for each in self.keep}
        stated = {(pc.name, pool): getattr(pc, pool) for pc in ledger.state.pcs for pool in kept}
        for each in self.overrides:
            character = find_character(ledger.state, each.character)
            pool = each.pool.strip().lower().replace(" ", "_")
            if pool not in RESET_POOLS or not 0 <= each.value <= getattr(character.sheet, f"{pool}_max"):
                raise Refused("BAD_VALUE", phrase("A reset names a pool and a value it can have."))
            stated[character.name, pool] = each.value
        return stated


def reset(pc: Character, pool: str, mode: ResetMode, rules: HouseRules) -> int:
    """The value a pool is reset to (KL-97, KL-98, KLR-25)."""
    now: int = getattr(pc, pool)
    most: int = getattr(pc.sheet, f"{pool}_max")
    if mode is ResetMode.FULL:
        return most
    if mode is not ResetMode.HALF:
        return now
    return max(now, most // 2) if rules.half_reset_meaning == "of_max" else now + (most - now) // 2


class EndEpisode(GmCommand):
    """Close the Episode; `force` without resets (KL-9)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CLOSING_CREDITS,)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="End the Episode[, {who}]?")
    force: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        if _closing(ledger).step is not ClosingStep.DONE and not self.force:
            raise Refused("RESETS_MISSING", phrase("Reset everybody first, or end the Episode all the same."))
        holders = tuple(dict.fromkeys(grant.character for grant in ledger.episode.grants))
        if holders:
            ledger.record(GrantsExpired(holders))
        ledger.record(EpisodeEnded(ledger.episode.number))
        go_to(ledger, Phase.EPISODE_OVER)
