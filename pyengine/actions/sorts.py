"""Parts of a phrase besides its words: ids, numbers, kinds of counters.

Each sort says how to read, write and check them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, get_args

from pyengine.compiler import token_cards as created
from pyengine.compiler.listed_characteristics import CardType, Listed
from pyengine.compiler.token_cards import MOST_TOKENS
from pyengine.english.grammar_engine import Terminal, Wrong
from pyengine.english.lexer import HOW_MANY, Tokens
from pyengine.files.fields import MAX_COUNT, CastForCost, CostBesides, kind_problem, normal_kind
from pyengine.phrases.phrase_words import (
    NUMBER_WORDS,
    WORD,
    join,
    quoted,
    write_id,
    write_keyword,
    write_kind,
    write_type,
)
from pyengine.phrases.text_safety import LARGEST_BONUS, name_problem, number_up_to, shown_digits
from pyengine.position.model import Step
from pyengine.solving.asp_terms import FactWriter, quote

MOST_CARDS = 100
"""How many cards off the top of a library one phrase manifests or cloaks at most."""

Read = Iterator[tuple[int, Any]]


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _term(value: Any) -> list[tuple[str, ...]]:
    return [(quote(value) if isinstance(value, str) else str(value),)]


@dataclass(frozen=True)
class Sort:
    """One of them. What is read may be `Wrong`; `problem` says what is, of any value."""

    read: Terminal
    called: str
    """Its name in errors."""
    write: Callable[[Any], str] = str
    problem: Callable[[Any], str | None] = lambda _: None
    names: str = ""
    """Whom it names: an `object`, a `player`, `either`, or a `new` object."""
    terms: Callable[[Any], list[tuple[str, ...]]] = _term
    """The arguments of a fact that it is; several rows, if it makes several facts."""
    facts: Callable[[str, Any], Iterable[str]] = _nothing
    """Further facts about it, for the instruction with this term."""


def unquoted(written: str) -> str:
    """A name without its quotes, if it has some."""
    return re.sub(r"\\(.)", r"\1", written[1:-1]) if written.startswith('"') else written


def _word(tokens: Tokens, place: int) -> str:
    """The word at a place, in lower case; empty at the end."""
    return tokens.words[place] if place < len(tokens.words) else ""


def _checked(place: int, value: Any, problem: str | None) -> Any:
    return Wrong(place, problem) if problem else value


# --- names -------------------------------------------------------------------------------------------------------


_NO_ID = ("the", "by", "and")
"""Words that are never ids in a phrase without quotes."""


def _id(tokens: Tokens, place: int) -> Read:
    written = tokens.written[place] if place < len(tokens) else ""
    if (len(written) > 1 and written.startswith('"')) or (WORD.fullmatch(written) and written.lower() not in _NO_ID):
        name = unquoted(written)
        yield place + 1, _checked(place, name, name_problem(name))


def _alone(tokens: Tokens, place: int) -> Read:
    """An id, of something that this is not done to together with others."""
    yield from _id(tokens, place)
    if _word(tokens, place + 1) in (",", "and") and any(_id(tokens, place + 2)):
        end = place + 1
        while _word(tokens, end) in (",", "and") and any(_id(tokens, end + 1)):
            end += 2
        yield end, Wrong(place + 2, f"expected one, found {tokens.written[place + 2]!r} as well")


def _owner(tokens: Tokens, place: int) -> Read:
    """`alice's`, or `"Anna B"'s`."""
    written = tokens.written[place] if place < len(tokens) else ""
    if written.startswith('"'):
        if _word(tokens, place + 1) == "'s" and tokens.starts[place + 1] == tokens.starts[place] + len(written):
            yield from ((end + 1, name) for end, name in _id(tokens, place))
    elif _word(tokens, place).endswith("'s") and WORD.fullmatch(written[:-2]):
        yield place + 1, _checked(place, written[:-2], name_problem(written[:-2]))


def _names(whom: str, called: str = "an id") -> Sort:
    return Sort(_id, called, write_id, name_problem, whom)


def _words(words: Iterable[str], called: str = "") -> Sort:
    """One of these words, or runs of words."""
    known = tuple(words)

    def read(tokens: Tokens, place: int) -> Read:
        for one in known:
            end = place + len(one.split())
            if " ".join(tokens.words[place:end]) == one:
                yield end, one

    def problem(value: Any) -> str | None:
        return None if value in known else f"expected {join(map(repr, known), 'or')}, found {value!r}"

    return Sort(read, called or ", ".join(map(repr, known)), problem=problem)


# --- numbers -----------------------------------------------------------------------------------------------------


def _number(least: int = 0, most: int = MAX_COUNT, article: bool = False) -> Terminal:
    def read(tokens: Tokens, place: int) -> Read:
        word = _word(tokens, place)
        number: int | None = 1
        if word in ("a", "an"):
            if not article:
                return
        elif word in NUMBER_WORDS[1:]:
            number = NUMBER_WORDS.index(word)
        elif word.isdecimal() and word.isascii():
            number = number_up_to(most, word)
        else:
            return
        numbers = f"from {least} to {most}" if least else f"up to {most}"
        message = f"expected a number {numbers}, found {shown_digits(word)}"
        fits = number is not None and least <= number <= most
        yield place + 1, _checked(place, number, None if fits else message)

    return read


def _numbers(called: str = "a number", least: int = 0, most: int = MAX_COUNT, article: bool = False) -> Sort:
    def problem(value: Any) -> str | None:
        fits = isinstance(value, int) and least <= value <= most
        return None if fits else f"expected numbers from {least} to {most} in all, found {shown_digits(value)}"

    return Sort(_number(least, most, article), called, problem=problem)


def _only_one(tokens: Tokens, place: int) -> Read:
    for end, number in _number(article=True)(tokens, place):
        found = tokens.written[place]
        yield end, _checked(place, number, None if number == 1 else f"expected 'one' of each kind, found {found!r}")


_BONUS = re.compile(r"([+-][0-9]+)/([+-][0-9]+)")


def _bonus(tokens: Tokens, place: int) -> Read:
    if found := _BONUS.fullmatch(_word(tokens, place)):
        wrong = next((one for one in found.groups() if number_up_to(LARGEST_BONUS, one[1:]) is None), None)
        message = wrong and f"expected numbers up to {LARGEST_BONUS}, found {shown_digits(wrong[1:])}"
        yield place + 1, _checked(place, None if wrong else tuple(map(int, found.groups())), message)


def _size(tokens: Tokens, place: int) -> Read:
    if re.fullmatch("[0-9]+/[0-9]+", word := _word(tokens, place)):
        numbers = tuple(number_up_to(LARGEST_BONUS, digits) for digits in word.split("/"))
        message = f"expected power and toughness up to {LARGEST_BONUS}, found {shown_digits(word)}"
        yield place + 1, _checked(place, numbers, message if None in numbers else None)


# --- kinds, keywords, types --------------------------------------------------------------------------------------

_LATER = frozenset(("counter", "counters", "on", "onto", "into", "to", "of", "and", "then", "among", ","))
"""Where the words of a kind end."""
_NO_KIND = _LATER | HOW_MANY
"""Words with which a kind does not begin; in quotes it may."""


def _kind(tokens: Tokens, place: int) -> Read:
    """All words up to the one that ends a kind."""
    end = place + 1
    word = _word(tokens, place)
    if not word or word in _NO_KIND:
        return
    if not word.startswith('"'):
        while (later := _word(tokens, end)) and later not in _LATER and not later.startswith('"'):
            end += 1
    kind = normal_kind(" ".join(map(unquoted, tokens.written[place:end])))
    yield end, _checked(place, kind, name_problem(kind) or kind_problem(kind))


def _kind_problem(kind: Any) -> str | None:
    if kind != normal_kind(kind):
        return f"a kind is written in lower case with plain minus signs, found {kind!r}"
    return name_problem(kind) or kind_problem(kind)


_AFTER_TYPES = frozenset(("and", "of", "by", "if", "under", "with", "then", ","))
_AFTER_KEYWORDS = _AFTER_TYPES - {"of"} | {"counter", "counters", "until", "as", "in"}
_NO_KEYWORD = frozenset(("a", "an", "the", "all", "control", *NUMBER_WORDS[1:]))
_TYPE_WORD = re.compile(r"[^\W\d_][\w\-'.]*")


def _keyword(tokens: Tokens, place: int) -> Read:
    """Read one word or more; the first is not a number, because a player may gain life instead."""
    end = place
    if (first := _word(tokens, place)) in _NO_KEYWORD or first.isdecimal():
        return
    while (word := _word(tokens, end)) and word not in _AFTER_KEYWORDS and (end == place or not word.startswith('"')):
        end += 1
        keyword = " ".join(map(unquoted, tokens.written[place:end])).lower()
        yield end, _checked(place, keyword, name_problem(keyword))
        if word.startswith('"'):
            return


def _keyword_facts(_: str, keyword: str) -> list[str]:
    from pyengine.compiler.effect_facts import given_keyword_facts  # it reads English, which takes its time to import

    writer = FactWriter()
    given_keyword_facts(writer, keyword)
    return sorted(writer.lines)


def _type(tokens: Tokens, place: int) -> Read:
    word = _word(tokens, place)
    if word.startswith('"') or (word not in _AFTER_TYPES and _TYPE_WORD.fullmatch(word)):
        name = unquoted(tokens.written[place]).lower()
        yield place + 1, _checked(place, name, name_problem(name))


def _a_type(tokens: Tokens, place: int) -> Read:
    if _word(tokens, place) not in ("a", "an"):
        return
    for end, name in _type(tokens, place + 1):
        non = isinstance(name, str) and name.startswith("non")
        problem = f"expected a card type, supertype or subtype, found {tokens.written[end - 1]!r}" if non else None
        yield end, _checked(end - 1, name, problem)


def _write_a_type(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {write_type(word)}"


def _subtype(tokens: Tokens, place: int) -> Read:
    """The rules name the type in the singular, cards in the plural."""
    for end, name in _type(tokens, place):
        if isinstance(name, str):
            name = name.removesuffix("s")
            name = _checked(place, name, name_problem(name))
        yield end, name


def _types(tokens: Tokens, place: int) -> Read:
    """Words of which one at least is a card type."""
    names: list[str] = []
    while found := next(_type(tokens, place + len(names)), None):
        end, name = found
        if isinstance(name, Wrong):
            yield found
            return
        names.append(name)
        message = f"expected a card type such as 'creature' at the end of this, found {tokens.written[end - 1]!r}"
        typed = not set(get_args(CardType)).isdisjoint(names)
        yield end, _checked(end - 1, tuple(names), None if typed else message)


def _listed_terms(values: Listed) -> list[tuple[str, ...]]:
    return [(values.term(),)]


def _listed_facts(_: str, values: Listed) -> list[str]:
    return values.facts()


# --- mana --------------------------------------------------------------------------------------------------------

_MANA_TYPES = "WUBRGC"
_SYMBOL = re.compile(r"\{(?:([WUBRGC])|(0|[1-9][0-9]*))\}")
"""A mana symbol as actions keep it: in capitals, numbers without leading zeros."""


def _mana(tokens: Tokens, place: int) -> Read:
    """Symbols in any number of words."""
    symbols: list[str] = []
    while re.fullmatch(r"(?:\{[^{}]*\})+", _word(tokens, place)):
        for found in re.findall(r"\{[^{}]*\}", tokens.written[place]):
            symbol = _SYMBOL.fullmatch(re.sub("^{0+(?=[0-9])", "{", found.upper()))
            if symbol is None:
                expected = "{W}, {U}, {B}, {R}, {G}, {C} or a number as in {2}"
                yield _mana_end(tokens, place), Wrong(place, f"expected {expected}, found {found}")
                return
            symbols.append(symbol[0])
        place += 1
        mana = "".join(symbols)
        yield place, _checked(place - 1, mana, _mana_problem(mana))


def _mana_end(tokens: Tokens, place: int) -> int:
    while _word(tokens, place).startswith("{"):
        place += 1
    return place


def _amounts(mana: str) -> dict[str, int]:
    """How much of each type; a number is that much colorless mana."""
    total = dict.fromkeys(_MANA_TYPES, 0)
    for letter, digits in _SYMBOL.findall(mana):
        total[letter or "C"] += 1 if letter else int(digits)
    return total


def _mana_problem(mana: str) -> str | None:
    if not re.fullmatch(rf"(?:{_SYMBOL.pattern})+", mana):
        return f"expected mana symbols such as {{G}} or {{2}}, found {mana!r:.40}"
    for _, digits in _SYMBOL.findall(mana):
        if number_up_to(MAX_COUNT, digits) is None:
            return f"expected a number up to {MAX_COUNT}, found {shown_digits(digits)}"
    return SORTS["count"].problem(max(_amounts(mana).values()))


def _mana_terms(mana: str) -> list[tuple[str, ...]]:
    return [(quote(one), str(n)) for one, n in _amounts(mana).items() if n]


# --- tokens and texts --------------------------------------------------------------------------------------------


def _card(tokens: Tokens, place: int) -> Read:
    """The name of a token's card, and the word `token`; with a capital letter that is part of a name."""
    if _word(tokens, place).startswith('"'):
        if _word(tokens, place + 1) == "token":
            name = unquoted(tokens.written[place])
            yield place + 2, _checked(place, name, name_problem(name))
        return
    end = place
    while (word := _word(tokens, end)) and not word.startswith('"') and word != ",":
        if word == "token" and end > place:
            yield end + 1, " ".join(tokens.written[place : end + (tokens.written[end] == "Token")])
        if word == "token" and tokens.written[end] != "Token":
            return
        end += 1


