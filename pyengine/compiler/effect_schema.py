"""The part of the language of effects that the rules know: names of terms, and the sorts of their arguments.

pyengine refuses everything else, so that no part of an effect is lost: the rules would silently ignore a term with an
unknown name or argument. `tests/test_effects.py` carries out each of these.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pyengine.card_model.granted_abilities import UngrantableError, abilities_of, kinds_in
from pyengine.compiler.clause_numbers import in_ways, speaks_of, ways_of
from pyengine.compiler.delayed_abilities import (
    AMOUNTS_KEPT,
    event_from_words,
    event_of,
    from_words,
    kept,
)
from pyengine.compiler.delayed_events import UnknownEventError, check_event, kinds_of_event
from pyengine.compiler.delayed_words import LASTING, NEXT, OF_EVENT
from pyengine.compiler.lowering import RESTRICTIONS, UnknownTokenError, lowered, with_abilities
from pyengine.compiler.modes import MOST_MODES, each_way
from pyengine.compiler.passes import UnknownToRulesError, known
from pyengine.english.effect_terms import Argument, Clause, Description, Effects, Modes, Target, Term, parts
from pyengine.english.kicker import HOW
from pyengine.english.reading import TextError
from pyengine.keywords.texts import resolves_besides

Sorts = tuple[str, ...]
Table = Mapping[str, tuple[Sorts, ...]]
"""Names of terms, and the sorts of their arguments in each form that they have."""


def _language() -> Mapping[str, Table]:
    """Return the terms of each sort, from `effect_language.txt`."""
    terms: dict[str, tuple[Sorts, ...]] = {}
    found: dict[str, Table] = {}
    for line in (Path(__file__).parent / "effect_language.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            name, _, sorts = line.strip(" )").partition("(")
            terms[name] = (*terms.get(name, ()), tuple(sorts.split(", ")) if sorts else ())
        elif line and not line.startswith("#"):
            found[line] = terms = {}
    return found


_TABLES = _language()
"""The terms of each sort."""

VERBS = _TABLES["verb"]
"""Effects that the rules can carry out, with the sorts of their arguments."""

_WHEN = {
    "skipped": ("untap",),
    "step": ("end step", "upkeep", "end of combat", "main phase"),
    "turn": ("next", "next turn", "your next", "this"),
    "event": ("leaves",),
    "whose_event": ("source",),
    "lasting": (NEXT, *LASTING.values()),
    "forbidden": ("attack", "block", "attack or block", "be blocked"),
    "fighting": (
        *("must attack", "must block", "attacks despite defender", "blocks one more", "blocks any number"),
        "assigns its toughness",
    ),
}
"""Steps that what is set up waits for, and whose."""

_PLAIN: Mapping[str, type] = {
    "effects": Effects,
    **dict.fromkeys(
        ("kind", "keyword", "zone", "name", "place", "mana", "added", "granted", "stat", "leave", "history"), str
    ),
    **{"number": int, "description": Description, "words": tuple},
}
"""The sorts of arguments that are not terms."""

_OF_PLAYERS = frozenset(
    (
        *("gain_life", "lose_life", "draw", "discard", "discard_hand", "mill", "scry", "surveil", "get_counters"),
        *("skip_next", "reveal"),
        *("discard_at_random", "create"),
        *("emblem", "lose_game", "blight"),
    )
)
"""The verbs that each of several players does for themselves."""

_LASTING = frozenset(
    (
        *("get", "get_each", "gain", "lose", "become", "have_base_of", "lose_all_abilities"),
        *("cant_fight", "restrict", "fight_so"),
        *("goad", "become_colored", "become_copy_of", "let_play"),
        "become_type_of_choice",
        "exile_if_dies",
        "declare",
    )
)
"""The verbs of which it can be said how long what they do lasts."""

TOGETHER = (("share_permanent_type", True), ("same_controller", True))
"""The conditions that are about several targets together."""
TRACKED = re.compile(r"has counter (.+)")
"""For as long as what something is done to has a counter of this kind."""
WHILE: Mapping[str, str] = {
    "it remains tapped": "while(tapped(it))",
    "this remains tapped": "while(tapped(this))",
    "this remains on the battlefield": "while(there(this))",
    "you control this": "while(controlled(this))",
}
"""The other things for as long as which something lasts, as the rules have them (611.2b)."""
_PREVENTING = frozenset(("prevent_next", "prevent_all", "prevent_all_combat"))
_FOR_A_TURN = _PREVENTING | {"gain_control"}
"""The verbs of which it can be said that what they do lasts for this turn."""
_OF_WHAT_IT_REFERS_TO = frozenset(
    ("counters", "counters_any", "times_kicked", "devoured", "life", "times", "plus", "half_up", "half_down")
)
"""Amounts that the rules work out only as it is known what an effect refers to: see the top of a library in
`asp/rules/608_2h_references.lp`."""
_COUNTED = frozenset(
    (
        "remove",
        "move",
        "lose_life",
        "discard",
        "discard_hand",
        "tap",
        "untap",
        "destroy",
        "exile",
        "sacrifice",
        "put_into",
    )
)
"""The verbs of which it is kept how much they did, or to how many."""

_AT_MOST_X = frozenset(("mana_value_at_most", "power_at_most", "toughness_at_most"))
"""The conditions that each greater X meets too."""
OF_ITSELF = frozenset(("adapt", "monstrosity", "renown", "gain_level"))
"""The verbs that are about the permanent they stand on, without saying so."""


class Piece(NamedTuple):
    """Something a clause says: a term or an argument of one, and its sort."""

    sort: str
    said: Argument


def pieces(said: Argument, sort: str) -> Iterator[Piece]:
    """Yield an argument and all its parts, each with its sort. Raises `UnknownToRulesError`."""
    yield Piece(sort, said)
    if sort == "amount" and isinstance(said, int):
        return
    if sort in _WHEN:
        if said not in _WHEN[sort]:
            what = "what happens later, at the beginning of" if sort != "skipped" else "to skip"
            raise UnknownToRulesError(f"{what} {said}")
        return
    if sort in ("effects", "later_event"):
        yield from _kept_pieces(said)
    if sort == "later_event":
        return
    if sort == "size" and (isinstance(said, int) or said == Term("none")):
        return
    if sort == "given" and said == Term("none"):
        return
    if sort == "given":
        yield from pieces(said, "granted")
        return
    if sort == "number" and said == Term("any"):  # "any number of"
        return
    if sort in _PLAIN:
        if not isinstance(said, _PLAIN[sort]):
            raise UnknownToRulesError(f"{_words(said)} for a {sort}")
        if sort == "granted":
            _check_granted(str(said))
        if sort == "keyword" and resolves_besides(str(said)) is not None:
            raise UnknownToRulesError(f"to give {said}")
        return
    if not isinstance(said, Term) or said.name not in _TABLES[sort]:
        raise UnknownToRulesError(f"the {sort} {_words(said)}")
    if said.name == "kept":
        return
    forms = [form for form in _TABLES[sort][said.name] if len(form) == len(said.arguments)]
    if not forms:
        raise UnknownToRulesError(f"more of the {sort} {_words(said)}")
    for argument, of in zip(said.arguments, forms[0], strict=True):
        yield from pieces(argument, of)


def _check_granted(text: str) -> None:
    """Check that an effect can give the ability with these words."""
    try:
        abilities_of(text)
    except UngrantableError as error:
        raise UnknownToRulesError(error.what) from None


def _kept_pieces(said: Argument) -> Iterator[Piece]:
    """Yield the references and amounts that a set-up ability keeps from the effect."""
    for one in kept(said):
        if one.name == "so_many" and len(one.arguments) > 1:
            raise UnknownToRulesError("later, how many counters of a kind were removed")
        if one.name not in OF_EVENT:
            yield from pieces(one, "amount" if one.name in AMOUNTS_KEPT else "reference")


def pieces_of(clause: Clause) -> Iterator[Piece]:
    """All that a clause says, itself first. Raises `UnknownToRulesError`."""
    try:
        clause = lowered(clause)
    except UnknownTokenError as error:
        raise UnknownToRulesError(str(error)) from None
    yield from pieces(clause.does, "verb")
    yield from pieces(clause.by, "reference")
    if clause.only_if is not None:
        yield from pieces(clause.only_if, "condition")
    if clause.does.name in OF_ITSELF:
        yield Piece("reference", Term("this"))


def preventing(clause: Clause) -> Clause | None:
    """Return the action that prevents a clause, on the clause's condition; None if there is none.

    Raises `UnknownToRulesError`.
    """
    if not clause.unless:
        return None
    if clause.does.name == "repeat":
        raise UnknownToRulesError("to pay for each, or else")
    who, *costs = clause.unless
    if len(costs) > 1:
        raise UnknownToRulesError("to do several things, or else")
    return Clause(costs[0], by=who, optional=True, only_if=clause.only_if)


def _each_told(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Clauses, each after what may be done to prevent it, and in each way."""
    for clause in clauses:
        if (cost := preventing(clause)) is not None:
            yield cost
        yield from in_ways(clause)


