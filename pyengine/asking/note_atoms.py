"""Limits of an answer: the notes of the rules that hold, and the models in which they are found.

The rules derive an atom for each limit that is met. A note belongs to an answer if its atom holds in a model of the
question, whichever outcome that model gives and whether or not it is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import clingo

from pyengine.solving.branches import Branches
from pyengine.solving.timeline import Timeline

NOTES = (("limit", 3), ("cut_short", 2), ("too_large", 3))
"""The atoms that say what is not worked out."""

REMARKS = (
    ("remark_there", 3),
    ("would_tell", 4),
    ("remark_applies_to", 4),
    ("remark_applies", 3),
    ("remark_applies_last", 2),
)
"""The atoms that say which remarks of cards are there, and which of them could have changed the answer."""

THEN = (("differs_then", 2), ("differed_of", 4), ("differed", 3), ("differed_last", 2))
"""The atoms that say what an older edition did otherwise, and which of it could have changed the answer."""

NOT_MODELLED = (*REMARKS, *THEN)
OF_INSTRUCTIONS = ("would_tell", "remark_applies_to", "differed_of")
"""Those of them that are about one instruction, which they name after the time."""

ONLY_THERE = frozenset({"remark_there", "would_tell", "differs_then"})
"""Those of them that say that something is there, not that it could have changed anything."""

NOT_MODELLED_NAMES = frozenset(name for name, _ in NOT_MODELLED)

Assumption = tuple[clingo.Symbol, bool]


def noted_atoms(timeline: Branches) -> list[clingo.Symbol]:
    """The notes and remarks of any branch that the program might have."""
    return [atom.symbol for note in (*NOTES, *NOT_MODELLED) for atom in timeline.atoms(*note)]


def remark_atoms(timeline: Branches) -> list[clingo.Symbol]:
    """The remarks of any branch that the program might have, and those that could have changed the answer."""
    return [atom.symbol for remark in NOT_MODELLED for atom in timeline.atoms(*remark)]


def remarks_about(
    remarked: Iterable[clingo.Symbol],
) -> tuple[list[clingo.Symbol], dict[clingo.Symbol, list[clingo.Symbol]]]:
    """The remarks that matter for the verdicts on many instructions: those for all, and those for single ones."""
    own: dict[clingo.Symbol, list[clingo.Symbol]] = {}
    shared = []
    for symbol in remarked:
        if symbol.name in OF_INSTRUCTIONS:
            own.setdefault(symbol.arguments[1], []).append(symbol)
        else:
            shared.append(symbol)
    return shared, own


def reached(
    timeline: Branches,
    among: Iterable[clingo.Symbol] | None = None,
    assumptions: Sequence[Assumption] = (),
) -> Iterator[clingo.Symbol]:
    """The notes among these atoms, or among all, that hold in some model under assumptions.

    Of atoms that say the same at different times it is enough to find one. Facts come first, and take no search.
    Raises `Interrupted` past the deadline; what came before is true all the same.
    """
    waiting: list[clingo.Symbol] = []
    said: set[object] = set()
    for symbol in noted_atoms(timeline) if among is None else among:
        atom = timeline.holding(symbol)
        if atom is not None and atom.is_fact:
            said.add(_said(symbol))
            yield symbol
        elif atom is not None:
            waiting.append(symbol)
    while waiting := [symbol for symbol in waiting if _said(symbol) not in said]:
        held: list[clingo.Symbol] = []
        for model in timeline.models([(waiting[0], True), *assumptions]):
            held = [symbol for symbol in waiting if model.contains(symbol)]
        said.update(map(_said, held))
        waiting = waiting[1:]
        yield from held


def met(
    timeline: Timeline, alike: Callable[[clingo.Symbol], object], assumptions: Sequence[Assumption] = ()
) -> Iterator[tuple[list[clingo.Symbol], list[clingo.Symbol]]]:
    """Generate models with notes: what each shows, and its notes.

    The first model gives the notes that always hold; each later one has a note that none had before. Among notes that
    are `alike`, one is enough. Raises `Interrupted` past the deadline.
    """
    waiting = noted_atoms(timeline)
    wanted: Sequence[Assumption] = ()
    while True:
        seen: set[object] = set()
        for model in timeline.models([*wanted, *assumptions]):
            held = [symbol for symbol in waiting if model.contains(symbol)]
            seen.update(map(alike, held))
            yield list(model.symbols(shown=True)), held
        waiting = [symbol for symbol in (waiting[1:] if wanted else waiting) if alike(symbol) not in seen]
        if not waiting:
            return
        wanted = ((waiting[0], True),)


def reached_by(
    timeline: Timeline, among: Iterable[clingo.Symbol], known: Mapping[clingo.Symbol, Iterable[clingo.Symbol]]
) -> dict[clingo.Symbol, list[clingo.Symbol]]:
    """The notes among these atoms for each of some choices; every model makes one of the choices.

    `known` has the choices with the notes already found for each. Raises `Interrupted` past the deadline.
    """
    found: dict[clingo.Symbol, list[clingo.Symbol]] = {choice: [] for choice in known}
    said: dict[object, set[clingo.Symbol]] = {}
    for choice, symbols in known.items():
        for symbol in symbols:
            said.setdefault(_said(symbol), set()).add(choice)
    for symbol in among:
        of_these = said.setdefault(_said(symbol), set())
        while len(of_these) < len(known) and (held := _made_with(timeline, symbol, list(known), of_these)):
            of_these.update(held)
            for choice in held:
                found[choice].append(symbol)
    return found


def _made_with(
    timeline: Timeline, symbol: clingo.Symbol, choices: Sequence[clingo.Symbol], known: set[clingo.Symbol]
) -> list[clingo.Symbol]:
    """Some choices with which an atom holds, of those not known yet; none if there is no other."""
    atom = timeline.holding(symbol)
    if atom is None or atom.is_fact:
        return [choice for choice in choices if atom is not None and choice not in known]
    for model in timeline.models([(symbol, True), *((choice, False) for choice in known)]):
        return [choice for choice in choices if model.contains(choice)]
    return []


def _said(symbol: clingo.Symbol) -> object:
    """The content of a note, without its moment."""
    if symbol.name in ("remark_applies_last", "differs_then", "differed_last"):
        return symbol
    # After the time comes what limit, cut_short and too_large say; of remarks, all the rest.
    _, *rest = symbol.arguments
    return symbol.name, *(rest if symbol.name in NOT_MODELLED_NAMES else rest[:1])


def is_noted(symbols: Iterable[clingo.Symbol]) -> bool:
    """True if there is a note besides the verdict and the text that is not modelled."""
    names = {name for name, _ in NOTES}
    return any(symbol.name in names for symbol in symbols)


def too_large(timeline: Branches) -> list[clingo.Symbol]:
    """The atoms for a number past the solver's range. An answer reports such a branch, and lists no outcome of it."""
    return [atom.symbol for atom in timeline.atoms("too_large", 3)]
