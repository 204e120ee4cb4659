"""One plain sentence for each command, as a grammar file lists them: for people who ask what can be said, or why."""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files

from engine.vocabulary import Vocabulary

_BRACE = re.compile(r"\{(\w+)\}")
_ANYBODY = {"other": "somebody", "character": "somebody", "own": "my character", "skill_of_other": "skill"}


@lru_cache(maxsize=8)
def load_examples(slug: str, language: str = "en") -> Mapping[str, str]:
    """Sentences by kind of command, those of the system first, in the order in which they are told."""
    folder = files("companion.nlu") / "grammars" / language
    found: dict[str, str] = {}
    for name in (slug, "common"):
        listed = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")).get("examples", {})
        found |= {kind: sentence for kind, sentence in listed.items() if kind not in found}
    return found


def spoken(sentence: str, vocabulary: Vocabulary, speaker: str | None) -> str | None:
    """The sentence with names of this table in its braces, as this player would say it.

    Args:
        sentence: As a grammar file has it; `other` is another player, `character` who that one plays, `own` who the
            speaker plays, `skill_of_other` a skill of the other, anything else a thing of the speaker's of that kind.
        vocabulary: Names of the table.
        speaker: Who would say it; nobody has things of their own when None.

    Returns:
        The sentence; None where the table has no such thing.
    """
    own = vocabulary.player(speaker)
    others = [each for each in vocabulary.players if each.name != speaker]
    cast = [each for each in others if each.character]
    other = next(iter(cast or others), None)

    def name(kind: str) -> str | None:
        if kind in {"other", "character"}:
            return None if other is None else other.name if kind == "other" else other.character
        if kind == "own":
            return None if own is None else own.character
        whose, thing = (other, "skill") if kind == "skill_of_other" else (own, kind)
        return None if whose is None else next(iter(whose.of(thing)), None)

    return _filled(sentence, name)


def in_general(sentence: str, named: Mapping[str, object]) -> str:
    """The sentence with what was named in its braces, and with a word for anything of the kind where nothing was."""

    def name(kind: str) -> str:
        said = named.get("skill" if kind == "skill_of_other" else kind)
        return said if isinstance(said, str) and said != "none" else _ANYBODY.get(kind, f"my {kind}")

    return _filled(sentence, name) or sentence


def _filled(sentence: str, name: Callable[[str], str | None]) -> str | None:
    names = {kind: name(kind) for kind in _BRACE.findall(sentence)}
    if None in names.values():
        return None
    return _BRACE.sub(lambda found: str(names[found[1]]), sentence)
