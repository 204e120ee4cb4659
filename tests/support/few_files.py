"""A table that may have 256 files open, beside a crowd on the network.

Run as `python -m tests.support.few_files FOLDER`, with `--secure` for a network that is served over TLS.

Prints the port it is served at and waits for a line, by which time the crowd is there, then prints as JSON what came of
the page, of a typed line and of a spoken one: before, in the crowd, without a file left, and after.
"""

import asyncio
import http.client
import json
import os
import resource
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.base.errors import CompanionError
from companion.store import Campaign, open_store
from companion.web.actions import Actions
from companion.web.app_context import AppContext
from companion.web.auth import halves
from companion.web.certificate import certificate_for
from companion.web.connections import Gate, raise_file_limit, share_of_network
from companion.web.evening_opener import EveningOpener
from companion.web.host import EveningHost
from companion.web.keys import Keys, Visitor
from companion.web.lan import LOOPBACK, Lan, bind
from companion.web.updates import Updates
from tests.support.browser import until
from tests.web.test_microphone import ScriptedEquipment
from tests.web.test_table import harbour
from tools.served_beside import ServedBeside

FILES = 256
HEARD_SECONDS = 60.0
THERE = "127.0.0.2"


class Opens(EveningOpener):
    """Opens evenings with a microphone that hears what it is given."""

    ears = ScriptedEquipment()

    def equipment(self, campaign: Campaign, phones: Any) -> Any:
        """The microphone."""
        return self.ears


class Table:
    """The page of a table, served on this computer and on the network; somebody listens.

    Args:
        folder: Its data folder.
        secure: Whether the network is served over TLS.
    """

    def __init__(self, folder: Path, *, secure: bool) -> None:
        clock, taken = SystemClock(), bind(LOOPBACK, 0)
        self.port = int(taken.getsockname()[1])
        settings = load_settings({"data_dir": folder, "page_port": self.port, "voice": False}, environment={})
        self.store = open_store(folder / "companion.db", clock)
        live, self.opens = Updates(), Opens(self.store, settings, "table")
        self.host, keys = EveningHost(self.store, self.opens, live, clock), Keys(folder / "keys.json", clock, self.port)
        gate = Gate(share_of_network(), clock.monotonic)
        lan = Lan(self.port, lambda: THERE, gate, partial(certificate_for, folder))
        self.house = AppContext(settings, self.store, self.host, live, keys, lan, clock)
        self.key = keys.exchange(keys.make_table_link(), "table") or ""
        self.beside = ServedBeside(self.house, taken)
        assert live._loop is not None
        asyncio.run_coroutine_threadsafe(lan.switch_on(secure=secure), live._loop).result()
        self.campaign = self.store.create_campaign("Harbour", "phase-abandon", harbour())
        self.host.open(self.campaign)
        self.host.listen(True)
        until(lambda: self.host.hearing == "on")

    def page(self) -> int:
        """Status of the table's page; 0 when it cannot be reached."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=10.0)
        with suppress(OSError, http.client.HTTPException):
            prefix, secret = halves(self.key)
            connection.request("GET", f"{prefix}/", headers={"Cookie": f"companion_table={secret}"})
            return connection.getresponse().status
        return 0

    def typed(self, number: int) -> str:
        """Type a line as a browser sends it, again under the same number where it was refused; why it was, if so."""
        said = f"We pay for bed {number}."
        try:
            self.house.received.once(f"{number:032x}", lambda: Actions(self.host, Visitor()).say(said, "Mira"))
        except CompanionError as problem:
            return str(problem)
        return ""

    def spoken(self, number: int) -> str:
        """Say a line; a sentence when it was not taken in."""
        said = f"We carry chest {number}."
        self.opens.ears.listener.hear("Russ", said, float(number))
        with suppress(AssertionError):
            until(lambda: said in self.lines, HEARD_SECONDS)
        return "" if said in self.lines else self.host.hearing_problem or "lost"

    @property
    def lines(self) -> list[str]:
        """The talk of the evening."""
        return [each.text for each in self.host.talk.last(100)]

    @property
    def kept(self) -> list[str]:
        """Utterances of it that are on disk."""
        assert self.host.game is not None
        return [each.text for each in self.store.utterances(self.campaign.id, self.host.game.evening)]


def hog() -> list[int]:
    """Every file that can still be opened."""
    found = []
    with suppress(OSError):
        while True:
            found.append(os.dup(0))
    return found


def main(folder: Path, *, secure: bool) -> None:
    """Play it through."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    raise_file_limit()
    table = Table(folder, secure=secure)

    def tried(number: int) -> list[Any]:
        return [table.page(), table.typed(number), table.spoken(number)]

    told: dict[str, Any] = {"before": tried(1)}
    sys.stdout.write(f"{table.port}\n")
    sys.stdout.flush()
    sys.stdin.readline()
    told["crowd"] = tried(2)
    hogged = hog()
    told["no file left"] = tried(3)
    for each in hogged:
        os.close(each)
    told["after"] = [table.page(), table.typed(3), table.spoken(4)]
    told["lines"], told["kept"] = table.lines, table.kept
    sys.stdout.write(json.dumps(told))
    sys.stdout.flush()
    table.beside.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), secure="--secure" in sys.argv)
