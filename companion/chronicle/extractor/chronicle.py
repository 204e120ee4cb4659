"""The scribe: listens along, and at any time can say who and what the story holds so far."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.chronicle.extractor.goals import goals_of, leaves_open, progress_of, promise_in, speaks_of_aims
from companion.chronicle.extractor.items import items_in, valued_things
from companion.chronicle.extractor.language import parser, words
from companion.chronicle.extractor.mentions import asks_for_name, mentions, somebody_after
from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence, Happening, TalkLine
from companion.chronicle.extractor.names import parts, same_person
from companion.chronicle.extractor.people import MOST_FORMS, STORY_ENOUGH, Forms, Person, Sighting
from companion.chronicle.extractor.quotes import asks_to_keep, lines_of, saying_in
from companion.chronicle.extractor.spans import may_hold_name
from companion.chronicle.extractor.story_classifier import StoryClassifier, to_a_machine
from engine.vocabulary import Vocabulary

_ASKED_FOR = 3.0
"""Weight for a person that a name has as the answer to what somebody is called."""
_SHORT_ANSWER = 3
MOST_LISTENED_FOR = 120
"""Forms of names grouped for a listener, which is done again whenever a line names somebody."""


class NoteExtractor:
    """Writes down people, places, things, aims and connections as they come up; knows no dice and changes nothing.

    Args:
        vocabulary: Players, characters and everything of theirs that has a name, as play begins.
        narrator: Tells who narrates right now, None where nobody knows; talk of the narrator is sooner story.
    """

    def __init__(self, vocabulary: Vocabulary, narrator: Callable[[], str | None] = lambda: None) -> None:
        self._vocabulary = vocabulary
        self._narrator = narrator
        players = tuple(player.name for player in vocabulary.players)
        characters = tuple(player.character for player in vocabulary.players if player.character)
        self._cast = (*players, *characters)
        self._sheet_words = frozenset(
            thing.casefold() for player in vocabulary.players for kind, thing in player.things if kind != "connection"
        )
        self._judge = StoryClassifier(characters, players)
        self._forms = Forms()
        self._things: list[tuple[str, Evidence]] = []
        self._story: list[Evidence] = []
        self._threads: list[Evidence] = []
        self._promises: list[ChronicleEntry] = []
        self._said: list[Evidence] = []
        self._kept: list[Evidence] = []
        self._lines: dict[str, TalkLine] = {}
        self._about_aims: list[TalkLine] = []
        self._happenings: dict[int, Happening] = {}
        self._story_words: frozenset[str] = frozenset()
        self._speaking: tuple[str | None, str] | None = None
        self._name_wanted = False
        self._valued: frozenset[str] | None = None
        self._listened_for: tuple[str, ...] | None = None
        self._unread: deque[tuple[int, Callable[[], None]]] = deque()
        self._named = False

    def heard(self, line: TalkLine) -> None:
        """Takes in one line of talk; it is read when somebody asks for what it may tell."""
        narrator = self._narrator()
        self._unread.append((len(line.text), lambda: self._read(line, narrator)))
        self._named = self._named or may_hold_name(line.text, self._belongs_to_the_table, self._story_words)

    @property
    def unread(self) -> int:
        """Letters that were heard and not read yet."""
        return sum(letters for letters, _ in self._unread)

    def read_on(self, letters: int) -> bool:
        """Reads the oldest lines that were not read yet, no more than it takes for so many letters.

        Returns:
            False when nothing is left to be read.
        """
        while letters > 0 and self._unread:
            read, work = self._unread.popleft()
            work()
            letters -= read
        self._named = self._named and bool(self._unread)
        return bool(self._unread)

    def _catch_up(self) -> None:
        """Reads what was heard; a few milliseconds a line, two seconds more for the very first of a process."""
        while self.read_on(1):
            pass

    def _read(self, line: TalkLine, narrator: str | None) -> None:
        if self._judge.stranger(line) or to_a_machine(line.text) or not line.text.strip():
            return
        self._lines[line.id] = line
        if speaks_of_aims(line.text):
            self._about_aims.append(line)
        if asks_to_keep(line.text) and self._story:
            self._kept.append(self._story[-1])
        self._judge.narrator = narrator
        doc = parser()(line.text)
        sentences = list(doc.sents)
        scores = self._judge.story(line, sentences)
        if self._speaking is not None and self._speaking[0] != line.speaker:
            self._speaking = None
        for at, (sentence, story) in enumerate(zip(sentences, scores, strict=True)):
            evidence = Evidence(line.id, sentence.text.strip(), line.speaker, line.start)
            earlier = sentences[at - 1].text.strip() if at else ""
            self._names(doc, sentence, story, evidence, earlier)
            if story >= STORY_ENOUGH:
                self._told(evidence)
                self._things += [(thing, evidence) for thing in items_in(sentence, self._worth_noting())]
        if self._speaking is not None and somebody_after(line.text, self._speaking[1]):
            self._speaking = None
        self._name_wanted = asks_for_name(line.text)

    def _told(self, evidence: Evidence) -> None:
        self._story.append(evidence)
        if leaves_open(evidence.words):
            self._threads.append(evidence)
        if (promise := promise_in(evidence)) is not None:
            self._promises.append(promise)
        if saying_in(evidence.words) is not None:
            self._said.append(evidence)

    def recorded(self, happening: Happening) -> None:
        """Takes in one batch of the log."""
        self._listened_for = None
        self._happenings[happening.position] = happening

    def undone(self, position: int) -> None:
        """Forgets a batch the table undid."""
        self._listened_for = None
        self._happenings.pop(position, None)

    def logged_anew(self, happenings: Iterable[Happening], vocabulary: Vocabulary) -> None:
        """Takes these for everything in the log, and the names as play began, where entries of it were reworded."""
        self._listened_for = self._valued = None
        self._vocabulary = vocabulary
        self._happenings = {each.position: each for each in happenings if not each.undone}

    def strike(self, utterance: str) -> None:
        """Forgets a line that was struck from the record."""
        self._catch_up()
        self._lines.pop(utterance, None)
        self._about_aims = [each for each in self._about_aims if each.id != utterance]
        self._forget(lambda evidence: evidence.utterance == utterance)

    def disregard(self, utterance: str, said: str) -> None:
        """Takes words of a line out of the story, as they were meant for somebody else than the table."""
        words = said.casefold()

        def gone(evidence: Evidence) -> bool:
            return evidence.utterance == utterance and words in evidence.words.casefold()

        self._named = self._named or any(gone(each.evidence) for each in self._forms)
        self._unread.append((0, lambda: self._forget(gone)))

    def _forget(self, gone: Callable[[Evidence], bool]) -> None:
        if any(gone(each.evidence) for each in self._forms):
            self._forms = Forms(each for each in self._forms if not gone(each.evidence))
            self._listened_for = None
        self._things = [each for each in self._things if not gone(each[1])]
        self._promises = [each for each in self._promises if not gone(each.evidence[0])]
        self._story = [each for each in self._story if not gone(each)]
        self._threads = [each for each in self._threads if not gone(each)]
        self._said = [each for each in self._said if not gone(each)]
        self._kept = [each for each in self._kept if not gone(each)]

    def names(self) -> tuple[str, ...]:
        """People and places so far, for a listener that wants to recognise them next time; asked for at every line."""
        if self._named:
            self._catch_up()
        if self._listened_for is None:
            people = self._figures(self._connections(self._happened()), MOST_LISTENED_FOR)
            persons = [figure for figure in people if figure.is_person]
            places = [figure for figure in people if figure.is_place]
            self._listened_for = tuple(figure.best_name() for figure in (*_in_order(persons), *places))
        return self._listened_for

    def chronicle(self) -> Chronicle:
        """Everything the story has brought so far."""
        self._catch_up()
        happened = self._happened()
        connections = self._connections(happened)
        people = self._figures(connections)
        sure = {entry.name: entry.certainty for entry in connections}
        goals = goals_of(self._vocabulary, happened, self._lines.values(), self._about_aims)
        return Chronicle(
            npcs=tuple(
                figure.entry(sure.get(figure.known or "") or _certainty(figure))
                for figure in _in_order(figure for figure in people if figure.is_person)
            ),
            places=tuple(figure.entry("inferred") for figure in people if figure.is_place),
            items=self._items(),
            goals=goals,
            connections=tuple(_spoken_of(connections, people)),
            threads=tuple(ChronicleEntry(each.words, "said", (each,)) for each in self._threads),
            promises=tuple(self._promises),
            lines=lines_of(self._said, self._kept),
            story=tuple(self._story),
        )

    def _happened(self) -> list[Happening]:
        return [each for _, each in sorted(self._happenings.items()) if not each.undone]

    def _figures(self, connections: Iterable[ChronicleEntry], most: int = MOST_FORMS) -> list[Person]:
        return self._forms.figures([entry.name for entry in connections], most)

    def _names(self, doc: Any, sentence: Any, story: float, evidence: Evidence, earlier: str) -> None:
        answer = self._name_wanted and sentence.start == 0 and len(evidence.words.split()) <= _SHORT_ANSWER
        for mention in mentions(doc, sentence, self._story_words):
            if answer:
                mention = replace(mention, person=mention.person + _ASKED_FOR, named=True, sure=True)
            if self._belongs_to_the_table(mention.name) or (not mention.sure and mention.person == 0):
                continue
            fragment = mention.named and len(evidence.words.split()) <= 2
            if fragment and earlier:
                evidence = replace(evidence, words=f"{earlier} {evidence.words}")
            speaking = self._speaking[1] if mention.own and self._speaking is not None else None
            self._forms.add(Sighting(mention, evidence, story, speaking))
            self._listened_for = None
            if mention.person >= 1.0 and not mention.own:
                self._speaking = evidence.speaker, mention.name
            if mention.named or (mention.person >= 1.0 and story >= STORY_ENOUGH):
                self._story_words |= set(parts(mention.name))

    def _belongs_to_the_table(self, name: str) -> bool:
        """Players, their characters, and words of the rules are nobody the story made up."""
        lowers = [word.casefold() for word in name.split()]
        if lowers[0] in words()["rules_words"] or all(word in words()["titles"] for word in lowers):
            return True
        if name.casefold() in self._sheet_words:
            return True
        return any(same_person(name, member) for member in self._cast)

    def _worth_noting(self) -> frozenset[str]:
        if self._valued is None:
            aims = [text for kind, text in self._vocabulary.shared if "goal" in kind]
            self._valued = frozenset(
                thing for aim in aims for thing in valued_things(parser()(aim.removesuffix(" home")))
            )
        return self._valued

    def _items(self) -> tuple[ChronicleEntry, ...]:
        found: dict[str, list[Evidence]] = {}
        for thing, evidence in self._things:
            found.setdefault(thing, []).append(evidence)
        valued = self._worth_noting()
        return tuple(
            ChronicleEntry(
                thing,
                "said" if thing in valued else "inferred",
                tuple(dict.fromkeys(evidence)),
                aliases=() if all(thing in each.words.casefold() for each in evidence) else (thing.split()[-1],),
            )
            for thing, evidence in found.items()
        )

    def _connections(self, happened: Iterable[Happening]) -> list[ChronicleEntry]:
        """Connections of the sheets, those the rules recorded, and those somebody asked for aloud."""
        entries = {
            name: ChronicleEntry(name, "rules", (), owner=player.name)
            for player in self._vocabulary.players
            for name in player.of("connection")
        }
        for name, owner, detail, utterance in progress_of(happened, "connection"):
            line = self._lines.get(utterance or "")
            told = entries[name].evidence if name in entries else ()
            said = (Evidence(line.id, line.text, line.speaker, line.start),) if line else ()
            owner = self._player(owner) or (entries[name].owner if name in entries else None)
            entries[name] = ChronicleEntry(name, "rules", (*told, *said), detail=detail, owner=owner)
        for sighting in self._forms.asked:
            name = sighting.mention.name
            if not any(same_person(name, known) for known in entries):
                entries[name] = ChronicleEntry(name, "said", (sighting.evidence,), owner=sighting.evidence.speaker)
        return list(entries.values())

    def _player(self, character: str | None) -> str | None:
        return next((each.name for each in self._vocabulary.players if character in {each.character, each.name}), None)


def _spoken_of(connections: Iterable[ChronicleEntry], people: Iterable[Person]) -> Iterator[ChronicleEntry]:
    """Connections that the evening brought up: those of the sheets with the sentences of the story that name them."""
    named = {figure.known: figure for figure in people if figure.known is not None and figure.is_person}
    for entry in connections:
        if entry.evidence:
            yield entry
        elif entry.name in named:
            spoken = named[entry.name].entry(entry.certainty)
            yield replace(entry, evidence=spoken.evidence, aliases=spoken.aliases)


def _in_order(people: Iterable[Person]) -> list[Person]:
    return sorted(people, key=Person.first_told)


def _certainty(figure: Person) -> Any:
    return "said" if any(form.introduced for form in figure.forms) else "inferred"
