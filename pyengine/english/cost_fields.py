"""Costs and restrictions of activated abilities, from what a text says to the fields of a card file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pyengine.english.effect_terms import Argument, Description, Effects, Term
from pyengine.english.grammar_builders import changed
from pyengine.english.static_fields import Data, NoWordError, changed_cost, condition_data, filter_data

THIS = Term("this")
_WITH_MANA = (Term("as_a_sorcery"), Term("times_each_turn", (1,)))


def with_mana(restriction: Term) -> bool:
    """Return whether the rules of mana abilities can handle a restriction on activation."""
    return restriction in _WITH_MANA or restriction.name == "only_if"


_PAID = ("sacrifice", "tap", "discard", "return_to_hand", "reveal", "exile")
"""The costs of which it can be asked afterwards what paid for them."""
COSTS_KNOWN = ("mana", "{T}", "paying life", "sacrificing", "discarding", "counters removed from the object itself")


def cost_data(costs: Sequence[Term]) -> Data:
    """Return the costs, as a card file has them. Raises `NoWordError`."""
    told: Data = {}
    for one in costs:
        make = _COSTS.get(one.name)
        if make is None:
            raise NoWordError(f"the cost {one.name.replace('_', ' ')!r}", COSTS_KNOWN)
        for name, value in make(*one.arguments).items():
            if name in told and isinstance(value, dict) and name.endswith("counters") and not value.keys() & told[name]:
                told[name] |= value
            elif name in told:
                raise NoWordError("two costs of one sort")
            else:
                told[name] = value
    return told


def any_number_as_x(costs: Sequence[Term], effects: Effects) -> Effects:
    """Return the effects of an ability whose cost is to remove any number of counters, or all: that number is X."""
    anyhow = [number for number, one in enumerate(costs, 1) if one.name == "remove" and _is_any(one.arguments[0])]
    if len(anyhow) != 1:
        return effects
    many = Term("paid_many", (anyhow[0],))
    told: Effects = changed(effects, lambda one: Term("x") if one == many else None)
    return told


def paid_by_name(costs: Sequence[Term], effects: Effects) -> Effects:
    """Return the effects of an ability with references to paid objects by the cost's verb: `paid("sacrifice")`."""

    def named(one: object) -> Term | None:
        if not isinstance(one, Term) or one.name != "paid" or not isinstance(one.arguments[0], int):
            return None
        does = costs[one.arguments[0] - 1]
        several = [other for other in costs if other.name == does.name]
        if does.name not in _PAID or len(several) != 1:
            return None
        return THIS if does.arguments[0] == THIS else Term("paid", (does.name,))

    told: Effects = changed(effects, named)
    return told


def paid_as_cast(effects: Effects) -> Effects:
    """Return the effects of a spell with references to the objects paid as an additional cost, by the cost's verb."""

    def named(one: object) -> Term | None:
        if not isinstance(one, Term) or one.name != "paid_additionally" or one.arguments[0] not in _PAID:
            return None
        return Term("paid", one.arguments)

    told: Effects = changed(effects, named)
    return told


def _is_any(selection: Argument) -> bool:
    """Return whether the player chooses how many counters are removed: any number, or X."""
    if not isinstance(selection, Term):
        return False
    x_of_them = selection.name == "count" and selection.arguments[0] == Term("x")
    return x_of_them or selection.name in ("any_number", "all")


def _life(much: Argument) -> Data:
    return {"life": _number(much)}


def _number(much: Argument) -> int:
    if not isinstance(much, int):
        raise NoWordError(f"a cost of {much}", ("a number",))
    return much


