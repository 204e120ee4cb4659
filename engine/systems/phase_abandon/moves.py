"""What a player of Phase Abandon may do now by a tap; `decide` itself says what is legal."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.common.messages import registered
from engine.offers import Offers, choice, dice_moves
from engine.phrase import phrase
from engine.systems.phase_abandon.decide import decide
from engine.systems.phase_abandon.guards import refuse_unless_idle
from engine.systems.phase_abandon.messages import Command
from engine.systems.phase_abandon.moves_rolls import declaring, of_the_roll
from engine.systems.phase_abandon.moves_sheets import CHARACTER, building, healing, sheet_changes
from engine.systems.phase_abandon.moves_story import bidding, goals, of_connections, requests, story
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import CharacterStatus, Phase

_OFFERS: Offers[State] = Offers(registered(Command), decide)
TABLE = phrase("Table")


def moves(state: State, player: str) -> tuple[Move, ...]:
    """What is owed first, then the roll, the story, deeds of one's own, the sheet, the table."""
    seated = state.player(player)
    if seated is None:
        return ()
    if not seated.present:
        return _OFFERS.taken(state, player, (Move("set_presence", phrase("Come back"), TABLE, (("present", True),)),))
    return _OFFERS.taken(state, player, _candidates(state, player))


def _candidates(state: State, player: str) -> Iterator[Move]:
    yield from dice_moves(state.dice_requests, player)
    yield from bidding(state, player)
    yield from _fate(state, player)
    yield from of_the_roll(state, player)
    if refuse_unless_idle(state) is not None:
        return  # all else can wait until the dice or bids are in
    if state.phase is Phase.PLAY:
        yield from story(state, player)
        yield from declaring(state, player)
        yield from of_connections(state, player)
        yield from healing(state)
    yield from requests(state, player)
    yield from goals(state, player)
    yield from building(state, player)
    yield from sheet_changes(state, player)
    yield from _of_the_table(state, player)
    if state.session_running:
        yield _correction(player)


def _fate(state: State, player: str) -> Iterator[Move]:
    character = state.character_of(player)
    if character is not None and character.status is CharacterStatus.DOWN:
        fates = (("incapacitated", phrase("incapacitated")), ("die", phrase("dies")))
        fate = choice("fate", phrase("Fate"), fates)
        label = phrase("Decide about {character}", character=character.name)
        yield Move("choose_fate", label, CHARACTER, (), (fate,), owed=True)


def _correction(player: str) -> Move:
    """A number that was miscounted: one's own, or one of the table's (PA-116)."""
    paths = (
        ("chips", phrase("your chips")),
        ("heart", phrase("your Heart")),
        ("luck", phrase("your Luck")),
        ("party_pool", phrase("tokens in the pool")),
        ("challenge_left", phrase("what is left of the challenge")),
    )
    fields = (choice("path", phrase("Number"), paths), Field("value", phrase("Now"), "number"))
    given = (("player", player), ("reason", "miscounted"))
    return Move("correct_state", phrase("Correct a number"), phrase("Corrections"), given, fields)


def _of_the_table(state: State, player: str) -> Iterator[Move]:
    yield Move("start_session", phrase("Start the game session"), TABLE)
    yield Move("call_get_moving", phrase("Get moving"), TABLE)
    yield Move("end_session", phrase("End the game session"), TABLE)
    if state.rewards:
        yield Move("end_session", phrase("End the game session without the rewards"), TABLE, (("force", True),))
    if state.narration is not None:
        others = [each.name for each in state.present if each.name != state.narration.holder]
        agreed = (("path", "holder"), ("reason", "agreed at the table"))
        who = choice("value", phrase("Player"), others)
        yield Move("correct_state", phrase("Give the word to somebody"), TABLE, agreed, (who,))
    if state.phase in {Phase.LOBBY, Phase.SETTING, Phase.CHARACTERS}:
        yield Move("add_player", phrase("Seat a player"), TABLE, (), (Field("name", phrase("Name")),))
    yield Move("set_presence", phrase("Leave the table"), TABLE, (("present", False),))
