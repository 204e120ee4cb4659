"""The page as people start it: restarts in the middle of a throw, lost connections, strangers, and its log."""

import contextlib
import http.client
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.base.clock import SystemClock
from companion.store import open_store
from companion.web.auth import COOKIES, halves
from companion.web.lan import LOOPBACK, bind
from tests.support.browser import HAPPENS_MS, Screen, Separate, Served, session_of, until
from tests.support.knocking import Knocker
from tests.support.sitting import roster
from tests.web.test_table import harbour

Start = Callable[..., Separate]


def installed(folder: Path) -> None:
    """A data folder with the harbour table in it."""
    with open_store(folder / "companion.db", SystemClock()) as store:
        store.create_campaign("Harbour", "phase-abandon", harbour())


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Status and text of a request that no browser would send."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.putrequest("GET", path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_a_throw_survives_the_server_being_killed(
    separate: Start, browser: Browser, tmp_path: Path, open_page: Callable[..., Screen]
) -> None:
    """Killed in the middle of a throw and started again: the open page comes back by itself, dice and question too."""
    installed(tmp_path)
    server = separate("--dice", "table")
    screen = open_page(server.link)
    assert "key" not in screen.page.url
    screen.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    screen.say("Jay", "two, four and")
    expect(screen.page.get_by_role("alertdialog")).to_be_visible()
    with screen.page.expect_event("load", timeout=HAPPENS_MS):
        server.stop(kill=True)
        server.start()
    expect(screen.page.locator(".talk .line")).to_have_count(2)
    screen.shows("h1", "Jay rolls Haggling")
    expect(screen.page.get_by_role("alertdialog")).to_be_visible()
    screen.say("Jay", "two, four and five")
    screen.shows(".captions", "Two successes")
    key = server.link.split("key=")[1]
    for path in ("/", "/library", f"/seat/{key}", f"/?key={key}x", "/nowhere?key=" + key):
        asked(server.port, path)
    said = "We spoke of the ferry"
    screen.say("Mira", said)
    screen.page.goto("about:blank")  # nothing on it waits for what is stopped now
    server.stop()
    screen.alarms = [alarm for alarm in screen.alarms if "ERR_CONNECTION_REFUSED" not in alarm]
    written = server.log.read_text()
    assert key not in written
    assert said not in written


def test_a_first_start_needs_nothing(separate: Start, open_page: Callable[..., Screen]) -> None:
    """No campaign yet and the port taken: another port, told in a sentence; and the start, with games to play."""
    with bind(LOOPBACK, 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        server = separate(port=port)
    assert f"Port {port} of 127.0.0.1 is taken." in server.told
    screen = open_page(server.link)
    screen.shows("h1", "What are we playing tonight?")
    expect(screen.page.get_by_role("link", name="New campaign")).to_be_visible()
    expect(screen.page.get_by_role("link", name="Play Phase Abandon now")).to_be_visible()
    for path in ("/library", "/statistics"):
        screen.go(path)
        expect(screen.page.get_by_role("link", name="Choose a game")).to_be_visible()


def test_a_session_goes_on_after_a_restart_unless_it_is_to_end(separate: Start) -> None:
    """`--close-others` ends every page of the table that was opened before."""
    server = separate()

    def status(path: str, **headers: str) -> int:
        until(lambda: reached(server.port), what="the page")
        return asked(server.port, path, **headers)[0]

    until(lambda: reached(server.port), what="the page")
    with contextlib.closing(Knocker(server.port)) as knocker:
        begun = knocker.ask(LOOPBACK, "GET", server.link.removeprefix(server.address))
    path, cookie = f"{begun.below}/", begun.cookie.partition(";")[0]
    for options, answers in (((), 200), (("--close-others",), 403)):
        server.stop()
        server.start(*options)
        assert status(path, Cookie=cookie) == answers


def reached(port: int) -> bool:
    """Return True where a server takes connections; it tells its link a moment before."""
    with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port)):
        return True
    return False


def test_where_no_page_is_the_ways_to_the_others_are(table: Callable[..., Screen]) -> None:
    """Whoever mistypes an address sees a page of ours; a file that is missing stays a bare refusal."""
    screen = table()
    get = screen.page.request.get
    for accept, told in (("text/html", True), ("text/css", False)):
        answer = get(screen.at("/nowhere"), headers={"Accept": accept})
        assert answer.status == 404
        assert ("Page not found" in answer.text()) is told


def test_a_stranger_learns_nothing_from_the_server(served: Served) -> None:
    """Without a key, under another name or from another site: refused, with nothing of the table in the answer."""
    served.play(harbour())
    prefix, secret = halves(served.session())
    cookie = f"companion_table={secret}"
    own = f"127.0.0.1:{served.port}"
    assert asked(served.port, f"{prefix}/", Cookie=cookie)[0] == 200
    for status, headers in (
        (403, {}),
        (403, {"Cookie": "companion_table=guess"}),
        (421, {"Cookie": cookie, "Host": "evil.example"}),
        (421, {"Cookie": cookie, "Host": f"localhost.evil:{served.port}"}),
        (421, {"Cookie": cookie, "Host": f"localhost:{served.port}"}),
        (421, {"Cookie": cookie, "Host": own, "Origin": "http://evil.example"}),
        (421, {"Cookie": cookie, "Host": own, "Origin": "null"}),
    ):
        found, text = asked(served.port, f"{prefix}/", **headers)
        assert (found, "Jay" in text) == (status, False)
    polling = f"{prefix}/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert asked(served.port, polling)[0] == 403
    assert asked(served.port, polling, Cookie=cookie, Host=own, Origin="http://evil.example")[0] == 421


