"""Opening of an evening and of its microphone by a page: the choices of `companion.app.wiring`, made when needed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from audio.patience import Patience
from audio.phones import Phones
from audio.ports import AudioSource, Transcriber, VoiceDetector
from companion.app import wiring
from companion.app.evenings import WiredEvening, adviser_of, note_writer_of, open_evening
from companion.base.clock import SystemClock
from companion.base.config import Settings, settings_now
from companion.chronicle.campaign_reader import retell_evening
from companion.chronicle.llm_extractor.batches import letters_for
from companion.chronicle.llm_extractor.evenings import write_up_evening
from companion.chronicle.llm_extractor.reader import ANSWER_TOKENS
from companion.demo import demo_of, demos
from companion.dialogue.adviser import Adviser
from companion.dialogue.note_writer import NoteWriter
from companion.dialogue.records import Emit
from companion.llm.port import connect
from companion.store import Campaign, Store
from companion.store.campaigns import DEMO
from companion.voice.live_loop import TICK_SECONDS
from companion.voice.speech import Voice
from engine.phrase import joined

if TYPE_CHECKING:  # the page opens without the libraries of speech
    from audio.listen import Listener


class EveningOpener:
    """Opens evenings of one store with the settings of this run.

    Args:
        store: Where the campaigns live.
        settings: Effective settings.
        dice: Dice option of the evenings opened from now on; that of the settings when None.
    """

    def __init__(self, store: Store, settings: Settings, dice: str | None = None) -> None:
        self._store = store
        self._settings = settings
        self.dice = dice

    def evening(self, campaign: Campaign, emit: Emit) -> WiredEvening:
        """Open a campaign where it stopped.

        Raises:
            CompanionError: It cannot be opened; the right to write it is given back.
        """
        try:
            settings, dice = self._settings, self.dice or _dice_of(campaign)
            if campaign.settings.get(DEMO) in demos():
                settings = settings.model_copy(update={"consent": "off", "last_time": False})
                dice = f"script:{demo_of(campaign.settings[DEMO]).expected}"
            return open_evening(self._store, campaign, settings, emit, dice=dice)
        except BaseException:
            self._store.release(campaign.id)
            raise

    def after(self, campaign: Campaign, number: int) -> None:
        """Do the work left after an evening, while nobody waits: a model that is not switched off reads and retells it.

        Raises:
            CompanionError: It could not be read to its end; the evening stays in the queue.
        """
        settings = self._settings
        if settings.model_writes or settings.model_tells:
            patience = Patience(total_seconds=settings.scribe_timeout_seconds)
            model = connect(settings, SystemClock(), patience, answer_tokens=ANSWER_TOKENS)
            if model is not None and settings.model_writes:
                self._store.queue_write_up(campaign.id, number)
                letters = letters_for(settings.llm_context)
                off: Callable[[], bool] = lambda: not self._settings.model_writes  # noqa: E731
                write_up_evening(self._store, campaign, number, model, settings.scribe_tokens, off, letters=letters)
            if model is not None and self._settings.model_tells:
                retell_evening(self._store, campaign, number, model, settings.scribe_tokens)

    def helping(self, settings: Settings) -> tuple[Adviser | None, NoteWriter | None]:
        """Go by other settings of the language model from now on; who advises the evening that runs, and notes it."""
        self._settings = settings
        return adviser_of(settings, SystemClock()), note_writer_of(settings, SystemClock())

    def equipment(self, campaign: Campaign, phones: Phones) -> RoomEquipment:
        """The microphones and loudspeaker of the settings and of phones, knowing the voices of a campaign's players."""
        return RoomEquipment(self._settings, campaign, phones)

    def gear(self) -> RoomGear:
        """Return the microphone and loudspeaker to try before anybody plays."""
        return RoomGear(self._settings)

    def voices(self, campaign: Campaign) -> RoomVoices:
        """The voices known at a campaign's table."""
        return RoomVoices(self._settings, campaign)


def _dice_of(campaign: Campaign) -> str | None:
    """The dice option of a campaign, as chosen when it was made; None where nobody chose."""
    said = campaign.settings.get("dice")
    return said if said in ("app", "table") else None


class RoomGear:
    """Microphone, loudspeaker and recogniser of the settings, to be tried.

    Args:
        settings: Effective settings.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def microphone(self) -> AudioSource:
        """The microphone; opened when sound is asked for."""
        return wiring.microphone(self._settings)

    def detector(self) -> VoiceDetector:
        """Tells talk from the rest."""
        return wiring.voice_detector()

    def transcriber(self) -> Transcriber:
        """Turns talk into words; takes seconds.

        Raises:
            AudioError: A model is missing.
        """
        return wiring.transcriber(settings_now(self._settings, "whisper_model"))

    def speak(self, text: str) -> str:
        """Say something aloud, to its end; why it could not be said, or an empty sentence."""
        problems: list[str] = []
        sink = wiring.loudspeaker(self._settings, problems.append)
        voice = None if problems else wiring.voice(sink, problems.append)
        if voice is None:
            sink.close()
            return joined(problems)
        voice.speak(text)
        while voice.speaking:
            time.sleep(TICK_SECONDS)
        voice.close()
        return ""


class RoomVoices:
    """The voiceprints of a campaign, learnt from the microphone of the settings.

    Args:
        settings: Effective settings.
        campaign: Whose players they are of.
    """

    sentences = wiring.SENTENCES_TO_READ
    seconds = wiring.SECONDS_TO_READ

    def __init__(self, settings: Settings, campaign: Campaign) -> None:
        self._settings = settings
        self._campaign = campaign

    def known(self, player: str) -> bool:
        """Return True where a player's voice is known."""
        return wiring.voice_known(self._settings, self._campaign, player)

    def learn(self, player: str, heard: Callable[[float], None]) -> None:
        """Learn a voice from the microphone.

        Raises:
            AudioError: There is no microphone, or it heard too little speech.
        """
        wiring.learn_voice_live(self._settings, self._campaign, player, heard)

    def forget(self, player: str) -> bool:
        """Forget a voice; False when it was not known."""
        return wiring.forget_voice(self._settings, self._campaign, player)


class RoomEquipment:
    """Microphone, loudspeaker and models of this computer, opened for one stretch of listening.

    Args:
        settings: Effective settings.
        campaign: Whose players are told apart.
        phones: Phones that lend their microphones.
    """

    def __init__(self, settings: Settings, campaign: Campaign, phones: Phones) -> None:
        self._phones = phones
        self._settings = settings
        self._campaign = campaign
        self._keep: Callable[[], None] = lambda: None

    def open(self, warn: Callable[[str], None]) -> tuple[Listener, Voice | None]:
        """Ears on the microphone and a voice; takes seconds.

        Raises:
            AudioError: There is no microphone, or a model is missing.
        """
        settings = wiring.settings_of_ears(self._settings, warn)
        players = [each["name"] for each in self._campaign.roster["players"]]
        voices = wiring.voices_kept(settings, self._campaign, players)
        self._keep = lambda: wiring.keep_learnt(settings, self._campaign, voices)
        sink = wiring.loudspeaker(settings, warn) if settings.voice else None
        voice = wiring.voice(sink, warn) if sink else None
        known = voices if voices.names else None
        return wiring.listener(
            settings, wiring.microphone(settings), known, live=True, sink=sink, phones=self._phones
        ), voice

    def close(self) -> None:
        """Keep what was learnt of the voices."""
        self._keep()
