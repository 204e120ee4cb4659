"""Fields of sentences said at a table of Choice Based PTA: lists of people and traits, scenes, stakes, offers."""

import re
from collections.abc import Callable, Mapping

from companion.nlu import bind_choice_pta_cards, bind_choice_pta_told
from companion.nlu.bind_choice_pta_cards import called, leads
from companion.nlu.drafts import Draft
from companion.nlu.numbers import SPOKEN, value_of
from companion.nlu.words import word_set

_PEOPLE = ("player", "character")
_BETWEEN = re.compile(r"\s*(?:,|;|&|\band\b|\bplus\b)\s*", re.IGNORECASE)
_PREFACE = re.compile(
    r"^(?:and|with|traits? (?:are|is)|the|is|are|named?|players?|my traits?|three traits?|me)\b[:\s]*", re.IGNORECASE
)
_I_LEAD = re.compile(r"\b(?:i'm|i am) (?:the )?gm\b|\bme (?:running|leading)\b", re.IGNORECASE)
_REAL_CARDS = re.compile(r"\b(?:real|physical|paper|our own) cards\b", re.IGNORECASE)
_TRAILING = word_set("with and where there everybody everyone is are present")
_BREAKS = " \t,;:"
_LONGEST_TRAILING = 12
_LAST_WORD = re.compile(rf"[{_BREAKS}]([^{_BREAKS}]+)\Z")
_SPEAKER = word_set("i me my mine i'm i'll i've myself us we our")


def _speaker(draft: Draft) -> bool:
    """Said by whoever speaks, also when it begins with somebody's name."""
    draft.actor = draft.speaker
    return True


def _anybody(draft: Draft) -> bool:
    """Said by anybody in the room; only what is known of them is passed on."""
    draft.actor = draft.speaker
    if draft.heard.turn.speaker and not draft.players():
        draft.slots["actor"] = draft.heard.turn.speaker
    return True


def listed(text: str) -> list[str]:
    """Parts of a spoken list, without the words around them."""
    parts = [_PREFACE.sub("", part.strip(" .!?:")).strip(" .!?:'\"") for part in _BETWEEN.split(text)]
    return [part for part in parts if part]


def _table(draft: Draft) -> bool:
    """Fill in the players and the GM; a mere number is enough."""
    _anybody(draft)
    people = listed(draft.said("people")) if draft.said("people") else []
    names = [name for name in people if name.casefold() not in _SPEAKER]
    if names:
        draft.slots["players"] = names
    if draft.said("master"):
        draft.slots["gm"] = draft.said("master")
    elif _I_LEAD.search(draft.heard.turn.text):
        draft.slots["gm"] = "I"
    if _REAL_CARDS.search(draft.heard.turn.text):
        draft.slots["card_mode"] = "physical"
    if not {"players", "count"} & set(draft.slots):
        draft.missing.append("players")
    return True


def _hero(draft: Draft) -> bool:
    """Name and traits of a protagonist, whichever were said; of the speaker unless somebody is named."""
    draft.actor = draft.speaker
    if draft.said("hero"):
        draft.slots["name"] = draft.said("hero").strip(" .!?:,")
    if draft.said("list"):
        draft.slots["traits"] = listed(draft.said("list"))
    if draft.said("one"):
        draft.slots["traits"] = [draft.said("one").strip(" '\".")]
    return draft.slots.get("traits") != []


def _scene(draft: Draft) -> bool:
    """Fill in the owner of the scene and those in it; it is the speaker's unless somebody else is named as owner."""
    draft.actor = draft.speaker
    if "owner" not in draft.slots and (owner := _scene_owner(draft)):
        draft.slots["owner"] = owner
    if "description" not in draft.slots and (told := draft.after()):
        draft.slots["description"] = re.split(r"[.!?]", told)[0].strip()
    elif whose := _WHOSE.match(draft.slots.get("description", "")):
        draft.slots["description"] = whose["place"]
    described = draft.said("description").casefold()
    owner_words = draft.heard.table.vocabulary.player(draft.slots.get("owner"))
    owners = {owner_words.name, owner_words.character} if owner_words is not None else {draft.slots.get("owner")}
    present = [
        thing.name
        for mention in draft.heard.mentions()
        for thing in mention.of(*_PEOPLE)[:1]
        if thing.name not in owners and thing.name.casefold() != "gm"
    ]
    if present:
        draft.slots["present"] = list(dict.fromkeys(present))
    if _ALL_THERE.search(draft.heard.turn.text):
        draft.slots["present"] = ["everyone"]
    if described:
        draft.slots["description"] = _place(draft.slots["description"], present)
    return True


