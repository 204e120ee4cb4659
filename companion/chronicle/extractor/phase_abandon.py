"""Phase Abandon's notes beyond its sentences: scenes with conflicts, rolls in one line, chips, rewards."""

from collections.abc import Iterable
from typing import Any

from companion.chronicle.extractor.evening import Beat, SceneNote
from companion.chronicle.extractor.reading import EveningReader
from companion.chronicle.extractor.rolls import RollReader
from engine.phrase import plural


class PhaseAbandonReader(EveningReader):
    """Reads batches of Phase Abandon by the kinds of their events."""

    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        self._rolls = RollReader()
        self._conflict: list[Beat] = []
        self._bids: list[str] = []
        self._after: list[Beat] = []

    def _took_place(self, events: Iterable[Any]) -> None:
        batch = tuple(events)
        closing = any(event.kind == "session_ended" for event in batch)
        for event in batch:
            if closing and event.kind == "scene_ended":
                continue
            handler = getattr(self, f"_on_{event.kind}", None)
            if handler is not None:
                handler(event)
            elif not self._rolls.take(event, self._utterance) and event.kind not in _QUIET:
                self._fact(self._words(event))
        finished = self._rolls.finished()
        if finished is not None:
            self._log.rolls.append(finished)
            self._scene.beats.append(Beat("roll", finished.sentence(), finished.who, finished.utterances))
        self._scene.beats += self._after
        self._after = []

    def _find(self, key: str) -> SceneNote | None:
        return next((each for each in self._log.scenes if each.key == key), None)

    # scenes and conflicts

    def _on_scene_set(self, event: Any) -> None:
        scene = self._find(event.scene)
        if scene is None:
            scene = SceneNote(key=event.scene, set_by=event.set_by, utterances=self._cited)
            self._log.scenes.append(scene)
        if event.description:
            scene.description, scene.utterances = event.description, self._cited
        scene.combat = scene.combat or event.combat

    def _on_challenge_scene_started(self, event: Any) -> None:
        scene = SceneNote(event.scene, event.set_by, event.description, event.rating, event.combat)
        scene.conflict, self._conflict = tuple(self._conflict), []
        scene.utterances = self._cited
        self._log.scenes.append(scene)

    def _on_scene_ended(self, event: Any) -> None:
        scene = self._find(event.scene)
        if scene is not None and not scene.ended and str(event.status) == "LULLED":
            self._end(scene, "The scene ran its course")

    def _on_challenge_cleared(self, event: Any) -> None:
        scene = self._find(event.scene)
        if scene is not None:
            self._end(scene, f"{event.by} took the last of the challenge and wrapped it up")

    def _end(self, scene: SceneNote, how: str) -> None:
        scene.ended = how
        self._after.append(Beat("ended", how, None, self._cited))

    def _on_conflict_called(self, event: Any) -> None:
        about = f": {event.nature}" if event.nature else ""
        self._conflict, self._bids = [Beat("fact", f"{event.caller} called it{about}", event.caller, self._cited)], []

    def _on_bid_placed(self, _: Any) -> None:
        self._bids += self._cited

    def _on_bids_revealed(self, event: Any) -> None:
        text = "Bids: " + ", ".join(f"{bid.player} {bid.number}" for bid in event.bids)
        self._conflict.append(Beat("fact", text, None, tuple(self._bids)))
        for bid in event.bids:
            self._log.chips[bid.player] = self._log.chips.get(bid.player, 0) - bid.number

    def _on_bid_pot_won(self, event: Any) -> None:
        totals = ", ".join(f"{each.player} {each.number}" for each in event.totals)
        chips = "1 chip" if event.pot == 1 else f"{event.pot} chips"
        text = f"Rolled: {totals}. {event.winner} won {chips} and set the scene"
        self._conflict.append(Beat("fact", text, event.winner, self._cited))
        self._log.chips[event.winner] = self._log.chips.get(event.winner, 0) + event.pot

    def _on_conflict_fizzled(self, _: Any) -> None:
        self._fact(f"{'. '.join(beat.text for beat in self._conflict)}. Nobody bid, so it came to nothing")
        self._conflict = []

    # chips, goals, connections, people

    def _on_chips_transferred(self, event: Any) -> None:
        self._log.chips[event.from_], self._log.chips[event.to] = event.from_balance, event.to_balance

    def _on_chips_dealt(self, event: Any) -> None:
        self._log.chips[event.player] = event.chips

    def _on_state_corrected(self, event: Any) -> None:
        if event.path.endswith("chips") and event.player:
            self._log.chips[event.player] = int(event.new)
        thing = event.skill or event.goal or event.connection or event.path.rsplit(".", 1)[-1].replace("_", " ")
        whose = f"{event.player}: " if event.player else ""
        text = f"{whose}{thing} from {event.old} to {event.new}"
        self._log.corrections.append(Beat("fact", text, event.player, self._cited))

    def _on_get_moving_won(self, event: Any) -> None:
        text = f"{event.player} won the get-moving roll with {event.total}"
        self._log.openings.append(Beat("fact", text, event.player, self._cited))

    def _on_group_goal_completed(self, event: Any) -> None:
        self._fact(f"{event.by} reached the group goal “{event.goal}”", event.by)

    def _on_goal_completed(self, event: Any) -> None:
        self._fact(f"{event.character} reached a goal: “{event.goal}”")

    def _on_reward_claimed(self, event: Any) -> None:
        points = plural("{count} point", "{count} points", event.used)
        self._fact(f"{event.player}'s reward: {points} off “{event.goal}”", event.player)

    def _on_connection_added(self, event: Any) -> None:
        self._fact(f"{event.character} has a new connection: {event.npc_name}, at {event.value}")

    def _on_character_fell(self, event: Any) -> None:
        self._fact(f"{event.character} went down")

    def _on_fate_chosen(self, event: Any) -> None:
        self._fact(f"{event.character} {'died' if event.fate == 'die' else 'was out of the scene'}")

    def _on_improvement_granted(self, event: Any) -> None:
        who = self._players.get(event.character, event.character)
        self._log.improvement.append((who, event.from_luck + event.from_pool))


_QUIET = frozenset(
    (
        *("dice_requested", "dice_reported", "roll_off_opened", "roll_off_won", "get_moving_called"),
        *("narration_passed", "narration_ended", "narrated_action_counted", "narration_limit_reached"),
        *("narration_task_queued", "action_order_announced", "bidding_opened", "bid_placed"),
        *("session_started", "session_ended", "luck_rolled", "reward_granted", "goal_reduced", "command_undone"),
        *("table_created", "player_seated", "setting_finished", "character_created", "blurb_set", "skill_bought"),
        *("special_item_bought", "principle_added", "goal_added", "equipment_noted", "proposal_decided"),
        *("character_finished", "group_goal_added", "house_rule_changed", "connection_request_opened"),
    )
)
"""Kinds that need no line of their own: what they say shows elsewhere in the notes."""
