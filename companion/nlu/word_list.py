"""The words a campaign has learnt: names the recogniser gets wrong, and how the table spells them."""

import re
from collections.abc import Iterable

from companion.base import plain_text
from companion.base.characters import unfit
from companion.nlu.names import things_of
from companion.nlu.spelling import respelling
from companion.store import LearntWord, Store
from engine.vocabulary import Vocabulary

_EDGE = r"(?<!\w){}(?!\w)"


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
        self._spelled = {each.heard: each.spelled for each in self._words}
        longest_first = sorted(self._spelled, key=len, reverse=True)
        forms = "|".join(r"[\s-]+".join(map(re.escape, heard.split())) for heard in longest_first)
        self._forms = re.compile(_EDGE.format(f"(?:{forms})"), re.IGNORECASE) if forms else None

    @property
    def words(self) -> tuple[LearntWord, ...]:
        """Everything learnt, oldest first."""
        return self._words

    @property
    def hotwords(self) -> tuple[str, ...]:
        """Spellings the recogniser should be told, each once, the newest first."""
        return tuple(dict.fromkeys(each.spelled for each in reversed(self._words)))

    def learn_name(self, spelled: str, heard: str | None = None) -> LearntWord:
        """Learn how a name is spelt.

        Args:
            spelled: As the table writes it.
            heard: As the recogniser wrote it; the name itself when left out, so that it is only a hint to it.

        Raises:
            TextRefused: One of them holds a character that nobody sees.
        """
        spelled, heard = plain_text.name(spelled), plain_text.line(heard or spelled)
        learnt = self._store.learn_word(self._campaign_id, _key(heard), spelled)
        for earlier in self._words:
            if _key(earlier.spelled) == learnt.heard:
                self._store.learn_word(self._campaign_id, earlier.heard, spelled)
        self.read()
        return learnt

    def learn_from(self, text: str, names: Iterable[str] = (), fixed: Iterable[str] = ()) -> LearntWord | None:
        """Learn from a correction somebody makes aloud ("Olvir, not Oliver", "it's Yargert with a Y").

        Args:
            text: One turn as the recogniser wrote it, before `respell`.
            names: Names heard so far.
            fixed: Names of the table, which are spelt rightly already.

        Returns:
            What was learnt; None when the turn corrects no name, or nothing new, or the name is none that is kept.
        """
        found = respelling(text, names, fixed)
        if found is None or unfit(found.spelled, name=True) or self._spelled.get(_key(found.heard)) == found.spelled:
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
        if self._forms is None:
            return text
        spelt = self._forms.sub(lambda found: self._spelled.get(_key(found[0]), found[0]), text)
        return text if spelt != text and respelling(text) is not None else spelt


def _key(words: str) -> str:
    return " ".join(words.replace("-", " ").split()).casefold()
