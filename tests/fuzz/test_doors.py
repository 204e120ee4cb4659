"""Whatever comes in, every reader answers in one sentence of ours or takes it: nothing crashes, nothing is half-done.

A longer run with other cases every time: `make fuzz`.
"""

import io
import json
import os
import shutil
import sqlite3
import struct
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.base.characters import unfit
from companion.base.errors import StoreError, TextRefused, WordRefused
from companion.nlu.word_list import WordList
from companion.store import StoredUtterance, open_store, schema
from companion.store.campaigns import LONGEST_NAME
from engine.vocabulary import Vocabulary
from tests.fuzz import doors
from tests.fuzz.hostile import SCALARS, TEXTS, VALUES, Damage, damaged, damages, spoilt, twisted, written
from tests.support.clock import FakeClock
from tests.support.played import played_file
from tests.support.sitting import roster

LONGER = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 1


def cases(count: int) -> Callable[[Any], Any]:
    """So many of them; ten times as many at once in a long run."""
    return settings(
        max_examples=count * LONGER,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def sound(form: str) -> bytes:
    stream = io.BytesIO()
    soundfile.write(stream, np.sin(np.arange(1600) / 5).astype("float32"), 16_000, format=form)
    return stream.getvalue()


def packed() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("1-jay.wav", sound("WAV"))
        archive.writestr("2-mira.flac", sound("FLAC"))
        archive.writestr("info.txt", "Recording abc\nStart time: 2026-03-06T19:30:00.000Z\n")
    return stream.getvalue()


pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
"""A case that fails is written out, however long: that is no failure of its own."""

SOUNDS = [sound(form) for form in ("WAV", "FLAC", "OGG")]
PACKED = packed()
ROSTER = roster()
EXPORTED = doors.exported()
PLAN = {"started": "2026-03-06T19:30:00+00:00", "evening": 3}
COMMANDS = [
    {"command": {"kind": "declare_action", "player": "Jay", "skill": "Haggling"}, "dice": [4, 5, 6], "actor": "Jay"},
    {"command": {"kind": "add_player", "name": "Jay"}, "command_id": "c1", "cards": ["queen of hearts"]},
    {"command": {"kind": "query", "topic": "chips", "player": "Jay"}},
    {"command": {"kind": "undo"}},
]
TALK = [
    {
        "id": "u1",
        "text": "I roll three dice. Four, five, six.",
        "speaker": "Jay",
        "time": 1.0,
        "start": 0.5,
        "end": 2.0,
    },
    {"id": "u2", "text": "Benna the smith lives in Harrow.", "speaker": "Mira", "before": [{"text": "Who?"}]},
]
HEARD = {"text": " I roll Haggling.", "segments": [{"avg_logprob": -0.2, "no_speech_prob": 0.1, "id": 0}]}
RECAP = {"sentences": [{"text": "Herik bowed to Clara Winslow.", "lines": [2]}, {"text": "Tobin left.", "lines": [3]}]}
CHRONICLE = {"names": [{"name": "Tobin", "kind": "person", "role": "boy"}], "items": ["lantern"], "open": [4]}
PROBE = {"name": "Jay", "faces": [5, 5]}
PRINT = {"name": "Jay", "seconds": 9.5, "heard": 0.0, "voice": [1.0] + [0.0] * 255}
SETTINGS = b'language = "en"\ntrust = "brisk"\ndice = "seed:1"\ncpu_threads = 2\nvoice = true\nendpoint_seconds = 0.5\n'
KEYS = [{"hash": "a" * 64, "made": "2026-03-06T19:30:00+00:00", "seat": "Jay", "campaign": 1}]
RECEIVED = b"".join(b"%032x %s\n" % (number, how) for number, how in enumerate([b"done", b"begun", b"refused"]))
TONE = (resources.files("companion.chronicle") / "templates" / "recaps" / "plain.toml").read_bytes()
LIBRARY = b'[weapons.Sling]\nweapon_kind = "throwing"\nrange_m = 30\nwounds = "1d3"\n[deeds]\nwalk = 1\n'
ENDLESS_TOML = [b"a = " + b"[" * 100_000, b"a = " + b"{b = " * 4000, b"a = " + b"9" * 5000]
"""More brackets and digits than Python reads, where TOML has a value."""
DICE = {"dice": [{"values": [1, 2], "player": "Jay"}, [3], 4], "cards": ["queen of hearts"]}


def translated(owes: str, rule: str = "n != 1", charset: str = "utf-8") -> bytes:
    """A translation of two texts of the page, with a rule for numbers."""
    made = Catalog(locale="de")
    made.add("owes {what}", owes, context="seats.owes")
    made.add(("{count} rule changed", "{count} rules changed"), ("eine", "{count}"), context="setup.rules.changed")
    made.add("{count} dice", owes)
    stream = io.BytesIO()
    write_mo(stream, made)
    head = f"Plural-Forms: nplurals=2; plural={rule};\nContent-Type: text/plain; charset={charset}\n".encode()
    return with_head(stream.getvalue(), head)


def with_head(content: bytes, head: bytes) -> bytes:
    """A translation whose first text, which tells how to read the others, is another one."""
    (places,) = struct.unpack_from("<I", content, 16)
    return content[:places] + struct.pack("<2I", len(head), len(content)) + content[places + 8 :] + head + b"\x00"


TRANSLATION = translated("schuldet {what}")


def _fits_a_cell(value: Any) -> bool:
    """Return True if SQLite takes the value as it is."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def lines_of(valid: Sequence[Any]) -> st.SearchStrategy[bytes]:
    """JSON lines of which some are twisted."""
    line = st.sampled_from(valid).flatmap(lambda each: st.just(each) | twisted(each)).map(written)
    return st.lists(line, max_size=3).map(b"\n".join)


def json_of(*valid: Any) -> st.SearchStrategy[bytes]:
    """One of these, twisted as JSON or damaged as bytes."""
    return st.one_of(*(twisted(each).map(written) | damaged(written(each)) for each in valid))


ENDLESS = SOUNDS[1][:21] + b"\xff" * 5 + SOUNDS[1][26:]
"""A FLAC file whose header promises more sound than fits into any memory."""


BADLY_NAMED = PACKED.replace(b"\x00\x001-jay.wav", b"\x00\x001-ja\xa4.wav").replace(
    b"PK\x03\x04\x14\x00\x00\x00", b"PK\x03\x04\x14\x00\x00\x08", 1
)
"""An archive whose first file claims to have a name in UTF-8, and has not."""


@cases(100)
@given(content=st.sampled_from(SOUNDS).flatmap(damaged))
@example(content=ENDLESS)
def test_audio_files(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.audio_file, content, tmp_path)


@cases(100)
@given(content=damaged(PACKED))
@example(content=BADLY_NAMED)
def test_recordings_to_import(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.recordings, content, tmp_path)


@cases(40)
@given(content=json_of(PLAN, {"start": 0.0, "end": 1.0, "said": []}))
def test_kept_work_of_an_import(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.kept_import, content, tmp_path)


@cases(150)
@given(content=json_of(ROSTER))
def test_campaign_files(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.campaign_file, content, tmp_path)


@cases(60)
@given(content=damaged(LIBRARY))
@example(content=ENDLESS_TOML[0])
@example(content=ENDLESS_TOML[1])
@example(content=ENDLESS_TOML[2])
def test_libraries_beside_a_campaign_file(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.library_file, content, tmp_path)


@cases(40)
@given(content=json_of(EXPORTED))
def test_exported_campaigns(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.exported_campaign, content, tmp_path)


@cases(50)
@given(content=lines_of(COMMANDS) | damaged(written(COMMANDS[0])))
def test_lines_of_commands_for_the_rules(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.rules_lines, content, tmp_path)


@pytest.mark.parametrize("slug", doors.PROFILES)
@cases(12)
@given(content=lines_of(TALK) | damaged(written(TALK[0])))
def test_lines_of_talk_to_understand(slug: str, content: bytes, tmp_path: Path) -> None:
    doors.knock(partial(doors.detect_talk, slug=slug), content, tmp_path)


@cases(12)
@given(content=lines_of(TALK) | damaged(written(TALK[0])))
def test_transcripts_for_the_scribe(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.transcript, content, tmp_path)


@cases(20)
@given(content=json_of({"id": "1", "object": "chat.completion", "choices": [{"message": {"content": "{}"}}]}))
@example(content=b'{"choices": [{}]}')
@example(content=b'{"choices": [null], "usage": {}}')
def test_answers_of_a_language_server(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.model_reply, content, tmp_path)


@cases(60)
@given(content=json_of(HEARD, {"text": "Five."}))
@example(content=b'{"text": "a", "segments": [{"avg_logprob": -Infinity, "no_speech_prob": NaN}]}')
@example(content=b'{"text": "a", "segments": [{"no_speech_prob": 7}]}')
@example(content=b'{"text": "\\u0000\\u2028"}')
@example(content=written({"text": "x" * 340_000}))
def test_answers_of_a_transcription_server(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.transcription_reply, content, tmp_path)


@cases(30)
@given(content=json_of(RECAP, CHRONICLE, PROBE))
@example(content=b'{"sentences": [], "\\n": null}')
def test_words_of_a_language_model(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.model_words, content, tmp_path)


@cases(100)
@given(content=json_of(PRINT))
def test_saved_voiceprints(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.voiceprint, content, tmp_path)


@cases(60)
@given(content=json_of(PRINT))
def test_voices_in_the_data_folder(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.voice_files, content, tmp_path)


@cases(60)
@given(content=json_of(KEYS))
def test_keys_of_the_pages(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.keys_file, content, tmp_path)


@cases(60)
@given(content=damaged(RECEIVED))
def test_numbers_of_what_browsers_sent(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.received_file, content, tmp_path)


@cases(60)
@given(content=damaged(TONE))
@example(content=ENDLESS_TOML[0])
@example(content=ENDLESS_TOML[1])
@example(content=ENDLESS_TOML[2])
def test_tones_of_a_table(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.tone_file, content, tmp_path)


@cases(150)
@given(content=damaged(SETTINGS))
@example(content=ENDLESS_TOML[0])
@example(content=ENDLESS_TOML[1])
@example(content=ENDLESS_TOML[2])
def test_settings_files(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.settings_file, content, tmp_path)


@cases(100)
@given(content=damaged(TRANSLATION))
@example(content=translated("schuldet {what[dice]}"))
@example(content=translated("schuldet", rule="n % 0"))
@example(content=translated("schuldet", charset="klingon"))
@example(content=with_head(TRANSLATION, b"Content-Type: text/plain\n"))
@example(content=with_head(TRANSLATION, b"Plural-Forms: nplurals=2\n"))
def test_translations_of_the_page(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.translation, content, tmp_path)


@cases(60)
@given(name=st.sampled_from(["language", "dice", "cpu_threads", "llm_url", "whisper_model", "voice"]), text=TEXTS)
def test_settings_with_strange_values(name: str, text: str, tmp_path: Path) -> None:
    doors.knock(doors.settings_file, f"{name} = {json.dumps(text)}\n".encode(), tmp_path)


@cases(100)
@given(content=json_of(DICE, DICE["dice"]))
def test_files_of_faces(content: bytes, tmp_path: Path) -> None:
    doors.knock(doors.dice_file, content, tmp_path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A path, as Hypothesis writes out what a case that failed was given."""
    return played_file(tmp_path_factory.mktemp("played") / "companion.db", rounds=1)


@cases(25)
@given(wrong=damages(180_000))
def test_database_files(wrong: list[Damage], played: Path, tmp_path: Path) -> None:
    doors.knock(doors.database, spoilt(played.read_bytes(), wrong), tmp_path)


@cases(25)
@given(wrong=damages(180_000))
def test_backups(wrong: list[Damage], played: Path, tmp_path: Path) -> None:
    doors.knock(doors.backup, spoilt(played.read_bytes(), wrong), tmp_path)


PLACES = [(table.name, column.name) for table in schema.metadata.sorted_tables for column in table.columns]
CELLS = st.one_of(SCALARS.filter(_fits_a_cell), st.binary(max_size=8), VALUES.map(lambda each: written(each).decode()))


@cases(40)
@given(changed=st.lists(st.tuples(st.sampled_from(PLACES), CELLS), min_size=1, max_size=3))
def test_databases_that_were_changed_by_hand(changed: list[Any], played: Path, tmp_path: Path) -> None:
    file = tmp_path / "by-hand.db"
    shutil.copy(played, file)
    with closing(sqlite3.connect(file)) as connection:
        for (table, column), value in changed:
            with suppress(sqlite3.IntegrityError):
                connection.execute(f'UPDATE "{table}" SET "{column}" = ?', (value,))
        connection.commit()
    doors.knock(doors.database, file.read_bytes(), tmp_path)


@cases(30)
@given(spelled=TEXTS, heard=TEXTS, text=TEXTS)
def test_words_to_learn(spelled: str, heard: str, text: str) -> None:
    with open_store("sqlite://", FakeClock()) as store:
        words = WordList(store, store.create_campaign("Ford", "phase-abandon", {"players": []}).id)
        with suppress(TextRefused, WordRefused):
            words.learn_name(spelled, heard)
        words.learn_from(f"it is spelled {text}", [spelled])
        words.hear(text, [spelled], Vocabulary())
        words.respell(f"{heard} {text}")
        words.forget(spelled)


@cases(25)
@given(
    name=TEXTS,
    said=TEXTS,
    phrases=st.lists(TEXTS, max_size=3),
)
def test_whatever_is_said_can_be_kept_and_searched(name: str, said: str, phrases: list[str]) -> None:
    """Names, words and questions go into the database as they are, never as a part of a statement."""
    with open_store("sqlite://", FakeClock()) as store:
        try:
            campaign = store.create_campaign(name, "phase-abandon", {"players": [name]}, {"any": said})
        except (TextRefused, StoreError):
            assert unfit(name, name=True) or not name.strip() or len(name) > LONGEST_NAME
            return
        store.begin_evening(campaign.id)
        store.add_utterance(campaign.id, 1, StoredUtterance("u1", said, name))
        store.search(campaign.id, [*phrases, said])
        assert store.utterances(campaign.id)[0].speaker is not None


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"null", b"[]", b"{}", b"[" * 100_000, b"9" * 5000])
@pytest.mark.parametrize(
    "door",
    [
        doors.audio_file,
        doors.recordings,
        doors.kept_import,
        doors.campaign_file,
        doors.library_file,
        doors.exported_campaign,
        doors.rules_lines,
        doors.detect_talk,
        doors.transcript,
        doors.model_reply,
        doors.model_words,
        doors.transcription_reply,
        doors.voiceprint,
        doors.voice_files,
        doors.keys_file,
        doors.received_file,
        doors.tone_file,
        doors.settings_file,
        doors.translation,
        doors.dice_file,
        doors.database,
        doors.backup,
    ],
)
def test_nothing_and_too_much_at_every_door(door: doors.Door, content: bytes, tmp_path: Path) -> None:
    """An empty file, no text, almost JSON, a hundred thousand brackets, a number of five thousand digits."""
    doors.knock(door, content, tmp_path)
