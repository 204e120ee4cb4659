"""Names that can be said aloud, the player who tells now, and the answers the rules wait for."""

from collections.abc import Iterator

from engine.systems.phasesix.agenda import checks_due, throws_due
from engine.systems.phasesix.entities import Character, Check, Combat, State
from engine.systems.phasesix.messages import Command
from engine.systems.phasesix.rules.attacks import UNARMED, opponents
from engine.systems.phasesix.rules.checks import CloseCheck
from engine.systems.phasesix.rules.reactions import CloseReactions
from engine.systems.phasesix.rules.rounds import SkipInitiative, initiative_owed
from engine.systems.phasesix.rules.windows import may_defend, waiting
from engine.systems.phasesix.skills import all_skills
from engine.systems.phasesix.vocabulary import ATTRS
from engine.types import NarrationView
from engine.vocabulary import Expected, PlayerWords, Vocabulary

_CARRIED = frozenset({"weapon", "item"})
_SHORTEST = 3
"""Letters of a last word that is too short to stand for the whole name."""


def vocabulary(state: State) -> Vocabulary:
    """Players with their characters and gear; foes, traits and what the library offers belong to nobody."""
    players = tuple(_words(state, player.name) for player in state.players)
    return Vocabulary(players, tuple(dict.fromkeys(_shared(state))))


def _words(state: State, player: str) -> PlayerWords:
    own = [one for one in state.characters if one.player == player]
    hero = next((one for one in own if one.kind == "pc" and not one.dead), None)
    things = dict.fromkeys(thing for one in own for thing in _things(one))
    things |= dict.fromkeys(_in_short(tuple(things)))
    combat = state.combat
    for one in own:
        if combat is not None and one.name == combat.holder:
            things |= dict.fromkeys(_within_reach(state, combat, one))
    return PlayerWords(player, hero.name if hero is not None else None, tuple(things))


