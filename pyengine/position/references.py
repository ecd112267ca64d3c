"""References of a board: ids, players, cards, kinds. Each must have a target."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pyengine.cards import catalog
from pyengine.cards.catalog import Card
from pyengine.errors import InvalidBoardError, InvalidCardError, UnknownCardError
from pyengine.files.document import Document, Place
from pyengine.files.fields import Fixed, Model, is_slip
from pyengine.files.quoting import first_lines, quoted
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, Delayed, ObjectState, PlayerState

if TYPE_CHECKING:
    from pyengine.card_model.abilities import Effect

EARLIEST = "2001-09-24"
"""The first date whose rules can be asked for."""

Path = tuple[str | int, ...]
Report = Callable[[Path, str], None]


def check(board: BoardFile, document: Document | None, start: Path = ()) -> None:
    """Raise `InvalidBoardError` with every name that leads nowhere or is used twice.

    `start` is where in the document the board is.
    """
    problems: list[tuple[Place, str]] = []

    def report(path: Path, message: str) -> None:
        if document is None:
            problems.append(((0, 0), message))
        else:
            whole = (*start, *path)
            problems.append((document.place(whole), f"{document.where(whole)}: {message}"))

    try:
        check_date(board.rules)
    except InvalidBoardError as error:
        report(("rules",), str(error))
    _check_ids(board, report)
    _check_players_and_objects(board, report)
    _check_cards(board, report)
    if not problems:
        _check_abilities(board, report)
    _check_used(board, report)
    if problems:
        problems.sort(key=lambda problem: problem[0])
        raise InvalidBoardError(first_lines((text for _, text in problems), len(problems)))


def _check_ids(board: BoardFile, report: Report) -> None:
    """Report ids that are used twice."""
    seen: dict[str, str] = dict.fromkeys(board.players, "a player")
    delayed = ((("delayed", number), item) for number, item in enumerate(board.delayed))
    for path, item in (*items(board), *delayed):
        if item.id in seen:
            report((*path, "id"), f"two things are called {item.id!r}: this one and {seen[item.id]}")
        seen.setdefault(item.id, "an object before it")
    parts = set(seen)
    for path, item in items(board):
        for number, component in enumerate(() if isinstance(item, AbilityOnStack) else item.merged):
            if component.id in parts:
                report((*path, "merged", number, "id"), f"two things are called {component.id!r}")
            parts.add(component.id)


def _check_ability_on_stack(
    report: Report, path: Path, item: AbilityOnStack, players: Sequence[str], objects: Sequence[str]
) -> None:
    """Report ids of an ability on the stack that name no player or object."""
    _known(report, (*path, "source"), item.source, objects, "object")
    _known(report, (*path, "event_object"), item.event_object, [*objects, *players], "object or player")
    _known(report, (*path, "event_player"), item.event_player, players, "player")
    _known(report, (*path, "event_other"), item.event_other, objects, "object")
    for number, one in enumerate(item.assigned):
        if one.left is None:
            _known(report, (*path, "assigned", number, "by"), one.by, objects, "object")
        else:
            _known(
                report,
                (*path, "assigned", number, "left", "controller"),
                one.left.controller,
                players,
                "player",
            )
        _known(report, (*path, "assigned", number, "to"), one.to, [*objects, *players], "object or player")


def _check_players_and_objects(board: BoardFile, report: Report) -> None:
    """Report ids that name no player or object where they stand."""
    players, objects = list(board.players), [item.id for _, item in items(board)]
    for name, state in board.players.items():
        _known(report, ("players", name, "controlled_by"), state.controlled_by, players, "player")
    for field in ("active", "priority"):
        _known(report, (field,), getattr(board, field), players, "player")
    for path, effect in effects(board):
        _known(report, (*path, "controller"), effect.controller, players, "player")
        _known(report, (*path, "gives_back"), effect.gives_back, players, "player")
        if effect.lasts_while is not None:
            _known(report, (*path, "lasts_while"), effect.lasts_while.of, objects, "object")
    for number, delayed in enumerate(board.delayed):
        _known(report, ("delayed", number, "controller"), delayed.controller, players, "player")
        _known(report, ("delayed", number, "source"), delayed.source, objects, "object")
        _check_words(report, ("delayed", number), delayed, [*objects, *players])
    for path, item in items(board):
        _known(report, (*path, "controller"), item.controller, players, "player")
        if isinstance(item, AbilityOnStack):
            _check_ability_on_stack(report, path, item, players, objects)
            if bool(item.assigned) and item.kind != "combat damage":
                report((*path, "assigned"), "'assigned' goes with 'kind: combat damage'")
            if item.does is not None:
                _check_words(report, path, item, [*objects, *players])
            if item.text is not None:
                _check_text(report, path, item, item.text)
            _check_targets(report, path, item, [*objects, *players])
            continue
        _known(report, (*path, "owner"), item.owner, players, "player")
        if item.owner is None and item.controller is None:
            report(path, f"{item.id!r} has no owner and no controller; one of them is needed")
        for number, player in enumerate(item.known_to):
            _known(report, (*path, "known_to", number), player, players, "player")
        _check_targets(report, path, item, [*objects, *players])
        for number, component in enumerate(item.merged):
            _known(report, (*path, "merged", number, "owner"), component.owner, players, "player")
        _known(report, (*path, "attached_to"), item.attached_to, [*objects, *players], "object or player")
        _known(report, (*path, "exiled_with"), item.exiled_with, objects, "object")
        _known(report, (*path, "attacks"), item.attacks, [*objects, *players], "object or player")
        _known(report, (*path, "lent_by"), item.lent_by, players, "player")
        for number, name in enumerate(item.damaged_by):
            _known(report, (*path, "damaged_by", number), name, objects, "object")
        for number, name in enumerate(item.targeted_by):
            _known(report, (*path, "targeted_by", number), name, players, "player")
        for number, name in enumerate(item.blocks):
            _known(report, (*path, "blocks", number), name, objects, "object")


def _check_targets(report: Report, path: Path, item: ObjectState | AbilityOnStack, known: Sequence[str]) -> None:
    for number, target in enumerate(item.targets):
        _known(report, (*path, "targets", number), target, known, "object or player")


def _check_abilities(board: BoardFile, report: Report) -> None:
    """Report abilities on the stack that their card does not have."""
    cards = {item.id: item.card for _, item in items(board) if isinstance(item, ObjectState)}
    for path, item in items(board):
        of_card = isinstance(item, AbilityOnStack) and item.text is None and item.keyword is None
        if of_card and isinstance(item, AbilityOnStack) and item.ability is not None:
            name = item.card or cards.get(item.source or "")
            if name is None:
                report((*path, "ability"), f"'ability' of {item.id!r} goes with 'card', whose ability it is")
                continue
            card = board.cards[name] if name in board.cards else catalog.definition(name)
            known = catalog.worked_out(name, card).last_number()
            if item.ability > known:
                report((*path, "ability"), f"{quoted(name)} has no ability {item.ability}; it has {known}")


def _check_used(board: BoardFile, report: Report) -> None:
    """Report abilities that were activated and that their card does not have."""
    for path, item in items(board):
        used = (
            (*item.used_this_turn, *item.used_once, *item.resolved_this_turn) if isinstance(item, ObjectState) else ()
        )
        if used and isinstance(item, ObjectState) and item.card is not None:
            card = board.cards[item.card] if item.card in board.cards else catalog.definition(item.card)
            known = catalog.worked_out(item.card, card).last_number()
            for number in used:
                if number > known:
                    report(path, f"{quoted(item.card)} has no ability {number}; it has {known}")


def _check_cards(board: BoardFile, report: Report) -> None:
    """Report names of cards that nobody defines."""
    backs = [
        (("cards", name, field), other)
        for name, card in board.cards.items()
        for field in ("back", "adventure", "halves")
        for other in _several(getattr(card, field))
    ]
    for path, name in [*card_names(board), *backs]:
        if name not in board.cards:
            try:
                card(board, name)
            except UnknownCardError as error:
                report(path, str(error))
            except InvalidCardError:
                continue  # told below, where the card is defined
    for name in board.cards:
        try:
            card(board, name)
        except InvalidCardError as error:
            report(("cards", name, *(["text"] if "of the text" in error.message else [])), error.message)
    for path, name in filter_names(board):
        if meant := _nearly(board, name):
            report(path, f"no card named {quoted(name)}; did you mean {meant}?")


def _several(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """The names in a field that has one, several or none."""
    return () if value is None else (value,) if isinstance(value, str) else value


def check_date(date: str | None) -> None:
    """Raise `InvalidBoardError` if there are no rules for a date. None is the newest edition."""
    if date is None:
        return
    if not isinstance(date, str):  # a file has text only; a program may well have a date
        raise InvalidBoardError(f"expected a date as text, such as '2026-09-25', found {quoted(date)}")
    try:
        given = datetime.date.fromisoformat(date).isoformat()
    except ValueError:
        given = ""
    if not given or given != date:
        raise InvalidBoardError(f"{quoted(date)} is not a date; expected one like 2026-09-25")
    if given < EARLIEST:
        raise InvalidBoardError(f"there are no rules for {date}; the earliest date is {EARLIEST}")


def _known(report: Report, path: Path, name: str | None, known: Sequence[str], what: str) -> None:
    if name is not None and name not in known:
        close = get_close_matches(name, known, 2)
        hint = f"; did you mean {' or '.join(close)}?" if close else f"; there are: {', '.join(known[:8])}"
        report(path, f"no {what} is called {quoted(name)}{hint}")


def _check_words(report: Report, path: Path, item: AbilityOnStack | Delayed, ids: Sequence[str]) -> None:
    """The effect of a delayed ability."""
    from pyengine.compiler.effect_schema import check_words  # few boards have such abilities

    for name, meant in item.about.items():
        for one in meant:
            _known(report, (*path, "about", name), one, ids, "object or player")
    when = item.when if isinstance(item, Delayed) else None
    try:
        check_words(item.does or "", item.about, ids, when)
    except ValueError as error:
        report((*path, "does"), str(error))


def _check_text(report: Report, path: Path, item: AbilityOnStack, text: str) -> None:
    """An ability that was given by its words."""
    from pyengine.card_model.granted_abilities import UngrantableError, abilities_of  # few boards have such abilities

    try:
        known = len(abilities_of(text))
    except UngrantableError as error:
        report((*path, "text"), str(error))
        return
    if item.ability is not None and item.ability > known:
        report((*path, "ability"), f"{quoted(text)} says no ability {item.ability}; it says {known}")


def items(board: BoardFile) -> Iterator[tuple[Path, ObjectState | AbilityOnStack]]:
    """Every object and ability on the board, with its place in the file."""
    for zone in ZONES:
        for number, item in enumerate(getattr(board, zone)):
            yield (zone, number), item


def ids(board: BoardFile) -> frozenset[str]:
    """The ids of every object, component and ability on the board."""
    found = {item.id for _, item in items(board)} | {item.id for item in board.delayed}
    parts = {part.id for _, item in items(board) if isinstance(item, ObjectState) for part in item.merged}
    return frozenset(found | parts)


def effects(board: BoardFile) -> Iterator[tuple[Path, Effect]]:
    """Every effect on an object or player, with its place in the file."""
    holders: list[tuple[Path, PlayerState | ObjectState]] = [
        *((("players", name), player) for name, player in board.players.items()),
        *((path, item) for path, item in items(board) if isinstance(item, ObjectState)),
    ]
    for path, holder in holders:
        for number, effect in enumerate(holder.effects):
            yield (*path, "effects", number), effect


def card_names(board: BoardFile) -> Iterator[tuple[Path, str]]:
    """Every card named on the board, with the place of the name."""
    for path, item in items(board):
        if item.card is not None:
            yield (*path, "card"), item.card
        if isinstance(item, ObjectState):
            if isinstance(item.copy_of, str):
                yield (*path, "copy_of"), item.copy_of
            for number, component in enumerate(item.merged):
                if component.card is not None:
                    yield (*path, "merged", number, "card"), component.card
    for path, effect in effects(board):
        if isinstance(effect.copy_of, str):
            yield (*path, "copy_of"), effect.copy_of
        for number, name in enumerate(effect.altered_by):
            yield (*path, "altered_by", number), name


def filter_names(board: BoardFile) -> Iterator[tuple[Path, str]]:
    """Every name that a filter of a card or effect asks for, with the place of that."""
    for name, text in board.cards.items():
        for number, ability in enumerate(text.abilities):
            yield from ((("cards", name, "abilities", number), asked) for asked in _asked_names(ability))
    for path, effect in effects(board):
        yield from ((path, asked) for asked in _asked_names(effect))


def _asked_names(one: object) -> Iterator[str]:
    """The names in a part of an ability and all that it consists of."""
    if isinstance(one, Model):
        for field in type(one).model_fields:
            value = getattr(one, field)
            yield from value if field == "names" else _asked_names(value)
    elif isinstance(one, tuple):
        for part in one:
            yield from _asked_names(part)


def _nearly(board: BoardFile, name: str) -> str | None:
    """The card that is meant by what is nearly its name. A name that is like no other may be that of any card."""
    if name in board.cards:
        return None
    of = catalog.slug(name)
    known = {catalog.slug(own): own for own in board.cards}
    if of not in known and (meant := catalog.named_like(of)) is not None:
        return None if meant == name else meant
    near = [known[one] for one in known if one == of or is_slip(of, one)]
    return min(near, default=None)


def card(board: BoardFile, name: str) -> Card:
    """A card of the board's file or of the library. Raises `UnknownCardError`, with the closest name there is."""
    if name in board.cards:
        return catalog.defined(name, board.cards[name])
    try:
        return catalog.find(name)
    except UnknownCardError:
        known = {own.lower(): own for own in board.cards}
        if close := get_close_matches(name.lower(), known, 1, 0.55):
            raise UnknownCardError(f"no card named {quoted(name)}; did you mean {known[close[0]]}?") from None
        raise


