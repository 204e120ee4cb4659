"""Numbers that follow from the state (rules 2.2)."""

from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.state import GM_HAND_BASE, PLAYER_HAND, State
from engine.systems.choice_pta.vocabulary import BonusKind, Status


def hand_size(state: State, seat: Seat) -> int:
    """Cards this seat holds: four, or three and one per player for the GM (PTA-3, PTA-10)."""
    return GM_HAND_BASE + len(state.players) if seat.is_gm else PLAYER_HAND


def reserved(state: State, seat: str) -> int:
    """Tokens of this seat tied up in open bribes (PTA-64)."""
    return sum(offer.reserves for offer in state.offers if offer.payer == seat)


def available(state: State, seat: Seat) -> int:
    """Tokens this seat may spend."""
    return seat.tokens - reserved(state, seat.name)


def active_parts(conflict: Conflict) -> tuple[Participant, ...]:
    """Participants who still play, those who joined for the next round included."""
    return tuple(part for part in conflict.participants if part.status is Status.ACTIVE)


def players_counted(state: State, conflict: Conflict) -> int:
    """P of the rules: player seats with an active participant."""
    gm = state.gm.name
    return len({part.seat for part in active_parts(conflict) if part.seat != gm})


def gm_limit(state: State, conflict: Conflict) -> int:
    """Tokens the GM may lay on cards in one round (PTA-41, R-27)."""
    table = state.house_rules.gm_bonus_limit_basis == "table"
    return 1 + (len(state.players) if table else conflict.players_counted)


def gm_card_cap(state: State, conflict: Conflict) -> int | None:
    """GM tokens one card may carry, None without a limit (PTA-42, R-28)."""
    rules = state.house_rules
    cap = rules.gm_card_cap_extended if conflict.is_extended else rules.gm_card_cap_simple
    return cap if isinstance(cap, int) else None


def gm_spent(state: State, conflict: Conflict) -> int:
    """Tokens of the GM that count towards the limit of this round."""
    gm = state.gm.name
    laid = sum(gm_tokens_on(conflict, slot.part, gm) for slot in conflict.slots)
    return laid + (conflict.gm_redraws if state.house_rules.gm_redraw_in_limit else 0)


def gm_tokens_on(conflict: Conflict, part: str, gm: str) -> int:
    """GM tokens on one card."""
    slot = conflict.slot(part)
    if slot is None:
        return 0
    return sum(bonus.kind is BonusKind.TOKEN and bonus.source == gm for bonus in slot.bonuses)


def trait_used_by(conflict: Conflict, seat: str) -> bool:
    """True if this seat has laid a trait this round (PTA-37)."""
    return any(
        bonus.kind is BonusKind.TRAIT and bonus.source == seat for slot in conflict.slots for bonus in slot.bonuses
    )


def without_card(conflict: Conflict, seat: str | None = None) -> tuple[Participant, ...]:
    """Participants of this round who have not committed a card yet; only those of `seat` when given."""
    laid = {slot.part for slot in conflict.slots}
    return tuple(
        part
        for part in conflict.participants
        if part.name in conflict.active and part.name not in laid and (seat is None or part.seat == seat)
    )


def winners_of(count: int) -> int:
    """Number of the round's cards that win: the better half, rounded up (PTA-67, R-59)."""
    return -(-count // 2)


def is_present(state: State, seat: Seat) -> bool:
    """True if this player's protagonist is in the scene (PTA-20); the GM always is."""
    return seat.is_gm or (state.scene is not None and seat.name in state.scene.present)
