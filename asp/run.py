"""Run the rules under clingo alone: every model is one outcome. It needs the package `clingo`, and nothing of pyengine.

Write the facts with `python -m pyengine facts BOARD ACTION > board.lp`, then `python asp/run.py board.lp`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from clingo import Control, Function, Number, Symbol

HERE = Path(__file__).parent
MOST = 40
"""The number of moments after which a course of events is cut short, as pyengine does."""


def outcomes(files: Sequence[str]) -> list[list[str]]:
    """Return the atoms of each outcome that the facts in these files have. Raises `RuntimeError` as clingo does."""
    control = Control(["--models=0", "--warn=none", "--project=show"])
    rules = [path for part in ("editions", "engine", "rules") for path in sorted((HERE / part).glob("*.lp"))]
    for path in (*rules, HERE / "questions" / "do.lp", *files):
        control.load(str(path))
    _Course(control).all()
    with control.solve(yield_=True) as models:
        return [sorted(map(str, model.symbols(shown=True))) for model in models]


class _Course:
    def __init__(self, control: Control) -> None:
        self._control = control
        self._done: list[tuple[str, Sequence[Symbol]]] = []

    def all(self) -> None:
        """Ground every moment until nothing is unsettled."""
        self._control.ground([("base", [])])
        for course, first in (("scheduling", 1), ("doing", 0), ("happening", 0)):
            self._run(course, 0, first)
        time = 1
        self._run("settling", time)
        while self._holds_somewhere("unsettled", time) and time <= MOST:
            self._run("happening", time)
            time += 1
            self._run("settling", time)
        if time > MOST:
            self._run("bounding", time)
        self._run("comparing", time)

    def _has(self, name: str, *numbers: int) -> bool:
        return self._control.symbolic_atoms[Function(name, [Number(one) for one in numbers])] is not None

    def _holds_somewhere(self, name: str, *numbers: int) -> bool:
        """Ask the solver for a branch that has the atom."""
        atom = Function(name, [Number(one) for one in numbers])
        if not self._has(name, *numbers):
            return False
        with self._control.solve(yield_=True, assumptions=[(atom, True)]) as models:
            return models.model() is not None

    def _facts(self, name: str, arity: int) -> list[list[Symbol]]:
        return [atom.symbol.arguments for atom in self._control.symbolic_atoms.by_signature(name, arity)]

    def _calls(self, course: str) -> list[tuple[Symbol, Symbol]]:
        """The calls of a course, after those of the courses that it goes on from."""
        goes_on = [other for one, other in self._facts("goes_on", 2) if one.name == course]
        earlier = [one for other in goes_on for one in _several(other)]
        before = [call for one in earlier for call in self._calls(one.name)]
        own = [
            (number.number, when, parts) for one, number, when, parts in self._facts("call", 4) if one.name == course
        ]
        return before + [(when, parts) for _, when, parts in sorted(own)]

    def _run(self, course: str, time: int, number: int = 0) -> None:
        known = {"t": time, "s": 0, "n": number}
        waiting: list[Symbol] = []
        for when, parts in self._calls(course):
            terms = _several(parts)
            asked = when.arguments[0] if when.arguments else when
            if when.name in ("if", "some"):
                if asked.arguments:
                    waiting = self._ground(waiting, known)
                holds = self._has if when.name == "if" else self._holds_somewhere
                if not holds(asked.name, *(known[str(one)] for one in asked.arguments)):
                    continue
            if when.name != "joined":
                waiting = self._ground(waiting, known)
            if when.name != "while":
                waiting = waiting + terms
                continue
            while self._has(asked.name, *(known[str(one)] for one in asked.arguments)):
                known["s"] += 1
                for term in terms:
                    self._ground([term], known)
        self._ground(waiting, known)

    def _ground(self, terms: Sequence[Symbol], known: dict[str, int]) -> list[Symbol]:
        """Ground the parts that are not grounded yet; nothing waits any more."""
        parts: list[tuple[str, Sequence[Symbol]]] = []
        for term in terms:
            if term.name == "later":
                if known["t"] == 0:
                    continue
                term = term.arguments[0]
            values = [Number(known[str(one)]) if str(one) in known else one for one in term.arguments]
            parts.append((term.name, values))
        self._control.ground([part for part in parts if part not in self._done])
        self._done += parts
        return []


def _several(term: Symbol) -> list[Symbol]:
    """The members of a tuple, or a term alone."""
    return list(term.arguments) if term.name == "" else [term]


def main() -> None:
    """Print the outcomes of the facts in the files that the command line names."""
    options = argparse.ArgumentParser(description="List the outcomes of a board and an action, by clingo alone.")
    options.add_argument("files", nargs="+", metavar="FILE", help="facts, as 'pyengine facts BOARD ACTION' prints them")
    try:
        found = outcomes(options.parse_args().files)
    except RuntimeError as error:  # clingo has said more about it
        sys.exit(f"run.py: {error}")
    for number, atoms in enumerate(found, 1):
        print(f"outcome {number}:", *atoms, sep="\n  ")


if __name__ == "__main__":
    main()
