"""The running evening behind the pages: opening, time, taps and typing, who may do what, and coming back to it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.base.errors import CampaignInUse
from companion.chronicle.extractor.notes import EveningNotes as Reading
from companion.dialogue.announcer import LONGEST_TYPING_SECONDS
from companion.play.game import Game
from companion.store import Campaign, open_store
from companion.web.action_log import LoggedAction, actions_of
from companion.web.actions import Actions, NotAllowed, NothingOpen
from companion.web.evening_opener import EveningOpener
from companion.web.host import EveningHost
from companion.web.keys import Visitor
from companion.web.outcomes import Outcome
from companion.web.pauses import OFTEN
from companion.web.transcript import Transcript
from companion.web.updates import Updates
from engine.board import Field, Move
from engine.types import Spoken
from tests.support.browser import until
from tests.support.harbour import SECOND_SKILLS
from tests.support.sitting import Sitting, roster
from tests.web.test_looks import demo

TABLE = Visitor()


class Noting(EveningOpener):
    """Opens evenings and notes which were over."""

    over: tuple[int, int] | None = None

    def after(self, campaign: Campaign, number: int) -> None:
        self.over = (campaign.id, number)


class Inn:
    """A host with one campaign of the harbour table, on a store in a file."""

    def __init__(self, folder: Path, name: str = "Harbour") -> None:
        settings = load_settings({"data_dir": folder, "voice": False}, environment={})
        self.store = open_store(folder / "companion.db", SystemClock())
        self.live = Updates()
        self.opens = Noting(self.store, settings, "table")
        self.host = EveningHost(self.store, self.opens, self.live, SystemClock())
        known = [each for each in self.store.campaigns() if each.name == name]
        self.campaign: Campaign = known[0] if known else self.new(name)
        self.host.open(self.campaign)
        self.table = Actions(self.host, TABLE)

    def new(self, name: str) -> Campaign:
        players = roster()["players"]
        for player in players:
            player["character"]["skills"][1]["name"] = SECOND_SKILLS[player["name"]]
        return self.store.create_campaign(name, "phase-abandon", roster(players=players))

    def seat(self, player: str, campaign: str | None = None) -> Actions:
        return Actions(self.host, Visitor(player, campaign or self.campaign.key))

    @property
    def headline(self) -> str:
        board = self.host.board()
        return "" if board is None else board.headline

    def close(self) -> None:
        self.host.leave()
        self.store.close()


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    found = Inn(tmp_path)
    yield found
    found.close()


def test_a_campaign_is_shown_only_once_it_takes_in_what_is_typed(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is loaded while it is being opened would send lines that are refused."""
    shown: list[Campaign] = []
    equipment, voices = inn.opens.equipment, inn.opens.voices

    def seen(deed: Callable[..., Any]) -> Callable[..., Any]:
        def done(campaign: Campaign, *phones: Any) -> Any:
            assert inn.host.game is not None
            shown.append(inn.host.game.campaign)
            return deed(campaign, *phones)

        return done

    monkeypatch.setattr(inn.opens, "equipment", seen(equipment))
    monkeypatch.setattr(inn.opens, "voices", seen(voices))
    other = inn.new("Lighthouse")
    inn.host.open(other)
    assert [each.id for each in shown] == [inn.campaign.id, inn.campaign.id]
    inn.table.say("Now it is.", "Jay")
    assert inn.host.game is not None
    assert inn.host.game.campaign.id == other.id


def test_typed_words_count_as_said(inn: Inn) -> None:
    """A sentence typed on the page moves the game, stands in the talk, and is settled soon after."""
    inn.table.say("  Here's a chip,\n give me a Haggling check, Jay ", "Russ")
    assert inn.headline == "Jay rolls Haggling"
    line = inn.host.talk.last(1)[0]
    assert (line.speaker, line.text, line.typed) == ("Russ", "Here's a chip, give me a Haggling check, Jay", True)
    until(lambda: inn.host.talk.last(1)[0].settled, what="the line")


def test_announcements_come_without_anybody_speaking(inn: Inn) -> None:
    """Time goes by by itself: what there is to say becomes a caption."""
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    until(lambda: any("Haggling" in each.text for each in inn.host.captions), what="the caption")


