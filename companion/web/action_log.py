"""Recent actions as a page lists them: one line per action with everything that followed from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.chronicle.log_text import told_facts
from companion.play.game import SETUP, Game
from companion.web.strings import words
from companion.web.transcript import Transcript
from engine.common.messages import DICE_KIND
from engine.history import Committed
from engine.phrase import Phrase, spelled
from engine.types import ENGINE_ONLY, PUBLIC

SHOWN = 40
"""Deeds a page lists."""
READ_BACK = 300
"""Entries of the log read for them."""


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """A command of somebody at the table with the dice and choices that followed from it.

    Attributes:
        root: Id of the command.
        position: Its place in the log.
        told: What everybody may know of it, sentence by sentence.
        tapped_by: Player who tapped it; None where it was said.
        words: The words it came from; empty for a tap, and for what was taken back: they may have been corrected.
        undone: Whether it was taken back.
        line: Id of tonight's line it came from; empty for none.
        dice: Whether dice were thrown.
        hidden: Whether nothing of it may be told yet, so that `told` is in general.
    """

    root: str
    position: int
    told: tuple[Phrase, ...]
    tapped_by: str | None
    words: str
    undone: bool
    line: str = ""
    dice: bool = False
    hidden: bool = False


def actions_of(game: Game, talk: Transcript) -> tuple[LoggedAction, ...]:
    """The latest deeds of a campaign, oldest first."""
    return tuple(islice(_deeds(game, talk), SHOWN))[::-1]


def _deeds(game: Game, talk: Transcript) -> Iterator[LoggedAction]:
    """Latest first."""
    history = game.history
    chains: dict[str, list[tuple[int, Committed[Any, Any]]]] = {}
    for position in range(max(0, len(history) - READ_BACK), len(history)):
        entry = history.entry_at(position)
        if isinstance(entry, Committed) and entry.root != SETUP:
            chains.setdefault(entry.root, []).append((position, entry))
    recorded = game.recorded
    for root, chain in sorted(chains.items(), key=lambda each: -each[1][0][0]):
        position, command = chain[0]
        told = tuple(text for _, entry in chain for text in told_facts(game.ruleset, entry))
        recording, undone = recorded[position], not history.counts(command.command_id)
        said = recording.utterance_id if recording.evening == game.evening and not undone else None
        line = talk.line(said) if said else None
        actor = command.command.actor or words("talk.somebody")
        tapped_by = actor if recording.utterance_id is None else None
        caused = recording.utterance_id if recording.evening == game.evening else None
        yield LoggedAction(
            root,
            position,
            told or (_in_general(chain, actor),),
            tapped_by,
            line.text if line else "",
            undone,
            caused or "",
            any(entry.command.kind == DICE_KIND for _, entry in chain),
            not told,
        )


def _in_general(chain: Sequence[tuple[int, Committed[Any, Any]]], actor: str) -> Phrase:
    """Describe an action no fact of which is told, in words that everybody may read."""
    if any(event.visibility not in {PUBLIC, ENGINE_ONLY} for _, entry in chain for event in entry.events):
        return words("log.secret", player=actor)
    return words("log.plain", player=actor, what=spelled(chain[0][1].command.kind))
