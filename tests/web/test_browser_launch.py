"""The page opened in the browser: by a file only this account can read, never by a link on a command line."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from companion.web.browser_launch import LAUNCH_FILE, Launch, NotLaunched
from tests.support.browser import HAPPENS_MS, Separate, until

LINK = "http://127.0.0.1:8787/?key=secret&x=1"


@pytest.fixture
def shown() -> list[str]:
    return []


def test_the_browser_is_given_a_file_and_no_key(tmp_path: Path, shown: list[str]) -> None:
    """The file leads on to the link, and nobody else may read it."""
    Launch(tmp_path, shown.append).open(LINK)
    file = tmp_path / LAUNCH_FILE
    assert shown == [file.as_uri()]
    assert "secret" not in shown[0]
    assert "url=http://127.0.0.1:8787/?key=secret&amp;x=1" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_file_goes_once_the_table_came_or_the_page_stops(tmp_path: Path, shown: list[str]) -> None:
    """Not when a seat came; and once it is gone, that is that."""
    launch, file = Launch(tmp_path, shown.append), tmp_path / LAUNCH_FILE
    launch.open(LINK)
    launch.used("seat")
    assert file.exists()
    launch.used("table")
    assert not file.exists()
    launch.open(LINK)
    launch.close()
    launch.close()
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, shown: list[str]) -> None:
    with pytest.raises(NotLaunched, match=r"Open the link above\."):
        Launch(tmp_path / "nowhere", shown.append).open(LINK)
    assert shown == []


@pytest.fixture
def command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """File that receives the arguments a browser of this computer would be started with, a line for each start."""
    script, written = tmp_path / "browser", tmp_path / "started"
    script.write_text(f'#!/bin/sh\necho "$@" >> {written}\n')
    script.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(script))
    return written


@pytest.mark.skipif(os.name == "nt", reason="the browser is a shell script here")
def test_the_page_opens_by_the_file(
    separate: Callable[..., Separate], command_lines: Path, tmp_path: Path, laptop: BrowserContext
) -> None:
    """As people start it: nothing secret in the browser's command line or address; the file leads in once and goes."""
    server = separate("--browser")
    until(command_lines.exists, what="the browser")
    key, address = server.link.partition("key=")[2], command_lines.read_text().strip()
    assert key
    assert key not in address
    file = tmp_path / LAUNCH_FILE
    assert address == file.as_uri()
    kept = file.read_text()

    page = laptop.new_page()
    page.goto(address)
    page.wait_for_url(re.compile(rf"{server.address}/[\w-]{{22}}/start$"), timeout=HAPPENS_MS)
    page.wait_for_selector("main")
    until(lambda: not file.exists(), what="the end of the file")
    assert key not in page.url
    assert page.evaluate("document.referrer") == ""
    page.close()

    (again := tmp_path / "again.html").write_text(kept)
    page = laptop.new_page()
    page.goto(again.as_uri())
    expect(page.locator("body")).to_contain_text("each link opens once")
    page.close()


@pytest.mark.skipif(os.name == "nt", reason="the browser is a shell script here")
def test_a_page_that_stops_leaves_no_file(
    separate: Callable[..., Separate], command_lines: Path, tmp_path: Path
) -> None:
    server = separate("--browser")
    until(command_lines.exists, what="the browser")
    assert (tmp_path / LAUNCH_FILE).exists()
    server.stop()
    assert not (tmp_path / LAUNCH_FILE).exists()
