"""Spoken answers about the state (`AskStatus`); short sentences, nothing that only the GM may know."""

from collections.abc import Callable

from engine.common.answers import Answer, answered, explain
from engine.common.house_rules import settings_told
from engine.common.rules import Refused
from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, spelled
from engine.systems.phasesix.agenda import checks_due, choice_first, dice_first, dice_owed, throws_due
from engine.systems.phasesix.derived import pool_chance, stress_limit
from engine.systems.phasesix.entities import Character, Check, State
from engine.systems.phasesix.explained import EXPLAINED
from engine.systems.phasesix.house_rules import SETTINGS
from engine.systems.phasesix.naming import find_character, party
from engine.systems.phasesix.rules.movement import reach
from engine.systems.phasesix.rules.windows import waiting
from engine.systems.phasesix.traits import trait_of
from engine.systems.phasesix.vocabulary import Cond, DeedKind
from engine.systems.phasesix.words import worded

Tell = Callable[[State, Character], Phrase]
SECRET = phrase("Only the GM knows that.")


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
    """A spoken answer; asks back when the topic or somebody in it is unknown."""
    return answered(TOPICS, state, topic, player, about)


def _of_everybody(tell: Tell, secret: bool = True) -> Answer[State]:
    """An answer about one character, or about every player character when nobody is named.

    Args:
        tell: The answer.
        secret: Whether only the GM knows it of foes.
    """

    def answer_for(state: State, player: str | None, about: str | None) -> Phrase:
        if not player or player == state.gm:
            told = [tell(state, one) for one in party(state)]
            return joined(told) or phrase("There is no character yet.")
        who = find_character(state, player, dead=True)
        return SECRET if secret and who.kind == "npc" else tell(state, who)

    return answer_for


def _hearts(state: State, who: Character) -> Phrase:
    name = who.name
    if who.dead:
        return phrase("{name} is dead.", name=name)
    hearts = phrase("{now} of {hearts}", now=number(who.hearts), hearts=counted(who.max_health, "heart", "hearts"))
    if who.boosts:
        boosts = counted(who.boosts, "boost", "boosts")
        hearts = phrase("{hearts} and {boosts}", hearts=hearts, boosts=boosts)
    if who.fainted:
        return phrase("{name}: fainted, {hearts}.", name=name, hearts=hearts)
    return phrase("{name}: {hearts}.", name=name, hearts=hearts)


def _conditions(state: State, who: Character) -> Phrase:
    named = [
        phrase("hunkered")
        if one.name == Cond.HUNKERED
        else phrase("{condition} {number}", condition=spelled(one.name), number=number(one.number))
        for one in who.conditions
    ]
    if not named:
        return phrase("{name} is in no condition.", name=who.name)
    return phrase("{name} is {conditions}.", name=who.name, conditions=listed(named))


def _bonus(state: State, who: Character) -> Phrase:
    return phrase("{name} has {dice}.", name=who.name, dice=counted(who.bonus.now, "bonus die", "bonus dice"))


def _destiny(state: State, who: Character) -> Phrase:
    return phrase("{name} has {dice}.", name=who.name, dice=counted(who.destiny.now, "destiny die", "destiny dice"))


def _rerolls(state: State, who: Character) -> Phrase:
    return phrase("{name} has {rerolls}.", name=who.name, rerolls=counted(who.rerolls.now, "reroll", "rerolls"))


def _arcana(state: State, who: Character) -> Phrase:
    now, most = number(who.arcana.now), number(who.arcana.most)
    return phrase("{name} has {now} of {most} arcana.", name=who.name, now=now, most=most)


def _stress(state: State, who: Character) -> Phrase:
    stress, limit = number(who.stress), number(stress_limit(who, state.house_rules))
    return phrase("{name} has {stress} stress, a tick at {limit}.", name=who.name, stress=stress, limit=limit)


def _ticks(state: State, who: Character) -> Phrase:
    if not who.ticks:
        return phrase("{name} has no ticks.", name=who.name)
    ticks = listed(tick.text or phrase("one not written down yet") for tick in who.ticks)
    return phrase("{name}: {ticks}.", name=who.name, ticks=ticks)


def _reputation(state: State, who: Character) -> Phrase:
    most = who.rep_collected
    if not most:
        return phrase("{name} has no reputation yet.", name=who.name)
    left = most - who.rep_used
    return phrase(
        "{name} has {left} reputation to spend of {most}.", name=who.name, left=number(left), most=number(most)
    )


def _career(state: State, who: Character) -> Phrase:
    return phrase(
        "{name} has {points} left.", name=who.name, points=counted(who.career_points, "career point", "career points")
    )


