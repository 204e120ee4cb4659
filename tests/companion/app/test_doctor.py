"""Each check says in one sentence how it is, and in another what to do."""

import json
import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx

from audio.errors import DeviceUnavailable, ModelMissing, TranscriptionTooSlow
from audio.room_sound import RoomSound
from companion.app.doctor import (
    AudioProbes,
    Check,
    check_all,
    check_devices,
    check_language_server,
    check_packages,
    check_python,
    check_settings,
    check_storage,
)
from companion.app.model_examination import edition, questions
from companion.app.speech_model_choice import Hearing
from companion.base.config import Settings, load_settings
from companion.llm.prompts import load_prompt
from companion.llm.standing import Examined, keep
from companion.store import LogEntry, open_store
from tests.support.clock import FakeClock

DEVICES = [
    {"index": 0, "name": "Built-in Microphone", "inputs": 2, "outputs": 0},
    {"index": 1, "name": "Built-in Output", "inputs": 0, "outputs": 2},
    {"index": 4, "name": "USB Headset", "inputs": 1, "outputs": 2},
]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Settings]:
    def make(**settings: str) -> Settings:
        environment = {f"COMPANION_{name.upper()}": value for name, value in settings.items()}
        return load_settings(environment={"COMPANION_DATA_DIR": str(tmp_path / "data"), **environment})

    return make


def fine() -> None:
    """A probe that finds nothing wrong."""


def failing(error: Exception) -> Callable[[], Any]:
    def probe() -> None:
        raise error

    return probe


def probes(**changed: Callable[[], Any]) -> AudioProbes:
    all_fine: dict[str, Any] = {"speech_model": fine, "voice_model": fine, "voice_encoder": fine}
    settings = load_settings({"data_dir": "unused"}, environment={})
    measured = {"hearing": lambda: Hearing(0.9, settings), "room": lambda: RoomSound(-60.0, -30.0, 0.0)}
    return AudioProbes(**{"devices": lambda: DEVICES, **measured, **all_fine, **changed})


def by_name(checks: Sequence[Check] | Iterator[Check]) -> dict[str, Check]:
    return {check.name: check for check in checks}


def test_everything_is_looked_at_and_fine(load: Callable[..., Settings], clock: FakeClock) -> None:
    settings = load()
    checks = by_name(check_all(settings, probes(), clock))
    assert list(checks) == [
        *("Python", "Packages", "Settings", "Storage", "Disk", "Privacy", "PortAudio", "Microphone", "Loudspeaker"),
        *("Room", "Speech model", "Speed", "Voice", "Voice encoder", "Voiceprints", "Language server"),
    ]
    assert {name: check.sentence for name, check in checks.items() if check.status == "fail"} == {}
    assert not settings.data_dir.exists()


def test_a_slow_computer_is_told(load: Callable[..., Settings], clock: FakeClock) -> None:
    """By measuring; with what can be done. Nothing is measured without a model."""

    def speed(settings: Settings, told: str = "") -> Check:
        return by_name(check_all(settings, probes(hearing=lambda: Hearing(3.2, settings, told)), clock))["Speed"]

    slow = speed(load(), "There is a faster one.")
    assert (slow.status, slow.sentence) == (
        "warn",
        "5 seconds of speech are understood in 3.2 seconds: the companion will be slow.",
    )
    assert slow.hint.endswith("cpu_threads (now 1); typing works. There is a faster one.")
    assert 'set whisper_model = "packaged-base";' in speed(load(whisper_model="/models/mine")).hint
    assert 'set whisper_model = "packaged-tiny";' in speed(load(whisper_model="packaged-base")).hint
    assert "whisper_model" not in speed(load(whisper_model="packaged-tiny")).hint
    assert by_name(check_all(load(), probes(), clock))["Speed"] == Check(
        "Speed", "ok", "5 seconds of speech are understood in 0.9 seconds."
    )
    missing = probes(speech_model=failing(ModelMissing("gone")), hearing=failing(AssertionError()))
    assert "Speed" not in by_name(check_all(load(), missing, clock))


