"""The board: one immutable position, and everything that can be asked about it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pyengine.actions.action import Action, new_ids
from pyengine.actions.misread import MAX_TEXT
from pyengine.answers import display
from pyengine.answers.verdicts import Reason, Status, Verdict, latest, verdicts_html
from pyengine.asking import candidates, judging, programs
from pyengine.asking.memory import Memory, recent
from pyengine.compiler.token_cards import COPY
from pyengine.errors import InvalidActionError, InvalidBoardError, UnknownCardError
from pyengine.files import arguments, whole_files, yaml_reading, yaml_writing
from pyengine.files.document import Document
from pyengine.files.fields import MAX_COUNT
from pyengine.files.quoting import first_lines, quoted
from pyengine.files.validation import validate
from pyengine.glossary.editions import date_named
from pyengine.phrases.counter_kinds import checked_kind
from pyengine.position import references, view
from pyengine.position.characteristics import Characteristics
from pyengine.position.model import ZONES, BoardFile, PlayerState
from pyengine.position.position import Position
from pyengine.solving.solver import deadline_after, uncollected

if TYPE_CHECKING:  # to import these takes its time, and a board is asked about few of them
    from pyengine.answers.layer_words import Step
    from pyengine.asking.comparing import Comparison
    from pyengine.asking.listing import Listing
    from pyengine.asking.outcomes import Outcomes
    from pyengine.puzzles.moves import Moves
    from pyengine.puzzles.search_task import Task
    from pyengine.puzzles.solution import Solution

VERDICTS_KEPT = 1000
"""How many verdicts a board remembers."""


class Board(Position):
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

    def __init__(
        self,
        model: BoardFile,
        document: Document | None = None,
        viewer: str | None = None,
        undone: frozenset[str] = frozenset(),
    ) -> None:
        """A board from its model; `document` is where it was read from, for messages that name lines.

        Raises `InvalidBoardError` for ids used twice or that name nothing, and `UnknownCardError` for cards
        nobody defines. Positions the rules do not allow are built; `status` says what is wrong with them.
        """
        if not isinstance(model, BoardFile):
            raise InvalidBoardError("expected the model of a board; Board.from_data(...) reads a mapping")
        super().__init__(model, document, viewer, undone)
        self._verdicts: Memory[Verdict] = Memory(VERDICTS_KEPT)

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
    def from_line(cls, text: str, name: str = "<line>") -> Board:
        """A board in one line, such as `Alice: Grizzly Bears (2 +1/+1) | Bob: Vorinclex`; `to_line` writes them.

        Raises `InputError` with line and column.
        """
        from pyengine.position import board_line

        return cls.from_data(board_line.read(arguments.text(text, "a board in one line"), name))

    def to_line(self) -> str:
        """The board in one line, to paste and to send; `from_line` reads it as an equal board."""
        from pyengine.position import board_line

        return board_line.write(self.model)

    @classmethod
    def _of(cls, document: Document) -> Board:
        return cls(validate(BoardFile, document, error=InvalidBoardError), document)

    def normal_form(self) -> Board:
        """An equal board, written in the one way in which all boards equal to it are written.

        What is the default or follows from the rest is left out, sets are sorted, and of timestamps only the order is
        left that can matter; which that is says `pyengine.position.normal`.
        """
        from pyengine.position.normal import normal_data

        return Board.from_data(normal_data(self.model))

    def canonical_key(self, keep: Collection[str] = ()) -> str:
        """A key that boards have in common exactly if a renaming of ids makes them equal, to merge them in a search.

        Ids in `keep`, such as those that a goal names, and those of players are not renamed.
        """
        from pyengine.position.canonical import canonical_key

        return canonical_key(self.model, arguments.texts(keep, "ids"))

    def to_yaml(self) -> str:
        """The board as a YAML file."""
        return yaml_writing.dump(self.to_data())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the board as a YAML file. A file that was there before is replaced whole, or not at all.

        Raises `InputError` for what is not the path of a file, and `OSError` as the system tells.
        """
        whole_files.write(path, self.to_yaml())

    def with_rules(self, date: str) -> Board:
        """The same position under the rules of another date. Raises `InvalidBoardError` for no date."""
        date = date_named(date) if isinstance(date, str) else date
        references.check_date(date)
        return Board(self.model.model_copy(update={"rules": date}), self._document, self._viewer, self._undone)

    def _without_changes(self, changes: Collection[str]) -> Board:
        """The same position under the rules of its date with some changes undone: not made, or still there."""
        return Board(self.model, self._document, self._viewer, self._undone ^ frozenset(changes))

    def with_counters(self, holder: str, counters: Mapping[str, int]) -> Board:
        """The board with other counters on one object or player. Raises `InvalidBoardError` for an unknown id."""
        self.at(holder)
        data = self.to_data()
        [place] = (place for place in _places(data) if holder in place)
        place[holder]["counters"] = dict(arguments.mapping(counters, "counters"))
        return self._edited_to(data)

    def with_status(self, name: str, *, tapped: bool | None = None, phased_out: bool | None = None) -> Board:
        """The board with a permanent tapped or untapped, phased out or in. Raises `InvalidBoardError`."""
        changes = {"tapped": tapped, "phased_out": phased_out}
        given = {flag: value for flag, value in changes.items() if value is not None}
        for flag, value in given.items():
            if not isinstance(value, bool):
                raise InvalidBoardError(f"{flag}: expected true or false, found {quoted(value)}")
        data = self.to_data()
        for item in data.get("battlefield", ()):
            if item["id"] == name:
                item.update(given)
                return self._edited_to(data)
        raise InvalidBoardError(f"no permanent on the board is called {quoted(name)}")

    def with_object(
        self, card: str, player: str, *, id: str | None = None, zone: str = "battlefield", **fields: Any
    ) -> Board:
        """The board with one more object, the newest in its zone; `fields` are those of a board file.

        The player controls it on the battlefield and on the stack, and owns it elsewhere. Without an id it gets one
        made of the name of its card. Raises `InvalidBoardError`, and `UnknownCardError` for a card nobody defines.
        """
        from pyengine.position.board_line import default_id

        if zone not in ZONES:
            raise InvalidBoardError(f"expected one of the zones {', '.join(ZONES)}, found {quoted(zone)}")
        data = self.to_data()
        name = id or default_id(arguments.text(card, "the name of a card"), references.ids(self.model))
        whose = "controller" if zone in ("battlefield", "stack") else "owner"
        data.setdefault(zone, []).append({"id": name, "card": card, whose: player, **fields})
        return self._edited_to(data)

    def without(self, name: str) -> Board:
        """The board without an object or ability.

        Raises `InvalidBoardError` for an unknown id, or if something else on the board names it.
        """
        data = self.to_data()
        zone = self.zone(name)
        data[zone] = [item for item in data[zone] if item["id"] != name]
        return self._edited_to(data)

    def with_card(self, name: str, definition: Mapping[str, Any]) -> Board:
        """The board with the definition of a card, as under `cards:` of a board file.

        Raises `InvalidBoardError` for a definition that is wrong, and `InvalidCardError` for a text that is not read.
        """
        data = self.to_data()
        given = dict(arguments.mapping(definition, "a definition"))
        data["cards"] = {**data.get("cards", {}), arguments.text(name, "the name of a card"): given}
        return self.with_model(Board.from_data(data).model)

    def _edited_to(self, data: Mapping[str, Any]) -> Board:
        """Boards that come from each other by edits share what is grounded around the first of them."""
        # The cards are those of this board: there is nothing to validate again.
        try:
            bare = json.dumps({name: value for name, value in data.items() if name != "cards"})
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidBoardError(f"expected data as JSON has it: {error}", "<data>") from None
        model = validate(BoardFile, yaml_reading.parse(bare, "<data>"), error=InvalidBoardError)
        board = self.with_model(model.model_copy(update={"cards": self.model.cards}))
        return board

    # --- what is on it ----------------------------------------------------------------------------------------

    @cached_property
    def _components(self) -> frozenset[str]:
        """The ids of what merged permanents are made of, beside their own: once it has left, each is an object."""
        return frozenset(part.id for item in self.objects.values() for part in item.merged)

    def zone(self, name: str) -> str:
        """The zone an object or ability is in. Raises `InvalidBoardError` for an unknown id."""
        for zone in ZONES:
            if any(item.id == name for item in getattr(self.model, zone)):
                return zone
        raise InvalidBoardError(f"nothing in any zone is called {quoted(name)}")

    def owner(self, name: str) -> str:
        """The owner of an object. Raises `InvalidBoardError` for no object."""
        item = self.at(name)
        if isinstance(item, PlayerState):
            raise InvalidBoardError(f"{quoted(name)} is a player, who has no owner")
        return item.owner or item.controller or ""

    @cached_property
    def characteristics(self) -> Mapping[str, Characteristics]:
        """Power, toughness, keywords and types of every object, with everything that applies to them.

        `caveats` says what they do not take into account.
        """
        return MappingProxyType(self._looked[0])

    def _know(self, characteristics: Mapping[str, Characteristics] | None) -> None:
        if characteristics is not None:  # what the cached property would work out
            self.__dict__["characteristics"] = MappingProxyType(dict(characteristics))

    def layers(self, name: str) -> tuple[Step, ...]:
        """Return how the characteristics of an object came about (613): each step with its layer and rule, in order.

        Raises `InvalidBoardError` for an unknown id.
        """
        self.at(name)
        return self._layers.get(name, ())

    @cached_property
    def _layers(self) -> Mapping[str, tuple[Step, ...]]:
        from pyengine.asking import layers

        return layers.layers(self)

    @property
    def caveats(self) -> tuple[str, ...]:
        """Notes on `characteristics`: abilities and orders that are not modelled."""
        return self._looked[1]

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """Parts of cards that are not modelled and change no characteristics."""
        return self._looked[2]

    def unread(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of cards on the board that are not read or not modelled, by the names of the cards."""
        return MappingProxyType({name: card.remarks for name, card in self._cards.items() if card.remarks})

    def require_whole(self) -> None:
        """Raise `InvalidBoardError` if a card on the board has a line that is not read or not modelled."""
        if found := self.unread():
            lines = [f"{name}: {line}" for name, some in found.items() for line in some]
            raise InvalidBoardError(f"these lines of cards are not read: {first_lines(lines, len(lines))}")

    @cached_property
    def _looked(self) -> tuple[Mapping[str, Characteristics], tuple[str, ...], tuple[str, ...]]:
        return programs.characteristics(self)

    def seen_by(self, player: str) -> Board:
        """The board as a player is entitled to see it; hidden objects have no card and another id.

        Outcomes of actions on it are views of the same player. Raises `InvalidBoardError` for an unknown player.
        """
        if player not in list(self.model.players):
            raise InvalidBoardError(f"no player is called {quoted(player)}; there are: {', '.join(self.model.players)}")
        whole = (
            self if self._viewer is None else Board(self.model, undone=self._undone)
        )  # only this player is asked about
        return Board(view.view(self.model, programs.sight(whole, player)), None, player, self._undone)

    # --- questions ----------------------------------------------------------------------------------------------

    def status(self) -> Status:
        """The contradictions between the board and the rules."""
        return Status(programs.problems(self))

    def is_valid(self) -> bool:
        """True if nothing on the board contradicts the rules."""
        return not self.status()

    def action(self, action: str | Action) -> Action:
        """An action from its phrase. Raises `InvalidActionError` if it names nothing on the board."""
        return self.actions([action])[0]

    def actions(self, actions: Sequence[str | Action]) -> list[Action]:
        """Actions that are done one after the other: each may name what those before it make.

        Raises `InvalidActionError` for an id that names nothing, a new id that names something already, and a
        card that nobody defines.
        """
        given = arguments.several(actions, "actions")
        parsed = [self._parsed(action) for action in given]
        made = self._new_ids(parsed, by_cards=len(parsed) > 1)
        made_by_all = made.union(*(one.makes() for one in parsed))
        parsed = [self._with_ids(*both, made_by_all) for both in zip(parsed, given, strict=True)]
        for action in parsed:
            context = f"{str(action)[:80]!r}: "
            for name in sorted(action.names() - made):
                self.require(name, context, among=action.may_be_abilities() & {item.id for item in self.model.stack})
            for name in sorted(action.player_ids() - self.model.players.keys()):
                raise InvalidActionError(f"{context}{quoted(name)} is not a player")
            for name in sorted(action.object_ids() & self.model.players.keys()):
                raise InvalidActionError(f"{context}{quoted(name)} is a player and no object")
            for name in action.makes():
                if name in made or name in self.model.players or name in references.ids(self.model):
                    raise InvalidActionError(f"{context}{quoted(name)} is the id of something else; expected a new one")
                made.add(name)
            for name in {*(card for _, card in action.tokens()), *action.new_tokens()} - {COPY}:
                try:
                    self.card(name)
                except UnknownCardError as error:
                    raise InvalidActionError(f"{context}{error}") from None
        return parsed

    def _parsed(self, action: object) -> Action:
        """An action from its phrase, in the words of the rules or of players."""
        if isinstance(action, Action):
            return action
        if not isinstance(action, str):
            raise InvalidActionError(f"expected an action or its phrase, found {quoted(action)}")
        try:
            return Action.parse(action)
        except InvalidActionError as error:
            from pyengine.actions import player_words
            from pyengine.asking import meaning

            wrong, meant = error, meaning.meant(self, action) if len(action) <= MAX_TEXT else None
            if meant is not None:
                try:
                    return Action.parse(meant)
                except InvalidActionError as found:
                    wrong = found
            if hint := player_words.hint(meant or action):
                raise InvalidActionError(str(wrong).split("; did you mean", 1)[0] + hint) from None
            raise wrong from None

    def _with_ids(self, action: Action, said: str | Action, made: Collection[str]) -> Action:
        """An action with ids in the place of other names of objects, such as that of their card."""
        known = {*self.objects, *self._components, *self.model.players, *made, *(item.id for item in self.model.stack)}
        if not (unknown := action.names() - known):
            return action
        from pyengine.actions import player_words
        from pyengine.asking import meaning

        if isinstance(said, str) and (words := player_words.reworded(said)) != said:
            with suppress(InvalidActionError):
                action = Action.parse(words)
                unknown = action.names() - known
        return Action.parse(meaning.with_ids(self, str(action), unknown))

    def _new_ids(self, actions: Sequence[Action], *, by_cards: bool) -> set[str]:
        taken = references.ids(self.model) | self.model.players.keys()
        return {name for _, _, name in new_ids(actions, taken, self.tokens() if by_cards else {})}

    def made_by(self, *actions: str | Action) -> set[str]:
        """The ids of the tokens and copies that actions may make, and abilities of cards on the way."""
        parsed = self.actions(actions)
        return self._new_ids(parsed, by_cards=True) | {name for action in parsed for name in action.makes()}

    def require(self, name: str, context: str = "", among: Collection[str] = ()) -> None:
        """Raise `InvalidActionError` if no object, component of one, or player has this id, and nothing of `among`."""
        if not isinstance(name, str) or name not in {*self.objects, *self._components, *self.model.players, *among}:
            hint = self.close_to(name)
            raise InvalidActionError(f"{context}nothing on the board is called {quoted(name)}{hint}")

    def id_called(self, name: str) -> str:
        """Return the id that a name means: itself, in any case, or that of the one object whose card is called so.

        Raises `InvalidActionError`.
        """
        try:
            self.require(name)
        except InvalidActionError:
            players = [player for player in self.model.players if player.casefold() == str(name).casefold()]
            found = (*players, *self.all_called(str(name)))
            if len(found) != 1:
                raise
            return found[0]
        return name

    def check(self, action: str | Action, *, timeout: float | None = None) -> Verdict:
        """Judge an action, with every reason against it; of `X, then Y` each half.

        Raises `Interrupted` once `timeout` seconds have passed.
        """
        parsed = self.action(action)
        return self._verdicts.recall(str(parsed), lambda: self._judge(parsed, timeout))

    def _judge(self, action: Action, timeout: float | None) -> Verdict:
        if action.then is not None:
            [verdict_on_all] = self.outcomes(action, timeout=timeout).verdicts
            return verdict_on_all
        return judging.judge(self, action, deadline_after(timeout))

    def is_legal(self, action: str | Action) -> bool:
        """True if an action can be done."""
        return self.check(action).legal

    def why_illegal(self, action: str | Action) -> tuple[Reason, ...]:
        """Every reason why an action can't be done; empty if it can."""
        return self.check(action).reasons

    def outcomes(self, *actions: str | Action, settle: bool = False, timeout: float | None = None) -> Outcomes[Board]:
        """Every way the actions, done one after the other, can turn out.

        Triggered abilities are put on the stack after each; with `settle`, all that is on the stack then resolves.
        """
        from pyengine.asking.outcomes import Outcomes
        from pyengine.asking.search import Search

        parsed = self.actions(actions)
        if timeout is not None:  # the time left is no property of the board
            return Outcomes(Search(self, parsed, settle=settle, timeout=timeout))
        found: Outcomes[Board] = recent.recall(
            _key(self, parsed, settle), lambda: Outcomes(Search(self, parsed, settle=settle))
        )
        return found

    def compare(
        self, *actions: str | Action, dates: tuple[str, str], settle: bool = False, timeout: float | None = None
    ) -> Comparison:
        """Compare the answers under the rules of two dates, the earlier one first.

        The comparison has the aspects that differ and the minimal sets of changes that make the difference. Outcomes
        are compared as sets. Raises `InputError` for dates in the wrong order or without known rules.
        """
        from pyengine.asking import comparing  # few questions are about two dates

        first, second = dates
        return comparing.compare(self, self.actions(actions), first, second, settle=settle, timeout=timeout)

    def solve(
        self,
        goal: str,
        allowed: Mapping[str, int | None] | Iterable[str],
        *,
        limit: int | None = None,
        settle: bool = True,
        fewest: str = "steps",
        all_lines: bool = False,
        against: bool = False,
        tries: bool = False,
        reductions: bool = True,
        timeout: float | None = None,
    ) -> Solution[Board]:
        """Find a line of allowed actions that reaches a goal: a shortest one, or the cheapest.

        Each action may be used once, or as often as a mapping says, where None means any number; "everything legal"
        is whatever `legal` lists that the player with priority can do. With `settle`, everything on the stack
        resolves after each action. `against` the opponents, a strategy is looked for that works whatever they choose,
        and do whenever they have priority, and with `tries` what fails at one of their answers only. Without
        `reductions` every order of independent actions is looked at. Raises `InputError` for what is wrong with the
        puzzle, and `Interrupted` if nothing is known once `timeout` seconds have passed.
        """
        from pyengine.puzzles.goal_reading import parse
        from pyengine.puzzles.search_task import Task

        task = Task(
            parse(goal),
            self.moves(allowed),
            _checked_limit(limit),
            bool(settle),
            fewest,
            bool(all_lines),
            bool(against),
            bool(tries),
            reductions=bool(reductions),
        )
        return latest(self.search(task, timeout=timeout))

    def moves(self, allowed: Mapping[str, int | None] | Iterable[str]) -> Moves:
        """The allowed actions, in the form that `solve` takes. Raises `InputError`."""
        from pyengine.puzzles.moves import COMBAT, EVERYTHING, KINDS, Allowed, Moves, check_numbers

        uses = allowed if isinstance(allowed, Mapping) else dict.fromkeys(arguments.texts(allowed, "actions"), 1)
        phrases = [phrase for phrase in arguments.texts(uses, "actions") if phrase not in KINDS]
        for phrase in phrases:
            if uses[phrase] is not None:
                arguments.whole(uses[phrase], "uses", 1, MAX_COUNT)
        actions = self.actions(phrases)
        if not any(any(action.makes()) for action in actions):  # what is made may have any number of abilities
            check_numbers(self, actions)
        several = zip(phrases, actions, strict=True)
        allowed_actions = tuple(Allowed(action, uses[phrase]) for phrase, action in several)
        return Moves(allowed_actions, EVERYTHING in uses, COMBAT in uses)

    def search(
        self, task: Task, *, timeout: float | None = None, jobs: int = 1, memory: int | None = None
    ) -> Iterator[Solution[Board]]:
        """Yield intermediate results while the search runs, and finally the answer of `solve`.

        It runs in `jobs` processes, and ends when it has more than `memory` bytes.
        """
        from pyengine.puzzles import search_task

        made = self.made_by(*(one.action for one in task.moves.actions))
        return search_task.search(self, task, made, timeout=timeout, jobs=jobs, memory=memory)

    @property
    def legal_actions(self) -> Actions:
        """The legal ones among the candidate actions."""
        return Actions(self, legal_only=True)

    @property
    def candidate_actions(self) -> Actions:
        """Every action that `legal` judges.

        These are placements, removals and moves of one counter of each kind on the board, and proliferate. For the
        player with priority they include abilities and cards with each choice of targets, face-down casts, and
        special actions that turn a permanent face up.
        """
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
    def _identity(self) -> tuple[tuple[str, ...], str, frozenset[str]]:
        """The value that equal boards share. Only the mapping of players has an order: the turn order."""
        from pyengine.position.normal import normal_data

        return tuple(self.model.players), json.dumps(normal_data(self.model), sort_keys=True), self._undone

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`: the position without the answers, whose programs can't be copied."""
        return Board, (self.model, self._document, self._viewer, self._undone)

    def __repr__(self) -> str:
        return f"Board.from_data({self.to_data()!r})"

    def __str__(self) -> str:
        return display.board_text(self)

    def table(self) -> str:
        """The board as a table with power and toughness, types, keywords, counters and status."""
        return "\n".join(map(str, display.board_lines(self, self.characteristics)))

    def picture(self) -> str:
        """The board as an SVG picture: what lies where, with counters, status and what is hidden."""
        from pyengine.answers import board_pictures

        return board_pictures.board_picture(self, self.characteristics, self.caveats)

    def _repr_svg_(self) -> str:
        return self.picture()

    def _repr_html_(self) -> str:
        return f"{self.picture()}<details><summary>as a table</summary>{display.board_html(self)}</details>"


def check_many(asked: Iterable[tuple[Board, str | Action]]) -> list[Verdict]:
    """The verdict on each action on a board of its own. Raises what `Board.check` raises, if it does for any of them.

    All actions are read before the first is judged.
    """
    several = [(board, board.action(action)) for board, action in asked]
    return [board.check(action) for board, action in several]


@uncollected()
def list_many(views: Iterable[Actions]) -> list[list[Verdict]]:
    """The verdicts of each view of a board's actions. Raises what iterating raises, if it does for any of them."""
    return [list(view) for view in views]


def _key(board: Board, actions: Sequence[Action], settle: bool = False) -> str:
    """Name the outcomes of actions on a board. The answer holds the board, so that no other has its id meanwhile."""
    return f"{id(board)} outcomes {'; '.join(map(str, actions))}{' settled' if settle else ''}"


def _listing_key(board: Board, filters: candidates.Filters) -> str:
    return f"{id(board)} listing {filters!r}"


def _places(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything in board data that can hold counters, by id."""
    yield data["players"]
    for zone in ZONES:
        yield {item["id"]: item for item in data.get(zone, ())}


def _checked_limit(limit: int | None) -> int | None:
    return None if limit is None else arguments.whole(limit, "steps", 0, MAX_COUNT)


class Actions:
    """A view of actions on a board: iterate, `in`, `len`, `count`, true if there is any.

    Iterating gives verdicts, in a stable order. `where` narrows the view. `in` also answers for actions that
    iterating does not list, such as to put two counters.
    """

    def __init__(self, board: Board, *, legal_only: bool, filters: candidates.Filters | None = None) -> None:
        self._board = board
        self._legal_only = legal_only
        self._filters = filters or candidates.Filters()

    def where(self, *, verbs: Sequence[str] = (), objects: Sequence[str] = (), kinds: Sequence[str] = ()) -> Actions:
        """Only actions with one of these verbs, about one of these objects, with one of these kinds.

        Kinds that are not on the board are asked about too.
        """
        verbs = arguments.texts(verbs, "verbs")
        objects = arguments.texts(objects, "ids")
        kinds = arguments.texts(kinds, "kinds")
        for verb in verbs:
            if verb not in candidates.VERBS:
                raise InvalidActionError(f"expected one of {', '.join(candidates.VERBS)}, found {quoted(verb)}")
        objects = tuple(self._board.id_called(name) for name in objects)
        filters = candidates.Filters(verbs, objects, tuple(map(checked_kind, kinds)))
        return Actions(self._board, legal_only=self._legal_only, filters=filters)

    def listing(self, *, timeout: float | None = None) -> Listing[Board]:
        """All verdicts and, for the legal ones, their outcomes."""
        from pyengine.asking.listing import Listing

        if timeout is not None:  # the time left is no property of the board
            return Listing(self._board, self._filters, timeout)
        board, filters = self._board, self._filters
        found: Listing[Board] = recent.recall(_listing_key(board, filters), lambda: Listing(board, filters))
        return found

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

    def records(self) -> list[dict[str, Any]]:
        """A flat mapping for each verdict, as rows of a table."""
        from pyengine.answers import records

        return records.of_verdicts(self)

    def to_frame(self) -> Any:
        """A pandas data frame of `records`. Raises `PyengineError` if pandas is not installed."""
        from pyengine.answers import records

        return records.frame(self.records())

    def _repr_html_(self) -> str:
        return verdicts_html(self)
