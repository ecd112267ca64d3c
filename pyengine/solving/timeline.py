"""The logic program: which files, which parts, in which order they are grounded.

One `Timeline` is one clingo control. It is grounded a moment at a time, so that every part sees the part
before it finished: a board without choices is then evaluated by the grounder alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import clingo

from pyengine.solving.solver import Control, check_deadline
from pyengine.solving.statements import in_file, in_parts, program_text, that_can_fire

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
    "400_7_new_objects.lp",
    "111_tokens.lp",
    "113_text_there.lp",
    "118_costs.lp",
    "119_life.lp",
    "120_damage.lp",
    "122_counters.lp",
    "205_types.lp",
    "303_attachments.lp",
    "400_2_sight.lp",
    "406_exile.lp",
    "500_turns.lp",
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
    "616_orders.lp",
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
    "remarks.lp",
)
"""The rules. Every question is put to all of these."""

Part = tuple[str, *tuple[int, ...]]
"""A program part with its arguments, as in `("filters", 0, 4)`."""


LOOKING = frozenset(
    {
        *("characteristics", "matching", "filters", "seen", "functioning", "keywords", "keyword_filters"),
        *("dependent", "types", "layer_4", "layer_6", "layer_7"),
    }
)
"""The parts that say what objects are, which `Timeline.open_moment` grounds at the first moment."""

JUDGING = LOOKING | {"schedule", "sight", "proposals", "instructions"}
"""The parts that say what can be done at the first moment, but not what comes of it."""


def _filters(t: int, layer: int) -> list[Part]:
    """The parts that ask filters for one layer: what abilities match, and the evaluator."""
    return [("matching", t, layer), ("filters", t, layer)]


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
        self.control = Control(["--warn=none", "--opt-mode=ignore"], deadline)
        if observer is not None:
            self.control.register_observer(observer)
        self.deadline = deadline
        self._parts = parts
        self._grounded: set[Part] = set()
        statements = [one for name in (*RULE_FILES, *questions, "show.lp", *files) for one in in_file(name)]
        self.control.read(program_text(that_can_fire(in_parts(statements, parts), facts)))
        self.control.read(facts)
        self.control.ground_parts([("base", ())])
        self.moment = 0

    def ground(self, *parts: Part) -> None:
        """Ground parts together, each with its arguments; a part is grounded once."""
        assert self._parts is None or self._parts.issuperset(name for name, *_ in parts), parts
        new = [part for part in parts if part not in self._grounded]
        self._grounded.update(new)
        if new:
            check_deadline(self.deadline)
            self.control.ground_parts([(name, arguments) for name, *arguments in new])

    def has(self, name: str, *arguments: int) -> bool:
        """Whether an atom is in the program, true in some branch or in all."""
        return self.control.atom(name, arguments) is not None

    def open_moment(self, *more: str) -> None:
        """The board at this moment, what the layers of rule 613 make of it, and further parts that ask about it.

        Parts that share a call must not depend on each other in a circle: the grounder would then keep
        as open what it could have decided.
        """
        t = self.moment
        first: list[Part] = [("characteristics", t), *_filters(t, 4)]
        if t > 0:
            first.insert(0, ("state", t))
        if self.has("types_wait"):
            self.ground(*first)
            self.ground(("types", t, 5))
            self.ground(("dependent", t))
            first = _filters(t, 5)
        self.ground(*first, ("types", t, 6), ("layer_4", t))
        self.ground(("seen", t), *_filters(t, 6), ("layer_6", t))
        last: list[Part] = [("functioning", t), *_filters(t, 7), ("keywords", t)]
        if self.has("keywords_matter"):
            self.ground(*last)
            last = [*_filters(t, 8), ("keyword_filters", t, 8)]
        last += [("layer_7", t), *([("triggers", t)] if t > 0 else [])]
        if "instructions" in more:
            last = self._propose(last)
        self.ground(*last, *((part, t) for part in more))

    def _propose(self, before: list[Part]) -> list[Part]:
        """What instructions propose, and the filters that ask about it; gives the parts to ground the rest with."""
        t = self.moment
        if self.has("spells_matter"):
            self.ground(*before)
            before = [("filters", t, 9), ("keyword_filters", t, 9)]
        before.append(("proposals", t))
        if self.has("choices_matter"):
            self.ground(*before)
            before = [("filters", t, 10), ("keyword_filters", t, 10)]
        return before

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

    def judge(self, *more: str) -> None:
        """Whether the instructions scheduled for this moment can be done, and further parts that ask about it."""
        self.open_moment("sight", "instructions", *more)

    def instruct(self) -> None:
        """Judge the instructions of this moment and do what the question lets happen."""
        self.judge("choose")
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
        self.ground(("bound", self.moment))

    def is_settled(self) -> bool:
        """Whether no branch has a state-based action left at this moment."""
        unsettled = self.control.atom("unsettled", (self.moment,))
        if unsettled is None:
            return True
        if unsettled.is_fact:
            return False
        return not any(True for _ in self.models([(unsettled.symbol, True)]))

    def finish(self) -> None:
        """Compare the last board with the first; if it is a player's view, what that player sees of it then."""
        self.open_moment("state_based_actions")
        seen: list[Part] = [("sight", self.moment), ("view", self.moment)] if self.has("viewed") else []
        self.ground(("final", self.moment), *seen)

    def quick_model(self, assumptions: Sequence[tuple[clingo.Symbol, bool]]) -> Iterator[clingo.Model]:
        """The one model of a program without choices, found without the machinery that lets a search be stopped."""
        self.control.configuration.solve.models = 1  # type: ignore[union-attr]
        return self.control.quick_models(assumptions)

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
        return self.control.models(assumptions)
