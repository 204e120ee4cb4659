import json
from pathlib import Path

import pytest

from companion.chronicle.extractor import Happening, NoteExtractor, TalkLine, roster_vocabulary, scribe_lines
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings

DATA = Path(__file__).parent / "data"
EVENINGS = ["harbour", "orbit", "village", "castle", "tortuga", "brackwater", "hadley"]
HEARD = ["brackwater-heard", "hadley-heard"]
"""The same evenings as a recogniser wrote them, read aloud in noise."""

TABLE = Vocabulary(
    players=(
        PlayerWords("Hannah", "Korrin Vale", (("skill", "Stealth"), ("goal", "own a boat"))),
        PlayerWords("Callum", "Brother Aldous", (("skill", "Staff"), ("connection", "Old Petronel"))),
    ),
    shared=(("group_goal", "bring the lantern home"),),
)


def evening(name):
    lines = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return lines, json.loads((DATA / f"{name.removesuffix('-heard')}.roster.json").read_text(encoding="utf-8"))


def listening(*said, table=TABLE):
    scribe = NoteExtractor(table)
    for number, (speaker, text) in enumerate(said):
        scribe.heard(TalkLine(f"u{number}", text, speaker, number * 5.0, number * 5.0 + 4.0))
    return scribe


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("harbour", {"Mama Odette", "Felix Brandauer", "Inspector Quill", "Pip"}),
        ("orbit", {"Ansel Okoro", "Administrator Lindqvist", "Teodor", "Doctor Amari", "Brix"}),
        ("village", {"Yasna", "Baba Dorrit", "Herr Winter"}),
        ("castle", {"Pemberton", "Mrs. Dunne", "Valeria von Stroheim", "Lucian", "Corporal Finch", "Dragan"}),
        ("tortuga", {"Esteban Cruz", "Commodore Hask", "Admiral Pickles", "Oriel"}),
        ("brackwater", {"Piet Marsh", "Doctor Veyne", "Hob Tanner", "Linnet"}),
        ("brackwater-heard", {"Piot Marsh", "Dr. Vane", "Hob Tanner", "Lynnette"}),
        ("hadley", {"Ferris Bode", "Mother Nine", "Captain Adeyemi", "Rook", "Madame Okafor"}),
        ("hadley-heard", {"Ferris Boad", "Mother Nine", "Rook", "Madame Okafor"}),
    ],
)
def test_people_of_an_evening_are_found_and_nobody_else(name, people):
    assert {entry["name"] for entry in scribe_lines(*evening(name))["npcs"]} == people


@pytest.mark.parametrize("name", [*EVENINGS, *HEARD])
def test_every_entry_cites_lines_that_hold_its_name(name):
    lines, roster = evening(name)
    text_of = {line["id"]: line["text"].casefold() for line in lines}
    found = scribe_lines(lines, roster)
    for kind in ("npcs", "places", "items", "connections"):
        for entry in found[kind]:
            assert entry["evidence"]
            for utterance in entry["evidence"]:
                assert any(name.casefold() in text_of[utterance] for name in (entry["name"], *entry["aliases"]))


@pytest.mark.parametrize("name", [*EVENINGS, *HEARD])
def test_recap_holds_no_name_that_nobody_said(name):
    lines, roster = evening(name)
    said = " ".join(line["text"] for line in lines).casefold()
    recap = scribe_lines(lines, roster)["recap"]
    capitals = [word.strip(".,!?").removesuffix("'s") for word in recap["text"].split() if word[0].isupper()]
    assert [word for word in capitals if word.casefold() not in said and word not in {"Last", "You"}] == []
    assert len(recap["text"].split()) <= 80
    assert set(recap["evidence"]) <= {line["id"] for line in lines}


def test_an_introduced_person_gets_the_role_said_just_before():
    found = listening(
        ("Callum", "And there's this ferrywoman sitting on a boat, smoking a pipe. Her name is Benna Harrow.")
    ).chronicle()
    assert [(entry.name, entry.role, entry.certainty) for entry in found.npcs] == [
        ("Benna Harrow", "ferrywoman", "said")
    ]


def test_a_first_name_and_a_misheard_name_belong_to_the_person_known_already():
    found = listening(
        ("Callum", "There's this ferrywoman. Her name is Benna Harrow."),
        ("Callum", "So Benna laughs, and she hands me an oar."),
        ("Callum", "And Benahero is laughing so hard she drops her pipe in the river."),
    ).chronicle()
    assert [entry.name for entry in found.npcs] == ["Benna Harrow"]
    assert set(found.npcs[0].aliases) == {"Benna", "Benahero"}
    assert [each.utterance for each in found.npcs[0].evidence] == ["u0", "u1", "u2"]


