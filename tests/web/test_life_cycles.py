"""What was under way when something ended: an evening given back, a model switched off, a pause, a key revoked."""

import threading
import traceback
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.base.clock import SystemClock
from companion.base.errors import UnknownCampaign
from companion.dialogue.one_at_a_time import EveningLeft
from companion.store import StoredUtterance, open_store
from companion.web.actions import NotAllowed, NothingOpen
from companion.web.auth import halves
from companion.web.downloads import Files
from companion.web.keys import Visitor
from companion.web.lan import LOOPBACK
from companion.web.links import Links
from companion.web.microphone import MicrophoneListener
from companion.web.voice_enrollment import EnrollmentProgress as Over
from tests.companion.voice.test_live_loop import Mouth
from tests.support.browser import Served, until
from tests.support.knocking import Knocker
from tests.web.test_host import Inn, inn
from tests.web.test_microphone import ScriptedEquipment
from tests.web.test_other_campaign import knocker
from tests.web.test_table import harbour

__all__ = ["inn", "knocker"]


def typed(session: Any, text: str, by: str = "Jay") -> None:
    """A line that waited for its turn, in an evening that may have been left since."""
    session.hear(Utterance("typed", text, SpeakerMatch(by, 1.0), session.now, session.now, typed=True))


def test_a_line_that_waits_while_its_evening_is_given_back_is_refused(inn: Inn) -> None:
    """It used to be taken in all the same: then every later line failed, or nobody else could open the campaign."""
    waits = inn.host.session
    inn.host.open(inn.campaign)
    with pytest.raises(EveningLeft):
        typed(waits, "Here's a chip, give me a Haggling check, Jay", "Russ")
    inn.table.say("Here's a chip, give me a Haggling check, Jay", "Russ")
    assert (inn.headline, len(inn.host.talk)) == ("Jay rolls Haggling", 1)
    waits = inn.host.session
    inn.host.open(inn.new("Elsewhere"))
    with pytest.raises(EveningLeft):
        typed(waits, "Here's a chip, give me a Locks check, Mira", "Russ")
    with open_store(inn.store.where, SystemClock()) as another:
        another.claim(inn.campaign.id)


def test_a_model_that_is_switched_off_writes_no_notes_of_the_evening_either(inn: Inn) -> None:
    session: Any = inn.host.session
    session.adviser = session.writer = object()
    inn.host.helped(inn.opens._settings)
    assert (session.adviser, session.writer) == (None, None)


def test_a_pause_ends_hearing_rolling_and_speaking_at_once(inn: Inn) -> None:
    """What is still being said is not taken in, dice that are owed do not fall, nothing is said, no voice is learnt."""
    inn.opens.dice = "app"
    inn.host.open(inn.campaign)
    equipment = ScriptedEquipment()
    heard, session = equipment.listener, inn.host.session
    assert session is not None
    heard.speech_running, close, mouth = True, heard.close, Mouth()
    equipment.open = lambda warn: (heard, mouth.voice)  # type: ignore[method-assign, assignment, return-value]

    def closed() -> None:
        heard.hear("Jay", "And that was said meanwhile.", 9.0)
        close()

    heard.close = closed  # type: ignore[method-assign]
    inn.host._ears = ears = MicrophoneListener(session, equipment, inn.host._hearing_changed)
    inn.table.listen(True)
    heard.hear("Russ", "Here's a chip, give me a Haggling check, Jay", 2.0)
    until(lambda: inn.headline == "Jay rolls Haggling", what="the check")
    mouth.speaking = True
    inn.seat("Mira").pause()
    ears.join(60)
    assert mouth.spoken == []
    assert not mouth.speaking
    assert (inn.headline, len(inn.host.talk), inn.host.captions) == ("Jay rolls Haggling", 1, ())
    assert session.announcer.waiting
    assert inn.host.lessons is not None
    assert inn.host.lessons._end.is_set()
    assert inn.host.sound_check._end.is_set()


def test_nothing_listens_for_an_evening_that_was_given_back(inn: Inn) -> None:
    """Neither ears nor a lesson that somebody asked for just before: its microphone would stay open."""
    equipment, changed = ScriptedEquipment(), inn.host._hearing_changed
    assert inn.host.session is not None
    inn.host._ears = ears = MicrophoneListener(inn.host.session, equipment, changed)
    lessons = inn.host.lessons
    assert lessons is not None
    inn.host.open(inn.new("Elsewhere"))
    ears.start()
    assert ears.hearing == "off"
    with pytest.raises(EveningLeft):
        lessons.start("Jay")
    assert not lessons.under_way


