"""Voiceprints at rest: encrypted where the system has a keychain, readable by one account only in any case."""

import os
import stat
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import keyring
import numpy as np
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringLocked

from audio.errors import EnrolmentRejected
from audio.speakers import VOICE_SIZE, SpeakerEmbedding, Speakers
from audio.types import Samples
from companion.app import wiring
from companion.app.doctor import check_voiceprints
from companion.base.config import Settings, load_settings
from companion.base.errors import KeychainError
from companion.chronicle.notebook import file_name
from companion.privacy import speaker_embeddings
from companion.privacy.keychain import keychain_name, voice_cipher
from companion.privacy.speaker_embeddings import EmbeddingStore
from companion.store import Campaign, open_store
from tests.support.clock import START, FakeClock
from tests.support.sitting import roster


class Keychain(KeyringBackend):
    """A keychain in memory."""

    priority = 5  # type: ignore[assignment]
    keeps = True
    locked = False

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("locked")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.keeps:
            self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def keychain() -> Iterator[Keychain]:
    before = keyring.get_keyring()
    mine = Keychain()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture
def no_keychain() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        return store.create_campaign("Harbour", "phase-abandon", roster())


def settings(folder: Path, **given: Any) -> Settings:
    return load_settings({"data_dir": folder, **given}, environment={})


def voice(name: str = "Jay") -> SpeakerEmbedding:
    ones = np.ones(VOICE_SIZE, dtype=np.float32)
    return SpeakerEmbedding(name, ones, 12.0, ones, ones, 3.0)


def keep(settings: Settings, campaign: Campaign) -> Path:
    """Keep Jay's voice; returns the one file it is in."""
    put(settings, campaign)
    (file,) = wiring.voice_folder(settings, campaign).iterdir()
    return file


def put(settings: Settings, campaign: Campaign, name: str = "Jay") -> None:
    with wiring.voice_box(settings, campaign).place(file_name(name)) as place:
        assert place.keep(voice(name).to_json())


def names(settings: Settings, campaign: Campaign) -> tuple[str, ...]:
    return wiring.voices_kept(settings, campaign, ["Jay", "Russ"]).names


def test_with_a_keychain_voiceprints_are_encrypted(tmp_path: Path, campaign: Campaign, keychain: Keychain) -> None:
    """The key is made once, stays in the keychain, and reads them again."""
    file = keep(settings(tmp_path), campaign)
    assert file.name == "jay.voice"
    assert b'"Jay"' not in file.read_bytes()  # the quotes cannot be in what is encrypted, the letters can
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert names(settings(tmp_path), campaign) == ("Jay",)
    assert len(keychain.kept) == 1
    assert wiring.forget_voice(settings(tmp_path), campaign, "Jay")
    assert names(settings(tmp_path), campaign) == ()


@pytest.mark.usefixtures("no_keychain")
def test_without_a_keychain_only_the_account_may_read_them(tmp_path: Path, campaign: Campaign) -> None:
    file = keep(settings(tmp_path), campaign)
    assert file.name == "jay.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert names(settings(tmp_path), campaign) == ("Jay",)
    with pytest.raises(KeychainError, match="no keychain"):
        keep(settings(tmp_path, voice_encryption="keychain"), campaign)


def test_plain_voiceprints_of_before_are_encrypted_when_read(
    tmp_path: Path, campaign: Campaign, keychain: Keychain
) -> None:
    off = settings(tmp_path, voice_encryption="off")
    assert keep(off, campaign).name == "jay.json"
    assert keychain.kept == {}
    assert names(settings(tmp_path), campaign) == ("Jay",)
    assert [each.name for each in wiring.voice_folder(off, campaign).iterdir()] == ["jay.voice"]


@pytest.mark.parametrize("gone", ["key", "keychain", "body"])
def test_a_voiceprint_nobody_can_read_is_told_in_one_sentence(
    tmp_path: Path, campaign: Campaign, keychain: Keychain, gone: str
) -> None:
    """And it can be deleted and learnt again."""
    file = keep(settings(tmp_path), campaign)
    if gone == "key":
        keychain.kept.clear()
    elif gone == "body":
        file.write_bytes(b"gAAAA")
    wish = {"voice_encryption": "off"} if gone == "keychain" else {}
    with pytest.raises(EnrolmentRejected, match=r"jay\.voice is encrypted with a key") as told:
        names(settings(tmp_path, **wish), campaign)
    assert told.value.hint == "Learn the voice again: companion enroll jay."
    put(settings(tmp_path, **wish), campaign)
    assert names(settings(tmp_path, **wish), campaign) == ("Jay",)


