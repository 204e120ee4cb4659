"""Whatever people write is refused with a character that nobody sees; what is heard gets a mark in its place."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from audio.spoken_text import to_spoken
from audio.types import Utterance
from companion.app import desktop_entry
from companion.base.clock import SystemClock
from companion.base.errors import CompanionError, RosterError, TextRefused, ToneError
from companion.chronicle.llm_extractor.claims import Source, fault_of
from companion.chronicle.memory.corrections import Note, Rename, SetRole
from companion.chronicle.memory.recollection import recall
from companion.chronicle.recaps import load_tone
from companion.cli.rules_script import RulesScript
from companion.cli.typing_table import TypedTable
from companion.cli.wizard import make_roster
from companion.nlu.recognize import load_recognizer
from companion.nlu.word_list import WordList
from companion.play import setup_answers as answers
from companion.play.roster import Roster, load_roster
from companion.privacy.consent import ConsentRegister
from companion.store import Store, open_store
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.transfer.importing.evening import RecordedTime, write_talk
from companion.web.actions import Actions
from companion.web.moves import filled
from engine.board import Field, Move
from engine.registry import find_ruleset
from tests.support.clock import FakeClock
from tests.support.harbour import talking
from tests.support.sitting import roster
from tests.web.test_host import Inn

UNSEEN = ("\x1b", "\x9b", "\u202e", "\u200b", "\ud800")


def with_player(**changes: Any) -> dict[str, Any]:
    """A campaign file with something else about its first player."""
    data = roster()
    data["players"][0] |= changes
    return data


def with_character(**changes: Any) -> dict[str, Any]:
    """A campaign file with something else about its first character."""
    data = roster()
    data["players"][0]["character"] |= changes
    return data


FILES: list[tuple[str, Callable[[str], dict[str, Any]]]] = [
    ("title", lambda text: roster(title=text)),
    ("setting", lambda text: roster(setting=text)),
    ("players[0].name", lambda text: with_player(name=text) | {"holder": "Mira"}),
    ("players[0].nicknames[0]", lambda text: with_player(nicknames=[text])),
    ("players[0].character.name", lambda text: with_character(name=text)),
    ("players[0].character.goals[0].text", lambda text: with_character(goals=[{"text": text, "value": 1}])),
    (
        "players[0].character.skills[0].notes",
        lambda text: with_character(skills=[{"name": "A", "rank": 1, "notes": text}]),
    ),
    ("players[0].character.sheet", lambda text: with_character(sheet={"traits": [{text: 1}]})),
    ("house_rules", lambda text: roster(house_rules={"a": text})),
    ("table", lambda text: roster(table={"a": [text]})),
    ("library", lambda text: roster(library={"weapons": [{"name": text}]})),
    ("words[0].heard", lambda text: roster(words=[{"spelled": "A", "heard": text}])),
    ("scene.description", lambda text: roster(scene={"description": text})),
]


@pytest.mark.parametrize(("field", "made"), FILES, ids=[field for field, _ in FILES])
def test_a_campaign_file_says_where(field: str, made: Callable[[str], dict[str, Any]], tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    for unseen in UNSEEN[:-1]:
        file.write_text(json.dumps(made(f"a{unseen}b")))
        with pytest.raises(RosterError) as refused:
            load_roster(file)
        assert str(refused.value) == f"{file}: {field}: it contains the invisible character U+{ord(unseen):04X}."
    file.write_text(json.dumps(made("a\ud800b")))
    with pytest.raises(RosterError, match=r"it contains the invisible character U\+D800\."):
        load_roster(file)
    file.write_text(json.dumps(made("a\nb")))
    assert '"a b"' in json.dumps(load_roster(file).to_json())


def test_a_library_beside_a_campaign_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('weapons = [{name = "Sword\\u202E"}]')
    file = tmp_path / "table.json"
    file.write_text(json.dumps(roster(library_files=["ours.toml"])))
    with pytest.raises(RosterError, match=r"ours\.toml: it contains the invisible character U\+202E\."):
        load_roster(file)


def test_a_typed_answer_is_asked_for_again() -> None:
    typed, told = iter(["", "Phandar\x1b", "Phandar", "Jay\u200b, Russ"]), list[str]()
    with pytest.raises(StopIteration):
        make_roster(lambda question: next(typed), told.append)
    assert [each for each in told if "invisible character" in each] == [
        "The name contains the invisible character U+001B. Remove it and try again.",
        "The name contains the invisible character U+200B. Remove it and try again.",
    ]
    form = find_ruleset("phase-abandon").form
    rows = next(each for each in form.asks if each.shape == "rows")
    row = tuple("1" if column.number else "a\x07" for column in rows.columns)
    with pytest.raises(answers.Refused, match=r"U\+0007"):
        answers.value_of(rows, [row], {})


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store("sqlite://", FakeClock()) as opened:
        yield opened


def test_names_that_are_kept(store: Store) -> None:
    """Of campaigns, words, people of the story and what they are; a name that is looked for is looked for as it is."""
    campaign = store.create_campaign("Har\tbour", "phase-abandon", roster())
    assert campaign.name == "Har bour"
    with pytest.raises(CompanionError, match=r"^The name of a campaign has at most 200 characters\."):
        store.create_campaign("x" * 201, "phase-abandon", roster())
    words = WordList(store, campaign.id)
    recollection, memory = recall(store, campaign)
    for unseen in UNSEEN:
        for deed in (
            lambda text: store.create_campaign(text, "phase-abandon", roster()),
            lambda text: words.learn_name(text),
            lambda text: words.learn_name("Vane", text),
            lambda text: recollection.correct(Rename("Herik", text), memory),
            lambda text: recollection.correct(SetRole("Herik", text), memory),
            lambda text: recollection.correct(Note("Herik", text), memory),
        ):
            with pytest.raises(CompanionError, match=rf"contains the invisible character U\+{ord(unseen):04X}\.$"):
                deed(f"a{unseen}b")


def test_a_line_at_the_keyboard_is_told_and_not_taken() -> None:
    sitting = talking()
    table = TypedTable(sitting.session, ("Jay", "Russ", "Mira"))
    table.read("Jay: I roll \x1b[31mHaggling")
    assert sitting.owed == []
    assert sitting.of("utterance") == []
    said = "The line contains the invisible character U+001B. Remove it and try again."
    assert [each["text"] for each in sitting.of("announcement")] == [said]
    table.read("Jay: I roll\tHaggling\r\n")
    assert sitting.owed == [("Jay", 3)]


def test_what_is_heard_gets_a_mark_in_its_place() -> None:
    sitting = talking()
    sitting.say("Jay", "The ferryman\nwaits\x1b[2J \u202e.")
    assert sitting.of("utterance")[-1]["text"] == "The ferryman waits\ufffd[2J \ufffd."


def test_what_was_recorded_gets_a_mark_too(store: Store) -> None:
    campaign = store.create_campaign("Harbour", "phase-abandon", roster())
    evening = store.begin_evening(campaign.id)
    heard = [Utterance("u1", "a\x1bb", None, 1.0, 2.0)]
    time, desk = RecordedTime(datetime(2026, 1, 1, tzinfo=UTC), SystemClock()), ConsentRegister(store, campaign)
    write_talk(store, campaign, evening, heard, time, load_recognizer(campaign.slug), desk)
    assert [each.text for each in store.utterances(campaign.id)] == ["a\ufffdb"]


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    found = Inn(tmp_path_factory.mktemp("unseen"))
    found.table.say("We go to the ferry.", "Russ")
    yield found
    found.close()


@pytest.mark.parametrize(
    "deed",
    [
        lambda table, text: table.say(text, "Jay"),
        lambda table, text: table.reword("u1", text),
        lambda table, text: table.spell("ferry", text),
        lambda table, text: table.spell(text, "Ferry"),
    ],
)
def test_a_line_on_a_page_is_refused(deed: Callable[[Actions, str], None], inn: Inn) -> None:
    for unseen in UNSEEN:
        with pytest.raises(TextRefused, match="invisible character"):
            deed(inn.table, f"We{unseen} wait")
    assert [each.text for each in inn.store.utterances(inn.campaign.id)] == ["We go to the ferry."]
    assert inn.host.session is not None
    assert inn.host.session.words.words == ()


def test_a_field_on_a_page_is_refused() -> None:
    move = Move("do", "Do", fields=(Field("x", "Goal"),))
    told = "Goal contains the invisible character U+202E. Remove it and try again."
    assert filled(move, {"x": ["a\u202eb"]}) == told


def test_a_command_of_a_script_is_refused() -> None:
    script = RulesScript(find_ruleset("phase-abandon"))
    for line in (
        {"command": {"kind": "create_table", "name": "a\x1bb"}},
        {"command": {"kind": "x", "y": [{"\u202e": 1}]}},
    ):
        answer = script.run(line)
        assert (answer["outcome"], answer["code"]) == ("rejected", "E_RANGE")
        assert answer["reason"].startswith("The text contains the invisible character U+")
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    assert script.run({"command": {"kind": "create_table", "name": deep}})["code"] == "E_RANGE"
    assert script.run({"command": {"kind": "create_table", "name": "Thurs\nday"}})["outcome"] == "accepted"


def test_words_of_a_whole_campaign_are_shown_and_its_talk_is_kept(store: Store) -> None:
    """Names are written anew there; what was said is what was said."""
    campaign = store.create_campaign("Harbour", "phase-abandon", roster())
    WordList(store, campaign.id).learn_name("Vane", "vein")
    store.begin_evening(campaign.id)
    store.add_announcement(campaign.id, 1, "a\x1bb")
    store.end_evening(campaign.id, 1)
    written = dump_campaign(store, campaign)
    clock = RecalledClock(datetime(2020, 1, 1, tzinfo=UTC))
    with open_store("sqlite://", clock) as other:
        restored = restore_campaign(other, clock, read_campaign_file(written), "Again")
        assert other.announcements(restored.id)[0].text == "a\x1bb"
        spoilt = read_campaign_file(written.replace('"Vane"', '"Va\\u200bne"'))
        again = restore_campaign(other, clock, spoilt, "Once more")
        assert [each.spelled for each in other.learnt_words(again.id)] == ["Va\\u200bne"]


def test_a_retold_sentence_is_no_sentence() -> None:
    cited = [Source("The ferryman waits at the pier.")]
    assert fault_of("The ferryman waits at the pier.", cited, ()) is None
    for unseen in (*UNSEEN, "\u2028"):
        assert fault_of(f"The ferryman waits{unseen} at the pier.", cited, ()) == "no sentence"


def test_a_tone_is_refused(tmp_path: Path) -> None:
    plain = (Path(__file__).parents[3] / "companion" / "chronicle" / "templates" / "recaps" / "plain.toml").read_text(
        encoding="utf-8"
    )
    (tmp_path / "ours.toml").write_text(plain.replace('closing = "', 'closing = "\\u202E', 1), encoding="utf-8")
    with pytest.raises(ToneError, match=r"closing: it contains the invisible character U\+202E"):
        load_tone("ours", tmp_path)


@pytest.mark.parametrize("strange", ["/opt/a\nExec=evil", "/opt/a\x1b", "/opt/\udcff"])
def test_no_menu_entry_is_made_of_a_strange_path(strange: str, tmp_path: Path) -> None:
    with pytest.raises(TextRefused, match="The path of the companion contains the invisible character U"):
        desktop_entry.install(Path(strange), tmp_path, {})
    assert list(tmp_path.iterdir()) == []


def test_the_voice_reads_what_can_be_printed() -> None:
    assert to_spoken("Jay\x1b[31m rolls\u202e 2d6\nnow\u200b") == "Jay 31m rolls 2 D 6 now"


def test_a_roster_keeps_names_of_any_script() -> None:
    names = ["مريم", "Zoë", "👩\u200d🚀 Ana"]
    data = roster()
    for player, name in zip(data["players"], names, strict=True):
        player["name"] = name
    assert Roster.from_json({**data, "holder": names[0]}).names == tuple(names)
