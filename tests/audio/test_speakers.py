import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pytest
import soundfile

from audio.convert import resample
from audio.errors import EnrolmentRejected, ModelMissing, UnreadableAudio
from audio.speaker_changes import SpeakerChanges
from audio.speaker_encoder import MEL_BANDS, SpeakerEncoder, mel_frames, unit
from audio.speakers import SpeakerEmbedding, Speakers, speech_only
from audio.tts import HibariSynthesizer
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, Watched
from audio.vad import SileroDetector

SENTENCES = (
    "The lighthouse keeper counted nineteen ships before the fog came in. "
    "None of them carried a lantern, and that worried her. She wrote it down."
)
OTHER = "We should ask the ferryman about the toll, and then walk back to the village."


@pytest.fixture(scope="module")
def voices():
    """Two voices: hibari as it is, and the same a good deal lower and slower."""
    synthesizer = HibariSynthesizer()

    def say(text, rate):
        samples = np.concatenate(list(synthesizer.speak(text)))
        return resample(samples, rate)

    return {"high": lambda text: say(text, 24_000), "low": lambda text: say(text, 17_500)}


@pytest.fixture(scope="module")
def speakers(voices):
    table = Speakers()
    table.enrol("Jay", [voices["high"](SENTENCES)])
    table.enrol("Mira", [voices["low"](SENTENCES)])
    return table


def test_enrolled_voices_are_named(speakers, voices):
    for name, voice in (("Jay", "high"), ("Mira", "low")):
        match = speakers.identify(voices[voice](OTHER))
        assert match.name == name
        assert match.runner_up is not None
        assert match.score - match.runner_up[1] > 0.2


def test_stranger_is_unknown(voices):
    table = Speakers()
    table.enrol("Mira", [voices["low"](SENTENCES)])
    match = table.identify(voices["high"](OTHER))
    assert match.name == UNKNOWN
    assert match.runner_up is not None
    assert match.runner_up[0] == "Mira"


def test_too_little_speech_names_nobody(speakers, voices):
    assert speakers.identify(voices["high"](OTHER)[4_000:7_000]) is None
    assert speakers.identify(np.zeros(32_000, dtype=np.float32)) is None


def test_nobody_enrolled_names_nobody(voices):
    assert Speakers().identify(voices["high"](OTHER)) is None


@pytest.mark.parametrize("seconds", [0.0, 1.5])
def test_short_enrolment_is_rejected(voices, seconds):
    clip = voices["high"](SENTENCES)[: round(seconds * SAMPLE_RATE_HZ)]
    with pytest.raises(EnrolmentRejected, match=r"Only \d\.\d s of speech") as caught:
        Speakers().enrol("Jay", [clip])
    assert caught.value.hint


def test_quiet_enrolment_is_rejected(voices):
    with pytest.raises(EnrolmentRejected):
        Speakers().enrol("Jay", [voices["high"](SENTENCES) * 0.002])


def test_two_voices_in_one_enrolment_are_rejected(voices):
    """Somebody who talks into another's enrolment would be taken for that person later."""
    both = [voices["high"](SENTENCES), voices["low"](SENTENCES)]
    with pytest.raises(EnrolmentRejected, match="more than one voice"):
        Speakers().enrol("Jay", both)


def test_likelihoods_tell_for_and_against(speakers, voices):
    """The right person is likelier than a stranger, the other less likely; the sound can be learnt from."""
    match = speakers.identify(voices["low"](OTHER))
    ratios = {each.name: each.ratio for each in match.candidates}
    assert ratios["Mira"] > 2.0 > 0.0 > ratios["Jay"]
    assert match.seconds > 2.0
    assert match.voice is not None


def test_two_people_in_one_sample_are_both_heard(speakers, voices):
    """If another voice follows, beginning and end are told apart; one voice has neither."""
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector) for v in ("high", "low"))
    both = speakers.identify(np.concatenate([high, low]))
    assert (both.opening[0].name, both.closing[0].name) == ("Jay", "Mira")
    assert speakers.identify(high).opening == ()


