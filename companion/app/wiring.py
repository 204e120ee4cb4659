"""Puts the companion together: the only place that chooses concrete adapters. An evening is opened in `evenings.py`."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from audio.errors import AudioError, EnrolmentRejected
from audio.phones import Phones
from audio.ports import AudioSink, AudioSource, SpeakerIdentifier, Synthesizer, Transcriber, VoiceDetector
from companion.base.clock import SystemClock
from companion.base.config import DATABASE_FILE, Settings
from companion.base.errors import StoreError, told
from companion.base.file_names import file_name
from companion.base.private_files import close_to_others
from companion.demo import demo_of
from companion.nlu.ranking import LateRanker, Ranker, has_ranker
from companion.play.roster import Roster
from companion.privacy.pictures import PICTURES, shelf_of
from companion.store import Campaign, Store, open_store
from engine.phrase import phrase
from engine.registry import find_info

# Adapters are imported where they are made: a command that needs none does not wait for their libraries.
if TYPE_CHECKING:
    from audio.listen import Listener
    from audio.speakers import SpeakerEmbedding, Speakers
    from audio.types import Samples
    from companion.app.speech_model_choice import Hearing
    from companion.nlu.meaning import SentenceEncoder
    from companion.privacy.speaker_embeddings import EmbeddingStore, Place
    from companion.voice.speech import Voice

log = logging.getLogger(__name__)

Warn = Callable[[str], None]
"""Called with one sentence when something is missing and the evening goes on without it."""


def tones_folder(settings: Settings) -> Path:
    """Return the folder of the table's own tones for recaps."""
    return settings.data_dir / "tones"


def kept_store(settings: Settings) -> Store:
    """The store of the settings, made when there is none yet; the data folder is closed to other accounts.

    Raises:
        StoreError: It cannot be used.
    """
    try:
        if close_to_others(settings.data_dir):
            log.info("only this account can read %s now", settings.data_dir)
    except OSError as problem:
        log.warning("Other accounts may be able to read %s: %s.", problem.filename, problem.strerror)
    return open_store(settings.database, SystemClock())


def passing_campaign(roster: Roster, slug: str) -> tuple[Store, Campaign]:
    """A campaign that lives in memory only, for recordings and trials."""
    store = open_store("sqlite://", SystemClock())
    title = roster.title or find_info(slug).title
    return store, store.create_campaign(title, slug, roster.to_json())


def transcriber(settings: Settings) -> Transcriber:
    """Speech recognition as the settings choose it: on this computer, or on the server they name.

    Raises:
        ModelMissing: Its weights are not there or not the expected ones.
    """
    from audio.stt import WhisperTranscriber
    from audio.weights import folder_of

    if settings.transcription_url is not None:
        from audio.server_stt import ServerTranscriber

        key = settings.transcription_key.get_secret_value() if settings.transcription_key else None
        return ServerTranscriber(
            settings.transcription_url,
            settings.transcription_model,
            SystemClock(),
            key=key,
            language=settings.language,
        )
    model = folder_of(settings.whisper_model, settings.model_cache)
    return WhisperTranscriber(model, language=settings.language, cpu_threads=settings.cpu_threads)


def hearing_seconds(settings: Settings) -> float:
    """Seconds the recogniser of the settings takes for `SAMPLE_SECONDS` of speech; takes a few times as long.

    Raises:
        AudioError: It is missing or fails.
    """
    from audio.types import SAMPLE_RATE_HZ
    from audio.wav import read_audio
    from companion.app.speech_model_choice import SAMPLE_SECONDS, seconds_for

    sample = read_audio(demo_of("phase-abandon").folder / "enroll-nina.flac")[: int(SAMPLE_SECONDS * SAMPLE_RATE_HZ)]
    return seconds_for(transcriber(settings), sample, SystemClock())


def tried_hearing(settings: Settings, *, again: bool = False) -> Hearing:
    """Measure the speed of speech recognition on this computer, and choose the model to go on with.

    Raises:
        AudioError: The model is missing or fails.
        SettingsError: The settings file was spoilt meanwhile.
    """
    from audio.weights import tiny_installed
    from companion.app.speech_model_choice import Hearing, try_hearing

    if settings.transcription_url is not None:
        return Hearing(hearing_seconds(settings), settings)
    return try_hearing(settings, hearing_seconds, SystemClock(), tiny_installed=tiny_installed(), again=again)


def settings_of_ears(settings: Settings, warn: Warn) -> Settings:
    """The settings with the speech model that fits this computer, which is tried at its first use.

    Args:
        settings: Effective settings of a listener on a microphone; nothing is chosen for a recording.
        warn: Called when another model is used from now on, or could be.

    Raises:
        AudioError: The model is missing or fails.
        SettingsError: The settings file was spoilt meanwhile.
    """
    if settings.transcription_url is not None:
        return settings
    hearing = tried_hearing(settings)
    if hearing.told:
        warn(hearing.told)
    return hearing.settings


