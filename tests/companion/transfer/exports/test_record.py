import json
from dataclasses import dataclass

from companion.chronicle.extractor import Happening, TalkLine
from companion.transfer.exports.record import golden_lines, stand_ins, transcript_lines

LINES = (
    TalkLine("u1", "Here's a chip, Callum.", "Hannah", 1.0, 2.5),
    TalkLine("u2", "No wait, undo that, says Callum's mum.", None, 4.0, 6.0),
)


@dataclass(frozen=True)
class Paid:
    to: str
    kind: str = "paid"


def as_json(value):
    return {"kind": value.kind, "to": value.to}


def steps(**options):
    happenings = (
        Happening(5, (Paid("Hannah"),), None),
        Happening(3, (Paid("Callum"),), "u1", command={"kind": "pay", "actor": "Hannah"}, undone=True),
    )
    said = {3: ["Hannah pays Callum one chip."]}
    return [json.loads(line) for line in golden_lines(LINES, happenings, said, as_json, **options)]


def test_transcript_keeps_who_when_and_what():
    assert [json.loads(line) for line in transcript_lines(LINES)] == [
        {"id": "u1", "speaker": "Hannah", "start": 1.0, "end": 2.5, "text": "Here's a chip, Callum."},
        {"id": "u2", "speaker": None, "start": 4.0, "end": 6.0, "text": "No wait, undo that, says Callum's mum."},
    ]


def test_an_evening_is_one_step_a_line_in_the_order_it_happened():
    assert steps() == [
        {"heard": "Here's a chip, Callum.", "by": "Hannah", "id": "u1"},
        {"command": {"kind": "pay", "actor": "Hannah"}, "undone": True},
        {"event": {"kind": "paid", "to": "Callum"}, "undone": True},
        {"said": "Hannah pays Callum one chip."},
        {"heard": "No wait, undo that, says Callum's mum.", "by": None, "id": "u2"},
        {"event": {"kind": "paid", "to": "Hannah"}},
    ]


def test_changed_names_are_changed_everywhere_and_only_whole_words():
    names = stand_ins(["Hannah", "Callum", "Ann"])
    shared = json.dumps(steps(rename=names))
    assert "Hannah" not in shared
    assert "Callum" not in shared
    assert names["Callum"] + "'s mum" in shared
    assert len(set(names.values())) == 3


def test_stand_ins_are_never_names_of_the_table():
    names = stand_ins(["Alex", "Billie"])
    assert set(names.values()).isdisjoint({"Alex", "Billie"})
