"""Tokens that effects create, by their cards: from words that describe a token to the matching card.

This module also combines the ways to say that mana is added. The rules know a token by its card (`tokens`), so a
clause that creates a token is written with the card's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pyengine.card_model.granted_abilities import (
    UngrantableError,
    abilities_of,
    check_card,
    tokens_in,
    tokens_of_card,
    tokens_of_keyword,
)
from pyengine.compiler import token_cards
from pyengine.compiler.clause_numbers import in_ways
from pyengine.compiler.copy_exceptions import UnknownExceptionError, copied_spell, exceptions
from pyengine.compiler.keyword_actions import in_clauses
from pyengine.compiler.mana import COLORS, OR, ways
from pyengine.compiler.modes import each_way
from pyengine.compiler.turn_conditions import with_plain_conditions
from pyengine.english.effect_terms import Argument, Clause, Description, Effects, Granted, Term, parts
from pyengine.english.grammar_builders import changed, times
from pyengine.english.writing import described
from pyengine.files.fields import MAX_NAME


class UnknownTokenError(ValueError):
    """No card says what such a token is."""


REMEMBERED = 5_000
"""Size of the cache of clauses as the rules know them: each is requested about half a dozen times."""

SPARE = 3
"""Factor of ids reserved for the tokens of an effect, because it may resolve more than once."""
MOST_SPARE = 12

BASIC_LAND_TYPES = ("plains", "island", "swamp", "mountain", "forest")

_NAMED = frozenset(
    ("blood", "clue", "food", "gold", "junk", "lander", "map", "mutagen", "powerstone", "shard", "treasure")
)
"""Tokens that the rules describe by their name (111.10)."""


@lru_cache(maxsize=REMEMBERED)
def lowered(clause: Clause) -> Clause:
    """The clause with tokens by the names of their cards and with all mana that may be added, as the rules know them.

    Raises `UnknownTokenError`.
    """
    clause = _as_rules_say(with_plain_conditions(clause))
    if clause.does.name == "goad" and clause.until is None:  # 701.15a
        return replace(clause, until="your next turn")
    verb, said = clause.does.name, clause.does.arguments
    if (copying := _copying(verb, said)) is not None:
        return replace(clause, does=copying)
    if verb in ("create", "create_for_each"):
        return replace(clause, does=Term(verb, (said[0], *_card_and_ways(said[1], said[2:]))))
    if verb in ("investigate", "create_jace", "explore", "incubate"):
        return replace(clause, does=_so_often(verb, said))
    if verb in ("manifest", "cloak"):
        return replace(clause, does=_manifested(verb, said[0]))
    if verb == "search":
        return replace(clause, does=_searching(said[0], said[1], clause.by))
    if verb == "emblem":
        return replace(clause, does=Term("get_emblem", (_emblem(said),)))
    if verb == "gain" and isinstance(said[0], Granted):
        return replace(clause, does=Term("gain_text", (said[0].text, *said[1:])))
    if verb == "choose" and isinstance(said[0], Term) and said[0].name == "some":
        return replace(clause, does=Term("choose_some", said))
    if verb == "repeat":
        return lowered(replace(clause, does=_repeated(*said)))
    if verb == "become_aura":
        values = Term("values", (Term("none"), Term("none"), (), ("aura",), (str(said[0]),), ()))
        return replace(clause, does=Term("become", (values, Term("too"), (), said[1])))
    if verb == "become_colored":
        return replace(clause, does=Term("become_colored", ((str(said[0]),), said[1])))
    if verb in ("enter", "turn_face_down"):
        return replace(clause, does=Term(verb, (said[0], *map(_way_to_enter, said[1:]))))
    if verb in ("become", "become_also"):
        return replace(clause, does=_becoming(verb, said))
    if verb == "endure":
        if not isinstance(said[0], int):
            raise UnknownTokenError("to endure a number that varies")
        return replace(clause, does=Term("endure", (*said, token_cards.spirit(said[0]))))
    if verb == "amass":
        return replace(clause, does=Term("amass", (*said, token_cards.army(str(said[1])))))
    if verb in RESTRICTIONS:
        return replace(clause, does=Term("restrict", (_restriction(verb, *said[:-1]), said[-1])))
    if verb == "reveal_hand":
        hand = Description((("owner", "you" if clause.by == Term("you") else clause.by),), "hand")
        return replace(clause, does=Term("reveal", (Term("each", (hand,)),)))
    if verb == "discard" and isinstance(said[0], Term) and said[0].name in ("some", "done"):
        return replace(clause, does=Term("discard_card", said))
    if verb == "discard" and isinstance(said[0], Term) and said[0].name == "up_to" and clause.by == Term("you"):
        hand = Description((("owner", "you"),), "hand")
        return replace(clause, does=Term("discard_card", (Term("some", (hand, 0, *said[0].arguments)),)))
    if verb == "add_mana_combination" and not isinstance(said[0], int) and len(said) == 3:
        return replace(clause, does=Term("add_mana_split", (said[0], OR.join(map(str, said[1:])))))
    if verb == "add_mana_any_combination" and not isinstance(said[0], int):
        return replace(clause, does=Term("add_mana_split", (said[0], OR.join(f"{{{one}}}" for one in COLORS))))
    if (found := ways(clause.does)) is not None:
        made, times = found
        return replace(clause, does=Term("add_mana", (times, OR.join(made))))
    return clause


def _so_often(verb: str, said: tuple[Argument, ...]) -> Term:
    """Return a keyword action with the number of times that it is done, if that is said."""
    if verb == "create_jace":
        return Term("create", (1, token_cards.JACE))
    if said and isinstance(said[-1], Term) and said[-1].name == "done_times":
        return Term(verb, (*said[:-1], *said[-1].arguments))
    return Term(verb, said or (1,))


RESTRICTIONS: Mapping[str, str] = {
    "cant_be_blocked_by": "can't be blocked by {}",
    "cant_be_blocked_except_by": "can't be blocked except by {}",
    "cant_be_blocked_by_more_than": "can't be blocked by more than one creature",
    "cant_block_object": "can't block {}",
    "doesnt_untap": "doesn't untap during its controller's untap step",
}
"""Restrictions that an effect puts on a creature, as an ability of the creature would say them."""


def _restriction(verb: str, others: Argument = 1) -> str:
    """Return the words of a restriction. Raises `UnknownTokenError` for creatures that words can't describe."""
    words: str | None = ""
    if others != 1:
        of = others.arguments[0] if isinstance(others, Term) and others.name == "each" else None
        words = described(of, several=True) if isinstance(of, Description) and _speaks_alone(of) else None
    if words is None:
        raise UnknownTokenError("a restriction about such creatures")
    return f"This creature {RESTRICTIONS[verb].format(words)}."


