"""The grammar of phrases: a phrase becomes a syntax tree, or an error that points at the word that is wrong.

The grammar is `actions.lark`. What its trees say is read in `reading`.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.cards.well_formed import is_surrogate, shown
from pyengine.cards.words import WORD, join
from pyengine.errors import InvalidActionError
from pyengine.files.fields import MAX_NAME
from pyengine.files.keeping import keep, kept

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

MAX_TEXT = 2000
"""Longest phrase, in characters."""

_STRING = re.compile(r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\])*"')


def syntax_tree(text: str) -> Tree[Token]:
    """The syntax tree of a phrase; `InvalidActionError` says where it stops being one."""
    if not isinstance(text, str):
        raise InvalidActionError(f"expected an action as text, found {text!r:.40}")
    if len(text) > MAX_TEXT:
        raise InvalidActionError(f"an action has at most {MAX_TEXT:,} characters, found {len(text):,} in {shown(text)}")
    for place, character in enumerate(text):
        if (ord(character) < 32 and character not in "\t\r\n") or ord(character) == 127 or is_surrogate(character):
            raise failure(text, place, f"expected no control characters, found {character!r}")
    grammar = _grammar()
    from lark.exceptions import UnexpectedInput

    try:
        return grammar.parse(text)
    except UnexpectedInput as error:
        raise _explained(text, error) from None


@cache
def _grammar() -> Lark:
    """The parser. Made, and its library imported, only when a phrase is first read: both take their time."""
    import lark

    here = Path(__file__)
    # An installed package has the parser's tables, as long as the library is the one that they were made with.
    tables = here.with_name(f"actions-{lark.__version__}.tables")
    if tables.is_file():
        with tables.open("rb") as file:
            return lark.Lark.load(file)
    text = here.with_name("actions.lark").read_bytes()
    place = here.parent / "__pycache__" / tables.name
    content = kept(place, text)
    if content is not None:
        return lark.Lark.load(BytesIO(content))
    grammar = lark.Lark(text.decode(), parser="lalr", lexer="contextual")
    made = BytesIO()
    grammar.save(made)
    keep(place, made.getvalue(), text)
    return grammar


_EXPECTED: dict[str, tuple[str, ...]] = {
    "_THE": ("'the'",),
    "_TOP": ("'top'",),
    "_ALL": ("'all'",),
    "_ANY_NUMBER_OF": ("'any number of'",),
    "_NUMBER_OF": ("'number of'",),
    "_NUMBER_OF_EACH_KIND": ("'number of each kind of counter'",),
    "_NOTHING": ("'nothing'",),
    "KIND_WORD": ("a kind of counter",),
    "POWER_TOUGHNESS": ("power and toughness such as '2/2'",),
    "TYPE_WORD": ("a card type or subtype",),
    "KEYWORD_WORD": ("a keyword",),
    "SYMBOLS": ("mana symbols such as '{G}{2}'",),
    "LIBRARY": ('a library such as "alice\'s library"',),
    "MANA_POOL": ('a mana pool such as "alice\'s mana pool"',),
    "_A_CARD": ("'a card'",),
    "_CARD": ("'card'", "'cards'"),
    "CARD_WORD": ("the name of a card",),
    "TITLE": (),
    "_TOKEN": ("'token'",),
    "_IS_A": ("'is a'",),
    "_PILE": ("'pile'",),
    "_X": ("'X'",),
    "_EQUALS": ("'='",),
    "_ITS": ("'its'",),
    "PROCEDURE": ("'morph'", "'megamorph'", "'disguise'"),
    "MANA": ("'mana'",),
    "_COST": ("'cost'",),
    "_OVER": ("'over'",),
    "BACK_UP": (),
    "_TARGETING": ("'targeting'",),
    "_CHOOSING_MODE": ("'choosing mode'",),
    "_PAYING_WITH": ("'paying with'",),
    "_COUNTER": ("'counter'", "'counters'"),
    "_OF_EACH_KIND": ("'of each kind'",),
    "_OF": ("'of'",),
    "_FROM": ("'from'",),
    "_TO": ("'to'",),
    "_TO_HAND": ("'to hand'",),
    "_ON": ("'on'",),
    "_INTO": ("'into'",),
    "_ONTO": ("'onto'",),
    "_AMONG": ("'among'",),
    "_CREATING": ("'creating'",),
    "_ONTO_BATTLEFIELD": ("'onto the battlefield'",),
    "_ONTO_STACK": ("'onto the stack'",),
    "ZONE": ("'graveyard'", "'library'", "'hand'", "'exile'"),
    "_DAMAGE": ("'damage'",),
    "_LIFE": ("'life'",),
    "_AT_RANDOM": ("'at random'",),
    "_ON_TOP": (),
    "_ON_BOTTOM": (),
    "_INTO_LIBRARY": (),
    "_FIGHTS": (),
    "_SCRIES": (),
    "_SURVEILS": (),
    "_EXPLORES": (),
    "_CONNIVES": (),
    "_TOKENS": ("'token'",),
    "TOKEN_WORD": ("words for a token",),
    "_INVESTIGATE": (),
    "UNTIL": ("'until end of turn'",),
    "TOO": ("'in addition to its other types'",),
    "BONUS": ("a bonus such as '+1/+1'",),
    "_GETS": (),
    "FORBIDDEN": (),
    "_LOSES_ABILITIES": (),
    "_BECOMES_A": (),
    "_DRAWS": (),
    "_DISCARDS": (),
    "_MILLS": (),
    "_ALONE": ("'alone'",),
    "FACE_UP": ("'face up'",),
    "FACE_DOWN": ("'face down'",),
    "_LOOKED_AT_BY": ("'looked at by'",),
    "_FOR": ("'for'",),
    "FREE": ("'without paying its mana cost'",),
    "KICKED": ("'kicked'", "'not kicked'"),
    "FOR_COST": ("'for its flashback cost' or another",),
    "STEP": ("a step such as 'untap step' or 'precombat main phase'",),
    "NEXT_TURN": ("'next turn'",),
    "NEXT_STEP": ("'next step'",),
    "OWN_STEP": ('whose step such as "alice\'s end step"',),
    "OWN_NEXT_TURN": (),
    "_GAINS_CONTROL_OF": ("'gains control of'",),
    "_GAINS": ("'gains'",),
    "_LOSES": ("'loses'",),
    "_BECOMES_A_COPY_OF": ("'becomes a copy of'",),
    "_LEAVES_THE_GAME": ("'leaves the game'", "another verb such as 'draws'"),
    "_AS_A": ("'as a'",),
    "_AS_A_COPY_OF": ("'as a copy of'",),
    "_UNDER": ("'under'",),
    "_WITH": ("'with'",),
    "_AND": ("'and'",),
    "_THEN": ("', then'",),
    "CAUSE": ("'as a cost'",),
    "_BY": ("'by'",),
    "$END": ("the end",),
}
"""What the grammar's terminals are called in error messages, in the order in which they are named there."""

