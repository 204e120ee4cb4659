"""An answer against the talk it is about: what the talk does not bear out is dropped and counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from companion.chronicle.extractor.mentions import is_role
from companion.chronicle.llm_extractor.findings import Fault, Finding, Findings
from companion.chronicle.llm_extractor.forms import ChronicleForm, NameForm
from companion.chronicle.llm_extractor.material import Candidate, Material, said_in

T = TypeVar("T")

_TRUSTED_SHARE = 0.34
"""Share of dropped entries up to which the rest of an answer is believed."""

_LONGEST_ROLE = 60

MOST_OF_A_KIND = 3
"""Things and open lines one answer may name; a model that names more names everything, which says nothing."""


def check(answer: ChronicleForm, material: Material) -> Findings:
    """Return the part of an answer that the talk bears out.

    Only names and lines that were shown count; each name has the lines that say it. An answer that denies somebody the
    embedded scribe is sure of, or that is wrong in more than a third of its entries, is not trusted. A trade told in
    other words is dropped and no more.
    """
    checked = list(_checked(answer, material))
    kept = tuple(dict.fromkeys(each for each in checked if isinstance(each, Finding)))
    dropped = Counter(each for each in checked if isinstance(each, str))
    wrong = sum(count for fault, count in dropped.items() if fault != "role not said")
    trusted = not dropped["a sure person denied"] and wrong <= _TRUSTED_SHARE * (wrong + len(kept))
    return Findings(kept, dict(dropped), trusted)


def _checked(answer: ChronicleForm, material: Material) -> Iterator[Finding | Fault]:
    shown = {each.name: each for each in material.names}
    told: set[str] = set()
    for form in answer.names:
        if form.name not in shown:
            yield "not shown"
        elif form.name in told:
            yield "said twice"
        else:
            told.add(form.name)
            yield from _named(form, shown[form.name], material)
    yield from _few(answer.items, lambda item: _item(item, material))
    yield from _few(answer.open, lambda number: _open(number, material))


def _few(named: Iterable[T], checked: Callable[[T], Finding | Fault]) -> Iterator[Finding | Fault]:
    different = list(dict.fromkeys(named))
    if len(different) > MOST_OF_A_KIND:
        yield "too many"
    else:
        yield from map(checked, different)


def _item(item: str, material: Material) -> Finding | Fault:
    return Finding("item", item, material.items[item], (item,)) if item in material.items else "not shown"


def _open(number: int, material: Material) -> Finding | Fault:
    cited = material.batch.cited([number])
    return Finding("open", "", (cited[0].id,)) if cited else "no such line"


def _named(form: NameForm, candidate: Candidate, material: Material) -> Iterator[Finding | Fault]:
    if candidate.name in material.people and form.kind != "person":
        yield "a sure person denied"
    elif form.kind == "place":
        yield Finding("place", candidate.name, candidate.lines, candidate.forms)
    elif form.kind == "person":
        role = " ".join(form.role.casefold().split()).removeprefix("the ").removeprefix("a ")
        said = _says_role(role, candidate, material)
        if role and not said:
            yield "role not said"
        yield Finding("person", candidate.name, candidate.lines, candidate.forms, role if said else None)


def _says_role(role: str, candidate: Candidate, material: Material) -> bool:
    """Return True if a sentence of the story says name and role together, and the role is a trade or a kinship."""
    if not role or len(role) > _LONGEST_ROLE or not is_role(role.split()[-1]):
        return False
    return any(
        said_in(role, sentence.words) and any(said_in(form, sentence.words) for form in candidate.forms)
        for sentence in material.story
    )