_BEHIND_A_PART = frozenset(("targeting", "paying", "choosing", "kicked", "not", "with", "without", ",", ".", "then"))
"""Words behind the name of a part of a card, where that has no quotation marks."""


def _part(tokens: Tokens, place: int) -> Read:
    """The name of a half, an Adventure or a face, in quotation marks or up to what is said besides."""
    if _word(tokens, place).startswith('"'):
        name = unquoted(tokens.written[place])
        yield place + 1, _checked(place, name, name_problem(name))
        return
    end = place
    while (word := _word(tokens, end)) and word not in _BEHIND_A_PART:
        end += 1
        yield end, " ".join(tokens.written[place:end])


def _tokens(tapped: bool) -> Terminal:
    """Return a reader of a number of tokens, given by a description or by the name of their card."""

    def read(tokens: Tokens, place: int) -> Read:
        start, count = next(iter(_number(0, MOST_TOKENS, article=True)(tokens, place)), (0, 0))
        if not start or (_word(tokens, start) == "tapped") != tapped:
            return
        start += tapped
        if _word(tokens, start) in _NO_KIND:
            return
        end = start
        while (word := _word(tokens, end)) and word not in ("token", "tokens", ",") and not word.startswith('"'):
            end += 1
        if word not in ("token", "tokens"):
            return
        if isinstance(count, Wrong) or end == start:
            message = "expected words for a token, found none"
            yield end + 1, count if isinstance(count, Wrong) else Wrong(end, message)
            return
        yield end + 1, _created(count, tokens, start, end, [])
        keywords: list[str] = []
        after = end + 1
        while _word(tokens, after) == ("and" if keywords else "with") and not _word(tokens, after + 1).startswith('"'):
            # An ability in quotation marks is no keyword: English reads it.
            found = [(at, one) for at, one in _keyword(tokens, after + 1) if not isinstance(one, Wrong)]
            yield from ((at, _created(count, tokens, start, end, [*keywords, keyword])) for at, keyword in found)
            if not found:
                return
            after, keyword = found[-1]
            keywords.append(keyword)

    return read


