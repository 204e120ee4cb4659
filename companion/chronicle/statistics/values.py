"""Figures of an evening and of a campaign, as values; whoever shows them decides how."""

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from companion.store import Evening


@dataclass(frozen=True, slots=True)
class TalkShare:
    """Share of the talk of one player.

    Attributes:
        player: Who; None for voices nobody was recognised by.
        utterances: How often.
        words: How many words; struck ones are not counted.
        seconds: How long, of what was spoken; typing takes no time.
        share_of_words: Of all words, 0 to 1.
        share_of_seconds: Of all speech, 0 to 1.
    """

    player: str | None
    utterances: int
    words: int
    seconds: float
    share_of_words: float
    share_of_seconds: float


@dataclass(frozen=True, slots=True)
class CounterPoint:
    """Value of a counter: the log entry since which it holds, the seconds into the evening, and the value.

    The position is None for what it was as the evening began.
    """

    position: int | None
    second: float
    value: int


@dataclass(frozen=True, slots=True)
class CounterLine:
    """A counter through an evening.

    Attributes:
        player: Whose it is; None for one that belongs to everybody.
        label: The game's word for it ("chips").
        points: Its value as the evening began, then every change, in order.
    """

    player: str | None
    label: str
    points: tuple[CounterPoint, ...]


@dataclass(frozen=True, slots=True)
class Throws:
    """The faces somebody threw with dice of one size, beside what fair dice show on average.

    Attributes:
        player: Who threw.
        sides: Highest face.
        faces: How often each face fell, from 1 up.
        counted: Dice whose faces could be successes by themselves.
        successes: Successes among those.
        expected_successes: What fair dice would have shown.
    """

    player: str
    sides: int
    faces: tuple[int, ...]
    counted: int = 0
    successes: int = 0
    expected_successes: float = 0.0

    @property
    def dice(self) -> int:
        """Dice thrown."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """Average face; 0 without dice."""
        return self._sum / self.dice if self.dice else 0.0

    @property
    def expected_mean(self) -> float:
        """Average face of fair dice."""
        return (self.sides + 1) / 2

    @property
    def luck(self) -> float:
        """Standard deviations the sum of faces lies above that of fair dice; 0 without dice or with one side."""
        spread = sqrt(self.dice * (self.sides**2 - 1) / 12)
        return (self._sum - self.dice * self.expected_mean) / spread if spread else 0.0

    @property
    def _sum(self) -> int:
        return sum(face * times for face, times in enumerate(self.faces, start=1))

    def to_json(self) -> dict[str, Any]:
        """All figures, the derived ones included."""
        derived = {name: getattr(self, name) for name in ("dice", "mean", "expected_mean", "luck")}
        return {**asdict(self), **derived}


@dataclass(frozen=True, slots=True)
class Held:
    """Somebody might tell the story: who (None for nobody in particular), from when on and how long, in seconds."""

    player: str | None
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class NarrationShare:
    """Narration of one player: times, seconds, and the share of all narration time, 0 to 1."""

    player: str | None
    times: int
    seconds: float
    share: float


@dataclass(frozen=True, slots=True)
class EveningStatistics:
    """One evening in numbers.

    Attributes:
        evening: Its number, begin and end in UTC; the end is None while it runs.
        seconds: From its begin to its end, or to the last sign of life.
        talk: Who said how much, most words first.
        counters: What everybody had, seat by seat, then what belongs to all.
        throws: Faces by player and size of dice; only dice that still count.
        narration: Who might tell the story, in order; together they fill the evening.
        narration_shares: The same by player, longest first.
    """

    evening: Evening
    seconds: float
    talk: tuple[TalkShare, ...]
    counters: tuple[CounterLine, ...]
    throws: tuple[Throws, ...]
    narration: tuple[Held, ...]
    narration_shares: tuple[NarrationShare, ...]

    def to_json(self) -> dict[str, Any]:
        """JSON-safe form; `started` and `ended` are ISO times in UTC."""
        ended = self.evening.ended
        return {
            "number": self.evening.number,
            "started": self.evening.started.isoformat(),
            "ended": ended.isoformat() if ended else None,
            "seconds": self.seconds,
            "talk": [asdict(each) for each in self.talk],
            "counters": [asdict(each) for each in self.counters],
            "throws": [each.to_json() for each in self.throws],
            "narration": [asdict(each) for each in self.narration],
            "narration_shares": [asdict(each) for each in self.narration_shares],
        }


@dataclass(frozen=True, slots=True)
class CampaignStatistics:
    """A campaign in numbers: every evening, and talk, throws, narration and counters of all of them together.

    The counters run through the time that was played: an evening begins at the second at which the one before ended.
    """

    evenings: tuple[EveningStatistics, ...]
    talk: tuple[TalkShare, ...]
    throws: tuple[Throws, ...]
    narration_shares: tuple[NarrationShare, ...]
    counters: tuple[CounterLine, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """JSON-safe form."""
        return {
            "evenings": [each.to_json() for each in self.evenings],
            "talk": [asdict(each) for each in self.talk],
            "throws": [each.to_json() for each in self.throws],
            "narration_shares": [asdict(each) for each in self.narration_shares],
            "counters": [asdict(each) for each in self.counters],
        }
