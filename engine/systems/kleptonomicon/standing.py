"""Points, conditions, movement, Abilities and more in the words of the game."""

from collections.abc import Iterable, Iterator

from engine.board import Bar, Counter, Line, Panel, Sign, Tone
from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, sentence, spelled, verbatim
from engine.systems.kleptonomicon.derived import abilities, available, limit, pool, styles, used
from engine.systems.kleptonomicon.entities import Ability, Character, NpcGroup, PoolValue
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import (
    ALL_PASSED,
    COSTS_BEAT,
    RESET_POOLS,
    AbilityTime,
    Phase,
    Pool,
    RecoveryKind,
    TriggerKind,
)


def points(character: Character) -> Iterator[Counter]:
    """Every kind of points the sheet has any of."""
    for name in RESET_POOLS:
        most = getattr(character.sheet, f"{name}_max")
        if most:
            value = getattr(character, name)
            sign: Sign = "heart" if name == Pool.HEALTH else "luck"
            yield Counter(pool_words(name), value, most, "bad" if value == 0 else "plain", sign)


def pool_words(name: str) -> Phrase:
    """A kind of points, or another number of the sheet, as the game writes it: "Dodge Points"."""
    return _POINTS[name]


_POINTS = {
    Pool.DODGE_POINTS: phrase("Dodge Points"),
    Pool.SHIELD: phrase("Shield"),
    Pool.HEALTH: phrase("Health"),
    Pool.VITALITY: phrase("Vitality"),
    "recoveries": phrase("Recoveries"),
    "beats": phrase("Beats"),
    "xp": phrase("Experience"),
    "level": phrase("Level"),
}


def points_left(character: Character, pools: Iterable[str], aloud: bool = False) -> Iterator[Phrase]:
    """Points of some kinds, to be listed: "dodge points 1 of 2", numbers in words where they are said `aloud`."""
    said = number if aloud else verbatim
    for kind in pools:
        now, most = getattr(character, kind), getattr(character.sheet, f"{kind}_max")
        yield phrase("{points} {now} of {most}", points=spelled(kind), now=said(now), most=said(most))


def pool_points(kind: str, count: int) -> Phrase:
    """So many points of a kind, without the number: "dodge point", "health"."""
    return plural("dodge point", "dodge points", count) if kind == Pool.DODGE_POINTS else spelled(kind)


def named(name: str) -> Phrase:
    """A name as it stands on a sheet; the game's own Abilities, Skills, styles and conditions are translated."""
    return _OWN.get(name) or verbatim(name)


def titled(name: str) -> Phrase:
    """A name as a heading: "Melee Attack"."""
    return named(" ".join(word[:1].upper() + word[1:] for word in name.split()))


_OWN = {
    str(each): each
    for each in (
        *(phrase("melee attack"), phrase("ranged attack"), phrase("magic attack"), phrase("opportunity attack")),
        *(phrase("Melee Attack"), phrase("Ranged Attack"), phrase("Magic Attack"), phrase("Opportunity Attack")),
        *(phrase("improvised"), phrase("athletics"), phrase("Athletics"), phrase("slowed")),
        *(phrase("walk"), phrase("jump"), phrase("climb"), phrase("swim"), phrase("fly"), phrase("levitate")),
    )
}


def badges(character: Character) -> Iterator[Phrase]:
    """Marks of somebody now: out, sneaky, falling, conditions."""
    if character.out:
        yield phrase("out")
    if character.sneaky:
        yield phrase("sneaky")
    if character.falling:
        yield phrase("falling")
    yield from (
        phrase("{condition} {stacks}", condition=named(each.name), stacks=each.stacks) for each in character.conditions
    )


def beat_debt(character: Character) -> Iterator[Phrase]:
    """Beats missing after the next refill (KL-87)."""
    if character.beat_debt:
        yield phrase("{beats} fewer next time", beats=counted(character.beat_debt, "Beat", "Beats"))


def movement(state: State, character: Character) -> Panel:
    """Movement left this Turn (KL-61 to KL-66)."""
    rules = state.house_rules
    lines = [Line(phrase("In all"), phrase("{units} left", units=counted(pool(character, rules), "unit", "units")))]
    for style in styles(character):
        units, most = available(character, style, rules), limit(character, style, rules)
        left = phrase("{units} of {most}", units=units, most=most)
        lines.append(Line(named(style), left, _active(character, style)))
    if character.movement.dash_count:
        lines.append(Line(phrase("Dash"), counted(character.movement.dash_count, "time", "times")))
    return Panel(phrase("Movement of {name}", name=character.name), tuple(lines))


def _active(character: Character, style: str) -> Phrase:
    return phrase("active") if style == character.active_style and not character.falling else EMPTY


