"""Every reader of what other people and programs wrote: each takes bytes, and raises our own errors or nothing."""

import hashlib
import io
import json
import math
import shutil
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import openai
import respx
from cryptography.fernet import Fernet

from audio.errors import AudioError
from audio.patience import Patience
from audio.recording import Recording
from audio.server_stt import MOST_LETTERS, ServerTranscriber
from audio.speakers import SpeakerEmbedding
from audio.types import SAMPLE_RATE_HZ
from audio.wav import read_audio
from companion.app.model_examination import ask_one
from companion.base.config import load_settings
from companion.base.errors import CompanionError
from companion.chronicle.extractor import Chronicle, TalkLine, scribe_lines
from companion.chronicle.llm_extractor.batches import batches_of
from companion.chronicle.llm_extractor.merge import merged
from companion.chronicle.llm_extractor.reader import ModelReader
from companion.chronicle.llm_extractor.recap import model_recap, sources_of
from companion.chronicle.recaps.tones import load_tone
from companion.cli.common import json_lines, say_line, talk_lines
from companion.cli.rules_script import RulesScript
from companion.demo import demo_of
from companion.llm.openai_server import OpenAIModel
from companion.nlu.detect import detect_lines
from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.types import Table
from companion.play.dice import parse_dice_option
from companion.play.roster import load_roster
from companion.play.setup import state_of
from companion.privacy.speaker_embeddings import EmbeddingStore
from companion.store import open_store
from companion.store.backup import restore
from companion.store.repair import examine, repair
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.transfer.importing import Work, find_tracks
from companion.transfer.importing.tracks import recorded_at
from companion.web.keys import Keys
from companion.web.strings import counted, show_in, words
from companion.web.submissions import Submissions
from engine.errors import EngineError
from engine.phrase import phrase
from engine.registry import all_rulesets, find_ruleset, infos
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.clock import FakeClock
from tests.support.played import opened, play_on
from tests.support.reader_model import TABLE, heard, lines_of
from tests.support.sitting import roster

PROFILES = ("any-rpg", *(info.slug for info in infos()))
OWN = (CompanionError, AudioError, EngineError)
Door = Callable[[bytes, Path], None]


def knock(door: Door, content: bytes, folder: Path) -> None:
    """Hand something in; whatever is wrong with it is one sentence of ours, or an exit code people can rely on."""
    told = _answer(lambda: door(content, folder))
    assert told is None or (told.strip() and "\n" not in told), told


def _answer(entering: Callable[[], None]) -> str | None:
    """Return the message about it; None when it was accepted."""
    try:
        entering()
    except OWN as told:
        return str(told)
    except SystemExit as left:
        return "told already" if left.code in (1, 2) else ""
    return None


def audio_file(content: bytes, folder: Path) -> None:
    path = folder / "a.wav"
    path.write_bytes(content)
    read_audio(path)


def recordings(content: bytes, folder: Path) -> None:
    path = folder / "tracks.zip"
    path.write_bytes(content)
    recorded_at([path])
    for track in find_tracks([path])[0]:
        recording = Recording(track.place, track.open_bytes)
        recording.read(0.0, min(1.0, recording.seconds))
        recording.close()


def kept_import(content: bytes, folder: Path) -> None:
    kept = folder / "key"
    kept.mkdir(exist_ok=True)
    for name in ("plan.json", "heard.jsonl"):
        (kept / name).write_bytes(content)
    work = Work(folder, "key")
    work.chunks()
    work.plan()
    (folder / "key.done").write_bytes(content[:8])
    try:
        work.imported_as()
    finally:
        (folder / "key.done").unlink()


def campaign_file(content: bytes, folder: Path) -> None:
    path = folder / "roster.json"
    path.write_bytes(content)
    read = load_roster(path)
    state_of(find_ruleset(read.game), read.to_json())


