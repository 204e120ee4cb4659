"""Hosts the running evening for the pages: opens it, lets its time go by, and keeps what every page draws from."""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

from audio.phones import Phones
from companion.base.clock import Clock
from companion.base.config import Settings
from companion.base.errors import CompanionError
from companion.chronicle.extractor.language import parser
from companion.chronicle.extractor.notes import EveningNotes as Reading
from companion.chronicle.memory.recollection import Today
from companion.dialogue.announcer import Announcement
from companion.dialogue.one_at_a_time import EveningLeft
from companion.dialogue.records import Record
from companion.dialogue.session import Session
from companion.dialogue.suggested_sentences import sayings
from companion.nlu.own_words import asks_for_pause
from companion.play.game import Game
from companion.store import Campaign, Store
from companion.voice.live_loop import TICK_SECONDS
from companion.voice.speech import announce
from companion.web.action_log import LoggedAction, actions_of
from companion.web.microphone import Hearing, MicrophoneListener
from companion.web.outcomes import Outcomes
from companion.web.partial_dice import partly_read
from companion.web.pauses import Lately, Pauses
from companion.web.ports import OpenEvening, Opens
from companion.web.sound_check import SoundCheck
from companion.web.transcript import Transcript
from companion.web.updates import Topic, Updates
from companion.web.voice_enrollment import VoiceEnrollment
from engine.board import Board, Move, Panel
from engine.errors import EngineError

log = logging.getLogger(__name__)

T = TypeVar("T")

CAPTIONS = 40
"""Announcements a page may look back on."""

FIRST_NOTES_SECONDS = 1.0
"""From the opening of an evening until its notes are read for the first time."""
NOTES_SECONDS = 2.0
NOTES_SHARE = 0.05
"""Least seconds between two writings of the notes while people talk, and the most of that time they may take, as a
share: writing them keeps the session from hearing meanwhile."""

_TOPICS: Mapping[str, tuple[Topic, ...]] = {
    "utterance": ("talk",),
    "credit": ("talk",),
    "reword": ("talk",),
    "note": ("talk", "log"),
    "command": ("board", "log"),
    "event": ("board", "log"),
    "question": ("question", "talk"),
    "card": ("cards",),
    "announcement": ("captions",),
    "state": ("board",),
    "consent": ("voices",),
}


@dataclass(frozen=True, slots=True)
class Caption:
    """Something the companion said: its number tonight, the words, and what for (see `Announcement.kind`)."""

    number: int
    text: str
    of: str


@dataclass(frozen=True, slots=True)
class Speech:
    """Talk that is going on; `by` whom once the voice is sure, None before and for strangers."""

    by: str | None = None


State = Literal["none", "open", "over"]
"""none: no campaign is open; open: an evening runs; over: it has ended and can still be looked at."""