def kinds(effects: Effects) -> Iterator[str]:
    """Every kind of counters that an effect names. Raises `UnknownToRulesError`."""
    for told in each_way(effects):
        yield from _kinds(told)


def _kinds(effects: Effects) -> Iterator[str]:
    effects = known(effects)
    descriptions = [target.description for target in effects.targets]
    for clause in _each_told(effects.clauses):
        if clause.until is not None and (found := TRACKED.fullmatch(clause.until)) is not None:
            yield found[1]
        for sort, said in pieces_of(clause):
            if sort == "later_event" and isinstance(said, Term):
                yield from kinds_of_event(said)
            elif sort == "kind":
                yield str(said)
            elif sort == "granted":
                yield from kinds_in(str(said))
            elif isinstance(said, Description):
                descriptions.append(said)
            elif isinstance(said, Effects):
                yield from _kinds(said)
    while descriptions:
        one = descriptions.pop()
        descriptions += one.either
        yield from (kind for word, value in one.conditions if word in ("counters", "no_counters") for kind in value)


def check_words(text: str, about: Collection[str], ids: Collection[str], when: str | None = None) -> None:
    """Raise `ValueError`, with what is wrong, if what an ability on a board does, or waits for, is not understood."""
    try:
        if when is None:
            told = from_words(text, about, ids)
        else:
            waits, told = event_from_words(when, NEXT, text, about, ids)
            _check_event(waits, told)
        check(known(told))
    except TextError as error:
        raise ValueError(f"at character {error.offset + 1}: {error.message}") from None
    except UnknownToRulesError as error:
        raise ValueError(f"not modelled: {error}") from None


