"""What effects can say is carried out on a board: a case for every word of `known_effects`."""

import pytest

from pyengine import Board
from pyengine.compiler.effect_schema import _TABLES, pieces_of
from pyengine.english.effect_terms import Term
from pyengine.english.reading import read_effects

BOARD = """
players: {{alice: {{life: 20, mana: "{{2}}"}}, bob: {{life: 20, counters: {{poison: 1}}}}}}
active: alice
step: precombat main
cards:
  Ox: {{types: [creature], subtypes: [ox], mana_cost: "{{3}}", power: 3, toughness: 3, abilities: [vigilance]}}
  Cloak: {{types: [artifact], subtypes: [equipment]}}
  Moon: {{types: [creature], power: 1, toughness: 1, back: Sun}}
  Sun: {{types: [creature], power: 5, toughness: 5}}
  Stone: {{types: [artifact], abilities: [{{activated: {{cost: "{cost}", does: "{does}"}}}}]}}
battlefield:
  - {{id: stone, card: Stone, controller: alice, counters: {{charge: 3}}}}
  - {{id: bear, card: Grizzly Bears, controller: alice, counters: {{+1/+1: 2}}}}
  - {{id: ox, card: Ox, controller: alice, owner: bob}}
  - {{id: elf, card: Grizzly Bears, controller: bob}}
  - {{id: cloak, card: Cloak, controller: alice, attached_to: bear}}
  - {{id: moon, card: Moon, controller: alice}}
graveyard:
  - {{id: dead, card: Ox, owner: alice}}
hand:
  - {{id: kept, card: Ox, owner: alice}}
library:
  - {{id: top, card: Ox, owner: alice}}
  - {{id: second, card: Ox, owner: alice}}
  - {{id: third, card: Ox, owner: alice}}
  - {{id: his, card: Ox, owner: bob}}
"""

