"""Grammar files: sentence templates as data, checked and compiled when they are loaded."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, get_args

from companion.base.errors import GrammarError
from companion.nlu.grammar_files import Source, parse_source, text_of
from companion.nlu.kept_grammars import KeptGrammar, Needs, ReadWhenAsked, checksum, keep_grammar, kept_grammar
from companion.nlu.numbers import ORDINALS, TENS, UNITS
from companion.nlu.templates import Dialect, Node, Template, TemplateError, parse, read_template
from companion.nlu.types import COMPANION_COMMANDS, Category
from companion.nlu.words import word_set
from companion.play.commands import commands_of
from engine.common.messages import ASK_KIND, Command
from engine.fields import fields_of
from engine.quick_dataclass import dataclass

Where = Literal["before", "behind", "anywhere", "sentence"]

_NAMED_GROUP = re.compile(r"\(\?P<\w+>")
_NO_THOUGHT = r"(?! (?:think|see|know|guess|say|suppose|check)(?: |,|\Z))"
_DIGITS = r"\d+"
_COUNTING = "|".join(sorted((*UNITS, *TENS, "hundred"), key=len, reverse=True))
_END = r",?(?= |\Z)"
_HEARD_AS_PLURAL = "ones|twos|threes|fours"
_NUMBER = rf" (?:{_COUNTING}|{_DIGITS}){_END}"
_NOT_A_NAME = (
    "a|an|the|that|this|those|these|your|my|his|her|their|our|for|to|on|it|me|you|skill|reality|sound|quick|spell|luck|check|roll|some|any|new|just"
    "|difficult|bit|of|little|last|first|second|challenge|death|die|dice"
)
_NOT_A_SKILL = "it|that|them|one|any|what|if|to|with"
NAME_SLOTS: Mapping[str, tuple[str, ...]] = {
    "player": ("player", "character"),
    "character": ("character",),
    "item": ("item",),
    "connection": ("connection",),
}
"""Slot types that every grammar has for names of the table, with the kinds of things they take."""


def _mark(kinds: Iterable[str]) -> str:
    """The mark that stands for a name of one of these kinds in prepared text."""
    return rf" ‹[a-z_:]*:(?:{'|'.join(kinds)}):[a-z_:]*\d+›"


SLOT_TYPES: Mapping[str, str] = {
    **{name: _mark(kinds) + _END for name, kinds in NAME_SLOTS.items()},
    "skill": rf"(?:{_mark(('skill', 'item'))}| luck){_END}",
    "newskill": rf"(?: (?!(?:{_NOT_A_NAME}){_END})[a-z]+){{1,2}}{_END}",
    "anyskill": rf"(?:{_mark(('skill',))},?|(?: (?!(?:{_NOT_A_NAME}|{_NOT_A_SKILL}){_END})[a-z]+){{1,3}}?{_END})",
    "rollable": rf" (?:attack|attacks|damage|hit dice|percentile|death save){_END}",
    "dice": rf" (?:\d*d\d+|d twenty){_END}",
    "big": _NUMBER,
    "n": _NUMBER,
    "count": rf"(?:{_NUMBER}| (?:a|an|another|both|a couple|a couple of|the other two|all|{_HEARD_AS_PLURAL}){_END})",
    "value": rf"(?: a(?= hundred))?{_NUMBER}(?:(?: and)?{_NUMBER}){{0,3}}",
    "ordinal": rf" (?:{'|'.join(ORDINALS)}|last|next){_END}",
    "faces": r"(?:(?: (?:the|a|an|my|both|all|and|that|those|these|of|other|first|last|single|miserable),?(?= ))*"
    r" (?:one|two|three|four|five|six|ones|twos|tunes|toos|threes|trees|fours|fives|sixes|[1-6])(?<!the one)"
    rf"{_END}){{1,5}}",
    "text": r"(?! of )(?: [^ ]+){1,25}",
    "goal": r"(?: [^ ]+){1,12}",
    "principle": r"(?: [^ ]+){1,10}",
    "detail": r"(?: [^ ]+){1,5}",
    "name": rf"(?: [^ ,]+(?= )){{0,4}} [^ ,]+{_END}",
}
"""Slot type to the regular expression of its words in prepared text."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Wording that shows a sentence talks about the game instead of playing it.

    Attributes:
        name: What kind of talk it shows.
        where: In which part of the sentence it counts.
        within: How many words before a command it still counts.
        say: The wordings.
        never: Wordings in which it does not count.
        pause: Whether a comma between it and the command ends its reach.
    """

    name: str
    where: Where
    within: int
    say: tuple[Template, ...]
    never: tuple[Template, ...] = ()
    pause: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """One command and the sentences that mean it.

    Attributes:
        command: Kind of the command; for category notes the kind of note.
        category: Kind of talk.
        actor: Field of the acting player, empty when the command has none.
        needs: What must hold at the table (see `gate`).
        insist: Those of `needs` that hold even where the rules themselves would accept the command.
        immune: Filters that do not apply.
        fixed: Fields the wording itself fills.
        missing: Fields such a sentence always leaves open.
        check: Extra condition by name (see `bind`).
        chips: Whether it moves chips, tokens, fate or vows.
        only: Highest decision it can reach.
        own: Slots whose thing has to belong to the acting player.
        most_words: Longest turn that may mean it, in words; 0 when any may.
        main: Whether a turn means at most one such command.
        kinds: Slot type to the kinds of things it takes, where slots of names fill the fields of the same name.
        fields: Fields of the command that words may fill; empty when it is none of the rules.
        say: Sentences.
        never: Wordings that rule it out within the same sentence.
    """

    command: str
    category: Category
    actor: str = "player"
    needs: tuple[str, ...] = ()
    insist: tuple[str, ...] = ()
    immune: frozenset[str] = frozenset()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    check: str = ""
    chips: bool = False
    only: str = "act"
    confidence: float = 0.95
    priority: int = 0
    own: frozenset[str] = frozenset()
    most_words: int = 0
    main: bool = False
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fields: frozenset[str] = frozenset()
    say: tuple[Template, ...] = ()
    never: tuple[Template, ...] = ()


@dataclass(frozen=True)
class LooseParts:
    """Parts that may stand around any request, as matchers over prepared text (see `loose`); their names fill nothing.

    Attributes:
        openers: Regular expression of what may stand before a part.
        closers: The same behind one.
        listed: The parts by their name in the file.
    """

    openers: str
    closers: str
    listed: Mapping[str, tuple[Template, ...]]

    @cached_property
    def kept(self) -> re.Pattern[str]:
        """A part that is none of them."""
        return re.compile(self._any_of("kept"))

    @cached_property
    def leads(self) -> re.Pattern[str]:
        """A whole part between two pauses, in front of all that counts."""
        return re.compile(rf"{self.openers}(?:{self._any_of('leads')}|{self._any_of('asides')})")

    @cached_property
    def asides(self) -> re.Pattern[str]:
        """One anywhere."""
        return re.compile(rf"{self.openers}{self._any_of('asides')}{self.closers}")

    @cached_property
    def tail(self) -> re.Pattern[str]:
        """The end of a sentence, without a pause before it."""
        return re.compile(rf"{self._any_of('tails')}{self.closers}\Z")

    @cached_property
    def now(self) -> re.Pattern[str]:
        """A way to say that one does something now, at the beginning of a part."""
        return re.compile(rf"(?P<before>{self.openers}){self._any_of('now')}(?= ){_NO_THOUGHT}")

    @cached_property
    def polite(self) -> re.Pattern[str]:
        """The same as a question."""
        return re.compile(rf"(?P<before>{self.openers}){self._any_of('polite')}(?= )")

    def _any_of(self, name: str) -> str:
        return f"(?:{'|'.join(_NAMED_GROUP.sub('(?:', each.expression) for each in self.listed[name])})"


@dataclass(frozen=True, slots=True)
class Params:
    """Thresholds and factors of the decision; see common.toml."""

    act: float
    ask: float
    note: float
    careful: float
    heard_floor: float
    someone_else: float


@dataclass(frozen=True)
class Grammar:
    """Everything the grammar files of one system and language say."""

    slug: str
    language: str
    params: Params
    words: Mapping[str, frozenset[str]]
    filters: tuple[Filter, ...]
    patterns: tuple[Pattern, ...]
    vocabulary: tuple[tuple[str, str], ...] = ()
    loose: LooseParts | None = None
    known_literals: frozenset[str] | None = None

    def warm_up(self) -> None:
        """Compile every template now, which takes seconds, so that no sentence waits for those it needs first."""
        wordings: tuple[Filter | Pattern, ...] = (*self.filters, *self.patterns)
        for each in wordings:
            for template in (*each.say, *each.never):
                template.pattern  # noqa: B018  # compiled when first asked for

    @cached_property
    def literals(self) -> frozenset[str]:
        """Every plain word of every template."""
        if self.known_literals is not None:
            return self.known_literals
        said = (leaf for pattern in self.patterns for each in pattern.say for leaf in each.tree.leaves())
        return frozenset(leaf.text for leaf in said if leaf.kind == "word")


@lru_cache(maxsize=8)
def load_grammar(slug: str, language: str = "en") -> Grammar:
    """Grammar of one system: the shared files and its own.

    Args:
        slug: Rules system or profile, the name of its file.
        language: Folder of the files.

    Raises:
        GrammarError: A file is missing or unreadable, with file and line.
    """
    commands = commands_of(slug)
    names = ("common.toml", *(["loose-parts.toml", "help.toml"] if commands else []), f"{slug}.toml")
    labelled = [(f"{language}/{name}", text_of(language, name)) for name in names]
    fits = checksum((*(text for _, text in labelled), *sorted(commands)))
    kept = kept_grammar(language, slug, fits)
    if kept is not None:
        sources = [Source(label, text, data) for (label, text), data in zip(labelled, kept.data, strict=True)]
        return build_grammar(slug, language, sources, kept=kept)
    sources = [parse_source(label, text) for label, text in labelled]
    templates: list[Template] = []
    grammar = build_grammar(slug, language, sources, templates)
    named = [name for source in sources for name in source.data.get("rules", {})]
    if len(named) == len(set(named)):  # one named twice means different things to the templates between
        needs = [(each.needs, each.least) for each in templates]
        keep_grammar(language, slug, fits, KeptGrammar([each.data for each in sources], needs, grammar.literals))
    return grammar


def build_grammar(
    slug: str,
    language: str,
    sources: list[Source],
    templates: list[Template] | None = None,
    kept: KeptGrammar | None = None,
) -> Grammar:
    """Grammar from files already read, later files adding to earlier ones.

    Args:
        slug: Rules system or profile.
        language: Folder of the files.
        sources: The files.
        templates: Takes in every template in the order they are read.
        kept: What was worked out of these files before; they are taken as checked.

    Raises:
        GrammarError: A template, rule or key is wrong, with file and line.
    """
    words: dict[str, frozenset[str]] = {}
    params: dict[str, float] = {}
    vocabulary: list[tuple[str, str]] = []
    for source in sources:
        for kind, names in source.data.get("vocabulary", {}).items():
            vocabulary += [
                (kind, name.strip()) for line in names.split("\n") for name in line.split("|") if name.strip()
            ]
        params |= source.data.get("params", {})
        words |= {name: frozenset(text.split()) for name, text in source.data.get("words", {}).items()}
    slots = {
        name: tuple(kinds.split("|")) for source in sources for name, kinds in source.data.get("slots", {}).items()
    }
    builder = _Builder(
        _rules(sources, checked=kept is not None),
        slots,
        _edge(words.get("openers", frozenset())),
        _edge(words.get("closers", frozenset())),
        _edge(words.get("openers", frozenset()), names=False),
        [] if templates is None else templates,
        None if kept is None else iter(kept.needs),
    )
    filters = [builder.filter(source, entry) for source in sources for entry in source.data.get("filter", [])]
    patterns = [builder.pattern(source, entry) for source in sources for entry in source.data.get("intent", [])]
    try:
        settled = Params(**params)
    except TypeError as problem:
        raise GrammarError(sources[0].name, 0, f"[params]: {problem}") from problem
    loose = next((builder.loose(source) for source in sources if "loose" in source.data), None)
    literals = None if kept is None else kept.literals
    usable = _of_system(slug, patterns)
    return Grammar(slug, language, settled, words, tuple(filters), usable, tuple(vocabulary), loose, literals)


def _of_system(slug: str, patterns: Iterable[Pattern]) -> tuple[Pattern, ...]:
    """The patterns a system can use, with the fields of its commands; a profile without rules can use all."""
    if not commands_of(slug):
        return tuple(patterns)
    own = {kind: _sayable(command) for kind, command in commands_of(slug).items()}
    usable = (each for each in patterns if each.command in own or each.command in COMPANION_COMMANDS)
    return tuple(replace(each, fields=own.get(each.command, frozenset())) for each in usable)


def _sayable(command: type[Command]) -> frozenset[str]:
    """Fields of a command that words may fill, and who speaks."""
    return frozenset({"actor", *(each.name for each in fields_of(command) if each.type.spoken)})


def _edge(words: frozenset[str], names: bool = True) -> str:
    if not words:
        return ""
    plain = rf" (?:{'|'.join(sorted(words, key=len, reverse=True))})"
    return rf"(?:(?:{plain}|{_mark(NAME_SLOTS['player'])}){_END})*" if names else rf"(?:{plain}{_END})*"


def _rules(sources: Iterable[Source], *, checked: bool) -> Mapping[str, Node]:
    """Rules of the files; those that were checked before are read when they are used."""
    if checked:
        texts = {name: " ".join(text.split()) for each in sources for name, text in each.data.get("rules", {}).items()}
        return ReadWhenAsked(texts, parse)
    rules: dict[str, Node] = {}
    for source in sources:
        for name, template in source.data.get("rules", {}).items():
            rules[name] = _rule(source, template, rules)
    return rules


def _rule(source: Source, template: str, rules: Mapping[str, Node]) -> Node:
    try:
        return parse(" ".join(template.split()), rules)
    except TemplateError as problem:
        raise GrammarError(source.name, source.line_of(template.splitlines()[0]), str(problem)) from problem


_KEYS = word_set(
    """
    command category actor needs insist immune set missing check chips only confidence priority say not own most_words
    main
    """
)


_QUERIES = ("question", "generic", "past", "tag", "hedge", "conditional")
"""Filters that a question to the companion passes unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class _Builder:
    rules: Mapping[str, Node]
    slots: Mapping[str, tuple[str, ...]]
    openers: str
    closers: str
    openers_without_names: str
    read: list[Template]
    known: Iterator[Needs] | None

    def _templates(self, source: Source, written: list[str]) -> tuple[Template, ...]:
        done = []
        types = {**SLOT_TYPES, **{name: _mark(kinds) + _END for name, kinds in self.slots.items()}}
        dialect = Dialect(types, self.openers, self.closers)
        if self.known is not None:
            return tuple(Template(template, self.rules, dialect, next(self.known)) for template in written)
        for template in written:
            try:
                done.append(read_template(template, self.rules, dialect))
            except TemplateError as problem:
                raise GrammarError(source.name, source.line_of(template), f"{problem} in {template!r}") from problem
        self.read.extend(done)
        return tuple(done)

    def loose(self, source: Source) -> LooseParts:
        """The loose parts a file tells."""
        listed = {name: self._templates(source, written) for name, written in source.data["loose"].items()}
        return LooseParts(self.openers_without_names, self.closers, listed)

    def filter(self, source: Source, entry: Mapping[str, Any]) -> Filter:
        where: Where | None = next((each for each in get_args(Where) if each == entry.get("where")), None)
        if where is None:
            name = f'name = "{entry.get("name")}"'
            raise GrammarError(source.name, source.line_of(name), f"unknown place {entry.get('where')!r}")
        plain = replace(self, openers=self.openers_without_names)
        return Filter(
            entry["name"],
            where,
            entry.get("within", 99),
            plain._templates(source, entry["say"]),
            plain._templates(source, entry.get("not", [])),
            entry.get("pause", False),
        )

    def pattern(self, source: Source, entry: Mapping[str, Any]) -> Pattern:
        label = f'command = "{entry.get("command", "")}"'
        entry = {**source.data.get("defaults", {}), **entry}
        unknown = set(entry) - _KEYS
        if unknown or "command" not in entry or not entry.get("say"):
            wrong = f"unknown key {sorted(unknown)[0]!r}" if unknown else "an intent needs `command` and `say`"
            raise GrammarError(source.name, source.line_of(label), wrong)
        if entry.get("category") not in get_args(Category):
            raise GrammarError(source.name, source.line_of(label), f"unknown category {entry.get('category')!r}")
        return Pattern(
            command=entry["command"],
            category=entry["category"],
            actor=entry.get("actor", "player"),
            needs=tuple(entry.get("needs", ())),
            insist=tuple(entry.get("insist", ())),
            immune=frozenset(entry.get("immune", _QUERIES if entry["command"] == ASK_KIND else ())),
            fixed=entry.get("set", {}),
            missing=tuple(entry.get("missing", ())),
            check=entry.get("check", ""),
            chips=entry.get("chips", False),
            only=entry.get("only", "act"),
            confidence=entry.get("confidence", 0.95),
            priority=entry.get("priority", 0),
            own=frozenset(entry.get("own", ())),
            most_words=entry.get("most_words", 0),
            main=entry.get("main", False),
            kinds={**NAME_SLOTS, **self.slots} if "slots" in source.data else {},
            say=self._templates(source, entry["say"]),
            never=self._templates(source, entry.get("not", [])),
        )
