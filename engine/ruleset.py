from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.board import Board, Move, Panel
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource
from engine.form import Form
from engine.phrase import Phrase
from engine.quick_dataclass import dataclass
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, Vocabulary

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """Names of a rules system and the extent of its rules.

    Attributes:
        slug: Stable identifier used in files and on the command line ("phase-abandon").
        title: Name as printed on the book.
        aliases: Other spoken names.
        edition: Edition the rules were read from.
        licence: Licence or credit of the game's text.
        covers: What the app plays, in a sentence or two.
        left_to_table: What people judge, in a sentence or two.
    """

    slug: str
    title: str
    aliases: tuple[str, ...]
    edition: str
    licence: str
    covers: Phrase
    left_to_table: Phrase


class Ruleset(Protocol[S, C, E]):
    """A rules system: decide what a command leads to, fold the facts, say them in words.

    Commands and events are frozen dataclasses, derived from those of `engine.common.messages`: each has a `kind`
    (snake_case) that is also a field of its JSON form. Players are named as at the table.
    """

    @property
    def info(self) -> RulesetInfo:
        """Name, edition and licence."""

    @property
    def command_types(self) -> tuple[type[Any], ...]:
        """Every command dataclass."""

    @property
    def event_types(self) -> tuple[type[Any], ...]:
        """Every event dataclass."""

    @property
    def form(self) -> Form:
        """Questions to ask before a first evening."""

    def initial_state(self) -> S:
        """State of a table before its first command."""

    def decide(self, state: S, command: C, dice: DiceSource) -> tuple[E, ...] | Rejected:
        """Facts that follow from the command, or why it is refused. May let `RollNeeded` pass."""

    def evolve(self, state: S, event: E) -> S:
        """State after the event; total, never refuses."""

    def describe(self, event: E) -> Phrase:
        """The event as one plain factual sentence; empty for events nobody needs to hear."""

    def open_rolls(self, state: S) -> tuple[RollRequest, ...]:
        """Dice the table owes now, in the order they should be thrown."""

    def success_from(self, state: S, request: RollRequest) -> int | None:
        """Lowest face of these owed dice that is a success by itself; None where faces are added up or compared."""

    def report(self, roll: Roll) -> C:
        """The command that hands to the rules what was thrown: faces, or what the request accepts instead."""

    def narration(self, state: S) -> NarrationView:
        """Return who may narrate now."""

    def view(self, state: S, viewer: str | None = None) -> Mapping[str, Any]:
        """Return what one player may see, JSON-safe: everything public, and of what is secret only their own.

        Args:
            state: The state seen.
            viewer: A player; None for the table, which everybody sees.
        """

    def board(self, state: S, viewer: str | None = None) -> Board:
        """The table for a page; holds nothing that `view` keeps from this viewer.

        Args:
            state: The state seen.
            viewer: A player; None for the table, which everybody sees.
        """

    def sheet(self, state: S, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
        """A player's character as panels: skills as they count now, goals, connections, and a hand if it is theirs.

        Args:
            state: The state seen.
            player: Whose sheet.
            viewer: Who looks; the player's secrets are on it only when both are the same.
        """

    def moves(self, state: S, player: str) -> tuple[Move, ...]:
        """List the moves this player may make now by a tap, what is owed first; the rules accept every one of them."""

    def secrets(self, state: S, player: str) -> tuple[Phrase, ...]:
        """List what only this player may read now, as lines for a screen nobody else sees; never said or exported."""

    def answer(self, state: S, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
        """A spoken answer to a question about the state ("How many chips has Ben?"); reads only.

        Args:
            state: The state asked about.
            topic: One of the system's status topics ("holder", "chips", "challenge").
            player: Player asked about, where the topic needs one.
            about: Skill, goal or connection asked about, where the topic needs one.
        """

    def say(self, before: S, events: tuple[E, ...], after: S) -> tuple[Spoken, ...]:
        """List what to say aloud about one batch of events: merged, short, from the events and states only."""

    def summarise(self, events: tuple[E, ...], before: S) -> Phrase:
        """A phrase that names what one batch of events did, to follow "Undone:" ("Hannah's Stealth roll")."""

    def tally(self, state: S) -> tuple[Phrase, ...]:
        """List everybody's standing now, as lines for the end of the notes ("Pool: 3 tokens"); public facts only."""

    def vocabulary(self, state: S) -> Vocabulary:
        """Players, characters and everything that can be named aloud."""

    def expected(self, state: S) -> tuple[Expected, ...]:
        """Answers other than dice that the rules wait for, in the order they should come."""

    def settle(self, state: S) -> C | None:
        """The command that leaves an open choice as it is (keeping dice), for a table that has visibly moved on.

        None when nothing optional is open: dice and bids that are owed cannot be made up.
        """

    def lapse(self, state: S, request_id: str) -> C | None:
        """The command that lets a roll go which nobody makes, for a table that has visibly moved on.

        None where it has to be made, or no such roll is open.
        """

    def next_step(self, state: S) -> C | None:
        """The step a table takes for granted before play can go on: starting the session, calling for the first dice.

        None when nothing stands between the table and play. The step spends nothing, ends nothing that is being told,
        and it can be undone.
        """

    def remind(self, state: S) -> tuple[Spoken, ...]:
        """List what to say when the table goes on and has forgotten what it owes."""

    def setup(self, roster: Mapping[str, Any]) -> tuple[C, ...]:
        """Commands that bring a fresh table to the state a roster describes.

        Raises:
            KeyError: The roster lacks a required entry (the roster's own schema is checked by the caller).
        """
