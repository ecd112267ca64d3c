"""Events of triggered abilities, from what a text says to the fields of a trigger in a card file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pyengine.card_model.doing import FIRST_EACH_TURN, OR_EVENTS
from pyengine.english.effect_terms import Argument, Description, Effects, Term, parts, references
from pyengine.english.grammar_builders import changed
from pyengine.english.static_fields import Data, NoWordError, condition_data, filter_data

THIS = Term("this")


class EventsApartError(NoWordError):
    """Two events that one trigger of a card file can't watch for."""


def event_data(event: Term) -> Data:
    """The fields of a trigger that say what it waits for. Raises `NoWordError`."""
    if event.name == "or":
        return _either(*event.arguments)
    make = _EVENTS.get(event.name)
    if make is None:
        raise NoWordError(f"the event {_words(event)!r}", EVENTS_KNOWN)
    try:
        return make(*event.arguments)
    except TypeError:  # more is said of the event than there is a word for
        raise NoWordError(f"all that is said of the event {_words(event)!r}") from None


def _words(term: Term) -> str:
    return term.name.replace("_", " ")


def _either(first: Argument, second: Argument) -> Data:
    """Two events of the same object."""
    assert isinstance(first, Term) and isinstance(second, Term)
    one, other = event_data(first), event_data(second)
    if {**one, "event": other["event"]} != other:
        raise EventsApartError("events of different objects")
    if not {one["event"], other["event"]} <= {*OR_EVENTS}:
        raise EventsApartError("events of which one trigger can't watch for both")
    return one | {"or_event": other["event"]}


# --- to whom it happens ------------------------------------------------------------------------------------------


_SIZES = ("power_at_least", "power_at_most")


def _affects(who: Argument) -> Data:
    """`affects`, and whether it is of one or more at once."""
    if who == THIS:
        return {}
    if not isinstance(who, Term):
        raise NoWordError(f"an event of {who}")
    if who.name == "attached":
        return {"affects": {"attached": True}}
    one = who.arguments[0] if len(who.arguments) == 1 else None
    if not isinstance(one, Description):
        raise NoWordError(f"an event of {_words(who)}")
    told = filter_data(one)
    if who.name == "any":
        return {"affects": told}
    if who.name == "one_or_more":
        return {"affects": told, "one_or_more": True}
    if who.name == "any_or_this":
        return {"affects": [{"this": True}, *(told if isinstance(told, list) else [told])]}
    raise NoWordError(f"an event of {_words(who)}")


def _of_object(name: str) -> Callable[[Argument], Data]:
    return lambda who: {"event": name, **_affects(who)}


def _of_sized(name: str) -> Callable[[Argument], Data]:
    """An event of which it may be said how much power the object has as it happens."""

    def data(who: Argument) -> Data:
        described = who.arguments[-1] if isinstance(who, Term) and who.arguments else None
        if not isinstance(described, Description) or described.either:
            return {"event": name, **_affects(who)}
        sizes = {word: value for word, value in described.conditions if word in _SIZES and isinstance(value, int)}
        kept = replace(described, conditions=tuple(one for one in described.conditions if one[0] not in sizes))
        assert isinstance(who, Term)
        return {"event": name, **_affects(replace(who, arguments=(*who.arguments[:-1], kept))), **sizes}

    return data


def _of_cards(name: str) -> Callable[..., Data]:
    """Cards that leave a graveyard or are put into one, and whose graveyard that is."""

    def data(who: Argument, whose: Argument = "each") -> Data:
        described = who.arguments[0] if isinstance(who, Term) and who.name in ("any", "one_or_more") else None
        if not isinstance(described, Description) or described.zone != "anywhere":
            raise NoWordError(f"the event {name!r} of {_words(who) if isinstance(who, Term) else who}", ("a card",))
        kept = tuple(pair for pair in described.conditions if pair[0] != "permanent_card")
        filters = filter_data(replace(described, conditions=kept, zone="battlefield", either=()))
        if described.either or isinstance(filters, list):
            raise NoWordError("cards of several descriptions")
        owner: Data = {} if whose == "each" else {"owner": str(whose)}
        if len(kept) < len(described.conditions):
            owner["permanent_card"] = True
        told: Data = {"event": name} | ({"cards": filters | owner} if filters or owner else {})
        return told | ({"one_or_more": True} if isinstance(who, Term) and who.name == "one_or_more" else {})

    return data


