"""The door: who is let in, under which names, and that nobody behind it ever sees a key."""

from pathlib import Path
from typing import Any

import pytest
from fastapi import Request
from starlette.exceptions import HTTPException

from companion.web.auth import COOKIES, AuthMiddleware, visitor_of, visitors_of
from companion.web.keys import ROLES, Keys, Visitor
from companion.web.page import Page
from tests.support.clock import FakeClock
from tests.support.loops import run_apart

HOST = "127.0.0.1:8787"
TABLE_COOKIE, SEAT_COOKIE = COOKIES["table"], COOKIES["seat"]


class Behind:
    """What is behind the door: remembers who came, and answers with a page that has a script."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.seen.append(scope)
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", b"24")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"<p>hello</p>", "more_body": True})
        await send({"type": "http.response.body", "body": b"<script>1</script>"})


class Knocker:
    """Knocks at the door as browsers and others do."""

    def __init__(self, folder: Path) -> None:
        self.behind = Behind()
        self.keys = Keys(folder / "keys.json", FakeClock())
        self.names = {HOST}
        self.door = AuthMiddleware(self.behind, self.keys, lambda: frozenset(self.names), ROLES)

    def knock(
        self, path: str = "/", query: str = "", kind: str = "http", method: str = "GET", **headers: str
    ) -> list[dict[str, Any]]:
        """What the door answers; `host` is ours unless given."""
        sent: list[dict[str, Any]] = []
        given = {"host": HOST, **headers}
        scope = {
            "type": kind,
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in given.items() if value],
        }

        async def send(message: Any) -> None:
            sent.append(message)

        run_apart(self.door(scope, None, send))
        return sent

    def session(self, player: str | None = None) -> str:
        """Key of a session, of the table or of a player's seat in the first campaign."""
        link = self.keys.make_table_link() if player is None else self.keys.make_seat_link(1, player)
        return self.keys.exchange(link, "table" if player is None else "seat") or ""

    def status(self, *args: Any, **kwargs: Any) -> int:
        """Status of the answer."""
        return int(self.knock(*args, **kwargs)[0]["status"])


def header(message: dict[str, Any], name: str) -> str:
    """A header of an answer."""
    return next(value.decode() for each, value in message["headers"] if each.decode() == name)


@pytest.fixture
def knocker(tmp_path: Path) -> Knocker:
    return Knocker(tmp_path)


def table_cookie(knocker: Knocker) -> str:
    return f"{TABLE_COOKIE}={knocker.session()}"


def test_a_stranger_gets_nothing(knocker: Knocker) -> None:
    """Without a key neither pages nor scripts nor the socket."""
    for path in ("/", "/seat", "/library", "/_nicegui/x/static/a.js", "/look/theme.css", "/favicon.ico"):
        assert knocker.status(path) == 403
    assert knocker.knock("/_nicegui_ws/socket.io/", kind="websocket", origin=f"http://{HOST}") == [
        {"type": "websocket.close", "code": 1008, "reason": ""}
    ]
    assert knocker.behind.seen == []


def test_a_link_becomes_a_cookie_scripts_cannot_read(knocker: Knocker) -> None:
    """The key leaves the address at once and stays in a strict cookie."""
    key = knocker.keys.make_table_link()
    start, body = knocker.knock("/library", f"key={key}&evening=3")
    cookie = header(start, "set-cookie")
    assert cookie.startswith(f"{TABLE_COOKIE}=")
    assert key not in cookie
    assert knocker.keys.visitor(cookie.partition("=")[2].partition(";")[0], "table") == Visitor()
    assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))
    assert b"/library?evening=3" in body["body"]
    assert key.encode() not in body["body"]
    assert knocker.behind.seen == []


@pytest.mark.parametrize(
    ("path", "query"), [("/", "key=wrong"), ("/", "key="), ("/library", "a=1&key=wrong"), ("/seat/wrong", "")]
)
def test_a_wrong_key_is_refused_even_beside_a_good_cookie(knocker: Knocker, path: str, query: str) -> None:
    """Nobody behind the door ever sees a key, valid or not."""
    seat = knocker.session("Jay")
    cookie = f"{table_cookie(knocker)}; {SEAT_COOKIE}={seat}"
    assert knocker.status(path, query, cookie=cookie) == 403
    assert knocker.behind.seen == []


def test_keys_open_only_their_own_pages(knocker: Knocker) -> None:
    """A seat's key opens no table page, the table's no seat's, by link or by cookie."""
    assert knocker.status("/", f"key={knocker.keys.make_seat_link(1, 'Jay')}") == 403
    assert knocker.status(f"/seat/{knocker.keys.make_table_link()}") == 403
    table, seat = knocker.session(), knocker.session("Jay")
    assert knocker.status("/", cookie=f"{TABLE_COOKIE}={table}") == 200
    assert visitor_of(knocker.behind.seen[-1]).is_table
    assert knocker.status("/seat", cookie=f"{TABLE_COOKIE}={table}") == 403
    assert knocker.status("/", cookie=f"{SEAT_COOKIE}={seat}") == 403
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}") == 200
    assert visitor_of(knocker.behind.seen[-1]) == Visitor("Jay", 1)


