"""Recaps of an evening at several lengths, in several tones, with evidence behind every sentence."""

from companion.chronicle.recaps.check import Sources, check, sources_of, told_reasons
from companion.chronicle.recaps.compose import UnknownSeat, make_recap, seat_of
from companion.chronicle.recaps.model import LENGTHS, Fault, Length, Recap, RecapRequest, RecapSentence
from companion.chronicle.recaps.tones import Tone, load_tone, tone_names

__all__ = [
    "LENGTHS",
    "Fault",
    "Length",
    "Recap",
    "RecapRequest",
    "RecapSentence",
    "Sources",
    "Tone",
    "UnknownSeat",
    "check",
    "load_tone",
    "make_recap",
    "seat_of",
    "sources_of",
    "told_reasons",
    "tone_names",
]