def _in_short(things: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    """Weapons and things of a longer name by its last words, where they fit nothing else: so the rules find them."""
    carried = [(kind, name) for kind, name in dict.fromkeys(things) if kind in _CARRIED]
    said = [word for _, name in dict.fromkeys(carried) for word in name.split()]
    for kind, name in carried:
        words = name.split()
        if len(words[-1]) > _SHORTEST and said.count(words[-1]) == 1:
            yield from ((kind, " ".join(words[at:])) for at in range(1, len(words)))


def _within_reach(state: State, combat: Combat, who: Character) -> Iterator[tuple[str, str]]:
    """The one who acts, their targets and weapons, and those of their last attack."""
    yield "acting", who.name
    yield from (("arm", weapon.name) for weapon in who.weapons)
    standing = [one.name for one in opponents(state, who.name)]
    yield from (("opponent", each) for each in standing)
    last = next((deed for deed in combat.attacks if deed.actor == who.name), None)
    if last is not None:
        yield "in_hand", last.weapon
        yield from (("struck", each) for each in last.targets)
        yield from (("aimed_at", each) for each in last.targets if each in standing)


def _things(who: Character) -> Iterator[tuple[str, str]]:
    if who.kind == "npc":
        yield "foe", who.name
    yield from (("weapon", weapon.name) for weapon in who.weapons)
    if who.kind == "pc":
        yield from (("firearm" if arm.weapon_kind == "firearm" else "blade", arm.name) for arm in who.weapons)
    yield from (("item", item.name) for item in who.items)
    yield from (("armour", worn.name) for worn in who.armour)
    yield from (("spell", spell.label) for spell in who.spells)
    yield from (("knowledge", known.name) for known in who.knowledge)


def _shared(state: State) -> Iterator[tuple[str, str]]:
    yield from (("attribute", attribute.value) for attribute in ATTRS)
    yield from (("skill", skill) for skill in all_skills(state))
    yield "weapon", UNARMED
    for who in state.characters:
        yield "fighter", who.name
        yield from (("knowledge", known.name) for known in who.knowledge)
    library = state.library
    yield from (("foe_kind", foe.name) for foe in library.foes)
    yield from (("template", template.name) for template in library.templates)
    yield from (("known_spell", spell.name) for spell in library.spells)
    yield from (("spell_template", template.name) for template in library.spell_templates)
    yield from (("gear", thing.name) for thing in library.weapons)
    yield from (("gear", thing.name) for thing in library.items)
    yield from (("gear", thing.name) for thing in library.armour)


def narration(state: State) -> NarrationView:
    """Whoever rolls, acts or leads now; in a fight the order behind them (rules section 4)."""
    if state.name is None:
        return NarrationView(None)
    combat = state.combat
    if combat is not None and combat.holder is not None:
        holder = state.character(combat.holder)
        one = combat.of(combat.holder)
        if holder is not None and one is not None:
            kind = "REACTIONS" if combat.window is not None else "PRIORITY"
            return NarrationView(holder.player, kind, one.actions, _followers(state))
    if (checks := checks_due(state)) and combat is None:
        return NarrationView(checks[0].player, "CHECK")
    return NarrationView(state.gm, str(state.phase), None)


def _followers(state: State) -> tuple[str, ...]:
    """Players who follow this round, then those of the next."""
    combat = state.combat
    if combat is None:
        return ()
    names = [one.name for one in combat.combatants]
    after = names[combat.cursor + 1 :] + names[: combat.cursor]
    players = [state.character(name) for name in after]
    return tuple(dict.fromkeys(who.player for who in players if who is not None and not who.dead))


def expected(state: State) -> tuple[Expected, ...]:
    """Answers other than dice that the rules wait for: defence first, then reactions, additions to rolls, the turn."""
    return tuple(dict.fromkeys(_expected(state)))


def _expected(state: State) -> Iterator[Expected]:
    combat = state.combat
    window = combat.window if combat is not None else None
    if window is not None:
        if window.judging and state.gm is not None:
            yield Expected("state_hits", state.gm)
        for name in waiting(state):
            yield from _reactions(state, name)
    for check in state.checks:
        yield from _additions(state, check)
    if combat is not None and combat.holder is not None and not throws_due(state):
        holder = state.character(combat.holder)
        if holder is not None:
            yield from (Expected(kind, holder.player, optional=True) for kind in ("pass_priority", "attack"))
    for who in state.characters:
        if any(tick.pending for tick in who.ticks) and state.gm is not None:
            yield Expected("record_tick", state.gm, optional=True)


def _reactions(state: State, name: str) -> Iterator[Expected]:
    who, combat = state.character(name), state.combat
    if who is None or combat is None or combat.window is None:
        return
    if combat.window.deed.target == name and may_defend(state, combat.window):
        yield from (Expected(kind, who.player, optional=True) for kind in ("evade", "parry"))
    if not combat.window.defence:
        yield Expected("react", who.player, optional=True)
    yield Expected("pass_reaction", who.player, optional=True)


def _additions(state: State, check: Check) -> Iterator[Expected]:
    who = state.character(check.character)
    if who is None or not check.extras:
        return
    if who.bonus.now:
        yield Expected("add_bonus_die", check.player, optional=True)
    if who.destiny.now:
        yield Expected("add_destiny_die", check.player, optional=True)
    if check.rolled and (who.rerolls.now or who.destiny.now):
        yield Expected("reroll", check.player, optional=True)
    if check.rolled:
        yield Expected("close_check", check.player, optional=True)


def settle(state: State) -> Command | None:
    """Leave the open roll as it is, or end the time for reactions; None while dice are owed or the GM has to judge."""
    if throws_due(state):
        return None
    if checks := checks_due(state):
        return CloseCheck(check_id=checks[0].check_id)
    combat = state.combat
    if combat is not None and combat.window is not None and not combat.window.judging:
        return CloseReactions()
    return None


def lapse(state: State, request_id: str) -> Command | None:
    """Go on without the dice of a check, or without initiative; None for any other throw."""
    throw = next((each for each in state.throws if each.request.request_id == request_id), None)
    if throw in initiative_owed(state):
        return SkipInitiative()
    check = None if throw is None else state.check(throw.ref)
    return None if check is None else CloseCheck(check_id=check.check_id, unthrown=bool(check.dice))
