"""Nobody but its owner learns a hidden card, through whatever leaves the companion before the reveal.

The same evening of Choice Based PTA is played twice with other cards in the hands; until they are turned up, everything
that reaches the table, the screen, a file or another seat has to be the same.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from companion.base.errors import ModelUnavailable
from companion.chronicle.log_text import told_log
from companion.chronicle.notebook import read_evening
from companion.cli.export import golden
from companion.llm.table_reading import Heard, TableReader
from companion.play.ready import ready_campaign
from engine.phrase import phrase
from tests.support.evening import WholeEvening

ROSTER = {
    "game": "choice-pta",
    "title": "The ledger",
    "players": [
        {"name": "Ana", "character": {"name": "Vesna", "sheet": {"traits": ["duelist", "cold reader", "in debt"]}}},
        {"name": "Ben", "character": {"name": "Harrow", "sheet": {"traits": ["stubborn", "ex-marine", "good liar"]}}},
        {"name": "Gwen", "role": "gm"},
    ],
}
LOW, HIGH = ["2c", "3d", "4h", "5s"], ["ace of spades", "Kd", "Qh", "joker"]
GWENS = ["6c", "7d", "8h", "9s", "10c"]
TOPICS = ("tokens", "marks", "order", "standings", "limits", "phase", "pool", "hand", "cards", "holder")


DEEDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Gwen", {"kind": "start_sitting"}),
    ("Gwen", {"kind": "start_scene", "owner": "Gwen", "present": ["everyone"]}),
    ("Ana", {"kind": "call_conflict", "conflict": "simple"}),
    ("Ana", {"kind": "set_stake", "text": "the ledger is mine"}),
    ("Gwen", {"kind": "set_stake", "label": "guards", "text": "they catch her"}),
    ("Gwen", {"kind": "lock_stakes"}),
    ("Gwen", {"kind": "play_chance", "part_id": "guards"}),
    ("Ana", {"kind": "play_choice", "slot_code": "the last card"}),
    ("Ana", {"kind": "play_choice", "slot_code": "the last card"}),
    ("Ben", {"kind": "redraw_hand"}),
    ("Ana", {"kind": "spend_trait", "trait": "duelist"}),
    ("Gwen", {"kind": "spend_tokens", "n": 1, "target": "guards"}),
)


def sitting(folder: Path, first: list[str], second: list[str]) -> WholeEvening:
    """An evening up to the moment before the reveal: three cards lie face down."""
    folder.mkdir()
    evening = WholeEvening(ROSTER, folder, cards=[*first, *second, *GWENS])
    for by, command in DEEDS:
        evening.tap(by, {**command, **({"slot_code": code(evening, "Ana", 3)} if "slot_code" in command else {})})
    evening.say("Ben", "Vesna has the king of diamonds, I bet.")
    evening.say("Ana", "Who's ahead?", typed=True)
    return evening


def asked_of_a_model(folder: Path, first: list[str], second: list[str]) -> Iterator[str]:
    """What a language server is asked about everybody's lines, and the moves it may name, after each deed."""
    evening = WholeEvening(ROSTER, folder, cards=[*first, *second, *GWENS])
    heard = [Heard(name, name, "Hm, that one then.", True) for name in ("Ana", "Ben", "Gwen")]
    for by, command in DEEDS:
        evening.tap(by, {**command, **({"slot_code": code(evening, "Ana", 3)} if "slot_code" in command else {})})
        model = SilentModel()
        with suppress(ModelUnavailable):
            TableReader(model).read(evening.session.game.ruleset, evening.session.game.state, heard)
        yield from model.asked


class SilentModel:
    """Keeps what it is asked and never answers."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, instructions: str, question: str, reply: type[BaseModel]) -> Any:
        """Ask."""
        self.asked.append(f"{instructions}\n{question}\n{json.dumps(reply.model_json_schema())}")
        raise ModelUnavailable(phrase("down"))


def test_a_language_server_learns_no_hidden_card(tmp_path: Path) -> None:
    """Neither what lies in a hand nor the words that play it, while it may be played."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = (
        list(asked_of_a_model(tmp_path / name, *hands)) for name, hands in (("one", (LOW, HIGH)), ("two", (HIGH, LOW)))
    )
    assert one == two
    assert any("redraw" in each for each in one)
    assert all("play_choice:" not in each.partition("Moves allowed now")[2] for each in one)


def code(evening: WholeEvening, player: str, place: int) -> str:
    """Code word of a card on its owner's page; empty while there is no hand."""
    hand = view(evening, player)["own"]["hand"]
    return str(hand[place]["code"]) if hand else ""


def view(evening: WholeEvening, viewer: str | None) -> dict[str, Any]:
    game = evening.session.game
    return dict(game.ruleset.view(game.state, viewer))