def _created(count: int, tokens: Tokens, start: int, end: int, keywords: list[str]) -> Any:
    text = " ".join(tokens.written[start:end])
    described = created.read(f"{text} token" + (f" with {join(keywords)}" if keywords else ""))
    if described is None and (keywords or re.fullmatch("[0-9]+/[0-9]+", tokens.words[start])):
        example = "'1/1 white Soldier creature token' or 'Treasure token'"
        return Wrong(start, f"expected a token such as {example}, found {text}")
    card = f"{text[:1].upper()}{text[1:]} Token" if described is None else str(described)
    return _checked(start, (count, card), name_problem(card))


def _write_tokens(tapped: bool) -> Callable[[tuple[int, str]], str]:
    def write(value: tuple[int, str]) -> str:
        count, card = value
        what = card.removesuffix(" Token") + " token" if card.endswith(" Token") else card
        many = what.replace(" token", " tokens", 1) if count != 1 else what
        return f"{'a' if count == 1 else count} {'tapped ' if tapped else ''}{many}"

    return write


def _unread(tokens: Tokens, place: int) -> Read:
    """Read elsewhere: `card_text`."""
    yield from ()


def _text_facts(instruction: str, text: str) -> list[str]:
    from pyengine.actions import card_text

    return card_text.facts(instruction, text)


