"""A packaged evening played on the table's own page, line by line as it was recorded; gone once it is left."""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.app.wiring import delete_campaign
from companion.base.config import Settings
from companion.base.errors import CompanionError
from companion.demo import demo_of
from companion.store import Campaign, Store
from companion.store.campaigns import DEMO

log = logging.getLogger(__name__)

STEP_SECONDS = 0.1


def is_demo(campaign: Campaign) -> bool:
    """Return True for a campaign that is only there to be watched."""
    return DEMO in campaign.settings


def without_demos(settings: Settings, store: Store) -> None:
    """Delete every demo; none may be open."""
    for each in store.campaigns():
        if is_demo(each):
            try:
                delete_campaign(settings, store, each)
            except CompanionError as problem:  # another companion plays it
                log.info("a demo stays: %s", problem)


@dataclass(frozen=True, slots=True)
class Line:
    """Something said in the recording: when it ends, by whom, and the words."""

    end: float
    by: str
    text: str


def lines_of(slug: str) -> tuple[Line, ...]:
    """Everything said on the recorded evening of a system, in order."""
    rows = map(json.loads, demo_of(slug).truth.read_text(encoding="utf-8").splitlines())
    return tuple(Line(each["end"], each["speaker"], each["text"]) for each in rows)


class DemoPlayer:
    """Says the lines of a recorded evening at their times, in a thread of its own, until it ends or is left.

    Args:
        slug: The system.
        say: Says a line; raises `CompanionError` once the evening is not open any more.
        monotonic: Seconds that go by.
        pace: Seconds of the recording that go by in one second.
        held: Whether the table's X-card holds it up.
    """

    def __init__(
        self,
        slug: str,
        say: Callable[[str, str], None],
        monotonic: Callable[[], float] = time.monotonic,
        pace: float = 1.0,
        held: Callable[[], bool] = lambda: False,
    ) -> None:
        self.slug = slug
        self.lines = lines_of(slug)
        self.seconds = 0.0
        """Seconds of the recording that were played."""
        self.paused = False
        self.left = False
        self._say, self._monotonic, self._pace, self._held = say, monotonic, pace, held

    @property
    def length(self) -> float:
        """Seconds the recording lasts."""
        return self.lines[-1].end + 1.0

    @property
    def over(self) -> bool:
        """True once every line was said, or the demo was left."""
        return self.left or self.seconds >= self.length

    def start(self) -> None:
        """Begin, in a thread of its own."""
        threading.Thread(target=self._play, name="demo", daemon=True).start()

    def leave(self) -> None:
        """Say no more."""
        self.left = True

    def _play(self) -> None:
        waiting, last = list(self.lines), self._monotonic()
        while not self.over:
            time.sleep(STEP_SECONDS)
            now = self._monotonic()
            self.seconds += 0.0 if self.paused or self._held() else (now - last) * self._pace
            last = now
            while waiting and waiting[0].end <= self.seconds and not (self.left or self._held()):
                line = waiting[0]
                try:
                    self._say(line.text, line.by)
                    del waiting[0]
                except CompanionError as problem:
                    if self._held():
                        break
                    log.info("the demo ends: %s", problem)
                    self.left = True