def _chosen(what: Argument, zone: str, certain: dict[str, Any], needed: bool = False) -> Data:
    """Return the data of a choice of described objects.

    The card file leaves out the `certain` conditions. `needed`: the text must say it.
    """
    if not isinstance(what, Term) or what.name != "some" or not isinstance(what.arguments[0], Description):
        raise NoWordError(f"paying with {what}")
    description, least, most = what.arguments
    assert isinstance(description, Description)
    if least != most or not (isinstance(least, int) or least == Term("x")):
        raise NoWordError(f"paying with {what}")
    told: Data = {} if least == 1 else {"count": least if isinstance(least, int) else "X"}
    parts = []
    for one in (description, *description.either):
        said = dict(one.conditions)
        if one.zone != zone or any(
            said.get(name, None if needed else value) != value for name, value in certain.items()
        ):
            raise NoWordError(f"paying with {one}")
        kept = tuple((name, value) for name, value in one.conditions if name not in certain)
        parts.append(replace(one, conditions=kept, zone="battlefield", either=()))
    filters = [filter_data(one) for one in parts]
    if len(filters) == 1 and isinstance(filters[0], dict):
        return filters[0] | told
    if all(isinstance(one, dict) and one.keys() == {"types"} for one in filters):
        return {"types": [word for one in filters if isinstance(one, dict) for word in one["types"]]} | told
    raise NoWordError(f"paying with {description}")


def _sacrifice(what: Argument) -> Data:
    if what == THIS:
        return {"sacrifice_this": True}
    return {"sacrifice": _chosen(what, "battlefield", {"controller": "you"})}


def _tap(what: Argument) -> Data:
    certain = {"controller": "you", "tapped": False}
    if (crew := _of_total_power(what)) is not None:
        description, least = crew
        return {"tap": _chosen(description, "battlefield", certain) | {"total_power": least}}
    return {"tap": _chosen(what, "battlefield", certain)}


def _of_total_power(what: Argument) -> tuple[Term, int] | None:
    """Any number of what a description says that have so much power together, and how much."""
    match what:
        case Term("some", (Description() as one, 0, Term("any"))):
            conditions = dict(one.conditions)
            match conditions.pop("total_at_least", None):
                case ("power", int() as least):
                    kept = replace(one, conditions=tuple(conditions.items()))
                    return Term("some", (kept, 1, 1)), least
    return None


def _return(what: Argument) -> Data:
    return {"return_to_hand": _chosen(what, "battlefield", {"controller": "you"}, True)}


def _exile(what: Argument) -> Data:
    match what:
        case Term("this"):
            return {"exile_this": "battlefield"}
        case Term("this_in", (str() as zone,)):
            return {"exile_this": zone}
        case Term("some", (Description(zone="battlefield"), *_)):
            return {"exile": _chosen(what, "battlefield", {"controller": "you"}, True)}
        case Term("some", (Description(zone="hand"), *_)):
            return {"exile_from_hand": _chosen(what, "hand", {"owner": "you"}, True)}
    return {"exile_from_graveyard": _chosen(what, "graveyard", {"owner": "you"}, True)}


def _discard(what: Argument) -> Data:
    if what == THIS:
        return {"discard_this": True}
    if isinstance(what, int):
        return {"discard": {"count": what}}
    return {"discard": _chosen(what, "hand", {"owner": "you"})}


def _reveal(what: Argument) -> Data:
    return {"reveal": _chosen(what, "hand", {"owner": "you"})}


def _remove(selection: Argument, of: Argument) -> Data:
    if of == THIS and isinstance(selection, Term) and selection.name in ("any_number", "all"):
        return {"remove_counters": {str(selection.arguments[0]): "all" if selection.name == "all" else "X"}}
    if isinstance(of, Term) and of.name == "some" and of.arguments[1:] == (1, 1):
        return _remove_among(selection, of.arguments[0], among=False)
    if of == THIS and isinstance(selection, Term) and selection.name == "count_any":
        return {"counters_of": {"this": True, "count": _number(selection.arguments[0])}}
    if of != THIS or not isinstance(selection, Term) or selection.name != "count":
        raise NoWordError(f"removing {selection} from {of} as a cost", COSTS_KNOWN)
    count, kind = selection.arguments
    if count == Term("x"):
        return {"remove_counters": {str(kind): "X"}}
    return {"remove_counters": {str(kind): _number(count)}}


def _remove_among(selection: Argument, of: Argument, among: bool = True) -> Data:
    """Counters of others, on one of them or from among them."""
    if not isinstance(of, Description) or not isinstance(selection, Term):
        raise NoWordError(f"removing {selection} from {of} as a cost", COSTS_KNOWN)
    if selection.name not in ("count", "count_any"):
        raise NoWordError(f"removing {selection} from others as a cost", ("this number of counters", "X counters"))
    count, *kind = selection.arguments
    told = _chosen(Term("some", (of, 1, 1)), "battlefield", {"controller": "you"}, True)
    told["count"] = "X" if count == Term("x") else _number(count)
    if kind:
        told["kind"] = str(kind[0])
    return {"counters_of": told | ({"among": True} if among else {})}


