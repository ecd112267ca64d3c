"""The schedule is sound: no rule reads what is derived only after it, and no call has a circle that leaves atoms open.

Every way to ask is asked on a small board, and what it grounds, in which calls, is written down; once as if all that
makes calls of their own were there, and once as if nothing of it were. What is found then follows from the text of the
rules alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, count
from typing import Any, NamedTuple

import clingo
import pytest
import yaml
from every_scenario import every_scenario
from reads import Atom, Rule, rules, same, that_can_fire

from pyengine import Board
from pyengine.asking.search import Search
from pyengine.card_model.card import CardText
from pyengine.explain.why_illegal import minimal_reason
from pyengine.proofs.property_files import find, properties
from pyengine.proofs.prove import Course, Space
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.incremental import growth
from pyengine.puzzles.independence import independence
from pyengine.scenarios import Scenario
from pyengine.solving.schedule import Part
from pyengine.solving.solver import terms_of
from pyengine.solving.statements import in_file
from pyengine.solving.timeline import RULE_FILES, Timeline

BOARD = """
players: {alice: {counters: {poison: 1}}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1, charge: 1}}
  - {id: down, card: Grizzly Bears, controller: alice, face_down: {by: morph}}
"""


# --- what questions ground --------------------------------------------------------------------------------------


def _outcomes(board: Board) -> None:
    two = "put a +1/+1 counter on bear", "turn down face up"
    for actions in (two, two[:1]):
        found = board.outcomes(*actions)
        assert len(list(found)) == found.count() == 1


def _legal(board: Board) -> None:
    listing = board.candidate_actions.where(kinds=["charge"], verbs=["put"]).listing()
    assert listing.verdicts()
    assert listing.outcomes()


def _checks(board: Board) -> None:
    for text in ("put a +1/+1 counter on bear", "put a charge counter on bear", "remove a charge counter from bear"):
        assert board.check(text).legal


def _prove(_: Board) -> None:
    """All properties at once: what they say is read, whatever comes of it."""
    ox = CardText.model_validate({"types": ["creature"], "power": 1, "toughness": 1})
    files = tuple(f"properties/{name}.lp" for name in properties())
    every = replace(find("move_keeps_the_total"), files=files, assumes=True, settles=True)
    Course(every, Space({"Ox": ox}, 2, ("charge",), 1), None).step()


def _lines(board: Board) -> None:
    allowed = board.moves(["put a +1/+1 counter on bear", "deal 3 damage to bob from bear"])
    found = growth(Graph(board, parse("+1/+1 counters on bear = 2"), allowed, None, settle=True))
    assert found is not None
    for _ in range(3):
        found.further()


def _independent(board: Board) -> None:
    actions = board.actions(["put a +1/+1 counter on bear", "tap bear"])
    assert independence(board, actions, parse("bear is tapped")).tame == set(map(str, actions))


QUESTIONS: Mapping[str, Callable[[Board], object]] = {
    "check": _checks,
    "outcomes": _outcomes,
    "outcomes with everything settled": lambda board: list(board.outcomes("proliferate", settle=True)),
    "legal": _legal,
    "view": lambda board: board.seen_by("bob"),
    "outcomes of a view": lambda board: list(board.seen_by("bob").outcomes("put a +1/+1 counter on bear")),
    "characteristics": lambda board: board.characteristics,
    "problems": lambda board: board.status(),
    "lines": _lines,
    "independent": _independent,
    "prove": _prove,
    "why": lambda board: minimal_reason(board, "remove a stun counter from bear"),
}
STAGES, ROUNDS = 2, 1
"""So many stages of a put, checks of state-based actions and resolutions are grounded where there may be any."""


class Program(NamedTuple):
    """What one `Timeline` grounds: its files, the conditions that hold, and the parts of each call."""

    files: tuple[str, ...]
    held: frozenset[str]
    calls: list[tuple[Part, ...]]


@cache
def conditions() -> Mapping[str, frozenset[str]]:
    """The atoms that make calls of their own, each with what a board has nothing of if it is not there."""
    found: dict[str, set[str]] = {}
    for fact in schedule_facts("call"):
        when = fact.arguments[2]
        if when.name in ("if", "some"):
            found[when.arguments[0].name] = {when.arguments[0].name}
    for rule in (rule for name in RULE_FILES for rule in rules(name)):
        for head in rule.atoms()[0]:
            if head.key[0] in found:
                found[head.key[0]].add(rule.atoms()[1][0].key[0])
    return {name: frozenset(lacking) for name, lacking in found.items()}


def schedule_facts(name: str) -> list[clingo.Symbol]:
    """The facts of the schedule of one name."""
    found = terms_of(one.text.removesuffix(".") for one in in_file("engine/schedule.lp"))
    return [fact for fact in found if fact.name == name]


@cache
def programs(question: str, held: frozenset[str]) -> list[Program]:
    """The programs of a question, if these of the conditions hold."""
    found: dict[Timeline, Program] = {}
    asked: Counter[tuple[Timeline, str]] = Counter()
    begin, ground = Timeline.__init__, Timeline.ground

    def init(self: Timeline, facts: str, questions: Sequence[str], *, files: Sequence[str] = (), **other: Any) -> None:
        found[self] = Program((*RULE_FILES, *questions, "engine/show.lp", *files), held, [])
        begin(self, facts, questions, files=files, **other)

    def note(self: Timeline, *parts: Part) -> None:
        known = {part for call in found[self].calls for part in call}
        if new := tuple(part for part in parts if part not in known):
            found[self].calls.append(new)
        ground(self, *parts)

    def has(self: Timeline, name: str, *numbers: int) -> bool:
        if name == "goes_on_after":
            return holds_somewhere(self, name)
        return numbers[1] < STAGES if len(numbers) > 1 else name in held

    def holds_somewhere(self: Timeline, name: str, *_: int) -> bool:
        if name in conditions():
            return name in held
        asked[self, name] += 1
        return asked[self, name] <= ROUNDS

    with pytest.MonkeyPatch.context() as patch:
        replaced = {"__init__": init, "ground": note, "has": has, "holds_somewhere": holds_somewhere}
        for name, function in replaced.items():
            patch.setattr(Timeline, name, function)
        QUESTIONS[question](Board.parse(BOARD))
    return list(found.values())


CASES = [
    *((question, held) for question in QUESTIONS for held in (frozenset[str](), frozenset(conditions()))),
    *(("check", frozenset([one])) for one in conditions()),
]
every_question = pytest.mark.parametrize(
    ("question", "held"), CASES, ids=[f"{question}, {'+'.join(sorted(held)) or 'nothing'}" for question, held in CASES]
)


@cache
def in_parts(files: tuple[str, ...], held: frozenset[str]) -> Mapping[tuple[str, int], list[Rule]]:
    """The rules of files that may fire, by the part that they are in and how many parameters it has."""
    lacking = {one for name, without in conditions().items() if name not in held for one in without}
    found: dict[tuple[str, int], list[Rule]] = defaultdict(list)
    for rule in that_can_fire((rule for name in files for rule in rules(name)), lacking):
        found[rule.part, len(rule.parameters)].append(rule)
    return found


class Use(NamedTuple):
    """An atom that a rule derives or reads, and where."""

    atom: Atom
    rule: Rule
    part: Part


@cache
def uses(files: tuple[str, ...], held: frozenset[str], part: Part) -> tuple[list[Use], list[Use]]:
    """What a part derives and reads."""
    derived, read = [], []
    for rule in in_parts(files, held)[part[0], len(part) - 1]:
        heads, bodies = rule.atoms(*part[1:])
        derived += [Use(atom, rule, part) for atom in heads]
        read += [Use(atom, rule, part) for atom in bodies]
    return derived, read


def test_on_a_board_with_everything_every_rule_may_fire() -> None:
    files = (*RULE_FILES, "questions/do.lp", "engine/show.lp")
    every = [rule for name in files for rule in rules(name)]
    assert [rule.where for rule in set(every).difference(that_can_fire(every, ()))] == []


LOSES = {"types": ["enchantment"], "text": "All creatures lose all abilities."}


@pytest.mark.parametrize(("cards", "alone"), [({}, False), ({"Loss": LOSES}, True)])
def test_calls_are_made_for_what_there_is(
    cards: dict[str, object], alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing changes abilities, no call is made for that alone."""
    board = yaml.safe_load(BOARD) | {"cards": cards}
    board["battlefield"] += [{"id": name.lower(), "card": name, "controller": "bob"} for name in cards]
    made: list[set[str]] = []
    ground = Timeline.ground

    def note(self: Timeline, *called: Part) -> None:
        made.append({name for name, *_ in called})
        ground(self, *called)

    monkeypatch.setattr(Timeline, "ground", note)
    assert list(Board.from_data(board).outcomes("tap bear"))
    assert any("layer_6" in call and "functioning" not in call for call in made) is alone
    assert any({"layer_6", "functioning"} <= call for call in made)