def test_announcements_wait_while_somebody_types(inn: Inn) -> None:
    inn.host.somebody_types(60)
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    session = inn.host.session
    assert session is not None
    before = session.now
    until(lambda: session.now > before + 1.0, what="a second")
    assert not inn.host.captions


STEP = 0.25


@pytest.mark.parametrize(
    "typed",
    [
        lambda at: "key",
        lambda at: "line",
        lambda at: "key" if at % 10 < 6 else "line",
        lambda at: "" if at % 5 > 4 else "key",
    ],
    ids=["keys", "lines", "both in turn", "short rests"],
)
def test_typing_keeps_nobody_waiting_for_ever(typed: Callable[[float], str]) -> None:
    """The speech comes while it is worth saying, whatever seats type, and waits as long as people would."""
    sitting = Sitting()
    session = sitting.session
    opens: Any = SimpleNamespace(gear=None)
    host = EveningHost(sitting.store, opens, Updates(), sitting.clock)
    host._evening = SimpleNamespace(session=session)  # type: ignore[assignment]
    said_at: list[float] = []
    for step in range(160):
        kind, at = typed(step * STEP), step * STEP
        if kind == "line":
            session.hear(Utterance("x", "We go on.", SpeakerMatch("Jay", 1.0), session.now, session.now, typed=True))
        elif kind:
            host.somebody_types()
        if step in {4, 84}:
            sitting.announcer.results([Spoken("Two successes.", 2)], session.now)
        sitting.clock.advance(STEP)
        host._tick(session, STEP)
        said_at += [at] * (len(sitting.of("announcement", text="Two successes.")) - len(said_at))
    first, second = said_at
    assert LONGEST_TYPING_SECONDS - 1.0 <= first <= 1.0 + 12.0
    assert 21.0 <= second <= 21.0 + 12.0


def test_a_move_is_made_only_while_it_is_offered(inn: Inn) -> None:
    """Dice tapped in count; the same tap once more is told that the game has moved on."""
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    owed = next(each for each in inn.host.moves("Jay") if each.owed)
    assert inn.seat("Jay").move(owed, {"values": ["5 5"]}) == "Faces: enter 3 faces from 1 to 6."
    assert inn.seat("Jay").move(owed, {"values": ["5 5 2"]}) == ""
    assert inn.seat("Jay").move(owed, {"values": ["5 5 2"]}).startswith("The game has moved on")
    assert inn.seat("Jay").move(Move("end_session", "End"), {}).startswith("The game has moved on")


class Pausing:
    """Ears that listen, and may pause."""

    hearing = "on"
    trouble = ""
    speech_running = False

    def pause(self) -> None:
        self.hearing = "off"

    def resume(self) -> None:
        self.hearing = "on"

    def stop(self) -> None:
        self.hearing = "off"

    def join(self, seconds: float) -> None:
        pass


def test_a_trial_over_which_another_evening_was_opened_does_not_make_that_one_listen(inn: Inn) -> None:
    ears: Any = Pausing()
    inn.host._ears = ears
    inn.host.hush()
    inn.host.listen_again()
    assert inn.host.hearing == "on"
    inn.host.hush()
    inn.host.open(inn.new("Elsewhere"))
    inn.host.listen_again()
    assert inn.host.hearing == "off"


def forged(deed: Callable[[Actions], Any]) -> Any:
    return deed


@pytest.mark.parametrize(
    "deed",
    [
        forged(lambda seat: seat.say("I roll Locks", "Mira")),
        forged(lambda seat: seat.move(Move("note_equipment", "Note", fields=(Field("text", "T"),)), {}, "Mira")),
        forged(lambda seat: seat.credit("u1", "Mira")),
        forged(lambda seat: seat.reword("u1", "something else")),
        forged(lambda seat: seat.strike("u1")),
        forged(lambda seat: seat.spell("ferry", "fairy")),
        forged(lambda seat: seat.meanings("u1")),
        forged(lambda seat: seat.mean("u1", None, {})),
        forged(lambda seat: seat.take_back("c1")),
        forged(lambda seat: seat.listen(True)),
        forged(lambda seat: seat.trust("brisk")),
        forged(lambda seat: seat.app_rolls(True)),
        forged(lambda seat: seat.begin_again()),
    ],
)
def test_a_seat_acts_for_itself_only(inn: Inn, deed: Callable[[Actions], Any]) -> None:
    """Whatever a seat's page sends, it never acts as another, corrects another's words or runs the table."""
    inn.table.say("We go to the ferry.", "Mira")
    before = (inn.host.talk.last(5), inn.headline, len(inn.host.deeds))
    with pytest.raises(NotAllowed):
        deed(inn.seat("Jay"))
    until(lambda: inn.host.talk.last(1)[0].settled)
    assert [(each.text, each.speaker) for each in before[0]] == [
        (each.text, each.speaker) for each in inn.host.talk.last(5)
    ]
    assert before[1:] == (inn.headline, len(inn.host.deeds))


