"""The solver for several threads: a lock around what one thread does at a time, and searches that can be stopped.

All controls of clingo keep their symbols in one table. It is locked while a symbol is put in, but what is found there
may be moved by the next one before it is read, in every version up to 5.8; and one table more tells the grounder whom
to call back. So whatever makes or finds a symbol, reads a program text or grounds is done under `SYMBOLS`. Searching
touches neither, and is left out: while one thread waits for an answer, others may ask. The lock is held only for one
call of clingo, in which nothing else is waited for, so that it can't be part of a deadlock.

What is known of a control itself (`Timeline`) is for one thread at a time; threads that share one need a lock.
"""

from __future__ import annotations

import atexit
import gc
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING
from weakref import WeakSet

import clingo

from pyengine.errors import PyengineError
from pyengine.files import arguments
from pyengine.files.remembering import Remembered
from pyengine.plans.values import LOWEST, Value

if TYPE_CHECKING:
    from clingo.ast import AST


class Interrupted(PyengineError):
    """The search was stopped before it ended, by Ctrl-C or a time limit."""


TOO_LATE = "the time limit was reached before the search ended"

_SYMBOLS = threading.RLock()


class _Alone:
    """A context in which nobody else touches the solver's symbols."""

    def __init__(self, deadline: float | None = None) -> None:
        self._deadline = deadline

    def __enter__(self) -> None:
        # A lock that is waited for without end can't be told of Ctrl-C on every system.
        while not _SYMBOLS.acquire(timeout=0.2):
            check_deadline(self._deadline)

    def __exit__(self, *_: object) -> None:
        _SYMBOLS.release()


_ALONE = _Alone()


def symbols(deadline: float | None = None) -> _Alone:
    """Alone with the solver's symbols. Raises `Interrupted` if others keep them past the deadline."""
    return _ALONE if deadline is None else _Alone(deadline)


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile.

    Of what is read off a large program nearly all is kept, and the collector would go through all of it again each time
    it has grown by a quarter: a third of what lists of candidates take.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


SYMBOLS_KEPT = 30_000
"""Number of symbols whose text or parts are remembered: some 10 megabytes, as no text in them is long."""


def term_of(text: str) -> clingo.Symbol:
    """The symbol that a text denotes."""
    with symbols():
        return clingo.parse_term(text)


def string(text: str) -> clingo.Symbol:
    """A text as a symbol."""
    with symbols():
        return clingo.String(text)


def function(name: str, *arguments: clingo.Symbol | str | int) -> clingo.Symbol:
    """A symbol with arguments; texts are quoted strings."""
    with symbols():
        return clingo.Function(name, [_argument(one) for one in arguments])


def _argument(value: clingo.Symbol | str | int) -> clingo.Symbol:
    if isinstance(value, str):
        return clingo.String(value)
    return clingo.Number(value) if isinstance(value, int) else value


@lru_cache(100_000)
def symbol_of(value: Value) -> clingo.Symbol:
    """A value as the solver has it, for who is alone with its symbols."""
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, tuple):
        return clingo.Function(value[0], [symbol_of(one) for one in value[1:]])
    if value[0] == '"':
        return clingo.String(value[1:])
    if value[0] == "#":
        return clingo.Infimum if value == LOWEST else clingo.Supremum
    return clingo.Function(value)


def terms_of(texts: Iterable[str]) -> list[clingo.Symbol]:
    """The symbols that texts stand for."""
    with symbols():
        return [clingo.parse_term(text) for text in texts]


@lru_cache(maxsize=SYMBOLS_KEPT)
def text_of(symbol: clingo.Symbol) -> str:
    """The text of a string symbol. Lists name the same few again and again: to remember one is twice as quick
    as to ask the solver."""
    return symbol.string


Shown = Mapping[str, Sequence[tuple[clingo.Symbol, ...]]]
"""The shown atoms of a model: the arguments of each, by predicate."""


def by_predicate(symbols: Iterable[clingo.Symbol]) -> Shown:
    """The atoms that a model shows among these symbols."""
    found: dict[str, list[tuple[clingo.Symbol, ...]]] = {}
    for name, of in map(_taken_apart, symbols):
        found.setdefault(name, []).append(of)
    return found


@lru_cache(maxsize=SYMBOLS_KEPT)  # the models of a search share most of theirs
def _taken_apart(symbol: clingo.Symbol) -> tuple[str, tuple[clingo.Symbol, ...]]:
    return symbol.name, tuple(symbol.arguments)