def _spells(state: State, who: Character) -> Phrase:
    spells = listed(spell.label for spell in who.spells) or phrase("no spells")
    left = who.sp_total - who.sp_spent
    return plural(
        "{name}: {spells}; {count} spell point left.",
        "{name}: {spells}; {count} spell points left.",
        left,
        name=who.name,
        spells=spells,
    )


def _weapons(state: State, who: Character) -> Phrase:
    if not who.weapons:
        return phrase("{name} is unarmed.", name=who.name)
    weapons = [
        one.name
        if one.ammo is None
        else phrase("{weapon} with {rounds}", weapon=one.name, rounds=counted(one.ammo, "round", "rounds"))
        for one in who.weapons
    ]
    return phrase("{name} has {weapons}.", name=who.name, weapons=listed(weapons))


def _items(state: State, who: Character) -> Phrase:
    things = [one.name for one in who.items] + [one.name for one in who.armour]
    if not things:
        return phrase("{name} carries nothing.", name=who.name)
    return phrase("{name} carries {things}.", name=who.name, things=listed(things))


def _protection(state: State, who: Character) -> Phrase:
    return phrase(
        "{name} has protection {protection} and evasion {evasion}.",
        name=who.name,
        protection=_signed(who.protection),
        evasion=_signed(who.evasion),
    )


def _signed(value: int) -> Phrase:
    return number(value) if value >= 0 else phrase("minus {number}", number=number(-value))


def _distance(state: State, who: Character) -> Phrase:
    rules = state.house_rules
    walk, run, crawl = (reach(who, kind, rules) for kind in (DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL))
    return phrase(
        "{name} walks {walk}, runs {run} and crawls {crawl} metres.",
        name=who.name,
        walk=number(walk),
        run=number(run),
        crawl=number(crawl),
    )


def _actions(state: State, player: str | None, about: str | None) -> Phrase:
    combat = state.combat
    if combat is None or not combat.round:
        return phrase("No fight is running.")
    if player is None:
        left = [phrase("{name} {number}", name=one.name, number=number(one.actions)) for one in combat.combatants]
        return phrase("Actions: {actions}.", actions=joined(left, ", "))
    who = find_character(state, player, dead=True)
    one = combat.of(who.name)
    actions = counted(one.actions if one else 0, "action", "actions")
    return phrase("{name} has {actions}.", name=who.name, actions=actions)


def _priority(state: State, player: str | None, about: str | None) -> Phrase:
    combat = state.combat
    if combat is not None and combat.holder is not None:
        one = combat.of(combat.holder)
        actions = counted(one.actions if one else 0, "action", "actions")
        return phrase("{character} has priority, {actions}.", character=combat.holder, actions=actions)
    if combat is not None:
        return phrase("Nobody has priority just now.")
    if state.gm is None:
        return phrase("The table leads the story together.")
    return phrase("{player} leads the story.", player=state.gm)


def _order(state: State, player: str | None, about: str | None) -> Phrase:
    combat = state.combat
    if combat is None or not combat.round:
        return phrase("No order is set.")
    names = listed(one.name for one in combat.combatants)
    return phrase("Round {round}. Order: {names}.", round=number(combat.round), names=names)


def _reactions(state: State, player: str | None, about: str | None) -> Phrase:
    combat = state.combat
    if combat is None or combat.window is None:
        if combat is not None and (throws_due(state) or checks_due(state)):
            return joined((phrase("Not yet."), _dice(state, player, about)))
        return phrase("There is nothing to react to.")
    names, actor = listed(waiting(state)), combat.window.deed.actor
    if not names:
        return phrase("Nobody may still react to {actor}.", actor=actor)
    return phrase("{names} may still react to {actor}.", names=names, actor=actor)


def _dice(state: State, player: str | None, about: str | None) -> Phrase:
    """Tell the table's next step: dice, a decision about a roll, reactions, or the one who acts."""
    throws, checks = throws_due(state), checks_due(state)
    if throws:
        return dice_first(state, throws[0]) if len(throws) == 1 else joined(dice_owed(state, one) for one in throws)
    if checks:
        return choice_first(checks[0])
    if state.combat is not None and state.combat.window is not None:
        return joined((_reactions(state, player, about), phrase("Say “I evade”, or “No reactions”.")))
    return joined((phrase("No dice are owed."), _priority(state, player, about)))


