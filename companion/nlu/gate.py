"""Answers the table waits for and things it allows right now, as far as seen without asking the rules."""

from collections.abc import Callable, Collection, Mapping

from companion.nlu.types import Table
from companion.nlu.words import word_set
from companion.play.commands import commands_of
from engine.common.messages import Talk
from engine.quick_dataclass import dataclass

_THROWS = frozenset({"ACTION", "CHECK"})
_LIES = frozenset({"EXPLODE", "REROLL"})
_PROTECTED = frozenset({"WRAP_UP", "GOAL_COMPLETION", "SUCCESS_RESULT"})
_HALF_PROTECTED = frozenset({"FAILURE_RESULT", "BREAK_EVEN_RESULT"})


@dataclass(frozen=True, slots=True)
class Place:
    """A table seen from one player's seat; the player is None when nobody knows who speaks."""

    table: Table
    player: str | None

    def expects(self, *commands: str, mine: bool | None = None) -> bool:
        """Return True where one of these answers is awaited, from this player (`mine`), another, or anybody."""
        waiting = [each for each in self.table.expected if each.command in commands]
        if mine is None or self.player is None:
            return bool(waiting)
        return any((each.player == self.player) is mine for each in waiting)

    def awaits(self, what: Callable[[Talk], bool], mine: bool | None = None) -> bool:
        """Return True where such an answer is awaited (see `expects`)."""
        known = commands_of(self.table.slug)
        return self.expects(*(kind for kind, each in known.items() if what(each.talk)), mine=mine)

    def owes(self, purposes: frozenset[str], mine: bool | None = None) -> bool:
        """Return True where dice for one of these purposes are awaited."""
        rolls = [roll for roll in self.table.open_rolls if roll.purpose in purposes]
        if mine is None or self.player is None:
            return bool(rolls)
        return any((roll.roller == self.player) is mine for roll in rolls)

    def phase(self, *phases: str) -> bool:
        """Return True where the table is in one of these phases, or in an unknown one."""
        return self.table.phase is None or self.table.phase in phases


def _after_dice(talk: Talk) -> bool:
    return talk.after_dice


def _secret(talk: Talk) -> bool:
    return talk.secret


def _lying(place: Place, mine: bool | None) -> bool:
    return place.awaits(_after_dice, mine) or place.owes(_LIES, mine)


_FLAGS: Mapping[str, Callable[[Place], bool]] = {
    "play": lambda at: at.phase("PLAY"),
    "idle": lambda at: not at.table.open_rolls and not at.awaits(lambda talk: talk.holds_up or talk.after_dice),
    "unprotected": lambda at: at.table.narration not in _PROTECTED | _HALF_PROTECTED,
    "callable": lambda at: at.table.narration not in _PROTECTED,
    "own_throw": lambda at: at.owes(_THROWS, mine=True),
    "any_throw": lambda at: at.owes(_THROWS),
    "other_throw": lambda at: at.owes(_THROWS, mine=False),
    "own_choice": lambda at: _lying(at, mine=True),
    "other_choice": lambda at: _lying(at, None) and (at.player is None or not at.awaits(_after_dice, mine=True)),
    "narrating": lambda at: at.player is None or at.player == at.table.holder,
    "scene_owed": lambda at: at.table.narration == "SCENE",
    "limited": lambda at: at.table.actions is not None,
    "success_running": lambda at: at.table.narration == "SUCCESS_RESULT",
    "bidding": lambda at: at.awaits(_secret),
    "owes_bid": lambda at: at.awaits(_secret, mine=True),
    "question": lambda at: at.table.question,
    "telling": lambda at: at.table.telling,
    "improving": lambda at: at.table.phase in {"CLOSED", "OPENING"},
    "proposal": lambda at: at.table.phase == "CHARACTERS",
    "goals": lambda at: at.phase("CHARACTERS", "OPENING", "PLAY", "CLOSED"),
    "personal": lambda at: at.table.phase != "OPENING",
    "goals_open": lambda at: at.phase("OPENING", "PLAY"),
    "sheet_or_play": lambda at: at.phase("CHARACTERS", "OPENING", "PLAY"),
    "table": lambda at: at.table.phase != "LOBBY",
    "no_table": lambda at: at.phase("LOBBY"),
    "joining": lambda at: at.phase("LOBBY", "SETTING", "CHARACTERS", "OPENING"),
    "setting": lambda at: at.table.phase == "SETTING",
    "setting_or_lobby": lambda at: at.table.phase in {"SETTING", "LOBBY"},
    "characters": lambda at: at.table.phase == "CHARACTERS",
    "opening": lambda at: at.phase("OPENING"),
    "can_start": lambda at: at.phase("OPENING", "CLOSED"),
}
_ASKING: Mapping[str, Callable[[Place, str], bool]] = {
    "phase": lambda at, names: at.phase(*names.split("|")),
    "narration": lambda at, names: at.table.phase is None or at.table.narration in names.split("|"),
    "expects": lambda at, names: at.table.phase is None or at.expects(*names.split("|")),
    "mine": lambda at, names: at.table.phase is None or at.expects(*names.split("|"), mine=True),
    "others": lambda at, names: at.table.phase is None or at.expects(*names.split("|"), mine=False),
    "owes": lambda at, names: at.table.phase is None or at.owes(frozenset(names.split("|")), mine=True),
}
"""Conditions of any system, written `phase:CARDS|REVEALED`; of a table nobody knows anything about, all hold."""


def known(flag: str, slug: str) -> bool:
    """Return True where a grammar of this system may use this in `needs` and `insist`."""
    kind, _, names = flag.partition(":")
    return flag in _FLAGS or flag in _awaited(slug) or (kind in _ASKING and bool(names))


def _awaited(slug: str) -> Collection[str]:
    """Conditions that a certain answer is awaited of the speaker."""
    return {each.talk.awaited for each in commands_of(slug).values() if each.talk.awaited}


def _holds(flag: str, place: Place) -> bool:
    kind, _, names = flag.partition(":")
    if names:
        return _ASKING[kind](place, names)
    return _FLAGS[flag](place) if flag in _FLAGS else place.awaits(lambda talk: talk.awaited == flag, mine=True)


_PHASE_FLAGS = word_set(
    """
    play goals personal goals_open sheet_or_play table no_table joining setting setting_or_lobby characters
    opening can_start improving question telling
    """
)
"""Conditions that hold whatever the rules say: they keep set-up talk out of the game and the other way round."""


def refusal(needs: tuple[str, ...], place: Place) -> str | None:
    """None when everything needed holds, "E_PROTECTED" when only a running narration forbids it, else "E_STATE"."""
    failing = [flag for flag in needs if not _holds(flag, place)]
    if not failing:
        return None
    return "E_PROTECTED" if set(failing) <= {"unprotected", "callable"} else "E_STATE"


def insisted(needs: tuple[str, ...], insist: tuple[str, ...]) -> tuple[str, ...]:
    """The conditions that are checked even where the rules are asked."""
    return tuple(flag for flag in needs if flag in _PHASE_FLAGS or flag.startswith("phase:") or flag in insist)
