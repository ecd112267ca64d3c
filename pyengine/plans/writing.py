"""Plans as Python: of each a function that derives all that the rule gives of the atoms there are.

That of a choice returns what there is to choose, and that of what forbids returns whether anything is forbidden. Where
a rule needs what is not there it returns at once; atoms are found by what is known of them. The atoms derived are added
at the end, so that nothing changes that is being gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import CodeType

from pyengine.plans.plan import (
    Absent,
    Absolute,
    Anything,
    Between,
    Choose,
    Compare,
    Constant,
    Derive,
    Equal,
    Every,
    Forbid,
    Function,
    Gather,
    Match,
    Negative,
    New,
    Operation,
    Parameter,
    Pattern,
    Plan,
    Scan,
    Solved,
    Step,
    Steps,
    Taken,
    Term,
    Unless,
    Variable,
    arity,
)
from pyengine.plans.values import LEAST, MOST


def code_of(plan: Plan) -> CodeType:
    """The function of a plan, compiled: of the state and the numbers of its part."""
    module = compile(python_of(plan), plan.where, "exec")
    [found] = (one for one in module.co_consts if isinstance(one, CodeType))
    return found


def python_of(plan: Plan) -> str:
    """The function of a plan as text."""
    return _Writer(plan).text()


def index_name(predicate: str, places: Iterable[int]) -> str:
    """The state's name for the index of a predicate by these places."""
    return f"{predicate}:{','.join(map(str, places))}"


