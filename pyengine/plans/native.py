"""Evaluation of plans by the interpreter in `evaluator.c`, with the results of `evaluating`."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_int32, c_int64, c_uint64, c_void_p
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from pyengine.plans.evaluating import CHOOSES, MOST_BRANCHES, Choice, Declined, Order, Part, Way, ways
from pyengine.plans.plan import arity
from pyengine.plans.relations import COMPARED, Arguments
from pyengine.plans.values import NotEvaluated, Value, text_of

_DONE, _CHOICE, _CIRCLE, _NONE_LEFT, _FAILED = range(5)
_NUMBER, _CONSTANT, _STRING, _FUNCTION = range(4)
_ERRORS = ("", "a number past those that the solver has", "a sign of a constant or a function")
_SIGNS = (*COMPARED,)
_MOST_PARAMETERS = 3


class _Call(ctypes.Structure):
    """A call, as the interpreter has it."""

    _fields_ = (
        ("count", c_int32),
        ("statements", c_void_p),
        ("places", c_void_p),
        ("groups", c_void_p),
        ("chosen", c_char_p),
        ("new", c_uint64),
        ("numbers", c_void_p),
    )


_RESULTS: Mapping[str, tuple[Any, tuple[Any, ...]]] = {
    "plans_read": (c_void_p, (c_char_p, c_int64)),
    "plans_predicate": (c_int32, (c_void_p, c_char_p, c_int32)),
    "evaluation_begin": (c_void_p, (c_void_p,)),
    "evaluation_end": (None, (c_void_p,)),
    "evaluation_add": (c_int, (c_void_p, c_char_p, c_int64)),
    "evaluation_has": (c_int, (c_void_p, c_int32, c_char_p, c_int64)),
    "evaluation_has_any": (c_int, (c_void_p, c_int32, c_void_p, c_int32)),
    "evaluation_relation": (c_void_p, (c_void_p, c_int32, c_int32)),
    "relation_rows": (c_int64, (c_void_p, POINTER(c_void_p))),
    "evaluation_size": (c_int64, (c_void_p, c_int32)),
    "evaluation_value": (c_int, (c_void_p, c_int64, POINTER(c_void_p), POINTER(c_int64), POINTER(c_int32))),
    "evaluation_run": (c_int, (c_void_p, POINTER(_Call), POINTER(c_int32))),
    "evaluation_error": (c_int, (c_void_p,)),
    "evaluation_able": (None, (c_void_p, POINTER(_Call), c_int32, c_int32, c_void_p)),
    "evaluation_together": (c_int, (c_void_p, POINTER(_Call), c_void_p, c_int32, c_int)),
    "evaluation_choices": (c_int64, (c_void_p, POINTER(_Call), c_int32, c_int32, POINTER(c_void_p))),
    "evaluation_has_row": (c_int, (c_void_p, c_int32, c_int32, c_void_p)),
    "evaluation_fork": (None, (c_void_p, c_void_p, c_int32)),
    "evaluation_put": (None, (c_void_p, c_int32, c_int32, c_void_p)),
    "evaluation_origin": (c_int32, (c_void_p, c_int32)),
    "plans_predicates": (c_int32, (c_void_p,)),
    "plans_name": (c_char_p, (c_void_p, c_int32, POINTER(c_int32))),
    "plans_values": (c_int64, (c_void_p,)),
    "evaluation_branches": (c_int32, (c_void_p,)),
}


class Interpreter:
    """Plans as the interpreter has read them."""

    def __init__(self, library: Path, content: bytes) -> None:
        """Raises `OSError` if the library can't be loaded, and `ValueError` if it can't read the content."""
        self.functions: Any = ctypes.PyDLL(str(library))
        for name, (result, arguments) in _RESULTS.items():
            function = getattr(self.functions, name)
            function.restype = result
            function.argtypes = arguments
        self.plans = self.functions.plans_read(content, len(content))
        if not self.plans:
            raise ValueError("plans that the interpreter can't read")
        self._numbers: dict[str, int] = {}
        self._names: list[str] = []
        self.own = self.functions.plans_values(self.plans)
        """Number of values that the plans have; those of evaluations come after them."""
        self.values: dict[int, Value] = {}
        """Those that were asked for, by their words."""

    def predicates(self) -> Sequence[str]:
        """All predicates, by their numbers."""
        arity = c_int32()
        for number in range(len(self._names), self.functions.plans_predicates(self.plans)):
            name = self.functions.plans_name(self.plans, number, byref(arity)).decode()
            self._names.append(f"{name}/{arity.value}")
        return self._names

    def predicate(self, name: str) -> int:
        """Return the number of a predicate; -1 if there are too many."""
        known = self._numbers.get(name)
        if known is None:
            word, _, arity = name.rpartition("/")
            known = self._numbers[name] = self.functions.plans_predicate(self.plans, word.encode(), int(arity))
        return known


_Component = tuple[int, Any, int, bool, str]
"""Rules that are evaluated together: the place of the first in the order, those of all, how many they are or 0 for a
choice, whether they are evaluated again, and where they form a circle."""


class Program:
    """Some statements of the rules, as the interpreter evaluates them."""

    def __init__(self, interpreter: Interpreter, chosen: bytes, order: Callable[[tuple[Part, ...]], Order]) -> None:
        """`chosen` has a byte for each statement, 1 for those of the program; `order` gives the order of a call."""
        self.interpreter = interpreter
        self._chosen = chosen
        self._order = order
        self._apart: dict[tuple[Order, int, bytes], Sequence[_Component]] = {}

    def call(self, parts: Sequence[Part], new: Collection[Part]) -> tuple[_Call, Order, array[int]]:
        """Return a call for its new parts, its order, and the array of numbers that the call refers to."""
        order = self._order(tuple(parts))
        statements, places, groups = order.numbers
        numbers = array("q")
        for _, *its in parts:
            numbers.extend((*its, *(0,) * (_MOST_PARAMETERS - len(its))))
        is_new = sum(1 << at for at, one in enumerate(parts) if one in new)
        addresses = (one.buffer_info()[0] for one in (statements, places, groups))
        call = _Call(len(statements), *addresses, self._chosen, is_new, numbers.buffer_info()[0])
        return call, order, numbers

    def apart(self, order: Order, first: int, able: bytes) -> Sequence[_Component]:
        """Return the components of those rules of a circle that can fire; `able` has a byte for each, 1 if it can."""
        known = self._apart.get((order, first, able))
        if known is None:
            found = order.apart(tuple(first + at for at, one in enumerate(able) if one))
            known = self._apart[order, first, able] = [
                (
                    rules[0],
                    (c_int32 * len(rules))(*rules),
                    len(rules) * (order.kind(rules[0]) != CHOOSES),
                    again,
                    circle,
                )
                for rules, again, circle in found
            ]
        return known


class Evaluation:
    """A program about some facts, evaluated call by call, as `evaluating.Evaluation` does it."""

    def __init__(self, program: Program, facts: str) -> None:
        """Raises `NotEvaluated` for what is not facts alone."""
        self._program = program
        self._interpreter = program.interpreter
        self._functions = program.interpreter.functions
        self._of = self._functions.evaluation_begin(program.interpreter.plans)
        self._values: dict[int, Value] = {}
        text = facts.encode()
        if not self._functions.evaluation_add(self._of, text, len(text)):
            raise NotEvaluated("not facts alone")

    def __del__(self) -> None:
        self._functions.evaluation_end(self._of)

    @property
    def branches(self) -> Sequence[Branch]:
        """The atoms of each branch, in the order in which choices give them."""
        return [Branch(self, number) for number in range(self._functions.evaluation_branches(self._of))]

    def has(self, predicate: str, numbers: Sequence[int]) -> bool:
        """True if any branch has an atom of numbers alone."""
        count = len(numbers)
        given = (c_int64 * count)(*numbers)
        return bool(self._functions.evaluation_has_any(self._of, self._interpreter.predicate(predicate), given, count))

    def relations(self, predicate: str) -> list[Relation]:
        """The atoms of a predicate in each branch; those that several branches share come once."""
        return [*{one.address: one for each in self.branches for one in (each[predicate],)}.values()]

    def relation(self, number: int, predicate: str) -> Relation:
        """The atoms of a predicate in a branch."""
        address = self._functions.evaluation_relation(self._of, number, self._interpreter.predicate(predicate))
        return Relation(self, number, predicate, address)

    def rows(self, address: int | None, arity: int) -> Iterator[Arguments]:
        """The rows of a relation at an address."""
        at = c_void_p()
        count = self._functions.relation_rows(address, byref(at))
        if not arity or not count:
            return iter([()] * count)
        words = [*map(self.value, (c_int64 * (count * arity)).from_address(at.value or 0))]
        return zip(*[iter(words)] * arity, strict=True)

    def has_atom(self, number: int, predicate: str, arguments: Arguments) -> bool:
        """True if a branch has an atom."""
        name = predicate.rpartition("/")[0]
        text = text_of((name, *arguments) if arguments else name).encode()
        return bool(self._functions.evaluation_has(self._of, number, text, len(text)))

    @property
    def predicates(self) -> Sequence[str]:
        """All predicates there are."""
        return self._interpreter.predicates()

    def count(self, address: int | None) -> int:
        """Number of rows of a relation at an address."""
        found: int = self._functions.relation_rows(address, byref(c_void_p()))
        return found

    def size(self) -> int:
        """Number of atoms in the first branch."""
        found: int = self._functions.evaluation_size(self._of, 0)
        return found

    def value(self, word: int) -> Value:
        """Return the value of a word of the interpreter."""
        if word & 3 == _NUMBER:
            return word >> 2
        values = self._interpreter.values if word >> 2 < self._interpreter.own else self._values
        known = values.get(word)
        if known is None:
            content, name, size = c_void_p(), c_int64(), c_int32()
            tag = self._functions.evaluation_value(self._of, word, byref(content), byref(name), byref(size))
            at = content.value or 0
            if tag == _FUNCTION:
                arguments = (c_int64 * size.value).from_address(at)
                known = (self.value(name.value), *map(self.value, arguments))
            else:
                text = ctypes.string_at(at, size.value).decode()
                known = text if tag == _CONSTANT else f'"{text}'
            values[word] = known
        return known

    def ground(self, new: Sequence[Part], watch: Callable[[], object] = bool, scheduled: Sequence[Part] = ()) -> None:
        """Derive what the rules of some new parts give, in one call, in every branch.

        The call as it is `scheduled` may have parts too that were grounded before. `watch` is called now and then.
        Raises `NotEvaluated` as `evaluating.Evaluation.ground` does.
        """
        call, order, numbers = self._program.call(scheduled or new, new)
        at = c_int32(0)
        declined: Sequence[Declined] = ()
        watch()
        while (result := self._functions.evaluation_run(self._of, byref(call), byref(at))) != _DONE:
            watch()
            if result == _CHOICE:
                declined = self._chosen(call, at.value, declined)
                at.value += 1
            elif result == _CIRCLE:
                declined = self._broken_up(call, order, at.value, declined)
                at.value = order.numbers[2][2 * at.value]
            else:
                self._fail(result)
        del numbers  # the call refers to them as long as it runs

    def _fail(self, result: int) -> None:
        if result == _NONE_LEFT:
            raise NotEvaluated("no branch is left")
        raise NotEvaluated(_ERRORS[self._functions.evaluation_error(self._of)])

    def _broken_up(self, call: _Call, order: Order, first: int, declined: Sequence[Declined]) -> Sequence[Declined]:
        """Evaluate the rules of a circle that can fire. Without the others they may not form a circle."""
        able = (ctypes.c_uint8 * (order.numbers[2][2 * first] - first))()
        self._functions.evaluation_able(self._of, byref(call), first, first + len(able), able)
        for at, rules, count, again, circle in self._program.apart(order, first, bytes(able)):
            if circle:
                raise NotEvaluated(f"a circle: {circle}")
            if not count:
                declined = self._chosen(call, at, declined)
            elif result := self._functions.evaluation_together(self._of, byref(call), rules, count, again):
                self._fail(result)
        return declined

    def _chosen(self, call: _Call, at: int, declined: Sequence[Declined]) -> Sequence[Declined]:
        """Choose in every branch, in every way that there is, of what the branch has not declined before."""
        before: list[int] = []
        found: list[Way] = []
        count = self._functions.evaluation_branches(self._of)
        for number in range(count):
            has = partial(self._has_row, number)
            refused = declined[self._functions.evaluation_origin(self._of, number)] if declined else frozenset()
            several = ways(has, self._choices(call, at, number), refused)
            found += several
            before += [number] * len(several)
            if len(found) > MOST_BRANCHES:
                raise NotEvaluated(f"more than {MOST_BRANCHES} branches")
        if not found:
            raise NotEvaluated("no branch is left")
        self._functions.evaluation_fork(self._of, (c_int32 * len(before))(*before), len(before))
        for number, (added, _) in enumerate(found):
            for predicate, *row in added:
                self._functions.evaluation_put(self._of, number, predicate, (c_int64 * len(row))(*row))
        return [refused for _, refused in found]

    def _has_row(self, number: int, atom: Sequence[int]) -> bool:
        predicate, *row = atom
        return bool(self._functions.evaluation_has_row(self._of, number, predicate, (c_int64 * len(row))(*row)))

    def _choices(self, call: _Call, at: int, number: int) -> list[Choice]:
        """Return the choices that a rule gives a branch: atoms as words of the interpreter, and bounds."""
        place = c_void_p()
        count = self._functions.evaluation_choices(self._of, byref(call), at, number, byref(place))
        if count < 0:
            self._fail(_FAILED)
        predicates = self._interpreter.predicates()
        words = iter((c_int64 * count).from_address(place.value or 0) if count else ())
        found: list[Choice] = []
        for bounds in words:
            limits = [(_SIGNS[next(words)], self.value(next(words))) for _ in range(bounds)]
            elements = []
            for _ in range(next(words)):
                predicate = next(words)
                elements.append((predicate, *islice(words, arity(predicates[predicate]))))
            found.append((elements, limits))
        return found


class Branch:
    """The atoms of a branch."""

    def __init__(self, evaluation: Evaluation, number: int) -> None:
        self._evaluation = evaluation
        self._number = number

    def __getitem__(self, predicate: str) -> Relation:
        return self._evaluation.relation(self._number, predicate)

    def atoms(self) -> Iterator[tuple[str, Relation]]:
        """All atoms, by their predicates."""
        every = ((name, self[name]) for name in self._evaluation.predicates)
        return ((name, one) for name, one in every if len(one))


class Relation:
    """The atoms of a predicate in a branch, in the order in which they came."""

    def __init__(self, evaluation: Evaluation, number: int, predicate: str, address: int | None) -> None:
        self._evaluation = evaluation
        self._number = number
        self._predicate = predicate
        self.address = address

    def __iter__(self) -> Iterator[Arguments]:
        return self._evaluation.rows(self.address, arity(self._predicate))

    def __contains__(self, arguments: Arguments) -> bool:
        return self._evaluation.has_atom(self._number, self._predicate, arguments)

    def __len__(self) -> int:
        return self._evaluation.count(self.address)
