"""Checks that words naming a weapon, foe or spell at a table of Phase Six are a deed done now."""

import re

from companion.nlu.bind_phasesix_gist import as_it_is, by_leader, clause
from companion.nlu.bind_phasesix_people import names_in, people
from companion.nlu.drafts import Draft
from companion.nlu.words import word_set

_GESTURES = word_set(
    """
    look looks looking stare stares glare glares point points wave waves smile smiles grin grins wink winks nod nods
    laugh laughs growl growls snarl snarls hiss hisses bark barks scream screams shout shouts yell yells spit spits show
    shows give gives like likes hold holds lower lowers put puts raise raises lean leans sheathe want wants see sees
    borrow sell talk talks ask asks tell tells drop drops is sniff sniffs blink blinks drool drools hand hands trade
    swap think polish clean listen listens buy books walk walks run runs move moves step steps throw cast reroll bonus
    destiny
    """
)
_NO_ATTACK = word_set(
    """
    look looks looking stare stares point points wave waves show shows like likes lower lowers sheathe borrow sell
    buy talk ask tell drop hand hands lend trade swap think polish clean listen keep keeps hide put reload reloading
    magazine load see sees books ammo parry parrying block evade dodge cast spell reroll bonus destiny reaction
    grenade molotov prettier better bigger worse sharper than same belt
    """
)
_THEM = word_set("him her it them its his he's she's it's one ones")
_CAME_FROM = re.compile(r"\bfrom (?:his|her|the|a|my (?:uncle|aunt|father|mother|brother|sister|friend))\b")
_VIOLENT = word_set(
    """
    attack attacks hit hits stab stabs shoot shoots shot shots punch kick slash cut strike strikes bash swing fire
    bullet bullets trigger burst blade fist fists elbow knee head ribs belly throat gut guts face teeth skull chest neck
    shoulder shoulders stomach leg legs arm back bang boom
    """
)
_BODILY = word_set(
    """
    claws claw fangs teeth jaws bite bites gets gets club fist fists blade axe sword knife pistol rifle gun tail
    tentacle horns swing swings lunge lunges leap leaps leaping jump jumps
    """
)
_MOODS = word_set("mad angry good bad sore furious back")
_ONTO = word_set("at into onto on across upon over")
_ONTO_BODY = word_set("onto upon")
_BLOW = re.compile(
    r"(?:swing|ram|smash|slam|crash|hit|kick|punch|stab|bit|claw|lung|charg|pounc|slash|hack|whack|bash|thump|slic|"
    r"headbutt|tackl|shoot|fir)(?:e|es|s|ing|mes|ming)?$"
)
_THROWN_BODY = re.compile(
    r"\b(?:i|i'm|i'll|me|myself|and|so|then)\b.*\b(?:roll(?:s|ing)?|duck(?:s|ing)?|dodg(?:e|es|ing)|drop(?:s|ping)?|jump(?:s|ing)?|"
    r"leap(?:s|ing)?|div(?:e|es|ing)|twist(?:s|ing)?|spin(?:s|ning)?|slid(?:e|es|ing)|hop(?:s|ping)?|sidestep(?:s|ping)?|lean(?:s|ing)?|"
    r"bend(?:s|ing)?|weav(?:e|es|ing)|step(?:s|ping)?|swerv(?:e|es|ing)|throw|fling|get|pull|tumbl(?:e|es|ing)|somersault)\b"
    r"(?! (?:my|the) (?:eyes|dice|die))"
)
_IN_THE_WAY = word_set("in up between already there out right")
_MINE = word_set("i i'm i'll me my let's")
_LIKINGS = word_set("love loves hate hates like likes prefer miss know knows learn learned learnt called spell best")
_CHANGED = word_set("fresh new next full change swap out")
_FLIES = word_set("goes go flies fly flying sails lands land pin pull roll rolls rolling pulled arcs")
_SHORT = 14


def strikes(draft: Draft) -> bool:
    """Return True where the speaker attacks: names a weapon or way to fire and a foe, or a foe and violence to them."""
    words = set(draft.each.sentence.texts)
    if not _NO_ATTACK.isdisjoint(words) or draft.named_players(besides=draft.speaker) or draft.actor != draft.speaker:
        return False
    armed = "weapon" in draft.slots or "mode" in draft.slots
    if _CAME_FROM.search(draft.each.sentence.plain()):
        return False
    if any(mention.of("spell") for mention in draft.each.mentions):
        return False
    if "weapon" in draft.match.slots and as_it_is(draft, draft.match.slots["weapon"][2]):
        return False
    opponents = draft.sheet(draft.actor).of("opponent")
    aimed = draft.slots.get("target") in opponents
    if armed:
        return aimed or bool(_THEM & words) or len(opponents) == 1
    return aimed and not _VIOLENT.isdisjoint(words)


