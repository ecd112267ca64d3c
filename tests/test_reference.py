"""Checks of the brute-force reference against results worked out by hand.

In every board the player "me" controls the creatures a and b, the artifact
art and the enchantments e1 to e3, from which the static abilities function;
"you" controls the creature c and the enchantment f1.
"""

from dataclasses import replace

import pytest
from reference import (
    MINUS,
    PLUS,
    Amount,
    Counts,
    RefAction,
    RefBoard,
    RefObject,
    RefPlayer,
    RefStatic,
    Result,
    all_boards,
    counter_map,
    legal,
    make_counts,
    outcomes,
    settle,
    settled_outcomes,
)

CHARGE = "charge"


def cs(**numbers: int) -> Counts:
    """Counters by short name: p for +1/+1, m for -1/-1, others as written."""
    names = {"p": PLUS, "m": MINUS}
    return make_counts({names.get(k, k): n for k, n in numbers.items()})


def creature(name: str, controller: str, size: int = 2, **numbers: int) -> RefObject:
    return RefObject(name, controller, frozenset({"creature"}), size, size, cs(**numbers))


def other(name: str, controller: str, kind: str, **numbers: int) -> RefObject:
    return RefObject(name, controller, frozenset({kind}), None, None, cs(**numbers))


def board(*statics: RefStatic, me: Counts = (), **counters: Counts) -> RefBoard:
    """The usual board with some counters on it."""
    objects = [
        creature("a", "me"),
        creature("b", "me"),
        creature("c", "you"),
        other("art", "me", "artifact"),
        other("e1", "me", "enchantment"),
        other("e2", "me", "enchantment"),
        other("e3", "me", "enchantment"),
        other("f1", "you", "enchantment"),
    ]
    return RefBoard(
        tuple(replace(o, counters=counters.get(o.id, ())) for o in objects),
        (RefPlayer("me", me), RefPlayer("you")),
        statics,
    )


def changed(start: RefBoard, name: str, **fields: object) -> RefBoard:
    """The board with some fields of one object changed."""
    return replace(
        start,
        objects=tuple(replace(o, **fields) if o.id == name else o for o in start.objects),
    )


def put(
    target: str = "a",
    kind: str | None = PLUS,
    amount: Amount = 1,
    by: str = "me",
    cost: bool = False,
) -> RefAction:
    return RefAction("put", kind, amount, None, target, by, cost)


def remove(kind: str | None, amount: Amount, source: str = "a", cost: bool = False) -> RefAction:
    return RefAction("remove", kind, amount, source, None, "me", cost)


def move(
    kind: str | None,
    amount: Amount,
    source: str = "a",
    target: str = "b",
    cost: bool = False,
) -> RefAction:
    return RefAction("move", kind, amount, source, target, "me", cost)


def proliferate(by: str = "me", cost: bool = False) -> RefAction:
    return RefAction("proliferate", None, 1, None, None, by, cost)


def state(**counters: Counts) -> Result:
    """The result with exactly these counters."""
    return frozenset(((holder, kind), n) for holder, cts in counters.items() for kind, n in cts)


def numbers(start: RefBoard, action: RefAction, kind: str = PLUS) -> set[int]:
    """The numbers of counters of one kind there may be on the target."""
    assert action.target is not None
    return {dict(r).get((action.target, kind), 0) for r in outcomes(start, action)}


DOUBLER = RefStatic("e1", "times", 2, affects="permanents you control")
ADDER = RefStatic("e2", "plus", 1, frozenset({PLUS}), "creatures you control")
HALVER = RefStatic("e3", "half", affects="permanents and players")
BAN = RefStatic("f1", "cant_put", affects="creatures")
BAN_MINUS = RefStatic("f1", "cant_put", kinds=frozenset({MINUS}), affects="creatures")


# --- putting, and the order of replacement effects (616.1) -----------------


def test_put_without_statics():
    assert legal(board(), put(amount=3))
    assert outcomes(board(a=cs(p=1)), put(amount=3)) == {state(a=cs(p=4))}


def test_doubler_and_adder_on_one_counter():
    """(1+1)*2 = 4 or 1*2+1 = 3."""
    assert numbers(board(DOUBLER, ADDER), put()) == {3, 4}


