"""Taps of Opening and Closing Credits (rules 3.1, 3.2, 3.14)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice, options
from engine.phrase import phrase, spelled
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.rules.opening import unused_episodic
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS, Phase, ResetMode

CREDITS = phrase("Credits")


def opening(state: State, character: Character) -> Iterator[Move]:
    """A PC is introduced, and brings an Episodic Ability."""
    whose = ("character", character.name)
    intro = (Field("text", phrase("Who that is"), optional=True), Field("clip", phrase("A clip"), optional=True))
    yield Move("introduce", phrase("Introduce {character}", character=character.name), CREDITS, (whose,), intro)
    fields = (
        choice("ability", phrase("Ability"), [each.name for each in unused_episodic(state, character)]),
        Field("grant_text", phrase("What it gives"), optional=True),
        Field("amount", phrase("How many"), "number", (), 1, optional=True),
    )
    yield Move("use_episodic_ability", phrase("Use an Episodic Ability"), CREDITS, (whose,), fields)


def closing(character: Character) -> Iterator[Move]:
    """A resolution scene of one's own, or none."""
    whose = ("character", character.name)
    told = (Field("text", phrase("What happens"), optional=True),)
    yield Move(
        "play_resolution", phrase("Play {character}'s resolution", character=character.name), CREDITS, (whose,), told
    )
    yield Move("play_resolution", phrase("No resolution scene"), CREDITS, (whose, ("declined", True)))


def leading_credits(state: State) -> Iterator[Move]:
    """The GM's words to begin, lead and end an Episode."""
    title = Field("title", phrase("Title"), optional=True)
    yield Move("start_episode", phrase("Start the Episode"), CREDITS, (), (title,))
    if state.phase in {Phase.NONE, Phase.EPISODE_OVER}:
        yield Move("prepare_episode", phrase("Name the next Episode"), CREDITS, (), (Field("title", phrase("Title")),))
    yield Move("cold_open", phrase("Play the Cold Open"), CREDITS, (), (Field("text", phrase("What happens")),))
    yield Move("begin_episodic_step", phrase("Ask for Episodic Abilities"), CREDITS)
    yield Move("end_opening_credits", phrase("On to Freeplay"), CREDITS)
    yield Move("start_closing_credits", phrase("Start the Closing Credits"), CREDITS)
    yield Move("play_scene", phrase("Play a closing scene"), CREDITS, (), (Field("text", phrase("What happens")),))
    yield Move("set_time_passes", phrase("Time passes"), CREDITS, (("passes", True),))
    yield Move("set_time_passes", phrase("No time passes"), CREDITS, (("passes", False),))
    spoken = [(each.value, spelled(each)) for each in ResetMode if each is not ResetMode.CUSTOM]
    modes = choice("mode", phrase("How much"), spoken)
    pools = options((str(each), spelled(each)) for each in RESET_POOLS)
    kept = Field("keep", phrase("What stays as it is"), "choices", pools, optional=True)
    yield Move("apply_resets", phrase("Reset everybody"), CREDITS, (), (modes, kept))
    yield Move("end_episode", phrase("End the Episode"), CREDITS)
    yield Move("end_episode", phrase("End the Episode without resets"), CREDITS, (("force", True),))
