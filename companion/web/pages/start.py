"""Start page of a table: go on with a campaign, watch a demo, play a ready-made one, set up a new one, read one in."""

from dataclasses import dataclass
from functools import partial

from fastapi import Request, Response
from nicegui import Client, background_tasks
from nicegui.events import GenericEventArguments
from starlette.requests import ClientDisconnect

from companion.base.errors import CompanionError, told
from companion.base.file_limits import LARGEST_BYTES, TooLarge
from companion.web.app_context import AppContext
from companion.web.art import cover
from companion.web.auth import admitted
from companion.web.campaigns import Campaigns, Deleted
from companion.web.page import Page
from companion.web.parts.base import Part, box, button, link, text
from companion.web.parts.opening import Previously, draw_previously, previously
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
    slug: str
    game: str
    played: str
    is_open: bool


class StartPage:
    """Every campaign of this computer, and every way to a new one.

    Args:
        page: The page drawn into.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._campaigns = Campaigns(page.house, page.visitor)
        self._deleted: tuple[str, Deleted] | None = None

    async def show(self) -> None:
        """Draw the page."""
        with self._page.main, box("div", "start", "stack"):
            self._title = text("h1", words("start.title"), "title")
            self._first: Part[tuple[_Shown, Previously | None]] = Part(self._draw_first, "div")
            with box("section", "stack", aria_labelledby="games"):
                text("h2", words("start.games"), id="games")
                with box("div", "covers"):
                    for info in infos():
                        self._draw_game(info.slug, info.title)
            self._draw_new()
            self._undo: Part[tuple[str, Deleted]] = Part(self._draw_undo, "div", role="status")
            self._list: Part[tuple[_Shown, ...]] = Part(self._draw, "section", "stack")
        self._page.follow(self._redraw)
        await self._look()

    def _redraw(self, change: Update) -> None:
        if change.topics & {"campaign", "struck"}:
            background_tasks.create(self._look())

    async def _look(self) -> None:
        found = await self._page.do(self._campaigns.listed) or ()
        host = self._page.house.host
        now = host.game.campaign.id if host.game is not None and host.state == "open" else None
        titles = {each.slug: each.title for each in infos()}
        shown = [
            _Shown(
                each.id,
                each.name,
                each.slug,
                titles.get(each.slug, each.slug),
                words("start.never")
                if played is None
                else words("start.played", day=f"{played.astimezone():%Y-%m-%d}"),
                each.id == now,
            )
            for each, played in found
        ]
        shown.sort(key=lambda each: not each.is_open)
        before = None
        if shown:
            latest = next(each for each, _ in found if each.id == shown[0].number)
            before = await self._page.do(lambda: previously(self._page.house, latest))
        self._first.show((shown[0], before) if shown else None)
        self._list.show(tuple(shown))
        self._undo.show(self._deleted)

    def _draw_first(self, drawn: tuple[_Shown, Previously | None]) -> None:
        """The campaign to go on with, and how far its story is."""
        latest, before = drawn
        with box("section", "paper", "go-on", aria_label=words("start.go_on", name=latest.name)):
            box("img", "go-on-art", src=self._page.address(cover(latest.slug)), alt="", width="320", height="200")
            with box("div", "stack", "grow"):
                text("p", f"{latest.game} · {latest.played}", "small", "faint")
                text("h2", latest.name, "go-on-name")
                if before is not None:
                    draw_previously(before)
                with box("div", "row"):
                    if latest.is_open:
                        link(words("start.to_table"), "/", "link-button", "main")
                    else:
                        button(words("start.continue"), partial(self._play, latest.number), "main")

    def _draw_game(self, slug: str, title: str) -> None:
        with box("article", "cover", aria_label=title):
            box("img", src=self._page.address(cover(slug)), alt="", width="320", height="200")
            with box("div", "stack", "cover-words"):
                text("h3", title, "lead")
                text("p", words(f"start.mood.{slug}"), "small")
                text("p", words(f"start.players.{slug}"), "small", "faint")
                with box("div", "row", "cover-ways"):
                    ready = link(words("start.ready"), f"/ready?game={slug}", "link-button", "main")
                    ready.props["aria-label"] = words("start.ready_of", game=title)
                    button(
                        words("start.demo"), partial(self._watch, slug), aria_label=words("start.demo_of", game=title)
                    )

    def _draw_new(self) -> None:
        begun = self._campaigns.draft().is_kept
        with box("section", "row", "start-new"):
            link(words("start.go_on_new" if begun else "start.new"), "/new", "link-button", "icon-new")
            with box("label", "link-button", "file", "icon-file"):
                text("span", words("start.import"))
                chosen = box(
                    "input", "unseen", type="file", accept=".json,application/json",
                    data_most=str(LARGEST_BYTES), data_toolarge=str(TooLarge()), aria_describedby="start-limits",
                )  # fmt: skip
                chosen.on("change", self._read, js_handler=_SEND_FILE)
            link(words("page.way.model"), "/model", "link-button", "icon-model")
            most = LARGEST_BYTES // 1_000_000
            text("p", words("start.limits", most=most), "small", "faint", id="start-limits")
        self._told = text("p", "", role="status")

    def _draw(self, shown: tuple[_Shown, ...]) -> None:
        if not shown:
            return
        text("h2", words("start.all"))
        for each in shown:
            with box("article", "paper", "row", "campaign", aria_label=each.name):
                box("img", "campaign-art", src=self._page.address(cover(each.slug)), alt="", width="80", height="50")
                with box("div", "grow"):
                    text("h3", each.name, "lead")
                    text("p", f"{each.game} · {each.played}", "small", "faint")
                if each.is_open:
                    link(words("start.to_table"), "/", "link-button", "main")
                else:
                    button(words("start.play"), partial(self._play, each.number))
                link(words("start.read"), f"/library?campaign={each.number}", "link-button")
                with box("details", "campaign-more"):
                    text("summary", words("start.more"), "small")
                    with box("div", "row"):
                        link(words("start.take_all"), f"/library/file/json?campaign={each.number}")
                        delete = button(words("start.delete"), partial(self._delete, each), "quiet")
                        delete.props["aria-label"] = words("start.delete_one", name=each.name)

    def _draw_undo(self, deleted: tuple[str, Deleted]) -> None:
        with box("div", "paper", "row", "undo"):
            text("span", words("start.deleted", name=deleted[0]), "grow")
            button(words("start.undo"), self._bring_back, "main")

    async def _delete(self, which: _Shown) -> None:
        kept = await self._page.do(lambda: self._campaigns.delete(which.number))
        if kept is not None:
            self._deleted = which.name, kept
            await self._look()

    async def _bring_back(self) -> None:
        deleted, self._deleted = self._deleted, None
        if deleted is not None and await self._page.do(lambda: self._campaigns.bring_back(deleted[1])) is None:
            self._deleted = deleted
        await self._look()

    async def _watch(self, slug: str) -> None:
        await self._page.do(lambda: self._campaigns.watch(slug))
        if self._campaigns.demo is not None:
            self._page.go("/")

    async def _play(self, number: int) -> None:
        await self._page.do(lambda: self._campaigns.open(number))
        game = self._page.house.host.game
        if game is not None and game.campaign.id == number:
            self._page.go("/")

    async def _read(self, event: GenericEventArguments) -> None:
        self._told.set_text(str(event.args)[:1000] if event.args else words("start.unreachable"))
        await self._look()
