"""Short stock phrases in any order: what a clause says that holds nothing but words of one matter.

"That was all I had", "all done from me then", "so I guess that's me through": nobody can list them. A clause has the
gist of a matter when every word of it belongs to it or is loose, and of one way of saying it each part is there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations

from companion.nlu.bind_kleptonomicon import active, leads, own_turn
from companion.nlu.bind_kleptonomicon_cast import cast
from companion.nlu.bind_kleptonomicon_told import resets, titled
from companion.nlu.drafts import Draft
from companion.nlu.numbers import UNITS, value_of
from companion.nlu.words import Word, word_set
from engine.quick_dataclass import dataclass

_LOOSE = word_set(
    """
    a an and all also alright at be because been boo by dear everybody exactly fine folks for friends from fully go
    going good great guess guys have here i i'd i'll i'm i've in is it it's just kind let let's looks lot lovely made
    make makes me mostly my nice nobody now of off official officially oh okay on our out over people perfect phew
    please pretty much quite ready really reckon right say so sorry sort suppose sure thank thanks that that'll
    that's the then there there's these they they're thing things think this this'll those time to too up us was we
    we'd we'll we're we've well with wonderful yeah yes you you're your yours
    """
)
"""Words that may stand around any matter and add nothing to it."""

_OPEN = word_set(
    """
    is are am was were do does did can could should would will has had if who what when where why how
    """
)
"""First words of a clause that asks."""

_MOST_CLAUSES = 8

_WHO = "‹who›"
"""Stands in a clause for whoever is named."""

Way = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Gist:
    """A matter.

    Attributes:
        ways: Ways of saying it: sets of words, each of which has to be there, in any order.
        around: Words that go with it, besides loose ones.
        people: Whether anybody may be named.
        never: Turns of phrase that say something else.
        last: Whether hardly anything else may follow in the sentence.
    """

    ways: tuple[Way, ...]
    around: frozenset[str] = frozenset()
    people: bool = True
    never: tuple[str, ...] = ()
    last: bool = False

    @property
    def words(self) -> frozenset[str]:
        """Every word that may stand in such a clause."""
        return _LOOSE.union({_WHO} if self.people else (), self.around, *(words for way in self.ways for words in way))


def _way(*sets: str) -> Way:
    return tuple(word_set(each) for each in sets)


_FIGHT = "fight fighting encounter combat battle brawl scrap turns"
_DONE_FOR = ("done for", "done in", "done with")
_HIM = "‹who› he he's she she's it it's they they're him her them his its their one"
_ROUND = "turn go round beats beat actions action part end"

GISTS: Mapping[str, Gist] = {
    "end_turn": Gist(
        (
            _way("done finished through spent", "i i'm i've we me all"),
            _way("that that's there", "it all everything lot end", f"me i i've my mine {_ROUND}"),
            _way("that's", "me"),
            _way("would", "be", "that it", "me turn go all"),
            _way("nothing none no", "left else more", "me i've i my got beats"),
            _way("nothing no", "else more beats left"),
            _way("leave", "it", "here there that", "i i'll"),
            _way("call end stop rest", "here there", "i i'll"),
            _way("end ends", f"{_ROUND}", "my"),
            _way("used", "everything all", "i've i"),
            _way("turn go round", "over done finished ended through", "my"),
            _way("next"),
            _way("done", "dusted"),
            _way("pass hand give", "on over", "it turn"),
            _way("it's", "all", "you yours"),
            _way("your over", "turn go you"),
        ),
        word_set(
            "any what had got can do doing need mine done finished ended left more else person please "
            "whoever who's player"
        ),
        never=(
            "all right",
            "that's for me",
            "on me",
            "to go",
            "let's go",
            "with me",
            "from here",
            "next to",
            "turn next",
            "all over",
            "stop you",
            "with you",
            *(f"‹who› {word}" for word in ("all", "is", "done", "finished", "turn", "go", "through")),
            *_DONE_FOR,
        ),
        last=True,
    ),
    "end_npc_turn": Gist(
        (
            _way("done finished through spent", f"{_HIM} that's that"),
            _way("that that's was", "it all everything", f"{_HIM}", "for from was him her them does did gets"),
            _way("nothing", "from for", _HIM),
            _way("had has used", "turn go", _HIM),
            _way("can't doesn't won't", "anything", "else more"),
        ),
        word_set("does did do gets had has can could turn go else more round well as moving move on next quarter side"),
        never=(
            "all right",
            "nothing to do",
            "all over",
            "well done",
            "been through",
            "on him",
            "a go",
            "done up",
            *_DONE_FOR,
        ),
        last=True,
    ),
    "end_encounter": Gist(
        (
            _way(_FIGHT, "over done finished ended ends end won through"),
            _way("no", "more", _FIGHT),
        ),
        word_set("the that's i'd call was one whole last of and with finally there before it's"),
        never=("turn over", "end turn", "over there", "over here"),
    ),
    "pause_encounter": Gist(
        (
            _way("time", "out"),
            _way(
                "freeze stop halt hold pause freezing pausing stopping holding",
                "everybody nobody fight encounter combat turns",
            ),
            _way("nobody", "hits moves attacks fights shoots swings strikes", "while now until anybody more anymore"),
            _way("no", "fighting", "moment now while minute"),
        ),
        word_set("moment second minute bit here there right weapons he she they it's talks talking speaks anybody"),
        never=("hold on", "stop it", "out of", "my time", "time to"),
    ),
    "resume_encounter": Gist(
        (
            _way(f"{_FIGHT} swords blades hitting punching fists blows", "back again on carry continue keep resume"),
            _way("talk talking talks chat truce pause parley parlay", "over finished"),
        ),
        word_set("each other go going keep where one another left"),
        never=("on the", "back to back", "again and again"),
    ),
    "start_encounter": Gist(
        (
            _way(
                "fight encounter combat brawl turns initiative battle",
                "that's this that it's it is we're into in on to have we've got",
            ),
        ),
        word_set(
            "new proper real serious full means becomes turned turning into starts begins some somebody everyone's"
        ),
        never=("to fight", "thank for", "in turns", "my turn", "your turn", "on the"),
    ),
    "begin_edge_saves": Gist(
        (_way("edge"),),
        word_set(
            "save saves roll rolls rolling need want give see first begin start with against wolves "
            "guards ogre what who do"
            " quick quickest fast each every one against find throw test tests dice hear what's how's time begins"
        ),
        never=("the edge", "edge of", "an edge", "on edge", "my edge", "edge is", "over edge"),
    ),
    "confirm_turn_order": Gist(
        (
            _way("begin begins start starts kick kicks open opens", "with you off first"),
            _way("you ‹who›", "first"),
            _way("‹who›", "opens begins starts leads"),
            _way("order", "stands settled set fixed done fine"),
            _way("lined sorted settled", "up everybody all"),
        ),
        word_set(
            "line lined sorted order round one two action fight take takes away kicks come with first how turn has it's"
            " who"
        ),
        never=("start with a", "go with", "first of", "thank you", "off you"),
    ),
    "end_opening_credits": Gist(
        (
            _way("title titles", "there's here's"),
            _way("titles credits", "over done end ended roll rolls rolled finished out no through past behind"),
            _way("freeplay", "into now on to we're start begin"),
        ),
        word_set("opening come go away more enough"),
    ),
    "return_to_freeplay": Gist(
        (
            _way("loose freely freeplay freeform", "again back now it's you we're all into"),
            _way("free", "wander roam"),
            _way("no out nobody", "turns turn"),
            _way("turns", "over done finished"),
            _way("back", "normal freeplay", "play freeplay normal"),
        ),
        word_set(
            "again are back more normal waiting into drop out play wander roam order from here on for like what do"
        ),
        never=("free action", "my turn", "your turn", "for free", "free beat"),
    ),
    "start_closing_credits": Gist(
        (_way("credits", "closing begin begins start starts end roll rolls come comes our that's where"),),
        word_set("closing end where these final begin begins start starts run"),
        never=("opening",),
    ),
    "end_episode": Gist(
        (_way("episode", "over done end ends ended finished that's dusted wrap wrapped"),),
        word_set("have conclude concludes this tonight's"),
        never=("last episode", "next episode"),
    ),
    "time_stands": Gist(
        (
            _way(
                "no not hardly barely", "time minute second moment", "pass passes passing going goes gap between by at"
            ),
            _way(
                "same very",
                "day morning evening night minute moment hour afternoon second",
                "pick start starts carry continue go begin begins later",
            ),
            _way(
                "straight right exactly directly immediately",
                "on where there here",
                "carry carries pick picks continue continues next starts start goes go stops",
            ),
        ),
        word_set(
            "next week session episode one stop stopped left from by before between again begin carries picks where"
        ),
    ),
    "time_passes": Gist(
        (
            _way(
                "week weeks day days month months year years while",
                "later pass passes go goes by between before gap ahead skip jump forward",
            ),
        ),
        word_set(
            "some few couple several many about half bit next one two three four five six seven eight "
            "ten see again until when meet"
            " episode session big little long whole another between good is there's in"
        ),
        never=("next week", "last week", "one day", "in days"),
    ),
    "apply_resets": Gist(
        (
            _way(
                "half everything nothing none full all",
                "back reset resets restored restore refill refilled recover recovered refresh topped top "
                "return returns",
            ),
            _way("half", "of", "everything stuff points"),
        ),
        word_set(
            "only get gets your stuff points comes come comes full fully whole half again each every "
            "one up it's goes this no"
        ),
        never=("go back", "going back", "back to", "look back"),
    ),
    "start_episode": Gist(
        (
            _way(
                "episode",
                "new next fresh first another second third number tonight tonight's today's begin begins start starts",
            ),
        ),
        word_set(
            "whole brand entirely completely totally what got ourselves called named welcome start starting begin "
            "comes up first title"
        )
        | frozenset(UNITS),
        never=("next time",),
    ),
}


def clauses(draft: Draft) -> Iterator[tuple[Word, ...]]:
    """Parts of the sentence of a match from pause to pause, alone and together; the last of a question asks."""
    words = draft.each.sentence.words
    ends = [0, *(at + 1 for at, word in enumerate(words) if word.pause and at + 1 < len(words)), len(words)]
    asks = draft.each.sentence.ending == "?"
    for start, end in combinations(ends[:_MOST_CLAUSES], 2):
        if end < len(words) or not asks:
            yield words[start:end]


def has_gist(draft: Draft, matter: str) -> bool:
    """Return True where a clause of the sentence says this and nothing else."""
    gist = GISTS[matter]
    named = _named(draft) if gist.people else frozenset()
    return any(
        _says(gist, [_WHO if word.start in named else word.text for word in clause])
        and _leads_on(draft, gist, clause, named)
        for clause in clauses(draft)
    )


_DEPENDS = word_set("if when whenever once until unless")


def _leads_on(draft: Draft, gist: Gist, clause: tuple[Word, ...], named: frozenset[int]) -> bool:
    """Return True where the words around a clause go with it: "I'm done here, let's leave the tavern" does not."""
    words = draft.each.sentence.words
    if any(word.text in _DEPENDS for word in words if word.start < clause[0].start):
        return False
    rest = [word for word in words if word.start > clause[-1].start]
    return not gist.last or not rest or rest[0].start in named or rest[0].text in _FOLLOWS


_FOLLOWS = word_set("somebody everybody") | word_set(
    "and because so since next who who's whose whoever whoever's over on you your you're i i'm "
    "i've nothing phew sorry thanks thank please that's"
)


def _named(draft: Draft) -> frozenset[int]:
    """Offsets of words that name somebody."""
    return frozenset(
        word.start
        for mention in draft.each.mentions
        if mention.of("player", "character", "npc", "creature", "group", "prepared")
        for word in draft.each.words(mention.at, mention.until)
    )


def _says(gist: Gist, texts: Sequence[str]) -> bool:
    said, line = set(texts), f" {' '.join(texts)} "
    if not texts or texts[0] in _OPEN or not said <= gist.words:
        return False
    if any(f" {phrase} " in line for phrase in gist.never):
        return False
    return any(all(words & said for words in way) for way in gist.ways)


def _own_gist(draft: Draft) -> bool:
    """Said by whoever has the Turn."""
    return own_turn(draft) and draft.speaker is not None and not _of_two(draft) and has_gist(draft, "end_turn")


def _of_two(draft: Draft) -> bool:
    """Return True where it is about the speaker and somebody named ("Rook and me, we're through")."""
    named, words = _named(draft), draft.each.sentence.words
    return any(
        words[at].text == "and"
        and any(
            one.text in {"me", "i"} and other.start in named for one, other in permutations(words[at - 1 : at + 2 : 2])
        )
        for at in range(1, len(words) - 1)
    )


def _npc_gist(draft: Draft) -> bool:
    """Said of the NPC whose Turn it is."""
    named = {_numbered(thing.name) for each in draft.heard.mentions() for thing in each.of("npc")}
    if named and active(draft) not in named:
        return False
    return own_turn(draft) and draft.speaker is not None and has_gist(draft, "end_npc_turn")


def _numbered(name: str) -> str:
    """A name as the rules write it: "Wolf Two" is Wolf 2."""
    head, _, last = name.rpartition(" ")
    number = value_of([last.casefold()]) if head else None
    return name if number is None else f"{head} {number}"


def _of(matter: str) -> Callable[[Draft], bool]:
    def check(draft: Draft) -> bool:
        draft.actor = draft.speaker
        return leads(draft) and has_gist(draft, matter)

    return check


def _resumed(draft: Draft) -> bool:
    """A fight that goes on, and whose Beat that costs where one person's Beat is named."""
    return leads(draft) and has_gist(draft, "resume_encounter") and _at_a_cost(draft)


