"""Reasons and events in words. The terms are the model's; only their wording is decided here.

`tests/test_encoding.py` checks that these tables and the terms in `asp/` are the same set.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import clingo

from pyengine.compiler import mana
from pyengine.solving.solver import function

REASONS: dict[tuple[str, int], str] = {
    ("same_object", 1): "{0} is both the object the counter is on and the object to put it on",
    ("lacks", 2): "{0} has no {1} counter",
    ("no_counters", 1): "{0} has no counters",
    ("cant_put", 4): "{1} counters can't be put on {0}: {2} says so ({3})",
    ("not_as_it_asks", 1): "the activation condition of {0} is not met",
    ("cant_fight", 4): "{0} can't {1}: {2} says so ({3})",
    ("cant_remove", 4): "{1} counters can't be removed from {0}: {2} says so ({3})",
    ("cost_not_paid", 0): "a cost of it could not be paid",
    ("cost_cant_happen", 0): "a cost can't be paid if a part of it is impossible",
    ("too_few", 3): "the cost is {1} such counters, and only {2} can be removed from {0}",
    ("zero", 1): "the number of {0} counters to put is zero",
    ("too_few_for_each", 2): "{0} counters can't be distributed among {1}, each of which gets at least one",
    ("already_monstrous", 1): "{0} is already monstrous",
    ("already_renowned", 1): "{0} is already renowned",
    ("other_level", 2): "{0} is level {1}; this ability can be activated only at the level below its own",
    ("has_already", 2): "{0} already has a {1} counter",
    ("no_creature", 1): "{0} doesn't control a creature",
    ("has_army", 1): "{0} already controls an Army",
    ("no_army", 1): "{0} doesn't control an Army",
    ("not_another", 1): "{0} is the supporting permanent; it supports only other creatures",
    ("too_many_named", 2): "{0} creatures are named, but support puts counters on at most {1}",
    ("phased_out", 1): "{0} is phased out and treated as though it does not exist",
    ("does_not_exist", 1): "{0} no longer exists",
    ("is_component", 2): "{0} is a component of {1}, not an object of its own",
    ("no_characteristics", 1): "{0} is face down in exile and has no characteristics",
    ("has_lost", 1): "{0} has lost the game",
    ("game_ended", 0): "the game has ended",
    ("not_an_object", 1): "{0} is a player; counters move between objects only",
    ("not_there", 2): "{0} has left the zone it was in ({1}) and is a new object",
    ("has_not_left", 1): "{0} is still on the battlefield; its counters can be put elsewhere only after it has left",
    ("had_none", 1): "{0} had no such counters when it last left the battlefield",
    ("not_on_battlefield", 1): "{0} is not on the battlefield",
    ("on_battlefield", 1): "{0} is already on the battlefield",
    ("token", 1): "{0} is a token that has left the battlefield",
    ("indestructible", 1): "{0} is indestructible",
    ("already_tapped", 1): "{0} is already tapped",
    ("already_untapped", 1): "{0} is already untapped",
    ("not_phased_out", 1): "{0} is not phased out",
    ("not_a_creature", 1): "{0} is not a creature",
    ("battle", 1): "{0} is a battle, which can't attack",
    ("tapped", 1): "{0} is tapped",
    ("not_their_turn", 1): "it is not the turn of the controller of {0}",
    ("summoning_sick", 1): "{0} came under its controller's control this turn and has no haste",
    ("defender", 1): "{0} has defender",
    (
        "not_attackable",
        2,
    ): "{1} can't attack {0}: a creature attacks an opponent, a planeswalker of an opponent, or a battle "
    "that an opponent protects",
    (
        "attacks_which",
        1,
    ): "name what {0} attacks, as in 'attack bob with'; there are several possibilities, or none",
    ("not_in_step", 1): "this declaration belongs to the {0} step; go to that step first",
    ("defends_nothing", 1): "no creature attacks {0} or a permanent that {0} controls or protects",
    ("declared_already", 1): "the {0} of this step are already declared",
    ("battle_cant_block", 1): "{0} is a battle, which can't block",
    ("decayed", 1): "{0} has decayed and can't block",
    ("not_attacking", 1): "{0} is not attacking",
    (
        "attacks_others",
        2,
    ): "{0} attacks neither the controller of {1} nor a permanent that this player controls or protects",
    ("blocks_several", 1): "{0} would block more than one creature",
    ("evades", 3): "{1} can't block {0}, which has {2}",
    ("only_shadow", 2): "{0} has shadow and can't block {1}, which has none",
    ("menace", 1): "{0} has menace: only two or more creatures can block it",
    ("takes_no_damage", 1): "{0} is not a creature, planeswalker or battle",
    ("zero_damage", 1): "{0} would deal 0 damage, so it deals no damage",
    ("already_face_up", 1): "{0} is already face up",
    ("already_face_down", 1): "{0} is already face down",
    ("instant_or_sorcery", 1): "{0} is an instant or sorcery card: it is revealed and stays face down",
    ("unknown_card", 1): "the identity of {0} is hidden from the player who asks",
    ("not_a_player", 1): "{0} is not a player",
    ("not_controlled", 2): "{1} does not control {0}",
    ("no_such_ability", 3): "{0} has no ability {1} that can be activated{2}",
    ("unread_ability", 3): "ability {1} of {0} is not modelled: {2}",
    ("has_no_such", 2): "{0} has no ability that lets a player {1} it",
    ("works_elsewhere", 3): "ability {1} of {0} can't be activated from the {2}",
    ("activated_before", 1): "this ability of {0} can be activated only once, and it has been activated",
    ("activated_already", 1): "an ability of {0} like this has already been activated this turn",
    ("empty_stack", 0): "nothing is on the stack",
    ("no_performer", 0): "no player has priority",
    ("no_target", 0): "there is no legal target",
    ("other_controller", 2): "{0} and {1} have different controllers",
    ("share_no_type", 2): "{0} and {1} share no permanent type",
    ("not_a_target", 1): "{0} is not a legal target: it does not match the description",
    ("untargetable", 1): "{0} can't be the target of this spell or ability",
    ("too_many_targets", 1): "more targets are named than it has ({0})",
    ("too_few_targets", 2): "it has at least {0} {0:target|targets}, and {1} {1:is|are} named",
    ("modes_unsaid", 0): "it has modes; choose them before the targets: 'choosing mode 1 targeting ...'",
    ("no_such_modes", 0): "these modes can't be chosen for it",
    ("target_twice", 1): "{0} is named twice, but the targets must be different",
    ("no_priority", 1): "{0} does not have priority",
    ("no_procedure", 2): "{0} would have no {1} cost if it were face up",
    ("chosen_as_team", 2): "{0} and {1} are one team, which is chosen once",
    ("not_for_nothing", 1): "{0} can't be turned face up for nothing",
    ("not_manifested", 1): "{0} is neither manifested nor cloaked",
    ("not_a_creature_card", 1): "{0} is not represented by a creature card",
    ("no_mana_cost", 1): "{0} has no mana cost",
    ("no_such_part", 2): "{0} can't be cast as {1} here",
    ("cast_by_halves", 1): "{0} is a split card; one of its halves is cast",
    ("cant_turn_up", 3): "{0} can't be turned face up: {1} says so ({2})",
    ("cant_be_countered", 3): "{0} can't be countered: {1} says so ({2})",
    ("must_block", 3): "{0} must block if able: {1} says so ({2})",
    ("must_attack", 3): "{0} must attack if able: {1} says so ({2})",
    ("too_little_mana", 1): "the mana of {0} can't pay the cost",
    (
        "no_mana_source",
        1,
    ): "{0} makes no mana for the player who pays; say 'sacrificing {0}' for what else a cost takes",
    ("not_for_cost", 2): "{0} is not a choice for any part of the cost that says to {1}",
    ("too_many_for_cost", 3): "the cost says to {0} {1}, and {2} are named",
    ("two_costs", 2): "{0} can't be cast without paying its mana cost and for a cost of {1} as well",
    ("condition_unmet", 2): "the condition on which {0} has a cost of {1} is not met",
    ("no_such_cost", 2): "{0} can't be cast for a cost of {1}",
    ("cant_be_kicked", 2): "{0} can't be kicked {1} {1:time|times}",
    ("too_little_life", 2): "{0} doesn't have enough life to pay",
    ("none_to_put_on", 2): "the cost is to put a {1} counter on a permanent, and {0} has none that can get it",
    ("too_few_to_pay", 4): "the cost is to {1} {2}, and {0} has {3}",
    ("too_few_counters", 3): "the cost is to remove {1} such {1:counter|counters}, and {0} can remove {2}",
    ("too_little_power", 3): "the cost is to tap creatures with total power {1}, and {0} can tap {2}",
    ("x_is_zero", 1): "the X that {0} chooses can't be 0",
    ("no_x", 1): "the cost has no X for {0} to choose",
    ("may_not_look", 2): "{1} may not look at {0}",
    ("double_faced", 1): "{0} is double-faced and can't be turned face down",
    ("never_starts", 1): 'the effect on {0} ends at once: its "for as long as" condition is false',
    ("not_double_faced", 1): "{0} is not double-faced",
    ("transformed_since", 1): "{0} has transformed since this ability was put onto the stack",
    ("face_down", 1): "{0} is face down",
    ("no_face_down_permission", 1): "nothing lets {0} be cast face down",
    ("is_land", 1): "{0} is a land card; lands are not cast",
    ("not_castable_from", 2): "nothing lets the player cast {0} from the {1}",
    ("not_playable_from", 2): "nothing lets the player play {0} from the {1}",
    ("no_land", 1): "{0} is not a land card; only lands are played",
    ("no_land_behind", 1): "{0} is not a modal double-faced card with a land on its back",
    ("played_already", 1): "{0} has played a land this turn",
    ("cant_activate", 3): "the abilities of {0} can't be activated: {1} says so ({2})",
    ("prohibited_cast", 3): "{0} can't be cast: {1} says so ({2})",
    ("no_legend", 2): "{0} is legendary, and {1} controls no legendary creature or planeswalker",
    (
        "split_second",
        2,
    ): "{1} has split second: while it is on the stack, only mana abilities can be used",
    (
        "wrong_time",
        1,
    ): "{0} can be cast, played or activated only in the player's main phase while the stack is empty",
    ("only_then", 2): "{0} allows this only during {1}",
    ("not_on_stack", 1): "{0} is not on the stack",
    ("is_combat_damage", 1): "{0} is combat damage, which is neither a spell nor an ability",
    ("not_on_top", 2): "{1} is above {0} on the stack",
    ("empty_library", 1): "the library of {0} is empty",
    ("no_card_given", 1): "the board does not list any card of the library of {0}",
    ("empty_hand", 1): "{0} has no cards in hand",
    ("not_in_hand", 1): "{0} is not in a hand",
    ("not_owned", 2): "{0} is not a card of {1}",
    ("too_few_cards", 3): "the cost is {1} {1:card|cards}, and {0} has {2} there",
    ("not_a_card", 1): "{0} is a token and not a card",
    ("nothing_to_enchant", 1): "there is no permanent or player that {0} could enchant",
    ("not_a_permanent_card", 1): "{0} is an instant or sorcery card and can't enter the battlefield",
    ("cant_enter", 3): "{0} can't enter the battlefield: {1} says so ({2})",
    ("not_face_down_in_exile", 1): "{0} is not face down in exile",
    ("not_in_exile", 1): "{0} is not in exile",
    ("no_such_pile", 1): "there is no pile {0}",
    ("cant_be_attached", 2): "{0} can't be attached to {1}",
    ("is_no", 2): "{0} is not a {1}",
    ("already_there", 2): "it is already this step or phase of {1} ({0})",
    ("stack_not_empty", 1): "{0} is on the stack; a step or phase ends only when the stack is empty",
    ("has_triggered", 1): "an ability of {0} has triggered and must resolve before the step or phase ends",
}
"""Why something can't be done: name and arity of the reason term, and its wording."""

