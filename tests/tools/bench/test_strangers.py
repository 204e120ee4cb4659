"""Evenings of strangers: their form is read, they are mended after a miss, and what nobody asked for is undone."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.dialogue import corrections
from companion.dialogue.questions import Question
from companion.dialogue.turn_interpreter import TurnInterpreter
from companion.nlu.types import Intent
from companion.play.roster import load_roster
from companion.tracker import tracker
from tools.bench.stranger_as_is import LATE, RECALLED, AsItIs, AsItIsTable
from tools.bench.stranger_steps import EveningUnreadable, People, read_evening
from tools.bench.stranger_table import StrangerTable, answer_to, kept_apart
from tools.bench.strangers import EVENINGS, Count, Playing, main

ROSTER = EVENINGS / "one-boot" / "roster.json"

GET_MOVING = """
- Wendell: I call for the get-moving roll.
  > call_get_moving
- Ines: I rolled five and four.
  > report_dice; values=[5,4]
- Okoro: I rolled five and two.
  > report_dice; values=[5,2]
- Wendell: I rolled four and three.
  > report_dice; values=[4,3]
"""


def evening(folder: Path, talk: str) -> Path:
    folder.mkdir()
    (folder / "evening.md").write_text(f"# An evening\n{talk}", encoding="utf-8")
    (folder / "roster.json").write_bytes(ROSTER.read_bytes())
    return folder


def mended(folder: Path, scratch: Path) -> Count:
    with StrangerTable(folder, scratch) as table:
        return Playing(table, not kept_apart(folder)).play()


def as_it_is(folder: Path, scratch: Path, answering: bool = True) -> AsItIs:
    with StrangerTable(folder, scratch) as table:
        return AsItIsTable(table, answering).play()


def test_the_form_is_read(tmp_path: Path) -> None:
    talk, steps = read_evening(
        evening(
            tmp_path / "form",
            "\n- Jay: Ha, and a fox: it's mine.\n- Kim: Not today!\n"
            "  > use_reaction; ability=Skull Thump; !source=wolf | use_ability; ability=Skull Thump\n"
            "  >* submit_dice; dice=[4, 3]; by=Jay\n  >? note\n",
        )
        / "evening.md"
    )
    assert talk == ("Jay: Ha, and a fox: it's mine.", "Kim: Not today!")
    thump = {"ability": "Skull Thump"}
    assert [(step.line, step.actor, step.readings, step.unsaid, step.mark) for step in steps] == [
        (2, "Kim", (("use_reaction", thump), ("use_ability", thump)), {"source": "wolf"}, ""),
        (2, "Jay", (("submit_dice", {"dice": [4, 3]}),), {}, "*"),
        (2, "Kim", (("note", {}),), {}, "?"),
    ]


@pytest.mark.parametrize("wrong", ["  > note\n", "- Jay: Hm.\n  >! note\n", "- Jay: Hm.\n> note\n", "Jay: Hm.\n"])
def test_another_form_is_refused_with_its_line(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(EveningUnreadable, match=r"line [23] is neither talk nor a step"):
        read_evening(evening(tmp_path / "form", wrong) / "evening.md")


def test_a_miss_is_mended_and_counts_once(tmp_path: Path) -> None:
    missed = GET_MOVING.replace("I call for the get-moving roll.", "Brrm, brrm, off the bus goes.")
    count = mended(evening(tmp_path / "bus", missed), tmp_path)
    assert (count.lines, count.right, count.expected, count.wrong, count.alone) == (4, 3, 4, 0, 1)
    assert count.misses == ["Wendell: Brrm, brrm, off the bus goes.  [missed call_get_moving()]"]
    assert count.unmended == []


def test_what_a_card_names_counts_beside_what_was_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same line asks for it once, and once for nothing; here nothing is ever understood."""
    monkeypatch.setattr(TurnInterpreter, "_read", lambda *_, **__: ())
    monkeypatch.setattr(tracker, "ASK_CHANCE", 1.1)
    monkeypatch.setattr(tracker, "ACT_CHANCE", 1.1)
    talk = "\n- Wendell: Time for the get moving roll, I call it.\n  > call_get_moving\n"
    asked = mended(evening(tmp_path / "asked", talk), tmp_path)
    idle = mended(evening(tmp_path / "idle", talk.replace("  > call_get_moving\n", "")), tmp_path)
    assert (asked.alone, asked.offered, asked.cards) == (1, 1, 0)
    assert (idle.alone, idle.offered, idle.cards) == (0, 0, 1)


def test_what_nobody_asked_for_is_counted_and_taken_back(tmp_path: Path) -> None:
    """The call stands in no step; were it not undone, the one that is asked for would be refused."""
    talk = "\n- Wendell: I call for the get-moving roll.\n- Okoro: No, he is joking.\n- Ines: As always." + GET_MOVING
    count = mended(evening(tmp_path / "joke", talk), tmp_path)
    assert (count.lines, count.right, count.expected, count.wrong, count.alone) == (7, 4, 4, 1, 0)
    assert count.misses == ["Wendell: I call for the get-moving roll.  [wrong call_get_moving()]"]
    assert count.unmended == []


