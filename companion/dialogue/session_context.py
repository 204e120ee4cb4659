"""Interface of a session for the functions that carry out what was said."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from audio.types import Utterance
from companion.chronicle.extractor import EveningNotes
from companion.chronicle.notebook import Notebook
from companion.dialogue.announcer import Announcer
from companion.dialogue.event_publisher import EventPublisher
from companion.dialogue.questions import OpenQuestions, Question
from companion.dialogue.speaker_attribution import SpeakerAttribution
from companion.dialogue.turn_interpreter import TurnInterpreter
from companion.llm.table_reading import Proposal
from companion.nlu.recognize import Trust
from companion.nlu.types import Intent, Turn
from companion.nlu.word_list import WordList
from companion.play.app_dice import AppDice
from companion.play.game import Game
from companion.privacy.consent import ConsentRegister
from companion.tracker.hypotheses import Inferred


class Card(Protocol):
    """The move, as a page shows it to be tapped."""

    @property
    def speaker(self) -> str:
        """The player whose moves these are."""


class SessionContext(Protocol):
    """Interface of a session for the functions that carry out what was said.

    Attributes:
        own: What the companion does itself, by command; every other intent is a command of the rules.
        struck: Ids of utterances of this evening that were taken from the record.
        listening: Whether it takes in what is said.
        ended: Whether the evening is over.
        writer: Has a language model write notes, if anybody.
        ended_by: Id of the latest command that ended it, undone or not; empty when there is none.
        now: Seconds since the evening began, also after a restart.
        began: What that was when this run of it began.
    """

    game: Game
    announcer: Announcer
    notebook: Notebook
    dice: AppDice
    questions: OpenQuestions
    turns: TurnInterpreter
    minutes: EventPublisher
    voices: SpeakerAttribution
    words: WordList
    consent: ConsentRegister
    own: Mapping[str, "Handler"]
    struck: set[str]
    listening: bool
    ended: bool
    writer: Any
    ended_by: str
    now: float
    began: float

    @property
    def left(self) -> bool:
        """True once the evening was given back."""

    @property
    def guide(self) -> "Guides":
        """Leads through a first evening."""

    @property
    def follower(self) -> "Follows":
        """Keeps the last lines that nothing came of."""

    @property
    def trust(self) -> Trust:
        """Level of trust with which commands are carried out."""

    def trust_more(self, steps: int) -> None:
        """Act more readily by so many steps; less when negative."""

    def understand(self, turn: Turn, utterance: Utterance) -> int:
        """Do what a turn asks for; characters from its beginning that were acted upon."""

    def claim_dice(self) -> None:
        """Hand in dice that were read out before it was known what for, when they are owed now."""

    @property
    def cards(self) -> tuple["Card", ...]:
        """Cards that lie, oldest first."""

    def evening(self) -> EveningNotes:
        """The evening so far, before anything is set right."""

    def suggest(self, utterance: Utterance, read: Sequence[Proposal], lines: Collection[str] = ()) -> bool:
        """Put what a language model reads in a line, and in further ones, on a card; False where none may lie."""

    def refuse_aloud(self, reason: str, utterance_id: str | None) -> None:
        """Say why something was not done."""


class Guides(Protocol):
    """Leads through a first evening."""

    def begin(self, session: SessionContext) -> None:
        """Lead on from where the table stands."""

    def end(self) -> None:
        """Leave the table to itself."""

    def took(self, session: SessionContext, kind: str) -> None:
        """A command was carried out."""


class Follows(Protocol):
    """Keeps the last lines that nothing came of."""

    @property
    def reads_again(self) -> bool:
        """True while an earlier line is being read again."""

    def done(self, session: SessionContext, utterance_id: str) -> None:
        """Something came of a line; what others asked for that rests on it is not forgotten."""

    def answered(self, utterance_id: str) -> None:
        """A line was answered: it is not read again."""

    def inferred(self, session: SessionContext, since: int) -> None:
        """Note that the log from a place on was inferred from a line that is not known exactly."""

    def put_right(self, by: str | None) -> None:
        """Note that requests in somebody's last lines, or everybody's where None, are done or not wanted."""

    def struck(self, utterance_ids: Collection[str]) -> None:
        """Words were taken from the record."""

    def denied(self, question: Question) -> None:
        """Somebody said no to a question."""

    def read_dice_after(self, session: SessionContext, utterance_id: str, done: Intent) -> None:
        """Take the dice that a line reads out for what it asked for itself."""

    def advised(
        self,
        session: SessionContext,
        turn: Turn,
        utterance: Utterance,
        commands: Sequence[Mapping[str, Any]],
        believed: float,
    ) -> str:
        """Weigh what somebody else reads in a line that nothing came of; returns the deed."""

    def chance(self, session: SessionContext, turn: Turn, utterance: Utterance) -> float:
        """Probability that a line asks for anything, by its likeness to others."""

    def wait_for(self, session: SessionContext, step: Inferred) -> None:
        """A step is asked about first; what is said next may tell as well."""


Handler = Callable[[SessionContext, Intent, Utterance], None]
"""Does one of the companion's own commands."""
