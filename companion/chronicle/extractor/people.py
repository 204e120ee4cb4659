"""From mentions to people and places: who is who, and whether there is enough to call it somebody."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from heapq import nlargest
from itertools import chain
from operator import itemgetter

from companion.chronicle.extractor.mentions import ANYBODY, Mention
from companion.chronicle.extractor.model import Certainty, ChronicleEntry, Evidence
from companion.chronicle.extractor.names import parts, same_person, title_of
from engine.quick_dataclass import dataclass

STORY_ENOUGH = 0.5
"""Story score of a sentence from which its words count in full."""

MOST_FORMS = 300
"""Forms of names that are grouped: each is compared with all others, and an evening has some dozens."""

_NAMED_STORY = 0.3
_PERSON_ENOUGH = 2.5
_PLACE_ENOUGH = 3.0


@dataclass(frozen=True, slots=True)
class Sighting:
    """A mention where it was heard.

    Attributes:
        mention: The name and what speaks for it.
        evidence: The sentence.
        story: How much the sentence is story (see `register`).
        same_as: Name of somebody just spoken of whose own name this is.
    """

    mention: Mention
    evidence: Evidence
    story: float
    same_as: str | None = None

    @property
    def weight(self) -> float:
        """Weight of the sentence: 0 when it is table talk."""
        if self.story >= STORY_ENOUGH:
            return 1.0
        if self.mention.asked or (self.mention.named and self.story >= _NAMED_STORY):
            return 1.0
        return 0.5 if self.story >= 0.0 else 0.0


@dataclass
class Form:
    """One form of a name with all its sightings; sums are kept as they come, so that nothing is counted again.

    Attributes:
        name: The form.
        length: Words of it that count.
        sightings: Each with its place among those of all forms.
        totals: Weighed sums of "person", "place" and "thing".
        strength: Sum of what speaks for it; the strongest of a length are grouped first.
        heard: True once a sentence with it counts.
        introduced: True once somebody was said to be called that.
        same_as: Name of somebody just spoken of whose own name this is.
        told: Place and second of the first sentence of the story that tells of it.
        half_told: The same, of sentences that are half sure.
    """

    name: str
    length: int
    sightings: list[tuple[int, Sighting]] = field(default_factory=list)
    totals: dict[str, float] = field(default_factory=lambda: {"person": 0.0, "place": 0.0, "thing": 0.0})
    strength: float = 0.0
    heard: bool = False
    introduced: bool = False
    same_as: str | None = None
    told: tuple[int, float] | None = None
    half_told: tuple[int, float] | None = None

    def add(self, place: int, sighting: Sighting) -> None:
        """Take in one more sighting."""
        mention, weight, at = sighting.mention, sighting.weight, (place, sighting.evidence.at)
        self.sightings.append((place, sighting))
        for of in self.totals:
            self.totals[of] += float(getattr(mention, of)) * weight
        self.strength += max(mention.person, mention.place) * weight + 0.01
        self.introduced = self.introduced or mention.named
        self.same_as = sighting.same_as or self.same_as
        if weight > 0:
            self.heard, self.half_told = True, self.half_told or at
        if weight >= 1.0:
            self.told = self.told or at


@dataclass
class Person:
    """All forms of a name taken to mean one somebody or something."""

    names: list[str]
    forms: list[Form]
    known: str | None = None

    @property
    def sightings(self) -> list[Sighting]:
        """Every sighting, in the order heard."""
        return [each for _, each in sorted(chain(*(form.sightings for form in self.forms)), key=itemgetter(0))]

    def fits(self, name: str) -> bool:
        """Return True if a name belongs to this figure."""
        return any(same_person(each, name) for each in self.names)

    def total(self, of: str) -> float:
        """Weighed sum of "person", "place" or "thing"."""
        return sum(form.totals[of] for form in self.forms)

    @property
    def is_person(self) -> bool:
        """True if the story speaks of a person."""
        if self.known is not None:
            return any(form.heard for form in self.forms)
        person = self.total("person")
        return person >= _PERSON_ENOUGH and person > self.total("place") and person > self.total("thing")

    @property
    def is_place(self) -> bool:
        """True if the story speaks of a place."""
        return not self.is_person and self.total("place") >= _PLACE_ENOUGH and self.total("place") > self.total("thing")

    def best_name(self) -> str:
        """The fullest form the story gave, or the one the rules know."""
        if self.known is not None:
            return self.known
        introduced = [form for form in self.forms if form.introduced] or self.forms
        return max(
            sorted(introduced, key=lambda form: form.name),
            key=lambda form: (form.length, title_of(form.name) is not None, form.totals["person"]),
        ).name

    def role(self) -> str | None:
        """Return the role of somebody, by the sentence that says it most plainly; a title is the last resort."""
        heard = [each.mention.role for each in self.sightings if each.mention.role and each.weight > 0]
        stated = [role for role in heard if role.split()[-1] not in ANYBODY]
        plain = [role for role in stated if role != title_of(self.best_name())]
        return next(iter(plain or stated), None)

    def _seen(self) -> list[Sighting]:
        """List the sightings in the story; half-sure sentences only where there are no others."""
        told = [each for each in self.sightings if each.weight >= 1.0]
        return told or [each for each in self.sightings if each.weight > 0]

    def _saying(self, name: str) -> list[Sighting]:
        """The first sentence with this form of the name; none where only the rules know it."""
        return [each for each in self.sightings if each.mention.name == name][:1]

    def first_told(self) -> float:
        """Seconds at which the story first spoke of it."""
        told = [form.told for form in self.forms if form.told is not None]
        half_told = [form.half_told for form in self.forms if form.half_told is not None]
        return min(told or half_told)[1]

    def entry(self, certainty: Certainty) -> ChronicleEntry:
        """The chronicle entry; evidence are sentences that hold the name or one of its aliases."""
        name, seen = self.best_name(), self._seen()
        if all(each.mention.name != name for each in seen):
            seen = sorted((*seen, *self._saying(name)), key=lambda each: each.evidence.at)
        aliases = dict.fromkeys(each.mention.name for each in seen if each.mention.name != name)
        evidence = dict.fromkeys(each.evidence for each in seen)
        return ChronicleEntry(name, certainty, tuple(evidence), tuple(aliases), self.role())


class Forms:
    """Every form of a name that was heard.

    Args:
        sightings: In the order heard.
    """

    def __init__(self, sightings: Iterable[Sighting] = ()) -> None:
        self._forms: dict[str, Form] = {}
        self._heard = 0
        self.asked: list[Sighting] = []
        """Sightings in which somebody wants the named as a connection."""
        for each in sightings:
            self.add(each)

    def __iter__(self) -> Iterator[Sighting]:
        """Every sighting, in the order heard."""
        return iter(Person([], list(self._forms.values())).sightings)

    def add(self, sighting: Sighting) -> None:
        """Take in one more sighting; costs the same however many there were before."""
        name = sighting.mention.name
        if name not in self._forms:
            self._forms[name] = Form(name, len(parts(name)))
        self._forms[name].add(self._heard, sighting)
        self._heard += 1
        if sighting.mention.asked:
            self.asked.append(sighting)

    def figures(self, known: Sequence[str], most: int = MOST_FORMS) -> list[Person]:
        """Groups forms by whom they mean.

        Args:
            known: Names the rules know (connections), each a figure of its own.
            most: Forms to group, those that most speaks for.
        """
        forms: Collection[Form] = self._forms.values()
        if len(forms) > most:
            forms = nlargest(most, forms, key=lambda form: form.strength)
        found = [Person([name], [], known=name) for name in known]
        home: dict[str, Person] = {}
        for form in sorted(forms, key=lambda each: (bool(each.same_as), -each.length, -each.strength, each.name)):
            figure = next((each for each in found if each.fits(form.name)), None) or home.get(form.same_as or "")
            if figure is None:
                figure = Person([], [])
                found.append(figure)
            figure.names.append(form.name)
            figure.forms.append(form)
            home[form.name] = figure
        return [figure for figure in found if figure.forms]