def test_faces_of_somebody_else_are_not_right(tmp_path: Path) -> None:
    wrong = GET_MOVING.replace("values=[5,2]", "values=[6,2]")
    count = mended(evening(tmp_path / "dice", wrong), tmp_path)
    assert (count.right, count.expected, count.wrong) == (3, 4, 1)


def test_as_it_is_what_nobody_asked_for_stays_done(tmp_path: Path) -> None:
    talk = "\n- Wendell: I call for the get-moving roll." + "\n- Okoro: As always.\n" * 5
    found = as_it_is(evening(tmp_path / "joke", talk), tmp_path)
    assert (found.right, found.wrong, found.dear) == (0, 1, 0)


CALL, DICE = "- Wendell: I call for the get-moving roll.\n", "- Ines: I rolled five and four.\n"
STEP, FACES, IDLE = "  > call_get_moving\n", "  > report_dice; values=[5,4]\n", "- Okoro: Brrm.\n"


@pytest.mark.parametrize(
    ("talk", "right", "wrong", "waits"),
    [
        (IDLE + STEP + IDLE + CALL + DICE + FACES, 2, 0, [2, 0]),
        (CALL + IDLE + IDLE + STEP, 1, 0, [-2]),
        (CALL + IDLE * 3 + STEP, 0, 1, []),
        (IDLE + STEP + IDLE * 5 + CALL, 0, 1, []),
        (IDLE + STEP + IDLE + FACES + CALL, 0, 1, []),
        (IDLE + STEP + DICE + FACES + CALL, 2, 0, [0, 1]),
    ],
    ids=["late", "early", "too early", "too late", "what hangs on it is lost", "what hangs on it tells of it"],
)
def test_as_it_is_a_command_counts_near_its_request(
    tmp_path: Path, talk: str, right: int, wrong: int, waits: list[int]
) -> None:
    found = as_it_is(evening(tmp_path / "near", f"\n{talk}"), tmp_path)
    assert (found.right, found.wrong, found.waits) == (right, wrong, waits)


@pytest.mark.parametrize(
    ("pcs", "right"),
    [([], True), (["everyone"], True), (["Corvin Thatch", "Noor", "Milo"], True), (["Hal"], False)],
)
def test_everybody_may_be_left_unnamed(tmp_path: Path, pcs: list[str], right: bool) -> None:
    talk = '\n- Petra: At them!\n  > start_encounter; pcs=["Hal","Noor","Milo"]\n'
    _, (step,) = read_evening(evening(tmp_path / "all", talk) / "evening.md")
    people = People(load_roster(EVENINGS / "counting-house" / "roster.json"))
    assert people.fulfils({"kind": "start_encounter", "actor": "Petra", "fields": {"pcs": pcs}}, step) is right


@pytest.mark.parametrize(
    ("asked", "text", "meant"),
    [
        ({"target": "Hal", "weapon": "Rifle"}, "Attack with the Rifle: Hal, Jay?", True),
        ({"target": "Milo", "weapon": "Rifle"}, "Attack with the Rifle: Milo, Jay?", False),
        ({"target": "Milo", "weapon": "Rifle"}, "Attack, Jay?", True),
        ({"cover": 2}, "Attack, cover 2?", True),
    ],
)
def test_a_question_that_names_somebody_else_is_not_what_was_meant(
    tmp_path: Path, asked: dict[str, object], text: str, meant: bool
) -> None:
    talk = "\n- Jay: Bang!\n  > attack; weapon=Rifle; !target=Hal\n"
    _, (step,) = read_evening(evening(tmp_path / "bang", talk) / "evening.md")
    people = People(load_roster(EVENINGS / "counting-house" / "roster.json"))
    assert people.means(asked, text, step) is meant


@pytest.mark.parametrize(
    ("kind", "faces", "first", "meant"),
    [
        ("report_dice", [5, 4], (), True),
        ("submit_dice", [5, 4], (), True),
        ("report_dice", [5, 3], (), False),
        ("report_dice", [5, 4], ("call_get_moving",), True),
        ("report_dice", [5, 4], ("call_conflict",), False),
    ],
)
def test_a_question_about_dice_and_steps_before_is_what_was_meant_only_as_a_whole(
    tmp_path: Path, kind: str, faces: list[int], first: tuple[str, ...], meant: bool
) -> None:
    folder = evening(tmp_path / "moving", GET_MOVING)
    asked = Intent("dice_report", kind, slots={"values": faces})
    before = tuple({"kind": each, "actor": "Wendell"} for each in first)
    question = Question("q1.1", "Throw two dice, Ines?", asked, "u1", "Ines", 10.0, before)
    with StrangerTable(folder, tmp_path) as table:
        assert (table.meant_by(question, table.steps[:2]) is not None) is meant


