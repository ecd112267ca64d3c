"""Builders for what the grammar reads, where a term is not enough: descriptions, tokens, clauses of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import is_not
from typing import Any

from pyengine.english.descriptions import COLORS, TYPE_PLURALS, TYPES, either, joined_alternatives, related
from pyengine.english.effect_terms import Clause, Description, Granted, Term, field_names, is_reference, parts
from pyengine.english.grammar_engine import Builder
from pyengine.english.lexer import Tokens
from pyengine.english.terminals import power_toughness, single_keywords
from pyengine.glossary.subtypes import SUBTYPES

SUBJECT = Term("subject")
"""Placeholder for the subject of an effect of objects until the subject is known."""
THEY = Term("they")
YOU = Term("you")

LASTING = frozenset(
    (
        *("gain_control", "goad", "exchange_control", "suspect", "play", "play_free", "cast", "cast_free"),
        "look_at_card",
        *("spend_as_any", "become_type_of_choice", "get", "prevent_next", "prevent_all", "prevent_all_combat"),
        *("prevent_all_combat_to", "prevent_all_combat_by", "prevent_all_combat_to_and_by", "prevent_all_by"),
        *("cant_prevent_damage", "look_any_time"),
    )
)
"""Verbs of players that can have a duration."""


def changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value with every part that `change` gives something for replaced by it.

    An ability in quotation marks is one part: its targets and clauses have numbers of their own.
    """
    new = change(value)
    if new is not None:
        return new
    if isinstance(value, str | int | Granted):  # a word, a name and a number have no parts
        return value
    if isinstance(value, tuple):
        several = [changed(one, change) for one in value]
        return tuple(several) if any(map(is_not, several, value)) else value
    others = {}
    for name in field_names(value):
        part = getattr(value, name)
        if (other := changed(part, change)) is not part:
            others[name] = other
    return replace(value, **others) if others else value


def listed(value: Any) -> tuple[Any, ...]:
    """Return a value as a tuple: one value, or several."""
    return value if isinstance(value, tuple) else (value,)


# --- descriptions ----------------------------------------------------------------------------------------------


def _other(one: Description) -> Description | None:
    return related(one, ("other", True))


def _alike(first: Description, second: Description) -> Description | None:
    """`a Plains or an Island`: of one of two types, where they differ in nothing else."""
    joined = joined_alternatives([first, second])
    return None if joined.either else joined


def _hand(one: Description) -> Description | None:
    """Cards of a hand. Of cards without more words it is enough to say how many."""
    described = isinstance(one, Description) and one.zone == "anywhere" and bool(one.conditions or one.either)
    return replace(one, zone="hand") if described else None


def _in_library(what: Any) -> Any:
    """Cards that are searched for."""
    return changed(
        what,
        lambda one: replace(one, zone="library") if isinstance(one, Description) and one.zone == "anywhere" else None,
    )


def _in_hand(one: Description, whose: Term) -> Description | None:
    return related(one, (("owner", whose), ("zone", "hand")))


def _from_either(one: Description, *zones: str) -> Description | None:
    """`a creature card from your hand or graveyard`: a card of yours that is in one of these zones."""
    found = [related(one, (("owner", "you"), ("zone", zone))) for zone in zones]
    alone = one.zone == "anywhere" and not one.either and None not in found
    return either(*found) if alone else None  # type: ignore[arg-type]


def _anywhere(what: Any) -> Any:
    return changed(
        what,
        lambda one: replace(one, zone="anywhere") if isinstance(one, Description) and one.zone == "library" else None,
    )


def _players(which: str) -> Description:
    return Description((("players", which),), "players")


def _any_target() -> Description:
    types = ("creature", "planeswalker", "battle")
    return Description((("types", types),), either=(_players("each"),))


def _stat(stat: str, how: str, amount: Any) -> tuple[str, Any]:
    return (f"{stat}_{how}", amount)


def _conditions_of(one: Description) -> tuple[Any, ...] | None:
    return one.conditions if not one.either else None


def _described(conditions: tuple[Any, ...]) -> Description | None:
    return related(Description(), conditions)


