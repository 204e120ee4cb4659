"""Timing of announcements: a queue that waits for a pause in the talk."""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Literal

from engine.types import Spoken

Kind = Literal["result", "answer", "question", "error"]
Verbosity = Literal["quiet", "normal", "full"]

LONGEST_TYPING_SECONDS = 6.0
"""Longest time for which typing keeps waiting what there is to say: an answer is still worth saying after it."""
TYPING_PAUSE_SECONDS = 4.0
"""Pause after which it does so anew; what waits comes in it, also after the last key has been waited for."""

LEAST_WEIGHT: dict[Verbosity, int] = {"quiet": 3, "normal": 2, "full": 1}
"""Lightest sentence still spoken at each verbosity."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something to say aloud.

    Attributes:
        text: What is said; also shown on the page.
        priority: 3 must be heard, 2 normal, 1 detail.
        interruptible: True when playback stops as soon as somebody speaks.
        expires_seconds: Seconds since listening began after which it is no longer worth saying.
        cause: Command id or utterance id it answers to, None when it answers to nothing.
        kind: Result of a command, answer to a question asked by a player, question to the table, or refusal.
        sources: Where what it retells was said ("2/u14").
    """

    text: str
    priority: int
    interruptible: bool
    expires_seconds: float
    cause: str | None = None
    kind: Kind = "result"
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pacing:
    """Times that set the pace of announcements, all in seconds.

    Attributes:
        short_pause: Silence before answers, refusals and what must be heard.
        pause: Silence before ordinary results.
        long_pause: Silence before details.
        question_pause: Silence before a question of the companion's own.
        keep_urgent: How long what must be heard stays worth saying.
        keep_result: The same for results and details.
        keep_answer: The same for answers and refusals.
        keep_question: The same for questions, and how long one keeps the others waiting once it is asked.
        longest_text: Characters in one go; what does not fit waits for the next pause.
        tale_gap: Quiet between two sentences of a tale, long enough to say "stop".
        words_a_second: Pace of the voice, by which the end of a sentence is guessed.
        keep_quiet: How long nothing is said about forgotten dice after they were spoken of.
    """

    short_pause: float = 0.25
    pause: float = 0.8
    long_pause: float = 1.5
    question_pause: float = 1.2
    keep_urgent: float = 45.0
    keep_result: float = 15.0
    keep_answer: float = 10.0
    keep_question: float = 20.0
    longest_text: int = 240
    tale_gap: float = 1.0
    words_a_second: float = 2.6
    keep_quiet: float = 20.0


class Typing:
    """Typing keeps the companion quiet as talk does, but not for ever: whoever types is not interrupted by a voice."""

    def __init__(self) -> None:
        self._began = self._last = -math.inf

    def counts(self, now_seconds: float) -> bool:
        """Note that somebody types now; False once that has gone on for too long without a pause."""
        if now_seconds - self._last >= TYPING_PAUSE_SECONDS:
            self._began = now_seconds
        self._last = now_seconds
        return now_seconds - self._began < LONGEST_TYPING_SECONDS


