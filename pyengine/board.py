"""The board: one immutable position, and everything that can be asked about it."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pyengine.actions.action import Action
from pyengine.answers import display
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Characteristics, Reason, Verdict
from pyengine.asking import neighbours, questions
from pyengine.asking.memory import Memory
from pyengine.cards import catalog
from pyengine.cards.catalog import Card
from pyengine.cards.kinds import checked_kind
from pyengine.errors import InvalidActionError, InvalidBoardError, UnknownCardError
from pyengine.files import arguments, yaml_reading, yaml_writing
from pyengine.files.document import Document
from pyengine.files.fields import MAX_NAME
from pyengine.files.quoting import quoted
from pyengine.files.validation import validate
from pyengine.position import references, view
from pyengine.position.board_facts import board_facts
from pyengine.position.canonical import canonical_key
from pyengine.position.model import ZONES, BoardFile, ObjectState, PlayerState, compact
from pyengine.position.normal import normal_data
from pyengine.solving.solver import Interrupted, deadline_after

if TYPE_CHECKING:
    from pyengine.cards.vocabulary import CardText

VERDICTS_KEPT = 1000
"""How many verdicts a board remembers."""

PROGRAMS_KEPT = 8
"""How many sets of outcomes, and how many lists of actions. Each has a program of some megabytes."""


@dataclass(frozen=True)
class Status:
    """What contradicts the rules on a board: named flags, each with its rule. Empty if nothing does.

    An empty status does not mean that the position can be reached in a game.
    """

    problems: tuple[Reason, ...]

    @property
    def flags(self) -> frozenset[str]:
        """The names of the problems."""
        return frozenset(problem.code for problem in self.problems)

    def __bool__(self) -> bool:
        """True if something is wrong."""
        return bool(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) or "valid"


class Board:
    """A position. Immutable; every question returns new values.

    >>> board = Board.parse('''
    ... players: {alice: {}, bob: {}}
    ... battlefield:
    ...   - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}
    ...   - {id: elf, card: Llanowar Elves, controller: alice}
    ... ''')
    >>> board.is_legal("move a +1/+1 counter from bear to elf")
    True
    >>> print(board.check("move a +1/+1 counter from bear to bear"))
    illegal: move a +1/+1 counter from bear to bear
      bear is both the object the counter is on and the object to put it on [122.5]
    """

    def __init__(self, model: BoardFile, document: Document | None = None) -> None:
        """A board from its model; `document` is where it was read from, for messages that name lines.

        Raises `InvalidBoardError` for ids used twice or that name nothing, and `UnknownCardError` for cards
        nobody defines. Positions the rules do not allow are built; `status` says what is wrong with them.
        """
        references.check(model, document)
        self._model = references.with_card_names(model)
        self._document = document
        self._verdicts: Memory[Verdict] = Memory(VERDICTS_KEPT)
        self._searches: Memory[Outcomes] = Memory(PROGRAMS_KEPT)
        self._listings: Memory[questions.Listing] = Memory(PROGRAMS_KEPT)
        self._neighbours = neighbours.Neighbourhoods()
        self._edited = False
        self._viewer: str | None = None

    # --- reading and writing ---------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Board:
        """A board from a YAML or JSON file. Raises `InputError` with file, line and column."""
        return cls._of(yaml_reading.read(path))

    @classmethod
    def parse(cls, text: str | bytes, name: str = "<text>") -> Board:
        """A board from YAML or JSON text, or its bytes in UTF-8; `name` is what messages call it."""
        return cls._of(yaml_reading.parse(text, name))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Board:
        """A board from plain data in the shape of a board file."""
        try:
            text = json.dumps(data)
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidBoardError(f"expected data as JSON has it: {error}", "<data>") from None
        return cls.parse(text, "<data>")

    @classmethod
    def _of(cls, document: Document) -> Board:
        return cls(validate(BoardFile, document, error=InvalidBoardError), document)

    def to_data(self) -> dict[str, Any]:
        """Plain data in the shape of a board file, without what is the default. Loads to an equal board."""
        return compact(self.model)

    def normal_form(self) -> Board:
        """An equal board, written in the one way in which all boards equal to it are written.

        What is the default or follows from the rest is left out, sets are sorted, and of timestamps only the order is
        left that can matter; which that is says `pyengine.position.normal`.
        """
        return Board.from_data(normal_data(self.model))

    def canonical_key(self, keep: Collection[str] = ()) -> str:
        """A key that boards have in common exactly if a renaming of ids makes them equal, to merge them in a search.

        Ids in `keep`, such as those that a goal names, and those of players are not renamed.
        """
        return canonical_key(self.model, arguments.texts(keep, "ids"))

    def to_yaml(self) -> str:
        """The board as a YAML file."""
        return yaml_writing.dump(self.to_data())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the board as a YAML file. A file that was there before is replaced whole, or not at all.

        Raises `InputError` for what is no path, and `OSError` as the system tells.
        """
        content = self.to_yaml().encode()
        target = Path(arguments.path(path))
        if target.is_symlink() or (target.exists() and not target.is_file()):  # not to be replaced: a device, a pipe
            target.write_bytes(content)
            return
        beside = target.absolute().with_name(f".{target.name[:50]}.{os.getpid()}.part")
        try:
            beside.write_bytes(content)
            if target.exists():
                beside.chmod(stat.S_IMODE(target.stat().st_mode))
            beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def with_model(self, model: BoardFile, characteristics: Mapping[str, Characteristics] | None = None) -> Board:
        """The board with another model of the same cards; its characteristics, if they are known already."""
        board = self._for_viewer(Board(model))
        if characteristics is not None:
            known = MappingProxyType(dict(characteristics))
            board.__dict__["characteristics"] = known  # what the cached property would work out
        return board

    def with_rules(self, date: str) -> Board:
        """The same position under the rules of another date. Raises `InvalidBoardError` for no date."""
        references.check_date(date)
        return self._for_viewer(Board(self.model.model_copy(update={"rules": date}), self._document))

    def with_counters(self, holder: str, counters: Mapping[str, int]) -> Board:
        """The board with other counters on one object or player. Raises `InvalidBoardError` for an unknown id."""
        self._at(holder)
        data = self.to_data()
        [place] = (place for place in _places(data) if holder in place)
        place[holder]["counters"] = dict(arguments.mapping(counters, "counters"))
        return self._edited_to(Board.from_data(data))

    def with_status(self, name: str, *, tapped: bool | None = None, phased_out: bool | None = None) -> Board:
        """The board with a permanent tapped or untapped, phased out or in. Raises `InvalidBoardError`."""
        data = self.to_data()
        for item in data.get("battlefield", ()):
            if item["id"] == name:
                changes = {"tapped": tapped, "phased_out": phased_out}
                item.update({flag: value for flag, value in changes.items() if value is not None})
                return self._edited_to(Board.from_data(data))
        raise InvalidBoardError(f"no permanent on the board is called {quoted(name)}")

    def _edited_to(self, board: Board) -> Board:
        """Boards that come from each other by edits share what is grounded around the first of them."""
        board._neighbours = self._neighbours
        board._edited = True
        return self._for_viewer(board)

    def _for_viewer(self, board: Board) -> Board:
        """Boards that come of a player's view are views of that player."""
        board._viewer = self._viewer
        return board

    # --- what is on it ----------------------------------------------------------------------------------------

    @property
    def model(self) -> BoardFile:
        """The position as it is in a board file."""
        return self._model

    @property
    def viewer(self) -> str | None:
        """The player whose view of a position this is, as `seen_by` gives it; None if it is no view."""
        return self._viewer

    @cached_property
    def objects(self) -> Mapping[str, ObjectState]:
        """All objects, by id, in every zone."""
        items = (item for zone in ZONES for item in getattr(self.model, zone))
        return MappingProxyType({item.id: item for item in items if isinstance(item, ObjectState)})

    @cached_property
    def _components(self) -> frozenset[str]:
        """The ids of what merged permanents are made of, beside their own: once it has left, each is an object."""
        return frozenset(part.id for item in self.objects.values() for part in item.merged)

    def where(self, name: str) -> str:
        """ "file:line:column" of an object or player; empty if the board was not read from a file."""
        if self._document is not None:
            for path, item in references.items(self.model):
                if item.id == name:
                    return self._document.where(path)
            if name in list(self.model.players):
                return self._document.where(("players", name), key=True)
        return ""

    def zone(self, name: str) -> str:
        """The zone an object or ability is in. Raises `InvalidBoardError` for an unknown id."""
        for zone in ZONES:
            if any(item.id == name for item in getattr(self.model, zone)):
                return zone
        raise InvalidBoardError(f"nothing in any zone is called {quoted(name)}")

    def owner(self, name: str) -> str:
        """The owner of an object. Raises `InvalidBoardError` for no object."""
        item = self._at(name)
        if isinstance(item, PlayerState):
            raise InvalidBoardError(f"{quoted(name)} is a player, who has no owner")
        return item.owner or item.controller or ""

    def _at(self, name: str) -> ObjectState | PlayerState:
        """The object or player with this id. Raises `InvalidBoardError`."""
        if not isinstance(name, str) or (name not in self.objects and name not in self.model.players):
            raise InvalidBoardError(f"nothing on the board is called {quoted(name)}{self._close_to(name)}")
        return self.objects[name] if name in self.objects else self.model.players[name]

    def _close_to(self, name: object) -> str:
        known = get_close_matches(str(name)[:MAX_NAME], [*self.objects, *self.model.players], 3)
        return f"; did you mean {' or '.join(known)}?" if known else ""

    def counters(self, name: str) -> dict[str, int]:
        """The counters on an object or player. Raises `InvalidBoardError` for an unknown id."""
        state = self._at(name)
        return {kind: counter.count for kind, counter in state.counters.items() if counter.count}

    @cached_property
    def cards(self) -> Mapping[str, CardText]:
        """The definition of every card the board names."""
        own = self.model.cards
        found = {name: own[name] if name in own else catalog.definition(name) for name in self._cards}
        return MappingProxyType(found)

    @cached_property
    def _cards(self) -> Mapping[str, Card]:
        return references.cards_named(self.model)

    def kinds(self) -> frozenset[str]:
        """Every kind of counter that the board or a card on it speaks of."""
        return references.kinds_named(self.model, self._cards.values())

    @cached_property
    def characteristics(self) -> Mapping[str, Characteristics]:
        """Power, toughness, keywords and types of every object, with everything that applies to them.

        `caveats` says what they do not take into account.
        """
        return MappingProxyType(self._looked[0])

    @property
    def caveats(self) -> tuple[str, ...]:
        """What `characteristics` does not take into account, in words: abilities and orders not worked out."""
        return self._looked[1]

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """What is not modelled of the cards there either, and changes no characteristics."""
        return self._looked[2]

    @cached_property
    def _looked(self) -> tuple[Mapping[str, Characteristics], tuple[str, ...], tuple[str, ...]]:
        return questions.characteristics(self)

    def place_of_card(self, name: str) -> int:
        """The place of a card among all that the board names; after them, if it names no such card."""
        return self._places_of_cards.get(name, len(self._places_of_cards))

    @cached_property
    def _places_of_cards(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(self._cards)}

    def facts(self) -> str:
        """The board as facts of the logic program."""
        return self._facts

    @cached_property
    def _facts(self) -> str:
        return board_facts(self.model, self._cards.values(), self._viewer)

    def seen_by(self, player: str) -> Board:
        """The board as a player is entitled to see it; what is hidden from the player has no card and another id.

        The boards that come of actions on it are views of the same player. Raises `InvalidBoardError` for no player.
        """
        if player not in list(self.model.players):
            raise InvalidBoardError(f"no player is called {quoted(player)}; there are: {', '.join(self.model.players)}")
        whole = self if self._viewer is None else Board(self.model)  # only this player is asked about
        seen = Board(view.view(self.model, questions.sight(whole, player)))
        seen._viewer = player
        return seen

    # --- questions ----------------------------------------------------------------------------------------------

    def status(self) -> Status:
        """What on the board contradicts the rules."""
        return Status(questions.problems(self))

    def is_valid(self) -> bool:
        """Whether nothing on the board contradicts the rules."""
        return not self.status()

    def action(self, action: str | Action) -> Action:
        """An action from its phrase. Raises `InvalidActionError` if it names nothing on the board."""
        return self.actions([action])[0]

    def actions(self, actions: Sequence[str | Action]) -> list[Action]:
        """Actions that are done one after the other: each may name what those before it make.

        Raises `InvalidActionError` for an id that names nothing, a new id that names something already, and a
        card that nobody defines.
        """
        parsed = [_parsed(action) for action in arguments.several(actions, "actions")]
        made: set[str] = set()
        for action in parsed:
            context = f"{str(action)[:80]!r}: "
            for name in sorted(action.names() - made):
                self.require(name, context)
            for name in sorted(action.player_ids() - self.model.players.keys()):
                raise InvalidActionError(f"{context}{quoted(name)} is no player")
            for name in sorted(action.object_ids() & self.model.players.keys()):
                raise InvalidActionError(f"{context}{quoted(name)} is a player and no object")
            for name in action.makes():
                if name in made or name in self.model.players or name in references.ids(self.model):
                    raise InvalidActionError(f"{context}{quoted(name)} is the id of something else; expected a new one")
                made.add(name)
            for _, name in action.tokens():
                try:
                    self.card(name)
                except UnknownCardError as error:
                    raise InvalidActionError(f"{context}{error}") from None
        return parsed

    def card(self, name: str) -> Card:
        """A card of the board's file or of the library. Raises `UnknownCardError`."""
        return references.card(self.model, arguments.text(name, "the name of a card"))

    def require(self, name: str, context: str = "") -> None:
        """Raise `InvalidActionError` if no object, component of one, or player has this id."""
        if not isinstance(name, str) or name not in {*self.objects, *self._components, *self.model.players}:
            hint = self._close_to(name)
            raise InvalidActionError(f"{context}nothing on the board is called {quoted(name)}{hint}")

    def check(self, action: str | Action, *, timeout: float | None = None) -> Verdict:
        """Whether an action can be done, with every reason why not; of `X, then Y` each of them.

        Raises `Interrupted` once `timeout` seconds have passed.
        """
        parsed = self.action(action)
        return self._verdicts.recall(str(parsed), lambda: self._judge(parsed, timeout))

    def _judge(self, action: Action, timeout: float | None) -> Verdict:
        """A first verdict is asked alone; where more are asked, or after an edit, a neighbourhood pays off."""
        if action.then is not None:
            [verdict_on_all] = self.outcomes(action, timeout=timeout).verdicts
            return verdict_on_all
        verbs = neighbours.group(action)
        verdict: Verdict | None = None
        if verbs and timeout is None and (self._edited or self._verdicts):
            verdict = self._neighbours.around(self, verbs).judge(self, action)
        return questions.judge(self, action, deadline_after(timeout)) if verdict is None else verdict

    def is_legal(self, action: str | Action) -> bool:
        """Whether an action can be done."""
        return self.check(action).legal

    def why_illegal(self, action: str | Action) -> tuple[Reason, ...]:
        """Every reason why an action can't be done; empty if it can."""
        return self.check(action).reasons

    def outcomes(self, *actions: str | Action, timeout: float | None = None) -> Outcomes:
        """Every way the actions, done one after the other, can turn out."""
        parsed = self.actions(actions)
        if timeout is not None:  # the time left is no property of the board
            return Outcomes(questions.Search(self, parsed, timeout=timeout))
        key = "; ".join(map(str, parsed))
        return self._searches.recall(key, lambda: Outcomes(questions.Search(self, parsed)))

    @property
    def legal_actions(self) -> Actions:
        """The legal ones among the candidate actions."""
        return Actions(self, legal_only=True)

    @property
    def candidate_actions(self) -> Actions:
        """Every placement, removal and move of one counter, of the kinds on the board; to proliferate; every card
        that might be cast face down, and every special action that might turn a permanent face up."""
        return Actions(self, legal_only=False)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"boards do not change, so {name!r} can't be set; make another one with `from_data`")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"boards do not change, so {name!r} can't be deleted")

    # --- as text ------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self._identity == other._identity)

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def _identity(self) -> tuple[tuple[str, ...], str]:
        """What equal boards have in common. Of mappings only the players have an order, which is that of turns."""
        return tuple(self.model.players), json.dumps(normal_data(self.model), sort_keys=True)

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`: the position without the answers, whose programs can't be copied."""
        return _restored, (self.model, self._document, self._viewer)

    def __repr__(self) -> str:
        return f"Board.from_data({self.to_data()!r})"

    def __str__(self) -> str:
        return display.board_text(self)

    def _repr_html_(self) -> str:
        return display.board_html(self)


def _restored(model: BoardFile, document: Document | None, viewer: str | None) -> Board:
    board = Board(model, document)
    board._viewer = viewer
    return board


def _parsed(action: object) -> Action:
    if isinstance(action, Action):
        return action
    if not isinstance(action, str):
        raise InvalidActionError(f"expected an action or its phrase, found {quoted(action)}")
    return Action.parse(action)


def _places(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything in board data that can hold counters, by id."""
    yield data["players"]
    for zone in ZONES:
        yield {item["id"]: item for item in data.get(zone, ())}


TABLE_ROWS = 50
"""How many answers a notebook shows of many."""


class Outcomes:
    """The distinct outcomes of an action, found as they are asked for.

    Iterating finds them one by one; `count` counts them without building them; true if there is any. Threads may
    share them: each is found once, by whoever asks for it first. A copy made by `pickle` knows what was found, and
    looks for the rest anew, without a time limit.

    What is noted is the same however many have been looked at. Where the time runs out, iterating ends with what was
    found; `complete` is then false and `caveats` says why. `Interrupted` is raised where nothing was found in the
    time, and by `count`.
    """

    def __init__(self, search: questions.Search) -> None:
        self._search = search
        self._asked = threading.RLock()
        self._found: list[Outcome] = []
        self._source: Generator[Outcome] | None = None
        self._passed: set[Outcome] = set()
        self._exhausted = False
        self._count: int | None = None

    def __iter__(self) -> Iterator[Outcome]:
        index = 0
        while True:
            while index < len(self._found):
                yield self._found[index]
                index += 1
            if not self._find_more_than(index):
                return

    def _find_more_than(self, known: int) -> bool:
        """Have more than so many found, if there are more; by now another thread may have found them."""
        with self._asked:
            return len(self._found) > known or self._find_next()

    def _find_next(self) -> bool:
        """Find one more. A search that was stopped starts again, and passes over what is known."""
        with self._asked:
            return self._looked_further()

    def _looked_further(self) -> bool:
        if self._exhausted:
            return False
        if self._source is None:
            self._source = iter(self._search)
            self._passed = set(self._found)
        while True:
            source, self._source = self._source, None  # gone if the search is stopped while it looks for the next
            try:
                found = next(source, None)
            except Interrupted:
                if not self._found:
                    raise
                return False
            if found is None:
                self._exhausted = True
                return False
            self._source = source
            if found not in self._passed:
                self._found.append(found)
                return True

    def __repr__(self) -> str:
        found = f"{len(self._found)} found" if self._exhausted else f"{len(self._found)} found so far"
        return f"<Outcomes of {', then '.join(map(str, self._search.actions)) or 'nothing'}: {found}>"

    def to_json(self, limit: int) -> dict[str, Any]:
        """The verdicts, how many outcomes there are and the first of them, as plain data, for JSON."""
        verdicts = [verdict.to_json() for verdict in self.verdicts]
        with suppress(Interrupted):
            list(islice(self, limit))
            self.count()
        return self.known_json(verdicts, limit)

    def known_json(self, verdicts: Sequence[dict[str, Any]], limit: int) -> dict[str, Any]:
        """What is known by now, as plain data, for JSON."""
        shown = [outcome.to_json() for outcome in self.found[:limit]]
        return {
            "actions": verdicts,
            "count": self.at_least,
            "complete": self.complete,
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
            "outcomes": shown,
        }

    def _repr_html_(self) -> str:
        """Up to `TABLE_ROWS` of them, for there may be too many to look at."""
        first = list(islice(self, TABLE_ROWS))
        more = [] if self._exhausted or len(self._found) < TABLE_ROWS else [f"the first {TABLE_ROWS} are shown"]
        return display.outcomes_html(first, [*more, *self.caveats])

    def _pause(self) -> None:
        """Stop the search in progress: one program answers one question at a time."""
        if self._source is not None:
            self._source.close()
            self._source = None

    def __bool__(self) -> bool:
        return bool(self._found) or self._find_next()

    def __getitem__(self, index: int) -> Outcome:
        if isinstance(index, bool) or not isinstance(index, int):
            raise InvalidActionError(f"expected the number of an outcome, found {quoted(index)}")
        if index < 0:
            raise IndexError("outcomes are counted from 0")
        while len(self._found) <= index:
            if not self._find_more_than(index):
                raise IndexError(index)
        return self._found[index]

    @property
    def found(self) -> tuple[Outcome, ...]:
        """Those that have been found so far, by whoever looked."""
        return tuple(self._found)

    def count(self) -> int:
        """How many there are. Raises `Interrupted` if the time runs out before all are counted."""
        with self._asked:
            if self._exhausted:
                return len(self._found)
            if self._count is None:
                self._pause()
                self._count = self._search.count()
            return self._count

    @property
    def at_least(self) -> int:
        """As many are known to be, by what has been looked at and counted so far."""
        return self._count if self._count is not None else max(len(self._found), self._search.at_least)

    @property
    def is_counted(self) -> bool:
        """Whether it is known how many there are."""
        return self._exhausted or self._count is not None

    @property
    def complete(self) -> bool:
        """False if a bound was hit, so that there may be more outcomes, however many have been looked at."""
        return questions.is_complete(self.caveats)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the outcomes, looked at or not, do not take into account, in words."""
        with self._asked:
            self._pause()
            return self._search.caveats

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """What is not modelled of the cards there either, and could not have changed the outcomes."""
        with self._asked:
            self._pause()
            return self._search.other_caveats

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each action."""
        with self._asked:
            self._pause()
            return self._search.verdicts()

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`, which can't copy a program of the solver's."""
        return _asked_again, (self._search.board, self._search.actions, tuple(self._found))


def _asked_again(board: Board, actions: Sequence[Action], found: Sequence[Outcome]) -> Outcomes:
    """The outcomes of actions, of which some are known."""
    outcomes = Outcomes(questions.Search(board, actions))
    outcomes._found += found
    return outcomes


class Actions:
    """A view of actions on a board: iterate, `in`, `len`, `count`, true if there is any.

    Iterating gives verdicts, in a stable order. `where` narrows the view. `in` also answers for actions that
    iterating does not list, such as to put two counters.
    """

    def __init__(self, board: Board, *, legal_only: bool, filters: questions.Filters | None = None) -> None:
        self._board = board
        self._legal_only = legal_only
        self._filters = filters or questions.Filters()

    def where(self, *, verbs: Sequence[str] = (), objects: Sequence[str] = (), kinds: Sequence[str] = ()) -> Actions:
        """Only actions with one of these verbs, about one of these objects, with one of these kinds.

        Kinds that are not on the board are asked about too.
        """
        verbs = arguments.texts(verbs, "verbs")
        objects = arguments.texts(objects, "ids")
        kinds = arguments.texts(kinds, "kinds")
        for verb in verbs:
            if verb not in questions.VERBS:
                raise InvalidActionError(f"expected one of {', '.join(questions.VERBS)}, found {quoted(verb)}")
        for name in objects:
            self._board.require(name)
        filters = questions.Filters(verbs, objects, tuple(map(checked_kind, kinds)))
        return Actions(self._board, legal_only=self._legal_only, filters=filters)

    def listing(self, *, timeout: float | None = None) -> questions.Listing:
        """All verdicts and, for the legal ones, their outcomes."""
        if timeout is not None:  # the time left is no property of the board
            return questions.Listing(self._board, self._filters, timeout)
        key = repr(self._filters)
        return self._board._listings.recall(key, lambda: questions.Listing(self._board, self._filters))

    def __iter__(self) -> Iterator[Verdict]:
        for verdict in self.listing().verdicts():
            if verdict.legal or not self._legal_only:
                yield verdict

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, str | Action):
            return False
        parsed = self._board.action(action)
        return self._filters.let(parsed) and (not self._legal_only or self._board.is_legal(parsed))

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def count(self) -> int:
        """How many there are."""
        return len(self)

    def __repr__(self) -> str:
        name = "legal_actions" if self._legal_only else "candidate_actions"
        return f"<{name}: {', '.join(verdict.action for verdict in self)}>"

    def _repr_html_(self) -> str:
        return display.verdicts_html(self)
