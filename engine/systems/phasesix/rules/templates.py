"""Templates: taken with career points at creation, bought with reputation later (rules 3.2, 3.14)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import BY_NAME, InWords, Worded, counted, listed
from engine.offers import choice
from engine.phrase import Phrase, phrase, spelled, template
from engine.systems.phasesix.derived import of_era, with_deltas
from engine.systems.phasesix.entities import Character, State, Template
from engine.systems.phasesix.fields import TemplateName
from engine.systems.phasesix.fold import known, with_character, with_sheet
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import OwnCommand, OwnEvent
from engine.systems.phasesix.naming import find
from engine.systems.phasesix.taps import CHARACTER, tap
from engine.systems.phasesix.vocabulary import OPEN_CATEGORIES


def _template(state: State, said: str) -> Template:
    return find(state.library.templates, lambda one: one.name, said, phrase("template"))


def refuse_template(state: State, who: Character, template: Template) -> None:
    """On offer here and now, not owned yet, with everything it needs (P6-6, P6-7)."""
    if not of_era(state, template.epochs):
        raise Refused("NOT_AVAILABLE", phrase("{template} is not available in this era.", template=template.name))
    if template.extension and template.extension not in state.extensions:
        extension = spelled(template.extension)
        raise Refused(
            "NOT_AVAILABLE", phrase("{template} needs {extension}.", template=template.name, extension=extension)
        )
    owned = {one.name.casefold() for one in who.templates}
    if template.name.casefold() in owned and not state.house_rules.duplicate_templates:
        text = phrase("{character} already has {template}.", character=who.name, template=template.name)
        raise Refused("DUPLICATE_TEMPLATE", text)
    missing = [name for name in template.requires if name.casefold() not in owned]
    if missing:
        text = phrase("{template} needs {missing} first.", template=template.name, missing=listed(missing))
        raise Refused("MISSING_REQUIREMENT", text)


def _with_template(who: Character, template: Template, fill: bool) -> Character:
    return changed(
        with_deltas(who, template.deltas, fill),
        templates=(*who.templates, template),
        knowledge=(*who.knowledge, *template.knowledge),
        shadows=(*who.shadows, *template.shadows),
        blood=who.blood or template.arcana_payment == "wounds",
    )


def _offered(state: State) -> Field:
    return choice("template", phrase("Which"), map(_offer, state.library.templates))


def _offer(template: Template) -> tuple[str, Phrase]:
    name, cost = template.name, template.cost
    return name, phrase("{template}, {category}, {cost}", template=name, category=spelled(template.category), cost=cost)


class TemplateTaken(OwnEvent):
    """A template is bought with career points (P6-6)."""

    told: ClassVar[str] = template("{character} takes {template}, {left} left")
    template: Annotated[Template, BY_NAME]
    left: Annotated[int, Worded(lambda left: counted(left, "career point", "career points"))]

    def apply(self, state: State) -> Changes:
        sheet = _with_template(known(state, self.character), self.template, fill=True)
        return with_sheet(state, changed(sheet, career_points=self.left))


class TakeTemplate(OwnCommand):
    """Buy a template with career points (P6-6 to P6-8)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} take {template}?")

    template: TemplateName

    def decide(self, ledger: Ledger, who: Character) -> None:
        if who.finished:
            text = phrase("{character} is finished; reputation buys templates now.", character=who.name)
            raise Refused("CHARACTER_FINISHED", text)
        template = _template(ledger.state, self.template)
        refuse_template(ledger.state, who, template)
        if who.career_points < template.cost:
            text = phrase(
                "{template} costs {cost}, {character} has {left} left.",
                template=template.name,
                cost=template.cost,
                character=who.name,
                left=who.career_points,
            )
            raise Refused("INSUFFICIENT_CAREER_POINTS", text)
        ledger.record(TemplateTaken(who.name, template, who.career_points - template.cost))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if not known(state, who).finished:
            yield tap(cls, state, who, phrase("take a template"), CHARACTER, _offered(state))


class CharacterFinished(OwnEvent):
    """Creation ends; what was left became reputation (P6-9)."""

    told: ClassVar[str] = template("{character} is finished with {to_reputation} reputation")
    to_reputation: InWords

    def apply(self, state: State) -> Changes:
        collected = known(state, self.character).rep_collected + self.to_reputation
        return with_character(state, self.character, finished=True, career_points=0, rep_collected=collected)


class FinishCharacter(OwnCommand):
    """End creation; career points left become reputation (P6-9)."""

    talk: ClassVar[Talk] = Talk(confirm="Is {char} finished?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        if who.finished:
            raise Refused("CHARACTER_FINISHED", phrase("{character} is already finished.", character=who.name))
        ledger.record(CharacterFinished(who.name, who.career_points))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if not known(state, who).finished:
            yield tap(cls, state, who, phrase("finish the character"), CHARACTER)


class TemplateBought(OwnEvent):
    """A template is bought with reputation (P6-98)."""

    told: ClassVar[str] = template("{character} buys {template}, {left} reputation left")
    template: Annotated[Template, BY_NAME]
    left: InWords

    def apply(self, state: State) -> Changes:
        sheet = _with_template(known(state, self.character), self.template, fill=False)
        return with_sheet(state, changed(sheet, rep_used=sheet.rep_used + self.template.cost))


class BuyTemplate(OwnCommand):
    """Buy a template with reputation between sessions (P6-98)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} buy {template}?")

    template: TemplateName

    def decide(self, ledger: Ledger, who: Character) -> None:
        if ledger.state.session_active:
            raise Refused("SESSION_IN_PROGRESS", phrase("Templates are bought after the session."))
        template = _template(ledger.state, self.template)
        if template.category not in OPEN_CATEGORIES:
            raise Refused("CATEGORY_CLOSED", phrase("Education and occupation are only chosen at creation."))
        refuse_template(ledger.state, who, template)
        points = who.rep_collected - who.rep_used
        if points < template.cost:
            text = phrase(
                "{template} costs {cost}, {character} has {points}.",
                template=template.name,
                cost=template.cost,
                character=who.name,
                points=points,
            )
            raise Refused("INSUFFICIENT_REPUTATION", text)
        ledger.record(TemplateBought(who.name, template, points - template.cost))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if known(state, who).finished and not state.session_active:
            yield tap(cls, state, who, phrase("buy a template with reputation"), CHARACTER, _offered(state))
