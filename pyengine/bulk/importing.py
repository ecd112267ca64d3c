"""Import of card files into the user's card store: each card worked out once, in several processes.

A whole file is read before anything is written, so a file that is cut off changes nothing. Cards are added in batches,
each whole or not at all. An import that was stopped goes on where it was, as does one of a newer file: only cards whose
text changed, or that another version of the reader worked out, are worked out again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from pyengine.bulk.spread import spread
from pyengine.cards import catalog, store
from pyengine.errors import PyengineError
from pyengine.formats import card_file
from pyengine.formats.card_file import Face, LeftOut, PrintedCard
from pyengine.formats.card_findings import missing_of, speaks_of_counters_or_face_down

AT_ONCE = 40
"""Number of cards that a process takes at a time."""
WRITTEN_AT_ONCE = 5
"""Number of these batches that are written together."""


class Failed(NamedTuple):
    """A card that could not be worked out, and why."""

    name: str
    why: str


def import_files(
    paths: Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    jobs: int = 1,
    watch: Callable[[Iterable[str], int], Iterable[str]] = lambda names, total: names,
) -> dict[str, Any]:
    """Import card files into a store, and return the counts.

    Of several cards with one name the one that some format allows is taken, then the newest; cards of a later file
    replace those of an earlier one. `watch` shows progress over the names of the cards to do. Raises `InputError` for
    a file that is not a card file, a store that can't be written, or a full disk.
    """
    left_out: Counter[str] = Counter()
    cards = chosen(paths, left_out)
    digests = {name: digest(card) for name, card in cards.items()}
    with store.Writer(target) as writer:
        there = writer.digests()
        todo = [card for name, card in cards.items() if there.get(name) != (digests[name], store.reader())]
        failed: list[Failed] = []
        for _ in watch(_written(writer, todo, digests, jobs, failed), len(todo)):
            pass
    store.forget()
    changed = sum(there.get(card.name, ("",))[0] not in ("", digests[card.name]) for card in todo)
    new = sum(card.name not in there for card in todo)
    return {
        "store": os.fspath(target),
        "cards": len(cards) - len(failed),
        "new": new - sum(one.name not in there for one in failed),
        "changed": changed,
        "worked_out_again": len(todo) - new - changed,
        "unchanged": len(cards) - len(todo),
        "left_out": dict(sorted(left_out.items())),
        "refused": [{"card": one.name, "why": one.why} for one in failed],
    }


def chosen(paths: Sequence[str | os.PathLike[str]], left_out: Counter[str]) -> dict[str, PrintedCard]:
    """The cards of files by their names, sorted; counts the entries that are left out."""
    cards: dict[str, PrintedCard] = {}
    for path in paths:
        of_file: dict[str, PrintedCard] = {}
        for card in card_file.read(path):
            if isinstance(card, LeftOut):
                left_out[card.why] += 1
                continue
            before = of_file.get(card.name)
            if before is None or (card.is_played, card.released) > (before.is_played, before.released):
                of_file[card.name] = card
        cards.update(of_file)
    return dict(sorted(cards.items()))


def digest(card: PrintedCard) -> str:
    """A hash of all that is printed on a card."""
    return sha256(json.dumps([card.layout, card.faces], default=lambda face: vars(face)).encode()).hexdigest()[:32]


def _written(
    writer: store.Writer, todo: Sequence[PrintedCard], digests: dict[str, str], jobs: int, failed: list[Failed]
) -> Iterator[str]:
    """Work cards out and write them; yield their names once they are written."""
    batches = (todo[start : start + AT_ONCE] for start in range(0, len(todo), AT_ONCE))
    held: list[store.Row] = []
    for number, found in enumerate(spread(work_out, batches, jobs, __name__, _KEPT), 1):
        for one in found:
            if isinstance(one, Failed):
                failed.append(one)
            else:
                held.append(one._replace(digest=digests[one.printing.name]))
        if number % WRITTEN_AT_ONCE == 0:
            yield from _flushed(writer, held)
    yield from _flushed(writer, held)


_KEPT = "; the cards already written are kept, and the same command goes on"


def _flushed(writer: store.Writer, held: list[store.Row]) -> list[str]:
    writer.add(held)
    names = [row.printing.name for row in held]
    held.clear()
    return names


def work_out(cards: Sequence[PrintedCard]) -> list[store.Row | Failed]:
    """Work out some cards, as the store keeps them."""
    return [_worked_out(card) for card in cards]


def _worked_out(card: PrintedCard) -> store.Row | Failed:
    try:
        found = card_file.definitions(card)
        worked_out = [catalog.packed(catalog.defined(one.name, one)) for one in found]
    except PyengineError as error:
        return Failed(card.name, str(error))
    kept = tuple(
        (catalog.slug(one.name), one.name, one.model_dump(mode="json", exclude_defaults=True), packed)
        for one, packed in zip(found, worked_out, strict=True)
    )
    names = {catalog.slug(card.name), *(catalog.slug(face.name) for face in card.faces)}
    aliases = tuple(sorted(names - {slug for slug, *_ in kept}))
    faces = tuple(map(_printed, card.faces))
    about = speaks_of_counters_or_face_down(card)
    printing = store.Printing(card.name, card.layout, faces, missing_of(card), about, card.released)
    return store.Row(printing, "", kept, aliases)


def _printed(face: Face) -> dict[str, Any]:
    """The printed parts of a face."""
    return {what: value for what, value in vars(face).items() if value not in (None, "", ())}