class EveningHost:
    """One evening at a time, for every page. Safe to use from several threads.

    Args:
        store: Where the campaigns live; stays open.
        opens: Opens evenings.
        live: Tells the pages.
        clock: Lets time go by.
    """

    def __init__(self, store: Store, opens: Opens, live: Updates, clock: Clock) -> None:
        self.store = store
        self.live = live
        self.talk = Transcript()
        self.captions: tuple[Caption, ...] = ()
        self.outcomes = Outcomes()
        self.notes: Reading | None = None
        self.pauses = Pauses(clock.monotonic)
        """While one lasts, nothing is heard, rolled or said until somebody goes on."""
        self.lessons_lately = Lately(clock.monotonic)
        self.partly: Mapping[str, tuple[int, ...]] = {}
        """Faces read aloud so far for dice that are owed, by request."""
        self.phones = Phones(clock.monotonic)
        self.consent_changed: Callable[[], None] = lambda: None
        """Called whenever somebody agreed to being heard, or no longer."""
        self._opens = opens
        self._clock = clock
        self._lock = threading.RLock()
        self._showing = threading.Lock()
        """Held while what is shown is replaced, for a moment: nothing else is waited for meanwhile."""
        self.steady = threading.RLock()
        """Held while one evening is exchanged for another, for a moment, and while a seat's page is drawn: what that
        reads is of one campaign. Not one other lock is taken by whoever exchanges."""
        self._evening: OpenEvening | None = None
        self._which: object = None
        self._ears: MicrophoneListener | None = None
        self._hushed: MicrophoneListener | None = None
        self.lessons: VoiceEnrollment | None = None
        """Learns the voices of the open campaign's players; None while no campaign is open."""
        self.microphone = threading.Lock()
        """Held while it is looked who uses the microphone, and something else begins to."""
        self.sound_check = SoundCheck(opens.gear, self.hush, self.listen_again, self._sound_changed)
        self._over = threading.Event()
        self._ticker: threading.Thread | None = None
        self._reader: threading.Thread | None = None
        self._said = 0
        self._busy_until = 0.0
        self._notes_due: float | None = None
        self._notes_pause = NOTES_SECONDS
        self._speech: Speech | None = None
        self._struck = 0
        self._deeds: tuple[tuple[Game | None, int, int], tuple[LoggedAction, ...]] = ((None, 0, 0), ())
        self._views: tuple[Any, dict[tuple[str, str | None], Any]] = (None, {})
        self.state: State = "none"

    # What pages read

    @property
    def session(self) -> Session | None:
        """The evening's session; None while no campaign is open."""
        evening = self._evening
        return None if evening is None else evening.session

    @property
    def game(self) -> Game | None:
        """The campaign being played; None while none is open."""
        evening = self._evening
        return None if evening is None else evening.game

    @property
    def key(self) -> str | None:
        """Key of the campaign being played."""
        game = self.game
        return None if game is None else game.campaign.key

    @property
    def players(self) -> tuple[str, ...]:
        """Players in seat order."""
        game = self.game
        return () if game is None else tuple(each["name"] for each in game.campaign.roster["players"])

    @property
    def hearing(self) -> Hearing:
        """State of listening now."""
        return "off" if self._ears is None else self._ears.hearing

    @property
    def hearing_problem(self) -> str:
        """Problem with listening, one sentence; empty when there is none."""
        return "" if self._ears is None else self._ears.trouble

    @property
    def speech(self) -> Speech | None:
        """Speech going on right now, and its speaker; None also while the table wants nothing taken in."""
        ears, session = self._ears, self.session
        if ears is None or session is None or not session.listening or not ears.speech_running:
            return None
        return Speech(ears.speaker)

    @property
    def deeds(self) -> tuple[LoggedAction, ...]:
        """Recent actions, oldest first."""
        game = self.game
        if game is None:
            return ()
        # Read first: deeds that were read while words were struck are read again.
        wording = game, len(game.history), self._struck
        if self._deeds[0] != wording:
            self._deeds = (wording, actions_of(game, self.talk))
        return self._deeds[1]

    def today(self, campaign: Campaign) -> Today | None:
        """The running evening of a campaign as far as it has been read; None while it is not the one being played."""
        evening = self._evening
        if self.state != "open" or evening is None or evening.game.evening is None:
            return None
        ours = evening.game.campaign.id == campaign.id
        return (evening.game.evening, evening.session.evening().chronicle) if ours else None

    def moves(self, player: str) -> tuple[Move, ...]:
        """List the moves a player may make now by a tap; none once the evening is over."""
        game = self.game
        if game is None or self.state != "open":
            return ()
        return self._seen(game, ("moves", player), lambda state: game.ruleset.moves(state, player))

    def sayings(self, player: str) -> Mapping[str, str]:
        """By kind of command, a sentence with which a player may ask for one."""
        game = self.game
        if game is None:
            return {}
        return self._seen(game, ("sayings", player), lambda state: sayings(game.ruleset, state, player))

    def board(self, viewer: str | None = None) -> Board | None:
        """The table as a player, or everybody, may see it; None while no campaign is open."""
        game = self.game
        if game is None:
            return None
        return self._seen(game, ("board", viewer), lambda state: game.ruleset.board(state, viewer))

    def sheet(self, player: str) -> tuple[Panel, ...]:
        """A player's character with what only they may see; nothing while no campaign is open."""
        game = self.game
        if game is None:
            return ()
        return self._seen(game, ("sheet", player), lambda state: game.ruleset.sheet(state, player, player))

    def _seen(self, game: Game, what: tuple[str, str | None], look: Callable[[Any], T]) -> T:
        """Return a view of the state, made once for all pages."""
        state, seen = self._views
        if state is not game.state:
            state, seen = self._views = (game.state, {})
        if what not in seen:
            seen[what] = look(state)
        found: T = seen[what]
        return found

    # Opening and leaving

    def open(self, campaign: Campaign) -> None:
        """Open a campaign and leave the one that is open.

        Raises:
            CompanionError: It cannot be opened; then none is open.
        """
        with self._lock:
            self.leave()
            which = object()
            evening = self._opens.evening(campaign, partial(self._observe, which))
            game = evening.game
            kept = self.store.utterances(campaign.id, game.evening)
            said = self.store.announcements(campaign.id, game.evening)
            evening.session.read_anew()  # from now on it is done beside the session, see `_read_anew`
            ears = MicrophoneListener(
                evening.session, self._opens.equipment(campaign, self.phones), self._hearing_changed
            )
            lessons = VoiceEnrollment(self._opens.voices(campaign), ears, self._voices_changed)
            talk = Transcript(kept)
            told = tuple(Caption(at, each.text, "result") for at, each in enumerate(said))
            with self.steady:
                self.talk, self.outcomes, self.partly = talk, Outcomes(), {}
                self.pauses = Pauses(self._clock.monotonic)
                self.captions, self._said = told[-CAPTIONS:], len(said)
                self._ears, self.lessons, self.notes = ears, lessons, None
                # Last, and at once: what a page sends to an evening that it shows would be refused before.
                self._evening, self._which, self.state = evening, which, "open"
            self._over = threading.Event()
            self._ticker = threading.Thread(target=self._go_on, args=(evening, self._over), name="evening", daemon=True)
            self._ticker.start()
            self._reader = threading.Thread(
                target=self._read_first, args=(evening.session, self._over), name="first notes", daemon=True
            )
            self._reader.start()
        self.live.changed("campaign", "board", "talk", "captions", "question", "cards", "log", "notes", "ears", "seats")

    def leave(self, *, over: bool = False) -> None:
        """Give back the campaign that is open; `over` ends its evening."""
        with self._lock:
            if self.state == "open" and self._evening is not None:
                self._fall_silent()
                self._evening.leave(over=over)
                self.state = "over"
        self.live.changed("campaign", "ears")

    def leave_for_good(self) -> None:
        """Give back the campaign that is open, or was; nothing of it is shown any more."""
        self.leave()
        with self._lock, self.steady:
            self._evening, self._which, self.lessons, self.notes, self.state = None, None, None, None, "none"
            self.talk, self.outcomes, self.captions, self.partly = Transcript(), Outcomes(), (), {}
            self._deeds, self._views = ((None, 0, 0), ()), (None, {})
        self.live.changed("campaign")

    def _fall_silent(self) -> None:
        self._over.set()
        if self.lessons is not None:
            self.lessons.close()
        if self._ears is not None:
            self._ears.stop()
            self._ears.join(5.0)
        if self._ticker is not None and self._ticker is not threading.current_thread():
            self._ticker.join(5.0)

    def listen(self, on: bool) -> None:
        """Start or stop listening; returns at once."""
        ears = self._ears
        if ears is not None and self.state == "open":
            ears.start() if on else ears.stop()
            if on and self.pauses.on:  # somebody asked for it just now
                ears.stop(at_once=True)

    def helped(self, settings: Settings) -> None:
        """Let a language model help as the settings say from now on, also in the evening that runs."""
        helping, session = self._opens.helping(settings), self.session
        if session is not None:
            session.helped_by(*helping)

    def pause(self, seat: str | None = None) -> None:
        """Stop play and listening at once, for everybody, whoever asks; nobody is told who it was, see `Pauses`."""
        self.pauses.ask(seat)
        if self.pauses.on and self.state == "open":
            if self._ears is not None:
                self._ears.stop(at_once=True)
            if self.lessons is not None:
                self.lessons.stop()
            self.sound_check.stop()
        self.live.changed("ears")

    def go_on(self, *, show_only: bool = False) -> None:
        """End the pause; listening is begun again by hand."""
        self.pauses.end(show_only=show_only)
        self.live.changed("ears")

    def hush(self) -> None:
        """Let the ears pause, and wait until the microphone is free.

        Raises:
            MicrophoneTaken: What was said last is still being heard.
        """
        self._hushed = ears = self._ears
        if ears is not None:
            ears.pause()

    def listen_again(self) -> None:
        """Let the ears that were hushed go on; not those of another evening that was opened meanwhile."""
        ears = self._hushed
        if ears is not None and ears is self._ears and self.state == "open":
            ears.resume()

    def somebody_types(self, seconds: float = 2.0) -> None:
        """Treat the table as busy for a moment, so that the app's dice and announcements wait as they do for talk.

        Not for ever, however many seats type, see `Typing`.
        """
        session = self.session
        if session is not None and session.typing.counts(session.now):
            self._busy_until = self._clock.monotonic() + seconds

    # Time

    def _go_on(self, evening: OpenEvening, over: threading.Event) -> None:
        """Let time go by until the evening is left: while nobody is heard, dice fall and announcements are shown."""
        session, last = evening.session, self._clock.monotonic()
        while not over.wait(TICK_SECONDS):
            now = self._clock.monotonic()
            passed, last = now - last, now
            try:
                if self.hearing in {"off", "starting"} and not self.pauses.on:
                    self._tick(session, passed)
                self._settle(session)
                self._read_anew(session)
                self._write_notes(session, now)
                self._tell_of_speech()
            except EveningLeft:  # it was given back while this waited for its turn
                return
            except (CompanionError, EngineError) as problem:
                log.error("the evening: %s", problem)
                self._say(str(problem), "error")
            if session.ended and not session.announcer.waiting and self.hearing == "off":
                threading.Thread(target=self._close, args=(evening,), name="closing", daemon=True).start()
                return

    def _close(self, evening: OpenEvening) -> None:
        """The table said good night; another evening may have been opened since."""
        with self._lock:
            if self._evening is evening:
                self.leave(over=True)
        number = evening.game.evening
        try:
            if number is not None:
                self._opens.after(evening.game.campaign, number)
        except CompanionError as problem:
            log.warning("after the evening: %s", problem)

    def _tick(self, session: Session, seconds: float) -> None:
        busy = self._clock.monotonic() < self._busy_until
        session.pass_time(session.now + seconds, busy)
        announcement: Announcement | None = session.due(busy)
        if announcement is not None:
            announce(session, announcement, None)

    def _settle(self, session: Session) -> None:
        """Lines that were there before the session had a moment for this are understood by now."""
        unsettled = self.talk.unsettled
        if unsettled:
            session.pass_time(0.0, roll=False)
            self.partly = partly_read(session)
            self.talk.settle(unsettled)
            self.live.changed("talk", "board", lines=unsettled, at_leisure=True)

    def _read_anew(self, session: Session) -> None:
        """Have what was said before a spelling changed, or words went, read in a thread of its own: it takes time."""
        if session.notebook.outdated and (self._reader is None or not self._reader.is_alive()):
            self._reader = threading.Thread(target=self._read, args=(session,), name="reading anew", daemon=True)
            self._reader.start()

    def _read_first(self, session: Session, over: threading.Event) -> None:
        """Read the notes of what was there before, once pages had time to show the table; the parser takes a second."""
        if not over.wait(FIRST_NOTES_SECONDS):
            parser()  # beside the session, which the reading itself keeps from hearing
            self._read(session)

    def _read(self, session: Session) -> None:
        try:
            session.read_anew()
        except CompanionError as problem:  # the evening was left meanwhile
            log.warning("the notes: %s", problem)
        self._notes_due = self._clock.monotonic()

    def _write_notes(self, session: Session, now: float) -> None:
        if self._notes_due is not None and now >= self._notes_due:
            self._notes_due = None
            self._show_notes(session)
            self._notes_pause = max(NOTES_SECONDS, (self._clock.monotonic() - now) / NOTES_SHARE)
            self.live.changed("notes")

    def _show_notes(self, session: Session) -> None:
        """Read the notes and show them, unless words they were read from are struck meanwhile."""
        struck = self._struck
        read = session.today()
        with self._showing:
            if struck == self._struck:
                self.notes = read

    def _tell_of_speech(self) -> None:
        speech = self.speech
        if speech != self._speech:
            self._speech = speech
            self.live.changed("speech")

    def _hearing_changed(self) -> None:
        self.live.changed("ears")

    def _sound_changed(self) -> None:
        self.live.changed("sound")

    def _voices_changed(self) -> None:
        self.live.changed("voices", "ears")

    # What happens

    def _observe(self, which: object, record: Record) -> None:
        """Take in a record of a session, in whatever thread it comes; pages are told soon after.

        What comes of an evening that is shown no more, such as a line that was still being read, is on no page.
        """
        if which is not self._which:
            return
        kind = record["type"]
        judged = self.outcomes.take(record)
        if kind == "announcement":
            self._say(record["text"], record["of"])
            if judged:
                self.live.changed("talk", lines=judged)
            return
        if kind in {"utterance", "command", "credit", "reword", "note", "read"} and self._notes_due is None:
            self._notes_due = self._clock.monotonic() + self._notes_pause
        lines = self.talk.take(record)
        if kind == "consent":
            self.consent_changed()
        if "struck" in record:
            self._forget_shown()
        if kind == "question":
            lines = (*lines, record["utterance"])
        elif kind == "utterance" and asks_for_pause(record["text"]):
            self.pause(record["speaker"] if record["typed"] else None)
        elif kind == "pause":
            self.pause(record["speaker"])
        self.live.changed(*_TOPICS.get(kind, ()), *_TOPICS["reword"][: len(judged)], lines=(*lines, *judged))

    def _forget_shown(self) -> None:
        """Words were struck: what quoted them is not said and shown any more."""
        session = self.session
        if session is None:
            return
        game = session.game
        staying = {each.text for each in self.store.announcements(game.campaign.id, game.evening)}
        with self._showing:
            self._struck += 1
            self.captions = tuple(each for each in self.captions if each.text in staying)
            lines = self.outcomes.forget(staying)
        self._show_notes(session)
        self.live.changed("captions", "log", "notes", "talk", "struck", lines=lines)

    def _say(self, text: str, of: str) -> None:
        with self._showing:
            self._said += 1
            self.captions = (*self.captions, Caption(self._said, text, of))[-CAPTIONS:]
        self.live.changed("captions")

    def tell(self, *topics: Topic) -> None:
        """Something changed that no record tells of."""
        if "voices" in topics:
            self.consent_changed()
        self.live.changed(*topics)
