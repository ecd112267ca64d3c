"""Explanations of illegal actions on generated boards: each does what it claims, and nothing less does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

import clingo
import pytest

from pyengine import Board
from pyengine.answers.fact_words import fact_words
from pyengine.asking.programs import instruction_facts
from pyengine.errors import PyengineError
from pyengine.explain.board_edits import edited
from pyengine.explain.derivation import Node, derivation, matches
from pyengine.explain.smallest_changes import smallest_changes
from pyengine.explain.why_illegal import minimal_reasons
from pyengine.plans.dialect import Aggregate, Atom, Comparison, Conditional, Written
from pyengine.plans.instances import ANY, Step, variables, variables_of, variants
from pyengine.plans.plan import Function, Operation, Variable
from pyengine.solving.planned import rules_of
from pyengine.solving.solver import term_of
from pyengine.solving.statements import in_file
from pyengine.solving.timeline import RULE_FILES, Timeline, instruction
from tests import generated
from tests.test_why import facts_of

FEW = 3
SEEDS = [*range(FEW), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(FEW, 120))]


@cache
def illegal(seed: int) -> tuple[Board, str]:
    """A board and an illegal action, both generated."""
    random = Random(seed)
    while True:
        data = generated.board(random)
        try:
            board = Board.from_data(data)
            phrase = generated.phrase(random, data)
            verdict = board.check(phrase)
        except PyengineError:
            continue
        if not verdict.legal and verdict.complete and board.action(phrase).then is None:
            return board, phrase


def is_possible(board: Board, facts: Sequence[str], left_open: Sequence[str]) -> bool:
    """Whether the action is legal in some way in which the facts hold, and others may or may not."""
    program = "\n".join([*facts, *(f"{{ {one.removesuffix('.')} }}." for one in left_open)]) + "\n"
    timeline = Timeline(program, ["questions/do.lp"], courses=("scheduling", "judging"))
    timeline.schedule(instruction(1))
    timeline.run("judging")
    return any(True for _ in timeline.models([(term_of("legal(0,i1)"), True)]))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_minimal_set_alone_makes_it_illegal_and_nothing_less(seed: int) -> None:
    board, action = illegal(seed)
    there, absent, others = facts_of(board, action)
    # What is not there stands in a set as "not", which is said by a constraint.
    said = {fact_words(board, term_of(one[:-1]), True): one for one in there}
    denied = {fact_words(board, term_of(one[:-1]), False): one for one in absent}
    every = [*there, *absent]
    found = minimal_reasons(board, action, limit=3)
    for reason in found.reasons:
        kept = [said[word] if word in said else f":- {denied[word]}" for word in reason]
        assert not is_possible(board, [*others, *kept], [one for one in every if one not in kept])
        for one in kept:
            rest = [other for other in kept if other != one]
            assert is_possible(board, [*others, *rest], [other for other in every if other not in rest])
    assert len({frozenset(one) for one in found.reasons}) == len(found.reasons)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_change_makes_it_legal_and_nothing_smaller_does(seed: int) -> None:
    board, action = illegal(seed)
    for change in smallest_changes(board, action, limit=3, most=4).found:
        assert Board.from_data(change.board.to_data()).check(action).legal
        for size in range(len(change.edits)):
            for fewer in combinations(change.edits, size):
                assert not edited(board, fewer).check(action).legal


def nodes(trees: Sequence[Node]) -> Iterator[Node]:
    for tree in trees:
        yield tree
        yield from nodes(tree.children)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_node_of_a_tree_is_so(seed: int) -> None:
    board, action = illegal(seed)
    program = board.facts() + instruction_facts(board, [board.action(action)])
    timeline = Timeline(program, ["questions/do.lp"], courses=("scheduling", "judging"))
    timeline.schedule(instruction(1))
    timeline.run("judging")
    [atoms] = [list(model.symbols(atoms=True)) for model in timeline.models()]
    of: dict[str, list[clingo.Symbol]] = {}
    for atom in atoms:
        of.setdefault(atom.name, []).append(atom)
    facts = {line.removesuffix(".") for line in program.splitlines()}
    there = {str(atom) for atom in atoms}

    def is_absent(text: str) -> bool:
        pattern = term_of(text)
        return not any(matches(one, pattern) for one in of.get(pattern.name, ()))

    trees = derivation(board, action)
    assert sorted(tree.text for tree in trees) == sorted(one.text for one in board.check(action).reasons)
    for node in nodes(trees):
        match node.kind:
            case "above":
                assert node.atom in there or is_absent(node.atom)
            case "rule":
                assert node.atom in there
                assert node.where
                below = {one.atom for one in node.children if one.kind in ("rule", "fact") and ANY not in one.atom}
                assert below <= there
            case "fact":
                assert node.atom in facts
            case "not there":
                assert is_absent(node.atom)
            case "compared" if node.atom and ANY not in node.atom and node.atom.split()[0].lstrip("-").isdecimal():
                left, sign, right = node.atom.split()
                assert sign in ("<", "<=", ">", ">=", "!=", "=")
                values = int(left), int(right) if right.lstrip("-").isdecimal() else None
                assert (
                    values[1] is None
                    or {
                        "<": values[0] < values[1],
                        "<=": values[0] <= values[1],
                        ">": values[0] > values[1],
                        ">=": values[0] >= values[1],
                        "!=": values[0] != values[1],
                        "=": values[0] == values[1],
                    }[sign]
                )
            case _:
                assert node.kind in ("fails", "compared", "cut")


def asked(steps: Sequence[Step], names: set[str], outside: frozenset[str]) -> set[str]:
    """The variables that have values after some literals, each of which can be asked once those before it are."""
    known = {*names}
    for step in steps:
        literal = step.literal
        of_key = variables(term for _, term in step.key)
        match literal:
            case Atom():
                assert of_key <= known
                assert not literal.negated or variables_of(literal) <= known
                for _, term in step.rest:
                    assert all(len(variables([one]) - known) <= 1 for one in sums(term))
                    known |= variables([term])
            case Comparison(sign="=="):
                assert variables([literal.left]) <= known or variables([literal.right]) <= known
                known |= variables_of(literal)
            case Comparison():
                assert variables_of(literal) <= known
            case Aggregate() | Conditional():
                bounds = literal.bounds if isinstance(literal, Aggregate) else ()
                given = variables(one for sign, one in bounds if sign == "==" and isinstance(one, Variable))
                assert (variables_of(literal) & outside) - given <= known
                within = {*known}
                for inner in step.within:
                    after = asked(inner, within, frozenset())
                    within = after if isinstance(literal, Conditional) else within
                known |= given
            case _:
                assert variables([literal.term]) <= known
    return known


def sums(term: Written) -> Iterator[Written]:
    """The arithmetic in a term."""
    if isinstance(term, Operation):
        yield term
    elif isinstance(term, Function):
        for one in term.arguments:
            yield from sums(one)


def test_every_rule_can_be_explained() -> None:
    """Bodies are looked at in an order in which each literal can be asked, whatever is known of the head."""
    statements = [one for name in (*RULE_FILES, "questions/do.lp") for one in in_file(name) if one.ways]
    found = [(rule, variant) for one in statements for rule in rules_of(one) for variant in variants(rule)]
    assert len(found) > 3000
    for rule, variant in found:
        outside = variant.outside
        names = asked(variant.steps, {*rule.parameters}, outside)
        assert variables(variant.head.arguments) <= names
        for group in variant.groups:
            asked(group, names, frozenset())
        for known in ("f", ANY):
            asked(variant.attempt((known,) * len(variant.head.arguments)), {*rule.parameters}, outside)