_AN_ACTION = "an action such as 'put', 'remove', 'move', 'proliferate', 'destroy', 'deal', 'cast', 'turn' or 'manifest'"

_BEGUN = {
    "begin": "begin the untap step of alice",
    "go": "go to the end step",
    "activate": "activate ability 1 of bear",
    "end": "end the game",
    "check": "check state-based actions",
    "attack": "attack bob with bear",
    "block": "block bear with elf",
    "declare": "declare attackers",
    "time": "time travel",
    "phase": "phase out bear",
    "look": "look at bear",
    "counter": "counter the spell bolt",
    "gain": "alice gains 2 life",
    "lose": "alice loses 2 life",
    "draw": "alice draws 2 cards",
    "scry": "alice scries 2",
    "surveil": "alice surveils 2",
    "fight": "bear fights elf",
    "explore": "bear explores",
    "connive": "bear connives",
    "get": "bear gets -2/-2 until end of turn",
    "mill": "alice mills 2 cards",
    "become": "bear becomes a copy of elf",
    "leave": "alice leaves the game",
}
"""Actions that start with more than one word, or with who acts, by the first of them or by what is done."""

ENDS_THE_TURN = re.compile(r"\s*end\s+the\s+turn\b", re.IGNORECASE)
"""What may mean that the turn goes on to its end, or the effect that ends it at once."""

