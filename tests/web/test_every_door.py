"""Every route, file and socket message the application has, asked for with every kind of key, carried in every way.

The application is served as it is, on this computer's own address and on one that stands for the network. Routes and
messages are read from it: what is added is tried without being listed here.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from nicegui import Client, core
from nicegui import app as nicegui_app
from starlette.routing import BaseRoute, Mount

from companion.store import Campaign
from companion.web import rate_limits
from companion.web.actions import NotAllowed, for_table
from companion.web.auth import COOKIES, SEAT_PAGES, SEAT_PATH, halves
from companion.web.campaigns import Campaigns
from companion.web.downloads import Files, Sounds
from companion.web.keys import Keys, Role, Visitor
from companion.web.lan import LOOPBACK
from companion.web.library_access import LibraryAccess
from companion.web.links import Links
from companion.web.model_setup import ModelDeeds
from tests.companion.dialogue.test_secrets import ROSTER
from tests.support.browser import NETWORK, Served, until
from tests.support.clock import FakeClock
from tests.support.knocking import OLD, REFUSED, Knocker, Polled, Wire, file_of_before
from tests.support.sitting import roster

HANDS = {
    "Ana": ["2 of clubs", "3 of diamonds", "4 of hearts", "queen of spades"],
    "Ben": ["ace of spades", "king of diamonds", "jack of hearts", "5 of clubs"],
    "Gwen": ["6 of clubs", "7 of diamonds", "8 of hearts", "9 of spades", "10 of clubs"],
}
WAYS = ("table's cookie", "seat's cookie", "both cookies", "query", "path")


@dataclass(frozen=True)
class Table:
    """A table with hidden hands, phones switched on, and every kind of key there is."""

    served: Served
    knocker: Knocker
    campaign: Campaign
    keys: dict[str, str]
    hidden: dict[str, tuple[str, ...]]
    """Words that play the cards of each hand."""

    def role(self, key: str) -> Role | None:
        """Whose pages a key opens in a cookie; None when it is worthless there."""
        return {"table": "table", "seat": "seat", "seat of another campaign": "seat"}.get(key)  # type: ignore[return-value]


@pytest.fixture(scope="module")
def table(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    script = tmp_path_factory.mktemp("cards") / "cards.json"
    script.write_text(json.dumps({"dice": [], "cards": [card for hand in HANDS.values() for card in hand]}))
    other = served.campaign(roster(title="Elsewhere"))
    campaign = served.play(ROSTER, f"script:{script}")
    session, keys = served.host.session, served.house.keys
    assert session is not None
    session.submit({"kind": "start_sitting"}, actor="Gwen")
    hidden = {
        player: tuple(card.code for panel in served.host.sheet(player) for card in panel.cards if card.code)
        for player in HANDS
    }
    revoked, used = served.seat_session(campaign, "Ben"), keys.make_table_link()
    keys.revoke_seat(campaign.key, "Ben")
    keys.exchange(used, "table")
    made = {
        "none": "",
        "table": served.session(),
        "seat": served.seat_session(campaign, "Ana"),
        "seat of another campaign": served.seat_session(other, "Jay"),
        "revoked": revoked,
        "of the old file": OLD,
        "link to the table": keys.make_table_link(),
        "link to a seat": keys.make_seat_link(campaign.key, "Gwen"),
        "link that was used": used,
    }
    knocker = Knocker(served.port)
    in_loop(served.house.lan.switch_on())
    with pytest.MonkeyPatch.context() as haste:
        haste.setattr(rate_limits, "PAGES_A_SECOND", 1_000.0)  # how long pages wait is tested beside
        yield Table(served, knocker, campaign, made, hidden)
    in_loop(served.house.lan.switch_off())
    knocker.close()


def in_loop(coroutine: Any) -> Any:
    """Run a coroutine on the loop of the page."""
    assert core.loop is not None
    return asyncio.run_coroutine_threadsafe(coroutine, core.loop).result(60)


def routes() -> list[tuple[str, str]]:
    """Every method and path of the application, with something in the place of each parameter."""
    found = []
    for route in core.app.routes:
        path = filled_in(route)
        methods = getattr(route, "methods", None) or {"GET"}
        found += [(method, path) for method in sorted({*methods, "GET", "HEAD", "POST"})]
    return found


def filled_in(route: BaseRoute) -> str:
    """An address a route answers at."""
    path = str(getattr(route, "path", ""))
    return f"{path}/json" if isinstance(route, Mount) else re.sub(r"{\w+(:\w+)?}", "json", path)


def needed(path: str) -> frozenset[Role]:
    """Whose key opens a path, by its name alone."""
    if path.startswith(("/_nicegui", "/look/")) or path == "/favicon.ico":
        return frozenset({"table", "seat"})
    return frozenset({"seat" if path == SEAT_PATH or path.startswith(f"{SEAT_PATH}/") else "table"})


def cookies(way: str, key: str) -> str:
    """The cookies in which a key is carried."""
    names = {"table's cookie": ["table"], "seat's cookie": ["seat"], "both cookies": ["table", "seat"]}.get(way, [])
    return "; ".join(f"{COOKIES[role]}={halves(key).secret}" for role in names)  # type: ignore[index]


def below(key: str, path: str = "") -> str:
    """The address of a path in which a key is carried."""
    return f"{halves(key).prefix if key else '/nobody'}{path}"


def counts(way: str, role: Role | None) -> bool:
    """Return True where a key for a role is carried so that it may count."""
    return role is not None and way in {"both cookies", f"{role}'s cookie"}


def test_what_should_open_opens_and_nothing_else(table: Table) -> None:
    """Each route by each method, with each key in each place, at each address; refusals tell nothing of a campaign."""
    wrong, tried, opened = [], 0, set()
    for (method, path), key, way, at in product(routes(), table.keys, WAYS[:3], (LOOPBACK, NETWORK)):
        role = table.role(key)
        should = counts(way, role) and role in needed(path) and (at == LOOPBACK or role == "seat")
        answer = table.knocker.ask(
            at,
            method,
            below(table.keys[key], f"{path}?campaign={table.campaign.id}"),
            cookie=cookies(way, table.keys[key]),
        )
        tried += 1
        does = answer.status not in REFUSED and answer.status < 500
        if does is not should or answer.status >= 500 or (not should and told(table, answer.text)):
            wrong.append((answer.status, method, path, key, way, at, told(table, answer.text)))
        elif does and answer.status == 200:
            opened.add(path)
    assert wrong == []
    assert tried > 2000
    assert {"/", "/seat", "/library/file/json", "/start", "/phones", "/look/theme.css"} <= opened


def told(table: Table, text: str) -> list[str]:
    """Words of the campaign being played that a text holds."""
    names = ("The ledger", "Ana", "Ben", "Gwen", "Vesna", "Harrow")
    secret = [word for hand in table.hidden.values() for word in hand]
    return [each for each in (*names, *secret) if re.search(rf"\b{each}\b", text)]


def test_no_answer_leads_out_of_the_addresses_of_a_session(table: Table) -> None:
    """A path that is almost that of a page is none: the library would lead on to it without what stands before it."""
    key = table.keys["table"]
    for path in (
        "/library/",
        "/start/",
        "/library//",
        "//library",
        "//evil.example/",
        "/_nicegui_ws",
        "/statistics/?x=1",
    ):
        answer = table.knocker.ask(LOOPBACK, "GET", below(key, path), cookie=cookies("table's cookie", key))
        assert answer.status == 404, path


def test_an_address_takes_only_links_for_whom_it_serves_and_each_once(table: Table) -> None:
    """By query for the table at this computer only, by path for a seat; the answer is a cookie and nothing else."""
    keys = table.served.house.keys
    fresh = {
        "link to the table": keys.make_table_link,
        "link to a seat": lambda: keys.make_seat_link(table.campaign.key, "Gwen"),
    }
    places = (("/?key=", "table"), ("/library/file/json?key=", "table"), ("/seat/", "seat"))
    for key, at, (path, role) in product(table.keys, (LOOPBACK, NETWORK), places):
        held = fresh[key]() if key in fresh else table.keys[key]
        goes = (key, role) == ("link to a seat", "seat") or (key, role, at) == ("link to the table", "table", LOOPBACK)
        for method, time in (("HEAD", 0), ("POST", 0), ("GET", 1), ("GET", 2)):
            answer = table.knocker.ask(at, method, f"{path}{held or 'x'}")
            opens = goes and time == 1
            assert (answer.status == 200) is opens, (key, at, path, method, time, answer.status)
            assert opens or (answer.status in REFUSED and answer.cookie == "")
            assert told(table, answer.text) == []
            if opens:
                assert answer.cookie.startswith(f"{COOKIES[role]}=")  # type: ignore[index]
                assert held not in answer.cookie + answer.text
                assert f"; Path={answer.below};" in answer.cookie
                assert answer.below not in answer.cookie.partition(";")[0]


def test_each_address_answers_to_its_own_names_only(table: Table) -> None:
    """This computer's names count on its own address, the network's on the network's, whatever key comes along."""
    for key, way, path in product(table.keys, WAYS[:3], ("/", "/seat", "/library/file/json", "/look/theme.css")):
        for at, host in ((NETWORK, LOOPBACK), (NETWORK, "localhost"), (LOOPBACK, NETWORK)):
            held = table.keys[key]
            answer = table.knocker.ask(at, "GET", below(held, path), host=host, cookie=cookies(way, held))
            assert answer.status == 421, (key, way, path, at, host)
    keys = table.served.house.keys
    for path in (f"/?key={keys.make_table_link()}", f"/seat/{keys.make_seat_link(table.campaign.key, 'Gwen')}"):
        for at, host in ((NETWORK, LOOPBACK), (LOOPBACK, NETWORK)):
            assert table.knocker.ask(at, "GET", path, host=host).status == 421


