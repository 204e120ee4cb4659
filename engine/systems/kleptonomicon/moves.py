"""Taps offered to a player of the Kleptonomicon now; `decide` itself says what is legal."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.common.messages import registered
from engine.offers import Offers, choice, dice_moves, options
from engine.phrase import phrase
from engine.systems.kleptonomicon.decide import decide
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.messages import Command
from engine.systems.kleptonomicon.moves_credits import closing, leading_credits, opening
from engine.systems.kleptonomicon.moves_gm import adjudicating, encounters, rulings, testing
from engine.systems.kleptonomicon.moves_turns import deeds, reactions, standing, turn
from engine.systems.kleptonomicon.rules.abilities import can_answer
from engine.systems.kleptonomicon.rules.testing import roll_requests
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase

_OFFERS: Offers[State] = Offers(registered(Command), decide)
TABLE = phrase("Table")


def moves(state: State, player: str) -> tuple[Move, ...]:
    """Debts first, then deeds of one's own character, then what the GM (or, without one, anybody) says."""
    if not any(each.name == player for each in state.players):
        return ()
    owed = tuple(dice_moves(roll_requests(state), player)) if state.tests else ()
    return (*owed, *_OFFERS.taken(state, player, _candidates(state, player)))


def _candidates(state: State, player: str) -> Iterator[Move]:
    leads = state.gm in {None, player}
    yield from _ties(state)
    if leads:
        yield from rulings(state)
    for character in _run_by(state, player):
        yield from _of(state, character)
    if leads:
        yield from testing(state)
        yield from encounters(state)
        yield from leading_credits(state)
        yield from adjudicating(state)
    yield from _of_the_table(state, player, leads)


def _run_by(state: State, player: str) -> tuple[Character, ...]:
    """The player's PC; for the GM NPCs that have the Turn, then those that could react."""
    pc = state.character_of(player)
    own = (pc,) if pc is not None else ()
    if state.encounter is None or state.gm not in {None, player} or state.phase is not Phase.MAIN:
        return own
    active = acting(state.encounter, state.house_rules)
    npcs = [each for each in state.characters if each.is_npc and each.name in state.encounter.participants]
    npcs.sort(key=lambda each: each.name not in active)
    return (*own, *(each for each in npcs if each.name in active or can_answer(state, each)))


def _of(state: State, character: Character) -> Iterator[Move]:
    yield from reactions(state, character)
    yield from turn(state, character)
    if not character.is_npc:
        yield from opening(state, character)
        yield from deeds(state, character)
        yield from closing(character)
        yield from standing(state, character)


def _ties(state: State) -> Iterator[Move]:
    """Deciding who goes first among PCs in the same place (KL-36)."""
    if state.encounter is None or state.phase is not Phase.INITIATIVE:
        return
    for gap in state.encounter.gaps:
        key = ("key", gap.key)
        for name in gap.tied:
            yield Move(
                "set_tie_order",
                phrase("{character} goes first", character=name),
                phrase("Turn Order"),
                (key, ("order", [name])),
                owed=True,
            )
        if gap.tied:
            yield Move("use_scores_for_tie", phrase("Compare the Scores"), phrase("Turn Order"), (key,))


def _of_the_table(state: State, player: str, leads: bool) -> Iterator[Move]:
    if leads:
        yield Move("start_session", phrase("Start the session"), TABLE)
        yield Move("end_session", phrase("End the session"), TABLE)
        yield from _known_beforehand(state)
    if state.phase in {Phase.NONE, Phase.EPISODE_OVER}:
        yield Move("add_player", phrase("Add a player"), TABLE, (), (Field("name", phrase("Name")),))
    if state.character_of(player) is None and player != state.gm:
        name = Field("name", phrase("Name"))
        yield Move("create_character", phrase("Create a character"), TABLE, (("player", player),), (name,))


def _known_beforehand(state: State) -> Iterator[Move]:
    """People, groups, conditions and Movement Styles the GM writes down for later."""
    kinds = choice("creature", phrase("Kind"), [each.name for each in state.creatures], optional=True)
    yield Move("add_npc", phrase("Add an NPC"), TABLE, (), (Field("name", phrase("Name")), kinds))
    npcs = [each.name for each in state.characters if each.is_npc and each.lasting]
    members = options([*npcs, *(f"{count} {each.plural}" for each in state.creatures for count in (2, 3, 4))])
    if members:
        fields = (Field("name", phrase("Name")), Field("members", phrase("Members"), "choices", members, 1))
        yield Move("prepare_group", phrase("Prepare a group"), TABLE, (), fields)
    fleeting = choice("fleeting", phrase("Fleeting"), ((True, phrase("yes")), (False, phrase("no"))))
    yield Move("define_condition", phrase("Add a condition"), TABLE, (), (Field("name", phrase("Name")), fleeting))
    style = (Field("name", phrase("Name")), Field("interruption", phrase("What an interruption does"), optional=True))
    yield Move("define_style", phrase("Add a Movement Style"), TABLE, (), style)
