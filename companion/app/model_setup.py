"""Setting a language model up: where it may be, what is there, whether it is of use, and switching it on."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from audio.patience import Patience
from audio.server_client import client_of
from companion.app.model_examination import examine, standing_of
from companion.base.clock import Clock
from companion.base.config import Settings
from companion.base.errors import SettingsError
from companion.base.settings_file import Value, put_settings
from companion.llm.kept_key import keep_key
from companion.llm.openai_server import OpenAIModel
from companion.llm.standing import Examined, Standing, keep
from engine.phrase import Phrase, phrase

_LOOK_SECONDS = 2.0
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


def local(url: str) -> bool:
    """Return True for an address of this computer or of the network at home."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith((".local", ".lan", ".home", ".internal"))
    return address.is_private or address.is_loopback or address.is_link_local


def model_at(
    url: str, key: str | None, clock: Clock, name: str | None = None, seconds: float = _LIST_SECONDS
) -> OpenAIModel:
    """A model at an address, with patience for one question."""
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
    settings: Settings, model: OpenAIModel, clock: Clock, reached: Callable[[int, int], None] = lambda done, of: None
) -> tuple[Examined, Standing]:
    """Ask a model what play really asks, and keep what came of it.

    Raises:
        ModelError: It does not answer.
    """
    examined = examine(model, clock, reached)
    keep(settings.data_dir, examined)
    return examined, standing_of(examined)


def switch_on(settings: Settings, model: OpenAIModel, key: str | None) -> tuple[Settings, bool]:
    """Let a model help from now on.

    Args:
        settings: Effective settings.
        model: The model, as it works.
        key: Key that was typed; None where none was, or it stands in the environment.

    Returns:
        The settings, and whether the key is kept: False where it has to be set in the environment.

    Raises:
        SettingsError: The settings file cannot be written.
    """
    kept = key is None or keep_key(model.address, key)
    values: dict[str, Value] = {"llm_url": model.address, "llm_model": model.choose(), "model_helps": True}
    if key is not None:
        values["llm_key_in_keychain"] = kept
    return put_settings(settings, values, _WHY), kept


def switch_off(settings: Settings) -> Settings:
    """Let no model help from now on; its address stays.

    Raises:
        SettingsError: The settings file cannot be written.
    """
    return put_settings(settings, {"model_helps": False}, _WHY)
