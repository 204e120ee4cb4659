"""The group's word on entries of sheets (PA-26)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.fields import Words
from engine.offers import choice
from engine.phrase import Phrase, phrase, spelled
from engine.systems.phase_abandon.choices import CHARACTER
from engine.systems.phase_abandon.derived import undecided
from engine.systems.phase_abandon.entities import Character, Proposal, Skill, State
from engine.systems.phase_abandon.fields import ProposalName
from engine.systems.phase_abandon.fold import first, known_character, with_character
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.naming import find, matching
from engine.systems.phase_abandon.vocabulary import CharacterStatus, ProposalStatus, ProposalSubject

_PROPOSAL = phrase("proposal"), phrase("proposals")


class ProposalDecided(Event):
    """The group accepted or refused a sheet entry."""

    weight: ClassVar[int] = 1
    proposal: str
    subject: str
    approved: bool
    reason: str | None = None

    def apply(self, state: State) -> Changes:
        proposal = first(state.proposals, lambda proposal: proposal.proposal_id == self.proposal, "proposal")
        status = ProposalStatus.APPROVED if self.approved else ProposalStatus.REFUSED
        decided = changed(proposal, status=status, reason=self.reason)
        changes: Changes = {"proposals": replaced(state.proposals, proposal, decided)}
        character = known_character(state, proposal.character_id)
        return {**changes, **with_character(state, character.name, **_judged(character, proposal, self.approved))}

    def sentence(self) -> Phrase:
        if self.approved:
            return phrase("The group accepts {entry}.", entry=self.subject)
        return phrase("The group refuses {entry}.", entry=self.subject)


def _judged(character: Character, proposal: Proposal, approved: bool) -> Changes:
    """The sheet with the entry approved; refused, it is struck off while the sheet is a draft, goals at any time."""
    draft = character.status is CharacterStatus.DRAFT
    if proposal.subject_kind is ProposalSubject.GOAL:
        goal = next((goal for goal in character.goals if goal.text == proposal.subject and not goal.settled), None)
        if goal is None:
            return {}
        new = changed(goal, approved=True) if approved else None
        return {"goals": replaced(character.goals, goal, new)}
    if proposal.subject_kind is ProposalSubject.PRINCIPLE:
        vow = next((vow for vow in character.principles if vow.text == proposal.subject), None)
        if vow is None:
            return {}
        kept = changed(vow, approved=approved) if approved or not draft else None
        return {"principles": replaced(character.principles, vow, kept)}
    place = "items" if proposal.subject_kind is ProposalSubject.ITEM else "skills"
    skills: tuple[Skill, ...] = getattr(character, place)
    skill = next((skill for skill in skills if skill.name == proposal.subject), None)
    if skill is None:
        return {}
    if approved or not draft:
        return {place: replaced(skills, skill, changed(skill, approved=approved))}
    return {place: replaced(skills, skill, None), "skill_points_left": character.skill_points_left + skill.rank}


class DecideProposal(Command):
    """The group accepts or refuses a sheet entry (PA-26).

    Attributes:
        proposal: Proposal id or name of the entry; None = the latest one still open.
    """

    talk: ClassVar[Talk] = Talk(confirm="{approved:Accept|Refuse} the entry?")

    proposal: ProposalName | None = None
    approved: bool = True
    reason: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        found = _proposal(ledger.state.proposals, self.proposal)
        if found.status is not ProposalStatus.OPEN:
            decided = phrase("{entry} has already been {status}.", entry=found.subject, status=spelled(found.status))
            raise Refused("E_ALREADY", decided)
        ledger.record(ProposalDecided(found.proposal_id, found.subject, self.approved, self.reason))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        waiting = [
            (each.proposal_id, phrase("{character}: {entry}", character=each.character_id, entry=each.subject))
            for each in undecided(state)
        ]
        which = choice("proposal", phrase("Entry"), waiting)
        yield Move(cls.kind, phrase("Accept an entry"), CHARACTER, (("approved", True),), (which,))
        why = Field("reason", phrase("Why"), optional=True)
        yield Move(cls.kind, phrase("Refuse an entry"), CHARACTER, (("approved", False),), (which, why))


def _proposal(proposals: tuple[Proposal, ...], said: str | None) -> Proposal:
    """By id or entry; undecided ones first; nothing said means the latest undecided one."""
    opened = tuple(known for known in proposals if known.status is ProposalStatus.OPEN)
    if said is None:
        if not opened:
            raise Refused("E_ALREADY", phrase("Nothing waits for approval."))
        return opened[-1]
    for known in proposals:
        if known.proposal_id == said:
            return known
    return find(opened if matching(opened, _subject, said) else proposals, _subject, said, _PROPOSAL)


def _subject(proposal: Proposal) -> str:
    return proposal.subject