class Announcer:
    """Collects what there is to say and releases it when nobody is talking.

    The clock is the caller's: every method takes seconds since listening began.

    Args:
        verbosity: Which weights are spoken at all.
        pacing: Pauses and expiry.
    """

    def __init__(self, verbosity: Verbosity = "normal", pacing: Pacing | None = None) -> None:
        self.verbosity: Verbosity = verbosity
        self._pacing = pacing or Pacing()
        self._waiting: list[Announcement] = []
        self._asked: set[tuple[str | None, str]] = set()
        self._open_question_until: float | None = None
        self._last_said: Announcement | None = None
        self.last_refusal: tuple[float, Announcement] | None = None
        self._tale: deque[tuple[str, tuple[str, ...]]] = deque()
        self._tale_cause: str | None = None
        self._tale_goes_on = 0.0
        self._reminded = -math.inf

    @property
    def waiting(self) -> tuple[Announcement, ...]:
        """Announcements that have not been said yet, oldest first."""
        return tuple(self._waiting)

    def results(self, spoken: Iterable[Spoken], now_seconds: float, cause: str | None = None) -> None:
        """Queues what one batch of events says.

        Args:
            spoken: Sentences with their weights; those too light for the verbosity are dropped.
            now_seconds: The clock.
            cause: Command id.
        """
        heard = [each for each in spoken if each.weight >= LEAST_WEIGHT[self.verbosity] and each.text.strip()]
        for each in heard:
            urgent = each.weight >= 3
            keep = self._pacing.keep_urgent if urgent else self._pacing.keep_result
            self._add(Announcement(each.text.strip(), each.weight, not urgent, now_seconds + keep, cause))

    def remind(self, owed: Sequence[Spoken], now_seconds: float) -> None:
        """Queues what the table owes although it went on; once in a while only."""
        if owed and now_seconds - self._reminded >= self._pacing.keep_quiet:
            self._reminded = now_seconds
            self.results(owed, now_seconds)

    def answer(self, text: str, now_seconds: float, cause: str | None = None, sources: tuple[str, ...] = ()) -> None:
        """Queues the answer to something a player asked the companion; spoken at every verbosity."""
        keep = now_seconds + self._pacing.keep_answer
        self._add(Announcement(text.strip(), 3, True, keep, cause, "answer", sources))

    def refuse(self, reason: str, now_seconds: float, cause: str | None = None) -> None:
        """Queues why a command was refused; spoken at every verbosity."""
        refused = Announcement(reason.strip(), 3, True, now_seconds + self._pacing.keep_answer, cause, "error")
        self.last_refusal = (now_seconds, refused)
        self._add(refused)

    def tell(
        self,
        sentences: Iterable[str],
        now_seconds: float,
        cause: str | None = None,
        sources: Iterable[tuple[str, ...]] = (),
    ) -> None:
        """Begins a tale in place of the one being told: one announcement a sentence, with time to say "stop" between.

        Whatever else there is to say comes first. The rest is dropped when the table talks on for `keep_question`.

        Args:
            sentences: What is told.
            now_seconds: The clock.
            cause: What asked for it.
            sources: Where what each sentence retells was said.
        """
        told = zip(sentences, chain(sources, repeat(())), strict=False)
        self._tale = deque((text, said_in) for sentence, said_in in told if (text := sentence.strip()))
        self._tale_cause, self._tale_goes_on = cause, now_seconds

    @property
    def telling(self) -> bool:
        """True while a tale goes on."""
        return bool(self._tale)

    def stop_telling(self) -> bool:
        """Drops the rest of the tale; False when none was told."""
        told = self.telling
        self._tale.clear()
        return told

    def ask(self, text: str, now_seconds: float, cause: str | None = None) -> bool:
        """Queues a question to the table.

        Returns:
            False when the same question about the same cause was put before; then nothing is queued.
        """
        key = (cause, text.strip().casefold())
        if key in self._asked:
            return False
        self._asked.add(key)
        keep = now_seconds + self._pacing.keep_question
        self._add(Announcement(text.strip(), 2, True, keep, cause, "question"))
        return True

    def answered(self) -> None:
        """The question last asked is settled; the next one may be asked."""
        self._open_question_until = None

    def drop_question(self, text: str, cause: str | None = None) -> None:
        """Drops a question that was settled before it could be asked aloud."""
        unasked = ("question", text.strip(), cause)
        self._waiting = [each for each in self._waiting if (each.kind, each.text, each.cause) != unasked]

    def was_asked(self, text: str, cause: str | None = None) -> bool:
        """Return True if a question was asked aloud; one that waits for its pause was not."""
        asked = (cause, text.strip().casefold()) in self._asked
        return asked and not any((each.text, each.cause) == (text.strip(), cause) for each in self._waiting)

    def withdraw(self, cause: str) -> None:
        """Drops what still waits because of this command: it was undone or its moment is over."""
        self._waiting = [each for each in self._waiting if each.cause != cause]

    def forget(self, quotes: Callable[[str], bool], causes: Collection[str]) -> None:
        """Drops what quotes or retells struck words or answers to them, said or not.

        Args:
            quotes: Whether a text quotes them.
            causes: Their ids, as causes and as sources, and those of commands given with them.
        """
        known = frozenset(causes)

        def gone(announcement: Announcement) -> bool:
            retells = not known.isdisjoint(announcement.sources)
            return retells or announcement.cause in known or quotes(announcement.text)

        self._waiting = [each for each in self._waiting if not gone(each)]
        self._tale = deque(each for each in self._tale if not quotes(each[0]) and known.isdisjoint(each[1]))
        self._asked = {(cause, text) for cause, text in self._asked if not quotes(text)}
        if self.last_refusal is not None and gone(self.last_refusal[1]):
            self.last_refusal = None
        if self._last_said is not None and gone(self._last_said):
            self._last_said = None

    def repeat(self, now_seconds: float) -> bool:
        """Queues the last announcement once more; False when nothing has been said yet."""
        if self._last_said is None:
            return False
        self.answer(self._last_said.text, now_seconds, self._last_said.cause, self._last_said.sources)
        return True

    def due(
        self, now_seconds: float, last_speech_end_seconds: float | None, someone_speaking: bool
    ) -> Announcement | None:
        """Return the announcement to say now, or None.

        Args:
            now_seconds: The clock.
            last_speech_end_seconds: When somebody last stopped talking, None when nobody has talked.
            someone_speaking: True while somebody talks; nothing is released then.

        Returns:
            One announcement, removed from the queue. Results that wait together come as one.
        """
        self._forget_expired(now_seconds)
        if someone_speaking:
            return None
        silence = float("inf") if last_speech_end_seconds is None else now_seconds - last_speech_end_seconds
        chosen = self._choose(silence)
        if chosen is None and not self._tale_due(now_seconds, silence):
            return None
        released = self._next_of_tale(now_seconds) if chosen is None else self._release(chosen)
        if released.kind == "question":
            self._open_question_until = now_seconds + self._pacing.keep_question
        self._last_said = released
        return released

    def _tale_due(self, now_seconds: float, silence: float) -> bool:
        return self.telling and silence >= self._pacing.short_pause and now_seconds >= self._tale_goes_on

    def _next_of_tale(self, now_seconds: float) -> Announcement:
        text, sources = self._tale.popleft()
        spoken = len(text.split()) / self._pacing.words_a_second
        self._tale_goes_on = now_seconds + spoken + self._pacing.tale_gap
        keep = now_seconds + self._pacing.keep_answer
        return Announcement(text, 3, True, keep, self._tale_cause, "answer", sources)

    def _add(self, announcement: Announcement) -> None:
        known = {(each.text, each.kind) for each in self._waiting}
        if announcement.text and (announcement.text, announcement.kind) not in known:
            self._waiting.append(announcement)

    def _forget_expired(self, now_seconds: float) -> None:
        self._waiting = [each for each in self._waiting if each.expires_seconds > now_seconds]
        if self.telling and now_seconds >= self._tale_goes_on + self._pacing.keep_question:
            self.stop_telling()
        if self._open_question_until is not None and now_seconds >= self._open_question_until:
            self._open_question_until = None

    def _needed_silence(self, announcement: Announcement) -> float:
        if announcement.kind == "question":
            return self._pacing.question_pause
        return {3: self._pacing.short_pause, 2: self._pacing.pause}.get(announcement.priority, self._pacing.long_pause)

    def _choose(self, silence: float) -> Announcement | None:
        """The most urgent waiting entry that this silence is long enough for; answers first, questions last."""
        rank = {"answer": 0, "error": 1, "result": 2, "question": 3}
        ready = [
            each
            for each in self._waiting
            if silence >= self._needed_silence(each)
            and not (each.kind == "question" and self._open_question_until is not None)
        ]
        return min(ready, key=lambda each: rank[each.kind], default=None)

    def _release(self, chosen: Announcement) -> Announcement:
        if chosen.kind != "result":
            self._waiting.remove(chosen)
            return chosen
        return self._join([each for each in self._waiting if each.kind == "result"])

    def _join(self, results: list[Announcement]) -> Announcement:
        """Joins waiting results in order; where the whole is too long, details go and the rest waits."""
        if _length(results) > self._pacing.longest_text:
            heavy = [each for each in results if each.priority > 1]
            for each in (each for each in results if heavy and each not in heavy):
                self._waiting.remove(each)
            results = heavy or results
        said: list[Announcement] = []
        for each in results:
            if said and _length([*said, each]) > self._pacing.longest_text:
                break
            said.append(each)
        for each in said:
            self._waiting.remove(each)
        return replace(
            said[-1],
            text=" ".join(each.text for each in said),
            priority=max(each.priority for each in said),
            interruptible=all(each.interruptible for each in said),
            expires_seconds=min(each.expires_seconds for each in said),
        )


def _length(waiting: list[Announcement]) -> int:
    return sum(len(each.text) + 1 for each in waiting)
