"""Property files: what is assumed and what must hold, in the predicates of the rules; read and checked.

A property is a small logic program on top of the rules (`asp/properties/`, or a user's own file). It only ever says
more about a board: it derives predicates of its own, `assume(t)` and `violated(t)`, and can neither change a rule nor
leave out a board, as a proof that it did would prove nothing. All that could is refused, with its line and column,
before anything is grounded; so is what would run code or read files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import clingo
from clingo.ast import AST, ASTType, Sign, parse_string

from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.quoting import quoted
from pyengine.position.references import check_date
from pyengine.solving import schedule
from pyengine.solving.solver import Control, symbols
from pyengine.solving.statement import Statement
from pyengine.solving.statement_reading import parsed
from pyengine.solving.statements import asp_directory, in_file
from pyengine.solving.timeline import RULE_FILES

QUESTIONS = ("questions/space.lp", "questions/candidates.lp")
"""Questions that a property is based on, with the rules."""

AGREED = ("assume/1", "violated/1")
"""Predicates that a property may derive besides its own: its assumption at a moment, and its violation there."""

SETTINGS = {
    "about/1": "about(Verb)",
    "varies/1": "varies(What)",
    "tries_illegal/0": "tries_illegal",
    "checks_follow/0": "checks_follow",
    "players_look/0": "players_look",
    "must_fail/0": "must_fail",
    "bound/2": "bound(What,N)",
    "with_kind/1": "with_kind(Kind)",
    "with_card/1": "with_card(Name)",
    "with_ability/1": "with_ability(Name)",
    "in_edition/1": "in_edition(Date)",
    "other_edition/1": "other_edition(Date)",
    "in_both_orders/0": "in_both_orders",
    "every_order/0": "every_order",
}
"""Settings of a property, as facts of `base`: its actions and boards; bounds, unless others are given."""

ONCE = ("bound/2", "in_edition/1", "other_edition/1")
"""Settings with one value; two would leave open which counts."""

BOUNDS = ("objects", "most", "steps")
"""Bounds that a property may give."""

PARTS = {
    "base": ("start",),
    "property": ("start", "allowing", "relating", "doing", "happening"),
    "settled": ("start", "settling"),
    "compared": ("start", "settling", "resting", "comparing_courses"),
}
"""The parts of a property, and the courses already grounded at the moment of each."""

COMPARED = "compared"
"""The part that speaks of two courses of events, and says of each atom of the rules which of them it is of."""

BOTH = " of both"
"""Suffix of a predicate that a property derives in its comparing part."""

ALONE = ("other_edition", "in_both_orders")
"""Settings that make sense only if two courses are compared."""

VERBS = (
    "put",
    "remove",
    "move",
    "double",
    "proliferate",
    "turn face up",
    "turn face down",
    "turn face down with ward",
    "tap",
    "untap",
    "phase out",
    "phase in",
    "transform",
    "destroy",
    "sacrifice",
    "exile",
    "enter",
    "enter face down",
    "gain control",
    "attach",
    "fight",
    "deal damage",
    "become a copy",
    "check",
)
"""Verbs that a property may be about."""

VARYING = (
    "players",
    "tapped",
    "tokens",
    "phased out",
    "face down",
    "transformed",
    "damage",
    "attached",
    "controllers",
    "zones",
    "counters in exile",
    "edition",
)
"""Things that may vary on the boards of a space, besides permanents, cards, owners and counters."""


class Asked(NamedTuple):
    """A literal that a rule of a property asks for: the predicate, and the words in quotes among its terms."""

    name: str
    words: tuple[str | None, ...]
    """Each word at its place; None for any other term."""
    says_course: bool
    """True if the first term says which of two courses it is about."""
    text: str


@dataclass(frozen=True)
class Property:
    """A property, checked: its name, what it says of itself, and its rules."""

    name: str
    says: str
    """The first sentences of its file."""
    files: tuple[str, ...]
    """Where it is in `asp/`; nowhere, if it is a user's own."""
    statements: tuple[Statement, ...]
    assumes: bool
    """True if it assumes anything."""
    settles: bool
    """True if it says anything about the checks of state-based actions that follow, or about the board after them."""
    compares: bool
    """True if it compares two courses of events."""
    settings: dict[str, list[tuple[str | int, ...]]] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    """The literals with a word in quotes, which may be misspelt, of a user's own file."""

    @property
    def other_edition(self) -> str | None:
        """The date whose rules apply in the second course, if it is another."""
        return next(iter(self.words("other_edition")), None)

    @property
    def in_both_orders(self) -> bool:
        """True if the second course does the same two actions in the other order."""
        return "in_both_orders" in self.settings

    def words(self, setting: str) -> tuple[str, ...]:
        """The words given to a setting."""
        return tuple(str(values[0]) for values in self.settings.get(setting, ()))

    def bound(self, what: str) -> int | None:
        """A bound that it gives, if it does."""
        return next((int(values[1]) for values in self.settings.get("bound", ()) if values[0] == what), None)

    @property
    def asks_independence(self) -> bool:
        """True if it asks which of the actions that may come first are independent."""
        asked = (place for one in self.statements for way in one.ways for place, _ in way.needs)
        return any(place.startswith("independent/") for place in asked)

    @property
    def must_fail(self) -> bool:
        """True if the property is known to be false."""
        return "must_fail" in self.settings


