"""Sentences that a template of a grammar accepts."""

import re
from collections.abc import Callable, Mapping
from random import Random

from companion.nlu.templates import Node, Template


def sample_sentence(template: Template, random: Random, fill: Mapping[str, list[str]]) -> str:
    """A random sentence the template accepts.

    Args:
        template: Template of a loaded grammar.
        random: Source of choices.
        fill: Slot type to words that can stand there.
    """
    words = _sample(template.tree, random, lambda slot: random.choice(fill[slot.partition(":")[0]]))
    text = " ".join(words).replace(" ,", ",")
    return re.sub(r"^(?:, )+|,+$", "", re.sub(r"(?:, ?)+,", ",", text)).strip(" ,")


def _sample(node: Node, random: Random, fill: Callable[[str], str]) -> list[str]:
    if node.kind == "word":
        return [node.text]
    if node.kind == "slot":
        return [fill(node.text)]
    if node.kind == "gap":
        return []
    if node.kind == "mark":
        return [","] if node.text == "/" else []
    if node.kind == "seq":
        return [word for part in node.parts for word in _sample(part, random, fill)]
    if node.kind == "opt" and random.random() < 0.5:
        return []
    return _sample(random.choice(node.parts), random, fill)