def _put_into_graveyard(who: Argument, whose: Argument = "each") -> Data:
    """The event of cards, or of the card that has the ability."""
    if who == Term("this") and whose == "each":
        return {"event": "is put into a graveyard", "cards": {"this": True}}
    return _of_cards("is put into a graveyard")(who, whose)


def _put_from(who: Argument, zone: Argument, whose: Argument = "each") -> Data:
    if zone not in ("library", "hand", "battlefield"):
        raise NoWordError(f"what is put into a graveyard from {zone}")
    return _of_cards("is put into a graveyard")(who, whose) | {"from_zone": str(zone)}


def _damage_from(whose: Argument, to: Argument, *not_this: Argument) -> Data:
    """Damage by any source that a player controls."""
    told = _deals("deals damage")(Term("this"), to)
    return told | {"any_source": "another" if not_this else "any", "by": str(whose)}


def _during(event: Argument, whose: Argument) -> Data:
    assert isinstance(event, Term)
    return event_data(event) | {"during": str(whose)}


def _in_exile(event: Argument) -> Data:
    """Return an event of a card in exile."""
    assert isinstance(event, Term)
    return event_data(event) | {"zones": ["exile"]}


def _first_each_turn(event: Argument) -> Data:
    """Only the first of such events in a turn, of each object or player that it happens to."""
    assert isinstance(event, Term)
    told = event_data(event)
    of_spells_only = told.get("of_spells", False) or told.get("one_or_more", False) or "whom" in told
    by_whom = told["event"] == "counters put" and "by" in told
    if told["event"] not in FIRST_EACH_TURN or "or_event" in told or of_spells_only or by_whom:
        raise NoWordError(f"the first time each turn of the event {_words(event)!r}")
    return {word: value for word, value in told.items() if word != "each"} | {"first_each_turn": True}


def _taps(who: Argument, what: Argument) -> Data:
    """Return an event of a player tapping something; the event itself already means that it was untapped before."""

    def untold(one: Description) -> Description:
        return replace(one, conditions=tuple(pair for pair in one.conditions if pair != ("tapped", False)))

    if (player := _players(who)) == "each" or not isinstance(what, Term):
        raise NoWordError("what any player taps", ("you tap a creature",))
    kept = tuple(untold(one) if isinstance(one, Description) else one for one in what.arguments)
    return {"event": "is tapped", "by": player, **_affects(replace(what, arguments=kept))}


def _attacks(who: Argument) -> Data:
    """Return an event of attacking; "this and at least two other creatures" is an attack of this, if that many
    others attack.
    """
    if isinstance(who, Term) and who.name == "this_and_others":
        number, others = who.arguments
        if isinstance(others, Description) and isinstance(told := filter_data(others), dict):
            return {"event": "attacks", "among": told, "so_many": number}
    return _of_sized("attacks")(who)


def _turned(name: str, was_face_down: bool) -> Callable[[Argument], Data]:
    """A permanent that is turned: as it was before, which the event says already, is not asked of it afterwards."""

    def data(who: Argument) -> Data:
        told = _of_object(name)(who)
        filters = told.get("affects")
        for one in filters if isinstance(filters, list) else [filters] if filters else []:
            if one.get("face_down") is was_face_down:
                del one["face_down"]
            elif "face_down" in one:
                raise NoWordError("what is turned to the side on which it lies")
        return told

    return data


def _players(who: Argument) -> str:
    """Return the word for the players: `you`, `opponent`, `each`."""
    if who == Term("you"):
        return "you"
    if isinstance(who, Term) and who.name == "any" and isinstance(who.arguments[0], Description):
        said = dict(who.arguments[0].conditions)
        if said.keys() == {"players"} and said["players"] in ("you", "opponent", "each"):
            return str(said["players"])
    raise NoWordError(f"an event of the players {who}", ("you", "an opponent", "a player"))


