from dataclasses import dataclass

from engine.errors import BadFaces


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
    """

    request_id: str
    roller: str
    count: int
    purpose: str
    because: str
    sides: int = 6
    total_accepted: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """Faces thrown for a request, in the order reported."""

    request: RollRequest
    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        wrong_count = len(self.faces) != self.request.count
        if wrong_count or any(not 1 <= face <= self.request.sides for face in self.faces):
            raise BadFaces(self.faces, self.request.count, self.request.sides)