def check(effects: Effects) -> None:
    """Raise `UnknownToRulesError` if an effect, as `known` gives it, says what the rules do not know."""
    if effects.modes is not None:
        _check_modes(effects.modes)
        for told in each_way(effects):
            check(known(told))
    effects = with_abilities(effects)
    for target in effects.targets:
        if Term("x") in parts(target.description) and not _suits_one_x(effects.targets, target):
            raise UnknownToRulesError("a target that is described by X")
        of_counters = isinstance(target.most, Term) and target.most.name == "counters"
        if isinstance(target.least, Term) or (isinstance(target.most, Term) and not of_counters):
            raise UnknownToRulesError("a number of targets that varies")
        if isinstance(target.most, Term) and target.most.arguments[1] != Term("this"):
            raise UnknownToRulesError("a number of targets that varies")
        two = target.least == target.most == 2
        if ("share_permanent_type", True) in target.description.conditions and not two:
            raise UnknownToRulesError("other than two targets that are alike")
        if ("same_controller", True) in target.description.conditions and not (two or target.other_than):
            raise UnknownToRulesError("one target alone with the same controller")
    for number, clause in enumerate(effects.clauses, 1):
        if ways_of(clause) and any(speaks_of(other, number) for other in effects.clauses):
            raise UnknownToRulesError("one of several, of which something is said afterwards")
        if ways_of(clause) and clause.unless:
            raise UnknownToRulesError("one of several, unless something is done")
    for clause in _each_told(effects.clauses):
        said = list(pieces_of(clause))
        _check_manner(clause)
        _check_numbers(effects, clause, said)


