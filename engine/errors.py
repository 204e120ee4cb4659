"""What can go wrong in our own code or data; an illegal move is never an exception (see `Rejected`).

EngineError
├─ BadFaces          faces that no such dice can show
├─ BadField          JSON that is no such value, with the field and what was expected
├─ UnknownRuleset    no rules system of that name
└─ CorruptHistory    a recorded history that cannot be folded, with the position where it breaks
"""


class EngineError(Exception):
    """Root of the engine's exceptions."""


class BadFaces(EngineError):
    """Faces handed to a roll that its dice cannot show.

    Attributes:
        faces: What was handed in.
        count: How many dice the roll has.
        sides: Highest face of each die.
    """

    def __init__(self, faces: tuple[int, ...], count: int, sides: int) -> None:
        super().__init__(f"expected {count} faces from 1 to {sides}, got {list(faces)}")
        self.faces = faces
        self.count = count
        self.sides = sides


class BadField(EngineError):
    """JSON that cannot be read as the value it claims to be.

    Attributes:
        field: Where, dotted ("declare_action.hold_out"); the kind alone when the whole value is wrong.
        expected: What belongs there.
        got: What was there.
    """

    def __init__(self, field: str, expected: str, got: object) -> None:
        super().__init__(f"{field}: expected {expected}, got {got!r}")
        self.field = field
        self.expected = expected
        self.got = got


class UnknownRuleset(EngineError):
    """No rules system answers to this name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no rules system is called {name!r}; known: {', '.join(known)}")
        self.name = name
        self.known = known


class CorruptHistory(EngineError):
    """A recorded history stops making sense.

    Attributes:
        position: Index of the first entry that cannot be folded, from 0.
    """

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(f"entry {position}: {reason}")
        self.position = position
