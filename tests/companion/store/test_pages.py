"""Pages that somebody made to keep a repair busy are read in a time that the length of the file bounds."""

from collections.abc import Iterable
from itertools import islice

import pytest

from companion.store.pages import TABLE_LEAF, USUAL, Pages

SIZE = USUAL[0]
INNER = 5


def varint(value: int) -> bytes:
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(value & 0x7F | 0x80)
    return bytes(reversed(parts))


def text_row(length: int, overflow: int | None = None) -> bytes:
    """A row numbered 1 with one text, as far as it lies in its leaf."""
    kind = varint(length * 2 + 13)
    payload = varint(len(kind) + 1) + kind + b"a" * length
    head = varint(len(payload)) + b"\x01"
    if overflow is None:
        return head + payload
    least = (SIZE - 12) * 32 // 255 - 23
    here = least + (len(payload) - least) % (SIZE - 4)
    here = here if here <= SIZE - 35 else least
    return head + payload[:here] + overflow.to_bytes(4, "big")


def page(kind: int, cells: Iterable[bytes], places: Iterable[int] = (), header: int = 8) -> bytes:
    """A page with some cells at its end, each pointed to; or pointers of one's own."""
    content, at = bytearray(SIZE), SIZE
    pointers = []
    for cell in cells:
        at -= len(cell)
        content[at : at + len(cell)] = cell
        pointers.append(at)
    pointers = list(places) or pointers
    content[0] = kind
    content[3:5] = len(pointers).to_bytes(2, "big")
    for number, pointer in enumerate(pointers):
        content[header + 2 * number : header + 2 * number + 2] = pointer.to_bytes(2, "big")
    return bytes(content)


class Counted(Pages):
    """Counts how often a page is read."""

    read = 0

    def __getitem__(self, number: int) -> bytes:
        self.read += 1
        return super().__getitem__(number)


def test_a_long_row_is_read_over_its_pages() -> None:
    """The pages of the tests are of the form that SQLite's have."""
    row = text_row(2 * SIZE, overflow=3)
    rest = 2 * SIZE + 5 - (len(row) - 4 - 3)
    chain = [(4).to_bytes(4, "big") + b"a" * (SIZE - 4), bytes(4) + b"a" * (SIZE - 4)]
    assert rest <= 2 * (SIZE - 4)
    pages = Pages(bytes(SIZE) + page(TABLE_LEAF, [row]) + b"".join(chain), {})
    assert list(pages.rows(2)) == [(1, ["a" * 2 * SIZE])]


def test_a_row_whose_pages_lead_in_a_circle_is_damaged() -> None:
    """It would have as many letters as it says, out of one page."""
    circle = (3).to_bytes(4, "big") + b"a" * (SIZE - 4)
    content = bytes(SIZE) + page(TABLE_LEAF, [text_row(2 * SIZE, overflow=3)]) + circle + bytes(SIZE)
    assert list(Pages(content, {}).rows(2)) == [None]


def test_a_row_that_is_there_twice_is_read_once() -> None:
    """The others are damaged."""
    leaf = page(TABLE_LEAF, [text_row(3)], [SIZE - len(text_row(3))] * 1_000)
    assert list(Pages(bytes(SIZE) + leaf, {}).rows(2)) == [(1, ["aaa"]), *[None] * 999]


def test_rows_that_overlap_are_no_more_than_the_page_holds() -> None:
    """Each begins a few bytes after the other, and takes what is left of the page."""
    cells = b"".join(text_row(3_000)[:8] for _ in range(100))
    content = bytearray(page(TABLE_LEAF, [], range(300, 1_100, 8)))
    content[300:] = (cells + b"a" * SIZE)[: SIZE - 300]
    rows = [row for row in Pages(bytes(SIZE) + bytes(content), {}).rows(2) if row]
    assert 1 <= len(rows) <= 3


def test_many_rows_through_the_same_pages_are_followed_for_a_while() -> None:
    """Each alone is possible; all of them would be read hundreds of times as long as the file."""
    length = 60
    chain = [(number + 1).to_bytes(4, "big") + b"a" * (SIZE - 4) for number in range(3, 3 + length)]
    cell = text_row((length - 2) * SIZE, overflow=3)
    leaves = [page(TABLE_LEAF, [cell] * 4) for _ in range(40)]
    pages = Counted(bytes(2 * SIZE) + b"".join(chain + leaves), {})
    found = [row for number in range(3 + length, 3 + length + 40) for row in pages.rows(number)]
    assert len(found) == 160
    assert any(found)
    assert found[-1] is None
    assert pages.read < 12 * len(list(pages))


def test_pages_that_only_the_latest_writes_name_are_not_counted_up_to() -> None:
    """One of them says that it is the last of four thousand million."""
    pages = Pages(bytes(2 * SIZE), {4_000_000_000: bytes(SIZE), 2: bytes(SIZE)})
    assert list(islice(pages, 10)) == [1, 2, 4_000_000_000]


@pytest.mark.parametrize("deep", [False, True])
def test_a_tree_with_more_branches_than_pages_is_followed_as_far_as_one_could_be(deep: bool) -> None:
    """Every page leads to the next one a thousand times, or so deep as no tree is."""
    content = bytes(SIZE)
    count = 60
    for number in range(2, 2 + count):
        cell = (number + 1).to_bytes(4, "big") + b"\x01"
        content += page(INNER, [cell], [SIZE - len(cell)] * (1 if deep else 900), header=12)
    content += page(TABLE_LEAF, [text_row(3)])
    found = list(Pages(content, {}).leaves(2, TABLE_LEAF))
    assert None in found
    assert len(found) <= 2 * (count + 2)
