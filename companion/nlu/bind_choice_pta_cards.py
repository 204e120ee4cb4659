"""Fields of sentences about cards at a table of Choice Based PTA: whose a card is, and what is laid on it."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.names import Thing
from companion.nlu.words import word_set
from engine.common.answers import word_meant
from engine.systems.choice_pta.explained import EXPLAINED
from engine.vocabulary import Expected

GM = "GM"
_PARTS = ("stake", "player", "character")
_CARD = re.compile(
    r"\b(?:(?P<colour>red|black) )?(?:(?P<joker>joker)|(?P<rank>two|deuce|three|four|five|six|seven|eight|nine|ten|jack"
    r"|queen|king|ace|10|[2-9])(?:(?:,? of|,(?: and| of)?(?: it's| they're)?|(?= (?:club|spade|heart|diamond)))"
    r" (?P<suit>clubs?|spades?|hearts?|diamonds?))?)\b",
    re.IGNORECASE,
)
_DIGITS: Mapping[str, str] = {
    "deuce": "2",
    **{
        word: str(number)
        for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2)
    },
}
_SUIT_END = "s"
_NAME_ALONE = 3
_JOINS = word_set("and the my for both plus")
_FIRST_PERSON = word_set("i i'm i've me mine my myself")
_LETTERS = re.compile(r"[^\W\d_]+")
_SMALL = word_set("the and for von van del who one two out")
_CLAUSE = re.compile(r"[,;:!–—]|\band\b|\s-\s|(?<!\.)\.(?!\.)")
_HAS = re.compile(r"\b(?:has|have|had|got|shows?|gets?|holds?|is|turns? up|plays?|with)\b[\s.…,:–—-]*$", re.IGNORECASE)


def leads(draft: Draft) -> bool:
    """Return True where the GM speaks."""
    return draft.speaker is not None and GM in {draft.speaker, draft.sheet(draft.speaker).character}


def called(draft: Draft) -> list[str]:
    """People the turn is said to: a name between pauses, at its beginning or at its end."""
    found: list[str] = []
    for each in draft.heard.sentences:
        words = each.sentence.words
        for mention in each.mentions:
            before, after = words[: mention.at], words[mention.until :]
            alone = (not before or before[-1].pause) and (not after or words[mention.until - 1].pause)
            owner = next((thing.owner for thing in mention.of("player", "character") if thing.owner), None)
            if alone and owner is not None and owner != draft.speaker and owner not in found:
                found.append(owner)
    return found


def part(draft: Draft) -> bool:
    """For which of several stakes of the same seat it is: the one of them that the sentence names.

    What has no name at the table ("the well passes") is something of the GM's; the rules know which by a word of it.
    Whoever is only spoken to does nothing.
    """
    if "by" not in draft.match.slots and draft.actor in called(draft):
        draft.actor = draft.speaker
    if draft.said("thing"):
        draft.actor = draft.speaker
        several = sum(kind == "stake" for kind, _ in draft.sheet(draft.speaker).things) > 1
        if several:
            draft.slots["part_id"] = draft.said("thing")
        return leads(draft)
    own = [
        (mention, thing.name)
        for mention in draft.each.mentions
        for thing in mention.of("stake")
        if thing.owner == draft.actor
    ]
    named = list(dict.fromkeys(name for _, name in own)) or _all_of_them(draft)
    joined = all(
        _JOINS.issuperset(word.text for word in draft.each.words(one.until, other.at))
        for (one, _), (other, _) in pairwise(own)
    )
    if draft.pattern.command == "play_chance" and len(named) > 1 and joined:
        draft.slots["part_id"] = named[0]
        draft.others = tuple({"actor": draft.actor, "part_id": name} for name in named[1:])
    elif "part_id" not in draft.slots and len(named) == 1:
        draft.slots["part_id"] = named[0]
    return True


def _all_of_them(draft: Draft) -> list[str]:
    """Every stake of the speaker's, where all wait for a card and the sentence is about both or all."""
    stakes = [name for kind, name in draft.sheet(draft.actor).things if kind == "stake"]
    open_ones = [each for each in draft.heard.table.expected if each == Expected("play_choice", draft.actor or "")]
    everyone = {"both", "all", "each", "everybody"} & set(draft.each.sentence.texts)
    return stakes if everyone and len(stakes) == len(open_ones) else []


def own_part(draft: Draft) -> bool:
    """The same of what nobody says of others: whoever is named is only spoken to or handed the word."""
    if "by" not in draft.match.slots:
        draft.actor = draft.speaker
    return part(draft)


def bearer(draft: Draft, text: str) -> str | None:
    """The only participant that a word of their name points at: "the Sister", "the Captain"."""
    said = set(_LETTERS.findall(text.casefold()))
    found = {}
    for player in draft.players():
        stakes = (name for kind, name in player.things if kind == "stake")
        for name in filter(None, (player.character, *stakes)):
            if said & {word for word in _LETTERS.findall(name.casefold()) if len(word) > 2 and word not in _SMALL}:
                found[name] = player.name
    return next(iter(found)) if len(found) == 1 else None


