"""Where tokens go once cards are known (PTA-53 to PTA-58)."""

from engine.systems.choice_pta.entities import Bonus, Conflict, Participant
from engine.systems.choice_pta.fold import known_part
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.ranking import is_above
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.vocabulary import Against, BonusKind, Cause, Result

_GM = "gm"
_SIMPLE = {
    (Against.GM, True): _GM,
    (Against.GM, False): "pool",
    (Against.PLAYERS, True): "pool",
    (Against.PLAYERS, False): _GM,
}
_EXTENDED_PVP = {True: "pool", False: "bank"}


def settle_tokens(ledger: Ledger) -> None:
    """Move every token lying on a card, and redraw tokens that waited for one."""
    for slot in ledger.conflict.slots:
        if not slot.tokens:
            continue
        goals: dict[str, int] = {}
        for bonus in slot.bonuses:
            if bonus.kind is BonusKind.TOKEN:
                goal = token_goal(ledger, bonus, slot.part)
                goals[goal] = goals.get(goal, 0) + 1
        for goal, count in goals.items():
            ledger.move(f"card:{slot.part}", goal, count, Cause.SETTLED)
    for held in ledger.conflict.held:
        own = ledger.conflict.parts_of(held.seat)
        goal = token_goal(ledger, Bonus(BonusKind.TOKEN, held.seat), own[0].name) if own else "pool"
        ledger.move(f"held:{held.seat}", goal, held.tokens, Cause.SETTLED)


def token_goal(ledger: Ledger, bonus: Bonus, target: str) -> str:
    """Place a token on this card goes to (PTA-54 to PTA-56)."""
    conflict, rules, gm = ledger.conflict, ledger.rules, ledger.gm
    if bonus.source == gm:
        return "pool"
    part = _deciding(conflict, bonus, known_part(conflict, target), rules)
    side = bonus.against or default_side(conflict, part, rules, gm)
    if conflict.is_extended:
        return _extended_goal(conflict, part, side, rules)
    if known_part(conflict, target).seat == gm and rules.player_boost_gm_flow == "pool":
        return "pool"
    goal = _SIMPLE[side, has_won(conflict, part, side, rules, gm)]
    return f"seat:{gm}" if goal == _GM else goal


def _deciding(conflict: Conflict, bonus: Bonus, target: Participant, rules: HouseRules) -> Participant:
    """The participant whose card decides: the boosted one, or the spender's own (R-39)."""
    own = conflict.parts_of(bonus.source)
    return own[0] if rules.aid_token_result == "spender_card" and own else target


def default_side(conflict: Conflict, part: Participant, rules: HouseRules, gm: str) -> Against:
    """Class of the opposition when nobody said one (PTA-55, R-38)."""
    classes = {rival.seat == gm for rival in opponents(conflict, part.name, gm)}
    if len(classes) == 2:
        return Against.PLAYERS if rules.mixed_opposition == "players_first" else Against.GM
    return Against.GM if True in classes else Against.PLAYERS


def _extended_goal(conflict: Conflict, part: Participant, side: Against, rules: HouseRules) -> str:
    slot = conflict.slot(part.name)
    won = slot is not None and slot.result is Result.WON
    if side is Against.PLAYERS and rules.extended_pvp_flow == "pvp_rule":
        return _EXTENDED_PVP[won]
    return "bank" if won else "pool"


def has_won(conflict: Conflict, part: Participant, side: Against, rules: HouseRules, gm: str) -> bool:
    """Whether a boosted card counts as won against that class (PTA-55, R-37)."""
    if rules.multiway_token_test == "top_card":
        return conflict.order[0] == part.name
    group = [rival.name for rival in opponents(conflict, part.name, gm) if (rival.seat == gm) == (side is Against.GM)]
    test = all if rules.multiway_token_test == "beat_all" else any
    return test(is_above(conflict, part.name, rival, rules) for rival in group)
