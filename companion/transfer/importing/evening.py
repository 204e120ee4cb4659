"""A heard recording as an evening of a campaign: as talk only, or played by the rules."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from audio.types import Utterance
from companion.base.clock import Clock
from companion.chronicle.extractor import NoteExtractor, TalkLine
from companion.chronicle.memory.recollection import Recollection
from companion.dialogue.session import Session
from companion.dialogue.turn_interpreter import turn_of
from companion.nlu.context import said_names
from companion.nlu.recognize import Recognizer
from companion.nlu.word_list import WordList
from companion.play.game import Game
from companion.privacy.consent import ConsentRegister
from companion.store import Campaign, Evening, Store, StoredUtterance
from companion.transfer.importing.discretion import kept_of, with_wishes
from companion.transfer.importing.errors import ImportFailed
from companion.transfer.importing.work import Plan, Work
from companion.voice.live_loop import CLOSING_SECONDS
from companion.voice.speech import announce
from engine.phrase import phrase
from engine.vocabulary import Vocabulary


class RecordedTime:
    """A clock that shows the time at which the recording was made.

    Args:
        started: When it began, UTC.
        clock: The clock that waits and counts.
    """

    def __init__(self, started: datetime, clock: Clock) -> None:
        self.position = 0.0
        self._started = started
        self._clock = clock

    def now(self) -> datetime:
        """The time of what is being written, UTC."""
        return self._started + timedelta(seconds=self.position)

    def monotonic(self) -> float:
        """Seconds since some fixed moment."""
        return self._clock.monotonic()

    def sleep(self, seconds: float) -> None:
        """Block for that many seconds."""
        self._clock.sleep(seconds)


def names_to_expect(store: Store, campaign: Campaign, clock: Clock) -> tuple[str, ...]:
    """Names likely to be said: of players and characters, on their sheets, those learnt, and those remembered.

    Raises:
        RosterError: The rules refuse something the roster says.
        CampaignInUse: Another companion is writing the campaign.
    """
    game = Game(store, campaign, clock)
    game.set_up()
    names = said_names(game.ruleset.vocabulary(game.state))
    remembered = Recollection(store, campaign).names((), game.state)
    return tuple(dict.fromkeys((*names, *WordList(store, campaign.id).hotwords, *remembered)))


class StoryNames:
    """Names known beforehand and those the story brings as it is heard.

    Args:
        known: Names known beforehand.
        vocabulary: Players, characters and everything of theirs that has a name.
    """

    def __init__(self, known: Sequence[str], vocabulary: Vocabulary) -> None:
        self._known = tuple(known)
        self._scribe = NoteExtractor(vocabulary)
        self._expected: tuple[str, ...] | None = self._known

    @property
    def expected(self) -> tuple[str, ...]:
        """The names."""
        if self._expected is None:
            self._expected = tuple(dict.fromkeys((*self._known, *self._scribe.names())))
        return self._expected

    def heard(self, utterance: Utterance) -> None:
        """Take in something said."""
        speaker = utterance.speaker.name if utterance.speaker else None
        line = f"{utterance.start:.3f} {speaker}"
        self._scribe.heard(TalkLine(line, utterance.text, speaker, utterance.start, utterance.end))
        self._expected = None


def evening_of(store: Store, campaign: Campaign, work: Work, plan: Plan, said: Sequence[Utterance]) -> Evening:
    """The evening an import fills: the one it began before it was interrupted, else a new one.

    Raises:
        CampaignInUse: Another companion is writing the campaign.
        WorkNotKept: Its number cannot be kept.
    """
    store.claim(campaign.id)
    evenings = store.evenings(campaign.id)
    begun = next((each for each in evenings if each.number == plan.evening), None)
    if begun is not None and _is_ours(store.utterances(campaign.id, begun.number), said):
        return begun
    following = evenings[-1].number + 1 if evenings else 1
    work.keep_plan(Plan(plan.started, following))
    return store.begin_evening(campaign.id)


def _is_ours(stored: Sequence[StoredUtterance], said: Sequence[Utterance]) -> bool:
    ours = {each.start for each in said}
    return all(each.start in ours for each in stored)


def write_talk(
    store: Store,
    campaign: Campaign,
    evening: Evening,
    said: Sequence[Utterance],
    time: RecordedTime,
    recognizer: Recognizer,
    consent: ConsentRegister,
) -> int:
    """Put what may be kept of a recording into an evening and end it, all or nothing.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        evening: Which one; where it was ended already, that was done.
        said: Everything said, in order.
        time: Clock of the store.
        recognizer: Understands what people say about their words.
        consent: Whose words are kept.

    Returns:
        Number of sentences the evening has.

    Raises:
        StoreError: The disk is full or the store cannot be written.
    """
    if evening.ended is None:
        heard = with_wishes(said, campaign, recognizer)
        with store.in_one_step():
            there = {each.id for each in store.utterances(campaign.id, evening.number)}  # of an older companion
            for utterance in (each for each in kept_of(heard, consent) if each.id not in there):
                time.position = utterance.end
                match = utterance.speaker
                name, score = (match.name, match.score) if match else (None, None)
                kept = StoredUtterance(utterance.id, utterance.text, name, score, utterance.start, utterance.end)
                store.add_utterance(campaign.id, evening.number, kept)
            store.end_evening(campaign.id, evening.number)
    return len(store.utterances(campaign.id, evening.number))


def play_talk(session: Session, said: Sequence[Utterance], time: RecordedTime) -> None:
    """Let a session hear an evening as if it sat at the table; goes on behind what it heard before.

    Args:
        session: Its evening has begun.
        said: Everything said, in order.
        time: Clock of the session.
    """
    game = session.game
    session.began = 0.0  # what was said before an interruption is no other than what is said after it
    before = game.store.utterances(game.campaign.id, game.evening)
    begun = before[-1].start if before else -1.0
    _understand_last(session, before, said, time)
    for utterance in said:
        if utterance.start <= begun:
            continue
        _let_time_pass(session, utterance.start)
        time.position = utterance.end
        session.hear(utterance)
    _let_time_pass(session, time.position + CLOSING_SECONDS)


def _understand_last(
    session: Session, before: Sequence[StoredUtterance], said: Sequence[Utterance], time: RecordedTime
) -> None:
    """Understand what was heard last, where a kill came between the words and what they ask for."""
    game = session.game
    for last in before[-1:]:
        reasons = game.store.explanation(game.campaign.id, game.evening or 0, last.id)
        done = any(each.utterance_id == last.id for each in game.recorded.of_evening(game.evening))
        for utterance in (each for each in said if each.start == last.start and not (done or reasons or last.struck)):
            named = replace(utterance, id=last.id)
            session.pass_time(utterance.end)
            time.position = utterance.end
            session.understand(turn_of(named), named)


def _let_time_pass(session: Session, until: float) -> None:
    session.pass_time(until)
    while announcement := session.due():
        announce(session, announcement, None)


def left_to_play(store: Store, campaign: Campaign, evening: Evening, said: Sequence[Utterance]) -> bool:
    """Return True if the rules still have something to play of an evening; one that its own talk ended is played on.

    Raises:
        ImportFailed: It was half played when another evening began, and the rules have gone on without it.
    """
    stored = store.utterances(campaign.id, evening.number)
    heard = not said or (bool(stored) and stored[-1].start >= said[-1].start)
    if evening.ended is None or heard:
        return evening.ended is None
    if store.evenings(campaign.id)[-1].number != evening.number:
        message = phrase(
            "Evening {number} was interrupted by another evening and cannot be continued.",
            number=evening.number,
        )
        raise ImportFailed(message, phrase("Add --again to import the recording as another evening."))
    return True
