"""Names in a sentence, and what the words around them say they are."""

import re
from itertools import islice
from typing import Any

from companion.chronicle.extractor.language import words
from companion.chronicle.extractor.spans import WANTED_AS_CONNECTION, name_spans
from engine.quick_dataclass import dataclass

_NAMING = re.compile(
    r"(?:\bnames?(?:'s|’s| is| was| are| of| would be)?|\b(?:called|named|nicknamed|known as|goes by|answers to"
    r"|(?:calls?|introduces?) (?:him|her|them|my|your)sel\w+(?: as)?|calls? (?:him|her|them|it|me)))\W*(?:just |is )?$",
    re.IGNORECASE,
)
_CONNECTION_AFTER = re.compile(
    r"^\W*(?:(?:down )?(?:for me|please)\b\W*)?(?:I(?:'d| would)? (?:want|like|need) (?:him|her|them) )?"
    r"as (?:a|an|my|our|another) (?:new )?(?:connection|contact|friend|ally)\b",
    re.IGNORECASE,
)
_CALL_ON = re.compile(
    r"\b(?:call(?:s|ing)? (?:on|up)|get hold of|in touch with|(?:write|put|note) down|reach out to)\s*$", re.IGNORECASE
)
_WORD = r"[^\W\d_][\w'’]*"
_PHRASE = rf"((?:{_WORD}[\s-]){{0,3}}?{_WORD})"
_DETERMINER = r"(?:an?|the|this|that|some|our|my|his|her|their|its|old|young)"
_ROLE_BEFORE = re.compile(
    rf"\b{_DETERMINER}\s{_PHRASE},?\s*(?:named |called )?(?:the |an? )?$",
    re.IGNORECASE,
)
_ROLE_DESCRIBED = re.compile(
    rf"\b(?:an?|the|this|some)\s((?:{_WORD}\s)?{_WORD})\s(?:with|in|from|at|on|of|who|wearing|holding|sitting|standing)\s"
    r"[^,.!?]{1,40},\s*$",
    re.IGNORECASE,
)
"""Before a name set off by commas ("a girl with red hair, Linnet, …")."""
_ROLE_AFTER = re.compile(rf"^,?\s(?:is |was |who's |who is )?{_DETERMINER}\s{_PHRASE}", re.IGNORECASE)
_ANY_ROLE = re.compile(rf"\b{_DETERMINER}\s{_PHRASE}", re.IGNORECASE)
_A_NAME = re.compile(r"\bnames?\b", re.IGNORECASE)
_ASKS_NAME = re.compile(
    r"\b(?:what(?:'s|’s| is| was) (?:his|her|their|your|\w+ \w+['’]s) name"
    r"|what(?:'s|’s| is| was|'re|’re| are) (?:he|she|they|you|the \w+|that \w+) called"
    r"|who (?:is|are) (?:he|she|they|you))\b",
    re.IGNORECASE,
)
_MY_NAME = re.compile(r"\b(?:my (?:own |real |first )?name(?:'s|’s| is)|I(?:'m|’m| am))\W*$", re.IGNORECASE)
_SOMEBODY_CALLED = re.compile(r"\b(?:somebody|someone|anybody|anyone|guy|girl|lad|fellow|person) (?:called|named)\W*$")
_ONLY_CALLED = re.compile(r"\b(?:called|named)\W*$")
_EMPTY_TITLES = frozenset(
    ("old", "young", "mr", "mrs", "ms", "miss", "mister", "herr", "frau", "mama", "papa", "baba", None)
)
_PLACE_CALLED = re.compile(
    r"\b(?:town|village|city|place|inn|tavern|island|river|planet|station|street|district)\s(?:of|called|named)\s*$",
    re.IGNORECASE,
)
_AT_A_PLACE = re.compile(
    r"\b(?:we|you|they|everybody|everyone)(?:['’]re| are| all|) (?:all |now |back |still )?"
    r"(?:(?:arrive|land|dock|wake up|sit|stand|wait|meet) )?(?:in|at)\s*$",
    re.IGNORECASE,
)
"""Wording that says where everybody is."""
_IT_IS_IN = re.compile(r"\b(?:it|there)(?:['’]s| is| was| are| were) (?:[\w'’]+ ){1,5}in\s*$", re.IGNORECASE)
"""Wording that sets a scene ("it is market day in Brackwater")."""
_AT_THE = re.compile(r"\b(?:outside|inside|at|near) the\s*$", re.IGNORECASE)
"""Before a name of two words: an inn or a shop rather than a ship."""
_PLACE_AND_NAME = re.compile(r"\b(\w+), (?:the )?$", re.IGNORECASE)
"""Wording of a place that stands before its name ("at the inn, the Three Eels")."""
_GLUED = re.compile(r"[a-z]*")
"""Ending the parser cuts off a word it takes for two ("Cant")."""
ANYBODY = frozenset(("man", "woman"))
"""Roles that tell nothing."""
_HE_OR_SHE = frozenset(("he", "she", "him", "her", "his"))
_PLAIN_ADJECTIVES = frozenset(("same", "other", "old", "young", "very", "one", "only", "little", "big", "poor"))


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in one sentence.

    Attributes:
        name: As said, title included.
        person: How much the sentence speaks for somebody.
        place: How much it speaks for a place.
        thing: How much it speaks for something else: a ship, a company, a day.
        role: What the sentence says somebody is.
        named: True when the sentence gives the name in so many words.
        sure: True when it stands like a name, false when it may only open a sentence.
        asked: True when somebody wants them as a connection.
        own: True when somebody of the story gives it as their own ("my name's Bertram").
    """

    name: str
    person: float = 0.0
    place: float = 0.0
    thing: float = 0.0
    role: str | None = None
    named: bool = False
    sure: bool = True
    own: bool = False
    asked: bool = False


def role_in(text: str) -> str | None:
    """The trade or kinship a noun phrase ends in ("dock foreman"), None when it is none."""
    pieces = text.casefold().split()
    for end in range(len(pieces), 0, -1):
        noun = pieces[end - 1].strip("'’,.")
        if is_role(noun):
            first = end - 1
            while first > 0 and end - first < 2 and _tells_more(pieces[first - 1]):
                first -= 1
            return " ".join([*pieces[first : end - 1], noun])
    return None


def is_role(noun: str) -> bool:
    """Return True if a noun says what somebody is."""
    endings = tuple(words()["role_endings"])
    return noun in words()["roles"] or (len(noun) > 6 and noun.endswith(endings) and not noun.endswith("human"))


def _tells_more(word: str) -> bool:
    plain = re.sub(r"['’]s$", "", word).isalpha()
    return plain and word not in words()["determiners"] and word not in _PLAIN_ADJECTIVES


def mentions(doc: Any, sentence: Any, story_names: frozenset[str] = frozenset()) -> list[Mention]:
    """Names of a sentence with what speaks for each, the first `_MOST_NAMES` of them.

    Args:
        doc: The parsed line the sentence is part of.
        sentence: One of its sentences.
        story_names: Lower-case words known to be part of names; they count even where a capital proves nothing.
    """
    spans = islice(name_spans(doc, sentence, story_names), _MOST_NAMES)
    return [_weigh(doc, sentence, first, last) for first, last in spans]


_MOST_NAMES = 50
"""Of one sentence that are looked at."""
_AROUND = 60
"""Words before a name, and behind it, by which it is weighed."""
_LONGEST_ENDING = 3
"""Words of the parser's in the ending it cuts off a name."""