_VERBS = (
    *(
        "activate",
        "adapt",
        "add",
        "amass",
        "attach",
        "attack",
        "begin",
        "blight",
        "block",
        "bolster",
        "cast",
        "check",
        "choose",
        "cloak",
    ),
    *(
        "counter",
        "create",
        "deal",
        "declare",
        "destroy",
        "discard",
        "distribute",
        "double",
        "end",
        "endure",
        "exile",
        "incubate",
    ),
    "go",
    *("look", "manifest", "merge", "monstrosity", "move", "phase", "proliferate", "put", "remove", "renown", "resolve"),
    *("foretell", "play", "plot", "return", "suspend"),
    "investigate",
    "regenerate",
    *("reveal", "sacrifice", "shuffle", "support", "tap", "time", "transform", "turn", "untap"),
)
"""The words that actions start with."""

_SAID_OF_A_PLAYER = ("gains", "loses", "becomes", "leaves")
"""Verbs that follow who does it, as errors list them."""

_SAID_OF_SOMEBODY = (
    *_SAID_OF_A_PLAYER,
    "draws",
    "discards",
    "mills",
    "gets",
    "fights",
    "scries",
    "surveils",
    "explores",
    "connives",
)
"""All of them."""

NEARLY_A_VERB = 0.75
"""How alike a word is to a verb if it is the verb misspelt."""

_NOT_MODELLED = (
    *("abandon", "airbend", "assemble", "behold", "clash", "collect", "conjure"),
    *("convert", "copy", "cycle", "detain", "discover", "earthbend", "empower", "equip"),
    *("exchange", "exert", "face", "fateseal", "flip", "forage", "goad", "harness", "heal"),
    *("learn", "meld", "open", "pay", "planeswalk", "populate", "prevent", "recruit"),
    *("roll", "search", "skip", "suspect", "switch", "take", "triple", "unattach"),
    *("venture", "vote", "waterbend", "win"),
)
"""What players and objects do in the game besides (701 and others), and no phrase says."""


def _explained(text: str, error: UnexpectedInput) -> InvalidActionError:
    """What was expected where the parser gave up, in words."""
    token = getattr(error, "token", None)
    place = len(text.rstrip()) if token is not None and token.type == "$END" else error.pos_in_stream
    place = len(text) if place is None else place
    if text[place : place + 1] == '"' and not _STRING.match(text, place):
        if re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL).match(text, place):
            return failure(text, place, 'expected a quoted name with no line breaks, and \\ before " or \\ only')
        return failure(text, place, 'expected a second " at the end of this name, found none')
    # The parser that failed may already have closed lists that could have gone on, so one is asked that has
    # only seen what comes before.
    parser: Any = _grammar().parse_interactive(text[:place])
    parser.exhaust_lexer()
    accepted: set[str] = parser.accepts()
    before, after = text[:place], text[place:]
    # A misspelt verb reads as a player who does something; a misspelt number as an object put somewhere.
    if "_LOSES" in accepted and not re.match(
        r"gain|los|becom|leav|draw|discard|mill|get|fight|scr|surveil|explor|conniv", after, re.IGNORECASE
    ):
        place = _last_word(before)
        expected = _AN_ACTION
    elif (
        "_INTO" in accepted
        and "KIND_WORD" not in accepted
        and re.search(r"\bput\s+[^\s,]+\s*$", before, re.IGNORECASE)
        and re.search(r"\bcounters?\b", after, re.IGNORECASE)
    ):
        place = _last_word(before)
        expected = "a number, 'a', 'the' or an id"
    else:
        expected = _expectations(parser, accepted)
    found = re.match(r'"[^"]*"|[^\s,]+|,', text[place:])
    if expected == _AN_ACTION and found:
        return failure(text, *_not_an_action(text, place, found[0]))
    message = f"expected {expected}, found {shown(found[0], 30) if found else 'the end'}"
    if (
        found
        and not WORD.match(found[0])
        and found[0][0] not in '",'
        and ("WORD" in accepted or WORD.search(before[-1:]))
    ):
        message += "; an id with characters other than letters, digits and _ - ' . goes in double quotes"
    return failure(text, place, message)


