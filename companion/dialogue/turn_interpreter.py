"""From a turn to intents with the table in view: what is said now, what is left of it, and what answers a question."""

import math
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from audio.types import Utterance
from companion.chronicle.notebook import Notebook
from companion.dialogue.announcer import Announcer
from companion.dialogue.questions import Question
from companion.nlu.bind import command_json
from companion.nlu.context import table_of
from companion.nlu.dice_talk import Again
from companion.nlu.recognize import Recognizer, Trust
from companion.nlu.trace import Trace
from companion.nlu.types import Intent, Table, Turn
from companion.play.game import Game
from engine.common.messages import UNDO_KIND
from engine.dice.roll import RollRequest

LONGEST_TURN = 300
"""Words of one turn. Nobody says more in one breath; what is longer, such as a text pasted in, asks for nothing."""
_SENTENCE_END = re.compile(r"[.!?]+")


class TurnInterpreter:
    """Understands turns at one table and remembers the last few.

    Args:
        game: Campaign played.
        recognizer: Understanding.
        notebook: Names of the story.
        announcer: Knows whether a tale is being told.

    Attributes:
        trace: What the latest turn was taken for, and why.
    """

    def __init__(self, game: Game, recognizer: Recognizer, notebook: Notebook, announcer: Announcer) -> None:
        self._game = game
        self._recognizer = recognizer
        self._notebook = notebook
        self._announcer = announcer
        self._before: deque[Turn] = deque(maxlen=4)
        self.trace = Trace()

    @property
    def before(self) -> tuple[Turn, ...]:
        """The turns heard before the latest one, oldest first."""
        return tuple(self._before)

    def warm_up(self) -> None:
        """Compile the whole grammar now, which takes seconds."""
        self._recognizer.warm_up()

    @property
    def trusted(self) -> Trust:
        """Level of trust with which understanding acts."""
        return self._recognizer.trust

    def trust(self, trust: Trust) -> None:
        """Understand with another readiness to act from now on."""
        self._recognizer = self._recognizer.trusting(trust)

    def remember(self, turn: Turn) -> None:
        """A turn was heard to its end."""
        self._before.append(turn)

    def forget(self) -> None:
        """Forget the turns heard so far."""
        self._before.clear()

    def table(self, state: Any, question: bool = False) -> Table:
        """The table in a state, as understanding sees it."""
        table = table_of(self._game.ruleset, state, self._notebook.names, question)
        return replace(table, telling=self._announcer.telling)

    def read(self, turn: Turn, question: bool) -> tuple[Intent, ...]:
        """Return the intents of a turn."""
        self.trace = Trace()
        return self._read(turn, self._game.state, question, trace=self.trace)

    def read_rest(self, turn: Turn, done: int, last: Intent, question: bool) -> tuple[Intent, ...]:
        """Return the intents of the rest of a turn once its beginning was done; spans count from the turn's start.

        "Five, four, two. I re-roll the two." asks for a re-roll that did not exist before the faces were in. Two people
        who speak without a pause may be heard as one: where the speaker has nothing more to say to the rules, the next
        sentence may be the answer that somebody else still owes, unless it only says the same once more.

        Args:
            turn: The whole turn.
            done: Offset of the first letter not yet understood.
            last: What was carried out last.
            question: Whether the companion waits for an answer.
        """
        said = replace(turn, text=turn.text[:done], done=done)
        found = _SENTENCE_END.search(turn.text, done)
        sentence = found.end() if found else len(turn.text)
        rest = self._shifted(replace(turn, text=turn.text[done:]), done, said, question)
        intents = tuple(each for each in rest if each.command != last.command or _again(each, sentence))
        if any(each.decision == "act" for each in intents):
            return intents
        owed = {each.command for each in self._game.ruleset.expected(self._game.state) if not each.optional}
        nobodys = replace(turn, text=turn.text[sentence:], speaker=None)
        others = self._shifted(nobodys, sentence, said, question) if owed else ()
        return tuple(each for each in others if each.command in owed and not _repeats(each, last)) or intents

    def answers_by_deed(self, turn: Turn, question: Question) -> bool:
        """Return True if a turn answers the open question with yes by reading out dice for the roll it asks about."""
        if question.intent.missing or question.intent.command is None:
            return False
        asked = {"actor": question.speaker, **command_json(question.intent)}
        state = self._game.after([*question.first, asked])
        if state is None:
            return False
        known = {request.request_id for request in self._game.open_rolls}
        if all(request.request_id in known for request in self._game.ruleset.open_rolls(state)):
            return False
        intents = self._read(turn, state, question=False)
        return bool(intents) and intents[0].category == "dice_report" and intents[0].decision == "act"

    def read_ahead(self, turn: Turn, state: Any) -> tuple[Intent, ...]:
        """Return the intents a turn would have if the table stood in another state."""
        return self._read(turn, state, question=False)

    def read_anywhere(self, turn: Turn) -> tuple[Intent, ...]:
        """Return the intents a turn would have in some phase of the game, whatever the rules say now."""
        table = replace(self.table(self._game.state), phase=None, open_rolls=(), expected=())
        return self._recognizer.recognize(turn, table, self.before)

    def dice_again(self, turn: Turn, state: Any, rolls: tuple[RollRequest, ...]) -> Again:
        """Return what a turn says about dice that came in before: the rolls that were owed in an earlier state."""
        return self._recognizer.dice_again(turn, replace(self.table(state), open_rolls=rolls))

    def _shifted(self, part: Turn, offset: int, said: Turn, question: bool) -> tuple[Intent, ...]:
        self.trace.offset = offset
        intents = self._read(part, self._game.state, question, said, trace=self.trace)
        return tuple(replace(each, span=(each.span[0] + offset, each.span[1] + offset)) for each in intents)

    def _read(
        self, turn: Turn, state: Any, question: bool, *said: Turn, trace: Trace | None = None
    ) -> tuple[Intent, ...]:
        if len(turn.text.split()) > LONGEST_TURN:
            return ()

        def permits(kind: str, slots: Mapping[str, Any]) -> str | None:
            if kind == UNDO_KIND and self._notebook.amended is not None:
                return None  # the chronicle was set right last, which the rules know nothing of
            return self._game.refusal(kind, slots, state)

        return self._recognizer.recognize(turn, self.table(state, question), (*self._before, *said), permits, trace)


def _again(intent: Intent, sentence: int) -> bool:
    """Return True if a turn may ask for a thing twice: more dice or chips in a new sentence; a scene is set once.

    A new sentence that leaves out what the first one named is about the same thing ("I want him as a connection").
    """
    return intent.category in {"dice_report", "resource"} and intent.span[0] >= sentence and not intent.missing


def _repeats(intent: Intent, last: Intent) -> bool:
    """Return True if an answer differs from the last only in who gives it ("I'm sitting this out. Zero.")."""
    said = {name: value for name, value in intent.slots.items() if name != "player"}
    return intent.command == last.command and said.items() <= last.slots.items()


def turn_of(utterance: Utterance) -> Turn:
    """An utterance as understanding takes it."""
    heard = 1.0 if utterance.typed else math.exp(min(0.0, utterance.avg_logprob))
    speaker = utterance.speaker.name if utterance.speaker else None
    return Turn(utterance.text, speaker, utterance.start, heard, utterance.typed)
