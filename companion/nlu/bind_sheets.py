"""Fields of the commands that write sheets, goals, the setting and the table itself."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from companion.nlu.drafts import Draft
from companion.nlu.names import resolve_text
from companion.nlu.numbers import ORDINALS, face_of

_HOUSE_RULES: tuple[tuple[str, str, str | int | bool], ...] = (
    (r"lowest chips narrates? failed checks", "failed_check_narrator", "lowest_chips"),
    (r"requester narrates? failed checks", "failed_check_narrator", "requester"),
    (r"highest chips (?:go|goes|act|acts)? ?first", "action_order", "highest_first"),
    (r"lowest chips (?:go|goes|act|acts)? ?first", "action_order", "lowest_first"),
    (r"\bno luck\b|\bwithout luck\b", "luck_enabled", False),
    (r"level up at the rank", "advancement_threshold", "equal_rank"),
    (r"summary rules", "preset", "summaries"),
    (r"worked example rules", "preset", "worked_examples"),
    (r"roller keeps narrating", "after_success_action", "roller_keeps"),
    (r"every challenge is combat", "combat_flag", "every_challenge"),
)


def faces_in(words: Sequence[str], both: bool = False) -> list[int]:
    """Faces 1 to 6 named in words; "both twos" and "twos" with `both` count twice."""
    found: list[int] = []
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else ""
        if after == "of" or (after.endswith("s") and face_of(after) is not None):
            continue  # "one of the twos", "the two fives" count dice
        if words[max(0, at - 3) : at - 1] == ["one", "of"]:
            word = word.removesuffix("s")
        if at and words[at - 1] in {"these", "those"} and len(words) > 2 and not word.endswith("s"):
            continue
        face = face_of(word)
        if face is not None and 1 <= face <= 6:
            found += [face, face] if word.endswith("s") and word not in {"six", "s"} else [face]
    return found


def _heal(draft: Draft) -> bool:
    """Fill in the damage that is healed: whose it is, and by how much."""
    text = " ".join(draft.words())
    if "heart" in draft.words():
        draft.slots["heart"] = True
        draft.slots["target"] = draft.owner("target") or draft.slots.get("target")
    mention = draft.mention("skill")
    if mention is not None:
        things = mention.of("skill", "item")
        named = draft.named_players()
        thing = next((each for each in things if each.owner in named), things[0] if things else None)
        if thing is None:
            return False
        draft.slots |= {"skill": thing.name, "target": thing.owner}
    if "target" not in draft.slots:
        draft.missing.append("target")
    if "amount" not in draft.slots and re.search(r"\b(?:the|that|a) (?:little )?point\b", text):
        draft.slots["amount"] = 1
    if re.search(r"\b(?:completely|fully|entirely)\b", text):
        draft.slots.pop("amount", None)
    return True


def _item(draft: Draft) -> bool:
    """Own item that recharges; the only one when none is named."""
    thing = draft.thing("item", ("item",), None)
    if thing is not None:
        draft.actor = thing.owner
        draft.slots["item"] = thing.name
        return True
    items = draft.sheet(draft.actor).of("item")
    if not items:
        return False
    found = resolve_text(draft.said("what"), items) if draft.said("what") else None
    if found or len(items) == 1:
        draft.slots["item"] = found[0] if found else items[0]
    return True


def _fate(draft: Draft) -> bool:
    """Fate of the speaker's own character, or of the one named."""
    named = draft.named_players()
    if named and draft.actor not in named:
        draft.actor = named[0]
    return True


def _new_name(draft: Draft) -> bool:
    """Name of a new acquaintance."""
    name = str(draft.slots.get("npc_name", "")).strip(" ,.")
    name = re.sub(r"^(?:also|now|please|to have|have)\s+", "", name, flags=re.IGNORECASE)
    if name.lower() in {"", "her", "him", "them", "she", "he", "it", "that", "this", "me"}:
        draft.slots.pop("npc_name", None)
        draft.missing.append("npc_name")
        return True
    behind = re.match(
        r"(?:as .*?[,:] )?(?:(?:his|her|their|its) name(?:['’]s| is) |called |named )?((?:[A-Z][\w'’-]+ ?){1,3})[.!]?$",
        draft.heard.text(draft.each, draft.match.until, len(draft.each.sentence.words)) or draft.after(),
    )
    if behind and re.match(r"(?:that|this|the) [^A-Z]*$", name):
        name = behind[1].strip()  # "that innkeeper as a contact, Hob Weller"
    draft.slots["npc_name"] = re.sub(r"\s+down$", "", name)
    return True


