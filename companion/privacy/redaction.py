"""Redaction: strike sentences, forget a person. Nothing made from the words stays in the campaign."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path

from companion.base.file_names import file_name
from companion.chronicle.memory.corrections import Note, Spoken, correction_json, read_correction
from companion.chronicle.saved_documents import DocumentLocked, redact_documents
from companion.play.game import SETUP
from companion.play.library import library_of
from companion.privacy.log_redaction import reworded, told_from
from companion.privacy.pictures import forget_pictures
from companion.privacy.traces import Traces, texts_in, traces_of
from companion.store import Campaign, Correction, Store
from engine.quick_dataclass import dataclass
from engine.registry import find_ruleset

Ids = Mapping[int, Collection[str]]
"""Ids of utterances by number of their evening."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """Result of striking words from the record.

    Attributes:
        utterances: Which words.
        traces: What would have given them away.
        reworded: Whether entries of the log tell less now.
        left_in_log: Whether the rules need a name that came from them, which stays in the log.
    """

    utterances: Ids
    traces: Traces
    reworded: bool = False
    left_in_log: bool = False


def redact(
    store: Store, campaign: Campaign, utterances: Ids, writer: str | None = None, papers: Path | None = None
) -> Redacted:
    """Delete what was said, what the companion made of it and what quotes it, in files and unused pages alike.

    Chips, dice and other facts stay in the log, with a mark in place of the words they were described in.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        utterances: What is struck; notes that were dictated in it go too, and names set right in it.
        writer: Whose notes and corrections go as well; nobody's when None.
        papers: Folder of saved notes. They are cleared first: after a crash nothing tells any more what quotes words
            that are gone. Those that are locked are left to `redact_documents`.

    Raises:
        StoreError: It could not be written, or another companion plays the campaign; the words are still there.
    """
    store.claim(campaign.id)
    meant = {evening: frozenset(ids) for evening, ids in utterances.items()}
    said = store.words_said(campaign.id)
    gone = {(at, each): text for at, each, _, text in said if each in meant.get(at, ())}
    struck = {f"{evening}/{each}" for evening, ids in meant.items() for each in ids}
    corrected, others = _corrected(store.corrections(campaign.id), writer, struck)
    ruleset = find_ruleset(campaign.slug)
    recorded = tuple(store.read(campaign.id))
    set_up = [[each.entry.command, *each.entry.events] for each in recorded if each.entry.root == SETUP]
    known = tuple(texts_in([dict(campaign.roster), library_of(ruleset), set_up]))
    spellings = [[each.heard, each.spelled] for each in store.learnt_words(campaign.id)]
    unsaid = [[each.entry.command, *each.entry.events] for each in recorded if each.utterance_id is None]
    written = texts_in([spellings, [each.body for each in others], unsaid])
    earlier = [
        text
        for number, ids in meant.items()
        for each, texts in store.heard_before(campaign.id, number).items()
        if each in ids
        for text in texts
    ]
    spoken, noted = (
        traces_of([*gone.values(), *earlier]),
        traces_of(each.text for each in corrected if isinstance(each, Note)),
    )
    told = traces_of(told_from(recorded, gone, frozenset(known)))
    kept = (text for at, each, _, text in said if (at, each) not in gone)
    stays = spoken.joined(noted).joined(told).found_in(chain(kept, known))
    plain = spoken.joined(noted.without(noted.found_in(written))).without(stays)
    traces = plain.joined(told.without(stays))
    log, complete = reworded(ruleset, recorded, gone, traces, known)
    if not (log or complete):  # the rules may know what a command tells by codes of their own
        log, _ = reworded(ruleset, recorded, gone, plain, known)
    theirs = [correction_json(each) for each in corrected]
    if papers is not None:
        store.check_writable()
        with suppress(DocumentLocked):
            redact_documents(papers, file_name(campaign.name), traces.in_text)
    store.strike_all(campaign.id, meant, quotes=lambda value: value in theirs or traces.in_json(value), log=log)
    return Redacted(meant, traces, reworded=bool(log), left_in_log=not complete)


def forget_person(store: Store, campaign: Campaign, person: str, papers: Path | None = None) -> Redacted:
    """Delete everything somebody said or noted in a campaign, and how their name is heard.

    Their name stays in the roster and in the log: chips and dice belong to everybody's game, and others speak of them.
    What they said about being heard goes too, but for the wish not to be heard; so do pictures of their characters,
    which lie beside the folder of saved notes.

    Raises:
        StoreError: It could not be written, or another companion plays the campaign; what was said is still there then.
    """
    store.claim(campaign.id)
    if papers is not None:
        forget_pictures(papers.parent, campaign, person)
    store.forget_word(campaign.id, person)
    theirs: dict[int, list[str]] = {each.number: [] for each in store.evenings(campaign.id)}
    for at, said, speaker, _ in store.words_said(campaign.id):
        if speaker == person:
            theirs[at].append(said)
    struck = redact(store, campaign, theirs, writer=person, papers=papers)
    store.forget_consents(campaign.id, person)
    return struck


def _corrected(
    corrections: Iterable[Correction], writer: str | None, said: Collection[str]
) -> tuple[list[Spoken], list[Correction]]:
    """Corrections that somebody made, that were made with these words or took their place; and all others."""
    theirs, touched, others = list[Spoken](), set[int](), []
    for each in corrections:
        read = read_correction(each)
        if isinstance(read, Spoken) and (
            (read.by is not None and read.by == writer)
            or read.said in said
            or (isinstance(read, Note) and read.instead in touched)
        ):
            theirs.append(read)
            touched.add(each.number)
        else:
            others.append(each)
    return theirs, others