def _speaks_alone(of: Description) -> bool:
    """Return whether a description means the same for every speaker: no "you", and nothing mentioned elsewhere."""
    relative = {"controller", "owner", "chosen", "exiled_with"} & {name for name, _ in of.conditions}
    plain = not relative and not any(isinstance(one, Term) for _, one in of.conditions)
    return plain and all(map(_speaks_alone, of.either))


MOST_MANIFESTED = 5
"""Most cards that are manifested one after the other."""


def _manifested(verb: str, what: Argument) -> Term:
    """Return the term that manifests or cloaks cards: from the top of a library, or a card that is chosen or
    mentioned.
    """
    match what:
        case Term("top", (1, whose)):
            return Term("manifest_top", (whose, verb))
        case Term("top", (many, whose)):
            return Term("manifest_top", (whose, verb, many))
    return Term("manifest_it", (what, verb))


ANY_NUMBER = 1_000
"""More than anybody chooses of."""


def _as_rules_say(clause: Clause) -> Clause:
    """Return a clause in the terms of the rules, with a number for an "any number of" choice made as it is carried
    out. A card that was not a permanent is the same card in every zone.
    """

    def change(one: object) -> Term | None:
        match one:
            case Term("some", (description, least, Term("any"))):
                return Term("some", (description, least, ANY_NUMBER))
            case Term("stat_at_least" | "stat_at_most" as how, (what, str() as stat, int() as number)):
                return Term("amount_compared", (Term(stat, (what,)), Term(how.removeprefix("stat_"), (number,))))
            case Term("life_at_least" | "life_at_most" as how, (who, int() as number)):
                return Term("amount_compared", (Term("life", (who,)), Term(how.removeprefix("life_"), (number,))))
            case Term("was", (what, Description(zone="anywhere") as card)):
                return Term("is", (what, card))
        return None

    changed_: Clause = changed(clause, change)
    return changed_


