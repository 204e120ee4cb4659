"""A real browser on real pages: the server of the page in this process, or in one of its own that can be restarted."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from companion.base.clock import SystemClock
from companion.base.config import Settings, load_settings
from companion.store import Campaign, Store, open_store
from companion.web.app_context import AppContext
from companion.web.certificate import certificate_for
from companion.web.evening_opener import EveningOpener
from companion.web.host import EveningHost
from companion.web.keys import Keys
from companion.web.lan import LOOPBACK, Lan, bind
from companion.web.links import table_link
from companion.web.server import KEYS_FILE
from companion.web.updates import Updates
from engine.registry import find_info
from tools.served_beside import ServedBeside

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""A browser that talks to nobody but the page."""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without the parts that need a screen, and takes two thirds of the time."""

NETWORK = "127.0.0.2"
"""Stands for this computer's address on the network."""

HAPPENS_MS = 120_000
"""Limit of any wait, however busy the machine is."""

expect.set_options(timeout=HAPPENS_MS)


def chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


class Served:
    """The page served by this process, for as many tests as like; the campaign on it is changed, never the server.

    Args:
        folder: Data folder of the installation.
    """

    def __init__(self, folder: Path) -> None:
        clock = SystemClock()
        taken = bind(LOOPBACK, 0)
        self.port = int(taken.getsockname()[1])
        self.settings: Settings = load_settings(
            {"data_dir": folder, "page_port": self.port, "voice": False}, environment={}
        )
        self.store: Store = open_store(folder / "companion.db", clock)
        self.opens = EveningOpener(self.store, self.settings, "table")
        self.live = Updates()
        self.host = EveningHost(self.store, self.opens, self.live, clock)
        keys = Keys(folder / KEYS_FILE, clock, self.port)
        lan = Lan(self.port, lambda: NETWORK, certificate=partial(certificate_for, folder))
        self.house = AppContext(self.settings, self.store, self.host, self.live, keys, lan, clock)
        self._names = count(1)
        self._beside = ServedBeside(self.house, taken)

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{LOOPBACK}:{self.port}"

    def link(self) -> str:
        """A new link to the table's page; it opens once."""
        return table_link(self.house)

    def session(self) -> str:
        """Key of a session of the table."""
        key = self.house.keys.exchange(self.house.keys.make_table_link(), "table")
        assert key is not None
        return key

    def seat_session(self, campaign: Campaign, player: str) -> str:
        """Key of a session of a seat; the one it had is worthless."""
        key = self.house.keys.exchange(self.house.keys.make_seat_link(campaign.key, player), "seat")
        assert key is not None
        return key

    def campaign(self, roster: Mapping[str, Any]) -> Campaign:
        """A new campaign, not opened yet."""
        slug = find_info(roster["game"]).slug
        return self.store.create_campaign(f"{roster.get('title', 'Table')} {next(self._names)}", slug, roster)

    def play(self, roster: Mapping[str, Any], dice: str = "table") -> Campaign:
        """Open a new campaign on every page."""
        self.opens.dice = dice
        campaign = self.campaign(roster)
        self.host.open(campaign)
        return campaign

    def close(self) -> None:
        """Stop serving."""
        self._beside.close()


class Separate:
    """The page served by a process of its own, as people start it, which can be stopped, killed and started again.

    Args:
        folder: Data folder of the installation.
        options: Further options of `companion page`.
        port: Port to ask for; a free one when None.
    """

    def __init__(self, folder: Path, *options: str, port: int | None = None) -> None:
        self.folder = folder
        self._options = options
        with bind(LOOPBACK, 0) as free:
            self.port = port or int(free.getsockname()[1])
        self.told = ""
        self.log = folder / "page.log"
        self.link = ""
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def process(self) -> int | None:
        """Number of the process; None while it is stopped."""
        return None if self._process is None else self._process.pid

    def start(self, *once: str) -> None:
        """Start it, this time with further options, and wait for its link."""
        command = [sys.executable, "-m", "companion", "--data", str(self.folder), "--log-level", "INFO", "page"]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "--no-browser", "--port", str(self.port), *self._options, *once],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.told += line
            if found := re.search(r"http://\S+", line):
                self.link = found[0]
                return
        raise AssertionError(f"the page did not start: {self.log.read_text()}")

    def stop(self, *, kill: bool = False) -> None:
        """End it, politely or at once."""
        process, self._process = self._process, None
        if process is not None:
            process.kill() if kill else process.terminate()
            process.wait(HAPPENS_MS / 1000)
            if process.stdout is not None:
                process.stdout.close()


class Screen:
    """A page open in a browser.

    Args:
        context: Cookies, size and look of the browser.
        link: Address with a key.
    """

    def __init__(self, context: BrowserContext, link: str) -> None:
        self.context = context
        context.set_default_timeout(HAPPENS_MS)
        self.page: Page = context.new_page()
        self.alarms: list[str] = []
        self.page.on("pageerror", lambda problem: self.alarms.append(str(problem)))
        self.page.on("console", lambda said: self.alarms.append(said.text) if said.type == "error" else None)
        self.page.on("dialog", lambda dialog: (self.alarms.append(dialog.message), dialog.dismiss()))
        self.page.goto(link)
        self.page.wait_for_selector("main")

    def at(self, path: str) -> str:
        """Address of another page or file, for the session this page was opened in."""
        return f"{session_of(self.page)}{path}"

    def go(self, path: str) -> None:
        """Open another page of the house."""
        self.page.goto(self.at(path))

    def say(self, by: str | None, text: str) -> None:
        """Type a sentence, on the table's page as somebody."""
        if by is not None:
            self.page.select_option("form.say select", by)
        self.page.fill("form.say input[name=words]", text)
        self.page.press("form.say input[name=words]", "Enter")
        expect(self.page.locator("form.say input[name=words]")).to_have_value("")

    def latest(self, text: str | re.Pattern[str]) -> None:
        """Wait until the latest deed of the log tells something."""
        expect(self.page.locator(".deed").last).to_contain_text(text)

    def beside(self, side: str) -> None:
        """Show another part of what is beside the table: Story, Notes, Table."""
        self.page.locator(".tabs .tab", has_text=side).click()

    def shows(self, selector: str, text: str | re.Pattern[str]) -> None:
        """Wait until the first such element holds a text."""
        expect(self.page.locator(selector).first).to_contain_text(text)

    def close(self) -> None:
        """Close the page."""
        self.page.close()


def session_of(page: Page) -> str:
    """Return the beginning of the addresses of an open page's session."""
    found = re.match(r"http://[^/]+/[^/]+", page.url)
    assert found is not None
    return found[0]


def until(holds: Any, seconds: float = HAPPENS_MS / 1000, what: str = "it") -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.02)