_ALL_THERE = re.compile(
    r"\b(?:everyone|everybody|all of us|(?:you(?:'|’)re|you are|we(?:'|’)re|we are) all (?:there|here|in it))\b",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"(?:(?:and|so) )*(?:that|this|this one|it)(?:(?:'|’)s| is) (?:(?:one|a scene|all) )?for \w+"
    r"\s*[:,;–—-]+\s*(?P<place>.+)",
    re.IGNORECASE,
)
"""Words that say whose scene it is, in front of its place."""
_OWNED = re.compile(r"\b(?:it's|it is|this (?:one|scene)(?:'s| is)|that one(?:'s| is)|one's|your(?:s| scene))\b")
_GIVEN = re.compile(
    r"\byours?\b|\b(?:belongs? to|all about) you\b"
    r"|\byou(?:'re| are) (?:up|on|driving|steering|in charge|framing|leading)\b"
)
_OWNER_OF = word_set("scene show turn go one spotlight story chapter episode picture shot image moment")
_LEADS_TO_OWNER = frozenset(
    {("belongs", "to"), ("all", "about"), ("goes", "to"), ("over", "to")}
    | {(word, "for") for word in ("is", "one", "that's", "it's", "this", "scene")}
)


def _scene_owner(draft: Draft) -> str | None:
    """Return the owner a scene is said to have: "Ben, it's yours", "it's Ben's", "Ben's scene", "my scene"."""
    for each in draft.heard.sentences:
        words = each.sentence.words
        said = draft.heard.text(each, 0, len(words)).casefold().replace("\u2019", "'")
        for mention in each.mentions:
            people = [thing.owner for thing in mention.of(*_PEOPLE) if thing.owner]
            if not people:
                continue
            after = words[mention.until : mention.until + 2]
            owns = words[mention.until - 1].owns
            scene = any(word.text in _OWNER_OF for word in after)
            ends = not after or words[mention.until - 1].pause
            called = mention.at == 0 or words[mention.at - 1].pause or ends
            given = called and _GIVEN.search(said) is not None
            led = tuple(word.text for word in words[max(0, mention.at - 2) : mention.at]) in _LEADS_TO_OWNER
            if given or led or (owns and (scene or (ends and _OWNED.search(said)))):
                return people[0]
        if re.search(r"\bmy (?:next |turn for a )?scene\b|\bmine\b", said):
            return draft.speaker
    return None


def _owned_scene(draft: Draft) -> bool:
    """A place and whose scene it is; without an owner it is nothing but a place."""
    return _scene(draft) and bool(draft.slots.get("owner"))


def _place(described: str, people: list[str]) -> str:
    """Return the place of the scene, without the people who are named after it."""
    at = min((found for name in people if (found := described.find(name)) > 0), default=len(described))
    place = described[:at].rstrip(f"{_BREAKS}.")
    while (last := _LAST_WORD.search(place, max(0, len(place) - _LONGEST_TRAILING))) and last[1].lower() in _TRAILING:
        place = place[: last.start()].rstrip(_BREAKS)
    return place.strip() or described


_EXTENDED = re.compile(
    r"\b(?:extended|(?:several|few|many|more|multiple|couple of|some|three|four) rounds"
    r"|(?:long|longer|big|full)(?: long)? (?:ones?|fights?|version|kind|form|showdown|duel|conflict))\b",
    re.IGNORECASE,
)


