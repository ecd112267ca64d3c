"""A lint of the encoding in `asp/`: what a typing error or a forgotten table entry would break silently."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import clingo
import clingo.ast
import pytest
from clingo.ast import AST, ASTType
from reads import children

from pyengine import Board
from pyengine.answers import layer_words, render
from pyengine.asking.programs import instruction_facts
from pyengine.compiler.effect_schema import VERBS
from pyengine.proofs.property_files import QUESTIONS, properties
from pyengine.puzzles.goal_facts import goal_facts
from pyengine.puzzles.goal_reading import parse
from pyengine.solving.statements import asp_directory
from pyengine.solving.timeline import ANY, RULE_FILES, Timeline, instruction

ASP = asp_directory()
FILES = sorted(path.relative_to(ASP).as_posix() for path in ASP.rglob("*.lp"))
README = ASP / "README.md"
NUMBER = re.compile(r"\d{3}\.\d+[a-z]{0,2}")
OPEN = 99999999
"""The end of a period that has not ended, in `asp/editions/citations.lp`."""

Signature = tuple[str, int]
each_file = pytest.mark.parametrize("name", FILES)


# --- reading the program ---------------------------------------------------------------------------------------


@cache
def text(name: str) -> str:
    return (ASP / name).read_text(encoding="utf-8")


@cache
def statements(name: str) -> tuple[AST, ...]:
    """The statements of a file. Raises `RuntimeError` where the file does not parse."""
    found: list[AST] = []
    clingo.ast.parse_string(text(name), found.append)
    return tuple(found)


def every_statement() -> Iterator[tuple[str, AST]]:
    for name in FILES:
        for statement in statements(name):
            yield name, statement


def walk(node: AST) -> Iterator[AST]:
    yield node
    for child in children(node):
        yield from walk(child)


def line(name: str, node: AST) -> str:
    return f"asp/{name}:{node.location.begin.line}"


def functions(term: AST) -> Iterator[AST]:
    """The function terms that a term with alternatives (`a;b`) stands for."""
    if term.ast_type is ASTType.Pool:
        for argument in term.arguments:
            yield from functions(argument)
    elif term.ast_type is ASTType.UnaryOperation:
        yield from functions(term.argument)
    else:
        yield term


def signature(term: AST) -> Signature:
    """Name and arity of an atom or a term; a constant has arity 0."""
    if term.ast_type is ASTType.SymbolicTerm:
        return term.symbol.name, 0
    return term.name, len(term.arguments)


def parts_of_head(head: AST) -> tuple[list[AST], list[AST]]:
    """The literals that a head derives, and the conditions it derives them under."""
    if head.ast_type is ASTType.Literal:
        return [head], []
    elements = [element.condition if head.ast_type is ASTType.HeadAggregate else element for element in head.elements]
    return [element.literal for element in elements], [one for element in elements for one in element.condition]


def atoms(nodes: Iterable[AST]) -> Iterator[AST]:
    for node in nodes:
        for one in walk(node):
            if one.ast_type is ASTType.SymbolicAtom:
                yield from functions(one.symbol)


def derived(statement: AST) -> Iterator[AST]:
    """The atoms that a statement derives."""
    if statement.ast_type is ASTType.Rule:
        yield from atoms(parts_of_head(statement.head)[0])


def given(statement: AST) -> Iterator[AST]:
    """The atoms that must hold for a rule to apply."""
    for one in statement.body if statement.ast_type is ASTType.Rule else ():
        if one.ast_type is ASTType.Literal and one.sign == clingo.ast.Sign.NoSign:
            yield from atoms([one.atom])


def asked(statement: AST) -> Iterator[AST]:
    """The atoms that a statement asks for."""
    if statement.ast_type is ASTType.Rule:
        yield from atoms([*parts_of_head(statement.head)[1], *statement.body])
    else:
        yield from atoms([statement])


@cache
def defined() -> dict[Signature, str]:
    """What some rule derives, and where first."""
    found: dict[Signature, str] = {}
    for name, statement in every_statement():
        for atom in derived(statement):
            found.setdefault(signature(atom), line(name, statement))
    return found


def declared(*names: str) -> dict[Signature, str]:
    """What files (all, if none are given) declare with `#defined`."""
    return {found: where for name in names or FILES for found, where in declarations(name).items()}


@cache
def declarations(name: str) -> dict[Signature, str]:
    return {
        (statement.name, statement.arity): line(name, statement)
        for statement in statements(name)
        if statement.ast_type is ASTType.Defined
    }


@cache
def used() -> dict[Signature, str]:
    """What some body, condition, `#show` or `#project` asks for, and where first."""
    found: dict[Signature, str] = {}
    for name, statement in every_statement():
        if statement.ast_type is ASTType.ShowSignature:
            found.setdefault((statement.name, statement.arity), line(name, statement))
        compares = statement.location.begin.line > first_compared(name)
        for atom in asked(statement):
            predicate, arity = signature(atom)
            found.setdefault((predicate, arity - 1 if compares else arity), line(name, statement))
    return found


def first_compared(name: str) -> float:
    """The line from which on atoms say which course of events they are of, before all else."""
    before, found, _ = text(name).partition("#program compared(t).")
    return before.count("\n") + 1 if found and name.startswith("properties/") else float("inf")


@cache
def writers() -> dict[Signature, list[tuple[str, AST, AST]]]:
    """The files and rules that derive each predicate, with the atom that does."""
    found: dict[Signature, list[tuple[str, AST, AST]]] = {}
    for name, statement in every_statement():
        for atom in derived(statement):
            found.setdefault(signature(atom), []).append((name, statement, atom))
    return found


Place = tuple[Signature, int]
"""An argument of a predicate, counted from 0."""


def written(places: Iterable[Place]) -> tuple[list[tuple[str, AST]], list[str]]:
    """The terms that rules write at these arguments, each with its line; and the lines that write none.

    Where a rule hands on a variable, the terms are those of the predicate that it has the variable from.
    """
    found: list[tuple[str, AST]] = []
    lost: list[str] = []
    waiting = list(places)
    for one, place in waiting:  # grows on the way
        if one not in writers():
            lost.append(f"{one[0]}/{one[1]}: nothing derives it")
        for name, rule, atom in writers().get(one, ()):
            for term in functions(atom.arguments[place]):
                if term.ast_type is not ASTType.Variable:
                    found.append((line(name, rule), term))
                    continue
                origins = [
                    (signature(other), number)
                    for other in given(rule)
                    for number, argument in enumerate(other.arguments)
                    if argument.ast_type is ASTType.Variable and argument.name == term.name
                ]
                if not origins:
                    lost.append(f"{line(name, rule)}: {term}")
                waiting += [origin for origin in origins if origin not in waiting]
    return found, lost


def header(name: str) -> str:
    """The comment that a file starts with."""
    return "\n".join(re.split(r"^(?!%)", text(name), maxsplit=1, flags=re.MULTILINE)[0].splitlines())


def exported(name: str) -> set[str]:
    """The words of a header after "exports"."""
    return set(re.findall(r"[a-z]\w*", header(name).partition("xports")[2]))


# --- the files -------------------------------------------------------------------------------------------------


def test_every_file_is_loaded_by_something() -> None:
    rules = {name for name in FILES if is_rule_file(name)}
    assert rules == {*RULE_FILES, "engine/show.lp", "engine/schedule.lp", "editions/citations.lp"}
    assert {Path(name).stem for name in FILES if name.startswith("properties/")} == set(properties())


@each_file
def test_parses(name: str) -> None:
    assert statements(name)


@each_file
def test_starts_with_what_it_defines_uses_and_exports(name: str) -> None:
    words = header(name).lower()
    assert words.startswith("% ")
    assert [word for word in ("defines", "uses", "exports") if word not in words] == []


@each_file
def test_header_names_predicates_that_exist(name: str) -> None:
    known = {predicate for predicate, _ in {**defined(), **declared(), **used()}}
    words = re.findall(r"\b[a-z]+(?:_[a-z]+)+\b(?!\.lp)", header(name))
    assert [word for word in words if word not in known] == []


@each_file
def test_lines(name: str) -> None:
    lines = text(name).split("\n")
    assert [number for number, one in enumerate(lines, 1) if len(one) > 120] == []
    assert [number for number, one in enumerate(lines, 1) if "\t" in one or one != one.rstrip()] == []
    assert lines[-1] == "", "the file ends with a line break"


# --- the rules -------------------------------------------------------------------------------------------------

SCOPES = (ASTType.ConditionalLiteral, ASTType.BodyAggregateElement, ASTType.HeadAggregateElement)


def occurrences(node: AST, scope: int, scopes: Iterator[int]) -> Iterator[tuple[str, int]]:
    """Every variable with its scope: 0 for the rule, or a number for one element of an aggregate."""
    if node.ast_type is ASTType.Variable:
        yield node.name, scope
    for child in children(node):
        inner = next(scopes) if scope == 0 and child.ast_type in SCOPES else scope
        yield from occurrences(child, inner, scopes)


def singletons(statement: AST) -> list[str]:
    """Variables that stand in one place only, and so may be misspelt."""
    found = [one for one in occurrences(statement, 0, iter(range(1, 10_000))) if one[0] != "_"]
    of_the_rule = {name for name, scope in found if scope == 0}
    counted = Counter((name, 0 if name in of_the_rule else scope) for name, scope in found)
    return sorted(name for (name, _), number in counted.items() if number == 1)


@each_file
def test_no_variable_occurs_only_once(name: str) -> None:
    found = {line(name, one): singletons(one) for one in statements(name)}
    assert {where: names for where, names in found.items() if names} == {}


def test_a_variable_that_occurs_only_once_is_found() -> None:
    found: list[AST] = []
    clingo.ast.parse_string("a(X) :- b(X,Y), N = #sum{ V,K : c(V,K); 1,K : d(_) }, N > 0.", found.append)
    assert singletons(found[1]) == ["K", "Y"]


def test_what_is_used_is_defined_or_declared() -> None:
    known = {**defined(), **declared()}
    assert {predicate: where for predicate, where in used().items() if predicate not in known} == {}


def test_what_is_defined_is_used_or_exported() -> None:
    exports = {word for name in FILES for word in exported(name)}
    unused = {one: where for one, where in defined().items() if one not in used() and one[0] not in exports}
    assert unused == {}


def test_what_is_declared_is_used() -> None:
    assert {one[0] for one in declared() if one not in used()} == set()


# --- homes ------------------------------------------------------------------------------------------------------


def is_rule_file(name: str) -> bool:
    """True for a file of rules; questions and properties derive what would else be facts."""
    return not name.startswith(("questions/", "properties/"))


def in_rules(places: dict[Signature, set[str]], name: str, one: Signature) -> None:
    if is_rule_file(name):
        places.setdefault(one, set()).add(name)


@cache
def homes() -> dict[Signature, set[str]]:
    """The rule files that derive or declare each predicate."""
    places: dict[Signature, set[str]] = {}
    for name, statement in every_statement():
        if statement.ast_type is ASTType.Defined:
            in_rules(places, name, (statement.name, statement.arity))
        for atom in derived(statement):
            in_rules(places, name, signature(atom))
    return places


DERIVED = re.compile(r"^%! (\w+)(?:\(([^()]*)\))?", re.MULTILINE)
"""A line for a predicate that the file derives, and others too: its arguments by name."""

DECLARED = re.compile(r"((?:^%.*\n)*)^#defined (\w+)/(\d+)\.[ \t]*(?:% *(.*))?$", re.MULTILINE)


@cache
def meanings() -> dict[Signature, tuple[str, str]]:
    """The predicates that rule files declare: the home of each, and the comment behind the declaration or above it."""
    found: dict[Signature, tuple[str, str]] = {}
    for name in filter(is_rule_file, FILES):
        for above, predicate, arity, behind in DECLARED.findall(text(name)):
            lines = " ".join(line.strip("% ") for line in above.splitlines())
            found[predicate, int(arity)] = name, behind or lines
    return {**derived_elsewhere(), **found}


@cache
def derived_elsewhere() -> dict[Signature, tuple[str, str]]:
    """The predicates that rule files derive with others: the home of each, and its arguments by name."""
    found: dict[Signature, tuple[str, str]] = {}
    for name in filter(is_rule_file, FILES):
        for predicate, names in DERIVED.findall(text(name)):
            one = predicate, len(names.split(",")) if names else 0
            assert one not in found, f"{predicate} is listed twice"
            found[one] = name, f"{predicate}({names})" if names else predicate
    return found


def arguments(comment: str, predicate: str) -> tuple[str, ...] | None:
    """The names of arguments in a comment that begins with them; None if it does not."""
    if not comment.startswith(f"{predicate}("):
        return None
    depth, names = 0, [""]
    for sign in comment[len(predicate) :]:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            break
        if sign == "," and depth == 1:
            names.append("")
        elif (sign, depth) != ("(", 1):
            names[-1] += sign
    return tuple(name.strip() for name in names)


def test_a_predicate_is_derived_in_one_file_or_declared() -> None:
    several = {one: sorted(files) for one, files in homes().items() if len(files) > 1}
    assert {one: files for one, files in several.items() if one not in meanings()} == {}
    assert [one for one in derived_elsewhere() if one not in several] == []


def test_a_declaration_says_what_it_means() -> None:
    """The site lists them; nobody has to look for the rules that ask for one."""
    silent = [one for one, (_, comment) in meanings().items() if not comment]
    assert silent == []
    wrong = {
        one: names
        for one, (_, comment) in meanings().items()
        if (names := arguments(comment, one[0])) is not None and len(names) != one[1]
    }
    assert wrong == {}


def test_what_is_declared_is_declared_once() -> None:
    every = [
        (statement.name, statement.arity)
        for name, statement in every_statement()
        if statement.ast_type is ASTType.Defined and is_rule_file(name)
    ]
    assert [one for one, times in Counter(every).items() if times > 1] == []


def test_a_name_has_one_number_of_arguments() -> None:
    arities: dict[str, set[int]] = {}
    for name, arity in {**defined(), **declared(), **used()}:
        arities.setdefault(name, set()).add(arity)
    assert {name: sorted(found) for name, found in arities.items() if len(found) > 1} == {}


def test_no_two_predicates_are_of_the_same_words() -> None:
    """`chosen_mode` and `mode_chosen` would be taken for each other."""
    by_words: dict[tuple[str, ...], set[str]] = {}
    for name, _ in {**defined(), **declared(), **used()}:
        by_words.setdefault(tuple(sorted(name.split("_"))), set()).add(name)
    assert [sorted(names) for names in by_words.values() if len(names) > 1] == []


SORTS = {
    "instruction": "Instruction I",
    "ability": "Ability Effect Further Rival Granting",
    "object or player": "Object Holder Player You Source Host Spell Target Food Component Copy Recipient Dealer Saga "
    "Siege Owner Attacker Slot Land Equipment Aura Left",
    "kind or keyword": "Kind Keyword Base Variant Numbered",
    "number": "N M Count Amount Life X Have Times Power Toughness Place",
    "characteristic": "Type Subtype Supertype Color Quality",
    "filter": "Filter",
    "cost": "Cost",
    "zone": "Zone",
    "rule": "Rule",
    "time": "Stamp",
    "why": "Why",
    "selection": "Selection",
    "how it is face down": "Procedure Cause",
    "pool": "Pool",
    "symbol": "Symbol",
}
"""What variables stand for by their names; the others stand for this here and for that there."""

MIXED = {
    **dict.fromkeys([("asks_choice", 4), ("in_reach", 4), ("eligible", 4), ("fails", 5), ("on_behalf", 4)], 2),
    **dict.fromkeys([("asks_number", 4), ("counts_one", 5), ("number_counted", 5), ("beyond_counting", 4)], 2),
    **dict.fromkeys([("attempts", 3), ("uses", 3), ("speaks_about", 4)], 2),
    ("leaves_stack", 2): 1,
    ("option", 3): 2,
    ("added_word", 3): 2,
    ("is", 3): 2,
    ("kind_of_subtype", 2): 1,
}
"""Arguments of several sorts: a filter is asked, and a number, for a source or for what is paid; words are of all
sorts; an instruction stands for what only it tells, where others name an object; what has triggered and lies on the
stack is an object there, and pends as an ability."""


def test_an_argument_is_of_one_sort() -> None:
    """Two meanings of one name are found by what the variables at its arguments are called."""
    sort_of = {name: sort for sort, names in SORTS.items() for name in names.split()}
    met: dict[Place, dict[str, str]] = {}

    def note(place: Place, variable: str, where: str) -> None:
        if variable in sort_of:
            met.setdefault(place, {}).setdefault(sort_of[variable], f"{where}: {variable}")

    for name, statement in every_statement():
        for atom in [*derived(statement), *asked(statement)]:
            for number, argument in enumerate(getattr(atom, "arguments", ())):
                if argument.ast_type is ASTType.Variable:
                    note((signature(atom), number), argument.name, line(name, statement))
    for one, (home, comment) in meanings().items():
        for number, variable in enumerate(arguments(comment, one[0]) or ()):
            note((one, number), variable, home)
    mixed = {place: sorts for place, sorts in met.items() if len(sorts) > 1}
    assert {place: sorts for place, sorts in mixed.items() if MIXED.get(place[0]) != place[1]} == {}
    assert [one for one, number in MIXED.items() if (one, number) not in mixed] == []


# --- rule numbers ----------------------------------------------------------------------------------------------


def cited() -> dict[str, str]:
    """Every rule number that stands as a string in the program, and where first."""
    found: dict[str, str] = {}
    for name, statement in every_statement():
        if name == "editions/citations.lp":
            continue
        for term in walk(statement):
            if term.ast_type is ASTType.SymbolicTerm and term.symbol.type is clingo.SymbolType.String:
                number = term.symbol.string
                if NUMBER.fullmatch(number):
                    found.setdefault(number, line(name, term))
    return found


def current() -> set[str]:
    """The rules that `asp/editions/citations.lp` knows as rules of the newest edition."""
    found = set()
    for statement in statements("editions/citations.lp"):
        for atom in derived(statement):
            if signature(atom) == ("cited_as", 4) and all(
                argument.ast_type is ASTType.SymbolicTerm for argument in atom.arguments
            ):
                key, _, until, number = (argument.symbol for argument in atom.arguments)
                if until.number == OPEN and key == number:
                    found.add(key.string)
    return found


def test_every_rule_cited_is_a_rule_of_the_newest_edition() -> None:
    known = current()
    assert {number: where for number, where in cited().items() if number not in known} == {}


RULE_ARGUMENT: dict[Signature, int] = {
    ("part_blocked", 5): 4,
    ("impossible", 4): 3,
    ("decides", 2): 1,
    ("event", 3): 2,
    ("state_based_action", 3): 2,
    ("problem", 2): 1,
    ("limit", 3): 2,
    ("change", 5): 3,
}
"""Which argument of a predicate is the rule that it cites."""


def test_what_cites_a_rule_cites_a_number() -> None:
    found, lost = written(RULE_ARGUMENT.items())
    assert lost == []
    assert [(where, str(rule)) for where, rule in found if not NUMBER.fullmatch(str(rule).strip('"'))] == []


def named_in(predicate: str) -> Iterator[str]:
    """The first argument of every atom of a predicate in the rules."""
    for name, statement in every_statement():
        for node in walk(statement) if name != "editions/citations.lp" else ():
            if node.ast_type is ASTType.Function and node.name == predicate:
                first = node.arguments[0]
                if first.ast_type is ASTType.SymbolicTerm and first.symbol.type is clingo.SymbolType.String:
                    yield first.symbol.string


def test_every_change_is_either_encoded_or_not() -> None:
    changes, encoded, not_encoded = (set(named_in(one)) for one in ("change", "in_force", "not_encoded"))
    assert encoded & not_encoded == set()
    assert encoded | not_encoded == changes


# --- what is spoken of afterwards --------------------------------------------------------------------------------

BESIDE = {"amass": "put_on_army", "create_tokens": "create", "search": "find", "distribute_none": "distribute"}
"""Parts that are done to nothing by themselves, and the part of the same instruction that shows what it is done to."""
HANDED_ON = {"part", "object", "token"}
"""What follows from a clause and does not tell what it is."""


class Step(NamedTuple):
    """What a rule derives, from which predicates, and from clauses with which verbs."""

    heads: tuple[AST, ...]
    given: frozenset[str]
    verbs: frozenset[str]
    done: frozenset[str]
    """The parts of an instruction that it asks to be done."""


@cache
def steps(*parts: str) -> tuple[Step, ...]:
    """The rules of some parts of the program, in which it is said what an instruction is, or what it does."""
    found = []
    part = ""
    for _, statement in every_statement():
        part = statement.name if statement.ast_type is ASTType.Program else part
        if statement.ast_type is ASTType.Rule and part in parts:
            body = list(given(statement))
            verbs = {name for one in body if one.name == "clause_says" for name in called(one.arguments[2])}
            done = {name for one in body if one.name == "does" for name in called(one.arguments[2])}
            names = frozenset(one.name for one in body)
            found.append(Step(tuple(derived(statement)), names, frozenset(verbs), frozenset(done)))
    return tuple(found)


APART = {
    ("next_continuous", 2): "effects that begin have the moment in their name; the others were there before",
    ("next_this_turn", 4): "what is counted as it happens, and what once counters are put, are other words",
}
"""What becomes so in two calls of the grounder, and why no atom of it does in both."""


def test_what_becomes_so_is_derived_in_one_call_of_the_grounder() -> None:
    """In two, programs with choices stop: what may be so by the first is derived again by the second."""
    calls: dict[Signature, set[str]] = {}
    part = ""
    for _, statement in every_statement():
        part = statement.name if statement.ast_type is ASTType.Program else part
        if statement.ast_type is ASTType.Rule:
            for head in derived(statement):
                if head.name.startswith("next_"):
                    calls.setdefault(signature(head), set()).add(part)
    assert {one for one, parts in calls.items() if len(parts) > 1} == APART.keys()


def told_by(verb: str) -> set[str]:
    """The predicates that follow from a clause with this verb, and tell what it is."""
    found: set[str] = set()
    new = {""}
    while new:
        found |= new
        follow = (one for one in steps("base", "told") if verb in one.verbs or one.given & new)
        new = {head.name for one in follow for head in one.heads} - HANDED_ON - found
    return found


def called(term: AST) -> set[str]:
    """The names of the terms that one stands for; none of a variable."""
    return {signature(one)[0] for one in functions(term) if one.ast_type is not ASTType.Variable}


def names_at(place: Place) -> set[str]:
    found, lost = written([place])
    assert lost == []
    return {signature(term)[0] for _, term in found}


def test_of_each_verb_it_is_known_what_is_spoken_of_afterwards() -> None:
    """Where that is missing, what is told of "it" afterwards is silently done to nothing."""
    saying = [one for one in steps("events") if {head.name for head in one.heads} & {"done_now", "done_to_nothing"}]
    known = names_at((("acts_on", 4), 1)).union(BESIDE, *(one.done for one in saying))
    by_clause = {verb for one in saying for verb in one.verbs}
    missing = {}
    for verb in VERBS.keys() - by_clause:
        telling = told_by(verb)
        rules = [one for one in steps("told") if verb in one.verbs or one.given & telling]
        heads = [head for one in rules for head in one.heads if head.name == "part"]
        parts = {name for head in heads for name in called(head.arguments[1]) or names_at((("names_holder", 4), 1))}
        if not parts or not parts <= known:
            missing[verb] = sorted(parts - known)
    assert missing == {}
    assert BESIDE.keys() | set(BESIDE.values()) <= names_at((("part", 2), 1))


# --- terms and their wording -----------------------------------------------------------------------------------

Table = dict[tuple[str, int], str]
WORDED: list[tuple[str, Table, dict[Signature, int]]] = [
    ("REASONS", render.REASONS, {("part_blocked", 5): 3, ("impossible", 4): 2}),
    ("EVENTS", render.EVENTS, {("event", 3): 1}),
    ("ACTIONS", render.ACTIONS, {("state_based_action", 3): 1}),
    ("TRIGGERS", render.TRIGGERS, {("triggered", 4): 3}),
    ("PROBLEMS", render.PROBLEMS, {("problem", 2): 0}),
    ("LAYERS", layer_words.LAYERS, {("came_about", 4): 2}),
    ("LIMITS", render.LIMITS, {("limit", 3): 1, ("cut_short", 2): 1, ("not_listed", 2): 1}),
]
each_table = pytest.mark.parametrize(("table", "places"), [one[1:] for one in WORDED], ids=[one[0] for one in WORDED])


def terms(places: dict[Signature, int]) -> dict[Signature, str]:
    """The terms that end up at these arguments, and where the first of them is written."""
    found, lost = written(places.items())
    assert lost == []
    return {signature(term): where for where, term in reversed(found)}


def test_terms_are_followed_to_where_they_are_written() -> None:
    found = terms({("part_blocked", 5): 3})
    assert found["too_little_mana", 1].startswith("asp/rules/118_costs.lp"), "by way of lacking and cant_pay"
    assert found["cant_put", 4].startswith("asp/rules/122_counters.lp"), "by way of cant_hold"


@each_table
def test_every_term_has_a_wording_and_every_wording_a_term(table: Table, places: dict[Signature, int]) -> None:
    found = terms(places)
    assert {term: where for term, where in found.items() if term not in table} == {}
    assert [term for term in table if term not in found] == []


def test_each_line_of_the_wordings_is_read() -> None:
    """A line in another form would be passed over, and of two for one term the first would be."""
    for path in (Path(render.__file__).parent / "wordings").glob("*.txt"):
        text, table = path.read_text(encoding="utf-8"), getattr(render, path.stem.upper())
        rows = [line for line in text.splitlines() if not line.startswith(("#", "    "))]
        assert [line for line in rows if not re.match(r"\w+/\d+: \S", line)] == []
        assert len(rows) == len(table)


@each_table
def test_wordings_speak_of_arguments_there_are(table: Table, places: dict[Signature, int]) -> None:
    for (name, arity), wording in table.items():
        fields = {int(field) for _, field, _, _ in string.Formatter().parse(wording) if field is not None}
        assert fields <= set(range(arity)), name


# --- grounding -------------------------------------------------------------------------------------------------

BOARD = """
rules: {rules}
variant: two-headed giant
players:
  alice: {{team: red, counters: {{poison: 2, rad: 1}}, mana: "{{G}}{{R}}{{9}}"}}
  ann: {{team: red}}
  bob: {{team: blue, counters: {{energy: 2}}}}
  ben: {{team: blue}}
