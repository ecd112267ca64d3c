"""Properties over all boards within bounds: a proof, or the board that breaks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo

from pyengine.actions.phrase_writing import phrase
from pyengine.answers.verdicts import latest
from pyengine.asking import caveats
from pyengine.asking.candidates import candidate
from pyengine.asking.noted import Assumption, is_noted, met, noted_atoms
from pyengine.board import Board
from pyengine.cards.ability_facts import card_facts
from pyengine.cards.kinds import checked_kind, kind_facts
from pyengine.cards.vocabulary import CardText
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.quoting import quoted
from pyengine.position.board_facts import edition_facts
from pyengine.position.references import check_date
from pyengine.solving.solver import deadline_after, function
from pyengine.solving.statements import asp_directory
from pyengine.solving.terms import FactWriter, quote
from pyengine.solving.timeline import Timeline

MAX_OBJECTS = 20
"""Most permanents on the boards of a space."""

PERMANENT = "o"
"""What the permanents of a space are called, with a number each."""

MAX_COUNTERS = 1000
"""Most counters of a kind on each of them."""


@dataclass(frozen=True)
class Space:
    """The boards looked at: up to `objects` permanents of two players, each on one of the cards, with up to
    `most` counters of each kind, under the rules of a date."""

    cards: Mapping[str, CardText]
    objects: int = 3
    kinds: Sequence[str] = ("+1/+1", "-1/-1", "charge")
    most: int = 4
    rules: str | None = None


@dataclass(frozen=True)
class Open:
    """What a proof leaves open, and a board on which that is met as `action` is done."""

    caveats: tuple[str, ...]
    board: Board
    action: str


@dataclass(frozen=True)
class Proof:
    """What is known of a property on the boards of a space.

    It holds on every one of them, or fails on `counterexample` as `action` is done. `holds` is None if neither is
    known: no board was found on which it fails, but on some not everything is worked out, or not everything of a card
    or an edition is modelled (`left_open`); or it fails only where a limit is met. `caveats` has all notes, those of
    the counterexample as well; `other_caveats` what is not modelled of the cards and could not have changed the answer.
    """

    holds: bool | None
    counterexample: Board | None = None
    action: str | None = None
    left_open: tuple[Open, ...] = ()
    notes: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the answer does not take into account, in words."""
        return tuple(dict.fromkeys([*self.notes, *(note for one in self.left_open for note in one.caveats)]))

    @property
    def complete(self) -> bool:
        """Whether it is known that the property holds, or that it fails."""
        return self.holds is not None

    def stopped(self, why: str) -> Proof:
        """The same, known before the search was stopped."""
        return replace(self, notes=(*self.notes, caveats.CUT_SHORT + why))


def properties() -> list[str]:
    """The properties there are."""
    return sorted(path.stem for path in (asp_directory() / "properties").glob("*.lp"))


def prove(property_name: str, space: Space, *, timeout: float | None = None) -> Proof:
    """Search the whole space for a board that breaks a property of `asp/properties`, and then for boards on which that
    can't be told.

    Where `timeout` seconds have passed, what is known by then; raises `Interrupted` if that is nothing. Raises
    `InputError` for a property there is none of, or a date without rules.
    """
    return latest(search(property_name, space, timeout=timeout))


def search(property_name: str, space: Space, *, timeout: float | None = None) -> Iterator[Proof]:
    """What is known of a property: that no board breaks it, and then whether that is a proof. Raises `Interrupted`."""
    if property_name not in properties():
        raise InputError(f"no property is called {quoted(property_name)}; there are: {', '.join(properties())}")
    check_date(space.rules)
    arguments.whole(space.objects, "permanents", 1, MAX_OBJECTS)
    arguments.whole(space.most, "counters", 1, MAX_COUNTERS)
    space = replace(space, kinds=tuple(map(checked_kind, arguments.texts(space.kinds, "kinds"))))
    for name, card in arguments.mapping(space.cards, "cards").items():
        if not isinstance(card, CardText):
            raise InputError(f"expected the definition of {quoted(name)}, found {quoted(card)}")
    facts = FactWriter()
    edition_facts(facts, space.rules)
    for player in ("p1", "p2"):
        facts.add("player", quote(player))
        facts.add("life", 0, quote(player), 20)
    facts.add("active", 0, quote("p1"))
    facts.add("priority", 0, quote("p1"))
    for number in range(space.objects):
        facts.add("slot", quote(f"{PERMANENT}{number + 1}"))
    for name, card in space.cards.items():
        facts.add("printed", quote(name))
        card_facts(facts, name, card)
    for kind in space.kinds:
        facts.add("asked_kind", quote(kind))
    facts.add("most", space.most)
    text = facts.text() + "\n".join(kind_facts(space.kinds)) + "\n"
    timeline = Timeline(
        text,
        ["questions/space.lp"],
        files=[f"properties/{property_name}.lp"],
        deadline=deadline_after(timeout),
    )
    for course in ("doing", "happening", "proving"):  # all of it is about the one moment there is
        timeline.run(course)
    # Of boards that contradict the rules nothing is asked.
    sound = [(atom.symbol, False) for atom in timeline.control.atoms("problem", 2) if not atom.is_fact]
    broken = _broken(space, timeline, sound)
    if broken is not None:
        yield broken
        return
    yield Proof(None)
    yield from _proof(space, timeline, sound)


