"""From what was filled in to a campaign file, and to what is wrong with it, field by field."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from companion.play.library import Library, library_of
from companion.play.ready import parts_of, ready_campaign, ready_heroes
from companion.play.setup_answers import Part, Refused, filled, none_of, players_of, put_into, refusal, value_of
from companion.web.setup_draft import SetupDraft
from companion.web.strings import words
from engine.form import Ask, Form
from engine.registry import find_ruleset, infos
from engine.ruleset import Ruleset

FIRST_SEATS = ("p1", "p2", "p3")
TABLE = "table"


@dataclass(frozen=True, slots=True)
class CheckedSetup:
    """Result of checking a draft.

    Attributes:
        data: The campaign file as far as it can be used.
        mistakes: What cannot be used, a sentence by field ("title", "player", "p2:character.skills").
    """

    data: dict[str, Any]
    mistakes: dict[str, str]


class CampaignSetup:
    """A draft as the system it names sees it.

    Args:
        draft: What was filled in.
        taken: Names other campaigns have.
    """

    def __init__(self, draft: SetupDraft, taken: Callable[[], Iterable[str]] = tuple) -> None:
        self.draft = draft
        self._taken = taken

    @property
    def ruleset(self) -> Ruleset[Any, Any, Any]:
        """The system chosen; the first one while none is."""
        slug, known = self.draft.first("game"), [each.slug for each in infos()]
        return find_ruleset(slug if slug in known else known[0])

    @property
    def form(self) -> Form:
        """Form with the questions of the system."""
        return self.ruleset.form

    @property
    def library(self) -> Library:
        """Library of the entries to choose from."""
        return library_of(self.ruleset)

    @property
    def seats(self) -> tuple[str, ...]:
        """Places at the table in order, by the name they keep when they are moved."""
        return tuple(self.draft.all("seat")) or FIRST_SEATS

    @property
    def names(self) -> dict[str, str]:
        """Names of the players by seat; seats nobody has been named for are left out."""
        named = zip(self.seats, self.draft.all("player"), strict=False)
        return {seat: name for seat, name in named if name}

    @property
    def master(self) -> str | None:
        """Seat of the game master; None where everybody runs a character."""
        if self.form.game_master is None:
            return None
        chosen = self.draft.first("master")
        return chosen if chosen in self.names else next(iter(self.names), None)

    @property
    def heroes(self) -> tuple[str, ...]:
        """Seats that run a character."""
        return tuple(seat for seat in self.names if seat != self.master)

    @property
    def preset(self) -> dict[str, Any]:
        """House rules that the chosen preset sets."""
        return dict(self.form.presets.get(self.draft.first(f"{TABLE}:preset.0"), {}))

    def asks(self, about: str) -> tuple[Ask, ...]:
        """Return the questions about a seat's character or about the table; presets are chosen with the house rules."""
        of_character = about != TABLE
        return tuple(ask for ask in self.form.asks if ask.of_character is of_character and ask.entry != "preset")

    def fill_in(self, data: Mapping[str, Any], names: Sequence[str]) -> None:
        """Fill the draft in with a campaign file.

        Args:
            data: The file.
            names: The players, in the file's order; whoever's name is empty does not play.
        """
        self.draft.fields = {}
        self.draft.put("game", data["game"])
        self.draft.put("title", data["title"])
        named = [(player, name) for player, name in zip(data["players"], names, strict=False) if name]
        seats = [f"p{place}" for place in range(1, len(named) + 1)]
        self.draft.put("seat", *seats)
        self.draft.put("player", *(name for _, name in named))
        for seat, (player, _) in zip(seats, named, strict=True):
            if player.get("role") == "gm":
                self.draft.put("master", seat)
            else:
                self.fill_hero(seat, player["character"])
        self.fill_world()

    def fill_hero(self, seat: str, hero: Mapping[str, Any]) -> None:
        """Fill a character in: its name, and the answers about it."""
        self.put_hero(seat, hero["name"], {ask.entry: parts_of(ask, {"character": hero}) for ask in self.asks(seat)})

    def put_hero(self, seat: str, name: str, answers: Mapping[str, Sequence[Part]]) -> None:
        """Fill a character in, part by part of each answer; an empty name and no answers clear the sheet."""
        self.draft.take({}, (f"{seat}:",))
        self.draft.put(f"{seat}:character.name", name)
        for ask in self.asks(seat):
            self._put_parts(f"{seat}:{ask.entry}", ask, answers.get(ask.entry, ()))

    def fill_world(self) -> None:
        """Fill in what nobody has answered about the world, as in the ready-made campaign of the game."""
        data = ready_campaign(self.ruleset.info.slug)
        for ask in self.asks(TABLE):
            if not self.draft.parts(f"{TABLE}:{ask.entry}", columns_of(ask)):
                self._put_parts(f"{TABLE}:{ask.entry}", ask, parts_of(ask, data))

    def fill_heroes(self) -> None:
        """Give everybody without a character a ready-made one that nobody has, while there are any."""
        ready = ready_heroes(self.ruleset.info.slug)
        taken = set(self.hero_names.values())
        free = iter([hero for hero in ready if hero["name"] not in taken])
        for seat in self.heroes:
            untouched = not any(
                any(values) for name, values in self.draft.fields.items() if name.startswith(f"{seat}:")
            )
            if untouched and (hero := next(free, None)) is not None:
                self.fill_hero(seat, hero)

    @property
    def hero_names(self) -> dict[str, str]:
        """Names of the characters by seat."""
        return {seat: self.draft.first(f"{seat}:character.name") for seat in self.heroes}

    def _put_parts(self, field: str, ask: Ask, parts: Sequence[Part]) -> None:
        for column in range(columns_of(ask) if parts else 0):
            self.draft.put(f"{field}.{column}", *(part[column] for part in parts))

    def check(self) -> CheckedSetup:
        """Everything that was filled in, as a campaign file, and what is wrong with it."""
        data: dict[str, Any] = {"game": self.ruleset.info.slug}
        mistakes: dict[str, str] = {}
        with _Noting(mistakes, "title"):
            data["title"] = self._title()
        with _Noting(mistakes, "player"):
            players_of(list(self.names.values()))
        data["players"] = [
            {"name": name, "role": "gm"} if seat == self.master else {"name": name} for seat, name in self.names.items()
        ]
        rules = dict(self._rules(mistakes))
        if rules:
            data["house_rules"] = rules
        if "player" not in mistakes:
            data = self._filled(data, mistakes)
        return CheckedSetup(data, mistakes)

    def _title(self) -> str:
        title = filled(self.draft.first("title"))
        if title.casefold() in {name.casefold() for name in self._taken()}:
            raise Refused(words("setup.taken", name=title))
        return title

    def _rules(self, mistakes: dict[str, str]) -> Iterator[tuple[str, Any]]:
        for setting in self.form.settings:
            said = self.draft.first(f"rule.{setting.name}")
            if said:
                value = setting.parse(said)
                if value is None:
                    mistakes[f"rule.{setting.name}"] = words("setup.rule_options", options=setting.options)
                else:
                    yield setting.name, value

    def _filled(self, data: dict[str, Any], mistakes: dict[str, str]) -> dict[str, Any]:
        """The file with every answer that can be used; put in one by one where the rules refuse one of them."""
        known = refusal(self.ruleset, data) if "title" in data else None
        whole = deepcopy(data)
        answers = list(self._answers(mistakes))
        for _, at, entry, value in answers:
            _put(whole, at, entry, value)
        problem = refusal(self.ruleset, whole)
        if problem is None or problem == known:
            return whole
        for field, at, entry, value in answers:
            _put(data, at, entry, value)
            if refusal(self.ruleset, data) == problem:
                mistakes.setdefault(field, problem)
                return whole
        mistakes.setdefault("review", problem)
        return whole

    def _answers(self, mistakes: dict[str, str]) -> Iterator[tuple[str, int | None, str, Any]]:
        """Answers that can be used: field, place of the player or None, entry and value."""
        order = list(self.names)
        for seat in self.heroes:
            field = f"{seat}:character.name"
            at = order.index(seat)
            answers: list[tuple[str, int | None, str, Any]] = []
            with _Noting(mistakes, field):
                answers.append((field, at, "character.name", self._character(seat)))
            answers += [each for ask in self.asks(seat) for each in self._answer(ask, seat, at, mistakes)]
            # A sheet with a mistake in it is left out whole: what the rules would miss on it is not what is wrong.
            if not any(name.startswith(f"{seat}:") for name in mistakes):
                yield from answers
        for ask in self.form.asks:
            if not ask.of_character:
                yield from self._answer(ask, TABLE, None, mistakes)

    def _answer(
        self, ask: Ask, about: str, at: int | None, mistakes: dict[str, str]
    ) -> Iterator[tuple[str, int | None, str, Any]]:
        field = f"{about}:{ask.entry}"
        parts = self.draft.parts(field, columns_of(ask))
        with _Noting(mistakes, field):
            yield field, at, ask.entry, value_of(ask, parts, self.library)

    def _character(self, seat: str) -> str:
        others = {name for other, name in self.names.items() if other != seat}
        before = self.heroes[: self.heroes.index(seat)]
        others |= {self.draft.first(f"{other}:character.name") for other in before} - {""}
        return none_of(others, self.draft.first(f"{seat}:character.name"))


class _Noting:
    """Notes what is refused inside it beside its field."""

    def __init__(self, mistakes: dict[str, str], field: str) -> None:
        self._mistakes = mistakes
        self._field = field

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, problem: object, trace: object) -> bool:
        if isinstance(problem, Refused):
            self._mistakes[self._field] = problem.message
        return isinstance(problem, Refused)


def _put(data: dict[str, Any], at: int | None, entry: str, value: Any) -> None:
    put_into(data if at is None else data["players"][at], entry, value)


def columns_of(ask: Ask) -> int:
    """Fields a part of an answer is filled in with."""
    return len(ask.columns) or (2 if ask.shape == "numbered" else 1)