# ------------------------------------------------------------------ cards read out


def _card(draft: Draft) -> bool:
    """Rank, suit and purpose of a card read out; of whoever is named, else of the speaker.

    Where several are read in one breath each belongs to whoever is named in its own clause.
    """
    draft.actor = draft.speaker
    said = draft.heard.text(draft.each, 0, len(draft.each.sentence.words))
    cards = [each for each in _CARD.finditer(said) if each["suit"] or each["joker"]]
    if not cards:
        return False
    if len(cards) > 1:
        first, *rest = _several(draft, said, cards)
        draft.slots.pop("part_id", None)
        draft.slots |= first
        draft.others = tuple(rest)
        return True
    draft.slots |= _named(cards[0])
    return bool(cards[0]["joker"]) or part(draft)


def _named(card: re.Match[str]) -> dict[str, str]:
    if card["joker"]:
        return {"rank": "joker", **({"suit": card["colour"].lower()} if card["colour"] else {})}
    if not card["suit"]:
        return {}
    rank = _DIGITS.get(card["rank"].lower(), card["rank"].lower())
    return {"rank": rank, "suit": card["suit"].lower().removesuffix(_SUIT_END) + _SUIT_END}


def _several(draft: Draft, said: str, cards: list[re.Match[str]]) -> Iterator[dict[str, str]]:
    """Each card with whose it is: named in its clause, or right before it by a clause that ends in "has"."""
    offset = draft.each.sentence.start
    names = [
        (draft.each.sentence.words[mention.at].start - offset, thing)
        for mention in draft.each.mentions
        for thing in mention.of(*_PARTS)[:1]
    ]
    ends = [0, *(found.end() for found in _CLAUSE.finditer(said) if not _within(found, cards)), len(said) + 1]
    for card in cards:
        low = max(end for end in ends if end <= card.start())
        high = min(end for end in ends if end > card.start())
        if low and _HAS.search(said[:low].rstrip(" .…,:–—-") + " "):
            low = max((end for end in ends if end < low), default=0)
        owner = next((thing for at, thing in names if low <= at < high), None)
        owner = owner or _right_before(said, names, ends, low)
        whose = bearer(draft, said[low:high]) if owner is None else owner.name
        if owner is not None and owner.owner == draft.speaker and owner.kind != "stake":
            whose = None
        yield {**_named(card), **({"part_id": whose} if whose else {}), "actor": draft.speaker or ""}


def _right_before(said: str, names: list[tuple[int, Thing]], ends: list[int], low: int) -> Thing | None:
    """Return the one whose name is all that the clause before says ("Ana, two of spades")."""
    start = max((end for end in ends if end < low), default=0)
    alone = len(said[start:low].split()) <= _NAME_ALONE
    return next((thing for at, thing in names if alone and start <= at < low), None)


def _within(found: re.Match[str], cards: list[re.Match[str]]) -> bool:
    return any(card.start() < found.start() < card.end() for card in cards)


def _read_wrong(draft: Draft) -> bool:
    """A card that was read just before, once more in another suit."""
    now = [each for each in map(_named, _CARD.finditer(draft.after())) if "suit" in each]
    lately = " ".join(turn.text for turn in draft.before[-2:])
    before = [each for each in map(_named, _CARD.finditer(lately)) if "suit" in each]
    return len(now) == 1 and now[0] not in before and now[0]["rank"] in {each["rank"] for each in before}


def _named_card(draft: Draft) -> bool:
    """A whole card name, whatever else was said; the name itself goes no further (SEC-3)."""
    draft.actor = draft.speaker
    found = _CARD.search(draft.heard.turn.text)
    return found is not None and bool(found["suit"] or found["joker"]) and not _read_out(draft)


def _read_out(draft: Draft) -> bool:
    """Real cards lie on the table, all of them: one that is read out now was turned up in passing."""
    return _all_down(draft) and not any(player.of("code") for player in draft.players())


def _gift(draft: Draft) -> bool:
    """The victory card that is given, as it was called; the only one where none was."""
    found = _CARD.search(draft.heard.turn.text)
    if found is not None:
        draft.slots["card"] = found[0].lower()
    return found is not None or "from" in draft.slots


# ------------------------------------------------------------------ what is laid on a card

_ONTO = word_set("on onto to for behind with help helps helping back backs backing give gives giving support hand")
_THEIRS = word_set("his hers theirs him them you yours")
_TAKE = re.compile(r"\b(?:have|take|here's|here is|for you)\b", re.IGNORECASE)
_ARTICLES = word_set("the my our that a")
_CARDS = word_set("card stake side")
_TO_NOBODY = word_set("against versus over from")


