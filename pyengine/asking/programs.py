"""Programs about a position: its facts with those of instructions, and what is asked of it as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from pyengine.actions.action import Action, facts, new_ids
from pyengine.answers import render, verdicts
from pyengine.answers.verdicts import Citations, Reason
from pyengine.asking.note_atoms import (
    noted_atoms,
)
from pyengine.asking.note_words import caveats, other_caveats
from pyengine.compiler.token_cards import COPY, is_emblem
from pyengine.errors import InvalidBoardError
from pyengine.glossary.editions import NEWEST, edition_number
from pyengine.phrases.counter_kinds import kind_facts
from pyengine.position.board_facts import ward_facts
from pyengine.position.characteristics import Characteristics
from pyengine.position.position import Position
from pyengine.position.references import ids
from pyengine.position.view import SIGHT, Sight
from pyengine.solving.asp_terms import FactWriter, quote
from pyengine.solving.timeline import Timeline

DATES_KEPT = 64
"""Number of dates whose rule numbers are remembered, at about 150 KB each."""

ALL_RESOLVES = "all_resolves.\n"
"""The fact that everything on the stack resolves in the end."""


def instruction_facts(board: Position, steps: Sequence[Action], *, happen: bool = False) -> str:
    """Facts of a sequence of instructions, `i1` first.

    If they happen, and are not only judged, abilities of cards resolve as well: the tokens that those create have ids.
    """
    lines: list[str] = []
    for number, action in enumerate(steps, 1):
        term = f"i{number}"
        lines += facts(action, term)
        lines.append(f"planned({term},{number}).")
        lines += [f"named({term},{quote(name)})." for name in action.names()]
    kinds = {kind for action in steps for kind in action.kinds()} | board.kinds()
    for action in steps:
        for token, name in action.tokens():
            card = board.card(name)
            lines += [f"card_of({quote(token)},{quote(card.name)}).", *card.facts]
            for part in card.parts:
                lines += board.card(part).facts
            kinds |= card.kinds
    taken = ids(board.model) | board.model.players.keys()
    for name, number, token in new_ids(steps, taken, board.tokens() if happen else {}):
        if name == COPY:
            lines.append(f"spare_token({quote(COPY)},{number},{quote(token)}).")
            continue
        card = board.card(name)
        spare = "spare_emblem" if is_emblem(card.name) else "spare_token"
        lines += [f"{spare}({quote(card.name)},{number},{quote(token)}).", *card.facts]
        lines.append(f"card_of({quote(token)},{quote(card.name)}).")
        kinds |= card.kinds
    if "rad" in kinds:
        from pyengine.compiler.effect_facts import rad_facts  # few boards have such counters

        rad = FactWriter()
        rad_facts(rad)
        lines += rad.lines
    lines += kind_facts(kinds)
    lines += ward_facts(lines)
    return "\n".join(sorted(set(lines))) + "\n"


def action_facts(board: Position, actions: Sequence[Action]) -> str:
    """Facts of actions that are done one after the other, and which instructions are steps of one that has several."""
    steps: list[Action] = []
    several = ""
    for number, action in enumerate(actions, 1):
        before = len(steps)
        steps += action.steps()
        if action.then is not None:
            several += "".join(f"step_of_action(i{step},{number}).\n" for step in range(before + 1, len(steps) + 1))
    return instruction_facts(board, steps, happen=True) + several


def distinguished_facts(names: Iterable[str]) -> str:
    """Facts of the objects that a goal or later actions tell from others like them: each may pay or not (605.3a)."""
    return "".join(f"distinguished({quote(name)}).\n" for name in sorted(names))


def is_older(board: Position) -> bool:
    """True if an edition older than the newest applies to the board."""
    return edition_number(board.model.rules) < NEWEST


def cite(board: Position) -> Citations:
    """The rule numbers of the board's date."""
    return _numbers_on(edition_number(board.model.rules)) if is_older(board) else Citations()


@lru_cache(DATES_KEPT)
def _numbers_on(edition: int) -> Citations:
    """The rule numbers of a date, as YYYYMMDD."""
    timeline = Timeline(
        f"edition({edition}).\n",
        ["questions/editions.lp"],
        files=("editions/citations.lp",),
        courses=(),
        by_plans=True,
    )
    numbers = {}
    for atom in timeline.atoms("cited", 2):
        key, number = atom.symbol.arguments
        numbers[key.string] = number.string
    for atom in timeline.atoms("number_not_known", 1):
        unknown = atom.symbol.arguments[0].string
        numbers[unknown] = f"{unknown} (number not known)"
    return Citations(numbers)