def _request(draft: Draft) -> bool:
    """Fill in the connection whose request is settled."""
    thing = next(iter(draft.things(("connection",), draft.actor)), None)
    if thing is None and draft.actor is None:
        return True
    if thing:
        draft.slots["request"] = thing.name
    if draft.slots.get("fulfilled") and re.search(r"\braise it\b", " ".join(draft.words())):
        draft.slots["raise"] = True
    return True


def _people(draft: Draft) -> bool:
    """One new player or several."""
    text = str(draft.slots.get("name") or draft.slots.pop("text", ""))
    names = [name for name in re.split(r",|\band\b", text) if name.strip()]
    names = [name.strip(" .,'’").removesuffix("'s") for name in names]
    if not names or any(not name[:1].isupper() or len(name.split()) > 2 for name in names):
        return False
    draft.slots["name"] = names if len(names) > 1 else names[0]
    return len(names) > 1 or draft.each.sentence.words[draft.match.at].text not in {"we", "we're"}


def _house_rule(draft: Draft) -> bool:
    """One of the rule switches people name aloud."""
    text = " ".join(draft.words())
    least = draft.number("value")
    if "minimum bid" in text and least is not None:
        draft.slots = {"rule": "min_bid", "value": least}
        return True
    for pattern, rule, value in _HOUSE_RULES:
        if re.search(pattern, text):
            draft.slots = {"rule": rule, "value": value}
            return True
    return False


def _entry(draft: Draft) -> bool:
    """Name of a new sheet entry, without the words that only introduce it."""
    name = re.sub(
        r"^(?:give me|i'd like|i want|put|call (?:him|her|them))\s+",
        "",
        str(draft.slots.get("name", "")),
        flags=re.IGNORECASE,
    )
    draft.slots["name"] = name.strip(" ,.")
    return bool(draft.slots["name"])


def _new_table(draft: Draft) -> bool:
    """Rules preset named along with a new table."""
    if "summary" in draft.words():
        draft.slots["preset"] = "summaries"
    return True


def _lull(draft: Draft) -> bool:
    """Note it where everybody agreed to drop the scene."""
    if re.search(r"\b(?:everybody|everyone|all|we all|we're all|we) (?:is |are )?agreed?\b", " ".join(draft.words())):
        draft.slots["group_agreed"] = True
    return True


def _new_item(draft: Draft) -> bool:
    name = str(draft.slots.get("name", "")).strip(" ,")
    words = draft.each.sentence.texts
    kind = next(
        (
            word
            for word in words
            if word in {"magic", "cursed", "enchanted", "singing", "holy", "ancient", "silver", "blessed"}
        ),
        "",
    )
    if kind and name and kind not in name.lower() and words[:2] == ["a", kind]:
        name = f"{kind} {name}"
    if name:
        draft.slots["name"] = re.sub(r"^(?:a|an|the)\s+", "", name)
    else:
        draft.missing.append("name")
    if "breaks at zero" in " ".join(draft.words()):
        draft.slots["breaks_at_zero"] = True
    return True


def _principle_text(draft: Draft) -> bool:
    thing = draft.thing("linked_skill", ("skill", "item"), None)
    if thing is None or not 1 <= int(draft.slots.get("bonus_dice", 0)) <= 3:
        return False
    if "by" not in draft.match.slots and thing.owner in draft.named_players():
        draft.actor = thing.owner
    draft.slots["linked_skill"] = thing.name
    return True


_KEPT = re.compile(r"\b(?:is|are|goes|go|comes|come|stays|ends)\b.*$|\b(?:please|so|and|then)$", re.IGNORECASE)
_TAKING = re.compile(
    r"^.*?\b(?:i'm|i|i'll|we) (?:\w+ )?"
    r"(?:keep|keeping|take|taking|pocket|grab|grabbing|pick up|have|nick|steal|got|find|found) ",
    re.IGNORECASE,
)


