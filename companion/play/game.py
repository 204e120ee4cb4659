"""A campaign being played: rules, history and log in one place, and the only writer of that log."""

import logging
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from companion.base.clock import Clock
from companion.base.errors import StoreError
from companion.play.commands import command_of, kind_that
from companion.play.setup import commands_to_set_up, roster_refused
from companion.store import Campaign, CampaignLog, Codec, Store
from engine.codec import KindReader
from engine.common.messages import DICE_KIND, UNDO_KIND, Command, Meaning
from engine.dice.cards import CardSource
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import NoDice
from engine.errors import BadFaces, BadField
from engine.history import REDO_KIND, Entry, History, RedoLast, Undone
from engine.phrase import phrase
from engine.quick_dataclass import dataclass
from engine.registry import find_ruleset
from engine.ruleset import Ruleset
from engine.step import advance, step
from engine.types import Outcome, Rejected

logger = logging.getLogger(__name__)

_OWN_KINDS = frozenset({UNDO_KIND, REDO_KIND})

_LONGEST_WAY = 8
"""Open choices of one roll that may be left one after the other: re-rolling, trading, throwing sixes again."""

SETUP = "setup"
"""Root of the commands that build a table from its roster; undo never reaches behind them."""


def _corrects_beside(command: Any, settling: Any) -> bool:
    """Return True if a command only corrects a number while the choice it would settle is another player's."""
    return bool(command.means == "corrects" and command.actor != getattr(settling, "player", None))


@dataclass(frozen=True, slots=True)
class Performed:
    """Result of one command.

    Attributes:
        command_id: Id under which it was logged, or would have been.
        command: The command.
        outcome: What the rules said.
        before: State it met.
        after: State it left.
        taken_back: Events that no longer count, when it was an undo.
        entry: What was added to the history; None when nothing was.
    """

    command_id: str
    command: Any
    outcome: Outcome[Any]
    before: Any
    after: Any
    taken_back: tuple[Any, ...] = ()
    entry: Entry | None = None

    @property
    def events(self) -> tuple[Any, ...]:
        """Facts that follow; empty when refused."""
        return () if isinstance(self.outcome, Rejected) else self.outcome.events

    @property
    def accepted(self) -> bool:
        """True if the command holds, dice still owed or not."""
        return not isinstance(self.outcome, Rejected)