def test_somebody_who_tells_their_own_name_is_the_one_who_was_speaking():
    found = listening(
        ("Hannah", "And at the gate there's the dock foreman, Gault, with two dogs."),
        ("Hannah", "Gault sits down on a crate and he says, I always hated this place, my name's Bertram."),
    ).chronicle()
    assert len(found.npcs) == 1
    assert {found.npcs[0].name, *found.npcs[0].aliases} == {"Gault", "Bertram"}


def test_the_own_name_may_come_one_turn_after_who_was_speaking():
    found = listening(
        ("Hannah", "And at the gate there's the dock foreman, Gault, with two dogs."),
        ("Hannah", "Gault sits down on a crate and he says, between you and me."),
        ("Hannah", "I always hated this place, my name's Osbert Dray."),
    ).chronicle()
    (gault,) = found.npcs
    assert {gault.name, *gault.aliases} == {"Gault", "Osbert Dray"}


@pytest.mark.parametrize(
    "between",
    [
        ("Hannah", "Then a gravedigger puts his shovel down and he says."),
        ("Callum", "Wait, who is that?"),
    ],
)
def test_the_own_name_of_somebody_else_is_no_other_form(between):
    """Somebody new was described, or somebody else at the table spoke, since the last name."""
    found = listening(
        ("Hannah", "Mother Ysolde sniffs and she says, dry them in the stable."),
        between,
        ("Hannah", "My name's Corwin Ashdown, and he nods at her."),
    ).chronicle()
    assert [entry.name for entry in found.npcs] == ["Mother Ysolde", "Corwin Ashdown"]


def test_somebody_is_wanted_as_a_connection_in_two_sentences():
    found = listening(
        ("Hannah", "Dolores grabs your wrist and shouts, and Dolores laughs."),
        ("Callum", "Put down Dolores Quinn for me. I want her as a connection."),
    ).chronicle()
    (quinn,) = found.npcs
    assert (quinn.name, [entry.name for entry in found.connections]) == ("Dolores Quinn", ["Dolores Quinn"])
    assert "u1" in [each.utterance for each in quinn.evidence]


def test_a_connection_of_the_sheets_cites_where_the_story_names_them():
    """Under any form of the name; one nobody spoke of is left out."""
    table = Vocabulary((PlayerWords("Ben", "Rook", (("connection", "Marlo Pitt"), ("connection", "Odo Kern"))),))
    found = listening(("Ben", "Marlo turns up with a lantern and he takes the key."), table=table).chronicle()
    (marlo,) = found.connections
    assert (marlo.name, marlo.aliases, marlo.certainty) == ("Marlo Pitt", ("Marlo",), "rules")
    assert [each.utterance for each in marlo.evidence] == ["u0"]


def test_a_name_that_reads_like_two_words_is_told_whole():
    found = listening(("Hannah", "So, we're in Lower Cant, and it's raining.")).chronicle()
    assert [entry.name for entry in found.places] == ["Lower Cant"]


@pytest.mark.parametrize(
    ("talk", "person", "role"),
    wordings(__file__, "somebody_is_known_by_what_they_are_called_after_and_what_they_do", 3),
)
def test_somebody_is_known_by_what_they_are_called_after_and_what_they_do(talk, person, role):
    found = listening(("Hannah", talk)).chronicle()
    assert [(entry.name, entry.role) for entry in found.npcs] == [(person, role)]


@pytest.mark.parametrize("talk", ["Silence falls over the room, and smoke rises.", "Rain runs down the window."])
def test_what_only_moves_is_nobody(talk):
    assert listening(("Hannah", talk)).chronicle().npcs == ()


def test_an_aim_is_known_by_its_words_also_misheard():
    """Two of three words, one of them by a letter; one word alone is not enough."""
    table = Vocabulary((PlayerWords("Ben", "Rook", (("goal", "make peace with the abbot"),)),))
    found = listening(("Ben", "Put the reward on, um, peace with the Abbott. And I'd like a drink."), table=table)
    assert [entry.name for entry in found.chronicle().goals] == ["make peace with the abbot"]
    assert (
        listening(("Ben", "No points for the abbot, my goal is a sandwich with cheese."), table=table).chronicle().goals
        == ()
    )


def test_the_answer_to_what_somebody_is_called_is_their_name():
    found = listening(
        ("Hannah", "From the wall somebody starts to clap. It's a boy, soaking wet."),
        ("Callum", "What's he called?"),
        ("Hannah", "Pim. He says he saw the fire, and he wants a coin for telling."),
    ).chronicle()
    assert [(entry.name, entry.certainty) for entry in found.npcs] == [("Pim", "said")]


@pytest.mark.parametrize(("talk", "place"), wordings(__file__, "a_place_is_known_by_how_it_is_first_spoken_of", 2))
def test_a_place_is_known_by_how_it_is_first_spoken_of(talk, place):
    """A place is found by where everybody is, by what stands before its name, and by what the name opens with."""
    found = listening(("Hannah", talk)).chronicle()
    assert ([entry.name for entry in found.places], found.npcs) == ([place], ())


