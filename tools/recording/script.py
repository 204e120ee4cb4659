"""The evening as it is written down: who is there, who says what, and what the rules make of it."""

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

LineKind = Literal["chatter", "rules", "fiction", "incharacter", "answer", "command", "query"]
Sound = Literal["dice", "chips"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Said(_Strict):
    """A command a line is meant to give, and the table after it.

    Attributes:
        command: Kind, as the rules document spells it.
        fields: What a listener can know of it.
        actor: Who gives it; the speaker when left out.
        optional: Missing it harms nothing.
        app: Dice the companion throws itself, so nobody reads them out.
        result: Outcome, successes and failures, where a roll is decided.
        after: What is different at the table now; everything else stays as it was.
    """

    command: str
    fields: dict[str, Any] = Field(default_factory=dict)
    actor: str | None = None
    optional: bool = False
    app: bool = False
    result: dict[str, Any] | None = None
    after: dict[str, Any] = Field(default_factory=dict)


class Line(_Strict):
    """One thing said.

    Attributes:
        by: Player's name.
        text: The words.
        say: The same words with a forced reading, where the voice would stumble.
        kind: What sort of talk it is.
        pause: Seconds of nobody talking before it; negative when it cuts in.
        sound: What is heard in that pause.
        commands: What it should do.
        facts: What the notes should learn from it.
    """

    by: str
    text: str
    say: str | None = None
    kind: LineKind = "chatter"
    pause: float = 0.3
    sound: Sound | None = None
    commands: tuple[Said, ...] = ()
    facts: tuple[dict[str, str], ...] = ()


class Player(_Strict):
    """Somebody at the table.

    Attributes:
        name: Name at the table.
        voice: Style pack that speaks for them.
        speed: Talking speed, 1 is the voice's own.
        level_db: Loudness against the others, for who sits nearer or mumbles.
        enrolment: Sentences said for learning the voice, found nowhere else.
        chips: Betting chips at the start, where the script describes the table.
        character: The sheet, as the roster carries it, where the script describes the table.
    """

    name: str
    voice: str
    speed: float = 1.0
    level_db: float = 0.0
    enrolment: str
    chips: int = 0
    character: dict[str, Any] = Field(default_factory=dict)


class Evening(_Strict):
    """A whole recording on paper.

    It either describes the table itself, and then says what each line does there; or a roster lies beside it, and what
    the lines do is what the companion makes of them as they are written (see `tools.recording.played`).

    Attributes:
        session: Short name.
        title: Name of the story.
        setting: Where it plays, in a sentence or two.
        seed: Makes room, dice and hiss the same every time.
        start: The table before the first line, in the shape of an expected state; empty where a roster says it.
        group_goals: Text and value, in order.
        dice: Faces of the app's own throws, one list each, where a roster lies beside the script.
        cards: Cards the app deals, in drawing order, likewise.
        opening: More roster fields, where play does not start with the opening roll.
        players: In seat order.
        lines: In the order they are said.
    """

    session: str
    title: str
    setting: str
    seed: int
    start: dict[str, Any] = Field(default_factory=dict)
    group_goals: tuple[dict[str, Any], ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    cards: tuple[str, ...] = ()
    opening: dict[str, Any] = Field(default_factory=dict)
    players: tuple[Player, ...]
    lines: tuple[Line, ...]

    @model_validator(mode="after")
    def _everybody_is_seated(self) -> "Evening":
        names = {player.name for player in self.players}
        strangers = {line.by for line in self.lines} - names
        if strangers:
            raise ValueError(f"nobody called {', '.join(sorted(strangers))} sits at the table")
        return self

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name == name)


def read_evening(path: Path) -> Evening:
    """Read and check an evening's script.

    Raises:
        pydantic.ValidationError: Something is misspelt or missing.
    """
    return Evening.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