def _belonging(draft: Draft) -> bool:
    """Fill in the thing noted as carried: named in the sentence, else in the words before it."""
    text = str(draft.slots.get("text", ""))
    if not text:
        before = re.split(
            r"[.!?]\s", draft.heard.turn.text[: draft.each.words(draft.match.at, draft.match.until)[0].start]
        )
        text = _KEPT.sub("", _TAKING.sub("", before[-1].strip(" ,;:-–—"))).strip(" ,;:-–—")
    draft.slots["text"] = re.sub(r"^(?:a|an|the|my|this|that|some)\s+", "", text, flags=re.IGNORECASE)
    return bool(draft.slots["text"])


def _improve(draft: Draft) -> bool:
    thing = draft.thing("skill", ("skill", "item"), draft.actor) or draft.thing("skill", ("skill", "item"))
    name = thing.name if thing else draft.said("skill")
    if not name or draft.each.sentence.ending == "?":
        return False
    draft.slots["skill"] = name
    if thing and draft.actor != thing.owner and draft.actor is None:
        draft.actor = thing.owner
    count = draft.plain("chips")
    if "all" in draft.words():
        draft.slots.pop("chips", None)
    elif count[:1] == ["both"]:
        draft.slots["chips"] = 2
    else:
        draft.slots.setdefault("chips", 1)
    return True


def _detail(draft: Draft) -> bool:
    detail = re.sub(r"^(?:i change|i outbid that)\s+", "", draft.said("detail"), flags=re.IGNORECASE)
    detail = re.sub(r"['’]s$", "", detail)
    draft.slots["detail"] = detail
    draft.slots.setdefault("text", draft.heard.turn.text.strip(" ."))
    return bool(detail)


def _option(draft: Draft) -> bool:
    """The thing of the table named as an answer, a number, luck, or a place in the list of choices."""
    mention = draft.mention("option")
    if mention is not None:
        draft.slots["option"] = mention.things[0].name
    elif draft.plain("option") == ["luck"]:
        draft.slots["option"] = "luck"
    elif draft.number("option") is not None:
        draft.slots["option"] = draft.number("option")
    else:
        place = next((word for word in draft.words() if word in ORDINALS or word == "last"), None)
        draft.slots["option"] = place
    return draft.slots["option"] is not None


def _other_number(draft: Draft) -> bool:
    """A number in place of another one ("the one, a one" only says it twice)."""
    return draft.slots.get("value") != draft.slots.get("wrong")


_TEXTS = frozenset({"story", "goal", "group_goal", "principle", "setting_detail"})
"""Kinds of things that no field of a command names by itself."""


def _meant_skill(draft: Draft) -> bool:
    """The skill that was meant: the speaker's own of that name, else anybody's, or luck."""
    if draft.plain("skill") == ["luck"]:
        draft.slots["skill"] = "none"
        return True
    thing = draft.thing("skill", ("skill", "item"), draft.speaker) or draft.thing("skill", ("skill", "item"))
    if thing is not None:
        draft.slots["skill"] = thing.name
    return thing is not None


def _meant_thing(draft: Draft) -> bool:
    """Fill in the thing meant, and the one understood instead where it is named: each by all its names at the table."""
    for slot in ("meant", "other"):
        if slot not in draft.match.slots:
            draft.slots.pop(slot, None)
            continue
        mention = draft.mention(slot)
        _, at, until = draft.match.slots[slot]
        before = [] if mention is None else [word.text for word in draft.each.words(at, mention.at)]
        place = ORDINALS.get(before[0], 0) if before else 0
        if mention is None or mention.until != until or len(before) != bool(place):
            return False
        draft.weigh(mention)
        things = [thing for thing in mention.things if thing.kind not in _TEXTS]
        owners = [thing.owner for thing in things if thing.kind in {"player", "character"}]
        people = [name for each in draft.players() if each.name in owners for name in (each.name, each.character)]
        names = dict.fromkeys([*(thing.name for thing in things), *filter(None, people)])
        names = names or dict.fromkeys(_called(draft, {thing.name.casefold() for thing in mention.things}))
        numbered = [each for each in _numbered(draft, names) if each not in names]
        draft.slots[slot] = numbered[place - 1 : place] if place else [*names, *numbered]
    return all(draft.slots.get(slot, True) for slot in ("meant", "other"))


