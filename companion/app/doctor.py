"""Checks of what works on this computer and what does not: one sentence each, with what to do about it.

A failed check is something the companion was asked to use and cannot; a warning is something the table can do without.
"""

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from audio.errors import AudioError, DeviceUnavailable
from audio.patience import Patience
from audio.room_sound import RoomSound, advice
from audio.types import PACKAGED_BASE
from companion import DISTRIBUTION
from companion.app import model_examination
from companion.app.speech_model_choice import SAMPLE_SECONDS, Hearing, faster_model, larger_model
from companion.base.clock import Clock
from companion.base.config import DEFAULT, Settings
from companion.base.errors import CompanionError, KeychainError, StoreBusy
from companion.base.private_files import WINDOWS, belongs_to_another, holds_home, open_to_others
from companion.llm.port import connect
from companion.privacy.keychain import DO_WITHOUT, keychain_name
from companion.store import Store, open_store
from engine.phrase import plural

Status = Literal["ok", "warn", "fail"]

PYTHON_NEEDED = (3, 11)
_MEGABYTE = 1_000_000
LITTLE_SPACE_MEGABYTES = 500
NO_SPACE_MEGABYTES = 50
_BUSY_SECONDS = 1.0
_MEND_MODEL = "Repair a damaged copy with companion doctor --fix."


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at.

    Attributes:
        name: What, in one or two words.
        status: `ok`, `warn` (the table can do without) or `fail`.
        sentence: How it is.
        hint: What to do about it; empty when nothing is to be done.
    """

    name: str
    status: Status
    sentence: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class AudioProbes:
    """Probes of the audio side; the composition root hands in the real adapters.

    Attributes:
        devices: Lists sound devices: `index`, `name`, and channel counts `inputs` and `outputs` of each.
        speech_model: Finds and verifies the recogniser's weights.
        voice_model: Loads the voice.
        voice_encoder: Loads the network that tells voices apart.
        hearing: Measures how fast speech is understood, and says what follows from it.
        room: Listens to the microphone for a few seconds.
    """

    devices: Callable[[], Sequence[Mapping[str, Any]]]
    speech_model: Callable[[], object]
    voice_model: Callable[[], object]
    voice_encoder: Callable[[], object]
    hearing: Callable[[], Hearing]
    room: Callable[[], RoomSound]


def check_all(settings: Settings, probes: AudioProbes, clock: Clock) -> tuple[Check, ...]:
    """Look at everything, in the order a person would fix it."""
    return (
        check_python(),
        check_packages(),
        check_settings(settings),
        *check_storage(settings, clock),
        check_privacy(settings.data_dir),
        *(devices := tuple(check_devices(settings, probes.devices))),
        *_check_room(devices, probes.room),
        *_check_hearing(settings, probes),
        _check_voice(settings, probes.voice_model),
        _check_model("Voice encoder", "Voices can be recognised.", probes.voice_encoder),
        check_voiceprints(settings),
        check_language_server(settings, clock),
    )


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Check:
    """Check that Python is new enough."""
    shown = ".".join(map(str, version))
    if version[:2] < PYTHON_NEEDED:
        needed = ".".join(map(str, PYTHON_NEEDED))
        return Check("Python", "fail", f"Python {shown} is too old.", f"Install Python {needed} or newer.")
    return Check("Python", "ok", f"Python {shown} on {platform.system()} {platform.machine()}.")


def check_packages(
    requirements: Sequence[str] | None = None, version: Callable[[str], str] = metadata.version
) -> Check:
    """Check that the packages are there in the versions this companion was tested with.

    Args:
        requirements: Lines like `numpy==2.4.6`; those of the installed companion when None.
        version: Installed version of a package; raises `PackageNotFoundError`.
    """
    if requirements is None:
        try:
            requirements = metadata.requires(DISTRIBUTION) or []
        except metadata.PackageNotFoundError:
            return Check("Packages", "ok", "The companion runs from its source folder; versions are not compared.")
    missing, different = [], []
    pinned = list(_pinned(requirements))
    for name, wanted in pinned:
        try:
            found = version(name)
        except metadata.PackageNotFoundError:
            missing.append(name)
            continue
        if found != wanted:
            different.append(f"{name} {found} instead of {wanted}")
    if missing:
        return Check("Packages", "fail", f"Packages are missing: {', '.join(missing)}.", "Install the companion again.")
    if different:
        hint = "It may work; install the companion again if it does not."
        return Check("Packages", "warn", f"Not as tested: {', '.join(different)}.", hint)
    return Check("Packages", "ok", f"All {len(pinned)} packages are as tested.")


def _pinned(requirements: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names and versions; those of extras, which have a condition behind them, are left out."""
    for line in requirements:
        found = re.match(r"([\w.-]+)\s*==\s*([\w.+!-]+)\s*$", line)
        if found:
            yield found[1], found[2]