def test_ears_that_fail_are_told_among_everything_else(load: Callable[..., Settings], clock: FakeClock) -> None:
    """Such as a transcription server that hangs; what comes after them is looked at too."""
    hanging = probes(hearing=failing(TranscriptionTooSlow("club.example is too slow.", "Say it again.")))
    checks = by_name(check_all(load(), hanging, clock))
    assert checks["Speed"] == Check("Speed", "fail", "club.example is too slow.", "Say it again.")
    assert list(checks)[-1] == "Language server"


def test_a_damaged_model_is_mended_by_the_doctor(load: Callable[..., Settings], clock: FakeClock) -> None:
    damaged = probes(speech_model=failing(ModelMissing("It is not the expected one.", "Delete it.")))
    told = by_name(check_all(load(), damaged, clock))["Speech model"]
    assert told.hint == "Repair a damaged copy with companion doctor --fix. Delete it."
    mine = load(whisper_model="/models/mine")
    assert by_name(check_all(mine, damaged, clock))["Speech model"].hint == "Delete it."


def test_another_model_is_told_where_it_is_taken_or_could_be(load: Callable[..., Settings], clock: FakeClock) -> None:
    """Taken: nothing else is to be done. Much faster than needed: a larger one is named."""
    settings = load()
    smaller = Hearing(3.2, settings.having("whisper_model", "packaged-tiny", "file"), "The faster one is used.")
    assert by_name(check_all(settings, probes(hearing=lambda: smaller), clock))["Speed"] == Check(
        "Speed", "warn", "The faster one is used."
    )
    quick = by_name(check_all(settings, probes(hearing=lambda: Hearing(0.5, settings)), clock))["Speed"]
    assert quick.status == "ok"
    assert 'whisper_model = "small.en"' in quick.hint


def test_an_old_python_is_told() -> None:
    assert check_python((3, 10, 1)).status == "fail"
    assert "3.11" in check_python((3, 10, 1)).hint
    assert check_python((3, 12, 0)).status == "ok"


def test_packages_are_compared_with_the_tested_ones() -> None:
    """Missing ones fail, other versions warn; nobody needs the extras."""
    installed = {"numpy": "2.4.6", "typer": "0.30.0"}

    def version(name: str) -> str:
        if name not in installed:
            raise metadata.PackageNotFoundError(name)
        return installed[name]

    told = check_packages(["numpy==2.4.6", 'psycopg[binary]==3.3.9; extra == "club"'], version)
    assert (told.status, told.sentence) == ("ok", "All 1 packages are as tested.")
    different = check_packages(["numpy==2.4.6", "typer==0.29.2"], version)
    assert (different.status, different.sentence) == ("warn", "Not as tested: typer 0.30.0 instead of 0.29.2.")
    missing = check_packages(["numpy==2.4.6", "openai==3.54.0"], version)
    assert (missing.status, missing.sentence) == ("fail", "Packages are missing: openai.")


def test_changed_settings_are_listed_without_secrets(load: Callable[..., Settings]) -> None:
    sentence = check_settings(load(trust="brisk", llm_key="sk-secret")).sentence
    assert "trust = brisk (COMPANION_TRUST)" in sentence
    assert "llm_key = set (COMPANION_LLM_KEY)" in sentence
    assert "sk-secret" not in sentence


def test_a_good_database_is_counted(load: Callable[..., Settings], clock: FakeClock) -> None:
    settings = load()
    with open_store(settings.database, clock) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", {}).id
        store.append(campaign, 0, LogEntry("committed", "c0", "c0", {"kind": "x"}, ()))
    storage = by_name(check_storage(settings, clock))["Storage"]
    assert storage.status == "ok"
    assert storage.sentence.endswith("is readable: campaigns 1, entries 1.")


def test_a_damaged_campaign_is_named(load: Callable[..., Settings], clock: FakeClock) -> None:
    settings = load()
    with open_store(settings.database, clock) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", {}).id
        store.append(campaign, 0, LogEntry("committed", "c0", "c0", {"kind": "x"}, ()))
    with closing(sqlite3.connect(settings.database)) as connection:
        connection.execute("UPDATE log SET position = 1")
        connection.commit()
    storage = by_name(check_storage(settings, clock))["Storage"]
    assert storage.status == "fail"
    assert storage.sentence == "The campaign 'The Ford' is damaged: Entry 0 of the log is missing."