EVENTS: dict[tuple[str, int], str] = {
    ("moved", 4): "{3} {2} {3:counter moves|counters move} from {0} to {1}",
    ("removed", 4): "{2} {1} {2:counter is|counters are} removed from {0}",
    ("put", 4): "{2} {1} {2:counter is|counters are} put on {0} by {3}",
    ("put_none", 2): "no {1} counters are put on {0}: replacement effects left none",
    ("not_put", 4): "{1} counters are not put on {0}: {2} says they can't ({3})",
    ("cant_put", 4): "the {1} counters are lost: they can't be put on {0} ({2}, {3})",
    ("replaced", 7): "{2} changes {5} {4} {5:counter|counters} for {1} to {6} ({3})",
    ("more_tokens", 3): "{0} makes it {2} times as many tokens ({1})",
    ("fewer", 4): "{0} has only {3} {1} {3:counter|counters}, not {2}; the rest is ignored",
    ("ignored", 4): "an impossible part is ignored: {2}",
    (
        "ceased",
        3,
    ): "{2} {1} {2:counter|counters} on {0} {2:ceases to exist; it is|cease to exist; they are} not removed",
    ("remain", 3): "{2} {1} {2:counter remains|counters remain} on {0} as it changes zones",
    ("enters_with", 4): "{0} would enter with {2} {1} {2:counter|counters}",
    ("got_emblem", 2): "{0} gets the emblem {1}",
    ("may_play", 2): "{0} may play {1} while it stays there",
    ("enters", 1): "{0} enters the battlefield",
    ("enters_tapped", 1): "{0} enters tapped",
    ("goes_to", 2): "{0} goes to {1}",
    ("destroyed", 1): "{0} is destroyed",
    ("sacrificed", 1): "{0} is sacrificed",
    ("exiled_leaving", 1): "{0} is exiled instead of going anywhere else from the battlefield",
    ("exiled_instead", 1): "{0} is exiled instead of going to the graveyard",
    ("exiled_by", 3): "{0} is exiled instead of going to the graveyard: {1} ({2})",
    ("shuffled_by", 3): "{0} is shuffled into its owner's library instead of going to the graveyard: {1} ({2})",
    ("exiled_with", 3): "{0} is exiled with {2} {1} {2:counter|counters} on it",
    ("counters_instead", 3): "counters are put instead of damage to {0}: {1} ({2})",
    ("removes_instead", 3): "damage to {0} is replaced by removing counters from it: {1} ({2})",
    ("all_the_same", 3): "the damage to {0} can't be prevented; {1} still has its other effects ({2})",
    ("instead_of_destruction", 2): "{0} is not destroyed: {1} instead",
    ("removed_instead_of_destruction", 3): "{0} is not destroyed; counters are removed instead: {1} ({2})",
    ("prevented", 1): "the damage to {0} is prevented",
    ("not_prevented", 1): "the damage to {0} can't be prevented; a shield counter is still removed",
    ("redirected", 3): "the damage of {0} to {1} is dealt to {2} instead",
    ("dealt", 3): "{0} deals {2} damage to {1}",
    ("damage_resolves", 0): "the combat damage on the stack resolves",
    ("damage_assigned", 3): "{0} assigns {2} combat damage to {1}",
    ("damage_gives", 4): "{0} gives {1} {3} {2} {3:counter|counters} by its damage",
    ("lost_life", 2): "{0} loses {1} life",
    ("doesnt_untap", 3): "{0} doesn't untap: {1} says so ({2})",
    ("flipped", 2): "{0} flips a coin: {1}",
    ("looked_at_hand", 2): "{0} looks at the hand of {1}",
    ("wins_game", 1): "{0} wins the game",
    ("loses_game", 1): "{0} loses the game",
    ("kept_tapped", 1): "{0} stays tapped, as its controller chooses",
    ("stays_tapped", 1): "{0} stays tapped: its stun counters replace untapping",
    ("tapped", 1): "{0} becomes tapped",
    ("untapped", 1): "{0} becomes untapped",
    ("phased_out", 1): "{0} phases out",
    ("phased_in", 1): "{0} phases in",
    ("control", 2): "{0} gains control of {1}",
    ("attached", 2): "{0} becomes attached to {1}",
    ("becomes_monstrous", 1): "{0} becomes monstrous",
    ("gains_level", 2): "{0} becomes level {1}",
    ("becomes_renowned", 1): "{0} becomes renowned",
    ("proliferated", 1): "{0} is chosen to proliferate",
    ("began", 2): "the {0} step or phase of {1} begins",
    ("turn_began", 1): "a turn of {0} begins",
    ("skipped", 2): "the {0} step of {1} is skipped",
    ("attacked", 1): "{0} attacks",
    ("blocked", 2): "{0} blocks {1}",
    ("untap_stopped", 1): "{0} will not untap in its controller's next untap step",
    ("untap_skipped", 1): "{0} will skip the next untap step",
    ("extra_turn", 1): "{0} is to take an extra turn after this one",
    ("none_declared", 2): "no {0} are declared by {1}",
    ("turned_face_up", 1): "{0} is turned face up",
    ("turned_face_down", 1): "{0} is turned face down",
    ("revealed", 1): "{0} is revealed",
    ("turned_up_with", 4): "{0} gets {2} {1} {2:counter|counters} as it is turned face up",
    ("becomes_copy", 2): "{0} becomes a copy of {1}",
    ("gains", 2): "{0} gains {1}",
    ("looked", 2): "{0} looks at {1}",
    ("merged", 3): "{0} merges with {1}, {2} it",
    ("shows_face_up", 1): "{0} is now face up, but it was not turned face up",
    ("activated", 3): "{2} activates an ability of {0} ({1})",
    ("targeted", 3): "{0} targets {2} ({1})",
    ("put_attacking", 2): "{0} enters attacking {1}",
    ("new_target", 2): "the new target of {0} is {1}",
    ("drawn_game", 0): "the same position returns: this loop has only mandatory actions, so the game is a draw",
    ("comes_round", 0): "the same position returns: a player's choice can end this loop, after any number of rounds",
    (
        "grown",
        3,
    ): "this continues in the same way, with {2} more {1} counters on {0} than some rounds ago; that may end it",
    (
        "life_changes",
        2,
    ): "this continues in the same way, with a change of {1} in the life of {0}; that may end it",
    ("put_on_stack", 3): "the triggered ability of {0} is put on the stack, controlled by {2} ({1})",
    ("removed_from_stack", 2): "the triggered ability of {0} has no target and is removed from the stack ({1})",
    ("mode_chosen", 3): "{2} chooses mode {1} for {0}",
    ("begins_resolving", 2): "{0} begins to resolve ({1})",
    ("condition_fails", 2): "the condition of an ability of {0} is no longer true, so the ability does nothing ({1})",
    ("triggered_at_once", 2): "an ability of {0} triggers, since its action was done ({1})",
    ("exiled_until", 2): "{0} stays exiled until {1} leaves the battlefield",
    ("returns_now", 2): "{0} returns, as {1} has left the battlefield",
    ("sets_up", 2): "{0} sets up a delayed triggered ability ({1})",
    ("not_paid", 2): "{0} does not pay for {1}",
    ("removed_from_combat", 1): "{0} is removed from combat",
    ("takes_form", 3): "{0} becomes {1}/{2} as it is turned face up",
    ("chosen_word", 3): "{2} is chosen, a {1}, as {0} enters",
    ("forms", 3): "{0} becomes {1}/{2} as it enters",
    ("left_game", 1): "{0} leaves the game",
    ("ability_ceases", 1): "the ability {0} ceases to exist",
    ("game_ends", 0): "the game ends",
    ("played", 2): "{1} plays {0}",
    ("keeps_priority", 1): "{0} has priority afterwards",
    ("passed", 1): "{0} passes priority",
    ("paid_mana", 2): "{0} pays {1}",
    ("tapped_for_mana", 2): "{0} is tapped for {{{1}}}",
    ("more_mana", 3): "more mana is added as {0} is tapped for mana: {1} says so ({2})",
    ("made_mana", 3): "{1} gets {2} of {0}",
    ("kicked", 2): "{0} is kicked{1:|, {1} times}",
    ("paid_besides", 3): "the {1} cost of {0} is paid{2:| {2} times}",
    ("cast_for", 2): "{0} is cast for its {1} cost",
    ("cast_as_part", 2): "{0} is cast as {1}",
    ("went_on_adventure", 1): "{0} goes on an adventure: it may be cast from exile",
    ("tapped_for_snow", 1): "{0} is tapped for snow mana",
    ("got_mana", 2): "{0} gets {1}",
    ("chose_x", 2): "{0} chooses {1} for X",
    ("gained_life", 2): "{0} gains {1} life",
    ("discarded", 1): "{0} is discarded",
    ("convoked", 1): "{0} is tapped to convoke",
    ("improvised", 1): "{0} is tapped to improvise",
    ("delved", 1): "{0} is exiled from a graveyard to delve",
    ("set_aside", 3): "{1} exiles {0} from the hand by {2}",
    ("cycled", 1): "{0} is cycled",
    ("effect_begins", 1): "{0}",
    ("fought", 2): "{0} and {1} fight",
    ("saw", 2): "{0} looks at {1}",
    ("scried", 2): "{0} scries {1}",
    ("surveiled", 2): "{0} surveils {1}",
    ("put_on_bottom", 1): "{0} is put on the bottom of the library",
    ("explores", 1): "{0} explores",
    ("earthbends", 1): "{0} earthbends",
    ("empowers_jace", 1): "{0} empowers Jace",
    ("connives", 1): "{0} connives",
    ("drew", 2): "{0} draws {1}",
    ("drew_none", 1): "{0} draws from an empty library and will lose the game",
    ("milled", 1): "{0} is milled",
    ("dredged", 2): "{0} dredges: {1} returns to the hand instead of a card being drawn",
    ("cast", 2): "{1} casts {0}",
    ("cast_face_down", 3): "{1} casts {0} face down ({2})",
    ("resolves", 1): "{0} resolves",
    ("countered", 1): "{0} is countered",
    ("exiled_card_turned_up", 1): "{0} is turned face up in exile just before it is cast",
    ("exiled_face_down", 1): "{0} is exiled face down",
    ("searched", 1): "{0}'s library is searched",
    ("chosen", 1): "{0} is chosen",
    ("shuffled", 1): "{0} is shuffled",
    ("library_shuffled", 1): "{0}'s library is shuffled",
    ("manifested", 2): "{0} is put onto the battlefield face down ({1})",
    ("manifested_next", 1): "{0} is the next card, put onto the battlefield after the one before it",
    ("exiled_again", 1): "{0} was in exile already and is a new object",
    ("enters_face_down", 1): "{0} is turned face down before it enters",
    ("manifested_dread", 1): "{0} has manifested dread",
    ("transformed", 1): "{0} transforms",
    ("created", 2): "{1} creates the token {0}",
    ("copied_spell", 2): "{0}, a copy of {1}, is put onto the stack",
    ("becomes_token", 1): "{0} becomes a token",
    ("illegal_target", 2): "{1} is no longer a legal target of {0}",
    ("does_not_resolve", 1): "{0} does not resolve: all its targets are illegal",
    ("triggered", 4): "an ability of {0} triggers{3:|, {3} times,} as {2} ({1})",
    ("state_based_action", 1): "state-based action: {0}",
}
"""Events: name and arity of the term, and its wording."""