def _broken(space: Space, timeline: Timeline, sound: Sequence[Assumption]) -> Proof | None:
    """A board that breaks the property: one with nothing to note, or else one without limits, or else any."""
    violated = (function("violated"), True)
    noted = noted_atoms(timeline)
    limits = [atom for atom in noted if is_noted([atom])]
    for avoided, holds in ((noted, False), (limits, False), ((), None)):
        for model in timeline.models([violated, *sound, *((atom, False) for atom in avoided)]):
            held = [atom for atom in noted if model.contains(atom)]
            board, action = _case(space, model.symbols(shown=True))
            told, other = caveats.all_caveats(board, held)
            return Proof(holds, board, action, notes=told, other_caveats=other)
    return None


def _proof(space: Space, timeline: Timeline, sound: Sequence[Assumption]) -> Iterator[Proof]:
    """What is left open where no board breaks the property: what is known of it by and by, and at last all."""
    told: set[str] = set()
    left_open: list[Open] = []
    others: dict[str, None] = {}
    boards = 0

    def known(holds: bool | None, *notes: str) -> Proof:
        said = {note for one in left_open for note in one.caveats}
        return Proof(holds, None, None, tuple(left_open), notes, tuple(one for one in others if one not in said))

    for shown, held in met(timeline, lambda atom: _of_any(str(atom)), sound):
        boards += 1
        board, action = _case(space, shown)
        noted, other = caveats.all_caveats(board, held)
        others |= dict.fromkeys(other)
        new = [note for note in noted if _of_any(note) not in told]
        told.update(map(_of_any, new))
        if new:
            left_open.append(Open(tuple(new), board, action))
            yield known(None)
    notes = () if boards else ("it holds of nothing: no board within these bounds has such an action",)
    yield known(None if left_open else True, *notes)


def _of_any(text: str) -> str:
    """What is said of one permanent, as it would be said of any: they differ in their names alone."""
    return re.sub(rf"\b{PERMANENT}\d+\b", PERMANENT, text)


def _case(space: Space, symbols: Sequence[clingo.Symbol]) -> tuple[Board, str]:
    """The board of a model, and the action that is done."""
    objects: dict[str, dict[str, Any]] = {}
    stamps: dict[str, int] = {}
    late: dict[tuple[str, str], int] = {}
    action = ""
    for symbol in symbols:
        name, arguments = symbol.name, symbol.arguments
        if name == "occurs":
            action = phrase(candidate(arguments[1]))
        elif name == "zone" and arguments[0].number == 0:
            objects.setdefault(arguments[1].string, {})["id"] = arguments[1].string
        elif name == "card_of":
            objects.setdefault(arguments[0].string, {})["card"] = arguments[1].string
        elif name == "controller" and arguments[0].number == 0:
            objects.setdefault(arguments[1].string, {})["controller"] = arguments[2].string
        elif name == "counters" and arguments[0].number == 0:
            counters = objects.setdefault(arguments[1].string, {}).setdefault("counters", {})
            counters[arguments[2].string] = arguments[3].number
        elif name == "timestamp" and arguments[0].number == 0:
            stamps[arguments[1].string] = arguments[2].number
        elif name == "counter_timestamp" and arguments[0].number == 0:
            late[arguments[1].string, arguments[2].string] = arguments[3].number
    _give_times(objects, stamps, {key: stamp for key, stamp in late.items() if stamp != stamps[key[0]]})
    data = {
        **({"rules": space.rules} if space.rules else {}),
        "players": {"p1": {}, "p2": {}},
        "battlefield": [objects[name] for name in sorted(objects, key=stamps.__getitem__)],
        "cards": {
            name: card.model_dump(mode="json", exclude_defaults=True, exclude={"name"})
            for name, card in space.cards.items()
        },
    }
    return Board.from_data(data), action


def _give_times(
    objects: Mapping[str, dict[str, Any]], stamps: Mapping[str, int], late: Mapping[tuple[str, str], int]
) -> None:
    """Write down when counters were put that came later than what they are on; else the order of objects tells all."""
    for (name, kind), stamp in late.items():
        objects[name]["counters"][kind] = {"count": objects[name]["counters"][kind], "timestamp": stamp}
    if late:
        for name, item in objects.items():
            item["timestamp"] = stamps[name]
