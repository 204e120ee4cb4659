"""Reads who is in an Encounter of the Kleptonomicon: NPCs with their numbers, as the GM lists them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from companion.nlu.bind_kleptonomicon import leads
from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.numbers import SPOKEN, value_of
from companion.nlu.words import Word, word_set

_PEOPLE = ("player", "character")
_FOES = ("npc", "creature", "group", "prepared")
_EVERYBODY = word_set("everybody everybody's all")
_MOST_NPCS = 30
_NO_CREATURE = word_set(
    """
    rounds units beats points minutes seconds turns tests groups dice stacks others players times hours guys seats
    fight encounter round test die beat turn group
    """
)


def cast(draft: Draft) -> bool:
    """NPCs of a new Encounter: "three wolves, two goblins, one orc"."""
    draft.actor = draft.speaker
    npcs: list[dict[str, object]] = []
    for each in draft.heard.sentences:
        listed = list(_listed(each))
        npcs += listed
        if listed:  # what is listed is not talk of groups as well
            draft.end = each.sentence.words[-1].end
    if npcs:
        draft.slots["npcs"] = npcs
    few = dict.fromkeys(name for each in draft.heard.sentences for name in _singled_out(each))
    if few and not _EVERYBODY & set(draft.words()):
        draft.slots["pcs"] = [name for name in few if name != draft.speaker]
    return True


def _shouted(draft: Draft) -> bool:
    """A fight that whoever leads calls in a word, with those who come named beside it."""
    return leads(draft) and cast(draft)


def _singled_out(each: HeardSentence) -> Iterator[str]:
    """Players named right behind "only" or "just", with those named along: "just Plum and Osk, the others are out"."""
    words, reach = each.sentence.words, 0
    for mention in each.mentions:
        owner = next((thing.owner for thing in mention.of(*_PEOPLE)), None)
        if owner is None:
            continue
        ahead = {word.text for word in words[max(0, mention.at - 1) : mention.at]}
        if ahead & {"only", "just"} or (reach and reach >= mention.at - 1):
            reach = mention.until
            yield owner


def _listed(each: HeardSentence) -> Iterator[dict[str, object]]:
    """Known creatures with the number before them, and unknown ones that are counted, each with its Edge if said."""
    words = each.sentence.words
    known = {mention.at: mention for mention in each.mentions if mention.of(*_FOES)}
    inside = {at for mention in each.mentions for at in range(mention.at, mention.until)}
    listing = False
    for at, word in enumerate(words):
        if at in known:
            thing, until = known[at].of(*_FOES)[0], known[at].until
            listing = True
            yield {"creature": thing.name, "count": _count(words, at) or 1, **_edge(each, until)}
        elif at and at not in inside and (count := _count(words, at)) is not None and word.text not in _NO_CREATURE:
            until = _until(words, at, inside)
            name, edge = " ".join(each.text for each in words[at:until]), _edge(each, until)
            several = name.endswith("s") and count > 1 and name not in _NO_CREATURE
            single = count == 1 and not name.endswith("s") and (listing or _behind(words, at, _AGAINST))
            if several or (single and (edge or _ends(words, until - 1))):
                listing = True
                yield {"creature": name, "count": count, **edge}


def _until(words: Sequence[Word], at: int, inside: Collection[int]) -> int:
    """Return the end of the name of an unknown creature: the end of its clause, or a word that may follow a name."""
    until = at + 1
    while until < min(len(words), at + _LONGEST_NAME) and not words[until - 1].pause and until not in inside:
        if words[until].text in _NEXT_ONE | _COMES or words[until - 1].text.endswith("s"):
            break
        until += 1
    return until


def _count(words: Sequence[Word], at: int) -> int | None:
    """The number that stands right before a word; None where none does, or it is the end of what came before."""
    if not at or words[at - 1].pause or (at > 1 and words[at - 2].text in _SIGNS):
        return None
    count = value_of([words[at - 1].text])
    if count is None and words[at - 1].text in {"a", "an"}:
        count = 1
    return count if count is not None and 1 <= count <= _MOST_NPCS else None


def _behind(words: Sequence[Word], at: int, leads: Collection[str]) -> bool:
    return at > 1 and words[at - 2].text in leads


def _ends(words: Sequence[Word], at: int) -> bool:
    """A name in a list ends with its clause, or before the next one."""
    return words[at].pause or at + 1 == len(words) or words[at + 1].text in _NEXT_ONE | _COMES


def _edge(each: HeardSentence, at: int) -> dict[str, object]:
    """The Edge Save Modifier said right behind a name: "wolves plus two", "one hound with Edge one"."""
    found = _EDGE.match(" ".join(each.sentence.texts[at : at + 6]))
    value = value_of(found["n"].split()) if found is not None else None
    if found is None or value is None:
        return {}
    return {"edge_modifier": -value if "minus" in (found["sign"] or found["bare"] or "") else value}


_LONGEST_NAME = 3
_SIGNS = word_set("plus minus edge")
_AGAINST = word_set("against with versus fight facing and plus")
_NEXT_ONE = word_set("and with plus against in on at edge")
_COMES = word_set(
    """
    come comes coming came appear appears step steps stepping jump jumps burst bursts charge charges run runs running
    attack attacks block blocks rush rushes storm storms close closes leap leaps drop drops round out
    """
)
_EDGE = re.compile(
    rf"(?:with |at |each |all )*(?:(?:an )?edge (?:save modifier )?(?:of |is )?(?P<bare>plus |minus )?"
    rf"|(?P<sign>plus |minus ))(?P<n>{SPOKEN})\b(?! \w+s\b)"
)


def _creature(draft: Draft) -> bool:
    """Numbers of a kind of creature: its Edge and how many points it has."""
    said, mention = draft.heard.turn.text[draft.each.sentence.start :].casefold(), draft.mention("creature")
    kinds = (mention.of("creature") or mention.of(*_FOES)) if mention is not None else ()
    kind = kinds[0].name if kinds else draft.said("kind").strip(" ,.")
    if not leads(draft) or not kind or draft.named_players():
        return False
    draft.actor, draft.slots["creature"] = draft.speaker, kind
    for word, field in _NUMBERS.items():
        found = re.search(rf"\b{word}\w*(?: is| of| at)? (?P<sign>plus |minus )?(?P<n>{SPOKEN})\b", said)
        if found is None and word != "edge":
            found = re.search(rf"\b(?P<sign>)(?P<n>{SPOKEN}) (?:points? (?:of )?)?{word}", said)
        value = value_of(found["n"].split()) if found is not None else None
        if found is not None and value is not None:
            draft.slots[field] = -value if (found["sign"] or "").strip() == "minus" else value
    return any(field in draft.slots for field in _NUMBERS.values())


_NUMBERS = {
    "edge": "edge_modifier",
    "health": "health",
    "vitality": "vitality",
    "dodge": "dodge_points",
    "shield": "shield",
}


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "klepto_cast": cast,
    "klepto_shouted": _shouted,
    "klepto_creature": _creature,
}