def test_a_seat_undoes_nothing_by_saying_what_a_line_meant(inn: Inn) -> None:
    """Not even of a line that is its own."""
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    line = inn.host.talk.last(1)[0].id
    with pytest.raises(NotAllowed):
        inn.seat("Russ").mean(line, None, {})
    assert inn.headline == "Jay rolls Haggling"
    assert inn.table.mean(line, None, {}) == ""
    assert inn.headline != "Jay rolls Haggling"


def test_a_pause_holds_nobody_from_deleting_their_words(inn: Inn) -> None:
    """Whoever asked for it and however long it lasts: what people do about their own words and voices is done."""
    seat = inn.seat("Jay")
    seat.say("Marjorie hid the quetzal.")
    inn.seat("Mira").pause()
    with pytest.raises(NotAllowed):
        seat.say("Hello?")
    seat.strike(inn.host.talk.last(1)[0].id)
    seat.consent(False)
    seat.forget_voice()
    seat.forget("Jay", "Jay")
    assert inn.host.talk.last(1)[0].struck
    assert inn.host.pauses.on


def test_the_card_of_somebody_who_is_not_heard_counts(inn: Inn) -> None:
    """It pauses play, and is not kept."""
    jay = inn.seat("Jay")
    jay.consent(False)
    kept = len(inn.host.talk.last(9))
    jay.say("The rain stops.")
    assert not inn.host.pauses.on
    jay.say("X.")
    until(lambda: inn.host.pauses.on)
    assert len(inn.host.talk.last(9)) == kept
    jay.go_on()
    assert not inn.host.pauses.on


def test_a_pause_is_ended_by_who_asked_or_the_table_and_cannot_be_kept_up_for_ever(inn: Inn) -> None:
    """A seat's cards, tapped or typed, are only shown once the table wants that; anybody else's stop play as before."""
    jay, mira, pauses = inn.seat("Jay"), inn.seat("Mira"), inn.host.pauses
    for place, ask in enumerate((jay.pause, lambda: jay.say("X."), jay.pause)):
        ask()
        assert (pauses.on, pauses.often) == (True, place == 2)
        with pytest.raises(NotAllowed):
            mira.go_on()
        with pytest.raises(NotAllowed):
            jay.go_on(show_only=True)
        jay.go_on() if place < 2 else inn.table.go_on(show_only=True)
    for ask in (jay.pause, lambda: jay.say("X.")):
        ask()
        assert (pauses.on, pauses.shown) == (False, 1)
        inn.table.go_on()
    mira.pause()
    assert (pauses.on, pauses.often) == (True, False)