def refuse_broken(board: Position, timeline: Timeline) -> None:
    """Raise `InvalidBoardError` if anything on the board contradicts the rules; it must be grounded by now."""
    problems = list(_problems(board, timeline))
    if problems:
        places = [next((board.where(one) for one in problem.data if isinstance(one, str)), "") for problem in problems]
        lines = [
            f"{place}: {problem}" if place else str(problem) for place, problem in zip(places, problems, strict=True)
        ]
        raise InvalidBoardError("the board contradicts the rules:\n" + "\n".join(f"  {line}" for line in lines))


def _problems(board: Position, timeline: Timeline) -> Iterator[Reason]:
    """The contradictions of a board to the rules; if the board is partly open, those in every case."""
    found = [atom.symbol.arguments for atom in timeline.atoms("problem", 2) if atom.is_fact]
    numbers = cite(board)
    for what, rule in sorted(found):
        yield Reason(
            what.name,
            numbers(rule.string),
            tuple(map(render.plain, what.arguments)),
            render.words(what, render.PROBLEMS),
        )


def problems(board: Position) -> tuple[Reason, ...]:
    """Everything about the board that contradicts the rules."""
    timeline = Timeline(board.facts(), ["questions/do.lp"], courses=("looking",), by_plans=True)
    timeline.run("looking")
    return tuple(_problems(board, timeline))


def characteristics(
    board: Position, asked: Sequence[str] = ()
) -> tuple[dict[str, Characteristics], tuple[str, ...], tuple[str, ...]]:
    """The characteristics of every object after the layers of rule 613; the limits of that answer; and the limits that
    could not have changed it.

    All of it is asked for, unless questions say what is `asked`.
    """
    program = board.facts() + instruction_facts(board, ()) + ("" if asked else "characteristics_asked.\n")
    timeline = Timeline(
        program, ["questions/characteristics.lp", *asked], courses=("looking", "comparing"), by_plans=True
    )
    timeline.run("looking")
    timeline.run("comparing")
    found = timeline.atoms("is", 3)
    said = verdicts.characteristics(atom.symbol.arguments for atom in found)
    noted = noted_atoms(timeline)
    return said, caveats(board, noted), other_caveats(board, noted)


@cache
def face_down_cost() -> str:
    """The mana for which a card is cast face down, by the rules of such spells."""
    timeline = Timeline("", ["questions/face_down_cost.lp"], courses=(), by_plans=True)
    costs = (atom.symbol.arguments for atom in timeline.atoms("cost_generic", 2))
    return next(f"{{{number.number}}}" for what, number in costs if what.name == "face_down_cost")


WHO_CHOOSES = "questions/who_chooses.lp"
"""The predicates that say who makes a choice."""


def sides(board: Position, solver: str) -> tuple[frozenset[str], frozenset[str]]:
    """The players whose choices opponents of this one make, and those whose choices teammates make."""
    timeline = Timeline(board.facts() + f"solver({quote(solver)}).\n", [WHO_CHOOSES], courses=(), by_plans=True)
    against, beside = (
        frozenset(atom.symbol.arguments[0].string for atom in timeline.atoms(name, 1)) for name in ("adversary", "ally")
    )
    return against, beside


def declaring(board: Position) -> tuple[str, ...]:
    """The players who have attackers or blockers to declare now, in a stable order."""
    timeline = _as_it_is(board)
    return tuple(sorted(atom.symbol.arguments[1].string for atom in timeline.atoms("may_declare", 3)))


def top_controller(board: Position) -> str:
    """The controller of the top of the stack; empty if the stack is."""
    timeline = _as_it_is(board)
    return next((atom.symbol.arguments[1].string for atom in timeline.atoms("top_controlled", 2)), "")


def _as_it_is(board: Position) -> Timeline:
    """The answer of `WHO_CHOOSES` for a board."""
    timeline = Timeline(
        board.facts(), ["questions/do.lp", WHO_CHOOSES], courses=("looking", "comparing"), by_plans=True
    )
    timeline.run("looking")
    timeline.run("comparing")
    return timeline


def sight(board: Position, player: str) -> Sight:
    """The board as a player sees it, with what that player may know about the rest (708.5)."""
    timeline = Timeline(
        board.facts() + instruction_facts(board, ()) + f"player_view({quote(player)}).\n",
        ["questions/do.lp"],
        by_plans=True,
        courses=("viewing",),
    )
    timeline.run("viewing")
    refuse_broken(board, timeline)
    found = (atom.symbol for name, arity in SIGHT for atom in timeline.atoms(name, arity))
    return Sight.of((symbol.name, symbol.arguments) for symbol in found)