def check_settings(settings: Settings) -> Check:
    """List the settings that are not the default, and their sources; values of secrets are not shown."""
    changed = [each for each in settings.describe() if each.origin != DEFAULT]
    if not changed:
        return Check("Settings", "ok", "All settings have their defaults.")
    shown = ", ".join(f"{each.name} = {each.value} ({each.origin})" for each in changed)
    return Check("Settings", "ok", f"Changed: {shown}.")


def check_storage(settings: Settings, clock: Clock) -> Iterator[Check]:
    """Check that campaigns can be read and written and that there is room; makes no file."""
    file = settings.database if isinstance(settings.database, Path) else None
    if file is not None and not file.exists():
        yield _check_place(file)
    else:
        yield _check_database(settings, clock)
    yield _check_space(settings.data_dir)


def _check_place(file: Path) -> Check:
    folder = _nearest(file.parent)
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        hint = "Make the folder writable, or choose another data folder."
        return Check("Storage", "fail", f"{file} cannot be made: {folder} may not be written.", hint)
    return Check("Storage", "ok", f"{file} will be made for the first campaign.")


def _nearest(folder: Path) -> Path:
    """The folder itself, or the first one above it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def _check_database(settings: Settings, clock: Clock) -> Check:
    try:
        with open_store(settings.database, clock, busy_seconds=_BUSY_SECONDS) as store:
            store.check_writable()
            return _check_campaigns(store)
    except StoreBusy as busy:
        return Check("Storage", "warn", str(busy), busy.hint)
    except CompanionError as problem:
        return Check("Storage", "fail", str(problem), problem.hint)


def _check_campaigns(store: Store) -> Check:
    campaigns = store.campaigns()
    entries = 0
    for campaign in campaigns:
        verified = store.verify(campaign.id)
        entries += verified.entries
        if not verified.ok:
            sentence = f"The campaign {campaign.name!r} is damaged: {verified.problems[0]}"
            return Check("Storage", "fail", sentence, "The entries before that are intact; export them.")
    return Check("Storage", "ok", f"{store.where} is readable: campaigns {len(campaigns)}, entries {entries}.")


def _check_space(folder: Path) -> Check:
    free = shutil.disk_usage(_nearest(folder)).free // _MEGABYTE
    if free < NO_SPACE_MEGABYTES:
        return Check("Disk", "fail", f"Only {free} MB are free for {folder}.", "Free some space before you play.")
    if free < LITTLE_SPACE_MEGABYTES:
        return Check("Disk", "warn", f"Only {free} MB are free for {folder}.", "Free some space soon.")
    return Check("Disk", "ok", f"{free} MB are free for {folder}.")


def check_privacy(folder: Path, windows: bool = WINDOWS) -> Check:
    """Check that other accounts of this computer are kept out of the data folder."""
    if windows:
        return Check("Privacy", "ok", f"Windows keeps {folder} private to your account if it is in your profile.")
    if belongs_to_another(folder):
        return Check("Privacy", "warn", f"{folder} belongs to another account, which can read all of it.", _OWN_FOLDER)
    found = list(open_to_others(folder))
    if holds_home(folder):
        return Check(
            "Privacy",
            "warn",
            f"{folder} contains your whole home folder, so its permissions are not changed.",
            _OWN_FOLDER,
        )
    if found:
        what = plural("{count} file or folder", "{count} files and folders", len(found))
        sentence = f"Other accounts of this computer may read {what} of {folder}."
        return Check(
            "Privacy", "warn", sentence, "Fix it with companion doctor --fix; starting an evening does it, too."
        )
    return Check("Privacy", "ok", f"Only this account can read {folder}.")


_OWN_FOLDER = "Choose a data folder of your own."


def check_devices(settings: Settings, devices: Callable[[], Sequence[Mapping[str, Any]]]) -> Iterator[Check]:
    """PortAudio, the microphone and the loudspeaker."""
    try:
        found = devices()
    except DeviceUnavailable as problem:
        yield Check("PortAudio", "warn", str(problem), problem.hint)
        return
    yield Check("PortAudio", "ok", plural("{count} sound device.", "{count} sound devices.", len(found)))
    yield _check_device("Microphone", settings.microphone, found, "inputs", "Plug one in, or type what is said.")
    if settings.voice:
        yield _check_device("Loudspeaker", settings.speaker, found, "outputs", "Plug one in, or read the screen.")


def _check_device(
    what: str, wanted: str | None, devices: Sequence[Mapping[str, Any]], channels: str, without: str
) -> Check:
    usable = [each for each in devices if each[channels] > 0]
    names = ", ".join(f"{each['index']} {each['name']}" for each in usable)
    if wanted is None:
        if usable:
            return Check(what, "ok", f"The system's default is used; there are: {names}.")
        return Check(what, "warn", f"No {what.lower()} was found.", without)
    for each in usable:
        if wanted == str(each["index"]) or (not wanted.isdigit() and wanted.casefold() in each["name"].casefold()):
            return Check(what, "ok", f"{each['name']} is used.")
    return Check(what, "fail", f"The {what.lower()} {wanted!r} was not found.", f"Found: {names or 'none'}.")


def _check_room(devices: Sequence[Check], room: Callable[[], RoomSound]) -> Iterator[Check]:
    """Check the loudness of the room, where there is a microphone to measure it."""
    if any(each.name == "Microphone" and each.status == "ok" for each in devices):
        try:
            heard = advice(room())
            sentence, hint = heard.told, heard.todo
        except AudioError as problem:
            sentence, hint = str(problem), problem.hint
        yield Check("Room", "warn" if hint else "ok", sentence, hint)


def _check_hearing(settings: Settings, probes: AudioProbes) -> Iterator[Check]:
    """The speech model, and whether this computer is fast enough for it."""
    model = _check_model("Speech model", "The speech model is complete.", probes.speech_model)
    if model.status == "fail":
        packaged = settings.whisper_model == PACKAGED_BASE
        yield replace(model, hint=f"{_MEND_MODEL} {model.hint}".strip()) if packaged else model
        return
    yield model
    try:
        hearing = probes.hearing()
    except AudioError as problem:  # such as a transcription server that does not answer
        yield Check("Speed", "fail", str(problem), problem.hint)
        return
    told = f"{SAMPLE_SECONDS:.0f} seconds of speech are understood in {hearing.seconds:.1f} seconds"
    if hearing.fast:
        yield Check("Speed", "ok", f"{told}.", hearing.told or larger_model(hearing.settings, hearing.seconds))
        return
    if hearing.settings.whisper_model != settings.whisper_model:
        yield Check("Speed", "warn", hearing.told)
        return
    faster = faster_model(settings)
    other = f' or set whisper_model = "{faster}"' if faster else ""
    threads = f"try another number of cpu_threads (now {settings.cpu_threads})"
    hint = f"Close other programs, {threads}{other}; typing works. {hearing.told}".strip()
    yield Check("Speed", "warn", f"{told}: the companion will be slow.", hint)


def _check_voice(settings: Settings, load: Callable[[], object]) -> Check:
    if not settings.voice:
        return Check("Voice", "ok", "Announcements are shown, not spoken, as set.")
    return _check_model("Voice", "The voice is ready.", load)


def _check_model(name: str, fine: str, load: Callable[[], object]) -> Check:
    try:
        load()
    except AudioError as problem:
        return Check(name, "fail", str(problem), problem.hint)
    return Check(name, "ok", fine)


def check_voiceprints(settings: Settings, keychain: Callable[[], str | None] = keychain_name) -> Check:
    """Check whether voiceprints are encrypted, and with whose key."""
    if settings.voice_encryption == "off":
        return Check("Voiceprints", "warn", f"They are not encrypted, as set. {_OWN_ONLY}")
    try:
        name = keychain()
    except KeychainError as problem:
        return Check("Voiceprints", "fail", str(problem), problem.hint)
    if name is not None:
        return Check("Voiceprints", "ok", f"They are encrypted with a key kept by {name}.")
    if settings.voice_encryption == "keychain":
        return Check("Voiceprints", "fail", "This system has no keychain to encrypt them with.", DO_WITHOUT)
    return Check("Voiceprints", "warn", f"They are not encrypted: this system has no keychain. {_OWN_ONLY}")


_OWN_ONLY = "Only this account may read their files."


def check_language_server(settings: Settings, clock: Clock) -> Check:
    """Check that the language server has the model, and answers what play asks; having none is fine."""
    patience = Patience(total_seconds=settings.llm_timeout_seconds, attempts=1)
    model = connect(settings, clock, patience, answer_tokens=model_examination.ANSWER_TOKENS)
    if model is None:
        return Check("Language server", "ok", "None is set, and none is needed. companion model sets one up.")
    try:
        names = model.ping()
        if settings.llm_model is not None and settings.llm_model not in names:
            hint = f"It has: {', '.join(names[:10])}." if names else "It has no model loaded."
            return Check("Language server", "warn", f"{model.server} does not have {settings.llm_model}.", hint)
        asked = f"{model.server} answers what play asks, with {model.choose()}"
        model_examination.ask_one(model)
    except CompanionError as problem:
        return Check("Language server", "warn", str(problem), problem.hint)
    examined = model_examination.examined_before(settings.data_dir, model)
    if examined is None:
        return Check("Language server", "ok", f"{asked}. How well was not tested yet.", "Run companion model.")
    standing = model_examination.standing_of(examined)
    sentence = f"{asked}: {model_examination.told(examined, settings)} {model_examination.STANDINGS[standing]}"
    helps = f"It is asked for at most {settings.llm_tokens_an_hour} tokens an hour during play."
    hint = helps if settings.model_follows else "It is not asked during play: run companion model."
    return Check("Language server", "warn" if standing == "none" else "ok", sentence, hint)