def test_a_second_is_enough_to_tell_two_voices_apart(speakers, voices):
    """Short answers are repeated until the encoder's window is full, not filled up with silence."""
    detector = SileroDetector()
    for name, voice in (("Jay", "high"), ("Mira", "low")):
        said = speech_only(voices[voice](OTHER), detector)
        heard = [speakers.identify(said[at : at + 12_000]) for at in (0, 12_000, 24_000)]
        assert all(each.candidates[0].name == name for each in heard)


def test_voices_are_learnt_further_at_the_table(voices):
    """Certain speech of a person moves the voiceprint towards it; nobody is learnt who did not enrol."""
    table = Speakers()
    table.enrol("Jay", [voices["high"](SENTENCES)])
    hoarse = SpeakerEncoder().voice(voices["low"](OTHER))
    before = table.scores(hoarse)["Jay"]
    learnt = table.learn("Jay", hoarse, 8.0)
    assert learnt.heard == 8.0
    assert table.scores(hoarse)["Jay"] > before + 0.1
    assert table.learn("Mira", hoarse, 8.0) is None
    assert table.names == ("Jay",)
    kept = SpeakerEmbedding.from_json(learnt.to_json())
    assert Speakers([kept]).scores(hoarse)["Jay"] == pytest.approx(table.scores(hoarse)["Jay"], abs=1e-3)


def test_nobody_gets_ahead_of_the_others(voices):
    """A voice that was heard in the room would resemble everything said there; it waits for the other."""
    table = Speakers()
    table.enrol("Jay", [voices["high"](SENTENCES)])
    table.enrol("Mira", [voices["low"](SENTENCES)])
    heard = {name: SpeakerEncoder().voice(voices[voice](OTHER)) for name, voice in (("Jay", "high"), ("Mira", "low"))}
    before = table.scores(heard["Jay"])
    table.learn("Jay", heard["Jay"], 8.0)
    assert table.scores(heard["Jay"]) == before
    table.learn("Mira", heard["Mira"], 8.0)
    assert table.scores(heard["Jay"])["Jay"] > before["Jay"] + 0.05


def test_voiceprints_from_before_rooms_are_read(speakers):
    """A file that knows only how the voice was read stands for the table too."""
    data = json.loads(speakers.prints[0].to_json())
    old = SpeakerEmbedding.from_json(json.dumps({"name": "Jay", "seconds": 5.0, "voice": data["voice"]}))
    assert np.array_equal(old.voice, old.room)
    assert old.heard == 0.0


def test_several_clips_make_one_voice(voices):
    whole = voices["high"](SENTENCES)
    half = len(whole) // 2
    table = Speakers()
    assert table.enrol("Jay", [whole[:half], whole[half:]]).seconds > 3.0
    assert table.names == ("Jay",)


def test_forgotten_voice_is_gone(voices):
    table = Speakers()
    table.enrol("Jay", [voices["high"](SENTENCES)])
    assert table.forget("Jay")
    assert not table.forget("Jay")
    assert table.prints == ()


def test_voiceprint_survives_json(speakers, voices):
    kept = [SpeakerEmbedding.from_json(p.to_json()) for p in speakers.prints]
    assert Speakers(kept).identify(voices["low"](OTHER)).name == "Mira"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"name": "Jay"}',
        json.dumps({"name": "Jay", "seconds": 5, "voice": [0.1] * 12}),
        json.dumps({"name": "Jay", "seconds": 5, "voice": ["x"] * 256}),
        '{"name": "Jay", "seconds": 5, "voice": [NaN' + ", 0.1" * 255 + "]}",
        '{"name": "Jay", "seconds": 5, "voice": 1e308}',
        json.dumps({"name": "Jay", "seconds": 5, "voice": [1e308] * 256}),
        json.dumps({"name": "Jay", "seconds": 5, "voice": [0.1] * 256, "heard": math.inf}),
        json.dumps({"name": "Jay", "seconds": math.nan, "voice": [0.1] * 256}),
    ],
)
def test_damaged_voiceprint_is_refused(text):
    with pytest.raises(EnrolmentRejected, match="not a voiceprint"):
        SpeakerEmbedding.from_json(text)


