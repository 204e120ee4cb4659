"""Speaker attribution at a sitting of Jay, Russ and Mira, by voices made up for the test."""

from dataclasses import replace

import numpy as np

from audio.types import UNKNOWN, Candidate, SpeakerMatch, Utterance
from companion.nlu.recognize import load_recognizer
from tests.support.sitting import Sitting


class Learner:
    """Remembers what it was taught."""

    def __init__(self) -> None:
        self.taught: list[tuple[str, float]] = []

    def learn(self, name: str, voice: object, seconds: float) -> None:
        self.taught.append((name, seconds))


def candidates(**ratios: float) -> tuple[Candidate, ...]:
    """Candidates by the logarithm of their likelihood ratio."""
    every = {"Jay": -5.0, "Russ": -5.0, "Mira": -5.0} | ratios
    ranked = sorted(every.items(), key=lambda pair: -pair[1])
    return tuple(Candidate(name, 0.25 + ratio / 22, ratio) for name, ratio in ranked)


def sound(seconds: float = 1.5, opening: str = "", closing: str = "", **ratios: float) -> SpeakerMatch:
    """A voice as speech recognition hands it on."""
    nearest, second, *_ = heard = candidates(**ratios)
    name = nearest.name if nearest.ratio > max(0.0, second.ratio) else UNKNOWN
    sides = [candidates(**{each: 4.0}) if each else () for each in (opening, closing)]
    voice = np.ones(256, dtype=np.float32) / 16
    return SpeakerMatch(name, nearest.likeness, None, heard, sides[0], sides[1], seconds, voice)


def table(*turns: tuple[str, str]) -> Sitting:
    """A sitting with the real understanding after these typed turns."""
    sitting = Sitting(recognizer=load_recognizer("phase-abandon"), mode="table")
    for by, text in turns:
        sitting.say(by, text, typed=True)
        sitting.wait(3)
    return sitting


def hear(sitting: Sitting, text: str, match: SpeakerMatch | None) -> SpeakerMatch | None:
    """Somebody says something; who that was."""
    sitting.now += 1.0
    return sitting.session.hear(Utterance("u", text, match, sitting.now - 1.0, sitting.now)).speaker


HAGGLE = ("Jay", "I want to haggle with the captain, I roll Haggling.")
EXPLODE = ("Jay", "Two, four, six.")


def test_dice_of_a_doubtful_voice_belong_to_whoever_owes_them() -> None:
    """A short voice that may be Jay's or Russ's is Jay's when Jay owes these dice."""
    sitting = table(HAGGLE)
    named = hear(sitting, "two, four, five", sound(Jay=0.3, Russ=0.8))
    assert named is not None
    assert (named.name, named.because) == ("Jay", ("is expected to give these dice", "holds narration"))
    assert named.runner_up == ("Russ", sound(Russ=0.8).score)
    kept = sitting.store.explanation(sitting.campaign.id, 1, "u2")
    assert kept is not None
    assert kept["who"] == ["is expected to give these dice", "holds narration"]
    assert sitting.outcomes[-1] == ("report_dice", "accepted")


def test_other_words_of_a_doubtful_voice_stay_nobodys() -> None:
    """Nobody is named for words that answer nothing."""
    named = hear(table(HAGGLE), "so they say", sound(Mira=0.3, Russ=0.2))
    assert named is not None
    assert named.name == UNKNOWN


def test_somebody_may_read_out_anothers_dice() -> None:
    """All faces the one open roll asks for are no accident, whoever reads them."""
    sitting = table(HAGGLE)
    named = hear(sitting, "two, four, five", sound(Mira=7.0))
    assert named is not None
    assert (named.name, named.because) == ("Jay", ("only Jay is waiting to roll such dice",))
    assert sitting.outcomes[-1] == ("report_dice", "accepted")


def test_a_single_number_of_another_voice_is_no_die() -> None:
    """If somebody else clearly speaks, one number may mean anything."""
    sitting = table(HAGGLE, EXPLODE)
    assert [request.count for request in sitting.game.open_rolls] == [1]
    named = hear(sitting, "Four, I think.", sound(Mira=7.0))
    assert named is not None
    assert named.name == "Mira"
    assert sitting.game.open_rolls


def test_pointing_at_anothers_die_reads_it_out() -> None:
    """ "That's a five", while Jay owes one die, can hardly mean anything else."""
    sitting = table(HAGGLE, EXPLODE)
    hear(sitting, "And that's a five.", sound(Mira=7.0))
    assert not sitting.game.open_rolls


