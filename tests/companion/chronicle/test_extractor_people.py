"""Names grouped by whom they mean: sums are kept as names come, so a line costs the same late in the evening."""

from collections.abc import Iterator
from itertools import count

import pytest

from companion.chronicle.extractor import people
from companion.chronicle.extractor.chronicle import NoteExtractor
from companion.chronicle.extractor.mentions import Mention
from companion.chronicle.extractor.model import Evidence, TalkLine
from companion.chronicle.extractor.people import MOST_FORMS, Forms, Sighting
from engine.vocabulary import Vocabulary

NAMES = ("Captain Dreel", "Dreel", "Benna Harrow", "Benna", "Korrin Vale")


def sighting(name: str, number: int, *, story: float = 1.0, asked: bool = False) -> Sighting:
    mention = Mention(name, person=1.0 + number % 3, place=0.5, thing=0.25, asked=asked)
    return Sighting(mention, Evidence(f"u{number}", f"{name} comes in.", "Jay", float(number)), story)


def heard(numbers: Iterator[int], lines: int, forms: Forms) -> None:
    for number in (next(numbers) for _ in range(lines)):
        forms.add(sighting(NAMES[number % len(NAMES)], number, story=(1.0, 0.2, -1.0)[number % 3]))


def test_sums_that_are_kept_are_those_of_all_sightings() -> None:
    """In any order of forms: who is meant, how much speaks for it, and when it was first mentioned."""
    forms = Forms()
    heard(count(), 100, forms)
    figures = forms.figures(())
    assert sorted(each.best_name() for each in figures) == ["Benna Harrow", "Captain Dreel", "Korrin Vale"]
    for each in figures:
        for of in ("person", "place", "thing"):
            weighed = sum(float(getattr(one.mention, of)) * one.weight for one in each.sightings)
            assert each.total(of) == pytest.approx(weighed)
        assert each.first_told() == next(one.evidence.at for one in each.sightings if one.weight >= 1.0)
        assert [one.evidence.at for one in each.sightings] == sorted(one.evidence.at for one in each.sightings)
    assert [one.evidence.at for one in forms] == [float(number) for number in range(100)]


def test_one_more_sighting_costs_the_same_however_many_there_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are asked for at every line: nothing that was counted before is counted again for them."""
    weighed = [0]

    def weight(self: Sighting) -> float:
        weighed[0] += 1
        return 1.0

    monkeypatch.setattr(Sighting, "weight", property(weight))
    forms, numbers = Forms(), count()
    costs = []
    for _ in range(3):
        heard(numbers, 200, forms)
        weighed[0] = 0
        forms.add(sighting("Benna", next(numbers)))
        named = [each.best_name() for each in forms.figures(()) if each.is_person and each.first_told() >= 0.0]
        assert len(named) == 3
        costs.append(weighed[0])
    assert costs == [1, 1, 1]


def test_hundreds_of_names_are_not_all_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that most speaks for stay; somebody who invents names all night slows nobody."""
    compared = [0]

    def different(one: str, other: str) -> bool:
        compared[0] += 1
        return False

    monkeypatch.setattr(people, "same_person", different)
    forms = Forms(sighting(f"Name{number}", number) for number in range(3 * MOST_FORMS))
    for again in range(3):
        forms.add(sighting("Name7", 1_000 + again))
    found = forms.figures(())
    assert len(found) == MOST_FORMS
    assert "Name7" in {each.best_name() for each in found}
    assert compared[0] < MOST_FORMS**2


def test_names_are_grouped_anew_only_when_a_line_brings_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines without a name, most of them, cost nothing; what is struck is gone from the names at once."""
    grouped = [0]
    plain = Forms.figures

    def counted(self: Forms, known: list[str], most: int = MOST_FORMS) -> list[people.Person]:
        grouped[0] += 1
        return plain(self, known, most)

    monkeypatch.setattr(Forms, "figures", counted)
    scribe = NoteExtractor(Vocabulary((), ()))
    scribe.heard(TalkLine("u1", "We meet Yargert the blacksmith, who limps.", "Jay", 0.0, 1.0))
    assert scribe.names() == ("Yargert",)
    for number in range(2, 20):
        scribe.heard(TalkLine(f"u{number}", "I order a beer and sit down.", "Mira", float(number), number + 1.0))
        scribe.names()
    assert grouped[0] == 1
    scribe.strike("u7")
    assert (scribe.names(), grouped[0]) == (("Yargert",), 1)
    scribe.strike("u1")
    assert scribe.names() == ()
