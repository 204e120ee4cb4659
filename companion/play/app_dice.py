"""The app's own dice at the table: when they fall, and for whom."""

import math
from collections.abc import Callable
from typing import Any, Protocol

from companion.base.errors import DiceOptionError
from companion.play.dice import DiceChoice
from companion.play.game import Game
from engine.dice.roll import Roll, RollRequest
from engine.quick_dataclass import dataclass

_REMEMBERED = 16
"""Rolls of which it is known when they came in."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Times that set the pace of the app's own dice, in seconds.

    Attributes:
        quiet: Silence before the app rolls, so that help, triggers and second thoughts come first.
        at_most: Time after which it rolls although somebody is talking.
        remember: How long "roll it for me" counts when it came before the roll it means.
    """

    quiet: float = 1.5
    at_most: float = 8.0
    remember: float = 10.0


class HandsIn(Protocol):
    """Hands rolled faces to the rules and says them; False when the rules refuse them."""

    def __call__(self, roll: Roll, root: str | None, utterance_id: str | None) -> bool:
        """Report one roll."""


class AppDice:
    """Knows since when each roll is owed, and rolls those the app is to roll.

    Args:
        game: Campaign played.
        choice: Who rolls.
        hand_in: Reports faces to the rules and says them.
        refuse: Called with one sentence when the dice cannot be rolled.
        pace: Patience.

    Attributes:
        latest: A roll that was owed lately, for the kind of dice this table throws; None before the first.
    """

    def __init__(
        self,
        game: Game,
        choice: DiceChoice,
        hand_in: HandsIn,
        refuse: Callable[[str, str | None], None],
        pace: Pace | None = None,
    ) -> None:
        self.latest: RollRequest | None = None
        self._game = game
        self._source = choice.for_me or choice.source
        self._hand_in = hand_in
        self._refuse = refuse
        self._pace = pace or Pace()
        self._since: dict[str, tuple[float, str | None]] = {}
        self._came_in: dict[str, float] = {}
        self._failed: set[str] = set()
        self._wanted: tuple[str | None, float] | None = None
        self._automatic = choice.mode in {"app", "seed"}
        self._differs: set[str] = set()

    @property
    def automatic(self) -> bool:
        """True if the app rolls without being asked for whoever has not said otherwise."""
        return self._automatic

    def rolls_for(self, player: str) -> bool:
        """Return True if the app rolls a player's dice without being asked."""
        return self._automatic is not (player in self._differs)

    def leave_to_table(self, player: str | None = None) -> None:
        """From now on a player rolls, or everybody; the app only when asked."""
        self._wanted = None
        self._settle(player, by_app=False)

    def take_over(self, player: str | None = None) -> None:
        """From now on the app rolls unasked for a player, or for everybody."""
        self._settle(player, by_app=True)

    def _settle(self, player: str | None, by_app: bool) -> None:
        if player is None:
            self._automatic = by_app
            self._differs.clear()
        elif by_app is self._automatic:
            self._differs.discard(player)
        else:
            self._differs.add(player)

    def note(self, now: float) -> None:
        """Something was done: remember since when each roll is owed, and which command asked for it."""
        self.latest = next(iter(self._game.open_rolls), self.latest)
        owed = {request.request_id for request in self._game.open_rolls}
        latest = self._came_in | dict.fromkeys(self._since.keys() - owed, now)
        self._came_in = dict(list(latest.items())[-_REMEMBERED:])
        self._since = {name: since for name, since in self._since.items() if name in owed}
        for name in owed - self._since.keys():
            self._since[name] = (now, self._game.root_of_roll(name))
        self._failed.clear()

    def came_in(self, request_id: str) -> float | None:
        """Return the seconds since listening began at which a roll came in; None of one not seen here."""
        return self._came_in.get(request_id)

    @property
    def last_came_in(self) -> float:
        """Seconds since listening began at which dice came in last; minus infinity where none did."""
        return max(self._came_in.values(), default=-math.inf)

    def asked_for(self, before: Any, after: Any) -> set[str]:
        """Commands that asked for dice which have come in between two states; they need not be asked for any more."""
        still = {request.request_id for request in self._game.ruleset.open_rolls(after)}
        settled = {request.request_id for request in self._game.ruleset.open_rolls(before)} - still
        roots = (self._since[name][1] for name in settled if name in self._since)
        return {root for root in roots if root is not None}

    def roll_when_quiet(self, now: float, last_speech: float) -> None:
        """Roll what the app rolls unasked, once nobody wants to add anything."""
        quiet = now - last_speech >= self._pace.quiet

        def ready(request: RollRequest) -> bool:
            if not self._rolls_unasked(request):
                return False
            waited = now - self._since[request.request_id][0]
            return waited >= self._pace.at_most or (quiet and waited >= self._pace.quiet)

        self.roll(ready, None)

    def roll_for(self, player: str | None, now: float, utterance_id: str) -> None:
        """Somebody asked the app to roll: what that player owes, the only open roll, or the next one to come."""
        owed = self._game.open_rolls
        mine = [request for request in owed if request.roller == player] or (list(owed) if len(owed) == 1 else [])
        if mine:
            self.roll(lambda request: request in mine, utterance_id)
        else:
            self._wanted = (player, now + self._pace.remember)

    def roll_remembered(self, now: float, utterance_id: str) -> None:
        """Roll what was asked for before it was owed."""
        if self._wanted is None:
            return
        player, until = self._wanted
        owed = [request for request in self._game.open_rolls if player is None or request.roller == player]
        if now > until or owed:
            self._wanted = None
        if now <= until and owed:
            self.roll(lambda request: request in owed, utterance_id)

    def roll_unasked(self) -> bool:
        """Roll what the app rolls unasked at once; False when that is nothing."""
        return self.roll(self._rolls_unasked, None)

    def _rolls_unasked(self, request: RollRequest) -> bool:
        """Return True if a roll falls by itself; a failed one does not again before something else was done."""
        return self.rolls_for(request.roller) and request.request_id not in self._failed

    def roll(self, wanted: Callable[[RollRequest], bool], utterance_id: str | None) -> bool:
        """Roll what is wanted and whatever dice follow from it for the same people; False when nothing was owed."""
        rollers: set[str] = set()
        while True:
            request = next((each for each in self._game.open_rolls if each.roller in rollers or wanted(each)), None)
            if request is None:
                return bool(rollers)
            rollers.add(request.roller)
            if not self._roll(request, utterance_id):
                self._failed.add(request.request_id)
                return True

    def _roll(self, request: RollRequest, utterance_id: str | None) -> bool:
        root = self._since[request.request_id][1]
        try:
            roll = self._source.roll(request)
        except DiceOptionError as problem:
            self._refuse(str(problem), utterance_id)
            return False
        return self._hand_in(roll, root, utterance_id)
