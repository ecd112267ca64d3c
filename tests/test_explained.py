"""Explanations of illegal actions on generated boards: each does what it claims, and nothing less does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

import clingo
import pytest

from pyengine import Board
from pyengine.answers.fact_words import fact_words
from pyengine.asking.programs import citations, instruction_facts
from pyengine.errors import PyengineError
from pyengine.explain.board_edits import edited
from pyengine.explain.derivation import Node, derivation, matches
from pyengine.explain.smallest_changes import smallest_changes
from pyengine.explain.why_illegal import minimal_reasons
from pyengine.solving.instances import ANY, _attempts, _heads, _rules, _watched
from pyengine.solving.solver import Control, function, term_of
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
    files = citations(board)
    timeline = Timeline(program, ["questions/do.lp"], files=files, courses=("scheduling", "judging"))
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
    timeline = Timeline(program, ["questions/do.lp"], files=citations(board), courses=("scheduling", "judging"))
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


WORKED_OUT = re.compile(r"#(sum|count|max|min)|\.\.|[^:]-|[+*/<>]")
"""In a rule: something that gives no values to all of its variables."""
RULES = [one for name in (*RULE_FILES, "questions/do.lp") for one in in_file(name) if one.ways]


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.exhaustive), 8], ids=["all", "some"])
def test_every_rule_can_be_explained(every: int) -> None:
    """What asks why a rule holds, and why it doesn't, is made of its text, and has to be safe whatever is known."""
    lines = []
    for one in [one for one in RULES if every == 1 or WORKED_OUT.search(one.text)][::every]:
        lines += [one.opening, *_watched(one.text)]
        for rule in _rules(one.text):
            for head, _ in _heads(rule.head):
                for known in ("f", ANY):
                    absent = function(head.name, *[function(known)] * len(head.arguments))
                    lines += _attempts(rule, 1, absent, "asked", "given")
    control = Control(["--warn=none"])
    control.read("\n".join([*lines, "#program nothing."]))
    control.ground_parts([("nothing", ())])