def test_order_of_abilities_on_the_board_does_not_matter():
    assert numbers(board(ADDER, DOUBLER), put()) == {3, 4}


def test_doubler_and_adder_on_two_counters():
    """(2+1)*2 = 6 or 2*2+1 = 5."""
    assert numbers(board(DOUBLER, ADDER), put(amount=2)) == {5, 6}


def test_two_doublers_and_an_adder():
    """1*2*2+1, (1*2+1)*2 and (1+1)*2*2."""
    second = replace(DOUBLER, source="e3")
    assert numbers(board(DOUBLER, second, ADDER), put()) == {5, 6, 8}


def test_each_effect_gets_one_opportunity():
    """614.5: two doublers make four of one, not three and not ever more."""
    assert numbers(board(DOUBLER), put()) == {2}
    assert numbers(board(DOUBLER, DOUBLER), put()) == {4}


def test_halving_one_leaves_nothing_to_add_to():
    """Halver first: 0, and 0 is not one or more.  Adder first: 2, halved 1."""
    assert numbers(board(HALVER, ADDER), put()) == {0, 1}


def test_halving_one_alone():
    assert legal(board(HALVER), put())
    assert outcomes(board(HALVER), put()) == {state()}


def test_halver_and_doubler_on_three():
    """3*2/2 = 3; half of 3 is 1, times 2 is 2."""
    assert numbers(board(HALVER, DOUBLER), put(amount=3)) == {2, 3}


def test_minus_stops_at_zero():
    minus = RefStatic("e1", "minus", 2, affects="creatures")
    assert numbers(board(minus), put()) == {0}
    assert numbers(board(minus), put(amount=3)) == {1}
    # Subtracting first leaves nothing; adding first leaves 2 - 2 = 0.
    assert numbers(board(minus, ADDER), put()) == {0}
    # (2+1)-2 = 1; 2-2 = 0 and nothing to add to.
    assert numbers(board(minus, ADDER), put(amount=2)) == {0, 1}


def test_kind_restricts_a_replacement():
    assert numbers(board(ADDER), put(kind=CHARGE), CHARGE) == {1}
    assert numbers(board(ADDER), put(kind=PLUS)) == {2}


# --- whom and whose putting an ability is about ----------------------------


@pytest.mark.parametrize(
    ("affects", "doubled"),
    [
        ("permanents you control", {"a", "art", "e1"}),
        ("creatures you control", {"a"}),
        ("permanents", {"a", "c", "art", "e1"}),
        ("creatures", {"a", "c"}),
        ("permanents opponents control", {"c"}),
        ("self", {"e1"}),
        ("permanents and players", {"a", "c", "art", "e1", "me", "you"}),
    ],
)
def test_affected_recipients(affects, doubled):
    start = board(RefStatic("e1", "times", 2, affects=affects))
    targets = {"a", "c", "art", "e1", "me", "you"}
    assert {t for t in targets if numbers(start, put(t)) == {2}} == doubled
    assert {t for t in targets if numbers(start, put(t)) == {1}} == targets - doubled


def test_who_puts_the_counters():
    yours = board(RefStatic("e1", "times", 2, affects="permanents", by="you"))
    theirs = board(RefStatic("e1", "half", affects="permanents", by="opponent"))
    assert numbers(yours, put(by="me", amount=2)) == {4}
    assert numbers(yours, put(by="you", amount=2)) == {2}
    assert numbers(theirs, put(by="me", amount=2)) == {2}
    assert numbers(theirs, put(by="you", amount=2)) == {1}


def test_a_phased_out_source_does_not_function():
    """702.26b."""
    start = board(DOUBLER, BAN)
    assert numbers(changed(start, "f1", phased_out=True), put()) == {2}
    both_out = changed(changed(start, "f1", phased_out=True), "e1", phased_out=True)
    assert numbers(both_out, put()) == {1}


def test_a_source_off_the_battlefield_does_not_function():
    assert numbers(changed(board(DOUBLER), "e1", zone="graveyard"), put()) == {1}
    assert numbers(board(replace(DOUBLER, source="gone")), put()) == {1}


# --- "if an effect would put" (614.16) -------------------------------------


EFFECT_DOUBLER = replace(DOUBLER, only_effects=True)


