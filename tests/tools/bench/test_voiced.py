"""Recordings of labelled evenings: what is heard is matched with lines by its time, and counted by voice."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from tools.bench import voiced
from tools.bench.stranger_as_is import AsItIsTable
from tools.bench.stranger_table import StrangerTable
from tools.bench.strangers import EVENINGS
from tools.bench.voiced import Hearing, lines_heard, main

TALK = """
- Wendell: I call for the get-moving roll.
  > call_get_moving
- Ines: I rolled five and four.
  > report_dice; values=[5,4]
- Okoro: I rolled five and two.
  > report_dice; values=[5,2]
- Wendell: I rolled four and three.
  > report_dice; values=[4,3]
- Okoro: Who narrates now?
  > ask_status
"""
TIMES = [(1.0, 3.0), (4.0, 6.0), (7.0, 9.0), (10.0, 12.0), (13.0, 15.0)]
SPEAKERS = ("Wendell", "Ines", "Okoro", "Wendell", "Okoro")


def folder_of(place: Path, lines: int = 5) -> Path:
    place.mkdir()
    (place / "evening.md").write_text(TALK, encoding="utf-8")
    (place / "roster.json").write_bytes((EVENINGS / "one-boot" / "roster.json").read_bytes())
    truth = [{"start": start, "end": end} for start, end in TIMES[:lines]]
    (place / "truth.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in truth), encoding="utf-8")
    voices = {"Wendell": "heart", "Ines": "joe", "Okoro": "high"}
    (place / "expected.json").write_text(json.dumps({"voices": voices}), encoding="utf-8")
    (place / "clean.flac").write_bytes(b"")
    return place


@pytest.mark.parametrize(
    ("start", "end", "lines"),
    [
        (4.1, 5.9, (2, 2)),
        (4.0, 9.2, (2, 3)),
        (3.9, 7.5, (2, 2)),
        (5.5, 5.9, (2, 2)),
        (5.8, 7.4, (3, 3)),
        (9.1, 9.4, (3, 3)),
        (0.0, 0.5, (1, 1)),
        (20.0, 21.0, (5, 5)),
    ],
    ids=["one", "two at once", "a bit of the next", "a part", "two parts", "a gap", "before all", "after all"],
)
def test_an_utterance_belongs_to_the_lines_it_covers(start: float, end: float, lines: tuple[int, int]) -> None:
    assert lines_heard(start, end, TIMES) == lines


@contextmanager
def listening(folder: Path, scratch: Path) -> Iterator[tuple[StrangerTable, Hearing]]:
    with StrangerTable(folder, scratch) as table:
        yield table, Hearing(table, TIMES)


def hear(table: StrangerTable, hearing: Hearing, first: int, text: str, by: str | None, last: int = 0) -> None:
    """Say something at the time of these lines; the evening has run for a while before the recording began."""
    since = hearing._since
    start, end = since + TIMES[first - 1][0], since + TIMES[(last or first) - 1][1]
    match = None if by is None else SpeakerMatch(by, 1.0)
    table.session.pass_time(start)
    table.session.hear(Utterance(f"u{first}", text, match, start, end, avg_logprob=-0.1))
    hearing.progress(end - since)


def test_each_line_counts_for_its_speaker(tmp_path: Path) -> None:
    """The last sentence is heard under a wrong name."""
    with listening(folder_of(tmp_path / "all"), tmp_path) as (table, hearing):
        for number, (line, who) in enumerate(zip(table.talk, SPEAKERS, strict=True), start=1):
            hear(table, hearing, number, line.partition(": ")[2], "Ines" if number == 5 else who)
        found = hearing.result()
    assert (found.right, found.wrong, sorted(found.right_lines)) == (5, 0, [1, 2, 3, 4, 5])
    assert hearing.sentences == {"Wendell": 2, "Ines": 1, "Okoro": 2}
    assert hearing.named == {"Wendell": 2, "Ines": 1, "Okoro": 1}


def test_lines_nobody_heard_are_lost_and_answer_nothing(tmp_path: Path) -> None:
    """The question of the last line was not heard, an answer long before it is none to it."""
    with listening(folder_of(tmp_path / "deaf"), tmp_path) as (table, hearing):
        hear(table, hearing, 1, "Who narrates now?", "Okoro")
        found = hearing.result()
    assert (found.right, found.wrong) == (0, 0)
    assert len(found.lost) == 5


def test_lines_nobody_heard_pass_in_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their players may tap meanwhile; what was heard belongs to the lines it was heard at."""
    passed: list[tuple[int, int, bool]] = []
    with listening(folder_of(tmp_path / "gap"), tmp_path) as (table, hearing):
        monkeypatch.setattr(
            AsItIsTable, "heard", lambda self, first, last: passed.append((first, last, table.saw("utterance")))
        )
        hear(table, hearing, 1, "Brrm.", "Wendell")
        hear(table, hearing, 3, "Brrm, brrm.", "Okoro", last=4)
        hearing.result()
    assert passed == [(1, 1, True), (2, 2, False), (3, 4, True), (5, 5, False)]


def test_what_nobody_asked_for_is_wrong_where_it_was_done(tmp_path: Path) -> None:
    with listening(folder_of(tmp_path / "stray"), tmp_path) as (table, hearing):
        hear(table, hearing, 5, "I call for the get-moving roll.", "Okoro")
        found = hearing.result()
    assert (found.right, found.wrong, found.wrong_lines) == (0, 1, [5])


def perfect_ears(folder: Path, recording: Path, table: StrangerTable, hearing: Hearing, settings: Any) -> None:
    for number, (line, who) in enumerate(zip(table.talk, SPEAKERS, strict=True), start=1):
        if who != "Ines":
            hear(table, hearing, number, line.partition(": ")[2], who)


def test_the_figures_are_written_by_voice_and_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody heard Ines; the misses of an evening kept apart stay untold."""
    monkeypatch.setattr(voiced, "_listen", perfect_ears)
    folders = [str(folder_of(tmp_path / name)) for name in ("open", "apart-g")]
    figures = tmp_path / "figures.json"
    assert main([*folders, "--misses", "--json", str(figures)]) == 0
    read, apart, together = json.loads(figures.read_text(encoding="utf-8"))
    assert (read["name"], read["version"], read["lines"], read["expected"], read["right"]) == ("open", "clean", 5, 5, 4)
    assert [(each["voice"], each["right"], each["expected"]) for each in read["voices"]] == [
        ("heart", 2, 2),
        ("joe", 0, 1),
        ("high", 2, 2),
    ]
    assert len(read["lost"]) == 1
    assert apart["lost"] == []
    assert (together["name"], together["version"], together["right"], together["expected"]) == ("all", "clean", 8, 10)
    assert capsys.readouterr().out.count("I rolled five and four.") == 1


@pytest.mark.parametrize(("spoilt", "told"), [("truth", "other lines"), ("expected", "expected.json is not there")])
def test_a_folder_that_does_not_fit_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoilt: str, told: str
) -> None:
    folder = folder_of(tmp_path / "other", lines=4 if spoilt == "truth" else 5)
    if spoilt == "expected":
        (folder / "expected.json").unlink()
    with pytest.raises(SystemExit):
        main([str(folder)])
    assert told in capsys.readouterr().err
