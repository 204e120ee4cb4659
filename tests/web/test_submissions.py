"""Numbers given in the browser: what was sent again is done once, also by the next start of the companion."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.base.errors import TextRefused
from companion.web.actions import NothingOpen
from companion.web.submissions import MOST_REMEMBERED, InDoubt, Submissions, SubmissionsUnreadable, Unnumbered
from engine.phrase import phrase

FIRST, SECOND = "0" * 31 + "1", "0" * 31 + "2"


class Table:
    """Counts what is done at it."""

    def __init__(self, refused: str = "", problem: BaseException | None = None) -> None:
        self.done = 0
        self._refused, self._problem = refused, problem

    def deed(self) -> str:
        if self._problem is not None:
            raise self._problem
        self.done += not self._refused
        return self._refused


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "received.txt"


def test_what_is_sent_again_is_done_once(file: Path) -> None:
    """In the same run and after the next start; another number is another deed."""
    table = Table()
    received = Submissions(file)
    assert received.once(FIRST, table.deed) == ""
    assert received.once(FIRST, table.deed) == ""
    assert Submissions(file).once(FIRST, table.deed) == ""
    assert table.done == 1
    received.once(SECOND, table.deed)
    assert table.done == 2


def test_what_was_refused_may_be_sent_again(file: Path) -> None:
    """Faces that did not fit, lines for which no evening ran, and strange lines, were not taken in."""
    assert Submissions(file).once(FIRST, Table("Two faces are missing.").deed) == "Two faces are missing."
    with pytest.raises(NothingOpen):
        Submissions(file).once(FIRST, Table(problem=NothingOpen("No evening runs.")).deed)
    with pytest.raises(TextRefused):
        Submissions(file).once(FIRST, Table(problem=TextRefused(phrase("The line"), "\x1b")).deed)
    table = Table()
    assert Submissions(file).once(FIRST, table.deed) == ""
    assert table.done == 1


def test_what_was_begun_and_never_finished_is_not_done_again(file: Path) -> None:
    """The companion died in the middle: people are told, and decide."""
    with pytest.raises(KeyboardInterrupt):
        Submissions(file).once(FIRST, Table(problem=KeyboardInterrupt()).deed)
    table = Table()
    with pytest.raises(InDoubt, match="Check whether it was done"):
        Submissions(file).once(FIRST, table.deed)
    assert table.done == 0


@pytest.mark.parametrize("number", ["", "1", "x" * 32, "0" * 33, FIRST + "\n", "../../etc/passwd", "0" * 100_000])
def test_what_is_no_number_is_refused(number: str, file: Path) -> None:
    table = Table()
    with pytest.raises(Unnumbered):
        Submissions(file).once(number, table.deed)
    assert (table.done, file.read_text(encoding="ascii")) == (0, "")


def test_a_damaged_file_loses_its_damaged_lines_only(file: Path) -> None:
    table = Table()
    Submissions(file).once(FIRST, table.deed)
    file.write_bytes(b"\xff\xfe\n" + file.read_bytes() + f"{SECOND} do".encode())
    received = Submissions(file)
    received.once(FIRST, table.deed)
    assert table.done == 1
    received.once(SECOND, table.deed)
    assert table.done == 2


def test_only_the_latest_are_remembered(file: Path) -> None:
    numbers = [f"{each:032x}" for each in range(MOST_REMEMBERED + 5)]
    file.write_text("".join(f"{each} begun\n{each} done\n" for each in numbers), encoding="ascii")
    Submissions(file)
    kept = file.read_text(encoding="ascii").splitlines()
    assert kept == [f"{each} done" for each in numbers[5:]]


def test_a_number_that_cannot_be_kept_is_told_before_anything_is_done(file: Path) -> None:
    """One sentence with what to do; the deed is not done."""
    table = Table()
    received = Submissions(file)
    file.unlink()
    file.mkdir()
    with pytest.raises(SubmissionsUnreadable, match="Nothing was done"):
        received.once(FIRST, table.deed)
    assert table.done == 0
    with pytest.raises(SubmissionsUnreadable):
        Submissions(file)


def test_a_slow_deed_holds_up_its_own_number_only(file: Path) -> None:
    """Another seat is answered meanwhile; the same line sent again waits for the answer and is not done twice."""
    begun, goes_on = threading.Event(), threading.Event()
    table = Table()

    def slow() -> str:
        begun.set()
        assert goes_on.wait(60)
        return table.deed()

    received = Submissions(file)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(received.once, FIRST, slow)
        assert begun.wait(60)
        again = threads.submit(received.once, FIRST, table.deed)
        assert received.once(SECOND, table.deed) == ""
        assert not again.done()
        goes_on.set()
        assert (first.result(60), again.result(60), table.done) == ("", "", 2)


def test_what_was_done_is_told_as_done_though_it_cannot_be_written(file: Path) -> None:
    """The disk fills up meanwhile: nobody is told that nothing was done, and it is not done again."""
    table = Table()
    received = Submissions(file)

    def deed() -> str:
        file.unlink()
        file.mkdir()
        return table.deed()

    assert received.once(FIRST, deed) == ""
    assert received.once(FIRST, table.deed) == ""
    assert table.done == 1


def test_an_evening_of_many_lines_fills_neither_memory_nor_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest are remembered, also by the next start; so is what was begun among them."""
    monkeypatch.setattr("companion.web.submissions.MOST_REMEMBERED", 10)
    received, table = Submissions(file), Table()
    for number in range(100):
        received.once(f"{number:032x}", table.deed)
    assert len(file.read_text().splitlines()) <= 4 * 10
    assert len(received._standing) <= 2 * 10
    for again in (received, Submissions(file)):
        for number in range(90, 100):
            again.once(f"{number:032x}", table.deed)
    assert table.done == 100


def test_a_file_that_cannot_be_shortened_costs_no_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    received, table = Submissions(file), Table()
    monkeypatch.setattr("companion.web.submissions.MOST_REMEMBERED", 2)
    monkeypatch.setattr("companion.web.submissions.write_whole", full)
    assert [received.once(f"{number:032x}", table.deed) for number in range(10)] == [""] * 10
    assert table.done == 10
