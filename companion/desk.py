"""What a session lends to the commands the companion carries out itself."""

from typing import Any, Protocol

from audio.types import Utterance
from companion.announce import Announcer
from companion.dice_desk import DiceDesk
from companion.game import Game, Performed
from companion.intents.recognize import Trust
from companion.intents.types import Intent, Turn
from companion.minutes import Minutes
from companion.notebook import Notebook
from companion.privacy.consent import ConsentDesk
from companion.questions import QuestionDesk
from companion.records import Record
from companion.turns import TurnReader
from companion.voice_desk import VoiceDesk
from companion.word_list import WordList


class Desk(Protocol):
    """What a session lends to these commands."""

    game: Game
    announcer: Announcer
    notebook: Notebook
    dice: DiceDesk
    questions: QuestionDesk
    turns: TurnReader
    minutes: Minutes
    voices: VoiceDesk
    words: WordList
    consent: ConsentDesk
    struck: set[str]
    listening: bool
    now: float

    @property
    def trust(self) -> Trust:
        """How readily commands are carried out."""
        ...

    def trust_more(self, steps: int) -> None:
        """Act more readily by so many steps; less when negative."""
        ...

    def understand(self, turn: Turn, utterance: Utterance) -> int:
        """Do what a turn asks for; characters from its beginning that were acted upon."""
        ...

    def act(self, intent: Intent, utterance: Utterance, speaker: str | None) -> None:
        """Carry out an intent."""
        ...

    def ask(self, intent: Intent, utterance: Utterance, text: str | None = None) -> None:
        """Put the question an intent needs answered; in these words when they are given."""
        ...

    def perform(self, command: Any, utterance: Utterance | None, root: str | None = None) -> Performed:
        """Carry out a command."""
        ...

    def refusal(self, intent: Intent, speaker: str | None) -> str | None:
        """Error code the rules would answer to an intent, None when they would take it."""
        ...

    def refuse_aloud(self, reason: str, utterance_id: str | None) -> None:
        """Say why something was not done."""
        ...

    def note(self, intent: Intent, utterance: Utterance) -> None:
        """Record something worth noting."""
        ...

    def emit(self, record: Record) -> None:
        """Hand a record to the observer."""
        ...