CASES = [
    (
        "put X charge counters on this artifact. Remove a charge counter from it. Double the number of charge counters"
        " on this artifact",
        " with X = 2",
        {"stone: charge counters 3 -> 8"},
    ),
    (
        "move all +1/+1 counters from target creature onto another target creature. Remove all counters from this"
        " artifact",
        " targeting bear and elf",
        {"elf: +1/+1 counters 0 -> 2", "stone: charge counters 3 -> 0"},
    ),
    (
        "move any number of +1/+1 counters from target creature onto another target creature",
        " targeting bear and elf",
        {"bear: +1/+1 counters 2 -> 1", "elf: +1/+1 counters 0 -> 1"},
    ),
    (
        "remove one or more charge counters from this artifact. Remove one or more counters from this artifact",
        "",
        {"stone: charge counters 3 -> 0"},
    ),
    (
        "remove up to two charge counters from this artifact. Remove up to one counter from target creature",
        " targeting bear",
        {"stone: charge counters 3 -> 1", "bear: +1/+1 counters 2 -> 1"},
    ),
    (
        "remove any number of charge counters from this artifact. You gain that much life",
        "",
        {"stone: charge counters 3 -> 1", "alice: life 20 -> 22"},
    ),
    (
        "remove two counters from target creature. Remove any number of counters from this artifact",
        " targeting bear",
        {"bear: +1/+1 counters 2 -> 0", "stone: charge counters 3 -> 1"},
    ),
    ("proliferate", "", {"bear: +1/+1 counters 2 -> 3", "bob: poison counters 1 -> 2"}),
    (
        "destroy target creature. Its controller loses 2 life. You gain life equal to its power",
        " targeting elf",
        {"bob: life 20 -> 18", "alice: life 20 -> 22", "elf: zone battlefield -> graveyard"},
    ),
    (
        "destroy all artifacts. For each artifact destroyed this way, its controller creates a Food token",
        "",
        {"stone: zone battlefield -> graveyard", "food token 2: zone nowhere -> battlefield"},
    ),
    (
        "target artifact you control becomes a copy of another target creature until end of turn, except it's an"
        " artifact in addition to its other types",
        " targeting cloak and elf",
        {"cloak: attached bear -> none"},
    ),
    (
        "exchange control of target creature you control and target creature an opponent controls",
        " targeting bear and elf",
        {"bear: controller alice -> bob", "elf: controller bob -> alice"},
    ),
    (
        "exile target creature. Its owner draws a card. You gain life equal to its toughness plus its mana value",
        " targeting ox",
        {"alice: life 20 -> 26", "his: zone library -> hand", "ox: zone battlefield -> exile"},
    ),
    (
        "sacrifice a creature. You gain life equal to its power. Tap each creature you control. Untap target creature",
        " targeting bear",
        {"ox: zone battlefield -> graveyard", "moon: tapped", "alice: life 20 -> 23"},
    ),
    (
        "return target creature to its owner's hand. Return target creature card from your graveyard to the battlefield"
        " tapped with two +1/+1 counters on it",
        " targeting elf and dead",
        {"elf: zone battlefield -> hand", "dead: tapped", "dead: +1/+1 counters 0 -> 2"},
    ),
    (
        "target opponent discards a card. Each player mills a card. You get {E}{E}. Each opponent gets a poison"
        " counter",
        " targeting bob",
        {"alice: energy counters 0 -> 2", "bob: poison counters 1 -> 2", "his: zone library -> graveyard"},
    ),
    (
        "target creature gets +1/+1 until end of turn. It gains flying until end of turn. Another target creature loses"
        " vigilance until end of turn",
        " targeting bear and ox",
        {
            "bear gets +1/+1 until end of turn",
            "bear has flying until end of turn",
            "ox loses vigilance until end of turn",
        },
    ),
    (
        "gain control of target creature. This artifact deals 1 damage to that creature and 2 damage to you",
        " targeting elf",
        {"elf: controller bob -> alice", "elf: damage 0 -> 1", "alice: life 20 -> 18"},
    ),
    ("transform target creature. Target artifact phases out", " targeting moon and cloak", {"cloak: phased out"}),
    (
        "you gain life equal to half the number of charge counters on this artifact, rounded up. You lose life equal to"
        " the number of creatures you control",
        "",
        {"alice: life 20 -> 19"},
    ),
    (
        "if this artifact has three or more charge counters on it, draw two cards. If this artifact has no +1/+1"
        " counters on it, you gain 1 life",
        "",
        {"alice: life 20 -> 21", "second: zone library -> hand", "top: zone library -> hand"},
    ),
    (
        "if you control three or more creatures, put a +1/+1 counter on target creature. If its power is 6 or greater,"
        " surveil 1. If its power is less than 6, you gain 1 life",
        " targeting bear",
        {"alice: life 20 -> 21", "bear: +1/+1 counters 2 -> 3"},
    ),
    (
        "attach target Equipment you control to target creature you control. Target creature an opponent controls gets"
        " +X/+X until end of turn, where X is the number of counters on this artifact",
        " targeting cloak and ox and elf",
        {"cloak: attached bear -> ox", "elf gets +3/+3 until end of turn"},
    ),
    (
        "create a tapped Treasure token. Create a 1/1 white Cat creature token with two +1/+1 counters on it."
        " Investigate. Incubate 1",
        "",
        {"cat token 1: +1/+1 counters 0 -> 2", "treasure token 1: tapped", "incubator token 1: +1/+1 counters 0 -> 1"},
    ),
    (
        "target creature you control explores. Target creature connives. Target creature endures 1",
        " targeting bear and bear and bear",
        {"bear: +1/+1 counters 2 -> 5"},
    ),
    (
        "target creature you control fights target creature you don't control. Regenerate another target creature",
        " targeting ox and elf and bear",
        {"elf: zone battlefield -> graveyard", "ox: damage 0 -> 2"},
    ),
    ("time travel. Manifest dread. Bolster 1. Scry 1", "", {"moon: +1/+1 counters 0 -> 1"}),
    ("blight 1. Adapt 2", "", {"ox: -1/-1 counters 0 -> 1", "stone: +1/+1 counters 0 -> 2"}),
    (
        "distribute three +1/+1 counters among any number of target creatures",
        " targeting elf and ox",
        {"elf: +1/+1 counters 0 -> 2", "ox: +1/+1 counters 0 -> 1"},
    ),
    (
        "move any number of +1/+1 counters from each creature you control onto target creature",
        " targeting elf",
        {"bear: +1/+1 counters 2 -> 1", "elf: +1/+1 counters 0 -> 1"},
    ),
    (
        "sacrifice target creature you control. Put its counters on another target creature",
        " targeting bear and elf",
        {"bear: zone battlefield -> graveyard", "elf: +1/+1 counters 0 -> 2"},
    ),
    ("monstrosity 2. If this artifact is monstrous, you gain 1 life", "", {"stone: monstrous", "alice: life 20 -> 21"}),
    (
        "regenerate target creature. Destroy another target creature. It can't be regenerated. If that creature was an"
        " Ox, amass Orcs 2",
        " targeting ox and bear",
        {"bear: zone battlefield -> graveyard"},
    ),
    (
        "regenerate target creature. Destroy that creature. It can't be regenerated. If that creature was an Ox, amass"
        " Orcs 2",
        " targeting ox",
        {"ox: zone battlefield -> graveyard", "orc army token 1: +1/+1 counters 0 -> 2"},
    ),
    (
        "target creature gets -X/-X until end of turn, where X is the greatest power among creatures you control. You"
        " gain life equal to the total toughness of creatures you control minus 2",
        " targeting elf",
        {"elf: zone battlefield -> graveyard", "alice: life 20 -> 26"},
    ),
    (
        "put a creature card from your hand onto the battlefield. If a creature enters this way, it enters with an"
        " additional +1/+1 counter on it",
        "",
        {"kept: zone hand -> battlefield", "kept: +1/+1 counters 0 -> 1"},
    ),
    (
        "create an X/X blue Spirit creature token with flying, where X is the number of +1/+1 counters on target"
        " creature",
        " targeting bear",
        {"spirit token 1: zone nowhere -> battlefield", "spirit token 1 is 2/2, as was set for it"},
    ),
    (
        "you may flip a coin. If you win the flip, put any number of creature cards from your hand onto the"
        " battlefield. If you lose the flip, you lose the game",
        "",
        {"kept: zone hand -> battlefield"},
    ),
    (
        "flip a coin. If you lose the flip, you lose the game. If you win the flip, you win the game",
        "",
        {"alice has lost the game"},
    ),
    ("flip a coin. If you win the flip, you win the game", "", {"bob has lost the game"}),
    (
        "exile target card from a graveyard. If a creature card was exiled this way, you gain 1 life. If a noncreature"
        " card was exiled this way, you lose 5 life",
        " targeting dead",
        {"alice: life 20 -> 21"},
    ),
    (
        "if you control an equipped creature, you gain 2 life. If you control an enchanted creature, you lose 5 life."
        " Put a charge counter on each monocolored creature. Tap each creature that's one or more colors",
        "",
        {"alice: life 20 -> 22", "bear: charge counters 0 -> 1", "bear: tapped", "elf: charge counters 0 -> 1"},
    ),
    (
        "draw a card for each poison counter your opponents have. You gain life equal to the number of +1/+1 counters"
        " on creatures you control",
        "",
        {"alice: life 20 -> 22", "top: zone library -> hand"},
    ),
    (
        "target creature gets +1/-1 or -1/+1 until end of turn. Put a +0/+1 counter or a +1/+0 counter on that"
        " creature",
        " targeting ox",
        {"ox gets -1/+1 until end of turn", "ox: +1/+0 counters 0 -> 1"},
    ),
    (
        "exile target card from a graveyard. If it was a permanent card, you gain 1 life",
        " targeting dead",
        {"dead: zone graveyard -> exile", "alice: life 20 -> 21"},
    ),
    ("look at target opponent's hand. Remove target creature from combat", " targeting bob and bear", set()),
]