# --- what comes is told before all is settled ------------------------------------------------------------------

ALIKE = {
    "part": "of turns that go on, which hang on the moment",
}
"""What an instruction tells of the moment that is the same once all is settled, by a predicate that says so."""


def test_atoms_read_before_all_is_settled_stay_the_same() -> None:
    """What an instruction tells once and for all does not hang on the moment, but for those that are told only then."""
    moment = 99
    told_rules = [(rule, *rule.atoms(moment, 0)) for name in RULE_FILES for rule in rules(name) if rule.part == "told"]
    anew = {
        atom.key[0]
        for rule in rules("questions/do.lp")
        for heads, bodies in [rule.atoms()]
        if any(head.key[0] == "hangs_on_moment" for head in heads)
        for atom in bodies
    }
    assert {"resolves_top", "goes_on_to", "instruction"} < anew
    # Clauses of effects are other instructions at each moment.
    apart = anew - {"instruction"} | {"carries_out"}
    found = True
    while found:
        derived: dict[str, list[bool]] = defaultdict(list)
        for _, heads, bodies in told_rules:
            for head in heads:
                derived[head.key[0]].append(moment in head.term and any(one.key[0] in apart for one in bodies))
        found = bool(new := {name for name, every in derived.items() if all(every)} - apart)
        apart |= new
    hanging = [
        (rule.where, {one.key[0] for one in bodies})
        for rule, heads, bodies in told_rules
        if not any(moment in head.term for head in heads)
        and any(moment in one.term and one.key[0] != "told" for one in bodies)
        and not any(one.key[0] in apart for one in bodies)
    ]
    assert [where for where, names in hanging if names.isdisjoint(ALIKE)] == []
    assert [name for name in ALIKE if not any(name in names for _, names in hanging)] == []


