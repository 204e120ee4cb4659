"""How long things took, from the records of an evening."""

from io import StringIO

import pytest
from rich.console import Console

from companion.timings import Timings, percentile


def utterance(latency: float | None, **stages: float) -> dict[str, object]:
    return {"type": "utterance", "latency": latency, "stages": stages}


def test_stages_are_counted_with_median_and_95th_percentile() -> None:
    """In seconds."""
    timings = Timings()
    for index in range(1, 22):
        timings(utterance(index / 10, endpoint=0.5, transcribe=index / 100))
    timings({"type": "announcement", "text": "Hi.", "latency_to_audio": 0.25})
    assert timings.rows() == [
        ("endpoint", 21, 0.5, 0.5),
        ("transcribe", 21, 0.11, 0.2),
        ("end of speech to decision", 21, 1.1, 2.0),
        ("announcement to first sound", 1, 0.25, 0.25),
    ]


def test_what_was_typed_or_only_shown_took_no_time() -> None:
    """And is not counted as 0."""
    timings = Timings()
    timings(utterance(None))
    timings({"type": "announcement", "text": "Hi."})
    timings({"type": "command", "kind": "undo_last"})
    assert timings.rows() == []


def test_the_table_shows_them() -> None:
    """One line a stage."""
    timings, out = Timings(), StringIO()
    timings(utterance(0.61, transcribe=0.1))
    timings.show(Console(file=out, width=80))
    (line,) = [line for line in out.getvalue().splitlines() if "end of speech to decision" in line]
    assert line.split("│")[1:-1] == [" end of speech to decision ", " 1     ", " 0.61     ", " 0.61   "]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([], 0.5, 0.0), ([3.0], 0.5, 3.0), ([3.0], 0.95, 3.0), ([3, 1, 2], 0.5, 2), (list(range(100)), 0.95, 95)],
)
def test_percentiles(values: list[float], share: float, expected: float) -> None:
    """Of the values themselves, never between them."""
    assert percentile(values, share) == expected
