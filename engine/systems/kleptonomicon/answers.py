"""Spoken answers about the state (`AskStatus`); short sentences, nothing secret."""

from collections.abc import Callable

from engine.common.words import counted, listed, number
from engine.systems.kleptonomicon.decide_opening import unused_episodic
from engine.systems.kleptonomicon.decide_reactions import can_answer
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
from engine.systems.kleptonomicon.describe import groups
from engine.systems.kleptonomicon.entities import Ability, Character
from engine.systems.kleptonomicon.listening import may_react
from engine.systems.kleptonomicon.naming import find_ability, find_character, plain
from engine.systems.kleptonomicon.rulebook import phase_words
from engine.systems.kleptonomicon.speech.batch import distance
from engine.systems.kleptonomicon.speech.stages import order_now, quietest
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.testing import because
from engine.systems.kleptonomicon.vocabulary import DISTANCES, Phase, Pool
from engine.types import Rejected

Answer = Callable[[State, str | None, str | None], str]
NO_ENCOUNTER = "No Encounter is running."


def answer(state: State, topic: str, player: str | None = None, about: str | None = None) -> str:
    """A spoken answer; asks back when the topic or the character is unknown."""
    known = TOPICS.get(topic.strip().lower().replace(" ", "_"))
    if known is None:
        return f"I can tell about {listed(sorted(each.replace('_', ' ') for each in TOPICS))}."
    return known(state, player or None, about or None)


def _for(state: State, said: str | None, tell: Callable[[Character], str]) -> str:
    """About the character named, else about whoever has the Turn."""
    active = state.encounter.current if state.encounter is not None else None
    found = find_character(state, said or active)
    return found.reason if isinstance(found, Rejected) else tell(found)


def _turn(state: State, player: str | None, about: str | None) -> str:
    encounter = state.encounter
    if encounter is None or encounter.current is None:
        return f"Nobody has the Turn; we are {phase_words(state.phase)}."
    if state.phase is Phase.PAUSE:
        return f"{encounter.current}'s Turn is held; the Encounter is paused."
    return f"It is {encounter.current}'s Turn, {_beats_left(state, encounter.current)}."


def _beats_left(state: State, name: str) -> str:
    character = state.character(name)
    return f"{counted(character.beats if character is not None else 0, 'Beat')} left"


def _next(state: State, player: str | None, about: str | None) -> str:
    encounter = state.encounter
    if encounter is not None and encounter.order:
        following = upcoming(encounter, state.house_rules)
        if not following:
            return "Nobody else is in the Encounter."
        then = f", then {following[1]}" if len(following) > 1 else ""
        return f"Next is {following[0]}{then}."
    if state.phase is Phase.FREEPLAY and state.episode is not None and state.episode.loose_order:
        return f"Loosely: {', '.join(state.episode.loose_order)}."
    return f"There is no order now; we are {phase_words(state.phase)}."


def _order(state: State, player: str | None, about: str | None) -> str:
    order = order_now(state)
    if not order:
        return "There is no Turn Order now."
    return f"The Turn Order is {', '.join(order)}."


def _beats(state: State, player: str | None, about: str | None) -> str:
    if state.encounter is None or not state.encounter.order:
        return f"Beats count in Encounters only; we are {phase_words(state.phase)}."

    def told(character: Character) -> str:
        owed = f", {character.beat_debt} fewer after the next refill" if character.beat_debt else ""
        return f"{character.name} has {counted(character.beats, 'Beat')} left{owed}."

    return _for(state, player, told)


def _movement(state: State, player: str | None, about: str | None) -> str:
    if state.phase is not Phase.MAIN:
        return f"Movement is counted in Turns only; we are {phase_words(state.phase)}."
    rules = state.house_rules

    def told(character: Character) -> str:
        wanted = plain(about or "")
        if wanted and wanted in styles(character):
            return f"{character.name} can {wanted} {counted(available(character, wanted, rules), 'unit')} more."
        rest = pool(character, rules)
        each = [f"{style} {number(available(character, style, rules))}" for style in styles(character)]
        return f"{character.name} has {counted(rest, 'unit')} left: {listed(each) or 'no style'}."

    return _for(state, player, told)


def _round(state: State, player: str | None, about: str | None) -> str:
    encounter = state.encounter
    return f"This is Round {number(encounter.round)}." if encounter is not None and encounter.round else NO_ENCOUNTER


def _phase(state: State, player: str | None, about: str | None) -> str:
    episode = state.episode
    if episode is None or state.phase in {Phase.NONE, Phase.EPISODE_OVER}:
        return "No Episode is running."
    return f"Episode {number(episode.number)}; we are {phase_words(state.phase)}."


def _points(state: State, player: str | None, about: str | None) -> str:
    wanted = plain(about or "").replace(" ", "_")

    def told(character: Character) -> str:
        if character.is_npc and character.player is None and state.gm is not None:
            return f"The GM keeps {character.name}'s points."
        pools = [each for each in Pool if not wanted or wanted in each.value] or list(Pool)
        parts = [
            f"{each.value.replace('_', ' ')} {getattr(character, each.value)} of"
            f" {getattr(character.sheet, f'{each.value}_max')}"
            for each in pools
        ]
        return f"{character.name}: {', '.join(parts)}."

    return _for(state, player, told)


