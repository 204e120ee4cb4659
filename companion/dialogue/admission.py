"""Filter of words: none while the companion does not listen, none of anybody who does not agree to it."""

from collections.abc import Collection, Iterable

from audio.types import Utterance
from companion.dialogue.announcer import Announcer
from companion.dialogue.questions import OpenQuestions
from companion.dialogue.turn_interpreter import TurnInterpreter
from companion.nlu.types import Intent, Turn
from companion.privacy.consent import ConsentRegister

WAKING = "start_listening"
AGREEING = "agree_to_be_heard"
FORGETTING = "forget_me"
WITHDRAWING = "withdraw_consent"
STRIKING, GOING_OFF = "off_the_record", "go_off_the_record"
PERSONAL = frozenset({AGREEING, WITHDRAWING, FORGETTING})
"""Commands that nobody can give for somebody else."""
PRIVATE = PERSONAL | {WAKING, "stop_listening", "off_the_record", "go_off_the_record"}
"""Commands about what is heard and kept."""


class AdmissionFilter:
    """Stands before everything that keeps or understands words for good.

    Args:
        consent: Whose words may be taken in.
        turns: Understands what somebody says who is not taken in otherwise.
        questions: The open question, which may be about forgetting somebody.
        announcer: Tells people how to agree.
    """

    def __init__(
        self, consent: ConsentRegister, turns: TurnInterpreter, questions: OpenQuestions, announcer: Announcer
    ) -> None:
        self._consent = consent
        self._turns = turns
        self._questions = questions
        self._announcer = announcer

    def admits(self, turn: Turn, utterance: Utterance, listening: bool, now: float) -> bool:
        """Return True if words are admitted.

        Args:
            turn: The words.
            utterance: The same, with the voice.
            listening: Whether the companion listens; if not, only words that wake it are taken in.
            now: Seconds since listening began.
        """
        if not listening and not any(self._meant(turn, {WAKING})):
            return False
        if self._consent.leaves_out(utterance):
            return self._says_anyway(turn, utterance, now)
        self._tell(self._consent.reminder(utterance), now)
        return True

    def keeps(self, heard: Turn, spelt: Turn) -> bool:
        """Return True for words about what is heard and kept: they count as heard, and no spelling makes any."""
        if heard.text == spelt.text:
            return True
        question = self._questions.open
        personal = question is not None and question.intent.command in PERSONAL
        return personal or any(any(self._meant(each, PRIVATE)) for each in (heard, spelt))

    def _says_anyway(self, turn: Turn, utterance: Utterance, now: float) -> bool:
        """Return True if somebody who is left out agrees, or wants to be forgotten; they are told once how to agree."""
        question = self._questions.open
        about_them = question is not None and question.intent.command == FORGETTING
        meant = self._meant(turn, {AGREEING, FORGETTING, "yes", "no"} if about_them else {AGREEING, FORGETTING})
        if any(self._consent.one_who_speaks(each.slots.get("player"), utterance) for each in meant):
            return True
        self._tell(self._consent.told(utterance), now)
        return False

    def _meant(self, turn: Turn, commands: Collection[str]) -> Iterable[Intent]:
        return (each for each in self._turns.read(turn, self._questions.open is not None) if each.command in commands)

    def _tell(self, sentence: str | None, now: float) -> None:
        if sentence is not None:
            self._announcer.answer(sentence, now)