def test_a_file_that_is_no_database_fails(load: Callable[..., Settings], clock: FakeClock) -> None:
    settings = load()
    settings.data_dir.mkdir()
    Path(settings.database).write_text("hello")
    storage = by_name(check_storage(settings, clock))["Storage"]
    assert (storage.status, "not a companion database" in storage.sentence) == ("fail", True)


def test_a_locked_database_warns(load: Callable[..., Settings], clock: FakeClock) -> None:
    """The companion that is running holds it; that is no fault."""
    settings = load()
    open_store(settings.database, clock).close()
    with closing(sqlite3.connect(settings.database)) as other:
        other.execute("BEGIN IMMEDIATE")
        storage = by_name(check_storage(settings, clock))["Storage"]
    assert (storage.status, "locked by another process" in storage.sentence) == ("warn", True)


def test_a_place_that_cannot_be_written_fails(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / "file").write_text("x")
    settings = load_settings(environment={"COMPANION_DATA_DIR": str(tmp_path / "file" / "data")})
    storage = by_name(check_storage(settings, clock))["Storage"]
    assert storage.status == "fail"
    assert "may not be written" in storage.sentence


@pytest.mark.parametrize(("megabytes", "status"), [(10, "fail"), (200, "warn"), (5000, "ok")])
def test_free_space_is_judged(
    load: Callable[..., Settings],
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    megabytes: int,
    status: str,
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, megabytes * 1_000_000))
    assert by_name(check_storage(load(), clock))["Disk"].status == status


def test_without_portaudio_the_table_can_still_type(load: Callable[..., Settings]) -> None:
    (check,) = check_devices(
        load(), failing(DeviceUnavailable("PortAudio is not installed.", "Install libportaudio2."))
    )
    assert check == Check("PortAudio", "warn", "PortAudio is not installed.", "Install libportaudio2.")


@pytest.mark.parametrize(
    ("microphone", "status", "told"),
    [
        (None, "ok", "there are: 0 Built-in Microphone, 4 USB Headset."),
        ("4", "ok", "USB Headset is used."),
        ("usb", "ok", "USB Headset is used."),
        ("1", "fail", "The microphone '1' was not found."),
        ("Røde", "fail", "The microphone 'Røde' was not found."),
    ],
)
def test_the_microphone_of_the_settings_is_looked_for(
    load: Callable[..., Settings], microphone: str | None, status: str, told: str
) -> None:
    settings = load(**({"microphone": microphone} if microphone else {}))
    check = by_name(check_devices(settings, lambda: DEVICES))["Microphone"]
    assert check.status == status
    assert told in check.sentence


def test_a_computer_without_devices_warns(load: Callable[..., Settings]) -> None:
    """Neither speech recognition nor voice, but a complete assistant."""
    checks = by_name(check_devices(load(), lambda: []))
    assert (checks["Microphone"].status, checks["Loudspeaker"].status) == ("warn", "warn")
    assert "Loudspeaker" not in by_name(check_devices(load(voice="no"), lambda: []))


@pytest.mark.parametrize("probe", ["speech_model", "voice_model", "voice_encoder"])
def test_a_missing_model_fails_with_the_way_to_get_it(
    load: Callable[..., Settings], clock: FakeClock, probe: str
) -> None:
    missing = probes(**{probe: failing(ModelMissing("The weights are missing.", "Install the package again."))})
    failed = [check for check in check_all(load(), missing, clock) if check.status == "fail"]
    (told,) = failed
    assert told.sentence == "The weights are missing."
    assert told.hint.endswith("Install the package again.")


def test_a_voice_that_is_switched_off_is_not_loaded(load: Callable[..., Settings], clock: FakeClock) -> None:
    broken = probes(voice_model=failing(ModelMissing("gone")))
    assert by_name(check_all(load(voice="no"), broken, clock))["Voice"].status == "ok"


SERVER = "http://llm.test/v1"
RIGHT = '{"lines": []}'