_NOT = {"types": "not_types", "subtypes": "not_subtypes", "supertypes": "not_supertypes", "colors": "not_colors"}


def _called(one: Description, noun: Description) -> Description | None:
    """`For each creature you control, ... that creature`: what is called by a word that was said of it."""
    said = [dict(each.conditions) for each in (one, *one.either)]
    asked = dict(noun.conditions)
    fits = noun.zone == one.zone and not noun.either
    fits = fits and all(set(each.get(name, ())) == set(asked[name]) for name in asked for each in said)
    return one if fits else None


def _with_a_single_target(*abilities: str) -> Description:
    """A spell with a single target, or an ability of such kinds."""
    others = tuple(Description((("ability", kind), ("single_target", True)), "stack") for kind in abilities)
    return Description((("single_target", True),), "stack", either=others)


def _creatures_without(keyword: str) -> Term:
    conditions = (("types", ("creature",)), ("without", (keyword,)))
    return Term("each", (Description(conditions),))


def _not_like(conditions: tuple[Any, ...]) -> tuple[Any, ...] | None:
    all_ = conditions if conditions and isinstance(conditions[0], tuple) else (conditions,)
    if len(all_) != 1:
        return None
    name, value = all_[0]
    if name in _NOT:
        return (_NOT[name], value)
    return (name, not value) if isinstance(value, bool) else None


def _this(place: int, thing: Description) -> Term | None:
    """`this creature` is the object itself; `this token` and `this spell` too."""
    plain = all(name in ("types", "subtypes", "token", "all_types") for name, _ in thing.conditions)
    return Term("mention", (place, Term("this"))) if plain and not thing.either else None


# --- counters, tokens ------------------------------------------------------------------------------------------


def times(number: Any, unit: Any) -> Any:
    """Return a number for each of something."""
    return unit if number == 1 else Term("times", (number, unit))


def _both_put(target: Any, *counted: tuple[Any, ...]) -> Term:
    """Counters of several kinds are put on something in one event: what waits for counters triggers once."""
    return Term("put", (*(said for one in counted for said in one), target))


def _kinds_put(value: Any) -> tuple[Any, ...] | None:
    if not isinstance(value, Term) or value.name != "put" or len(value.arguments) == 3:
        return None
    *said, target = value.arguments
    return target, *zip(said[::2], said[1::2], strict=True)


def _put_either(target: Any, *counted: tuple[Any, ...]) -> Term | None:
    if any(one[0] != 1 for one in counted):
        return None
    return Term("put", (1, Term("either_kind", tuple(kind for _, kind in counted)), target))


def _counted_kind(value: Any) -> tuple[Any, ...] | None:
    if isinstance(value, Term) and value.name == "any_number" and isinstance(value.arguments[0], str):
        return Term("any_number", (0,)), value.arguments[0]
    if isinstance(value, Term) and value.name == "one_or_more" and len(value.arguments) == 1:
        return Term("any_number", (1,)), value.arguments[0]
    if isinstance(value, Term) and value.name == "up_to" and len(value.arguments) == 2:
        return Term("up_to", value.arguments[:1]), value.arguments[1]
    if isinstance(value, Term) and value.name == "count" and len(value.arguments) == 2:
        return value.arguments
    return None


def _counted_of_any(value: Any) -> tuple[Any, ...] | None:
    if value == Term("any_number_any"):
        return (Term("any_number", (0,)),)
    if value == Term("one_or_more_any"):
        return (Term("any_number", (1,)),)
    if isinstance(value, Term) and value.name == "up_to_any":
        return (Term("up_to", value.arguments),)
    return value.arguments if isinstance(value, Term) and value.name == "count_any" else None


def _entered(value: Any) -> tuple[Any, ...] | None:
    if isinstance(value, Term) and value.name == "enter":
        return value.arguments[0], value.arguments[1:]
    return None


def _entered_listed(value: Any) -> tuple[Any, ...] | None:
    if isinstance(value, Term) and value.name == "enter" and isinstance(last := value.arguments[-1], Term):
        return (value.arguments[0], value.arguments[1:-1], last.arguments[0]) if last.name == "listed" else None
    return None


