"""An evening in order: scenes, who set them, what was told in them and which dice fell."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from companion.chronicle.extractor.model import Evidence, Happening
from engine.quick_dataclass import dataclass

BeatKind = Literal["told", "roll", "fact", "ended", "undone"]


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing in the course of a scene.

    Attributes:
        kind: Something narrated, a roll, another fact of the rules, the end of a scene, or something undone.
        text: What happened; speech as heard.
        who: Player it belongs to, None when it belongs to nobody.
        utterances: Sentences it rests on.
    """

    kind: BeatKind
    text: str
    who: str | None = None
    utterances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollNote:
    """A roll as it ended.

    Attributes:
        who: Player who threw.
        what: Skill, connection or Luck.
        dice: What was thrown, in words and digits.
        result: Successes, failures and outcome in words.
        outcome: The system's word for it.
        effects: What followed by the rules.
        asked_by: Player who called for it.
        utterances: Sentences it rests on.
    """

    who: str
    what: str
    dice: str
    result: str
    outcome: str
    effects: tuple[str, ...] = ()
    asked_by: str | None = None
    utterances: tuple[str, ...] = ()

    def sentence(self) -> str:
        """The roll in one line, without who threw and without a full stop."""
        asked = f", asked for by {self.asked_by}" if self.asked_by else ""
        follows = "; ".join((self.result, *self.effects))
        return f"{self.what}{asked}: {self.dice or 'no dice'}, {self.outcome} ({follows})"


@dataclass(slots=True)
class SceneNote:
    """A scene from its opening to its end.

    Attributes:
        description: As its narrator described it, empty when nobody did.
        rating: Challenge rating, 0 for a plain scene.
        conflict: What the conflict was about, who called it, what was bid and rolled.
        ended: How it ended, empty while it runs.
    """

    key: str
    set_by: str | None = None
    description: str = ""
    rating: int = 0
    combat: bool = False
    conflict: tuple[Beat, ...] = ()
    beats: list[Beat] = field(default_factory=list)
    ended: str = ""
    utterances: tuple[str, ...] = ()


@dataclass(slots=True)
class EveningLog:
    """Everything of an evening the notes draw on."""

    scenes: list[SceneNote] = field(default_factory=list)
    rolls: list[RollNote] = field(default_factory=list)
    chips: dict[str, int] = field(default_factory=dict)
    improvement: list[tuple[str, int]] = field(default_factory=list)
    corrections: list[Beat] = field(default_factory=list)
    undone: list[Beat] = field(default_factory=list)
    openings: list[Beat] = field(default_factory=list)


def in_order(
    happenings: Iterable[Happening], story: Iterable[Evidence], starts: Mapping[str, float]
) -> Iterator[Happening | Evidence]:
    """Sentences and batches by time; a sentence comes before what it led to, except where it opens a scene.

    Args:
        happenings: Batches; those nobody said come after the one before them unless they know their time.
        story: Sentences.
        starts: Seconds at which each utterance began.
    """
    told = [(sentence.at, 0, at, sentence) for at, sentence in enumerate(story)]
    done: list[tuple[float, int, int, Any]] = []
    latest = 0.0
    for each in sorted(happenings, key=lambda happening: happening.position):
        at = each.at if each.at is not None else latest
        latest = max(latest, starts.get(each.utterance or "", at))
        done.append((latest, -1 if _opens_scene(each) else 1, each.position, each))
    for *_, item in sorted([*told, *done], key=lambda entry: entry[:3]):
        yield item


def _opens_scene(happening: Happening) -> bool:
    opens = any(event.told_first for event in happening.events)
    return opens and not any(event.ends for event in happening.events)
