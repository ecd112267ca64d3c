"""The logic program: which files, which parts, in which order they are grounded.

One `Timeline` is one clingo control. It is grounded a moment at a time, so that every part sees the part
before it finished: a board without choices is then evaluated by the grounder alone.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import clingo

from pyengine.errors import PyengineError
from pyengine.statements import in_file, in_parts, program_text, that_can_fire

ROUNDS = 40
"""State-based actions are checked at most this often after one instruction; the answer says if that cut it short."""

RULE_FILES = (
    "state.lp",
    "status.lp",
    "vocabulary.lp",
    "editions.lp",
    "filters.lp",
    "conditions.lp",
    "instructions.lp",
    "111_tokens.lp",
    "113_text_there.lp",
    "118_costs.lp",
    "119_life.lp",
    "120_damage.lp",
    "122_counters.lp",
    "205_types.lp",
    "303_attachments.lp",
    "406_exile.lp",
    "508_attacking.lp",
    "601_casting.lp",
    "601_as_it_was_cast.lp",
    "601_2d_distributing.lp",
    "603_triggers.lp",
    "608_resolving.lp",
    "613_layers.lp",
    "613_8_dependencies.lp",
    "614_replacement.lp",
    "614_12_entering.lp",
    "701_keyword_actions.lp",
    "701_10_doubling.lp",
    "701_40_manifest.lp",
    "701_counter_actions.lp",
    "701_token_actions.lp",
    "702_26_phasing.lp",
    "702_37_morph.lp",
    "702_keywords.lp",
    "702_as_it_enters.lp",
    "704_state_based_actions.lp",
    "707_copies.lp",
    "707_5_entering_as_copy.lp",
    "708_face_down.lp",
    "708_11_as_turned_up.lp",
    "714_sagas.lp",
    "730_merging.lp",
    "800_leaving.lp",
    "this_turn.lp",
)
"""The rules. Every question is put to all of these."""

Part = tuple[str, *tuple[int, ...]]
"""A program part with its arguments, as in `("filters", 0, 4)`."""


class Interrupted(PyengineError):
    """The search was stopped before it ended, by Ctrl-C or a time limit."""


TOO_LATE = "the time limit was reached before the search ended"


LOOKING = frozenset(
    {
        *("characteristics", "filters", "seen", "functioning", "keywords", "keyword_filters"),
        *("dependent", "types", "layer_4", "layer_6", "layer_7"),
    }
)
"""The parts that say what objects are, which `Timeline.open_moment` grounds at the first moment."""

JUDGING = LOOKING | {"schedule", "instructions"}
"""The parts that say what can be done at the first moment, but not what comes of it."""


class Timeline:
    """A program that is grounded moment by moment.

    `questions` are the small files on top of the rules; `facts` is the board, the cards and the
    instructions as program text. The same text runs under the plain `clingo` binary. A question that grounds only
    some `parts` names them, and the others are left out, as are rules that can't fire.
    """

    def __init__(
        self,
        facts: str,
        questions: Sequence[str],
        *,
        files: Sequence[str] = (),
        deadline: float | None = None,
        observer: clingo.Observer | None = None,
        parts: frozenset[str] | None = None,
    ) -> None:
        self.control = clingo.Control(["--warn=none", "--opt-mode=ignore"])
        if observer is not None:
            self.control.register_observer(observer)
        self.deadline = deadline
        self.cut_short = False
        self._parts = parts
        self._grounded: set[Part] = set()
        statements = [one for name in (*RULE_FILES, *questions, "show.lp", *files) for one in in_file(name)]
        self.control.add(program_text(that_can_fire(in_parts(statements, parts), facts)))
        self.control.add(facts)
        ground(self.control, [("base", ())], deadline)
        self.moment = 0

    def ground(self, *parts: Part) -> None:
        """Ground parts together, each with its arguments; a part is grounded once."""
        assert self._parts is None or self._parts.issuperset(name for name, *_ in parts), parts
        new = [part for part in parts if part not in self._grounded]
        self._grounded.update(new)
        if new:
            check_deadline(self.deadline)
            with _numbers_may_overflow():
                ground(self.control, [(name, arguments) for name, *arguments in new], self.deadline)

    @staticmethod
    def atom(name: str, *arguments: int) -> clingo.Symbol:
        """An atom over numbers."""
        return clingo.Function(name, [clingo.Number(n) for n in arguments])

    def has(self, name: str, *arguments: int) -> bool:
        """Whether an atom is in the program, true in some branch or in all."""
        return self.control.symbolic_atoms[self.atom(name, *arguments)] is not None

    def open_moment(self, *more: str) -> None:
        """The board at this moment, what the layers of rule 613 make of it, and further parts that ask about it.

        Parts that share a call must not depend on each other in a circle: the grounder would then keep
        as open what it could have decided.
        """
        t = self.moment
        before: list[Part] = [("state", t)] if t > 0 else []
        first: list[Part] = [*before, ("characteristics", t), ("filters", t, 4)]
        if self.has("types_wait"):
            self.ground(*first)
            self.ground(("types", t, 5))
            self.ground(("dependent", t))
            first = [("filters", t, 5)]
        self.ground(*first, ("types", t, 6), ("layer_4", t))
        self.ground(("seen", t), ("filters", t, 6), ("layer_6", t))
        since: list[Part] = [("triggers", t)] if t > 0 else []
        last: list[Part] = [("functioning", t), ("filters", t, 7), ("keywords", t)]
        if self.has("keywords_matter"):
            self.ground(*last)
            last = [("filters", t, 8), ("keyword_filters", t)]
        self.ground(*last, ("layer_7", t), *since, *((part, t) for part in more))

    def advance(self) -> None:
        """Carry out what happens at this moment, and go on to the next."""
        t = self.moment
        self.ground(("events", t), ("stage", t, 0))
        stage = 0
        while self.has("more_stages", t, stage):
            stage += 1
            self.ground(("next_stage", t, stage))
            self.ground(("stage", t, stage))
        self.ground(("ending", t))
        self.moment += 1

    def judge(self) -> None:
        """Whether the instructions scheduled for this moment can be done."""
        self.open_moment("instructions")

    def instruct(self) -> None:
        """Judge the instructions of this moment and do what the question lets happen."""
        self.open_moment("instructions", "choose")
        self.advance()

    def schedule(self, *step: int) -> None:
        """Schedule an instruction of the question for this moment.

        What enters is looked at as it would exist on the battlefield (614.12), so the instruction must be
        known before the characteristics of its moment are worked out; if they have been, a moment passes in
        which nothing happens.
        """
        if ("characteristics", self.moment) in self._grounded:
            self.advance()
        part: Part = ("schedule", *(*step, self.moment))
        self.ground(part)

    def settle(self) -> None:
        """Check state-based actions until none applies in any branch (704.3)."""
        for _ in range(ROUNDS):
            self.open_moment("state_based_actions")
            if self.is_settled():
                return
            self.advance()
        self.open_moment("state_based_actions")
        self.cut_short = not self.is_settled()

    def is_settled(self) -> bool:
        """Whether no branch has a state-based action left at this moment."""
        unsettled = self.control.symbolic_atoms[self.atom("unsettled", self.moment)]
        if unsettled is None:
            return True
        if unsettled.is_fact:
            return False
        return not any(True for _ in self.models([(unsettled.symbol, True)]))

    def finish(self) -> None:
        """Compare the last board with the first."""
        self.open_moment("state_based_actions")
        self.ground(("final", self.moment))

    def quick_model(self, assumptions: Sequence[tuple[clingo.Symbol, bool]]) -> Iterator[clingo.Model]:
        """The one model of a program without choices, found without the machinery that lets a search be stopped."""
        self.control.configuration.solve.models = 1  # type: ignore[union-attr]
        with _numbers_may_overflow(), self.control.solve(yield_=True, assumptions=assumptions) as handle:
            yield from handle

    def models(
        self, assumptions: Sequence[tuple[clingo.Symbol, bool]] = (), *, project: bool = False, limit: int = 1
    ) -> Iterator[clingo.Model]:
        """Models under assumptions; `limit` 0 for all. Ctrl-C and the deadline raise `Interrupted`."""
        configuration = self.control.configuration.solve
        configuration.models = limit  # type: ignore[union-attr]
        configuration.project = "project" if project else "auto"  # type: ignore[union-attr]
        # Recording what was found lets the search start afresh after each; backtracking through a projection is
        # superlinear in the number of answers.
        configuration.enum_mode = "record" if project else "auto"  # type: ignore[union-attr]
        return search(self.control, assumptions, self.deadline)


def ground(control: clingo.Control, parts: Iterable[tuple[str, Iterable[int]]], deadline: float | None) -> None:
    """Ground parts, each with its arguments. Raises `Interrupted` past the deadline.

    The grounder can't be stopped, so with a deadline it works in a thread of its own, which is left alone if it takes
    too long. Without one that would only take time.
    """
    failures: list[Exception] = []
    terms = [(name, [clingo.Number(n) for n in arguments]) for name, arguments in parts]
    if deadline is None:
        control.ground(terms)
        return

    def work() -> None:
        try:
            control.ground(terms)
        except Exception as error:
            failures.append(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(max(0.0, deadline - time.monotonic()))
    if worker.is_alive():
        raise Interrupted(TOO_LATE)
    if failures:
        raise failures[0]


def search(
    control: clingo.Control,
    assumptions: Sequence[tuple[clingo.Symbol, bool]] = (),
    deadline: float | None = None,
) -> Iterator[clingo.Model]:
    """Models of a control, found so that Ctrl-C works; past the deadline (of `time.monotonic`) `Interrupted`."""
    with _numbers_may_overflow(), control.solve(yield_=True, async_=True, assumptions=assumptions) as handle:
        _searching.add(handle)
        try:
            while True:
                handle.resume()
                while not handle.wait(0.2):
                    check_deadline(deadline, handle)
                model = handle.model()
                if model is None:
                    return
                yield model
                check_deadline(deadline, handle)  # models may come faster than the wait above ends
        finally:
            _searching.discard(handle)


@contextmanager
def _numbers_may_overflow() -> Iterator[None]:
    """Say so in words where the numbers that a search would have to add up are past the solver's integers.

    Where the rules alone decide, numbers too large are found by the encoding. Where players choose, the solver adds
    up all that they could choose.
    """
    try:
        yield
    except RuntimeError as error:
        if "Integer overflow" not in str(error):
            raise
        raise Interrupted("the numbers on this board are too large to search what players could choose") from None


_searching: set[clingo.SolveHandle] = set()


@atexit.register
def _stop_searching() -> None:
    """End searches nobody looks at any more: a solver's thread that outlives the program aborts it."""
    for handle in list(_searching):
        handle.cancel()


def deadline_after(timeout: float | None) -> float | None:
    """The time on `time.monotonic` at which so many seconds have passed; None for no limit."""
    return None if timeout is None else time.monotonic() + timeout


def check_deadline(deadline: float | None, handle: clingo.SolveHandle | None = None) -> None:
    """Raise `Interrupted` past the deadline, and tell a search to stop."""
    if deadline is not None and time.monotonic() > deadline:
        if handle is not None:
            handle.cancel()
        raise Interrupted(TOO_LATE)