def test_a_seat_reads_its_own_hand_and_no_other(table: Table) -> None:
    others = [word for player in ("Ben", "Gwen") for word in table.hidden[player]]
    own = list(table.hidden["Ana"])
    assert len(others) == 9
    for path, at in product(sorted(SEAT_PAGES), (LOOPBACK, NETWORK)):
        address = f"{path}?evening=1&campaign={table.campaign.id}"
        ana = asked_as_seat(table, at, address, "seat")
        assert [word for word in others if re.search(rf"\b{word}\b", ana)] == []
        assert path != SEAT_PATH or all(word in ana for word in own)
        assert told(table, asked_as_seat(table, at, address, "seat of another campaign")) == []


def asked_as_seat(table: Table, at: str, path: str, key: str) -> str:
    """Return the answer to a seat's key."""
    held = table.keys[key]
    return table.knocker.ask(at, "GET", below(held, path), cookie=cookies("seat's cookie", held)).text


def test_every_route_asks_for_a_key_of_its_own_accord(table: Table) -> None:
    """With the door taken away: who comes with the other role's key, or with none, is refused all the same."""
    ours = [
        (method, path)
        for method, path in routes()
        if not path.startswith("/_nicegui") and path != "/favicon.ico" and method in methods_of(path)
    ]
    assert len(ours) >= 16
    for (method, path), visitor in product(ours, (None, Visitor(), Visitor("Ana", table.campaign.key))):
        status = in_loop(asked_inside(method, path, visitor))
        should = visitor is not None and visitor.role in needed(path)
        assert (status != 403) is should, (method, path, visitor, status)
        assert status < 500


