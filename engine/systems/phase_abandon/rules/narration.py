"""Narration: whose it is, what it is about, and what has to be mentioned (rules 3.16 and section 4)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, template, verbatim
from engine.systems.phase_abandon.choices import STORY
from engine.systems.phase_abandon.entities import Narration, NarrationTask, Obligation, State
from engine.systems.phase_abandon.fold import narrating
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.rules.rolls import drop_split
from engine.systems.phase_abandon.vocabulary import NarrationKind, ObligationKind, Then
from engine.systems.phase_abandon.words import in_figures

_KINDS = {
    NarrationKind.SCENE: phrase("the scene"),
    NarrationKind.FREE: EMPTY,
    NarrationKind.SUCCESS_RESULT: phrase("success"),
    NarrationKind.FAILURE_RESULT: phrase("the failure"),
    NarrationKind.BREAK_EVEN_RESULT: phrase("a break even without harm"),
    NarrationKind.CONFLICT_NATURE: phrase("what the conflict is about"),
    NarrationKind.WRAP_UP: phrase("the wrap-up of the scene"),
    NarrationKind.GOAL_COMPLETION: phrase("how the goal is reached"),
}
_THEN = {
    Then.HIGHEST_CHIPS: phrase("then the highest chip count"),
    Then.NEXT_TASK: phrase("then whatever else is over"),
    Then.RESUME: phrase("then narration goes back"),
    Then.KEEP: EMPTY,
}


class NarrationPassed(Event):
    """Somebody may narrate now; `reason` is the narration row N-n, `tasks` what is owed afterwards."""

    holder: str
    narration: NarrationKind
    actions_allowed: int | None
    then: Then
    reason: str
    obligations: tuple[Obligation, ...] = ()
    tasks: tuple[NarrationTask, ...] = ()
    then_player: str | None = None
    suspends: bool = False
    resumes: bool = False

    def apply(self, state: State) -> Changes:
        running = state.narration
        if self.resumes and running is not None and running.suspended is not None:
            return {"narration": running.suspended}
        suspended = running if self.suspends else None
        if running is not None and not self.suspends and self.then in (Then.RESUME, Then.NEXT_TASK):
            suspended = running.suspended
        narration = Narration(
            holder=self.holder,
            kind=self.narration,
            actions_allowed=self.actions_allowed,
            then=self.then,
            then_player=self.then_player,
            obligations=self.obligations,
            tasks=self.tasks,
            suspended=suspended,
            reason=self.reason,
        )
        return {"narration": narration}

    def sentence(self) -> Phrase:
        actions, holder = self.actions_allowed, self.holder
        narrates = phrase("{holder} narrates", holder=holder)
        told = joined(
            (
                phrase("{holder} continues narrating", holder=holder) if self.resumes else narrates,
                EMPTY
                if actions is None
                else phrase("up to {actions}", actions=in_figures(actions, "action", "actions")),
                _KINDS[self.narration],
            ),
            ", ",
        )
        told = phrase("{told}.", told=joined((told, _THEN[self.then]), "; "))
        if not self.obligations:
            return told
        return joined((told, phrase("Mention: {things}.", things=listed(map(mention, self.obligations)))))


class NarrationTaskQueued(Event):
    """A further narration of the holder is owed after the running one."""

    task: NarrationTask

    def apply(self, state: State) -> Changes:
        narration = narrating(state)
        return {"narration": changed(narration, tasks=(*narration.tasks, self.task), then=Then.NEXT_TASK)}

    def sentence(self) -> Phrase:
        return phrase("{holder} then narrates the end of {text}.", holder=self.task.holder, text=self.task.text)


class NarratedActionCounted(Event):
    """One narrated action is counted."""

    told: ClassVar[str] = template("Action {used} of {allowed}.")
    taken_back: ClassVar[str] = template("an action counted for {holder}")
    holder: str
    used: int
    allowed: int
    text: str | None = None

    def apply(self, state: State) -> Changes:
        return {"narration": changed(narrating(state), actions_used=self.used)}


class NarrationLimitReached(Event):
    """The last allowed action has been told."""

    told: ClassVar[str] = template("That was {holder}'s last action.")
    holder: str

    def apply(self, state: State) -> Changes:
        return {}


class NarrationEnded(Event):
    """The holder has finished."""

    told: ClassVar[str] = ""
    taken_back: ClassVar[str] = template("the end of {holder}'s narration")
    ends: ClassVar[Ending] = "telling"
    holder: str
    narration: NarrationKind

    def apply(self, state: State) -> Changes:
        return {}


def pass_narration(
    ledger: Ledger,
    holder: str,
    kind: NarrationKind,
    reason: str,
    then: Then = Then.KEEP,
    actions: int | None = None,
    obligations: tuple[Obligation, ...] = (),
    tasks: tuple[NarrationTask, ...] = (),
    then_player: str | None = None,
) -> None:
    """Give narration to a player; `reason` is the row N-n."""
    ledger.record(NarrationPassed(holder, kind, actions, then, reason, obligations, tasks, then_player))


def interrupt(ledger: Ledger, by: str) -> None:
    """Cut into a running result, whose remaining actions and handover are lost (PA-103, R-14)."""
    narration = narrating(ledger.state)
    if narration.kind in (NarrationKind.SUCCESS_RESULT, NarrationKind.FAILURE_RESULT, NarrationKind.BREAK_EVEN_RESULT):
        drop_split(ledger, by)
        ledger.record(NarrationEnded(narration.holder, narration.kind))
        pass_narration(ledger, narration.holder, NarrationKind.FREE, "PA-103")


def complete_goal_narration(ledger: Ledger, owner: str, goal: str) -> None:
    """The owner of a finished personal goal tells its end (PA-81, N-22)."""
    narration = ledger.state.narration
    if narration is None or not ledger.player(owner).present:
        return
    own_ending = narration.kind in (NarrationKind.WRAP_UP, NarrationKind.GOAL_COMPLETION)
    if narration.holder == owner and own_ending:
        ledger.record(NarrationTaskQueued(NarrationTask(NarrationKind.GOAL_COMPLETION, owner, goal)))
        return
    ledger.record(NarrationPassed(owner, NarrationKind.GOAL_COMPLETION, None, Then.RESUME, "N-22", suspends=True))


class CountAction(PlayerCommand):
    """Count one narrated action (PA-104)."""

    talk: ClassVar[Talk] = Talk(confirm="Count an action, {player}?", of_others=True)
    text: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        narration = narrating(ledger.state)
        if narration.actions_allowed is None:
            raise Refused("E_STEP", phrase("{holder} may narrate as much as they like.", holder=narration.holder))
        used = narration.actions_used + 1
        if used > narration.actions_allowed:
            raise Refused(
                "E_LIMIT",
                plural(
                    "{holder} has narrated the only action.",
                    "{holder} has narrated all {count} actions.",
                    narration.actions_allowed,
                    holder=narration.holder,
                ),
            )
        ledger.record(NarratedActionCounted(narration.holder, used, narration.actions_allowed, self.text))
        if used == narration.actions_allowed:
            ledger.record(NarrationLimitReached(narration.holder))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        narration = state.narration
        if narration is not None and narration.holder == who and narration.actions_allowed is not None:
            happens = Field("text", phrase("What happens"), optional=True)
            yield Move(cls.kind, phrase("Count an action"), STORY, (), (happens,))


def obligation(kind: ObligationKind, player: str = "") -> Obligation:
    """Something to be mentioned, about the character of that player."""
    return Obligation(kind, str(_worded(kind, player)))


def mention(owed: Obligation) -> Phrase:
    """The words of an obligation, made again from the English the log keeps; other words as they are."""
    player = owed.text.removeprefix("nothing bad happens to ").rpartition("'s character")[0]
    worded = _worded(owed.kind, player)
    return worded if worded == owed.text else verbatim(owed.text)


def _worded(kind: ObligationKind, player: str) -> Phrase:
    return {
        ObligationKind.INJURY: phrase("{player}'s character gets hurt or set back", player=player),
        ObligationKind.NO_HARM: phrase("nothing bad happens to {player}'s character", player=player),
        ObligationKind.MENTION_HELP: phrase("the help is part of it"),
        ObligationKind.MENTION_RESCUE: phrase("the rescue is part of it"),
        ObligationKind.HARM_RELATION: phrase("the relation gets worse"),
        ObligationKind.NURTURE_RELATION: phrase("the relation gets better"),
        ObligationKind.SET_UP: phrase("where the characters are and how they know each other"),
    }[kind]
