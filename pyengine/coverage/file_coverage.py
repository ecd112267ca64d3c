"""How many cards of a card file are read in whole, what is missing of the others, and which clause shapes fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from pyengine.bulk.spread import spread
from pyengine.card_model.card import CardDefinition
from pyengine.cards.store import Printing
from pyengine.compiler import printed_text
from pyengine.coverage.clause_shapes import shapes
from pyengine.errors import InputError
from pyengine.formats.card_file import LeftOut, PrintedCard, faces
from pyengine.formats.card_findings import NOT_PLAYED_APART, missing_of, speaks_of_counters_or_face_down

AT_ONCE = 50
"""Number of cards that a process takes at a time."""
EXAMPLES = 3
"""Number of lines shown of a shape."""


class Counted(NamedTuple):
    """The findings about one card."""

    name: str
    about: bool
    """It speaks of counters or face-down objects."""
    missing: tuple[str, ...]
    shapes: tuple[tuple[str, str], ...]
    """The shapes of the clauses at which its lines fail, each with a line."""


def report(
    cards: Iterable[PrintedCard | LeftOut],
    with_shapes: bool = False,
    jobs: int = 1,
    every: int = 1,
    only_about: bool = False,
) -> dict[str, Any]:
    """Count the cards that are read in whole, those about counters or face-down objects apart.

    `with_shapes` adds the clauses at which lines fail, by how many more cards each shape alone would make whole.
    `every` takes each card whose number is a multiple of it. `only_about` leaves out all cards that don't speak of
    counters or face-down objects.
    """
    left_out: Counter[str] = Counter()
    known = _known_once(cards, left_out)
    chosen = islice(filter(speaks_of_counters_or_face_down, known) if only_about else known, 0, None, every)
    return _report(_counted(chosen, with_shapes, jobs), left_out, with_shapes)


def _report(counted: Iterable[Counted], left_out: Counter[str], with_shapes: bool = False) -> dict[str, Any]:
    total, about = Counter[str](), Counter[str]()
    missing, clauses = _Ranking(), _Ranking()
    for one in counted:
        for counts in (total, about) if one.about else (total,):
            counts.update(["cards"] if one.missing else ["cards", "whole"])
        missing.add(one.name, dict.fromkeys(one.missing, ""))
        other = {what: "" for what in one.missing if what in _APART}
        clauses.add(one.name, dict(one.shapes) | other if one.shapes else dict.fromkeys(one.missing, ""))
    found = {**_share(total), "subject": _share(about), "left_out": dict(sorted(left_out.items()))}
    found["missing"] = [{"what": what, "completes": n, "cards": m} for what, n, m, _ in missing.ranked()]
    if with_shapes:
        found["shapes"] = [
            {"shape": what, "completes": n, "cards": m, "examples": examples}
            for what, n, m, examples in clauses.ranked()
        ]
    return found


def report_of_store(printings: Iterable[Printing]) -> dict[str, Any]:
    """Count the cards of a store as `report` does, by what was found out as they were imported."""
    return _report((Counted(one.name, one.about, one.missing, ()) for one in printings), Counter())


_APART = frozenset(NOT_PLAYED_APART.values())


def _share(counts: Counter[str]) -> dict[str, Any]:
    share = round(counts["whole"] / counts["cards"], 4) if counts["cards"] else 0.0
    return {"cards": counts["cards"], "whole": counts["whole"], "share": share}


class _Ranking:
    """Missing parts: how many cards lack each, and how many lack nothing else."""

    def __init__(self) -> None:
        self._named: Counter[str] = Counter()
        self._completes: Counter[str] = Counter()
        self._examples: dict[str, list[dict[str, str]]] = {}

    def add(self, card: str, lacks: dict[str, str]) -> None:
        self._named.update(lacks.keys())
        if len(lacks) == 1:
            self._completes.update(lacks.keys())
        for what, line in lacks.items():
            examples = self._examples.setdefault(what, [])
            if len(examples) < EXAMPLES:
                examples.append({"card": card, "line": line})

    def ranked(self) -> Iterator[tuple[str, int, int, list[dict[str, str]]]]:
        for what in sorted(self._named, key=lambda one: (-self._completes[one], -self._named[one], one)):
            yield what, self._completes[what], self._named[what], self._examples[what]


def _known_once(cards: Iterable[PrintedCard | LeftOut], left_out: Counter[str]) -> Iterator[PrintedCard]:
    names = set()
    for card in cards:
        if isinstance(card, LeftOut):
            left_out[card.why] += 1
        elif card.name not in names:
            names.add(card.name)
            yield card


# --- one card ----------------------------------------------------------------------------------------------------


def count(cards: Sequence[PrintedCard], with_shapes: bool) -> list[Counted]:
    """Find out what is missing of some cards."""
    return [_count(card, with_shapes) for card in cards]


def _count(card: PrintedCard, with_shapes: bool) -> Counted:
    lacking = missing_of(card)
    found: dict[str, str] = {}
    if with_shapes and lacking:
        with suppress(InputError):
            for face in faces(card):
                for line, those in _shapes(face):
                    found.update({one: line for one in those if one not in found})
    return Counted(card.name, speaks_of_counters_or_face_down(card), lacking, tuple(found.items()))


def _shapes(face: CardDefinition) -> Iterator[tuple[str, frozenset[str]]]:
    own, is_spell = printed_text.names_of(face.name, face), printed_text.is_spell(face)
    for line in printed_text.lines_not_modelled(face.text or "", own, is_spell):
        yield " / ".join(line.text.split("\n")), shapes(line, own, is_spell)


# --- many cards --------------------------------------------------------------------------------------------------


def _counted(cards: Iterable[PrintedCard], with_shapes: bool, jobs: int) -> Iterator[Counted]:
    """Count cards in several processes."""
    given = iter(cards)
    batches = iter(lambda: list(islice(given, AT_ONCE)), [])
    for found in spread(partial(count, with_shapes=with_shapes), batches, jobs, __name__):
        yield from found


# --- tables ------------------------------------------------------------------------------------------------------


def rows(report: dict[str, Any], most: int) -> list[tuple[str, ...]]:
    """The table of what is missing most; with shapes, of those."""
    if "shapes" not in report:
        listed = [(str(one["completes"]), str(one["cards"]), one["what"]) for one in report["missing"][:most]]
        return [("completes", "cards", "missing"), *listed]
    found: list[tuple[str, ...]] = [("completes", "cards", "clause", "example")]
    for one in report["shapes"][:most]:
        found.append((str(one["completes"]), str(one["cards"]), one["shape"], one["examples"][0]["card"]))
    return found
