"""How characters stand, in the game's words: points, conditions, movement, Abilities."""

from collections.abc import Iterator

from engine.board import Bar, Counter, Line, Panel, Tone
from engine.common.words import counted
from engine.systems.kleptonomicon.derived import abilities, available, limit, pool, styles, used
from engine.systems.kleptonomicon.entities import Ability, Character
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import COSTS_BEAT, RESET_POOLS, AbilityTime, Phase, TriggerKind


def points(character: Character) -> Iterator[Counter]:
    """Every kind of points the sheet has any of."""
    for name in RESET_POOLS:
        most = getattr(character.sheet, f"{name}_max")
        if most:
            value = getattr(character, name)
            yield Counter(pool_words(name), value, most, "bad" if value == 0 else "plain")


def pool_words(name: str) -> str:
    """A kind of points as the game writes it: "Dodge Points"."""
    return "Experience" if name == "xp" else name.replace("_", " ").title()


def titled(name: str) -> str:
    """A name as a heading: "Melee Attack"."""
    return " ".join(word[:1].upper() + word[1:] for word in name.split())


def badges(character: Character) -> Iterator[str]:
    """What is true of somebody now."""
    if character.out:
        yield "out"
    if character.sneaky:
        yield "sneaky"
    if character.falling:
        yield "falling"
    yield from (f"{each.name} {each.stacks}" for each in character.conditions)


def beat_debt(character: Character) -> Iterator[str]:
    """Beats missing after the next refill (KL-87)."""
    if character.beat_debt:
        yield f"{counted(character.beat_debt, 'Beat')} fewer next time"


def movement(state: State, character: Character) -> Panel:
    """What is left to move this Turn (KL-61 to KL-66)."""
    rules = state.house_rules
    lines = [Line("In all", f"{counted(pool(character, rules), 'unit')} left")]
    for style in styles(character):
        left = f"{available(character, style, rules)} of {limit(character, style, rules)}"
        lines.append(Line(style, left, _active(character, style)))
    if character.movement.dash_count:
        lines.append(Line("Dash", counted(character.movement.dash_count, "time")))
    return Panel(f"Movement of {character.name}", tuple(lines))


def _active(character: Character, style: str) -> str:
    return "active" if style == character.active_style and not character.falling else ""


def ability_line(state: State, character: Character, ability: Ability) -> Line:
    """An Ability: what kind it is, and what limits it now."""
    left = uses_left(state, character, ability)
    tone: Tone = "bad" if left == 0 else "plain"
    return Line(titled(ability.name), TIMES[ability.time], ", ".join(_limits(ability, left)), tone)


def uses_left(state: State, character: Character, ability: Ability) -> int | None:
    """Uses left this Episode, None for no limit; an Episodic Ability has one."""
    episode = state.episode
    if ability.episodic:
        return 1 - min(1, used(episode.opening.episodic_used, character.name, ability.name)) if episode else 1
    if ability.uses_per_episode is None:
        return None
    done = used(episode.ability_uses, character.name, ability.name) if episode is not None else 0
    return max(0, ability.uses_per_episode - done)


def _limits(ability: Ability, left: int | None) -> Iterator[str]:
    if ability.episodic:
        yield "Episodic"
    if ability.trigger is not None:
        yield f"answers {TRIGGERS[ability.trigger]}"
    if left is not None:
        yield f"{left} left this Episode" if left else "used up"
    if ability.reach is not None:
        yield f"reach {ability.reach}"
    if ability.test is not None:
        yield f"{ability.test} Test"
    if ability.duration_minutes:
        yield counted(ability.duration_minutes, "minute")
    yield from (f"{each.condition} {each.stacks}" for each in ability.inflicts)
    if not ability.usable_in_main:
        yield "not in the Main Phase"


TIMES = {
    AbilityTime.ACTION: "Action",
    AbilityTime.FREE_ACTION: "Free Action",
    AbilityTime.REACTION: "Reaction",
    AbilityTime.FREE_REACTION: "Free Reaction",
    AbilityTime.SLOW_ACTION: "Slow Action",
}
"""Ability Times as the game writes them."""

TRIGGERS = {
    TriggerKind.ATTACKED: "an attack",
    TriggerKind.DAMAGED: "damage",
    TriggerKind.LEFT_SWINGING: "leaving Swinging Distance",
    TriggerKind.ABILITY_USED: "an Ability",
    TriggerKind.SPOKEN: "something said",
    TriggerKind.CUSTOM: "something that happens",
}
"""What a Reaction answers."""


def in_rounds(state: State) -> bool:
    """Whether Turns and Beats count now."""
    return state.phase in {Phase.MAIN, Phase.PAUSE}


def points_bars(character: Character) -> tuple[Bar, ...]:
    """Points as bars for a sheet."""
    return tuple(Bar(each.label, each.value, each.most or 1, "", each.tone) for each in points(character))


def sheet_abilities(character: Character) -> tuple[Ability, ...]:
    """Everything that can be used, costs of a Beat first."""
    return tuple(sorted(abilities(character.sheet), key=lambda each: each.time not in COSTS_BEAT))
