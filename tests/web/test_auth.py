"""The door: who is let in, under which names, and that nobody behind it ever sees a key."""

from pathlib import Path
from typing import Any

import pytest
from fastapi import Request
from starlette.exceptions import HTTPException

from companion.web.auth import (
    COOKIES,
    AuthMiddleware,
    admit,
    admitted,
    end_other_sessions,
    halves,
    prefix_of,
    visitor_of,
    visitors_of,
)
from companion.web.keys import ROLES, Keys, Visitor
from companion.web.page import Page
from tests.support.clock import FakeClock
from tests.support.loops import run_apart

HOST = "127.0.0.1:8787"
TABLE_COOKIE, SEAT_COOKIE = COOKIES["table"], COOKIES["seat"]


class Behind:
    """App behind the authentication: remembers its visitors, and answers with a page that has a script."""

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
        self.keys = Keys(folder / "keys.json", FakeClock(), 8787)
        self.names = {HOST}
        self.door = AuthMiddleware(self.behind, self.keys, lambda: frozenset(self.names), ROLES)

    def knock(
        self,
        path: str = "/",
        query: str = "",
        kind: str = "http",
        method: str = "GET",
        *,
        bare: bool = False,
        **headers: str,
    ) -> list[dict[str, Any]]:
        """Return the answer of the authentication; `host` is ours unless given.

        The key in a cookie is taken apart as browsers hold it, unless `bare`: half of the first goes before the path.
        """
        sent: list[dict[str, Any]] = []
        if "cookie" in headers and not bare:
            held = [each.split("=") for each in headers["cookie"].split("; ")]
            path = f"{halves(held[0][1]).prefix}{path}"
            headers["cookie"] = "; ".join(f"{name}={halves(key).secret}" for name, key in held)
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
        link = self.keys.make_table_link() if player is None else self.keys.make_seat_link("1", player)
        return self.keys.exchange(link, "table" if player is None else "seat") or ""

    def status(self, *args: Any, **kwargs: Any) -> int:
        """Status of the answer."""
        return int(self.knock(*args, **kwargs)[0]["status"])


def header(message: dict[str, Any], name: str) -> str:
    """A header of an answer."""
    return next(value.decode() for each, value in message["headers"] if each.decode() == name)


def session_in(start: dict[str, Any]) -> str:
    """Key of the session that an answer begins: one half is where its cookie is sent to, the other its value."""
    cookie = header(start, "set-cookie").split("; ")
    path = next(each for each in cookie if each.startswith("Path="))
    return path.removeprefix("Path=/") + cookie[0].partition("=")[2]


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
    key = knocker.keys.make_table_link()
    start, body = knocker.knock("/library", f"key={key}&evening=3")
    cookie = header(start, "set-cookie")
    assert cookie.startswith(f"{TABLE_COOKIE}=")
    assert key not in cookie
    assert knocker.keys.visitor(session_in(start), "table") == Visitor()
    assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))
    assert f"url={halves(session_in(start)).prefix}/library?evening=3" in body["body"].decode()
    assert key.encode() not in body["body"]
    assert knocker.behind.seen == []


@pytest.mark.parametrize(
    ("path", "query"), [("/", "key=wrong"), ("/", "key="), ("/library", "a=1&key=wrong"), ("/seat/wrong", "")]
)
def test_a_wrong_key_is_refused_even_beside_a_good_cookie(knocker: Knocker, path: str, query: str) -> None:
    seat = knocker.session("Jay")
    cookie = f"{table_cookie(knocker)}; {SEAT_COOKIE}={seat}"
    assert knocker.status(path, query, bare=True, cookie=cookie) == 403
    assert knocker.behind.seen == []


def test_keys_open_only_their_own_pages(knocker: Knocker) -> None:
    assert knocker.status("/", f"key={knocker.keys.make_seat_link('1', 'Jay')}") == 403
    assert knocker.status(f"/seat/{knocker.keys.make_table_link()}") == 403
    table, seat = knocker.session(), knocker.session("Jay")
    assert knocker.status("/", cookie=f"{TABLE_COOKIE}={table}") == 200
    assert visitor_of(knocker.behind.seen[-1]).is_table
    assert knocker.status("/seat", cookie=f"{TABLE_COOKIE}={table}") == 403
    assert knocker.status("/", cookie=f"{SEAT_COOKIE}={seat}") == 403
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}") == 200
    assert visitor_of(knocker.behind.seen[-1]) == Visitor("Jay", "1")