ACTIONS: dict[tuple[str, int], str] = {
    ("annihilate", 2): "{1} +1/+1 {1:counter|counters} and {1} -1/-1 {1:counter|counters} are removed from {0}",
    ("surplus", 3): "{2} {1} {2:counter|counters} above the maximum {2:is|are} removed from {0}",
    ("lose", 1): "{0} loses the game",
    ("cease", 1): "{0} ceases to exist",
    ("put_into_graveyard", 1): "{0} is put into its owner's graveyard",
    ("destroy", 1): "{0} is destroyed",
    ("sacrifice", 1): "{0} is sacrificed",
    ("unattach", 1): "{0} becomes unattached",
}
"""State-based actions."""

TRIGGERS: dict[tuple[str, int], str] = {
    ("put", 1): "counters are put on {0}",
    ("removed", 1): "counters are removed from {0}",
    ("last_removed", 1): "the last counter is removed from {0}",
    ("nth", 2): "counter number {1} is put on {0}",
    ("dies", 1): "{0} dies",
    ("leaves", 1): "{0} leaves the battlefield",
    ("enters", 1): "{0} enters the battlefield",
    ("turned_up", 1): "{0} is turned face up",
    ("turned_down", 1): "{0} is turned face down",
    ("dread", 1): "{0} manifests dread",
    ("cast", 1): "{0} is cast",
    ("attacked", 1): "{0} attacks",
    ("blocks", 1): "{0} blocks",
    ("becomes_blocked", 1): "{0} becomes blocked",
    ("unattached", 2): "{0} becomes unattached from {1}",
    ("blocks_one", 2): "{0} blocks {1}",
    ("blocked_by_one", 2): "{0} becomes blocked by {1}",
    ("targeted", 2): "{0} becomes the target of {1}",
    ("begins", 2): "the {1} step or phase of {0} begins",
    ("becomes_tapped", 1): "{0} becomes tapped",
    ("becomes_untapped", 1): "{0} becomes untapped",
    ("becomes_level", 1): "{0} gains a level",
    ("becomes_monstrous", 1): "{0} becomes monstrous",
    ("explored", 1): "{0} explores",
    ("lost_control", 1): "its controller loses control of {0}",
    ("earthbends", 1): "{0} earthbends",
    ("fights", 1): "{0} fights",
    ("evolves", 1): "{0} evolves",
    ("exploits", 1): "{0} exploits a creature",
    ("connived", 1): "{0} connives",
    ("blighted", 1): "{0} blights",
    ("proliferated", 1): "{0} proliferates",
    ("trains", 1): "{0} trains",
    ("exhausts", 1): "{0} activates an exhaust ability",
    ("becomes_renowned", 1): "{0} becomes renowned",
    ("phases_in", 1): "{0} phases in",
    ("scries", 1): "{0} scries",
    ("surveils", 1): "{0} surveils",
    ("flipped", 1): "{0} wins a coin flip",
    ("tapped_by", 2): "{1} taps {0}",
    ("unblocked", 1): "{0} attacks and isn't blocked",
    ("exiled", 1): "{0} is put into exile",
    ("created", 1): "{0} is created",
    ("left_graveyard", 1): "{0} leaves a graveyard",
    ("into_graveyard", 1): "{0} is put into a graveyard",
    ("sacrificed", 1): "{0} is sacrificed",
    ("drawn", 1): "{0} draws a card",
    ("discards", 2): "{0} discards {1}",
    ("cycles", 2): "{0} cycles {1}",
    ("this_cast", 1): "{0} is cast",
    ("cycled", 1): "{0} is cycled",
    ("gains_life", 2): "{0} gains life",
    ("loses_life", 2): "{0} loses life",
    ("deals_damage", 1): "{0} deals damage",
    ("damages", 2): "{0} deals damage to {1}",
    ("damaged_together", 1): "{0} is dealt damage by one or more of those",
    ("is_dealt", 1): "{0} is dealt damage",
    ("together", 0): "one or more of those events happen",
    ("upkeep", 1): "the upkeep of {0} begins",
    ("end_step", 1): "the end step of {0} begins",
    ("chapter", 1): "lore counters reach chapter {0}",
    ("rad", 1): "there are {0} rad counters",
    ("state", 0): "the condition of the ability is true",
}
"""Trigger events."""

