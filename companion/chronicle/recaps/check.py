"""Proves that a recap says nothing the evening does not: every sentence is wording of its tone around facts it cites.

The check reads the talk and the log again and knows nothing of how the recap was composed. A fact passes when it is,
word for word, one or more whole sentences of talk it cites, or a fact of an entry it cites; a name passes when it
stands in what is cited. A number, a name, a "not" or an outcome from elsewhere, or moved to another place, fails.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from companion.chronicle.extractor.language import parser
from companion.chronicle.extractor.markdown import tidy
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.extractor.retellable import told
from companion.chronicle.extractor.standing import standing_of
from companion.chronicle.recaps.material import as_said, public_events
from companion.chronicle.recaps.model import Fault, RecapSentence
from companion.chronicle.recaps.tones import Tone
from companion.chronicle.recaps.weights import as_told
from engine.quick_dataclass import dataclass

_WORD = re.compile(r"[-−]?\d+|[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’')]*\s+")
_LONGEST_QUOTE = 4
"""Sentences of one utterance that may be told as one."""

Words = tuple[str, ...]


@dataclass(frozen=True)
class Sources:
    """Sources that the sentences of a recap may rest on.

    Attributes:
        talk: Speaker and words by utterance; struck words are not in it.
        facts: Sentences of public facts by position in the log; facts that were undone are not in it.
        cast: Names at the table: player and character.
        written: What the table wrote, by number: about whom or what, and the words.
        goals: What anybody is after, by the rules.
    """

    talk: Mapping[str, tuple[str | None, str]]
    facts: Mapping[int, tuple[str, ...]]
    cast: tuple[tuple[str, str | None], ...] = ()
    written: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    goals: frozenset[str] = frozenset()

    @cached_property
    def names_at_table(self) -> frozenset[str]:
        """Players and characters."""
        return frozenset(name for seat in self.cast for name in seat if name)


def sources_of(evening: EveningNotes) -> Sources:
    """The talk and public facts of an evening."""
    return Sources(
        {line.id: (line.speaker, line.text) for line in evening.lines},
        {
            happening.position: tuple(
                each
                for event in public_events(happening)
                if (text := evening.describe(event))
                for each in dict.fromkeys((text, as_told(event.kind, text)))
            )
            for happening in evening.happenings
        },
        evening.cast,
        {each.number: (each.about, each.text) for each in evening.written},
        frozenset(goal.text.rstrip(".") for goal in standing_of(evening.after).goals),
    )


def check(
    sentences: Iterable[RecapSentence], sources: Sources, tone: Tone
) -> tuple[tuple[RecapSentence, ...], tuple[Fault, ...]]:
    """Split sentences into those their evidence bears and those it does not, each with the reason."""
    templates = [_pattern(template) for template in tone.templates()]
    wording = {"and", *_words(" ".join(tone.templates()))}
    kept, faults = [], []
    for sentence in sentences:
        reason = _fault(sentence, sources, templates, wording)
        if reason:
            faults.append(Fault(sentence, reason))
        else:
            kept.append(sentence)
    return tuple(kept), tuple(faults)


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    literal = [re.escape(part) if at % 2 == 0 else rf"(?P<{part}>.+?)" for at, part in enumerate(parts)]
    return re.compile("".join(literal), re.DOTALL)


def _fault(sentence: RecapSentence, sources: Sources, templates: list[re.Pattern[str]], wording: set[str]) -> str:
    """Return the fault of a sentence; empty when there is none."""
    missing = [name for name in sentence.utterances if name not in sources.talk]
    missing += [f"entry {at}" for at in sentence.positions if at not in sources.facts]
    missing += [f"note {number}" for number in sentence.remarks if number not in sources.written]
    if missing:
        return f"It cites {', '.join(missing)}, which does not exist."
    for template in templates:
        match = template.fullmatch(sentence.text)
        if match is not None and _borne(match.groupdict(), sentence, sources):
            return ""
    foreign = [word for word in _foreign(sentence, sources) if word not in wording]
    if foreign:
        return f"What it cites does not say {', '.join(map(repr, foreign))}."
    return "It combines the words of its sources in a different way."


def _borne(slots: Mapping[str, str], sentence: RecapSentence, sources: Sources) -> bool:
    """Return True if the text in the slots of a wording is in the sources the sentence cites."""
    who, fact, goal = slots.get("who"), slots.get("fact"), slots.get("goal")
    if (about := slots.get("about")) is not None:
        return (about, fact) in [sources.written[number] for number in sentence.remarks]
    if fact is not None:
        characters, leads = dict(sources.cast), any(character is None for _, character in sources.cast)
        spoken = (sources.talk[name] for name in sentence.utterances)
        facts = [text for at in sentence.positions for text in sources.facts[at]]
        wanted = _words(fact)
        return any(wanted == _words(text) for text in facts) or any(
            wanted in _quotes(text, characters.get(speaker or ""), table_leads=leads) for speaker, text in spoken
        )
    if goal is not None:
        return goal in sources.goals
    return who is None or who in sources.names_at_table


def _quotes(text: str, character: str | None, *, table_leads: bool) -> set[Words]:
    """Whole sentences of an utterance, up to a few together, in the third person and as they were said."""
    found = set()
    for sentences in (_SENTENCE_END.split(text.strip()), [each.text.strip() for each in parser()(text).sents]):
        found |= _quotes_of(sentences, character, table_leads=table_leads)
    return found - {()}


def _quotes_of(sentences: Sequence[str], character: str | None, *, table_leads: bool) -> set[Words]:
    found = set()
    for first in range(len(sentences)):
        for last in range(first, min(first + _LONGEST_QUOTE, len(sentences))):
            whole = " ".join(sentences[first : last + 1])
            plain = tidy(told(whole, (), ()) or whole)
            said = as_said(plain, character, table_leads=table_leads)
            found |= {_words(each) for each in (said, tidy(whole) if said else "")}
    return found


def _foreign(sentence: RecapSentence, sources: Sources) -> list[str]:
    """Words and numbers of a sentence that nothing it cites holds."""
    cited = [text for name in sentence.utterances for text in sources.talk[name] if text]
    cited += [text for at in sentence.positions for text in sources.facts[at]]
    known = {word for text in cited for word in _words(text)}
    return [word for word in dict.fromkeys(_words(sentence.text)) if word not in known]


def _words(text: str) -> Words:
    return tuple(word.replace("’", "'") for word in _WORD.findall(text.casefold()))


def told_reasons(faults: Iterable[Fault]) -> Iterator[str]:
    """One line a fault, for people."""
    for fault in faults:
        yield f"Left out: “{fault.sentence.text}” {fault.reason}"
