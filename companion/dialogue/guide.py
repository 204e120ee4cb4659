"""A first evening step by step: what comes next is told when the step before it was taken, once and in order."""

import re
import tomllib
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from string import Formatter
from typing import Any

from audio.types import Utterance
from companion.dialogue.session_context import SessionContext
from companion.dialogue.suggested_sentences import sayings
from companion.nlu.types import Intent
from engine.history import Committed
from engine.phrase import verbatim
from engine.quick_dataclass import dataclass
from engine.types import Spoken

_ENDS = re.compile(r"(?<![?!])”(?= [A-Z“]|$)")
"""The place where a quoted sentence ends one of the companion's."""
_AHEAD = 2
"""Steps that may come next: one that a table leaves out holds up nothing."""
_FOLDER = Path(__file__).parent / "guides"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a first evening.

    Attributes:
        say: What is told, with kinds of command in braces for the sentences that ask for them.
        after: Kind of the command it is told after; empty for the first.
    """

    say: str
    after: str = ""


@lru_cache
def steps_of(slug: str) -> tuple[Step, ...]:
    """Steps of a game's first evening; none where nobody wrote any."""
    file = _FOLDER / f"{slug}.toml"
    if not file.is_file():
        return ()
    return tuple(Step(**each) for each in tomllib.loads(file.read_text(encoding="utf-8"))["step"])


class Guide:
    """Leads through a first evening while somebody wants it; what a table plainly knows already is left out.

    Args:
        slug: The game.
    """

    def __init__(self, slug: str) -> None:
        self._steps = steps_of(slug)
        self._left: tuple[Step, ...] = ()
        self._due: Step | None = None

    def begin(self, session: SessionContext) -> None:
        """Lead on from where the table stands: behind the last step it has taken."""
        history = session.game.history
        entries = (history.entry_at(at) for at in range(len(history)))
        taken = {each.command.kind for each in entries if isinstance(each, Committed)}
        if not self._steps:
            session.announcer.answer("I know no first steps of this game.", session.now)
            return
        done = sum(1 for _ in takewhile(lambda step: step.after in taken, self._steps[1:]))
        self._left = self._steps[done + 1 :]
        session.announcer.answer(worded(session, self._steps[done]), session.now)

    def end(self) -> None:
        """Leave the table to itself."""
        self._left, self._due = (), None

    def took(self, session: SessionContext, kind: str) -> None:
        """A command was carried out: the step behind it is told, once no dice are owed."""
        at = next((at for at, step in enumerate(self._left[:_AHEAD]) if step.after == kind), None)
        if at is not None:
            self._due, self._left = self._left[at], self._left[at + 1 :]
        if self._due is not None and not session.game.open_rolls:
            session.announcer.results([Spoken(verbatim(worded(session, self._due)), 3)], session.now)
            self._due = None


def worded(session: SessionContext, step: Step) -> str:
    """The text of a step, with sentences that are understood at this table."""
    ruleset, state = session.game.ruleset, session.game.state
    known: dict[str, Any] = {}
    for player in ruleset.vocabulary(state).players:
        known = {**sayings(ruleset, state, player.name), **known}
    kinds = [name for _, name, _, _ in Formatter().parse(step.say) if name]
    said = step.say.format(**{kind: known.get(kind, "…").removesuffix(".") for kind in kinds})
    return _ENDS.sub("”.", said)


def lead(session: SessionContext, intent: Intent, utterance: Utterance) -> None:
    """Begin to lead, or stop, as somebody asks."""
    if intent.slots.get("stop"):
        session.guide.end()
        session.announcer.answer("You know the way.", session.now, utterance.id)
    else:
        session.guide.begin(session)