def _until(tokens: Tokens, place: int) -> Read:
    if tokens.words[place : place + 4] == ("until", "end", "of", "turn"):
        yield place + 4, "end of turn"
    yield place, "lasting"


def _step(tokens: Tokens, place: int) -> Read:
    for step in get_args(Step):
        end = place + len(step.split())
        if " ".join(tokens.words[place:end]) == step:
            yield end, step
            if _word(tokens, end) in ("step", "phase"):
                yield end + 1, step


def _write_step(step: str) -> str:
    """A step or phase, with these words where they are said."""
    if step in ("upkeep", "beginning of combat"):
        return step
    return step + (" phase" if step.endswith(" main") else " step")


def _silent(_: Any) -> list[tuple[str, ...]]:
    return [()]


_PROCEDURES = ("morph", "megamorph", "disguise")
_OTHER_COSTS = (*get_args(CastForCost), "mana")

SORTS: dict[str, Sort] = {
    "object": _names("object"),
    "alone": Sort(_alone, "an id", write_id, name_problem, "object"),
    "stacked": Sort(_alone, "an id", write_id, name_problem, "any"),
    "player": _names("player"),
    "holder": _names("either"),
    "target": _names("any"),
    "new": _names("new"),
    "whose": Sort(_owner, 'whose it is as in "alice\'s"', lambda name: f"{write_id(name)}'s", name_problem, "player"),
    "pile": Sort(_id, "the name of a pile", quoted, name_problem),
    "number": _numbers("a number, 'a'", article=True),
    "count": _numbers(),
    "ability": _numbers(least=1),
    "mode": _numbers(least=1),
    "few": _numbers(least=1, most=MOST_CARDS),
    "token_count": _numbers(most=MOST_TOKENS),
    "only_one": Sort(_only_one, "a number, 'a'", lambda _: "one"),
    "bonus": Sort(_bonus, "a bonus such as '+1/+1'", lambda value: "/".join(f"{number:+}" for number in value)),
    "size": Sort(_size, "power and toughness such as '2/2'"),
    "kind": Sort(_kind, "a kind of counter", write_kind, _kind_problem),
    "keyword": Sort(_keyword, "a keyword", write_keyword, name_problem, facts=_keyword_facts),
    "types": Sort(_types, "a card type or subtype"),
    "type": Sort(_a_type, "a card type as in 'a creature card'", _write_a_type, name_problem),
    "subtype": Sort(_subtype, "a card type or subtype", lambda word: write_type(word + "s"), name_problem),
    "listed": Sort(_unread, "a description such as 'a 2/2 creature'", terms=_listed_terms, facts=_listed_facts),
    "mana": Sort(_mana, "mana symbols such as '{G}{2}'", problem=_mana_problem, terms=_mana_terms),
    "card": Sort(
        _card, "the name of a card and 'token'", lambda card: f"{quoted(card)} token", name_problem, terms=_silent
    ),
    "part": Sort(_part, "the name of a half, an Adventure or a face", quoted, name_problem),
    "tokens": Sort(_tokens(False), "tokens such as 'a Treasure token'", _write_tokens(False)),
    "tapped_tokens": Sort(_tokens(True), "tokens such as 'a Treasure token'", _write_tokens(True)),
    "text": Sort(_unread, "an action", terms=_silent, facts=_text_facts),
    "until": Sort(_until, "'until end of turn'", lambda value: "" if value == "lasting" else f"until {value}"),
    "zone": _words(("graveyard", "library")),
    "step": Sort(
        _step, "a step such as 'untap step' or 'precombat main phase'", _write_step, _words(get_args(Step)).problem
    ),
    "procedure": _words(_PROCEDURES),
    "up_cost": _words((*_PROCEDURES, "mana")),
    "cost_besides": _words(get_args(CostBesides), "'buyback', 'offspring', 'replicate' or 'squad'"),
    "other_cost": _words(_OTHER_COSTS, "a cost such as 'flashback'"),
    "forbidden": _words(("attack or block", "be blocked", "attack", "block")),
    "cause": _words(("cost", "turn-based action")),
}
"""By the names that the table of instructions has for them."""