def with_abilities(effects: Effects) -> Effects:
    """Move abilities given to tokens as they are created into the description of the tokens.

    "They have ..." right after "create two tokens" describes the tokens (111.3), as long as no later effect refers to
    a clause by its number.
    """
    if effects.modes is not None:
        options = tuple(map(with_abilities, effects.modes.options))
        return replace(effects, modes=replace(effects.modes, options=options))
    clauses = list(effects.clauses)
    place = 1
    while place < len(clauses):
        first, second = clauses[place - 1 : place + 1]
        words = _given_to(second, place)
        if words is not None and first.does.name == "create" and not _numbered_after(clauses, place):
            clauses[place - 1] = replace(first, does=Term("create", (*first.does.arguments, Term("ability", (words,)))))
            del clauses[place]
        place += 1
    return replace(effects, clauses=tuple(clauses))


def _numbered_after(clauses: Sequence[Clause], place: int) -> bool:
    """Return whether a clause after this place refers to a clause by its number."""
    return any(
        clause.if_done is not None
        or clause.instead_of
        or any(
            isinstance(one, Term) and one.name in ("done", "so_many", "rest", "all_of") for one in parts(clause.does)
        )
        for clause in clauses[place + 1 :]
    )


def _given_to(clause: Clause, place: int) -> str | None:
    """The ability that a clause gives to what the clause at a place created, in English; None for any other."""
    if clause.does.name != "gain" or clause.does.arguments[1] != Term("done", (place,)) or clause.until is not None:
        return None
    ability = clause.does.arguments[0]
    return ability.text if isinstance(ability, Granted) else None


def _searching(library: Argument, what: Argument, by: Term) -> Term:
    """The search of a library, with the player whose library it is."""
    whose = library if isinstance(library, Term) and library != Term("they") else by
    return Term("search", (whose, _found(library, what, by)))


def _found(library: Argument, what: Argument, by: Term) -> Argument:
    """Return the object of a library search, as cards of the player whose library it is."""
    another = isinstance(library, Term) and library.name in ("target", "that_player") and by == Term("you")
    if not isinstance(what, Term) or what.name != "some" or not (another or library in (by, Term("they"))):
        raise UnknownTokenError("to search another's library")
    description, least, most = what.arguments
    if not isinstance(description, Description):
        raise UnknownTokenError("to search for that")
    owner = library if another else "you" if by == Term("you") else by

    def there(one: Description) -> Description:
        conditions = tuple(sorted((*one.conditions, ("owner", owner)), key=lambda pair: pair[0]))
        return replace(one, conditions=conditions, zone="library", either=tuple(map(there, one.either)))

    return Term("some", (there(description), least, most))


def _becoming(verb: str, said: tuple[Argument, ...]) -> Term:
    """Return the term for what something becomes: listed characteristics, and what the text says of those that it
    has.
    """
    kind, *options, what = said
    given = {one.name: one.arguments for one in options if isinstance(one, Term)}
    if not given.keys() <= {"keywords", "still", "in_addition"}:
        raise UnknownTokenError(f"to {verb.replace('_', ' ')} that")
    size, types, subtypes, colors = _listed(verb, kind)
    keywords = tuple(sorted(map(str, given.get("keywords", ()))))
    manner = "too" if verb == "become_also" or "in_addition" in given else "still" if "still" in given else "only"
    return Term("become", (Term("values", (*size, types, subtypes, keywords, ())), Term(manner), colors, what))


Words = tuple[str, ...]


def _listed(verb: str, kind: Argument) -> tuple[tuple[Argument, ...], Words, Words, Words]:
    """Power and toughness, types, subtypes and colors that a description lists."""
    if not isinstance(kind, Term) or kind.name not in ("token", "kind"):
        raise UnknownTokenError(f"to {verb.replace('_', ' ')} that")
    size: tuple[Argument, ...] = kind.arguments[:2] if kind.name == "token" else (Term("none"), Term("none"))
    words = {one.name: one.arguments for one in kind.arguments if isinstance(one, Term)}
    if not all(isinstance(one, int) or one == Term("none") for one in size):
        raise UnknownTokenError(f"to {verb.replace('_', ' ')} of a power or toughness that varies")
    if not words.keys() <= {"none", "types", "subtypes", "colors"}:
        raise UnknownTokenError(f"to {verb.replace('_', ' ')} that")
    types, subtypes, colors = (tuple(sorted(map(str, words.get(name, ())))) for name in ("types", "subtypes", "colors"))
    return size, types, subtypes, colors


