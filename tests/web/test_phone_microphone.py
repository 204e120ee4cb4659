"""A seat's phone as a microphone: who may send sound, how much, and a sentence said into a real browser."""

import json
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from playwright.sync_api import Browser, expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from audio.types import SAMPLE_RATE_HZ, AudioChunk
from audio.wav import read_audio
from companion.app import wiring
from companion.chronicle.extractor.language import parser
from companion.web.auth import COOKIES, SEAT_MICROPHONE, halves
from companion.web.certificate import certificate_for
from companion.web.phone_microphone import MOST_BYTES
from tests.support.browser import FLAGS, Screen, Served, chromium, until

DEMO = Path(__file__).resolve().parents[2] / "companion" / "demo" / "phase-abandon"
ROSTER = json.loads((DEMO / "roster.json").read_text(encoding="utf-8"))
TAKEN_BACK_EARLY = """async () => {
    const lent = await navigator.mediaDevices.getUserMedia({ audio: true });
    let grant;
    navigator.mediaDevices.getUserMedia = () => new Promise((done) => { grant = done; });
    companionMicrophone.start("/nowhere");
    companionMicrophone.stop();
    grant(lent);
    await new Promise((done) => { setTimeout(done, 1_000); });
    return lent.getTracks()[0].readyState === "ended";
}"""
PACKET = (0).to_bytes(4, "little") + bytes(1_024)


def dialled(served: Served, key: str, role: str = "seat", **options: Any) -> Any:
    """The socket as a browser with a key opens it."""
    held = halves(key)
    cookie = f"{COOKIES[role]}={held.secret}"  # type: ignore[index]
    address = f"{served.address.replace('http', 'ws')}{held.prefix}{SEAT_MICROPHONE}"
    origin = options.pop("origin", served.address)
    return connect(address, origin=origin, additional_headers={"cookie": cookie}, **options)


@pytest.fixture
def nina(served: Served) -> Iterator[str]:
    """Key of Nina's seat, at a table that plays."""
    parser()  # which the fixtures of the tests must not find half loaded
    yield served.seat_session(served.play(ROSTER), "Nina")
    served.host.leave()


def test_only_a_seat_sends_sound(served: Served, nina: str) -> None:
    """Not the table, not another site, nobody without a key; and no longer once the key is revoked."""
    for key, role, origin in (
        (served.session(), "table", served.address),
        (nina, "table", served.address),
        (f"{nina[:-1]}!", "seat", served.address),
        (nina, "seat", "http://elsewhere.example"),
    ):
        with pytest.raises(InvalidStatus):
            dialled(served, key, role, origin=origin)
    with dialled(served, nina) as socket:
        assert socket.recv(timeout=20) == "wait"
        game = served.host.game
        assert game is not None
        served.house.keys.revoke_seat(game.campaign.key, "Nina")
        time.sleep(1.1)
        socket.send("?")
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=20)


def test_a_phone_that_was_silent_is_looked_at_before_it_is_heard_again(
    served: Served, nina: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its key may be revoked since, or another campaign open whose player has the same name."""
    phones, heard = served.host.phones, []
    monkeypatch.setattr(type(served.host), "hearing", property(lambda _: "on"))
    monkeypatch.setattr(phones, "hear", lambda *sent: heard.append(sent))
    with dialled(served, nina) as socket:
        assert socket.recv(timeout=20) == "wait"
        other = served.play({**ROSTER, "title": "Another night mail"})
        assert served.host.key == other.key
        time.sleep(1.1)
        socket.send(PACKET)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=20)
    ticket = phones.join("Nina")
    with dialled(served, nina) as socket, pytest.raises(ConnectionClosed):
        socket.recv(timeout=20)
    assert phones.holds("Nina", ticket)
    phones.leave("Nina", ticket)
    assert heard == []


def test_a_seat_has_one_connection_for_its_microphone(served: Served, nina: str) -> None:
    """Those it opens and says nothing on take nobody's place: a new one ends the one before."""
    with dialled(served, nina) as first:
        assert first.recv(timeout=20) == "wait"
        with dialled(served, nina) as second:
            assert second.recv(timeout=20) == "wait"
            with pytest.raises(ConnectionClosed):
                first.recv(timeout=20)
            second.send("?")
            with pytest.raises(TimeoutError):
                second.recv(timeout=0.5)


@pytest.mark.parametrize("sent", [bytes(MOST_BYTES + 2), bytes(7), "much text"])
def test_what_is_no_packet_ends_the_connection(served: Served, nina: str, sent: bytes | str) -> None:
    with dialled(served, nina) as socket:
        socket.recv(timeout=20)
        socket.send(sent)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=20)


