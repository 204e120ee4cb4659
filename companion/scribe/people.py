"""From mentions to people and places: who is who, and whether there is enough to call it somebody."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.scribe.mentions import ANYBODY, Mention
from companion.scribe.model import Certainty, ChronicleEntry, Evidence
from companion.scribe.names import parts, same_person, title_of

STORY_ENOUGH = 0.5
"""Story score of a sentence from which its words count in full."""

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
        """How much the sentence counts: not at all when it is table talk."""
        if self.story >= STORY_ENOUGH:
            return 1.0
        if self.mention.asked or (self.mention.named and self.story >= _NAMED_STORY):
            return 1.0
        return 0.5 if self.story >= 0.0 else 0.0


@dataclass
class Figure:
    """All sightings taken to be one somebody or something."""

    names: list[str]
    sightings: list[Sighting]
    known: str | None = None

    def fits(self, name: str) -> bool:
        """Whether a name belongs to this figure."""
        return any(same_person(each, name) for each in self.names)

    def total(self, of: str) -> float:
        """Weighed sum of "person", "place" or "thing"."""
        return sum(float(getattr(each.mention, of)) * each.weight for each in self.sightings)

    @property
    def is_person(self) -> bool:
        """Whether the story speaks of somebody."""
        heard = any(each.weight > 0 for each in self.sightings)
        if self.known is not None:
            return heard
        person = self.total("person")
        return person >= _PERSON_ENOUGH and person > self.total("place") and person > self.total("thing")

    @property
    def is_place(self) -> bool:
        """Whether the story speaks of a place."""
        return not self.is_person and self.total("place") >= _PLACE_ENOUGH and self.total("place") > self.total("thing")

    def best_name(self) -> str:
        """The fullest form the story gave, or the one the rules know."""
        if self.known is not None:
            return self.known
        introduced = {each.mention.name for each in self.sightings if each.mention.named} or set(self.names)
        score = {name: self._form_score(name) for name in introduced}
        return max(sorted(score), key=lambda name: (len(parts(name)), title_of(name) is not None, score[name]))

    def _form_score(self, name: str) -> float:
        return sum(each.mention.person * each.weight for each in self.sightings if each.mention.name == name)

    def role(self) -> str | None:
        """What somebody is, by the sentence that says it most plainly; a title is the last resort."""
        heard = [each.mention.role for each in self.sightings if each.mention.role and each.weight > 0]
        stated = [role for role in heard if role.split()[-1] not in ANYBODY]
        plain = [role for role in stated if role != title_of(self.best_name())]
        return next(iter(plain or stated), None)

    def _seen(self) -> list[Sighting]:
        """Where the story tells of it; half-sure sentences only where there are no others."""
        told = [each for each in self.sightings if each.weight >= 1.0]
        return told or [each for each in self.sightings if each.weight > 0]

    def _saying(self, name: str) -> list[Sighting]:
        """The first sentence with this form of the name; none where only the rules know it."""
        return [each for each in self.sightings if each.mention.name == name][:1]

    def first_told(self) -> float:
        """Seconds at which the story first spoke of it."""
        return self._seen()[0].evidence.at

    def entry(self, certainty: Certainty) -> ChronicleEntry:
        """The chronicle entry; evidence are sentences that hold the name or one of its aliases."""
        name, seen = self.best_name(), self._seen()
        if all(each.mention.name != name for each in seen):
            seen = sorted((*seen, *self._saying(name)), key=lambda each: each.evidence.at)
        aliases = dict.fromkeys(each.mention.name for each in seen if each.mention.name != name)
        evidence = dict.fromkeys(each.evidence for each in seen)
        return ChronicleEntry(name, certainty, tuple(evidence), tuple(aliases), self.role())


def figures(sightings: Iterable[Sighting], known: Sequence[str]) -> list[Figure]:
    """Groups sightings by whom they mean.

    Args:
        sightings: In the order heard.
        known: Names the rules know (connections), each a figure of its own.
    """
    everything = list(sightings)
    found = [Figure([name], [], known=name) for name in known]
    strength: dict[str, float] = {}
    for each in everything:
        name = each.mention.name
        strength[name] = strength.get(name, 0.0) + max(each.mention.person, each.mention.place) * each.weight + 0.01
    home: dict[str, Figure] = {}
    same = {each.mention.name: each.same_as for each in everything if each.same_as}
    for name in sorted(strength, key=lambda form: (form in same, -len(parts(form)), -strength[form], form)):
        other = same.get(name)
        figure = next((each for each in found if each.fits(name)), None) or home.get(other or "")
        if figure is None:
            figure = Figure([], [])
            found.append(figure)
        figure.names.append(name)
        home[name] = figure
    for each in everything:
        home[each.mention.name].sightings.append(each)
    return [figure for figure in found if figure.sightings]