def methods_of(path: str) -> set[str]:
    """Methods the routes at a path take."""
    there = [each for each in core.app.routes if filled_in(each) == path]
    return {method for each in there for method in getattr(each, "methods", None) or ()}


async def asked_inside(method: str, path: str, visitor: Visitor | None) -> int:
    """Status of what the application behind the door answers."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [],
        "root_path": "", "scheme": "http", "server": (LOOPBACK, 1), "client": None, "http_version": "1.1",
        **({} if visitor is None else {"companion.visitor": visitor, "companion.visitors": lambda: {visitor}}),
    }  # fmt: skip
    await core.app(scope, receive, send)
    return int(sent[0]["status"])


def test_every_deed_of_the_table_asks_who_does_it(table: Table) -> None:
    """Even where a seat's page came to hold them, they would do nothing."""
    house, seat = table.served.house, Visitor("Ana", table.campaign.key)
    campaigns, links, reader = Campaigns(house, seat), Links(house, seat), LibraryAccess(house, seat)
    actions, model = house.actions(seat), ModelDeeds(house.model, seat)
    deeds: tuple[Callable[[], object], ...] = (
        campaigns.listed,
        campaigns.draft,
        lambda: campaigns.make({}),
        lambda: campaigns.open(table.campaign.id),
        lambda: campaigns.read_in(b"{}"),
        links.given,
        lambda: links.make("Ana"),
        links.make_for_table,
        lambda: links.revoke("Ben"),
        lambda: links.watching("Ben"),
        lambda: links.close_other_tables({}),
        lambda: asyncio.run(links.let_phones_come(False)),
        lambda: Files(house, seat, ""),
        lambda: Sounds(house.reader).of("A sentence.", seat),
        lambda: reader.correct(None),  # type: ignore[arg-type]
        actions.begin_again,
        lambda: actions.take_back("1"),
        lambda: actions.listen(True),
        actions.try_microphone,
        actions.try_loudspeaker,
        actions.stop_trying,
        lambda: actions.trust("strict"),  # type: ignore[arg-type]
        lambda: actions.app_rolls(True),
        lambda: for_table(seat),
        model.look,
        lambda: model.ask("Ollama", ""),
        lambda: model.test("m"),
        model.stop,
        lambda: model.price("1", "1"),
        lambda: model.help(True),
    )
    for deed in deeds:
        with pytest.raises(NotAllowed):
            deed()
    first = house.store.campaigns()[0]
    jay = Visitor(first.roster["players"][0]["name"], first.key)
    assert LibraryAccess(house, jay, str(table.campaign.id)).campaign == first