def test_folder_enrols_its_recordings(tmp_path, voices):
    """Names come from the file names; other files are left alone."""
    soundfile.write(tmp_path / "enroll-mira.wav", voices["low"](SENTENCES), SAMPLE_RATE_HZ)
    soundfile.write(tmp_path / "enroll-jay.flac", voices["high"](SENTENCES), SAMPLE_RATE_HZ)
    (tmp_path / "notes.txt").write_text("not a voice")
    table = Speakers.load_folder(tmp_path)
    assert table.names == ("jay", "mira")
    assert table.identify(voices["low"](OTHER)).name == "mira"


def test_missing_folder_is_refused(tmp_path):
    with pytest.raises(UnreadableAudio, match="nowhere"):
        Speakers.load_folder(tmp_path / "nowhere")


def test_damaged_recording_is_refused(tmp_path):
    (tmp_path / "enroll-jay.flac").write_bytes(b"no sound")
    with pytest.raises(UnreadableAudio, match=r"enroll-jay\.flac"):
        Speakers.load_folder(tmp_path)


def test_change_of_voice_is_noticed(speakers, voices):
    """Another enrolled voice after a pause is a change; the same one is not."""
    turns = SpeakerChanges(speakers)
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector) for v in ("high", "low"))
    assert turns.changed(high, low[:16_000], 0.2)
    assert not turns.changed(high[:32_000], high[32_000:48_000], 0.3)
    assert not turns.changed(high, low[:3_000], 0.2)
    assert not SpeakerChanges(Speakers()).changed(high, low, 0.2)


def test_a_fifth_of_a_second_tells_another_voice_and_the_pause_before_it_nothing_yet(speakers, voices):
    """The voices must tell by themselves; from 0.28 s on a pause such as people leave each other counts, too."""
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector) for v in ("high", "low"))
    turns = SpeakerChanges(speakers)
    fifth, third = round(0.22 * SAMPLE_RATE_HZ), round(0.32 * SAMPLE_RATE_HZ)
    assert turns.changed(high[:32_000], low[:fifth], 0.3)
    less_clear = low[4_000:]
    assert not turns.changed(high[:32_000], less_clear[:fifth], 0.4)
    assert turns.changed(high[:32_000], less_clear[:third], 0.4)


def test_the_voice_before_a_pause_is_worked_out_while_the_one_after_it_begins(speakers, voices, monkeypatch):
    high, low = (speech_only(voices[v](OTHER), SileroDetector()) for v in ("high", "low"))
    turns, heard = SpeakerChanges(speakers), []
    voice = speakers.encoder.voice
    monkeypatch.setattr(speakers.encoder, "voice", lambda sound: heard.append(len(sound)) or voice(sound))
    assert not turns.changed(high[:32_000], low[:1_600], 0.3)
    assert turns.changed(high[:32_000], low[:3_520], 0.3)
    assert sorted(heard) == [3_520, 32_000]


def test_a_running_voice_is_named_by_the_rule_for_a_finished_sentence(speakers, voices):
    """Whoever it surely is, and nobody where it is a stranger's or there is not enough of it."""
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector)[:32_000] for v in ("high", "low"))
    turns = SpeakerChanges(speakers)
    assert [turns.watch(each).speaker for each in (high, low, high[:12_000])] == ["Jay", "Mira", None]
    strange = Speakers([replace(each, voice=-each.voice, room=-each.room) for each in speakers.prints])
    assert SpeakerChanges(strange).watch(high) == Watched()