class Control(clingo.Control):
    """A control that ends its searches before it is freed: of garbage, any part may go first.

    Past its `deadline`, of `time.monotonic`, reading, grounding and searching raise `Interrupted`.
    """

    def __init__(
        self,
        options: Sequence[str],
        deadline: float | None = None,
        logger: Callable[[clingo.MessageCode, str], None] | None = None,
    ) -> None:
        self._searches: set[_Search] = set()
        self._deadline = deadline
        self.steps = 0
        """Number of calls that grounded or searched."""
        self.kept: Callable[[str], bool] | None = None
        """Test for predicates whose rules are all in the program; None if all rules are."""
        self._free = False  # what is freed is said there; nothing, if the time is over before it is made
        with symbols(deadline):
            super().__init__(options, logger)

    def __del__(self) -> None:
        for one in list(self._searches):
            one.close()
        super().__del__()  # type: ignore[no-untyped-call]

    def read(self, program: str) -> None:
        """Add a program text."""
        with symbols(self._deadline):
            self.add(program)

    def read_statements(self, texts: Sequence[str]) -> None:
        """Add statements, each a text, that other programs of the process may have as well.

        Parsed once, they are added in a quarter of the time that reading their text takes. To parse them takes twice as
        long as to read them, so that those are only read of which most are new: one question may be all that is asked.
        """
        with symbols(self._deadline):
            _PARSED.make_room()
            unparsed = dict.fromkeys(text for text in texts if _PARSED.get(text) is None)
            new = [text for text in unparsed if text not in _PARSED]
            if 2 * len(new) > len(texts):
                for text in new:
                    _PARSED.keep(text, None, 200 + len(text))
                self.add("\n".join(texts))
                return
            _parse([*unparsed])
            from clingo.ast import ProgramBuilder

            with ProgramBuilder(self) as builder:
                for text in texts:
                    for statement in _PARSED.get(text) or ():
                        builder.add(statement)

    def add_rules(self, name: str, rules: Iterable[str]) -> None:
        """Add rules to what is grounded already, as a part of this name, which is not to be taken yet."""
        self.read("\n".join([f"#program {name}.", *rules]))
        self.ground_parts([(name, ())])

    def _is_kept(self, name: str) -> None:
        """Nobody may look for what the program lacks the rules for: it would be missing without a word."""
        if self.kept is not None and not self.kept(name):
            raise AssertionError(f"rules about {name} may be left out")

    def atom(self, name: str, numbers: Iterable[int]) -> clingo.SymbolicAtom | None:
        """The atom of a predicate over numbers; None if the program has none."""
        self._is_kept(name)
        with symbols():
            return self.symbolic_atoms[function(name, *numbers)]

    def holding(self, symbol: clingo.Symbol) -> clingo.SymbolicAtom | None:
        """The atom of a symbol; None if the program has none."""
        self._is_kept(symbol.name)
        with symbols():
            return self.symbolic_atoms[symbol]

    def atoms(self, name: str, arity: int) -> list[clingo.SymbolicAtom]:
        """The atoms of a predicate."""
        self._is_kept(name)
        with symbols():
            return list(self.symbolic_atoms.by_signature(name, arity))

    def every_atom(self) -> clingo.SymbolicAtoms:
        """All atoms, for who looks at many of them within `symbols()`: to ask for them takes as long as to look."""
        return self.symbolic_atoms

    def size(self) -> int:
        """How many atoms there are."""
        with symbols():
            return len(self.symbolic_atoms)

    def ground_parts(self, parts: Iterable[tuple[str, Iterable[int]]]) -> None:
        """Ground parts, each with its arguments.

        The grounder can't be stopped, so with a deadline it works in a thread of its own, which is left alone if it
        takes too long; nothing else is answered until it is done. Without one that would only take time.
        """
        self.steps += 1
        deadline = self._deadline
        terms = [(name, [clingo.Number(n) for n in arguments]) for name, arguments in parts]
        if deadline is None:
            with symbols(), _limits_are_told():
                self.ground(terms)
            return
        failures: list[Exception] = []

        def work() -> None:
            try:
                with symbols(deadline), _limits_are_told():
                    self.ground(terms)
            except Exception as error:
                failures.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        worker.join(max(0.0, deadline - time.monotonic()))
        if worker.is_alive():
            raise Interrupted(TOO_LATE)
        if failures:
            raise failures[0]

    def quick_models(self, assumptions: Sequence[tuple[clingo.Symbol, bool]]) -> Iterator[clingo.Model]:
        """Models, found without the machinery that lets a search be stopped."""
        self.steps += 1
        with _limits_are_told():
            with symbols():
                handle = self.solve(yield_=True, assumptions=assumptions)
            with handle:
                yield from handle

    def models(self, assumptions: Sequence[tuple[clingo.Symbol, bool] | int] = ()) -> Iterator[clingo.Model]:
        """Models under assumptions, which are atoms or literals of the program, found so that Ctrl-C works."""
        self.steps += 1
        with _limits_are_told():
            with symbols(self._deadline):
                found = _Search(self.solve(yield_=True, async_=True, assumptions=assumptions), self._searches)
            try:
                while (model := found.model(self._deadline)) is not None:
                    yield model
                    check_deadline(self._deadline)  # models may come faster than the wait for them ends
            finally:
                found.close()


