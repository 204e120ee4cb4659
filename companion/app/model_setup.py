"""Setting a language model up: where it may be, what is there, whether it is of use, and switching it on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from audio.patience import Patience
from companion.app.model_examination import ANSWER_TOKENS, ask_one, examine, standing_of
from companion.base.addresses import local
from companion.base.clock import Clock
from companion.base.config import DEFAULT, Settings
from companion.base.errors import ModelReplyError, SettingsError
from companion.base.settings_file import Value, put_settings
from companion.llm.kept_key import keep_key, kept_key
from companion.llm.standing import Examined, Standing, keep
from engine.phrase import Phrase, phrase

if TYPE_CHECKING:  # the page opens without clients of servers
    from companion.llm.openai_server import OpenAIModel

_LOOK_SECONDS = 5.0
_LOAD_SECONDS = 180.0
_PRICES = ("llm_price_read", "llm_price_written")
_OLDER = ("second_opinion", "model_scribe", "model_recaps")
_LIST_SECONDS = 15.0
_WHY = "Set by companion model."


@dataclass(frozen=True, slots=True)
class Place:
    """A usual place of a language server."""

    name: str
    url: str


PLACES = (
    Place("OpenAI", "https://api.openai.com/v1"),
    Place("Ollama", "http://localhost:11434/v1"),
    Place("LM Studio", "http://localhost:1234/v1"),
    Place("llama.cpp", "http://localhost:8080/v1"),
)


def address_of(said: str) -> str:
    """The address that a number, a name or an address stands for; a missing http:// is added.

    Raises:
        SettingsError: It is none of these.
    """
    said = said.strip()
    for number, place in enumerate(PLACES, 1):
        if said.lower() in {str(number), place.name.lower()}:
            return place.url
    try:
        whole = said if "://" in said else f"{'http' if local(f'http://{said}') else 'https'}://{said}"
        known = urlsplit(whole).hostname is not None
    except ValueError:
        known = False
    if not known:
        hint = phrase("Write it like http://localhost:11434/v1.")
        raise SettingsError("--server", "", phrase("{said} is no address", said=said), hint)
    return whole.rstrip("/")


def model_at(
    url: str, key: str | None, clock: Clock, name: str | None = None, seconds: float = _LIST_SECONDS
) -> OpenAIModel:
    """A model at an address, with patience for one question."""
    from audio.server_client import client_of
    from companion.llm.openai_server import OpenAIModel

    return OpenAIModel(client_of(url, key), clock, name, Patience(total_seconds=seconds, attempts=1))


def answering(clock: Clock) -> tuple[Place, ...]:
    """The usual places on this computer where a server answers just now."""

    def there(place: Place) -> bool:
        try:
            return bool(model_at(place.url, None, clock, seconds=_LOOK_SECONDS).ping())
        except Exception:  # whatever else listens there
            return False

    return tuple(each for each in PLACES if local(each.url) and there(each))


def leaves(url: str) -> Phrase:
    """One sentence on the data that leaves this computer once a model at an address helps."""
    host = urlsplit(url).hostname or url
    if host == "localhost" or host.startswith("127."):
        return phrase("Nothing leaves this computer: the model runs on it.")
    kind = phrase("on your own network") if local(url) else phrase("on the internet")
    return phrase(
        "What is said at the table is sent to {host}, {kind}: unclear lines with what was said around them, names, "
        "sheets and the state of play, and after an evening its whole talk. No sound, no secrets of players, no words "
        "off the record.",
        host=host,
        kind=kind,
    )


def try_out(
    settings: Settings,
    server: OpenAIModel,
    name: str,
    clock: Clock,
    reached: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[OpenAIModel, Examined, Standing]:
    """Ask a model what play really asks, as play asks it, and keep what came of it.

    Args:
        settings: Effective settings.
        server: Where it is.
        name: Its name there.
        clock: Measures.
        reached: Called with the lines that are done, and how many there are.

    Raises:
        ModelError: It does not answer.
    """
    with suppress(ModelReplyError):  # a server may load it with the first question, for longer than play would wait
        ask_one(server.asking(name, _LOAD_SECONDS, ANSWER_TOKENS))
    model = server.asking(name, settings.llm_timeout_seconds, ANSWER_TOKENS)
    examined = examine(model, clock, reached)
    keep(settings.data_dir, examined)
    return model, examined, standing_of(examined)


def switch_on(settings: Settings, model: OpenAIModel, key: str | None) -> tuple[Settings, bool]:
    """Let a model help from now on.

    Args:
        settings: Effective settings; prices that were set since they were read are written as well.
        model: The model, as it works.
        key: Key that was typed; None where none was, or it stands in the environment.

    Returns:
        The settings, and whether the key is kept: False where it has to be set in the environment.

    Raises:
        SettingsError: The settings file cannot be written, or something else than it decides.
    """
    prices = {each: getattr(settings, each) for each in _PRICES if settings.origin(each) != DEFAULT}
    values: dict[str, Value] = {"llm_url": model.address, "llm_model": model.choose(), **prices}
    values |= _helping(settings, on=True)
    _refuse_overruled(settings, values)
    kept = key is None or keep_key(model.address, key)
    if key is not None or settings.llm_key_in_keychain:
        values["llm_key_in_keychain"] = kept and (key is not None or kept_key(model.address) is not None)
    return put_settings(settings, values, _WHY), kept


def switch(settings: Settings, *, on: bool) -> Settings:
    """Let the model that is set help from now on, or none; its address stays.

    Raises:
        SettingsError: The settings file cannot be written, or something else than it decides.
    """
    values = _helping(settings, on=on)
    _refuse_overruled(settings, values)
    return put_settings(settings, values, _WHY)


def _helping(settings: Settings, *, on: bool) -> dict[str, Value]:
    """The one switch; older settings of one kind of help follow it where they are used."""
    return dict.fromkeys(("model_helps", *(each for each in _OLDER if settings.origin(each) != DEFAULT)), on)


def _refuse_overruled(settings: Settings, values: Mapping[str, Value]) -> None:
    """Settings of the environment or the command line that would win over the file at the next start."""
    for name, value in values.items():
        origin = settings.origin(name)
        if origin not in {DEFAULT, str(settings.file)} and getattr(settings, name) != value:
            hint = phrase("Take it away there, and start the companion anew.")
            raise SettingsError(origin, name, phrase("it is set there, which wins over the settings file"), hint)