def _weigh(doc: Any, sentence: Any, first: int, last: int) -> Mention:
    span = doc[first : last + 1]
    before = doc[max(sentence.start, first - _AROUND) : first].text
    after = doc[last + 1 : min(sentence.end, last + 1 + _AROUND)].text
    earlier = doc[max(0, sentence.start - _AROUND) : sentence.start].text[-160:]
    title = _title(span)
    stated = _stated_role(before, after, span)
    own = _MY_NAME.search(before) is not None
    given = own or _NAMING.search(before) is not None or _fragment_name(sentence, span, earlier)
    kind = _kind_named(before, earlier) if given else None
    beyond = doc[last + 1 : last + 1 + _AROUND].text
    asked = bool(_CONNECTION_AFTER.search(beyond)) or (bool(WANTED_AS_CONNECTION.search(after)) and len(after) < 60)
    person = _syntax(span) + (3.0 if title else 0.0) + (3.0 if stated else 0.0)
    person += 4.0 if asked else 1.5 if _CALL_ON.search(before) else 0.0
    if given:
        vague = _ONLY_CALLED.search(before) and kind is None and not _SOMEBODY_CALLED.search(before)
        person += 1.0 if vague else 3.0
    return Mention(
        name=_text(span),
        person=person,
        place=_place(span, before),
        thing=_thing(span, title is not None),
        role=stated or kind or (title if title not in _EMPTY_TITLES else None),
        named=given or asked or title is not None or stated is not None,
        sure=bool(given or title or asked or first != sentence.start or span.root.pos_ == "PROPN"),
        own=own,
        asked=asked,
    )