LIMITS: dict[tuple[str, int], str] = {
    (
        "blockers_unsaid",
        1,
    ): "the end of the step does not say which creatures block, and an ability of {0} depends on it",
    ("choices", 3): "{0} has {2} {1} counters to choose from; only the first choices are listed",
    (
        "not_taken_back",
        0,
    ): "a cost can't be paid after other costs of the same action; the log does not show that those are reversed",
    ("damage_order", 1): "several effects change parts of the damage to {0}; pyengine orders only the first",
    ("suspend_time", 1): "{0} can be suspended only if it could be cast now, and that is not known",
    ("suspend_haste", 1): "if {0} is cast by the last ability of its suspend, it has haste until its player loses "
    "control of it",
    (
        "cleanup_priority",
        0,
    ): "with an empty stack, players get priority in a cleanup step only after state-based actions; pyengine"
    " assumes there were none",
    (
        "stack_left",
        0,
    ): "a step ends only when the stack is empty; the objects on it should have resolved, and they stay there",
    (
        "shared_step",
        1,
    ): "an ability of {0} triggers for each player of the active team; if it names the step and not its "
    "players, it triggers once",
    ("protector", 1): "pyengine does not choose the protector of {0}",
    (
        "no_cleanup",
        1,
    ): 'the previous turn ends without its cleanup step: damage on {0} and its "until end of turn" effects stay',
    ("skips_twice", 1): "{0} skips more than one untap step; pyengine keeps only the next one",
    ("no_untap", 1): "the turn of {0} begins without its untap step: tapped and phased-out permanents stay that way",
    ("performer_left", 1): "{0} had priority and has left the game; say who does it, as in 'by' with a name",
    (
        "checked_without_priority",
        0,
    ): "state-based actions were checked, or abilities put on the stack, in a step in which nobody has priority",
    ("world_rule", 1): "{0} is not the only world permanent; the world rule is not modelled",
    ("space_sculptor", 1): "{0} has space sculptor; sector designations are not modelled",
    ("many_x", 2): "{0} could choose up to {1} for X; only X up to 100 are listed, others can be named",
    ("hidden", 1): "the identity of {0} is hidden from the player who asks, so the result is not known",
    (
        "hidden_moves",
        2,
    ): "the identity of {0} is hidden from the player who asks; it may trigger or go elsewhere as it is put into {1}",
    (
        "not_arrived",
        0,
    ): "a full round of turns passed without reaching that step; pyengine stops there",
    ("resolutions", 0): "spells and abilities continue to resolve; pyengine stops following them",
    ("many_payments", 1): "pyengine does not pay a cost more than {0} times",
    ("many_targets", 1): '"any number" of targets is more than {0}; pyengine chooses at most that many',
    ("many_triggers", 2): "an ability of {0} triggers {1} times; pyengine does not put that many on the stack",
    ("unsettled", 0): "state-based actions continue to apply; pyengine stops checking them",
    (
        "library_ends",
        2,
    ): "the board lists {1} {1:card|cards} of the library of {0}; pyengine assumes more unlisted cards, unless the "
    "player has 'whole_library: true'",
    (
        "many_orders",
        1,
    ): "too many cards of the library of {0} are put in order to list every order; they stay as they are",
    ("many_draws", 1): "{0} draws too many cards at once; pyengine does not replace any of these draws by dredge",
    ("dredged_up", 1): "{0} is milled; its dredge could replace a later one of these draws",
    ("duration", 2): "pyengine does not model when an effect on {0} ends ({1}); the effect continues",
    ("many_tokens", 1): "an effect creates more {0} than pyengine has names for",
    ("library_order", 1): "the order of {0}'s library is not known",
    ("power_up_cost", 1): "what its mana cost takes off the power-up cost of {0} is a choice, which is not modelled",
    ("snow_mana", 1): "{0} costs snow mana, which is not modelled",
    ("restricted_mana", 1): "mana in the pool of {0} loses its spending restriction in this model",
    (
        "mana_abilities",
        1,
    ): "{0} controls untapped permanents whose mana pyengine does not use; add their mana by an action first",
    ("unknown_x", 1): "X may decide whether {0} is legal and what it costs; name it with 'with X = ...'",
    ("targets", 1): "targets and choices of {0} are not modelled",
    ("other_part", 1): "casting {0} as one of its parts is not modelled for such cards",
    ("copied_faces", 1): "{0} is a token with both faces of the object it copies, which is not modelled",
    ("more_mana", 1): "the additional mana for tapping {0} is not modelled",
    ("chooses_host", 1): "pyengine does not choose what {0} enchants as it enters",
    ("phases_first", 1): "permanents that phase before {0} untaps may change whether it untaps and what happens to its "
    "counters",
    ("copies_without_abilities", 1): "an effect may remove the ability of {0} to enter as a copy; that is not modelled",
    (
        "exception_open",
        1,
    ): "an effect gives {0} a characteristic that an exception of its copy effect depends on; that is not modelled",
    ("form_of_copy", 1): "after the copy effect ends, {0} may have another power and toughness than this answer says",
    (
        "altered_in_several_ways",
        1,
    ): "{0} would be a copy by one of several abilities of a card with different exceptions, which is not modelled",
    ("gained_by_card", 1): "{0} gains an ability outside the battlefield; pyengine does not model what it does there",
    ("altered_by_no_card", 1): "{0} would be a copy with exceptions that no card states, which is not modelled",
    ("altered_twice", 1): "{0} would be a copy with the exceptions of more than two cards, which is not worked out",
    ("open_targets", 1): "what {0} costs depends on its targets; name them",
    ("unknown_casting", 1): "from where {0} was cast is not known any more",
    ("unknown_mana", 1): "which mana was spent to cast {0} is not known; name it with 'spent'",
    (
        "devoured_source",
        2,
    ): "{1} devours {0}; other effects on how {1} enters may apply before or after; this answer shows one order",
    ("correct_zone", 1): "the counters go on {0} in its present zone; an effect about a permanent would not find it",
    ("copy_order", 1): "how many counters the abilities of {0} give it before it becomes a copy is not worked out",
    ("last_known", 1): "the last known information about {0} is not kept",
    ("unknown_reference", 1): "pyengine does not know what an effect of {0} refers to, so that part does nothing",
    (
        "more_tokens",
        1,
    ): "pyengine creates as many tokens as the action says, without those that {0} would add",
    ("unknown_number", 1): "pyengine does not know a number that an effect of {0} uses, so that part does nothing",
    ("unread_effect", 2): "an effect of {0} is not modelled, so pyengine does nothing: {1}",
    ("unread_targets", 2): "an ability of {0} may have targets, which are not modelled: {1}",
    ("unread", 1): "an ability of {0} triggers, and what it does is not modelled: it is put on no stack",
    ("first_of_several", 1): "several simultaneous events are the first for {0}; its effect refers to only one of them",
    ("both_events", 1): "this event matches both trigger conditions of {0}; pyengine counts two triggers",
    ("control_twice", 1): "several effects on the control of {0} end; pyengine does not work out who controls it then",
    (
        "returns_in_combat",
        1,
    ): "{0} changes control during combat as an effect ends; pyengine does not remove it from combat",
    ("given_twice", 1): "several effects give {0} the same ability; it may trigger more often than this answer says",
    ("waits", 1): "a triggered ability of {0} waits to be put on the stack; the resulting board does not have it",
    ("becomes_too", 2): "{0} becomes a {1} in addition to its other types; pyengine does not keep that",
    ("endless", 1): "{0} is saved again and again by removing counters that it does not have; the game is a draw",
    ("same_time", 1): "effects on {0} began at the same time; pyengine does not work out their order",
    ("part_begun", 1): "parts of an effect of {0} may continue to apply although it loses its abilities",
    ("team_poison", 1): "poison counters are taken from {0} alone, not from the team",
    ("two_putters", 1): "two players put counters on {0} at once; effects that ask who puts them may not see it",
    ("mutated", 1): "had {0} mutated, it would have the abilities of all its components",
    (
        "one_component",
        1,
    ): "{0} was a merged permanent; the effect should affect all its cards, but pyengine applies it to one",
    (
        "several_cards",
        1,
    ): "the rules do not say which card of {0} decides whether it is a creature card; pyengine uses its own",
    ("must_block", 1): "{0} must block if able, and may need other creatures that block with it",
    ("goaded", 1): "pyengine does not ask that {0} attacks another player than the one who goaded it",
    ("must_attack", 1): "{0} must attack if able, and no attackers were declared",
    ("protected", 1): "{0} has protection or hexproof from a quality; pyengine models only a part of it",
    ("target_words", 2): "pyengine does not check whether {1} is still a legal target of {0}",
    ("resolution", 1): "the effect of {0} is not modelled",
    ("merged_parts", 1): "the rules are not clear about the cards of {0} that another player owns",
    (
        "left_behind",
        1,
    ): "{0} is exiled as its controller leaves the game; if a control effect applies to it, that effect ends instead",
    (
        "enters_counted",
        1,
    ): "the characteristics of {0} depend on counters it would enter with; other effects did not see those counters",
    ("divisions", 1): "not every way to divide the combat damage of {0} is listed: its power is too large",
    ("attacks_early", 1): "{0} attacks before attackers are declared, which is not modelled",
    ("attacks_unknown", 1): "the board does not say what {0} attacks ('attacks'); pyengine deals no damage to it",
    (
        "blocks_unknown",
        1,
    ): "the board does not say what {0} blocks ('blocks'); pyengine deals no combat damage between the two",
    ("keyword", 2): "{0} has {1}, which is not modelled here",
    ("keyword_use", 2): "{0} has {1}, which pyengine can't use",
    ("dependency", 2): "two effects may depend on each other, which is not modelled: {0}, {1}",
}
"""Limits that cut an answer short, and parts of the game that are not modelled."""


