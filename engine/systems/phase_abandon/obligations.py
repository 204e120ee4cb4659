"""What a narration has to mention, in words (section 4)."""

from engine.phrase import Phrase, phrase, verbatim
from engine.systems.phase_abandon.entities import Obligation
from engine.systems.phase_abandon.vocabulary import ObligationKind


def obligation(kind: ObligationKind, player: str = "") -> Obligation:
    """Something to be mentioned, about the character of that player."""
    return Obligation(kind, str(_worded(kind, player)))


def mention(owed: Obligation) -> Phrase:
    """What has to be mentioned, made again from the English the log keeps; other words as they are."""
    player = owed.text.removeprefix("nothing bad happens to ").rpartition("'s character")[0]
    worded = _worded(owed.kind, player)
    return worded if worded == owed.text else verbatim(owed.text)


def _worded(kind: ObligationKind, player: str) -> Phrase:
    return {
        ObligationKind.INJURY: phrase("{player}'s character gets hurt or set back", player=player),
        ObligationKind.NO_HARM: phrase("nothing bad happens to {player}'s character", player=player),
        ObligationKind.MENTION_HELP: phrase("the help is part of it"),
        ObligationKind.MENTION_RESCUE: phrase("the rescue is part of it"),
        ObligationKind.HARM_RELATION: phrase("the relation gets worse"),
        ObligationKind.NURTURE_RELATION: phrase("the relation gets better"),
        ObligationKind.SET_UP: phrase("where the characters are and how they know each other"),
    }[kind]