def cards_named(board: BoardFile) -> dict[str, Card]:
    """Every card named on the board, by that name."""
    found = {name: card(board, name) for _, name in card_names(board)}
    for one in list(found.values()):
        found.update({part: card(board, part) for part in one.parts if part not in found})
    return found


def with_card_names(board: BoardFile) -> BoardFile:
    """The board with library cards named as the library names them: two spellings are one card."""
    spelt = {name: catalog.whole_name(name) for _, name in card_names(board) if name not in board.cards}
    if all(name == spelling for name, spelling in spelt.items()):
        return board

    def renamed(one: Any) -> Any:
        """An object, player or effect with its card names replaced."""
        changes: dict[str, Any] = {
            field: spelt[name]
            for field in ("card", "copy_of")
            if isinstance(name := getattr(one, field, None), str) and name in spelt
        }
        if altered_by := getattr(one, "altered_by", ()):
            changes["altered_by"] = tuple(spelt.get(name, name) for name in altered_by)
        if isinstance(one, ObjectState) and one.merged:
            changes["merged"] = tuple(map(renamed, one.merged))
        if isinstance(one, ObjectState | PlayerState) and one.effects:
            changes["effects"] = tuple(map(renamed, one.effects))
        return one.model_copy(update=changes) if changes else one

    zones = {zone: tuple(map(renamed, getattr(board, zone))) for zone in ZONES}
    players = Fixed((name, renamed(one)) for name, one in board.players.items())
    return board.model_copy(update={"players": players, **zones})


def kinds_named(board: BoardFile, named: Iterable[Card]) -> frozenset[str]:
    """Every kind of counter on the board, and that an ability or effect on it speaks of."""
    kinds: set[str] = set()
    for player in board.players.values():
        kinds.update(player.counters)
    for _, item in items(board):
        if isinstance(item, ObjectState):
            kinds.update(item.counters, item.last_known_counters)
    for _, effect in effects(board):
        from pyengine.compiler.ability_facts import kinds_of  # few boards have effects

        kinds.update(kinds_of(effect))
    return frozenset(kinds).union(*(card.kinds for card in named))
