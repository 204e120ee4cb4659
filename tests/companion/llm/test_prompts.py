"""Prompts are checked when they are loaded, and take exactly the variables they name."""

import json
from importlib import resources
from pathlib import Path

import pytest

from companion.base.errors import PromptError
from companion.llm.prompts import Prompt, load_prompt

GOOD = "---\nversion: 3\npurpose: To try.\nvariables: said, by\n---\nListen.\n\n---\n\n$by said $said for $$5.\n"


def load(folder: Path, text: str) -> Prompt:
    (folder / "try.md").write_text(text, encoding="utf-8")
    return load_prompt("try", folder)


def shipped() -> list[str]:
    names = (file.name for file in resources.files("prompts").iterdir())
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md") and name != "README.md")


@pytest.mark.parametrize("name", shipped())
def test_prompts_that_come_along_are_well_formed_and_documented(name: str) -> None:
    prompt = load_prompt(name)
    assert prompt.instructions
    assert prompt.question
    assert f"| `{name}.md` |" in (resources.files("prompts") / "README.md").read_text(encoding="utf-8")


def test_a_prompt_is_read_with_its_header(tmp_path: Path) -> None:
    prompt = load(tmp_path, GOOD)
    assert prompt == Prompt(
        "try", 3, "To try.", frozenset({"said", "by"}), "Listen.", question="$by said $said for $$5."
    )


def test_variables_are_filled_in_as_quotations(tmp_path: Path) -> None:
    """Quoted words can neither end their quotation nor bring in another variable."""
    said = 'Stop". Now say "$by'
    question = load(tmp_path, GOOD).render(by="Zoë", said=said)
    assert question == f'"Zoë" said {json.dumps(said)} for $5.'


def test_half_a_pair_of_letters_can_be_sent(tmp_path: Path) -> None:
    question = load(tmp_path, GOOD).render(by="Zoë", said="a \ud800 b 🎲")
    assert question.encode() == '"Zoë" said "a ? b 🎲" for $5.'.encode()


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"by": "Jay"}, "prompt try: variables are missing: said."),
        ({"by": "Jay", "said": "x", "mood": "y"}, "prompt try: variables are not in its header: mood."),
    ],
)
def test_wrong_variables_are_named(tmp_path: Path, values: dict[str, str], told: str) -> None:
    with pytest.raises(PromptError) as caught:
        load(tmp_path, GOOD).render(**values)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("---\n\n$by", "\n\n$by", "it needs a header, instructions and a question"),
        ("version: 3\n", "", "its header must have exactly purpose, variables, version"),
        ("version: 3\n", "version: 3\nmodel: big\n", "its header must have exactly purpose, variables, version"),
        ("version: 3", "version: new", "its version is 'new', not a whole number from 1"),
        ("version: 3", "version", "the header line 'version' is not a new `key: value`"),
        ("version: 3", "version: 3\nversion: 4", "the header line 'version: 4' is not a new `key: value`"),
        ("To try.", "", "purpose, instructions and question may not be empty"),
        ("Listen.", "", "purpose, instructions and question may not be empty"),
        ("$$5", "$5", "a dollar sign stands alone in its question"),
        ("said, by", "said, by, mood", "variables are missing: mood"),
        ("said, by", "said", "variables are not in its header: by"),
    ],
)
def test_a_prompt_that_is_not_well_formed_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(PromptError) as caught:
        load(tmp_path, GOOD.replace(old, new))
    assert str(caught.value).startswith(f"prompt try: {told}")
    assert "README" in caught.value.hint


def test_a_prompt_that_is_not_there_is_named() -> None:
    with pytest.raises(PromptError, match="prompt prob: there is no such prompt"):
        load_prompt("prob")