def _of_player(name: str) -> Callable[[Argument], Data]:
    return lambda who: {"event": name, "affects": {"players": _players(who)}}


def _by(who: Argument) -> Data:
    return {} if (player := _players(who)) == "each" else {"by": player}


# --- events ------------------------------------------------------------------------------------------------------


def _counters(name: str, each: bool, any_kind: bool, by_player: bool) -> Callable[..., Data]:
    """Counters that are put or removed: `(player, kind, object)`, of which some may not be said."""

    def data(*said: Argument) -> Data:
        left = list(said)
        told: Data = {"event": name} | ({"each": True} if each else {})
        if by_player:
            told |= _by(left.pop(0))
        if not any_kind:
            told["kinds"] = [left.pop(0)]
        (holder,) = left
        return told | _affects(holder)

    return data


def _gets_counters(who: Argument, kind: Argument) -> Data:
    return {"event": "counters put", "kinds": [kind], "affects": {"players": _players(who)}}


_STEPS = {
    "upkeep": "beginning of upkeep",
    "draw step": "beginning of draw step",
    "precombat main phase": "beginning of precombat main phase",
    "postcombat main phase": "beginning of postcombat main phase",
    "combat": "beginning of combat",
    "end of combat": "end of combat",
    "end step": "beginning of end step",
}
_WHOSE = {
    **{"your": "you", "each": "each", "each player": "each", "each opponent": "opponent"},
    **{"controller of attached": "attached", "enchanted player": "attached"},
}


def _beginning(step: Argument, whose: Argument) -> Data:
    if step not in _STEPS or whose not in _WHOSE:
        raise NoWordError(f"the beginning of {whose} {step}", ("your upkeep", "each end step", "combat on your turn"))
    return {"event": _STEPS[str(step)], "affects": {"players": _WHOSE[str(whose)]}}


def _discards_some(who: Argument) -> Data:
    """All that is discarded at one time, where one player does: two players discard in events of their own."""
    if who != Term("you"):
        raise NoWordError("several cards discarded by other players")
    return {**_of_player("discards a card")(who), "one_or_more": True}


def _casts(who: Argument, spell: Argument) -> Data:
    if spell == Term("this") and who == Term("you"):
        return {"event": "this is cast"}
    if not isinstance(spell, Term) or spell.name != "any" or not isinstance(spell.arguments[0], Description):
        raise NoWordError(f"casting {spell}")
    description = spell.arguments[0]
    targets = dict(description.conditions).get("targets")
    kept = tuple(pair for pair in description.conditions if pair[0] not in ("targets", *_MANA_VALUES))
    number: Data = {}
    for how in ("multicolored", "kicked"):
        if (how, True) in kept:
            kept = tuple(pair for pair in kept if pair[0] != how)
            number["how"] = how
    for where in ("exile", "elsewhere"):
        if (came := ("cast_from", where)) in kept and "how" not in number:
            kept = tuple(pair for pair in kept if pair != came)
            number["how"] = f"from {where}"
    for pair in description.conditions:
        if pair[0] in _MANA_VALUES:
            number["mana_value"] = _so_many(*pair)
    if isinstance(told := filter_data(replace(description, conditions=kept)), list):
        raise NoWordError("casting a spell of several descriptions")
    return {"event": "cast", **_by(who), **_targeting(targets), **number} | ({"spells": told} if told else {})


_MANA_VALUES = ("mana_value_is", "mana_value_greater_than")


def _so_many(how: str, amount: Any) -> Data:
    """Counters, of which there are as many as a mana value says, or fewer."""
    match amount:
        case Term("counters", (str() as kind, Term("this" | "you" as on))):
            return {"counters": kind, "on": on} | ({"greater": True} if how == "mana_value_greater_than" else {})
    raise NoWordError("casting a spell of such a mana value")


