"""The key of the voiceprints in a real keychain: GNOME's, on a session bus of its own."""

import gc
import os
import shutil
import socket
import subprocess
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import numpy as np
import pytest
from keyring.backends import SecretService
from keyring.errors import KeyringError

from audio.speakers import VOICE_SIZE, SpeakerEmbedding
from companion.app import wiring
from companion.app.doctor import check_voiceprints
from companion.base.config import Settings, load_settings
from companion.base.errors import KeychainError
from companion.privacy.keychain import keychain_name, voice_cipher
from companion.store import Campaign, open_store
from tests.support.clock import FakeClock
from tests.support.sitting import roster

HAPPENS_SECONDS = 180.0
NEEDED = os.environ.get("TESTS_NEED_KEYCHAIN") == "1"
MISSING = [name for name in ("dbus-daemon", "gnome-keyring-daemon") if shutil.which(name) is None]

# Whoever would be asked to unlock the keychain says no, so that nothing of a test ever shows on a real screen.
PROMPTER = "[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/false\n"
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <servicedir>{folder}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Desktop:
    """A session bus and the keychain on it, both of this test alone."""

    def __init__(self, folder: Path) -> None:
        self.address = f"unix:path={folder}/bus"
        self._folder = folder
        private = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
        hidden = {"DISPLAY", "WAYLAND_DISPLAY"}
        self._environment = {name: value for name, value in os.environ.items() if name not in hidden}
        self._environment |= {**private, "DBUS_SESSION_BUS_ADDRESS": self.address}
        self._bus: subprocess.Popen[bytes] | None = None
        self._keychain: subprocess.Popen[bytes] | None = None

    def log_in(self, password: str = "") -> None:
        """Start both; the keychain stays locked without its password."""
        config = self._folder / "bus.conf"
        config.write_text(BUS.format(folder=self._folder), encoding="utf-8")
        (self._folder / "prompter.service").write_text(PROMPTER, encoding="utf-8")
        self._bus = self._started(["dbus-daemon", f"--config-file={config}", "--nofork"])
        soon((self._folder / "bus").exists)
        how = "--unlock" if password else "--start"
        self._keychain = self._started(["gnome-keyring-daemon", how, "--components=secrets", "--foreground"], password)
        soon(_answers)
        if password:
            soon(_unlocked)

    def log_out(self) -> None:
        """End both."""
        for process in (self._keychain, self._bus):
            if process is not None:
                process.kill()
                process.wait()
        self._keychain = self._bus = None
        (self._folder / "bus").unlink(missing_ok=True)

    def _started(self, command: list[str], told: str = "") -> "subprocess.Popen[bytes]":
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, env=self._environment, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
        assert process.stdin is not None
        process.stdin.write(told.encode())
        process.stdin.close()
        return process


def soon(true: Callable[[], bool]) -> None:
    """Wait until this holds."""
    until = time.monotonic() + HAPPENS_SECONDS
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


def _answers() -> bool:
    return bool(SecretService.Keyring.viable)


def _unlocked() -> bool:
    try:
        keyring.get_password("table-companion", "anything")
    except KeyringError:
        return False
    return True


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    if MISSING:
        sentence = f"No real keychain is tested: {', '.join(MISSING)} is not installed (Debian: gnome-keyring, dbus)."
        pytest.fail(sentence) if NEEDED else pytest.skip(sentence)
    folder = tmp_path / "desktop"
    folder.mkdir(mode=0o700)
    made = Desktop(folder)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", made.address)
    before = keyring.get_keyring()
    keyring.set_keyring(SecretService.Keyring())
    yield made
    keyring.set_keyring(before)
    made.log_out()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # keyring leaves connections open that gave nothing
        gc.collect()


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        return store.create_campaign("Harbour", "phase-abandon", roster())


@pytest.fixture
def told(tmp_path: Path) -> Settings:
    return load_settings({"data_dir": tmp_path}, environment={})


def keep(settings: Settings, campaign: Campaign) -> None:
    ones = np.ones(VOICE_SIZE, dtype=np.float32)
    with wiring.voice_box(settings, campaign).place("jay") as place:
        place.keep(SpeakerEmbedding("Jay", ones, 12.0, ones, ones, 3.0).to_json())


def files(settings: Settings, campaign: Campaign) -> list[str]:
    return [each.name for each in wiring.voice_folder(settings, campaign).glob("*")]


def test_the_key_is_there_again_after_the_next_login(desktop: Desktop, told: Settings, campaign: Campaign) -> None:
    """And lies nowhere in the companion's own folder."""
    desktop.log_in("correct horse")
    keep(told, campaign)
    assert files(told, campaign) == ["jay.voice"]
    assert check_voiceprints(told).sentence == "They are encrypted with a key kept by SecretService Keyring."
    key = keyring.get_password("table-companion", "voiceprints")
    assert key is not None
    data = [each for each in told.data_dir.rglob("*") if each.is_file() and "desktop" not in each.parts]
    assert not any(key.encode() in each.read_bytes() for each in data)
    desktop.log_out()
    desktop.log_in("correct horse")
    assert wiring.voices_kept(told, campaign, ["Jay"]).names == ("Jay",)


def test_a_keychain_that_stays_locked_keeps_voices_unwritten(
    desktop: Desktop, told: Settings, campaign: Campaign
) -> None:
    desktop.log_in()
    assert keychain_name() == "SecretService Keyring"
    with pytest.raises(KeychainError, match="gives no key") as refused:
        keep(told, campaign)
    assert refused.value.hint.startswith("Unlock it.")
    assert files(told, campaign) == []


@pytest.mark.parametrize("gone", ["bus", "address"])
def test_who_logs_out_of_the_desktop_meanwhile_is_told(
    desktop: Desktop, told: Settings, campaign: Campaign, gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A companion that goes on in a terminal writes no voice unencrypted because its keychain went away."""
    desktop.log_in("correct horse")
    keep(told, campaign)
    if gone == "bus":
        desktop.log_out()
    else:
        monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    with pytest.raises(KeychainError, match="gives no key"):
        keep(told, campaign)
    assert files(told, campaign) == ["jay.voice"]


@pytest.fixture
def silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A session bus that takes every connection and never says a word."""
    bus = socket.socket(socket.AF_UNIX)
    bus.bind(str(tmp_path / "bus"))
    bus.listen()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    monkeypatch.setattr("companion.privacy.keychain.ANSWER_SECONDS", 0.2)
    before = keyring.get_keyring()
    keyring.set_keyring(SecretService.Keyring())
    yield
    keyring.set_keyring(before)
    waiting = [each for each in threading.enumerate() if each.name == "keychain"]
    bus.close()
    for each in waiting:
        each.join(HAPPENS_SECONDS)
    assert not any(each.is_alive() for each in waiting)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.mark.usefixtures("silence")
def test_a_keychain_that_never_answers_is_not_waited_for(told: Settings, campaign: Campaign) -> None:
    """One sentence with what to do, also from the check of the installation; no voice is kept unencrypted."""
    with pytest.raises(KeychainError, match="does not answer") as refused:
        voice_cipher("keychain")
    assert refused.value.hint.startswith("Unlock or restart it.")
    with pytest.raises(KeychainError, match="does not answer"):
        keep(told, campaign)
    assert files(told, campaign) == []
    check = check_voiceprints(told)
    assert (check.sentence, check.hint) == (str(refused.value), refused.value.hint)
    assert check_voiceprints(load_settings({"voice_encryption": "off"}, environment={})).status == "warn"