cards:
  Ox: {{types: [creature], power: 2, toughness: 4, abilities: [exalted, toxic 2]}}
  Stone: {{types: [creature], power: 0, toughness: 9, abilities: [{{cant_put: {{}}}}, {{cant_remove: {{}}}}]}}
  Doubler: {{types: [enchantment], abilities: [{{would_put: {{affects: {{controller: you}}, times: 2}}}}]}}
  Halver: {{types: [enchantment], abilities: [{{would_put: {{affects: {{controller: opponent}}, half: up}}}}]}}
  Adder: {{types: [enchantment], abilities: [{{would_put: {{affects: {{types: [creature]}}, plus: 1, by: you}}}}]}}
  Lord: {{types: [creature], power: 1, toughness: 1, abilities: [{{gets: {{power: 1, toughness: 1, for_each: charge,
    affects: {{types: [creature], other: true}}}}}}, {{enters_with: {{counters: {{+1/+1: 2}}}}}}]}}
  Blank: {{types: [enchantment], abilities: [{{loses_abilities: {{affects: {{subtypes: [wall]}}}}}},
    {{becomes: {{types: [artifact], affects: {{types: [creature]}}}}}}]}}
  Book: {{types: [enchantment], subtypes: [saga], abilities: [{{chapter: {{number: 1}}}}, {{chapter: {{number: 2}}}}]}}
  Walker: {{types: [planeswalker], supertypes: [legendary], loyalty: 4}}
  Fort: {{types: [battle], subtypes: [siege], defense: 3}}
  Watcher: {{types: [creature], power: 1, toughness: 2, abilities: [
    {{trigger: {{event: counters put, affects: {{types: [creature]}}}}}}, {{switches: {{}}}},
    {{maximum: {{kind: charge, count: 2}}}}]}}
  Moth: {{mana_cost: "{{2}}{{G}}", types: [creature], subtypes: [insect], power: 3, toughness: 3, abilities: [
    {{morph: {{mana: "{{X}}{{G/U}}{{2/W}}", life: 1, reveal: {{colors: [red]}}}}}},
    {{as_turned_up: {{counters: {{+1/+1: X}}, becomes_copy_of: {{types: [creature], mana_value_at_most: 9}},
    optional: true}}}}]}}
  Giant: {{mana_cost: "{{4}}{{R}}", types: [creature], power: 5, toughness: 5, abilities: [{{megamorph: "{{R/P}}"}}]}}
  Guard: {{mana_cost: "{{S}}{{W}}", types: [creature], power: 1, toughness: 1, abilities: [
    {{disguise: {{remove_counters: {{+1/+1: 1}}, tap: {{types: [creature]}}, sacrifice: {{count: 2}}}}}}]}}
  Mask: {{types: [enchantment], abilities: [{{as_turned_up: {{attach_to: {{types: [creature]}}}}}}]}}
  Law: {{types: [enchantment], abilities: [
    {{cant_cast: {{spells: {{types: [artifact], supertypes: [legendary]}}, by: opponent, from_zones: [hand]}}}},
    {{spell_costs: {{spells: {{face_down: true}}, less: 1}}}}, {{morph_costs: {{more: 1}}}},
    {{as_though_flash: {{spells: {{colorless: true, mana_value_at_most: 0}}}}}},
    {{may_cast: {{from_zones: [graveyard, exile], spells: {{names: [Moth]}}, looked_at: true}}}},
    {{cant_turn_up: {{during: your turn, affects: {{colors: [blue]}}}}}}, {{may_look: {{by: opponent}}}},
    {{cant_enter: {{from_zones: [library], affects: {{names: [Ox]}}}}}}, {{doesnt_untap: {{}}}},
    {{more_mana: {{mana: "{{G}}"}}}}, {{cant_activate: {{affects: {{names: [Moth]}}}}}},
    {{ability_costs: {{more: 1, affects: {{}}, not_mana_abilities: true}}}},
    {{spell_costs: {{less: 1, this: true, for_each: {{types: [creature]}}}}}},
    {{becomes: {{colors: [red], affects: {{face_down: true}}}}}},
    {{has: {{morph: "{{3}}", affects: {{face_down: true, colorless: true}}}}}},
    {{trigger: {{event: cast, spells: {{subtypes: [insect]}}, by: opponent}}}},
    {{trigger: {{event: manifests dread, affects: {{players: each}}}}}}]}}
