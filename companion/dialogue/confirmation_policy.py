"""Policy of confirmation: commands that are asked about first although they were understood."""

from typing import Any

from audio.types import UNKNOWN, Utterance
from companion.dialogue.turn_interpreter import turn_of
from companion.nlu.recognize import Trust
from companion.nlu.types import Decision, Intent
from companion.play.game import Game
from engine.dice.source import NoDice
from engine.quick_dataclass import dataclass
from engine.step import advance
from engine.types import Rejected

LEVELS: tuple[Trust, ...] = ("careful", "normal", "brisk")
"""From asking most to asking least."""

SURE_WORDS = 0.5
"""Least certainty of the recogniser, 0 to 1, at which words that weigh heavily need no second look."""
SURE_LEAD = 0.05
"""Least lead in likeness of the speaker's voice over the next one."""
_ENDINGS = frozenset({"scene", "session"})


@dataclass(frozen=True, slots=True)
class ConfirmationPolicy:
    """Decides about an understood command by what hangs on it.

    Attributes:
        trust: `careful` asks before everything heavy, `normal` where words or voice are in doubt, `brisk` only for
            what is missing.
        game: Campaign played.
    """

    trust: Trust
    game: Game

    def decide(self, intent: Intent, command: Any, utterance: Utterance) -> Decision:
        """Decide what to do about an intent.

        Args:
            intent: As understood.
            command: What it means to the rules; None when it means nothing to them.
            utterance: The sentence it stands in.
        """
        if self.trust == "brisk":
            unsure = intent.decision == "ask" and not intent.missing and intent.refused is None
            return "note" if unsure else intent.decision
        if intent.decision != "act" or command is None or intent.category == "dice_report":
            return intent.decision
        doubtful = self.trust == "careful" or not certain(utterance)
        return "ask" if doubtful and self.heavy(command) else "act"

    def heavy(self, command: Any) -> bool:
        """Return True if a command spends more than one chip, ends a scene or the session, or cannot be undone."""
        return self.costs(command) or self.final(command)

    def costs(self, command: Any) -> bool:
        """Return True if a command spends more than one chip, or ends a scene or the session."""
        state = self.game.state
        outcome, after = advance(self.game.ruleset, state, command, NoDice())
        if isinstance(outcome, Rejected):
            return False
        ends = any(event.ends in _ENDINGS for event in outcome.events)
        staked = getattr(command, "chips", None)
        return ends or _spent(state, after) > 1 or (isinstance(staked, int) and staked > 1)

    def takes(self, command: Any) -> bool:
        """Return True if a command takes more than one of anything from anybody: of chips, tokens or hearts."""
        outcome, after = advance(self.game.ruleset, self.game.state, command, NoDice())
        if isinstance(outcome, Rejected):
            return False
        had, has = (_counted(self.game.ruleset, state) for state in (self.game.state, after))
        return any(value - has.get(name, value) > 1 for name, value in had.items())

    def final(self, command: Any, ends: str | None = None) -> bool:
        """Return True if a command cannot be undone, or ends this."""
        outcome, _ = advance(self.game.ruleset, self.game.state, command, NoDice())
        return not isinstance(outcome, Rejected) and any(
            not event.undoable or event.ends == ends for event in outcome.events
        )


def certain(utterance: Utterance) -> bool:
    """Return True if words and voice of an utterance are beyond doubt; typed ones always are."""
    if utterance.typed:
        return True
    match = utterance.speaker
    if match is None or match.name == UNKNOWN or turn_of(utterance).heard < SURE_WORDS:
        return False
    return match.runner_up is None or match.score - match.runner_up[1] >= SURE_LEAD


def _spent(before: Any, after: Any) -> int:
    """Most chips any one player has less."""
    chips = {player.name: player.chips for player in getattr(after, "players", ()) if hasattr(player, "chips")}
    had = {player.name: player.chips for player in getattr(before, "players", ()) if hasattr(player, "chips")}
    return max((count - chips.get(name, count) for name, count in had.items()), default=0)


def _counted(ruleset: Any, state: Any) -> dict[tuple[str, str], int]:
    """Everything that is counted before a player: chips, tokens, hearts."""
    places = ruleset.board(state).places
    return {(place.player, str(each.label)): each.value for place in places for each in place.counters}