def _turned_listed(value: Any) -> tuple[Any, ...] | None:
    match value:
        case Term("turn_face_down", (what, Term("listed", words))):
            return what, words
    return None


def _other_type_become(value: Any) -> tuple[Any, ...] | None:
    match value:
        case Term("become_type_of_choice", (words, what)) if words:
            return Description((("subtypes", words),)), what
    return None


def _counters_if(counted: tuple[Any, ...], such: Description) -> Term | None:
    """Counters with which something enters if it is of a card type then."""
    match such.conditions:
        case (("types", (str() as kind,)),) if not such.either:
            return Term("counters_if", (*counted, kind))
    return None


def _exiled_with(value: Any) -> tuple[Any, ...] | None:
    if not isinstance(value, Term) or value.name != "exile" or len(value.arguments) != 2:
        return None
    what, counters = value.arguments
    return (what, counters.arguments) if isinstance(counters, Term) else None


def _created(value: Any) -> tuple[Any, ...] | None:
    if isinstance(value, Term) and value.name == "create":
        return value.arguments[0], value.arguments[1:]
    return None


def _count_kind(many: Any, kind: str) -> Term:
    if many == Term("any_number", (0,)):
        return Term("any_number", (kind,))
    if isinstance(many, Term) and many.name == "up_to":
        return Term("up_to", (*many.arguments, kind))
    return Term("one_or_more", (kind,)) if many == Term("any_number", (1,)) else Term("count", (many, kind))


def _count_of_any(many: Any) -> Term:
    if many == Term("any_number", (0,)):
        return Term("any_number_any")
    if isinstance(many, Term) and many.name == "up_to":
        return Term("up_to_any", many.arguments)
    return Term("one_or_more_any") if many == Term("any_number", (1,)) else Term("count_any", (many,))


def _enter(what: Any, options: tuple[Any, ...]) -> Term:
    return Term("enter", (what, *options))


def _enter_listed(what: Any, options: tuple[Any, ...], *listed: Any) -> Term | None:
    """Build the effect for objects that enter face down and whose characteristics a separate sentence lists (708.2)."""
    if Term("face_down") not in options or None in listed:
        return None
    return Term("enter", (what, *options, Term("listed", listed)))


def _turn_listed(what: Any, words: tuple[Any, ...]) -> Term:
    """Build the effect for what is turned face down, with its characteristics in a sentence of its own (708.2a)."""
    return Term("turn_face_down", (what, Term("listed", words)))


def _becomes_other_type(kind: Description, what: Any) -> Term | None:
    """Build the effect for what becomes a chosen creature type other than those that are named."""
    conditions = dict(kind.conditions)
    return Term("become_type_of_choice", (conditions["subtypes"], what)) if set(conditions) == {"subtypes"} else None


def _create(amount: Any, parts: tuple[Any, ...]) -> Term:
    return Term("create", (amount, *parts))


def _create_named(name: str, amount: Any, made: tuple[Any, ...]) -> Term | None:
    """`Marit Lage, a legendary 20/20 black Avatar creature token`: the name comes first."""
    token, *options = made
    if token.name != "token" or any(isinstance(one, Term) and one.name == "name" for one in options):
        return None
    return Term("create", (amount, token, Term("name", (name,)), *options))


_COLOR_OF = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}


def _mana_spent(what: Any, mana: str) -> Term | None:
    """`{R}{R} was spent to cast it`: so much mana of one color. None for other mana."""
    symbols = mana.strip("{}").split("}{")
    color = _COLOR_OF.get(symbols[0])
    return Term("mana_spent", (what, color, len(symbols))) if color and len({*symbols}) == 1 else None


def _amass(kind: Description, amount: Any) -> Term | None:
    conditions = dict(kind.conditions)
    if set(conditions) != {"subtypes"} or len(conditions["subtypes"]) != 1:
        return None
    return Term("amass", (amount, conditions["subtypes"][0]))


def words(name: str, listed_words: Any) -> Term:
    """Words of a list as one term: `colors("white","black")`."""
    return Term(name, tuple(listed_words))


