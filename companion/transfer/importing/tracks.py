"""The recordings of an evening: one of the whole table, or one a person as recorders of voice chats make them."""

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from audio.types import UNKNOWN
from companion.base.clock import may_be
from companion.transfer.importing.errors import ImportFailed, UnknownTracks
from engine.phrase import joined, phrase

SUFFIXES = (".flac", ".wav", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff")
"""Endings of recordings that can be read."""

OTHER_SUFFIXES = (".m4a", ".aac", ".mp4", ".mkv", ".webm", ".wma")
"""Endings of recordings that cannot."""

LEFT_OUT = "-"
"""Given as the person on a track that is not to be heard, such as one of a machine that plays music."""

MOST_TRACKS = 64
"""More people sit at no table."""

INFO_FILE = "info.txt"
"""File in which a recorder describes the recording."""
_INFO_BYTES = 64_000
"""As much of it as is read."""

_NUMBERED = re.compile(r"\d+-(?P<name>.+)")
_ACCOUNT = re.compile(r"(?P<name>.+?)[_#]\d{1,4}")
_STARTED = re.compile(r"^Start time:\s*(\S+)", re.MULTILINE | re.IGNORECASE)
_ENDS_READ = 1 << 20
_LISTED_BYTES = 1_000_000
"""Longest list of files of a ZIP file: thousands of names, each of which takes ten times that in memory."""

_UNPACKED_BYTES = 4_000_000_000
"""Most sound that is unpacked while it is read: going back in it means to unpack it anew, which decoders do often."""

_UNPACKED_BY_PIECES = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
"""Methods unpacked no further than is read; of others a thousand bytes become gigabytes at once."""


@dataclass(frozen=True, slots=True)
class Track:
    """A recording and who is on it.

    Attributes:
        name: Who it says it is: the file's name without its number and ending.
        place: Where it lies, for messages.
        open_bytes: Opens it for reading, seekable.
        identity: Tells it from other recordings, whatever folder it lies in.
        person: Player on it, or `UNKNOWN`; None where several people are on it.
    """

    name: str
    place: str
    open_bytes: Callable[[], IO[bytes]]
    identity: str
    person: str | None = None


def find_tracks(places: Sequence[Path]) -> tuple[tuple[Track, ...], bool]:
    """The recordings meant by the paths given.

    Args:
        places: One file of the whole table; or a folder or ZIP file with a file a person, or several such files.

    Returns:
        The tracks in the order of their names, and whether there is one a person.

    Raises:
        ImportFailed: A path is not there, is no recording, or holds none.
    """
    single = len(places) == 1 and places[0].is_file() and not zipfile.is_zipfile(places[0])
    found = [track for place in places for track in _tracks_at(place)]
    names = [track.name for track in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None and not single:
        found = [replace(track, name=PurePosixPath(track.place).name) for track in found]
    return tuple(found), not single


def _tracks_at(place: Path) -> list[Track]:
    if place.is_dir():
        return _some(map(_file_track, _audio(sorted(place.iterdir()))), place)
    if not place.is_file():
        raise ImportFailed(
            phrase("There is no recording {place}.", place=place), phrase("Check the name and the folder.")
        )
    if zipfile.is_zipfile(place):
        return _some(_zip_tracks(place), place)
    return _some(map(_file_track, _audio([place])), place)


def _some(tracks: Iterator[Track], place: Path) -> list[Track]:
    found = list(islice(tracks, MOST_TRACKS + 1))
    if not found:
        hint = phrase("Readable are files ending in {suffixes}.", suffixes=joined(SUFFIXES, ", "))
        raise ImportFailed(phrase("{place} contains no readable recording.", place=place), hint)
    if len(found) > MOST_TRACKS:
        raise ImportFailed(
            phrase("{place} contains more than {most} recordings.", place=place, most=MOST_TRACKS),
            phrase("Keep only those of one evening, one per person."),
        )
    return found


def _audio(files: Iterable[Path]) -> Iterator[Path]:
    """Readable recordings among files; a recording nobody here can read is not passed over in silence."""
    for file in files:
        _refuse_other(file.name)
        if file.suffix.lower() in SUFFIXES and file.is_file() and not file.name.startswith("."):
            yield file


def _refuse_other(name: str) -> None:
    if PurePosixPath(name).suffix.lower() in OTHER_SUFFIXES:
        raise ImportFailed(
            phrase("{name} has an unsupported format.", name=name), phrase("Save it as FLAC, WAV, OGG or MP3.")
        )


def _file_track(file: Path) -> Track:
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            head = stream.read(_ENDS_READ)
            stream.seek(max(0, size - _ENDS_READ))
            ends = hashlib.sha256(head + stream.read()).hexdigest()
    except OSError as exc:
        raise ImportFailed(
            phrase("{file} cannot be read: {strerror}.", file=file, strerror=exc.strerror),
            phrase("Check the file and its permissions."),
        ) from exc
    return Track(_named(file.stem), str(file), lambda: file.open("rb"), f"{file.name} {size} {ends}")


def _zip_tracks(archive: Path) -> Iterator[Track]:
    try:
        with _Listed(archive) as file, zipfile.ZipFile(file) as packed:
            members = sorted(packed.infolist(), key=lambda member: member.filename)
    except (*_DAMAGED, OSError, RuntimeError) as exc:
        raise ImportFailed(
            phrase("{archive} is a damaged ZIP file.", archive=archive), phrase("Download it again.")
        ) from exc
    packed_bytes = 0
    for member in members:
        name = PurePosixPath(member.filename)
        _refuse_other(name.name)
        if name.suffix.lower() in SUFFIXES and not member.is_dir() and not name.name.startswith("."):
            _refuse_method(archive, member)
            packed_bytes += 0 if member.compress_type == zipfile.ZIP_STORED else member.file_size
            if packed_bytes > _UNPACKED_BYTES:
                raise ImportFailed(
                    phrase("{archive} holds more packed sound than is read from an archive.", archive=archive),
                    phrase("Unpack it, and name the folder."),
                )
            identity = f"{name.name} {member.file_size} {member.CRC:08x}"
            yield Track(_named(name.stem), f"{archive}/{member.filename}", _opener(archive, member), identity)


def _refuse_method(archive: Path, member: zipfile.ZipInfo) -> None:
    if member.compress_type not in _UNPACKED_BY_PIECES:
        raise ImportFailed(
            phrase("{archive}/{filename} is packed in an unsupported way.", archive=archive, filename=member.filename),
            phrase("Unpack the archive, and name the folder."),
        )


def _opener(archive: Path, member: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: cast(IO[bytes], io.BufferedReader(_Member(_unpacked(archive, member))))


def _unpacked(archive: Path, member: zipfile.ZipInfo) -> IO[bytes]:
    try:
        with zipfile.ZipFile(archive) as packed:  # stays open as long as the member is
            return packed.open(member)
    except (*_DAMAGED, OSError, RuntimeError) as exc:
        raise ImportFailed(
            phrase("{archive}/{filename} cannot be unpacked.", archive=archive, filename=member.filename),
            phrase("Download the archive again."),
        ) from exc


class _Listed(io.FileIO):
    """A ZIP file whose list of files, which is read as a whole, is of bounded length."""

    def read(self, size: int | None = -1) -> bytes:
        """Read on.

        Raises:
            ImportFailed: That is more than any list of recordings takes.
        """
        most = _LISTED_BYTES + 1
        content = super().read(most if size is None or size < 0 else min(size, most))
        if len(content) == most:
            raise ImportFailed(
                phrase("{archive} contains too many files.", archive=self.name),
                phrase("Keep only the recordings of one evening."),
            )
        return content


class _Member(io.RawIOBase):
    """A file in an archive; where it is damaged, it ends: libraries that read sound cannot be told otherwise."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read on; 0 at the end."""
        try:
            read = self._stream.read(len(buffer))
        except _DAMAGED:
            return 0
        buffer[: len(read)] = read
        return len(read)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, as far as the file is whole."""
        try:
            return self._stream.seek(offset, whence)
        except _DAMAGED:
            return self._stream.tell()

    def close(self) -> None:
        """Let go of the archive."""
        self._stream.close()
        super().close()


_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError)


def _named(stem: str) -> str:
    numbered = _NUMBERED.fullmatch(stem)
    return numbered["name"] if numbered else stem


def recorded_at(places: Sequence[Path]) -> datetime | None:
    """Return the start of the recording, UTC, as the recorder wrote beside it; None when it did not.

    Raises:
        ImportFailed: It wrote a time at which nothing was recorded.
    """
    for place in places:
        found = _STARTED.search(_info(place))
        if found:
            try:
                told = datetime.fromisoformat(found[1])
            except ValueError:
                return None
            return started_at(told if told.tzinfo else told.replace(tzinfo=UTC))
    return None


def started_at(told: datetime) -> datetime:
    """Return the start of a recording in UTC; without a zone, it is the computer's.

    Raises:
        ImportFailed: Nothing was recorded in that year.
    """
    if not may_be(told):
        raise ImportFailed(
            phrase("Nothing was recorded in the year {year}.", year=told.year),
            phrase("Tell when it was: --date 2026-03-06T19:30."),
        )
    return told.astimezone(UTC)


def _info(place: Path) -> str:
    beside = place / INFO_FILE
    if beside.is_file():
        with beside.open("rb") as info:
            return info.read(_INFO_BYTES).decode("utf-8", errors="replace")
    if place.is_file() and zipfile.is_zipfile(place):
        try:
            with _Listed(place) as file, zipfile.ZipFile(file) as packed:
                if INFO_FILE in packed.namelist():
                    _refuse_method(place, packed.getinfo(INFO_FILE))
                    with packed.open(INFO_FILE) as info:
                        return info.read(_INFO_BYTES).decode("utf-8", errors="replace")
        except (*_DAMAGED, OSError, RuntimeError) as exc:
            raise ImportFailed(
                phrase("{place} is a damaged ZIP file.", place=place), phrase("Download it again.")
            ) from exc
    return ""


def assign(tracks: Iterable[Track], roster: Mapping[str, Any], told: Mapping[str, str]) -> tuple[Track, ...]:
    """Tracks with the person on each; those left out are gone.

    Args:
        tracks: One a person.
        roster: Players with their nicknames and characters, and guests.
        told: Player, `UNKNOWN` or `LEFT_OUT` by name of the track, as the user says.

    Raises:
        UnknownTracks: A track's name is nobody's, and the user did not say whose it is.
        ImportFailed: The user names a track or a player that is not there, or nothing is left to hear.
    """
    tracks = tuple(tracks)
    players = [player["name"] for player in roster["players"]]
    said = _as_told(tracks, players, told)
    people = _people(roster)
    found = [(track, said.get(track.name) or _who(track.name, people)) for track in tracks]
    nameless = [track.name for track, person in found if person is None]
    if nameless:
        raise UnknownTracks(nameless, players)
    kept = tuple(replace(track, person=person) for track, person in found if person != LEFT_OUT)
    if not kept:
        raise ImportFailed(phrase("Every track is left out."), phrase("Keep at least one."))
    return kept


def _as_told(tracks: Sequence[Track], players: Sequence[str], told: Mapping[str, str]) -> dict[str, str]:
    names = {_folded(track.name): track.name for track in tracks}
    spelt = {_folded(player): player for player in players} | {UNKNOWN: UNKNOWN, LEFT_OUT: LEFT_OUT}
    said = {}
    for track, person in told.items():
        if _folded(track) not in names:
            raise ImportFailed(
                phrase("There is no track {track}.", track=track),
                phrase("Tracks: {values}.", values=joined(names.values(), ", ")),
            )
        if person != LEFT_OUT and _folded(person) not in spelt:
            raise ImportFailed(
                phrase("{person} is not at this table.", person=person),
                phrase("Players: {players}.", players=joined(players, ", ")),
            )
        said[names[_folded(track)]] = LEFT_OUT if person == LEFT_OUT else spelt[_folded(person)]
    return said


def _people(roster: Mapping[str, Any]) -> dict[str, str]:
    """The player a name means, by name, nickname or character; guests are nobody at the table."""
    people = {_folded(guest["name"]): UNKNOWN for guest in roster.get("guests") or ()}
    for player in roster["players"]:
        character = player.get("character") or {}
        also = (*(player.get("nicknames") or ()), *(character.get("nicknames") or ()), character.get("name") or "")
        people |= {_folded(name): player["name"] for name in also if name}
    return people | {_folded(player["name"]): player["name"] for player in roster["players"]}


def _who(name: str, people: Mapping[str, str]) -> str | None:
    """Return the player of a track's name; recorders add the number of the account ("jay_1234")."""
    account = _ACCOUNT.fullmatch(name)
    return people.get(_folded(name)) or (people.get(_folded(account["name"])) if account else None)


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())