def _suits_one_x(targets: Sequence[Target], target: Target) -> bool:
    """Return whether any targets that each suit some X suit one X together: the greatest, or that of one target."""
    described = dict(target.description.conditions)
    asked = {word for word, value in described.items() if Term("x") in parts(value)}
    alone = target.most == 1 and not any(Term("x") in parts(one.description) for one in targets if one != target)
    plain = not target.description.either and all(described[word] == Term("x") for word in asked)
    return plain and (asked <= _AT_MOST_X or (alone and asked == {"mana_value_is"}))


def _check_modes(modes: Modes) -> None:
    """How they are chosen."""
    if modes.how == HOW:
        return
    if modes.how != "modes":
        raise UnknownToRulesError("modes that may be chosen again, or not again")
    if modes.least == 0:
        raise UnknownToRulesError("to choose no mode")
    if modes.least > len(modes.options) or len(modes.options) > MOST_MODES:
        raise UnknownToRulesError(f"to choose {modes.least} of {len(modes.options)} modes")
    if any(not option.clauses for option in modes.options):
        raise UnknownToRulesError("a mode among modes")


def _check_manner(clause: Clause) -> None:
    """When and for how long, and by whom."""
    if clause.does.name in ("repeat", *RESTRICTIONS):
        clause = lowered(clause)
    verb = clause.does.name.replace("_", " ")
    tracked = clause.until is not None and bool(clause.until in WHILE or TRACKED.fullmatch(clause.until))
    if tracked and clause.does.name not in (_LASTING - {"become_copy_of"}) | {"gain_control"}:
        raise UnknownToRulesError(f"to {verb} for as long as {clause.until}")
    for_long = clause.until == "end of your next turn" and clause.does.name == "let_play"
    if clause.until not in (None, "end of turn", "your next turn") and not tracked and not for_long:
        raise UnknownToRulesError(f"what lasts until {clause.until}")
    for_a_turn = clause.does.name in _FOR_A_TURN and clause.until == "end of turn"
    if clause.does.name in _PREVENTING and not for_a_turn:
        raise UnknownToRulesError(f"to {verb} for good")
    if clause.until is not None and clause.does.name not in _LASTING and not for_a_turn and not tracked:
        raise UnknownToRulesError(f"to {verb} until {clause.until}")
    if clause.does.name == "become_copy_of" and clause.until == "your next turn":
        raise UnknownToRulesError(f"what is a copy until {clause.until}")
    if clause.instead_of and (clause.only_if is None or clause.if_done is not None):
        raise UnknownToRulesError("'instead' without a condition")
    match clause.does:
        case Term("delay", (Term() as when, Effects() as told)):
            _check_event(when, told)
            check(known(told))
    if clause.by.name in ("each", "those") and clause.does.name not in _OF_PLAYERS and not _by_each(clause):
        raise UnknownToRulesError(f"that several players {verb}")


def _check_event(when: Term, told: Effects) -> None:
    """Check that the event of a set-up ability is known, and so are the references to it."""
    if (event := event_of(when)) is None:
        return
    try:
        check_event(event, told)
    except UnknownEventError as error:
        raise UnknownToRulesError(str(error)) from None


def _found_again(effects: Effects, done: Term, zone: str) -> bool:
    """Return whether the objects of a clause can be identified: cards, which unlike tokens still exist.

    An object that left the battlefield is found in its new zone (400.7j), if the text names that zone.
    """
    number = done.arguments[0]
    if not isinstance(number, int):  # what a cost was paid with
        return False
    does = effects.clauses[number - 1].does
    if does.name in ("destroy", "sacrifice") and zone == "graveyard":
        return True
    of_library = does.name == "exile" and isinstance(does.arguments[0], Term) and does.arguments[0].name == "top"
    return does.name in ("look_at_card", "reveal", "mill", "discard") or of_library


def _by_each(clause: Clause) -> bool:
    """Return whether each player sacrifices something of their choice, or manifests the top card of their own
    library.
    """
    match clause.does:
        case Term("sacrifice", (Term("some"),)):
            return True
        case Term("manifest" | "cloak", (Term("top", (1, Term("they"))),)):
            return True
    return False