EVERY = [(scenario, where) for _, scenario, where in every_scenario() if scenario.settle or len(scenario.actions) > 1]
# Going on to a step checks state-based actions itself, so that all may be settled before it is asked what resolves.
GOES_ON = next(one for one in EVERY if one[0].name == "Lasting Tarfire does not trigger if an opponent put the counter")
IN_A_ROW = [*EVERY[::160], GOES_ON]

Come = tuple[list[str], list[bool], set[str], set[str], set[tuple[str, str]]]


def what_comes(scenario: Scenario) -> tuple[Come, int]:
    """What comes of a scenario, without what is called by the number of a moment, and the last moment; of what happens,
    what there is no other way for."""
    board = Board(scenario.board)
    board = board if scenario.seen_by is None else board.seen_by(scenario.seen_by)
    found = Search(board, board.actions(scenario.actions), settle=scenario.settle)
    outcomes = list(found)
    changes = sorted(re.sub(r"set up in event \d+", "set up", str(one.changes)) for one in outcomes)
    # Of several ways to one outcome any may be shown.
    events = {(event.code, event.rule) for event in outcomes[0].log} if len(outcomes) == 1 else set()
    legal = [one.legal for one in found.verdicts()]
    return (changes, legal, set(found.caveats), set(found.other_caveats), events), found.timeline.moment


