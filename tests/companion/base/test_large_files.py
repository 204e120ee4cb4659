"""Files of settings, faces, keys and the like: whatever lies there in their place is refused, and never waited for."""

import os
import threading
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from audio.errors import AudioError
from companion.app.speech_model_choice import SPEED_FILE, try_hearing
from companion.base.config import load_settings
from companion.base.errors import CompanionError, DiceOptionError, RosterError
from companion.base.file_limits import LARGEST_BYTES, read_small, read_toml
from companion.base.settings_file import put_settings
from companion.chronicle.recaps.tones import load_tone
from companion.chronicle.saved_documents import holding
from companion.play.dice import parse_dice_option
from companion.play.library import read_libraries
from companion.play.roster import load_roster
from companion.privacy.speaker_embeddings import EmbeddingStore
from companion.transfer.exports.folder import write_folder
from companion.transfer.importing import Work
from companion.web.keys import Keys
from companion.web.setup_draft import SetupDraft
from companion.web.strings import show_in
from companion.web.submissions import Submissions
from tests.support.clock import FakeClock

KEY = Fernet(b"k" * 43 + b"=")


def settings(folder: Path) -> None:
    load_settings({"data_dir": folder}, config=folder / "companion.toml", environment={})


def setting_added(folder: Path) -> None:
    (folder / "companion.toml").write_text("")
    read = load_settings({"data_dir": folder}, config=folder / "companion.toml", environment={})
    (folder / "linked.toml").rename(folder / "companion.toml")
    put_settings(read, {"language": "en"}, "Chosen.")


def faces(folder: Path) -> None:
    parse_dice_option(f"script:{folder / 'dice.json'}")


def plan(folder: Path) -> None:
    Work(folder, "key").plan()


def heard(folder: Path) -> None:
    Work(folder, "key").chunks()


def number_of_import(folder: Path) -> None:
    Work(folder, "key").imported_as()


def translation(folder: Path) -> None:
    show_in("de", folder)


READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "companion.toml": (settings, "it cannot be read: File too large"),
    "linked.toml": (setting_added, "it cannot be written: File too large"),
    "dice.json": (faces, "cannot be read: File too large"),
    "eerie.toml": (lambda folder: load_tone("eerie", folder), "File too large"),
    "ours.toml": (lambda folder: read_libraries(["ours.toml"], folder), "it cannot be read: File too large"),
    "keys.json": (lambda folder: Keys(folder / "keys.json", FakeClock(), 8787), "cannot be read"),
    "draft.json": (lambda folder: SetupDraft(folder / "draft.json").recall(), "cannot be read"),
    ".companion-export.json": (lambda folder: write_folder(folder, {"a.md": "a"}), "File too large"),
    "key/plan.json": (plan, "can no longer be read"),
    "key/heard.jsonl": (heard, "can no longer be read"),
    "key.done": (number_of_import, "can no longer be read"),
    "jay.json": (
        lambda folder: EmbeddingStore(folder, lambda: None).voices(),
        "jay.json cannot be read: File too large",
    ),
    "jay.voice": (
        lambda folder: EmbeddingStore(folder, lambda: KEY).voices(),
        "jay.voice cannot be read: File too large",
    ),
    "de/LC_MESSAGES/companion.mo": (translation, "cannot be read"),
    "roster.json": (lambda folder: load_roster(folder / "roster.json"), "larger than any campaign"),
}


