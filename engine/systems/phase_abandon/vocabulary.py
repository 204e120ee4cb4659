"""Words the rules use for phases, steps, kinds and outcomes; every value is its own JSON form (rules section 2)."""

from enum import StrEnum


class Phase(StrEnum):
    """Stage of the table (PA-1)."""

    LOBBY = "LOBBY"
    SETTING = "SETTING"
    CHARACTERS = "CHARACTERS"
    OPENING = "OPENING"
    PLAY = "PLAY"
    CLOSED = "CLOSED"


class CharacterStatus(StrEnum):
    """How a character fares (PA-69 to PA-71)."""

    DRAFT = "DRAFT"
    ACTIVE = "ACTIVE"
    DOWN = "DOWN"
    INCAPACITATED = "INCAPACITATED"
    DEAD = "DEAD"


class GoalKind(StrEnum):
    """Where a personal goal comes from (PA-81 to PA-85)."""

    STARTING = "STARTING"
    FOLLOW_UP = "FOLLOW_UP"
    SKILL_LEARNING = "SKILL_LEARNING"
    PRINCIPLE_RESOLUTION = "PRINCIPLE_RESOLUTION"


class GoalStatus(StrEnum):
    """Whether a goal still counts; group goals are DROPPED, personal ones ABANDONED."""

    OPEN = "OPEN"
    DONE = "DONE"
    ABANDONED = "ABANDONED"
    DROPPED = "DROPPED"


class SceneKind(StrEnum):
    """Scene without or with a challenge number."""

    PLAIN = "PLAIN"
    CHALLENGE = "CHALLENGE"


class SceneStatus(StrEnum):
    """How a scene stands or ended."""

    OPEN = "OPEN"
    WRAPPED = "WRAPPED"
    LULLED = "LULLED"
    REPLACED = "REPLACED"


class ConflictStep(StrEnum):
    """Progress of a called conflict (PA-90 to PA-95)."""

    NATURE = "NATURE"
    BIDDING = "BIDDING"
    ROLLING = "ROLLING"


class RequestStatus(StrEnum):
    """Progress of a connection's request (PA-109, PA-110)."""

    ROLLING = "ROLLING"
    OPEN = "OPEN"
    FULFILLED = "FULFILLED"
    REFUSED = "REFUSED"


class ProposalStatus(StrEnum):
    """Whether the group has spoken about a sheet entry (PA-26)."""

    OPEN = "OPEN"
    APPROVED = "APPROVED"
    REFUSED = "REFUSED"


class ProposalSubject(StrEnum):
    """Kind of sheet entry a proposal is about."""

    SKILL = "SKILL"
    ITEM = "ITEM"
    PRINCIPLE = "PRINCIPLE"
    GOAL = "GOAL"


class RollKind(StrEnum):
    """What a live roll is made for."""

    ACTION = "ACTION"
    CHECK = "CHECK"
    CONNECTION = "CONNECTION"
    CONNECTION_REQUEST = "CONNECTION_REQUEST"


class RollStep(StrEnum):
    """Step of a live roll (PA-43); COUNT waits only for helping dice."""

    THROW = "THROW"
    REROLL = "REROLL"
    TRADE = "TRADE"
    EXPLODE = "EXPLODE"
    COUNT = "COUNT"
    RESOLVED = "RESOLVED"


class DieOrigin(StrEnum):
    """Throw that produced a die's current face."""

    INITIAL = "INITIAL"
    REROLL = "REROLL"


class DieStatus(StrEnum):
    """Whether a die may still change and count."""

    OPEN = "OPEN"
    SET_ASIDE = "SET_ASIDE"
    CANCELLED = "CANCELLED"


class RollOutcome(StrEnum):
    """Sign of the net count (PA-51)."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    BREAK_EVEN = "BREAK_EVEN"


class Purpose(StrEnum):
    """What requested dice are for (`DiceRequested`)."""

    LUCK = "LUCK"
    GET_MOVING = "GET_MOVING"
    ACTION = "ACTION"
    CHECK = "CHECK"
    HELP = "HELP"
    REROLL = "REROLL"
    EXPLODE = "EXPLODE"
    CONNECTION = "CONNECTION"
    REQUEST = "REQUEST"
    BID = "BID"
    ROLL_OFF = "ROLL_OFF"


class NarrationKind(StrEnum):
    """What the holder of narration tells (section 4)."""

    SCENE = "SCENE"
    FREE = "FREE"
    SUCCESS_RESULT = "SUCCESS_RESULT"
    FAILURE_RESULT = "FAILURE_RESULT"
    BREAK_EVEN_RESULT = "BREAK_EVEN_RESULT"
    CONFLICT_NATURE = "CONFLICT_NATURE"
    WRAP_UP = "WRAP_UP"
    GOAL_COMPLETION = "GOAL_COMPLETION"


class Then(StrEnum):
    """Who narrates after the running narration."""

    KEEP = "KEEP"
    HIGHEST_CHIPS = "HIGHEST_CHIPS"
    NEXT_TASK = "NEXT_TASK"
    RESUME = "RESUME"


class ObligationKind(StrEnum):
    """What a narration has to mention; SET_UP only with `opening_setup = winner`."""

    INJURY = "INJURY"
    NO_HARM = "NO_HARM"
    MENTION_HELP = "MENTION_HELP"
    MENTION_RESCUE = "MENTION_RESCUE"
    HARM_RELATION = "HARM_RELATION"
    NURTURE_RELATION = "NURTURE_RELATION"
    SET_UP = "SET_UP"


class RollOffReason(StrEnum):
    """What a roll-off decides."""

    LOWEST = "LOWEST"
    HIGHEST = "HIGHEST"
    ORDER = "ORDER"
    GET_MOVING = "GET_MOVING"
    BID = "BID"


class RollOffUse(StrEnum):
    """What happens with the winner of a roll-off."""

    AFTERMATH = "AFTERMATH"
    HANDOVER = "HANDOVER"
    NEW_SCENE = "NEW_SCENE"
    CLAIM = "CLAIM"
    ORDER = "ORDER"
    GET_MOVING = "GET_MOVING"
    BID = "BID"
    POOL = "POOL"


class ChipReason(StrEnum):
    """Why chips change hands."""

    CHECK = "CHECK"
    DIFFICULTY = "DIFFICULTY"
    HELP = "HELP"
    FAILURE = "FAILURE"
    CONNECTION_FAILURE = "CONNECTION_FAILURE"
    CONNECTION_INVOKED = "CONNECTION_INVOKED"
    CONFLICT_CALL = "CONFLICT_CALL"
    REFUND = "REFUND"