PROBLEMS: dict[tuple[str, int], str] = {
    ("status_elsewhere", 2): "{0} is {1} but not on the battlefield",
    ("damage_elsewhere", 1): "{0} has damage marked but is not on the battlefield",
    ("attacks_elsewhere", 1): "{0} attacks but is not on the battlefield",
    ("attached_elsewhere", 1): "{0} is attached to something but is not on the battlefield",
    ("attached_to_absent", 2): "{0} is attached to {1}, which is not on the battlefield",
    ("attached_to_itself", 1): "{0} is attached to itself",
    ("attached_in_circle", 1): "{0} is part of a circle of attachments",
    ("lost_player_acts", 1): "{0} has lost the game and can't have priority",
    ("has_passed", 1): "{0} has passed priority and can't have it",
    ("no_team", 1): "{0} has no team, and Two-Headed Giant is played by teams",
    ("token_is_no_card", 2): "{0} is a token and can't be face down by {1}, which turns cards face down",
    ("listed_by_rule", 2): "{0} is face down by {1}, which defines its characteristics; 'lists' is not allowed",
    ("transformed_face_down", 1): "{0} is face down with its back face up",
    ("transformed_elsewhere", 1): "{0} has its back face up but is neither on the battlefield nor on the stack",
    ("cast_elsewhere", 1): "{0} is not a spell; only a spell can say how it was cast",
    ("lost_alone", 1): "{0} has lost the game, and a teammate has not",
    ("no_back_face", 1): "{0} has its back face up but is not a double-faced card",
    ("no_face_down_spell", 2): "{0} is a spell, but {1} only puts cards onto the battlefield",
    (
        "altered_by_nothing",
        1,
    ): "{0} is altered by a card that does not make copies with exceptions, or by more than two cards",
    ("no_card", 1): "{0} is face up in a public zone, so it needs a card",
    ("life_apart", 2): "{0} and {1} are a team and have one life total",
    ("targets_elsewhere", 1): "{0} has targets but is not on the stack",
    ("never_a_permanent", 1): "{0} is an instant or sorcery card and can't be face up on the battlefield",
    ("attacks_in_others_turn", 1): "{0} attacks, but it is not its controller's turn",
    ("blocks_in_own_turn", 1): "{0} blocks during its controller's turn",
    ("fights_phased_out", 1): "{0} attacks or blocks but is phased out",
    ("lost_player_has", 1): "{0} is owned or controlled by a player who has left the game",
    ("blocked_without_attacking", 1): "{0} is blocked but does not attack",
    ("fights_without_saying", 1): "{0} says what it attacks or blocks, but not 'attacking: true' or 'blocking: true'",
    ("blocks_unblocked", 2): "{0} blocks {1}, of which the board does not say 'blocked: true'",
    ("attacks_no_opponent", 2): "{0} attacks {1}, who is not an opponent of its controller",
    ("attacks_absent", 2): "{0} attacks {1}, which is phased out or not on the battlefield",
    ("damage_on_stack", 1): "{0} is combat damage on the stack, where none has been put since July 11, 2009",
    ("struck_elsewhere", 1): "{0} has struck first, but it is not the first of two combat damage steps",
    ("first_strike_elsewhere", 0): "'first strike' is set, but it is not the combat damage step",
    (
        "declared_elsewhere",
        0,
    ): "'declared' is set, but it is neither the declare attackers nor the declare blockers step",
    ("two_effects_one_time", 2): "two effects on {0} that set power have the same timestamp {1}",
}
"""Problems: contradictions between a board and the rules."""


