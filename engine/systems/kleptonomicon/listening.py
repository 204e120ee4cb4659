"""For a listener: the names in use at a table, and the answers the rules wait for."""

from collections.abc import Iterator

from engine.common.words import number
from engine.systems.kleptonomicon.derived import abilities, acting, upcoming
from engine.systems.kleptonomicon.entities import Character, Encounter, Opening
from engine.systems.kleptonomicon.rules.abilities import can_answer, is_aimed
from engine.systems.kleptonomicon.rules.opening import unused_episodic
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import (
    ATHLETICS,
    OPPORTUNITY_ATTACK,
    SLOWED,
    ClosingStep,
    OpeningStep,
    Phase,
)
from engine.types import NarrationView
from engine.vocabulary import Expected, PlayerWords, Vocabulary


def vocabulary(state: State) -> Vocabulary:
    """Players in seat order with what is on their sheets; NPCs, groups, creatures, conditions and styles.

    What belongs to several kinds is spelled alike in all of them, so that a listener is in no doubt.
    """
    players = tuple(_words(state, player.name) for player in state.players)
    return Vocabulary(players, tuple(dict.fromkeys(_shared(state))))


def _words(state: State, player: str) -> PlayerWords:
    pc = state.character_of(player)
    if pc is None:
        return PlayerWords(player)
    grants = state.episode.grants if state.episode is not None else ()
    things = (
        *(("ability", each.name) for each in abilities(pc.sheet)),
        *(("aimed", each.name) for each in abilities(pc.sheet) if is_aimed(each)),
        *(("skill", each.name.title()) for each in pc.sheet.skills),
        *(("grant", each.text) for each in grants if each.character == pc.name),
    )
    return PlayerWords(player, pc.name, things)


def _shared(state: State) -> Iterator[tuple[str, str]]:
    encounter = state.encounter
    here = encounter.participants if encounter is not None else ()
    for character in state.characters:
        if character.is_npc and (character.lasting or character.name in here):
            yield "npc", character.name
            yield "npc", _spoken(character.name)
            yield from (("ability", each.name) for each in character.sheet.abilities)
        if character.is_npc and encounter is not None and character.name == encounter.active:
            yield "active", character.name
    for group in encounter.groups if encounter is not None else ():
        yield "group", group.name
        yield from (("creature", kind.title()) for kind in group.kinds if kind)
    for creature in state.creatures:
        yield "creature", creature.name.title()
        yield "creature", creature.plural.title()
    yield from (("prepared", group.name) for group in state.prepared)
    conditions = (SLOWED, *(each.name for each in state.condition_rules))
    yield from (("condition", name.title()) for name in conditions)
    yield from (("style", each.name) for each in state.styles)
    yield from (("skill", name) for name in skills(state))
    yield "ability", OPPORTUNITY_ATTACK
    for solution in state.episode.solutions if state.episode is not None else ():
        yield "solution", solution.tag


def _spoken(name: str) -> str:
    """A name as it is said aloud: "Wolf 1" is Wolf One."""
    head, _, last = name.rpartition(" ")
    counted = last.isdecimal() and len(last) < 3 and int(last) <= 20
    return f"{head} {number(int(last)).title()}" if head and counted else name


def skills(state: State) -> tuple[str, ...]:
    """Skills of anybody: the GM names them for everybody."""
    known = (skill.name for character in state.characters for skill in character.sheet.skills)
    return tuple(dict.fromkeys(name.title() for name in (*known, ATHLETICS)))


# -- who may tell ------------------------------------------------------------------------------------------------------


def narration(state: State) -> NarrationView:
    """The leader now, in the game's own word; in a Turn the Beats left and the Turns that follow (rules section 4)."""
    encounter = state.encounter
    if state.phase is Phase.MAIN and encounter is not None and encounter.active is not None:
        active = state.character(encounter.active)
        order = [_runner(state, name) for name in upcoming(encounter, state.house_rules)]
        beats = active.beats if active is not None else None
        kind = "NPC_TURN" if active is not None and active.is_npc else "TURN"
        return NarrationView(_runner(state, encounter.active), kind, beats, _people(order))
    if state.phase is Phase.OPENING_CREDITS:
        return _opening(state)
    if state.phase is Phase.CLOSING_CREDITS:
        return _closing(state)
    if state.phase is Phase.FREEPLAY and state.episode is not None:
        order = [_runner(state, name) for name in state.episode.loose_order]
        return NarrationView(None, "FREEPLAY", None, _people(order))
    led = state.phase in {Phase.INITIATIVE, Phase.REWARD}
    return NarrationView(state.gm if led else None, None if state.phase is Phase.NONE else state.phase.value)