def sparse(file: Path, size: int) -> Path:
    """A file of so many bytes that take no room on the disk."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        stream.truncate(size)
    return file


@pytest.mark.parametrize("name", READERS)
def test_a_file_larger_than_any_of_its_kind_is_refused(tmp_path: Path, name: str) -> None:
    """A hundred megabytes: in one sentence, and hardly any of them are read."""
    sparse(tmp_path / name, 100_000_000)
    read, told = READERS[name]
    tracemalloc.start()
    try:
        with pytest.raises((CompanionError, AudioError), match=told) as refused:
            read(tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 1.2 * LARGEST_BYTES
    finally:
        tracemalloc.stop()
    assert "\n" not in str(refused.value)


@pytest.mark.skipif(os.name == "nt", reason="no pipes here")
@pytest.mark.parametrize("name", ["dice.json", "eerie.toml", "ours.toml", "keys.json", "draft.json", "roster.json"])
def test_nobody_waits_for_the_other_end_of_a_pipe(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    read, _ = READERS[name]
    with suppress(CompanionError):
        read(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no pipes here")
def test_what_comes_out_of_a_pipe_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "dice.json")
    descriptor = os.open(tmp_path / "dice.json", os.O_RDWR)
    os.write(descriptor, b"[1, 2]")
    closing_soon = threading.Timer(0.1, os.close, [descriptor])
    closing_soon.start()
    assert read_small(tmp_path / "dice.json") == b"[1, 2]"
    closing_soon.join()


def test_a_speed_that_cannot_be_read_is_measured_anew(tmp_path: Path) -> None:
    sparse(tmp_path / SPEED_FILE, 100_000_000)
    wish = load_settings({"data_dir": tmp_path}, environment={})
    assert try_hearing(wish, lambda _: 1.5, FakeClock(), tiny_installed=False).seconds == 1.5


def test_only_the_end_of_what_was_received_is_read(tmp_path: Path) -> None:
    """The file grows all evening; what counts was added last."""
    file = sparse(tmp_path / "received.txt", 100_000_000)
    number = "0123456789abcdef" * 2
    with file.open("ab") as stream:
        stream.write(f"\n{number} done\n".encode())
    tracemalloc.start()
    try:
        assert Submissions(file).once(number, lambda: pytest.fail("done twice")) == ""
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert file.stat().st_size < 100


def test_words_are_found_on_the_border_of_two_parts_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(b"-" * ((1 << 20) - 4) + b"Zanzibar" + b"-" * 100)
    (tmp_path / "other.db").write_bytes(b"-" * (3 << 20))
    assert holding(tmp_path, ["zanzibar"]) == (tmp_path / "copy.db",)


KEYS_OF_MANY_PARTS = [
    ".".join(["a"] * 8_000) + " = 1",
    "[" + " . ".join(['"a"'] * 8_000) + "]",
    "a = {" + ".".join(["'a.b'"] * 8_000) + " = 1}",
    '# """\n' + ".".join(["a"] * 8_000) + ' = 1\n# """',
    'a = \'x"""\'\n' + ".".join(["b"] * 8_000) + ' = 1\nc = \'x"""\'',
    'a = [{b = """c"""", ' + ".".join(["d"] * 8_000) + ' = "e"}]',
]


@pytest.mark.parametrize("content", KEYS_OF_MANY_PARTS)
def test_keys_of_thousands_of_parts_are_refused_before_they_fill_the_memory(tmp_path: Path, content: str) -> None:
    """Sixteen thousand letters of them would take a quarter of a gigabyte."""
    (tmp_path / "ours.toml").write_text(content)
    tracemalloc.start()
    try:
        with pytest.raises(RosterError, match="it is not TOML: A key has too many parts"):
            read_libraries(["ours.toml"], tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_texts_without_an_end_are_looked_through_once(tmp_path: Path) -> None:
    """Thirty thousand letters of them would take six seconds, and as many as are read a few minutes."""
    (tmp_path / "ours.toml").write_text('\\"' * 15_000)
    began = time.process_time()
    with pytest.raises(ValueError, match="Invalid"):
        read_toml(tmp_path / "ours.toml")
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''", "# "])
def test_texts_of_many_sentences_are_read(tmp_path: Path, quote: str) -> None:
    text = quote + "It is old. " * 200 + (quote if quote != "# " else "\n")
    (tmp_path / "a.toml").write_text(f"a.b.c = 1\nd = {text}\n" if quote != "# " else f"a.b.c = 1\n{text}")
    assert read_toml(tmp_path / "a.toml")["a"] == {"b": {"c": 1}}


@pytest.mark.parametrize("number", ["9" * 21, "9" * 5_000])
def test_a_seed_of_endless_digits_is_no_seed(number: str) -> None:
    with pytest.raises(DiceOptionError, match="There is no dice option"):
        parse_dice_option(f"seed:{number}")