battlefield:
  - {{id: a, card: Ox, controller: alice, counters: {{+1/+1: 2, shield: 1, flying: 1}}}}
  - {{id: b, card: Stone, controller: bob, counters: {{-1/-1: 1}}}}
  - {{id: c, card: Watcher, controller: ann, counters: {{charge: 3, stun: 1}}, tapped: true}}
  - {{id: d, card: Doubler, controller: alice}}
  - {{id: e, card: Adder, controller: alice}}
  - {{id: f, card: Halver, controller: bob}}
  - {{id: g, card: Lord, controller: bob, counters: {{charge: 1}}}}
  - {{id: h, card: Blank, controller: bob}}
  - {{id: i, card: Book, controller: alice, counters: {{lore: 1}}}}
  - {{id: j, card: Walker, controller: bob, counters: {{loyalty: 4}}}}
  - {{id: k, card: Fort, controller: bob, counters: {{defense: 3}}}}
  - {{id: l, card: Ox, controller: ben, face_down: {{by: morph}}, counters: {{finality: 1}}}}
  - {{id: law, card: Law, controller: alice}}
  - {{id: mask, card: Mask, controller: alice, face_down: {{by: effect, lists: {{types: [artifact]}}}}}}
graveyard:
  - {{id: m, card: Lord, owner: alice}}