def _runner(state: State, name: str) -> str | None:
    character = state.character(name)
    return (character.player if character is not None else None) or state.gm


def _people(names: list[str | None]) -> tuple[str, ...]:
    """Players in order, one who follows on themselves named once."""
    people = [name for name in names if name is not None]
    return tuple(name for at, name in enumerate(people) if not at or people[at - 1] != name)


def _opening(state: State) -> NarrationView:
    opening = state.episode.opening if state.episode is not None else None
    if opening is None or opening.step is OpeningStep.COLD_OPEN:
        return NarrationView(state.gm, OpeningStep.COLD_OPEN.value)
    if opening.step is OpeningStep.EPISODIC:
        waiting = [pc.player for pc in state.pcs if unused_episodic(state, pc)]
        return NarrationView(None, opening.step.value, None, _people(waiting))
    waiting = [pc.player for pc in state.pcs if pc.name not in opening.introduced]
    return NarrationView(waiting[0] if waiting else state.gm, opening.step.value, None, _people(waiting[1:]))


def _closing(state: State) -> NarrationView:
    closing = state.episode.closing if state.episode is not None else None
    if closing is None or closing.step is not ClosingStep.RESOLUTIONS:
        return NarrationView(state.gm, closing.step.value if closing is not None else ClosingStep.SCENES.value)
    played = {each.character for each in closing.resolutions}
    waiting = [pc.player for pc in state.pcs if pc.name not in played]
    return NarrationView(waiting[0] if waiting else state.gm, closing.step.value, None, _people(waiting[1:]))


# -- what is waited for ------------------------------------------------------------------------------------------------


def expected(state: State) -> tuple[Expected, ...]:
    """Answers other than dice: ties that hold up the Turn Order first, then what somebody may answer."""
    return tuple(_expected(state))


def _expected(state: State) -> Iterator[Expected]:
    encounter = state.encounter
    if encounter is not None:
        yield from _of_encounter(state, encounter)
    gm = state.gm
    if gm is not None and state.style_asks:
        yield Expected("grant_style", gm, optional=True)
    if gm is not None and state.long_use is not None:
        yield Expected("confirm_ability", gm)
    if state.phase is Phase.OPENING_CREDITS and state.episode is not None:
        yield from _of_opening(state, state.episode.opening)
    if state.phase is Phase.CLOSING_CREDITS and state.episode is not None and state.episode.closing is not None:
        closing = state.episode.closing
        if closing.step is ClosingStep.RESOLUTIONS:
            played = {each.character for each in closing.resolutions}
            yield from (
                Expected("play_resolution", pc.player or "", optional=True) for pc in state.pcs if pc.name not in played
            )


def _of_opening(state: State, opening: Opening) -> Iterator[Expected]:
    """Whoever may still introduce a PC, or use an Episodic Ability once those are asked for."""
    asked = opening.step is OpeningStep.EPISODIC
    for pc in state.pcs:
        if unused_episodic(state, pc) if asked else pc.name not in opening.introduced:
            yield Expected("use_episodic_ability" if asked else "introduce", pc.player or "", optional=True)


def _of_encounter(state: State, encounter: Encounter) -> Iterator[Expected]:
    for gap in encounter.gaps if state.phase is Phase.INITIATIVE else ():
        for name in gap.tied:
            yield Expected("set_tie_order", state.roller_of(name))
    gm = state.gm
    ready = encounter.saves_begun and encounter.against is None and not any(gap.tied for gap in encounter.gaps)
    if state.phase is Phase.INITIATIVE and ready and gm is not None:
        yield Expected("confirm_turn_order", gm)
    if encounter.triggers:
        yield from (
            Expected("use_reaction", pc.player or "", optional=True) for pc in may_react(state) if not pc.is_npc
        )
    if state.phase is Phase.REWARD:
        hurt = (pc for pc in state.pcs if pc.name in encounter.took_damage)
        yield from (Expected("use_recovery", pc.player or "", optional=True) for pc in hurt)


def may_react(state: State, specific: bool = False) -> tuple[Character, ...]:
    """Everybody who could answer what is open now, in Turn Order after the active character (KL-53).

    Args:
        state: The state asked about.
        specific: Only PCs with a Reaction meant for just this, against somebody who is not on their side.
    """
    encounter = state.encounter
    if encounter is None or state.phase is not Phase.MAIN:
        return ()
    active = acting(encounter, state.house_rules)
    found = (state.character(name) for name in (*upcoming(encounter, state.house_rules), *active))
    return tuple(each for each in found if each is not None and can_answer(state, each, specific))
