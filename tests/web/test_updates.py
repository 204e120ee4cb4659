import asyncio
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from companion.web.keys import Visitor
from companion.web.updates import LEISURE_SECONDS, REST_SECONDS, Updates


class OpenPage(nullcontext):
    """Stand-in for a page's client, as anything that tells the page something sees it."""

    is_deleted = False
    _delete_tasks = ()

    def __init__(self, *visitors, name="page"):
        super().__init__()
        self.id = name
        self.visitors = set(visitors)
        self.opened = []
        self.page = SimpleNamespace(path="/seat")
        self.request = SimpleNamespace(scope={"companion.visitors": lambda: self.visitors})

    def open(self, path):
        self.opened.append(path)

    def delete(self):
        self.is_deleted = True

    def on_delete(self, deed):
        """It stays."""


def test_changes_are_told_together_and_the_next_ones_when_browsers_have_painted():
    async def evening():
        live, told, loop = Updates(), asyncio.Queue(), asyncio.get_running_loop()
        live.attach(loop)
        live.follow(OpenPage(), Visitor(), lambda change: told.put_nowait((loop.time(), change)))
        for topic, line in (("talk", "u1"), ("board", "u2")):
            live.changed(topic, lines=(line,))
        together = await told.get()
        live.changed("notes")
        return together, await told.get()

    (first, together), (second, later) = asyncio.run(evening())
    assert together.topics >= {"talk", "board"}
    assert together.lines == ("u1", "u2")
    assert later.topics == {"notes"}
    assert second - first >= REST_SECONDS - 0.005


def test_what_nobody_waits_for_comes_with_the_next_news_or_by_itself():
    async def evening():
        live, told, loop = Updates(), asyncio.Queue(), asyncio.get_running_loop()
        live.attach(loop)
        live.follow(OpenPage(), Visitor(), lambda change: told.put_nowait((loop.time(), change)))
        await told.get()
        live.changed("board", at_leisure=True)
        live.changed("talk", lines=("u1",))
        together, began = await told.get(), loop.time()
        live.changed("board", lines=("u1",), at_leisure=True)
        return together, began, await told.get()

    (_, together), began, (alone_at, alone) = asyncio.run(evening())
    assert together.topics == {"board", "talk"}
    assert (alone.topics, alone.lines) == ({"board"}, ("u1",))
    assert alone_at - began >= LEISURE_SECONDS - 0.005


def test_pages_whose_keys_are_worthless_are_led_to_the_door_and_hear_nothing_more():
    """Those of others stay, and so does the one that is to be read, which hears nothing more either."""
    jay, russ = Visitor("Jay", "1"), Visitor("Russ", "1")

    async def evening():
        live, told = Updates(), []
        live.attach(asyncio.get_running_loop())
        gone, read, stays = OpenPage(jay, name="gone"), OpenPage(jay, name="read"), OpenPage(russ, name="stays")
        for page, whose in ((gone, jay), (read, jay), (stays, russ)):
            live.follow(page, whose, lambda change, page=page: told.append(page))
        await asyncio.sleep(2 * REST_SECONDS)
        gone.visitors.clear()
        read.visitors.clear()
        told.clear()
        live.dismiss(but=read)
        live.changed("talk")
        await asyncio.sleep(2 * REST_SECONDS)
        assert told == [stays]
        assert (live.is_open(jay), live.is_open(russ)) == (False, True)
        assert [gone.opened, read.opened, stays.opened] == [["/seat"], [], []]
        assert not gone.is_deleted
        await asyncio.sleep(0.2)
        return [gone.is_deleted, read.is_deleted, stays.is_deleted]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.web.updates.FAREWELL_SECONDS", 0.25)
        assert asyncio.run(evening()) == [True, False, False]
