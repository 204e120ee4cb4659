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
    """State of a character (PA-69 to PA-71)."""

    DRAFT = "DRAFT"
    ACTIVE = "ACTIVE"
    DOWN = "DOWN"
    INCAPACITATED = "INCAPACITATED"
    DEAD = "DEAD"


class GoalKind(StrEnum):
    """Origin of a personal goal (PA-81 to PA-85)."""

    STARTING = "STARTING"
    FOLLOW_UP = "FOLLOW_UP"
    SKILL_LEARNING = "SKILL_LEARNING"
    PRINCIPLE_RESOLUTION = "PRINCIPLE_RESOLUTION"


class GoalStatus(StrEnum):
    """State of a goal; group goals are DROPPED, personal ones ABANDONED."""

    OPEN = "OPEN"
    DONE = "DONE"
    ABANDONED = "ABANDONED"
    DROPPED = "DROPPED"


class SceneKind(StrEnum):
    """Scene without or with a challenge number."""

    PLAIN = "PLAIN"
    CHALLENGE = "CHALLENGE"


class SceneStatus(StrEnum):
    """State of a scene, or its end."""

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
    """The group's word on a sheet entry (PA-26)."""

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
    """Purpose of a live roll."""

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
    """State of a die: it may change, it counts as it lies, or it counts no longer."""

    OPEN = "OPEN"
    SET_ASIDE = "SET_ASIDE"
    CANCELLED = "CANCELLED"


class RollOutcome(StrEnum):
    """Sign of the net count (PA-51)."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    BREAK_EVEN = "BREAK_EVEN"


class Purpose(StrEnum):
    """Purpose of requested dice (`DiceRequested`)."""

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
    """Subject of a narration (section 4)."""

    SCENE = "SCENE"
    FREE = "FREE"
    SUCCESS_RESULT = "SUCCESS_RESULT"
    FAILURE_RESULT = "FAILURE_RESULT"
    BREAK_EVEN_RESULT = "BREAK_EVEN_RESULT"
    CONFLICT_NATURE = "CONFLICT_NATURE"
    WRAP_UP = "WRAP_UP"
    GOAL_COMPLETION = "GOAL_COMPLETION"


class Then(StrEnum):
    """Next narrator after the running narration."""

    KEEP = "KEEP"
    HIGHEST_CHIPS = "HIGHEST_CHIPS"
    NEXT_TASK = "NEXT_TASK"
    RESUME = "RESUME"


class ObligationKind(StrEnum):
    """Something a narration has to mention; SET_UP only with `opening_setup = winner`."""

    INJURY = "INJURY"
    NO_HARM = "NO_HARM"
    MENTION_HELP = "MENTION_HELP"
    MENTION_RESCUE = "MENTION_RESCUE"
    HARM_RELATION = "HARM_RELATION"
    NURTURE_RELATION = "NURTURE_RELATION"
    SET_UP = "SET_UP"


class RollOffReason(StrEnum):
    """Question that a roll-off decides."""

    LOWEST = "LOWEST"
    HIGHEST = "HIGHEST"
    ORDER = "ORDER"
    GET_MOVING = "GET_MOVING"
    BID = "BID"


class RollOffUse(StrEnum):
    """Use that is made of the winner of a roll-off."""

    AFTERMATH = "AFTERMATH"
    HANDOVER = "HANDOVER"
    NEW_SCENE = "NEW_SCENE"
    CLAIM = "CLAIM"
    ORDER = "ORDER"
    GET_MOVING = "GET_MOVING"
    BID = "BID"
    POOL = "POOL"


class ChipReason(StrEnum):
    """Reasons why chips change hands."""

    CHECK = "CHECK"
    DIFFICULTY = "DIFFICULTY"
    HELP = "HELP"
    FAILURE = "FAILURE"
    CONNECTION_FAILURE = "CONNECTION_FAILURE"
    CONNECTION_INVOKED = "CONNECTION_INVOKED"
    CONFLICT_CALL = "CONFLICT_CALL"
    REFUND = "REFUND"
