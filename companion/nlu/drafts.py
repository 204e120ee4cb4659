"""A matched sentence on its way to a command: who acts, what was named, which numbers were said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.nlu.grammar import Pattern
from companion.nlu.hearing import Heard, HeardSentence, Match
from companion.nlu.names import Mention, Thing
from companion.nlu.numbers import value_of
from companion.nlu.types import Turn
from companion.nlu.words import word_set
from engine.vocabulary import PlayerWords

_NUMERIC = frozenset({"n", "count", "value", "ordinal"})
_PEOPLE = ("player", "character")
_FIRST_PERSON = word_set("i i'm i'll i'd i've my me mine myself we we're we'll let's our")


@dataclass(slots=True)
class Draft:
    """One match of one pattern, on its way to an intent.

    Attributes:
        heard: The whole turn.
        each: The sentence it stands in.
        match: Its place in that sentence.
        pattern: The pattern matched.
        actor: Acting player, None when unknown.
        slots: Fields so far.
        missing: Fields to ask for.
        factor: Factor on the confidence for doubtful names and actors, 0 to 1.
        before: Turns heard just before, oldest first.
        template: Sentence of the grammar that matched, as written.
        question: Text to ask where the usual question would not do.
        doubts: Names between which sound and spelling do not decide, each with what was taken first.
        end: Offset after its last word, where that stands in a later sentence.
        others: Fields of the same command once more for each other thing said in the same breath.
    """

    heard: Heard
    each: HeardSentence
    match: Match
    pattern: Pattern
    actor: str | None = None
    slots: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    factor: float = 1.0
    before: tuple[Turn, ...] = ()
    template: str = ""
    question: str = ""
    doubts: list[tuple[str, ...]] = field(default_factory=list)
    end: int = 0
    others: tuple[Mapping[str, Any], ...] = ()

    # ---------------------------------------------------------------- who

    @property
    def speaker(self) -> str | None:
        """The speaker when it is a player of this table."""
        player = self.heard.table.vocabulary.player(self.heard.turn.speaker)
        return player.name if player else None

    def sheet(self, player: str | None) -> PlayerWords:
        """Everything a player can name; empty for nobody."""
        return self.heard.table.vocabulary.player(player) or PlayerWords(player or "")

    def players(self) -> tuple[PlayerWords, ...]:
        """All players in seat order."""
        return self.heard.table.vocabulary.players

    def named_players(self, besides: str | None = None) -> list[str]:
        """Players and owners of characters named in the turn, in order."""
        found: list[str] = []
        for mention in self.heard.mentions():
            for owner in self._meant(mention):
                if owner != besides and owner not in found:
                    found.append(owner)
        return found

    def first_person(self) -> bool:
        """Return True where somebody speaks of themselves or of their own character, other than in a question."""
        words = set(self.told())
        return bool(words & _FIRST_PERSON) or (self.actor is not None and self.actor in self.named_players())

    # ---------------------------------------------------------------- what

    def said(self, name: str) -> str:
        """Words of a slot as they were said; empty when it is not there."""
        if name not in self.match.slots:
            return ""
        _, at, until = self.match.slots[name]
        return self.heard.text(self.each, at, until)

    def plain(self, name: str) -> list[str]:
        """Words of a slot as understanding reads them."""
        if name not in self.match.slots:
            return []
        _, at, until = self.match.slots[name]
        return [word.text for word in self.each.words(at, until)]

    def number(self, name: str) -> int | None:
        """Number in a slot."""
        return value_of(self.plain(name)) if name in self.match.slots else None

    def mention(self, name: str) -> Mention | None:
        """Name in a slot."""
        if name not in self.match.slots:
            return None
        _, at, until = self.match.slots[name]
        return self.each.mention(at, until)

    def owner(self, name: str) -> str | None:
        """Player a slot names, directly or by character."""
        mention = self.mention(name)
        if mention is None:
            return None
        self.weigh(mention)
        meant = self._meant(mention)
        return meant[0] if meant else None

    def _meant(self, mention: Mention) -> tuple[str, ...]:
        """Players a mention names; of those equally near, whoever has a skill or item that is named as well."""
        near = tuple(dict.fromkeys(thing.owner for thing in mention.equally_near(_PEOPLE) if thing.owner))
        if len(near) > 1:
            sure = [each for each in self.heard.mentions() if each.score == 1]
            named = {thing.owner for each in sure for thing in each.of("skill", "item")}
            fitting = tuple(each for each in near if each in named)
            self._doubt(fitting or near)
            if fitting:
                return fitting
        return tuple(dict.fromkeys(thing.owner for thing in mention.of(*_PEOPLE) if thing.owner))

    def thing(self, name: str, kinds: Sequence[str], owner: str | None = None) -> Thing | None:
        """Thing a slot names, of the owner where one is given, else of anybody."""
        mention = self.mention(name)
        return self.pick(mention, kinds, owner) if mention else None

    def pick(self, mention: Mention, kinds: Sequence[str], owner: str | None) -> Thing | None:
        """Thing a mention names, of the owner where one is given."""
        things = [thing for thing in mention.of(*kinds) if owner is None or thing.owner == owner]
        if things:
            self.weigh(mention)
            self._doubt(thing.name for thing in mention.equally_near(kinds, owner))
        return things[0] if things else None

    def things(self, kinds: Sequence[str], owner: str | None = None) -> list[Thing]:
        """Every thing of these kinds named in the turn."""
        found = [self.pick(mention, kinds, owner) for mention in self.heard.mentions()]
        return [thing for thing in found if thing is not None]

    def weigh(self, mention: Mention) -> None:
        """Take an uncertain name off the confidence."""
        if mention.score < 1:
            self.factor = min(self.factor, 0.75 + 0.25 * mention.score)

    def _doubt(self, names: Iterable[str]) -> None:
        several = tuple(dict.fromkeys(names))
        if len(several) > 1 and several not in self.doubts:
            self.doubts.append(several)

    def ask_which(self) -> None:
        """Ask for a field whose name could as well be another: "Haggling or Handling?"."""
        for names in self.doubts:
            name = next((name for name, value in self.slots.items() if value == names[0]), None)
            if name is not None and name not in self.missing and names[0] != self.speaker:
                self.missing.append(name)
                self.question = f"{', '.join(names[:-1])} or {names[-1]}?"

    def words(self) -> list[str]:
        """All words of the turn."""
        return [word.text for each in self.heard.sentences for word in each.sentence.words]

    def told(self) -> list[str]:
        """Words of the turn outside questions and quotations."""
        plain = [
            each.sentence for each in self.heard.sentences if each.sentence.ending != "?" and not each.sentence.quoted
        ]
        return [word.text for sentence in plain for word in sentence.words]

    def words_after(self) -> int:
        """Number of words of the turn that follow the match."""
        later = sum(len(each.sentence.words) for each in self.heard.sentences[self.each.index + 1 :])
        return later + len(self.each.sentence.words) - self.match.until

    def after(self) -> str:
        """Text that follows the match to the end of the turn."""
        words = self.each.sentence.words
        start = words[self.match.until - 1].end
        return self.heard.turn.text[start:].strip(" ,.;:!?-–—")

    def number_before(self, *units: str) -> int | None:
        """Number said right before one of these words, anywhere in the turn."""
        words = self.words()
        for at, word in enumerate(words):
            if word in units and at:
                for back in (2, 1):
                    value = value_of(words[max(0, at - back) : at]) if at >= back else None
                    if value is not None:
                        return value
        return None

    def take_names(self) -> bool:
        """Put names of the table into the fields of the same name; False when one belongs to somebody else.

        A slot of players gives the player, every other the thing's own name.
        """
        for name, (slot, _, _) in self.match.slots.items():
            kinds = self.pattern.kinds.get(slot)
            if not kinds or name == "by":
                continue
            thing = self.thing(name, kinds, self.actor if name in self.pattern.own else None)
            if thing is None:
                return False
            self.slots[name] = thing.owner if slot == "player" else thing.name
        return True

    def take_plain_slots(self) -> None:
        """Copy numbers and free texts of the match into fields of the same name."""
        for name, (kind, _, _) in self.match.slots.items():
            if kind in _NUMERIC:
                value = self.number(name)
                if value is not None:
                    self.slots[name] = value
            elif kind in {"text", "name"}:
                self.slots[name] = self.said(name)
        self.slots.update(self.pattern.fixed)