# Listings word the same few terms thousands of times, and reading a term is slow next to looking it up.
WORDS_KEPT = 10_000
"""Number of terms remembered in words, some 5 megabytes."""


@lru_cache(maxsize=WORDS_KEPT)
def plain(symbol: clingo.Symbol) -> object:
    """A term as plain data: numbers, strings, and compound terms as (name, argument, ...)."""
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    if not symbol.arguments:
        return symbol.name
    return (symbol.name, *map(plain, symbol.arguments))


VALUED = frozenset(
    {
        *("active", "priority", "step", "turn", "declared", "combat_damage_step"),
        "x_value",
        "cast_from",
        "spent",
        "life_for_mana",
        "kicked",
        "paid_besides",
        "devoured",
        "damage_shield",
        "combat_damage_prevented",
        *("extra_turn", "regular_turn"),
        "cast_for",
        "set_aside",
        "this_turn",
        "mana",
        "counters",
        "last_known_counters",
        "zone",
        "controller",
        "life",
        "damage",
        "attached",
        "face_down",
    }
)
"""Fluents whose last argument is a value that changes; the others are true or not."""


@lru_cache(maxsize=WORDS_KEPT)  # outcomes differ in a few of many changes
def change(before: clingo.Symbol | None, after: clingo.Symbol | None) -> str:
    """Describe a change: a fluent before and after, one of which may be missing."""
    fluent = after or before
    if fluent is None:
        raise ValueError("expected a fluent from before or after")
    name = fluent.name.replace("_", " ")
    *subject, last = (_argument(argument) for argument in fluent.arguments)
    if fluent.name == "face_down":
        was = f"face down by {_argument(before.arguments[-1])}" if before else "face up"
        is_now = f"face down by {_argument(after.arguments[-1])}" if after else "face up"
        return f"{subject[0]}: {was} -> {is_now}"
    if fluent.name in _OF_OTHERS:
        return f"{subject[0]}: {'' if after else 'no longer '}{_OF_OTHERS[fluent.name]} {last}"
    if fluent.name == "triggered":
        return f"{subject[0]}: {subject[1]} triggers{'' if last == '1' else f', {last} times'}"
    if fluent.name == "knows":
        return f"{last}: {'' if after else 'no longer '}known to {subject[0]}"
    if fluent.name == "merged":
        place = fluent.arguments[-1].number
        how = f"{'over' if place < 0 else 'under'} {subject[1]}" + (
            f", {abs(place)} cards away" if abs(place) > 1 else ""
        )
        return f"{subject[0]}: {'' if after else 'no longer '}merged {how}"
    if fluent.name in _ON_STACK:
        said = _ON_STACK[fluent.name].format(*subject, last)
        return said if after else f"no longer: {said}"
    if fluent.name in _SAID:
        said = _SAID[fluent.name].format(*subject, last)
        return said if after else f"no longer: {said}"
    if fluent.name == "copied":
        said = f"{subject[0]} is a copy of {subject[1]}{'' if last == 'lasting' else f' until {last}'}"
        return said if after else f"no longer: {said}"
    if fluent.name == "delayed_about":
        return f"{subject[0]}: {'' if after else 'no longer '}speaks of {last}"
    if fluent.name == "above":
        return f"{subject[0]} is above {last} on the stack"
    if fluent.name == "ability_on_stack":
        return f"{last}: {'an ability' if after else 'no longer'} on the stack"
    if fluent.name == "paid_as":
        return f"{subject[0]}: {'' if after else 'no longer '}paid for with {subject[1]}"
    if fluent.name == "mode":
        return f"{subject[0]}: mode {last} {'was' if after else 'no longer'} chosen"
    if fluent.name == "target_gone":
        return f"{subject[0]}: its target {last} is another object"
    if fluent.name not in VALUED:
        return f"{' '.join([*subject, last])}: {name if after else 'no longer ' + name}"
    old = _argument(before.arguments[-1]) if before else _NONE.get(fluent.name, "none")
    new = _argument(after.arguments[-1]) if after else _NONE.get(fluent.name, "none")
    of = f"{subject[0]}: " if subject else ""
    return f"{of}{' '.join([*subject[1:], name]).replace('_', ' ')} {old} -> {new}"