def _targeting(targets: Any) -> Data:
    """Return the condition on the targets of a spell that is cast."""
    if targets is None:
        return {}
    if targets == THIS:
        return {"targeting": {"this": True}}
    if isinstance(targets, Term) and targets.name == "some" and targets.arguments[1:] == (1, 1):
        described = targets.arguments[0]
        if isinstance(described, Description):
            return {"targeting": filter_data(described)}
    raise NoWordError(f"casting a spell that targets {targets}")


def _sacrifices(who: Argument, what: Argument) -> Data:
    told = {"event": "sacrificed", **_affects(what)}
    if (player := _players(who)) == "each":
        return told
    filters = told.get("affects", {"this": True})
    if isinstance(filters, list) or filters.get("controller", player) != player:
        raise NoWordError("sacrificing what is described so")
    return told | {"affects": filters | {"controller": player}}


def _creates(who: Argument, what: Argument) -> Data:
    """Tokens that a player creates."""
    told = {"event": "created", **_affects(what)}
    filters = told.get("affects", {})
    if who != Term("you") or not isinstance(filters, dict) or not filters.get("token"):
        raise NoWordError("tokens that another player creates, or creating something else")
    return told | {"affects": filters | {"controller": "you"}}


_RECIPIENTS = {"you": "you", "opponent": "opponent", "each": "player"}


def _deals(name: str) -> Callable[..., Data]:
    """Damage that objects deal, to whom if that is said."""

    def data(who: Argument, to: Argument | None = None) -> Data:
        told = {"event": name, **_affects(who)}
        if to is None:
            return told
        if to == Term("you"):
            return told | {"to": ["you"]}
        if not isinstance(to, Term) or to.name != "any":
            raise NoWordError(f"damage to {to}")
        return told | {"to": [_recipient(one) for one in to.arguments]}

    return data


def _recipient(one: Argument) -> str:
    if isinstance(one, Term) and not one.arguments:
        return one.name
    if isinstance(one, Description) and not one.either:
        said = dict(one.conditions)
        if said.keys() == {"players"}:
            return _RECIPIENTS[said["players"]] if said["players"] in _RECIPIENTS else str(said["players"])
        if said.keys() == {"types"} and len(said["types"]) == 1:
            return str(said["types"][0])
    raise NoWordError(f"damage to {one}", ("a player", "an opponent", "a creature"))


def _is_dealt(name: str) -> Callable[[Argument], Data]:
    def data(who: Argument) -> Data:
        of_players = isinstance(who, Term) and who.name == "any" and _is_of_players(who.arguments[0])
        if who == Term("you") or of_players:
            return {"event": name, "affects": {"players": _players(who)}}
        return {"event": name, **_affects(who)}

    return data


def _is_of_players(one: Argument) -> bool:
    return isinstance(one, Description) and one.zone == "players"


def _becomes_target(who: Argument, of: Argument, by: Argument = "each") -> Data:
    if of not in ("spell or ability", "spell"):
        raise NoWordError(f"becoming the target of a {of}", ("a spell or ability",))
    told = {"event": "becomes the target", **_affects(who)} | ({} if by == "each" else {"by": by})
    return told | ({"of_spells": True} if of == "spell" else {})


def _state(condition: Argument) -> Data:
    assert isinstance(condition, Term)
    return {"event": "state", "as_long_as": condition_data(condition)}


def _attacks_with(who: Argument, what: Argument | None = None) -> Data:
    """ "Whenever you attack with ...": one or more creatures, all at one time."""
    if (player := _players(who)) == "each":
        raise NoWordError("that a player attacks", ("you", "an opponent"))
    told: Data = {"event": "attacks", "one_or_more": True}
    if what is None:
        return told | {"affects": {"types": ["creature"], "controller": player}}
    if isinstance(what, Term) and what.name == "any":
        told = {"event": "attacks"}
    number = 1
    if isinstance(what, Term) and what.name == "so_many_or_more" and isinstance(what.arguments[0], int):
        number, what = what.arguments[0], Term("one_or_more", what.arguments[1:])
    found = _affects(what)
    filters = found.get("affects", {"this": True})
    if isinstance(filters, list) or filters.get("controller", player) != player:
        raise NoWordError("attacking with what is described so")
    return told | {"affects": filters | {"controller": player}} | ({"so_many": number} if number > 1 else {})