def _call(draft: Draft) -> bool:
    """Kind of conflict and everybody named with it; `other` is something of the GM's."""
    draft.actor = draft.speaker
    if _EXTENDED.search(draft.heard.turn.text):
        draft.slots["conflict"] = "extended"
    names = [
        thing.name
        for mention in draft.each.mentions
        if mention.at >= draft.match.at
        for thing in mention.of(*_PEOPLE)[:1]
        if thing.name.casefold() != "gm"
    ]
    if "me" in draft.words() and draft.speaker is not None:
        names.insert(0, draft.speaker)
    other = draft.said("other").strip(" .!?,")
    others = [other] if other else _against(draft)
    participants = list(dict.fromkeys([*names, *others]))
    if participants:
        draft.slots["participants"] = participants
    return True


def _against(draft: Draft) -> list[str]:
    """Those of the GM's who are named behind "against", as they were called."""
    text, start = draft.heard.turn.text, draft.each.sentence.words[draft.match.until - 1].end
    found = _VERSUS.search(text, start)
    if found is None:
        return []
    draft.end = found.end()
    people = {name.casefold() for player in draft.players() for name in (player.name, player.character or "")}
    others = (_ARTICLE.sub("", each) for each in listed(found["others"]))
    return [each for each in others if each.casefold() not in people]


def _stake(draft: Draft) -> bool:
    """Fill in the stake and its owner: somebody named, something of the GM's, else the speaker."""
    draft.actor = draft.speaker
    label = draft.said("label")
    if "named" in draft.slots:
        draft.slots["label"] = draft.slots["named"]
    elif label:
        draft.slots["label"] = re.sub(r"^(?:the|my|our) |'s?$", "", label.strip(), flags=re.IGNORECASE)
    size = draft.number("size")
    if size is not None:
        draft.slots["mook"] = size
    _underlings(draft)
    return bool(draft.slots.get("text"))


def _underlings(draft: Draft) -> None:
    """A group that is called underlings in the same breath ("The six thugs want the crate, they are mooks.")."""
    label, text = str(draft.slots.get("label", "")), str(draft.slots.get("text", ""))
    counted = _NUMBERED.match(label)
    called = _CALLED_MOOKS.search(text)
    if called is not None:
        draft.slots["text"] = text[: called.start()].rstrip(" ,;–—-")
    if counted is not None and (called is not None or _GANG.search(draft.heard.turn.text)):
        draft.slots["label"] = counted["rest"]
        draft.slots["mook"] = value_of(counted["n"].lower().split())


_GANG = re.compile(r"\b(?:gang|group|mob|band|crowd|bunch|pack|squad|underlings?|mooks?|minions?)\b", re.IGNORECASE)
_KNOWN_STAKE = 1.3
"""Factor by which a wish that names a participant of the GM's is surer."""
_NUMBERED = re.compile(rf"(?P<n>{SPOKEN}) (?P<rest>.+)", re.IGNORECASE)
_CALLED_MOOKS = re.compile(
    r"[,;–—-]? *(?:and )?(?:they're|they are|all)? *(?:all )?(?:mooks|minions|underlings)[ .!]*$", re.IGNORECASE
)
_MANY = re.compile(rf"\b(?:all |the |these |those )?(?P<n>{SPOKEN}) (?:of (?:them|us)|strong)\b", re.IGNORECASE)


def _wish(draft: Draft) -> bool:
    """Fill in the wish of one's own character, or of one the GM leads; a gang of so many is a group of underlings."""
    draft.actor = draft.speaker
    whose = next(
        (thing for mention in [draft.mention("whose")] if mention for thing in mention.things if thing.owner), None
    )
    if whose is not None and (whose.owner != draft.speaker or whose.kind == "player"):
        return False
    if whose is not None and whose.kind == "stake":
        draft.slots["label"] = whose.name
    draft.slots.pop("whose", None)
    label = draft.said("label").split(",")[0].strip()
    if label and not leads(draft):
        return False
    if label:
        draft.slots["label"] = label
    many = _MANY.search(draft.heard.turn.text)
    if label and many and _GANG.search(draft.heard.turn.text):
        draft.slots["mook"] = value_of(many["n"].split())
    text = str(draft.slots.get("text", ""))
    draft.slots["text"] = re.sub(r"^(?:that|to) ", "", text)
    _underlings(draft)
    if leads(draft) and ("stake", draft.slots.get("label")) in draft.sheet(draft.speaker).things:
        draft.factor *= _KNOWN_STAKE
    return bool(text)