@pytest.fixture
def language_server() -> Iterator[Callable[[str], respx.Route]]:
    """A language server with one model, which answers every question with the same words."""

    with respx.mock(base_url=SERVER, assert_all_called=False) as router:
        router.get("/models").respond(json={"object": "list", "data": [{"id": "small"}]})

        def answering(words: str) -> respx.Route:
            message = {"role": "assistant", "content": words}
            choice = {"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}
            body = {"id": "1", "object": "chat.completion", "created": 0, "model": "small", "choices": [choice]}
            return router.post("/chat/completions").respond(json=body)

        yield answering


@pytest.mark.parametrize(
    ("model", "status", "told"),
    [
        (None, "ok", "llm.test answers what play asks, with small. How well was not tested yet."),
        ("small", "ok", "llm.test answers what play asks, with small. How well was not tested yet."),
        ("big", "warn", "llm.test does not have big."),
    ],
)
def test_the_language_server_is_asked_for_its_models(
    load: Callable[..., Settings],
    clock: FakeClock,
    language_server: Callable[[str], respx.Route],
    model: str | None,
    status: str,
    told: str,
) -> None:
    language_server(RIGHT)
    settings = load(llm_url=SERVER, **({"llm_model": model} if model else {}))
    check = check_language_server(settings, clock)
    assert (check.status, check.sentence) == (status, told)


def test_the_language_server_gets_one_question_of_the_examination(
    load: Callable[..., Settings], clock: FakeClock, language_server: Callable[[str], respx.Route]
) -> None:
    asked = language_server(RIGHT)
    check_language_server(load(llm_url=SERVER), clock)
    assert asked.call_count == 1
    body = json.loads(asked.calls.last.request.content)
    instructions, question = (message["content"] for message in body["messages"])
    assert instructions == load_prompt("interpret").instructions
    assert questions()[0].lines[0].text in question
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["lines"]


@pytest.mark.parametrize(
    ("right", "wrong", "status", "told"),
    [(58, 1, "ok", "carry out"), (45, 5, "ok", "ask the table"), (30, 9, "ok", "cards"), (20, 30, "warn", "too badly")],
)
def test_the_examination_of_the_model_is_told(
    load: Callable[..., Settings],
    clock: FakeClock,
    language_server: Callable[[str], respx.Route],
    right: int,
    wrong: int,
    status: str,
    told: str,
) -> None:
    language_server(RIGHT)
    settings = load(llm_url=SERVER, model_helps=True)
    keep(settings.data_dir, Examined("small at llm.test", edition(), 59, right, wrong, 1.5, 38_000, 700))
    check = check_language_server(settings, clock)
    assert check.status == status
    assert f"{right} of 59 lines right, {wrong} wrong" in check.sentence
    assert told in check.sentence
    assert "200000 tokens an hour" in check.hint


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Jay rolls twelve in all.", "The model's answer does not fit: it is words, not JSON."),
        ('{"name": "Jay"}', "The model's answer does not fit: lines: "),
    ],
)
def test_a_language_server_that_answers_otherwise_warns(
    load: Callable[..., Settings],
    clock: FakeClock,
    language_server: Callable[[str], respx.Route],
    words: str,
    told: str,
) -> None:
    language_server(words)
    check = check_language_server(load(llm_url=SERVER), clock)
    assert check.status == "warn"
    assert check.sentence.startswith(told)
    assert check.hint


def test_a_language_server_that_is_not_there_warns(
    load: Callable[..., Settings], clock: FakeClock, respx_mock: respx.Router
) -> None:
    respx_mock.get(f"{SERVER}/models").mock(side_effect=httpx.ConnectError)
    check = check_language_server(load(llm_url=SERVER), clock)
    assert (check.status, check.sentence) == ("warn", "llm.test cannot be reached.")


def test_the_room_is_told_where_there_is_a_microphone(load: Callable[..., Settings]) -> None:
    quiet = by_name(check_all(load(), probes(), FakeClock()))["Room"]
    assert (quiet.status, quiet.sentence) == ("ok", "The room is quiet enough (-60 dB, talk -30 dB).")
    loud = by_name(check_all(load(), probes(room=lambda: RoomSound(-30.0, None, 0.0)), FakeClock()))["Room"]
    assert (loud.status, "fans" in loud.hint) == ("warn", True)
    held = by_name(check_all(load(), probes(room=failing(DeviceUnavailable("It is taken.", "Free it."))), FakeClock()))
    assert (held["Room"].status, held["Room"].sentence, held["Room"].hint) == ("warn", "It is taken.", "Free it.")
    assert "Room" not in by_name(check_all(load(), probes(devices=lambda: []), FakeClock()))