def _way_to_enter(way: Argument) -> Argument:
    """A way to enter, with listed characteristics of what enters face down as one term."""
    if not isinstance(way, Term) or way.name != "listed":
        return way
    size, types, subtypes, colors = _listed("be", way.arguments[0])
    if colors or len(way.arguments) > 1:
        raise UnknownTokenError("colors or keywords of what enters face down")
    return Term("listed", (Term("values", (*size, types, subtypes, (), ())),))


_WAYS: Mapping[str, tuple[Argument, ...]] = {
    "tapped": (Term("tapped"),),
    "attacking": (Term("attacking"),),
    "tapped_and_attacking": (Term("tapped"), Term("attacking")),
}
"""How what is created enters."""


def _copying(verb: str, said: tuple[Argument, ...]) -> Term | None:
    """Return the term of an effect that makes a copy, as the rules know it; None for any other effect."""
    try:
        if verb == "create" and isinstance(said[1], Term) and said[1].name == "copy":
            return _copied(said[0], said[1], said[2:])
        if verb == "copy_spell":
            return copied_spell(said)
        if verb == "become_copy_of" and len(said) > 2:
            return Term(verb, (*said[:2], exceptions(said[2:])))
    except UnknownExceptionError as error:
        raise UnknownTokenError(str(error)) from None
    return None


def _copied(many: Argument, of: Term, options: tuple[Argument, ...]) -> Term:
    """Creating copies of something: how many, of what, in what they differ, and how they enter."""
    ways = [way for one in options if isinstance(one, Term) for way in _WAYS.get(one.name, ())]
    others = tuple(one for one in options if not isinstance(one, Term) or one.name not in _WAYS)
    return Term("create_copy", (many, *of.arguments, exceptions(others), *ways))


def _repeated(unit: Argument, does: Argument) -> Term:
    """Return an effect "for each" of something as one effect with its numbers multiplied."""
    match does:
        case Term("get", (power, toughness, what)):
            return Term("get_each", (power, toughness, unit, what))
        case Term("put", (int() as number, kind, what)) if not isinstance(what, Term) or what.name != "some":
            return Term("put", (times(number, unit), kind, what))
        case Term("create", (int() as number, token, *options)):
            return Term("create", (times(number, unit), token, *options))
        case Term("draw" | "gain_life" | "lose_life" as verb, (int() as number,)):
            return Term(verb, (times(number, unit),))
    raise UnknownTokenError(f"to {getattr(does, 'name', 'do something')} for each".replace("_", " "))


def _ready(many: Argument) -> int:
    """Return the number of ids reserved for objects created at once: enough for these, and spare ones if that is
    few.
    """
    if not isinstance(many, int):
        return MOST_SPARE
    return max(min(many * SPARE, MOST_SPARE), min(many, token_cards.MOST_TOKENS))


def created_by(effects: Effects) -> Iterator[tuple[str, int]]:
    """The cards of tokens that an effect may create, each with how many ids are to be ready.

    Raises `UnknownTokenError`.
    """
    ways = each_way(with_abilities(effects))
    clauses = [clause for told in ways for clause in in_clauses(told).clauses]
    for does in (lowered(one).does for clause in clauses for one in in_ways(clause)):
        if does.name == "create":
            many, card = does.arguments[:2]
            yield str(card), _ready(many)
        elif does.name == "investigate":
            yield token_cards.CLUE, _ready(does.arguments[0])
        elif does.name == "incubate":
            yield token_cards.INCUBATOR, _ready(1)
        elif does.name == "create_copy":
            many = does.arguments[0]
            yield token_cards.COPY, _ready(many)
        elif does.name == "copy_spell":
            yield token_cards.COPY, MOST_SPARE if len(does.arguments) > 3 else SPARE
        elif does.name == "create_for_each":
            yield str(does.arguments[1]), MOST_SPARE
        elif does.name == "get_emblem":
            (name,) = does.arguments
            yield str(name), SPARE
            yield from tokens_of_card(str(name))
        elif does.name == "gain_text":
            yield from tokens_in(str(does.arguments[0]))
        elif does.name == "gain" and isinstance(does.arguments[0], str):
            yield from tokens_of_keyword(does.arguments[0])
        elif does.name in ("endure", "amass"):
            yield str(does.arguments[2]), SPARE


