"""Speaker recognition: enrolment, likelihoods and the nearest voiceprint; `unknown` is a normal answer."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from audio.errors import EnrolmentRejected, UnreadableAudio
from audio.loudness import rms_dbfs
from audio.ports import VoiceDetector
from audio.rooms import through_rooms
from audio.speaker_encoder import WINDOW_SECONDS, SpeakerEncoder, Voice, unit
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, Candidate, Samples, SpeakerMatch
from audio.vad import SileroDetector
from audio.wav import read_audio

MEAN_VOICE_PATH = Path(__file__).parent / "models" / "mean_voice.json"
VOICE_SIZE = 256
NOTHING_LEARNT: Voice = np.zeros(VOICE_SIZE, dtype=np.float32)
ENROLMENT_PREFIX = "enroll-"
ENROLMENT_SUFFIXES = (".flac", ".wav", ".ogg")


@dataclass(frozen=True, slots=True)
class SpeakerParams:
    """Limits at which a voice is recognised.

    Attributes:
        even: (seconds of speech, likeness) at which a voice is as likely that person as a stranger; interpolated.
        slope: Natural logarithm of the likelihood ratio per unit of likeness above it.
        telling_seconds: Shorter speech tells less, in proportion.
        most: A likelihood ratio is never believed beyond this logarithm.
        other_voice: Logarithm of the likelihood ratio above which beginning and end are two people's.
        shortest_seconds: With less speech than this nobody is named.
        enrol_seconds: Least speech to learn a voice from.
        enrol_most_seconds: Most speech to learn a voice from.
        enrol_dbfs: Least loudness of that speech.
        one_voice: Least likeness of the beginning of an enrolment to its end.
        heard_seconds: Speech that counts as much as the made-up rooms of the enrolment when a voice is learnt further.
        remembered_seconds: Speech after which what was learnt earlier fades.
    """

    even: tuple[tuple[float, float], ...] = (
        (0.5, 0.21),
        (1.0, 0.23),
        (2.0, 0.25),
        (3.0, 0.27),
        (5.0, 0.27),
        (7.0, 0.31),
    )
    slope: float = 22.0
    telling_seconds: float = 0.7
    most: float = 8.0
    other_voice: float = 1.0
    shortest_seconds: float = 0.4
    enrol_seconds: float = 3.0
    enrol_most_seconds: float = 600.0
    enrol_dbfs: float = -55.0
    one_voice: float = 0.4
    heard_seconds: float = 10.0
    remembered_seconds: float = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class SpeakerEmbedding:
    """Stored data of a person's voice; no sound can be made from it.

    Attributes:
        name: Who it is.
        voice: Unit vector, shape (256,), float32.
        seconds: Speech it was learnt from.
        room: The voice as it sounds in made-up rooms, unit vector; `voice` where that is not known.
        learnt: The voice as it sounded at the table, unit vector; zeros before it was heard there.
        heard: Speech that went into `learnt`, in seconds.
    """

    name: str
    voice: Voice
    seconds: float
    room: Voice
    learnt: Voice
    heard: float = 0.0

    def to_json(self) -> str:
        """One JSON object."""
        vectors = {"voice": _plain(self.voice), "room": _plain(self.room), "learnt": _plain(self.learnt)}
        return json.dumps({"name": self.name, "seconds": self.seconds, "heard": self.heard, **vectors})

    @classmethod
    def from_json(cls, text: str) -> "SpeakerEmbedding":
        """Read what `to_json` wrote, now or before rooms were learnt.

        Raises:
            EnrolmentRejected: It is not a voiceprint.
        """
        try:
            data = json.loads(text)
            voice = _vector(data["voice"])
            room = _vector(data.get("room", data["voice"]))
            learnt = _vector(data.get("learnt", NOTHING_LEARNT))
            seconds, heard = _seconds(data["seconds"]), _seconds(data.get("heard", 0.0))
            return cls(str(data["name"]), voice, seconds, room, learnt, heard)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as exc:
            raise EnrolmentRejected("This is not a voiceprint.", "Read the three sentences again.") from exc


def _plain(voice: Voice) -> list[float]:
    return [round(float(value), 6) for value in voice]


def _vector(values: object) -> Voice:
    voice = np.asarray(values, dtype=np.float64)
    if voice.shape != (VOICE_SIZE,) or not np.all(np.abs(voice) <= 1.0):
        raise ValueError("no voice vector")
    return unit(voice.astype(np.float32))


def _seconds(value: str | float) -> float:
    seconds = float(value)
    if not 0.0 <= seconds < math.inf:
        raise ValueError("no time of speech")
    return seconds


class Speakers:
    """The enrolled voices of a table.

    Args:
        prints: Voiceprints known from the start.
        params: When a voice is recognised.
        encoder: Shared voice encoder; its own when left out.
    """

    def __init__(
        self,
        prints: Iterable[SpeakerEmbedding] = (),
        params: SpeakerParams | None = None,
        encoder: SpeakerEncoder | None = None,
    ) -> None:
        self.params = params or SpeakerParams()
        self.encoder = encoder or SpeakerEncoder()
        self._detector = SileroDetector()
        self._prints = {p.name: p for p in prints}

    @classmethod
    def load_folder(cls, folder: Path, params: SpeakerParams | None = None) -> "Speakers":
        """Enrol everybody with a recording `enroll-<player>.flac` (or .wav, .ogg) in a folder.

        Names are the part after `enroll-` as written, in the order of the alphabet.

        Raises:
            UnreadableAudio: There is no such folder or a recording cannot be read.
            EnrolmentRejected: A recording is too short or too quiet.
        """
        if not folder.is_dir():
            raise UnreadableAudio(
                "There is no folder {folder}.", "Name the folder with the enroll-<player>.flac files.", folder=folder
            )
        speakers = cls(params=params)
        for path in sorted(folder.iterdir()):
            if path.name.startswith(ENROLMENT_PREFIX) and path.suffix.lower() in ENROLMENT_SUFFIXES:
                speakers.enrol(path.stem.removeprefix(ENROLMENT_PREFIX), [read_audio(path)])
        return speakers

    @property
    def names(self) -> tuple[str, ...]:
        """Enrolled names in the order of enrolment."""
        return tuple(self._prints)

    @property
    def prints(self) -> tuple[SpeakerEmbedding, ...]:
        """Everything that is known, to be kept by the caller."""
        return tuple(self._prints.values())

    def enrol(self, name: str, clips: Iterable[Samples]) -> SpeakerEmbedding:
        """Learn a voice from one or more recordings; replaces what was known of that name.

        Args:
            name: Who it is.
            clips: Mono float32 at 16 kHz; one at a time is fetched.

        Raises:
            EnrolmentRejected: Less than `enrol_seconds` of speech, more than `enrol_most_seconds`, too quiet, or more
                than one voice.
        """
        spoken = self._spoken(name, clips)
        speech = np.concatenate([np.zeros(0, dtype=np.float32), *spoken])
        seconds = len(speech) / SAMPLE_RATE_HZ
        if seconds < self.params.enrol_seconds:
            raise EnrolmentRejected(
                "Only {seconds:.1f} s of speech to learn {name}'s voice from.",
                "Read on for at least {wanted:.0f} s.",
                seconds=seconds,
                name=name,
                wanted=self.params.enrol_seconds,
            )
        if rms_dbfs(speech) < self.params.enrol_dbfs:
            raise EnrolmentRejected(
                "{name}'s voice is too quiet to learn.", "Come closer to the microphone.", name=name
            )
        voices = np.concatenate([self.encoder.windows(clip) for clip in spoken if len(clip)])
        if unity(voices) < self.params.one_voice:
            raise EnrolmentRejected(
                "There seems to be more than one voice in what {name} read.",
                "Read the sentences again while nobody else talks.",
                name=name,
            )
        rooms = np.concatenate([self.encoder.windows(part) for part in through_rooms(speech)])
        learnt = SpeakerEmbedding(name, unit(voices.mean(axis=0)), seconds, unit(rooms.mean(axis=0)), NOTHING_LEARNT)
        self._prints[name] = learnt
        return learnt

    def _spoken(self, name: str, clips: Iterable[Samples]) -> list[Samples]:
        """The speech in each clip."""
        spoken: list[Samples] = []
        for clip in clips:
            spoken.append(speech_only(clip, self._detector))
            if sum(map(len, spoken)) > self.params.enrol_most_seconds * SAMPLE_RATE_HZ:
                raise EnrolmentRejected(
                    "More than {most:.0f} minutes of speech to learn {name}'s voice from.",
                    "Use fewer recordings.",
                    most=self.params.enrol_most_seconds / 60,
                    name=name,
                )
        return spoken

    def forget(self, name: str) -> bool:
        """Delete a voice; False when nobody of that name is enrolled."""
        return self._prints.pop(name, None) is not None

    def learn(self, name: str, voice: Voice, seconds: float) -> SpeakerEmbedding | None:
        """Learn how an enrolled voice sounds at this table from something that person certainly said.

        Args:
            name: Who said it; people who did not enrol stay unknown, as they wished.
            voice: Unit vector of the sound, as in `SpeakerMatch.voice`.
            seconds: Speech in it.

        Returns:
            What is known of the voice now; None when that person is not enrolled.
        """
        known = self._prints.get(name)
        if known is None:
            return None
        learnt = unit(known.learnt * min(known.heard, self.params.remembered_seconds) + voice * seconds)
        self._prints[name] = replace(known, learnt=learnt, heard=known.heard + seconds)
        return self._prints[name]

    def _at_table(self, known: SpeakerEmbedding) -> Voice:
        """The voice as it sounds at this table, as far as that was learnt of everybody.

        Whoever is known better in a room resembles everything said in that room, so nobody may be ahead of the others.
        """
        least = min(each.heard for each in self._prints.values())
        weight = min(least, self.params.remembered_seconds)
        return unit(known.room * self.params.heard_seconds + known.learnt * weight)

    def identify(self, samples: Samples) -> SpeakerMatch | None:
        """Identify the voice; None when the sample is too short to tell or nobody is enrolled."""
        if not self._prints:
            return None
        speech = speech_only(samples, self._detector)
        seconds = len(speech) / SAMPLE_RATE_HZ
        if seconds < self.params.shortest_seconds:
            return None
        windows = self.encoder.windows(speech)
        match = self.match(unit(windows.mean(axis=0)), seconds)
        opening, closing = (self.candidates(unit(part), WINDOW_SECONDS) for part in (windows[0], windows[-1]))
        two = opening[0].name != closing[0].name and min(opening[0].ratio, closing[0].ratio) > self.params.other_voice
        return replace(match, opening=opening, closing=closing) if two else match

    def scores(self, voice: Voice) -> dict[str, float]:
        """Likeness of a voice to every enrolled one, -1 to 1: to how it was read and to how it sounds at a table.

        It is the cosine after most of the mean voice is taken off both: what all voices share tells nobody apart.
        """
        centred = off_centre(voice)
        return {p.name: float((off_centre(p.voice) + off_centre(self._at_table(p))) @ centred) / 2 for p in self.prints}

    def match(self, voice: Voice, seconds: float) -> SpeakerMatch:
        """The nearest enrolled voice, or `unknown` where a stranger or another enrolled person is as likely.

        Args:
            voice: Unit vector of the sample.
            seconds: Speech in the sample.
        """
        ranked = self.candidates(voice, seconds)
        others = 1.0 + sum(math.exp(each.ratio) for each in ranked[1:])
        sure = math.exp(ranked[0].ratio) > others
        nearest, *rest = ((each.name, each.likeness) for each in ranked)
        return SpeakerMatch(
            name=nearest[0] if sure else UNKNOWN,
            score=nearest[1],
            runner_up=(rest[0] if rest else None) if sure else nearest,
            candidates=ranked,
            seconds=seconds,
            voice=voice,
        )

    def candidates(self, voice: Voice, seconds: float) -> tuple[Candidate, ...]:
        """Every enrolled person as the one who spoke, the likeliest first.

        Args:
            voice: Unit vector of the sample.
            seconds: Speech in the sample.
        """
        even, params = self.even(seconds), self.params
        scores = sorted(self.scores(voice).items(), key=lambda pair: (-pair[1], pair[0]))
        slope = params.slope * min(1.0, seconds / params.telling_seconds)
        ratios = (min(params.most, max(-params.most, (score - even) * slope)) for _, score in scores)
        return tuple(Candidate(name, score, ratio) for (name, score), ratio in zip(scores, ratios, strict=True))

    def even(self, seconds: float) -> float:
        """Likeness at which so many seconds of speech are as likely from that person as from a stranger."""
        lengths, scores = zip(*self.params.even, strict=True)
        return float(np.interp(seconds, lengths, scores))


def unity(voices: NDArray[np.float32]) -> float:
    """Likeness of the first part of an enrolment to the rest, where they differ most, -1 to 1.

    Args:
        voices: Voice vectors of windows in order, shape (windows, 256).
    """
    parts = ((voices[:at].mean(axis=0), voices[at:].mean(axis=0)) for at in range(3, len(voices) - 2))
    return min((float(off_centre(unit(first)) @ off_centre(unit(rest))) for first, rest in parts), default=1.0)


def off_centre(voice: Voice, share: float = 0.8) -> Voice:
    """The voice without a share of the mean voice, as a unit vector."""
    return unit(voice - share * _mean_voice())


@cache
def _mean_voice() -> Voice:
    data = json.loads(MEAN_VOICE_PATH.read_text(encoding="utf-8"))
    return np.asarray(data["mean"], dtype=np.float32)


def speech_only(samples: Samples, detector: VoiceDetector, probability: float = 0.5, margin_frames: int = 2) -> Samples:
    """The samples without silence and noise, speech joined together, with a small margin around it.

    Args:
        samples: Mono float32 at 16 kHz.
        detector: Judges the frames; forgets what it heard before.
        probability: Frames at or above it are speech.
        margin_frames: Frames kept on both sides of speech.
    """
    detector.reset()
    size = detector.frame_samples
    frames = np.pad(samples, (0, -len(samples) % size)).reshape(-1, size)
    voiced = np.array([detector.probability(frame) >= probability for frame in frames], dtype=bool)
    if not len(voiced):
        return samples
    near = np.convolve(voiced, np.ones(2 * margin_frames + 1))[margin_frames:][: len(voiced)] > 0
    return np.ascontiguousarray(frames[near].reshape(-1))
