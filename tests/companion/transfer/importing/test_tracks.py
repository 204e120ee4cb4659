"""Recordings that make an evening, and the people on each."""

import tracemalloc
import zipfile
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from companion.transfer.importing import tracks
from companion.transfer.importing.errors import ImportFailed, UnknownTracks
from companion.transfer.importing.tracks import MOST_TRACKS, Track, assign, find_tracks, recorded_at, started_at

ROSTER: dict[str, Any] = {
    "players": [
        {"name": "Jay", "nicknames": ["dragonslayer"], "character": {"name": "Brother Aldous"}},
        {"name": "Russ Óg", "character": None},
    ],
    "guests": [{"name": "Wim"}],
}


def files(folder: Path, *names: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_bytes(name.encode())
    return folder


def named(*names: str) -> list[Track]:
    return [Track(name, name, lambda: open("/dev/null", "rb"), name) for name in names]


def test_one_file_is_the_whole_table(tmp_path: Path) -> None:
    """Whatever it is called."""
    (track,), one_each = find_tracks([files(tmp_path / "r", "1-jay.flac") / "1-jay.flac"])
    assert (track.name, track.person, one_each) == ("jay", None, False)


def test_a_folder_holds_one_recording_a_person(tmp_path: Path) -> None:
    """Notes and hidden files beside them do not matter."""
    folder = files(tmp_path / "r", "2-russ.flac", "1-jay_1234.ogg", "info.txt", "raw.dat", ".3-x.flac")
    tracks, one_each = find_tracks([folder])
    assert [track.name for track in tracks] == ["jay_1234", "russ"]
    assert one_each


def test_a_zip_file_is_read_without_being_unpacked(tmp_path: Path) -> None:
    """Names inside cannot lead out of it, because nothing is written."""
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("../../1-jay.flac", b"sound")
        packed.writestr("folder/2-russ.flac", b"more")
        packed.writestr("info.txt", "Start time:\t2026-03-06T19:30:00.000Z\n")
    tracks, one_each = find_tracks([archive])
    assert [(track.name, track.open_bytes().read()) for track in tracks] == [("jay", b"sound"), ("russ", b"more")]
    assert one_each
    assert recorded_at([archive]) == datetime(2026, 3, 6, 19, 30, tzinfo=UTC)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.zip"]


def test_a_packed_note_of_any_size_is_read_to_its_beginning_only(tmp_path: Path) -> None:
    """Eight megabytes of nothing after the time, packed into eight thousand bytes."""
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("info.txt", "Start time: 2026-03-06T19:30:00.000Z\n" + " " * 8_000_000)
    tracemalloc.start()
    try:
        assert recorded_at([archive]) == datetime(2026, 3, 6, 19, 30, tzinfo=UTC)
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("name", ["info.txt", "jay.wav"])
def test_what_can_only_be_unpacked_as_a_whole_is_refused(tmp_path: Path, name: str, packing: int) -> None:
    """Twenty megabytes of nothing, packed into a few thousand bytes at most: a gigabyte would be hardly longer."""
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w", packing) as packed:
        packed.writestr(name, bytes(20_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(ImportFailed, match=rf"evening\.zip/{name} is packed in an unsupported way\.$"):
            recorded_at([archive]) or [track.open_bytes().read(1) for track in find_tracks([archive])[0]]
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("time", "year"), [("0001-01-01T00:00:00+14:00", 1), ("9999-12-31T23:59:59-12:00", 9999)])
def test_a_time_at_which_nobody_recorded_is_one_sentence(tmp_path: Path, time: str, year: int) -> None:
    """It has none in this zone."""
    (tmp_path / "info.txt").write_text(f"Start time: {time}\n", encoding="utf-8")
    with pytest.raises(ImportFailed, match=rf"^Nothing was recorded in the year {year}\.$"):
        recorded_at([tmp_path])


@pytest.mark.parametrize("year", [1, 9999])
def test_a_day_at_which_nobody_recorded_is_one_sentence(year: int) -> None:
    """As people may write one."""
    with pytest.raises(ImportFailed, match=rf"^Nothing was recorded in the year {year}\.$"):
        started_at(datetime(year, 1, 1, tzinfo=timezone(timedelta(hours=14 if year == 1 else -12))))


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_more_packed_sound_than_can_be_gone_back_in_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packing: int
) -> None:
    """A gigabyte of nothing, packed into megabytes, takes a decoder half a minute to open; what is not packed, none."""
    monkeypatch.setattr(tracks, "_UNPACKED_BYTES", 1_999)
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w", packing) as packed:
        for name in ("jay.ogg", "russ.ogg"):
            packed.writestr(name, bytes(1_000))
    if packing == zipfile.ZIP_STORED:
        assert len(find_tracks([archive])[0]) == 2
    else:
        with pytest.raises(ImportFailed, match="holds more packed sound than is read"):
            find_tracks([archive])


@pytest.mark.parametrize("count", [MOST_TRACKS, MOST_TRACKS + 1])
def test_more_recordings_than_people_at_any_table_are_refused(tmp_path: Path, count: int) -> None:
    """In a folder, and packed."""
    folder = files(tmp_path / "r", *(f"{number}-p{number}.flac" for number in range(count)))
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as packed:
        for file in folder.iterdir():
            packed.write(file, file.name)
    for place in (folder, tmp_path / "r.zip"):
        if count == MOST_TRACKS:
            assert len(find_tracks([place])[0]) == count
        else:
            with pytest.raises(ImportFailed, match=r"r(\.zip)? contains more than 64 recordings"):
                find_tracks([place])


def test_a_zip_file_of_countless_files_is_refused(tmp_path: Path) -> None:
    """Before they are listed, whatever they are: a list of that length would take ten times it in memory."""
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("1-jay.flac", b"sound")
        for number in range(20):
            packed.writestr(f"{number:060000}", b"")
    for read in (find_tracks, recorded_at):
        with pytest.raises(ImportFailed, match=r"evening\.zip contains too many files"):
            read([archive])


def test_a_recording_is_known_again_in_another_folder(tmp_path: Path) -> None:
    """And another one of the same name is not."""
    (here,), _ = find_tracks([files(tmp_path / "a", "x.flac") / "x.flac"])
    (there,), _ = find_tracks([files(tmp_path / "b", "x.flac") / "x.flac"])
    (tmp_path / "b" / "x.flac").write_bytes(b"other")
    (other,), _ = find_tracks([tmp_path / "b" / "x.flac"])
    assert here.identity == there.identity != other.identity


def test_two_tracks_of_one_name_keep_their_numbers(tmp_path: Path) -> None:
    """Somebody left and came back."""
    tracks, _ = find_tracks([files(tmp_path / "r", "1-jay.flac", "2-jay.flac")])
    assert [track.name for track in tracks] == ["1-jay.flac", "2-jay.flac"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((), "contains no readable recording"),
        (("readme.txt",), "contains no readable recording"),
        (("1-jay.m4a", "2-russ.flac"), "1-jay.m4a has an unsupported format"),
    ],
)
def test_a_folder_without_readable_recordings_is_refused(tmp_path: Path, names: tuple[str, ...], told: str) -> None:
    """A person's track that cannot be read is not passed over."""
    with pytest.raises(ImportFailed, match=told):
        find_tracks([files(tmp_path / "r", *names)])


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    """With its name."""
    with pytest.raises(ImportFailed, match=r"There is no recording .*nowhere\.flac"):
        find_tracks([tmp_path / "nowhere.flac"])


