"""Progress of recognising a recording, kept so that a killed import goes on where it stopped.

One folder an import: `plan.json` holds what was decided at its beginning, `heard.jsonl` a line a chunk. Once the words
are an evening of the campaign the folder is gone, and words struck there are really gone; a small file without words
remembers that the recording was imported.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from audio.types import Candidate, SpeakerMatch, Utterance
from companion.base.atomic_files import append_whole, write_whole
from companion.base.file_limits import LARGEST_BYTES, read_small
from companion.base.private_files import private_folder
from companion.transfer.importing.errors import WorkDamaged, WorkNotKept
from companion.transfer.importing.tracks import Track
from engine.phrase import phrase


@dataclass(frozen=True, slots=True)
class Plan:
    """Values an import keeps from its beginning to its end, however often it is interrupted.

    No names are among them: words may be struck before it goes on, and a plan is cleared by no strike.

    Attributes:
        started: When the evening was recorded, UTC.
        evening: Number of the evening it becomes; None before there is one.
    """

    started: datetime
    evening: int | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A heard stretch of one track.

    Attributes:
        track: Place of the track among the tracks.
        end: Seconds at which the stretch ends and the next begins.
        heard: What was said in it.
        failed: Segments the recogniser failed on.
    """

    track: int
    end: float
    heard: tuple[Utterance, ...] = ()
    failed: int = 0


def key_of(tracks: Iterable[Track], *circumstances: str) -> str:
    """Name of the work on these tracks, where everything that changes what is heard is the same."""
    told = json.dumps([[(track.identity, track.person) for track in tracks], circumstances])
    return hashlib.sha256(told.encode()).hexdigest()[:20]


class Work:
    """The kept work of one import.

    Args:
        folder: Where all imports keep theirs.
        key: Which import; see `key_of`.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self._folder = folder / key
        self._done = folder / f"{key}.done"

    def imported_as(self) -> int | None:
        """Number of the evening this became; None when it was not finished. Words left over by a kill are thrown away.

        Raises:
            WorkNotKept: They cannot be.
            WorkDamaged: The number cannot be read.
        """
        if not self._done.is_file():
            return None
        self._throw_away()
        with self._reading(self._done):
            return int(read_small(self._done).decode("utf-8"))

    def plan(self) -> Plan | None:
        """Return the plan made when this was begun; None when there is none.

        Raises:
            WorkDamaged: It can no longer be read.
            WorkNotKept: It is an older companion's, and the names in it cannot be deleted.
        """
        if not self._plan_file.is_file():
            return None
        with self._reading(self._folder):
            data = json.loads(read_small(self._plan_file).decode("utf-8"))
            plan = Plan(datetime.fromisoformat(data["started"]), data["evening"])
        if data.keys() - {"started", "evening"}:  # of an older companion, which kept names in it
            self.keep_plan(plan)
        return plan

    def keep_plan(self, plan: Plan) -> None:
        """Keep a plan in place of the one before.

        Raises:
            WorkNotKept: It cannot be written.
        """
        data = {"started": plan.started.isoformat(), "evening": plan.evening}
        with self._writing():
            private_folder(self._folder)
            write_whole(self._plan_file, json.dumps(data, ensure_ascii=False))

    def chunks(self) -> list[Chunk]:
        """Everything heard so far; a line cut off by a kill is forgotten and will be heard again.

        Raises:
            WorkDamaged: It can no longer be read.
        """
        if not self._heard_file.is_file():
            return []
        with self._reading(self._folder):
            lines = read_small(self._heard_file, LARGEST_BYTES).split(b"\n")
        torn = lines.pop()
        if torn:
            with self._writing(), self._heard_file.open("r+b") as stream:
                stream.truncate(sum(len(line) + 1 for line in lines))
        with self._reading(self._folder):
            return [_chunk(json.loads(line)) for line in lines]

    def keep(self, chunk: Chunk) -> Chunk:
        """Keep a heard stretch; when this returns, it survives a kill.

        Returns:
            The stretch as `chunks` will give it back.

        Raises:
            WorkNotKept: It cannot be written.
        """
        line = json.dumps(_chunk_json(chunk), ensure_ascii=False).encode() + b"\n"
        with self._writing():
            append_whole(self._heard_file, line)
        return _chunk(json.loads(line))

    def finish(self, evening: int) -> None:
        """Remember the evening it became and throw the words away.

        Raises:
            WorkNotKept: It cannot be written.
        """
        with self._writing():
            write_whole(self._done, str(evening))
        self._throw_away()

    def forget(self) -> None:
        """Forget that this was imported.

        Raises:
            WorkNotKept: It cannot be written.
        """
        with self._writing():
            self._done.unlink(missing_ok=True)

    def _throw_away(self) -> None:
        if self._folder.is_dir():
            with self._writing():
                shutil.rmtree(self._folder)

    @property
    def _plan_file(self) -> Path:
        return self._folder / "plan.json"

    @property
    def _heard_file(self) -> Path:
        return self._folder / "heard.jsonl"

    @contextmanager
    def _reading(self, place: Path) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as exc:
            message = phrase("The saved progress of this import can no longer be read.")
            raise WorkDamaged(
                message, phrase("Delete {place}; the same command then starts over.", place=place)
            ) from exc

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as exc:
            message = phrase(
                "Progress cannot be saved in {folder}: {strerror}.", folder=self._folder, strerror=exc.strerror
            )
            raise WorkNotKept(
                message, phrase("Free some space or choose another data folder; the same command then continues.")
            ) from exc


def merged(chunks: Iterable[Chunk]) -> tuple[Utterance, ...]:
    """Merge the utterances of all tracks, in the order they began, numbered anew."""
    said = [(each.start, chunk.track, each) for chunk in chunks for each in chunk.heard]
    said.sort(key=lambda entry: entry[:2])
    return tuple(replace(each, id=f"u{number}") for number, (_, _, each) in enumerate(said, 1))


def _chunk_json(chunk: Chunk) -> dict[str, Any]:
    heard = [_utterance_json(each) for each in chunk.heard]
    return {"track": chunk.track, "end": chunk.end, "failed": chunk.failed, "heard": heard}


def _chunk(data: dict[str, Any]) -> Chunk:
    return Chunk(data["track"], data["end"], tuple(_utterance(each) for each in data["heard"]), data["failed"])


def _utterance_json(utterance: Utterance) -> dict[str, Any]:
    match = utterance.speaker
    voice = [(each.name, each.likeness, each.ratio) for each in match.candidates] if match else []
    return {
        "text": utterance.text,
        "start": utterance.start,
        "end": utterance.end,
        "speaker": match.name if match else None,
        "score": match.score if match else None,
        "voice": voice,
        "voiced": match.seconds if match else 0.0,
    }


def _utterance(data: dict[str, Any]) -> Utterance:
    match = None
    if data["speaker"] is not None:
        voice = tuple(Candidate(*each) for each in data["voice"])
        match = SpeakerMatch(data["speaker"], data["score"], candidates=voice, seconds=data["voiced"])
    return Utterance("", data["text"], match, data["start"], data["end"])
