"""Words a state keeps as text, as people read them."""

from engine.phrase import Phrase, capital, phrase, plural, spelled, verbatim
from engine.systems.phasesix.skills import SKILL_WORDS
from engine.systems.phasesix.vocabulary import ATTRS

EPOCHS = (
    phrase("Classical Antiquity"),
    phrase("Middle Ages, Vikings and Crusades"),
    phrase("Victorian Age and Wild West"),
    phrase("Imperialism and World Wars"),
    phrase("Cold War and the 80s"),
    phrase("Modern times"),
    phrase("Science Fiction"),
)
_POOLS = (
    *(phrase("evasion"), phrase("cover")),
    *(phrase("recovery"), phrase("arcana recovery"), phrase("stress recovery")),
)
_SIDES = (phrase("players"), phrase("foes"))
_OWN: dict[str, Phrase] = {
    word: word for word in (*SKILL_WORDS, *(capital(spelled(each)) for each in ATTRS), *EPOCHS, *_POOLS, *_SIDES)
}


def worded(kept: str) -> Phrase:
    """A trait, a tick, a side of a fight or an era; what is no word of the rules is the same in every language."""
    dice, tick = kept.removesuffix(" dice"), kept.removeprefix("tick ")
    if dice.isdecimal() and dice != kept:
        return plural("{count} die", "{count} dice", int(dice))
    if tick.isdecimal() and tick != kept:
        return phrase("tick {number}", number=tick)
    return _OWN.get(kept) or verbatim(kept)
