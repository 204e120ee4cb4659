"""Hits on their way to wounds: cover, protection, wounds, bonus wounds (P6-49, P6-54 to P6-58)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded, counted
from engine.fields import Words
from engine.offers import choice
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.phasesix.agenda import closes, lands, refuse_pending, step
from engine.systems.phasesix.entities import Check, State, Strike, Task, Throw
from engine.systems.phasesix.fields import Cover, ExtraDice, Hits, Who
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, OwnEvent, Silent, Told
from engine.systems.phasesix.naming import find_characters
from engine.systems.phasesix.rules.checks import Asked, open_check
from engine.systems.phasesix.rules.harm import wound
from engine.systems.phasesix.taps import FIGHT, living, people
from engine.systems.phasesix.traits import Trait
from engine.systems.phasesix.vocabulary import Cond, Dice, Purpose, TaskKind
from engine.types import ENGINE_ONLY

HUNKERED_COVER = 6
_WOUNDS = ("1", "2", "3", "1d3", "1d6")


class StrikeMade(Silent):
    """Hits are on their way to somebody."""

    seen: ClassVar[str] = ENGINE_ONLY
    strike: Strike

    def apply(self, state: State) -> Changes:
        return {"strike": self.strike}


class CoverRolled(OwnEvent):
    """Cover stops hits (P6-54)."""

    told: ClassVar[str] = template("Cover stops {removed}, {left} left")
    removed: InWords
    left: Annotated[int, Worded(lambda left: counted(left, "hit", "hits"))]

    def apply(self, state: State) -> Changes:
        return {} if state.strike is None else {"strike": changed(state.strike, hits=self.left, cover=None)}


class WoundsDealt(Told):
    """Hits have become wounds, or none (P6-55 to P6-57)."""

    target: str
    hits: int
    through: int
    wounds: int

    def sentence(self) -> Phrase:
        if self.wounds:
            return EMPTY
        return phrase("Nothing gets through to {target}", target=self.target)


class StrikeEnded(Silent):
    """The hits are counted."""

    seen: ClassVar[str] = ENGINE_ONLY

    def apply(self, state: State) -> Changes:
        return {"strike": None}


@step(TaskKind.STRIKE)
def _strike(ledger: Ledger, task: Task) -> None:
    if task.strike is None or ledger.who(task.strike.target).dead:
        return
    ledger.record(StrikeMade(task.strike))
    strike = task.strike
    if strike.cover is not None and strike.hits:
        asked = Asked(needed=strike.hits, fixed=strike.cover)
        open_check(ledger, strike.target, Trait("cover", strike.hits, ""), Purpose.COVER, asked)
    else:
        _pierce(ledger, strike)


def best_cover(ledger: Ledger, target: str, stated: int | None) -> int | None:
    """The better of the cover stated and that of a hunkered target; the lowest number counts (P6-54)."""
    own = HUNKERED_COVER if ledger.who(target).cond(Cond.HUNKERED) else None
    return min((cover for cover in (stated, own) if cover is not None), default=None)


@closes(Purpose.COVER)
def _covered(ledger: Ledger, check: Check, successes: int) -> None:
    strike = ledger.state.strike
    if strike is None:
        return
    removed = min(successes, strike.hits)
    ledger.record(CoverRolled(check.character, removed, strike.hits - removed))
    _pierce(ledger, changed(strike, hits=strike.hits - removed))


def _pierce(ledger: Ledger, strike: Strike) -> None:
    """Protection, less what pierces it (P6-55); then wound dice if the weapon has any (P6-56)."""
    stopped = max(0, ledger.who(strike.target).protection - strike.piercing)
    through = max(0, strike.hits - stopped)
    formula = parse(strike.wounds)
    if through and formula is not None and formula.dice:
        ledger.record(StrikeMade(changed(strike, through=through)))
        times = through if ledger.rules.wound_formula == "per_hit" else 1
        attacker = strike.attacker or strike.target
        count, sides = formula.dice * times, formula.thrown_sides
        ledger.ask(attacker, count, Dice.WOUNDS, f"wounds for {strike.target}", strike.target, sides)
    else:
        _count(ledger, strike, through, through * (formula.plus if formula is not None else 1))


@lands(Dice.WOUNDS)
def _wound_dice(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    strike = ledger.state.strike
    formula = parse(strike.wounds) if strike is not None else None
    if strike is None or formula is None or strike.through is None:
        return
    times = strike.through if ledger.rules.wound_formula == "per_hit" else 1
    _count(ledger, strike, strike.through, formula.total(faces, times))


def _count(ledger: Ledger, strike: Strike, through: int, wounds: int) -> None:
    """Bonus wounds once as soon as one hit became a wound (P6-57)."""
    total = wounds + (strike.bonus if through else 0)
    ledger.record(WoundsDealt(strike.target, strike.hits, through, total))
    ledger.record(StrikeEnded())
    wound(ledger, strike.target, total)


class ResolveEffect(Command):
    """Hits that need no roll to hit: an explosion, a trap (P6-58); `wounds` per hit is a number or a formula."""

    by: ClassVar[By] = By.GM
    also_read: ClassVar[Mapping[str, str]] = {"wounds_per_hit": "wounds"}
    talk: ClassVar[Talk] = Talk(confirm="{hits:hit|hits} on {targets}?")
    targets: tuple[Who, ...]
    hits: Hits
    wounds: Words = "1"
    bonus: ExtraDice = 0
    piercing: Hits = 0
    allow_cover: bool = False
    cover: Cover | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        targets = find_characters(ledger.state, self.targets)
        refuse_pending(ledger.state)
        wrong = self.hits < 0 or self.bonus < 0 or self.piercing < 0 or self.cover not in (None, 4, 5, 6)
        if not targets or wrong or parse(self.wounds) is None:
            raise Refused(
                "BAD_VALUE", phrase("Say who is hit, how many hits, and wounds for each as a number or dice.")
            )
        for one in reversed(targets):
            cover = best_cover(ledger, one.name, self.cover) if self.allow_cover else None
            strike = Strike(one.name, self.hits, self.wounds, self.bonus, self.piercing, cover)
            ledger.queue(Task(TaskKind.STRIKE, one.name, strike=strike))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        targets = Field("targets", phrase("Who is hit"), "choices", people(living(state)), least=1)
        hits = Field("hits", phrase("Hits on each"), "number", least=1)
        wounds = choice("wounds", phrase("Wounds a hit"), _WOUNDS, optional=True)
        cover = choice("allow_cover", phrase("Cover applies"), [(True, phrase("yes"))], optional=True)
        yield Move(cls.kind, phrase("Apply hits without a roll"), FIGHT, fields=(targets, hits, wounds, cover))