def test_sound_is_taken_only_while_it_may_be(served: Served, nina: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agreed, listened to, on the record, not paused: when one of these ends, nothing is taken and nothing kept."""
    host, phones = served.host, served.host.phones
    session = host.session
    assert session is not None
    monkeypatch.setattr(type(host), "hearing", property(lambda _: "on"))
    phones.began = time.monotonic()
    session.consent.give("Nina", "page")
    host.tell("voices")

    def off_the_record() -> None:
        session.listening = False

    def withdrawn() -> None:
        session.consent.withdraw("Nina", "page")
        host.tell("voices")

    def paused() -> None:
        host.pause()

    with dialled(served, nina) as socket:
        assert socket.recv(timeout=20) == "on"
        for ends in (off_the_record, paused, withdrawn):
            socket.send(PACKET)
            until(lambda: phones.channels()["Nina"].offset != 0.0, 20)
            channel = phones.channels()["Nina"]
            ends()
            assert phones.channels() == {}
            now = time.monotonic() - phones.began
            assert channel.between(now - 30.0, now + 1.0).there == 0.0
            socket.send(PACKET)
            assert socket.recv(timeout=20) == "wait"
            session.listening = True
            host.go_on()
            socket.send("?")
            if ends is not withdrawn:
                assert socket.recv(timeout=20) == "on"
    phones.began = None


class Ahead(datetime):
    """The time half a year from now, as a clock that is set wrong tells it."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(days=180)


def test_a_certificate_fits_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept, for this account only, and made anew for another address, when it or its key is damaged, and when it
    was made by a clock that was ahead."""
    file = certificate_for(tmp_path, "127.0.0.2")
    first = file.read_bytes()
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(file)
    assert file.stat().st_mode & 0o077 == 0
    assert certificate_for(tmp_path, "127.0.0.2").read_bytes() == first
    assert certificate_for(tmp_path, "127.0.0.3").read_bytes() != first
    file.write_text("nothing")
    good = certificate_for(tmp_path, "127.0.0.3").read_bytes()
    file.write_bytes(good[good.index(b"-----BEGIN CERT") :])
    assert b"PRIVATE KEY" in certificate_for(tmp_path, "127.0.0.3").read_bytes()
    with monkeypatch.context() as wrong:
        wrong.setattr("companion.web.certificate.datetime", Ahead)
        ahead = certificate_for(tmp_path, "127.0.0.4").read_bytes()
    assert certificate_for(tmp_path, "127.0.0.4").read_bytes() != ahead


class Quiet:
    """A table's microphone that hears the air of the room, at its pace."""

    trouble = ""
    closed = False

    def chunks(self) -> Iterator[AudioChunk]:
        began, chance, position = time.monotonic(), np.random.default_rng(1), 0
        while not self.closed:
            time.sleep(max(0.0, began + position / SAMPLE_RATE_HZ - time.monotonic()))
            yield AudioChunk(chance.normal(0, 0.001, 512).astype(np.float32), position / SAMPLE_RATE_HZ)
            position += 512

    def close(self) -> None:
        self.closed = True


def test_a_sentence_said_into_a_phone_is_heard_once(
    served: Served, browser: Browser, open_page: Callable[..., Screen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over TLS, from the tap on the seat's page to the line of the transcript, and as that seat's."""
    monkeypatch.setattr(wiring, "microphone", lambda _: Quiet())
    silver = read_audio(DEMO / "evening.flac")[round(48.7 * SAMPLE_RATE_HZ) : round(53.0 * SAMPLE_RATE_HZ)]
    chance = np.random.default_rng(2)
    sound = np.concatenate([np.zeros(5 * SAMPLE_RATE_HZ), silver, np.zeros(5 * SAMPLE_RATE_HZ)])
    soundfile.write(tmp_path / "said.wav", sound + chance.normal(0, 0.0005, len(sound)), SAMPLE_RATE_HZ, "PCM_16")
    campaign = served.play(ROSTER)
    table = open_page(served.link())
    table.go("/phones")
    table.page.get_by_role("button", name="Turn phones on with microphones").click()
    expect(table.page.get_by_text("certificate this computer made")).to_be_visible()
    link = f"{served.house.lan.link}/seat/{served.house.keys.make_seat_link(campaign.key, 'Nina')}"
    assert link.startswith("https://")
    served.host.listen(True)
    until(lambda: served.host.hearing == "on" and served.host.phones.began is not None)
    capture = f"--use-file-for-fake-audio-capture={tmp_path / 'said.wav'}%noloop"
    fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", capture]
    phone = browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS, *fake])
    try:
        page = phone.new_context(ignore_https_errors=True).new_page()
        page.goto(link)
        page.get_by_role("button", name="Use this phone as my microphone").click()
        light = page.locator("[data-microphone]")
        expect(light).to_have_attribute("data-state", "on")
        expect(light).to_contain_text("This phone is listening.")

        def heard() -> list[Any]:
            return [each for each in served.store.utterances(campaign.id, 1) if "silver" in each.text.lower()]

        until(heard)
        time.sleep(3.0)
        assert [each.speaker for each in heard()] == ["Nina"]
        light.evaluate("each => { each.dataset.drawn = 'before'; }")
        served.live.changed("campaign")  # another campaign was deleted: the page is drawn anew
        expect(page.locator("[data-drawn]")).to_have_count(0)
        expect(light).to_have_attribute("data-state", "on")
        served.host.pause()
        expect(light).to_have_attribute("data-state", "wait")
        served.host.go_on()
        page.get_by_role("button", name="Stop using this phone").click()
        expect(light).to_have_attribute("data-state", "off")
        until(lambda: not served.host.phones.connected)
        assert page.evaluate(TAKEN_BACK_EARLY)
    finally:
        phone.close()
        served.host.go_on()
        served.host.leave()
        table.page.get_by_role("button", name="Turn phones off").click()
        expect(table.page.get_by_role("button", name="Turn phones on", exact=True)).to_be_visible()