_ATTACKED: dict[Argument, str] = {Term("you"): "you", Term("attached", (THIS,)): "attached"}


def _attacks_player(who: Argument, whom: Argument, *more: Argument) -> Data:
    """Return an event of attacking a player."""
    said = [_ATTACKED[whom] if whom in _ATTACKED else _players(whom)]
    if said[0] not in ("you", "opponent", "attached"):
        raise NoWordError(f"attacking {said[0]}", ("you", "an opponent"))
    if more == (Term("planeswalker"),):
        said.append("your planeswalker")
    elif more:
        raise NoWordError("all that is attacked")
    return {"event": "attacks", "whom": said, **_affects(who)}


def _of_pair(name: str) -> Callable[[Argument, Argument], Data]:
    """ "Blocks a creature", "becomes blocked by a creature": once for each."""

    def data(who: Argument, other: Argument) -> Data:
        if not isinstance(other, Term) or other.name != "any" or not isinstance(other.arguments[0], Description):
            raise NoWordError("blocking what is described so")
        if who != THIS:
            raise NoWordError("that one creature blocks another")
        return {"event": name, "others": filter_data(other.arguments[0])}

    return data


def _becomes_unattached(who: Argument, host: Argument) -> Data:
    if who != THIS or host != Term("any", (Description(),)):
        raise NoWordError("that something else becomes unattached, or from such permanents only")
    return {"event": "becomes unattached"}


def _loses_control(who: Argument, what: Argument) -> Data:
    if (player := _players(who)) == "each":
        raise NoWordError("that any player loses control", ("you",))
    return {"event": "loses control", "by": player, **_affects(what)}


