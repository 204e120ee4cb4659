"""A transcription server: what it is asked, and one clear sentence for whatever goes wrong there."""

import io
import json
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import respx
import soundfile

from audio.errors import TranscriptionFailed, TranscriptionTooLong, TranscriptionTooSlow
from audio.listen import Listener
from audio.patience import Patience
from audio.server_stt import UNTOLD_LOGPROB, ServerTranscriber
from companion.base.clock import SystemClock
from tests.support.clock import FakeClock
from tests.support.hostile_server import endlessly, head, hostile_server, slowly
from tests.support.sound import LevelDetector, ScriptedSource, silence, speech

URL = "http://club.example/v1"
GOOD = {"text": " I roll Haggling.", "segments": [{"avg_logprob": -0.2, "no_speech_prob": 0.1, "id": 0}]}


@pytest.fixture
def server() -> Iterator[respx.Route]:
    with respx.mock(assert_all_called=False) as mock:
        yield mock.post(f"{URL}/audio/transcriptions").mock(return_value=httpx.Response(200, json=GOOD))


def transcriber(clock: FakeClock | None = None, **options: Any) -> ServerTranscriber:
    return ServerTranscriber(URL, "base", clock or FakeClock(), **options)


def asked(server: respx.Route) -> str:
    return str(server.calls.last.request.read().decode("latin-1"))


def test_words_come_back_with_how_sure_the_server_was(server: respx.Route) -> None:
    """The sound goes there as a WAV file, with the names that may be said and the key."""
    heard = transcriber(key="sk-club").transcribe(speech(1.0), ["Yargert", "Haggling", "Yargert"])
    assert (heard.text, heard.avg_logprob, heard.no_speech_prob) == ("I roll Haggling.", -0.2, 0.1)
    body = asked(server)
    for part in ('name="model"\r\n\r\nbase', 'name="language"\r\n\r\nen', "Yargert, Haggling. Okay, two"):
        assert part in body
    wav = body[body.index("RIFF") :].encode("latin-1")
    sound, rate = soundfile.read(io.BytesIO(wav))
    assert rate == 16_000
    assert len(sound) == pytest.approx(16_000, abs=512)
    assert server.calls.last.request.headers["authorization"] == "Bearer sk-club"


def test_without_names_no_hint_of_any_kind_is_given(server: respx.Route) -> None:
    transcriber().transcribe(speech(0.2))
    assert 'name="prompt"' not in asked(server)


def test_a_server_that_sends_the_text_alone_is_as_sure_as_usual(server: respx.Route) -> None:
    server.mock(return_value=httpx.Response(200, json={"text": "Five.", "usage": {"seconds": 1}}))
    heard = transcriber().transcribe(speech(0.5))
    assert (heard.text, heard.avg_logprob, heard.no_speech_prob) == ("Five.", UNTOLD_LOGPROB, 0.0)


def test_a_server_that_tells_a_probability_of_one_has_told_none(server: respx.Route) -> None:
    """Some fill the field with 0 for every sentence; a mumbled one would be acted upon without asking."""
    made_up = {"text": "Five.", "segments": [{"avg_logprob": 0.0, "no_speech_prob": 0.0}]}
    server.mock(return_value=httpx.Response(200, json=made_up))
    assert transcriber().transcribe(speech(0.5)).avg_logprob == UNTOLD_LOGPROB


@pytest.mark.parametrize("passing", [httpx.Response(503), httpx.Response(429), httpx.ConnectError("down")])
def test_what_may_pass_is_tried_again(server: respx.Route, passing: httpx.Response | Exception) -> None:
    server.mock(side_effect=[passing, httpx.Response(200, json=GOOD)])
    clock = FakeClock()
    assert transcriber(clock).transcribe(speech(1.0)).text == "I roll Haggling."
    assert len(clock.slept) == 1


@pytest.mark.parametrize(
    ("answer", "sentence", "calls"),
    [
        (httpx.Response(401), "club.example does not accept the key", 1),
        (httpx.Response(404), "club.example has no such model or address", 1),
        (httpx.Response(422), "club.example refuses to write it down", 1),
        (httpx.Response(429), "club.example wants less to do", 2),
        (httpx.Response(500), "club.example refuses to write it down", 2),
        (httpx.ConnectError("no route"), "club.example cannot be reached", 2),
        (httpx.ReadTimeout("slow"), "club.example is too slow", 2),
        (httpx.Response(200, text="<html>Welcome</html>"), "not with a transcript", 1),
        (httpx.Response(200, json={"words": []}), "not with a transcript", 1),
        (httpx.Response(200, json={"text": ["no"]}), "not with a transcript", 1),
        (httpx.Response(200, json={"text": "a" * 4_001}), "not with a transcript", 1),
        (httpx.Response(200, json={"text": "a", "segments": [{"no_speech_prob": 7}]}), "not with a transcript", 1),
        (httpx.Response(200, text='{"text": "a", "segments": [{"avg_logprob": -1e999}]}'), "not with a transcript", 1),
        (httpx.Response(307), "club.example refuses to write it down", 1),
    ],
)
def test_every_failure_is_one_sentence(
    server: respx.Route, answer: httpx.Response | Exception, sentence: str, calls: int
) -> None:
    """With what to do about it; never other words in its place."""
    server.mock(side_effect=[answer] * 2)
    with pytest.raises(TranscriptionFailed, match=sentence) as caught:
        transcriber(patience=Patience(attempts=2)).transcribe(speech(1.0))
    assert caught.value.hint
    assert server.call_count == calls