@pytest.mark.parametrize(
    "text", ["", "Guild: here\n", "Start time: yesterday\n"], ids=["empty", "without a time", "no time"]
)
def test_without_a_time_beside_it_nobody_knows_when_it_was_recorded(tmp_path: Path, text: str) -> None:
    """The day the file was copied is not taken for it."""
    (tmp_path / "info.txt").write_text(text)
    assert recorded_at([tmp_path]) is None


@pytest.mark.parametrize(
    ("track", "person"),
    [
        ("jay", "Jay"),
        ("JAY_0", "Jay"),
        ("jay#1234", "Jay"),
        ("DragonSlayer", "Jay"),
        ("brother_aldous", "Jay"),
        ("russ óg", "Russ Óg"),
        ("wim", "unknown"),
    ],
)
def test_a_track_is_known_by_a_name_at_the_table(track: str, person: str) -> None:
    """A player's, a nickname, a character's; the account's number does not matter; guests are nobody's voice."""
    (assigned,) = assign(named(track), ROSTER, {})
    assert assigned.person == person


def test_unknown_tracks_are_all_named_at_once() -> None:
    """So that the second attempt can succeed."""
    with pytest.raises(UnknownTracks) as refused:
        assign(named("jay", "bob", "eve"), ROSTER, {})
    assert refused.value.tracks == ("bob", "eve")
    assert '--map "bob=Jay"' in refused.value.hint


def test_the_user_says_whose_a_track_is() -> None:
    """Also a guest's, or nobody's worth hearing."""
    told = {"Bob": "russ óg", "eve": "unknown", "musicbot": "-"}
    tracks = assign(named("jay", "bob", "eve", "musicbot"), ROSTER, told)
    assert [(track.name, track.person) for track in tracks] == [("jay", "Jay"), ("bob", "Russ Óg"), ("eve", "unknown")]


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"bert": "Jay"}, "There is no track bert"),
        ({"jay": "Mira"}, "Mira is not at this table"),
        ({"jay": "-"}, "Every track is left out"),
    ],
)
def test_what_the_user_says_must_fit(told: dict[str, str], problem: str) -> None:
    """A slip of the pen is not silently ignored."""
    with pytest.raises(ImportFailed, match=problem):
        assign(named("jay"), ROSTER, told)