def test_only_effects():
    start = board(EFFECT_DOUBLER)
    assert numbers(start, put()) == {2}
    assert numbers(start, put(cost=True)) == {1}


def test_a_cost_modified_by_another_replacement_is_put_by_an_effect():
    """The adder makes the doubler applicable, so the adder has to be first."""
    start = board(EFFECT_DOUBLER, ADDER)
    assert numbers(start, put(cost=True)) == {4}
    assert numbers(start, put()) == {3, 4}


def test_two_effects_worded_so_do_not_start_each_other():
    start = board(EFFECT_DOUBLER, replace(ADDER, only_effects=True))
    assert numbers(start, put(cost=True)) == {1}


# --- prohibitions (614.17) -------------------------------------------------


def test_forbidden_counters_are_not_put():
    start = board(BAN, a=cs(p=1))
    assert not legal(start, put())
    assert outcomes(start, put()) == {state(a=cs(p=1))}
    assert not legal(start, put(cost=True))
    assert legal(start, put("art"))


def test_forbidden_counters_are_not_replaced():
    """614.17c: doubling and adding have nothing to work on."""
    assert numbers(board(BAN, DOUBLER, ADDER), put()) == {0}


def test_a_forbidden_kind_only():
    start = board(BAN_MINUS)
    assert not legal(start, put(kind=MINUS))
    assert legal(start, put(kind=PLUS))


def test_a_prohibition_of_effects_does_not_stop_costs():
    start = board(replace(BAN, only_effects=True))
    assert not legal(start, put())
    assert numbers(start, put(cost=True)) == {1}


def test_a_prohibition_for_one_player():
    """f1 belongs to "you": its opponent "me" can't put counters."""
    start = board(replace(BAN, by="opponent"))
    assert not legal(start, put(by="me"))
    assert legal(start, put(by="you"))


def test_putting_nothing_or_onto_nothing():
    assert not legal(board(), put(amount=0))
    assert not legal(board(), put("gone"))
    assert not legal(changed(board(), "a", phased_out=True), put())
    assert not legal(changed(board(), "a", zone="graveyard"), put())


def test_free_choice_of_kind():
    """608.2d: any kind there is, but not a forbidden one."""
    start = board(c=cs(m=1, charge=1))
    assert outcomes(start, put(kind=None)) == {
        state(c=cs(m=1, charge=1), a=cs(m=1)),
        state(c=cs(m=1, charge=1), a=cs(charge=1)),
    }
    banned = board(BAN_MINUS, c=cs(m=1, charge=1))
    assert outcomes(banned, put(kind=None)) == {state(c=cs(m=1, charge=1), a=cs(charge=1))}
    assert not legal(board(), put(kind=None))


def test_two_counters_of_freely_chosen_kinds():
    got = outcomes(board(me=cs(x=1, y=1)), put(kind=None, amount=2))
    assert got == {state(me=cs(x=1, y=1), a=given) for given in (cs(x=2), cs(x=1, y=1), cs(y=2))}


# --- removing --------------------------------------------------------------


def test_remove_three_of_two():
    """101.3 as an effect, 118.3 as a cost."""
    start = board(a=cs(p=2))
    assert legal(start, remove(PLUS, 3))
    assert outcomes(start, remove(PLUS, 3)) == {state()}
    assert not legal(start, remove(PLUS, 3, cost=True))
    assert outcomes(start, remove(PLUS, 3, cost=True)) == {state(a=cs(p=2))}
    assert outcomes(start, remove(PLUS, 2, cost=True)) == {state()}


def test_remove_of_any_kind():
    start = board(a=cs(p=2, charge=1))
    assert outcomes(start, remove(None, 2)) == {
        state(a=cs(charge=1)),
        state(a=cs(p=1)),
    }
    assert outcomes(start, remove(None, "all")) == {state()}
    assert outcomes(start, remove(PLUS, "all")) == {state(a=cs(charge=1))}


def test_remove_any_number():
    start = board(a=cs(p=1, charge=1))
    assert outcomes(start, remove(None, "any_number")) == {
        state(),
        state(a=cs(p=1)),
        state(a=cs(charge=1)),
        state(a=cs(p=1, charge=1)),
    }
    assert len(outcomes(board(a=cs(p=3)), remove(PLUS, "any_number"))) == 4


