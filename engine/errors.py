"""Errors in our own code or data; an illegal move is never an exception (see `Rejected`).

EngineError
├─ BadFaces          faces that no such dice can show
├─ BadOrder          an order of cards that leaves some out or names them twice
├─ DeckExhausted     more cards drawn than a deck has
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


class BadOrder(EngineError):
    """An order that is no permutation of a deck.

    Attributes:
        order: What was handed in.
        count: Cards in the deck.
    """

    def __init__(self, order: tuple[int, ...], count: int) -> None:
        super().__init__(f"expected each of 0 to {count - 1} once, got {list(order)}")
        self.order = order
        self.count = count


class DeckExhausted(EngineError):
    """More cards wanted than the deck has.

    Attributes:
        wanted: Cards to be drawn.
        left: Cards in the deck.
    """

    def __init__(self, wanted: int, left: int) -> None:
        super().__init__(f"cannot draw {wanted} cards, {left} are left")
        self.wanted = wanted
        self.left = left


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
