"""Files that are larger than any campaign are refused in one sentence before they fill the memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.base.file_limits import LARGEST_BYTES, MOST_VALUES, TooLarge, bounded, read_bounded
from companion.play.roster import load_roster

MEGABYTE = 1_000_000


def test_a_sparse_file_is_refused_by_its_size(tmp_path: Path) -> None:
    """Two hundred megabytes that take no room on the disk; also where a campaign file is chosen."""
    file = tmp_path / "huge.json"
    with file.open("wb") as stream:
        stream.truncate(200 * MEGABYTE)
    for reading in (read_bounded, load_roster):
        with pytest.raises(TooLarge, match="more than 64 MB, or 3 million values"):
            reading(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(TooLarge):
        read_bounded(Path("/dev/zero"))


@pytest.mark.parametrize("unit", [b"[],", b"{},", b'{"a":0},', b'"ab",'])
def test_a_small_file_of_many_values_is_refused(unit: bytes) -> None:
    with pytest.raises(TooLarge):
        bounded(b"[" + unit * (MOST_VALUES + 1))
    assert bounded(unit) == unit


def test_refusing_takes_little_memory(tmp_path: Path) -> None:
    """The companion itself, reading in a file of 200 MB, grows by no more than what it reads of it."""
    file = tmp_path / "huge.json"
    file.write_bytes(b"[")
    with file.open("r+b") as stream:
        stream.truncate(200 * MEGABYTE)
    script = (
        "import resource, sys; from companion.play.roster import load_roster\n"
        "from companion.base.errors import CompanionError\n"
        "from pathlib import Path\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak()\n"
        "try: load_roster(Path(sys.argv[1]))\n"
        "except CompanionError as told: print(peak() - before, told)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True, timeout=60
    )
    kilobytes, _, told = run.stdout.partition(" ")
    assert "larger than any campaign" in told
    unit = 1024 if sys.platform != "darwin" else 1
    assert int(kilobytes) * unit < 1.5 * LARGEST_BYTES
