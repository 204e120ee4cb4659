"""State of a table: goals, connections, pool, as far as the system's state has them."""

from typing import Any

from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class GoalStanding:
    """An aim with what is left of it; `owner` None for the group's."""

    text: str
    left: int
    initial: int
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Values that the notes compare between the start and the end of an evening.

    Attributes:
        goals: The group's first, then everybody's.
        connections: (player, name) to value.
        chips: (player, chips in hand), empty where the system has none.
        skills: Names of everybody's skills and items.
    """

    goals: tuple[GoalStanding, ...] = ()
    connections: tuple[tuple[str, str, int], ...] = ()
    chips: tuple[tuple[str, int], ...] = ()
    skills: tuple[str, ...] = ()

    def goal(self, owner: str | None, text: str) -> GoalStanding | None:
        """That aim of that player, None when there is none."""
        return next((goal for goal in self.goals if (goal.owner, goal.text) == (owner, text)), None)


def standing_of(state: Any) -> Standing:
    """Reads players, characters, goals and connections of a state; what a system does not have stays empty."""
    players = tuple(player for player in getattr(state, "players", ()) if hasattr(player, "name"))
    characters = {each.owner: each for each in getattr(state, "characters", ()) if hasattr(each, "owner")}
    group = tuple(
        GoalStanding(goal.text, goal.value_left, goal.value_initial) for goal in getattr(state, "group_goals", ())
    )
    own = tuple(
        GoalStanding(goal.text, goal.value_left, goal.value_initial, player.name)
        for player in players
        if player.name in characters
        for goal in getattr(characters[player.name], "goals", ())
    )
    known = tuple(
        (player.name, each.npc_name, each.value)
        for player in players
        if player.name in characters
        for each in getattr(characters[player.name], "connections", ())
    )
    chips = tuple((player.name, player.chips) for player in players if hasattr(player, "chips"))
    skills = tuple(
        skill.name
        for character in characters.values()
        for skill in (*getattr(character, "skills", ()), *getattr(character, "items", ()))
    )
    return Standing((*group, *own), known, chips, skills)