def _title(span: Any) -> str | None:
    first = span[0].text.casefold().rstrip(".")
    return first if len(span) > 1 and (first in words()["titles"] or is_role(first)) else None


def _kind_named(before: str, earlier: str) -> str | None:
    """Return the noun said just before for somebody whose name is being given."""
    return _last_noun(before if _ONLY_CALLED.search(before) else f"{earlier} {before}")


def _text(span: Any) -> str:
    text = span.text.strip().replace(" - ", "-")
    if not span[-1].whitespace_:
        text += _GLUED.match(span.doc[span.end : span.end + _LONGEST_ENDING].text)[0]  # type: ignore[index]
    return re.sub(r"['’]s?$", "", text)


def _fragment_name(sentence: Any, span: Any, earlier: str) -> bool:
    """A bare name after a sentence about a name gives it as well ("There's a name on it. Sallow.")."""
    rest = (token for token in sentence if not token.is_punct and token not in span)
    again = {token.text.casefold() for token in span}
    dull = all(token.text.casefold() in {"just", "only", "simply", "and", *again} for token in rest)
    last_sentence = re.split(r"[.!?]\s", earlier.strip())[-1]
    return dull and (bool(_A_NAME.search(last_sentence)) and "what" not in last_sentence.casefold())


def _last_noun(text: str) -> str | None:
    """The role named last in a text: "this ferrywoman sitting on a boat" gives "ferrywoman"."""
    found = None
    for match in _ANY_ROLE.finditer(text):
        phrase = match.group(1)
        following = re.match(rf"\s({_WORD})", text[match.end() :])
        if role_in(phrase) and following and is_role(following.group(1).casefold()):
            phrase = f"{phrase} {following.group(1)}"
        role = role_in(phrase)
        if role is not None and (found is None or not _anybody(role)):
            found = role
    return found


def asks_for_name(text: str) -> bool:
    """Return True if somebody asks for a person's name."""
    return _ASKS_NAME.search(text) is not None


def somebody_after(text: str, name: str) -> bool:
    """Return True if a line names somebody by role after it last says a name, or does not say the name."""
    _, said, after = text.casefold().rpartition(name.casefold())
    return not said or _last_noun(after) is not None


def _anybody(role: str) -> bool:
    return role.split()[-1] in ANYBODY