def token_words(several: bool) -> Callable[[Tokens, int], Iterator[tuple[int, Any]]]:
    """Reads what a token is: `2/2 white and black Knight creature token`; the same without `token` of what becomes so.

    Gives `token(Power,Toughness,colors(...),subtypes(...),types(...))`, with further terms as options.
    """

    def read(tokens: Tokens, place: int) -> Iterator[tuple[int, Any]]:
        at = place
        options: list[Term] = []
        found: dict[str, list[str]] = {"supertypes": [], "colors": [], "subtypes": [], "types": []}
        while at < len(tokens) and tokens.words[at] in ("tapped", "legendary", "snow", "goaded"):
            if tokens.words[at] in ("legendary", "snow"):
                found["supertypes"].append(tokens.words[at])
            else:
                options.append(Term(tokens.words[at]))
            at += 1
        size = list(power_toughness(tokens, at))
        if size:
            at = size[0][0]
            if tokens.words[at - 1][0] in "+-":
                return
        colorless = False
        while at < len(tokens):
            word = tokens.words[at]
            if word in COLORS:
                found["colors"].append(word)
            elif word == "colorless":
                colorless = True
            elif word not in (",", "and") or not found["colors"] or found["subtypes"] or found["types"]:
                break
            at += 1
        while at < len(tokens):
            word = tokens.words[at]
            if word in TYPES:
                found["types"].append(word)
            elif word in SUBTYPES and tokens.written[at][:1].isupper():
                found["subtypes"].append(word)
            else:
                break
            at += 1
        if at == place or not (found["types"] or found["subtypes"]):
            return
        last = "tokens" if several else "token"
        if at >= len(tokens) or tokens.words[at] != last:
            return
        kinds = [words(name, listed_words) for name, listed_words in found.items() if listed_words or name == "colors"]
        if colorless and found["colors"]:
            return
        power, toughness = size[0][1] if size else (Term("none"), Term("none"))
        if not size and found["types"] and (not (colorless or found["colors"]) or "creature" in found["types"]):
            return
        yield at + 1, (Term("token", (power, toughness, *kinds)), *options)

    return read


def become_words(tokens: Tokens, place: int) -> Iterator[tuple[int, Any]]:
    """Reads what something becomes: `a 3/3 blue Elemental creature`, or several `3/3 creatures`, as for a token."""
    at = place + 1 if place < len(tokens) and tokens.words[place] in ("a", "an") else place
    for end in range(at + 1, min(at + 8, len(tokens)) + 1):
        noun = TYPE_PLURALS.get(tokens.words[end - 1], tokens.words[end - 1]) if at == place else tokens.words[end - 1]
        shown = Tokens(
            tokens.text,
            (*tokens.words[: end - 1], noun, "token"),
            (*tokens.written[:end], "token"),
            (*tokens.starts[:end], tokens.offset(end)),
        )
        for after, value in token_words(False)(shown, at):
            if after == end + 1 and len(value) == 1 and value[0].arguments[0] != Term("none"):
                yield end, value


def subtype_row(tokens: Tokens, place: int) -> Iterator[tuple[int, Any]]:
    """Reads several subtypes that something has all together: `Phyrexian Human Cleric`."""
    end = place
    while end < len(tokens) and tokens.words[end] in SUBTYPES and tokens.written[end][:1].isupper():
        end += 1
        if end > place + 1:
            yield end, Term("kind", (words("subtypes", tokens.words[place:end]),))


# --- clauses ---------------------------------------------------------------------------------------------------


def with_subject(subject: Any, does: Any) -> Any:
    """Put the subject into an effect in place of the placeholder."""
    return changed(does, lambda one: subject if one == SUBJECT else None)


def _event_related(mention: Any, condition: tuple[str, Any]) -> Any:
    """Add a condition to the subject of an event."""
    if any(isinstance(one, Description) for one in mention.arguments[-1].arguments):
        return changed(mention, lambda one: related(one, condition) if isinstance(one, Description) else None)
    return None


def _clauses(does: tuple[Any, ...], by: Any) -> tuple[Clause, ...]:
    found = []
    for one in does:
        if one.name == "for_a_while":
            found.append(Clause(one.arguments[0], by, until=one.arguments[1]))
        elif one.name == "at_once":
            found.append(Clause(one.arguments[0], by, at_once=True))
        else:
            found.append(Clause(one, by))
    return tuple(found)