def test_remove_where_there_is_nothing():
    for amount in (1, "all", "any_number"):
        assert not legal(board(), remove(PLUS, amount))
        assert outcomes(board(), remove(PLUS, amount)) == {state()}
    out = changed(board(a=cs(p=1)), "a", phased_out=True)
    assert not legal(out, remove(PLUS, 1))
    assert outcomes(out, remove(PLUS, 1)) == {state(a=cs(p=1))}


def test_remove_from_a_player():
    start = board(me=cs(energy=3))
    assert outcomes(start, remove("energy", 2, "me", cost=True)) == {state(me=cs(energy=1))}


def test_statics_do_not_touch_removal():
    assert outcomes(board(BAN, HALVER, a=cs(p=2)), remove(PLUS, 2)) == {state()}


# --- moving (122.5) --------------------------------------------------------


def test_move():
    start = board(a=cs(p=3))
    assert outcomes(start, move(PLUS, 2)) == {state(a=cs(p=1), b=cs(p=2))}
    assert outcomes(start, move(PLUS, "all")) == {state(b=cs(p=3))}


def test_move_two_of_one():
    start = board(a=cs(p=1))
    assert outcomes(start, move(PLUS, 2)) == {state(b=cs(p=1))}
    assert not legal(start, move(PLUS, 2, cost=True))
    assert legal(start, move(PLUS, 1, cost=True))


def test_move_onto_the_same_object():
    start = board(DOUBLER, a=cs(p=1))
    assert not legal(start, move(PLUS, 1, "a", "a"))
    assert outcomes(start, move(PLUS, 1, "a", "a")) == {state(a=cs(p=1))}


def test_move_without_the_counter():
    assert not legal(board(a=cs(p=1)), move(CHARGE, 1))


def test_move_onto_an_object_that_cannot_have_it():
    """Nothing is removed either."""
    start = board(BAN, a=cs(p=1))
    assert not legal(start, move(PLUS, 1))
    assert outcomes(start, move(PLUS, 1)) == {state(a=cs(p=1))}
    assert outcomes(start, move(PLUS, 1, target="art")) == {state(art=cs(p=1))}


def test_move_leaves_the_forbidden_kind_behind():
    start = board(BAN_MINUS, a=cs(m=1, charge=2))
    moved = {state(a=cs(m=1), b=cs(charge=2))}
    assert outcomes(start, move(None, "all")) == moved
    assert outcomes(start, move(None, 3)) == moved
    assert outcomes(start, move(None, 1)) == {state(a=cs(m=1, charge=1), b=cs(charge=1))}


def test_move_of_a_forbidden_kind_as_a_cost():
    start = board(BAN_MINUS, a=cs(m=1, charge=2))
    assert not legal(start, move(None, "all", cost=True))
    assert not legal(start, move(None, 3, cost=True))
    assert legal(start, move(None, 2, cost=True))


def test_move_any_number():
    start = board(a=cs(p=2))
    assert outcomes(start, move(PLUS, "any_number")) == {
        state(a=cs(p=2)),
        state(a=cs(p=1), b=cs(p=1)),
        state(b=cs(p=2)),
    }
    assert not legal(board(), move(PLUS, "any_number"))
    assert not legal(board(BAN, a=cs(p=2)), move(PLUS, "any_number"))


def test_move_and_phasing():
    for name in ("a", "b"):
        start = changed(board(a=cs(p=1)), name, phased_out=True)
        assert not legal(start, move(PLUS, 1))
        assert outcomes(start, move(PLUS, 1)) == {state(a=cs(p=1))}


def test_move_and_players():
    """122.5 speaks of objects."""
    assert not legal(board(a=cs(p=1)), move(PLUS, 1, target="me"))
    assert not legal(board(me=cs(p=1)), move(PLUS, 1, source="me"))


def test_moved_counters_are_put():
    """One counter leaves a; 1*2+1 or (1+1)*2 arrive on b."""
    assert outcomes(board(DOUBLER, ADDER, a=cs(p=1)), move(PLUS, 1)) == {
        state(b=cs(p=3)),
        state(b=cs(p=4)),
    }
    # All counters of one instruction are put at once: one is added, not two.
    assert outcomes(board(ADDER, a=cs(p=2)), move(PLUS, 2)) == {state(b=cs(p=3))}
    # Removed and then halved away.
    assert outcomes(board(HALVER, a=cs(p=1)), move(PLUS, 1)) == {state()}