def _bonus(draft: Draft) -> bool:
    """On whose card a trait or a token goes: of whoever the turn says gets it, else of the speaker.

    "On hers" is never the speaker's own: of several others it asks which.
    """
    draft.actor = draft.speaker
    if draft.slots.get("target"):
        return True
    named = _target(draft)
    people = called(draft)
    if named is None and len(people) == 1 and _TAKE.search(draft.heard.turn.text):
        named = people[0]
    if named:
        draft.slots["target"] = named
    elif _for_another(draft):
        others = list(dict.fromkeys(_others(draft)))
        if len(others) == 1:
            draft.slots["target"] = others[0]
        else:
            draft.missing.append("target")
            draft.question = "On whose card?"
    return True


def _told(draft: Draft) -> list[HeardSentence]:
    return [each for each in draft.heard.sentences if each.sentence.ending != "?" and not each.sentence.quoted]


def _target(draft: Draft) -> str | None:
    """Return the one said to get it: named behind "on" or "for", or as the owner of a card."""
    for each in _told(draft):
        words = each.sentence.words
        for mention in each.mentions:
            things = mention.of(*_PARTS)
            if not things:
                continue
            at = mention.at
            while at and words[at - 1].text in _ARTICLES:
                at -= 1
            before = words[at - 1].text if at else ""
            after = words[mention.until].text if mention.until < len(words) else ""
            owns = words[mention.until - 1].owns and after in _CARDS
            if before not in _TO_NOBODY and (before in _ONTO or owns):
                return things[0].name
    return None


def _for_another(draft: Draft) -> bool:
    """Return True where it goes on the card of somebody who is only called "hers", "him" or "you"."""
    for each in _told(draft):
        words = each.sentence.words
        for at, word in enumerate(words[1:], start=1):
            card = at + 1 < len(words) and words[at + 1].text in _CARDS
            ends = word.pause or at + 1 == len(words) or card
            if (
                words[at - 1].text in _ONTO
                and ends
                and (word.text in _THEIRS or (card and word.text in {"her", "your"}))
            ):
                return True
    return False


def _others(draft: Draft) -> Iterator[str]:
    """Other people who play, named anywhere in the turn."""
    for mention in draft.heard.mentions():
        thing = next(iter(mention.of(*_PARTS)), None)
        if thing is not None and thing.owner is not None and thing.owner != draft.speaker:
            yield thing.owner


_PLUS = re.compile(
    r"\b(?:plus (?:four|4)|(?:four|4) (?:more|extra|on top)|bonus"
    r"|(?:by|that's|that is|makes|(?:taking|take|have) (?:the|my|that)) (?:four|4))\b",
    re.IGNORECASE,
)


def _worth(draft: Draft) -> bool:
    """A trait in a turn that also says what a trait is worth."""
    return any(_PLUS.search(draft.heard.text(each, 0, len(each.sentence.words))) for each in _told(draft)) and _bonus(
        draft
    )


_OPTIONS = re.compile(
    r"\b(?:mooks?|underlings?|minions?|small fry|little (?:ones|guys|fellows)|cannon fodder|one by one"
    r"|pick(?:ed)? (?:them )?off)\b",
    re.IGNORECASE,
)
_FATE = re.compile(r"\b(?:hand of )?fate\b", re.IGNORECASE)
_REFUSED = re.compile(
    r"\b(?:no|not|without|never|none|neither|nor|skip|leave out|forget|\w+n't)\b[^,;.!?]{0,40}$", re.IGNORECASE
)
_OFF = re.compile(r"[^,;.!?]{0,20}\b(?:off|out|not)\b", re.IGNORECASE)


def _locks(draft: Draft) -> bool:
    """With which optional rules stakes are locked: those named, and that for groups where a stake is one."""
    draft.actor = draft.speaker
    text = draft.heard.turn.text
    groups = any(kind == "mooks" for player in draft.players() for kind, _ in player.things)
    if groups or _OPTIONS.search(text):
        draft.slots["mooks"] = groups or _wanted(_OPTIONS, text)
    if _FATE.search(text):
        kind = "lethal" if "lethal" in draft.words() else "exact"
        draft.slots["hand_of_fate"] = kind if _wanted(_FATE, text) else "off"
    return True


def _wanted(option: re.Pattern[str], text: str) -> bool:
    """An optional rule is named, and nothing in its clause says no to it."""
    found = option.search(text)
    return found is not None and _REFUSED.search(text[: found.start()]) is None and not _OFF.match(text[found.end() :])


def _rule(draft: Draft) -> bool:
    """A word of the rules is asked about."""
    draft.slots["about"] = word_meant(EXPLAINED, draft.said("about"))
    return draft.slots["about"] is not None


def _all_down(draft: Draft) -> bool:
    """Said when every card is down, so that they only wait to be turned."""
    draft.actor = draft.speaker
    return not any(each.command == "play_choice" for each in draft.heard.table.expected)


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "pta_card": _card,
    "pta_part": part,
    "pta_named_card": _named_card,
    "pta_read_wrong": _read_wrong,
    "pta_gift": _gift,
    "pta_own_part": own_part,
    "pta_bonus": _bonus,
    "pta_worth": _worth,
    "pta_locks": _locks,
    "pta_rule": _rule,
    "pta_all_down": _all_down,
    "pta_read_out": _read_out,
}
"""Conditions a grammar may name."""