def listener(
    settings: Settings,
    source: AudioSource,
    identifier: SpeakerIdentifier | None,
    *,
    live: bool,
    sink: AudioSink | None = None,
    phones: Phones | None = None,
) -> Listener:
    """Return a listener on a source, and on phones beside it.

    Raises:
        ModelMissing: Weights of the recogniser are not there or not the expected ones.
    """
    from audio.listen import Listener, ListenerParams
    from audio.segmenter import SegmenterParams
    from audio.several_microphones import SeveralMicrophones

    params = ListenerParams(segmenter=SegmenterParams(stop_seconds=settings.endpoint_seconds))
    several = SeveralMicrophones(source, phones) if phones is not None else None
    return Listener(
        several or source,
        voice_detector(),
        transcriber(settings),
        identifier=identifier,
        sink=sink,
        near=several,
        params=params,
        live=live,
    )


def voice_detector() -> VoiceDetector:
    """Tells talk from the rest of what a room sounds like."""
    from audio.gain_control import GainControlledDetector
    from audio.vad import SileroDetector

    return GainControlledDetector(SileroDetector())


def microphone(settings: Settings) -> AudioSource:
    """The microphone of the settings; it is opened when the first sound is asked for."""
    from audio.capture import MicrophoneSource

    return MicrophoneSource(_device(settings.microphone))


def loudspeaker(settings: Settings, warn: Warn) -> AudioSink:
    """The loudspeaker of the settings, or silence and one sentence when there is none."""
    from audio.playback import NullSink, SpeakerSink

    try:
        return SpeakerSink(_device(settings.speaker))
    except AudioError as problem:
        warn(phrase("Nothing will be said aloud: {problem}", problem=told(problem)))
        return NullSink()


def voice(sink: AudioSink, warn: Warn) -> Voice | None:
    """A warmed-up voice into a sink; None and one sentence when it cannot speak."""
    from audio.tts import HibariSynthesizer
    from companion.voice.speech import Voice

    try:
        synthesizer = HibariSynthesizer()
        synthesizer.warm_up()
    except AudioError as problem:
        warn(phrase("Nothing will be said aloud: {problem}", problem=told(problem)))
        return None
    return Voice(synthesizer, sink, time.monotonic)


def reading_voice() -> Synthesizer:
    """The voice that reads recaps to whoever listens to them; takes a second to load.

    Raises:
        AudioError: It is not installed.
    """
    from audio.tts import HibariSynthesizer

    return HibariSynthesizer()


def _device(name: str | None) -> str | int | None:
    return int(name) if name and name.isdecimal() else name


# Understanding


def ranker(slug: str, language: str) -> Ranker | None:
    """The ranker of a game's moves, None where it has none; weights are read when a line is first weighed."""
    return LateRanker(lambda: _ranker(slug, language)) if has_ranker(slug, language) else None


def _ranker(slug: str, language: str) -> Ranker:
    from companion.nlu.move_ranker import load_ranker

    return load_ranker(slug, language, _sentence_encoder())


@cache
def _sentence_encoder() -> SentenceEncoder:
    """One for all evenings of the process; it reads its files when the first line comes."""
    from audio.onnx import open_session
    from companion.nlu.meaning import SentenceEncoder

    return SentenceEncoder(open_session)


# Voices


def voices_in(folder: Path, players: Iterable[str]) -> Speakers:
    """Learn the players' voices from `enroll-<player>` recordings; nobody else's are learnt.

    Raises:
        AudioError: The folder or a recording cannot be used.
    """
    from audio.speakers import Speakers

    learnt = Speakers.load_folder(folder)
    return _for_players(learnt.prints, players)


def voices_kept(settings: Settings, campaign: Campaign, players: Iterable[str]) -> Speakers:
    """The players' voices as learnt for this campaign; without any, nobody is named.

    Raises:
        EnrolmentRejected: A kept voiceprint is damaged, or encrypted with a key that is gone.
        KeychainError: The system's keychain gives no key.
    """
    from audio.speakers import SpeakerEmbedding

    kept = voice_box(settings, campaign).voices()
    return _for_players([SpeakerEmbedding.from_json(each) for each in kept], players)


def voice_box(settings: Settings, campaign: Campaign) -> EmbeddingStore:
    """The voiceprints of a campaign; the keychain is asked for their key once, and only when one is needed."""
    from companion.privacy.keychain import voice_cipher
    from companion.privacy.speaker_embeddings import EmbeddingStore, take_over

    folder, own = voice_folder(settings, campaign), settings.data_dir / DATABASE_FILE
    if settings.database == own or not own.exists():  # else the number may be that of a campaign in the other one
        people = {file_name(each["name"]) for each in campaign.roster["players"]}
        take_over(_numbered_folder(settings, campaign), folder, campaign.created, people)
    return EmbeddingStore(folder, cache(lambda: voice_cipher(settings.voice_encryption)))


def voice_folder(settings: Settings, campaign: Campaign) -> Path:
    """Return the folder of a campaign's voiceprints, one file a person; no campaign of another database has it."""
    return settings.data_dir / "voices" / shelf_of(campaign.key)


def _numbered_folder(settings: Settings, campaign: Campaign) -> Path:
    """Folder in which an older companion kept voiceprints, by number of campaign alone."""
    return settings.data_dir / "voices" / str(campaign.id)