def test_two_people_in_one_turn_are_told_apart_by_where_the_answer_stands() -> None:
    """Jay reads the die, Mira talks over the end of it: the die is Jay's."""
    sitting = table(HAGGLE, EXPLODE)
    both = sound(3.5, opening="Jay", closing="Mira", Mira=5.0)
    named = hear(sitting, "And that's a five. Get in, he says, he's an accountant.", both)
    assert named is not None
    assert named.name == "Jay"
    assert not sitting.game.open_rolls


def test_misheard_dice_are_read_in_another_wording() -> None:
    """A wording that sounds alike and is just what the speaker owes is meant; others' words stay as heard."""
    sitting = table(HAGGLE)
    said = Utterance(
        "u", "Do four, five.", sound(Russ=6.0), 20.0, 21.0, alternatives=("Do, four, five.", "Two, four, five.")
    )
    assert sitting.session.hear(said).text == "Do four, five."
    heard = sitting.session.hear(replace(said, speaker=sound(Jay=6.0)))
    assert heard.text == "Two, four, five."
    assert not sitting.game.open_rolls


def test_misheard_dice_are_reworded_although_others_owe_dice_too() -> None:
    """ "Breathe in one, four" would be the one die of Russ; from Jay, who owes two, it was "three and one, four"."""
    sitting = table(("Jay", "That's a conflict!"), ("Jay", "I bid two."), ("Russ", "One from me."), ("Mira", "Zero."))
    owed = {request.roller: request.count for request in sitting.game.open_rolls}
    assert owed == {"Jay": 2, "Russ": 1}
    said = Utterance(
        "u",
        "Breathe in one, four.",
        sound(Jay=6.0),
        20.0,
        21.0,
        alternatives=("Breathe in, one, four.", "Three and one, four."),
    )
    assert sitting.session.hear(said).text == "Three and one, four."
    assert [request.roller for request in sitting.game.open_rolls] == ["Russ"]


def test_without_voices_the_one_who_owes_is_named() -> None:
    """A table that never enrolled plays on: single open rolls belong to their roller."""
    sitting = table(HAGGLE)
    named = hear(sitting, "two, four, five", None)
    assert named is not None
    assert named.name == "Jay"
    assert hear(sitting, "nice weather today", None) is None


def test_a_fragment_is_the_last_speakers() -> None:
    """ "Three and one… four": the sum is no die of somebody else who owes one; later it might be."""
    sitting = table(HAGGLE)
    said = Utterance("u", "nice weather", sound(Mira=6.0), 10.0, 11.0)
    for start, name in ((11.4, "Mira"), (12.5, None)):
        sitting.session.hear(said)
        heard = sitting.session.hear(Utterance("u", "four", None, start, start + 0.2)).speaker
        assert (heard.name if heard else None) == name


def test_certain_turns_teach_the_voice() -> None:
    """Dice the rules took from the clear voice of the one who owed them; doubtful ones teach nothing."""
    sitting = table(HAGGLE)
    sitting.session.voices.learner = learner = Learner()
    hear(sitting, "two, four, six", sound(1.5, Jay=4.0))
    hear(sitting, "five", sound(0.9, Jay=4.0))
    hear(sitting, "well", sound(1.2, Mira=6.0))
    assert learner.taught == [("Jay", 1.5)]


def test_a_correction_teaches_the_voice() -> None:
    """Whoever people say it was is learnt, however it sounded."""
    sitting = table(HAGGLE)
    sitting.session.voices.learner = learner = Learner()
    hear(sitting, "so they say", sound(1.1, Mira=1.0))
    sitting.session.recredit("u2", "Russ")
    assert learner.taught == [("Russ", 1.1)]


def test_words_left_out_teach_no_voice() -> None:
    """Neither off the record nor after consent was withdrawn: the id a line was given is that of the next one kept."""
    sitting = table(("Mira", "Let's go off the record."))
    sitting.session.voices.learner = learner = Learner()
    hear(sitting, "my lawyer says so", sound(2.0, Mira=6.0))
    hear(sitting, "back on the record", sound(1.1, Jay=6.0))
    sitting.session.consent.withdraw("Mira", "page")
    hear(sitting, "my lawyer says so", sound(2.0, Mira=6.0))
    hear(sitting, "so where were we", sound(1.2, Jay=6.0))
    for line in ("u2", "u3"):
        sitting.session.recredit(line, "Russ")
    assert learner.taught == [("Russ", 1.1), ("Russ", 1.2)]
