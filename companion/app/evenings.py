"""Opens an evening of a campaign: the one that goes on, or a new one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from audio.patience import Patience
from companion.app.model_examination import ANSWER_TOKENS, stands
from companion.app.wiring import forget_voice, ranker, tones_folder
from companion.base.clock import Clock, SystemClock
from companion.base.config import Settings
from companion.chronicle.notebook import Notebook
from companion.dialogue.adviser import Adviser
from companion.dialogue.announcer import Announcer
from companion.dialogue.note_writer import NoteWriter
from companion.dialogue.records import Emit, all_of
from companion.dialogue.session import Session
from companion.dialogue.story_answers import Opening
from companion.llm.port import connect
from companion.nlu.recognize import load_recognizer
from companion.play.dice import parse_dice_option
from companion.play.game import Game
from companion.play.showing import try_to_show
from companion.privacy.consent import ConsentRegister
from companion.privacy.retention import tidy
from companion.store import Campaign, Store

SHARE_OF_SCENES = 0.6
"""Share of an evening's tokens that its scenes may cost while it is played; the rest is for the whole of it."""


@dataclass(frozen=True, slots=True)
class WiredEvening:
    """A campaign opened for play."""

    store: Store
    game: Game
    session: Session

    def leave(self, *, over: bool) -> None:
        """Give the campaign back and keep the store open; `over` also ends the evening in the log.

        First, as what the session still did afterwards would take the campaign again.
        """
        self.session.leave(over=over)
        if over and self.game.evening is not None:
            self.store.end_evening(self.game.campaign.id, self.game.evening)
        self.store.release(self.game.campaign.id)

    def close(self, *, over: bool) -> None:
        """Give the campaign back and close the store; `over` also ends the evening in the log."""
        self.leave(over=over)
        self.store.close()


def open_evening(
    store: Store,
    campaign: Campaign,
    settings: Settings,
    emit: Emit,
    *,
    dice: str | None = None,
    clock: Clock | None = None,
    evening: int | None = None,
) -> WiredEvening:
    """Open a campaign where it stopped, with everything but speech recognition and voice.

    Args:
        store: Open store that holds the campaign.
        campaign: Campaign to play.
        settings: Effective settings.
        emit: Observer of every record.
        dice: Dice option; that of the settings when None.
        clock: The computer's when None.
        evening: Number of the one that goes on, whatever was said in it; the one that runs, else a new one, when None.

    Raises:
        StoreError: The log cannot be read or is being written by another companion.
        CorruptHistory: The log does not fit the rules, or the table it leads to cannot be shown.
        CompanionError: A setting, the dice option or a grammar cannot be used.
    """
    clock = clock or SystemClock()
    choice = parse_dice_option(dice or settings.dice)
    recognizer = load_recognizer(campaign.slug, settings.language, settings.trust)
    store.claim(campaign.id)
    game = Game(store, campaign, clock, choice.cards)
    game.set_up()
    try_to_show(game.ruleset, game.history, (each["name"] for each in campaign.roster["players"]))
    game.evening = evening or _running_evening(game, clock.now())
    tidy(store, campaign, settings.keep_words_days, clock.now())
    if game.evening is None:
        store.save_pending(campaign.id, None)
        game.evening = store.begin_evening(campaign.id).number
    notebook = Notebook(game, settings.data_dir / "notes", tones_folder(settings))
    notebook.recollection.empty_notes()  # an older companion kept them
    announcer, adviser = Announcer(settings.verbosity), adviser_of(settings, clock)
    if settings.last_time:
        emit = all_of(emit, Opening(game, notebook, announcer))
    consent = consent_desk(settings, store, campaign)
    session = Session(
        game,
        recognizer,
        announcer,
        notebook,
        choice,
        clock,
        emit,
        adviser=adviser,
        writer=note_writer_of(settings, clock),
        consent=consent,
        ranker=ranker(campaign.slug, settings.language),
    )
    return WiredEvening(store, game, session)


def adviser_of(settings: Settings, clock: Clock) -> Adviser | None:
    """A language model that follows the table, where a server is named and the model is to help."""
    patience = Patience(total_seconds=settings.llm_timeout_seconds, attempts=1)
    model = connect(settings, clock, patience, answer_tokens=ANSWER_TOKENS) if settings.model_follows else None
    if model is None:
        return None
    adviser = Adviser(
        model, lambda: stands(settings.data_dir, model, clock), clock, tokens_an_hour=settings.llm_tokens_an_hour
    )
    adviser.warm_up()
    return adviser


def note_writer_of(settings: Settings, clock: Clock) -> NoteWriter | None:
    """A language model that writes notes of the scenes, where a server is named and the model is to help."""
    if not settings.model_writes or settings.llm_url is None:
        return None
    # Imported late: evenings without a model do without the forms of its answers.
    from companion.chronicle.llm_extractor.batches import letters_for
    from companion.chronicle.llm_extractor.reader import ANSWER_TOKENS as NOTES_TOKENS

    patience = Patience(total_seconds=settings.scribe_timeout_seconds)
    model = connect(settings, clock, patience, answer_tokens=NOTES_TOKENS)
    budget = int(settings.scribe_tokens * SHARE_OF_SCENES)
    return None if model is None else NoteWriter(model, clock, budget, letters_for(settings.llm_context))


def consent_desk(settings: Settings, store: Store, campaign: Campaign) -> ConsentRegister:
    """Return the register of consent; nobody is reminded of it where everything is gone with the process."""
    mode = "off" if store.passing and settings.consent == "remind" else settings.consent
    return ConsentRegister(
        store, campaign, mode, settings.unknown_voices, lambda person: forget_voice(settings, campaign, person)
    )


FORGOTTEN_AFTER = timedelta(hours=12)
"""An evening nobody ended is over when nothing was heard, done or said for so long."""
SET_BACK = timedelta(days=2)
"""A clock may be set back by so much in the middle of an evening, which then goes on; by more, another one begins."""


def _running_evening(game: Game, now: datetime) -> int | None:
    """Number of the evening that goes on; None when a new one is to begin."""
    store, campaign = game.store, game.campaign
    evenings = store.evenings(campaign.id)
    if not evenings or evenings[-1].ended is not None:
        return None
    number = evenings[-1].number
    lately = -SET_BACK < now - store.last_sign(campaign.id, number) < FORGOTTEN_AFTER
    return number if lately and not _said_good_night(game, number) else None


def _said_good_night(game: Game, number: int) -> bool:
    """Return True if the table ended an evening that the program did not live to close."""
    meanings = [
        game.command_of(each.entry.command["kind"]).means
        for each in game.recorded.of_evening(number)
        if each.entry.command is not None and game.history.counts(each.entry.command_id)
    ]
    sessions = (each for each in reversed(meanings) if each in {"begins_session", "ends_session"})
    return next(sessions, "") == "ends_session"