def _fight(state: State, player: str | None, about: str | None) -> Phrase:
    """Tells who is in the fight, and in what state."""
    combat = state.combat
    if combat is None:
        return phrase("No fight is running.")
    known = [state.character(one.name) for one in combat.combatants]
    able = [who.name for who in known if who is not None and not who.incapacitated]
    out = [who.name for who in known if who is not None and who.incapacitated]
    standing = phrase("In the fight: {names}.", names=listed(able) or phrase("nobody who can act"))
    return joined((standing, phrase("Out of it: {names}.", names=listed(out)))) if out else standing


def _range(state: State, who: Character) -> Phrase:
    reaches = [
        phrase("{weapon} {metres} metres, twice that with two dice fewer", weapon=one.name, metres=number(one.range_m))
        for one in who.weapons
        if not one.is_melee
    ]
    if not reaches:
        return phrase("{name} has nothing to shoot or throw.", name=who.name)
    return phrase("{name}: {ranges}.", name=who.name, ranges=joined(reaches, "; "))


def _house_rules(state: State, player: str | None, about: str | None) -> Phrase:
    extensions = listed(map(spelled, state.extensions)) or phrase("none")
    told = settings_told(SETTINGS, state.house_rules, about)
    if about and about.casefold() in ("magic", "horror"):
        told = EMPTY
    return joined((phrase("Extensions: {extensions}.", extensions=extensions), told))


def _meaning(state: State, player: str | None, about: str | None) -> Phrase:
    return explain(EXPLAINED, about)


def _check(state: State, player: str | None, about: str | None) -> Phrase:
    if state.checks:
        return joined(map(_stands, state.checks))
    last = state.last
    if last is None:
        return phrase("No roll is open.")
    return phrase(
        "No roll is open. The last one: {character}, {trait}, {successes}.",
        character=last.character,
        trait=worded(last.trait),
        successes=counted(last.successes, "success", "successes"),
    )


def _stands(check: Check) -> Phrase:
    return phrase(
        "{character} rolls {trait} at {least} or more, {successes}.",
        character=check.character,
        trait=worded(check.trait),
        least=number(check.eff_min),
        successes=counted(check.successes, "success", "successes"),
    )


def _group(state: State, player: str | None, about: str | None) -> Phrase:
    group = state.group
    if group is None:
        return phrase("No group roll is running.")
    trait, total = worded(group.trait), number(group.total)
    if not group.required:
        return phrase("Group roll on {trait}: {total} so far.", trait=trait, total=total)
    required = number(group.required)
    return phrase("Group roll on {trait}: {total} of {required} so far.", trait=trait, total=total, required=required)


def _trait(state: State, player: str | None, about: str | None) -> Phrase:
    """Dice of a trait, and the odds of a plain roll (P6-24)."""
    chars = party(state) if player is None else (find_character(state, player, dead=True),)
    return joined(_trait_of(state, one, about or "") for one in chars) or phrase("There is no character yet.")


def _trait_of(state: State, who: Character, said: str) -> Phrase:
    if who.kind == "npc":
        return SECRET
    if not said:
        return _skills(who)
    try:
        trait = trait_of(state, who, said)
    except Refused as refused:
        return refused.rejected.reason
    dice = counted(max(0, trait.value), "die", "dice")
    return phrase("{name} has {dice} on {trait}.", name=who.name, dice=dice, trait=worded(trait.label))


def _skills(who: Character) -> Phrase:
    if not who.skills:
        return phrase("{name} has no skills of their own.", name=who.name)
    skills = listed(
        phrase("{skill} {number}", skill=worded(one.name), number=_signed(one.number)) for one in who.skills
    )
    return phrase("{name}: {skills}.", name=who.name, skills=skills)


def _odds(state: State, player: str | None, about: str | None) -> Phrase:
    if not state.checks:
        return phrase("No roll is open.")
    check = state.checks[0]
    chance = round(100 * pool_chance(check.pool, check.eff_min, check.explodes))
    return phrase("{character} has about {chance} percent for a success.", character=check.character, chance=chance)


def _session(state: State, player: str | None, about: str | None) -> Phrase:
    if not state.session_active:
        return phrase("No session is running.")
    return phrase("Session {number} is running.", number=state.session_no)


def _foes(state: State, player: str | None, about: str | None) -> Phrase:
    combat = state.combat
    foes = [one for one in state.characters if one.kind == "npc" and not one.dead]
    if combat is not None:
        foes = [one for one in foes if combat.of(one.name) is not None]
    standing = [one.name for one in foes if not one.incapacitated]
    return phrase("Still standing: {names}.", names=listed(standing)) if standing else phrase("No foes are left.")


TOPICS: dict[str, Answer[State]] = {
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
    "fight": _fight,
    "range": _of_everybody(_range),
    "house_rules": _house_rules,
    "rule": _meaning,
}
"""Topics `AskStatus` knows."""