def library_file(content: bytes, folder: Path) -> None:
    """A library beside a campaign file of a game that has weapons and spells to choose from."""
    (folder / "ours.toml").write_bytes(content)
    roster = json.loads(demo_of("phasesix").roster.read_text(encoding="utf-8"))
    path = folder / "roster.json"
    path.write_text(json.dumps({**roster, "library_files": ["ours.toml"]}), encoding="utf-8")
    read = load_roster(path)
    state_of(find_ruleset(read.game), read.to_json())


def exported_campaign(content: bytes, folder: Path) -> None:
    read = read_campaign_file(content.decode("utf-8", "replace"))
    clock = RecalledClock(FakeClock().now())
    with open_store("sqlite://", clock) as store:
        restore_campaign(store, clock, read)


def rules_lines(content: bytes, folder: Path) -> None:
    scripts = [RulesScript(ruleset) for ruleset in all_rulesets()]
    for _, line in json_lines(io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")):
        for script in scripts:
            if isinstance(line.get("command"), dict):
                say_line({**script.run(line), "state": script.state()}, io.StringIO())


def detect_talk(content: bytes, folder: Path, slug: str = "any-rpg") -> None:
    stream = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    table = Table(slug, Vocabulary(players=(PlayerWords("Jay"), PlayerWords("Mira"))))
    for answer in detect_lines(talk_lines(stream), _recognizer(slug), table):
        say_line(answer, io.StringIO())


@cache
def _recognizer(slug: str) -> Recognizer:
    return load_recognizer(slug, "en", "normal")


def transcript(content: bytes, folder: Path) -> None:
    stream = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    say_line(scribe_lines(talk_lines(stream), roster()), io.StringIO())


def model_reply(content: bytes, folder: Path) -> None:
    """The whole body of an answer."""
    _ask(httpx.MockTransport(lambda request: httpx.Response(200, content=content)))


def model_words(content: bytes, folder: Path) -> None:
    """Feed in the model's words within an answer that is well formed."""
    message = {"role": "assistant", "content": content.decode("utf-8", "replace")}
    choice = {"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    _ask(httpx.MockTransport(lambda request: httpx.Response(200, json=body)))


def _ask(transport: httpx.MockTransport) -> None:
    """Everything a model is asked: for the notes, for a recap, and whether it answers at all."""
    client = openai.OpenAI(
        api_key="k", base_url="http://llm.test/v1", max_retries=0, http_client=httpx.Client(transport=transport)
    )
    model = OpenAIModel(client, FakeClock(), "small", Patience(total_seconds=1.0, attempts=1))
    lines, chronicle = _evening()
    reader = ModelReader(model, TABLE, chronicle)

    def notes() -> None:
        found = [reader.read(batch, again=False) for batch in batches_of(lines, TABLE)]
        assert {each.name for each in merged(chronicle, found, lines, TABLE).npcs} >= {
            each.name for each in chronicle.npcs
        }

    def recap() -> None:
        told = model_recap(model, sources_of(chronicle, TABLE), TABLE, ["Clara Winslow", "Tobin"]).recap
        assert told is None or "\n" not in told.text

    def reading() -> None:
        ask_one(model)

    for asked in (notes, recap, reading):
        told = _answer(asked)
        assert told is None or (told.strip() and "\n" not in told), told
    client.close()


@cache
def _evening() -> tuple[list[TalkLine], Chronicle]:
    lines = lines_of()
    return lines, heard(lines)


def transcription_reply(content: bytes, folder: Path) -> None:
    """The whole body of an answer: words that can be kept and said, and how sure the server was, or a sentence."""
    with respx.mock() as mock:
        mock.post("http://stt.test/v1/audio/transcriptions").mock(return_value=httpx.Response(200, content=content))
        heard = _transcriber().transcribe(np.zeros(SAMPLE_RATE_HZ // 10, dtype=np.float32))
    assert heard.text.isprintable()
    assert len(heard.text.encode()) <= MOST_LETTERS * 4
    assert math.isfinite(heard.avg_logprob)
    assert heard.avg_logprob <= 0.0 <= heard.no_speech_prob <= 1.0


@cache
def _transcriber() -> ServerTranscriber:
    return ServerTranscriber("http://stt.test/v1", "base", FakeClock(), patience=Patience(attempts=1))


def voiceprint(content: bytes, folder: Path) -> None:
    SpeakerEmbedding.from_json(content.decode("utf-8", "replace")).to_json()


def voice_files(content: bytes, folder: Path) -> None:
    """Files of voices as they lie in the data folder, with a key at hand and without."""
    for key, name in product((None, Fernet(b"k" * 43 + b"=")), ("jay.json", "mira.voice")):
        kept = folder / name
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir()
        (kept / name).write_bytes(content)
        knock(partial(_read_voices, key), content, kept)


def _read_voices(key: Fernet | None, content: bytes, folder: Path) -> None:
    for each in EmbeddingStore(folder, lambda: key).voices():
        SpeakerEmbedding.from_json(each)


def keys_file(content: bytes, folder: Path) -> None:
    path = folder / "keys.json"
    path.write_bytes(content)
    keys = Keys(path, FakeClock(), 8787)
    keys.visitor("x", "table")
    keys.exchange(keys.make_seat_link("1", "Jay"), "seat")
    keys.seats("1")


def received_file(content: bytes, folder: Path) -> None:
    path = folder / "received.txt"
    path.write_bytes(content)
    Submissions(path).once("0" * 32, lambda: None)


def tone_file(content: bytes, folder: Path) -> None:
    (folder / "eerie.toml").write_bytes(content)
    load_tone("eerie", folder)


def translation(content: bytes, folder: Path) -> None:
    """Texts of the page in another language: whatever does not fit stays English, and every page is drawn."""
    place = folder / hashlib.sha256(content).hexdigest()  # what was read from a place once is not read again
    file = place / "de" / "LC_MESSAGES" / "companion.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    try:
        show_in("de", place)
        words("seats.owes", what=phrase("{count} dice", count=2))
        for count in (0, 1, 2, 1000):
            counted("setup.rules.changed", count)
    finally:
        show_in("en")


def settings_file(content: bytes, folder: Path) -> None:
    path = folder / "companion.toml"
    path.write_bytes(content)
    load_settings({"data_dir": folder}, config=path, environment={}).describe()


def dice_file(content: bytes, folder: Path) -> None:
    path = folder / "dice.json"
    path.write_bytes(content)
    parse_dice_option(f"script:{path}")


def database(content: bytes, folder: Path) -> None:
    for old in folder.glob("companion.db*"):
        old.unlink()
    path = folder / "companion.db"
    path.write_bytes(content)
    if not examine(path, FakeClock()).checked.ok:
        left = repair(path, FakeClock()).checked
        assert not left.problems
        assert all(each.foreign for each in left.campaigns if each.problem)
    else:
        with open_store(path, FakeClock()) as store:
            for campaign in store.campaigns():
                store.utterances(campaign.id)
                store.search(campaign.id, ["words"])


def backup(content: bytes, folder: Path) -> None:
    """A copy that is put back where nothing was kept before; whatever is not sound leaves nothing there."""
    file, target = folder / "backup.db", folder / "companion.db"
    for old in folder.glob("*.db*"):
        old.unlink()
    file.write_bytes(content)
    try:
        restore(file, target, FakeClock())
    except OWN:
        assert not target.exists()
        raise
    assert examine(target, FakeClock()).checked.ok


def exported() -> Any:
    """A campaign file as `companion export` writes it."""
    clock = FakeClock()
    with open_store("sqlite://", clock) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", roster())
        game = opened(store, clock)
        game.set_up()
        game.evening = store.begin_evening(campaign.id).number
        play_on(game, 1)
        return json.loads(dump_campaign(store, campaign))