def ability_line(state: State, character: Character, ability: Ability) -> Line:
    """An Ability: what kind it is, and what limits it now."""
    left = uses_left(state, character, ability)
    tone: Tone = "bad" if left == 0 else "plain"
    return Line(titled(ability.name), TIMES[ability.time], joined(_limits(ability, left), ", "), tone)


def uses_left(state: State, character: Character, ability: Ability) -> int | None:
    """Uses left this Episode, None for no limit; an Episodic Ability has one."""
    episode = state.episode
    if ability.episodic:
        return 1 - min(1, used(episode.opening.episodic_used, character.name, ability.name)) if episode else 1
    if ability.uses_per_episode is None:
        return None
    done = used(episode.ability_uses, character.name, ability.name) if episode is not None else 0
    return max(0, ability.uses_per_episode - done)


def _limits(ability: Ability, left: int | None) -> Iterator[Phrase]:
    if ability.episodic:
        yield phrase("Episodic")
    if ability.trigger is not None:
        yield phrase("answers {trigger}", trigger=TRIGGERS[ability.trigger])
    if left is not None:
        yield phrase("{uses} left this Episode", uses=left) if left else phrase("used up")
    if ability.reach is not None:
        yield phrase("reach {reach}", reach=ability.reach)
    if ability.test is not None:
        yield phrase("{skill} Test", skill=named(ability.test))
    if ability.duration_minutes:
        yield counted(ability.duration_minutes, "minute", "minutes")
    yield from (
        phrase("{condition} {stacks}", condition=named(each.condition), stacks=each.stacks) for each in ability.inflicts
    )
    if not ability.usable_in_main:
        yield phrase("not in the Main Phase")


TIMES = {
    AbilityTime.ACTION: phrase("Action"),
    AbilityTime.FREE_ACTION: phrase("Free Action"),
    AbilityTime.REACTION: phrase("Reaction"),
    AbilityTime.FREE_REACTION: phrase("Free Reaction"),
    AbilityTime.SLOW_ACTION: phrase("Slow Action"),
}
"""Ability Times as the game writes them."""

TRIGGERS = {
    TriggerKind.ATTACKED: phrase("an attack"),
    TriggerKind.DAMAGED: phrase("damage"),
    TriggerKind.LEFT_SWINGING: phrase("leaving Swinging Distance"),
    TriggerKind.ABILITY_USED: phrase("an Ability"),
    TriggerKind.SPOKEN: phrase("something said"),
    TriggerKind.CUSTOM: phrase("something that happens"),
}
"""Things a Reaction answers, as the game writes them."""

RECOVERIES = {
    RecoveryKind.DODGES_UP: phrase("Dodges Up"),
    RecoveryKind.SHIELDS_UP: phrase("Shields Up"),
    RecoveryKind.HEAL_UP: phrase("Heal Up"),
}
"""Recovery Abilities as the game writes them."""


def in_rounds(state: State) -> bool:
    """Turns and Beats count now."""
    return state.phase in {Phase.MAIN, Phase.PAUSE}


def points_bars(character: Character) -> tuple[Bar, ...]:
    """Points as bars for a sheet."""
    return tuple(Bar(each.label, each.value, each.most or 1, EMPTY, each.tone) for each in points(character))


def sheet_abilities(character: Character) -> tuple[Ability, ...]:
    """Everything that can be used, costs of a Beat first."""
    return tuple(sorted(abilities(character.sheet), key=lambda each: each.time not in COSTS_BEAT))


def in_words(lead: Phrase, text: str | None) -> Phrase:
    """A statement with what was said about it, where something was."""
    return sentence(phrase("{lead}: {text}", lead=lead, text=text) if text else lead)


def pool_values(values: tuple[PoolValue, ...]) -> Phrase:
    """Points by name: "health ten, vitality five"."""
    told = (phrase("{points} {value}", points=spelled(each.pool), value=number(each.value)) for each in values)
    return joined(told, ", ")


def groups(each: tuple[NpcGroup, ...]) -> Phrase:
    """Groups with their Edge Save Modifiers."""
    told = (phrase("{group} {modifier}", group=group.name, modifier=group.edge_modifier) for group in each)
    return joined(told, ", ") or phrase("none")


def on_targets(ability: str, targets: tuple[str, ...]) -> Phrase:
    """An Ability and at whom: "melee attack on Orc 1"."""
    if not targets:
        return named(ability)
    return phrase("{ability} on {targets}", ability=named(ability), targets=listed(targets))


def place_words(key: str) -> Phrase:
    """A place in the Turn Order that several PCs share."""
    return phrase("before everybody") if key == ALL_PASSED else phrase("after {group}", group=key)


def episode_words(number: object, title: str | None) -> Phrase:
    """An Episode with its title, where it has one."""
    if not title:
        return phrase("Episode {number}", number=number)
    return phrase("Episode {number}, {title}", number=number, title=title)


def condition_words(name: str) -> Phrase:
    """A Status Condition as a heading."""
    return capital(named(name))