def _check_numbers(effects: Effects, clause: Clause, said: list[Piece]) -> None:
    """How many it is done to, and what is known of other clauses."""
    if clause.does.name == "move":
        selection, first, second = clause.does.arguments
        from_one, onto_one = _is_one(effects, first), _is_one(effects, second)
        if not (from_one or (onto_one and _of_each(selection, first))) or not (onto_one or _is_shared(selection)):
            raise UnknownToRulesError("to move counters from or onto several")
    if any(one.name == "one_of_each_not_on" for _, one in said if isinstance(one, Term)) and not _of_new_kinds(clause):
        raise UnknownToRulesError("counters of kinds that are not on something else")
    if clause.does.name == "distribute" and not _is_known_distribution(clause.does):
        raise UnknownToRulesError("to distribute a number that varies, or among others than targets")
    if clause.does.name in ("manifest", "cloak") and _of_looked_at(effects, clause.does.arguments[0]):
        raise UnknownToRulesError(f"to {clause.does.name} several cards that are chosen from a library")
    if clause.does.name == "put_on_library" and not _is_one(
        effects, clause.does.arguments[0], "rest", "target", "done", "some"
    ):
        raise UnknownToRulesError("to put several cards into a library")
    if clause.does.name == "exchange_control" and not _of_two(effects, clause.does.arguments):
        raise UnknownToRulesError("to exchange control of others than two targets")
    if (copied := _copied(clause.does)) is not None and not _is_one(effects, copied, "done", "paid"):
        raise UnknownToRulesError("to copy several")
    if clause.does.name == "become_copy_of" and (
        clause != effects.clauses[0] or not _become_copies(effects, *clause.does.arguments[:2])
    ):
        raise UnknownToRulesError("to become a copy of several, or after something else")
    owned = {one.arguments[0] for _, one in said if isinstance(one, Term) and one.name == "some"}
    for _, one in said:
        theirs = isinstance(one, Description) and {("controller", Term("they")), ("owner", Term("they"))} & {
            pair for pair in one.conditions if isinstance(pair[1], Term)
        }
        if theirs and one not in owned:
            raise UnknownToRulesError("the description of what they control")
        among = dict(one.conditions).get("from_among") if isinstance(one, Description) else None
        if isinstance(one, Description) and among is not None and not _found_again(effects, among, one.zone):
            raise UnknownToRulesError("which of those that something was done to")
        if isinstance(one, Term) and one.name in ("each", "some", "count") and _is_nowhere(one.arguments[0]):
            raise UnknownToRulesError("in which zone something is")
        if isinstance(one, Term) and one.name == "some" and clause.by != Term("you") and not _is_known_chooser(clause):
            raise UnknownToRulesError("what another player chooses")
        if isinstance(one, Term):
            _check_amount(effects, one)


def _of_new_kinds(clause: Clause) -> bool:
    """Check that counters are moved onto the object that lacks their kinds."""
    match clause.does:
        case Term("move", (Term("one_of_each_not_on", (of,)), _, onto)):
            return of == onto
    return False


def _become_copies(effects: Effects, of: Argument, those: Argument) -> bool:
    """Return whether the copied object is one known object, and the objects that become copies are one, each of
    several, or targets.
    """
    return _is_one(effects, of) and _is_one(effects, those, "each", "target")


def _copied(does: Term) -> Argument | None:
    """Return the object that a token is created as a copy of, or the spell that is copied."""
    match does:
        case Term("create", (_, Term("copy", (of,)), *_)) | Term("copy_spell", (of, *_)):
            return of
    return None


def _of_two(effects: Effects, exchanged: tuple[Argument, ...]) -> bool:
    """Return whether two objects are exchanged: two targets of one kind, or two references to one object each."""
    match exchanged:
        case (Term("target", (int() as number,)),):
            target = effects.targets[number - 1]
            return target.least == target.most == 2
    return len(exchanged) == 2 and all(_is_one(effects, one) for one in exchanged)


