"""Texts for language models: loads `prompts/<name>.md`, checks it and fills in its variables."""

import json
import re
from importlib import resources
from importlib.resources.abc import Traversable
from string import Template

from companion.base.errors import PromptError
from engine.quick_dataclass import dataclass

_KEYS = frozenset({"version", "purpose", "variables"})
_PARTS = re.compile(r"\A---\n(?P<header>.*?)\n---\n(?P<instructions>.*?)\n---\n(?P<question>.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One text for a language model.

    Attributes:
        name: Its file without `.md`.
        version: From 1; one higher with every change of wording.
        purpose: What the answer is for, one sentence.
        variables: Names the question wants.
        instructions: What the model is to do; the same for everybody.
        question: The material, with `$name` where a variable belongs.
    """

    name: str
    version: int
    purpose: str
    variables: frozenset[str]
    instructions: str
    question: str

    def render(self, **values: str) -> str:
        """The question with its variables filled in, each as a JSON string: no text can end its own quotation.

        Raises:
            PromptError: A variable is missing, or one is given that the question does not want.
        """
        _refuse_difference(self.name, wanted=self.variables, found=frozenset(values))
        quoted = {name: json.dumps(_sendable(value), ensure_ascii=False) for name, value in values.items()}
        return Template(self.question).substitute(quoted)


def _sendable(text: str) -> str:
    """The text with a question mark for each half of a pair of letters, which no file and no request can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def load_prompt(name: str, folder: Traversable | None = None) -> Prompt:
    """Read and check one prompt.

    Args:
        name: Its file without `.md`.
        folder: Where it lies; the prompts that come with the companion when None.

    Raises:
        PromptError: There is no such prompt, or it is not of the form that `prompts/README.md` tells.
    """
    file = (folder or resources.files("prompts")) / f"{name}.md"
    if not file.is_file():
        raise PromptError(name, "there is no such prompt")
    parts = _PARTS.match(file.read_text(encoding="utf-8"))
    if parts is None:
        raise PromptError(name, "it needs a header, instructions and a question, with lines of --- between them")
    header = _read_header(name, parts["header"])
    prompt = Prompt(
        name=name,
        version=_read_version(name, header["version"]),
        purpose=header["purpose"],
        variables=frozenset(filter(None, (each.strip() for each in header["variables"].split(",")))),
        instructions=parts["instructions"].strip(),
        question=parts["question"].strip(),
    )
    _check_text(prompt)
    return prompt


def _read_header(name: str, text: str) -> dict[str, str]:
    header = {}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if not colon or key.strip() in header:
            raise PromptError(name, f"the header line {line!r} is not a new `key: value`")
        header[key.strip()] = value.strip()
    if header.keys() != _KEYS:
        raise PromptError(name, f"its header must have exactly {', '.join(sorted(_KEYS))}")
    return header


def _read_version(name: str, text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]*", text):
        raise PromptError(name, f"its version is {text!r}, not a whole number from 1")
    return int(text)


def _check_text(prompt: Prompt) -> None:
    if not (prompt.purpose and prompt.instructions and prompt.question):
        raise PromptError(prompt.name, "purpose, instructions and question may not be empty")
    question = Template(prompt.question)
    if not question.is_valid():
        raise PromptError(prompt.name, "a dollar sign stands alone in its question; write $$ for one")
    _refuse_difference(prompt.name, wanted=prompt.variables, found=frozenset(question.get_identifiers()))


def _refuse_difference(name: str, wanted: frozenset[str], found: frozenset[str]) -> None:
    if missing := wanted - found:
        raise PromptError(name, f"variables are missing: {', '.join(sorted(missing))}")
    if unknown := found - wanted:
        raise PromptError(name, f"variables are not in its header: {', '.join(sorted(unknown))}")
