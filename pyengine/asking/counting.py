"""How many outcomes there are, without listing them.

Choices that have nothing to do with each other multiply: proliferating on twenty permanents has a million
outcomes, but twenty independent choices. The ground program says which choices are independent: take the rules
that outcomes can depend on, join the atoms of each rule, and what is not joined is independent. The number of
outcomes is the product over the parts of the number of each part's projected answer sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import clingo

from pyengine.solving.solver import Control
from pyengine.solving.timeline import HEURISTIC


@dataclass(frozen=True)
class Rule:
    """A ground rule: `choice` or not, head atoms, body literals, and weights and a bound for a weight body."""

    choice: bool
    head: tuple[int, ...]
    body: tuple[int, ...]
    weights: tuple[int, ...] | None = None
    bound: int = 0

    def atoms(self) -> set[int]:
        """Every atom in it."""
        return {*self.head, *map(abs, self.body)}

    def text(self) -> str:
        """The rule as program text, with atoms x(1), x(2), ..."""
        head = "; ".join(f"x({atom})" for atom in self.head)
        literals = [f"x({literal})" if literal > 0 else f"not x({-literal})" for literal in self.body]
        if self.weights is not None:
            weighted = zip(self.weights, literals, strict=True)
            elements = "; ".join(f"{weight},{number} : {literal}" for number, (weight, literal) in enumerate(weighted))
            literals = [f"{self.bound} <= #sum{{ {elements} }}"]
        return f"{{ {head} }} :- {', '.join(literals)}." if self.choice else f"{head} :- {', '.join(literals)}."


_AS_WRITTEN = {clingo.HeuristicType.Level: "level", clingo.HeuristicType.True_: "true"}


class GroundProgram(clingo.Observer):
    """An observer of a `clingo.Control`: it keeps what the grounder passes on to the solver."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.projected: set[int] = set()
        self.decided_first: dict[int, str] = {}
        """The atoms that the solver decides first, with their levels in program text, the highest first."""
        self.counted = 0
        """As many there are at least: known once only the largest part is left to be counted."""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A rule. A choice among several atoms without bounds is as many choices of one atom."""
        if choice:
            self.rules += [Rule(True, (atom,), tuple(body)) for atom in head]
        else:
            self.rules.append(Rule(False, tuple(head), tuple(body)))

    def weight_rule(self, choice: bool, head: Sequence[int], bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A rule with a weight body."""
        literals, weights = tuple(literal for literal, _ in body), tuple(weight for _, weight in body)
        self.rules.append(Rule(choice, tuple(head), literals, weights, bound))

    def project(self, atoms: Sequence[int]) -> None:
        """Atoms that tell outcomes apart."""
        self.projected.update(atoms)

    def heuristic(
        self, atom: int, type_: clingo.HeuristicType, bias: int, priority: int, condition: Sequence[int]
    ) -> None:
        """How the search goes about an atom: its level, and which way it is decided."""
        assert type_ in _AS_WRITTEN
        self.decided_first[atom] = f"{bias},{_AS_WRITTEN[type_]}"

    def exclude(self, control: Control, symbol: clingo.Symbol) -> None:
        """Leave out the answer sets in which an atom is true, if the program has it."""
        if (atom := control.holding(symbol)) is not None:
            self.rules.append(Rule(False, (), () if atom.is_fact else (atom.literal,)))

    def count(self, deadline: float | None = None) -> int:
        """The number of answer sets that differ in a projected atom; `counted` are those that are known so far.

        Raises `Interrupted` if `deadline` (of `time.monotonic`) passes first.
        """
        if any(not rule.head and not rule.body for rule in self.rules):
            return 0
        total = 1
        every = sorted(parts(self._relevant()), key=len)  # what takes long comes last
        for rules in every:
            atoms = set().union(*(rule.atoms() for rule in rules))
            number = 0
            for _ in self._answers(rules, atoms, deadline):
                number += 1
                if rules is every[-1]:
                    self.counted = total * number
            total *= number
        return total

    def _answers(self, rules: Sequence[Rule], atoms: set[int], deadline: float | None) -> Iterator[object]:
        """As many as a part has projected answer sets."""
        if len(rules) == 1 and not rules[0].choice and rules[0].head and not rules[0].body:
            return iter((None,))  # A fact; most parts are.
        # As for what is listed: to go on from what was found, by backtracking, takes longer the more there are.
        control = Control(["--warn=none", "--project=project", "--enum-mode=record", HEURISTIC, "0"], deadline)
        projected = (f"#project x({atom})." for atom in sorted(self.projected & atoms))
        first = (
            f"#heuristic x({atom}). [{self.decided_first[atom]}]" for atom in sorted(self.decided_first.keys() & atoms)
        )
        control.read("\n".join([*(rule.text() for rule in rules), *projected, *first]))
        control.ground_parts([("base", ())])
        return control.models()

    def _relevant(self) -> list[Rule]:
        """The rules that a projected atom or a constraint depends on.

        The others only follow from these: they have no constraint among them and no way to be inconsistent,
        as nothing in `asp/` depends on its own negation.
        """
        by_head: dict[int, list[Rule]] = {}
        needed: list[int] = []
        relevant = [rule for rule in self.rules if not rule.head]
        for rule in self.rules:
            for atom in rule.head:
                by_head.setdefault(atom, []).append(rule)
        needed = [*self.projected, *(abs(literal) for rule in relevant for literal in rule.body)]
        seen: set[int] = set()
        while needed:
            atom = needed.pop()
            if atom in seen:
                continue
            seen.add(atom)
            for rule in by_head.get(atom, ()):
                relevant.append(rule)
                needed += [abs(literal) for literal in rule.body]
        return list(dict.fromkeys(relevant))


def parts(rules: Iterable[Rule]) -> list[list[Rule]]:
    """The rules, split so that no two parts share an atom."""
    leader: dict[int, int] = {}

    def find(atom: int) -> int:
        while leader.setdefault(atom, atom) != atom:
            leader[atom] = leader[leader[atom]]
            atom = leader[atom]
        return atom

    rules = list(rules)
    for rule in rules:
        first, *rest = rule.atoms() or {0}
        for atom in rest:
            leader[find(atom)] = find(first)
    groups: dict[int, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(find(next(iter(rule.atoms() or {0}))), []).append(rule)
    return list(groups.values())
