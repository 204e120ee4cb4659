"""Effective settings: defaults < companion.toml < COMPANION_* < command line. Keys come from the environment only."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from platformdirs import PlatformDirs
from platformdirs.api import PlatformDirsABC
from pydantic import Field, PrivateAttr, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from companion.base.addresses import without_passwords
from companion.base.errors import SettingsError
from companion.base.file_limits import read_toml
from engine.phrase import Phrase, joined, phrase, verbatim

PREFIX = "COMPANION_"
CONFIG_FILE = "companion.toml"
DATABASE_FILE = "companion.db"
COMMAND_LINE = "command line"
DEFAULT = "default"

# Variables with the prefix that are read here but are no setting of their own.
_CONFIG = "COMPANION_CONFIG"
_KEYS = {"llm_key": "COMPANION_LLM_KEY", "transcription_key": "COMPANION_TRANSCRIPTION_KEY"}
_KEY = re.compile(r"[!-~]+")
# Addresses of servers, which may have a password in them.
_URLS = frozenset({"database_url", "llm_url", "openai_key_for", "transcription_url"})
# Other names of a setting; its regular variable wins.
_ALIASES = {"OPENAI_API_KEY": "llm_key", "COMPANION_HOME": "data_dir"}


class Settings(BaseSettings):
    """Settings of the companion; made by `load_settings` and handed down.

    Every field can stand in `companion.toml` under its name, in the environment as COMPANION_<NAME>, or on the command
    line. The exceptions are the keys of servers, which only the environment may hold.
    """

    model_config = SettingsConfigDict(frozen=True, extra="forbid", validate_default=True)

    data_dir: Path = Field(description="Folder of campaigns, notes and voiceprints (also COMPANION_HOME).")
    database_url: str | None = Field(
        None, repr=False, description="Database URL; a SQLite file in the data folder when unset."
    )
    language: str = Field("en", pattern=r"^[a-z]{2,3}$", description="Language spoken at the table.")
    whisper_model: str = Field(
        "packaged-base",
        min_length=1,
        description="Speech model: packaged-base, packaged-tiny (faster, less exact), or the folder of another one.",
    )
    model_cache: Path | None = Field(
        None, description="Folder for unpacked speech models; the user's cache when unset."
    )
    cpu_threads: int = Field(1, ge=1, le=64, description="Threads for speech recognition; more are often slower.")
    transcription_url: str | None = Field(
        None,
        repr=False,
        description="OpenAI-compatible server that transcribes what is said; without it no sound leaves this computer.",
    )
    transcription_model: str = Field("whisper-1", min_length=1, description="Name of the model on that server.")
    transcription_key: SecretStr | None = Field(None, description="Key of that server; environment only.")
    microphone: str | None = Field(None, description="Name or number of the microphone; the system's when unset.")
    speaker: str | None = Field(None, description="Name or number of the loudspeaker; the system's when unset.")
    voice: bool = Field(True, description="Speak the announcements.")
    verbosity: Literal["quiet", "normal", "full"] = Field("normal", description="How much is said aloud.")
    last_time: bool = Field(True, description="Begin an evening with what happened last time.")
    trust: Literal["careful", "normal", "brisk"] = Field(
        "normal",
        description="careful asks before important actions, normal when unsure, brisk only for missing details.",
    )
    consent: Literal["off", "remind", "require"] = Field(
        "remind", description="Ask people whether they agree to being heard, or only hear those who do."
    )
    unknown_voices: Literal["auto", "keep", "drop"] = Field(
        "auto", description="Words in unknown voices; auto drops them where consent is required or was withdrawn."
    )
    voice_encryption: Literal["auto", "keychain", "off"] = Field(
        "auto", description="Encrypt voiceprints with the system's keychain: where it has one, always, or never."
    )
    keep_words_days: int | None = Field(
        None, ge=1, le=36500, description="Days after which what was said is deleted; kept when unset."
    )
    dice: str = Field("app", description="Who rolls: app, table, seed:N or script:FILE.")
    endpoint_seconds: float = Field(0.48, ge=0.2, le=3.0, description="Silence in seconds that ends an utterance.")
    page_port: int = Field(8787, ge=0, le=65535, description="Port of the page on this computer; 0 for any free one.")
    page_language: str = Field(
        "en", pattern=r"^[a-z]{2,3}(_[A-Z]{2})?$", description="Language the page is shown in, if it is translated."
    )
    page_lan: bool = Field(False, description="Let phones on the same network open their seats' pages.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("WARNING", description="What is logged.")
    llm_url: str | None = Field(
        None,
        repr=False,
        description="OpenAI-compatible server; without it no model is asked.",
    )
    llm_model: str | None = Field(None, min_length=1, description="Name of the model on that server.")
    model_helps: bool = Field(
        False, description="Let that server help: with unclear lines, the notes of an evening, and recaps."
    )
    second_opinion: bool = Field(False, description="Older: ask that server about unclear lines, or not.")
    llm_tokens_an_hour: int = Field(200_000, ge=0, description="Most tokens an hour for unclear lines.")
    llm_timeout_seconds: float = Field(20.0, gt=0, le=600, description="Most seconds one question may take.")
    model_scribe: bool = Field(False, description="Older: let it read an evening once it is over, or not.")
    model_recaps: bool = Field(False, description="Older: let it write recaps, or not.")
    scribe_timeout_seconds: float = Field(
        180.0, gt=0, le=3600, description="Most seconds that server may take for one part of a transcript."
    )
    llm_context: int = Field(
        8_192, ge=4_096, le=2_000_000, description="Tokens its model reads and writes at once; more make better notes."
    )
    scribe_tokens: int = Field(300_000, ge=0, description="Most tokens for reading and recapping an evening.")
    llm_key_in_keychain: bool = Field(False, description="Whether the system's keychain keeps the key of that server.")
    llm_price_read: float = Field(0.0, ge=0, description="Price of a million tokens that server reads.")
    llm_price_written: float = Field(0.0, ge=0, description="Price of a million tokens that server writes.")
    openai_key_for: str | None = Field(
        None, repr=False, description="Another address than OpenAI's that OPENAI_API_KEY may be sent to."
    )
    llm_key: SecretStr | None = Field(None, description="Key of that server; environment only.")

    _origins: dict[str, str] = PrivateAttr(default_factory=dict)
    _file: Path | None = PrivateAttr(None)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take only what is handed in: `load_settings` reads the sources itself, to remember what came from where."""
        return (init_settings,)

    @field_validator("data_dir", "model_cache")
    @classmethod
    def _expand_home(cls, folder: Path | None) -> Path | None:
        return None if folder is None else folder.expanduser()

    @field_validator("dice")
    @classmethod
    def _known_dice(cls, dice: str) -> str:
        if not re.fullmatch(r"app|table|seed:\d+|script:.+", dice):
            raise PydanticCustomError("dice", "there is no such dice option")
        return dice

    @field_validator("llm_url", "openai_key_for", "transcription_url")
    @classmethod
    def _readable_address(cls, url: str | None) -> str | None:
        if url is not None:
            # Imported late: most tables name no server, and those that do load it anyway.
            import httpx

            try:
                known = re.match(r"https?://[^\s/]", url) is not None and bool(httpx.URL(url).host)
            except (httpx.InvalidURL, UnicodeError):
                known = False
            if not known:
                raise PydanticCustomError("address", "this is not an address; write it like http://localhost:11434/v1")
        return url

    @field_validator("llm_key", "transcription_key")
    @classmethod
    def _sendable_key(cls, key: SecretStr | None) -> SecretStr | None:
        if key is not None and not _KEY.fullmatch(key.get_secret_value()):
            raise PydanticCustomError("key", "it contains characters other than ASCII; copy it again from that server")
        return key

    @property
    def model_follows(self) -> bool:
        """True where the language server is asked about unclear lines."""
        return self._helps("second_opinion")

    @property
    def model_writes(self) -> bool:
        """True where the language server reads an evening's talk for the notes."""
        return self._helps("model_scribe")

    @property
    def model_tells(self) -> bool:
        """True where the language server tells recaps."""
        return self._helps("model_recaps")

    def _helps(self, older: str) -> bool:
        """An older setting of one kind of help where it was given, and the one for all of them otherwise."""
        return bool(getattr(self, older)) if self.origin(older) != DEFAULT else self.model_helps

    @property
    def database(self) -> str | Path:
        """Address or file of the database, to open the store with."""
        return self.database_url or self.data_dir / DATABASE_FILE

    def origin(self, name: str) -> str:
        """Return the source of a setting's value: a file, a variable, the command line or `default`."""
        return self._origins.get(name, DEFAULT)

    @property
    def file(self) -> Path:
        """The settings file: the one that was read, or where one would be read."""
        return self._file or self.data_dir / CONFIG_FILE

    def having(self, name: str, value: Any, origin: str) -> "Settings":
        """The same settings with another value of one of them.

        Raises:
            SettingsError: It is impossible.
        """
        return _validated({**self.model_dump(), name: value}, {**self._origins, name: origin}, self._file)

    def describe(self) -> tuple["Setting", ...]:
        """Every setting with its effective value and where it came from; secrets only as set or not set."""
        return tuple(
            Setting(name, _shown(name, getattr(self, name)), self.origin(name), field.description or "")
            for name, field in type(self).model_fields.items()
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """One effective setting, for people.

    Attributes:
        name: Its name in the file.
        value: Its value as text.
        origin: Where it came from.
        description: What it is for.
    """

    name: str
    value: str
    origin: str
    description: str


def load_settings(
    flags: Mapping[str, Any] | None = None,
    *,
    config: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Read the settings of this run.

    Args:
        flags: Settings given on the command line; entries that are None were not given.
        config: Settings file; COMPANION_CONFIG or `companion.toml` in the data folder when left out.
        environment: Environment variables; those of the process when left out.

    Raises:
        SettingsError: A source cannot be read, names an unknown setting or gives an impossible value.
    """
    variables = os.environ if environment is None else environment
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    _refuse_unknown(given, COMMAND_LINE)
    _refuse_key(given, COMMAND_LINE)
    _refuse_password(given)
    from_environment, variable_of = _read_environment(variables)
    data_dir = Path(given.get("data_dir") or from_environment.get("data_dir") or default_folder(variables))
    file = _config_file(config, variables, data_dir)
    from_file = _read_file(file) if file else {}
    values = {"data_dir": data_dir, **from_file, **from_environment, **given}
    origins = {
        **{name: str(file) for name in from_file},
        **{name: variable_of[name] for name in from_environment},
        **dict.fromkeys(given, COMMAND_LINE),
    }
    return _validated(values, origins, file)


def settings_now(settings: Settings, name: str) -> Settings:
    """The settings with what their file says by now of one that had its default when they were read.

    Raises:
        SettingsError: The file cannot be read, or its value is impossible.
    """
    if settings.origin(name) != DEFAULT or not settings.file.exists():
        return settings
    written = _read_file(settings.file)
    return settings.having(name, written[name], str(settings.file)) if name in written else settings


def _validated(values: dict[str, Any], origins: dict[str, str], file: Path | None) -> Settings:
    try:
        settings = Settings(**values)
    except ValidationError as exc:
        problem = exc.errors(include_url=False, include_input=False)[0]
        name = str(problem["loc"][0])
        raise SettingsError(
            origins.get(name, DEFAULT),
            name,
            _sentence(problem["msg"]),
            verbatim(Settings.model_fields[name].description or ""),
        ) from exc
    settings._origins.update(origins)
    settings._file = file
    return settings


def _sentence(message: str) -> Phrase:
    return verbatim(message[0].lower() + message[1:])


def default_folder(variables: Mapping[str, str], system: type[PlatformDirsABC] = PlatformDirs) -> Path:
    """The data folder when none is set: where the system keeps data of programs.

    Args:
        variables: Environment variables; XDG_DATA_HOME wins on every system.
        system: Conventions of the operating system.
    """
    base = variables.get("XDG_DATA_HOME")
    former = Path.home() / ".local" / "share" / "companion"  # used on every system once, and still where it exists
    if base:
        return Path(base) / "companion"
    return former if former.is_dir() else system("companion", appauthor=False).user_data_path


def _config_file(config: Path | None, variables: Mapping[str, str], data_dir: Path) -> Path | None:
    """The settings file; one that was asked for must exist, the one in the data folder may."""
    asked = config or (Path(variables[_CONFIG]) if variables.get(_CONFIG) else None)
    if asked is None:
        usual = data_dir / CONFIG_FILE
        return usual if usual.exists() else None
    if not asked.is_file():
        raise SettingsError(
            str(asked), "", phrase("there is no such settings file"), phrase("Check the path, or leave it out.")
        )
    return asked


def _read_file(file: Path) -> dict[str, Any]:
    try:
        values = read_toml(file)
    except OSError as exc:
        raise SettingsError(str(file), "", phrase("it cannot be read: {strerror}", strerror=exc.strerror)) from exc
    except UnicodeDecodeError as exc:
        raise SettingsError(str(file), "", phrase("it is not UTF-8 text"), phrase("Save it as plain text.")) from exc
    except (ValueError, RecursionError) as exc:  # endless numbers and brackets too
        hint = phrase('Lines look like language = "en".')
        raise SettingsError(
            str(file), "", phrase("it is not TOML: {sentence}", sentence=_sentence(str(exc))), hint
        ) from exc
    _refuse_key(values, str(file))
    _refuse_unknown(values, str(file))
    return values


def _refuse_key(values: Mapping[str, Any], source: str) -> None:
    for field in _KEYS.keys() & values.keys():
        hint = phrase("Remove it there and set {field}.", field=_KEYS[field])
        raise SettingsError(source, field, phrase("the key is read from the environment only"), hint)


def _refuse_password(given: Mapping[str, Any]) -> None:
    """Command lines end up in histories, and every user of the computer can list them."""
    for field in _URLS & given.keys():
        if without_passwords(str(given[field])) != given[field]:
            wrong = phrase("every user of this computer could read the password in it")
            hint = phrase("Write it to {file}, or set {field}.", file=CONFIG_FILE, field=f"{PREFIX}{field.upper()}")
            raise SettingsError(COMMAND_LINE, field, wrong, hint)


def _read_environment(variables: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Settings found in the environment, and the variable each came from. Empty variables count as unset."""
    values: dict[str, str] = {}
    origin: dict[str, str] = {}
    for variable in (*_ALIASES, *sorted(set(variables) - set(_ALIASES))):
        text = variables.get(variable, "")
        name = _setting_of(variable)
        if name is not None and text:
            _refuse_unknown({name: text}, "environment", variable)
            values[name], origin[name] = text, variable
    return values, origin


def _setting_of(variable: str) -> str | None:
    if variable in _ALIASES:
        return _ALIASES[variable]
    if variable == _CONFIG or not variable.startswith(PREFIX):
        return None
    return variable.removeprefix(PREFIX).lower()


def _refuse_unknown(values: Mapping[str, Any], source: str, shown: str = "") -> None:
    known = list(Settings.model_fields)
    for name in values:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = (
                phrase("Did you mean {close}?", close=close[0])
                if close
                else phrase("Known settings: {known}.", known=joined(known, ", "))
            )
            raise SettingsError(source, shown or name, phrase("there is no such setting"), hint)


def _shown(name: str, value: Any) -> str:
    if name in _KEYS:
        return "not set" if value is None else "set"
    if value is None:
        return "not set"
    if name in _URLS:
        return without_passwords(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