def test_a_voice_that_cuts_in_is_suspected_before_it_is_sure(speakers, voices):
    """As more of it is heard: nothing, a suspicion, a takeover, both near the true moment; never of one voice alone."""
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector)[:32_000] for v in ("high", "low"))
    turns = SpeakerChanges(speakers)
    heard = [turns.watch(np.concatenate((high, low[: round(0.1 * tenths * SAMPLE_RATE_HZ)]))) for tenths in range(13)]
    kinds = ["sure" if w.takeover else "suspected" if w.suspected else "one" for w in heard]
    assert [kind for kind, _ in itertools.groupby(kinds)] == ["one", "suspected", "sure"]
    moments = [w.takeover or w.suspected for w in heard if w.takeover or w.suspected]
    assert moments == pytest.approx([len(high)] * len(moments), abs=0.3 * SAMPLE_RATE_HZ)
    assert all(w.speaker == "Jay" for w, kind in zip(heard, kinds, strict=True) if kind == "one")
    assert turns.watch(high).suspected is None
    assert turns.watch(low).suspected is None


def test_a_look_works_out_only_what_it_has_not_heard_before(speakers, voices, monkeypatch):
    """As more is said, what was before a moment stays the same; the moment found is the same as by a first look."""
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector)[:32_000] for v in ("high", "low"))
    turns, worked_out = SpeakerChanges(speakers), []
    each = speakers.encoder.each
    monkeypatch.setattr(speakers.encoder, "each", lambda parts: worked_out.extend(parts) or each(parts))
    speech = np.concatenate((high, low[: round(0.8 * SAMPLE_RATE_HZ)]))
    fresh = SpeakerChanges(speakers).watch(speech)
    at_once = len(worked_out)
    for seconds in (2.0, 2.2, 2.4, 2.6):
        turns.watch(speech[: round(seconds * SAMPLE_RATE_HZ)])
    worked_out.clear()
    assert turns.watch(speech) == fresh
    assert fresh.takeover is not None
    assert 0 < len(worked_out) <= at_once * 2 / 3
    worked_out.clear()
    assert turns.watch(speech) == fresh
    assert worked_out == []


def test_a_voice_that_took_over_long_ago_is_not_found_again(speakers, voices):
    detector = SileroDetector()
    high, low = (speech_only(voices[v](OTHER), detector)[:32_000] for v in ("high", "low"))
    speech = np.concatenate((high, low))
    assert SpeakerChanges(speakers).watch(speech).takeover is not None
    assert SpeakerChanges(speakers).watch(speech, since=len(high)) == Watched(speaker="Mira")


def test_longer_samples_must_match_better():
    table = Speakers()
    assert table.even(0.7) < table.even(1.5) < table.even(2.5) <= table.even(30.0)


def test_mel_frames_follow_pitch():
    """A higher tone lies in a higher band; there is one frame per 10 ms."""
    times = np.arange(SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    bands = [
        int(mel_frames(np.sin(2 * np.pi * hz * times).astype(np.float32)).mean(axis=0).argmax())
        for hz in (300, 1000, 3000, 6000)
    ]
    assert bands == sorted(set(bands))
    assert mel_frames(np.zeros(16_000, dtype=np.float32)).shape == (101, MEL_BANDS)


def test_other_encoder_weights_are_refused(tmp_path):
    (tmp_path / "voice_encoder.onnx").write_bytes(b"other")
    with pytest.raises(ModelMissing, match="not the expected"):
        SpeakerEncoder(tmp_path / "voice_encoder.onnx")
    with pytest.raises(ModelMissing, match="missing"):
        SpeakerEncoder(tmp_path / "absent.onnx")


def test_voice_vectors_have_length_one():
    voice = SpeakerEncoder().voice(np.random.default_rng(3).normal(0, 0.1, 40_000).astype(np.float32))
    assert np.linalg.norm(voice) == pytest.approx(1.0, abs=1e-5)
    assert np.array_equal(unit(np.zeros(4, dtype=np.float32)), np.zeros(4))
