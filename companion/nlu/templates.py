"""Sentence templates: what a player writes in a grammar file, as a matcher and as a generator of sentences.

word            that word                       [x]        x or nothing
(a|b|c)         one of them                     <rule>     a rule defined under [rules]
{skill}         a name or number of that type   {n:dice}   the same, kept in the field `dice`
%(use|spend)    "I use", "I'm using", "Rook uses", "Ana is going to use" …; fills `by` when a name is said
!(use|spend)    the same, or told to somebody: "use" behind what the rule <told> says may come before it
*               up to six words                 /          a pause, or an end of the sentence
^  $            beginning and end of the sentence, whatever "okay, so" or "please" surrounds it
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

from companion.nlu.numbers import UNITS
from companion.nlu.words import plain_word
from engine.quick_dataclass import dataclass

_TOKEN = re.compile(r"\s+|[\[\]()|*/^$]|<[\w-]+>|\{[\w:]+\}|[%!]\(|%[a-z]+|[\w'’&]+|(?P<bad>.)")
_END = r",?(?= |\Z)"
_GAP = r"(?: [^ ]+){0,6}?"


class TemplateError(ValueError):
    """A template breaks the notation; the message says where."""


class Node:
    """A piece of a template: `kind` is word, seq, alt, opt, slot, gap or mark. Templates share those of their rules."""

    __slots__ = ("_least", "_needs", "kind", "parts", "text")

    def __init__(self, kind: str, text: str = "", parts: tuple["Node", ...] = ()) -> None:
        self.kind = kind
        self.text = text
        self.parts = parts
        self._needs: tuple[frozenset[str], ...] | None = None
        self._least: int | None = None

    def leaves(self) -> Iterator["Node"]:
        """Everything in it that has no parts."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.parts:
                waiting += node.parts
            else:
                yield node

    @property
    def needs(self) -> tuple[frozenset[str], ...]:
        """Word sets of which each must contribute at least one word to any match."""
        if self._needs is None:
            self._needs = tuple(self._worked_out())
        return self._needs

    @property
    def least(self) -> int:
        """Fewest pieces of a prepared sentence (see `hearing.Prepared`) that a match takes."""
        if self._least is None:
            least = [part.least for part in self.parts]
            if self.kind in {"word", "slot"}:
                self._least = 1
            elif self.kind == "alt":
                self._least = min(least)
            else:
                self._least = sum(least) if self.kind == "seq" else 0
        return self._least

    def _worked_out(self) -> Iterable[frozenset[str]]:
        if self.kind == "word":
            return (frozenset({self.text, str(UNITS[self.text])} if self.text in UNITS else {self.text}),)
        if self.kind == "seq":
            return dict.fromkeys(words for part in self.parts for words in part.needs)
        if self.kind != "alt" or not all(part.needs for part in self.parts):
            return ()
        return (frozenset[str]().union(*(min(part.needs, key=_commonness) for part in self.parts)),)


@dataclass(frozen=True, slots=True)
class Dialect:
    """The parts that templates of a grammar share.

    Attributes:
        slot_types: Slot type to the regular expression of its words.
        openers: Regular expression of what may stand between `^` and the first word.
        closers: The same for the last word and `$`.
    """

    slot_types: Mapping[str, str]
    openers: str
    closers: str