class Watched:
    """A page that notes whether the library does anything with it; the guard only asks whose it is."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.touched: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        if name != "request":
            self.touched.add(name)
        return getattr(self._client, name)


def test_a_socket_is_heard_only_for_pages_its_keys_open(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of message the library handles, and listening in, about the table's page and about a seat's."""
    pages = {role: opened(table, role) for role in ("table", "seat")}
    kinds = [each for each in core.sio.handlers["/"] if each not in {"connect", "disconnect"}]
    assert {"handshake", "event", "javascript_response", "ack", "log"} <= set(kinds)
    told_of: set[tuple[str, str]] = set()
    for (role, page), key, way, at in product(pages.items(), table.keys, WAYS[:3], (LOOPBACK, NETWORK)):
        watched = Watched(Client.instances[page])
        monkeypatch.setitem(Client.instances, page, watched)
        held = cookies(way, table.keys[key])
        own = key == role and counts(way, table.role(key)) and (at == LOOPBACK or role == "seat")
        with ExitStack() as open_here:
            listening = Wire(at, table.served.port, held, page, below=below(table.keys[key]))
            open_here.callback(listening.close)
            assert listening.joined <= own, (role, key, way, at)
            talking = Wire(at, table.served.port, held, below=below(table.keys[key]))
            open_here.callback(talking.close)
            assert talking.joined is (counts(way, table.role(key)) and (at == LOOPBACK or table.role(key) == "seat"))
            for kind in kinds if talking.joined else ():
                watched.touched.clear()
                talking.say(kind, message_about(page))
                assert not watched.touched or own, (role, key, way, at, kind)
                told_of.update((role, kind) for _ in watched.touched)
        monkeypatch.undo()
    assert {("table", "event"), ("seat", "event"), ("table", "ack"), ("seat", "handshake")} <= told_of


