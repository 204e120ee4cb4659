"""Answers from a campaign's memory, short enough to be said aloud, each with the words it rests on."""

import re
from collections.abc import Iterable, Iterator, Sequence

from companion.chronicle.extractor.markdown import excerpt, tidy
from companion.chronicle.extractor.names import parts, same_person
from companion.chronicle.memory.values import Entry, Memory, Quote, spelled
from engine.quick_dataclass import dataclass

_PRONOUNS = frozenset(("him", "her", "them", "he", "she", "they", "it", "that one", "this one"))
_ARTICLES = ("the ", "this ", "that ", "our ", "a ", "an ")
_TAILS = re.compile(r"(?:[\s,]+(?:again|please|companion|computer|scribe|then|so far|exactly))+$")
_LISTED = 3
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Answer:
    """Something to say, the words it rests on, and whom it is about where it is about somebody."""

    text: str
    evidence: tuple[Quote, ...] = ()
    about: Entry | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Material from which a question is answered.

    Attributes:
        memory: What is remembered.
        running: The evening being played, None outside one.
        lately: Name of whom the last answer was about, None when nobody was asked about since they came up.
    """

    memory: Memory
    running: int | None = None
    lately: str | None = None

    def find(self, words: str) -> tuple[Entry, ...]:
        """Entries that words mean by a name, a form of one, a pronoun or a description; the best fits only."""
        wanted = _bare(words)
        if wanted in _PRONOUNS:
            latest = self._talked_about()
            return (latest,) if latest else ()
        named = [each for each in self.memory if each.kind not in {"thread", "promise", "line"}]
        for fits in (
            lambda entry: entry.goes_by(wanted) or entry.goes_by(words),
            lambda entry: entry.kind in {"person", "place", "connection"} and same_person(entry.name, wanted),
            lambda entry: entry.role is not None and set(wanted.split()) <= set(entry.role.split()),
            lambda entry: set(wanted.split()) <= {*parts(entry.name)},
        ):
            found = [each for each in named if fits(each)]
            if found:
                return _people_first(found)
        return ()

    def _talked_about(self) -> Entry | None:
        """The person the table or an answer spoke of last."""
        people = [each for each in self.memory.people if each.evidence]
        asked = next((each for each in people if self.lately and each.goes_by(self.lately)), None)
        return asked or max(people, key=lambda each: each.evidence[-1].place, default=None)

    def about(self, words: str) -> Answer | None:
        """Return what is known of somebody or something; None when nothing is."""
        found = self.find(words)
        if not found:
            return None
        if len(found) > 1:
            evidence = tuple(each.evidence[0] for each in found if each.evidence)
            return Answer(f"That could be {_listed([_title(each) for each in found], 'or')}.", evidence)
        (entry,) = found
        cited = tuple(dict.fromkeys(each for each in (*entry.evidence[:1], *entry.evidence[-1:])))
        return Answer(" ".join(self._known(entry)), cited, entry)

    def met(self, words: str) -> Answer | None:
        """Answer when somebody first came up and who was there; None when nobody is meant."""
        found = [each for each in self.find(words) if each.evidence]
        if not found:
            return None
        entry, first = found[0], found[0].evidence[0]
        with_whom = f", with {_listed(entry.met_by[:_LISTED])}" if entry.met_by else ""
        text = f"{_capital(_title(entry))} first came up {self._when(first)}{with_whom}: {_quoted(first)}"
        return Answer(text, (first,), entry)

    def promises(self, words: str = "") -> Answer:
        """Words given and debts that nobody has settled; only those that name somebody, where somebody is meant."""
        left = [each for each in self.memory.promises if not each.closed]
        for entry in self.find(words)[:1] if words else ():
            forms = {spelled(form) for form in (entry.name, *entry.aliases)}
            left = [each for each in left if any(form in spelled(each.name) for form in forms)]
        if not left:
            return Answer("There are no open promises or debts.")
        return self._sentences("Open" if len(left) == 1 else f"{len(left)} are open", left)

    def open_ends(self) -> Answer:
        """Goals that are not reached, what connections want, and threads nobody has picked up."""
        memory = self.memory
        goals = [each for each in memory.goals if not each.closed and each.owner is None]
        left = [*_unsettled(memory), *(each for each in memory.promises if not each.closed)]
        threads = [each for each in memory.threads if not each.closed and each.evidence]
        told = [_goals(goals)] if goals else []
        told += [f"{_whole(each.name)}" for each in left[:_LISTED]]
        told += [_quoted(each.evidence[0]) for each in reversed(threads[-_LISTED:])]
        cited = [*left[:_LISTED], *threads[-_LISTED:]]
        text = " ".join(told) if told else "There are no open threads."
        return Answer(text, tuple(each.evidence[0] for each in cited if each.evidence))

    def _known(self, entry: Entry) -> Iterator[str]:
        """Sentences about one entry, what the rules say first."""
        yield _introduced(entry)
        if entry.kind != "connection":
            for each in self.memory.connections:
                if each.detail and each.owner and same_person(each.name, entry.name):
                    yield f"A connection of {each.owner}, {each.detail}."
        if entry.attitude:
            yield f"It last sounded {entry.attitude}."
        if entry.met_by:
            yield f"{_listed(entry.met_by[:_LISTED])} met them."
        if entry.evidence:
            first, last = entry.evidence[0], entry.evidence[-1]
            yield f"{_capital(self._when(first))}: {_quoted(first)}"
            if last is not first:
                when = "later" if last.evening == first.evening else self._when(last)
                yield f"{_capital(when)}: {_quoted(last)}"

    def _sentences(self, opening: str, entries: Sequence[Entry]) -> Answer:
        latest = entries[-_LISTED:]
        told = [f"{self._when(each.evidence[0])}: {_quoted(each.evidence[0])}" for each in reversed(latest)]
        return Answer(f"{opening}. {' '.join(map(_capital, told))}", tuple(each.evidence[0] for each in latest))

    def _when(self, quote: Quote) -> str:
        if quote.evening == self.running:
            return "this evening"
        if self.running is not None and quote.evening == self.running - 1:
            return "last time"
        day = self.memory.day(quote.evening)
        return f"on evening {quote.evening}" + (f", {day.day} {day:%B}," if day else "")


def opening(memory: Memory) -> tuple[Answer, ...]:
    """List the reminders an evening begins with besides last time: goals, wishes of connections, the latest promise."""
    goals = [each for each in memory.goals if not each.closed and each.owner is None]
    wishes = [Answer(_whole(each.name), each.evidence[:1]) for each in _unsettled(memory)][:_LISTED]
    given = [each.evidence[-1] for each in memory.promises if not each.closed]
    promises = [Answer(f"Promised: {_quoted(each)}", (each,)) for each in given[-1:]]
    return (*([Answer(_goals(goals))] if goals else []), *wishes, *promises)


def _unsettled(memory: Memory) -> list[Entry]:
    """List the open requests of connections that the rules recorded."""
    return [each for each in memory.threads if each.certainty == "rules" and not each.closed]


def _goals(goals: Sequence[Entry]) -> str:
    told = [f"{each.name}{f', {each.detail}' if each.detail else ''}" for each in goals[:_LISTED]]
    return f"{'Goals' if len(told) > 1 else 'Goal'}: {'; '.join(told)}."


def _people_first(found: Iterable[Entry]) -> tuple[Entry, ...]:
    """Somebody who is also a connection or a goal is one somebody; of several people, all."""
    entries = list(found)
    for kind in ("person", "place", "item", "connection", "goal"):
        of_kind = tuple(each for each in entries if each.kind == kind)
        if of_kind:
            return of_kind
    return ()


def _introduced(entry: Entry) -> str:
    other = [each for each in entry.aliases if spelled(each) not in spelled(entry.name)]
    called = f", also called {_listed(other[:_LISTED])}" if other else ""
    sure = "" if entry.certainty != "inferred" else ", probably"
    if entry.kind in {"goal", "connection"}:
        whose = f" of {entry.owner}" if entry.owner else ""
        return f"{entry.name}, a {entry.kind}{whose}{f', {entry.detail}' if entry.detail else ''}."
    role = entry.role or {"person": "", "place": "a place", "item": "a thing"}[entry.kind]
    if entry.kind == "person" and role and role not in spelled(entry.name):
        role = f"{'an' if role[0] in 'aeiou' else 'a'} {role}"
    elif entry.kind == "person":
        role = ""
    return f"{entry.name}{f', {role}' if role else ''}{called}{sure}."


def _title(entry: Entry) -> str:
    if entry.kind == "person" and entry.role and entry.role not in spelled(entry.name):
        return f"the {entry.role} {entry.name}"
    return entry.name


def _quoted(quote: Quote) -> str:
    text = excerpt(tidy(quote.words), _LONGEST).removesuffix(" …")
    return f"“{text.rstrip('.')}.”" if text[-1:] not in "!?" else f"“{text}”"


def _whole(text: str) -> str:
    return text if text[-1:] in ".!?" else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(names: Sequence[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def _bare(words: str) -> str:
    text = _TAILS.sub("", spelled(words).strip(" .,!?\"'“”"))
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text
