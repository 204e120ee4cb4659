"""View of a table of Phase Abandon, in short names for tests."""

from typing import Any

from engine.history import History
from engine.systems.phase_abandon import derived
from engine.systems.phase_abandon.system import RULESET


class View:
    """Reads a history; changes nothing."""

    history: History[Any, Any, Any]
    events: tuple[Any, ...]

    @property
    def state(self) -> Any:
        return self.history.state

    @property
    def log(self) -> tuple[Any, ...]:
        """Every event that counts."""
        return self.history.events

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def chips(self) -> dict[str, int]:
        return {player.name: player.chips for player in self.state.players}

    @property
    def setting_chips(self) -> dict[str, int]:
        return {player.name: player.setting_chips for player in self.state.players}

    @property
    def locks(self) -> dict[str, int]:
        return {detail.text: detail.lock for detail in self.state.setting_details}

    @property
    def asked(self) -> list[tuple[str, int, str]]:
        """Dice the table owes: player, number, purpose."""
        return [(each.roller, each.count, str(each.purpose)) for each in RULESET.open_rolls(self.state)]

    @property
    def candidates(self) -> list[str]:
        """Players of the running roll-off who still have to throw or are compared, in seat order."""
        return list(self.state.roll_off.candidates) if self.state.roll_off else []

    @property
    def bidders(self) -> list[str]:
        return list(self.state.conflict.bidders)

    @property
    def roll(self) -> Any:
        return self.state.roll

    @property
    def step(self) -> str:
        return self.roll.step.value

    @property
    def faces(self) -> list[int]:
        """Faces of the live roll's own dice, cancelled ones left out."""
        return [die.face for die in self.roll.dice if die.live]

    @property
    def outcome(self) -> str:
        return self.last("RollResolved").outcome.value

    @property
    def tally(self) -> tuple[int, int]:
        """Successes and failures of the latest resolved roll."""
        resolved = self.last("RollResolved")
        return resolved.successes, resolved.failures

    @property
    def holder(self) -> str | None:
        return RULESET.narration(self.state).holder

    @property
    def kind(self) -> str | None:
        return self.state.narration.kind.value if self.state.narration else None

    @property
    def actions(self) -> int | None:
        return self.state.narration.actions_allowed

    @property
    def now(self) -> tuple[str | None, str | None, int | None]:
        """Holder, kind of narration, actions allowed."""
        return self.holder, self.kind, self.actions

    @property
    def reason(self) -> str:
        return self.state.narration.reason

    @property
    def obligations(self) -> list[str]:
        return [each.kind.value for each in self.state.narration.obligations] if self.state.narration else []

    @property
    def order(self) -> list[str]:
        return list(self.last("ActionOrderAnnounced").players)

    @property
    def challenge(self) -> int:
        return self.state.scene.challenge_left

    @property
    def pool(self) -> int:
        return self.state.party_pool

    @property
    def current_group_goal(self) -> str | None:
        goal = self.state.current_group_goal
        return goal.text if goal else None

    def group_goal(self, text: str) -> int:
        return next(goal.value_left for goal in self.state.group_goals if goal.text == text)

    def character(self, player: str) -> Any:
        return self.state.character_of(player)

    def status(self, player: str) -> str:
        return self.character(player).status.value

    def heart(self, player: str) -> int:
        return self.character(player).heart

    def luck(self, player: str) -> int | None:
        return self.character(player).luck

    def skill(self, player: str, name: str) -> Any:
        character = self.character(player)
        return next(each for each in (*character.skills, *character.items) if each.name == name)

    def level(self, player: str, name: str) -> int:
        return derived.level(self.skill(player, name), self.state.house_rules)

    def threshold(self, player: str, name: str) -> int:
        return derived.threshold(self.skill(player, name), self.state.house_rules)

    def goal(self, player: str, text: str) -> Any:
        return next(goal for goal in self.character(player).goals if goal.text == text)

    def connection(self, player: str, npc: str) -> int:
        return next(each.value for each in self.character(player).connections if each.npc_name == npc)

    # -- what happened ---------------------------------------------------------------------------------------

    def last(self, event: str) -> Any:
        """The latest event of a class."""
        return next(each for each in reversed(self.log) if type(each).__name__ == event)

    def count(self, event: str, **fields: Any) -> int:
        """Count the events of a class, with these fields, that count."""
        return sum(
            type(each).__name__ == event and all(getattr(each, name) == value for name, value in fields.items())
            for each in self.log
        )

    def happened(self, event: str, **fields: Any) -> bool:
        return self.count(event, **fields) > 0

    def sequence(self, *events: str) -> list[str]:
        """Names among these of the latest command's events, each once, in their order."""
        names = [type(each).__name__ for each in self.events]
        return list(dict.fromkeys(name for name in names if name in events))

    def describe(self, event: Any) -> str:
        return RULESET.describe(event)

    def public_texts(self, since: str) -> list[str]:
        """Descriptions of the public events after the latest of a class."""
        log = self.log
        start = max(at for at, each in enumerate(log) if type(each).__name__ == since)
        return [RULESET.describe(each) for each in log[start:] if each.visibility == "public"]