def test_a_key_in_the_other_roles_cookie_is_none(knocker: Knocker) -> None:
    """A seat's key in the table's cookie opens nothing, nor the other way round, nor either beside the real one."""
    table, seat = knocker.session(), knocker.session("Jay")
    for path in ("/", "/start", "/library", "/library/file/json", "/library/book", "/statistics", "/phones", "/look/x"):
        assert knocker.status(path, cookie=f"{TABLE_COOKIE}={seat}") == 403, path
    for path in ("/seat", "/seat/library", "/_nicegui_ws/x"):
        assert knocker.status(path, cookie=f"{SEAT_COOKIE}={table}") == 403, path
    assert knocker.behind.seen == []
    assert knocker.status("/look/x", cookie=f"{TABLE_COOKIE}={seat}; {SEAT_COOKIE}={seat}") == 200
    assert visitors_of(knocker.behind.seen[-1]) == {Visitor("Jay", 1)}


def test_a_door_for_seats_knows_no_table(knocker: Knocker) -> None:
    """Where phones come, the table's key opens neither page nor script, and its link is refused."""
    knocker.door = AuthMiddleware(knocker.behind, knocker.keys, lambda: frozenset(knocker.names), frozenset({"seat"}))
    key = knocker.session()
    for path in ("/", "/library/file/json", "/look/theme.css", "/_nicegui_ws/x", "/seat"):
        assert knocker.status(path, cookie=f"{TABLE_COOKIE}={key}; {SEAT_COOKIE}={key}") == 403, path
    assert knocker.status("/", f"key={knocker.keys.make_table_link()}") == 403
    assert knocker.behind.seen == []
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={knocker.session('Jay')}") == 200
    assert knocker.status(f"/seat/{knocker.keys.make_seat_link(1, 'Jay')}") == 200


@pytest.mark.parametrize(
    "scope",
    [
        {},
        {"companion.visitor": Visitor()},
        {"companion.visitor": Visitor("Jay", 1), "companion.admitted": ("table",)},
        {"companion.visitor": Visitor(), "companion.admitted": ("seat",)},
    ],
    ids=["not through the door", "no key asked for", "a seat on the table's page", "the table on a seat's page"],
)
def test_a_page_is_drawn_for_nobody_it_is_not_for(scope: dict[str, Any]) -> None:
    """Whatever let them get so far."""
    house: Any = None
    client: Any = None
    with pytest.raises(HTTPException) as refused:
        Page(house, Request({"type": "http", "headers": [], **scope}), client, "table.title")
    assert refused.value.status_code == 403


def test_a_seats_key_opens_its_library_and_nothing_of_the_tables(knocker: Knocker) -> None:
    """Neither the table's pages nor its files; a path below the seat's that is no page is a link with a wrong key."""
    seat = f"{SEAT_COOKIE}={knocker.session('Jay')}"
    for path in ("/seat", "/seat/library", "/seat/evening"):
        assert knocker.status(path, cookie=seat) == 200
        assert visitor_of(knocker.behind.seen[-1]) == Visitor("Jay", 1)
        assert knocker.status(path, cookie=table_cookie(knocker)) == 403
    opened = len(knocker.behind.seen)
    files = ("/library/file/json", "/library/file/json-safe", "/library/book", "/library/sound/x", "/page-keys.json")
    for path in ("/library", "/library/evening", "/phones", "/statistics", "/start", "/sound", *files):
        assert knocker.status(path, cookie=seat) == 403, path
    for path in ("/seat/library/", "/seat/evening/x", "/seat/file/json", "/seat//library"):
        assert knocker.status(path, cookie=seat) == 403, path
    assert len(knocker.behind.seen) == opened


def test_a_revoked_key_is_worthless(knocker: Knocker) -> None:
    """The cookie of a revoked seat opens nothing any more, and its link neither."""
    seat = knocker.session("Jay")
    knocker.keys.revoke_seat(1, "Jay")
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}") == 403
    link = knocker.keys.make_seat_link(1, "Jay")
    knocker.keys.revoke_seat(1, "Jay")
    assert knocker.status(f"/seat/{link}") == 403