hand:
  - {{id: n, card: Moth, owner: alice}}
  - {{id: o, card: Giant, owner: alice}}
library:
  - {{id: p, card: Guard, owner: alice}}
  - {{id: q, card: Ox, owner: alice}}
  - {{id: r, card: Moth, owner: alice}}
exile:
  - {{id: s, card: Moth, owner: bob, face_down: {{by: effect, pile: lost}}, known_to: [alice]}}
  - {{id: t, owner: bob, face_down: {{by: effect, pile: lost}}}}
"""
COURSES = (
    (
        "put a +1/+1 counter on a",
        "move all counters from a to c",
        "proliferate",
        "deal 3 damage to j from a",
        "put m onto the battlefield",
        "turn l face up",
        "destroy l",
    ),
    (
        "cast n face down",
        "resolve n",
        "turn n face up for its morph cost with X = 1",
        "cast s",
        "counter the spell s",
        "add {G}{2} to bob's mana pool",
    ),
    (
        "manifest the top card of alice's library",
        "turn p face up for its mana cost",
        "manifest dread",
        "cloak o",
        "shuffle alice's library",
    ),
    (
        "turn mask face up",
        "turn mask face down as a 5/5 artifact creature with flying",
        "g becomes a copy of mask",
        "put n onto the battlefield as a copy of mask",
        "merge o over a",
        "transform a",
    ),
    (
        "exile g face down looked at by bob",
        "choose a card from pile lost",
        "choose s by alice",
        "shuffle s and t",
        "reveal mask",
        "look at l by alice",
        "bob gains 3 life",
        "ben leaves the game",
        "end the game",
    ),
)
"""What is done on the board, one after the other; each course starts on it anew."""


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the grounder says while the test runs.

    But for `atom-undefined`: a program that is grounded moment by moment asks for much that no rule has derived
    yet. What no rule derives at all is found by the tests above.
    """
    messages: list[str] = []
    begin = clingo.Control.__init__

    def loud(control: clingo.Control, arguments: Iterable[str] = (), *_: object) -> None:
        kept = [one for one in arguments if not one.startswith("--warn")]
        begin(control, [*kept, "--warn=no-atom-undefined"], lambda code, message: messages.append(f"{code}: {message}"))

    monkeypatch.setattr(clingo.Control, "__init__", loud)
    return messages


