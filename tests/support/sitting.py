"""An evening of three at a table, with everything around the session under the test's control.

What a sentence means is said beside it: `sitting.say("Jay", "I haggle", act("declare_action", skill="Haggling"))`. The
clock is the test's, the store lives in memory unless one is handed in, and the app's dice show the faces given.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.chronicle.notebook import Notebook
from companion.dialogue.announcer import Announcement, Announcer
from companion.dialogue.records import Record
from companion.dialogue.session import Session
from companion.nlu.dice_talk import Again
from companion.nlu.move_ranker import MoveRanker
from companion.nlu.recognize import Trust
from companion.nlu.types import Intent, Table, Turn
from companion.play.app_dice import Pace
from companion.play.dice import DiceChoice, DiceMode, ScriptedThrow, ScriptFileDice
from companion.play.game import Game
from companion.privacy.consent import ConsentRegister
from companion.store import Campaign, Store, open_store
from engine.dice.cards import TopCards
from tests.support.clock import FakeClock
from tests.support.databases import contents, fill

PLAYERS = ("Jay", "Russ", "Mira")


def roster(**changes: Any) -> dict[str, Any]:
    """Three players in play: Jay narrates on the quay; everybody has two skills, and another number of chips."""
    characters = (("Jay", "Herik", "Haggling", 6), ("Russ", "Bartok", "Stealth", 5), ("Mira", "Yvaine", "Locks", 4))
    players = [
        {
            "name": player,
            "chips": chips,
            "character": {
                "name": name,
                "luck": 3,
                "skills": [{"name": skill, "rank": 3}, {"name": f"{player}'s Common Sense", "rank": 2}],
                "goals": [{"text": f"{name} grows", "value": 300}],
            },
        }
        for player, name, skill, chips in characters
    ]
    story = {
        "phase": "PLAY",
        "holder": "Jay",
        "group_goals": [{"text": "find the ship", "value": 30}],
        "scene": {"description": "the quay at dusk"},
    }
    return {"game": "phase-abandon", "title": "Harbour", "players": players, **story, **changes}


def intent(command: str | None, decision: Any = "act", missing: Iterable[str] = (), **slots: Any) -> Intent:
    """Return the intent of a sentence."""
    return Intent("table_command", command, slots, (0, 1), 0.9, decision, missing=tuple(missing))


def act(command: str, **slots: Any) -> Intent:
    """Carried out at once."""
    return intent(command, **slots)


def ask(command: str, *missing: str, **slots: Any) -> Intent:
    """Asked about first."""
    return intent(command, "ask", missing, **slots)


class Understands:
    """A recogniser that knows what each sentence means because the test says so."""

    trust: Trust = "normal"

    def __init__(self) -> None:
        self.meaning: dict[str, tuple[Intent, ...]] = {}
        self.asked: list[tuple[Turn, Table]] = []

    def warm_up(self) -> None:
        """There is nothing to compile."""

    def trusting(self, trust: Trust) -> "Understands":
        """The same sentences, asked about more or less."""
        self.trust = trust
        return self

    def recognize(
        self, turn: Turn, table: Table, before: Sequence[Turn] = (), permits: Any = None, trace: Any = None
    ) -> tuple[Intent, ...]:
        """The intents of this very sentence, none for the rest of one."""
        self.asked.append((turn, table))
        return self.meaning.get(turn.text, ())

    def dice_again(self, turn: Turn, table: Table) -> Again:
        """No sentence is about dice that came in before."""
        return Again()


def _set_up(store: Store, written: dict[str, Any]) -> Campaign:
    """A new campaign whose roster was carried out; in an empty store a copy of one that was made before."""
    if store.campaigns() or not store._database.is_sqlite:
        return store.create_campaign("Harbour", "phase-abandon", written)
    fill(store._database, _table_set_up(json.dumps(written)))
    return store.campaign(1)


@cache
def _table_set_up(written: str) -> bytes:
    """Return the bytes of a store with its only campaign's roster carried out, at the time every clock begins with."""
    clock = FakeClock()
    with open_store("sqlite://", clock) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", json.loads(written))
        Game(store, campaign, clock).set_up()
        return contents(store._database)


