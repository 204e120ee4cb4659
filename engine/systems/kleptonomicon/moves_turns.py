"""Taps of one character: Turns, Abilities, movement, Reactions, recovery (rules 3.3, 3.6 to 3.10, 3.13)."""

from collections.abc import Iterator, Mapping

from engine.board import Field, Move
from engine.common.words import counted
from engine.offers import choice, options
from engine.phrase import Phrase, capital, phrase
from engine.systems.kleptonomicon.derived import abilities, acting, available, styles
from engine.systems.kleptonomicon.entities import Ability, Character
from engine.systems.kleptonomicon.fields import PATHS
from engine.systems.kleptonomicon.rules.abilities import is_aimed, opportunity_attack
from engine.systems.kleptonomicon.rules.opening import FREEPLAY, SpendGrant
from engine.systems.kleptonomicon.rules.sheets import LevelUp
from engine.systems.kleptonomicon.standing import RECOVERIES, TIMES, named, pool_words, titled, uses_left
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import (
    BASIC_ATTACKS,
    IMPROVISED,
    REACTIONS,
    RUNNING,
    AbilityTime,
    Phase,
    Pool,
    RecoveryKind,
)

TURN = phrase("Turn")
REACT = phrase("Reactions")
MOVEMENT = phrase("Movement")
POINTS = phrase("Points")


def reactions(state: State, character: Character) -> Iterator[Move]:
    """Answers to what is open, or in Freeplay any Reaction (KL-49 to KL-53)."""
    own = [each for each in abilities(character.sheet) if each.time in REACTIONS]
    if state.phase is Phase.MAIN:
        own.append(opportunity_attack(state.house_rules))
    which = choice("ability", phrase("Reaction"), [_option(state, character, each) for each in own])
    fields = (which, *_targets(state, character))
    label = phrase("React as {npc}", npc=character.name) if character.is_npc else phrase("React")
    yield Move("use_reaction", label, REACT, (_whose(character),), fields)


def turn(state: State, character: Character) -> Iterator[Move]:
    """Deeds of somebody's own Turn."""
    if character.name not in acting(state.encounter, state.house_rules):
        return
    whose = _whose(character)
    yield _ability(state, character, TURN)
    attacks = [_option(state, character, each) for each in _usable(character) if each.name.casefold() in BASIC_ATTACKS]
    foes = _others(state, character)
    if foes:
        aimed = [_option(state, character, each) for each in _usable(character) if is_aimed(each)]
        whom = Field("targets", phrase("On whom"), "choices", options(foes), 1)
        yield Move(
            "use_ability",
            phrase("Use an Ability on somebody"),
            TURN,
            (whose,),
            (choice("ability", phrase("Ability"), aimed), whom),
        )
        slowing = (
            choice("ability", phrase("Attack"), attacks),
            Field("targets", phrase("Whom"), "choices", options(foes), 1, 1),
        )
        yield Move("use_ability", phrase("Attack to slow somebody"), TURN, (whose, ("maneuver", True)), slowing)
    what = Field("text", phrase("What you do"))
    times = [(each.value, TIMES[each]) for each in (AbilityTime.ACTION, AbilityTime.SLOW_ACTION)]
    improvised = (what, choice("time", phrase("As"), times))
    yield Move("use_ability", phrase("Improvise an Action"), TURN, (whose, ("ability", IMPROVISED)), improvised)
    yield Move("improvise_free", phrase("Do something small for free"), TURN, (whose,), (what,))
    label = phrase("End the Turn as {npc}", npc=character.name) if character.is_npc else phrase("End the Turn")
    yield Move("end_turn", label, TURN, (whose,))
    yield from _movement(state, character)


def _movement(state: State, character: Character) -> Iterator[Move]:
    rules, whose = state.house_rules, _whose(character)
    for style in styles(character):
        most = available(character, style, rules)
        if most:
            fields = [Field("units", phrase("Units"), "number", (), 1, most)]
            others = options(_others(state, character))
            if others:
                label = phrase("Leaves the Swinging Distance of")
                fields.append(Field("leaves_reach_of", label, "choices", others, optional=True))
            label = phrase("{style} ({units} left)", style=capital(named(style)), units=counted(most, "unit", "units"))
            yield Move("move", label, MOVEMENT, (whose, ("style", style)), tuple(fields))
    yield Move("dash", phrase("Dash"), MOVEMENT, (whose,))
    yield _try_style(state, character)


def _try_style(state: State, character: Character) -> Move:
    known = {each.name for each in character.sheet.styles}
    new = choice(
        "style",
        phrase("Movement Style"),
        [(each.name, named(each.name)) for each in state.styles if each.name not in known],
    )
    how = Field("method", phrase("How"), optional=True)
    return Move("improvise_movement", phrase("Try another Movement Style"), MOVEMENT, (_whose(character),), (new, how))


# -- outside Turns -----------------------------------------------------------------------------------------------------