def do(board: Board) -> None:
    for course in COURSES:
        actions = [board.action(step) for step in course]
        facts = board.facts() + instruction_facts(board, actions)
        timeline = Timeline(facts, ["questions/do.lp"], files=["editions/citations.lp"])
        for number, _ in enumerate(actions, 1):
            timeline.schedule(instruction(number))
            timeline.instruct()
            timeline.settle()
        timeline.finish()


def legal(board: Board) -> None:
    timeline = Timeline(
        board.facts(),
        ["questions/legal.lp", "questions/candidates.lp", "questions/any.lp"],
        files=["editions/citations.lp"],
    )
    timeline.instruct()
    timeline.settle()
    timeline.finish()


def lines(board: Board) -> None:
    facts = board.facts() + instruction_facts(board, [board.action(step) for step in COURSES[0][:3]])
    asked = ["questions/do.lp", "questions/lines.lp", "questions/wanted.lp"]
    timeline = Timeline(facts + goal_facts(parse("charge counters on c = 2")), asked, files=["editions/citations.lp"])
    timeline.schedule(ANY)
    timeline.instruct()
    timeline.settle()
    timeline.run("aiming")
    timeline.finish()


def space(board: Board) -> None:
    places = 'slot("x"). slot("y"). printed("Ox"). printed("Stone"). asked_kind("charge"). most(2). step_of(1).'
    timeline = Timeline(board.facts() + places, QUESTIONS, files=[f"properties/{name}.lp" for name in properties()])
    timeline.schedule(ANY)
    timeline.run("doing")
    timeline.run("happening")
    timeline.run("proving")
    timeline.moment += 1
    timeline.run("settling")
    timeline.run("resting")
    timeline.run("measuring", k=1)
    timeline.run("differing")
    timeline.run("parting", k=1)