_EVENTS: dict[str, Callable[..., Data]] = {
    "loses_control": _loses_control,
    "earthbends": _of_player("earthbends"),
    "blights": _of_player("blights"),
    "proliferates": _of_player("proliferates"),
    "attacks_with": _attacks_with,
    "attacks_player": _attacks_player,
    "blocks_object": _of_pair("blocks"),
    "becomes_blocked_by": _of_pair("becomes blocked"),
    "enters": _of_sized("enters"),
    "during": _during,
    "in_exile": _in_exile,
    "first_each_turn": _first_each_turn,
    "explores": _of_object("explores"),
    "fights": _of_object("fights"),
    "evolves": _of_object("evolves"),
    "exploits": _of_object("exploits"),
    "connives": _of_object("connives"),
    "trains": _of_object("trains"),
    "activates_exhaust": _of_player("activates an exhaust ability"),
    "damage_from": _damage_from,
    "put_from": _put_from,
    "becomes_renowned": _of_object("becomes renowned"),
    "phases_in": _of_object("phases in"),
    "scries": _of_player("scries"),
    "surveils": _of_player("surveils"),
    "wins_flip": _of_player("wins a coin flip"),
    "taps": _taps,
    "attacks_unblocked": _of_object("attacks unblocked"),
    "put_into_exile": _of_object("is exiled"),
    "leaves_graveyard": lambda who: _of_cards("leaves a graveyard")(who, "you"),
    "put_into_graveyard": _put_into_graveyard,
    "dies": _of_object("dies"),
    "leaves": _of_object("leaves the battlefield"),
    "attacks": _attacks,
    "attacks_alone": lambda who: _attacks(who) | {"alone": True},
    "blocks": _of_object("blocks"),
    "becomes_blocked": _of_object("becomes blocked"),
    "becomes_tapped": _of_object("becomes tapped"),
    "becomes_untapped": _of_object("becomes untapped"),
    "tapped_for_mana": _affects,  # a mana ability, which never waits for anything
    "becomes_monstrous": _of_object("becomes monstrous"),
    "becomes_level": lambda who, number: {"event": "becomes level", **_affects(who), "n": number},
    "turned_face_up": _turned("turned face up", True),
    "turns_face_up": lambda who, what: _turned("turned face up", True)(what) | _by(who),
    "turned_face_down": _turned("turned face down", False),
    "becomes_unattached": _becomes_unattached,
    "becomes_target": _becomes_target,
    "sacrifices": _sacrifices,
    "creates": _creates,
    "casts": _casts,
    "casts_not_first": lambda who: {"event": "cast", **_by(who), "not_first": True},
    "casts_nth": lambda who, number: {"event": "cast", **_by(who), "n": number},
    "draws_nth": lambda who, number: {"event": "draws a card", "affects": {"players": _players(who)}, "n": number},
    "casts_or_copies": lambda who, spell: _casts(who, spell) | {"or_copied": True},
    "manifests_dread": lambda who: {"event": "manifests dread", **_by(who)},
    "cycles_this": lambda who: {"event": "cycled"},
    "cycles": _of_player("cycles a card"),
    "cycles_another": _of_player("cycles a card"),
    # Who cycles a card discards it (702.29d), and what watches is on the battlefield, so that any card is another.
    "cycles_or_discards": _of_player("discards a card"),
    "cycles_or_discards_another": _of_player("discards a card"),
    "draws": _of_player("draws a card"),
    "discards": _of_player("discards a card"),
    "discards_some": _discards_some,
    "gains_life": _of_player("gains life"),
    "loses_life": _of_player("loses life"),
    "beginning": _beginning,
    "damage": _deals("deals damage"),
    "combat_damage": _deals("deals combat damage"),
    "is_dealt_damage": _is_dealt("is dealt damage"),
    "is_dealt_combat_damage": _is_dealt("is dealt combat damage"),
    "put_counters": _counters("counters put", False, False, False),
    "put_counters_any": _counters("counters put", False, True, False),
    "put_each_counter": _counters("counters put", True, False, False),
    "put_each_counter_any": _counters("counters put", True, True, False),
    "puts_counters": _counters("counters put", False, False, True),
    "puts_counters_any": _counters("counters put", False, True, True),
    "puts_each_counter": _counters("counters put", True, False, True),
    "remove_counters": _counters("counters removed", False, False, False),
    "remove_each_counter": _counters("counter removed", True, False, False),
    "removes_counters": _counters("counters removed", False, False, True),
    "removes_each_counter": _counters("counter removed", True, False, True),
    "last_counter_removed": _counters("last counter removed", False, False, False),
    "nth_counter_put": lambda n, kind, what: {"event": "nth counter put", "kinds": [kind], "n": n, **_affects(what)},
    "gets_counters": _gets_counters,
    "state": _state,
}
"""Events as texts have them, and how card files say them."""

EVENTS_KNOWN = ("enters", "dies", "attacks", "is turned face up", "you cast a spell", "counters are put on it")
"""Some of the events that there are, for messages."""

# --- what an effect can mean of its event ------------------------------------------------------------------------

_OF_PLAYERS = (
    *("draws a card", "discards a card", "cycles a card", "gains life", "loses life", "manifests dread"),
    *("scries", "surveils", "wins a coin flip", "activates an exhaust ability", "earthbends", "blights"),
    "proliferates",
)
_COUNTED = ("counters put", "counters removed", "gains life", "loses life")
_SAYS_HOW_MUCH = (*_COUNTED, "deals damage", "deals combat damage", "is dealt damage", "is dealt combat damage")


