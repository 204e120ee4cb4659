"""Generators of requests, faces and rolls."""

from hypothesis import strategies as st

from engine.dice.roll import Roll, RollRequest

names = st.sampled_from(["Ana", "Ben", "Cleo", "Dov"])


@st.composite
def requests(draw: st.DrawFn, sides: int | None = None) -> RollRequest:
    """Any request a system could make: one to twelve dice of two to twenty sides."""
    return RollRequest(
        request_id=f"r{draw(st.integers(1, 99))}",
        roller=draw(names),
        count=draw(st.integers(1, 12)),
        purpose=draw(st.sampled_from(["ACTION", "CHECK", "BID"])),
        because=draw(st.text(max_size=20)),
        sides=sides or draw(st.sampled_from([2, 6, 20])),
        total_accepted=draw(st.booleans()),
    )


@st.composite
def faces_for(draw: st.DrawFn, request: RollRequest) -> tuple[int, ...]:
    """Faces the dice of a request can show."""
    face = st.integers(1, request.sides)
    return tuple(draw(st.lists(face, min_size=request.count, max_size=request.count)))


@st.composite
def rolls(draw: st.DrawFn) -> Roll:
    """A request with fitting faces."""
    request = draw(requests())
    return Roll(request, draw(faces_for(request)))
