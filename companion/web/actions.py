"""Actions of people on a page, each allowed or refused by who does it: the one place that decides."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.base import plain_text
from companion.base.errors import CompanionError
from companion.dialogue.confirmation_policy import LEVELS
from companion.dialogue.questions import Question
from companion.dialogue.session import Session
from companion.dialogue.suggestion_cards import SuggestionCard
from companion.nlu.ranking import Suggestion
from companion.nlu.recognize import Trust
from companion.play.game import Performed
from companion.privacy.redaction import Redacted
from companion.store import Campaign
from companion.store.campaigns import DEMO
from companion.web.host import EveningHost
from companion.web.keys import Visitor
from companion.web.moves import filled
from companion.web.sound_check import SoundCheckUnderWay
from companion.web.strings import words
from companion.web.voice_enrollment import EnrollmentUnderWay, VoiceEnrollment
from engine.board import Move
from engine.history import REDO_KIND
from engine.types import Rejected


class NotAllowed(CompanionError):
    """Somebody tried on their page what only others may do."""


class NothingOpen(CompanionError):
    """No evening runs that this could be done in."""


def for_table(visitor: Visitor) -> None:
    """See to it that something is done for the table only.

    Raises:
        NotAllowed: It is a seat's page.
    """
    if not visitor.is_table:
        raise NotAllowed(words("actions.table_only"))


class Actions:
    """The deeds of one open page. The table's page may act for anybody, a seat's for its own player only.

    Every deed may take some time and belongs in a thread beside the page's loop.

    Args:
        host: The running evening.
        visitor: Whose page it is.

    Raises (every deed):
        NotAllowed: It is not this visitor's to do.
        NothingOpen: No evening runs, or another campaign's.
        CompanionError: It could not be done; the sentence says why.
    """

    def __init__(self, host: EveningHost, visitor: Visitor) -> None:
        self._host = host
        self._visitor = visitor

    def say(self, text: str, by: str | None = None) -> None:
        """Type a sentence; it counts as if it had been said aloud, but answers no question that a tap here may not."""
        by, text = self._doer(by), _typed(text)
        with self._turn() as session:
            match, own = SpeakerMatch(by, 1.0) if by else None, not self._visitor.is_table
            if text:
                session.hear(Utterance("typed", text, match, session.now, session.now, typed=True, own_page=own))

    def move(self, move: Move, values: Mapping[str, Any], by: str | None = None) -> str:
        """Make a move that is offered now, with what was filled in.

        Returns:
            Why it was not taken, one sentence; empty when it was.
        """
        self._session()
        if (by := self._doer(by)) is None:
            raise NotAllowed(words("actions.nobody"))
        with self._turn() as session:
            if move not in session.game.ruleset.moves(session.game.state, by):
                return words("actions.gone")
            command = filled(move, values)
            return command if isinstance(command, str) else _told(session.submit(command, actor=by))

    def answer(self, option: str, by: str | None = None) -> bool:
        """Answer the open question; False when it is gone or this is no answer."""
        by = self._doer(by)
        with self._turn() as session:
            question = session.question
            if question is not None and not self.may_answer(question):
                raise NotAllowed(words("actions.not_yours"))
            return session.answer(option, actor=by, own_page=not self._visitor.is_table)

    def may_answer(self, question: Question) -> bool:
        """Return True where this visitor may answer: the table any, a seat those to it, to all or on its actions."""
        return self._visitor.is_table or question.is_for(self._visitor.seat)

    def take_card(self, card_id: str, chosen: Suggestion, values: Mapping[str, Any]) -> str:
        """Make a move that a card offers; a seat its own only.

        Args:
            card_id: The card.
            chosen: What of it was tapped.
            values: What was filled in.

        Returns:
            Why it was not taken, one sentence; empty when it was.
        """
        with self._turn() as session:
            card = self._card(card_id)
            shown = () if card is None else card.public if self._visitor.is_table else card.suggestions
            if chosen not in shown:
                return words("actions.gone")
            command = filled(chosen.ready, values)
            if isinstance(command, str):
                return command
            outcome = session.take_card(card_id, command)
            return words("actions.gone") if outcome is None else _told(outcome)

    def leave_card(self, card_id: str) -> None:
        """Take a card away; a seat its own only."""
        session = self._session()
        if self._card(card_id) is not None:
            session.leave_card(card_id)

    def _card(self, card_id: str) -> SuggestionCard | None:
        """The card, where it is this visitor's; None when it is gone."""
        card = next((each for each in self._session().cards if each.id == card_id), None)
        if card is not None:
            self._doer(card.speaker)
        return card

    def credit(self, utterance_id: str, player: str) -> None:
        """Credit words to the player who said them; a seat may only claim words as its own."""
        session = self._session()
        session.recredit(utterance_id, self._doer(player) or player, own_page=not self._visitor.is_table)

    def reword(self, utterance_id: str, text: str) -> None:
        """Put other words in the place of what was heard: a seat only in its own lines."""
        session, text = self._session(), _typed(text)
        line = self._host.talk.line(utterance_id)
        if line is not None and text and text != line.text:
            self._own(line.speaker)
            session.reword(utterance_id, text, own_page=not self._visitor.is_table)

    def meanings(self, utterance_id: str) -> tuple[Suggestion, ...]:
        """Other meanings of a line, but for secrets. The table's page only."""
        self._for_table()
        session, line = self._session(), self._host.talk.line(utterance_id)
        if line is None or line.struck:
            return ()
        return tuple(each for each in session.meanings(utterance_id) if not each.move.secret)

    def mean(self, utterance_id: str, chosen: Suggestion | None, values: Mapping[str, Any]) -> str:
        """Put what a line meant in the place of what was made of it, which undoes deeds. The table's page only.

        Args:
            utterance_id: The line.
            chosen: One of its `meanings`; None where it was only story.
            values: What was filled in.

        Returns:
            Why it was not taken, one sentence; empty when it was.
        """
        self._for_table()
        session, line = self._session(), self._host.talk.line(utterance_id)
        if line is None or line.struck:
            return words("actions.gone")
        if chosen is None:
            command: dict[str, Any] | str | None = None
        elif chosen not in self.meanings(utterance_id):
            return words("actions.gone")
        else:
            command = filled(chosen.ready, values)
        if isinstance(command, str):
            return command
        outcome = session.mean(utterance_id, command)
        return "" if outcome is None else _told(outcome)

    def strike(self, utterance_id: str) -> None:
        """Delete words from the record for good; a seat only its own."""
        session, line = self._open_session(), self._host.talk.line(utterance_id)
        if line is not None and not line.struck:
            self._own(line.speaker)
            session.strike([utterance_id])

    def spell(self, heard: str, spelled: str) -> None:
        """Teach how a name is written that is always heard otherwise. The table's page only."""
        self._for_table()
        session = self._session()
        if spelled.strip():
            session.words.learn_name(" ".join(spelled.split()), " ".join(heard.split()) or None)
            session.notebook.respelt()

    def take_back(self, command_id: str) -> str:
        """Undo one deed of the log; why it could not be, or an empty sentence. The table's page only."""
        self._for_table()
        refused = self._session().take_back(command_id)
        return "" if refused is None else refused.reason

    def put_back(self) -> str:
        """Do again what was undone last; why it could not be, or an empty sentence. The table's page only."""
        self._for_table()
        return _told(self._session().submit({"kind": REDO_KIND}))

    def pause(self) -> None:
        """Stop play and listening at once: anybody may, and nobody is asked why."""
        self._open_session()
        self._host.pause(self._visitor.seat)

    def go_on(self, *, show_only: bool = False) -> None:
        """End the pause, a seat its own only; with `show_only`, the table has further cards of that seat only shown."""
        self._open_session()
        if show_only:
            self._for_table()
        if not self.may_go_on:
            raise NotAllowed(words("pause.others"))
        self._host.go_on(show_only=show_only)

    @property
    def may_go_on(self) -> bool:
        """True where this visitor may end the pause."""
        return self._visitor.seat is None or self._host.pauses.is_of(self._visitor.seat)

    def begin_again(self) -> None:
        """Open the campaign shown once more, after its evening was over."""
        self._for_table()
        game = self._host.game
        if game is not None and self._host.state == "over":
            self._host.open(self._host.store.campaign(game.campaign.id))

    def roll(self) -> bool:
        """Let the app throw every die that is owed; False when none was. A seat's page throws its own only."""
        seat = self._visitor.seat
        with self._turn() as session:
            return session.roll_open() if seat is None else session.roll_for(seat)

    def listen(self, on: bool) -> None:
        """Start or stop listening: the table's page only, though anybody may stop it by saying so.

        A demo is never listened to: its recorded players are asked for no consent.
        """
        self._for_table()
        session = self._session() if on else self._open_session()
        if on and DEMO in session.game.campaign.settings:
            raise NotAllowed(words("demo.deaf"))
        with self._host.microphone:
            if on:
                self._not_while_learning()
                self._not_while_trying()
            self._host.listen(on)

    def consent(self, given: bool, person: str | None = None) -> None:
        """Agree to being heard, or take it back; then the voiceprint is deleted and words are left out."""
        lessons, session, person = self._lessons(), self._open_session(), self._person(person)
        consents = session.consent
        if given:
            consents.give(person, "page")
        else:
            consents.withdraw(person, "page")
            lessons.forget(person)  # also what one that began meanwhile has taught, see `learn_voice`
        self._host.tell("voices")

    def learn_voice(self, person: str | None = None) -> None:
        """Learn somebody's voice from this computer's microphone; returns at once.

        Raises:
            LessonUnderWay: Somebody else's is being learnt.
            SoundCheckUnderWay: Microphone or loudspeaker are being tried.
        """
        lessons, session, person = self._lessons(), self._session(), self._person(person)
        _not_against_their_will(session, person)
        seat, lately = self._visitor.seat, self._host.lessons_lately
        if lately.often(seat):
            raise NotAllowed(words("voice.often"))
        with self._host.microphone:
            self._not_while_trying()
            lessons.start(person)
            if self._host.pauses.on:  # somebody asked for it just now
                lessons.stop()
        if seat is not None:
            lately.note(seat)
        try:
            _not_against_their_will(session, person)
        except NotAllowed:  # they said so just now
            lessons.forget(person)
            raise

    def try_microphone(self) -> None:
        """Listen for a moment, measure the room and understand a sentence; returns at once. The table's page only.

        Raises:
            LessonUnderWay: Somebody's voice is being learnt.
            SoundCheckUnderWay: Something is being tried already.
        """
        self._try(self._host.sound_check.try_microphone)

    def try_loudspeaker(self) -> None:
        """Say a sentence aloud; returns at once. The table's page only.

        Raises:
            LessonUnderWay: Somebody's voice is being learnt.
            SoundCheckUnderWay: Something is being tried already.
        """
        self._try(self._host.sound_check.try_loudspeaker)

    def stop_trying(self) -> None:
        """Listen no longer to what is being tried. The table's page only."""
        self._for_table()
        self._host.sound_check.stop()

    def _try(self, begin: Callable[[], None]) -> None:
        self._for_table()
        with self._host.microphone:
            self._not_while_learning()
            begin()

    def _not_while_trying(self) -> None:
        if self._host.sound_check.under_way:
            raise SoundCheckUnderWay(words("sound.under_way"))

    def _not_while_learning(self) -> None:
        lessons = self._host.lessons
        if lessons is not None and lessons.under_way and lessons.latest is not None:
            raise EnrollmentUnderWay(words("voice.under_way", player=lessons.latest.player))

    def stop_learning(self) -> None:
        """End the lesson under way; a seat only its own."""
        lesson = self._lessons().latest
        if lesson is not None:
            self._doer(lesson.player)
            self._lessons().stop()

    def forget_voice(self, person: str | None = None) -> bool:
        """Delete somebody's voiceprint; False when there was none."""
        lessons, _ = self._lessons(), self._open_session()
        known = lessons.forget(self._person(person))
        self._host.tell("voices")
        return known

    def forget(self, person: str, confirmed: str) -> tuple[Campaign, Redacted]:
        """Delete everything somebody said and wrote in this campaign, and their voiceprint; a seat its own only.

        Args:
            person: Whose.
            confirmed: Their name, typed once more.

        Returns:
            The campaign, and what was taken from its record.

        Raises:
            NotAllowed: The name is another one.
        """
        lessons, session, person = self._lessons(), self._open_session(), self._person(person)
        if confirmed.strip().casefold() != person.casefold():
            raise NotAllowed(words("forgetting.other_name"))
        lessons.end(person)
        return session.game.campaign, session.forget(person)

    def _person(self, named: str | None) -> str:
        """The player whose voice or consent it is about: on a seat's page nobody but its own."""
        person = self._doer(named)
        if person not in self._host.players:
            raise NotAllowed(words("actions.nobody"))
        return person

    def _lessons(self) -> VoiceEnrollment:
        """Voice enrolment of the campaign that is open; asked for before the session, so never a later one's."""
        if self._host.lessons is None:
            raise NothingOpen(words("actions.nothing_open"))
        return self._host.lessons

    def trust(self, level: Trust) -> None:
        """Act as readily as that from now on."""
        self._for_table()
        session = self._session()
        session.trust_more(LEVELS.index(level) - LEVELS.index(session.trust))
        self._host.tell("ears")

    def app_rolls(self, unasked: bool) -> None:
        """Let the app roll for everybody unasked, or leave the dice to the table."""
        self._for_table()
        dice = self._session().dice
        dice.take_over() if unasked else dice.leave_to_table()
        self._host.tell("ears")

    def types(self) -> None:
        """Somebody is typing: whatever waits for a pause goes on waiting."""
        self._host.somebody_types()

    def _session(self) -> Session:
        """The session, for what a pause holds up: all but what people do about their own words and voices."""
        session = self._open_session()
        if self._host.pauses.on:
            raise NotAllowed(words("pause.paused"))
        return session

    @contextmanager
    def _turn(self) -> Iterator[Session]:
        """The same for one deed, in its turn: a pause may have begun while it was waited for."""
        with self._session().turn:
            yield self._session()

    def _open_session(self) -> Session:
        session = self._host.session
        if session is None or self._host.state != "open":
            raise NothingOpen(words("actions.nothing_open"))
        if self._visitor.campaign not in {None, session.game.campaign.key}:
            raise NothingOpen(words("actions.other_campaign"))
        return session

    def _doer(self, by: str | None) -> str | None:
        """The player who acts: on a seat's page nobody but its own."""
        seat = self._visitor.seat
        if seat is not None and by not in {None, seat}:
            raise NotAllowed(words("actions.not_yours"))
        if by is not None and by not in self._host.players:
            raise NotAllowed(words("actions.not_here", player=by))
        return seat or by

    def _own(self, speaker: str | None) -> None:
        """Words to be changed are a seat's own; the table's page may change anybody's."""
        if self._visitor.seat not in {None, speaker}:
            raise NotAllowed(words("actions.not_yours"))

    def _for_table(self) -> None:
        for_table(self._visitor)


def _not_against_their_will(session: Session, person: str) -> None:
    """Raises NotAllowed where somebody does not want to be heard."""
    if any(each.person == person and each.given is False for each in session.consent.standings()):
        raise NotAllowed(words("voice.agree_first", player=person))


def _typed(text: str) -> str:
    """A typed line with single blanks."""
    return " ".join(plain_text.line(text).split())


def _told(outcome: Performed | Rejected) -> str:
    refused = outcome if isinstance(outcome, Rejected) else outcome.outcome
    return refused.reason if isinstance(refused, Rejected) else ""
