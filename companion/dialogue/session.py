"""The session loop: what is heard or typed goes in, the game moves, and what is to be said comes out.

One `Session` serves one evening. Voice, keyboard and page all call `hear`; everything that happens is handed to the
observer as records (see `companion.dialogue.records`).
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from audio.types import Utterance
from companion.base.characters import LONGEST_TEXT, as_heard, within_line
from companion.base.clock import Clock
from companion.chronicle.extractor import EveningNotes
from companion.chronicle.notebook import Notebook
from companion.dialogue import answering, corrections, dice_corrections, dispatch, meanings
from companion.dialogue.admission import AdmissionFilter
from companion.dialogue.adviser import UNSAID_CHANCE, Adviser
from companion.dialogue.announcer import Announcement, Announcer, Typing
from companion.dialogue.builtin_commands import OWN
from companion.dialogue.command_executor import perform
from companion.dialogue.confirmation_policy import LEVELS
from companion.dialogue.event_publisher import EventPublisher
from companion.dialogue.following import Follower, plainly_refused, unfitting_dice
from companion.dialogue.guide import Guide
from companion.dialogue.implied_steps import ImpliedSteps
from companion.dialogue.live_redaction import forget_live, redact_live
from companion.dialogue.note_writer import NoteWriter
from companion.dialogue.one_at_a_time import OneAtATime
from companion.dialogue.questions import OpenQuestions, Question
from companion.dialogue.records import Emit, announcement_record
from companion.dialogue.refusal_hints import tell_not_now
from companion.dialogue.reminders import ReminderTimer
from companion.dialogue.speaker_attribution import SpeakerAttribution
from companion.dialogue.suggestion_cards import Standing, SuggestionCard, SuggestionCards
from companion.dialogue.turn_interpreter import TurnInterpreter, turn_of
from companion.dialogue.unsolicited_dice import UnsolicitedDice
from companion.llm.table_reading import Proposal
from companion.nlu.context import said_names
from companion.nlu.move_slots import Filled
from companion.nlu.own_words import asks_for_pause
from companion.nlu.ranking import Ranker, Suggestion
from companion.nlu.recognize import Recognizer, Trust
from companion.nlu.types import FOR_COMPANION, Intent, Table, Turn
from companion.nlu.word_list import WordList
from companion.play.app_dice import AppDice, Pace
from companion.play.dice import DiceChoice
from companion.play.game import Game, Performed
from companion.privacy.consent import ConsentRegister
from companion.privacy.redaction import Redacted
from companion.tracker.rules import Rules
from companion.tracker.tracker import Tracker
from engine.common.words import listed
from engine.dice.roll import Roll
from engine.errors import BadField
from engine.phrase import phrase
from engine.types import Rejected, Spoken

AFTER_RESTART_SECONDS = 1.0
"""From the last words before a restart to the beginning of the time after it, in the time of the evening."""


class Session:
    """Hears turns, moves the game, asks when unsure, and says what happened. Safe to call from several threads.

    Its time is that of the evening, which goes on after a restart; a listener whose clock begins anew adds it.
    `began` is when in the evening this run of it did.

    Args:
        game: Campaign played; its evening must have begun.
        recognizer: Understanding.
        announcer: Decides when something may be said.
        notebook: Writes the notes.
        dice: Who rolls.
        clock: Wall clock of records.
        emit: Observer of every record.
        pace: Patience of the app's dice.
        adviser: Asks a language model about what stays unclear; none when None.
        consent: Decides whose words may be admitted; all but those of people who withdrew consent when None.
        ranker: Weighs the moves a line may ask for; without one only sentences known exactly are understood.
        writer: Has a language model write notes; none when None.
    """

    def __init__(
        self,
        game: Game,
        recognizer: Recognizer,
        announcer: Announcer,
        notebook: Notebook,
        dice: DiceChoice,
        clock: Clock,
        emit: Emit,
        pace: Pace | None = None,
        adviser: Adviser | None = None,
        consent: ConsentRegister | None = None,
        ranker: Ranker | None = None,
        writer: NoteWriter | None = None,
    ) -> None:
        self.game = game
        self.adviser = adviser
        self.writer = writer
        self.announcer = announcer
        self.notebook = notebook
        silent = (each.silent for each in game.store.evenings(game.campaign.id) if each.number == game.evening)
        self._listening = not any(silent)
        self.ended = False
        self.ended_by = ""
        self.minutes = EventPublisher(game, clock, emit)
        self.guide = Guide(game.campaign.slug)
        self._lock = OneAtATime()
        self.words = WordList(game.store, game.campaign.id)
        self.turns = TurnInterpreter(game, recognizer, notebook, announcer)
        self.voices = SpeakerAttribution(game, self.turns)
        self._heard = notebook.heard_before
        self.now = self.began = notebook.heard_until + AFTER_RESTART_SECONDS if self._heard else 0.0
        self._last_speech = self.now
        self.typing = Typing()
        self.questions = OpenQuestions(game, announcer, self.minutes.emit, self.now)
        self.consent = consent or ConsentRegister(game.store, game.campaign)
        self.struck: set[str] = set()
        self.own = OWN
        self._door = AdmissionFilter(self.consent, self.turns, self.questions, announcer)
        self.dice = AppDice(game, dice, self._hand_in, self.refuse_aloud, pace)
        self.dice.note(self.now)
        if not self._listening:
            announcer.answer("I am still not listening. Say start listening to continue.", self.now)
        self._patience = ReminderTimer()
        self._missed = ImpliedSteps()
        self._unclaimed = UnsolicitedDice()
        self._ranker = ranker
        self._left_alone = SuggestionCards(ranker)
        self.follower = Follower(
            Tracker(Rules(game.ruleset, game.parse, lambda: ranker.habits if ranker is not None else {}), ranker)
        )

    # What others may read

    @property
    def listening(self) -> bool:
        """False from "off the record" or "stop listening" until the table says otherwise, also after a restart."""
        return self._listening

    @listening.setter
    def listening(self, listening: bool) -> None:
        self._listening = listening
        self.game.store.keep_silent(self.game.campaign.id, self.game.evening, not listening)

    @property
    def table(self) -> Table:
        """State of the table, as understanding sees it."""
        return self.turns.table(self.game.state, self.questions.open is not None)

    @property
    def hotwords(self) -> tuple[str, ...]:
        """Names likely to be said: of players and characters, on their sheets, of the story, and those learnt."""
        names = said_names(self.game.ruleset.vocabulary(self.game.state))
        return tuple(dict.fromkeys([*names, *self.words.hotwords, *self.notebook.names]))

    @property
    def expecting_short_answer(self) -> bool:
        """True while dice, a bid or a yes or no are awaited."""
        owed = any(not answer.optional for answer in self.game.ruleset.expected(self.game.state))
        return bool(self.game.open_rolls) or owed or self.questions.open is not None

    @property
    def question(self) -> Question | None:
        """The open question of the companion."""
        return self.questions.open

    @property
    def cards(self) -> tuple[SuggestionCard, ...]:
        """Suggestion cards of lines that were left alone, oldest first; none of struck words."""
        return tuple(each for each in self._left_alone.cards if not each.is_gone(self.struck))

    @property
    def trust(self) -> Trust:
        """Level of trust with which commands are carried out."""
        return self.turns.trusted

    @property
    def rolls_unasked(self) -> bool:
        """True if the app rolls without being asked."""
        return self.dice.automatic

    @property
    def turn(self) -> AbstractContextManager[None]:
        """Held by whoever looks at the evening and then does something in it; raises `EveningLeft` as any deed does."""
        return self._lock

    @property
    def left(self) -> bool:
        """True once the evening was given back: whatever would still be done raises `EveningLeft`."""
        return self._lock.over

    # What comes in

    def hear(self, utterance: Utterance) -> Utterance:
        """Take in something said or typed and do what it asks for.

        Returns:
            The utterance under the id it has in the log.

        Raises:
            StoreError: The log could not be written; what the records say so far is safe, nothing else was done.
        """
        with self._lock:
            came_in = self.minutes.seconds
            self.now = max(self.now, utterance.end)
            self.questions.expire(self.now)
            letters = len(utterance.text)
            named = replace(utterance, id=f"u{self._heard + 1}", text=as_heard(within_line(utterance.text)))
            utterance = self.voices.name(named, self.questions.open is not None)
            turn = turn_of(utterance)
            if not self._door.admits(turn, utterance, self.listening, self.now):
                if self.listening and asks_for_pause(utterance.text):
                    self.minutes.emit({"type": "pause", "speaker": utterance.speaker_name if utterance.typed else None})
                return utterance
            self.voices.admitted(utterance)
            utterance = self._spelt(utterance)
            turn = replace(turn, text=utterance.text)
            self.minutes.keep(utterance)
            self._heard += 1
            if letters > LONGEST_TEXT:
                self.refuse_aloud(_cut(letters), utterance.id)
            if not utterance.typed or self.typing.counts(self.now):
                self._last_speech = max(self._last_speech, utterance.end)
            self.notebook.heard(utterance)
            before = Standing.of(self)
            self.follower.heard(turn, utterance)
            done = self.understand(turn, utterance)
            if done:
                self.follower.done(self, utterance.id)
            if utterance.typed and not before.question and Standing.of(self) == before:
                tell_not_now(self, turn, utterance)
            dispatch.ask_next(self)
            if any(each.cause == utterance.id for each in self.announcer.waiting):
                self.follower.answered(utterance.id)
            self.follower.catch_up(self)
            if utterance.id not in self.struck:
                self.turns.remember(replace(turn, done=done))
            self.minutes.decided(utterance, came_in)
            self._left_alone.heard(self, utterance, before)
            if self.adviser is not None:
                self.adviser.heard(self, turn, utterance, before)
            if self.writer is not None:
                self.writer.heard(utterance)
            return utterance

    def _spelt(self, utterance: Utterance) -> Utterance:
        """The utterance with the names the campaign has learnt; a correction of a spelling is learnt from it."""
        vocabulary = self.game.ruleset.vocabulary(self.game.state)
        text, learnt = self.words.hear(utterance.text, self.notebook.names, vocabulary)
        if learnt is not None:
            self.notebook.respelt(learnt)
            self.announcer.answer(f"I will spell it {learnt.spelled}.", self.now, utterance.id)
        spelt = utterance if utterance.typed else replace(utterance, text=text)
        return utterance if self._door.keeps(turn_of(utterance), turn_of(spelt)) else spelt

    def understand(self, turn: Turn, utterance: Utterance) -> int:
        """Do what a turn asks for, in the order of its words; after each deed the rest is understood anew.

        A deed may be to understand earlier words anew, as somebody else's.

        Returns:
            Characters from the beginning that were acted upon.
        """
        question = self.questions.open
        if question and question.may_be_settled_by(utterance) and self.turns.answers_by_deed(turn, question):
            dispatch.carry_out(self, utterance)
        intents = self.turns.read(turn, self.questions.open is not None)
        corrects = not self.follower.reads_again and not dice_corrections.says_more(intents)
        if corrects and dice_corrections.read_again(self, turn, utterance):
            self.minutes.reasons(utterance, self.turns.trace)
            return len(turn.text)
        intents = self.follower.confirmed(self, turn, utterance, intents)
        trace, done = self.turns.trace, 0
        refused = plainly_refused(intents) or unfitting_dice(intents)
        follows = refused and question is None and self.follower.follow(self, turn, utterance, refused, intents=intents)
        if follows or (refused and question is None and self.questions.open is not None):
            self.minutes.reasons(utterance, self.turns.trace)
            return len(turn.text)
        while (last := self._take_first(intents, utterance)) is not None:
            self.turns.trace, done = trace, last.span[1]
            intents = self.turns.read_rest(turn, done, last, self.questions.open is not None)
        self.minutes.reasons(utterance, trace)
        if done and self.questions.open is question:
            self.follower.follow_rest(self, turn, done, utterance)
        acted = any(each.decision in {"act", "ask"} for each in intents)
        if acted and not done:
            self.follower.observe(self, turn, utterance, intents)
        unanswered = self.questions.open is question
        if not (done or acted or refused) and unanswered and self.follower.follow(self, turn, utterance):
            self.minutes.reasons(utterance, self.turns.trace)
            return len(turn.text)
        if not (intents or done) and unanswered and self._missed.take(self, turn, utterance):
            return self.understand(turn, utterance)
        if not done and question is None and self.questions.open is None:
            self._unclaimed.look(self, turn, utterance)
        own = (each.span[1] for each in intents if each.decision == "act" and each.command in FOR_COMPANION)
        return max(done, *own, 0)

    def _take_first(self, intents: tuple[Intent, ...], utterance: Utterance) -> Intent | None:
        """Take intents in order up to the first that was written to the log; that one, or None."""
        for intent in intents:
            if self.follower.reads_again and intent.decision not in {"act", "ask"}:
                continue  # it was noted when the line was heard
            length = len(self.game.recorded)
            dispatch.take(self, intent, utterance)
            if len(self.game.recorded) > length:
                return intent
        return None

    def submit(self, data: Mapping[str, Any], *, actor: str | None = None) -> Performed | Rejected:
        """Carry out a command given as JSON, as a tap on the page or a script does.

        Returns:
            What became of it; `Rejected` with code E_FORM when a field does not fit.
        """
        with self._lock:
            try:
                command = self.game.parse({**data, "actor": actor or data.get("actor")})
            except BadField as problem:
                return Rejected("E_FORM", phrase("{problem}.", problem=problem))
            performed = perform(self, command, None)
            if performed.accepted:
                self.follower.put_right(actor)
                dispatch.settled_by_hand(self, command)
            return performed

    def take_card(self, card_id: str, data: Mapping[str, Any]) -> Performed | Rejected | None:
        """Carry out a command that a card offers, as a tap on it does.

        Args:
            card_id: The card.
            data: The command as JSON, without its actor.

        Returns:
            See `submit`; None when the card is gone.
        """
        with self._lock:
            card = next((each for each in self.cards if each.id == card_id), None)
            if card is None:
                return None
            outcome = self.submit(data, actor=card.speaker)
            if not isinstance(outcome, Rejected) and outcome.accepted:
                self._left_alone.close(self, card_id, "taken")
            return outcome

    def suggest(self, utterance: Utterance, read: Sequence[Proposal], lines: Collection[str] = ()) -> bool:
        """Put what a language model reads in a line, and in further ones, on a card; False where none may lie."""
        found = tuple(Suggestion(each.move, Filled(each.values), UNSAID_CHANCE) for each in read)
        return self._left_alone.offer(self, utterance, found, lines)

    def helped_by(self, adviser: Adviser | None, writer: NoteWriter | None) -> None:
        """Let another language model help and write notes from now on, or none."""
        with self._lock:
            self.adviser, self.writer = adviser, writer

    def leave_card(self, card_id: str) -> None:
        """Remove a card, as a tap on the page does."""
        with self._lock:
            self._left_alone.close(self, card_id, "left")

    def answer(self, option: str, *, actor: str | None = None, own_page: bool = False) -> bool:
        """Answer the open question, as a tap on the page does.

        Args:
            option: One of the question's options, or another name or number it asks for; any case.
            actor: Player who taps; None when nobody can tell.
            own_page: Whether they tap on a page of their own.

        Returns:
            False when no question is open, or this does not answer it.
        """
        with self._lock:
            return answering.answer(self, option, actor, own_page=own_page)

    def recredit(self, utterance_id: str | None, player: str, *, own_page: bool = False) -> None:
        """Credit words to the player who really said them; what followed is undone and done as theirs.

        Args:
            utterance_id: Words meant; the latest ones credited to somebody else when None.
            player: Who said them.
            own_page: Whether that player claims them on their own page.
        """
        with self._lock:
            corrections.recredit(self, utterance_id, player, None, own_page=own_page)

    def strike(self, utterance_ids: Collection[str]) -> None:
        """Take words of this evening from the record, for good, as a tap on the page does."""
        with self._lock:
            redact_live(self, utterance_ids, None)

    def forget(self, person: str) -> Redacted:
        """Delete everything somebody said and wrote in this campaign, for good, and their voiceprint."""
        with self._lock:
            return forget_live(self, person)

    def reword(self, utterance_id: str, text: str, *, own_page: bool = False) -> None:
        """Put other words in the place of what was heard; words said just now are understood anew.

        Args:
            utterance_id: Words meant.
            text: What was really said.
            own_page: Whether whoever said it corrects it on their own page.
        """
        with self._lock:
            corrections.reword(self, utterance_id, as_heard(within_line(text)), own_page=own_page)

    def meanings(self, utterance_id: str) -> tuple[Suggestion, ...]:
        """Moves that a line may have asked for instead of what was made of it."""
        with self._lock:
            return meanings.meanings(self, self._ranker, utterance_id)

    def mean(self, utterance_id: str, data: Mapping[str, Any] | None) -> Performed | Rejected | None:
        """Undo what was made of a line and do what it meant, as a tap on the page does; see `meanings.mean`."""
        with self._lock:
            try:
                return meanings.mean(self, utterance_id, data)
            except BadField as problem:
                return Rejected("E_FORM", phrase("{problem}.", problem=problem))

    def take_back(self, command_id: str) -> Rejected | None:
        """Undo one deed and do again what people did after it, as a tap beside it asks for.

        Args:
            command_id: Id of the command, or of one that followed from it.

        Returns:
            Why that cannot be done; None when it was.
        """
        with self._lock:
            self.follower.put_right(None)
            return corrections.without(self, command_id)

    def trust_more(self, steps: int) -> None:
        """Act more readily by so many steps; less when negative."""
        with self._lock:
            level = LEVELS.index(self.trust) + steps
            self.turns.trust(LEVELS[max(0, min(level, len(LEVELS) - 1))])

    def pass_time(self, now_seconds: float, someone_speaking: bool = False, *, roll: bool = True) -> None:
        """Let time go by: expire the question, and roll the app's dice when nobody wants to add anything.

        Args:
            now_seconds: Seconds since the evening began.
            someone_speaking: True while somebody talks.
            roll: False where quiet means nothing, as between typed lines.
        """
        with self._lock:
            self.now = max(self.now, now_seconds)
            if someone_speaking:
                self._last_speech = self.now
            self.questions.expire(self.now)
            dispatch.ask_next(self)
            if self.adviser is not None:
                self.adviser.settle(self)
            if self.writer is not None:
                self.writer.settle(self)
            if not someone_speaking:
                self._patience.look(self, self.now)
            self.follower.catch_up(self)
            if roll:
                self.dice.roll_when_quiet(self.now, self._last_speech)
            self._left_alone.look(self)

    def claim_dice(self) -> None:
        """Hand in dice that were read out before it was known what for, when they are owed now."""
        self._unclaimed.claim(self)

    def roll_open(self) -> bool:
        """Throw every die the table owes by the app now; False when none was owed."""
        with self._lock:
            return self.dice.roll(lambda request: True, None)

    def roll_for(self, player: str) -> bool:
        """Throw the dice one player owes by the app now; False when that is none."""
        with self._lock:
            return self.dice.roll(lambda request: request.roller == player, None)

    def roll_unasked(self) -> bool:
        """Throw the dice the app rolls unasked now; False when none of them was owed."""
        with self._lock:
            return self.dice.roll_unasked()

    def leave(self, *, over: bool) -> None:
        """Do nothing more, once what is being done is done; keep what was read of an evening that is `over`."""
        if not self.left:
            with self._lock:
                if over:
                    self.notebook.keep()
                self._lock.over = True

    # What goes out

    def today(self) -> EveningNotes:
        """The evening so far, as notes are made from; takes a moment late in a long evening."""
        with self._lock:
            return self.notebook.today()

    def evening(self) -> EveningNotes:
        """The same before anything is set right."""
        with self._lock:
            return self.notebook.evening()

    def read_anew(self) -> None:
        """Read the talk anew where a spelling changed or words went, however long it takes, and hear others meanwhile.

        Once this was called it has to be called again whenever the notebook is `outdated`.
        """
        with self._lock:
            anew = self.notebook.rereading()
        while anew is not None:
            anew.read()
            with self._lock:
                anew = None if self.notebook.take(anew) else anew

    def due(self, someone_speaking: bool = False) -> Announcement | None:
        """The next thing to say, when this is the moment; the caller speaks it and reports with `said`."""
        with self._lock:
            spoken = self._last_speech if self._last_speech > self.began else None
            return self.announcer.due(self.now, spoken, someone_speaking)

    def said(self, announcement: Announcement, latency_to_audio: float | None = None) -> None:
        """Record an announcement that is being made.

        Args:
            announcement: As given by `due`.
            latency_to_audio: Seconds from the moment it was due to its first sound; None when it is only shown.
        """
        with self._lock:
            game = self.game
            if game.evening is not None:
                told, cause, sources = announcement.text, announcement.cause, announcement.sources
                game.store.add_announcement(game.campaign.id, game.evening, told, cause, sources=sources)
            self.minutes.emit(announcement_record(announcement, self.now, latency_to_audio))

    def report_state(self) -> None:
        """Emit the closing record: narration and chips."""
        with self._lock:
            self.minutes.state()

    def refuse_aloud(self, reason: str, utterance_id: str | None) -> None:
        """Queue why something was not done."""
        self.announcer.refuse(reason, self.now, utterance_id)

    def notice(self, text: str) -> None:
        """Queue something the table has to know whatever it is doing, such as a microphone that went away."""
        with self._lock:
            self.announcer.refuse(text, self.now)

    def _hand_in(self, roll: Roll, root: str | None, utterance_id: str | None) -> bool:
        """Report dice the app rolled, and say them once the rules have taken them."""
        roller, shown = roll.request.roller, listed(str(face) for face in roll.faces)
        said = Utterance(utterance_id, "", end=self.now) if utterance_id else None
        command = self.game.ruleset.report(roll)
        outcome = perform(
            self, command, said, root, [Spoken(phrase("{roller} rolls {shown}.", roller=roller, shown=shown), 2)]
        ).outcome
        if isinstance(outcome, Rejected):
            self.refuse_aloud(f"{roller}'s dice do not count: {outcome.reason}", utterance_id)
            return False
        dispatch.settled_by_hand(self, command)
        return True


def _cut(letters: int) -> str:
    told = phrase(
        "That line has {letters} letters: only the first {most} are kept.", letters=letters, most=LONGEST_TEXT
    )
    return str(told)
