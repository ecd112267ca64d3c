"""The cards that pyengine knows, from Python: its library and a card store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pyengine.cards import catalog, store_path
from pyengine.errors import UnknownCardError
from pyengine.files import arguments

if TYPE_CHECKING:
    from pyengine.card_model.card import CardDefinition


class Library:
    """The library of pyengine with a card store: the user's own, or one at a path."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """The cards with the store at a path; the file need not exist before `import_files`."""
        self.path = str(store_path.default_path()) if path is None else arguments.path(path)

    def import_files(self, *paths: str | os.PathLike[str], jobs: int = 1) -> dict[str, Any]:
        """Put all cards of card files into the store, and return the counts, as `pyengine cards import --json` does.

        Raises `InputError` for a file that is not a card file, or a store that can't be written.
        """
        from pyengine.bulk.importing import import_files

        return import_files(paths, self.path, jobs)

    def use(self) -> None:
        """Let the boards of this process, and of those that it begins, use this store from now on."""
        os.environ[store_path.VARIABLE] = self.path

    def definition(self, name: str) -> CardDefinition:
        """The definition of a card, by any of its names. Raises `UnknownCardError`."""
        with store_path.using(self.path):
            return catalog.definition(catalog.whole_name(name))

    def unread(self, name: str) -> tuple[str, ...]:
        """The lines of a card that are not read or not modelled. Raises `UnknownCardError`."""
        with store_path.using(self.path):
            return catalog.find(name).remarks

    def __contains__(self, name: str) -> bool:
        """Return whether there is a card of this name."""
        try:
            with store_path.using(self.path):
                catalog.find(name)
        except UnknownCardError:
            return False
        return True

    def names(self) -> list[str]:
        """The names of all cards, sorted."""
        with store_path.using(self.path):
            return catalog.every_name()

    def search(self, *words: str) -> list[str]:
        """The names of the cards whose names, type lines and texts have all these words, in any case."""
        with store_path.using(self.path):
            return catalog.search(words)
