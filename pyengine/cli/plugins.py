"""Of plugins for the models, which have no use for any.

To look for some in every package that is installed takes a twelfth of a short answer's time or more; a twentieth, just
to import what would look for them.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType


def look_for_none() -> None:
    """Have pydantic look for no plugins, unless somebody has told it otherwise."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    sys.modules.setdefault("importlib.metadata", UnusedMetadata())


class UnusedMetadata(ModuleType):
    """Stands for `importlib.metadata` until anything in it is used: pydantic imports it in any case."""

    def __init__(self) -> None:
        super().__init__("importlib.metadata")
        self.__path__ = []  # asked of all that something is imported from

    def entry_points(self, **wanted: str) -> object:
        """What packages say that they are to be found for."""
        return self._used().entry_points(**wanted)

    def __getattr__(self, name: str) -> object:
        return getattr(self._used(), name)

    def _used(self) -> ModuleType:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return import_module(self.__name__)
