"""The derivation of a verdict: which rules, on which facts of the board, make an action legal or illegal.

A tree whose nodes are instances of rules that hold. For each atom the instance is taken whose own derivation is the
least deep. What must not be there for a rule to apply, and is not, has under it how each rule that could make it fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.actions.action import Action
from pyengine.answers import render
from pyengine.answers.derived_words import derived_words, reason_in
from pyengine.answers.fact_words import fact_words
from pyengine.answers.verdicts import Citations
from pyengine.asking import judging, programs
from pyengine.explain.why_illegal import OPEN, judged
from pyengine.files import arguments
from pyengine.solving.instances import ANY, Compared, Derived, Failure, Instances
from pyengine.solving.origins import RULE_NUMBER, origin
from pyengine.solving.solver import deadline_after, function, term_of
from pyengine.solving.timeline import Timeline

if TYPE_CHECKING:
    from pyengine.board import Board

LINES = 15
"""Largest number of lines of a tree, unless the user asks for all of it."""

ASKED = 60
"""Largest number of absent atoms that a tree explains; the tree says where it stops."""

DEEP = 40
"""A chain of rules longer than this is cut; the tree says so."""


@dataclass(frozen=True)
class Node:
    """A node of a derivation. `kind` is "rule", of an instance that holds; "fact", of the board, a card or the action;
    "not there"; "fails", a rule that does not apply; "compared"; "above", what the tree has already; or "cut".

    `text` says it in words, `atom` as the rules have it; `rules` are the numbers of the rules that it cites; `where` is
    the file and line of the rule in `asp/`, and `says` the comment above it.
    """

    kind: str
    text: str
    atom: str = ""
    rules: tuple[str, ...] = ()
    where: str = ""
    says: str = ""
    children: tuple[Node, ...] = ()

    def __str__(self) -> str:
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        return f"{self.text}{' (see above)' if self.kind == 'above' else ''}{cited}"

    def lines(self, depth: int = 0, whole: bool = False) -> Iterator[str]:
        """Yield the tree as indented lines; `whole` adds the place of each rule and the comment about it."""
        told = f"  ({self.where}) {self.says}".rstrip() if whole and self.where else ""
        yield f"{'  ' * depth}{self}{told}"
        for child in self.children:
            yield from child.lines(depth + 1, whole)

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON; what is empty is left out."""
        data = {
            "kind": self.kind,
            "text": self.text,
            "atom": self.atom,
            "rules": list(self.rules),
            "where": self.where,
            "says": self.says,
            "children": [one.to_json() for one in self.children],
        }
        return {key: value for key, value in data.items() if value}

    def _repr_html_(self) -> str:
        said = f"<span title='{escape(self.says, quote=True)}'>{escape(str(self))}</span>"
        if not self.children:
            return f"<div style='margin-left:1.2em'>{said}</div>"
        inner = "".join(one._repr_html_() for one in self.children)
        return f"<details open style='margin-left:1em'><summary>{said}</summary>{inner}</details>"


class Trees(tuple[Node, ...]):
    """Several trees, which notebooks show one under the other."""

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self)


def derivation(board: Board, action: str | Action, *, timeout: float | None = None) -> Trees:
    """The derivations of a verdict, whole: of each reason why an action is illegal, or of its being legal; of `X, then
    Y`, X. `short` makes them readable.

    Raises `Interrupted` if there is no verdict, or none that is complete, within `timeout` seconds.
    """
    deadline = deadline_after(timeout)
    first, verdict, _ = judged(board, action, timeout)
    program = board.facts() + programs.instruction_facts(board, [first])
    timeline = judging.judged_timeline(board, program, deadline, by_plans=True)
    atoms: list[clingo.Symbol] = []
    for model in timeline.models():
        atoms = list(model.symbols(atoms=True))
    tree = Derivations(board, timeline, atoms, {line.removesuffix(".") for line in program.splitlines()})
    term = term_of(judging.FIRST_STEP)
    reasons = sorted(atom for atom in atoms if atom.name == "impossible" and atom.arguments[1] == term)
    if reasons:
        return Trees(map(tree.of, reasons))
    legal = tree.of(term_of(f"legal(0,{judging.FIRST_STEP})"))
    return Trees([replace(legal, rules=verdict.rules)])