def test_a_seat_keeps_the_microphone_for_no_lesson_after_lesson(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    assert inn.host.lessons is not None
    monkeypatch.setattr(inn.host.lessons, "start", lambda player: None)
    for _ in range(OFTEN):
        inn.seat("Jay").learn_voice()
    with pytest.raises(NotAllowed):
        inn.seat("Jay").learn_voice()
    inn.table.learn_voice("Jay")


def test_what_came_of_other_lines_quotes_no_struck_words(inn: Inn) -> None:
    """A sentence told of somebody else's line goes from the page with the words it was made of."""
    inn.table.say("Marjorie hid the quetzal.", "Jay")
    inn.table.say("Where is the quetzal?", "Mira")
    struck, told = (each.id for each in inn.host.talk.last(2))
    question = {"type": "question", "status": "asked", "utterance": told, "text": "Do you mean the quetzal?"}
    assert inn.host.outcomes.take(question) == (told,)
    inn.table.strike(struck)
    assert inn.host.outcomes.of(told) == Outcome("asked")


@pytest.mark.parametrize("said", [["app"], {"app": 1}, 7])
def test_who_rolls_is_nobody_where_the_setting_is_none(inn: Inn, said: Any) -> None:
    """A campaign file may hold anything."""
    inn.opens.dice = None
    inn.host.open(inn.store.create_campaign("Odd", "phase-abandon", roster(), {"dice": said, "demo": said}))
    assert inn.host.state == "open"


def test_a_seat_speaks_as_its_own_player(inn: Inn) -> None:
    inn.seat("Mira").say("I look around.")
    assert inn.host.talk.last(1)[0].speaker == "Mira"


def test_a_seat_of_another_campaign_has_no_say(inn: Inn) -> None:
    other = inn.new("Elsewhere")
    with pytest.raises(NothingOpen):
        inn.seat("Jay", other.key).say("hello")


def test_dice_that_are_owed_are_rolled_for_ones_own_seat_only(inn: Inn) -> None:
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    assert not inn.seat("Mira").roll()
    assert inn.seat("Jay").roll()
    assert inn.headline != "Jay rolls Haggling"


def test_what_only_the_rules_need_is_no_secret_deed(inn: Inn) -> None:
    """Only what one player alone may see is told as something done in secret."""
    inn.host.open(inn.store.create_campaign("The cellar", "phasesix", demo("phasesix")))
    session = inn.host.session
    assert session is not None
    session.submit({"kind": "add_to_library", "library": {}}, actor="Gia")
    assert inn.host.deeds[-1].told == ("Gia: add to library.",)


def test_coming_back_after_a_restart_finds_the_throw_still_owed(tmp_path: Path) -> None:
    """Talk, captions, owed dice and the open question are those of the evening that goes on."""
    first = Inn(tmp_path)
    first.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    first.table.say("two, four and", "Jay")
    question = first.host.session.question if first.host.session else None
    assert question is not None
    first.close()
    again = Inn(tmp_path)
    session = again.host.session
    assert session is not None
    assert session.question is not None
    assert session.question.text == question.text
    assert [each.text for each in again.host.talk.last(5)][-1] == "two, four and"
    assert again.headline == "Jay rolls Haggling"
    again.close()


def test_an_evening_that_is_over_can_be_looked_at_and_played_on(inn: Inn) -> None:
    """Saying good night ends it; nothing can be done until somebody plays on."""
    inn.table.say("That's it for tonight, end the session", "Jay")
    until(lambda: inn.host.state == "over", what="the end")
    until(lambda: inn.opens.over == (inn.campaign.id, 1), what="what is done afterwards")
    assert inn.host.board() is not None
    assert inn.host.moves("Jay") == ()
    with pytest.raises(NothingOpen):
        inn.table.say("hello", "Jay")
    inn.table.begin_again()
    assert inn.host.state == "open"


def test_a_campaign_somebody_else_plays_is_refused(inn: Inn, tmp_path: Path) -> None:
    """Two companions never write one campaign; the second says so and opens nothing."""
    settings = load_settings({"data_dir": tmp_path}, environment={})
    with open_store(tmp_path / "companion.db", SystemClock()) as store:
        second = EveningHost(store, EveningOpener(store, settings), Updates(), SystemClock())
        with pytest.raises(CampaignInUse):
            second.open(inn.campaign)
        assert (second.state, second.board()) == ("none", None)
    assert inn.headline == "Jay narrates the scene"


def test_another_campaign_takes_the_place_of_the_one_open(inn: Inn) -> None:
    """One evening at a time; the one left can be opened by others."""
    other = inn.new("Elsewhere")
    inn.table.say("We go to the ferry.", "Mira")
    inn.host.open(other)
    assert len(inn.host.talk) == 0
    assert inn.host.game is not None
    assert inn.host.game.campaign.name == "Elsewhere"
    inn.host.open(inn.campaign)
    assert len(inn.host.talk) == 1


def test_a_deed_in_the_middle_is_taken_back_and_the_rest_done_again(inn: Inn) -> None:
    for thing in ("a rope", "a lamp"):
        move = next(each for each in inn.host.moves("Mira") if each.kind == "note_equipment")
        assert inn.table.move(move, {"text": [thing]}, "Mira") == ""
    rope = next(each for each in inn.host.deeds if "rope" in each.told[0])
    assert inn.table.take_back(rope.root) == ""
    told = [each.told[0] for each in inn.host.deeds if not each.undone]
    assert not any("rope" in each for each in told)
    assert any("lamp" in each for each in told)
    assert inn.table.take_back(rope.root) == "That has already been undone."


def test_the_log_tells_that_something_was_done_in_secret(inn: Inn) -> None:
    assert inn.host.session is not None
    inn.host.session.submit({"kind": "call_conflict", "caller": "Russ", "nature": "pirates"}, actor="Russ")
    bid = next(each for each in inn.host.moves("Jay") if each.kind == "place_bid")
    assert inn.seat("Jay").move(bid, {"chips": ["2"]}) == ""
    deed = inn.host.deeds[-1]
    assert (deed.told, deed.tapped_by, deed.words) == (("Jay made a secret move.",), "Jay", "")


def test_a_deed_taken_back_quotes_no_words(inn: Inn) -> None:
    """They may have been corrected since, and then they were not what it came from."""
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    assert inn.host.deeds[-1].words.startswith("Here's a chip")
    assert inn.host.deeds[-1].tapped_by is None
    assert inn.table.take_back(inn.host.deeds[-1].root) == ""
    assert (inn.host.deeds[-1].undone, inn.host.deeds[-1].words) == (True, "")


def test_notes_read_while_words_are_struck_are_not_shown(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes the evening had in hand already give way to those read after the strike, which are shown at once."""
    inn.table.say("And there's this ferrywoman sitting on a boat. Her name is Benna Harrow.", "Russ")
    session = inn.host.session
    assert session is not None
    until(lambda: "Benna" in repr(inn.host.notes), what="the notes")
    before = session.today

    def meanwhile() -> Reading:
        found = before()
        monkeypatch.setattr(session, "today", before)
        inn.table.forget("Russ", "Russ")
        assert "Benna" not in repr(inn.host.notes)
        return found

    monkeypatch.setattr(session, "today", meanwhile)
    inn.host._show_notes(session)
    assert "Benna" not in repr(inn.host.notes)


def test_a_spelling_put_right_stands_in_the_notes_soon_after(inn: Inn) -> None:
    """What was said before it is read anew in a thread of its own."""
    inn.table.say("An old ferryman called Oliver rows Herik across the harbour, and Oliver hums.", "Jay")
    until(lambda: "Oliver" in str(inn.host.notes), what="the notes")
    inn.seat("Jay").reword("u1", "An old ferryman called Olvir rows Herik across the harbour, and Olvir hums.")
    until(lambda: "Oliver" not in str(inn.host.notes) and "Olvir" in str(inn.host.notes), what="the new spelling")


def test_whoever_asks_for_notes_reads_nothing_anew_meanwhile(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first change on."""
    monkeypatch.setattr(inn.host, "_read_anew", lambda session: None)
    session = inn.host.session
    assert session is not None
    session.notebook.respelt()
    session.today()
    assert session.notebook.outdated


def test_captions_that_quote_struck_words_are_gone_and_others_stay(inn: Inn) -> None:
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    until(lambda: any("Haggling" in each.text for each in inn.host.captions), what="the caption")
    inn.host._say("Zanzibar, yes.", "answer")
    inn.table.forget("Russ", "Russ")
    assert "Zanzibar" not in repr(inn.host.captions)
    inn.host._say("The rain stops.", "answer")
    assert inn.host.captions[-1].text == "The rain stops."


def test_words_named_by_half_a_character_end_no_evening(inn: Inn) -> None:
    """A browser may send any text as an id; the table is told that nobody knows it, and its time goes on."""
    inn.table.say("We go to the ferry.", "Russ")
    inn.seat("Mira").credit("\ud800", "Mira")
    until(lambda: any("which line you mean" in each.text for each in inn.host.captions), what="the answer")
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    until(lambda: any("Haggling" in each.text for each in inn.host.captions), what="the caption")


def test_a_deed_read_while_its_words_are_struck_is_read_again(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")

    def meanwhile(game: Game, talk: Transcript) -> tuple[LoggedAction, ...]:
        found = actions_of(game, talk)
        inn.table.forget("Russ", "Russ")
        monkeypatch.setattr("companion.web.host.actions_of", actions_of)
        return found

    monkeypatch.setattr("companion.web.host.actions_of", meanwhile)
    assert inn.host.deeds[-1].words.startswith("Here's a chip")
    assert inn.host.deeds[-1].words == ""
