"""What a session lends to those who do what was said."""

from collections.abc import Callable, Mapping
from typing import Protocol

from audio.types import Utterance
from companion.announce import Announcer
from companion.dice_desk import DiceDesk
from companion.game import Game
from companion.intents.recognize import Trust
from companion.intents.types import Intent, Turn
from companion.minutes import Minutes
from companion.notebook import Notebook
from companion.privacy.consent import ConsentDesk
from companion.questions import QuestionDesk
from companion.turns import TurnReader
from companion.voice_desk import VoiceDesk
from companion.word_list import WordList


class Desk(Protocol):
    """What a session lends to those who do what was said.

    Attributes:
        own: What the companion does itself, by command; every other intent is a command of the rules.
        struck: Ids of utterances of this evening that were taken from the record.
        listening: Whether it takes in what is said.
        ended: Whether the evening is over.
        ended_by: Id of the latest command that ended it, taken back or not; empty when there is none.
        now: Seconds since the evening began, also after a restart.
        began: What that was when this run of it began.
    """

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
    own: Mapping[str, "Handler"]
    struck: set[str]
    listening: bool
    ended: bool
    ended_by: str
    now: float
    began: float

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

    def claim_dice(self) -> None:
        """Hand in dice that were read out before it was known what for, when they are owed now."""
        ...

    def refuse_aloud(self, reason: str, utterance_id: str | None) -> None:
        """Say why something was not done."""
        ...


Handler = Callable[[Desk, Intent, Utterance], None]
"""Does one of the companion's own commands."""