def deeds(state: State, character: Character) -> Iterator[Move]:
    """Freeplay, Pauses, rewards: deeds, Abilities, recovery, what was granted."""
    whose = _whose(character)
    reply = Field("text", phrase("What is said"), optional=True)
    yield Move("improvise_free_reaction", phrase("Say something out of turn"), REACT, (whose,), (reply,))
    if state.phase is not Phase.MAIN:
        fields = (
            Field("text", phrase("What you do")),
            Field("solution_tag", phrase("Name of the trick"), optional=True),
        )
        yield Move("improvise", phrase("Do something"), FREEPLAY, (whose,), fields)
        yield _ability(state, character, FREEPLAY)
        yield _try_style(state, character)
    yield from SpendGrant.moves(state, character.name)
    yield from _recovery(state, character)


def _recovery(state: State, character: Character) -> Iterator[Move]:
    """Recovery Abilities for points that are missing (KL-93, KL-94)."""
    for kind, pools in _RESTORES.items():
        missing = {pool: most for pool in pools if (most := _missing(character, pool))}
        if missing:
            given = (_whose(character), ("recovery", kind.value))
            stated = kind is RecoveryKind.HEAL_UP and state.house_rules.heal_up != "full"
            yield Move("use_recovery", RECOVERIES[kind], POINTS, given, tuple(_healed(missing)) if stated else ())


_RESTORES = {
    RecoveryKind.DODGES_UP: (Pool.DODGE_POINTS,),
    RecoveryKind.SHIELDS_UP: (Pool.SHIELD,),
    RecoveryKind.HEAL_UP: (Pool.HEALTH, Pool.VITALITY),
}


def _missing(character: Character, pool: Pool) -> int:
    most: int = getattr(character.sheet, f"{pool}_max")
    now: int = getattr(character, pool)
    return most - now


def _healed(missing: Mapping[Pool, int]) -> Iterator[Field]:
    for at, (pool, most) in enumerate(missing.items()):
        label = phrase("{points} regained", points=pool_words(pool))
        yield Field(pool.value, label, "number", (), 0, most, optional=at > 0)


def standing(state: State, character: Character) -> Iterator[Move]:
    """Points and conditions of one's own PC, as the table states them."""
    if state.phase not in RUNNING:
        return
    target = ("target", character.name)
    pools = [(pool.value, pool_words(pool)) for pool in Pool if getattr(character.sheet, f"{pool}_max")]
    fields = (choice("pool", phrase("Points"), pools), Field("amount", phrase("How many"), "number", (), 1))
    yield Move("record_damage", phrase("Lose points"), POINTS, (target,), fields)
    yield Move("record_heal", phrase("Get points back"), POINTS, (target,), fields)
    condition = (Field("name", phrase("Condition")), Field("stacks", phrase("Stacks"), "number", (), 1, optional=True))
    yield Move("apply_condition", phrase("Gain a condition"), POINTS, (target,), condition)
    yield from LevelUp.moves(state, character.name)
    paths = choice("path", phrase("Number"), [(str(each), pool_words(each)) for each in PATHS])
    right = (paths, Field("value", phrase("Now"), "number"))
    given = (_whose(character), ("reason", "miscounted"))
    yield Move("correct_state", phrase("Correct a number"), phrase("Corrections"), given, right)
    sneaky = phrase("Be noticed") if character.sneaky else phrase("Be Sneaky")
    whose = _whose(character)
    yield Move("set_sneaky", sneaky, POINTS, (whose, ("sneaky", not character.sneaky)))
    out = phrase("Act again") if character.out else phrase("Be out")
    yield Move("set_out", out, POINTS, (whose, ("out", not character.out)))


# -- fields ------------------------------------------------------------------------------------------------------------


def _whose(character: Character) -> tuple[str, str]:
    return "character", character.name


def _usable(character: Character) -> tuple[Ability, ...]:
    """Abilities used on one's own account, none of the Episodic ones."""
    return tuple(each for each in abilities(character.sheet) if each.time not in REACTIONS and not each.episodic)


def _ability(state: State, character: Character, group: Phrase) -> Move:
    own = choice("ability", phrase("Ability"), [_option(state, character, each) for each in _usable(character)])
    fields = (own, *_targets(state, character))
    return Move("use_ability", phrase("Use an Ability"), group, (_whose(character),), fields)


def _option(state: State, character: Character, ability: Ability) -> tuple[str, Phrase]:
    """An Ability to choose: "Parry, Reaction, 1 left"."""
    name, time, left = titled(ability.name), TIMES[ability.time], uses_left(state, character, ability)
    if left is None:
        return ability.name, phrase("{ability}, {time}", ability=name, time=time)
    return ability.name, phrase("{ability}, {time}, {uses} left", ability=name, time=time, uses=left)


def _targets(state: State, character: Character) -> tuple[Field, ...]:
    others = options(_others(state, character))
    return (Field("targets", phrase("On whom"), "choices", others, optional=True),) if others else ()


def _others(state: State, character: Character) -> tuple[str, ...]:
    """Everybody else who is there, NPCs first for PCs."""
    if state.encounter is None:
        return tuple(each.name for each in state.characters if each.lasting and each is not character)
    here = [state.character(name) for name in state.encounter.participants]
    people = [each for each in here if each is not None and each is not character]
    people.sort(key=lambda each: each.is_npc == character.is_npc)
    return tuple(each.name for each in people)
