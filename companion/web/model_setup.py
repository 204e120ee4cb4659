"""A language model set up on the page: found, tested with what play asks, and switched on, beside the page's loop."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from companion.app.model_examination import STANDINGS
from companion.app.model_examination import told as examination_told
from companion.app.model_setup import PLACES, address_of, answering, leaves, model_at, switch, switch_on, try_out
from companion.base.addresses import local, without_passwords
from companion.base.clock import Clock
from companion.base.config import Settings
from companion.base.errors import CompanionError, ModelKeyRefused, told
from companion.llm.port import key_for
from companion.llm.standing import Examined, Standing
from companion.web.actions import for_table
from companion.web.keys import Visitor
from companion.web.strings import words
from engine.phrase import Phrase

if TYPE_CHECKING:  # the page opens without clients of servers
    from companion.llm.openai_server import OpenAIModel

MOST_LISTED = 200
"""Models of one server that the page lists."""
_PRICES = ("llm_price_read", "llm_price_written")
_MOST_LETTERS = 1_000
_KEY = re.compile(r"[!-~]{1,1000}")
"""Keys that can be sent."""

SetupState = Literal["idle", "looking", "asking", "loading", "testing", "saving"]


class SetupUnderWay(CompanionError):
    """A server is being asked, or a model tested."""


class SetupRefused(CompanionError):
    """The text typed is no key or no price, or the model is of no use."""


@dataclass(frozen=True, slots=True)
class ModelNow:
    """Progress of setting up; it never holds a key.

    Attributes:
        state: idle: nothing is being done.
        answering: Usual places on this computer where a server answers; None before anybody looked.
        server: Host that was asked, for people.
        leaves: What leaves this computer for it.
        models: Names of its models.
        wants_key: Whether it wants a key, or another one.
        problem: Why it went no further, one sentence with what to do.
        model: Name of the model that is or was tested.
        done: Lines of the test that are done.
        of: Lines of the test.
        result: The test in words.
        standing: How far the model is believed; None before the test.
        priced: Whether a price could be told.
        helps: Model that helps from now on, with its server; empty while none does.
        off: Model that was set up and is switched off.
        unkept: Whether the key has to be set in the environment.
    """

    state: SetupState = "idle"
    answering: tuple[str, ...] | None = None
    server: str = ""
    leaves: str = ""
    models: tuple[str, ...] = ()
    wants_key: bool = False
    problem: str = ""
    model: str = ""
    done: int = 0
    of: int = 0
    result: str = ""
    standing: Standing | None = None
    priced: bool = True
    helps: str = ""
    off: str = ""
    unkept: bool = False


class _Stopped(Exception):
    """Somebody stopped the test."""


class ModelSetup:
    """Does one thing at a time, in a thread of its own. Safe to call from several threads.

    Args:
        settings: Effective settings.
        clock: Measures.
        changed: Told whenever it is further.
        helped: Told the settings by which a model helps from now on.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        changed: Callable[[], None],
        helped: Callable[[Settings], None],
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._changed = changed
        self._helped = helped
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._server: OpenAIModel | None = None
        self._tested: tuple[OpenAIModel, Examined, Standing] | None = None
        self._key: str | None = None
        self._said = ""
        self._asked: Callable[[], ModelNow] | None = None
        self.now = self._with_switch(ModelNow())

    def look(self) -> None:
        """Look where a server answers on this computer; nothing where it was looked already, or is being looked."""
        if self.now.answering is None and self.now.state == "idle":
            self._begin(replace(self.now, state="looking"), self._look)

    def ask(self, said: str, key: str) -> None:
        """Ask a server for its models; returns at once. Begins when the look at this computer is over.

        Args:
            said: The name of a usual place, or an address; the one that was asked last where empty.
            key: Key for it; one that was set for it, if any, where empty.
        """

        def work() -> ModelNow:
            return self._ask(said[:_MOST_LETTERS] or self._said, key.strip() or None)

        with self._lock:
            if self.now.state == "looking":
                self._asked = work
                return
        self._begin(self._asking(), work)

    def test(self, name: str) -> None:
        """Ask a model of that server what play asks; returns at once. Nothing where it has no such model."""
        server = self._server
        if server is not None and name in self.now.models:
            first = replace(
                self.now, state="loading", model=name, done=0, of=0, problem="", result="", standing=None, unkept=False
            )
            self._begin(first, lambda: self._test(server, name))

    def stop(self) -> None:
        """End the test after the answer that is waited for."""
        self._end.set()

    def price(self, read: str, written: str) -> None:
        """Take the prices of a million tokens of the tested model, as its server's page tells them.

        Raises:
            SetupRefused: They are no numbers.
        """
        prices = [_number(read), _number(written)]
        if self._tested is None or any(each is None for each in prices):
            raise SetupRefused(words("model.no_number"))
        for name, value in zip(_PRICES, prices, strict=True):
            self._settings = self._settings.having(name, value, "the page")
        self._show(self._told(self.now))

    def help(self, on: bool) -> None:
        """Switch on the tested model, or the one that was set up before; or switch it off. Returns at once."""
        self._begin(replace(self.now, state="saving", problem=""), lambda: self._switch(on=on))

    def _begin(self, first: ModelNow, work: Callable[[], ModelNow]) -> None:
        with self._lock:
            if self.now.state != "idle":
                raise SetupUnderWay(words("model.under_way"))
            self.now = first
            self._end.clear()
        threading.Thread(target=self._work, args=(work,), name="model setup", daemon=True).start()
        self._changed()

    def _work(self, work: Callable[[], ModelNow]) -> None:
        try:
            self.now = work()
        except _Stopped:
            self.now = replace(self.now, problem="")
        except CompanionError as problem:
            refused = isinstance(problem, ModelKeyRefused)  # what to do about it is on the page
            said = str(problem) if refused else told(problem)
            self.now = replace(self.now, problem=said, wants_key=refused or self.now.wants_key)
        finally:
            with self._lock:
                asked, self._asked = self._asked, None
                self.now = replace(self.now, state="idle") if asked is None else self._asking()
            self._changed()
        if asked is not None:
            self._work(asked)

    def _asking(self) -> ModelNow:
        return replace(self._with_switch(ModelNow()), state="asking", answering=self.now.answering)

    def _look(self) -> ModelNow:
        return replace(self.now, answering=tuple(each.name for each in answering(self._clock)))

    def _ask(self, said: str, key: str | None) -> ModelNow:
        self._server, self._tested, self._key, self._said = None, None, None, said
        if key is not None and not _KEY.fullmatch(key):
            raise SetupRefused(words("model.no_key"))
        url = address_of(said)
        server = model_at(url, key or key_for(self._settings, url), self._clock)
        self._show(replace(self.now, server=server.server, leaves=leaves(url)))
        names = server.ping()[:MOST_LISTED]
        self._server, self._key = server, key
        problem = "" if names else words("model.none_there", server=server.server)
        return replace(self.now, models=names, problem=problem)

    def _test(self, server: OpenAIModel, name: str) -> ModelNow:
        if (server.address, name) != (self._settings.llm_url, self._settings.llm_model):
            for each in _PRICES:  # those of another model
                if getattr(self._settings, each):
                    self._settings = self._settings.having(each, 0.0, "the page")
        self._tested = None
        self._tested = try_out(self._settings, server, name, self._clock, self._reached)
        return self._told(self.now)

    def _reached(self, done: int, of: int) -> None:
        if self._end.is_set():
            raise _Stopped
        self._show(replace(self.now, state="testing", done=done, of=of))

    def _told(self, now: ModelNow) -> ModelNow:
        assert self._tested is not None
        model, examined, standing = self._tested
        result = examination_told(examined, self._settings)
        priced = local(model.address) or not examined.counted or bool(self._settings.llm_price_read)
        return replace(now, result=result, standing=standing, priced=priced, leaves=leaves(model.address))

    def _switch(self, *, on: bool) -> ModelNow:
        kept = True
        if on and self._tested is not None:
            model, _, standing = self._tested
            if standing == "none":
                raise SetupRefused(STANDINGS[standing])
            self._settings, kept = switch_on(self._settings, model, self._key)
            if kept:
                self._key = None
        elif not on or self._settings.llm_url is not None:
            self._settings = switch(self._settings, on=on)
        self._helped(self._settings)
        return self._with_switch(replace(self.now, unkept=not kept))

    def _with_switch(self, now: ModelNow) -> ModelNow:
        """The text shown, with the model that helps by the settings."""
        settings = self._settings
        if settings.llm_url is None:
            return now
        named = without_passwords(settings.llm_url)
        if settings.llm_model:
            named = words("model.at", model=settings.llm_model, server=named)
        helps = settings.model_follows or settings.model_writes or settings.model_tells
        return replace(now, helps=named if helps else "", off="" if helps else named)

    def _show(self, now: ModelNow) -> None:
        self.now = now
        self._changed()


