"""Serves the pages on this computer until it is told to stop."""

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from typing import get_args

from fastapi import FastAPI
from nicegui import app as nicegui_app
from nicegui import core, ui
from nicegui.language import Language

from companion.base.clock import Clock
from companion.base.config import Settings
from companion.base.errors import CompanionError, told
from companion.store import Campaign, Store
from companion.web.app_context import AppContext
from companion.web.art import serve_art
from companion.web.auth import AuthMiddleware
from companion.web.browser_launch import Launch, NotLaunched
from companion.web.certificate import certificate_for
from companion.web.cleanup import LOOK_SECONDS, Tidying, keep_for_good
from companion.web.connections import WITH_NETWORK, Gate, Server, raise_file_limit, share_here, share_of_network
from companion.web.demo import is_demo, without_demos
from companion.web.evening_opener import EveningOpener
from companion.web.host import EveningHost
from companion.web.keys import ROLES, Keys, Role
from companion.web.lan import LOOPBACK, Lan, NoPort, bind
from companion.web.links import table_link
from companion.web.pages import register_pages
from companion.web.phone_microphone import serve_microphones
from companion.web.rate_limits import Admission, WordsOnly
from companion.web.routes import refuse_what_is_not_allowed
from companion.web.scripts import serve_scripts
from companion.web.socket import guard
from companion.web.strings import show_in, words
from companion.web.theme import serve_look
from companion.web.updates import Updates
from engine.errors import EngineError

KEYS_FILE = "page-keys.json"
TRANSLATIONS = "translations"
"""Folder of the data folder where a table keeps translations of its own."""
RECONNECT_SECONDS = 20.0
"""Seconds a page that lost its connection is kept as it was."""

Tell = Callable[[str], None]


def make_house(settings: Settings, store: Store, clock: Clock, port: int, dice: str | None = None) -> AppContext:
    """Everything the pages share, with no campaign open yet.

    Raises:
        CompanionError: The keys cannot be kept, or the page is not translated into the language of the settings.
    """
    show_in(settings.page_language, settings.data_dir / TRANSLATIONS)
    live = Updates()
    host = EveningHost(store, EveningOpener(store, settings, dice), live, clock)
    gate = Gate(share_of_network(), clock.monotonic, WITH_NETWORK)
    lan = Lan(port, gate=gate, certificate=partial(certificate_for, settings.data_dir))
    return AppContext(settings, store, host, live, Keys(settings.data_dir / KEYS_FILE, clock, port), lan, clock)


def serve(
    settings: Settings,
    store: Store,
    clock: Clock,
    tell: Tell,
    *,
    campaign: Campaign | None = None,
    dice: str | None = None,
    browser: bool = True,
    close_others: bool = False,
) -> None:
    """Serve the pages until the process is asked to stop.

    Args:
        settings: Effective settings.
        store: Open store; closed at the end.
        clock: The computer's clock.
        tell: Told where the page is and what is not as asked for, a sentence each.
        campaign: Campaign to open first; none when None.
        dice: Dice option; that of the settings when None.
        browser: Whether to open the page in the browser.
        close_others: Whether every page of the table that was opened before needs a new link.

    Raises:
        CompanionError: There is no free port, or the keys cannot be kept.
    """
    raise_file_limit()
    try:
        taken = bind(LOOPBACK, settings.page_port)
    except NoPort as problem:
        taken = bind(LOOPBACK, 0)
        tell(words("server.other_port", problem=problem, port=taken.getsockname()[1]))
    taken.listen()  # who follows the link before the pages can be drawn waits for them
    without_demos(settings, store)
    house = make_house(settings, store, clock, taken.getsockname()[1], dice)
    if close_others:
        house.keys.revoke_table()
    begins = "/start" if campaign is None or is_demo(campaign) else "/"
    link, launch = table_link(house, begins), Launch(settings.data_dir)

    async def ready() -> None:
        house.live.attach(asyncio.get_running_loop())
        if campaign is not None and not is_demo(campaign):
            await _open(house, campaign, tell)
        if settings.page_lan:
            await _open_to_network(house, tell)
        tell(words("server.link", link=link))
        keep_for_good()
        if browser:
            await _launch(house, launch, link, tell)

    server = Server(behind_door(house, ready, launch.used), Gate(share_here(), clock.monotonic))
    signal.signal(signal.SIGTERM, _stopped)
    try:
        server.run(sockets=[taken])
    finally:
        launch.close()
        house.close()


def _stopped(*_: object) -> None:
    """The server ends by itself when asked to; without this the process would then end before it has tidied up."""
    raise SystemExit(0)


async def _open(house: AppContext, campaign: Campaign, tell: Tell) -> None:
    try:
        await house.beside(lambda: house.host.open(campaign))
    except CompanionError as problem:
        tell(told(problem))
    except EngineError as problem:
        tell(f"{problem}")


async def _launch(house: AppContext, launch: Launch, link: str, tell: Tell) -> None:
    try:
        await house.beside(lambda: launch.open(link))
    except NotLaunched as problem:
        tell(told(problem))


async def _open_to_network(house: AppContext, tell: Tell) -> None:
    try:
        await house.lan.switch_on()
    except NoPort as problem:
        tell(told(problem))


def behind_door(
    house: AppContext, ready: Callable[[], object], came: Callable[[Role], object] = lambda _: None
) -> AuthMiddleware:
    """The whole application behind this computer's door, with another one for the network, where seats only come in.

    `ready` runs once pages can be drawn, `came` when a link was used. One per process: the library has one app.
    """
    outer = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    nicegui_app.router.redirect_slashes = False  # it would lead out of the session's own addresses
    ui.run_with(
        outer,
        title=words("server.title"),
        language=_known_to_the_library(house.settings.page_language),
        dark=None,
        tailwind=False,
        gzip_middleware_factory=None,
        reconnect_timeout=RECONNECT_SECONDS,
        show_welcome_message=False,
    )
    core.sio.packet_class = WordsOnly
    guard(core.sio)
    _keep_tidy(house)
    nicegui_app.config.quasar_config["loadingBar"]["skipHijack"] = True
    nicegui_app.on_startup(ready)
    serve_look()
    serve_art(house.settings.data_dir)
    serve_scripts()
    register_pages(house)
    serve_microphones(house)
    refuse_what_is_not_allowed()
    house.lan.moved = lambda: house.live.changed("seats")
    inside = Admission(outer, core.sio, house.clock.monotonic)
    house.lan.app = AuthMiddleware(inside, house.keys, house.lan.network_names, frozenset({"seat"}))
    return AuthMiddleware(inside, house.keys, house.lan.own_names, ROLES, came)


def _keep_tidy(house: AppContext) -> None:
    tidying = Tidying(core.sio, house.clock.monotonic, house.live.dismiss)
    nicegui_app.on_delete(tidying.page_gone)
    nicegui_app.on_startup(lambda: nicegui_app.timer(LOOK_SECONDS, tidying.look))


def _known_to_the_library(language: str) -> Language:
    """The library's code of a language, for its own words and the page's `lang`; English for one it does not know."""
    codes: tuple[Language, ...] = get_args(Language)
    return next((code for code in codes if code == language.replace("_", "-")), "en-US")
