"""The page in the middle of the table: everything heard, seen and correctable."""

from fastapi import Request
from nicegui import Client

from companion.web.app_context import AppContext
from companion.web.page import Page
from companion.web.panes import follow
from companion.web.panes.assistant import AssistantPane
from companion.web.panes.board import HeroPane, ProgressPane, SeatsPane, TrayPane
from companion.web.panes.captions import CaptionsPane, QuestionPane
from companion.web.panes.log import LogPane
from companion.web.panes.notes import NotesPane
from companion.web.panes.suggestions import SuggestionsPane
from companion.web.panes.transcript import TranscriptPane
from companion.web.panes.typing import MovesPane, SayPane
from companion.web.parts.base import box, text
from companion.web.routes import table_page
from companion.web.updates import Topic, Update


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/")
    def table(request: Request, client: Client) -> None:
        draw_table(Page(house, request, client, "table.title"))


def draw_table(page: Page) -> None:
    """Draw the whole page and keep it up to date."""
    with page.name:
        name = NamePane(page)
    with page.main:
        with box("div", "top"):
            hero, captions = HeroPane(page), CaptionsPane(page)
        with box("div", "table-grid"):
            with box("div", "stack", "area-seats"):
                seats = SeatsPane(page)
            with box("div", "stack", "area-middle"):
                question, cards = QuestionPane(page), SuggestionsPane(page)
                tray, progress = TrayPane(page), ProgressPane(page)
                say, moves, manners = SayPane(page), MovesPane(page), AssistantPane(page)
            with box("div", "area-right"):
                talk = TranscriptPane(page)
                with box("div", "stack"):
                    notes, log = NotesPane(page), LogPane(page)
    follow(page, (name, hero, seats, progress, question, cards, captions, tray, say, moves, manners, talk, log, notes))


class NamePane:
    """The campaign's name in the head of the page.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        self._name = text("p", "", "brand", "serif", "lead")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        game = self._page.house.host.game
        self._name.set_text("" if game is None else game.campaign.name)