def check_event_words(data: Data, effects: Effects) -> None:
    """Raise `NoWordError` if an effect speaks of something of its event that is not kept."""
    event = str(data["event"])
    to_players = bool(data.get("to")) and {*data["to"]} <= {"player", "you", "opponent"}
    about_players = _about_players(data)
    kept = set()
    at_once = data.get("one_or_more", False)
    if event == "cast":
        kept.add("that_player")
    if event == "becomes the target":
        kept.add("that_other")
    if event in _OF_PLAYERS or event.startswith(("beginning", "end of")):
        kept.add("that_player")
    elif about_players or to_players:
        kept |= {"that", "that_player"}
    elif event != "state" and (not data.get("to") or (len(data["to"]) == 1 and "affects" not in data)):
        kept.add("that")  # whom it is dealt to, where the object itself deals it
    if at_once:
        kept = {"that_player"} if to_players else set()
    elif _tells_whose(data):
        kept.add("that_player")
    for one in references(effects):
        if one.name.startswith("that") and one.name not in kept:
            raise NoWordError(f"what {one.name.replace('_', ' ')!r} is, where the event is {event!r}")
    known_x = event in ("enters", "turned face up", "becomes monstrous")  # 107.3m, 702.37f, 701.37c
    of_itself = known_x and "affects" not in data and not data.get("or_event")
    if Term("x") in parts(effects) and not of_itself and not pays_x(effects):
        raise NoWordError("what X is, where the event is " + repr(event))
    says_many = any(isinstance(one, Term) and "that_many" in one.name for one in parts(effects))
    if says_many and not (at_once or (event in _SAYS_HOW_MUCH and not data.get("each"))):
        raise NoWordError(f"how many 'that many' is, where the event is {event!r}")


def _tells_whose(data: Data) -> bool:
    """Return whether `that player` can be the controller or owner of the event's object."""
    if data.get("by") and not data.get("any_source"):
        return False
    if data["event"] in ("loses control", "becomes the target", "state") or data.get("whom", ["you"]) != ["you"]:
        return False
    if data.get("to"):
        return [*data["to"]] == ["you"]
    filters: Any = data.get("affects", data.get("cards", {}))
    listed = filters if isinstance(filters, list) else [filters]
    return all({one.get("controller"), one.get("owner")} & {"opponent", "not you"} for one in listed)


def pays_x(effects: Effects) -> bool:
    """Return whether a player chooses X during a payment."""
    paid = (one for one in parts(effects) if isinstance(one, Term) and one.name == "pay_mana")
    return any("{X}" in str(one.arguments[0]) for one in paid)


_GONE = ("dies", "leaves the battlefield", "sacrificed")
_STAY = (
    *("enters", "turned face up", "turned face down", "attacks", "blocks", "becomes blocked", "becomes tapped"),
    *("created", "becomes untapped", "becomes monstrous", "becomes renowned", "becomes level", "phases in"),
    *("counters put", "counters removed", "last counter removed"),
)
"""Events after which what they happened to is on the battlefield, where a condition asks what it is."""
_OF_SOURCE = frozenset((THIS, Term("defending_player"), Term("tribute_paid")))
"""Terms of a condition about the object with the ability, which are known only while that object is there."""


def check_condition(data: Data, condition: Term) -> None:
    """Raise `NoWordError` if a condition asks what is not known as the event happens."""
    said = list(parts(condition))
    filters = data.get("affects", {"this": True})
    itself = any(one.get("this") for one in (filters if isinstance(filters, list) else [filters]))
    now = changed(condition, lambda one: Term("had") if isinstance(one, Term) and one.name == "had" else None)
    of_itself = not _OF_SOURCE.isdisjoint(one for one in parts(now) if isinstance(one, Term))
    gone = data["event"] in _GONE or data.get("or_event") in _GONE
    if data["event"] == "state" or (itself and gone and of_itself):
        raise NoWordError("the condition of what has left, or of a state trigger")
    if Term("that") in said and (data.get("one_or_more") or _about_players(data) or data.get("to")):
        raise NoWordError("what 'it' is in the condition of a triggered ability")
    asks_what = any(isinstance(one, Term) and one.name == "is" and Term("that") in one.arguments for one in said)
    if asks_what and any(data.get(word, _STAY[0]) not in _STAY for word in ("event", "or_event")):
        raise NoWordError("what something is in the condition of a triggered ability, where it is not there any more")


def _about_players(data: Data) -> bool:
    filters = data.get("affects", {})
    return any("players" in one for one in (filters if isinstance(filters, list) else [filters]))
