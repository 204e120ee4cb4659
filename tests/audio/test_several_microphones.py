"""Several microphones at one table: aligned, the nearest chosen, one sentence heard once."""

import threading
import time
import tracemalloc
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from audio.channels import KEPT_SECONDS, Channel, lag_between
from audio.ear import Ear
from audio.errors import DeviceUnavailable
from audio.nearest import TABLE, NearestMicrophone, credited
from audio.phones import Phones
from audio.several_microphones import SeveralMicrophones
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, AudioChunk, Candidate, Samples, SpeakerMatch, SpeechSegment
from audio.vad import SileroDetector
from audio.wav import read_audio
from tests.support.clock import FakeClock

DEMO = Path(__file__).resolve().parents[2] / "companion" / "demo" / "phase-abandon"
BLOCK = 512
PLAYERS = ("Nina", "Oliver", "Theo")


def voice(player: str, seconds: float) -> Samples:
    """So much speech of somebody in the demo, from its beginning."""
    sound = read_audio(DEMO / f"enroll-{player.lower()}.flac")
    begin = int(np.argmax(np.abs(sound) > 0.05))
    return sound[begin : begin + round(seconds * SAMPLE_RATE_HZ)]


def evening(seconds: float, said: Mapping[str, tuple[float, float]]) -> dict[str, Samples]:
    """Who speaks from when to when, as each phone and the table hear it: others quieter and later, and noise."""
    chance = np.random.default_rng(1)
    length = round(seconds * SAMPLE_RATE_HZ)
    heard = {name: chance.normal(0.0, 0.001, length).astype(np.float32) for name in (*PLAYERS, TABLE)}
    for player, (start, end) in said.items():
        sound = voice(player, end - start)
        for at, into in heard.items():
            loud, late = (1.0, 0) if at == player else (0.35, 40) if at == TABLE else (0.2, 60)
            first = round(start * SAMPLE_RATE_HZ) + late
            into[first : first + len(sound)] += np.float32(loud) * sound
    return heard


class Table:
    """The table's microphone, block by block; before each, phones send what the network has let through."""

    trouble = ""

    def __init__(self, clock: FakeClock, sound: Samples, sends: "list[Sends]", *, there: bool = True) -> None:
        self._clock, self._sound, self._sends, self._there = clock, sound, sends, there

    def chunks(self) -> Iterator[AudioChunk]:
        if not self._there:
            raise DeviceUnavailable("There is none.", "Plug one in.")
        for first in range(0, len(self._sound) - BLOCK, BLOCK):
            self._clock.advance(BLOCK / SAMPLE_RATE_HZ)
            for each in self._sends:
                each.pass_on(self._clock.monotonic())
            yield AudioChunk(self._sound[first : first + BLOCK], first / SAMPLE_RATE_HZ)

    def close(self) -> None: ...


class Sends:
    """A phone that sends its sound over a poor network, from a clock of its own.

    Args:
        jitter: Longest delay of a packet, in seconds; they stay in order.
        drift: Share by which its clock is fast.
        lost: Packets that never come, of a hundred.
    """

    def __init__(
        self, phones: Phones, owner: str, sound: Samples, *, jitter: float = 0.0, drift: float = 0.0, lost: int = 0
    ) -> None:
        self.phones, self.owner, self.ticket = phones, owner, phones.join(owner)
        chance = np.random.default_rng(len(owner))
        times = np.arange(0, len(sound) * (1.0 + drift)) / (1.0 + drift)
        own = np.interp(times, np.arange(len(sound)), sound)
        pcm = (np.clip(own, -1.0, 1.0) * 32767).astype("<i2")
        self.packets, came = [], 0.0
        for first in range(0, len(pcm) - BLOCK, BLOCK):
            taken = (first + BLOCK) / SAMPLE_RATE_HZ / (1.0 + drift)
            came = max(came, taken + 0.02 + chance.uniform(0.0, jitter))
            if chance.integers(100) >= lost:
                self.packets.append((came, first + 123_456, pcm[first : first + BLOCK].tobytes()))

    def pass_on(self, now: float) -> None:
        while self.packets and self.packets[0][0] <= now:
            _, first, sound = self.packets.pop(0)
            self.phones.hear(self.owner, self.ticket, first, sound)


def segments(source: SeveralMicrophones) -> list[SpeechSegment]:
    """Everything that is heard as a sentence."""
    ear = Ear(SileroDetector(), near=source)
    found: list[SpeechSegment] = []
    for chunk in source.chunks():
        if chunk.dropped:
            found.extend(ear.skip(chunk.dropped))
        found.extend(ear.hear(chunk.samples))
    return [*found, *ear.finish()]