@pytest.mark.parametrize(("lines", "done"), [(3, True), (20, True), (RECALLED + 1, False)])
def test_people_say_yes_to_what_they_said_a_while_ago(tmp_path: Path, lines: int, done: bool) -> None:
    """It counts as right, and the question as one about the right thing, only where it is not late."""
    folder = evening(tmp_path / "late", "\n" + IDLE + STEP + IDLE * lines)
    asked = Intent("table_command", "call_get_moving")
    with StrangerTable(folder, tmp_path) as table:
        playing = AsItIsTable(table, answering=True)
        for number, words in enumerate(table.talk, start=1):
            table.type(words)
            if number == lines + 1:
                session = table.session
                assert session.questions.ask("Start a get-moving roll?", asked, "u1", "Wendell", session.now)
            playing.heard(number, number)
        found = playing.result()
    assert any(each.kind == "call_get_moving" for each in _commands(table)) is done
    assert (found.asked_right, found.right) == ((1, 1) if lines <= LATE else (0, 0))
    assert found.wrong == (1 if done and lines > LATE else 0)


@pytest.mark.parametrize(("undone", "wrong"), [("call_get_moving", 1), ("add_group_goal", 0)])
def test_what_the_companion_undoes_on_its_own_is_wrong_where_somebody_had_asked_for_it(
    tmp_path: Path, undone: str, wrong: int
) -> None:
    """What it does again is neither wrong nor right once more."""
    folder = evening(tmp_path / "undone", "\n" + IDLE + CALL + STEP + IDLE * 6)
    with StrangerTable(folder, tmp_path) as table:
        playing = AsItIsTable(table, answering=True)
        session = table.session
        session.submit({"kind": "add_group_goal", "text": "get home", "value": 5}, actor="Wendell")
        for number, words in enumerate(table.talk, start=1):
            table.type(words)
            if number == 4:
                entry = next(each for each in session.game.history.latest() if each.command.kind == undone)
                assert corrections.without(session, entry.command_id) is None
            playing.heard(number, number)
        found = playing.result()
    assert (found.right, found.wrong) == (1, wrong)


def _commands(table: StrangerTable) -> list[Any]:
    return [each.command for each in table.session.game.history.latest()]


@pytest.mark.parametrize(
    ("missing", "said"), [("target", "Guard"), ("weapon", "Rifle"), ("player", "Jay"), ("", "yes")]
)
def test_a_question_is_answered_with_what_its_line_leaves_unsaid_too(tmp_path: Path, missing: str, said: str) -> None:
    talk = "\n- Jay: Bang!\n  > attack; weapon=Rifle; !target=Guard\n"
    _, (step,) = read_evening(evening(tmp_path / "bang", talk) / "evening.md")
    asked = Intent("declared_action", "attack", missing=(missing,) if missing else ())
    assert answer_to(Question("q1.1", "At whom?", asked, "u1", "Jay", 10.0), step) == said


def test_a_step_that_no_rules_know_is_told(tmp_path: Path) -> None:
    unknown = evening(tmp_path / "odd", "\n- Ines: Brrm, brrm.\n  > fly_away\n")
    with pytest.raises(EveningUnreadable, match="odd: fly_away, asked for in line 1 of its talk"):
        mended(unknown, tmp_path)


def test_misses_of_evenings_kept_apart_are_never_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missed = "\n- Wendell: Brrm, brrm.\n  > call_get_moving\n"
    folders = [evening(tmp_path / name, missed) for name in ("bus", "bus-b")]
    figures = tmp_path / "figures.json"
    assert main([*map(str, folders), "--misses", "--json", str(figures)]) == 0
    assert capsys.readouterr().out.count("Brrm") == 2  # set right, and as it is
    bus, bus_b, together = json.loads(figures.read_text())
    assert (bus["right"], bus["expected"], len(bus["misses"])) == (0, 1, 1)
    assert (bus_b["right"], bus_b["expected"], bus_b["misses"], bus_b["lost"]) == (0, 1, [], [])
    assert (together["as_is_right"], together["as_is_unanswered"], together["as_is_wrong"]) == (0, 0, 0)
    assert (together["name"], together["lines"], together["expected"]) == ("all", 2, 2)


def _several(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def test_the_evenings_that_come_with_it_can_be_read() -> None:
    """Each is said by people of its roster; every game has some to learn from, and some kept apart."""
    games: dict[str, list[bool]] = {}
    for folder in sorted(path.parent for path in EVENINGS.glob("*/evening.md")):
        roster = load_roster(folder / "roster.json")
        talk, steps = read_evening(folder / "evening.md")
        joining = [step.fields for step in steps if step.kind in {"add_player", "change_roster"}]
        joined = {str(name) for each in joining for named in each.values() for name in _several(named)}
        people = {*roster.names, *joined}
        assert {line.partition(":")[0] for line in talk} <= people
        assert {step.actor for step in steps} <= people
        games.setdefault(roster.game, []).append(kept_apart(folder))
    assert len(games) == 4
    assert all(apart.count(False) > 2 for apart in games.values())
    assert all(apart.count(True) > 1 for apart in games.values())
