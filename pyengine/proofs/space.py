"""A space: all boards within bounds, as facts for the rules to choose from, and back from a choice to a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import prod
from typing import Any

import clingo

from pyengine.actions.phrases import write
from pyengine.asking.candidates import candidate
from pyengine.board import Board
from pyengine.card_model.card import CardText
from pyengine.cards import catalog
from pyengine.compiler.ability_facts import card_facts
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.fields import Kind, Model, Name
from pyengine.files.quoting import quoted
from pyengine.glossary.editions import NEWEST, NEWEST_DATE
from pyengine.phrases.counter_kinds import checked_kind, kind_facts
from pyengine.position.board_changes import changed_board
from pyengine.position.board_facts import edition_facts
from pyengine.position.model import ZONES
from pyengine.position.references import check_date
from pyengine.proofs.property_files import VARYING, Property
from pyengine.solving.asp_terms import FactWriter, quote
from pyengine.solving.solver import by_predicate
from pyengine.solving.timeline import Timeline

MAX_OBJECTS = 20
"""Most permanents on the boards of a space."""

PLAYERS = ("p1", "p2")

PERMANENT = "o"
"""Name of the permanents of a space; a number follows."""

MAX_COUNTERS = 1000
"""Most counters of a kind on each of them."""

MAX_STEPS = 5
"""Most instructions in a row."""


class SpaceFile(Model):
    """The bounds of a space, as a small file; what is not given is as usual."""

    cards: tuple[Name, ...] = ()
    abilities: tuple[Name, ...] = ()
    objects: int | None = None
    kinds: tuple[Kind, ...] = ()
    most: int | None = None
    rules: str | None = None
    varies: tuple[Name, ...] = ()


@dataclass(frozen=True)
class Choices:
    """Choices under the rules of a date."""

    elsewhere: tuple[str, ...]
    """The zones beside the battlefield."""
    causes: tuple[str, ...]
    """Causes that turn objects face down."""
    timed_kinds: frozenset[str]
    """The kinds of which it matters when a counter was put: any time since the object came, or with it."""


@lru_cache(100)
def choices(kinds: tuple[str, ...], rules: str | None) -> Choices:
    """Return the choices under the rules of a date, with counters of these kinds."""
    facts = FactWriter()
    edition_facts(facts, rules)
    for kind in kinds:
        facts.add("asked_kind", quote(kind))
    said = _choices(facts, ["zones", "face down"], kind_facts(kinds))
    return Choices(
        tuple(one.string for one in said("may_be_in") if one.string != "battlefield"),
        tuple(one.string for one in said("usual_cause")),
        frozenset(one.string for one in said("time_matters")) & {*kinds},
    )


@cache
def editions() -> tuple[str | None, ...]:
    """The dates since which something was otherwise, the oldest first; None for the newest."""
    facts = FactWriter()
    facts.add("newest_edition", NEWEST)
    dates = [f"{one.number}" for one in _choices(facts, ["edition"], [])("may_be_edition")]
    return tuple(None if int(date) == NEWEST else f"{date[:4]}-{date[4:6]}-{date[6:]}" for date in dates)


def _choices(facts: FactWriter, varies: Sequence[str], more: Sequence[str]) -> Callable[[str], list[clingo.Symbol]]:
    """Gives what predicates are true of, on boards of one object of which that varies."""
    facts.add("slot", quote(PERMANENT))
    for what in varies:
        facts.add("varies", quote(what))
    timeline = Timeline(facts.text() + "\n".join(more) + "\n", ["questions/space.lp"], courses=("start",))
    return lambda name: sorted(atom.symbol.arguments[0] for atom in timeline.atoms(name, 1))


def checked_varies(varies: Sequence[str], rules: str | None) -> tuple[str, ...]:
    """Return the varying things, each once.

    Raises `InputError` for things that can't vary, or for an edition that is given too.
    """
    several = tuple(dict.fromkeys(arguments.texts(varies, "things that vary")))
    for what in several:
        if what not in VARYING:
            raise InputError(f"{quoted(what)} can't vary, but: {', '.join(VARYING)}")
    if "edition" in several and rules is not None:
        raise InputError(f"the edition varies, and is that of {rules}; say one of them")
    return several


@dataclass(frozen=True)
class Space:
    """The boards looked at, and how much is done on them.

    Up to `objects` permanents of two players, each on one of the cards, with up to `most` counters of each kind, under
    the rules of a date; `varies` says what else of them does. Up to `steps` instructions are done in a row.
    """

    cards: Mapping[str, CardText]
    objects: int = 3
    kinds: Sequence[str] = ("+1/+1", "-1/-1", "charge")
    most: int = 4
    rules: str | None = None
    steps: int = 1
    varies: Sequence[str] = ()

    def checked(self) -> Space:
        """Return the space with its kinds in their written form. Raises `InputError` for an invalid space."""
        check_date(self.rules)
        arguments.whole(self.objects, "permanents", 1, MAX_OBJECTS)
        arguments.whole(self.most, "counters", 1, MAX_COUNTERS)
        arguments.whole(self.steps, "instructions", 1, MAX_STEPS)
        for name, card in arguments.mapping(self.cards, "cards").items():
            if not isinstance(card, CardText):
                raise InputError(f"expected the definition of {quoted(name)}, found {quoted(card)}")
        kinds = tuple(dict.fromkeys(map(checked_kind, arguments.texts(self.kinds, "kinds"))))
        varies = checked_varies(self.varies, self.rules)
        return Space(self.cards, self.objects, kinds, self.most, self.rules, self.steps, varies)

    def words(self, asked: Property | None = None) -> str:
        """The bounds in words, with those that a property adds."""
        other = asked.other_edition if asked else None
        also = list(dict.fromkeys([*(asked.words("varies") if asked else ()), *self.varies]))
        said = [f"{self.objects} permanents", f"kinds {', '.join(self.kinds)}", f"counts to {self.most}"]
        if asked and asked.in_both_orders:
            said.append("2 instructions, in both orders")
        elif self.steps > 1:
            said.append(f"{self.steps} instructions in a row")
        said += [f"also varying: {', '.join(also)}"] if also else []
        if self.rules or other:
            said.append("rules of " + " and ".join([self.rules or NEWEST_DATE, *([other] if other else [])]))
        return ", ".join(said)

    def board(self, zones: Mapping[str, Sequence[Mapping[str, Any]]]) -> Board:
        """The board with these objects in its zones and nothing else."""
        used = {item["card"] for items in zones.values() for item in items}
        data = {
            **({"rules": self.rules} if self.rules else {}),
            "players": {player: {} for player in PLAYERS},
            **zones,
            "cards": {
                name: card.model_dump(mode="json", exclude_defaults=True, exclude={"name"})
                for name, card in self.cards.items()
                if name in used
            },
        }
        return Board.from_data(data)

    def facts(self, asked: Property) -> str:
        """The facts of which a board is chosen."""
        facts = FactWriter()
        board = self.board({}).facts()
        if "edition" in (*self.varies, *asked.words("varies")):
            checked_varies(["edition"], self.rules)
            board = board.replace(f"edition({NEWEST}).", f"newest_edition({NEWEST}).")
        for number in range(self.objects):
            facts.add("slot", quote(f"{PERMANENT}{number + 1}"))
        for name, card in self.cards.items():
            facts.add("printed", quote(name))
            facts.add("abilities_of", quote(name), len(catalog.worked_out(name, card).abilities))
        for kind in self.kinds:
            facts.add("asked_kind", quote(kind))
        for what in self.varies:
            facts.add("varies", quote(what))
        for step in range(self.steps):
            facts.add("step_of", step + 1)
        facts.add("most", self.most)
        return board + facts.text() + self._said_by_cards() + "\n".join(kind_facts(self.kinds)) + "\n"

    def _said_by_cards(self) -> str:
        """Return the facts of cards.

        If cards do things that are not modelled, the notes depend on the objects there: then the facts of a card need
        the card on the board.
        """
        several = [(name, name, card) for name, card in self.cards.items()]
        several += [(name, card.back, catalog.definition(card.back)) for name, card in self.cards.items() if card.back]
        several = [(front, name, catalog.worked_out(name, card)) for front, name, card in several]
        noted = any(card.not_modelled for _, _, card in several)
        lines = set()
        for front, name, card in several:
            said = FactWriter()
            card_facts(said, name, card)
            there = f" :- card_of(_,{quote(front)})." if noted else "."
            lines |= {line.removesuffix(".") + there for line in said.lines}
        return "\n".join(sorted(lines)) + "\n"


def space_of(
    asked: Property,
    *,
    cards: Mapping[str, CardText],
    objects: int | None = None,
    kinds: Sequence[str] = (),
    most: int | None = None,
    rules: str | None = None,
    steps: int | None = None,
    varies: Sequence[str] = (),
) -> Space:
    """The space with these bounds; what is not given is as the property says, or else as everywhere."""

    def bound(what: str, given: int | None, usual: int) -> int:
        return given if given is not None else asked.bound(what) or usual

    return Space(
        cards,
        bound("objects", objects, 3),
        tuple(kinds) or asked.words("with_kind") or ("+1/+1", "-1/-1", "charge"),
        bound("most", most, 4),
        rules or next(iter(asked.words("in_edition")), None),
        2 if asked.in_both_orders else bound("steps", steps, 1),
        tuple(varies),
    )


def number_of_boards(timeline: Timeline, space: Space) -> int:
    """Count the boards of a space, each once, whatever the names of its permanents.

    Boards that contradict the rules count too; with attached objects the number is too large. A board is a row of
    objects in the order of their timestamps, each in one of a number of ways.
    """
    open_to: dict[str, list[int]] = {}
    for symbol in {atom.symbol for atom in timeline.atoms("open_to", 3)}:
        number, each = symbol.arguments[-2:]
        open_to.setdefault(each.name, []).append(number.number)

    def ways(objects: int) -> int:
        """Return the number of ways of an object, one of `objects` objects."""
        plain, two_faced = (prod(open_to[each]) for each in ("plain", "two_faced"))
        # A keyword counter came with the object, before all of them or after any.
        timed = prod(1 + most * (objects + 2) for most in open_to.get("timed", ()))
        permanents = (plain + 2 * two_faced) * prod(open_to.get("permanent", ())) * timed
        return prod(open_to["object"]) * (permanents + (plain + two_faced) * prod(open_to["elsewhere"]))

    boards: int = sum(ways(objects) ** objects for objects in range(space.objects + 1))
    return boards * int(prod(open_to.get("player", ())) ** len(PLAYERS) * prod(open_to.get("board", ())))


def case_of(space: Space, symbols: Sequence[clingo.Symbol]) -> tuple[Board, list[str]]:
    """The board of a model, and the actions that are tried on it."""
    shown = by_predicate(symbols)
    fluents = [arguments[0] for arguments in shown.get("was", ())]
    zone = {one.arguments[0].string: one.arguments[1].string for one in fluents if one.name == "zone"}
    held = {one.arguments[0].string: one.arguments[1].string for one in fluents if one.name == "controller"}
    owners = {name.string: owner.string for name, owner in shown.get("owner", ())}
    stamps = {name.string: stamp.number for time, name, stamp in shown.get("timestamp", ()) if not time.number}
    tokens = {name.string for (name,) in shown.get("as_token", ())}
    zones: dict[str, list[dict[str, Any]]] = {}
    for name, card in sorted(((one.string, card.string) for one, card in shown.get("card_of", ())), key=_place(stamps)):
        owner, controller = owners[name], held.get(name)
        whose: dict[str, Any] = {"owner": owner} if owner != controller else {}
        whose |= {"controller": controller} if controller else {}
        whose |= {"token": True} if name in tokens else {}
        zones.setdefault(zone[name], []).append({"id": name, "card": card, **whose})
    dates = [f"{date.number}" for (date,) in shown.get("edition", ())]
    rules = [f"{date[:4]}-{date[4:6]}-{date[6:]}" for date in dates if int(date) != NEWEST]
    start = replace(space, rules=rules[0] if rules else space.rules).board(zones)
    gained = {"gained": [(one,) for one in fluents if one.name in _CHOSEN]}
    board = Board(changed_board(start.model, gained, []))
    late = {
        (name.string, kind.string): stamp.number
        for time, name, kind, stamp in shown.get("counter_timestamp", ())
        if not time.number and name.string in stamps and stamp.number != stamps[name.string]
    }
    tried = sorted((time.number, action) for time, action in shown.get("attempted", ()))
    return _with_times(board, stamps, late), [write(candidate(action)) for _, action in tried]


_CHOSEN = ("counters", "tapped", "phased_out", "face_down", "transformed", "damage", "attached")
"""The fluents that a space chooses, beside zones and who controls what."""


def _place(stamps: Mapping[str, int]) -> Callable[[tuple[str, str]], int]:
    return lambda one: stamps[one[0]]


def _with_times(board: Board, stamps: Mapping[str, int], late: Mapping[tuple[str, str], int]) -> Board:
    """Write down when objects came, and counters that came later, unless the order of objects in a file tells it."""
    data = board.to_data()
    if not late and sum(zone in data for zone in ZONES) < 2:
        return board
    for item in (one for zone in ZONES for one in data.get(zone, ())):
        item["timestamp"] = stamps[item["id"]]
        for kind, counter in item.get("counters", {}).items():
            if (stamp := late.get((item["id"], kind))) is not None:
                count = counter["count"] if isinstance(counter, dict) else counter
                item["counters"][kind] = {"count": count, "timestamp": stamp}
    return Board.from_data(data)
