"""Spoken answers about the state (`AskStatus`); short sentences, nothing that only the GM may know."""

from collections.abc import Callable

from engine.common.words import counted, listed, number
from engine.systems.phasesix.decide_reactions import waiting
from engine.systems.phasesix.derived import pool_chance, stress_limit
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.movement import reach
from engine.systems.phasesix.naming import find_character, party
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import trait_of
from engine.systems.phasesix.vocabulary import DeedKind
from engine.types import Rejected

Answer = Callable[[State, str | None, str | None], str]
Tell = Callable[[State, Character], str]
SECRET = "Only the GM knows that."


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> str:
    """A spoken answer; asks back when the topic or the person is unknown."""
    known = TOPICS.get(topic.strip().lower().replace(" ", "_"))
    if known is None:
        return f"I can tell about {listed(sorted(TOPICS))}."
    return known(state, player or None, about or None).replace("_", " ")


def _of_everybody(tell: Tell, secret: bool = True) -> Answer:
    """An answer about one character, or about every player character when nobody is named.

    Args:
        tell: The answer.
        secret: Whether only the GM knows it of foes.
    """

    def answer_for(state: State, player: str | None, about: str | None) -> str:
        if not player:
            told = [tell(state, one) for one in party(state)]
            return " ".join(told) or "There is no character yet."
        who = find_character(state, player, dead=True)
        if isinstance(who, Rejected):
            return who.reason
        return SECRET if secret and who.kind == "npc" else tell(state, who)

    return answer_for


def _hearts(state: State, who: Character) -> str:
    if who.dead:
        return f"{who.name} is dead."
    boosts = f" and {counted(who.boosts, 'boost')}" if who.boosts else ""
    state_word = "fainted, " if who.fainted else ""
    return f"{who.name}: {state_word}{number(who.hearts)} of {counted(who.max_health, 'heart')}{boosts}."


def _conditions(state: State, who: Character) -> str:
    named = [one.name if one.name == "hunkered" else f"{one.name} {number(one.number)}" for one in who.conditions]
    return f"{who.name} is {listed(named)}." if named else f"{who.name} is in no condition."


def _bonus(state: State, who: Character) -> str:
    return f"{who.name} has {counted(who.bonus.now, 'bonus die', 'bonus dice')}."


def _destiny(state: State, who: Character) -> str:
    return f"{who.name} has {counted(who.destiny.now, 'destiny die', 'destiny dice')}."


def _rerolls(state: State, who: Character) -> str:
    return f"{who.name} has {counted(who.rerolls.now, 'reroll')}."


def _arcana(state: State, who: Character) -> str:
    return f"{who.name} has {number(who.arcana.now)} of {number(who.arcana.most)} arcana."


def _stress(state: State, who: Character) -> str:
    return f"{who.name} has {number(who.stress)} stress, a tick at {number(stress_limit(who, state.house_rules))}."


def _ticks(state: State, who: Character) -> str:
    texts = [tick.text or "one still to be told" for tick in who.ticks]
    return f"{who.name}: {listed(texts)}." if texts else f"{who.name} has no ticks."


def _reputation(state: State, who: Character) -> str:
    return f"{who.name} has {who.rep_collected - who.rep_used} reputation to spend of {who.rep_collected}."


def _career(state: State, who: Character) -> str:
    return f"{who.name} has {who.career_points} career points left."


def _spells(state: State, who: Character) -> str:
    left = f"{who.sp_total - who.sp_spent} spell points left"
    named = listed([spell.label for spell in who.spells]) or "no spells"
    return f"{who.name}: {named}; {left}."


def _weapons(state: State, who: Character) -> str:
    named = [one.name if one.ammo is None else f"{one.name} with {counted(one.ammo, 'round')}" for one in who.weapons]
    return f"{who.name} has {listed(named)}." if named else f"{who.name} is unarmed."


def _items(state: State, who: Character) -> str:
    named = [one.name for one in who.items] + [one.name for one in who.armour]
    return f"{who.name} carries {listed(named)}." if named else f"{who.name} carries nothing."


def _protection(state: State, who: Character) -> str:
    return f"{who.name} has protection {who.protection} and evasion {who.evasion}."


def _distance(state: State, who: Character) -> str:
    rules = state.house_rules
    walk, run, crawl = (reach(who, kind, rules) for kind in (DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL))
    return f"{who.name} walks {number(walk)}, runs {number(run)} and crawls {number(crawl)} metres."


def _actions(state: State, player: str | None, about: str | None) -> str:
    combat = state.combat
    if combat is None or not combat.round:
        return "No fight is running."
    if player is None:
        told = [f"{one.name} {number(one.actions)}" for one in combat.combatants]
        return f"Actions: {', '.join(told)}."
    who = find_character(state, player, dead=True)
    if isinstance(who, Rejected):
        return who.reason
    fighting = combat.of(who.name)
    return f"{who.name} has {counted(fighting.actions if fighting else 0, 'action')}."