def _put(count: Argument, kind: Argument, on: Argument) -> Data:
    if isinstance(on, Term) and on.name == "some":
        told = _chosen(on, "battlefield", {"controller": "you"}, True)
        if "count" in told:
            raise NoWordError("putting counters on several as a cost", COSTS_KNOWN)
        return {"counters_onto": told | {"kind": str(kind), "count": _number(count)}}
    if on != THIS:
        raise NoWordError("putting counters on something else as a cost", COSTS_KNOWN)
    return {"put_counters": {str(kind): _number(count)}}


def _blight(count: Argument) -> Data:
    """To put that many -1/-1 counters on a creature you control (701.68a)."""
    own = Description((("controller", "you"), ("types", ("creature",))))
    told = _put(count, "-1/-1", Term("some", (own, 1, 1)))
    return {"counters_onto": told["counters_onto"] | {"blights": True}}


_COSTS: dict[str, Callable[..., Data]] = {
    "pay_mana": lambda mana: {"mana": mana},
    "tap_symbol": lambda: {"tap_this": True},
    "untap_symbol": lambda: {"untap_this": True},
    "pay_life": _life,
    "pay_counters": lambda much, kind: {"pay_counters": {kind: _number(much)}},
    "sacrifice": _sacrifice,
    "tap": _tap,
    "return_to_hand": _return,
    "exile": _exile,
    "discard": _discard,
    "discard_hand": lambda: {"discard_hand": True},
    "reveal": _reveal,
    "remove": _remove,
    "remove_among": _remove_among,
    "put": _put,
    "blight": _blight,
}

_RESTRICTIONS: dict[Term, Data] = {
    Term("as_a_sorcery"): {"only": "sorcery"},
    Term("once"): {"only": "once"},
    Term("exhaust"): {"only": "once", "exhaust": True},
    Term("power_up"): {"only": "once", "power_up": True},
    Term("both", (Term("during", ("your upkeep",)), Term("times_each_turn", (1,)))): {
        "only": "your upkeep, once each turn"
    },
    Term("times_each_turn", (1,)): {"only": "once each turn"},
    Term("both", (Term("as_a_sorcery"), Term("times_each_turn", (1,)))): {"only": "sorcery, once each turn"},
    Term("both", (Term("during", ("your turn",)), Term("times_each_turn", (1,)))): {
        "only": "your turn, once each turn"
    },
    Term("during", ("your turn",)): {"only": "your turn"},
    Term("during", ("your turn before attackers",)): {"only": "your turn, before attackers are declared"},
    Term("during", ("combat",)): {"only": "combat"},
    Term("during", ("your upkeep",)): {"only": "your upkeep"},
    Term("during", ("any upkeep",)): {"only": "any upkeep"},
    Term("during", ("opponent's upkeep",)): {"only": "an opponent's upkeep"},
    Term("during", ("opponent's turn",)): {"only": "an opponent's turn"},
    Term("any_player"): {"any_player": True},
    Term("both", (Term("any_player"), Term("during", ("any upkeep",)))): {"any_player": True, "only": "any upkeep"},
}


def only_data(restrictions: Sequence[Term]) -> Data:
    """When an ability can be activated, and by whom. Raises `NoWordError`."""
    told: Data = {}
    for one in restrictions:
        if one.name == "both" and one not in _RESTRICTIONS:
            data = only_data([part for part in one.arguments if isinstance(part, Term)])
        elif one.name == "only_if" and isinstance(one.arguments[0], Term):
            data = {"as_long_as": condition_data(one.arguments[0])}
        elif one.name == "costs":
            data = {"costs": changed_cost(*one.arguments)}
        elif one in _RESTRICTIONS:
            data = _RESTRICTIONS[one]
        else:
            raise NoWordError("when it can be activated", ("only as a sorcery", "only once each turn"))
        if data.keys() & told.keys():
            raise NoWordError("two restrictions of one sort")
        told |= data
    return told