def test_a_plain_voiceprint_that_is_no_text_is_told(tmp_path: Path) -> None:
    """It is left as it is, also where it would be encrypted."""
    (tmp_path / "jay.json").write_bytes(b"\x80{}")
    with pytest.raises(EnrolmentRejected, match=r"jay\.json is damaged") as told:
        EmbeddingStore(tmp_path, lambda: None).voices()
    assert "companion enroll jay" in told.value.hint
    assert (tmp_path / "jay.json").read_bytes() == b"\x80{}"


def test_a_keychain_that_is_locked_or_keeps_nothing(tmp_path: Path, campaign: Campaign, keychain: Keychain) -> None:
    """Nothing is written unencrypted behind anybody's back."""
    keychain.keeps = False
    with pytest.raises(KeychainError, match="keeps nothing"):
        voice_cipher("auto")
    keychain.locked = True
    with pytest.raises(KeychainError, match="gives no key") as told:
        keep(settings(tmp_path), campaign)
    assert told.value.hint.startswith("Unlock it.")
    assert not wiring.voice_folder(settings(tmp_path), campaign).exists()


@pytest.mark.parametrize(
    ("wish", "name", "status", "told"),
    [
        ("auto", "Keychain", "ok", "with a key kept by Keychain"),
        ("auto", None, "warn", "has no keychain. Only this account may read"),
        ("keychain", None, "fail", "no keychain"),
        ("off", "Keychain", "warn", "not encrypted, as set"),
    ],
)
def test_the_doctor_tells_how_voiceprints_are_kept(
    tmp_path: Path, wish: str, name: str | None, status: str, told: str
) -> None:
    check = check_voiceprints(settings(tmp_path, voice_encryption=wish), lambda: name)
    assert check.status == status
    assert told in check.sentence


@pytest.mark.usefixtures("no_keychain")
def test_no_keychain_has_no_name() -> None:
    assert keychain_name() is None


@pytest.mark.usefixtures("no_keychain")
def test_who_is_called_like_a_device_of_windows_has_a_voice_too(tmp_path: Path, campaign: Campaign) -> None:
    """There, con.json is the screen and keeps nothing."""
    put(settings(tmp_path), campaign, "Con")
    assert [each.name for each in wiring.voice_folder(settings(tmp_path), campaign).iterdir()] == ["con-name.json"]
    assert wiring.forget_voice(settings(tmp_path), campaign, "Con")