SAID = {"Nina": (1.0, 3.5), "Oliver": (5.0, 7.5), "Theo": (9.0, 11.5)}


@pytest.mark.parametrize(
    "network",
    [{}, {"jitter": 0.08}, {"drift": 0.0003}, {"drift": -0.0003, "jitter": 0.05}, {"jitter": 0.06, "lost": 2}],
    ids=["good", "jitter", "fast clock", "slow clock", "loss"],
)
def test_each_sentence_is_heard_once_and_credited(network: dict[str, float]) -> None:
    """From the phone of who speaks, although it sounds in every microphone; each once, each sure of its owner."""
    clock = FakeClock()
    phones = Phones(clock.monotonic)
    heard = evening(13.0, SAID)
    sends = [Sends(phones, name, heard[name], **network) for name in PLAYERS]  # type: ignore[arg-type]
    found = segments(SeveralMicrophones(Table(clock, heard[TABLE], sends), phones, clock.monotonic))
    by_owner = {
        player: [each for each in found if start - 0.3 < each.start < end] for player, (start, end) in SAID.items()
    }
    assert sum(map(len, by_owner.values())) == len(found)
    for player, mine in by_owner.items():
        assert {each.owner for each in mine} == {player}
        assert max(each.owner_weight for each in mine) > 3.0
        ends = [(each.start, each.end) for each in mine]
        assert all(one[1] <= other[0] for one, other in pairwise(ends))


def test_a_sentence_comes_from_the_phone_itself() -> None:
    """What is recognised is as loud as at the phone, not as at the table."""
    clock = FakeClock()
    phones = Phones(clock.monotonic)
    heard = evening(5.0, {"Nina": (1.0, 3.5)})
    sends = [Sends(phones, "Nina", heard["Nina"], jitter=0.05)]
    found = segments(SeveralMicrophones(Table(clock, heard[TABLE], sends), phones, clock.monotonic))
    loudest = max(float(np.max(np.abs(each.samples))) for each in found)
    assert loudest > 2 * float(np.max(np.abs(heard[TABLE])))


def test_phones_come_and_go() -> None:
    """A phone that leaves in the middle takes no sentence with it: the table's microphone goes on."""
    clock = FakeClock()
    phones = Phones(clock.monotonic)
    heard = evening(13.0, SAID)
    sends = [Sends(phones, "Theo", heard["Theo"])]
    source = SeveralMicrophones(Table(clock, heard[TABLE], sends), phones, clock.monotonic)
    found: list[SpeechSegment] = []
    ear = Ear(SileroDetector(), near=source)
    for chunk in source.chunks():
        if chunk.start > 9.8:
            phones.leave("Theo", sends[0].ticket)
        found.extend(ear.hear(chunk.samples))
    found.extend(ear.finish())
    assert {player for player, (start, end) in SAID.items() if any(start - 0.3 < e.start < end for e in found)} == set(
        SAID
    )
    assert all(each.owner == "" for each in found if each.end > 9.9)


def test_without_a_table_microphone_phones_are_enough() -> None:
    """With none of either, it is told that there is no microphone."""
    clock = FakeClock()
    with pytest.raises(DeviceUnavailable):
        next(
            SeveralMicrophones(
                Table(clock, np.zeros(0, dtype=np.float32), [], there=False), Phones(clock.monotonic)
            ).chunks()
        )
    phones = Phones(clock.monotonic)
    ticket = phones.join("Nina")
    source = SeveralMicrophones(Table(clock, np.zeros(0, dtype=np.float32), [], there=False), phones, clock.monotonic)
    sound = voice("Nina", 2.0)
    pcm = (sound * 32767).astype("<i2")
    heard: list[Samples] = []
    taking = threading.Thread(target=lambda: heard.extend(each.samples for each in source.chunks()), daemon=True)
    taking.start()
    for first in range(0, len(pcm) - BLOCK, BLOCK):
        clock.advance(0.032)
        phones.hear("Nina", ticket, first, pcm[first : first + BLOCK].tobytes())
        time.sleep(0.02)
    source.close()
    taking.join(5.0)
    assert float(np.max(np.abs(np.concatenate(heard)))) > 0.1


