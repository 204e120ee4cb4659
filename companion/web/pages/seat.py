"""A seat's private page: its character, its secrets, its moves, and what it may put right; made for a phone."""

from fastapi import Request
from nicegui import Client

from companion.web.app_context import AppContext
from companion.web.page import Page
from companion.web.panes import Pane
from companion.web.panes.captions import CaptionsPane, QuestionPane
from companion.web.panes.listening import ListeningPane
from companion.web.panes.safety import PausePane, draw_pause
from companion.web.panes.seat_microphone import SeatMicrophonePane
from companion.web.panes.seat_moves import OwnMovesPane
from companion.web.panes.seat_sheet import SheetPane
from companion.web.panes.seat_table import NowPane, TablePane
from companion.web.panes.seat_transcript import LatelyPane
from companion.web.panes.seat_voice import VoicePane
from companion.web.panes.suggestions import SuggestionsPane
from companion.web.panes.typing import SayPane
from companion.web.parts.base import box, text
from companion.web.routes import seat_page
from companion.web.strings import words
from companion.web.updates import Update


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @seat_page("/seat")
    def seat(request: Request, client: Client) -> None:
        page = Page(house, request, client, "seat.title")
        if page.visitor.seat is not None:
            SeatPage(page, page.visitor.seat)


class SeatPage:
    """The page of one seat; nothing of the table is on it unless the seat's own campaign is being played.

    Args:
        page: The page drawn into.
        seat: Whose it is.
    """

    def __init__(self, page: Page, seat: str) -> None:
        self._page = page
        self._seat = seat
        self._panes: tuple[Pane, ...] = ()
        with page.house.host.steady:
            self._open()
        page.follow(self.redraw)

    def redraw(self, change: Update) -> None:
        """Draw what changed; another campaign may have been opened before this page is told."""
        with self._page.house.host.steady:
            if "campaign" in change.topics or (self._panes and self._closed is not None):
                self._open()
                return
            for pane in self._panes:
                if change.topics & pane.topics:
                    pane.redraw(change)

    def _open(self) -> None:
        """Draw the whole page; nothing else is opened meanwhile, see `EveningHost.steady`."""
        self._page.head.clear()
        self._page.main.clear()
        self._panes = ()
        if (closed := self._closed) is not None:
            with self._page.main, box("section", "paper", "stack", "closed"):
                text("h1", words("seat.title"))
                text("p", words(f"seat.{closed}", player=self._seat))
            return
        self._panes = self._drawn()
        everything = Update(frozenset(topic for pane in self._panes for topic in pane.topics))
        for pane in self._panes:
            pane.redraw(everything)

    @property
    def _closed(self) -> str | None:
        """The reason why there is nothing to see; None when the seat's own table plays."""
        host, visitor = self._page.house.host, self._page.visitor
        if host.game is None:
            return "nothing_open"
        if host.game.campaign.key != visitor.campaign:
            return "other_campaign"
        return None if self._seat in host.players else "not_here"

    def _drawn(self) -> tuple[Pane, ...]:
        page, seat = self._page, self._seat
        with page.head:
            listening = ListeningPane(page.house.host, page.listen, switched_here=page.visitor.is_table)
            draw_pause(page)
        with page.main, box("div", "seat-page"):
            with box("div", "stack", "seat-now"):
                if page.house.host.state == "over":
                    text("p", words("hero.over"), "lead")
                now, question = NowPane(page, seat), QuestionPane(page)
                cards, moves, captions = SuggestionsPane(page), OwnMovesPane(page, seat), CaptionsPane(page)
            with box("div", "stack", "seat-known"):
                sheet, table, lately = SheetPane(page, seat), TablePane(page, seat), LatelyPane(page, seat)
                phone, voice = SeatMicrophonePane(page), VoicePane(page, seat)
            say, pause = SayPane(page), PausePane(page)
        return (pause, listening, now, question, captions, cards, moves, sheet, table, lately, phone, voice, say)