@pytest.mark.usefixtures("no_keychain")
@pytest.mark.parametrize("when", ["reading aloud", "keeping"])
def test_who_is_forgotten_while_their_voice_is_learnt_is_not_known_after_it(
    tmp_path: Path, campaign: Campaign, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """By whatever way they ask, also from another process: the microphone is let go, and no file is left."""
    wish = settings(tmp_path)
    heard: list[float] = []

    def forget() -> None:
        wiring.forget_voice(wish, campaign, "Jay")

    def record(_settings: Settings, seconds: float, told: Callable[[float], None]) -> Samples:
        for second in range(int(seconds)):
            heard.append(second)
            if when == "reading aloud" and second == 3:
                forget()
            told(float(second))
        return np.zeros(1, dtype=np.float32)

    def enrol(_speakers: Speakers, player: str, _sounds: Any) -> SpeakerEmbedding:
        forget()
        return voice(player)

    monkeypatch.setattr(wiring, "record", record)
    monkeypatch.setattr(Speakers, "enrol", enrol)
    put(wish, campaign)
    with pytest.raises(EnrolmentRejected, match="Jay's voice was deleted while it was being learnt"):
        wiring.learn_voice_live(wish, campaign, "Jay", lambda seconds: None)
    assert len(heard) == (4 if when == "reading aloud" else 18)
    assert list(wiring.voice_folder(wish, campaign).iterdir()) == []


@pytest.mark.usefixtures("no_keychain")
def test_two_databases_of_one_data_folder_share_no_voice(tmp_path: Path, campaign: Campaign) -> None:
    """Nor does one that was deleted and made anew; the number of their campaigns is the same."""
    keep(settings(tmp_path), campaign)
    with open_store(tmp_path / "other.db", FakeClock(START + timedelta(days=1))) as store:
        other = store.create_campaign("Harbour", "phase-abandon", roster())
    assert other.id == campaign.id
    assert names(settings(tmp_path), other) == ()
    assert not wiring.forget_voice(settings(tmp_path), other, "Jay")
    assert names(settings(tmp_path), campaign) == ("Jay",)


@pytest.mark.parametrize(
    ("learnt", "database", "taken"),
    [
        ({"jay.json": 1, "russ.json": 60}, None, True),
        ({"jay.json": -1, "russ.json": 60}, None, False),
        ({"jay.json": 1, "stranger.json": 1}, None, False),
        ({"jay.json": 1}, "sqlite:///elsewhere.db", False),
    ],
    ids=["its own", "of before it", "of another table", "of either database"],
)
@pytest.mark.usefixtures("no_keychain")
def test_voices_of_an_older_companion_are_taken_over_where_they_can_be_no_other_campaign_s(
    learnt: dict[str, int], database: str | None, taken: bool, tmp_path: Path, campaign: Campaign
) -> None:
    """They lay by number; those that stay are nobody's, and go when somebody of that name or the campaign does."""
    numbered, wish = tmp_path / "voices" / str(campaign.id), settings(tmp_path, database_url=database)
    numbered.mkdir(parents=True)
    for name, seconds in learnt.items():
        (numbered / name).write_text(voice(name.removesuffix(".json").title()).to_json(), encoding="utf-8")
        os.utime(numbered / name, (campaign.created.timestamp() + seconds,) * 2)
    assert ("Jay" in names(wish, campaign)) is taken
    assert numbered.exists() is not taken
    assert wiring.forget_voice(wish, campaign, "Jay")
    assert not list(tmp_path.rglob("jay.*"))
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        wiring.delete_campaign(wish, store, campaign)
    assert {each.name for each in tmp_path.rglob("*.json")} == set(learnt) & {"stranger.json"}


@pytest.mark.usefixtures("no_keychain")
def test_forgetting_a_voice_leaves_others_to_be_learnt(tmp_path: Path, campaign: Campaign) -> None:
    """One name may be the beginning of another; what a crash left of a lesson goes with its own."""
    box = wiring.voice_box(settings(tmp_path), campaign)
    with box.place("jay-ann") as other:
        (wiring.voice_folder(settings(tmp_path), campaign) / "jay.x1.learning").write_text("left by a crash")
        box.forget("jay")
        assert not list(wiring.voice_folder(settings(tmp_path), campaign).glob("jay.*"))
        assert other.keep(voice("Jay Ann").to_json())
    assert box.knows("jay-ann")


@pytest.mark.usefixtures("no_keychain")
def test_an_evening_does_not_bring_back_a_voice_forgotten_as_it_ends(
    tmp_path: Path, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A voice learnt in an evening is only kept if it is still known as it is written."""
    wish = settings(tmp_path)
    put(wish, campaign)
    knows = EmbeddingStore.knows

    def forgotten_next(box: EmbeddingStore, name: str) -> bool:
        known = knows(box, name)
        monkeypatch.setattr(EmbeddingStore, "knows", knows)
        box.forget(name)
        return known

    monkeypatch.setattr(EmbeddingStore, "knows", forgotten_next)
    wiring.keep_learnt(wish, campaign, Speakers([voice()]))
    assert list(wiring.voice_folder(wish, campaign).iterdir()) == []


@pytest.mark.usefixtures("no_keychain")
def test_a_voice_forgotten_while_voices_are_read_is_left_out(
    tmp_path: Path, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the list and the file; the others are there."""
    wish, read = settings(tmp_path), speaker_embeddings.read_small
    put(wish, campaign)
    put(wish, campaign, "Russ")

    def forgotten_first(file: Path) -> bytes:
        if file.name == "jay.json":
            wiring.forget_voice(wish, campaign, "Jay")
        return read(file)

    monkeypatch.setattr(speaker_embeddings, "read_small", forgotten_first)
    assert names(wish, campaign) == ("Russ",)


def test_a_voice_another_process_encrypts_while_voices_are_read_is_there(
    tmp_path: Path, campaign: Campaign, keychain: Keychain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read from its new file."""
    wish, read = settings(tmp_path), speaker_embeddings.read_small
    plain = wiring.voice_folder(wish, campaign) / "jay.json"
    plain.parent.mkdir(parents=True)
    plain.write_text(voice().to_json(), encoding="utf-8")

    def encrypted_first(file: Path) -> bytes:
        monkeypatch.setattr(speaker_embeddings, "read_small", read)
        put(wish, campaign)
        return read(file)

    monkeypatch.setattr(speaker_embeddings, "read_small", encrypted_first)
    assert names(wish, campaign) == ("Jay",)


def test_the_plain_voiceprint_a_crash_left_beside_the_encrypted_one_is_not_taken_for_it(
    tmp_path: Path, campaign: Campaign, keychain: Keychain
) -> None:
    """The encrypted one came later."""
    file = keep(settings(tmp_path), campaign)
    file.with_suffix(".json").write_text("of an earlier lesson", encoding="utf-8")
    assert names(settings(tmp_path), campaign) == ("Jay",)
    put(settings(tmp_path), campaign)
    assert [each.name for each in file.parent.iterdir()] == ["jay.voice"]