def test_what_is_not_allowed_is_neither_taken_nor_kept() -> None:
    """As soon as it is not, what is buffered is gone; nor is anything kept of a phone that another has replaced."""
    clock, may = FakeClock(), {"Nina"}
    phones = Phones(clock.monotonic, lambda owner: owner in may)
    ticket = phones.join("Nina")
    loud = np.full(BLOCK, 20_000, dtype="<i2").tobytes()
    assert not phones.hear("Nina", ticket, 0, loud), "nobody listens"
    phones.began = clock.monotonic()
    clock.advance(BLOCK / SAMPLE_RATE_HZ)
    assert phones.hear("Nina", ticket, 0, loud)
    channel = phones.channels()["Nina"]
    assert channel.between(0.0, 0.03).there == 1.0
    may.clear()
    assert not phones.hear("Nina", ticket, BLOCK, loud)
    assert phones.channels() == {}
    assert channel.between(0.0, 0.03).there == 0.0
    assert not np.any(channel.between(0.0, 0.03).samples)
    may.add("Nina")
    other = phones.join("Nina")
    assert not phones.hear("Nina", ticket, 2 * BLOCK, loud)
    phones.leave("Nina", ticket)
    assert phones.holds("Nina", other)


def test_a_channel_keeps_no_more_than_its_room() -> None:
    """Numbers that leap, repeat or go back take no memory; what is old is forgotten."""
    channel, packet = Channel(1.0), np.full(BLOCK, 1_000, dtype=np.int16)
    for first in (0, 0, 10**12, 10**12 - 5, 10**12 + BLOCK):
        channel.put(first, packet, 0.0)
    at = (10**12 + BLOCK) / SAMPLE_RATE_HZ + channel.offset
    assert channel.between(at, at + 0.03).there == 1.0
    assert channel.between(at - 5.0, at - 4.9).there == 0.0
    assert channel.between(at + 5.0, at + 5.1).there == 0.0
    assert KEPT_SECONDS > 30.0


def test_a_time_that_stood_still_is_found_again() -> None:
    """A phone that slept without saying so is late from then on; two seconds later its time is right again."""
    channel, packet = Channel(), np.zeros(BLOCK, dtype=np.int16)
    for number in range(200):
        slept = 7.0 if number >= 100 else 0.0
        channel.put(number * BLOCK, packet, (number + 1) * BLOCK / SAMPLE_RATE_HZ + slept)
    assert channel.offset == pytest.approx(7.0)


@pytest.mark.parametrize("late", [-0.12, -0.02, 0.0, 0.06, 0.2])
def test_a_lag_is_found_in_the_sound(late: float) -> None:
    sound = voice("Nina", 3.0)
    shifted = np.roll(sound, round(late * SAMPLE_RATE_HZ)) * 0.2
    assert lag_between(shifted, sound) == pytest.approx(late, abs=0.005)
    assert lag_between(np.random.default_rng(2).normal(size=len(sound)).astype(np.float32), sound) is None


def test_two_who_speak_at_once_are_nobody_for_sure() -> None:
    """Nor is the only microphone of a table anybody's; and a lead of a little weighs little."""
    chosen, chance = NearestMicrophone(), np.random.default_rng(3)
    for number in range(200):
        loud = {"Nina": 0.1 if number >= 100 else 0.001, "Oliver": 0.09 if number >= 100 else 0.001, TABLE: 0.001}
        chosen.mix(
            number * 0.032, {name: chance.normal(0, size, BLOCK).astype(np.float32) for name, size in loud.items()}
        )
    found = chosen.between(3.3, 6.0)
    assert found is not None
    assert found.weight < 0.5
    assert chosen.between(0.5, 3.0) is None


@pytest.mark.parametrize(
    ("ratios", "weight", "named"),
    [({}, 4.0, "Nina"), ({"Oliver": 2.0}, 4.0, "Nina"), ({"Oliver": 9.0, "Nina": -2.0}, 4.0, "Oliver"),
     ({"Nina": -5.0}, 2.0, UNKNOWN)],
)  # fmt: skip
def test_a_phone_and_a_voice_are_weighed_together(ratios: dict[str, float], weight: float, named: str) -> None:
    """A neighbour who leans over somebody's phone keeps their own name, if the voice is clear."""
    match = SpeakerMatch(UNKNOWN, 0.0, candidates=tuple(Candidate(who, 0.5, ratio) for who, ratio in ratios.items()))
    credit = credited(match, "Nina", weight)
    assert credit is not None
    assert credit.name == named
    assert credited(match, "Nina", 0.0) is match


def test_numbers_that_jump_cost_no_more_than_others() -> None:
    """A phone may send whatever numbers it likes, and its packets are taken in where pages are drawn."""
    channel, silence = Channel(), np.zeros(BLOCK, dtype=np.int16)
    channel.put(0, silence, 0.0)
    tracemalloc.start()
    channel.put(2**31, silence, 0.1)
    channel.put(2**32 - BLOCK, silence, 0.2)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000