def properties() -> list[str]:
    """The properties there are."""
    return sorted(path.stem for path in (asp_directory() / "properties").glob("*.lp"))


@cache
def words() -> dict[str, str]:
    """The properties there are, each with its words."""
    folder = asp_directory() / "properties"
    return {name: _opening_words((folder / f"{name}.lp").read_text(encoding="utf-8")) for name in properties()}


def find(name: str, deadline: float | None = None) -> Property:
    """A shipped property by its name, or a user's own by the path of its file, which ends in `.lp`.

    Raises `InputError` for one there is none of, and for a file that says what a property can't; `Interrupted` past the
    deadline, as the facts of a property may be too many to write down.
    """
    name = arguments.text(name, "the name of a property")
    if name in properties():
        path = asp_directory() / "properties" / f"{name}.lp"
        return read(path.read_text(encoding="utf-8"), f"properties/{name}.lp", shipped=True)
    if not name.endswith(".lp"):
        raise InputError(f"no property is called {quoted(name)}; there are: {', '.join(properties())}")
    path = Path(arguments.path(name))
    try:
        return read(path.read_bytes().decode("utf-8-sig"), name, deadline=deadline)
    except FileNotFoundError:
        raise InputError("does not exist; expected the path of a property", name) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", name) from None
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror or 'unknown error'}", name) from None


def read(text: str, name: str, *, shipped: bool = False, deadline: float | None = None) -> Property:
    """The property that a text says. Raises `InputError` with line and column for what is none, and `Interrupted`."""
    _only_allowed_words(text, name)
    nodes = _syntax(text, name)
    settings = _settings(nodes, name)
    heads = _Reader(name, "checks_follow" in settings).checked(nodes)
    _grounds(text, name, deadline)
    if "violated/1" not in heads:
        raise InputError("derives no violated(t), so that nothing could ever break it", name)
    for verb in (values[0] for values in settings.get("about", ())):
        if verb not in VERBS:
            raise InputError(f"no property can be about {quoted(verb)}, but about: {', '.join(VERBS)}", name)
    for what in (values[0] for values in settings.get("varies", ())):
        if what not in VARYING:
            raise InputError(f"{quoted(what)} can't vary, but: {', '.join(VARYING)}", name)
    if not settings.get("about"):
        raise InputError('says of no action that it is about it, as in about("move").', name)
    compares = any(str(node).startswith(f"#program {COMPARED}") for node in nodes)
    for one in ALONE:
        if one in settings and not compares:
            raise InputError(f"says {one}, but compares nothing under #program {COMPARED}(t).", name)
    editions = [one for one in ("in_edition", "other_edition") if one in settings]
    if editions and ("edition",) in settings.get("varies", ()):
        raise InputError(f"says {editions[0]}, but the edition varies", name)
    for (date,) in (*settings.get("in_edition", ()), *settings.get("other_edition", ())):
        check_date(str(date))
    return Property(
        Path(name).stem,
        _opening_words(text),
        (name,) if shipped else (),
        parsed(text),
        "assume/1" in heads,
        "checks_follow" in settings or any(str(node).startswith("#program settled") for node in nodes),
        compares,
        settings,
        () if shipped else tuple(dict.fromkeys(_named_words(nodes))),
    )


