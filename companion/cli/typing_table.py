"""A table that types: every line is an utterance, and time passes between the lines."""

import re
from collections.abc import Callable, Iterable

from audio.types import SpeakerMatch, Utterance
from companion.base import plain_text
from companion.base.errors import TextRefused, told
from companion.dialogue.session import Session
from companion.play.game import Performed
from companion.voice.speech import Voice, announce
from engine.types import Rejected

SECONDS_A_LINE = 3.0
"""Time that passes with each line, so that questions expire and announcements find their pause."""

_LONGEST_NUMBER = 3
_NAMED = re.compile(r"\s*(?P<name>[^:]{1,40}?)\s*:\s*(?P<text>.*)", re.DOTALL)


class TypedTable:
    """Reads lines such as `Jay: I roll Haggling`; a line without a name is the last speaker's.

    Args:
        session: The evening.
        players: Names at the table.
        voice: Speaks the announcements; None shows them only.
        speaker: Who speaks until a line names somebody.
    """

    def __init__(
        self, session: Session, players: Iterable[str], voice: Voice | None = None, speaker: str | None = None
    ) -> None:
        self.speaker = speaker
        self._session = session
        self._players = {name.casefold(): name for name in players}
        self._voice = voice
        self._now = session.now

    @property
    def prompt(self) -> str:
        """Prompt that says what the table is waiting for."""
        owed = self._session.game.open_rolls
        if owed:
            dice = f"{owed[0].count} {'die' if owed[0].count == 1 else 'dice'}"
            return f"{owed[0].roller} rolls {dice}, Enter lets the app roll> "
        holder = self._session.game.ruleset.narration(self._session.game.state).holder
        return f"{holder} narrates> " if holder else "> "

    def read(self, line: str) -> None:
        """Take one typed line; an empty one lets the app roll what is owed, a name alone only says who speaks.

        A line with a character that nobody sees is refused with a message.
        """
        try:
            self._read(plain_text.line(line))
        except TextRefused as problem:
            self._session.refuse_aloud(told(problem), None)
            self._pass_time()

    def _read(self, line: str) -> None:
        owed = self._session.game.open_rolls
        if not line.strip():
            self._session.roll_open()
            self._pass_time()
            return
        speaker, text = self._split(line.strip())
        if not text or self._takes_card(text):
            return
        self._now += SECONDS_A_LINE
        match = SpeakerMatch(speaker, 1.0) if speaker else None
        self._session.hear(Utterance("typed", text, match, self._now, self._now, typed=True))
        if owed and self._session.game.open_rolls == owed:
            self._session.roll_unasked()
        self._pass_time()

    def run(self, ask: Callable[[str], str]) -> None:
        """Read lines until the input ends or the table says good night."""
        self._pass_time()
        while not self._session.ended:
            try:
                self.read(ask(self.prompt))
            except EOFError:
                break

    def finish(self) -> None:
        """Roll what is still owed when the app rolls unasked, and say what still waits."""
        self._session.roll_unasked()
        self.hear_out()

    def hear_out(self) -> None:
        """Say what still waits; rolls nothing."""
        self._pass_time()

    def _takes_card(self, text: str) -> bool:
        """Do what the number typed stands for among what was offered last; numbers the rules wait for mean those."""
        cards = self._session.cards
        shown = cards[-1].public if cards and not self._session.expecting_short_answer else ()
        if not text.isdecimal() or len(text) > _LONGEST_NUMBER or not 0 < int(text) <= len(shown):
            return False
        chosen = shown[int(text) - 1].ready
        needed = [each.label for each in chosen.fields if not each.optional]
        if needed:
            self._session.refuse_aloud(f"Say it in a sentence, with: {', '.join(needed)}.", None)
        else:
            outcome = self._session.take_card(cards[-1].id, {"kind": chosen.kind, **dict(chosen.given)})
            refused = outcome.outcome if isinstance(outcome, Performed) else outcome
            if isinstance(refused, Rejected):
                self._session.refuse_aloud(refused.reason, None)
        self._pass_time()
        return True

    def _split(self, line: str) -> tuple[str | None, str]:
        named = _NAMED.fullmatch(line)
        name = self._players.get(named["name"].casefold()) if named else None
        if named is None or name is None:
            return self.speaker, line
        self.speaker = name
        return name, named["text"]

    def _pass_time(self) -> None:
        self._now += SECONDS_A_LINE
        self._session.pass_time(self._now, roll=False)
        while (announcement := self._session.due()) or self._session.announcer.telling:
            if announcement:
                announce(self._session, announcement, self._voice)
            else:
                self._now += SECONDS_A_LINE
                self._session.pass_time(self._now, roll=False)
