"""A language model behind one narrow port: a question in, a checked value out. Everything works without it."""

from dataclasses import astuple, dataclass
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel

from audio.patience import Patience
from companion.base.clock import Clock
from companion.base.config import Settings

R = TypeVar("R", bound=BaseModel)

OPENAI_KEY = "OPENAI_API_KEY"
OPENAI_HOST = "api.openai.com"


class LanguageModel(Protocol):
    """Answers questions with values of a given shape."""

    def ask(self, instructions: str, question: str, reply: type[R]) -> R:
        """Ask once.

        Args:
            instructions: What the model is to do; never contains what was said at the table.
            question: The material, fenced.
            reply: Shape of the answer.

        Raises:
            ModelUnavailable: No answer in time.
            ModelReplyError: An answer that does not fit the shape.
        """


@dataclass(frozen=True, slots=True)
class Usage:
    """Cost of questions.

    Attributes:
        questions: Answers that came, useful or not.
        tokens_read: Tokens of questions.
        tokens_written: Tokens of answers.
        estimated: Answers whose tokens the server did not count.
    """

    questions: int = 0
    tokens_read: int = 0
    tokens_written: int = 0
    estimated: int = 0

    @property
    def tokens(self) -> int:
        """Both kinds together."""
        return self.tokens_read + self.tokens_written

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(*(mine - its for mine, its in zip(astuple(self), astuple(other), strict=True)))


class MeteredModel(LanguageModel, Protocol):
    """A language model that knows what it cost so far."""

    @property
    def usage(self) -> Usage:
        """Everything asked since it was made."""


class LanguageServer(MeteredModel, Protocol):
    """A metered model on a server of its own."""

    @property
    def server(self) -> str:
        """Host asked, for people; never with a password."""

    @property
    def name(self) -> str | None:
        """Name of the model asked; None while it is the server's first and nothing was asked."""

    @property
    def address(self) -> str:
        """Address as it works, a missing /v1 mended."""

    def choose(self) -> str:
        """Take the server's first model where none is named; returns the name.

        Raises:
            ModelError: The server does not answer, or has none.
        """

    def ping(self) -> tuple[str, ...]:
        """Names of the server's models.

        Raises:
            ModelUnavailable: It does not answer.
            ModelReplyError: What answers is no such server.
        """


def tokens_of(*texts: str) -> int:
    """Tokens some texts are at most likely to have, where no server has counted them."""
    return sum(len(text) // 3 + 1 for text in texts)


def key_for(settings: Settings, url: str) -> str | None:
    """The key that may be sent to an address; None where there is none for it.

    One that was typed for it lies in the keychain. A key of the environment goes to the server it was set for:
    OPENAI_API_KEY, which other programs use too, to OpenAI's own and to the one that `openai_key_for` names;
    COMPANION_LLM_KEY to that of `llm_url`, or to any that is tried while none is set.
    """
    if settings.llm_key_in_keychain:
        from companion.llm.kept_key import kept_key  # late, as below

        if (kept := kept_key(url)) is not None:
            return kept
    if settings.llm_key is None:
        return None
    general = settings.origin("llm_key") == OPENAI_KEY
    named = (settings.openai_key_for or "") if general else settings.llm_url or url
    meant = _server_of(url) == _server_of(named) or (general and _is_openai(url))
    return settings.llm_key.get_secret_value() if meant else None


def _server_of(url: str) -> tuple[str, str | None, int | None]:
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return url, None, None


def _is_openai(url: str) -> bool:
    scheme, host, port = _server_of(url)
    return (scheme, port) == ("https", 443) and f".{host}".endswith(f".{OPENAI_HOST}")


def connect(
    settings: Settings,
    clock: Clock,
    patience: Patience | None = None,
    temperature: float | None = None,
    answer_tokens: int | None = None,
) -> LanguageServer | None:
    """The language model of the settings; None when no server is configured.

    Args:
        settings: Effective settings.
        clock: Measures and waits.
        patience: Bounds of one question; the seconds of the settings when None.
        temperature: 0 for the likeliest answer; the server's own when None.
        answer_tokens: Longest answer in tokens; the server's own bound when None.
    """
    if settings.llm_url is None:
        return None
    # Imported late: its client is a quarter of what a start loads, and most tables name no server.
    from audio.server_client import client_of
    from companion.llm.openai_server import OpenAIModel

    patience = patience or Patience(total_seconds=settings.llm_timeout_seconds)
    client = client_of(settings.llm_url, key_for(settings, settings.llm_url))
    return OpenAIModel(client, clock, settings.llm_model, patience, None, temperature, answer_tokens)