@pytest.mark.parametrize(("scenario", "where"), IN_A_ROW, ids=[where for _, where in IN_A_ROW])
def test_an_empty_moment_before_what_comes_next_makes_no_difference(
    scenario: Scenario, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It passes where what comes was not known as the board was looked at, or could not be looked at with it."""
    known, before = what_comes(scenario)
    settle = Timeline.settle
    monkeypatch.setattr(Timeline, "settle", lambda self, _=None: settle(self))
    found, after = what_comes(scenario)
    assert found == known, where
    assert before <= after


DONE_AT_ONCE = [
    (scenario, where)
    for number, (name, scenario, where) in enumerate(every_scenario())
    if name in ("122_1g_defense-2", "707_copying-1")
    or (number % 160 == 0 and scenario.actions and not scenario.settle and "go" not in scenario.actions[-1].split())
]


@pytest.mark.parametrize(("scenario", "where"), DONE_AT_ONCE, ids=[where for _, where in DONE_AT_ONCE])
def test_an_empty_moment_before_state_based_actions_makes_no_difference(
    scenario: Scenario, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It passes in a branch, or on one of many boards, where what resolves is done while it goes on elsewhere."""
    known, before = what_comes(scenario)
    carry_on = Timeline.carry_on

    def wait(timeline: Timeline) -> None:
        carry_on(timeline)
        timeline.run("doing")
        timeline.advance()

    monkeypatch.setattr(Timeline, "carry_on", wait)
    found, after = what_comes(scenario)
    assert found == known, where
    assert before < after


# --- reading too early ------------------------------------------------------------------------------------------


class Late(NamedTuple):
    """A row of the schedule: what may be read before all of it is derived."""

    predicate: str
    derives: str
    reads: frozenset[str]
    beside: frozenset[str]

    def allows(self, reading: Use, derives: str) -> bool:
        """Whether this, read before a part of that name derives it, is what the row speaks of."""
        return (
            derives == self.derives
            and self.predicate in ("any", reading.atom.key[0])
            and (not self.reads or reading.part[0] in self.reads)
            and (not self.beside or not self.beside.isdisjoint(reading.rule.given))
        )


@cache
def rows() -> Mapping[str, list[Late]]:
    """The rows of the schedule, by the part that derives."""
    found: dict[str, list[Late]] = defaultdict(list)
    for fact in schedule_facts("late"):
        predicate, derives, *several, why = fact.arguments
        assert why.string
        names = [[one.name for one in (term.arguments or [term])] for term in several]
        reads, beside = (frozenset(name for name in one if name != "any") for one in names)
        found[derives.name].append(Late(predicate.name, derives.name, reads, beside))
    return found


def late(program: Program, passed_over: Callable[[Use, str], bool]) -> Iterator[tuple[Use, Use]]:
    """What is read, with what derives it in a later call, but for what is passed over where parts of a name derive it.

    There are millions of such pairs in what the rows of the schedule allow.
    """
    derived: dict[tuple[str, int], dict[object, dict[str, list[tuple[int, Use]]]]] = defaultdict(dict)
    for number, call in enumerate(program.calls):
        for part in call:
            for use in uses(program.files, program.held, part)[0]:
                by_part = derived[use.atom.key].setdefault(begins_with(use.atom), defaultdict(list))
                by_part[part[0]].append((number, use))
    for number, call in enumerate(program.calls):
        for part in call:
            for use in uses(program.files, program.held, part)[1]:
                by_first = derived.get(use.atom.key, {})
                first = begins_with(use.atom)
                alike = by_first.values() if first is None else [by_first.get(one, {}) for one in (first, None)]
                for name, several in chain(*(one.items() for one in alike)):
                    # The last call says whether any is later.
                    if several[-1][0] <= number or passed_over(use, name):
                        continue
                    for when, other in several:
                        if when > number and same(use.atom.term, other.atom.term):
                            yield use, other


def begins_with(atom: Atom) -> object:
    """What its first argument is, the moment as a rule; None if it may be anything. Functions are counted as one."""
    first = atom.term[1] if len(atom.term) > 1 else None
    return tuple if isinstance(first, tuple) else first


def told(reading: Use, deriving: Use) -> str:
    """Both in words."""
    return (
        f"{reading.rule.where} in {reading.part} reads {reading.atom.key[0]}, "
        f"which {deriving.rule.where} derives later, in {deriving.part}"
    )


@every_question
def test_nothing_is_read_before_all_that_derives_it(question: str, held: frozenset[str]) -> None:
    def allowed(use: Use, derives: str) -> bool:
        return any(row.allows(use, derives) for row in rows().get(derives, ()))

    found = {told(*pair) for program in programs(question, held) for pair in late(program, allowed)}
    assert sorted(found) == []


def test_each_row_of_what_is_read_too_early_is_of_something() -> None:
    everything = frozenset(conditions())
    asked = ("outcomes", "outcomes with everything settled", "lines")
    left = {derives: set(several) for derives, several in rows().items()}

    def of_none_left(use: Use, derives: str) -> bool:
        return not any(row.allows(use, derives) for row in left.get(derives, ()))

    for program in chain(*(programs(one, everything) for one in asked)):
        for reading, deriving in late(program, of_none_left):
            of_part = left[deriving.part[0]]
            of_part -= {row for row in of_part if row.allows(reading, deriving.part[0])}
    assert [row for several in left.values() for row in several] == []


# --- circles ----------------------------------------------------------------------------------------------------


def circles(program: Program) -> Iterator[set[str]]:
    """The rules of one call that depend on each other through a negation or an aggregate, call by call.

    The grounder tells rules apart by their text, in which no numbers stand in the place of parameters yet. What players
    choose is open anyhow; the circles looked for are those that are left where none of the rules that choose can fire.
    """
    for call in program.calls:
        names = sorted({(part[0], len(part) - 1) for part in call})
        inside = (rule for name in names for rule in in_parts(program.files, program.held)[name])
        yield from open_circles(tuple(rule for rule in inside if not rule.chooses))


@cache
def open_circles(inside: tuple[Rule, ...]) -> list[set[str]]:
    """The circles among rules."""
    deriving: dict[tuple[str, int], list[tuple[Atom, int]]] = defaultdict(list)
    atoms = [rule.atoms() for rule in inside]
    for number, (heads, _) in enumerate(atoms):
        for atom in heads:
            deriving[atom.key].append((atom, number))
    edges: list[dict[int, bool]] = []
    for _, read in atoms:
        needs: dict[int, bool] = {}
        for atom in read:
            for other, number in deriving.get(atom.key, ()):
                if same(atom.term, other.term):
                    needs[number] = needs.get(number, False) or atom.needs_all
        edges.append(needs)
    return [
        {inside[one].where for one in component}
        for component in components(edges)
        if any(edges[one].get(other) for one in component for other in component)
    ]


def components(edges: Sequence[Mapping[int, object]]) -> list[set[int]]:
    """The strongly connected components of a graph (Tarjan)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[set[int]] = []
    clock = count()

    for start in range(len(edges)):
        if start in order:
            continue
        walk = [(start, iter(edges[start]))]
        order[start] = low[start] = next(clock)
        stack.append(start)
        while walk:
            node, following = walk[-1]
            for other in following:
                if other not in order:
                    order[other] = low[other] = next(clock)
                    stack.append(other)
                    walk.append((other, iter(edges[other])))
                    break
                if other in stack:
                    low[node] = min(low[node], order[other])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == order[node]:
                    place = stack.index(node)
                    found.append(set(stack[place:]))
                    del stack[place:]
    return found


@every_question
def test_no_call_has_a_circle_that_leaves_atoms_open(question: str, held: frozenset[str]) -> None:
    assert [one for program in programs(question, held) for one in circles(program)] == []


# --- what is left open ------------------------------------------------------------------------------------------


@cache
def chosen() -> frozenset[tuple[str, int]]:
    """The predicates among whose atoms the model may choose."""
    every = [rule for name in RULE_FILES for rule in rules(name) if rule.chooses]
    return frozenset(atom.key for rule in every for atom in rule.atoms()[0])


EVERY = 131
"""Of so many scenarios one is looked at."""


WAITS = ("waiting_for_board", 3)
"""Where an ability of layer 6 asks about the board (611.3a). The solver takes the numbers of a part for variables, so
that for it `not_so(t,6,...)` and `not_so(t,7,...)` are in one circle, which plans do not see."""


def test_where_nobody_chooses_every_atom_is_a_fact() -> None:
    without, open_atoms = 0, {}
    for _, scenario, _ in every_scenario()[::EVERY]:
        board = Board(scenario.board)
        board = board if scenario.seen_by is None else board.seen_by(scenario.seen_by)
        timeline = Search(board, board.actions(scenario.actions)).timeline
        atoms = list(timeline.control.symbolic_atoms)
        if any((atom.symbol.name, len(atom.symbol.arguments)) in {*chosen(), WAITS} for atom in atoms):
            continue
        without += 1
        if left := {atom.symbol.name for atom in atoms if not atom.is_fact}:
            open_atoms[scenario.name] = left
    assert without > 10
    assert open_atoms == {}
