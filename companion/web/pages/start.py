"""Start page of a table: campaigns to go on with, the latest first, a new one, or one from a file."""

from dataclasses import dataclass
from functools import partial

from fastapi import Request, Response
from nicegui import Client, background_tasks
from nicegui.events import GenericEventArguments
from starlette.requests import ClientDisconnect

from companion.base.errors import CompanionError, told
from companion.base.file_limits import LARGEST_BYTES, TooLarge
from companion.web.app_context import AppContext
from companion.web.auth import admitted
from companion.web.campaigns import Campaigns
from companion.web.page import Page
from companion.web.parts.base import Part, box, button, link, text
from companion.web.routes import table_file, table_page
from companion.web.strings import words
from companion.web.updates import Update
from engine.registry import infos

_READ_IN = "/start/file"
_SEND_FILE = """async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  if (file.size > event.target.dataset.most) {
    event.target.value = '';
    return emit(event.target.dataset.toolarge);
  }
  const answer = await fetch(window.path_prefix + '/start/file', {method: 'POST', body: file}).catch(() => null);
  event.target.value = '';
  emit(answer === null ? '' : await answer.text());
}"""


def register(house: AppContext) -> None:
    """Add the page, and the address files are read in at, to the server."""

    @table_page("/start")
    async def start(request: Request, client: Client) -> None:
        await StartPage(Page(house, request, client, "start.title")).show()

    @table_file(_READ_IN, "POST")
    async def read_in(request: Request) -> Response:
        return await _read_in(house, request)


async def _read_in(house: AppContext, request: Request) -> Response:
    """Read a file in and answer with one sentence for people."""
    campaigns = Campaigns(house, admitted(request.scope))
    if house.reading_in.locked():
        return _told(words("start.reading_in"))
    try:
        async with house.reading_in:
            content = await _received(request)
            made = await house.beside(lambda: campaigns.read_in(content))
    except CompanionError as problem:
        return _told(told(problem))
    except ClientDisconnect:
        return _told(words("start.unreachable"))
    return _told(words("start.read_in", name=made.name))


async def _received(request: Request) -> bytes:
    """Return the body of a request; raise `TooLarge` past the limit, whatever its head says of its length."""
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > LARGEST_BYTES:
            raise TooLarge
    return bytes(content)


def _told(sentence: str) -> Response:
    return Response(sentence, media_type="text/plain")


@dataclass(frozen=True, slots=True)
class _Shown:
    """One campaign of the list."""

    number: int
    name: str
    game: str
    played: str
    is_open: bool


class StartPage:
    """Every campaign of this computer.

    Args:
        page: The page drawn into.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._campaigns = Campaigns(page.house, page.visitor)

    async def show(self) -> None:
        """Draw the page."""
        begun = self._campaigns.draft().is_kept
        with self._page.main, box("div", "setup", "stack"):
            text("h1", words("start.title"), "title")
            self._list: Part[tuple[_Shown, ...]] = Part(self._draw, "div", "stack")
            with box("section", "row"):
                link(words("start.go_on_new" if begun else "start.new"), "/new", "link-button")
                with box("label", "link-button", "file"):
                    text("span", words("start.import"))
                    chosen = box(
                        "input", "unseen", type="file", accept=".json,application/json",
                        data_most=str(LARGEST_BYTES), data_toolarge=str(TooLarge()), aria_describedby="start-limits",
                    )  # fmt: skip
                    chosen.on("change", self._read, js_handler=_SEND_FILE)
                most = LARGEST_BYTES // 1_000_000
                text("p", words("start.limits", most=most), "small", "faint", id="start-limits")
            self._told = text("p", "", role="status")
        self._page.follow(self._redraw)
        await self._look()

    def _redraw(self, change: Update) -> None:
        if "campaign" in change.topics:
            background_tasks.create(self._look())

    async def _look(self) -> None:
        found = await self._page.do(self._campaigns.listed)
        host = self._page.house.host
        now = host.game.campaign.id if host.game is not None and host.state == "open" else None
        titles = {each.slug: each.title for each in infos()}
        shown = [
            _Shown(
                each.id,
                each.name,
                titles.get(each.slug, each.slug),
                words("start.never")
                if played is None
                else words("start.played", day=f"{played.astimezone():%Y-%m-%d}"),
                each.id == now,
            )
            for each, played in found or ()
        ]
        self._list.show(tuple(sorted(shown, key=lambda each: not each.is_open)))

    def _draw(self, shown: tuple[_Shown, ...]) -> None:
        if not shown:
            text("p", words("start.empty"))
        for at, each in enumerate(shown):
            with box("article", "paper", "row", "campaign", aria_label=each.name):
                with box("div", "grow"):
                    text("h2", each.name)
                    text("p", f"{each.game} · {each.played}", "small", "faint")
                link(words("start.read"), f"/library?campaign={each.number}")
                link(words("start.take_all"), f"/library/file/json?campaign={each.number}")
                if each.is_open:
                    link(words("start.to_table"), "/", "link-button", "main")
                else:
                    style = ["main"] if at == 0 and not any(other.is_open for other in shown) else []
                    button(words("start.play"), partial(self._play, each.number), *style)

    async def _play(self, number: int) -> None:
        await self._page.do(lambda: self._campaigns.open(number))
        game = self._page.house.host.game
        if game is not None and game.campaign.id == number:
            self._page.go("/")

    async def _read(self, event: GenericEventArguments) -> None:
        self._told.set_text(str(event.args)[:1000] if event.args else words("start.unreachable"))
        await self._look()
