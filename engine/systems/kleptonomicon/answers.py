"""Spoken answers about the state (`AskStatus`); short sentences, nothing secret."""

from engine.common.answers import Answer, answered, explain
from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, capital, joined, phrase
from engine.systems.kleptonomicon.derived import (
    abilities,
    available,
    pool,
    skill_modifier,
    styles,
    turns,
    upcoming,
    used,
)
from engine.systems.kleptonomicon.entities import Ability, Character
from engine.systems.kleptonomicon.explained import EXPLAINED
from engine.systems.kleptonomicon.listening import may_react
from engine.systems.kleptonomicon.naming import find_ability, find_character, group_named, plain, plural
from engine.systems.kleptonomicon.rules.abilities import can_answer
from engine.systems.kleptonomicon.rules.opening import unused_episodic
from engine.systems.kleptonomicon.rules.phases import phase_words
from engine.systems.kleptonomicon.rules.testing import because
from engine.systems.kleptonomicon.speech.batch import NEAR_TO_FAR, distance, distance_words
from engine.systems.kleptonomicon.speech.stages import order_now, quietest
from engine.systems.kleptonomicon.standing import TIMES, groups, named, points_left
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import DISTANCES, Phase, Pool

NO_ENCOUNTER = phrase("No Encounter is running.")


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
    """A spoken answer; asks back when the topic or somebody in it is unknown."""
    return answered(TOPICS, state, topic, player, about)


def _meant(state: State, said: str | None) -> Character:
    """The character named, else the one that has the Turn."""
    active = state.encounter.current if state.encounter is not None else None
    return find_character(state, said or active)


def _turn(state: State, player: str | None, about: str | None) -> Phrase:
    encounter = state.encounter
    if encounter is None or encounter.current is None:
        return phrase("Nobody has the Turn; we are {phase}.", phase=phase_words(state.phase))
    if state.phase is Phase.PAUSE:
        return phrase("{name}'s Turn is held; the Encounter is paused.", name=encounter.current)
    character = state.character(encounter.current)
    beats = counted(character.beats if character is not None else 0, "Beat", "Beats")
    return phrase("It is {name}'s Turn, {beats} left.", name=encounter.current, beats=beats)


def _next(state: State, player: str | None, about: str | None) -> Phrase:
    encounter = state.encounter
    if encounter is not None and encounter.order:
        following = upcoming(encounter, state.house_rules)
        if not following:
            return phrase("Nobody else is in the Encounter.")
        if len(following) == 1:
            return phrase("Next is {name}.", name=following[0])
        return phrase("Next is {name}, then {other}.", name=following[0], other=following[1])
    if state.phase is Phase.FREEPLAY and state.episode is not None and state.episode.loose_order:
        return phrase("Loosely: {names}.", names=joined(state.episode.loose_order, ", "))
    return phrase("There is no order now; we are {phase}.", phase=phase_words(state.phase))


def _order(state: State, player: str | None, about: str | None) -> Phrase:
    order = order_now(state)
    if not order:
        return phrase("There is no Turn Order now; we are {phase}.", phase=phase_words(state.phase))
    if state.phase is Phase.INITIATIVE:
        return phrase("Edge Saves decide it; so far: {names}.", names=joined(order, ", "))
    return phrase("The Turn Order is {names}.", names=joined(order, ", "))


def _beats(state: State, player: str | None, about: str | None) -> Phrase:
    if state.encounter is None or not state.encounter.order:
        return phrase("Beats count in Encounters only; we are {phase}.", phase=phase_words(state.phase))
    character = _meant(state, player)
    name, beats, debt = character.name, counted(character.beats, "Beat", "Beats"), character.beat_debt
    if not debt:
        return phrase("{name} has {beats} left.", name=name, beats=beats)
    return phrase("{name} has {beats} left, {debt} fewer after the next refill.", name=name, beats=beats, debt=debt)


def _movement(state: State, player: str | None, about: str | None) -> Phrase:
    if state.phase is not Phase.MAIN:
        return phrase("Movement is counted in Turns only; we are {phase}.", phase=phase_words(state.phase))
    rules = state.house_rules
    character = _meant(state, player)
    wanted = plain(about or "")
    if wanted and wanted in styles(character):
        units = counted(available(character, wanted, rules), "unit", "units")
        return phrase("{name} can {style} {units} more.", name=character.name, style=wanted, units=units)
    each = [
        phrase("{style} {units}", style=style, units=number(available(character, style, rules)))
        for style in styles(character)
    ]
    units = counted(pool(character, rules), "unit", "units")
    by_style = listed(each) or phrase("no style")
    return phrase("{name} has {units} left: {styles}.", name=character.name, units=units, styles=by_style)


def _round(state: State, player: str | None, about: str | None) -> Phrase:
    encounter = state.encounter
    if encounter is None or not encounter.round:
        return NO_ENCOUNTER
    return phrase("This is Round {round}.", round=number(encounter.round))