_VERSUS = re.compile(r"\b(?:against|versus|vs)\b\.? (?P<others>[^.;:!?]{2,60})", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|a|an|some|their|his|her|its|our|my) ", re.IGNORECASE)
_WISH = re.compile(
    r"^(?:(?:and|so|then|okay|ok|well|right|now|yeah|but|oh|alright)\b[\s,]*)*"
    r"(?:(?:i|we)(?:'d)?(?: just| really| also)? (?:want|need|like)\b(?: that)? |for me(?: it's| it is)?,? )?",
    re.IGNORECASE,
)
_THEIR_WISH = re.compile(
    r"^(?:and |so )*(?:the )?(?P<who>[\w' -]{1,30}?) (?:wants?|needs?|wish(?:es)? for"
    r"|is after|are after|(?:would|'d) like) (?P<text>.+)$",
    re.IGNORECASE,
)
_PRONOUNS = word_set("he she they it we you somebody who everybody")


def _told_before(draft: Draft) -> str:
    """Words said before the match: in its sentence, else in the one before, else by the same voice just now."""
    words = draft.each.sentence.words[: draft.match.at]
    if words:
        return draft.heard.text(draft.each, 0, draft.match.at)
    if draft.each.index:
        earlier = draft.heard.sentences[draft.each.index - 1]
        asked = earlier.sentence.ending == "?"
        return "" if asked else draft.heard.text(earlier, 0, len(earlier.sentence.words))
    last = draft.before[-1] if draft.before else None
    if last is None or last.speaker is None or last.speaker != draft.heard.turn.speaker:
        return ""
    text = last.text.strip()
    return "" if text.endswith("?") else re.split(r"[.!?]+\s+", text.rstrip(" .!"))[-1]


def _stake_told(draft: Draft) -> bool:
    """A stake before its label ("I want him to talk. That's my stake."); theirs where others are said to want it."""
    draft.actor = draft.speaker
    told = _told_before(draft).strip(" ,;:.!-–—")
    theirs = _THEIR_WISH.match(told)
    if theirs is not None:
        who = theirs["who"].strip()
        if who.casefold() not in _SPEAKER:
            told = theirs["text"]
            said_so = set(draft.words()) & {"their", "his", "her", "its"}
            if who.casefold() not in _PRONOUNS and (said_so or leads(draft)):
                draft.slots["label"] = who
    draft.slots["text"] = _WISH.sub("", told).strip(" ,")
    return len(draft.slots["text"].split()) > 1


def _stake_after(draft: Draft) -> bool:
    """A stake after a question of the speaker's own ("My stake? I get the money.")."""
    draft.actor = draft.speaker
    draft.slots["text"] = _WISH.sub("", draft.after()).strip(" ,")
    return len(draft.slots["text"].split()) > 1


_LET = re.compile(r"^(?:to )?(?:let|have|has) (?=(?:the|a|an) )", re.IGNORECASE)


def _offer(draft: Draft) -> bool:
    """For whom a bribe is: whoever is named with it or called by name; nobody named, the rules know whom."""
    draft.actor = draft.speaker
    people = called(draft)
    if "to" not in draft.slots and len(people) == 1:
        draft.slots["to"] = people[0]
    if draft.slots.get("content"):
        draft.slots["content"] = _LET.sub("", str(draft.slots["content"]))
    return True


def _offer_to(draft: Draft) -> bool:
    """An offer that is plainly made to somebody: called by name, or "you"."""
    _offer(draft)
    others = draft.named_players(besides=draft.speaker)
    if "to" not in draft.slots and len(others) == 1:
        draft.slots["to"] = others[0]
    return "to" in draft.slots or bool({"you", "your", "yours"} & set(draft.words()))