def _named_words(nodes: Sequence[AST]) -> Iterator[Asked]:
    """Yield what rules ask of the rules of the game with a word in quotes in it."""
    part = "base"
    for node in nodes:
        if node.ast_type is ASTType.Program:
            part = node.name
        elif node.ast_type is ASTType.Rule:
            for atom, _ in (found for one in node.unpool() for found in _body_atoms(one.body)):
                terms = [_value(term) for term in atom.symbol.arguments]
                words = tuple(one if isinstance(one, str) else None for one in terms)
                place = atom.symbol.location.begin.line
                if any(words):
                    yield Asked(atom.symbol.name, words, part == COMPARED, f"{atom} (line {place})")


def _opening_words(text: str) -> str:
    """Return the words of its first comment, up to an empty line."""
    lines = []
    for line in text.splitlines():
        words = line.lstrip("% ").strip()
        if not line.startswith("%") or not words:
            break
        lines.append(words)
    return " ".join(lines).removeprefix("Property: ")


# --- Words that no property has ---------------------------------------------------------------------------------

MOST_TEXT, MOST_IN_RULE, MOST_NESTED = 100_000, 2_000, 60
"""Characters of a property and of one of its rules, and levels of parentheses: the parser goes down for each."""

_TOKEN = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:\\.|[^"\\\n])*"|#[A-Za-z_]*\+?|[@&]|\w+|.', re.DOTALL)
_DIRECTIVES = {"#program", "#true", "#false", "#sum", "#sum+", "#count", "#min", "#max"}
_WHY_NOT = {
    "#script": "a property runs no code",
    "#include": "a property reads no other file",
    "#external": "a property decides nothing from outside",
    "#const": "a property has no constants; write the number",
    "@": "a property runs no code",
    "&": "a property has no theory",
}


def _only_allowed_words(text: str, name: str) -> None:
    """Refuse text that is not a rule, before the parser sees it: the parser would follow `#include`."""
    if len(text) > MOST_TEXT:
        raise InputError(f"has {len(text):,} characters; a property has at most {MOST_TEXT:,}", name)
    line, start, depth, begins = 1, 0, 0, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        where = f"{name}:{line}:{token.start() - start + 1}"
        if (word.startswith("#") and word not in _DIRECTIVES) or word in ("@", "&"):
            why = _WHY_NOT.get(word, "a property has rules, and #program for its parts")
            raise InputError(f"found {quoted(word)}, but {why}", where)
        if word[0].isdigit() and len(word) > 9:
            raise InputError("expected a number of nine digits at most", where)
        # The parser can't even say that it does not know others.
        if word[0] not in '"%' and not (word.isascii() and (word.isprintable() or word.isspace())):
            raise InputError(f"found {quoted(word)}, which appears only in comments and quoted words", where)
        depth += (word in "([{") - (word in ")]}")
        if depth > MOST_NESTED:
            raise InputError(f"is nested too deeply; at most {MOST_NESTED} levels", where)
        if word == "." or word.startswith("%"):
            begins = token.end()
        if token.end() - begins > MOST_IN_RULE:
            raise InputError(f"is too long a rule; at most {MOST_IN_RULE:,} characters", where)
        if "\n" in word:
            line += word.count("\n")
            start = token.start() + word.rindex("\n") + 1


def _syntax(text: str, name: str) -> list[AST]:
    """The statements of a text."""
    nodes: list[AST] = []
    messages: list[str] = []
    with symbols():
        try:
            parse_string(text, nodes.append, logger=lambda _, message: messages.append(message))
        except RuntimeError:
            raise _complaint(messages, name) from None
    return nodes


def _grounds(text: str, name: str, deadline: float | None) -> None:
    """Refuse variables that nothing says the values of. Raises `Interrupted`."""
    messages: list[str] = []
    control = Control(["--warn=none"], deadline, lambda _, message: messages.append(message))
    try:
        control.read(text)
        control.ground_parts([("base", ()), *((part, (0,)) for part in PARTS if part != "base")])
    except RuntimeError:
        raise _complaint(messages, name) from None


_PLACE = re.compile(r"^<\w+>:(\d+):(\d+)[^:]*: (?:error: )?(.*)", re.DOTALL)


def _complaint(messages: Sequence[str], name: str) -> InputError:
    """Return the solver's error about a text, with its place, in one line."""
    found = _PLACE.match(messages[0]) if messages else None
    if found is None:
        return InputError("is not a logic program", name)
    said = found[3]
    unsafe = re.findall(r":(\d+):(\d+)-[^ ]*: note: '(\w+)' is unsafe", said)
    place = found.groups()[:2]
    if unsafe:
        place, names = unsafe[0][:2], " and ".join(one[2] for one in unsafe)
        said = f"nothing says what {names} may be: each variable must stand in a literal without 'not'"
    return InputError(" ".join(said.split()), f"{name}:{place[0]}:{place[1]}")


# --- What a rule may say ----------------------------------------------------------------------------------------


@cache
def _known() -> dict[str, frozenset[str]]:
    """Every predicate of the rules, with the parts that derive it; none for what boards and cards say."""
    found: dict[str, set[str]] = {}
    for file in (*RULE_FILES, *QUESTIONS, "engine/show.lp"):
        for statement in in_file(file):
            for way in statement.ways:
                for place, word in way.gives:
                    if word is None:
                        found.setdefault(place, set()).add(statement.part)
                for place, word in way.needs:
                    if word is None:
                        found.setdefault(place, set())
    return {place: frozenset(parts) for place, parts in found.items()}


@cache
def _told_later() -> dict[str, set[str]]:
    """Predicates of which some is derived only at the next moment, with the terms that stand after the time there."""
    found: dict[str, set[str]] = {}
    for file in RULE_FILES:
        for statement in in_file(file):
            if head := re.match(r"(\w+)\(t-1,(\w+)", statement.text):
                for way in statement.ways:
                    for place in (place for place, word in way.gives if word is None):
                        found.setdefault(place, set()).add(head[2])
    return found


@cache
def _grounded(part: str, checks: bool) -> frozenset[str]:
    """Return the parts already grounded at the moment of a part of a property."""
    courses = (*PARTS[part], "settling") if checks else PARTS[part]
    return schedule.every_part_of(*courses) | {part}


class _Reader:
    """Checks the statements of one file."""

    def __init__(self, name: str, checks: bool) -> None:
        self._name = name
        self._checks = checks
        self._compares = False
        self._part = "base"
        self._heads: dict[str, set[str]] = {}
        """The predicates that it derives, in which of its parts."""
        self._rules: list[tuple[str, str, AST]] = []
        """Each rule with its part and what it derives."""

    def checked(self, nodes: Sequence[AST]) -> set[str]:
        """Return the predicates that the statements derive. Raises `InputError`."""
        self._compares = any(node.ast_type is ASTType.Program and node.name == COMPARED for node in nodes)
        for node in nodes:
            self._statement(node)
        negative: dict[str, set[str]] = {}
        every: dict[str, set[str]] = {}
        asked: list[tuple[str, set[str], AST]] = []
        for part, head, node in self._rules:
            asked.append((head, set(), node))
            for atom, is_plain in _body_atoms(node.body):
                place = self._asked(part, atom)
                if place in self._heads:
                    asked[-1][1].add(place)
                    every.setdefault(head, set()).add(place)
                    if not is_plain:
                        negative.setdefault(head, set()).add(place)
        for head, places, node in asked:
            if _makes_terms(node) and any(head in _reached(place, every) for place in places):
                self._refuse(node, f"{head} depends on itself with ever new terms, without end")
        for head, others in negative.items():
            for other in others:
                if head in _reached(other, every):
                    where = next(node for _, derived, node in self._rules if derived == head)
                    self._refuse(where, f"{head} depends on itself through 'not' or a sum, which leaves it undecided")
        return set(self._heads)

    def _statement(self, node: AST) -> None:
        match node.ast_type:
            case ASTType.Program:
                given = [one.name for one in node.parameters]
                if node.name not in PARTS or given != ([] if node.name == "base" else ["t"]):
                    allowed = "base, property(t), settled(t) and compared(t)"
                    self._refuse(node, f"no part is called {node.name}({','.join(given)}); there are {allowed}")
                self._part = node.name
            case ASTType.Comment:
                pass
            case ASTType.Rule:
                for one in node.unpool():
                    self._rule(one)
                    self._has_end(one)
            case _:
                self._refuse(node, "a property has rules, and #program for its parts")

    def _rule(self, node: AST) -> None:
        head = node.head
        if head.ast_type is ASTType.Literal and head.atom.ast_type is ASTType.BooleanConstant:
            self._refuse(node, "a constraint would leave boards out of the proof; say assume(t) or violated(t) instead")
        if (
            head.ast_type is not ASTType.Literal
            or head.sign != Sign.NoSign
            or head.atom.ast_type is not ASTType.SymbolicAtom
        ):
            self._refuse(head, "a property makes no choices: write one predicate before ':-'")
        place = self._predicate(head.atom)
        if self._part == COMPARED and place not in AGREED:
            place = self._of_both(head.atom)
        if place not in AGREED and place not in SETTINGS and place in _known():
            self._refuse(head, f"{place} is derived by the rules, which a property does not change; use another name")
        if place in SETTINGS and (self._part != "base" or node.body):
            self._refuse(head, f"{SETTINGS[place]} is a fact of #program base.")
        allowed = f"{COMPARED}(t)." if self._compares else "property(t). or settled(t)."
        if place in AGREED and (self._part == "base" or self._compares != (self._part == COMPARED)):
            self._refuse(head, f"{place} is under #program {allowed}")
        if place in AGREED and str(head.atom.symbol.arguments[0]) != "t":
            self._refuse(head, f"{place} is said of the moment t")
        if self._part != "base" and not re.search(r"\bt\b", re.sub(r'"[^"]*"', "", str(head))):
            name = place.split("/")[0]
            self._refuse(head, f"{name} is asked anew at each moment: t must be among its terms, as in {name}(t,...)")
        self._heads.setdefault(place, set()).add(self._part)
        self._rules.append((self._part, place, node))

    def _has_end(self, node: AST) -> None:
        """Refuse numbers from one to another that are too many to write down."""
        for one in _walk(node):
            if one.ast_type is ASTType.Interval:
                ends = [re.fullmatch(r"t|-?\d{1,6}", str(end)) for end in (one.left, one.right)]
                if not all(ends):
                    self._refuse(one, "expected numbers of six digits at most, or t, at both ends of '..'")

    def _predicate(self, atom: AST) -> str:
        """Name and number of arguments of an atom."""
        if atom.symbol.ast_type is not ASTType.Function:
            self._refuse(atom, "expected a predicate without sign or alternatives")
        return f"{atom.symbol.name}/{len(atom.symbol.arguments)}"

    def _of_both(self, atom: AST) -> str:
        """A predicate that compares courses: it is written as what is compared is not, so that nothing is both."""
        name, _, arity = self._predicate(atom).rpartition("/")
        if f"{name}/{int(arity) - 1}" in _known():
            self._refuse(atom, f"{name} with a course is what the rules say of it; use another name")
        return f"{name}/{arity}{BOTH}"

    def _of_one(self, atom: AST) -> str:
        """Return the predicate of one course that a comparison of courses asks for: 1 or 2 comes before its terms."""
        name, _, arity = self._predicate(atom).rpartition("/")
        if not atom.symbol.arguments or str(atom.symbol.arguments[0]) not in ("1", "2"):
            self._refuse(atom, f"say of which course {name} is, 1 or 2, before all else: {name}(1,...)")
        return f"{name}/{int(arity) - 1}"

    def _asked(self, part: str, atom: AST) -> str:
        """Return the predicate that a body asks for, which must already be known."""
        place, terms = self._predicate(atom), list(atom.symbol.arguments)
        if part == COMPARED:
            if f"{place}{BOTH}" in self._heads:
                return f"{place}{BOTH}"
            place, terms = self._of_one(atom), terms[1:]
        known = _known()
        if place not in known and place not in self._heads:
            name = place.split("/")[0]
            others = [one for one in (*known, *self._heads) if one.split("/")[0] == name]
            close = others or get_close_matches(place, [*known, *self._heads], 3, 0.75)
            hint = f"; did you mean {' or '.join(close)}?" if close else "; asp/README.md lists them"
            self._refuse(atom, f"no rule knows {place}{hint}")
        derived = known.get(place, frozenset())
        times = [str(one) for one in terms[:1]]
        if derived and times == ["t"] and not derived & _grounded(part, self._checks):
            other = "settled" if part == "property" else "property"
            hint = f"ask under #program {other}(t)." if derived & _grounded(other, False) else "no proof asks for it"
            hint += ", or say checks_follow." if part == "property" and derived & _grounded(part, True) else ""
            self._refuse(atom, f"{place} is not known at t under #program {part}(t); {hint}")
        if times == ["t"] and (later := _told_later().get(place)):
            term = terms[1]
            if term.ast_type is not ASTType.Function or term.name in later:
                names = ", ".join(sorted(later))
                why = f"{names} are known a moment later; name another {place.split('/')[0]} than those"
                self._refuse(atom, f"{why}, or ask of an earlier moment")
        if times and re.search(r"\bt\s*\+", times[0]):
            self._refuse(atom, f"what is so after t is not known at t; ask for next_{place.split('/')[0]}(t,...)")
        return place

    def _refuse(self, node: AST, why: str) -> None:
        begin = (node.symbol if node.ast_type is ASTType.SymbolicAtom else node).location.begin
        raise InputError(why, f"{self._name}:{begin.line}:{begin.column}")


def _reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    """Return everything that `start` depends on, in any number of steps, and `start` itself."""
    found, waiting = {start}, [start]
    while waiting:
        new = edges.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def _walk(node: AST) -> Iterator[AST]:
    """A node and all that is in it."""
    yield node
    for key in node.child_keys:
        child = getattr(node, key)
        for one in [child] if isinstance(child, AST) else child or ():
            yield from _walk(one)


def _makes_terms(rule: AST) -> bool:
    """True if a rule may derive terms that nothing else has: it calculates, or wraps terms in a function."""
    reckons = (ASTType.BinaryOperation, ASTType.UnaryOperation, ASTType.Interval)
    named = (one for term in rule.head.atom.symbol.arguments for one in _walk(term) if one.ast_type is ASTType.Function)
    return any(one.ast_type in reckons for one in _walk(rule)) or any(one.arguments for one in named)


def _body_atoms(nodes: Sequence[AST], plain: bool = True) -> Iterator[tuple[AST, bool]]:
    """The atoms of a body, and whether each must simply hold."""
    for node in nodes:
        match node.ast_type:
            case ASTType.SymbolicAtom:
                yield node, plain
            case ASTType.Literal:
                yield from _body_atoms([node.atom], plain and node.sign == Sign.NoSign)
            case ASTType.ConditionalLiteral:
                yield from _body_atoms([node.literal, *node.condition], False)
            case ASTType.BodyAggregateElement:
                yield from _body_atoms(node.condition, False)
            case ASTType.Aggregate | ASTType.BodyAggregate:
                yield from _body_atoms(node.elements, False)


def _settings(nodes: Sequence[AST], name: str) -> dict[str, list[tuple[str | int, ...]]]:
    """Return its settings. Raises `InputError` for a setting with invalid values."""
    found: dict[str, list[tuple[str | int, ...]]] = {}
    for node in nodes:
        if node.ast_type is not ASTType.Rule or node.body or node.head.ast_type is not ASTType.Literal:
            continue
        for one in node.unpool():
            atom = one.head.atom
            if atom.ast_type is not ASTType.SymbolicAtom or atom.symbol.ast_type is not ASTType.Function:
                continue
            predicate = f"{atom.symbol.name}/{len(atom.symbol.arguments)}"
            if predicate in SETTINGS:
                values = tuple(map(_value, atom.symbol.arguments))
                expected = (str, int) if predicate == "bound/2" else (str,) * len(values)
                if tuple(map(type, values)) != expected or (values[1:] and (values[0] not in BOUNDS or values[1] < 1)):
                    place = atom.symbol.location.begin
                    said = f"expected {SETTINGS[predicate]} with {_EXPECTED[len(values)]}"
                    raise InputError(said, f"{name}:{place.line}:{place.column}")
                before = found.setdefault(atom.symbol.name, [])
                if any(predicate in ONCE and values[:-1] == other[:-1] for other in before):
                    place = atom.symbol.location.begin
                    raise InputError(f"{atom} is a second one; expected it once", f"{name}:{place.line}:{place.column}")
                before.append(values)
    return found


_EXPECTED = ("nothing", "a word in quotes", f"one of {', '.join(BOUNDS)} in quotes, and a number from 1")


def _value(term: AST) -> Any:
    """A word in quotes or a number; None for anything else."""
    symbol = term.symbol if term.ast_type is ASTType.SymbolicTerm else None
    if symbol is not None and symbol.type is clingo.SymbolType.Number:
        return symbol.number
    return symbol.string if symbol is not None and symbol.type is clingo.SymbolType.String else None
