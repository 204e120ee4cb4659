"""Dice read out that nobody waits for: the companion asks what they are for, and takes them once it knows.

Whoever reads dice aloud was asked to roll. When nothing is owed, the request was made in words the companion does not
know. The name of a skill is enough for an answer, and so is the request in other words; the dice are remembered.
"""

from dataclasses import replace

from audio.types import SpeakerMatch, Utterance
from companion.dialogue.command_executor import perform
from companion.dialogue.session_context import SessionContext
from companion.nlu.faces import said_numbers
from companion.nlu.names import find_mentions
from companion.nlu.types import Turn
from companion.nlu.words import Word, split, word_set
from engine.dice.roll import Roll
from engine.phrase import phrase
from engine.quick_dataclass import dataclass
from engine.types import Spoken

KEEP_SECONDS = 40.0
"""Time for which dice are remembered after they were asked about."""
REST_SECONDS = 60.0
"""Time during which no further dice are asked about."""

_ECHO_SECONDS = 15.0
"""Time during which dice that came in may be repeated by anybody."""
_FEWEST = 2
"""A single number may be a count of anything."""
_MOST_WORDS = 12
_LONGEST_ANSWER = 6
"""Words of an answer that only names what was rolled."""
_ELSEWHERE = word_set("was were had last once earlier could would should if when need needs want")
"""Words of talk about other dice than those on the table."""
_PEOPLE = frozenset({"player", "character"})


@dataclass(frozen=True, slots=True)
class _Dice:
    turn: Turn
    utterance: Utterance
    roller: str
    until: float


@dataclass(slots=True)
class UnsolicitedDice:
    """The dice somebody read out last that nobody waits for, while it is asked what they are for."""

    _dice: _Dice | None = None
    _asked: float = -REST_SECONDS
    _answering: bool = False

    def look(self, session: SessionContext, turn: Turn, utterance: Utterance) -> None:
        """Take what was said for an answer, or ask what its dice are for; nothing when it is neither.

        Args:
            session: The evening.
            turn: What was said, and asked for nothing.
            utterance: The same, as it was kept.
        """
        if self._answering:
            return
        dice = self._remembered(session)
        if dice is not None and session.now <= dice.until:
            self._answer(session, turn, utterance, dice)
            return
        roller = utterance.speaker_name
        if roller is None or not self._may_ask(session, roller) or not _reads_dice(session, turn, roller):
            return
        self._dice, self._asked = _Dice(turn, utterance, roller, session.now + KEEP_SECONDS), session.now
        session.announcer.results(
            [Spoken(phrase("What are {roller}'s dice for?", roller=roller), 3)], session.now, utterance.id
        )

    def claim(self, session: SessionContext) -> None:
        """Hand in the remembered dice when a roll of theirs is owed now."""
        dice = self._remembered(session)
        owed = () if dice is None else tuple(each for each in session.game.open_rolls if each.roller == dice.roller)
        if dice is None or not (owed or session.now > dice.until):
            return
        self._dice = None
        if session.now > dice.until or session.dice.rolls_for(dice.roller):
            return
        report = session.turns.dice_again(dice.turn, session.game.state, owed).report
        if report is not None:
            roll = Roll(report.request, report.values or (), report.total, report.successes)
            perform(session, session.game.ruleset.report(roll), dice.utterance)

    def _remembered(self, session: SessionContext) -> _Dice | None:
        """The dice, unless their words were struck."""
        if self._dice is not None and self._dice.utterance.id in session.struck:
            self._dice = None
        return self._dice

    def _may_ask(self, session: SessionContext, roller: str) -> bool:
        """Return True if the game runs, and these dice are nobody's business yet."""
        if session.now - self._asked < REST_SECONDS or session.questions.open is not None:
            return False
        if session.dice.rolls_for(roller) or any(each.roller == roller for each in session.game.open_rolls):
            return False
        if session.now - session.dice.last_came_in < _ECHO_SECONDS:
            return False
        return session.game.ruleset.narration(session.game.state).holder is not None

    def _answer(self, session: SessionContext, turn: Turn, utterance: Utterance, dice: _Dice) -> None:
        """Understand the bare name of something rolled on as the whole sentence it stands for."""
        words = [word for each in split(turn.text) for word in each.words]
        if len(words) > _LONGEST_ANSWER:
            return
        table = session.turns.table(session.game.state)
        for mention in find_mentions(words, table.vocabulary, table.names):
            thing = next((each for each in mention.things if each.kind not in _PEOPLE), None)
            if thing is not None and thing.owner in {None, dice.roller}:
                self._try(session, turn, utterance, dice, thing.name)
                return

    def _try(self, session: SessionContext, turn: Turn, utterance: Utterance, dice: _Dice, name: str) -> None:
        length, self._answering = len(session.game.recorded), True
        leader = session.game.ruleset.narration(session.game.state).holder or dice.roller
        for by, text in ((dice.roller, f"I roll {name}."), (leader, f"{dice.roller}, roll {name}.")):
            if utterance.own_page and by != utterance.speaker_name:
                continue  # nobody speaks for others there
            said = replace(utterance, text=text, speaker=SpeakerMatch(by, 1.0))
            session.understand(replace(turn, text=text, speaker=by), said)
            if len(session.game.recorded) > length or session.questions.open is not None:
                break
        self._answering = False


def _reads_dice(session: SessionContext, turn: Turn, roller: str) -> bool:
    """Return True if a turn is nothing but the faces of dice such as this game has thrown before."""
    kind = session.dice.latest
    words = [word for each in split(turn.text) for word in each.words]
    count = sum(len(said.faces) for said in said_numbers(words))
    if kind is None or count < _FEWEST or len(words) > _MOST_WORDS or _about_other_dice(words):
        return False
    request = replace(kind, roller=roller, count=count, total_accepted=False, successes_accepted=False)
    return session.turns.dice_again(turn, session.game.state, (request,)).report is not None


def _about_other_dice(words: list[Word]) -> bool:
    return any(word.text in _ELSEWHERE for word in words)