PARSED_KEPT, PARSED_CHARACTER = 64_000_000, 20
"""Bytes of texts that are remembered with what they are parsed to, and bytes that a character of one takes then."""

_PARSED = Remembered[str, "Sequence[AST] | None"](PARSED_KEPT)
"""The parsed form of each text; None for those that were only read so far."""


def _parse(texts: Sequence[str]) -> None:
    """Remember what texts are parsed to. To parse each alone takes longer; which is of which, the lines tell."""
    from clingo.ast import parse_string  # which programs of plans do not need

    begins = [*accumulate((text.count("\n") + 1 for text in texts), initial=1)]
    parsed: list[list[AST]] = [[] for _ in texts]
    found: list[AST] = []
    parse_string("\n".join(texts), found.append)
    for statement in found[1:]:  # what is parsed begins in `base`, which is said first
        parsed[bisect_right(begins, statement.location.begin.line) - 1].append(statement)
    for text, statements in zip(texts, parsed, strict=True):
        _PARSED.keep(text, statements, PARSED_CHARACTER * len(text))


class _Search:
    """A search that goes on in a thread of the solver's, until it is closed."""

    def __init__(self, handle: clingo.SolveHandle, searches: set[_Search]) -> None:
        self._handle: clingo.SolveHandle | None = handle
        self._searches = searches
        searches.add(self)
        _searching.add(self)

    def model(self, deadline: float | None) -> clingo.Model | None:
        """The next model, if there is one."""
        handle = self._handle
        assert handle is not None
        handle.resume()
        while not handle.wait(0.2):
            check_deadline(deadline)
        return handle.model()

    def close(self) -> None:
        """End it, whether or not it has found all."""
        handle, self._handle = self._handle, None
        self._searches.discard(self)
        if handle is not None:
            with handle:
                pass

    def stop(self) -> None:
        """Let its thread come to an end."""
        if self._handle is not None:
            self._handle.cancel()


_DERIVED_TWICE = "what can happen once only, and when, depends on choices here, which can't be followed yet"


@contextmanager
def _limits_are_told() -> Iterator[None]:
    """Say in words what the solver can't do.

    The numbers that a search would have to add up may be past its integers: where the rules alone decide, numbers too
    large are found by the encoding; where players choose, the solver adds up all that they could choose. And an atom
    without a moment can be derived once only: not in one branch now and in another later. No board is known on which
    the rules do that; if one does, this says so.
    """
    try:
        yield
    except RuntimeError as error:
        if "redefinition of atom" in str(error):
            raise Interrupted(_DERIVED_TWICE) from None
        if "Integer overflow" not in str(error):
            raise
        raise Interrupted("the numbers on this board are too large to search what players could choose") from None


_searching: WeakSet[_Search] = WeakSet()


@atexit.register
def _stop_searching() -> None:
    """End searches nobody looks at any more: a solver's thread that outlives the program aborts it.

    Statements are forgotten while the module that frees them is there.
    """
    for one in list(_searching):
        one.stop()
    _PARSED.clear()


def deadline_after(timeout: float | None) -> float | None:
    """The time on `time.monotonic` after this number of seconds; None for no limit. Raises `InputError`."""
    limit = arguments.seconds(timeout)
    return None if limit is None else time.monotonic() + limit


def time_left(deadline: float | None) -> float | None:
    """Seconds until a deadline; None without one."""
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def check_deadline(deadline: float | None) -> None:
    """Raise `Interrupted` past the deadline."""
    if deadline is not None and time.monotonic() > deadline:
        raise Interrupted(TOO_LATE)
