"""The door in front of every page: which names, which origins, which keys come in, and what browsers are told.

Nothing behind it is reached without a valid key, websockets included, and no whole key is seen behind it. The first
part of every address is one half of a session's key, and the cookie for these addresses the other: a browser sends a
cookie to whatever program listens at a name, on any port, but only below its path, which no other program knows.
"""

import asyncio
import base64
import hashlib
import html
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlencode

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.keys import HALF, SESSION_SECONDS, Keys, KeysUnreadable, Role, Visitor
from companion.web.messages import is_too_long, sifted
from companion.web.strings import words

log = logging.getLogger(__name__)

COOKIES: Mapping[Role, str] = {"table": "companion_table", "seat": "companion_seat"}
"""Cookie a browser keeps half a key of each role in; a key in the other one's is as good as none."""
_MOST_ALIKE = 8
"""Cookies of one name that are tried; a browser sends two where another program of this computer set one as well."""
_MOST_FIELDS = 16
"""Fields after the question mark in which a link's key is looked for: before the key is known, nothing takes long."""
SEAT_PATH = "/seat"
SEAT_MICROPHONE = f"{SEAT_PATH}/microphone"
"""The path to which a seat's phone sends the sound of its microphone."""
SEAT_PAGES = frozenset({SEAT_PATH, SEAT_MICROPHONE, f"{SEAT_PATH}/library", f"{SEAT_PATH}/evening"})
"""Everything a seat's key opens. Below the first of them, with nothing before it, stands the key of a link."""

_SOCKET = "/_nicegui_ws/"
_SHARED = ("/_nicegui/", _SOCKET, "/look/", "/favicon.ico")
"""Paths that belong to no page: scripts, styles, fonts, and the socket of whatever page is open."""
_SAFE_METHODS = frozenset({"GET", "HEAD"})

_VISITOR = "companion.visitor"
_VISITORS = "companion.visitors"
_ADMITTED = "companion.admitted"
_ENDS_OTHERS = "companion.ends_others"
_PREFIX = "x-forwarded-prefix"
"""Header from which the library learns what stands before every path; here only, whatever a browser says."""

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(self), payment=(), usb=()"),
)
_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
"""Inline scripts run only with the nonce of their page; the library compiles templates in it, hence unsafe-eval."""

REFUSED = (Path(__file__).parent / "refused.js").read_text(encoding="utf-8")
"""Script for a browser whose link to a seat was refused: it forgets the text typed there."""
_HASH = base64.b64encode(hashlib.sha256(REFUSED.encode()).digest()).decode()
_BARE_POLICY = f"default-src 'none'; script-src 'sha256-{_HASH}'; frame-ancestors 'none'".encode()

Authorities = Callable[[], frozenset[str]]
"""Names with port ("127.0.0.1:8787") under which the page may be asked for now."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    """Somebody follows a link: the key in it, the role it has to be for, and the path they want to."""

    key: str
    role: Role
    path: str


class Halves(NamedTuple):
    """A session's key as a browser holds it.

    Attributes:
        prefix: What stands before every path, with a slash.
        secret: Value of the cookie.
    """

    prefix: str
    secret: str


def halves(key: str) -> Halves:
    """Take a session's key apart."""
    return Halves(f"/{key[:HALF]}", key[HALF:])


def visitor_of(scope: Scope) -> Visitor:
    """Return the visitor who asked for a page; authentication has checked the key.

    Raises:
        HTTPException: The request was not authenticated (403).
    """
    visitor = scope.get(_VISITOR)
    if not isinstance(visitor, Visitor):
        raise HTTPException(HTTPStatus.FORBIDDEN, words("door.no_key"))
    return visitor


def admit(scope: Scope, *roles: Role) -> None:
    """Let whoever asked go on to what is for these roles; done once more behind the door, by every route.

    Raises:
        HTTPException: Their key is for another role, or was taken back since they came to the door (403).
    """
    visitor = visitor_of(scope)
    if visitor.role not in roles or visitor not in visitors_of(scope):
        raise HTTPException(HTTPStatus.FORBIDDEN, words("door.no_key"))
    scope[_ADMITTED] = roles


def admitted(scope: Scope) -> Visitor:
    """Return the visitor who asked, once `admit` has allowed the request.

    Raises:
        HTTPException: It did not, or was not asked, or their key was revoked since (403).
    """
    admit(scope, *scope.get(_ADMITTED, ()))
    return visitor_of(scope)


def visitors_of(scope: Scope) -> frozenset[Visitor]:
    """Everybody whose key the browser holds that asked for a page or opened a socket; as of now."""
    visitors: Callable[[], Iterable[Visitor]] = scope.get(_VISITORS, tuple)
    return frozenset(visitors())


