"""The command that sets a language model up."""

import getpass
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from companion.app.model_examination import STANDINGS, told
from companion.app.model_setup import (
    PLACES,
    address_of,
    answering,
    leaves,
    model_at,
    switch,
    switch_on,
    try_out,
)
from companion.base.addresses import local
from companion.base.clock import SystemClock
from companion.base.config import Settings
from companion.base.errors import ModelKeyRefused
from companion.base.settings_file import put_settings
from companion.cli.common import complain, settings_of, tell, usage
from companion.cli.terminal import typed_line
from companion.llm.openai_server import OpenAIModel
from companion.llm.port import key_for

_MOST_SHOWN = 30


def model(
    context: typer.Context,
    server: Annotated[
        str | None, typer.Option(help="openai, ollama, lm studio, llama.cpp, or an address; asked for when left out.")
    ] = None,
    name: Annotated[str | None, typer.Option("--model", help="Name of the model there; chosen from a list.")] = None,
    off: Annotated[bool, typer.Option("--off", help="Let no model help any more.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Switch it on without asking, where it is of use.")] = False,
) -> None:
    """Set up a language model: find it, test it with what play asks, switch it on; nobody needs one."""
    settings = settings_of(context)
    if off:
        switch(settings, on=False)
        tell("No model helps from now on.")
        return
    try:
        _set_up(settings, server, name, yes=yes)
    except EOFError:
        usage("The questions were not answered; nothing was changed.")


def _set_up(settings: Settings, server: str | None, name: str | None, *, yes: bool) -> None:
    url = address_of(server or _server())
    found, key = _reached(settings, url)
    models = found.ping()
    if not models:
        complain(f"{found.server} has no model.", "Load one there, as with: ollama pull qwen2.5:7b")
    chosen = name or _chosen(models)
    settings = _priced(settings, found.address, yes=yes)
    tell(str(leaves(found.address)))
    tell(f"Testing {chosen} with what play asks; this takes a minute or two.")
    found, examined, standing = try_out(settings, found, chosen, SystemClock(), _bar)
    tell(str(told(examined, settings)))
    tell(str(STANDINGS[standing]))
    if not (yes and standing != "none") and not _agreed(
        "Let it help, with unclear lines as far as that, notes and recaps?"
    ):
        tell("Nothing was changed.")
        return
    settings, kept = switch_on(settings, found, key)
    tell(f"The model helps from now on. It is written to {settings.file}; companion model --off ends it.")
    if not kept:
        tell("This computer has no keychain: set COMPANION_LLM_KEY to the key wherever you start the companion.")


def _server() -> str:
    there = answering(SystemClock())
    for number, place in enumerate(PLACES, 1):
        tell(f"{number}  {place.name}  {place.url}" + ("  (answers)" if place in there else ""))
    first = PLACES.index(there[0]) + 1 if there else None
    said = _asked("Number, or the address of another server" + (f" [{first}]" if first else ""))
    return said or str(first or "") or _server()


def _reached(settings: Settings, url: str) -> tuple[OpenAIModel, str | None]:
    """The server at an address, and the key that was typed for it."""
    clock, key = SystemClock(), None
    found = model_at(url, key_for(settings, url), clock)
    try:
        found.ping()
    except ModelKeyRefused:
        key = _secret(f"Key of {found.server} (it is not shown)")
        found = model_at(url, key, clock)
        found.ping()
    return found, key


def _chosen(models: tuple[str, ...]) -> str:
    for number, each in enumerate(models[:_MOST_SHOWN], 1):
        tell(f"{number}  {each}")
    while True:
        said = _asked("Which model, number or name [1]") if len(models) > 1 else "1"
        if said in models:
            return said
        if said.isdecimal() or not said:
            number = int(said[:4] or 1)
            if 1 <= number <= len(models):
                return models[number - 1]
        tell(f"{said} is not there.")


def _priced(settings: Settings, url: str, *, yes: bool) -> Settings:
    """The settings with the prices of tokens, asked for where the server is not at home and none are set."""
    if yes or local(url) or (settings.llm_price_read and url == settings.llm_url):
        return settings
    prices = {}
    for field, what in (("llm_price_read", "it reads"), ("llm_price_written", "it writes")):
        said = _asked(f"Price of a million tokens {what}, as on that server's page; empty when you do not know")
        try:
            prices[field] = float(said.replace(",", ".").strip(" $€"))
        except ValueError:
            return settings
    return put_settings(settings, dict(prices), "Prices for companion model.")


def _bar(done: int, of: int) -> None:
    tell(f"{done} of {of} lines")


def _asked(question: str) -> str:
    return typed_line(f"{question}: ").strip()


def _agreed(question: str) -> bool:
    return _asked(f"{question} [Y/n]").lower() in {"", "y", "yes"}


def _secret(question: str, read: Callable[[str], str] = getpass.getpass) -> str:
    said = (read(f"{question}: ") if sys.stdin.isatty() else typed_line(f"{question}: ")).strip()
    if not said:
        complain("No key was given.", "Set COMPANION_LLM_KEY, or run companion model again.")
    return said