# --- several kinds at once -------------------------------------------------


def test_one_order_for_the_whole_event():
    """Both kinds are put together, so both see the same order: never 3 and 4."""
    every_kind = RefStatic("e2", "plus", 1, affects="creatures you control")
    start = board(DOUBLER, every_kind, a=cs(p=1, charge=1))
    assert outcomes(start, move(None, "all")) == {
        state(b=cs(p=3, charge=3)),
        state(b=cs(p=4, charge=4)),
    }


def test_a_halved_away_kind_is_not_added_to():
    """Two charge and one +1/+1 counter: halved to 1 and 0, then only 1+1.

    The other order is 3 and 2, halved to 1 and 1.
    """
    every_kind = RefStatic("e2", "plus", 1, affects="creatures you control")
    start = board(HALVER, every_kind, a=cs(p=1, charge=2))
    assert outcomes(start, move(None, "all")) == {
        state(b=cs(charge=2)),
        state(b=cs(p=1, charge=1)),
    }


def test_an_effect_about_one_kind_leaves_the_other():
    start = board(ADDER, a=cs(p=1, charge=1))
    assert outcomes(start, move(None, "all")) == {state(b=cs(p=2, charge=1))}


# --- proliferate (701.34a) -------------------------------------------------


def test_proliferate_chooses_any_number():
    start = board(a=cs(p=1, charge=2), me=cs(energy=1))
    more, same = cs(p=2, charge=3), cs(p=1, charge=2)
    assert outcomes(start, proliferate()) == {
        state(a=x, me=y) for x in (same, more) for y in (cs(energy=1), cs(energy=2))
    }


def test_proliferate_without_counters():
    assert legal(board(), proliferate())
    assert outcomes(board(), proliferate()) == {state()}


def test_proliferate_skips_phased_out_permanents():
    start = changed(board(a=cs(p=1)), "a", phased_out=True)
    assert outcomes(start, proliferate()) == {state(a=cs(p=1))}


def test_proliferate_skips_a_forbidden_kind():
    start = board(BAN_MINUS, a=cs(m=1, charge=1))
    before, after = state(a=cs(m=1, charge=1)), state(a=cs(m=1, charge=2))
    assert outcomes(start, proliferate()) == {before, after}
    assert outcomes(start, proliferate(cost=True)) == {before}


def test_proliferate_orders_effects_for_each_permanent_separately():
    """616.1: a may get 3 while b gets 4."""
    got = outcomes(board(DOUBLER, ADDER, a=cs(p=1), b=cs(p=1)), proliferate())
    assert got == {state(a=cs(p=x), b=cs(p=y)) for x in (1, 4, 5) for y in (1, 4, 5)}


def test_proliferate_has_one_order_for_the_kinds_of_one_permanent():
    every_kind = RefStatic("e2", "plus", 1, affects="creatures you control")
    got = outcomes(board(DOUBLER, every_kind, a=cs(p=1, charge=1)), proliferate())
    assert got == {state(a=cs(p=n, charge=n)) for n in (1, 4, 5)}


# --- state-based actions ---------------------------------------------------


def test_pairs_are_removed():
    assert counter_map(settle(board(a=cs(p=3, m=1, charge=1)))) == state(a=cs(p=2, charge=1))
    # Any permanent, not only a creature (122.3).
    assert counter_map(settle(board(art=cs(p=1, m=2)))) == state(art=cs(m=1))


def test_only_plus_one_and_minus_one_make_pairs():
    start = board(a=make_counts({"+1/+0": 1, MINUS: 1, "-0/-1": 1, PLUS: 1}))
    assert counter_map(settle(start)) == state(a=make_counts({"+1/+0": 1, "-0/-1": 1}))


def test_toughness_zero():
    """704.5f, 122.2."""
    settled = settle(board(a=cs(m=2), b=cs(m=1)))
    assert counter_map(settled) == state(b=cs(m=1))
    zones = {o.id: o.zone for o in settled.objects}
    assert zones["a"] == "graveyard"
    assert zones["b"] == "battlefield"