def end_other_sessions(scope: Scope) -> None:
    """Make every link and session of the table worthless but the one whose page this is.

    Raises:
        HTTPException: It is not the table that asked (403).
        KeysUnreadable: It cannot be kept; nothing was changed.
    """
    if not admitted(scope).is_table:
        raise HTTPException(HTTPStatus.FORBIDDEN, words("door.no_key"))
    scope[_ENDS_OTHERS]()


def prefix_of(headers: Mapping[str, str]) -> str:
    """Return the prefix of every path a page refers to, as its own request says (`request.headers`)."""
    return headers.get(_PREFIX, "")


class AuthMiddleware:
    """ASGI application in front of another one; each address the page answers on has a door of its own.

    Args:
        app: What is behind the door.
        keys: Who may come in.
        authorities: Host names that are ours.
        roles: Whose keys count here.
        came: Told whose link was used.
    """

    def __init__(
        self,
        app: ASGIApp,
        keys: Keys,
        authorities: Authorities,
        roles: frozenset[Role],
        came: Callable[[Role], object] = lambda _: None,
    ) -> None:
        self.app = app
        self._keys = keys
        self._authorities = authorities
        self._roles = roles
        self._came = came

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or turn away."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        if not self._is_ours(scope, headers):
            await _refuse(scope, send, HTTPStatus.MISDIRECTED_REQUEST, "door.elsewhere")
            return
        if (arrival := _arrival(scope)) is not None:
            await self._welcome(arrival, scope, headers, send)
            return
        prefix, path = _parted(scope["path"])
        look = partial(self._known, path, prefix, _cookies(headers))
        known = look()
        if not known:
            await _refuse(scope, send, HTTPStatus.FORBIDDEN, "door.no_key")
            return
        inside = _below(scope, prefix, path)
        key, inside[_VISITOR] = next(iter(known.items()))
        inside[_VISITORS], inside[_ENDS_OTHERS] = lambda: look().values(), partial(self._keys.revoke_table, key)
        on_socket = path.startswith(_SOCKET)
        if on_socket and is_too_long(headers.get("content-length", "")):
            await _answer(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "", [])
            return
        heard = sifted(receive) if on_socket else receive
        if scope["type"] != "http":
            await self.app(inside, heard, send)
            return
        guarded = _Guarded(send, lambda: key in look())
        await self.app(inside, heard, guarded)
        if guarded.withheld:
            await _refuse(scope, send, HTTPStatus.FORBIDDEN, "door.no_key")

    async def _welcome(self, arrival: _Arrival, scope: Scope, headers: Mapping[str, str], send: Send) -> None:
        """Trade a link's key for a session; whoever only looks what is behind a link does not use it up."""
        session = None
        if scope["method"] == "GET" and not _is_ahead_of_time(headers) and arrival.role in self._roles:
            try:
                session = await asyncio.to_thread(self._keys.exchange, arrival.key, arrival.role)
            except KeysUnreadable as problem:
                log.error("%s", problem)
                await _refuse(scope, send, HTTPStatus.SERVICE_UNAVAILABLE, "door.not_kept")
                return
        if session is None:
            await _refuse(scope, send, HTTPStatus.FORBIDDEN, "door.no_key")
            return
        await _hand_over(send, arrival, session)
        self._came(arrival.role)

    def _is_ours(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Return True where the request names this computer and any page that sent it is this computer's own."""
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        if host not in self._authorities():
            return False
        if origin is None:
            return scope["type"] == "http" and scope["method"] in _SAFE_METHODS
        secure = scope.get("scheme") in {"https", "wss"}
        return origin.lower() == f"{'https' if secure else 'http'}://{host}"

    def _known(self, path: str, prefix: str, cookies: Mapping[str, Sequence[str]]) -> dict[str, Visitor]:
        """Visitors a path may be shown to, by key; a path that belongs to no page is for anybody with a key."""
        roles = (role for role in _roles_at(path) if role in self._roles)
        tried = ((f"{prefix[1:]}{secret}", role) for role in roles for secret in cookies.get(COOKIES[role], ()))
        found = ((key, self._keys.visitor(key, role)) for key, role in tried if halves(key).prefix == prefix)
        return {key: visitor for key, visitor in found if visitor is not None}


def _parted(path: str) -> tuple[str, str]:
    """Split a path into the prefix of a session, where there is one, and the path of the page itself."""
    first, _, rest = path.removeprefix("/").partition("/")
    return f"/{first}", f"/{rest}"


def _below(scope: Scope, prefix: str, path: str) -> dict[str, Any]:
    """A request as it goes on behind the door: for the path of a page, and with what stood before it in a header."""
    headers = [(name, value) for name, value in scope["headers"] if name.decode("latin-1").lower() != _PREFIX]
    named = (_PREFIX.encode(), prefix.encode("latin-1", "replace"))
    return {**scope, "path": path, "raw_path": quote(path).encode(), "headers": [*headers, named]}


def _roles_at(path: str) -> tuple[Role, ...]:
    """Roles whose keys open a path, the table's first."""
    if path.startswith(_SHARED):
        return "table", "seat"
    return ("seat",) if path in SEAT_PAGES else ("table",)


def _arrival(scope: Scope) -> _Arrival | None:
    """The key in an address; None when there is none."""
    path: str = scope["path"]
    if scope["type"] != "http":
        return None
    if path.startswith(f"{SEAT_PATH}/"):
        return _Arrival(path.removeprefix(f"{SEAT_PATH}/"), "seat", SEAT_PATH)
    try:
        asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        return None
    if "key" not in asked:
        return None
    key = asked.pop("key")[0]
    return _Arrival(key, "table", quote(path) + (f"?{urlencode(asked, doseq=True)}" if asked else ""))


class _Guarded:
    """Adds the headers of the house to an answer, and to a page the nonce its own scripts run with.

    Args:
        send: Sends it.
        counts: Whether the key of whoever asked still does; where it was taken back meanwhile, nothing is sent.
    """

    def __init__(self, send: Send, counts: Callable[[], bool]) -> None:
        self.withheld = False
        self._send = send
        self._counts = counts
        self._start: Message | None = None
        self._body = bytearray()
        self._nonce = secrets.token_urlsafe(16)

    async def __call__(self, message: Message) -> None:
        if self.withheld:
            return
        if message["type"] == "http.response.start":
            self.withheld = not self._counts()
            if self.withheld:
                return
            message = {**message, "headers": [*message["headers"], *self._house_headers(message["headers"])]}
            if _is_page(message["headers"]):
                self._start = message
                return
        elif self._start is not None and message["type"] == "http.response.body":
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send_page(self._start)
            return
        await self._send(message)

    async def _send_page(self, start: Message) -> None:
        # The library escapes every "<" of what it puts between tags, so only its own scripts begin like this.
        body = bytes(self._body).replace(b"<script", b'<script nonce="' + self._nonce.encode() + b'"')
        kept = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        await self._send({**start, "headers": [*kept, (b"content-length", str(len(body)).encode())]})
        await self._send({"type": "http.response.body", "body": body})

    def _house_headers(self, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        policy = (b"content-security-policy", _POLICY.format(nonce=self._nonce).encode())
        cached = any(name.lower() == b"cache-control" for name, _ in given)
        return [*_HEADERS, policy, *([] if cached else [(b"cache-control", b"no-store")])]


def _is_page(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in headers)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _cookies(headers: Mapping[str, str]) -> dict[str, list[str]]:
    """Values of each cookie; one that is odd takes no other with it."""
    held: dict[str, list[str]] = {}
    for each in headers.get("cookie", "").split(";"):
        name, _, value = each.strip().partition("=")
        alike = held.setdefault(name, [])
        if len(alike) < _MOST_ALIKE:
            alike.append(value)
    return held


def _is_ahead_of_time(headers: Mapping[str, str]) -> bool:
    """Return True where a browser loads a page because somebody might go there, or to show a picture of it."""
    purposes = (headers.get(name, "").lower() for name in ("sec-purpose", "purpose", "x-purpose", "x-moz"))
    return any(word in each for each in purposes for word in ("prefetch", "prerender", "preview"))


async def _hand_over(send: Send, arrival: _Arrival, session: str) -> None:
    """Keep half the session's key in a cookie scripts cannot read and go on to the address that holds the other.

    A page that goes on by itself, not a redirect: browsers withhold strict cookies on a redirect that another site's
    link began.
    """
    prefix, secret = halves(session)
    settled = f"{COOKIES[arrival.role]}={secret}; Path={prefix}; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Strict"
    target = html.escape(prefix + arrival.path, quote=True)
    body = f'<!doctype html><meta http-equiv="refresh" content="0;url={target}"><title>…</title>'
    await _answer(send, HTTPStatus.OK, body, [(b"set-cookie", settled.encode("latin-1"))])


async def _refuse(scope: Scope, send: Send, status: HTTPStatus, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    sentence = html.escape(words(reason))
    title = html.escape(words("door.title"))
    body = f'<!doctype html><html lang="en"><title>{title}</title><main><h1>{title}</h1><p>{sentence}</p></main>'
    if any(f"{each}/".startswith(f"{SEAT_PATH}/") for each in (scope["path"], _parted(scope["path"])[1])):
        body += f"<script>{REFUSED}</script>"
    await _answer(send, status, body, [])


async def _answer(send: Send, status: HTTPStatus, body: str, headers: list[tuple[bytes, bytes]]) -> None:
    content = body.encode()
    always: list[tuple[bytes, bytes]] = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(content)).encode()),
        (b"content-security-policy", _BARE_POLICY),
        (b"cache-control", b"no-store"),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": [*always, *headers]})
    await send({"type": "http.response.body", "body": content})