HOSTILE: dict[str, bytes] = {
    "nested lists": b"[" * 100_000,
    "nested texts": b'{"text":' * 20_000,
    "a number of many digits": b'{"text": "a", "segments": %s}' % (b"9" * 50_000),
    "thousands of parts": b'{"text": "a", "segments": [' + b"{}," * 100_000 + b"{}]}",
    "thousands of wrong parts": b'{"text": "a", "segments": [' + b"0," * 100_000 + b"0]}",
    "no numbers": b'{"text": "a", "segments": [{"avg_logprob": NaN}]}',
    "half a pair": b'{"text": "\\ud800"}',
    "half a letter": b'{"text": "\xff"}',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=list(HOSTILE))
def test_a_body_that_fits_nothing_is_one_sentence(server: respx.Route, body: bytes) -> None:
    server.mock(return_value=httpx.Response(200, content=body))
    with pytest.raises(TranscriptionFailed, match="not with a transcript"):
        transcriber().transcribe(speech(0.2))


def test_what_commands_a_terminal_is_not_kept(server: respx.Route) -> None:
    server.mock(return_value=httpx.Response(200, content=b'{"text": "I roll \\u001b[2J \\u202e."}'))
    assert transcriber().transcribe(speech(0.2)).text == "I roll [2J ."


@pytest.mark.parametrize("first", [b"", head(), head("500 Internal Server Error"), b"HTTP/1.1 200 OK\r\nx-much: "])
def test_all_attempts_are_over_in_time(first: bytes) -> None:
    patience = Patience(total_seconds=0.3, attempts=3, first_wait_seconds=0.01)
    with hostile_server(slowly(first, b"x" if first else b"")) as slow:
        hearing = ServerTranscriber(slow.url, "base", SystemClock(), patience=patience)
        began = time.monotonic()
        with pytest.raises(TranscriptionTooSlow) as caught:
            hearing.transcribe(speech(0.2))
        assert time.monotonic() - began < 1.0
        assert slow.closed.wait(3.0)
        hearing._asked.client.close()
    assert str(caught.value) == "127.0.0.1 is too slow: what was said was not written down after 0.3 seconds."
    assert caught.value.code == "transcription_too_slow"


def test_an_endless_answer_is_not_taken_in() -> None:
    with hostile_server(endlessly(head(), b" " * 100_000)) as long:
        hearing = ServerTranscriber(long.url, "base", SystemClock())
        with pytest.raises(TranscriptionTooLong) as caught:
            hearing.transcribe(speech(0.2))
        assert long.closed.wait(3.0)
        assert len(long.requests) == 1
        hearing._asked.client.close()
    assert str(caught.value) == "127.0.0.1 sent an answer of more than 500000 bytes."
    assert caught.value.code == "transcription_too_long"


def test_a_compressed_answer_is_not_unpacked(server: respx.Route) -> None:
    packed = httpx.Response(200, content=zlib.compress(json.dumps(GOOD).encode(), wbits=31))
    server.mock(return_value=httpx.Response(200, content=packed.content, headers={"content-encoding": "gzip"}))
    with pytest.raises(TranscriptionFailed, match="compressed"):
        transcriber().transcribe(speech(0.2))
    assert server.calls.last.request.headers["accept-encoding"] == "identity"


def test_sound_is_not_sent_on_to_a_server_that_no_setting_names(server: respx.Route) -> None:
    """Only the address is named; the fake network fails a test that reaches for another one."""
    server.mock(return_value=httpx.Response(307, headers={"location": "http://me:pw@elsewhere.example:81/v1?key=k"}))
    with pytest.raises(TranscriptionFailed) as caught:
        transcriber().transcribe(speech(1.0))
    assert str(caught.value) == "club.example wants to send the sound on to elsewhere.example:81; that is not done."
    assert server.call_count == 1


def test_a_text_is_one_line_that_can_be_kept(server: respx.Route) -> None:
    server.mock(return_value=httpx.Response(200, json={"text": " I roll\n\x00three  dice.\u2028"}))
    assert transcriber().transcribe(speech(1.0)).text == "I roll three dice."


def test_the_table_is_told_when_its_words_are_lost_and_no_longer_once_they_are_not(server: respx.Route) -> None:
    server.mock(side_effect=[httpx.Response(401), httpx.Response(200, json=GOOD)])
    sounds = [speech(1.0), silence(1.0), speech(1.0), silence(1.0)]
    told: list[str] = []
    listener = Listener(ScriptedSource(*sounds), LevelDetector(), transcriber())
    watched(listener, told.append)
    assert [each.text for each in listener.utterances()] == ["I roll Haggling."]
    assert listener.counters.failed_segments == 1
    assert [each for each in told if each] == [
        "club.example does not accept the key. Check COMPANION_TRANSCRIPTION_KEY."
    ]
    assert listener.trouble == ""


def watched(listener: Listener, tell: Callable[[str], None]) -> None:
    """Tell the trouble after every segment."""
    recognise = listener._recognise

    def then_tell(*arguments: Any) -> Any:
        recognised = recognise(*arguments)
        tell(listener.trouble)
        return recognised

    listener._recognise = then_tell  # type: ignore[method-assign]
