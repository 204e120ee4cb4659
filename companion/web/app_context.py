"""Context handed to every page: the running evening, the keys, the settings and the way to a thread beside the loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from audio.ports import Synthesizer
from companion.app.wiring import reading_voice, tones_folder
from companion.base.clock import Clock
from companion.base.config import Settings
from companion.store import Store
from companion.web.actions import Actions
from companion.web.demo import DemoPlayer, without_demos
from companion.web.fair_share import Turns
from companion.web.heard_seats import HeardSeats
from companion.web.host import EveningHost
from companion.web.keys import Keys, Visitor
from companion.web.lan import Lan
from companion.web.model_setup import ModelSetup
from companion.web.submissions import RECEIVED_FILE, Submissions
from companion.web.updates import Updates

T = TypeVar("T")


def _desk() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=8, thread_name_prefix="desk")


def _press() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="press")


@dataclass(frozen=True, slots=True)
class AppContext:
    """Everything pages share.

    Attributes:
        settings: Effective settings.
        store: Where the campaigns live; open as long as the page is served.
        host: The running evening.
        live: Tells pages what changed.
        keys: Who may open a page.
        lan: Addresses of this computer, and whether phones may come.
        clock: The computer's clock.
        reader: Makes the voice that reads recaps aloud.
        heard_seats: Whose phones may be heard.
        received: What browsers sent and was taken in already.
        turns: Does the deeds of visitors, each in its share.
        model: Sets up a language model.
        reading_in: Held while a file is read in: it may be large, so there is one at a time.
        demos: The demo that is watched, if any.
    """

    settings: Settings
    store: Store
    host: EveningHost
    live: Updates
    keys: Keys
    lan: Lan
    clock: Clock
    reader: Callable[[], Synthesizer] = reading_voice
    heard_seats: HeardSeats = field(init=False)
    received: Submissions = field(init=False)
    turns: Turns = field(init=False)
    model: ModelSetup = field(init=False)
    reading_in: asyncio.Lock = field(default_factory=asyncio.Lock)
    demos: list[DemoPlayer] = field(default_factory=list)
    _pool: ThreadPoolExecutor = field(default_factory=_desk)
    _press: ThreadPoolExecutor = field(default_factory=_press)

    def __post_init__(self) -> None:
        object.__setattr__(self, "received", Submissions(self.settings.data_dir / RECEIVED_FILE))
        object.__setattr__(self, "heard_seats", HeardSeats(self.host))
        object.__setattr__(self, "turns", Turns(self._pool, self.clock.monotonic))
        changed = partial(self.live.changed, "model")
        object.__setattr__(self, "model", ModelSetup(self.settings, self.clock, changed, self.host.helped))

    @property
    def tones(self) -> Path:
        """Folder where the table keeps tones of its own for recaps."""
        return tones_folder(self.settings)

    def actions(self, visitor: Visitor) -> Actions:
        """Return the actions open to a visitor."""
        return Actions(self.host, visitor)

    async def beside(self, work: Callable[[], T]) -> T:
        """Do something slow beside the page's loop: reading the store, understanding a sentence."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def one_by_one(self, work: Callable[[], T]) -> T:
        """Do something large beside the page's loop, after everything else of that kind: files to take along."""
        return await asyncio.get_running_loop().run_in_executor(self._press, work)

    def close(self) -> None:
        """Leave the evening as it is, to be gone on with, and give everything back."""
        self.host.leave()
        without_demos(self.settings, self.store)
        for each in (self._pool, self._press):
            each.shutdown(wait=False, cancel_futures=True)
        self.store.close()
