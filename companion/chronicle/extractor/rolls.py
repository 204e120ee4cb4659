"""One roll from its declaration to its last consequence, as a line of the notes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.chronicle.extractor.evening import RollNote


@dataclass(slots=True)
class _Open:
    who: str
    what: str
    asked_by: str | None = None
    thrown: list[str] = field(default_factory=list)
    utterances: list[str] = field(default_factory=list)


class RollReader:
    """Collects the events of the roll in progress."""

    def __init__(self) -> None:
        self._open: _Open | None = None
        self._resolved: Any = None
        self._effects: list[str] = []

    def take(self, event: Any, utterance: str | None) -> bool:
        """Takes in an event of a roll; False when it is none."""
        opened = _OPENING.get(event.kind)
        if opened is not None:
            self._open = _Open(*opened(event))
        elif event.kind in _CHANGES and self._open is not None:
            if (text := _CHANGES[event.kind](event)) is not None:
                self._open.thrown.append(text)
        elif event.kind == "roll_resolved":
            self._open = self._open or _Open(event.roller, "a roll")
            self._resolved = event
        elif event.kind == "roll_withdrawn":
            self._open = None
        elif event.kind in _EFFECTS and self._resolved is not None:
            if (text := _EFFECTS[event.kind](event)) is not None:
                self._effects.append(text)
        elif event.kind not in _SILENT:
            return False
        if self._open is not None and utterance and utterance not in self._open.utterances:
            self._open.utterances.append(utterance)
        return True

    def finished(self) -> RollNote | None:
        """The roll that the events taken so far resolved, once."""
        if self._resolved is None or self._open is None:
            return None
        roll, count = self._open, self._resolved
        note = RollNote(
            who=roll.who,
            what=roll.what,
            dice=", ".join(roll.thrown),
            result=_result(count.successes, count.failures),
            outcome=str(count.outcome).replace("_", " ").lower(),
            effects=tuple(self._effects),
            asked_by=roll.asked_by,
            utterances=tuple(roll.utterances),
        )
        self._open, self._resolved, self._effects = None, None, []
        return note


def _result(successes: int, failures: int) -> str:
    parts = [_counted(successes, "success", "successes")] if successes else []
    return ", ".join([*parts, _counted(failures, "failure")] if failures else parts) or "nothing left"


def _counted(value: int, one: str, many: str | None = None) -> str:
    return f"{value} {one if value == 1 else many or one + 's'}"


def _faces(event: Any) -> str | None:
    prefix = {"REROLL": "again ", "EXPLODE": "6 again ", "HELP": f"{event.player} helps with "}
    if event.purpose not in {"ACTION", "CHECK", "CONNECTION", "REQUEST", *prefix}:
        return None
    return prefix.get(str(event.purpose), "") + " ".join(str(face) for face in event.values)


_OPENING: dict[str, Callable[[Any], tuple[str, str, str | None]]] = {
    "action_declared": lambda e: (e.player, e.skill or "Luck", None),
    "skill_check_requested": lambda e: (e.target, e.skill or "Luck", e.requester),
    "connection_called": lambda e: (e.player, e.connection, None),
    "connection_invoked": lambda e: (e.invoker, e.connection, None),
}
_CHANGES: dict[str, Callable[[Any], str | None]] = {
    "dice_reported": _faces,
    "six_traded": lambda _: "a 6 traded for the 1",
    "pool_token_spent": lambda e: f"a token from {e.player} takes a 1 away",
    "difficulty_added": lambda e: f"made harder by {e.player}",
    "trigger_invoked": lambda e: f"+{e.bonus} for “{e.principle}”",
}
_EFFECTS: dict[str, Callable[[Any], str | None]] = {
    "skill_damaged": lambda e: f"{e.skill} down to {e.level}" if e.amount else None,
    "luck_lost": lambda e: f"Luck down to {e.luck}",
    "heart_damaged": lambda e: f"{e.character} loses {e.amount} Heart, {e.heart} left",
    "skill_rank_raised": lambda e: f"{e.skill} rises to rank {e.rank}",
    "item_broken": lambda e: f"{e.item} breaks for good",
    "challenge_reduced": lambda e: f"challenge down to {e.left}",
    "group_goal_reduced": lambda e: f"group goal down to {e.left}" if e.amount else None,
    "connection_changed": lambda e: f"{e.connection} from {e.old} to {e.new}" if e.old != e.new else None,
}
_SILENT = frozenset(
    (
        *("help_offered", "dice_held_out", "dice_split", "roll_step_changed", "dice_rerolled"),
        *("pool_tokens_added", "skill_repaired", "advancement_gained"),
    )
)