def test_a_link_opens_once(knocker: Knocker) -> None:
    """For the table and for a seat; the session it began goes on, and is no link, nor is the link a session."""
    for path, query, cookie, opens in (
        ("/", f"key={knocker.keys.make_table_link()}", TABLE_COOKIE, "/"),
        (f"/seat/{knocker.keys.make_seat_link(1, 'Jay')}", "", SEAT_COOKIE, "/seat"),
    ):
        key = query.removeprefix("key=") or path.removeprefix("/seat/")
        assert knocker.status(opens, cookie=f"{cookie}={key}") == 403
        start = knocker.knock(path, query)[0]
        session = header(start, "set-cookie").partition("=")[2].partition(";")[0]
        assert knocker.status(path, query) == 403
        assert knocker.status(opens, cookie=f"{cookie}={key}") == 403
        assert knocker.status(opens, cookie=f"{cookie}={session}") == 200
        assert knocker.status("/", f"key={session}") == 403
        assert knocker.status(f"/seat/{session}") == 403


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("HEAD", {}),
        ("POST", {"origin": f"http://{HOST}"}),
        ("GET", {"sec-purpose": "prefetch"}),
        ("GET", {"sec-purpose": "prefetch;prerender"}),
        ("GET", {"purpose": "prefetch"}),
        ("GET", {"x-purpose": "preview"}),
        ("GET", {"x-moz": "prefetch"}),
    ],
)
def test_looking_at_a_link_does_not_use_it_up(knocker: Knocker, method: str, headers: dict[str, str]) -> None:
    """Nor does it say whether there is something behind it."""
    for path, query in (
        ("/", f"key={knocker.keys.make_table_link()}"),
        (f"/seat/{knocker.keys.make_seat_link(1, 'Jay')}", ""),
    ):
        assert knocker.status(path, query, method=method, **headers) == 403
        assert knocker.status(path, query) == 200
    assert knocker.behind.seen == []


def test_a_link_whose_use_cannot_be_kept_is_not_used_up(knocker: Knocker, monkeypatch: pytest.MonkeyPatch) -> None:
    """No room on the disk: told in a sentence, nobody comes in, and the link opens once there is some."""
    key = knocker.keys.make_table_link()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("companion.web.keys.write_whole", full)
        start, body = knocker.knock("/", f"key={key}")
    assert start["status"] == 503
    assert b"set-cookie" not in dict(start["headers"])
    assert b"Free some room" in body["body"]
    assert knocker.status("/", f"key={key}") == 200


def test_whoever_comes_by_a_link_is_told_of(knocker: Knocker) -> None:
    """Once a link was used, and not where one was refused."""
    came: list[str] = []
    knocker.door = AuthMiddleware(knocker.behind, knocker.keys, lambda: frozenset(knocker.names), ROLES, came.append)
    key = knocker.keys.make_table_link()
    for _ in range(2):
        knocker.status("/", f"key={key}")
    knocker.status(f"/seat/{knocker.keys.make_seat_link(1, 'Jay')}")
    assert came == ["table", "seat"]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8787", "127.0.0.1", "127.0.0.1:9999", "", "127.0.0.1.evil:8787"]
)
def test_other_names_are_refused(knocker: Knocker, host: str) -> None:
    """A name that is not ours gets nothing, key or not: rebinding a name to this computer leads nowhere."""
    assert knocker.status("/", cookie=table_cookie(knocker), host=host) == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1:8787", "http://127.0.0.1:1", "null"])
def test_other_origins_are_refused(knocker: Knocker, origin: str) -> None:
    """A page of another site gets nothing, neither by request nor by socket."""
    cookie = table_cookie(knocker)
    assert knocker.status("/", cookie=cookie, origin=origin) == 421
    answer = knocker.knock("/_nicegui_ws/socket.io/", kind="websocket", cookie=cookie, origin=origin)
    assert answer[0]["type"] == "websocket.close"


def test_sockets_and_writing_need_an_origin(knocker: Knocker) -> None:
    """What browsers always send an origin with is refused without one."""
    cookie = table_cookie(knocker)
    assert knocker.knock("/_nicegui_ws/x", kind="websocket", cookie=cookie)[0]["type"] == "websocket.close"
    assert knocker.status("/", method="POST", cookie=cookie) == 421
    own = knocker.knock("/_nicegui_ws/x", kind="websocket", cookie=cookie, origin=f"http://{HOST}")
    assert own == [{"type": "websocket.accept"}]


def test_the_network_is_let_in_only_while_it_is(knocker: Knocker) -> None:
    """Names are asked for at every knock."""
    cookie = table_cookie(knocker)
    assert knocker.status("/", cookie=cookie, host="192.168.0.7:8787") == 421
    knocker.names.add("192.168.0.7:8787")
    assert knocker.status("/", cookie=cookie, host="192.168.0.7:8787") == 200


def test_pages_carry_a_policy_and_a_nonce_of_their_own(knocker: Knocker) -> None:
    """Only the page's own scripts run, nobody may frame it, and no address is told to others."""
    cookie = table_cookie(knocker)
    start, body = knocker.knock("/", cookie=cookie)
    policy = header(start, "content-security-policy")
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert body["body"] == f'<p>hello</p><script nonce="{nonce}">1</script>'.encode()
    assert header(start, "content-length") == str(len(body["body"]))
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert header(start, "referrer-policy") == "no-referrer"
    assert header(start, "cache-control") == "no-store"
    other = knocker.knock("/", cookie=cookie)[0]
    assert nonce not in header(other, "content-security-policy")


@pytest.mark.parametrize(
    "cookie", ["companion_table", "=", "companion_table=\x00", 'a="b; companion_table=', "companion_table=é"]
)
def test_odd_cookies_are_nobodys(knocker: Knocker, cookie: str) -> None:
    """What cannot be read as a cookie is as good as none."""
    assert knocker.status("/", cookie=cookie) == 403