def _phase(state: State, player: str | None, about: str | None) -> Phrase:
    episode = state.episode
    if episode is None or state.phase in {Phase.NONE, Phase.EPISODE_OVER}:
        return phrase("No Episode is running.")
    phase = phase_words(state.phase)
    return phrase("Episode {number}; we are {phase}.", number=number(episode.number), phase=phase)


def _points(state: State, player: str | None, about: str | None) -> Phrase:
    wanted = plain(about or "").replace(" ", "_")
    character = _meant(state, player)
    if character.is_npc and character.player is None and state.gm is not None:
        return _damage(state, player, about)
    pools = [each for each in Pool if not wanted or wanted in each.value] or list(Pool)
    return phrase(
        "{name}: {points}.", name=character.name, points=joined(points_left(character, pools, aloud=True), ", ")
    )


def _damage(state: State, player: str | None, about: str | None) -> Phrase:
    """Points somebody has lost; of an NPC, what was said aloud (KL-93)."""
    if player is None and about is None and state.encounter is not None:
        here = [state.character(name) for name in state.encounter.participants]
        hurt = [each for each in here if each is not None and each.lost]
        lost = listed(phrase("{name} {points}", name=each.name, points=number(each.lost)) for each in hurt)
        return phrase("Lost so far: {lost}.", lost=lost) if hurt else phrase("Nobody has lost a point.")
    group = group_named(state.encounter, about or "") or group_named(state.encounter, plural(plain(about or "")))
    members = [state.character(name) for name in group.members] if group is not None else []
    if len(members) > 1:
        each = listed(phrase("{name} {points}", name=one.name, points=number(one.lost)) for one in members if one)
        return phrase("Lost so far: {lost}.", lost=each)
    character = members[0] if members and members[0] is not None else _meant(state, about or player)
    points = counted(character.lost, "point", "points")
    return phrase("{name} has lost {points}.", name=character.name, points=points)


def _mine(state: State, player: str | None, about: str | None) -> Phrase:
    """Count the Turns that come before somebody's own."""
    character = _meant(state, player)
    order = (state.encounter.current or "", *upcoming(state.encounter, state.house_rules)) if state.encounter else ()
    if character.name not in order or not (state.encounter and state.encounter.order):
        return _next(state, player, about)
    place = order.index(character.name)
    if not place:
        return phrase("It is {name}'s Turn now.", name=character.name)
    return phrase("{name} comes after {before}.", name=character.name, before=listed(order[:place]))


def _rule(state: State, player: str | None, about: str | None) -> Phrase:
    return explain(EXPLAINED, about)


def _recoveries(state: State, player: str | None, about: str | None) -> Phrase:
    character = _meant(state, player)
    recoveries = counted(character.recoveries, "Recovery", "Recoveries")
    return phrase("{name} has {recoveries} left.", name=character.name, recoveries=recoveries)


def _conditions(state: State, player: str | None, about: str | None) -> Phrase:
    character = _meant(state, player)
    parts = [
        phrase("{condition} {stacks}", condition=capital(named(each.name)), stacks=number(each.stacks))
        for each in character.conditions
    ]
    conditions = listed(parts) or phrase("no conditions")
    falling = phrase("{name} is falling.", name=character.name) if character.falling else EMPTY
    return joined([phrase("{name} has {conditions}.", name=character.name, conditions=conditions), falling])


def _experience(state: State, player: str | None, about: str | None) -> Phrase:
    character = _meant(state, player)
    points = counted(character.xp, "Experience Point", "Experience Points")
    level = character.sheet.level
    return phrase("{name} has {points}, level {level}.", name=character.name, points=points, level=number(level))


def _abilities(state: State, player: str | None, about: str | None) -> Phrase:
    character = _meant(state, player)
    own = listed(named(each.name) for each in abilities(character.sheet))
    return phrase("{name} has {abilities}.", name=character.name, abilities=own)


def _ability(state: State, player: str | None, about: str | None) -> Phrase:
    if about is None:
        return _abilities(state, player, about)
    character = _meant(state, player)
    return _about_ability(state, character, find_ability(character, about))


def _about_ability(state: State, character: Character, ability: Ability) -> Phrase:
    parts = [phrase("Episodic") if ability.episodic else TIMES[ability.time]]
    if ability.reach is not None:
        parts.append(phrase("reaches {distance}", distance=distance(ability.reach, state.house_rules)))
    if ability.uses_per_episode is not None:
        uses = state.episode.ability_uses if state.episode is not None else ()
        left = max(0, ability.uses_per_episode - used(uses, character.name, ability.name))
        parts.append(phrase("{uses} left this Episode", uses=counted(left, "use", "uses")))
    return phrase("{ability}: {limits}.", ability=named(ability.name), limits=joined(parts, ", "))


def _episodic(state: State, player: str | None, about: str | None) -> Phrase:
    character = _meant(state, player)
    unused = listed(each.name for each in unused_episodic(state, character)) or phrase("none unused")
    return phrase("{name}'s Episodic Abilities: {abilities}.", name=character.name, abilities=unused)