@dataclass(frozen=True)
class Template:
    """One template; what it matches is worked out when a sentence first has the words it needs.

    Attributes:
        source: As written.
        rules: Rules it may use.
        dialect: What it shares with other templates.
        known: What it needs and its `least`, where they are known without reading it.
    """

    source: str
    rules: Mapping[str, Node]
    dialect: Dialect
    known: tuple[tuple[frozenset[str], ...], int] | None = None

    @cached_property
    def tree(self) -> Node:
        """Its parsed form, rules already inserted."""
        return parse(self.source, self.rules)

    @cached_property
    def needs(self) -> tuple[frozenset[str], ...]:
        """Sets of words, the smallest first; a sentence lacking all words of any one set cannot match."""
        return tuple(sorted(self.tree.needs, key=len)) if self.known is None else self.known[0]

    @cached_property
    def least(self) -> int:
        """Fewest pieces of a prepared sentence that a match takes."""
        return self.tree.least if self.known is None else self.known[1]

    @cached_property
    def slots(self) -> Mapping[str, tuple[str, str]]:
        """Group name to (slot type, field)."""
        return self._worked_out[1]

    @property
    def expression(self) -> str:
        """Regular expression over prepared text (see `recognize.prepare`)."""
        return self._worked_out[0]

    @cached_property
    def _worked_out(self) -> tuple[str, Mapping[str, tuple[str, str]]]:
        slots: dict[str, tuple[str, str]] = {}

        def slot(text: str) -> str:
            kind, _, name = text.partition(":")
            group = f"g{len(slots)}_{name or kind}"
            slots[group] = (kind, name or kind)
            return f"(?P<{group}>{self.dialect.slot_types[kind]})"

        marks = {
            "/": r"(?:(?<=,)|\A|\Z)",
            "^": rf"\A{self.dialect.openers}",
            "$": rf"{self.dialect.closers}\Z",
        }
        return _regex(self.tree, slot, marks), slots

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression compiled: seconds for a whole grammar, of which an evening uses a small part."""
        return re.compile(self.expression)


def parse(source: str, rules: Mapping[str, Node]) -> Node:
    """Parsed template.

    Args:
        source: The template.
        rules: Rules it may use, already parsed.

    Raises:
        TemplateError: Unbalanced brackets, an unknown rule or a character without meaning.
    """
    return _Parser(source, rules).whole()


def read_template(source: str, rules: Mapping[str, Node], dialect: Dialect) -> Template:
    """One template, checked.

    Args:
        source: The template.
        rules: Parsed rules.
        dialect: What it shares with other templates.

    Raises:
        TemplateError: The template cannot be read or names an unknown slot type.
    """
    template = Template(source, rules, dialect)
    for node in template.tree.leaves():
        if node.kind == "slot" and (kind := node.text.partition(":")[0]) not in dialect.slot_types:
            raise TemplateError(f"unknown slot type {{{kind}}}")
    return template


def _regex(node: Node, slot: Callable[[str], str], marks: Mapping[str, str]) -> str:
    if node.kind == "word":
        digits = UNITS.get(node.text)
        word = re.escape(node.text) if digits is None else f"(?:{node.text}|{digits})"
        return f" {word}{_END}"
    if node.kind == "slot":
        return slot(node.text)
    if node.kind == "gap":
        return _GAP
    if node.kind == "mark":
        return marks[node.text]
    inner = [_regex(part, slot, marks) for part in node.parts]
    if node.kind == "seq":
        return "".join(inner)
    return f"(?:{'|'.join(inner)})" + ("?" if node.kind == "opt" else "")


_SHORT = 3


def _commonness(words: AbstractSet[str]) -> tuple[bool, int]:
    """Sort key for the chance that a sentence has one of these words: short ones are in most."""
    return any(len(word) <= _SHORT for word in words), len(words)


class _Parser:
    """Recursive descent over one template."""

    def __init__(self, source: str, rules: Mapping[str, Node]) -> None:
        self._rules = rules
        self._tokens: list[str] = []
        for found in _TOKEN.finditer(source):
            if found["bad"]:
                raise TemplateError(
                    f"{found['bad']!r} has no meaning here (use letters, [ ] ( ) | < > {{ }} % ! * / ^ $)"
                )
            if not found.group().isspace():
                self._tokens.append(found.group())
        self._at = 0

    def whole(self) -> Node:
        node = self._choice()
        if self._at < len(self._tokens):
            raise TemplateError(f"unexpected {self._tokens[self._at]!r}")
        return node

    def _choice(self) -> Node:
        options = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Node("alt", parts=tuple(options))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while (token := self._peek()) is not None and token not in "|])":
            parts.append(self._one(token))
        if not parts:
            raise TemplateError("an alternative is empty")
        return parts[0] if len(parts) == 1 else Node("seq", parts=tuple(parts))

    def _one(self, token: str) -> Node:
        self._at += 1
        if token == "[":
            return Node("opt", parts=(self._until("]"),))
        if token == "(":
            return self._until(")")
        if token == "%(":
            return doing(_words_of(self._until(")")), self._rules)
        if token == "!(":
            return told(self._until(")"), self._rules)
        if token.startswith("%"):
            return doing((token[1:],), self._rules)
        if token.startswith("<"):
            if token[1:-1] not in self._rules:
                raise TemplateError(f"unknown rule {token}")
            return self._rules[token[1:-1]]
        if token.startswith("{"):
            return Node("slot", token[1:-1])
        if token == "*":
            return Node("gap")
        if token in "/^$":
            return Node("mark", token)
        return Node("word", plain_word(token))

    def _until(self, closing: str) -> Node:
        node = self._choice()
        if self._peek() != closing:
            raise TemplateError(f"{closing!r} is missing")
        self._at += 1
        return node

    def _peek(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None


def _words_of(node: Node) -> tuple[str, ...]:
    parts = node.parts if node.kind == "alt" else (node,)
    return tuple(" ".join(_plain(part)) for part in parts)


def _plain(node: Node) -> list[str]:
    if node.kind == "word":
        return [node.text]
    if node.kind != "seq":
        raise TemplateError("%( ) takes plain verbs, such as %(use|go with)")
    return [word for part in node.parts for word in _plain(part)]


def doing(verbs: tuple[str, ...], rules: Mapping[str, Node]) -> Node:
    """Everything that says somebody does it now, for verbs given in their plain form."""
    for rule in ("I", "I-am"):
        if rule not in rules:
            raise TemplateError(f"%verbs need the rule <{rule}>")

    def words(forms: list[str]) -> Node:
        return Node("alt", parts=tuple(_phrase(form) for form in forms)) if len(forms) > 1 else _phrase(forms[0])

    plain = words(list(verbs))
    going, third = (
        words([_inflect(verb, ing) for verb in verbs]),
        words([_inflect(verb, third_person) for verb in verbs]),
    )
    name = Node("slot", "player:by")
    ahead = Node(
        "alt",
        parts=(
            Node(
                "seq",
                parts=(
                    Node(
                        "alt",
                        parts=(_phrase("wants to"), _phrase("will"), _phrase("would like to"), _phrase("is going to")),
                    ),
                    plain,
                ),
            ),
            Node("seq", parts=(Node("opt", parts=(_phrase("is"),)), Node("opt", parts=(_phrase("just"),)), going)),
            Node("seq", parts=(Node("opt", parts=(_phrase("just"),)), third)),
        ),
    )
    return Node(
        "alt",
        parts=(
            Node("seq", parts=(rules["I"], plain)),
            Node("seq", parts=(rules["I-am"], going)),
            Node("seq", parts=(name, ahead)),
        ),
    )


def told(verbs: Node, rules: Mapping[str, Node]) -> Node:
    """Everything that says somebody does it now, or is told to."""
    if "told" not in rules:
        raise TemplateError("!( ) needs the rule <told>")
    return Node("alt", parts=(doing(_words_of(verbs), rules), Node("seq", parts=(rules["told"], verbs))))


def _inflect(verb: str, form: Callable[[str], str]) -> str:
    first, _, rest = verb.partition(" ")
    return f"{form(first)} {rest}".strip()


def _phrase(text: str) -> Node:
    words = tuple(Node("word", word) for word in text.split())
    return words[0] if len(words) == 1 else Node("seq", parts=words)


def ing(verb: str) -> str:
    """The -ing form: use, using; put, putting."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    if re.search(r"(?:^|[^aeiou])[aeiou][bdgmnpt]$", verb) and verb not in {"open", "reopen", "cover"}:
        return verb + verb[-1] + "ing"
    return verb + "ing"


def third_person(verb: str) -> str:
    """The form after he or she: use, uses; try, tries."""
    if verb == "have":
        return "has"
    if re.search(r"(?:[sxz]|ch|sh|o)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"