_OF_OTHERS = {
    "attacks": "attacking",
    "blocks": "blocking",
    "targeted_by": "this turn the target of",
    "counters_put": "this turn put on it:",
}
"""Fluents that say something of an object and another, or of it and a kind, in words that stand between the two."""

_SAID = {
    "continuous": "{0}",
    "formed": "{0} is {1}/{2}, as was set for it",
    "lists": "{0} is {1} while it is face down",
    "lent": "{0} goes back to {1} as the effect ends",
    "placed": "{0} is card {1} from the top of its library",
    "placed_below": "{0} is card {1} from the bottom of its library",
    "at_bottom": "{0} lies at the bottom of its library",
    "exiled_through": "{0} is exiled by {1}",
    "happened": "this turn {0} {1}",
    "damaged_by": "this turn {1} has dealt damage to {0}",
    "delayed": "{0} waits",
    "skips_untap": "{0} skips the next untap step",
    "untap_stopped": "{0} does not untap in the next untap step of its controller",
    "damage_prevented": "damage that would be dealt to {0} this turn is prevented",
    "used_loyalty": "this turn a loyalty ability of {0} has been activated",
    "used_number": "this turn ability {1} of {0} has been used",
    "resolved_number": "this turn ability {1} of {0} has resolved {2} times",
    "used_once": "ability {1} of {0} has been used",
    "class_level": "{0} has Class level {1}",
    "chosen_word": "the {1} chosen for {0} is {2}",
    "pile": "{0} lies in the pile {1}",
    "lost": "{0} has lost the game",
    "chosen": "{0} is chosen",
    "deathtouch_damage": "{0} has been dealt damage by a source with deathtouch",
    "struck_first": "{0} has dealt damage in the first combat damage step",
    "attacks_nothing": "what {0} attacked is not attacked any more",
    "blocks_nothing": "{0} blocks, and what it blocked is not there any more",
    "since_upkeep": "{0} has come under its controller's control since the last upkeep of that player",
}
"""Fluents as sentences."""

_ON_STACK = {
    "came": "stack, place {0}: {1}, of {2}, controlled by {3}",
    "came_at": "stack, place {0}: target {1} is {2}",
    "came_of": "stack, place {0}: it triggered by {1}",
    "came_of_both": "stack, place {0}: it triggered by {1}",
    "came_keeping": "stack, place {0}: it speaks of {2}",
    "came_by": "stack, place {0}: the event was {1}",
    "came_with": "stack, place {0}: X is {1}",
    "came_as_damage": "stack, place {0}: {1} has assigned {3} combat damage to {2}",
    "came_from_gone": "stack, place {0}: {1} has left since it assigned combat damage",
}
"""Describe an ability on the stack by its place there."""

_NONE = {
    "counters": "0",
    "last_known_counters": "0",
    "damage": "0",
    "mana": "0",
    "zone": "nowhere",
    "declared": "not yet",
    "combat_damage_prevented": "not",
    "regular_turn": "none",
    "extra_turn": "none",
    "this_turn": "0",
}


def words(symbol: clingo.Symbol, table: dict[tuple[str, int], str]) -> str:
    """A reason, event or limit as a sentence; terms inside it are worded the same way."""
    arguments = symbol.arguments
    wording = table.get((symbol.name, len(arguments)))
    return str(symbol) if wording is None else _filled(wording, map(term_words, arguments))


def general_words(symbol: clingo.Symbol, table: dict[tuple[str, int], str], whatever: str) -> str:
    """The sentence for anything in the place of what the term names first."""
    rest = symbol.arguments[1:]
    wording = table.get((symbol.name, 1 + len(rest)))
    if wording is None:
        return str(function(symbol.name, whatever, *rest))
    return _filled(wording, [whatever, *map(term_words, rest)])


class _Number(str):
    """Words that choose between singular and plural: `{1:card|cards}` in a wording."""

    def __format__(self, forms: str) -> str:
        one, _, several = forms.partition("|")
        return str(self) if not forms else one if self == "1" else several


def _filled(wording: str, parts: Iterable[str]) -> str:
    """A wording with its parts. Before 2017 nobody put some counters: then it does not say by whom."""
    return wording.format(*(map(_Number, parts) if "|" in wording else parts)).removesuffix(" by ")


@lru_cache(maxsize=WORDS_KEPT)
def term_words(symbol: clingo.Symbol) -> str:
    """Write a term as part of a sentence."""
    return _argument(symbol)