@pytest.mark.parametrize(("does", "rest", "expected"), CASES)
def test_an_effect_is_carried_out(does: str, rest: str, expected: set[str]) -> None:
    board = Board.parse(BOARD.format(does=does, cost="{X}" if "X = " in rest else "{0}"))
    outcomes = list(board.outcomes(f"activate ability 1 of stone{rest}", settle=True))
    assert any(expected <= {str(change) for change in one.changes} for one in outcomes)


ELSEWHERE = {
    "reference": {"that", "that_player", "that_other", "kept", "id", "those", "attached", "they"}
    | {"some_of", "rest", "top", "defending_player", "paid", "this_in"},
    "amount": {
        "that_many",
        "kept",
        "devoured",
        "kinds_among",
        "life",
        "half_down",
        "times_kicked",
        "died_this_turn",
        "so_far",
        "colors_spent",
        "mana_spent",
        "signed",
        "times",
    },
    "verb": {
        "turn_face_up",
        "turn_face_down",
        "reveal",
        "counter_spell",
        "renown",
        "get_each",
        "put_into",
        "delay",
        "gain_level",
    }
    | {
        "cast_free",
        "play_free",
        "exile_face_down",
        "pay_mana",
        "pay_life",
        "pay_counters",
        "add_mana",
        "become",
        "have_base_of",
        "lose_all_abilities",
        "choose",
        "search",
    }
    | {"cant_fight", "exile_if_dies", "exile_if_leaves"}
    | {"discard_hand", "manifest_top", "shuffle_library", "put_on_library", "gain_text", "get_emblem"}
    | {
        "look_at_card",
        "give_another",
        "up_or_down",
        "another_of_each",
        "prevent_next",
        "prevent_all",
        "prevent_all_combat",
        "add_mana_split",
        "discard_at_random",
    }
    | {"discard_card", "fight_so", "become_colored", "restrict", "declare", "goad"}
    | {
        "take_extra_turn",
        "let_more_lands",
        "change_target",
        "choose_some",
        "shuffle_pile",
        "shuffle_in",
        "leave_tapped",
        "skip_next",
        "clash",
    }
    | {"become_type_of_choice", "owners_gain_control"}
    | {"unread", "manifest_it", "let_look", "let_play", "counter_spell_to_exile", "create_copy", "copy_spell"},
    "done": {"done"},
    "order": {"random", "any_order"},
    "becoming": {"only", "still", "too"},
    "target": {"target"},
    "values": {"none", "values"},
    "when": {"when_done", "beginning", "until", "happens"},
    "selection": {"one_of_each", "one_of_each_not_on"},
    "condition": {"has_keyword"}
    | {"renowned", "and", "or", "not", "kicked", "happened", "different_powers"}
    | {"happened_to", "your_turn", "card_types", "opponents", "came_from", "life_between"}
    | {"some_library_at_most", "more", "controlled", "won", "is_card", "cast_for", "prevented", "spent_of"}
    | {"resolved_nth"},
    "player": {"you", "opponent", "anybody"},
    "comparison": {"at_most", "exactly", "greater_than"},
    "way": {"under", "attacking", "face_down", "face_up", "listed", "transformed"},
    "token_way": {"attacking"},
    "with_counters": {"counters"},
    "whose": {"owner", "you"},
    "exception": {"none"},
    "targets_of_copy": {"same", "new"},
}
"""What scenarios show (114, 122_1, 608_2, 118_12, 508_4, 509, 603_7, 605, 613_1f, 701_40, 702_33, 702_75,
702_keywords_act, 707_10, 708_3), or what differs from another in its name alone."""


def test_every_word_has_a_case() -> None:
    said = {
        (piece.sort, piece.said.name)
        for does, _, _ in CASES
        for clause in read_effects(does).clauses
        if not any(word in str(clause) for word in ("get_either", "either_kind", "done_this_way"))
        for piece in pieces_of(clause)
        if isinstance(piece.said, Term)
    }
    known = {(sort, name) for sort, names in _TABLES.items() for name in names}
    elsewhere = {(sort, name) for sort, names in ELSEWHERE.items() for name in names}
    assert sorted(known - said - elsewhere) == []
    assert sorted(elsewhere & said) == []