class Game:
    """Plays one campaign; what `perform` returns as accepted is on disk.

    Args:
        store: Where the log lives.
        campaign: Campaign played; the process claims the right to write it.
        clock: Times of the log.
        cards: Shuffles and deals in games with cards; without one, decks stay as they lie.

    Attributes:
        history: What was done and undone, with the state it led to.
        recorded: Everything in the log, oldest first.

    Raises:
        StoreError: The log cannot be read or claimed.
        CorruptHistory: The log does not fit the rules; the position is given.
    """

    def __init__(self, store: Store, campaign: Campaign, clock: Clock, cards: CardSource | None = None) -> None:
        self.ruleset: Ruleset[Any, Any, Any] = find_ruleset(campaign.slug)
        self.store = store
        self.campaign = campaign
        self.evening: int | None = None
        self._clock = clock
        self._cards = cards
        self._codec = Codec(self.ruleset)
        self._read = KindReader([*self.ruleset.command_types, RedoLast])
        self._reports_by_request = all(each.kind != DICE_KIND for each in self.ruleset.command_types)
        self.load()

    def load(self) -> None:
        """Read the log, again where the words in it have changed, and keep states for next time where this may write.

        States that cannot be kept only cost time when the campaign is next opened.

        Raises:
            StoreError: It cannot be read.
            CorruptHistory: It does not fit the rules; the position is given.
        """
        log = CampaignLog(self.store, self.campaign.id, self.ruleset, self._codec)
        self.history: History[Any, Any, Any] = log.history()
        self.recorded = log
        if self.store.holds(self.campaign.id):
            try:
                log.keep_states()
            except StoreError as problem:
                logger.warning("states of the campaign could not be kept: %s", problem)

    def command_of(self, kind: str | None) -> type[Command]:
        """Return the command class of a kind in this game (see `companion.play.commands`)."""
        return command_of(self.campaign.slug, kind)

    def kind_that(self, means: Meaning) -> str | None:
        """Kind of this game's command that means something in every game; None where it has none."""
        return kind_that(self.campaign.slug, means)

    @property
    def state(self) -> Any:
        """State now."""
        return self.history.state

    @property
    def open_rolls(self) -> tuple[RollRequest, ...]:
        """Dice the table owes."""
        return self.ruleset.open_rolls(self.state)

    @property
    def latest_root(self) -> str | None:
        """Root of the commands that undo would undo; None when there is nothing to undo."""
        latest = next(self.history.latest(), None)
        return None if latest is None or latest.root == SETUP else latest.root

    def root_of_roll(self, request_id: str) -> str | None:
        """Root of the command that dice are owed for; None when that was the roster, or they are not owed."""

        def owed(state: Any) -> bool:
            return any(request.request_id == request_id for request in self.ruleset.open_rolls(state))

        asked = takewhile(lambda entry: entry.root != SETUP, self.history.latest() if owed(self.state) else ())
        return next((entry.root for entry in asked if not owed(self.history.state_before(entry.command_id))), None)

    @property
    def next_id(self) -> str:
        """Id the next command will have in the log."""
        return f"c{len(self.recorded)}"

    def set_up(self) -> None:
        """Bring a table to the state its roster describes, from wherever this was interrupted, in one step.

        Does nothing when anything was played.

        Raises:
            RosterError: The rules refuse something the roster says.
        """
        if any(each.entry.root != SETUP for each in self.recorded):
            return
        self.store.claim(self.campaign.id)
        with self.store.in_one_step():
            for command in self._left_to_set_up():
                performed = self.perform(command, root=SETUP)
                if isinstance(performed.outcome, Rejected):
                    raise roster_refused(command.kind, performed.outcome)

    def _left_to_set_up(self) -> list[Any]:
        """Commands of the roster that follow the last one in the log."""
        commands = list(commands_to_set_up(self.ruleset, self.campaign.roster))
        for entry in self.history.effective():
            if entry.command in commands:
                del commands[: commands.index(entry.command) + 1]
        return commands

    def parse(self, data: Mapping[str, Any], state: Any = None) -> Any:
        """A command from its JSON form.

        Args:
            data: `kind` and fields; `report_dice` hands in dice read out in any system.
            state: State whose open rolls the dice are for; the present one when None.

        Raises:
            BadField: Unknown kind, or a field that does not fit.
        """
        if data.get("kind") == DICE_KIND and self._reports_by_request:
            return self._dice_read_out(data, self.state if state is None else state)
        return self._read(dict(data))

    def _dice_read_out(self, data: Mapping[str, Any], state: Any) -> Any:
        """The system's own command for dice read out at the table."""
        fitting = [
            request
            for request in self.ruleset.open_rolls(state)
            if data.get("request_id") in {None, request.request_id} and data.get("player") in {None, request.roller}
        ]
        if not fitting:
            raise BadField("request_id", "dice that have to be rolled", data.get("request_id") or data.get("player"))
        faces = tuple(data.get("values") or ())
        try:
            roll = Roll(fitting[0], faces, data.get("total"), data.get("successes"))
        except BadFaces as problem:
            raise BadField("values", f"{problem.count} faces from 1 to {problem.sides}", list(faces)) from problem
        return self.ruleset.report(roll)

    def refusal(self, kind: str, slots: Mapping[str, Any], state: Any = None) -> str | None:
        """Error code the rules would answer to this command, None when they would take it; changes nothing.

        A choice that stands open (keeping dice or not) is no obstacle: see `way_to`.

        Args:
            kind: Kind of the command.
            slots: Its fields.
            state: State to ask about; the present one when None.
        """
        try:
            command = self.parse({**slots, "kind": kind}, state)
        except BadField:
            return "E_RANGE"
        refusal = self.refused(command, state)
        return None if refusal is None or self.way_to(command, state) else refusal.code

    def refused(self, command: Any, state: Any = None) -> Rejected | None:
        """Return the rules' refusal of this command in a state, None when they would accept it; changes nothing."""
        if command.kind in _OWN_KINDS:
            outcome = self._propose(command, f"{self.next_id}?")
        else:
            outcome = step(self.ruleset, self.state if state is None else state, command, NoDice())
        return outcome if isinstance(outcome, Rejected) else None

    def way_to(self, command: Any, state: Any = None) -> tuple[Any, ...]:
        """Commands to carry out first because the table has moved on from an open choice; empty when there are none.

        Whoever declares the next thing while dice could still be re-rolled or traded has kept them. A correction is no
        next thing: it never settles somebody else's choice.
        """
        if command.kind in _OWN_KINDS or self.refused(command, state) is None:
            return ()
        before = self.state if state is None else state
        way: list[Any] = []
        while len(way) < _LONGEST_WAY:
            settling = self.ruleset.settle(before)
            if settling is None or settling.kind == command.kind or _corrects_beside(command, settling):
                return ()
            outcome, before = advance(self.ruleset, before, settling, NoDice())
            if isinstance(outcome, Rejected):
                return ()
            way.append(settling)
            if self.refused(command, before) is None:
                return tuple(way)
        return ()

    def steps_ahead(self) -> tuple[tuple[Any, Any], ...]:
        """Steps this table takes for granted (`Ruleset.next_step`), in order, each with the state it would lead to."""
        steps: list[tuple[Any, Any]] = []
        state = self.state
        while len(steps) < _LONGEST_WAY and (command := self.ruleset.next_step(state)) is not None:
            outcome, state = advance(self.ruleset, state, command, NoDice())
            if isinstance(outcome, Rejected):
                break
            steps.append((command, state))
        return tuple(steps)

    def after(self, commands: Iterable[Mapping[str, Any]]) -> Any | None:
        """The state these commands would lead to, None when the rules would refuse one; changes nothing."""
        state = self.state
        for data in commands:
            try:
                outcome, state = advance(self.ruleset, state, self.parse(data), NoDice())
            except BadField:
                return None
            if isinstance(outcome, Rejected):
                return None
        return state

    def perform(self, command: Any, *, utterance_id: str | None = None, root: str | None = None) -> Performed:
        """Carry out a command and write it to the log before anything else learns of it.

        Args:
            command: A command of the system, its undo, or `RedoLast`.
            utterance_id: Sentence that asked for it.
            root: Id of the command it follows from automatically.

        Raises:
            StoreError: It could not be written; nothing was changed.
        """
        command_id = self.next_id
        before = self.state
        outcome = self._propose(command, command_id, root)
        entry = self.history.entry(command, outcome, command_id, root)
        if entry is None:
            return Performed(command_id, command, outcome, before, before)
        undone = self.history.latest_chain() if isinstance(entry, Undone) else ()
        taken_back = tuple(event for each in undone for event in each.events)
        recorded = self.store.append(
            self.campaign.id,
            len(self.recorded),
            self._codec.log_entry(entry),
            evening=self.evening,
            utterance_id=utterance_id,
            at=self._clock.now(),
        )
        self.recorded.add(recorded, entry)  # first: pages look up in it what counts
        self.history.commit(entry)
        return Performed(command_id, command, outcome, before, self.state, taken_back, entry)

    def report(self, roll: Roll, *, utterance_id: str | None = None, root: str | None = None) -> Performed:
        """Hand faces to the rules that the companion rolled itself."""
        return self.perform(self.ruleset.report(roll), utterance_id=utterance_id, root=root)

    def _propose(self, command: Any, command_id: str, root: str | None = None) -> Outcome[Any]:
        if getattr(command, "kind", None) == UNDO_KIND and self.latest_root is None:
            return Rejected("E_ALREADY", phrase("There is nothing to undo."))
        return self.history.propose(command, NoDice(self._cards), command_id, root)
