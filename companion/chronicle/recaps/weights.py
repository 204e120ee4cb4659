"""Weights of the facts of the log for somebody who missed the evening."""

from companion.nlu.words import word_set

TURNING_POINTS = word_set(
    """
    conflict_called bid_pot_won conflict_fizzled challenge_scene_started challenge_cleared goal_completed
    group_goal_completed character_fell fate_chosen character_recovered principle_broken principle_resolved
    skill_learned connection_added connection_request_settled item_broken
    cold_open_played encounter_ended scene_played resolution_played combatant_added out_changed
    combat_ended died dying_started fainted stabilised tick_recorded
    stake_set stakes_ruled conflict_closed conflict_cancelled participant_harmed participant_destroyed
    participant_eliminated goal_reached fate_triggered sacrifice_promised narration_vetoed
    """
)
OUTCOMES = word_set(
    """
    roll_resolved bids_revealed challenge_reduced group_goal_reduced heart_damaged reward_claimed connection_changed
    connection_invoked skill_rank_raised skill_damaged get_moving_won
    test_resolved condition_gained pool_changed experience_gained episodic_ability_used deed_impossible fell
    environment_acted slow_action_resolved recovered
    check_resolved group_check_resolved wounds_taken hearts_healed spell_cast spell_fizzled evaded parried
    throw_resolved concealment_resolved
    bribe_accepted bribe_accepted_free token_awarded round_scored mooks_taken_out narration_taken cards_revealed
    victory_card_given card_declared
    """
)
SCENES = word_set(
    """
    scene_set challenge_scene_started scene_started episode_started encounter_started combat_started
    """
)
"""Kinds that begin another scene."""

_QUIET = word_set(
    """
    dice_requested dice_reported dice_rolled roll_step_changed session_started session_ended command_undone
    table_created player_seated player_added chips_dealt luck_rolled narration_passed narration_ended
    narrated_action_counted narration_limit_reached narration_task_queued action_order_announced bidding_opened
    reward_granted house_rule_changed state_corrected turn_prepared turn_started turn_ended round_started round_ended
    phase_changed check_rolled reaction_window_opened reaction_window_closed hands_dealt hands_refilled round_opened
    order_set order_changed order_decided stakes_locked narration_opened narration_finished card_pick_pending
    sitting_started presence_changed get_moving_called roll_off_opened scene_ended beat_spent unspent_beats
    priority_gained priority_passed action_spent hand_redrawn chips_transferred pool_tokens_added goal_reduced
    """
)


def weight_of(kind: str) -> float:
    """0 for what nobody needs to hear again, up to 4 for a turning point; kinds nobody knows matter a little."""
    if kind in TURNING_POINTS:
        return 4.0
    if kind in SCENES:
        return 2.5
    if kind in OUTCOMES:
        return 1.5
    return 0.0 if kind in _QUIET else 0.5
