"""Folding a log's batches into the course of an evening, in the system's own words.

An event with `opens_scene` begins a new part of the notes. A system whose notes should say more than its sentences has
a reader of its own (see `companion.chronicle.extractor.phase_abandon`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.chronicle.extractor.evening import Beat, EveningLog, SceneNote, in_order
from companion.chronicle.extractor.model import Evidence, Happening


class EveningReader:
    """Reads batches and story sentences in order.

    Args:
        describe: The system's sentence for an event; empty for events nobody needs to read.
        players: Player by character name.
        chips: Chips as the evening began.
        retell: The part of a story sentence that belongs in a recap, empty when there is none.
    """

    def __init__(
        self,
        describe: Callable[[Any], str],
        players: dict[str, str],
        chips: dict[str, int],
        retell: Callable[[str], str] = str.strip,
    ) -> None:
        self._describe = describe
        self._retell = retell
        self._players = players
        self._log = EveningLog(chips=dict(chips))
        self._utterance: str | None = None

    def read(
        self, happenings: Iterable[Happening], story: Iterable[Evidence], starts: Mapping[str, float]
    ) -> EveningLog:
        """The evening, sentences and facts in the order they came; `starts` gives the seconds of each utterance."""
        for item in in_order(happenings, story, starts):
            if isinstance(item, Evidence):
                self._told(item)
            else:
                self._happened(item)
        return self._log

    @property
    def _scene(self) -> SceneNote:
        if not self._log.scenes:
            self._log.scenes.append(SceneNote(key=""))
        return self._log.scenes[-1]

    @property
    def _cited(self) -> tuple[str, ...]:
        return (self._utterance,) if self._utterance else ()

    def _told(self, sentence: Evidence) -> None:
        beats, words = self._scene.beats, self._retell(sentence.words)
        if not words:
            return
        cited: tuple[str, ...] = (sentence.utterance,)
        if beats and beats[-1].kind == "told" and beats[-1].who == sentence.speaker:
            last = beats.pop()
            words, cited = f"{last.text} {words}", tuple(dict.fromkeys((*last.utterances, *cited)))
        beats.append(Beat("told", words, sentence.speaker, cited))

    def _happened(self, happening: Happening) -> None:
        self._utterance = happening.utterance
        if happening.undone:
            self._taken_back(happening)
        else:
            self._took_place(happening.events)

    def _took_place(self, events: Iterable[Any]) -> None:
        """Write down one batch of events that counts."""
        for event in events:
            words = self._words(event)
            if event.opens_scene and words:
                self._log.scenes.append(SceneNote(key=words, description=words, utterances=self._cited))
            else:
                self._fact(words)

    def _taken_back(self, happening: Happening) -> None:
        words = next((text for event in happening.events if (text := self._words(event))), "")
        if words:
            beat = Beat("undone", words.partition(". ")[0], None, self._cited)
            self._log.undone.append(beat)
            self._scene.beats.append(beat)

    def _words(self, event: Any) -> str:
        return "" if getattr(event, "visibility", "public") != "public" else self._describe(event)

    def _fact(self, text: str, who: str | None = None) -> None:
        if text:
            self._scene.beats.append(Beat("fact", text.rstrip("."), who, self._cited))