class Eavesdropper(BaseHTTPRequestHandler):
    """A program of somebody else on this computer: notes what browsers send it, and leads them on."""

    def do_GET(self) -> None:
        self.server.heard.append((self.path, self.headers.get("Cookie", "")))  # type: ignore[attr-defined]
        body = b"<h1>Hello</h1><img src='/seat'><iframe src='/library'></iframe><script>fetch('/_nicegui_ws/')</script>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", f"{len(body)}")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is written out."""


def test_a_program_on_another_port_is_sent_no_key(
    served: Served, table: Callable[..., Screen], phones: Callable[..., Screen]
) -> None:
    """Cookies are not kept apart by port: the page's are sent to its own addresses only, which nobody else knows."""
    served.play(harbour())
    with ThreadingHTTPServer((LOOPBACK, 0), Eavesdropper) as program:
        program.heard = []  # type: ignore[attr-defined]
        threading.Thread(target=program.serve_forever, daemon=True).start()
        for screen in (table(), phones("Jay")):
            assert {each["name"] for each in screen.context.cookies(screen.page.url)} & set(COOKIES.values())
            page = screen.context.new_page()
            page.goto(f"http://{LOOPBACK}:{program.server_port}/", wait_until="networkidle")
            page.goto(f"http://{LOOPBACK}:{program.server_port}/seat?key=x", wait_until="networkidle")
            page.close()
        program.shutdown()
    heard = program.heard  # type: ignore[attr-defined]
    assert {path for path, _ in heard} >= {"/", "/seat", "/library", "/_nicegui_ws/"}
    assert [sent for sent in heard if any(name in sent[1] for name in COOKIES.values())] == []


def test_a_page_of_another_site_cannot_reach_the_table(served: Served, browser: Browser) -> None:
    """In the browser that holds the cookie: another origin's scripts, frames and sockets get nothing."""
    served.play(harbour())
    context = browser.new_context()
    page = context.new_page()
    page.goto(served.link())
    page.wait_for_selector("h1")
    foreign = context.new_page()
    foreign.route("http://evil.example/*", lambda route: route.fulfill(body="<h1>evil</h1>", content_type="text/html"))
    foreign.goto("http://evil.example/")
    got = foreign.evaluate(
        """async (address) => {
            const asked = await fetch(address + '/', {credentials: 'include'}).then((r) => r.text(), () => 'refused');
            const socket = await new Promise((done) => {
                const at = '/_nicegui_ws/socket.io/?EIO=4&transport=websocket';
                const ws = new WebSocket(address.replace('http', 'ws') + at);
                ws.onopen = () => done('open'); ws.onerror = () => done('refused');
            });
            return [asked, socket];
        }""",
        session_of(page),
    )
    assert got == ["refused", "refused"]
    context.close()


def test_a_lost_connection_comes_back_with_what_was_missed(
    served: Served, table: Callable[..., Screen], open_page: Callable[..., Screen]
) -> None:
    """Offline for a moment: what happened meanwhile is there when the connection is."""
    served.play(harbour())
    here, away = table(), table(viewport={"width": 800, "height": 600})
    away.context.set_offline(True)
    here.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    here.shows("h1", "Jay rolls Haggling")
    away.context.set_offline(False)
    away.shows("h1", "Jay rolls Haggling")
    away.alarms.clear()


def test_what_a_browser_forges_does_nothing(served: Served, table: Callable[..., Screen]) -> None:
    served.play(harbour())
    screen = table()
    screen.shows("h1", "Jay narrates")
    screen.page.evaluate(
        """() => {
            for (const msg of [
                {}, {client_id: 'x'}, {client_id: window.clientId, id: 1, listener_id: 'x', args: ['"a"']},
                {client_id: window.clientId, id: 'x', args: 7},
            ]) window.socket.emit('event', msg);
            window.socket.emit('javascript_response', {client_id: window.clientId, request_id: 'x', result: 1});
        }"""
    )
    screen.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    screen.shows("h1", "Jay rolls Haggling")


@pytest.mark.parametrize(
    "sent", [{"by": ["Nobody"], "words": ["I roll Locks"]}, {"words": [], "by": []}, [], "x", None]
)
def test_a_forged_form_is_read_with_care(served: Served, table: Callable[..., Screen], sent: object) -> None:
    """A form that sends what it never could does no harm; a name nobody has speaks for nobody."""
    served.play(roster())
    screen = table()
    screen.shows("h1", "Jay narrates")
    before = [each.told for each in served.host.deeds]
    screen.page.evaluate(
        """(sent) => {
            const form = document.querySelector('form.say');
            const real = window.FormData;
            const pairs = Object.entries(sent ?? {}).flatMap(([name, all]) => [].concat(all).map((one) => [name, one]));
            window.FormData = function () { return pairs; };
            form.requestSubmit();
            window.FormData = real;
        }""",
        sent,
    )
    screen.say("Mira", "We go on.")
    screen.shows(".talk .line:last-child .words", "We go on.")
    assert [each.told for each in served.host.deeds] == before
    assert "Nobody" not in [each.speaker for each in served.host.talk.last(5)]