def _not_an_action(text: str, place: int, word: str) -> tuple[int, str]:
    """What is wrong with what starts with this word, and where: it is no action, or one told in other words."""
    found = f", found {shown(word, 30)}"
    if ENDS_THE_TURN.match(text[place:]):
        said = "the effect that ends a turn is not modelled"
        return place, f"to go on until the turn is over, say 'go to the next turn'; {said}"
    if example := _BEGUN.get(word.lower()):
        return place, f"expected an action as in {example!r}{found}"
    if (verb := _verb(word)) is None and (
        second := re.compile(r"\s+([a-z]+)", re.IGNORECASE).match(text, place + len(word))
    ):
        doing = second[1]
        if (verb := _verb(doing)) in _VERBS and doing.lower() != verb:
            said = f"expected {verb!r} at the start, and 'by' with who does it at the end, found {doing!r}"
            return second.start(1), said
        if close := get_close_matches(doing[:MAX_NAME].lower(), _SAID_OF_SOMEBODY, 1, NEARLY_A_VERB):
            return second.start(
                1
            ), f"expected {join(map(repr, _SAID_OF_A_PLAYER), 'or')}, found {doing!r}; did you mean {close[0]!r}?"
        place, word = (second.start(1), doing) if verb in _NOT_MODELLED else (place, word)
    if verb in _NOT_MODELLED:
        return place, f"{verb!r} is a game action that is not modelled: say what comes of it, with {_AN_ACTION}"
    close = (
        [verb]
        if verb
        else get_close_matches(word[:MAX_NAME].lower(), (*_VERBS, *_BEGUN, *_NOT_MODELLED), 1, NEARLY_A_VERB)
    )
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return place, f"expected {_AN_ACTION}{found}{hint}"


def _verb(word: str) -> str | None:
    """The verb that a word is, or is a form of as in `fights`; none, if it is no known one."""
    word = word.lower()
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word))
    return next((form for form in forms if form in _VERBS or form in _NOT_MODELLED), None)


def _expectations(parser: Any, accepted: set[str]) -> str:
    if "VERB" in accepted:
        return _AN_ACTION
    words: list[str] = []
    if "A" in accepted:
        # "a" is a number or an id. What could stand after it tells which of them is meant here.
        from lark import Token

        ahead = parser.copy()
        ahead.feed_token(Token("A", "a"))
        if ahead.accepts() & {"KIND_WORD", "_COUNTER", "_DAMAGE", "_LIFE", "_CARD"}:
            words += ["a number", "'a'"]
    elif "DIGITS" in accepted and "WORD" not in accepted:
        words.append("a number")
    if "WORD" in accepted:
        words.append("an id")
    if "KIND_WORD" in accepted:  # where a kind may stand, 1/1 is read so that it can be told what is wrong with it
        accepted = accepted - {"POWER_TOUGHNESS"}
    words += [word for terminal, said in _EXPECTED.items() if terminal in accepted for word in said]
    return join(words, "or")


def _last_word(before: str) -> int:
    """Where the last word of a text starts."""
    words = list(re.finditer(r'"(?:[^"\\]|\\.)*"|[^\s",]+', before))
    return words[-1].start() if words else 0


def failure(text: str, place: int, message: str) -> InvalidActionError:
    """The error that something is wrong at this place of the phrase, counted from 0."""
    return InvalidActionError(f"in {shown(text, at=place)}, column {place + 1}: {message}")
