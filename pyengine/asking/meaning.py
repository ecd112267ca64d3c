"""Phrases that name an object by its card, or an ability by its words, as phrases with ids and numbers."""

from __future__ import annotations

import re

from pyengine.actions import player_words
from pyengine.actions.action import Action
from pyengine.answers.verdicts import Verdict
from pyengine.asking import judging
from pyengine.errors import InvalidActionError
from pyengine.files.quoting import quoted
from pyengine.phrases.phrase_words import write_id
from pyengine.position.position import Position

_ACTIVATE = re.compile(
    r'activate (?!ability\b)(?P<what>"(?:[^"\\]|\\.)*"|[^\s":]+)(?:: ?"(?P<words>[^"]*)")?(?P<rest> .*)?', re.IGNORECASE
)
_NO_NUMBER = 999_999
"""A number that no ability has: the verdict on it lists those there are."""


def meant(position: Position, text: str) -> str | None:
    """Return what a phrase means that is not read as it is; None if nothing else. Raises `InvalidActionError`."""
    bearers = position.bearers()
    names = {name: ids[0] for name, ids in bearers.items() if len(ids) == 1 and " " in name}
    found = player_words.reworded(player_words.named(text, names))
    if (ability := _ACTIVATE.fullmatch(found)) is not None:
        found = _with_number(position, ability)
    for name, ids in bearers.items():
        if len(ids) > 1 and " " in name and name in text.casefold():
            raise InvalidActionError(f"{quoted(text)}: {quoted(name)} could be {' or '.join(ids)}; name one by its id")
    return None if found == text else found


def with_ids(position: Position, text: str, unknown: set[str]) -> str:
    """Write ids for other names of objects, such as that of a card. Raises `InvalidActionError` if one is of several.

    `unknown` are the names that no object has as its id.
    """
    players = {player.casefold(): player for player in position.model.players}
    names = {name.lower(): players[name.casefold()] for name in unknown if name.casefold() in players}
    for name in unknown - {name for name in unknown if name.lower() in names}:
        ids = position.all_called(name)
        if len(ids) > 1:
            raise InvalidActionError(f"{quoted(text)}: {quoted(name)} could be {' or '.join(ids)}; name one by its id")
        names.update({name.lower(): one for one in ids})
    # A name in quotes is read as one, and its id needs none; the quotes of other names stay.
    bare = re.sub(r'"([^"\\]*)"', lambda found: found[1] if found[1].lower() in names else found[0], text)
    return player_words.named(bare, names)


def _with_number(position: Position, phrase: re.Match[str]) -> str:
    """The phrase with the number of the one ability that can be meant. Raises `InvalidActionError`."""
    words, rest = phrase["words"], phrase["rest"] or ""
    name = position.object_called(phrase["what"].strip('"'))
    uses = _uses(position, name)
    if words is not None:
        uses = {number: said for number, said in uses.items() if words.casefold() in said.casefold()} or uses
    phrases = {number: f"activate ability {number} of {write_id(name)}{rest}" for number in uses}
    if len(phrases) > 1:
        legal = [number for number, one in phrases.items() if judging.judge(position, _on(position, one)).legal]
        phrases = {number: phrases[number] for number in legal or phrases}
    if len(phrases) == 1:
        [found] = phrases.values()
        return found
    if not uses:
        [first, *_] = _on_number(position, name, 1).reasons
        raise InvalidActionError(f"{quoted(phrase[0])}: {first}")
    listed = "; ".join(f"ability {number}: {said}" for number, said in uses.items())
    raise InvalidActionError(f"{quoted(phrase[0])}: {name} has several abilities that could be meant: {listed}")


def _on_number(position: Position, name: str, number: int) -> Verdict:
    """The verdict on activating an ability by its number."""
    return judging.judge(position, Action.parse(f"activate ability {number} of {write_id(name)}"))


def _on(position: Position, phrase: str) -> Action:
    """The action of a phrase, with ids in the place of other names."""
    action = Action.parse(phrase)
    unknown = action.names() - {*position.objects, *position.model.players}
    return Action.parse(with_ids(position, str(action), unknown)) if unknown else action


def _uses(position: Position, name: str) -> dict[int, str]:
    """The abilities of an object that can be activated, by number, each in the words of its card."""
    found: dict[int, str] = {}
    for reason in (one for one in _on_number(position, name, _NO_NUMBER).reasons if one.code == "no_such_ability"):
        listed = reason.data[-1]
        while isinstance(listed, list | tuple):
            _, number, said, listed = listed
            found[int(number)] = str(said)
    lines = [line for line in _text(position, name).split("\n") if ": " in line]
    if len(lines) == len(found):  # with their costs
        return dict(zip(sorted(found), lines, strict=True))
    return found


def _text(position: Position, name: str) -> str:
    """The printed text of the card of an object; empty if it is defined in another way."""
    card = position.objects[name].card
    return (position.cards[card].text or "") if card is not None and card in position.cards else ""