class Derivations:
    """The derivations of atoms of one model."""

    def __init__(self, board: Board, timeline: Timeline, atoms: Sequence[clingo.Symbol], facts: Iterable[str]) -> None:
        self._board = board
        self._cite = programs.cite(board)
        self._facts = set(facts)
        self._instances = Instances(timeline.statements, sorted(timeline.grounded), atoms)
        self._chosen = Derived(self._instances.all(), [atom for atom in atoms if str(atom) in self._facts])
        self._by_name: dict[str, list[clingo.Symbol]] = {}
        for atom in self._instances.atoms:
            self._by_name.setdefault(atom.name, []).append(atom)
        self._told: set[str] = set()
        self._asked = 0

    def of(self, atom: clingo.Symbol) -> Node:
        """Return the derivation of an atom of the model, without repeating earlier parts."""
        return self._of(atom, 0)

    def _found(self, pattern: clingo.Symbol) -> clingo.Symbol:
        """An atom of the model that is what a pattern leaves open or says."""
        return next((one for one in self._by_name.get(pattern.name, ()) if matches(one, pattern)), pattern)

    def _of(self, atom: clingo.Symbol, depth: int) -> Node:
        said = words(self._board, atom)
        if str(atom) in self._facts:
            return Node("fact", said, str(atom))
        if atom not in self._chosen:
            return Node("cut", f"{said}: taken as given", str(atom))
        _, instance = self._chosen[atom]
        node = self._rule("rule", said, str(atom), instance.rule, atom)
        if str(atom) in self._told:
            return Node("above", said, str(atom)) if instance.true else node
        if depth > DEEP:
            return Node("cut", f"{said}: the chain of rules goes on", str(atom))
        self._told.add(str(atom))
        children = [self._of(one, depth + 1) for one in (*instance.true, *instance.counted)]
        children += [_compared(one) for one in instance.compared if _tells(one)]
        children += [self._absent(one, depth + 1) for one in instance.absent]
        return replace(node, children=tuple(children))

    def _rule(self, kind: str, text: str, atom: str, rule: int, head: clingo.Symbol | None) -> Node:
        place = origin(self._instances.rule(rule))
        cited = tuple(_cited(head, self._cite)) if head is not None else ()
        if place is None:
            return Node(kind, text, atom, cited)
        numbers = cited or tuple(self._number(one) for one in place.rules)
        return Node(kind, text, atom, tuple(filter(None, numbers)), f"{place.file}:{place.line}", place.comment)

    def _number(self, key: str) -> str:
        number = self._cite(key)
        return "" if number.endswith(")") else number

    def _absent(self, atom: clingo.Symbol, depth: int) -> Node:
        """Return the node of an absent atom, with the failure of each rule that could derive it."""
        said = words(self._board, atom, there=False)
        key = f"not {atom}"
        if key in self._told:
            return Node("above", said, str(atom))
        self._told.add(key)
        if self._asked == ASKED or depth > DEEP:
            return Node("not there", said, str(atom), children=(Node("cut", "the derivation stops here"),))
        self._asked += 1
        failures = self._instances.failures(atom)
        return Node("not there", said, str(atom), children=tuple(self._fails(one, depth + 1) for one in failures))

    def _fails(self, failure: Failure, depth: int) -> Node:
        if failure.missing is not None:
            below = self._absent(failure.missing, depth)
            said = f"would need: {words(self._board, failure.missing)}"
        elif failure.there is not None:
            below = self._of(self._found(failure.there), depth)
            said = f"does not apply: {below.text}"
        elif failure.compared is not None:
            below = _compared(failure.compared)
            said = f"would need: {below.text}"
        else:
            below = Node("cut", "")
            said = "would need another number of what it counts"
        node = self._rule("fails", said, "", failure.rule, None)
        return replace(node, children=(below,) if below.text and below.kind != "compared" else ())


def matches(atom: clingo.Symbol, pattern: clingo.Symbol) -> bool:
    """True if an atom matches a pattern, which may leave parts open."""
    if pattern.type is not clingo.SymbolType.Function:
        return atom == pattern
    if pattern.name == ANY:
        return True
    return (
        atom.type is clingo.SymbolType.Function
        and (atom.name, len(atom.arguments)) == (pattern.name, len(pattern.arguments))
        and all(map(matches, atom.arguments, pattern.arguments))
    )


def _compared(one: Compared) -> Node:
    return Node("compared", f"{_word(one.left)} {one.sign} {_word(one.right)}", str(one))


def _tells(one: Compared) -> bool:
    """Numbers that are compared tell something; that a name is what it is does not."""
    return one.sign != "=" and one.left.type is clingo.SymbolType.Number