def _at_a_cost(draft: Draft) -> bool:
    """Fill in the player whose Beat it costs that a fight goes on, if Beats are named; False where that stays open."""
    draft.actor = draft.speaker
    words = set(draft.words())
    if words & {"beat", "beats"} or (words & _ENDED_IT and draft.named_players()):
        people = draft.named_players()
        if len(people) != 1 or not words & (_COSTS | _ENDED_IT):
            return False
        draft.slots |= {"provoked_by": people[0], "beat_spent": True}
        draft.end = len(draft.heard.turn.text)
    return True


_COSTS = word_set("cost costs spends spent pays paid spend takes took uses used gone")
_ENDED_IT = word_set(
    "ended broke breaks ends attacked attacks shot shoots punch punched provoked provokes started sprang"
)


def _fight(draft: Draft) -> bool:
    """An Encounter, and who is in it."""
    return leads(draft) and has_gist(draft, "start_encounter") and cast(draft)


def _resets(draft: Draft) -> bool:
    """Fill in the amount that comes back, said by whoever leads."""
    return leads(draft) and has_gist(draft, "apply_resets") and resets(draft)


def _episode(draft: Draft) -> bool:
    """A new Episode, and what it is called."""
    return leads(draft) and has_gist(draft, "start_episode") and titled(draft)


_WITH_MORE = frozenset(
    {"end_turn", "end_npc_turn", "apply_resets", "start_episode", "start_encounter", "resume_encounter"}
)

CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "klepto_gist_own_turn": _own_gist,
    "klepto_gist_npc_turn": _npc_gist,
    "klepto_gist_resets": _resets,
    "klepto_gist_start_episode": _episode,
    "klepto_gist_start_encounter": _fight,
    "klepto_gist_resume_encounter": _resumed,
    "klepto_at_a_cost": _at_a_cost,
    **{f"klepto_gist_{matter}": _of(matter) for matter in GISTS if matter not in _WITH_MORE},
}