@pytest.mark.parametrize(
    ("counters", "zone"),
    [
        ({"-0/-2": 1}, "graveyard"),
        ({"-0/-1": 1, MINUS: 1}, "graveyard"),
        ({"-2/-0": 3}, "battlefield"),
        ({"-2/-2": 1, "+0/+1": 1}, "battlefield"),
        ({"+2/+2": 1, MINUS: 3}, "battlefield"),
        ({"+2/+2": 1, MINUS: 4}, "graveyard"),
        ({CHARGE: 5}, "battlefield"),
    ],
)
def test_counters_of_every_size(counters, zone):
    assert settle(board(a=make_counts(counters))).objects[0].zone == zone


def test_both_actions_in_one_check():
    """704.8: a 1/1 with one +1/+1 and three -1/-1 counters dies."""
    wolf = RefBoard((creature("wolf", "me", 1, p=1, m=3),))
    assert settle(wolf).objects[0].zone == "graveyard"
    assert counter_map(settle(wolf)) == state()


def test_phased_out_permanents_are_not_checked():
    start = changed(board(a=cs(p=1, m=4)), "a", phased_out=True)
    assert settle(start) == start


def test_a_noncreature_has_no_toughness_to_lose():
    assert settle(board(art=cs(m=3))) == board(art=cs(m=3))
    vehicle = RefObject("v", "me", frozenset({"artifact"}), 1, 1, cs(m=3))
    assert settle(RefBoard((vehicle,))) == RefBoard((vehicle,))


def test_settled_outcomes():
    """A -1/-1 counter: doubled it kills the 2/2."""
    (after,) = settled_outcomes(board(DOUBLER), put(kind=MINUS))
    assert after.objects[0].zone == "graveyard"
    (after,) = settled_outcomes(board(a=cs(p=1)), put(kind=MINUS))
    assert counter_map(after) == state()
    assert after.objects[0].zone == "battlefield"


def test_the_result_comes_before_state_based_actions():
    assert outcomes(board(a=cs(p=1)), put(kind=MINUS)) == {state(a=cs(p=1, m=1))}


def test_a_source_that_dies_stops_functioning():
    lord = RefStatic("a", "times", 2, affects="creatures you control")
    (after,) = settled_outcomes(board(lord), put(kind=MINUS, amount=1))
    assert after.objects[0].zone == "graveyard"
    assert numbers(after, put("b")) == {1}


# --- the generator and the input -------------------------------------------


def test_all_boards():
    things = (creature("x", "me"), creature("y", "me"))
    boards = list(all_boards(things, [PLUS, CHARGE], 2))
    assert len(boards) == len(set(boards)) == 3**4
    assert sum(counter_map(b) == state() for b in boards) == 1
    assert max(n for b in boards for _, n in counter_map(b)) == 2


def test_legal_agrees_with_outcomes_on_every_small_board():
    """With no statics, an action that must change something is legal iff it does."""
    things = (creature("x", "me"), creature("y", "me"))
    actions = [
        RefAction(verb, kind, amount, source, target, "me", cost)
        for verb in ("remove", "move")
        for kind in (None, PLUS)
        for amount in (1, 2, "all")
        for source in ("x", "y")
        for target in ("x", "y")
        for cost in (False, True)
    ]
    for start in all_boards(things, [PLUS, CHARGE], 2):
        before = counter_map(start)
        for action in actions:
            results = outcomes(start, action)
            assert legal(start, action) == (before not in results)
            if action.verb == "move":
                size = sum(n for _, n in before)
                assert all(sum(n for _, n in r) == size for r in results)


def test_input_is_checked():
    with pytest.raises(ValueError, match="normal form"):
        RefPlayer("me", (("b", 1), ("a", 1)))
    with pytest.raises(ValueError, match="normal form"):
        RefPlayer("me", (("a", 0),))
    with pytest.raises(ValueError, match="same id"):
        RefBoard((creature("x", "me"), creature("x", "me")))
    with pytest.raises(ValueError, match="target"):
        RefAction("put", PLUS, 1, None, None, "me")
    with pytest.raises(ValueError, match="number"):
        put(amount="all")
