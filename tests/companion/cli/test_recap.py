"""`companion recap`: the recap of an evening on the command line."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.wav import WavSink, read_audio
from companion.base.atomic_files import growing_named
from companion.chronicle.recaps import Recap, RecapSentence
from companion.chronicle.recaps.pages import render_recap
from companion.chronicle.recaps.reading import PAUSE_SECONDS, read_aloud
from tests.support.command_line import Run, one_sentence


def test_the_last_evening_is_retold(narrated: Run) -> None:
    told = narrated("recap")
    assert told.err == ""
    assert told.lines[0] == "Here is what has happened so far."
    assert "A woman called Dorothea steals the silver crown from the ferryman Kasimir." in told.lines


def test_length_tone_and_character_are_chosen(narrated: Run) -> None:
    told = narrated(
        "recap", "-c", "harbour", "--evening", "1", "--length", "full", "--tone", "noir", "--as", "yvaine"
    ).lines
    assert told[0] == "The file says this about Yvaine."
    assert "Yvaine follows Dorothea into the fog, and she drops the crown." in told


def test_markdown_and_html_show_the_evidence(narrated: Run, tmp_path: Path) -> None:
    out = tmp_path / "recap.html"
    assert "[u2]" in narrated("recap", "--form", "md").out
    narrated("recap", "--form", "html", "--out", out)
    assert '<span class="evidence">[u2]</span>' in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--as", "Zorro"), 2, "players: Herik, Bartok, Yvaine"),
        (("--tone", "shanty"), 1, "bardic, log-book, noir, plain"),
        (("--evening", "7"), 1, "no evening 7"),
        (("--audio", "tale.mp3"), 2, ".wav or .flac"),
    ],
)
def test_mistakes_are_told_in_a_sentence(narrated: Run, arguments: tuple[str, ...], code: int, told: str) -> None:
    one_sentence(narrated("recap", *arguments), code, told)


@pytest.mark.parametrize("arguments", [("--length", "epic"), ("--form", "pdf")])
def test_an_unknown_length_or_form_is_wrong_usage(narrated: Run, arguments: tuple[str, ...]) -> None:
    assert narrated("recap", *arguments).code == 2


def test_an_evening_of_nothing_has_nothing_to_tell(made: Run) -> None:
    made("play", stdin="Jay: hello\n")
    told = made("recap")
    assert (told.code, told.out, told.err) == (0, "", "Evening 1 has nothing to recap.\n")


def test_what_people_said_cannot_format_or_inject() -> None:
    hostile = Recap((RecapSentence("He said <script>alert(1)</script> [x](http://evil.example) **boo**.", ("u1",)),))
    markdown, html = (render_recap(hostile, form, "<b>T</b>", "*x*") for form in ("md", "html"))
    assert "<script" not in markdown + html
    assert "<b>" not in markdown + html
    assert "**boo**" not in markdown
    assert "[x](" not in markdown
    assert "default-src 'none'" in html


class Beeps:
    """A voice that makes a tenth of a second of sound for every word."""

    sample_rate_hz = 24_000

    def speak(self, text: str):
        for _ in text.split():
            yield np.full(2_400, 0.25, dtype=np.float32)


@pytest.mark.parametrize("name", ["tale.wav", "tale.flac"])
def test_a_recap_is_read_into_a_file(tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    read_aloud(["one two three", "four"], Beeps(), WavSink(out, lambda: 0.0, growing_named))
    assert soundfile.info(out).duration == pytest.approx(0.4 + 2 * PAUSE_SECONDS)
    assert np.abs(read_audio(out)).max() > 0.2