def _recoveries(state: State, player: str | None, about: str | None) -> str:
    return _for(
        state, player, lambda each: f"{each.name} has {counted(each.recoveries, 'Recovery', 'Recoveries')} left."
    )


def _conditions(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        parts = [f"{each.name.capitalize()} {number(each.stacks)}" for each in character.conditions]
        falling = f" {character.name} is falling." if character.falling else ""
        return f"{character.name} has {listed(parts) or 'no conditions'}.{falling}"

    return _for(state, player, told)


def _experience(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        points = counted(character.xp, "Experience Point")
        return f"{character.name} has {points}, level {character.sheet.level}."

    return _for(state, player, told)


def _abilities(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        return f"{character.name} has {listed(each.name for each in abilities(character.sheet))}."

    return _for(state, player, told)


def _ability(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        found = find_ability(character, about or "")
        return found.reason if isinstance(found, Rejected) else _about_ability(state, character, found)

    if about is None:
        return _abilities(state, player, about)
    return _for(state, player, told)


def _about_ability(state: State, character: Character, ability: Ability) -> str:
    parts = [ability.time.value.replace("_", " ").title() if not ability.episodic else "Episodic"]
    if ability.reach is not None:
        parts.append(f"reaches {distance(ability.reach, state.house_rules)}")
    if ability.uses_per_episode is not None:
        uses = state.episode.ability_uses if state.episode is not None else ()
        left = max(0, ability.uses_per_episode - used(uses, character.name, ability.name))
        parts.append(f"{counted(left, 'use')} left this Episode")
    return f"{ability.name}: {', '.join(parts)}."


def _episodic(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        unused = unused_episodic(state, character)
        return f"{character.name}'s Episodic Abilities: {listed(each.name for each in unused) or 'none unused'}."

    return _for(state, player, told)


def _grants(state: State, player: str | None, about: str | None) -> str:
    grants = state.episode.grants if state.episode is not None else ()

    def told(character: Character) -> str:
        own = [
            f"{each.amount - each.spent} {each.text}"
            for each in grants
            if each.character == character.name and each.spent < each.amount
        ]
        return f"{character.name} has {listed(own) or 'nothing'} to cash in."

    return _for(state, player, told)


def _reactions(state: State, player: str | None, about: str | None) -> str:
    encounter = state.encounter
    if encounter is None or not encounter.triggers:
        return "Nothing can be reacted to now."
    if player is None:
        names = [each.name for each in may_react(state)]
        return f"{listed(names)} may react." if names else "Nobody can react."

    def told(character: Character) -> str:
        return f"{character.name} {'may' if can_answer(state, character) else 'cannot'} react."

    return _for(state, player, told)


def _test(state: State, player: str | None, about: str | None) -> str:
    if not state.tests:
        return "No Test is open."
    return f"Open: {listed(because(test) for test in state.tests)}; {number(state.house_rules.test_pass_at)} passes."


def _groups(state: State, player: str | None, about: str | None) -> str:
    return f"Groups: {groups(state.encounter.groups)}." if state.encounter is not None else NO_ENCOUNTER


def _who(state: State, player: str | None, about: str | None) -> str:
    encounter = state.encounter
    if encounter is None:
        return NO_ENCOUNTER
    return f"In the Encounter: {listed(turns(encounter.order, state.house_rules) or encounter.participants)}."


def _skill(state: State, player: str | None, about: str | None) -> str:
    def told(character: Character) -> str:
        if about is None:
            parts = [f"{each.name} {each.modifier:+d}" for each in character.sheet.skills]
            return f"{character.name} has {listed(parts) or 'no Skills written down'}."
        return f"{character.name}'s {about} is {skill_modifier(character.sheet, about):+d}."

    return _for(state, player, told)


def _quiet(state: State, player: str | None, about: str | None) -> str:
    quiet = quietest(state)
    return f"{quiet} has been quiet longest." if quiet is not None else "Everybody has had their share."


def _distance(state: State, player: str | None, about: str | None) -> str:
    said = plain(about or "").removesuffix(" distance")
    if said in DISTANCES:
        return f"{said.capitalize()} Distance is {counted(DISTANCES[said], 'unit')}."
    return ", ".join(f"{name.capitalize()} {length}" for name, length in DISTANCES.items()) + " units."


def _delay(state: State, player: str | None, about: str | None) -> str:
    return "The rules know no delaying, holding or swapping of Turns."


def _parlay(state: State, player: str | None, about: str | None) -> str:
    """Players ask, the GM decides (KL-5)."""
    if state.phase is not Phase.MAIN:
        return "There is no fight to pause."
    return f"{state.gm or 'GM'}, do we pause the Encounter?"


def _fight(state: State, player: str | None, about: str | None) -> str:
    """Players cannot start an Encounter, the GM is asked (KL-3)."""
    if state.phase is not Phase.FREEPLAY:
        return f"An Encounter begins in Freeplay; we are {phase_words(state.phase)}."
    return f"{state.gm or 'GM'}, does this become an Encounter?"


TOPICS: dict[str, Answer] = {
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
}