def _by(player: Any, does: tuple[Any, ...]) -> tuple[Clause, ...]:
    return _clauses(does, player)


def _of(subject: Any, does: tuple[Any, ...]) -> tuple[Clause, ...]:
    found = []
    for one in does:
        told = with_subject(subject, one)
        if told.name == "until_end_of_turn":  # "gets +1/+1 until end of turn for each ..."
            found.append(Clause(told.arguments[0], until="end of turn"))
        else:
            found.append(Clause(told))
    return tuple(found)


def _while_lasting(subject: Any, does: tuple[Any, ...], until: str) -> tuple[Clause, ...]:
    return tuple(replace(one, until=one.until or until) for one in _of(subject, does))


GOES_ON = frozenset(("get", "get_each", "gain", "lose"))
"""Verbs that also take a duration that the sentence gives only after a later verb of this kind."""


def _in_a_row(first: tuple[Clause, ...], more: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """`This gets +2/+1 and those gain haste until end of turn`: both last as long."""
    until = next((one.until for one in more if one.until is not None and one.does.name in GOES_ON), None)
    lasting = [until is not None and one.until is None and one.does.name in GOES_ON for one in first]
    return (
        *(replace(one, until=until) if goes_on else one for one, goes_on in zip(first, lasting, strict=True)),
        *more,
    )


def _for_a_while(does: Any, until: str) -> tuple[Term, ...] | None:
    """Build effects of a player with a duration; None if an effect happens at once."""
    several = listed(does)
    if any(one.name not in LASTING for one in several):
        return None
    return tuple(Term("for_a_while", (one, until)) for one in several)


IN_ONE = Term("with_the_one_before")
"""Marks a clause that is done if the one before it was, by the same choice: `you may pay {1} and draw a card`."""


def _created_for_each(each: Any, creation: Any) -> tuple[Clause, ...] | None:
    """`For each permanent destroyed this way, its controller creates ...`: all of them, for each that was theirs."""
    if not isinstance(creation, Term) or creation.name != "create":
        return None
    return (Clause(Term("create_for_each", creation.arguments), Term("controller", (each,))),)


def _optional(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    first, *more = clauses
    return (replace(first, optional=True), *(replace(one, only_if=IN_ONE) for one in more))


def _may(player: Any, does: tuple[Any, ...]) -> tuple[Clause, ...]:
    return _optional(_clauses(does, player))


def _where(clauses: tuple[Clause, ...], value: Any) -> tuple[Clause, ...] | None:
    """`..., where X is ...` says what X is in the whole sentence."""
    x = Term("x")
    new: tuple[Clause, ...] = changed(clauses, lambda one: value if one == x else None)
    return None if new == clauses else new


def _prefixed(said: Any, clauses: tuple[Clause, ...]) -> tuple[Clause, ...] | None:
    """Apply the shared parts of a sentence to all its clauses: a condition, a time, a duration.

    Refuse a part that a clause already has.
    """
    found: list[Clause] = []
    for one in clauses:
        if said.name == "only_if":
            one = _named_counters(said.arguments[0], one)
            if one.only_if is not None and one.only_if != IN_ONE:
                return None
            asked = replace(one, only_if=said.arguments[0], together=bool(found))
            changed_ = one if one.only_if == IN_ONE else asked
        elif said.name == "until":
            if one.until is not None:
                return None
            changed_ = replace(one, until=said.arguments[0])
        elif said.name == "later":
            if one.later is not None:
                return None
            changed_ = replace(one, later=said.arguments[0])
        elif said.name == "times":
            if one.does.name == "repeat":
                return None
            changed_ = replace(one, does=Term("repeat", (said.arguments[0], one.does)))
        elif said.name == "unless" and len(clauses) == 1 and not one.unless:
            changed_ = replace(one, unless=said.arguments)
        else:
            return None
        found.append(changed_)
    return tuple(found)


def _named_counters(condition: Any, clause: Clause) -> Clause:
    """`If there are five or more charge counters on it, remove all of them`: those of that kind."""
    match condition, clause.does:
        case Term("has_counters", (what, str() as kind, _)), Term("remove_named"):
            return replace(clause, does=Term("remove", (Term("all", (kind,)), what)))
    return clause


def _next_time(event: Any) -> Term | None:
    """`When that creature dies, ...`: of a particular object, the next time that it happens to it (603.7b)."""
    mentioned = [one for one in parts(event) if isinstance(one, Term) and one.name == "mention"]
    particular = all(isinstance(says := one.arguments[1], Term) and says.name in _PARTICULAR for one in mentioned)
    return Term("later", (Term("happens", (event, "next")),)) if mentioned and particular else None


_PARTICULAR = ("it", "this", "id")


def _suffixed(said: Term, clauses: tuple[Clause, ...]) -> tuple[Clause, ...] | None:
    """A condition after several clauses could be of the last one or of all."""
    return _prefixed(said, clauses) if len(clauses) == 1 or said.name == "later" else None


def _suffixed_if(condition: Term, clauses: tuple[Clause, ...]) -> tuple[Clause, ...] | None:
    return _suffixed(Term("only_if", (condition,)), clauses)


INSTEAD = (0,)
"""Placeholder for the clauses that a clause replaces, until they are known."""
MAY_INSTEAD = (-1,)
"""The same of "you may do this instead": who chooses not to does the other."""


def _instead(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    return tuple(replace(one, instead_of=INSTEAD) for one in clauses)


def _may_instead(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    how = MAY_INSTEAD if any(one.optional for one in clauses) else INSTEAD
    return tuple(replace(one, instead_of=how) for one in clauses)


def _keyword_terms(verb: str, keywords: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(Term(verb, (word, SUBJECT)) for one in keywords for word in single_keywords(one))


def _keyword_of(value: Any) -> tuple[Any, ...] | None:
    if isinstance(value, Term) and len(value.arguments) == 2 and isinstance(value.arguments[0], str):
        return value.name, (value.arguments[0],)
    return None


def _kind_of(one: Description) -> Term | None:
    """Return the types, subtypes and colors that something becomes."""
    if one.either or not {name for name, _ in one.conditions} <= {
        "types",
        "all_types",
        "subtypes",
        "colors",
        "supertypes",
    }:
        return None
    order = dict(one.conditions)
    if len(order.get("types", ())) > 1 or len(order.get("subtypes", ())) > 1:
        return None
    return Term("kind", tuple(Term(name.removeprefix("all_"), tuple(value)) for name, value in order.items()))


def _would_put(instead: tuple[Any, Any], kinds: Any, what: Any, *options: Any) -> Term | None:
    """Build a replacement of putting counters; the counters replaced and the counters put are of one kind."""
    change, put = instead
    return Term("would_put", (change, kinds, what, *options)) if put in (kinds, Term("kinds")) else None


def _of_subject(subject: Any, condition: Any) -> Any:
    return with_subject(subject, condition)


def _subject_of(value: Any) -> tuple[Any, Any] | None:
    """A condition without what it is about."""
    if not isinstance(value, Term) or not value.arguments or not is_reference(value.arguments[0]):
        return None
    return value.arguments[0], Term(value.name, (SUBJECT, *value.arguments[1:]))


BUILDERS = {
    "related": Builder(related),
    "either": Builder(either),
    "other": Builder(_other),
    "from_either": Builder(_from_either),
    "alike": Builder(_alike),
    "at_most": Builder(lambda one, number: Term("not", (Term("there_is", (one, number + 1)),))),
    "fewer_counters": Builder(
        lambda of, kind, number: Term("at_most_counters", (of, kind, number - 1)) if number > 0 else None
    ),
    "hand": Builder(_hand),
    "in_library": Builder(_in_library, lambda value: (_anywhere(value),)),
    "players": Builder(_players),
    "any_target": Builder(_any_target),
    "stat": Builder(_stat),
    "conditions_of": Builder(_conditions_of),
    "described": Builder(_described),
    "not_like": Builder(_not_like),
    "called": Builder(_called),
    "this": Builder(_this),
    "times": Builder(times),
    "gain_each": Builder(lambda number, unit: Term("gain_life", (times(number, unit),))),
    "lose_each": Builder(lambda number, unit: Term("lose_life", (times(number, unit),))),
    "get_counters": Builder(
        lambda counted: Term("get_counters", counted),
        lambda value: (value.arguments,) if isinstance(value, Term) and value.name == "get_counters" else None,
    ),
    "get_counters_each": Builder(lambda counted, unit: Term("get_counters", (times(counted[0], unit), counted[1]))),
    "put": Builder(lambda counted, target: Term("put", (*counted, target))),
    "both_put": Builder(_both_put, _kinds_put),
    "put_either": Builder(_put_either),
    "counters": Builder(
        lambda counted: Term("counters", counted),
        lambda value: (value.arguments,) if isinstance(value, Term) and value.name == "counters" else None,
    ),
    "counters_if": Builder(_counters_if),
    "exile_with": Builder(lambda what, counted: Term("exile", (what, Term("counters", counted))), _exiled_with),
    "count_kind": Builder(_count_kind, _counted_kind),
    "count_of_any": Builder(_count_of_any, _counted_of_any),
    "enter": Builder(_enter, _entered),
    "enter_as": Builder(lambda what, options, words: _enter_listed(what, options, *words)),
    "enter_listed": Builder(_enter_listed, _entered_listed),
    "turn_listed": Builder(_turn_listed, _turned_listed),
    "becomes_other_type": Builder(_becomes_other_type, _other_type_become),
    "create": Builder(_create, _created),
    "mana_spent": Builder(_mana_spent),
    "create_named": Builder(_create_named),
    "created_for_each": Builder(_created_for_each),
    "token_with": Builder(
        lambda parts, options: (*parts, *options),
        lambda value: (value[:1], value[1:]) if isinstance(value, tuple) and len(value) > 1 else None,
    ),
    "amass": Builder(_amass),
    "ability": Builder(lambda kind: Description((("ability", kind),), "stack")),
    "in_hand": Builder(_in_hand),
    "first": Builder(lambda several: several[0]),
    "cards_in": Builder(lambda zone: Description((("owner", "you"),), zone)),
    "cards_of": Builder(lambda player, zone: Description((("owner", player),), zone)),
    "every_card_in": Builder(lambda zone: Description((), zone)),
    "graveyard_of": Builder(lambda player: Term("each", (Description((("owner", player),), "graveyard"),))),
    "permanent": Builder(lambda: Description()),
    "at_least_two": Builder(lambda number, one: None if number < 2 else Term("so_many_or_more", (number, one))),
    "own_land": Builder(lambda: Description((("controller", "you"), ("types", ("land",))))),
    "creature": Builder(lambda: Description((("types", ("creature",)),))),
    "with_a_single_target": Builder(_with_a_single_target),
    "creatures_without": Builder(_creatures_without),
    "artifact_creature": Builder(lambda: Term("kind", (Term("types", ("artifact", "creature")),))),
    "subject": Builder(with_subject),
    "of_subject": Builder(_of_subject, _subject_of),
    "would_put": Builder(_would_put),
    "stat_of": Builder(lambda stat, of: Term(stat, (of,))),
    "compared": Builder(lambda stat, of, compared: Term("amount_compared", (Term(stat, (of,)), compared))),
    "listed": Builder(listed),
    "event_related": Builder(_event_related),
    "rest": Builder(listed),
    "in_a_row": Builder(_in_a_row),
    "by": Builder(_by),
    "may": Builder(_may),
    "of": Builder(_of),
    "of_same": Builder(_of),
    "lasting": Builder(_of),
    "lasting_same": Builder(_while_lasting),
    "while_lasting": Builder(_while_lasting),
    "for_a_while": Builder(_for_a_while),
    "optional": Builder(_optional),
    "where": Builder(_where),
    "prefixed": Builder(_prefixed),
    "next_time": Builder(_next_time),
    "suffixed": Builder(_suffixed),
    "instead": Builder(_instead),
    "may_instead": Builder(_may_instead),
    "suffixed_if": Builder(_suffixed_if),
    "each_keyword": Builder(_keyword_terms, _keyword_of),
    "kind_of": Builder(_kind_of),
    "as_long_as": Builder(lambda what, kind: f"{what} {kind}"),
}
