"""Whose voice it is: enrolment and the nearest voiceprint; `unknown` is a normal answer."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from audio.convert import rms_dbfs
from audio.errors import EnrolmentRejected, UnreadableAudio
from audio.ports import VoiceDetector
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, Samples, SpeakerMatch
from audio.vad import SileroDetector
from audio.voice_encoder import Voice, VoiceEncoder, unit
from audio.wav import read_audio

MEAN_VOICE_PATH = Path(__file__).parent / "models" / "mean_voice.json"
ENROLMENT_PREFIX = "enroll-"
ENROLMENT_SUFFIXES = (".flac", ".wav", ".ogg")


@dataclass(frozen=True, slots=True)
class SpeakerParams:
    """When a voice is recognised.

    Attributes:
        thresholds: (seconds of speech, score): from which score on the nearest voice is that person; interpolated.
        shortest_seconds: With less speech than this nobody is named.
        enrol_seconds: Least speech to learn a voice from.
        enrol_dbfs: Least loudness of that speech.
    """

    thresholds: tuple[tuple[float, float], ...] = ((0.6, 0.15), (1.0, 0.18), (2.0, 0.28), (3.0, 0.315))
    shortest_seconds: float = 0.6
    enrol_seconds: float = 3.0
    enrol_dbfs: float = -55.0


@dataclass(frozen=True, slots=True, eq=False)
class Voiceprint:
    """What is kept of a person's voice; no sound can be made from it.

    Attributes:
        name: Who it is.
        voice: Unit vector, shape (256,), float32.
        seconds: Speech it was learnt from.
    """

    name: str
    voice: Voice
    seconds: float

    def to_json(self) -> str:
        """One JSON object."""
        return json.dumps(
            {"name": self.name, "seconds": self.seconds, "voice": [round(float(v), 6) for v in self.voice]}
        )

    @classmethod
    def from_json(cls, text: str) -> "Voiceprint":
        """Read what `to_json` wrote.

        Raises:
            EnrolmentRejected: It is not a voiceprint.
        """
        try:
            data = json.loads(text)
            voice = np.asarray(data["voice"], dtype=np.float32)
            print_ = cls(str(data["name"]), unit(voice), float(data["seconds"]))
        except (ValueError, KeyError, TypeError) as exc:
            raise EnrolmentRejected("This is not a voiceprint.", "Read the three sentences again.") from exc
        if voice.shape != (256,) or not np.all(np.isfinite(voice)):
            raise EnrolmentRejected("This is not a voiceprint.", "Read the three sentences again.")
        return print_


class Speakers:
    """The enrolled voices of a table.

    Args:
        prints: Voiceprints known from the start.
        params: When a voice is recognised.
        encoder: Shared voice encoder; its own when left out.
    """

    def __init__(
        self,
        prints: Iterable[Voiceprint] = (),
        params: SpeakerParams | None = None,
        encoder: VoiceEncoder | None = None,
    ) -> None:
        self.params = params or SpeakerParams()
        self.encoder = encoder or VoiceEncoder()
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
                f"There is no folder {folder}.", "Name the folder with the enroll-<player>.flac files."
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
    def prints(self) -> tuple[Voiceprint, ...]:
        """Everything that is known, to be kept by the caller."""
        return tuple(self._prints.values())

    def enrol(self, name: str, clips: Sequence[Samples]) -> Voiceprint:
        """Learn a voice from one or more recordings; replaces what was known of that name.

        Args:
            name: Who it is.
            clips: Mono float32 at 16 kHz.

        Raises:
            EnrolmentRejected: Less than `enrol_seconds` of speech, or too quiet.
        """
        spoken = [speech_only(clip, self._detector) for clip in clips]
        speech = np.concatenate(spoken) if spoken else np.zeros(0, dtype=np.float32)
        seconds = len(speech) / SAMPLE_RATE_HZ
        if seconds < self.params.enrol_seconds:
            message = f"Only {seconds:.1f} s of speech to learn {name}'s voice from."
            raise EnrolmentRejected(message, f"Read on for at least {self.params.enrol_seconds:.0f} s.")
        if rms_dbfs(speech) < self.params.enrol_dbfs:
            raise EnrolmentRejected(f"{name}'s voice is too quiet to learn.", "Come closer to the microphone.")
        voices = np.concatenate([self.encoder.windows(clip) for clip in spoken if len(clip)])
        learnt = Voiceprint(name, unit(voices.mean(axis=0)), seconds)
        self._prints[name] = learnt
        return learnt

    def forget(self, name: str) -> bool:
        """Delete a voice; False when nobody of that name is enrolled."""
        return self._prints.pop(name, None) is not None

    def identify(self, samples: Samples) -> SpeakerMatch | None:
        """Whose voice it is; None when the sample is too short to tell or nobody is enrolled."""
        if not self._prints:
            return None
        speech = speech_only(samples, self._detector)
        seconds = len(speech) / SAMPLE_RATE_HZ
        if seconds < self.params.shortest_seconds:
            return None
        return self.match(self.encoder.voice(speech), seconds)

    def scores(self, voice: Voice) -> dict[str, float]:
        """Similarity of a voice to every enrolled one, -1 to 1.

        It is the cosine after most of the mean voice is taken off both: what all voices share tells nobody apart.
        """
        centred = off_centre(voice)
        return {p.name: float(off_centre(p.voice) @ centred) for p in self._prints.values()}

    def match(self, voice: Voice, seconds: float) -> SpeakerMatch:
        """The nearest enrolled voice, or `unknown` when it is too far away.

        Args:
            voice: Unit vector of the sample.
            seconds: Speech in the sample.
        """
        ranked = sorted(((score, name) for name, score in self.scores(voice).items()), reverse=True)
        score, name = ranked[0]
        if score < self.threshold(seconds):
            return SpeakerMatch(UNKNOWN, score, (name, score))
        return SpeakerMatch(name, score, (ranked[1][1], ranked[1][0]) if len(ranked) > 1 else None)

    def threshold(self, seconds: float) -> float:
        """Score needed for a sample with so many seconds of speech."""
        lengths, scores = zip(*self.params.thresholds, strict=True)
        return float(np.interp(seconds, lengths, scores))


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
    kept = np.convolve(voiced, np.ones(2 * margin_frames + 1), mode="same") > 0 if voiced.size else voiced
    return np.ascontiguousarray(frames[kept].reshape(-1))
