"""Parts of pages that follow the running evening; each knows which changes concern it."""

from collections.abc import Sequence
from typing import Protocol

from companion.web.updates import Redraw, Topic, Update


class Pane(Protocol):
    """A part of a page that is drawn anew when something it shows has changed."""

    topics: frozenset[Topic]

    def redraw(self, change: Update) -> None:
        """Draw what changed."""


class Followed(Protocol):
    """A page that can tell what changes."""

    def follow(self, redraw: Redraw) -> None:
        """Redraw what changes from now on."""


def follow(page: Followed, panes: Sequence[Pane]) -> None:
    """Draw every pane now, and again whenever one of its topics changes."""

    def redraw(change: Update) -> None:
        for pane in panes:
            if change.topics & pane.topics:
                pane.redraw(change)

    redraw(Update(frozenset(topic for pane in panes for topic in pane.topics)))
    page.follow(redraw)
