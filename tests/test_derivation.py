"""Derivations: each node is an instance of a rule that holds, and what does not hold fails where it is said to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

import clingo
import pytest
from clingo.ast import ASTType, parse_string

from pyengine import Board
from pyengine.answers import derived_words
from pyengine.asking import programs
from pyengine.cli.main import main
from pyengine.explain.derivation import LINES, Node, derivation, matches, short
from pyengine.solving.instances import ANY, Compared, Derived, Instances
from pyengine.solving.origins import origin
from pyengine.solving.planned import rules_of
from pyengine.solving.solver import term_of
from pyengine.solving.statement_reading import parsed
from pyengine.solving.statements import in_file
from pyengine.solving.timeline import RULE_FILES, Timeline, instruction

COUNTERS, DOWN = "examples/counters.yaml", "examples/face_down.yaml"
ASKED = [
    (COUNTERS, "move a +1/+1 counter from bear to kite"),
    (COUNTERS, "move 5 +1/+1 counters from bear to ozo"),
    (COUNTERS, "destroy bear"),
    (DOWN, "turn mauler face up for its morph cost"),
]


@cache
def finished(path: str, action: str) -> tuple[Timeline, list[clingo.Symbol], set[str]]:
    board = Board.load(path)
    program = board.facts() + programs.instruction_facts(board, [board.action(action)])
    timeline = Timeline(program, ["questions/do.lp"], courses=("scheduling", "judging"))
    timeline.schedule(instruction(1))
    timeline.run("judging")
    [model] = (list(one.symbols(atoms=True)) for one in timeline.models())
    return timeline, model, {line.removesuffix(".") for line in program.splitlines()}


def true(one: Compared) -> bool:
    return {
        "<": one.left < one.right,
        "<=": one.left <= one.right,
        ">": one.left > one.right,
        ">=": one.left >= one.right,
        "=": one.left == one.right,
        "!=": one.left != one.right,
    }[one.sign]


@pytest.mark.parametrize(("path", "action"), [ASKED[1], ASKED[3]])
def test_every_instance_holds_and_every_atom_has_one(path: str, action: str) -> None:
    timeline, atoms, facts = finished(path, action)
    found = Instances(timeline.statements, sorted(timeline.grounded), atoms).all()
    there = set(atoms)
    of: dict[tuple[str, int], list[clingo.Symbol]] = {}
    for atom in atoms:
        of.setdefault((atom.name, len(atom.arguments)), []).append(atom)
    for pattern in {pattern for one in found for pattern in one.absent}:
        assert not any(matches(atom, pattern) for atom in of.get((pattern.name, len(pattern.arguments)), ()))
    for one in found:
        assert one.head in there
        assert there.issuperset(one.true)
        assert there.issuperset(one.counted)
        assert all(map(true, one.compared))
        statement = timeline.statements[one.rule]
        assert (f"{one.head.name}/{len(one.head.arguments)}", None) in [
            say for way in statement.ways for say in way.gives
        ]
    best = Derived(found, [atom for atom in atoms if str(atom) in facts])
    assert {str(atom) for atom in atoms} == {*map(str, best), *(str(atom) for atom in atoms if str(atom) in facts)}
    for level, one in map(best.__getitem__, best):
        assert all(best[atom][0] < level for atom in one.true if atom in best)


@pytest.mark.parametrize(("path", "action"), [ASKED[0]])
def test_what_is_not_there_fails_where_it_is_said_to(path: str, action: str) -> None:
    timeline, atoms, _ = finished(path, action)
    instances = Instances(timeline.statements, sorted(timeline.grounded), atoms)
    waiting = [term_of('cant_put(0,"bear",any__,any__,any__)'), term_of('is_creature(0,"ozo")')]
    waiting += [
        one
        for instance in instances.all()
        if instance.head.name in ("legal", "impossible", "part_blocked")
        for one in instance.absent
    ]
    seen: set[str] = set()
    failures = 0
    while waiting and failures < 60:
        pattern = waiting.pop()
        if str(pattern) in seen or any(matches(atom, pattern) for atom in atoms):
            continue
        seen.add(str(pattern))
        for one in instances.failures(pattern):
            failures += 1
            if one.missing is not None:
                assert not any(matches(atom, one.missing) for atom in atoms)
                waiting.append(one.missing)
            if one.there is not None:
                assert any(matches(atom, one.there) for atom in atoms)
            if one.compared is not None:
                assert not true(one.compared)
    assert failures


def test_numbers_sets_and_choices_of_a_small_program() -> None:
    """Aggregates, conditions, pools, intervals and what has no name, of rules made for it."""
    text = (
        "#program base.\n"
        "p(1..3). q(2;3).\n"
        "some(X) :- p(X), not q(X), X < 2.\n"
        "low(X) :- p(X), X < 2.\n"
        "many(N) :- N = #count { X : q(X) }.\n"
        "all :- q(X) : p(X), X > 1.\n"
        "{ taken(X) : q(X) }.\n"
        "none(X) :- p(X), not pair(X,_).\n"
        "has :- pair(_,_).\n"
    )
    atoms = [
        term_of(one)
        for one in [
            "p(1)",
            "p(2)",
            "p(3)",
            "q(2)",
            "q(3)",
            "some(1)",
            "many(2)",
            "all",
            "taken(3)",
            "none(1)",
            "none(2)",
            "none(3)",
        ]
    ]
    instances = Instances(parsed(text), [], atoms)
    found = {str(one.head): one for one in instances.all()}
    assert found.keys() == {*map(str, atoms), "taken(2)", "low(1)"}
    assert (*map(str, found["some(1)"].absent), *map(str, found["some(1)"].compared)) == ("q(1)", "1 < 2")
    assert list(map(str, found["many(2)"].counted)) == ["q(2)", "q(3)"]
    assert list(map(str, found["none(1)"].absent)) == [f"pair(1,{ANY})"]
    [wrong] = instances.failures(term_of("some(2)"))
    assert str(wrong.there) == "q(2)"
    [wrong] = instances.failures(term_of("low(2)"))
    assert (str(wrong.compared), wrong.held) == ("2 < 2", 0)
    [missing] = instances.failures(term_of("has"))
    assert str(missing.missing) == f"pair({ANY},{ANY})"
    [other] = instances.failures(term_of("many(3)"))
    assert other[2:] == (None, None, None, ())


def nodes(trees: tuple[Node, ...]) -> Iterator[Node]:
    for tree in trees:
        yield tree
        yield from nodes(tree.children)


@pytest.mark.parametrize(("path", "action"), ASKED[2:])
def test_a_tree_ends_in_facts_and_its_short_form_is_short(path: str, action: str) -> None:
    board = Board.load(path)
    whole = derivation(board, action)
    reasons = board.check(action).reasons
    assert sorted(one.text for one in whole) == sorted(one.text for one in reasons) or not reasons
    assert {rule for tree in whole for rule in tree.rules} == {*board.check(action).rules} or reasons
    facts = board.facts().splitlines()
    for one in nodes(whole):
        if one.kind == "fact" and not one.atom.startswith(("planned", "moves", "destroys", "turns", "instruction")):
            assert f"{one.atom}." in facts or "i1" in one.atom or "kind" in one.atom
        if one.where:
            name, _, line = one.where.partition(":")
            assert int(line) > 0
            assert name.endswith(".lp")
    told = [line for tree in short(whole) for line in tree.lines()]
    assert 1 <= len(told) <= LINES
    assert len(told) < sum(1 for tree in whole for _ in tree.lines())
    atoms = [one.atom for one in nodes(whole) if one.kind == "rule" and one.children]
    assert len(atoms) == len(set(atoms))


def test_where_a_rule_is_found() -> None:
    timeline, _, _ = finished(*ASKED[0])
    rules = [rules_of(one)[0] for one in timeline.statements if one.ways]
    found = [place for one in rules if (place := origin(one)) is not None]
    assert len(found) == sum(1 for one in timeline.statements if one.ways)
    for one, statement in zip(found, [one for one in timeline.statements if one.ways], strict=True):
        nodes_of: list[ASTType] = []
        parse_string(statement.text, lambda node, kinds=nodes_of: kinds.append(node.ast_type))
        assert ASTType.Rule in nodes_of or ASTType.External in nodes_of
        assert one.line > 0


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    path, action = ASKED[0]
    few = ["--reasons", "1", "--changes", "1"]  # which are not what this is about
    assert main(["why", path, action, *few]) == 1
    short_form = capsys.readouterr().out
    assert (
        "derived from:\n  +1/+1 counters can't be put on kite: kite says so (ability 2 of Tatterkite) [122.5]"
        in short_form
    )
    assert main(["why", path, action, "--json", "--all", *few]) == 1
    [tree] = json.loads(capsys.readouterr().out)["derivation"]
    assert tree["rules"] == ["122.5"]
    assert tree["where"].startswith("engine/instructions.lp:")
    tree = Node("rule", "so", children=(Node("fact", "<b>"),))
    assert tree._repr_html_().startswith("<details open")
    assert "&lt;b&gt;" in tree._repr_html_()


def test_a_board_with_what_counts_is_explained() -> None:
    """What is counted is said of what nothing is said of elsewhere, under a negation inside of the sum."""
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: gnarlid, card: Aura Gnarlid, controller: alice}]
""")
    [tree] = derivation(board, "remove a +1/+1 counter from gnarlid")
    assert tree.text == "gnarlid has no +1/+1 counter"


def test_words_exist_only_for_what_rules_derive() -> None:
    """Each predicate with as many arguments as it has, and nothing but these in its words."""
    derived = {place for name in RULE_FILES for one in in_file(name) for way in one.ways for place, _ in way.gives}
    for (name, arity), said in derived_words._WORDS.items():
        assert f"{name}/{arity}" in derived, name
        assert {int(place) for place in re.findall(r"{(\d)}", said)} <= set(range(arity)), name


def test_a_reason_is_given_once_and_in_the_words_of_verdicts() -> None:
    trees = short(derivation(Board.load(DOWN), "turn mauler face up for its morph cost"), 100)

    def chains(node: Node, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
        yield (*above, node.text)
        for one in node.children:
            yield from chains(one, (*above, node.text))

    told = [chain for tree in trees for chain in chains(tree)]
    assert ("the mana of alice can't pay the cost", "mauler would have a morph cost face up") in told
    assert all(len(set(chain)) == len(chain) for chain in told)