@pytest.mark.parametrize(
    "talk",
    [
        "They carry the core to the Magpie, and the Magpie lifts off.",
        "We're at Kevin's on Friday, and my boss pays.",
    ],
)
def test_a_ship_and_somebodys_flat_are_no_places_of_the_story(talk):
    assert listening(("Hannah", talk)).chronicle().places == ()


def test_a_name_misheard_in_its_first_vowel_is_the_same_name():
    found = listening(
        ("Hannah", "There's an abbess in the doorway, Mother Ysolde, and Mother Ysolde sniffs."),
        ("Hannah", "And Mother Asolda says, you can wait outside."),
    ).chronicle()
    assert [entry.name for entry in found.npcs] == ["Mother Ysolde"]


@pytest.mark.parametrize("talk", wordings(__file__, "talk_around_the_table_brings_nobody_into_the_story"))
def test_talk_around_the_table_brings_nobody_into_the_story(talk):
    assert listening(("Hannah", talk), ("Callum", talk)).chronicle().npcs == ()


def test_strangers_are_not_written_down():
    found = listening(("guest", "Captain Dreel wants silver, and he shouts at the ferryman."))
    assert found.chronicle().npcs == ()


def test_talk_without_known_voices_is_written_down():
    found = listening((None, "Captain Dreel wants silver, and he shouts at the ferryman."))
    assert [entry.name for entry in found.chronicle().npcs] == ["Captain Dreel"]


def test_places_and_things_of_the_story_are_kept_with_their_sentence():
    found = listening(
        ("Callum", "There's mist on the river, and the three of us are standing at Orrin's Ford."),
        ("Callum", "Korrin looks at the hook where the lantern used to hang, and somebody gives him a key."),
    ).chronicle()
    assert [entry.name for entry in found.places] == ["Orrin's Ford"]
    assert {entry.name for entry in found.items} == {"lantern", "key"}


def test_a_struck_line_leaves_no_trace():
    scribe = listening(("Callum", "Captain Dreel wants silver, and he shouts at the ferryman."))
    scribe.strike("u0")
    found = scribe.chronicle()
    assert (found.npcs, found.story) == ((), ())


def test_an_existing_connection_is_met_only_when_somebody_speaks_of_it():
    assert listening(("Callum", "Aldous opens the door.")).chronicle().connections == ()
    found = listening(("Callum", "So Petronel opens the door, and she frowns at Aldous.")).chronicle()
    assert [(entry.name, entry.certainty) for entry in found.npcs] == [("Old Petronel", "rules")]


class ConnectionAdded:
    kind = "connection_added"

    def __init__(self, character, npc_name, value):
        self.character, self.npc_name, self.value = character, npc_name, value


def test_a_connection_of_the_rules_names_the_person_and_cites_the_sentence_that_made_it():
    scribe = listening(
        ("Callum", "There's this ferrywoman. Her name is Ben-A-Harrow."),
        ("Callum", "And I'd like Ben a Harrow as a connection."),
    )
    happening = Happening(7, (ConnectionAdded("Brother Aldous", "Benna Harrow", 1),), "u1")
    scribe.recorded(happening)
    found = scribe.chronicle()
    assert [(entry.name, entry.role, entry.certainty) for entry in found.npcs] == [
        ("Benna Harrow", "ferrywoman", "rules")
    ]
    made = found.connections[-1]
    assert (made.name, made.owner, made.detail, made.evidence[0].utterance) == ("Benna Harrow", "Callum", "1", "u1")
    scribe.undone(7)
    assert scribe.chronicle().npcs[0].certainty == "said"


def test_the_same_talk_always_gives_the_same_chronicle():
    lines, roster = evening("village")
    assert scribe_lines(lines, roster) == scribe_lines(lines, roster)


def test_lines_may_lack_everything_but_text():
    found = scribe_lines([{"text": "Captain Dreel wants silver, and he shouts at us."}], {"players": []})
    assert found["npcs"][0]["evidence"] == ["u001"]


def test_half_a_character_is_replaced():
    """JSON can name half a character; what parses sentences cannot."""
    found = scribe_lines([{"text": "Captain Dreel \ud800 wants silver, and he shouts at us."}], {"players": []})
    assert found["npcs"][0]["name"] == "Captain Dreel"


def test_a_roster_gives_the_names_of_the_table():
    _, roster = evening("harbour")
    words = roster_vocabulary(roster)
    assert words.players[0] == PlayerWords(
        "Tom",
        "Vincent Moretti",
        (("skill", "Driving"), ("skill", "Fast Talk"), ("goal", "buy back the garage"), ("connection", "Sal Russo")),
    )
    assert words.shared == (("group_goal", "find the missing ledger"),)