def standing_told(standing: Standing) -> Phrase:
    """One sentence on how far a model is believed."""
    return STANDINGS[standing]


def places() -> tuple[tuple[str, str], ...]:
    """Usual places of a server: name, and host for people."""
    return tuple((each.name, urlsplit(each.url).netloc) for each in PLACES)


def _number(said: str) -> float | None:
    try:
        found = float(said.replace(",", ".").strip(" $€"))
    except ValueError:
        return None
    return found if 0 <= found < 1_000_000 else None


class ModelDeeds:
    """Set-up of the language model from the table's page; every call returns at once.

    Args:
        setup: Does it.
        visitor: Whose page it is.

    Raises (every deed):
        NotAllowed: It is not the table's page.
        SetupUnderWay: Something is being done already.
    """

    def __init__(self, setup: ModelSetup, visitor: Visitor) -> None:
        self._setup = setup
        self._visitor = visitor

    def look(self) -> None:
        """See `ModelSetup.look`."""
        self._allowed().look()

    def ask(self, said: str, key: str) -> None:
        """See `ModelSetup.ask`."""
        self._allowed().ask(said, key)

    def test(self, name: str) -> None:
        """See `ModelSetup.test`."""
        self._allowed().test(name)

    def stop(self) -> None:
        """See `ModelSetup.stop`."""
        self._allowed().stop()

    def price(self, read: str, written: str) -> None:
        """See `ModelSetup.price`."""
        self._allowed().price(read, written)

    def help(self, on: bool) -> None:
        """See `ModelSetup.help`."""
        self._allowed().help(on)

    def _allowed(self) -> ModelSetup:
        for_table(self._visitor)
        return self._setup
