"""Durations from the records of an evening."""

from io import StringIO

import pytest
from rich.console import Console

from companion.app.timings import Timings, percentile


def utterance(latency: float | None, **stages: float) -> dict[str, object]:
    return {"type": "utterance", "id": "u1", "latency": latency, "stages": stages}


def decision(latency: float) -> dict[str, object]:
    return {"type": "decision", "utterance": "u1", "end": 10.0, "latency": latency}


def answer(at: float, cause: str | None, of: str = "answer") -> dict[str, object]:
    return {"type": "announcement", "text": "Hi.", "at": at, "cause": cause, "of": of, "latency_to_audio": 0.25}


def test_stages_are_counted_with_median_and_95th_percentile() -> None:
    timings = Timings()
    for index in range(1, 22):
        timings(utterance(index / 10, endpoint=0.5, transcribe=index / 100))
        timings(decision(index / 10 + 0.5))
    timings(answer(9.0, None))
    assert timings.rows() == [
        ("silence that ends a sentence", 21, 0.5, 0.5),
        ("recognising the words of a sentence", 21, 0.11, 0.2),
        ("end of speech to words", 21, 1.1, 2.0),
        ("end of speech to decision", 21, 1.6, 2.5),
        ("moment to speak to first sound", 1, 0.25, 0.25),
    ]


def test_the_whole_way_from_the_last_word_to_the_first_sound_is_told_by_kind() -> None:
    timings = Timings()
    timings(utterance(0.4))
    timings({"type": "command", "command_id": "c1", "utterance": "u1"})
    timings(decision(0.5))
    timings(answer(10.25, "u1"))
    timings(answer(12.0, "c1", "result"))
    timings(answer(13.0, "c7", "result"))
    whole = [row[:3] for row in timings.rows() if "to first sound (" in row[0]]
    assert whole == [
        ("end of speech to first sound (answer)", 1, 0.75),
        ("end of speech to first sound (result)", 1, 2.25),
    ]


def test_what_was_typed_or_only_shown_took_no_time() -> None:
    timings = Timings()
    timings(utterance(None))
    timings({"type": "announcement", "text": "Hi."})
    timings({"type": "command", "kind": "undo_last", "command_id": None, "utterance": "u1"})
    assert timings.rows() == []


def test_the_table_shows_them() -> None:
    timings, out = Timings(), StringIO()
    timings(utterance(0.55, transcribe=0.1))
    timings(decision(0.61))
    timings.show(Console(file=out, width=80))
    (line,) = [line for line in out.getvalue().splitlines() if "end of speech to decision" in line]
    assert "of processor time, at most " in out.getvalue()
    assert [cell.strip() for cell in line.split("│")[1:-1]] == ["end of speech to decision", "1", "0.61", "0.61"]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([], 0.5, 0.0), ([3.0], 0.5, 3.0), ([3.0], 0.95, 3.0), ([3, 1, 2], 0.5, 2), (list(range(100)), 0.95, 95)],
)
def test_percentiles(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected
