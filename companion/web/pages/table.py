"""The page in the middle of the table: one stage without scrolling, everything heard, seen and correctable."""

from fastapi import Request
from nicegui import Client

from companion.web.app_context import AppContext
from companion.web.page import Page
from companion.web.panes import Pane, follow
from companion.web.panes.assistant import AssistantPane
from companion.web.panes.board import HeroPane, LivePane, ProgressPane, SeatsPane, TrayPane
from companion.web.panes.captions import CaptionsPane, QuestionPane
from companion.web.panes.notes import NotesPane
from companion.web.panes.palette import FittingPane, PalettePane
from companion.web.panes.safety import PausePane, UndoPane
from companion.web.panes.suggestions import SuggestionsPane
from companion.web.panes.timeline import TimelinePane
from companion.web.panes.typing import SayPane
from companion.web.parts.base import box, text
from companion.web.routes import table_page
from companion.web.strings import words
from companion.web.updates import Topic, Update

SIDES = ("story", "notes", "table")
"""Panes that the rail beside the table can show, one at a time."""


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/")
    def table(request: Request, client: Client) -> None:
        draw_table(Page(house, request, client, "table.title"))


def draw_table(page: Page) -> None:
    """Draw the whole page and keep it up to date."""
    with page.name:
        name = NamePane(page)
    with page.main, box("div", "stage"):
        with box("div", "band"):
            hero, captions = HeroPane(page), CaptionsPane(page)
        with box("div", "table-grid"):
            with box("div", "felt"):
                seats = SeatsPane(page)
                with box("div", "area-middle", tabindex="0"):
                    question, cards = QuestionPane(page), SuggestionsPane(page)
                    tray, live = TrayPane(page), LivePane(page)
            with box("div", "rail"):
                rail = _draw_rail(page)
        with box("div", "dock"):
            fitting, undo = FittingPane(page), UndoPane(page)
            say, palette = SayPane(page), PalettePane(page)
        pause = PausePane(page)
    board = (name, hero, seats, live, question, cards, captions, tray)
    follow(page, (*board, *rail, say, fitting, palette, undo, pause))


def _draw_rail(page: Page) -> tuple[Pane, ...]:
    """Story, notes and the rest of the table, one of them in sight."""
    with box("div", "tabs", role="radiogroup", aria_label=words("rail.label")):
        for side in SIDES:
            chosen: dict[str, str | bool] = {"checked": True} if side == SIDES[0] else {}
            with box("label", "tab"):
                box("input", type="radio", name="rail", value=side, **chosen)
                text("span", words(f"rail.{side}"))
    with box("div", "side", "side-story"):
        talk = TimelinePane(page)
    with box("div", "side", "side-notes", "scroller", tabindex="0"):
        notes = NotesPane(page)
    with box("div", "side", "side-table", "stack", "scroller", tabindex="0"):
        progress, manners = ProgressPane(page), AssistantPane(page)
    return talk, notes, progress, manners


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
