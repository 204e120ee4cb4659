"""State of a table (rules section 2): a frozen snapshot derived only by folding events, and what they change of it."""

from dataclasses import field
from typing import Any, TypeVar

from engine.common.values import Changes, changed, existing, named
from engine.quick_dataclass import dataclass
from engine.systems.kleptonomicon.derived import used
from engine.systems.kleptonomicon.entities import (
    AbilityUse,
    Character,
    ClosedTest,
    ConditionRule,
    Creature,
    Deed,
    Encounter,
    Episode,
    LongUse,
    NpcGroup,
    OpenTest,
    StyleAsk,
    StyleRule,
)
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.vocabulary import Phase

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table; `gm` for the game master."""

    name: str
    gm: bool = False


STYLES = (
    *(StyleRule(name) for name in ("walk", "jump", "climb", "swim")),
    StyleRule("fly", "fall"),
    StyleRule("levitate"),
)
"""Movement Styles every table knows (KL-74)."""


@dataclass(frozen=True)  # no slots: a copy is one dict update, and every event makes one
class State:
    """A table of the Kleptonomicon.

    Attributes:
        name: Name of the table, None before `CreateTable`.
        players: In seat order, the GM among them.
        characters: PCs in order of creation, then NPCs.
        creatures: Known kinds of NPCs.
        prepared: Groups of NPCs written before play; members are NPCs or "3 wolf".
        styles: Movement Styles with their interruption.
        condition_rules: Status Conditions known beforehand.
        episode_count: Episodes started so far.
        next_title: Title of the next Episode, None when nobody has said.
        session_open: Between `StartSession` and `EndSession`.
        encounter: Exists exactly in the four phases of an Encounter.
        tests: Tests whose dice are owed, oldest first.
        lying: The latest Test that has a Score, until another one is asked for.
        deeds: The latest untested deed of each PC.
        style_asks: Movement Styles somebody wants to improvise.
        long_use: An Ability that waits for the GM's word.
        test_count: Tests opened so far; ids count from 1. Likewise `trigger_count`.
    """

    name: str | None = None
    phase: Phase = Phase.NONE
    house_rules: HouseRules = field(default_factory=HouseRules)
    players: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    creatures: tuple[Creature, ...] = ()
    prepared: tuple[NpcGroup, ...] = ()
    styles: tuple[StyleRule, ...] = STYLES
    condition_rules: tuple[ConditionRule, ...] = ()
    episode_count: int = 0
    next_title: str | None = None
    session_open: bool = False
    episode: Episode | None = None
    encounter: Encounter | None = None
    tests: tuple[OpenTest, ...] = ()
    lying: ClosedTest | None = None
    deeds: tuple[Deed, ...] = ()
    style_asks: tuple[StyleAsk, ...] = ()
    long_use: LongUse | None = None
    test_count: int = 0
    trigger_count: int = 0

    def character(self, name: str | None) -> Character | None:
        """The character of exactly this name."""
        return named(self.characters, name)

    def character_of(self, player: str | None) -> Character | None:
        """The PC this player runs."""
        return next((each for each in self.characters if player is not None and each.player == player), None)

    @property
    def pcs(self) -> tuple[Character, ...]:
        """PCs in seat order of their players."""
        seats = {player.name: seat for seat, player in enumerate(self.players)}
        return tuple(
            sorted((each for each in self.characters if not each.is_npc), key=lambda each: seats[each.player or ""])
        )

    @property
    def gm(self) -> str | None:
        """The game master, None when the table has none."""
        return next((player.name for player in self.players if player.gm), None)

    def roller_of(self, character: str) -> str:
        """The player who throws for a character: whoever runs a PC, the GM (or the first seat) for NPCs."""
        found = self.character(character)
        owner = found.player if found is not None else None
        return owner or self.gm or self.players[0].name


def known_character(state: State, name: str) -> Character:
    """The character of this name."""
    return existing(state.character(name), "character", name)


def with_character(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one character's fields."""
    old = known_character(state, name)
    new = changed(old, **changes)
    return {"characters": tuple(new if each is old else each for each in state.characters)}


def episode_of(state: State) -> Episode:
    """The Episode that runs."""
    return existing(state.episode, "Episode")


def with_episode(state: State, /, **changes: Any) -> Changes:
    """The change of fields of the Episode."""
    return {"episode": changed(episode_of(state), **changes)}


def encounter_of(state: State) -> Encounter:
    """The Encounter that runs."""
    return existing(state.encounter, "Encounter")


def with_encounter(state: State, /, **changes: Any) -> Changes:
    """The change of fields of the Encounter."""
    return {"encounter": changed(encounter_of(state), **changes)}


def counted_up(uses: tuple[AbilityUse, ...], character: str, ability: str = "") -> tuple[AbilityUse, ...]:
    """One use more."""
    count = used(uses, character, ability) + 1
    others = tuple(use for use in uses if (use.character, use.ability) != (character, ability))
    return (*others, AbilityUse(character, ability, count))