def falls_upon(draft: Draft) -> bool:
    """Return True where a foe of the speaker's attacks, and does more than a gesture."""
    sheet = draft.sheet(draft.speaker)
    words = draft.each.sentence.texts
    blow = any(_BLOW.match(word) for word in words)
    gesture = not blow and not _GESTURES.isdisjoint([*words, *(word.removesuffix("ing") for word in words)])
    if set(sheet.of("acting")).isdisjoint(sheet.of("foe")) or (gesture and _ONTO_BODY.isdisjoint(words)):
        return False
    at = next((mention.at for mention, person in people(draft) if person.name == draft.slots["target"]), 0)
    towards = [each for each in words[max(0, at - 2) : at] if each != "the"][-1:]
    if not _MOODS.isdisjoint(words):
        return False
    arms = {word for arm in sheet.of("arm") for word in arm.lower().split()}
    owns = any(mention.at == at and draft.each.sentence.words[mention.until - 1].owns for mention, _ in people(draft))
    onto = bool(_ONTO.intersection(towards)) and (not owns or not _VIOLENT.isdisjoint(words))
    return blow or onto or not (_BODILY | arms).isdisjoint(words)


def parries(draft: Draft) -> bool:
    """Return True where the thing named stands in the way of the blow that has to be answered."""
    words = draft.each.sentence.texts
    kept = draft.each.sentence.words[draft.match.until - 1].owns and draft.each.sentence.texts[draft.match.until :][:1]
    idle = (as_it_is(draft, draft.match.until) and "in" not in words) or (kept and _IN_THE_WAY.isdisjoint(kept))
    return len(words) <= _SHORT and not idle and bare(draft) and _NO_ATTACK.isdisjoint(words)


def bare(draft: Draft) -> bool:
    """Return True where nobody is named in the whole turn: "Guard. Rifle." is no parry with the rifle."""
    return not any(mention.of("fighter", "character", "player") for mention in draft.heard.mentions())


def gets_away(draft: Draft) -> bool:
    """Return True where the speaker moves the body out of the way of the blow that has to be answered."""
    here = " ".join(word.text for word in clause(draft))
    return bool(_THROWN_BODY.search(f"and {here}" if _is_own(draft) else here)) and not draft.named_players(
        draft.speaker
    )


def _is_own(draft: Draft) -> bool:
    """Return True where the sentence begins with the speaker's own character."""
    own = {each.character for each in draft.players() if each.name == draft.speaker}
    return bool(own.intersection(names_in(draft)[:1]))


def casts(draft: Draft) -> bool:
    """Return True where a spell of the speaker's own is let loose now, on somebody or by whoever speaks."""
    until = draft.match.slots["instance"][2]
    words = draft.each.sentence.texts
    own = draft.slots["instance"] in draft.sheet(draft.speaker).of("spell")
    aimed = bool(draft.slots.get("targets")) or not _THEM.isdisjoint(words)
    several = " " in draft.slots["instance"] and _LIKINGS.isdisjoint(words)
    return own and several and not as_it_is(draft, until) and (aimed or "i" in words)


def tends(draft: Draft) -> bool:
    """Return True where the speaker sees to somebody's wounds."""
    treated = re.search(r"\bto (?:a|an|the|some) ", draft.each.sentence.plain())
    doing = not _MINE.isdisjoint(draft.words()) or _is_own(draft)
    return "target" in draft.slots and doing and not by_leader(draft) and treated is None


def in_short(draft: Draft) -> bool:
    """Return True where it is the whole of a short sentence of somebody's own."""
    words = draft.each.sentence.texts
    return len(words) <= _SHORT and not draft.named_players(besides=draft.speaker)


def changes(draft: Draft) -> bool:
    """Return True where a magazine is changed."""
    return in_short(draft) and not _CHANGED.isdisjoint(draft.each.sentence.texts)


def flies(draft: Draft) -> bool:
    """Return True where a thing leaves the hand of whoever speaks."""
    return in_short(draft) and not _FLIES.isdisjoint(draft.each.sentence.texts) and "target" in draft.slots