def _stated_role(before: str, after: str, span: Any) -> str | None:
    match = _ROLE_BEFORE.search(before + " ")
    if match and is_role(match.group(1).casefold().split()[-1]):
        return role_in(match.group(1))
    match = _ROLE_DESCRIBED.search(before)
    if match and after[:1] in {",", ".", ""} and is_role(match.group(1).casefold().split()[-1]):
        return role_in(match.group(1))
    match = _ROLE_AFTER.search(" " + after if not after.startswith(",") else after)
    if match and (role := role_in(match.group(1))) and match.group(1).casefold().split()[-1] == role.split()[-1]:
        return role
    for child in span.root.children:
        if child.dep_ == "appos" and is_role(child.lemma_.casefold()):
            return str(child.lemma_.casefold())
    head = span.root.head
    if span.root.dep_ == "appos" and is_role(head.lemma_.casefold()):
        compounds = [child.text.casefold() for child in head.children if child.dep_ == "compound"]
        return " ".join([*compounds, str(head.lemma_.casefold())])
    return None


def _syntax(span: Any) -> float:
    """Score the verb, the owner or the address around a name as signs of a person."""
    root = span.root
    while root.dep_ in {"compound", "amod"} and root.head in span:
        root = root.head
    head, score = root.head, 0.0
    lemma = head.lemma_.casefold()
    if root.dep_ == "nsubj" and head.pos_ in {"VERB", "AUX"}:
        score += 2.0 if lemma in words()["speech_verbs"] else 1.0 if lemma in words()["person_verbs"] else 0.0
    elif root.dep_ == "poss":
        score += 1.5 if lemma in words()["body_words"] or is_role(lemma) else 0.3
    elif (root.dep_ in {"dobj", "dative"} and lemma in words()["meeting_verbs"]) or (
        root.dep_ == "pobj"
        and lemma in {"with", "to"}
        and head.head.lemma_.casefold() in {"talk", "speak", "whisper", "lie"}
    ):
        score += 1.0
    score = score or _does(span)
    if score and any(token.text.casefold() in _HE_OR_SHE for token in root.doc[span.end : span.sent.end][:_AROUND]):
        score += 0.5
    return score


def _does(span: Any) -> float:
    """Score the verb right after a name where the parser sees another subject ("the doctor and Linnet laughs")."""
    following = span.doc[span.end] if span.end < span.sent.end else None
    if following is None or following.tag_ not in {"VBZ", "VBD"}:
        return 0.0
    lemma = following.lemma_.casefold()
    return 2.0 if lemma in words()["speech_verbs"] else 1.0 if lemma in words()["person_verbs"] else 0.0


def _place(span: Any, before: str) -> float:
    first, last = span[0].text.casefold(), span[-1].text.casefold()
    if len(span) > 1 and (last in words()["place_words"] or first in words()["place_openings"]):
        return 3.0
    everybody = _AT_A_PLACE.search(before) or _IT_IS_IN.search(before)
    if _PLACE_CALLED.search(before) or (everybody and not _owns(span)):
        return 3.0
    if len(span) > 1 and _AT_THE.search(before):
        return 4.0
    previous = span.root.doc[span.start - 1].text.casefold() if span.start else ""
    noun = span.root.doc[span.start - 2].text.casefold() if span.start > 1 else ""
    if previous in {"at", "in"} and noun in words()["place_words"]:
        return 3.0
    if (appositive := _PLACE_AND_NAME.search(before)) and appositive[1].casefold() in words()["place_words"]:
        return 4.0
    return 1.5 if previous in words()["place_prepositions"] else 0.0


def _owns(span: Any) -> bool:
    """Return True if something of somebody's is named ("at Kevin's")."""
    return span.text.endswith(("'s", "’s")) or (span.end < len(span.doc) and span.doc[span.end].text in {"'s", "’s"})


def _thing(span: Any, titled: bool) -> float:
    previous = span.root.doc[span.start - 1].text.casefold() if span.start else ""
    plural = span.root.tag_ == "NNPS" or (span.root.tag_ == "NNS")
    article = 3.5 if titled and previous == "the" else 2.5 if previous in {"the", "a", "an"} and not titled else 0.0
    return article + (1.0 if plural else 0.0)