def message_about(page: str) -> dict[str, object]:
    """Return content that fits any kind of message, about a page."""
    return {
        "client_id": page, "tab_id": "t", "document_id": "d", "next_message_id": 0, "id": 10**6, "listener_id": "x",
        "args": [], "request_id": "x", "result": 1, "level": "debug", "message": "x",
    }  # fmt: skip


def opened(table: Table, role: str) -> str:
    """Id of a page that the table, or Ana, has open."""
    path = "/" if role == "table" else SEAT_PATH
    held = table.keys[role]
    answer = table.knocker.ask(LOOPBACK, "GET", below(held, path), cookie=cookies(f"{role}'s cookie", held))
    found = re.search(r"client_id['\"&#\w;]*: *['\"&#\w;]*?([0-9a-f-]{36})", answer.text)
    assert found is not None
    return found[1]


def test_a_socket_that_was_let_in_loses_its_say_with_its_key(table: Table) -> None:
    """A seat's link is taken back: what its open socket sends does nothing, even about a page of the next link."""
    served, keys = table.served, table.served.house.keys
    first = served.seat_session(table.campaign, "Gwen")
    old = Wire(LOOPBACK, served.port, cookies("seat's cookie", first), below=below(first))
    assert old.joined
    new = served.seat_session(table.campaign, "Gwen")
    answer = table.knocker.ask(LOOPBACK, "GET", below(new, SEAT_PATH), cookie=cookies("seat's cookie", new))
    found = re.search(r"client_id['\"&#\w;]*: *['\"&#\w;]*?([0-9a-f-]{36})", answer.text)
    assert found is not None
    watched = Watched(Client.instances[found[1]])
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Client.instances, found[1], watched)
        old.say("event", message_about(found[1]))
    old.close()
    keys.revoke_seat(table.campaign.key, "Gwen")
    assert watched.touched == set()


