import asyncio
from contextlib import nullcontext

from companion.web.keys import Visitor
from companion.web.updates import LEISURE_SECONDS, REST_SECONDS, Updates


class OpenPage(nullcontext):
    """What a page's client is to whoever tells it something."""

    id = "page"
    is_deleted = False

    def on_delete(self, deed):
        """It stays."""


def test_changes_are_told_together_and_the_next_ones_when_browsers_have_painted():
    """A browser that is told more while it paints shows both later."""

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
    """News does not wait for it, and it is not forgotten either."""

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
