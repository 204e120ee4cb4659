"""Things a Reaction may answer, and the world that acts (rules 3.6, 3.7)."""

from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.fields import Id, Words
from engine.phrase import EMPTY, Phrase, phrase, sentence, template
from engine.systems.kleptonomicon.entities import Trigger
from engine.systems.kleptonomicon.fields import CharacterName, TriggerWord
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import Event, GmCommand
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.standing import in_words
from engine.systems.kleptonomicon.state import State, encounter_of, with_encounter
from engine.systems.kleptonomicon.vocabulary import Phase, TriggerKind


class EnvironmentActed(Event):
    """The world acted."""

    weight: ClassVar[int] = 1
    text: str

    def sentence(self) -> Phrase:
        return sentence(self.text) or phrase("The world acts.")


class TriggerOpened(Event):
    """This can be reacted to."""

    taken_back: ClassVar[str] = template("what could be reacted to")
    trigger: Trigger

    def apply(self, state: State) -> Changes:
        triggers = (*encounter_of(state).triggers, self.trigger)
        return {"trigger_count": state.trigger_count + 1} | with_encounter(state, triggers=triggers)

    def sentence(self) -> Phrase:
        said = self.trigger.kind in {TriggerKind.CUSTOM, TriggerKind.SPOKEN}
        return in_words(phrase("There is something to react to"), self.trigger.text) if said else EMPTY


class TriggersClosed(Event):
    """This can no longer be reacted to."""

    trigger_ids: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        triggers = tuple(each for each in encounter_of(state).triggers if each.trigger_id not in self.trigger_ids)
        return with_encounter(state, triggers=triggers)


def open_trigger(ledger: Ledger, kind: TriggerKind, source: str | None, subject: str | None, text: str = "") -> Trigger:
    """Something can be reacted to (KL-52)."""
    trigger = Trigger(f"trigger-{ledger.state.trigger_count + 1}", kind, source, subject, text)
    ledger.record(TriggerOpened(trigger))
    return trigger


def close_triggers(ledger: Ledger) -> None:
    """Nothing open can be reacted to any more."""
    open_now = tuple(each.trigger_id for each in ledger.encounter.triggers)
    if open_now:
        ledger.record(TriggersClosed(open_now))


def commit(ledger: Ledger) -> None:
    """The active character goes on: what was open can no longer be reacted to (KL-52, KLR-11)."""
    if ledger.rules.reaction_window == "next_commit":
        close_triggers(ledger)


class EnvironmentEvent(GmCommand):
    """The world acts (KL-83)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    talk: ClassVar[Talk] = Talk(confirm="Does the world act[, {who}]?")
    text: Words

    def decide(self, ledger: Ledger, who: None) -> None:
        ledger.record(EnvironmentActed(self.text.strip()))


class OpenTrigger(GmCommand):
    """Say that something can be reacted to (KL-52)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    talk: ClassVar[Talk] = Talk(confirm="May anybody react to that[, {who}]?")
    trigger: TriggerWord = "CUSTOM"
    source: CharacterName | None = None
    subject: CharacterName | None = None
    text: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        kind = TriggerKind(self.trigger.strip().upper().replace(" ", "_"))
        source = find_character(ledger.state, self.source).name if self.source else None
        subject = find_character(ledger.state, self.subject).name if self.subject else None
        open_trigger(ledger, kind, source, subject, self.text.strip())


class CloseTrigger(GmCommand):
    """Nothing can be reacted to any more; None = everything open (KL-52)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    talk: ClassVar[Talk] = Talk(confirm="Close the Reactions[, {who}]?")
    trigger_id: Id | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        said = self.trigger_id
        closing = tuple(each.trigger_id for each in ledger.encounter.triggers if said in {None, each.trigger_id})
        if not closing:
            raise Refused("TRIGGER_MISSING", phrase("Nothing is open."))
        ledger.record(TriggersClosed(closing))
