"""The words a campaign has learnt: names the recogniser gets wrong, and how the table spells them."""

import re
from collections import defaultdict
from collections.abc import Iterable

from companion.base import plain_text
from companion.base.characters import unfit
from companion.base.errors import WordRefused
from companion.nlu.names import things_of
from companion.nlu.own_words import is_own
from companion.nlu.spelling import respelling
from companion.store import LearntWord, Store
from companion.store.limits import most_rows
from engine.phrase import phrase
from engine.vocabulary import Vocabulary

LONGEST_FORM = 100
"""Letters of the longest words heard that are looked for; a name is a tenth of it."""

_START = re.compile(r"(?<!\w)[^\s-]")
_END = re.compile(r"(?<![\s-])(?!\w)")


class WordList:
    """The word list of one campaign; what it learns is kept at once.

    Args:
        store: Where it is kept.
        campaign_id: Campaign it belongs to.
    """

    def __init__(self, store: Store, campaign_id: int) -> None:
        self._store = store
        self._campaign_id = campaign_id
        self.read()

    def read(self) -> None:
        """Read what the campaign has learnt, again where it has changed."""
        self._words = self._store.learnt_words(self._campaign_id)
        short = (each for each in self._words if len(each.heard) <= LONGEST_FORM)
        self._spelled = {each.heard: each.spelled for each in short if not takes_a_command(each.spelled, each.heard)}
        self._longest = max(map(len, self._spelled), default=0)
        self._openings = frozenset(heard[:1] for heard in self._spelled)

    @property
    def words(self) -> tuple[LearntWord, ...]:
        """Everything learnt, oldest first."""
        return self._words

    @property
    def hotwords(self) -> tuple[str, ...]:
        """Spellings the recogniser should be told, each once, the newest first."""
        spelled = (each.spelled for each in reversed(self._words) if len(each.spelled) <= LONGEST_FORM)
        return tuple(dict.fromkeys(spelled))

    def learn_name(self, spelled: str, heard: str | None = None) -> LearntWord:
        """Learn how a name is spelt.

        Args:
            spelled: As the table writes it.
            heard: As the recogniser wrote it; the name itself when left out, so that it is only a hint to it.

        Raises:
            TextRefused: One of them holds a character that nobody sees.
            WordRefused: One of them is longer than any name, or would replace words said to the companion itself.
        """
        return self.learn_names([(spelled, heard)])[0]

    def learn_names(self, names: Iterable[tuple[str, str | None]]) -> tuple[LearntWord, ...]:
        """Learn how several names are spelt, each as `learn_name` does.

        Args:
            names: For each, how the table writes it and how the recogniser wrote it.

        Raises:
            TextRefused: One of them holds a character that nobody sees.
            WordRefused: One of them is longer than any name, or would replace words said to the companion itself.
        """
        spelt: defaultdict[str, set[str]] = defaultdict(set)
        for each in self._words:
            spelt[_key(each.spelled)].add(each.heard)
        learnt = []
        for given, mistake in names:
            spelled, heard = plain_text.name(given), plain_text.line(mistake or given)
            if _is_too_long(spelled, heard):
                raise WordRefused(phrase("A word of more than {most} characters cannot be learnt.", most=LONGEST_FORM))
            if takes_a_command(spelled, heard):
                raise WordRefused(phrase("“{heard}” is said to the companion and keeps its spelling.", heard=heard))
            word = self._store.learn_word(self._campaign_id, _key(heard), spelled)
            for earlier in spelt.pop(word.heard, set()):
                self._store.learn_word(self._campaign_id, earlier, spelled)
                spelt[_key(spelled)].add(earlier)
            spelt[_key(spelled)].add(word.heard)
            learnt.append(word)
        self.read()
        return tuple(learnt)

    def learn_from(self, text: str, names: Iterable[str] = (), fixed: Iterable[str] = ()) -> LearntWord | None:
        """Learn from a correction somebody makes aloud ("Olvir, not Oliver", "it's Yargert with a Y").

        Args:
            text: One turn as the recogniser wrote it, before `respell`.
            names: Names heard so far.
            fixed: Names of the table, which are spelt rightly already.

        Returns:
            What was learnt; None when the turn corrects no name, or nothing new, the name is none that is kept, or
            there is no room for another.
        """
        if len(self._words) >= most_rows("words"):
            return None
        found = respelling(text, names, fixed)
        if found is None or unfit(found.spelled, name=True) or self._spelled.get(_key(found.heard)) == found.spelled:
            return None
        if _is_too_long(found.spelled, found.heard) or takes_a_command(found.spelled, found.heard):
            return None
        return self.learn_name(found.spelled, found.heard)

    def hear(self, text: str, names: Iterable[str], vocabulary: Vocabulary) -> tuple[str, LearntWord | None]:
        """A spoken turn as the table spells it, and what its correction taught; a correction is left as it was said.

        Args:
            text: Recognised words.
            names: People and places of the story, as written so far.
            vocabulary: Names of the table, which are spelt rightly already.
        """
        learnt = self.learn_from(text, names, (thing.name for thing in things_of(vocabulary)))
        return (text, learnt) if learnt else (self.respell(text), None)

    def forget(self, word: str) -> int:
        """Forget what was learnt about a word, heard or spelt like this; returns how many entries are gone."""
        gone = self._store.forget_word(self._campaign_id, word)
        self.read()
        return gone

    def respell(self, text: str) -> str:
        """The text with every whole word or phrase that was learnt spelt as the table does; the rest untouched.

        A sentence that corrects a spelling names the mistake on purpose and stays as it was said.
        """
        spelt = self._respelt(text)
        return text if spelt != text and respelling(text) is not None else spelt

    def _respelt(self, text: str) -> str:
        """The text with the longest form at each place replaced.

        Forms are looked up, not searched for: a pattern of thousands of them takes minutes and gigabytes to make.
        """
        parts, done = [], 0
        for found in _START.finditer(text) if self._spelled else ():
            at = found.start()
            if at >= done and found[0].casefold()[:1] in self._openings:
                end = self._end_of_form(text, at)
                if end is not None:
                    parts += [text[done:at], self._spelled[_key(text[at:end])]]
                    done = end
        return "".join([*parts, text[done:]])

    def _end_of_form(self, text: str, at: int) -> int | None:
        """End of the longest form that begins at a place of a text."""
        longest = None
        for found in _END.finditer(text, at + 1):
            form = _key(text[at : found.start()])
            if len(form) > self._longest:
                break
            if form in self._spelled:
                longest = found.start()
        return longest


def takes_a_command(spelled: str, heard: str) -> bool:
    """Return True where a spelling would take words away from the companion's own commands."""
    return _key(spelled) != _key(heard) and is_own(_key(heard))


def _is_too_long(spelled: str, heard: str) -> bool:
    return max(len(spelled), len(_key(heard))) > LONGEST_FORM


def _key(words: str) -> str:
    return " ".join(words.replace("-", " ").split()).casefold()