class _Writer:
    """Writes one function."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._lines: list[str] = []
        self._depth = 1
        self._names: dict[str, str] = {}
        self._numbers: set[str] = set()
        """Names that are known to be of numbers."""
        self._made = 0
        self._looked_up: dict[str, str] = {}
        """The parts of the state that already have a local name."""
        self._in_loop = False

    def text(self) -> str:
        plan = self._plan
        head = plan.head
        if plan.needs:
            self._line(f"if not ({' and '.join(f'S[{one!r}]' for one in plan.needs)}): return 0")
        if isinstance(head, Derive):
            self._line("new = {}")
        if isinstance(head, Choose):
            self._line("found = []")
        first = plan.steps[0] if plan.steps else None
        if isinstance(first, Scan) and first.rest:
            self._first(first, plan.steps[1:])
        else:
            self._write(plan.steps, self._finish)
        self._depth = 1
        if isinstance(head, Derive):
            self._line("if new:")
            self._line(f" S.grow({head.predicate!r}, new)")
            self._line(" return 1")
        self._line("return found" if isinstance(head, Choose) else "return 0")
        parameters = "".join(f", p_{one}" for one in plan.parameters)
        return f"def rule(S{parameters}):\n" + "\n".join(self._lines) + "\n"

    # --- lines ---------------------------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self._lines.append(" " * self._depth + text)

    def _open(self, text: str) -> None:
        self._line(text)
        self._depth += 1

    def _new(self) -> str:
        self._made += 1
        return f"x{self._made}"

    def _state(self, name: str) -> str:
        """A part of the state; within loops, by a name that it has been given before."""
        return self._looked_up.get(name) or f"S[{name!r}]"

    @contextmanager
    def _aside(self) -> Iterator[None]:
        """Write a block that does not enclose the code after it."""
        depth, in_loop = self._depth, self._in_loop
        self._in_loop = False
        yield
        self._depth, self._in_loop = depth, in_loop

    # --- steps ---------------------------------------------------------------------------------------------------

    def _first(self, scan: Scan, rest: Steps) -> None:
        """The first step: only if it finds anything is all else looked up that the others need."""
        found = self._new()
        self._line(f"{found} = {self._those(scan)}")
        self._line(f"if not {found}: return 0")
        for name in dict.fromkeys(_looked_up((*rest, self._plan.head))):
            self._looked_up[name] = known = self._new()
            self._line(f"{known} = S[{name!r}]")
        self._loop(scan, found)
        self._write(rest, self._finish)

    def _write(self, steps: Iterable[Step], then: Callable[[], None]) -> None:
        for one in steps:
            match one:
                case Scan():
                    self._scan(one)
                case Absent(predicate, key) if len(key) == arity(predicate):
                    self._open(f"if {self._tuple(term for _, term in key)} not in {self._state(predicate)}:")
                case Absent():
                    self._open(f"if not {self._those(one)}:")
                case Compare(sign, left, right):
                    self._compare(sign, left, right)
                case Match(pattern, term):
                    self._match(pattern, self._value(term))
                case Between(pattern, low, high):
                    self._between(pattern, low, high)
                case Gather():
                    self._gather(one)
                case Unless(inner):
                    failed = self._flag(inner)
                    self._open(f"if not {failed}:")
                case Every(condition, inner):
                    failed = self._every(condition, inner)
                    self._open(f"if not {failed}:")
        then()

    def _flag(self, steps: Steps) -> str:
        """A name that is true if some steps succeed."""
        flag = self._new()
        self._line(f"{flag} = 0")

        def note() -> None:
            self._line(f"{flag} = 1")
            if self._in_loop:
                self._line("break")

        with self._aside():
            self._open("if 1:")
            self._write(steps, note)
        return flag

    def _every(self, condition: Steps, steps: Steps) -> str:
        """A name that is true if some steps fail where the condition succeeds."""
        flag = self._new()
        self._line(f"{flag} = 0")

        def note() -> None:
            inner = self._flag(steps)
            self._line(f"if not {inner}: {flag} = 1")

        with self._aside():
            self._open("if 1:")
            self._write(condition, note)
        return flag

    def _those(self, step: Scan | Absent) -> str:
        """The atoms of a predicate, found by what is known of them."""
        if not step.key:
            return self._state(step.predicate)
        terms = [self._value(term) for _, term in step.key]
        key = terms[0] if len(terms) == 1 else f"({', '.join(terms)})"
        return f"{self._state(index_name(step.predicate, (at for at, _ in step.key)))}.get({key}, ())"

    def _scan(self, scan: Scan) -> None:
        if len(scan.key) == arity(scan.predicate):
            self._open(f"if {self._tuple(term for _, term in scan.key)} in {self._state(scan.predicate)}:")
        elif not scan.rest:
            self._open(f"if {self._those(scan)}:")
        else:
            self._loop(scan, self._those(scan))

    def _loop(self, scan: Scan, those: str) -> None:
        """Go through atoms, and compare what is not known of them."""
        places = ["_"] * arity(scan.predicate)
        later: list[tuple[Pattern, str]] = []
        for at, pattern in scan.rest:
            if isinstance(pattern, New):
                places[at] = self._bind(pattern.name)
            else:
                places[at] = self._new()
                later.append((pattern, places[at]))
        self._open(f"for {', '.join(places)}{',' if len(places) == 1 else ''} in {those}:")
        self._in_loop = True
        for pattern, name in later:
            self._match(pattern, name)

    def _bind(self, name: str) -> str:
        known = self._names[name] = f"v_{name.replace(' ', '_')}"
        self._numbers.discard(known)
        return known

    def _match(self, pattern: Pattern, value: str) -> None:
        match pattern:
            case New(name):
                known = self._bind(name)
                self._line(f"{known} = {value}")
                if value in self._numbers:
                    self._numbers.add(known)
            case Equal(term):
                self._open(f"if {value} == {self._value(term)}:")
            case Taken(name, arguments):
                one = self._named(value)
                of_kind = f"type({one}) is tuple and len({one}) == {len(arguments) + 1} and {one}[0] == {name!r}"
                self._open(f"if {of_kind}:")
                for at, inner in enumerate(arguments, 1):
                    if not isinstance(inner, Anything):
                        self._match(inner, f"{one}[{at}]")
            case Solved(sign, inner, term):
                self._solve(sign, inner, self._value(term), self._named(value))

    def _solve(self, sign: str, inner: Pattern, number: str, value: str) -> None:
        self._have_numbers(value, number)
        found = self._new()
        if sign == "*":
            self._open(f"if {value} % {number} == 0:")
            self._line(f"{found} = {value} // {number}")
        else:
            solved = {"+": f"{value} - {number}", "-": f"{value} + {number}", "from": f"{number} - {value}"}
            self._line(f"{found} = {solved[sign]}")
            self._is_in_range(found)
        self._numbers.add(found)
        self._match(inner, found)

    def _named(self, value: str) -> str:
        if value.isidentifier():
            return value
        name = self._new()
        self._line(f"{name} = {value}")
        return name

    def _compare(self, sign: str, left: Term, right: Term) -> None:
        one, other = self._value(left), self._value(right)
        if sign in ("==", "!="):
            self._open(f"if {one} {sign} {other}:")
            return
        unknown = [each for each in (one, other) if not self._is_number(each)]
        plain = f"{one} {sign} {other}"
        if unknown:
            are_numbers = " and ".join(f"type({each}) is int" for each in unknown)
            plain = f"({plain}) if {are_numbers} else order({one}) {sign} order({other})"
        self._open(f"if {plain}:")

    def _between(self, pattern: Pattern, low: Term, high: Term) -> None:
        least, most = self._value(low), self._value(high)
        self._have_numbers(least, most)
        if isinstance(pattern, Equal):
            value = self._value(pattern.term)
            if not self._is_number(value):
                self._open(f"if type({value}) is int and {least} <= {value} <= {most}:")
            else:
                self._open(f"if {least} <= {value} <= {most}:")
            return
        one = self._new()
        self._numbers.add(one)
        self._open(f"for {one} in range({least}, {most} + 1):")
        self._in_loop = True
        self._match(pattern, one)

    def _gather(self, gather: Gather) -> None:
        found = self._new()
        self._line(f"{found} = {{}}")
        for steps, terms in gather.elements:

            def note(terms: Sequence[Term] = terms) -> None:
                self._line(f"{found}[{self._tuple(terms)}] = None")

            with self._aside():
                self._open("if 1:")
                self._write(steps, note)
        value = self._bind(gather.name)
        each = f"one[0] for one in {found}"
        match gather.function:
            case "count":
                self._line(f"{value} = len({found})")
            case "sum":
                self._line(f"{value} = sum({each} if type(one[0]) is int)")
            case "sum+":
                self._line(f"{value} = sum({each} if type(one[0]) is int and one[0] > 0)")
            case "min":
                self._line(f"{value} = min(({each}), key=order, default='#sup')")
            case "max":
                self._line(f"{value} = max(({each}), key=order, default='#inf')")
        if gather.function in ("sum", "sum+"):
            self._is_in_range(value)
        if gather.function not in ("min", "max"):
            self._numbers.add(value)

    # --- the end -------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        head = self._plan.head
        match head:
            case Derive(predicate, arguments):
                atom = self._new()
                self._line(f"{atom} = {self._tuple(arguments)}")
                self._line(f"if {atom} not in {self._state(predicate)}: new[{atom}] = None")
            case Choose(elements, bounds):
                found = self._new()
                self._line(f"{found} = {{}}")
                for steps, one in elements:

                    def note(one: Derive = one) -> None:
                        self._line(f"{found}[{one.predicate!r}, {self._tuple(one.arguments)}] = None")

                    with self._aside():
                        self._open("if 1:")
                        self._write(steps, note)
                terms = "".join(f"({sign!r}, {self._value(term)}), " for sign, term in bounds)
                self._line(f"found.append(({found}, ({terms})))")
            case Forbid():
                self._line("return 1")

    # --- terms ---------------------------------------------------------------------------------------------------

    def _tuple(self, terms: Iterable[Term]) -> str:
        values = [self._value(one) for one in terms]
        return f"({', '.join(values)}{',' if len(values) == 1 else ''})"

    def _value(self, term: Term) -> str:
        """A term; what it needs to have a value is asked before."""
        match term:
            case Constant(value):
                return repr(value)
            case Parameter(name):
                return f"p_{name}"
            case Variable(name):
                return self._names[name]
            case Function(name, arguments):
                return f"({', '.join([repr(name), *map(self._value, arguments)])},)"
            case Absolute(inner):
                value = self._value(inner)
                self._have_numbers(value)
                found = self._number(f"abs({value})")
                self._is_in_range(found)
                return found
            case Negative(inner):
                found = self._number(f"negative({self._value(inner)})")
                self._open(f"if {found} is not None:")
                return found
            case Operation():
                return self._operation(term)

    def _operation(self, term: Operation) -> str:
        sign, left, right = term
        one, other = self._value(left), self._value(right)
        if isinstance(left, Parameter) and isinstance(right, Constant) and sign in ("+", "-"):
            return f"({one} {sign} {other})"
        self._have_numbers(one, other)
        if sign in ("+", "-", "*"):
            found = self._number(f"{one} {sign} {other}")
        else:
            found = self._number(f"{_HELPERS[sign]}({one}, {other})")
            self._open(f"if {found} is not None:")
        self._is_in_range(found)
        return found

    def _number(self, text: str) -> str:
        found = self._new()
        self._line(f"{found} = {text}")
        self._numbers.add(found)
        return found

    def _is_in_range(self, name: str) -> None:
        self._line(f"if not {LEAST} <= {name} <= {MOST}: too_large()")

    def _is_number(self, value: str) -> bool:
        return value in self._numbers or value.startswith(("p_", "(p_")) or value.lstrip("-").isdigit()

    def _have_numbers(self, *values: str) -> None:
        unknown = dict.fromkeys(one for one in values if not self._is_number(one))
        if unknown:
            self._open(f"if {' and '.join(f'type({one}) is int' for one in unknown)}:")


_HELPERS = {"/": "divided", "\\": "remainder", "**": "power"}


def _looked_up(steps: Iterable[object]) -> Iterator[str]:
    """The parts of the state that some steps and a head read."""
    for one in steps:
        match one:
            case Scan(predicate, key, _) | Absent(predicate, key):
                whole = not key or len(key) == arity(predicate)
                yield predicate if whole else index_name(predicate, (at for at, _ in key))
            case Gather(_, _, elements) | Choose(elements, _):
                for inner, _ in elements:
                    yield from _looked_up(inner)
            case Unless(inner):
                yield from _looked_up(inner)
            case Every(condition, inner):
                yield from _looked_up((*condition, *inner))
            case Derive(predicate, _):
                yield predicate
