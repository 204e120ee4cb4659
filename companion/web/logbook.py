"""What was done lately, as a page lists it: one line per deed with everything that followed from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from companion.game import SETUP, Game
from companion.log_text import told_facts
from companion.web.talk import Talk
from engine.history import Committed

SHOWN = 40
"""Deeds a page lists."""
READ_BACK = 300
"""Entries of the log read for them."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A command of somebody at the table with the dice and choices that followed from it.

    Attributes:
        root: Id of the command.
        position: Its place in the log.
        told: What everybody may know of it, sentence by sentence.
        utterance: Id of the words it came from; None for a tap.
        words: Those words; empty for a tap.
        undone: Whether it was taken back.
    """

    root: str
    position: int
    told: tuple[str, ...]
    utterance: str | None
    words: str
    undone: bool


def deeds_of(game: Game, talk: Talk) -> tuple[Deed, ...]:
    """The latest deeds of a campaign, oldest first."""
    return tuple(islice(_deeds(game, talk), SHOWN))[::-1]


def _deeds(game: Game, talk: Talk) -> Iterator[Deed]:
    """Latest first."""
    history = game.history
    chains: dict[str, list[tuple[int, Committed[object, object]]]] = {}
    for position in range(max(0, len(history) - READ_BACK), len(history)):
        entry = history.entry_at(position)
        if isinstance(entry, Committed) and entry.root != SETUP:
            chains.setdefault(entry.root, []).append((position, entry))
    recorded = game.recorded
    for root, chain in sorted(chains.items(), key=lambda each: -each[1][0][0]):
        position, command = chain[0]
        told = tuple(text for _, entry in chain for text in told_facts(game.ruleset, entry))
        said = recorded[position].utterance_id if recorded[position].evening == game.evening else None
        line = talk.line(said) if said else None
        kind = str(getattr(command.command, "kind", "")).replace("_", " ")
        undone = not history.counts(command.command_id)
        yield Deed(root, position, told or (kind,), said, line.text if line else "", undone)
