from engine.errors import BadFaces
from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Dice the rules are waiting for.

    Attributes:
        request_id: Stable within one history; an answer names it when several requests are open.
        roller: Player who throws.
        count: Number of dice, >= 1.
        purpose: The system's own word for the throw, upper snake case ("ACTION", "BID").
        because: Short phrase to say aloud ("Common Sense check called by Jay").
        sides: Highest face of each die.
        total_accepted: Whether a sum may be reported instead of single faces.
        successes_accepted: Whether a count of successes may be reported instead of single faces.
    """

    request_id: str
    roller: str
    count: int
    purpose: str
    because: str
    sides: int = 6
    total_accepted: bool = False
    successes_accepted: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """Result of a request for dice: its faces, or what the table said instead where the request accepts that.

    Attributes:
        request: What was asked for.
        faces: In the order reported; empty when only a total or a count of successes is known.
        total: Sum said aloud, with whatever the rules add to the dice; None when none was said.
        successes: Count of successes said aloud, 0 to the number of dice; None when none was said.

    Raises:
        BadFaces: The faces do not fit the request, or there are none and nothing it accepts instead.
    """

    request: RollRequest
    faces: tuple[int, ...] = ()
    total: int | None = None
    successes: int | None = None

    def __post_init__(self) -> None:
        if not self.faces and self._said_enough():
            return
        wrong_count = len(self.faces) != self.request.count
        if wrong_count or any(not 1 <= face <= self.request.sides for face in self.faces):
            raise BadFaces(self.faces, self.request.count, self.request.sides)

    def _said_enough(self) -> bool:
        if self.successes is not None:
            return self.request.successes_accepted and 0 <= self.successes <= self.request.count
        return self.total is not None and self.request.total_accepted