def test_a_key_in_the_other_roles_cookie_is_none(knocker: Knocker) -> None:
    """A seat's key in the table's cookie opens nothing, nor the other way round, nor either beside the real one."""
    table, seat = knocker.session(), knocker.session("Jay")
    for path in ("/", "/start", "/library", "/library/file/json", "/library/book", "/statistics", "/phones", "/look/x"):
        assert knocker.status(path, cookie=f"{TABLE_COOKIE}={seat}") == 403, path
    for path in ("/seat", "/seat/library", "/_nicegui_ws/x"):
        assert knocker.status(path, cookie=f"{SEAT_COOKIE}={table}") == 403, path
    assert knocker.behind.seen == []
    assert knocker.status("/look/x", cookie=f"{TABLE_COOKIE}={seat}; {SEAT_COOKIE}={seat}") == 200
    assert visitors_of(knocker.behind.seen[-1]) == {Visitor("Jay", "1")}


def test_a_door_for_seats_knows_no_table(knocker: Knocker) -> None:
    """On the port for phones, the table's key opens neither page nor script, and its link is refused."""
    knocker.door = AuthMiddleware(knocker.behind, knocker.keys, lambda: frozenset(knocker.names), frozenset({"seat"}))
    key = knocker.session()
    for path in ("/", "/library/file/json", "/look/theme.css", "/_nicegui_ws/x", "/seat"):
        assert knocker.status(path, cookie=f"{TABLE_COOKIE}={key}; {SEAT_COOKIE}={key}") == 403, path
    assert knocker.status("/", f"key={knocker.keys.make_table_link()}") == 403
    assert knocker.behind.seen == []
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={knocker.session('Jay')}") == 200
    assert knocker.status(f"/seat/{knocker.keys.make_seat_link('1', 'Jay')}") == 200


@pytest.mark.parametrize(
    "scope",
    [
        {},
        {"companion.visitor": Visitor()},
        {"companion.visitor": Visitor("Jay", "1"), "companion.admitted": ("table",)},
        {"companion.visitor": Visitor(), "companion.admitted": ("seat",)},
    ],
    ids=["not through the door", "no key asked for", "a seat on the table's page", "the table on a seat's page"],
)
def test_a_page_is_drawn_for_nobody_it_is_not_for(scope: dict[str, Any]) -> None:
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
        assert visitor_of(knocker.behind.seen[-1]) == Visitor("Jay", "1")
        assert knocker.status(path, cookie=table_cookie(knocker)) == 403
    opened = len(knocker.behind.seen)
    files = ("/library/file/json", "/library/file/json-safe", "/library/book", "/library/sound/x", "/page-keys.json")
    for path in ("/library", "/library/evening", "/phones", "/statistics", "/start", "/sound", *files):
        assert knocker.status(path, cookie=seat) == 403, path
    for path in ("/seat/library/", "/seat/evening/x", "/seat/file/json", "/seat//library"):
        assert knocker.status(path, cookie=seat) == 403, path
    assert len(knocker.behind.seen) == opened


def test_a_revoked_key_is_worthless(knocker: Knocker) -> None:
    seat = knocker.session("Jay")
    knocker.keys.revoke_seat("1", "Jay")
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}") == 403
    link = knocker.keys.make_seat_link("1", "Jay")
    knocker.keys.revoke_seat("1", "Jay")
    assert knocker.status(f"/seat/{link}") == 403