def _cited(head: clingo.Symbol, cite: Citations) -> Iterator[str]:
    """The rule that an atom names itself."""
    if head.arguments and head.arguments[-1].type is clingo.SymbolType.String:
        last = head.arguments[-1].string
        if RULE_NUMBER.fullmatch(last):
            yield cite(last)


# --- in words --------------------------------------------------------------------------------------------------------


def words(board: Board, atom: clingo.Symbol, there: bool = True) -> str:
    """An atom in words: a reason as verdicts say it, a fact as board files do, and any other by the words of its
    predicate."""
    if (why := reason_in(atom)) is not None and ANY not in str(why):
        return render.words(why, render.REASONS) if there else f"not: {render.words(why, render.REASONS)}"
    if atom.name in OPEN and not any(ANY in str(one) for one in _known(atom)):
        return fact_words(board, _filled(atom), there)
    if (told := derived_words(atom, _word)) is not None:
        return told if there else f"not: {told}"
    said = ", ".join(_word(one) for one in _told(atom))
    name = atom.name.replace("_", " ") if there else f"no {atom.name.replace('_', ' ')}"
    return f"{name}: {said}" if said else name


def _word(term: clingo.Symbol) -> str:
    """A term in words; as it is, where the rules leave part of it open."""
    return str(term).replace(ANY, "any") if ANY in str(term) else render.term_words(term)


def _known(atom: clingo.Symbol) -> Sequence[clingo.Symbol]:
    return atom.arguments[:-1] if atom.name == "counters" else atom.arguments


def _filled(atom: clingo.Symbol) -> clingo.Symbol:
    """Counters of any number as one."""
    if atom.name == "counters" and ANY in str(atom.arguments[-1]):
        return function("counters", *atom.arguments[:-1], 1)
    return atom


def _told(atom: clingo.Symbol) -> Iterator[clingo.Symbol]:
    """The arguments that tell something: not the time, nor the one action asked about, nor that there may be
    anything."""
    for place, one in enumerate(atom.arguments):
        time = place == 0 and one.type is clingo.SymbolType.Number
        rule = one.type is clingo.SymbolType.String and RULE_NUMBER.fullmatch(one.string)  # which is cited
        if not time and not rule and str(one) not in (ANY, judging.FIRST_STEP):
            yield one


# --- short enough to read --------------------------------------------------------------------------------------------


def short(trees: Sequence[Node], lines: int = LINES) -> Trees:
    """Return the trees as deep as fits into `lines` lines, without nodes that cite no rule and are not facts of the
    board.
    """
    arguments.whole(lines, "lines", 1, 100_000)
    told = [collapsed(tree) for tree in trees]
    for depth in range(DEEP, 0, -1):
        cut = [_cut(tree, depth) for tree in told]
        if sum(_size(tree) for tree in cut) <= lines:
            return Trees(cut)
    return Trees(_cut(tree, 0) for tree in told)


def collapsed(tree: Node) -> Node:
    """Return the tree without nodes that cite no rule; the nodes under them take their place."""
    return replace(tree, children=_below(tree))


def _below(node: Node) -> tuple[Node, ...]:
    """Return the nodes to show under a node; a node with the same text as its parent is replaced by the nodes under
    it.
    """
    return tuple(_once(_other(node.text, (one for child in node.children for one in _kept(child)))))


def _other(text: str, nodes: Iterable[Node]) -> Iterator[Node]:
    for one in nodes:
        if one.text == text:
            yield from _other(text, one.children)
        else:
            yield one


def _kept(node: Node) -> Iterator[Node]:
    if node.kind in ("cut", "above"):
        return
    below = _below(node)
    of_board = node.atom.partition("(")[0] in OPEN and node.kind in ("fact", "not there") and ANY not in node.text
    if of_board or node.kind == "compared" or (node.kind == "rule" and node.rules):
        yield replace(node, children=below if node.kind == "rule" else ())
    elif node.kind == "fails" and node.rules:
        yield replace(node, children=below)
    else:
        yield from below


def _once(nodes: Iterable[Node]) -> Iterator[Node]:
    told: set[tuple[str, str]] = set()
    for one in nodes:
        if (one.kind, one.text) not in told:
            told.add((one.kind, one.text))
            yield one


def _size(node: Node) -> int:
    return 1 + sum(map(_size, node.children))


def _cut(node: Node, depth: int) -> Node:
    if not depth and node.children:
        return replace(node, children=(Node("cut", "..."),)) if node.kind != "fails" else replace(node, children=())
    return replace(node, children=tuple(_cut(one, depth - 1) for one in node.children))