_WALKS_IN = re.compile(
    r"\b(?:walk|come|wander|stroll|drop|pop|burst|turn|show|get|step|slip|sneak|climb)(?:s|ped|ing)? (?:in|up|by)\b"
    r"|\b(?:be|is|am|gets to be) in (?:this|it|there|here|the scene)\b"
)


def _entry(draft: Draft) -> bool:
    """A token for letting in the speaker's own character, who is named or "I"."""
    words = set(draft.plain("content"))
    own = (draft.sheet(draft.speaker).character or "").lower().split()
    return _offer_to(draft) and bool(words & {"i", "me", *own} and _WALKS_IN.search(" ".join(draft.plain("content"))))


_OFFERED = re.compile(r"\b(?:tokens?|bribes?|offer(?:s|ing)?)\b", re.IGNORECASE)


def _reply(draft: Draft) -> bool:
    """A yes or no that follows an offer at once: one of the two turns before was somebody else's, and about tokens."""
    draft.actor = draft.speaker
    others = [turn.text for turn in draft.before[-2:] if turn.speaker != draft.heard.turn.speaker]
    return any(_OFFERED.search(text) for text in others)


def _award(draft: Draft) -> bool:
    """Fill in the receiver of a token: whoever is named with it, called by name, or the only other one named."""
    draft.actor = draft.speaker
    others = called(draft) or draft.named_players(besides=draft.speaker)
    if "to" not in draft.slots and len(others) == 1:
        draft.slots["to"] = others[0]
    elif "to" not in draft.slots:
        draft.missing.append("to")
    return True


def _roster(draft: Draft) -> bool:
    """Fill in those who join or leave, by name."""
    draft.actor = draft.speaker
    if draft.said("new"):
        draft.slots["add"] = listed(draft.said("new"))
    if "gone" in draft.slots:
        draft.slots["remove"] = [draft.slots["gone"]]
    return True


def _people(draft: Draft) -> bool:
    """Fill in the one who comes or goes; the speaker's protagonist when nobody is named."""
    draft.actor = draft.speaker
    if set(draft.words()) & {"everybody", "everyone"}:
        draft.slots["player"] = "everyone"
    return True


def _suggestion(draft: Draft) -> bool:
    """Fill in the suggestion; all that was said before when the sentence itself holds nothing of it."""
    draft.actor = draft.speaker
    if not draft.slots.get("content"):
        earlier = [each.sentence for each in draft.heard.sentences[: draft.each.index]]
        words = [word for sentence in earlier for word in sentence.words]
        if not words:
            return False
        draft.slots["content"] = draft.heard.turn.text[words[0].start : words[-1].end]
    return True


def _setting(draft: Draft) -> bool:
    """A house rule by one of its everyday names, with its value."""
    draft.actor = draft.speaker
    number = value_of(draft.plain("number")) if "number" in draft.match.slots else None
    if number is not None:
        draft.slots["value"] = number
    return "name" in draft.slots and "value" in draft.slots


def _sequence(draft: Draft) -> bool:
    """The whole order, as far as people are named."""
    draft.actor = draft.speaker
    draft.slots["sequence"] = [
        mention.of("stake", *_PEOPLE)[0].name for mention in draft.each.mentions if mention.of("stake", *_PEOPLE)
    ]
    return len(draft.slots["sequence"]) > 1


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "pta_speaker": _speaker,
    "pta_table": _table,
    "pta_hero": _hero,
    "pta_scene": _scene,
    "pta_owned_scene": _owned_scene,
    "pta_call": _call,
    "pta_stake": _stake,
    "pta_stake_told": _stake_told,
    "pta_wish": _wish,
    "pta_stake_after": _stake_after,
    "pta_offer": _offer,
    "pta_offer_to": _offer_to,
    "pta_entry": _entry,
    "pta_reply": _reply,
    "pta_award": _award,
    **bind_choice_pta_cards.CHECKS,
    **bind_choice_pta_told.CHECKS,
    "pta_roster": _roster,
    "pta_people": _people,
    "pta_setting": _setting,
    "pta_suggestion": _suggestion,
    "pta_sequence": _sequence,
}
"""Conditions a grammar may name."""