class Sitting:
    """One run of a session on a campaign.

    Args:
        store: Where it lives; in memory when left out.
        campaign: Campaign to go on with; a new one when left out.
        faces: What the app's dice show, throw by throw.
        mode: Who rolls.
        recognizer: Understanding; a scripted one when left out.
        adviser: Second opinions; none when left out.
        consent: Makes what decides whose words may be admitted; everybody's when left out.
        writer: Writes notes with a language model; none when left out.
        changes: Entries of the roster.
    """

    def __init__(
        self,
        store: Store | None = None,
        campaign: Campaign | None = None,
        faces: Iterable[Sequence[int]] = (),
        mode: DiceMode = "app",
        recognizer: Any = None,
        clock: FakeClock | None = None,
        pace: Pace | None = None,
        notes: Any = None,
        adviser: Any = None,
        consent: Callable[[Store, Campaign], ConsentRegister] | None = None,
        ranker: MoveRanker | None = None,
        writer: Any = None,
        **changes: Any,
    ) -> None:
        self.clock = clock or FakeClock()
        self.store = store or open_store("sqlite://", self.clock)
        self.campaign = campaign or _set_up(self.store, roster(**changes))
        self.game = Game(self.store, self.campaign, self.clock)
        self.game.set_up()
        running = self.store.evenings(self.campaign.id)
        self.game.evening = running[-1].number if running else self.store.begin_evening(self.campaign.id).number
        self.records: list[Record] = []
        self.understands: Any = recognizer or Understands()
        self.dice = ScriptFileDice([ScriptedThrow(tuple(each)) for each in faces])
        self.announcer = Announcer()
        self.notebook = Notebook(self.game, notes)
        choice = DiceChoice(mode, self.dice, TopCards())
        self.session = Session(
            self.game,
            self.understands,
            self.announcer,
            self.notebook,
            choice,
            self.clock,
            self.records.append,
            pace,
            adviser,
            consent(self.store, self.campaign) if consent else None,
            ranker,
            writer=writer,
        )
        self.now = self.session.now

    def again(self, **changes: Any) -> "Sitting":
        """The same campaign after the program was started anew."""
        return Sitting(self.store, self.campaign, clock=self.clock, **changes)

    def say(self, by: str | None, text: str, *intents: Intent, typed: bool = False, seconds: float = 1.0) -> str:
        """Somebody says something that means this; returns the id it got."""
        if isinstance(self.understands, Understands):
            self.understands.meaning[text] = intents
        start = self.now
        self.now += seconds
        match = SpeakerMatch(by, 0.9) if by else None
        return self.session.hear(Utterance("live", text, match, start, self.now, typed=typed)).id

    def wait(self, seconds: float, someone_speaking: bool = False, step: float = 0.25) -> list[str]:
        """Let time pass; returns what was said aloud meanwhile."""
        said: list[Announcement] = []
        until = self.now + seconds
        while self.now < until:
            self.now = min(self.now + step, until)
            self.session.pass_time(self.now, someone_speaking)
            while announcement := self.session.due(someone_speaking):
                self.session.said(announcement)
                said.append(announcement)
        return [announcement.text for announcement in said]

    def of(self, type_: str, **wanted: Any) -> list[Record]:
        """The records of one type that have these entries."""
        return [
            each
            for each in self.records
            if each["type"] == type_ and all(each.get(name) == value for name, value in wanted.items())
        ]

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """Every command with its outcome, in order."""
        return [(each["kind"], each["outcome"]) for each in self.of("command")]

    @property
    def chips(self) -> dict[str, int]:
        """Chips by player."""
        return {player.name: player.chips for player in self.game.state.players}

    @property
    def owed(self) -> list[tuple[str, int]]:
        """Open rolls: who, and how many dice."""
        return [(request.roller, request.count) for request in self.game.open_rolls]


Sit = Callable[..., Sitting]
