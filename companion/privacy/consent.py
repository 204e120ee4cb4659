"""Register of consent to being heard at a table, and of the people whose words are left out."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from audio.types import Utterance
from companion.base.errors import UnknownEntry
from companion.store import Campaign, ConsentWay, Store
from engine.phrase import joined, phrase
from engine.quick_dataclass import dataclass

ConsentMode = Literal["off", "remind", "require"]
"""Nobody is asked, everybody is reminded once an evening, or nobody is heard who did not agree."""
Strangers = Literal["auto", "keep", "drop"]
"""Treatment of words in a voice nobody knows; `auto` drops them where they may be of somebody who is left out."""
HOW_TO_AGREE = "Say: I agree to being heard."


@dataclass(frozen=True, slots=True)
class ConsentStatus:
    """Last statement of somebody about being heard.

    Attributes:
        person: Name in the roster.
        given: True when they agreed, False when they withdrew consent, None when they said nothing.
        at: When, UTC; None when they said nothing.
    """

    person: str
    given: bool | None = None
    at: datetime | None = None


def people_of(campaign: Campaign) -> tuple[str, ...]:
    """Everybody in the room: players, then guests."""
    return tuple(str(each["name"]) for part in ("players", "guests") for each in campaign.roster.get(part, ()))


def person_named(campaign: Campaign, name: str) -> str:
    """Somebody at the table as the roster spells them.

    Raises:
        UnknownEntry: Nobody there is called so.
    """
    people = people_of(campaign)
    found = next((each for each in people if each.casefold() == name.strip().casefold()), None)
    if found is None:
        names = joined(people, ", ")
        raise UnknownEntry(phrase("{name} is not at this table; players: {people}.", name=name, people=names))
    return found


def consents(store: Store, campaign: Campaign) -> tuple[ConsentStatus, ...]:
    """Return everybody's last statement about being heard."""
    latest = {each.person: ConsentStatus(each.person, each.given, each.at) for each in store.consents(campaign.id)}
    return tuple(latest.get(person, ConsentStatus(person)) for person in people_of(campaign))


def give(store: Store, campaign: Campaign, person: str, way: ConsentWay) -> None:
    """Somebody agrees to being heard.

    Raises:
        UnknownEntry: They are not at this table.
    """
    store.add_consent(campaign.id, person_named(campaign, person), True, way)


def withdraw(
    store: Store, campaign: Campaign, person: str, way: ConsentWay, forget_voice: Callable[[str], bool]
) -> None:
    """Somebody does not want to be heard any more: their words are left out, their voiceprint is deleted.

    Raises:
        UnknownEntry: They are not at this table.
    """
    name = person_named(campaign, person)
    store.add_consent(campaign.id, name, False, way)
    forget_voice(name)


class ConsentRegister:
    """Decides during play whose words may be admitted.

    Withdrawn consent holds in every mode. Until the evening ends, the voice of whoever withdrew it is still recognised,
    so that it can be left out; from the next one on, voices nobody knows are.

    Args:
        store: Where consents are kept; they are read with every sentence, so that those given elsewhere count at once.
        campaign: Campaign played.
        mode: Whether people are asked.
        strangers: What becomes of words in a voice nobody knows.
        forget_voice: Deletes a voiceprint; False when there was none.
    """

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        mode: ConsentMode = "off",
        strangers: Strangers = "auto",
        forget_voice: Callable[[str], bool] = lambda person: False,
    ) -> None:
        self._store = store
        self._campaign = campaign
        self._mode = mode
        self._strangers = strangers
        self._forget_voice = forget_voice
        self._told: set[str | None] = set()
        self._reminded = mode != "remind"

    def standings(self) -> tuple[ConsentStatus, ...]:
        """Return everybody's last statement about being heard."""
        return consents(self._store, self._campaign)

    def give(self, person: str, way: ConsentWay) -> None:
        """Somebody agrees."""
        give(self._store, self._campaign, person, way)
        self._told.clear()

    def withdraw(self, person: str, way: ConsentWay) -> None:
        """Somebody withdraws consent."""
        withdraw(self._store, self._campaign, person, way, self._forget_voice)
        self._told.add(person)

    def forget_voice(self, person: str) -> bool:
        """Delete a voiceprint; False when there was none."""
        return self._forget_voice(person)

    def leaves_out(self, utterance: Utterance) -> bool:
        """Return True if words are neither to be kept nor acted upon."""
        standings = {each.person: each.given for each in self.standings()}
        person = utterance.speaker_name
        if person is not None:
            given = standings.get(person)
            return given is False or (given is None and self._mode == "require")
        if utterance.typed or self._strangers == "keep":
            return False
        return self._strangers == "drop" or self._mode == "require" or False in standings.values()

    def told(self, utterance: Utterance) -> str | None:
        """Return the message for somebody whose words are left out, the first time; None afterwards."""
        person = utterance.speaker_name
        if person in self._told:
            return None
        self._told.add(person)
        if person is None:
            name = people_of(self._campaign)[0]
            return (
                "I ignore unknown voices, because not everybody here has agreed to being heard. "
                f"To agree, say your name: I, {name}, agree to being heard."
            )
        return f"{person}, I ignore what you say until you agree. {HOW_TO_AGREE}"

    def reminder(self, utterance: Utterance) -> str | None:
        """Once, when the first voice of an evening is heard: who has not said anything about it; None otherwise."""
        if self._reminded or utterance.typed:
            return None
        self._reminded = True
        silent = [each.person for each in self.standings() if each.given is None]
        if not silent:
            return None
        return f"No consent to being heard yet: {', '.join(silent)}. {HOW_TO_AGREE}"

    def one_who_speaks(self, named: Any, utterance: Utterance) -> str | None:
        """Return the person whose consent a sentence is about: the speaker, or whom an unknown voice says it is."""
        speaker = utterance.speaker_name
        return speaker if named in (None, speaker) else None if speaker is not None else str(named)
