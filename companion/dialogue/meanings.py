"""Other meanings of a line: moves its words may ask for, one of which a tap on the page puts in its place."""

from collections.abc import Mapping
from typing import Any

from companion.dialogue.command_executor import perform
from companion.dialogue.corrections import led_to, state_without, without, words_of
from companion.dialogue.session_context import SessionContext
from companion.nlu.ranking import Ranker, Seat, Suggestion
from companion.play.game import Performed
from engine.phrase import phrase
from engine.types import Rejected

_GONE = Rejected("E_GONE", phrase("That line can no longer be set right."))


def meanings(session: SessionContext, ranker: Ranker | None, utterance_id: str) -> tuple[Suggestion, ...]:
    """Moves that a line may have asked for, the likeliest first, without what was made of it.

    Args:
        session: The evening.
        ranker: Weighs the moves; nothing is found without one.
        utterance_id: The line.
    """
    words = words_of(session, utterance_id, "", None)
    if ranker is None or words is None or words.speaker_name is None:
        return ()
    rules, own = session.game.ruleset, led_to(session, words)
    state = state_without(session, *(each.command_id for each in own)) if own else session.game.state
    if state is None:
        return ()
    speaker, holder = words.speaker_name, rules.narration(state).holder
    seat = Seat(rules.moves(state, speaker), rules.vocabulary(state), speaker, holder == speaker)
    done = {each.command.kind for each in own}
    return tuple(each for each in ranker.rank(words.text, seat).suggestions if each.move.kind not in done)


def mean(session: SessionContext, utterance_id: str, data: Mapping[str, Any] | None) -> Performed | Rejected | None:
    """Undo what was made of a line, and do what it meant instead.

    Args:
        session: The evening.
        utterance_id: The line.
        data: The command as JSON, without its actor; None where it was only story.

    Returns:
        What became of it; None where nothing was to be done.

    Raises:
        BadField: A field does not fit.
    """
    words = words_of(session, utterance_id, "", None)
    if words is None:
        return _GONE
    command = None if data is None else session.game.parse({**data, "actor": words.speaker_name})
    own = led_to(session, words)
    refused = without(session, *(each.command_id for each in own)) if own else None
    return refused or (None if command is None else perform(session, command, words))
