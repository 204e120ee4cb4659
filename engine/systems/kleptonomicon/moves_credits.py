"""Taps of Opening and Closing Credits (rules 3.1, 3.2, 3.14)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.systems.kleptonomicon.decide_opening import unused_episodic
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase, ResetMode

CREDITS = "Credits"


def opening(state: State, character: Character) -> Iterator[Move]:
    """A PC is introduced, and brings an Episodic Ability."""
    whose = ("character", character.name)
    intro = (Field("text", "Who that is", optional=True), Field("clip", "A clip", optional=True))
    yield Move("introduce", f"Introduce {character.name}", CREDITS, (whose,), intro)
    fields = (
        choice("ability", "Ability", [each.name for each in unused_episodic(state, character)]),
        Field("grant_text", "What it gives", optional=True),
        Field("amount", "How many", "number", (), 1, optional=True),
    )
    yield Move("use_episodic_ability", "Use an Episodic Ability", CREDITS, (whose,), fields)


def closing(character: Character) -> Iterator[Move]:
    """A resolution scene of one's own, or none."""
    whose = ("character", character.name)
    told = (Field("text", "What happens", optional=True),)
    yield Move("play_resolution", f"Play {character.name}'s resolution", CREDITS, (whose,), told)
    yield Move("play_resolution", "No resolution scene", CREDITS, (whose, ("declined", True)))


def leading_credits(state: State) -> Iterator[Move]:
    """What the GM says to begin, lead and end an Episode."""
    title = Field("title", "Title", optional=True)
    yield Move("start_episode", "Start the Episode", CREDITS, (), (title,))
    if state.phase in {Phase.NONE, Phase.EPISODE_OVER}:
        yield Move("prepare_episode", "Name the next Episode", CREDITS, (), (Field("title", "Title"),))
    yield Move("cold_open", "Play the Cold Open", CREDITS, (), (Field("text", "What happens"),))
    yield Move("begin_episodic_step", "Ask for Episodic Abilities", CREDITS)
    yield Move("end_opening_credits", "On to Freeplay", CREDITS)
    yield Move("start_closing_credits", "Start the Closing Credits", CREDITS)
    yield Move("play_scene", "Play a closing scene", CREDITS, (), (Field("text", "What happens"),))
    yield Move("set_time_passes", "Time passes", CREDITS, (("passes", True),))
    yield Move("set_time_passes", "No time passes", CREDITS, (("passes", False),))
    modes = choice("mode", "How much", [each.value for each in ResetMode if each is not ResetMode.CUSTOM])
    yield Move("apply_resets", "Reset everybody", CREDITS, (), (modes,))
    yield Move("end_episode", "End the Episode", CREDITS)
    yield Move("end_episode", "End the Episode without resets", CREDITS, (("force", True),))