def test_a_link_opens_once(knocker: Knocker) -> None:
    """For the table and for a seat; the session it began goes on, and is no link, nor is the link a session."""
    for path, query, cookie, opens in (
        ("/", f"key={knocker.keys.make_table_link()}", TABLE_COOKIE, "/"),
        (f"/seat/{knocker.keys.make_seat_link('1', 'Jay')}", "", SEAT_COOKIE, "/seat"),
    ):
        key = query.removeprefix("key=") or path.removeprefix("/seat/")
        assert knocker.status(opens, cookie=f"{cookie}={key}") == 403
        start = knocker.knock(path, query)[0]
        session = session_in(start)
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
    for path, query in (
        ("/", f"key={knocker.keys.make_table_link()}"),
        (f"/seat/{knocker.keys.make_seat_link('1', 'Jay')}", ""),
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
    assert b"Free some disk space" in body["body"]
    assert knocker.status("/", f"key={key}") == 200


def test_a_key_is_not_looked_for_among_many_fields(knocker: Knocker) -> None:
    """Taking thousands apart takes longer than refusing them, and anybody can ask."""
    key = knocker.keys.make_table_link()
    assert knocker.status("/", f"{'a&' * 16}key={key}") == 403
    assert knocker.status("/", f"{'a&' * 15}key={key}") == 200


def test_whoever_comes_by_a_link_is_told_of(knocker: Knocker) -> None:
    came: list[str] = []
    knocker.door = AuthMiddleware(knocker.behind, knocker.keys, lambda: frozenset(knocker.names), ROLES, came.append)
    key = knocker.keys.make_table_link()
    for _ in range(2):
        knocker.status("/", f"key={key}")
    knocker.status(f"/seat/{knocker.keys.make_seat_link('1', 'Jay')}")
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
    cookie = table_cookie(knocker)
    assert knocker.knock("/_nicegui_ws/x", kind="websocket", cookie=cookie)[0]["type"] == "websocket.close"
    assert knocker.status("/", method="POST", cookie=cookie) == 421
    own = knocker.knock("/_nicegui_ws/x", kind="websocket", cookie=cookie, origin=f"http://{HOST}")
    assert own == [{"type": "websocket.accept"}]


def test_the_network_is_let_in_only_while_it_is(knocker: Knocker) -> None:
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
    assert knocker.status(f"/{'x' * 22}/", bare=True, cookie=cookie) == 403


def test_half_a_key_opens_nothing(knocker: Knocker) -> None:
    """Neither the cookie alone nor the address, on any path, whole or in part."""
    for role, path in (("Jay", "/seat"), (None, "/"), (None, "/look/x"), ("Jay", "/look/x")):
        key = knocker.session(role)
        name, (prefix, secret) = SEAT_COOKIE if role else TABLE_COOKIE, halves(key)
        for at in ("", "/", f"/{'x' * 22}", f"/{secret}", f"/{secret[:22]}", "/%"):
            for value in (secret, key):
                assert knocker.status(at + path, bare=True, cookie=f"{name}={value}") == 403, (at, path)
        for cookie in ("", f"{name}={prefix[1:]}", f"{name}={secret[1:]}", f"{name}="):
            assert knocker.status(prefix + path, bare=True, cookie=cookie) == 403
        assert knocker.status(f"/{key}{path}", bare=True, cookie=f"{name}=") == 403
        assert knocker.behind.seen == []
    assert knocker.status("/", cookie=f"{TABLE_COOKIE}={knocker.session()}") == 200


def test_what_is_behind_learns_where_its_pages_stand_and_no_whole_key(knocker: Knocker) -> None:
    """Whatever the browser says of it; the path is that of the page."""
    key = knocker.session()
    knocker.status("/library", cookie=f"{TABLE_COOKIE}={key}", **{"X-Forwarded-Prefix": "//evil.example"})
    scope = knocker.behind.seen[-1]
    assert (scope["path"], scope["raw_path"]) == ("/library", b"/library")
    assert prefix_of(Request(scope).headers) == halves(key).prefix
    assert [name.lower() for name, _ in scope["headers"]].count(b"x-forwarded-prefix") == 1


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "//", "/\t//evil.example"])
def test_a_link_leads_to_this_house_only(knocker: Knocker, path: str) -> None:
    start, body = knocker.knock(path, f"key={knocker.keys.make_table_link()}")
    assert f"url={halves(session_in(start)).prefix}/" in body["body"].decode()


@pytest.mark.parametrize(
    "beside",
    ['foo[bar]={"a":1}', "companion_table=of-another-program", "companion_table", "a=b=c", '="', "", "a,b=1", "é=ü"],
)
def test_a_strange_cookie_takes_no_other_with_it(knocker: Knocker, beside: str) -> None:
    """Before it or after it, of whatever name: each value of the page's own is tried."""
    prefix, secret = halves(knocker.session())
    for cookie in (f"{beside}; {TABLE_COOKIE}={secret}", f"{TABLE_COOKIE}={secret};{beside}"):
        assert knocker.status(f"{prefix}/", bare=True, cookie=cookie) == 200, cookie


def test_a_key_that_was_taken_back_while_its_page_waited_lets_nobody_on(knocker: Knocker) -> None:
    seat, table = knocker.session("Jay"), knocker.session()
    knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}")
    knocker.status("/", cookie=f"{TABLE_COOKIE}={table}")
    at_seat, at_table = knocker.behind.seen
    for scope, role in ((at_seat, "seat"), (at_table, "table")):
        admit(scope, role)
        assert admitted(scope).role == role
    knocker.keys.revoke_seat("1", "Jay")
    knocker.keys.revoke_table()
    for scope, role in ((at_seat, "seat"), (at_table, "table")):
        for asked in (lambda scope=scope, role=role: admit(scope, role), lambda scope=scope: admitted(scope)):
            with pytest.raises(HTTPException) as refused:
                asked()
            assert refused.value.status_code == 403


def test_the_session_that_asks_is_the_one_that_goes_on(knocker: Knocker) -> None:
    """Every other one of the table ends; a seat cannot ask."""
    mine, other, seat = knocker.session(), knocker.session(), knocker.session("Jay")
    knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}")
    knocker.status("/", cookie=f"{TABLE_COOKIE}={mine}")
    at_seat, at_table = knocker.behind.seen
    admit(at_seat, "seat")
    with pytest.raises(HTTPException):
        end_other_sessions(at_seat)
    assert knocker.status("/", cookie=f"{TABLE_COOKIE}={other}") == 200
    admit(at_table, "table")
    end_other_sessions(at_table)
    assert knocker.status("/", cookie=f"{TABLE_COOKIE}={other}") == 403
    assert knocker.status("/", cookie=f"{TABLE_COOKIE}={mine}") == 200
    assert knocker.status("/seat", cookie=f"{SEAT_COOKIE}={seat}") == 200