def test_a_page_that_was_dismissed_is_deleted_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its browser leaves, and the library would delete it after a while once more."""
    served = table.served
    key = served.seat_session(table.campaign, "Gwen")
    answer = table.knocker.ask(LOOPBACK, "GET", below(key, SEAT_PATH), cookie=cookies("seat's cookie", key))
    page = re.search(r"client_id['\"&#\w;]*: *['\"&#\w;]*?([0-9a-f-]{36})", answer.text)
    assert page is not None
    client = Client.instances[page[1]]
    wire = Wire(LOOPBACK, served.port, cookies("seat's cookie", key), page[1], below=below(key))
    assert wire.joined
    monkeypatch.setattr(nicegui_app.config, "reconnect_timeout", 0.5)
    monkeypatch.setattr("companion.web.updates.FAREWELL_SECONDS", 0.1)
    served.house.keys.revoke_seat(table.campaign.key, "Gwen")
    wire.close()
    until(lambda: client._delete_tasks, what="the library's own look after the page")
    late = next(iter(client._delete_tasks.values()))
    served.live.dismiss()
    until(lambda: client.is_deleted and late.done(), what="the end of the page")
    in_loop(asyncio.sleep(0.1))
    assert "Traceback" not in caplog.text


HOSTILE = (
    "", "0", "9", "b===", "4", "4²", "4[1]", '4{"a":1}', "40", "40", "40/x,", '40{"a":1}', "42", "42[]", "42{}",
    "42[7]", "42[[]]",
    '42["event"]', '42["event",{}]', '42["event",7,8]', '42["connect",{"QUERY_STRING":"client_id=x"}]',
    '42["disconnect"]', '42["nothing",{}]', "43", "43[]", '4399999["x"]', "44", "451-", "451-[]", '459999-["event",{}]',
    "46", "47", "5", "6", "7", "x", "\x00",
    "42" + "[" * 100_000, "42" + "9" * 200, "4" + "x" * 999_999, "2" * 1_000_001,
    '42["event",{"client_id":"PAGE","id":0,"listener_id":"x","args":[]}]',
    '42["event",{"client_id":"PAGE","id":"x","listener_id":[],"args":7}]',
    '42["event",{"client_id":"PAGE","id":0,"listener_id":"x","args":["{"]}]',
    '42["event",{"client_id":["PAGE"]}]', '42["ack",{"client_id":"PAGE","next_message_id":"x"}]',
    '42["ack",{"client_id":"PAGE"}]', '42["javascript_response",{"client_id":"PAGE"}]',
    '42["handshake",{"client_id":"PAGE"}]', '42["handshake",{"client_id":"PAGE","tab_id":7,"document_id":{}}]',
    '42["log",{"client_id":"PAGE","level":"error","message":"LOUD\\nLOUD"}]',
    '42["log",{"client_id":"PAGE","level":"nothing"}]',
)  # fmt: skip


def test_nothing_a_browser_sends_is_written_out_or_breaks_anything(
    table: Table, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Frames and messages of any shape, over a socket and by requests: a line each, no traceback, nothing of theirs."""
    page, key = opened(table, "seat"), table.keys["seat"]
    held = cookies("seat's cookie", key)
    sent = [each.replace("PAGE", page) for each in HOSTILE]
    with caplog.at_level("INFO"):
        wire = Wire(NETWORK, table.served.port, held, below=below(key))
        for frame in (*sent, b"", b"\x00", b"4"):
            wire.send(frame)
        wire.settle()
        wire.close()
        polled = Polled(table.knocker, NETWORK, held, below(key))
        for frame in sent:
            polled.post(frame.encode())
        for body in (b"", b"\xff", b"d=", b"d=42[]", b"\x1e".join([b"42[]"] * 40)):
            polled.post(body)
        assert polled.still_answers()
        for query in ("EIO=3", "EIO=4&transport=LOUD", "EIO=4&transport=polling&j=LOUD", "EIO=4&sid=LOUD%1b[31m", ""):
            for method in ("GET", "POST", "PUT"):
                table.knocker.ask(NETWORK, method, below(key, f"/_nicegui_ws/socket.io/?{query}"), cookie=held)
        assert polled.post(b"1") == 200
        assert [polled.post(b'451-["event",{}]') for _ in range(2)] == [400, 400]
    # The first one of this process is told of, by whatever test.
    assert [each.levelname for each in caplog.records if each.levelname != "INFO"] in ([], ["WARNING"])
    written = "".join(capfd.readouterr()) + caplog.text
    assert "Traceback" not in written
    assert "LOUD" not in written
    assert not [path for path in ("id=x", "nothing") if path in written]


def test_keys_of_the_file_before_are_no_keys(tmp_path: Path) -> None:
    """A list of hashes that are bound to no role: read as empty, and replaced by the next key that is made."""
    file = tmp_path / "keys.json"
    file.write_text(json.dumps(file_of_before()))
    keys = Keys(file, FakeClock(), 8787)
    assert [keys.visitor(OLD, role) for role in ("table", "seat")] == [None, None]  # type: ignore[arg-type]
    assert keys.seats("1") == ()
    made = keys.exchange(keys.make_table_link(), "table")
    assert made is not None
    assert Keys(file, FakeClock(), 8787).visitor(made, "table") == Visitor()
    assert hashlib.sha256(OLD.encode()).hexdigest() not in file.read_text()