def _grants(state: State, player: str | None, about: str | None) -> Phrase:
    grants = state.episode.grants if state.episode is not None else ()
    character = _meant(state, player)
    own = [
        phrase("{amount} {grant}", amount=number(each.amount - each.spent), grant=each.text)
        for each in grants
        if each.character == character.name and each.spent < each.amount
    ]
    return phrase("{name} has {grants} to cash in.", name=character.name, grants=listed(own) or phrase("nothing"))


def _reactions(state: State, player: str | None, about: str | None) -> Phrase:
    encounter = state.encounter
    if encounter is None or not encounter.triggers:
        return phrase("Nothing can be reacted to now.")
    if player is None:
        names = [each.name for each in may_react(state)]
        return phrase("{names} may react.", names=listed(names)) if names else phrase("Nobody can react.")
    character = _meant(state, player)
    if can_answer(state, character):
        return phrase("{name} may react.", name=character.name)
    return phrase("{name} cannot react.", name=character.name)


def _test(state: State, player: str | None, about: str | None) -> Phrase:
    if not state.tests:
        return phrase("No Test is open.")
    tests = listed(because(test) for test in state.tests)
    return phrase("Open: {tests}; {score} passes.", tests=tests, score=number(state.house_rules.test_pass_at))


def _groups(state: State, player: str | None, about: str | None) -> Phrase:
    if state.encounter is None:
        return NO_ENCOUNTER
    return phrase("Groups: {groups}.", groups=groups(state.encounter.groups))


def _who(state: State, player: str | None, about: str | None) -> Phrase:
    encounter = state.encounter
    if encounter is None:
        return NO_ENCOUNTER
    names = turns(encounter.order, state.house_rules) or encounter.participants
    return phrase("In the Encounter: {names}.", names=listed(names))


def _skill(state: State, player: str | None, about: str | None) -> Phrase:
    character = _meant(state, player)
    if about is None:
        parts = [
            phrase("{skill} {modifier:+d}", skill=named(each.name), modifier=each.modifier)
            for each in character.sheet.skills
        ]
        skills = listed(parts) or phrase("no Skills written down")
        return phrase("{name} has {skills}.", name=character.name, skills=skills)
    modifier = skill_modifier(character.sheet, about)
    return phrase("{name}'s {skill} is {modifier:+d}.", name=character.name, skill=named(about), modifier=modifier)


def _quiet(state: State, player: str | None, about: str | None) -> Phrase:
    quiet = quietest(state)
    if quiet is None:
        return phrase("Everybody has had an equal share.")
    return phrase("{name} has been quiet longest.", name=quiet)


def _distance(state: State, player: str | None, about: str | None) -> Phrase:
    said = plain(about or "").removesuffix(" distance")
    if said in DISTANCES:
        units = counted(DISTANCES[said], "unit", "units")
        return phrase("{distance} is {units}.", distance=distance_words(said), units=units)
    lengths = (phrase("{distance} {units}", distance=NEAR_TO_FAR[each], units=DISTANCES[each]) for each in DISTANCES)
    return phrase("{distances} units.", distances=joined(lengths, ", "))


def _delay(state: State, player: str | None, about: str | None) -> Phrase:
    return phrase("The rules do not allow delaying, holding or swapping Turns.")


def _parlay(state: State, player: str | None, about: str | None) -> Phrase:
    """Players ask, the GM decides (KL-5)."""
    if state.phase is not Phase.MAIN:
        return phrase("There is no fight to pause.")
    return phrase("{gm}, do we pause the Encounter?", gm=state.gm or phrase("GM"))


def _fight(state: State, player: str | None, about: str | None) -> Phrase:
    """Players cannot start an Encounter, the GM is asked (KL-3)."""
    if state.phase is not Phase.FREEPLAY:
        return phrase("An Encounter begins in Freeplay; we are {phase}.", phase=phase_words(state.phase))
    return phrase("{gm}, does this become an Encounter?", gm=state.gm or phrase("GM"))


TOPICS: dict[str, Answer[State]] = {
    "holder": _turn,
    "turn": _turn,
    "next": _next,
    "order": _order,
    "beats": _beats,
    "actions": _beats,
    "movement": _movement,
    "round": _round,
    "phase": _phase,
    "points": _points,
    "recoveries": _recoveries,
    "conditions": _conditions,
    "experience": _experience,
    "abilities": _abilities,
    "ability": _ability,
    "episodic": _episodic,
    "grants": _grants,
    "reactions": _reactions,
    "test": _test,
    "groups": _groups,
    "who": _who,
    "skill": _skill,
    "quiet": _quiet,
    "distance": _distance,
    "delay": _delay,
    "parlay": _parlay,
    "fight": _fight,
    "damage": _damage,
    "mine": _mine,
    "rule": _rule,
}
