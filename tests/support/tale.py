"""Evenings for recaps: random play of Phase Abandon with talk around it, read the way a stored evening is."""

from random import Random

from companion.chronicle.extractor import EveningNotes, TalkLine
from companion.chronicle.notebook import EveningRecord
from engine.dice.source import NoDice
from engine.systems.phase_abandon.system import RULESET
from engine.types import Rejected
from tests.support.random_evening import next_command, start

PEOPLE = ("Marta", "Old Tobin", "Captain Verrick", "Sister Ilse")
DEEDS = (
    "{a} opens the gate and finds {n} barrels of lamp oil behind it.",
    "The ferryman {a} never forgave {b} for the fire at the mill.",
    "I do not believe that {a} killed {b}.",
    "So, um, {a} says the bridge fell {n} years ago. Nobody has crossed it since.",
    "We follow {a} into the cellar, and I hold the lamp.",
    "There's a woman called {a} at the door, and she asks for {b}.",
    "{a} promises to bring {n} horses before dawn.",
    "My hero lies to {a} about the letter; {b} notices.",
    "Did anybody see the match on Saturday?",
    "Four, two, one.",
    "I ask {a}: where is {b}? She says she buried {b} herself.",
)


def random_tale(seed: int, steps: int = 25) -> EveningNotes:
    """An evening of `steps` tries, each with something said; what the rules refuse is only talk."""
    rng = Random(seed)
    history = start(rng).history
    book = EveningRecord(RULESET, history.state)
    players = [player.name for player in history.state.players]
    for number in range(steps):
        spoken = TalkLine(
            f"u{number + 1}", sentence(rng), rng.choice([*players, None]), number * 8.0, number * 8.0 + 5.0
        )
        book.hear(spoken)
        known = len(history)
        outcome = history.submit(next_command(history.state, rng), NoDice(), f"c{number}")
        if not isinstance(outcome, Rejected) and len(history) > known:
            book.happen(number, history.entries[-1], spoken.id, history.state)
    return book.evening("Thursday", "2026-03-14", 1, history.state)


def sentence(rng: Random) -> str:
    """Something said at a table."""
    a, b = rng.sample(PEOPLE, 2)
    return rng.choice(DEEDS).format(a=a, b=b, n=rng.choice(("two", "three", "seven", "12")))