def _is_nowhere(description: Argument) -> bool:
    """Return whether a description gives neither a zone nor a reference to objects mentioned before."""
    return (
        isinstance(description, Description)
        and description.zone == "anywhere"
        and "from_among" not in dict(description.conditions)
    )


def _check_amount(effects: Effects, piece: Term) -> None:
    """How many cards of a library are meant, and how much was done."""
    amount = piece.arguments[0] if piece.name == "top" else None
    of_others = isinstance(amount, Term) and amount.name in _OF_WHAT_IT_REFERS_TO
    if (
        isinstance(amount, Term)
        and of_others
        and not (amount.name == "counters" and amount.arguments[1] == Term("this"))
    ):
        raise UnknownToRulesError("how many cards of a library are meant")
    if piece.name == "so_many":
        number = piece.arguments[0]
        assert isinstance(number, int)
        if effects.clauses[number - 1].does.name not in _COUNTED:
            raise UnknownToRulesError(f"how much it was to {effects.clauses[number - 1].does.name}")


def _of_each(selection: Argument, reference: Argument) -> bool:
    """Return whether a separate selection is made on each of several objects."""
    return _is_shared(selection) and isinstance(reference, Term) and reference.name == "each"


def _is_shared(selection: Argument) -> bool:
    """Return whether a player chooses how to divide the selection among several objects."""
    names = ("any_number", "any_number_any", "one_or_more", "one_or_more_any", "all", "all_any")
    return isinstance(selection, Term) and selection.name in names


def _is_known_distribution(does: Term) -> bool:
    """Return whether the rules know this kind of distribution.

    Among targets, the amount is a number, or that of the counters the object itself had as it left. Among objects
    chosen as the effect is carried out, their number can be any.
    """
    match does:
        case Term("distribute", (int() | Term("counters", (str(), Term("this"))), _, Term("target", _))):
            return True
        case Term("distribute", (_, _, Term("some", (_, 0 | 1, Term("any"))))):
            return True
    return False


def _is_known_chooser(clause: Clause) -> bool:
    """Return whether another player chooses among their own objects: ones to sacrifice, or cards to find in their
    library.
    """
    known = clause.by.name in ("that_player", "target", "controller", "owner", "each", "defending_player")
    if clause.does.name in ("put", "return_to_hand", "tap", "discard", "exile"):
        return known and clause.by.name != "each"
    return (known and clause.does.name in ("sacrifice", "search")) or _is_some_player(clause.by)


def _is_some_player(by: Term) -> bool:
    """Return whether a player whom "you" choose carries it out: "an opponent gains control of it"."""
    return by.name == "some" and isinstance(by.arguments[0], Description) and by.arguments[0].zone == "players"


def _is_one(effects: Effects, reference: Argument, *others: str) -> bool:
    """Return whether a reference can mean only one object, or is one of the kinds given, which may mean several."""
    if not isinstance(reference, Term):
        return False
    if reference.name in others:
        return True
    if reference.name == "target":
        number = reference.arguments[0]
        return isinstance(number, int) and effects.targets[number - 1].most == 1
    if reference.name == "some":
        return reference.arguments[1:] == (1, 1)
    return reference.name in ("this", "that", "id", "attached") or reference == Term("kept", (Term("event_object"),))


def _of_looked_at(effects: Effects, what: Argument) -> bool:
    """Return whether several cards of a library may be meant that a player has looked at, and that need not be its
    top cards.
    """
    match what:
        case Term("some_of", (done, _, most)) if most != 1:
            return _of_looked_at(effects, done)
        case Term("rest" | "some_of", (done, *_)):
            return what.name == "rest" and _of_looked_at(effects, done)
        case Term("done", (int() as number,)):
            does = effects.clauses[number - 1].does
            looked = does.arguments[0] if does.name in ("look_at_card", "reveal") else None
            return isinstance(looked, Term) and looked.name == "top" and looked.arguments[0] != 1
        case Term("some", (Description(zone="library"), _, most)):
            return most != 1
    return False


def _words(said: Argument) -> str:
    return (said.name if isinstance(said, Term) else str(said)).replace("_", " ")