def _priority(state: State, player: str | None, about: str | None) -> str:
    combat = state.combat
    if combat is not None and combat.holder is not None:
        one = combat.of(combat.holder)
        return f"{combat.holder} has priority, {counted(one.actions if one else 0, 'action')}."
    if combat is not None:
        return "Nobody has priority just now."
    return f"{state.gm} leads the story." if state.gm else "The table leads the story together."


def _order(state: State, player: str | None, about: str | None) -> str:
    combat = state.combat
    if combat is None or not combat.round:
        return "No order is set."
    return f"Round {number(combat.round)}. Order: {listed([one.name for one in combat.combatants])}."


def _reactions(state: State, player: str | None, about: str | None) -> str:
    combat = state.combat
    if combat is None or combat.window is None:
        return "There is nothing to react to."
    return f"{listed(waiting(state)) or 'Nobody'} may still react to {combat.window.deed.actor}."


def _dice(state: State, player: str | None, about: str | None) -> str:
    if not state.throws:
        return "No dice are wanted."
    return " ".join(
        f"{throw.request.roller} rolls {number(throw.request.count)} for {throw.request.because}."
        for throw in state.throws
    )


def _check(state: State, player: str | None, about: str | None) -> str:
    if not state.checks:
        last = state.last
        if last is None:
            return "No roll is open."
        count = counted(last.successes, "success", "successes")
        return f"No roll is open. The last one: {last.character}, {last.trait}, {count}."
    return " ".join(
        f"{one.character} rolls {one.trait} at {one.eff_min} or more, {counted(one.successes, 'success', 'successes')}."
        for one in state.checks
    )


def _group(state: State, player: str | None, about: str | None) -> str:
    group = state.group
    if group is None:
        return "No group roll is running."
    of = f" of {number(group.required)}" if group.required else ""
    return f"Group roll on {group.trait}: {number(group.total)}{of} so far."


def _trait(state: State, player: str | None, about: str | None) -> str:
    """Dice of a trait, and the odds of a plain roll (P6-24)."""
    asked = (player, about or "")
    chars = party(state) if asked[0] is None else (find_character(state, asked[0], dead=True),)
    told = [_trait_of(state, one, asked[1]) for one in chars]
    return " ".join(told) or "There is no character yet."


def _trait_of(state: State, who: Character | Rejected, said: str) -> str:
    if isinstance(who, Rejected):
        return who.reason
    if who.kind == "npc":
        return SECRET
    if not said:
        named = [f"{value.name} {value.number}" for value in who.skills]
        return f"{who.name}: {listed(named)}." if named else f"{who.name} has no skills of their own."
    trait = trait_of(state, who, said)
    if isinstance(trait, Rejected):
        return trait.reason
    return f"{who.name} has {counted(max(0, trait.value), 'die', 'dice')} on {trait.label}."


def _odds(state: State, player: str | None, about: str | None) -> str:
    if not state.checks:
        return "No roll is open."
    check = state.checks[0]
    chance = round(100 * pool_chance(check.pool, check.eff_min, check.explodes))
    return f"{check.character} has about {chance} percent for a success."


def _session(state: State, player: str | None, about: str | None) -> str:
    return f"Session {state.session_no} is running." if state.session_active else "No session is running."


def _foes(state: State, player: str | None, about: str | None) -> str:
    combat = state.combat
    foes = [one for one in state.characters if one.kind == "npc" and not one.dead]
    if combat is not None:
        foes = [one for one in foes if combat.of(one.name) is not None]
    standing = [one.name for one in foes if not one.incapacitated]
    return f"Still standing: {listed(standing)}." if standing else "No foe is standing."


TOPICS: dict[str, Answer] = {
    "hearts": _of_everybody(_hearts),
    "heart": _of_everybody(_hearts),
    "conditions": _of_everybody(_conditions, secret=False),
    "bonus_dice": _of_everybody(_bonus),
    "destiny_dice": _of_everybody(_destiny),
    "rerolls": _of_everybody(_rerolls),
    "arcana": _of_everybody(_arcana),
    "stress": _of_everybody(_stress),
    "ticks": _of_everybody(_ticks),
    "reputation": _of_everybody(_reputation),
    "career_points": _of_everybody(_career),
    "spells": _of_everybody(_spells),
    "weapons": _of_everybody(_weapons),
    "items": _of_everybody(_items),
    "protection": _of_everybody(_protection),
    "distance": _of_everybody(_distance),
    "actions": _actions,
    "holder": _priority,
    "priority": _priority,
    "order": _order,
    "round": _order,
    "reactions": _reactions,
    "dice": _dice,
    "check": _check,
    "group": _group,
    "trait": _trait,
    "skill": _trait,
    "odds": _odds,
    "session": _session,
    "foes": _foes,
}
"""Topics `AskStatus` knows."""
