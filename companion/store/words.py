from sqlalchemy import ColumnElement, Connection, delete, insert, select

from companion.store import schema
from companion.store.limits import refuse_more
from companion.store.talk import Talk, forget_readings
from companion.store.values import LearntWord


class Words(Talk):
    """Words a campaign has learnt; a part of `Store`."""

    def learn_word(self, campaign_id: int, heard: str, spelled: str) -> LearntWord:
        """Keep how something heard is spelt; what was known of it before is replaced.

        Args:
            campaign_id: Campaign.
            heard: Words as the recogniser writes them; case and spaces do not matter.
            spelled: Words as the table writes them.

        Raises:
            StoreError: There are as many as are kept.
        """
        learnt = LearntWord(_key(heard), " ".join(spelled.split()), self._clock.now())
        table = schema.words
        with self._database.write() as connection:
            connection.execute(delete(table).where(_is(campaign_id, learnt.heard)))
            refuse_more(connection, table, campaign_id)
            connection.execute(
                insert(table).values(
                    campaign_id=campaign_id, heard=learnt.heard, spelled=learnt.spelled, learnt_at=learnt.learnt_at
                )
            )
            _forget_readings_of(connection, campaign_id, learnt.heard)
        return learnt

    def learnt_words(self, campaign_id: int) -> tuple[LearntWord, ...]:
        """Everything a campaign has learnt, oldest first."""
        table = schema.words
        query = select(table).where(table.c.campaign_id == campaign_id).order_by(table.c.learnt_at, table.c.heard)
        with self._database.read() as connection:
            return tuple(LearntWord(row.heard, row.spelled, row.learnt_at) for row in connection.execute(query))

    def forget_word(self, campaign_id: int, word: str) -> int:
        """Forget what was learnt about words heard or spelt like this, any case.

        Returns:
            Number of entries that are gone.
        """
        gone = [each for each in self.learnt_words(campaign_id) if _key(word) in {each.heard, _key(each.spelled)}]
        with self._database.write() as connection:
            for each in gone:
                connection.execute(delete(schema.words).where(_is(campaign_id, each.heard)))
                _forget_readings_of(connection, campaign_id, each.heard)
        return len(gone)


def _is(campaign_id: int, heard: str) -> ColumnElement[bool]:
    return (schema.words.c.campaign_id == campaign_id) & (schema.words.c.heard == heard)


def _forget_readings_of(connection: Connection, campaign_id: int, heard: str) -> None:
    """Evenings in which this was heard are read anew."""
    table, form = schema.utterances, heard.replace("-", " ")
    said = connection.execute(select(table.c.evening, table.c.text).filter_by(campaign_id=campaign_id))
    for evening in sorted({row.evening for row in said if form in _key(row.text.replace("-", " "))}):
        forget_readings(connection, campaign_id, evening)


def _key(words: str) -> str:
    return " ".join(words.split()).casefold()