def _called(draft: Draft, told: Collection[str]) -> Iterator[str]:
    """Names of the rules of which the story knows a part: "Captain Vane" where people speak of Vane."""
    for kind, name in draft.heard.table.vocabulary.shared:
        if kind not in _TEXTS and any(set(each.split()) <= set(name.casefold().split()) for each in told):
            yield name


def _numbered(draft: Draft, names: Iterable[str]) -> Iterator[str]:
    """Those of several alike: "Thug One" and "Thug Two" where thugs are named."""
    for kind, name in draft.heard.table.vocabulary.shared:
        if kind not in _TEXTS and any(name.startswith(f"{each} ") for each in names):
            yield name


def _meant_speaker(draft: Draft) -> bool:
    """Fill in the one who really spoke: the player named, or the speaker who claims the words."""
    player = draft.owner("player") or draft.speaker
    draft.slots["player"] = player
    return player is not None


def _own_name(draft: Draft) -> bool:
    """Fill in the player a voice says it is, where it says so."""
    player = draft.owner("player")
    if player is not None:
        draft.slots["player"] = player
    return True


def status(draft: Draft) -> bool:
    """Player and skill a question is about."""
    who = draft.owner("who")
    topic = draft.slots.get("topic")
    if who is not None:
        draft.slots["player"] = who
    elif (
        topic in {"chips", "heart", "skill", "actions", "luck"}
        and {"i", "my", "i've", "me"} & set(draft.words())
        and not {"everybody", "everyone", "we", "all"} & set(draft.words())
        and draft.speaker
    ):
        draft.slots["player"] = draft.speaker
    if topic == "skill":
        thing = draft.thing("skill", ("skill", "item"), draft.slots.get("player")) or draft.thing(
            "skill", ("skill", "item")
        )
        if thing is None:
            return False
        draft.slots |= {"skill": thing.name, "player": thing.owner}
    if topic == "connection":
        thing = draft.thing("connection", ("connection",))
        if thing is None:
            return False
        draft.slots |= {"about": thing.name, "player": thing.owner}
    return True


def correction(draft: Draft) -> bool:
    """Fill in the number that is set right; the table's own words are the reason."""
    draft.slots["reason"] = draft.heard.turn.text.strip()
    path = draft.slots.get("path")
    who = draft.owner("who")
    if path in {"chips", "heart"}:
        draft.slots["player"] = who or draft.speaker
        if draft.slots["player"] is None:
            draft.missing.append("player")
    if path == "temp_modifier":
        draft.slots["value"] = _change(draft)
    if path in {"damage", "temp_modifier"}:
        thing = draft.thing("skill", ("skill", "item"), who)
        if thing is None:
            return False
        draft.slots |= {"skill": thing.name, "player": thing.owner}
    if path == "connection":
        thing = draft.thing("connection", ("connection",))
        if thing is None:
            return False
        draft.slots |= {"connection": thing.name, "player": thing.owner}
    return True


def _change(draft: Draft) -> int:
    """Dice more or fewer, as they are said; none where the change is over."""
    more = draft.number("value") or 0
    return -more if {"minus", "fewer", "less", "off"} & set(draft.words()) else more


def _display_differs(draft: Draft) -> bool:
    """A count that is told against what the companion shows or says."""
    text = " ".join(draft.words())
    shown = r"\b(?:it|you|that|app|screen|companion|display|computer|tablet) (?:says|say|shows|show|thinks|reckons)\b"
    return bool(re.search(shown + r".* (?:\d+|\w+)$", text)) and correction(draft)


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "heal": _heal,
    "item": _item,
    "fate": _fate,
    "new_name": _new_name,
    "request": _request,
    "people": _people,
    "house_rule": _house_rule,
    "new_item": _new_item,
    "entry": _entry,
    "new_table": _new_table,
    "lull": _lull,
    "principle_text": _principle_text,
    "belonging": _belonging,
    "improve": _improve,
    "detail": _detail,
    "option": _option,
    "meant_skill": _meant_skill,
    "other_number": _other_number,
    "meant_speaker": _meant_speaker,
    "meant_thing": _meant_thing,
    "own_name": _own_name,
    "status": status,
    "correction": correction,
    "display_differs": _display_differs,
}
