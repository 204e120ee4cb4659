"""From what happens in any thread to what pages redraw on theirs: told once, gathered briefly, fanned out."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from nicegui import Client

from companion.web.auth import visitors_of
from companion.web.keys import Visitor

Topic = Literal[
    "board", "talk", "captions", "question", "cards", "log", "notes", "ears", "speech", "campaign", "seats", "voices",
    "sound", "model", "struck",
]  # fmt: skip
"""Part of a page that may have changed: the table, the transcript, the captions, the open question, possible requests
in lines that were left alone, the log, the notes, the state of listening, the present speaker, the open campaign, the
owners of private pages, consents to being heard and known voices, the trial of microphone or loudspeaker, the
language model that is set up, words that were struck and what was made of them."""

GATHER_SECONDS = 0.01
"""Seconds changes are gathered before pages are told; short enough not to be seen."""

REST_SECONDS = 0.08
"""Between two tellings: browsers paint what they were told first before they are told more."""

LEISURE_SECONDS = 0.2
"""Most seconds a change nobody waits for may wait for company."""


@dataclass(frozen=True, slots=True)
class Update:
    """Changes since a page was last told.

    Attributes:
        topics: Parts to look at again.
        lines: Utterances whose lines are new or other than before, oldest first.
    """

    topics: frozenset[Topic]
    lines: tuple[str, ...] = ()


Redraw = Callable[[Update], None]


FAREWELL_SECONDS = 1.0
"""Time for a dismissed page to reload, and so to find the door closed, before it is forgotten anyway."""


class Updates:
    """Tells every open page what changed. `changed` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._followers: dict[str, tuple[Client, Visitor, Redraw]] = {}
        self._topics: set[Topic] = set()
        self._lines: dict[str, None] = {}
        self._wanted_within: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._told = 0.0

    @property
    def watched(self) -> int:
        """Number of pages that are open."""
        return len(self._followers)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop on which pages are drawn."""
        self._loop = loop

    def follow(self, client: Client, visitor: Visitor, redraw: Redraw) -> None:
        """Tell a page from now on, until it is gone.

        Args:
            client: The page, as open in one browser.
            visitor: Whose page it is.
            redraw: Draws again what changed; runs on the page's loop.
        """
        self._followers[client.id] = (client, visitor, redraw)
        client.on_delete(lambda: self._gone(client))
        self.changed("seats")

    def _gone(self, client: Client) -> None:
        self._followers.pop(client.id, None)
        self.changed("seats")

    def is_open(self, visitor: Visitor) -> bool:
        """Return True while a visitor looks at a page."""
        return any(whose == visitor for _, whose, _ in tuple(self._followers.values()))

    def dismiss(self, but: Client | None = None) -> None:
        """Close the pages whose keys were taken back, or are too old; they hear no more news.

        Args:
            but: The one that stays to be read.
        """
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._dismiss, but)

    def _dismiss(self, but: Client | None) -> None:
        for client, whose, _ in tuple(self._followers.values()):
            if whose in visitors_of(client.request.scope):
                continue
            self._followers.pop(client.id)
            if client is not but:
                client.open(client.page.path or "/")
                asyncio.get_running_loop().call_later(FAREWELL_SECONDS, _forget, client)

    def changed(self, *topics: Topic, lines: tuple[str, ...] = (), at_leisure: bool = False) -> None:
        """Something is other than before.

        Args:
            topics: Parts to look at again.
            lines: Utterances whose lines are new or other.
            at_leisure: Whether nobody waits to see it: it is told with the next news, or soon.
        """
        within = LEISURE_SECONDS if at_leisure else GATHER_SECONDS
        with self._lock:
            self._topics.update(topics)
            self._lines.update(dict.fromkeys(lines))
            if self._loop is None or self._loop.is_closed():
                return
            if self._wanted_within is not None and self._wanted_within <= within:
                return
            self._wanted_within = within
        self._loop.call_soon_threadsafe(self._arrange, within)

    def _arrange(self, within: float) -> None:
        """Tell within so many seconds, or as soon as browsers have painted what they were told last."""
        if self._wanted_within is None:
            return  # told meanwhile
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(max(loop.time() + within, self._told + REST_SECONDS), self._tell)

    def _tell(self) -> None:
        with self._lock:
            change = Update(frozenset(self._topics), tuple(self._lines))
            self._topics.clear()
            self._lines.clear()
            self._wanted_within = None
        loop = asyncio.get_running_loop()
        self._told = loop.time()
        for client, _, redraw in tuple(self._followers.values()):
            # Each in a turn of its own: a page that fails is reported by the loop and keeps no other from its news.
            loop.call_soon(_in_page, client, redraw, change)


def _forget(client: Client) -> None:
    """Delete a page; the library does not do so once more when its browser has stayed away for long enough."""
    if client.is_deleted:
        return
    for document in tuple(client._delete_tasks):
        client._cancel_delete_task(document)
    client.delete()


def _in_page(client: Client, redraw: Redraw, change: Update) -> None:
    if not client.is_deleted:
        with client:
            redraw(change)