def delete_campaign(settings: Settings, store: Store, campaign: Campaign) -> None:
    """Delete a campaign, the voiceprints of its players and the pictures of its characters, for good.

    Raises:
        StoreError: Another companion plays it, or something cannot be deleted; then the campaign stays.
    """
    store.claim(campaign.id)
    try:
        for player in campaign.roster["players"]:
            forget_voice(settings, campaign, player["name"])
        for folder in (voice_folder(settings, campaign), settings.data_dir / PICTURES / shelf_of(campaign.key)):
            if folder.exists():
                shutil.rmtree(folder)
    except OSError as problem:
        store.release(campaign.id)
        raise StoreError(
            phrase("{file} cannot be deleted: {strerror}.", file=problem.filename, strerror=problem.strerror)
        ) from problem
    store.delete_campaign(campaign.id)


def _for_players(prints: Iterable[SpeakerEmbedding], players: Iterable[str]) -> Speakers:
    from audio.speakers import Speakers

    spelt = {name.casefold(): name for name in players}
    return Speakers(replace(each, name=spelt[each.name.casefold()]) for each in prints if each.name.casefold() in spelt)


def forget_voice(settings: Settings, campaign: Campaign, player: str) -> bool:
    """Delete a voiceprint, also one of an older companion that may be another campaign's; False when there was none."""
    from companion.privacy.speaker_embeddings import EmbeddingStore

    known = voice_box(settings, campaign).forget(file_name(player))
    return EmbeddingStore(_numbered_folder(settings, campaign), lambda: None).forget(file_name(player)) or known


def voice_known(settings: Settings, campaign: Campaign, player: str) -> bool:
    """Return True if a player's voiceprint is kept."""
    return voice_box(settings, campaign).knows(file_name(player))


def learn_voice_live(
    settings: Settings, campaign: Campaign, player: str, heard: Callable[[float], None]
) -> SpeakerEmbedding:
    """Learn a player's voice from the microphone while they read `SENTENCES_TO_READ`.

    Args:
        settings: Effective settings.
        campaign: For which it is kept.
        player: Whose voice.
        heard: Called with the seconds heard so far, repeatedly; what it raises ends the lesson, and nothing is kept.

    Raises:
        AudioError: There is no microphone, or it heard too little speech; or the voice was forgotten meanwhile.
        KeychainError: The system's keychain gives no key.
    """
    from audio.speakers import Speakers

    with voice_box(settings, campaign).place(file_name(player)) as place:

        def still_wanted(seconds: float) -> None:
            heard(seconds)
            if place.gone:
                raise _forgotten(player)

        return _keep_voice(place, Speakers().enrol(player, [record(settings, SECONDS_TO_READ, still_wanted)]))


def record(settings: Settings, seconds: float, heard: Callable[[float], None] = lambda seconds: None) -> Samples:
    """Sound of the microphone, for so many seconds.

    Raises:
        DeviceUnavailable: There is no microphone.
    """
    import numpy as np

    source = microphone(settings)
    sound: list[Samples] = []
    try:
        for chunk in source.chunks():
            sound.append(chunk.samples)
            heard(chunk.start)
            if chunk.start >= seconds:
                break
    finally:
        source.close()
    return np.concatenate(sound)


SECONDS_TO_READ = 18.0
SENTENCES_TO_READ = (
    "The old lighthouse keeper counted seven ships before the storm closed in.",
    "Give me the blue lantern, the short rope, and whatever is left of the cheese.",
    "Nobody in this town remembers who painted the bridge, but everyone has a theory.",
)
"""About fifteen seconds of speech with most sounds of English."""


def learn_voice(settings: Settings, campaign: Campaign, player: str, clips: list[Path]) -> SpeakerEmbedding:
    """Learn a player's voice from recordings and keep the voiceprint, not the sound.

    Raises:
        AudioError: A recording cannot be read, or holds too little speech; or the voice was forgotten meanwhile.
        KeychainError: The system's keychain gives no key.
    """
    from audio.speakers import Speakers
    from audio.wav import read_audio

    with voice_box(settings, campaign).place(file_name(player)) as place:
        return _keep_voice(place, Speakers().enrol(player, (read_audio(clip) for clip in clips)))


def _keep_voice(place: Place, learnt: SpeakerEmbedding) -> SpeakerEmbedding:
    if not place.keep(learnt.to_json()):
        raise _forgotten(learnt.name)
    return learnt


def _forgotten(player: str) -> EnrolmentRejected:
    return EnrolmentRejected(
        "{player}'s voice was deleted while it was being learnt; nothing of it is saved.", player=player
    )


def keep_learnt(settings: Settings, campaign: Campaign, voices: Speakers) -> None:
    """Keep what an evening taught of its voices; nothing of anybody whose voiceprint was deleted meanwhile."""
    box = voice_box(settings, campaign)
    for each in (each for each in voices.prints if each.heard):
        with box.place(file_name(each.name)) as place:
            if box.knows(file_name(each.name)):
                place.keep(each.to_json())