def _emblem(said: tuple[Argument, ...]) -> str:
    """The card of an emblem. Raises `UnknownTokenError` for abilities that the rules do not know."""
    texts = []
    for one in said:
        if not isinstance(one, Granted):
            raise UnknownTokenError("an emblem with such an ability")
        texts.append(one.text)
    name = token_cards.emblem(*texts)
    if len(name) > MAX_NAME or token_cards.find(name) is None:
        raise UnknownTokenError("an emblem with so much text")
    try:
        check_card(name)
    except UngrantableError as error:
        raise UnknownTokenError(error.what) from None
    return name


def _card_and_ways(token: Argument, options: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The name of the card, and how the token enters."""
    if not isinstance(token, Term) or token.name != "token":
        raise UnknownTokenError("to create a copy")
    keywords: tuple[str, ...] = ()
    name = ability = None
    ways: list[Argument] = []
    for option in options:
        if not isinstance(option, Term):
            raise UnknownTokenError("the token")
        if option.name == "keywords":
            keywords = tuple(str(one) for one in option.arguments)
        elif option.name == "name":
            name = str(option.arguments[0])
        elif option.name == "ability":
            (given,) = option.arguments
            ability = given.text if isinstance(given, Granted) else str(given)
        elif option.name == "both":
            with_keywords, with_ability = option.arguments
            assert isinstance(with_keywords, Term) and isinstance(with_ability, Term)
            keywords = tuple(str(one) for one in with_keywords.arguments)
            (given,) = with_ability.arguments
            ability = given.text if isinstance(given, Granted) else str(given)
        elif option.name == "counters":
            ways.append(option)
        elif option.name == "every_basic_land_type":
            token = _with_subtypes(token, BASIC_LAND_TYPES)
        elif option.name in _WAYS:
            ways += _WAYS[option.name]
        else:
            raise UnknownTokenError(f"a token that is {option.name.replace('_', ' ')}")
    size = token.arguments[:2]
    if any(isinstance(one, Term) and one != Term("none") for one in size):
        ways.append(Term("size", size))
    return (_card(token, keywords, name, ability), *ways)


def _with_subtypes(token: Term, subtypes: Sequence[str]) -> Term:
    """Return a token that has these subtypes too. Raises `UnknownTokenError` if it has some already."""
    if any(isinstance(one, Term) and one.name == "subtypes" for one in token.arguments):
        raise UnknownTokenError("a token of more land types than the basic ones")
    return replace(token, arguments=(*token.arguments, Term("subtypes", tuple(subtypes))))


def _size(value: Argument) -> int | str | None:
    """Power or toughness of a token, as its card has it."""
    if isinstance(value, int):
        return value
    return None if value == Term("none") else token_cards.VARIES


def _card(token: Term, keywords: tuple[str, ...], name: str | None, ability: str | None) -> str:
    power, toughness, *kinds = token.arguments
    words = {one.name: tuple(map(str, one.arguments)) for one in kinds if isinstance(one, Term)}
    if power == Term("none") and not words.get("types"):
        kind = " ".join(words.get("subtypes", ()))
        if kind not in _NAMED or keywords or name or ability:
            raise UnknownTokenError(f"a {kind} token")
        return f"{kind.title()} Token"
    described = token_cards.Described(
        power=_size(power),
        toughness=_size(toughness),
        colors=words.get("colors", ()),
        subtypes=words.get("subtypes", ()),
        types=words.get("types", ()),
        keywords=keywords,
        supertypes=words.get("supertypes", ()),
        name=name,
        ability=ability,
    )
    if ability is not None:
        try:
            abilities_of(ability)
        except UngrantableError as error:
            raise UnknownTokenError(error.what) from None
    if len(str(described)) > MAX_NAME:
        raise UnknownTokenError("a token with so much text")
    if token_cards.find(str(described)) is None:
        raise UnknownTokenError(f"the token {described}")
    return str(described)
