"""Words that sentences of several chapters share."""

from engine.common.words import listed
from engine.phrase import Phrase, capital, joined, phrase, sentence, spelled
from engine.systems.kleptonomicon.entities import NpcGroup, PoolValue
from engine.systems.kleptonomicon.standing import named
from engine.systems.kleptonomicon.vocabulary import ALL_PASSED


def told(lead: Phrase, text: str | None) -> Phrase:
    """A statement with what was said about it, where something was."""
    return sentence(phrase("{lead}: {text}", lead=lead, text=text) if text else lead)


def points(values: tuple[PoolValue, ...]) -> Phrase:
    """Points by name: "health 10, vitality 5"."""
    return joined((phrase("{points} {value}", points=spelled(each.pool), value=each.value) for each in values), ", ")


def groups(each: tuple[NpcGroup, ...]) -> Phrase:
    """Groups with their Edge Save Modifiers."""
    told = (phrase("{group} {modifier}", group=group.name, modifier=group.edge_modifier) for group in each)
    return joined(told, ", ") or phrase("none")


def on_targets(ability: str, targets: tuple[str, ...]) -> Phrase:
    """An Ability and at whom: "melee attack on Orc 1"."""
    if not targets:
        return named(ability)
    return phrase("{ability} on {targets}", ability=named(ability), targets=listed(targets))


def place_words(key: str) -> Phrase:
    """A place in the Turn Order that several PCs share."""
    return phrase("ahead of everybody") if key == ALL_PASSED else phrase("after {group}", group=key)


def episode_words(number: object, title: str | None) -> Phrase:
    """An Episode with its title, where it has one."""
    if not title:
        return phrase("Episode {number}", number=number)
    return phrase("Episode {number}, {title}", number=number, title=title)


def condition_words(name: str) -> Phrase:
    """A Status Condition as a heading."""
    return capital(named(name))