def written(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Our own log lines at INFO and above."""
    ours = ("companion", "engine", "audio")
    return [record.getMessage() for record in caplog.records if record.name.split(".")[0] in ours]


def outlets(evening: WholeEvening) -> Iterator[tuple[str, Any]]:
    """Everything that leaves the companion, by where it goes."""
    session, game = evening.session, evening.session.game
    past = read_evening(game.store, game.campaign, 1)
    yield "screen and records", [{k: v for k, v in each.items() if k != "t_wall"} for each in evening.records]
    yield "notes", session.notebook.notes()
    yield "notes read from the log", past.book.happenings
    yield "log", [line.text for line in told_log(game.store, game.campaign)]
    yield "export of a running game", list(golden(game.store, game.campaign, past, rename=False))
    yield "understanding and prompts", repr(session.table)
    yield "hotwords of the recogniser", session.hotwords
    yield "table page", view(evening, None)
    yield "the GM's page", view(evening, "Gwen")
    for topic in TOPICS:
        yield f"answer about {topic}", [game.ruleset.answer(game.state, topic, name) for name in (None, "Ana", "Gwen")]
    yield "what is expected", (game.ruleset.expected(game.state), game.ruleset.remind(game.state))
    yield "tally", game.ruleset.tally(game.state)


def test_other_cards_change_nothing_that_leaves_the_companion(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """SEC-1: records, speech, notes, log, exports, other pages, prompts, refusals and log lines know no hidden card."""
    with caplog.at_level(logging.INFO):
        one = sitting(tmp_path / "one", LOW, HIGH)
        lines = written(caplog)
        caplog.clear()
        two = sitting(tmp_path / "two", HIGH, LOW)
        assert written(caplog) == lines
    for (place, left), (_, right) in zip(outlets(one), outlets(two), strict=True):
        assert left == right, place
    done = [each["kind"] for each in one.records if each["type"] == "command" and each["outcome"] == "accepted"]
    assert done.count("play_choice") == 1
    assert done.count("play_chance") == 1


def test_the_owner_sees_what_others_do_not(tmp_path: Path) -> None:
    """The two evenings really differ: on the owners' own pages."""
    one, two = (
        sitting(tmp_path / name, first, second) for name, first, second in (("one", LOW, HIGH), ("two", HIGH, LOW))
    )
    assert view(one, "Ana")["own"] != view(two, "Ana")["own"]
    assert "5 of spades" in json.dumps(view(one, "Ana"))
    assert all("5 of spades" not in json.dumps(view(one, other)) for other in (None, "Ben", "Gwen"))


def test_turned_up_cards_are_everybodys(tmp_path: Path) -> None:
    """After the reveal the played card is said, and only that one."""
    evening = sitting(tmp_path / "one", LOW, HIGH)
    said = [each["text"] for each in evening.tap("Gwen", {"kind": "reveal"}) if each["type"] == "announcement"]
    assert said
    assert view(evening, None)["conflict"] is not None
    everybody = json.dumps(view(evening, None))
    assert "5 of spades" in everybody
    assert "2 of clubs" not in everybody


FOES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "phasesix": (
        {"kind": "create_character", "name": "Grim", "char_kind": "npc"},
        {"kind": "correct_state", "char": "Grim", "path": "max_health", "reason": "miscounted"},
    ),
    "kleptonomicon": (
        {
            "kind": "add_npc",
            "name": "Grim",
            "sheet": {"health_max": 9, "vitality_max": 4, "shield_max": 3, "dodge_points_max": 2},
        },
        {"kind": "correct_state", "character": "Grim", "path": "health", "reason": "miscounted"},
    ),
}


def corrected_foe(folder: Path, game: str, number: int) -> list[Any]:
    """What is said, noted, logged, exported and asked when the GM corrects a number of a foe on their own page."""
    folder.mkdir()
    evening = WholeEvening(ready_campaign(game), folder)
    made, corrected = FOES[game]
    for each in ({"kind": "start_session"}, made, {**corrected, "value": number}, {**corrected, "value": 10**5}):
        evening.tap("Gwen", each)
    number_meant = "hearts" if game == "phasesix" else "health"
    evening.say("Gwen", f"Grim's {number_meant} should be five.")
    evening.say("Gwen", f"Correct Grim's {number_meant} to six.", typed=True)
    session, ours = evening.session, evening.session.game
    past = read_evening(ours.store, ours.campaign, 1)
    spoken = [each["text"] for each in evening.records if each["type"] in {"announcement", "question"}]
    log = [line.text for line in told_log(ours.store, ours.campaign)]
    undone = [each["text"] for each in evening.say("Gwen", "Undo that.") if each["type"] == "announcement"]
    exported = list(golden(ours.store, ours.campaign, past, rename=False))
    return [spoken, log, undone, exported, session.notebook.notes(), past.book.happenings]


@pytest.mark.parametrize("game", sorted(FOES))
def test_what_a_foe_has_now_is_not_told(tmp_path: Path, game: str) -> None:
    """Neither the new number nor the old one, nor the most there may be."""
    one, two = (corrected_foe(tmp_path / str(number), game, number) for number in (7, 8))
    assert one == two
    assert any("Grim" in each and "orrected" in each for each in one[0])