def _argument(symbol: clingo.Symbol) -> str:
    if symbol.type is clingo.SymbolType.Number:
        return str(symbol.number)
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    key = (symbol.name, len(symbol.arguments))
    if key == ("ability", 2):
        return f"ability {symbol.arguments[1]} of {_argument(symbol.arguments[0])}"
    if key == ("cost", 2):
        return f"the {_argument(symbol.arguments[1])} cost of {_argument(symbol.arguments[0])}"
    if key == ("mana_cost", 1):
        return f"the mana cost of {_argument(symbol.arguments[0])}"
    if key == ("modes", 2):
        number = symbol.arguments[1].number
        modes = [str(place + 1) for place in range(number.bit_length()) if number >> place & 1]
        return f"{_argument(symbol.arguments[0])}, mode {' and '.join(modes)}"
    if key == ("later", 2):
        return f"the delayed part of {_argument(symbol.arguments[0])}"
    if key == ("later", 3):
        return f"what was set up in event {symbol.arguments[0]}"
    if key == ("trigger", 5):
        _, source, ability, what, times = symbol.arguments
        again = f", time {times}" if times.number > 1 else ""
        return f"the triggered ability of {_argument(source)} ({_argument(ability)}), as {_argument(what)}{again}"
    if key == ("told", 1):
        return f"what {_argument(symbol.arguments[0])} does"
    if key == ("also", 2):
        return _argument(symbol.arguments[0])
    if key in (("use", 3), ("no_more_uses", 0)):
        return _uses(symbol)
    if key == ("modelled_ability", 2):
        return f"modelled ability {symbol.arguments[1]} of {_argument(symbol.arguments[0])}"
    if key in (("spent", 6), ("pool", 6)):
        return mana.pool_text(dict(zip(mana.LETTERS, (one.number for one in symbol.arguments), strict=True)))
    if symbol.name == "values":
        return _listed(symbol, "instead")
    if key == ("altered", 2):
        return f"{_argument(symbol.arguments[0])}, altered by {symbol.arguments[1].string}"
    if key == ("regenerate", 1) and symbol.arguments[0].name == "given":
        return "it regenerates"
    if key == ("umbra", 1):
        return f"{_argument(symbol.arguments[0])} is destroyed"
    if key == ("granted", 2):
        return f'given: "{symbol.arguments[0].string}"'
    if key in (("implied", 2), ("with_cost", 2)):
        return _argument(symbol.arguments[0])
    if key in (("keyword", 1), ("enchant", 1)):
        return symbol.arguments[0].string
    if key == ("given", 4):
        return _effect(*symbol.arguments[:3])
    if key == ("effect", 2):
        return f"effect {symbol.arguments[1]} on {symbol.arguments[0].string}"
    for table in (ACTIONS, REASONS, TRIGGERS):
        if key in table:
            return words(symbol, table)
    return " ".join([symbol.name.replace("_", " "), *(_argument(argument) for argument in symbol.arguments)])


def _uses(symbol: clingo.Symbol) -> str:
    """List the abilities that can be activated, by number."""
    listed = []
    while symbol.arguments:
        number, said, symbol = symbol.arguments
        listed.append(f"{number}: {said.string.strip('.')}")
    return f"; it has {', '.join(listed)}" if listed else ""


_LEAVES = {
    f"{verb}{free}{any_mana}": f"{done}{' without paying its mana cost' if free else ''}"
    f"{', with mana of any type,' if any_mana else ''}"
    for verb, done in (("cast", "cast"), ("play", "played"))
    for free in ("", " free")
    for any_mana in ("", " with any mana")
}
"""Describe a permission to look at, cast or play a card."""
_LEAVES["cast creature"] = "cast, if it is a creature card,"


def _effect(on: clingo.Symbol, what: clingo.Symbol, until: clingo.Symbol) -> str:
    """A continuous effect that began as something resolved: what it does to which object, and for how long."""
    match what.name, what.arguments:
        case "gets", [power, toughness]:
            does = f"gets {power.number:+}/{toughness.number:+}"
        case ("has" | "loses") as verb, [keyword]:
            does = f"{verb} {keyword.string}"
        case "has_text", [text]:
            does = f'has "{text.string}"'
        case "cant", [deed]:
            does = f"can't {deed.string}"
        case "restricted", [text]:
            does = text.string.removeprefix("This creature ").rstrip(".")
        case "fights", [deed]:
            does = deed.string
        case "base", [power, toughness]:
            does = f"has base power and toughness {power.number}/{toughness.number}"
        case "colored", [colors]:
            does = f"becomes {' and '.join(color.string for color in colors.arguments)}"
        case "loses_abilities", _:
            does = "loses all abilities"
        case "held", [player]:
            does = f"is not {player.string}'s to control"
        case "may_play", [leave, player]:
            does = f"may be {_LEAVES[leave.string]} by {player.string}"
        case "becomes", [values, manner]:
            in_addition = " in addition to its other types" if manner.name in ("too", "types_too") else ""
            does = f"becomes {_listed(values, manner.name)}{in_addition}"
        case "exiled_dying", _:
            does = "is exiled if it would die"
        case "exiled_leaving", _:
            does = "is exiled if it would leave the battlefield"
        case _:
            does = "regenerates the next time it would be destroyed"
    duration = "" if _is_lasting(until) else f" {_until(until)}"
    return f"{_argument(on)} {does}{duration}"


def _is_lasting(until: clingo.Symbol) -> bool:
    return until.type is clingo.SymbolType.String and until.string == "lasting"


def _until(until: clingo.Symbol) -> str:
    """How long an effect lasts: in a word, until the next turn of a player, or as long as something is so."""
    if until.type is clingo.SymbolType.String:
        return f"until {until.string}"
    if until.name == "while":
        return f"for as long as {_so(until.arguments[0])}"
    end = "the end of " if until.name == "end_of_next_turn" else ""
    return f"until {end}the next turn of {_argument(until.arguments[0])}"


def _so(what: clingo.Symbol) -> str:
    """Describe the condition of an effect's duration."""
    of = [one.string if one.type is clingo.SymbolType.String else one.name for one in what.arguments]
    return {
        "counter": f"it has a {of[0]} counter on it",
        "tapped": f"{of[0]} remains tapped",
        "there": f"{of[0]} remains on the battlefield",
        "controlled": f"{of[-1]} controls {of[0]}",
    }[what.name]


def _listed(values: clingo.Symbol, manner: str) -> str:
    """Listed characteristics in words; keywords are effects of their own, as types and subtypes can be."""
    power, toughness, types, subtypes, *_ = values.arguments
    numbers = [f"{power}/{toughness}"] if power.type is clingo.SymbolType.Number else []
    kinds = [] if manner == "types_too" else [word.string for word in subtypes.arguments]
    words = kinds if manner == "subtypes_only" else [*numbers, *kinds, *(word.string for word in types.arguments)]
    if not words:
        return "a permanent without types"
    return f"{'an' if words[0][0] in 'aeiou' else 'a'} {' '.join(words)}"