def test_no_voice_is_learnt_of_somebody_who_withdraws_consent_meanwhile(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at their consent and the beginning of the lesson."""
    jay, lessons = inn.seat("Jay"), inn.host.lessons
    assert lessons is not None
    start, ended = lessons.start, threading.Event()

    def lesson(player: str) -> None:
        ended.wait(60.0)
        lessons._show(Over(player, "stopped"))

    def begun(player: str) -> None:
        jay.consent(False)
        start(player)

    for name, deed in (("_give", lesson), ("stop", ended.set), ("start", begun)):
        monkeypatch.setattr(lessons, name, deed)
    with pytest.raises(NotAllowed):
        jay.learn_voice()
    assert not lessons.under_way


def test_what_is_written_about_a_campaign_that_was_deleted_is_refused_and_quoted_nowhere(inn: Inn) -> None:
    """By a page that was open before; the database's own message, with the words in it, would stand in the log."""
    gone, store, said = inn.campaign.id, inn.store, "Marjorie hid the quetzal."
    inn.host.leave_for_good()
    store.delete_campaign(gone)
    for write in (
        lambda: store.add_correction(gone, {"text": said}),
        lambda: store.add_utterance(gone, 1, StoredUtterance("u1", said)),
        lambda: store.add_consent(gone, said, True, "page"),
    ):
        with pytest.raises(UnknownCampaign) as refused:
            write()
        assert said not in "".join(traceback.format_exception(refused.value))


def test_a_file_is_given_to_nobody_whose_key_was_taken_back_while_it_was_made(
    served: Served, knocker: Knocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.play(harbour())
    (prefix, secret), make = halves(served.session()), Files.file

    def made(self: Files, form: str, evening: int) -> Any:
        served.house.keys.revoke_table()
        return make(self, form, evening)

    monkeypatch.setattr(Files, "file", made)
    answer = knocker.ask(LOOPBACK, "GET", f"{prefix}/library/file/json", cookie=f"companion_table={secret}")
    assert answer.status == 403


def test_good_night_ends_its_own_evening_and_none_that_was_opened_meanwhile(inn: Inn) -> None:
    evening, elsewhere = inn.host._evening, inn.new("Elsewhere")
    assert evening is not None
    inn.host.open(elsewhere)
    inn.host._close(evening)
    assert (inn.host.state, inn.host.key) == ("open", elsewhere.key)


def test_listening_that_begins_as_somebody_asks_for_a_pause_ends_with_it(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert inn.host.session is not None
    inn.host._ears = ears = MicrophoneListener(inn.host.session, ScriptedEquipment(), inn.host._hearing_changed)
    start, lessons = ears.start, inn.host.lessons
    assert lessons is not None

    def begun() -> None:
        inn.seat("Mira").pause()
        start()

    monkeypatch.setattr(ears, "start", begun)
    inn.table.listen(True)
    ears.join(60)
    assert ears.hearing == "off"
    inn.host.go_on()

    def taught(player: str) -> None:
        inn.seat("Mira").pause()
        lessons._end.clear()

    monkeypatch.setattr(lessons, "start", taught)
    inn.seat("Jay").learn_voice()
    assert lessons._end.is_set()


def test_a_deed_that_waits_for_its_turn_while_a_pause_begins_is_held_up(inn: Inn) -> None:
    session, refused = inn.host.session, []
    assert session is not None

    def say() -> None:
        try:
            inn.seat("Jay").say("We go to the ferry.")
        except NotAllowed as problem:
            refused.append(problem)

    waiting = threading.Thread(target=say)
    with session._lock:
        waiting.start()
        waiting.join(0.5)
        inn.seat("Mira").pause()
    waiting.join()
    assert (len(refused), len(inn.host.talk)) == (1, 0)


def test_an_answer_that_waits_for_its_turn_answers_nobody_elses_question(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question it was given to is settled meanwhile, and another one is put to somebody else."""
    session, answered, ticker = inn.host.session, [], inn.host._ticker
    assert session is not None
    assert ticker is not None
    inn.host._over.set()
    ticker.join()
    to: dict[str, Any] = {each: SimpleNamespace(speaker=each, first=(), is_for=each.__eq__) for each in ("Jay", "Mira")}

    def answer(option: str, *, actor: str | None = None) -> bool:
        with session._lock:
            answered.append(session.question)
        return True

    monkeypatch.setattr(session, "answer", answer)
    monkeypatch.setattr(session.questions, "_open", to["Jay"])

    def say_yes() -> None:
        with suppress(NotAllowed):
            inn.seat("Jay").answer("yes")

    waiting = threading.Thread(target=say_yes)
    with session._lock:
        waiting.start()
        waiting.join(0.5)
        monkeypatch.setattr(session.questions, "_open", to["Mira"])
    waiting.join()
    monkeypatch.setattr(session.questions, "_open", None)
    assert answered == []


def test_a_link_is_of_the_campaign_that_the_page_shows(served: Served) -> None:
    """The tap may come just after another one was opened that has a player of the same name."""
    shown, links = served.play(harbour()).key, Links(served.house, Visitor())
    own = served.play(harbour())
    with pytest.raises(NothingOpen):
        links.make("Jay", shown)
    assert links.make("Jay", own.key).startswith(served.address)