@pytest.mark.parametrize("rules", ["2015-03-27"])
@pytest.mark.parametrize("ask", [do, legal, lines, space], ids=lambda ask: ask.__name__)
def test_grounding_gives_no_warning(ask: Callable[[Board], None], rules: str, said: list[str]) -> None:
    ask(Board.parse(BOARD.format(rules=rules)))
    assert said == []


def test_a_warning_would_be_noticed(said: list[str]) -> None:
    Timeline("p(1). q(X) :- p(X), X = 1 / 0.", ["questions/do.lp"])
    assert len(said) == 1


# --- the map ---------------------------------------------------------------------------------------------------


def mentioned() -> set[str]:
    """The words that `asp/README.md` sets as code, and the names of files."""
    code = re.findall(r"`([^`\n]+)`|^```.*?\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return {word for pair in code for word in re.findall(r"[a-z0-9]\w*(?:\.lp)?", "".join(pair))}


def test_the_map_names_every_file() -> None:
    assert [name for name in FILES if Path(name).name not in mentioned()] == []


def test_the_map_names_every_program_part() -> None:
    parts = {one.name for _, one in every_statement() if one.ast_type is ASTType.Program}
    assert sorted(parts - mentioned()) == []


def fluents() -> dict[str, AST]:
    """The rules of `state(t)`, by the fluent that each of them carries over."""
    inside, found = False, {}
    for statement in statements("engine/state.lp"):
        if statement.ast_type is ASTType.Program:
            inside = statement.name == "state"
        elif inside:
            (head,) = derived(statement)
            found[head.name] = statement
    return found


def test_fluents_carry_over_as_they_are() -> None:
    for name, statement in fluents().items():
        (head,), (body,) = derived(statement), given(statement)
        assert body.name == f"next_{name}", line("engine/state.lp", statement)
        assert [str(one) for one in body.arguments] == ["(t-1)", *map(str, head.arguments[1:])], name


STAMPS = {"timestamp", "counter_timestamp"}
"""Fluents that tell no two outcomes apart (`stamped` in `asp/engine/show.lp`)."""
ORDER = {"library_position"}
"""What no answer shows: a library that is shuffled has no known order, and nothing else changes it."""

WAITING = {"pending"}
"""What is shown as how often it triggered."""


AS_THEY_ARE = {"targets", "stack_place", "ability_source", "chapter_on_stack", "source_transformed"}
"""What is shown as it is on the last board, by `aims_at`, `stacked` and `said_of_ability`."""


def test_every_fluent_is_shown() -> None:
    shown: dict[str, set[str]] = {"was": set(), "now": set(), "stands": set()}
    for statement in statements("engine/show.lp"):
        for atom in derived(statement):
            if atom.name in shown:
                shown[atom.name].add(atom.arguments[-1].name)
    assert shown["was"] == set(fluents()) - STAMPS - ORDER - WAITING - AS_THEY_ARE
    assert shown["stands"] | shown["now"] == shown["was"] | {"chosen", "triggered", "Fluent"}


def test_every_fluent_is_declared() -> None:
    heads = [head for statement in fluents().values() for head in derived(statement)]
    assert {signature(head) for head in heads} - meanings().keys() == set()


def test_the_map_names_every_reason_and_event() -> None:
    names = {name for _, table, _ in WORDED for name, _ in table}
    assert sorted(names - mentioned()) == []


TWO_ORDERS = """
players: {alice: {}, bob: {}}
cards:
  Ox: {types: [enchantment], abilities: [exalted]}
  Doubler: {types: [enchantment], abilities: [{would_put: {affects: {has: [exalted], controller: you}, times: 2}}]}
  Adder: {types: [enchantment], abilities: [{would_put: {affects: {types: [enchantment]}, plus: 1, by: you}}]}
  Gate: {types: [land], abilities: [{becomes: {subtypes: [gate], affects: {types: [land]}}}]}
  Toll: {types: [enchantment], abilities: [{becomes: {types: [artifact], affects: {subtypes: [gate]}}}]}
  Law: {types: [enchantment], abilities: [{spell_costs: {spells: {face_down: true}, less: 1}}]}
battlefield:
  - {id: a, card: Ox, controller: alice}
  - {id: d, card: Doubler, controller: alice}
  - {id: e, card: Adder, controller: alice}
  - {id: toll, card: Toll, controller: bob}
  - {id: gate, card: Gate, controller: bob}
  - {id: law, card: Law, controller: bob}
"""
"""Two effects that don't commute, types that wait for others, and keywords that matter."""

DIES_IN_ONE_ORDER = """
players: {alice: {}, bob: {}}
cards:
  Ox: {types: [creature], power: 4, toughness: 4}
  Doubler: {types: [enchantment], abilities: [{would_put: {affects: {types: [creature]}, times: 2}}]}
  Adder: {types: [enchantment], abilities: [{would_put: {affects: {types: [creature]}, plus: 1}}]}
battlefield:
  - {id: a, card: Ox, controller: alice}
  - {id: d, card: Doubler, controller: alice}
  - {id: e, card: Adder, controller: alice}
"""
"""One -1/-1 counter becomes three or four: state-based actions apply after one of the orders only."""


@pytest.mark.parametrize(
    ("board", "phrase", "dying"),
    [(TWO_ORDERS, "put two oil counters on a", 0), (DIES_IN_ONE_ORDER, "put a -1/-1 counter on a", 1)],
)
def test_the_runner_for_clingo_alone_finds_the_same_outcomes(
    board: str, phrase: str, dying: int, tmp_path: Path
) -> None:
    asked = Board.parse(board)
    facts = tmp_path / "board.lp"
    facts.write_text(asked.facts() + instruction_facts(asked, [asked.action(phrase)]))
    command = [sys.executable, str(ASP / "run.py"), str(facts)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert len(re.findall(r"^outcome \d+:$", said, re.MULTILINE)) == asked.outcomes(phrase).count() == 2
    assert len(re.findall(r"^  event\(1,state_based_action", said, re.MULTILINE)) == dying


def test_what_the_driver_reads_of_an_answer_is_shown() -> None:
    """A predicate that is renamed in the rules alone would be missing from every answer, without a word."""
    shown = set(re.findall(r"^#show (\w+)/", "\n".join(path.read_text() for path in ASP.rglob("*.lp")), re.MULTILINE))
    source = "\n".join(path.read_text() for path in (Path(__file__).parent.parent / "pyengine").rglob("*.py"))
    read = set(re.findall(r'\bshown\.get\("(\w+)"', source))
    assert len(read) > 20
    assert read - shown == set()
