"""Disable pydantic's plugin discovery.

Looking into every installed package costs a twelfth of a short answer or more; importing the code that looks costs a
twentieth.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType


def look_for_none() -> None:
    """Disable pydantic's plugins, unless the environment says otherwise."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    sys.modules.setdefault("importlib.metadata", UnusedMetadata())


class UnusedMetadata(ModuleType):
    """Lazy stand-in for `importlib.metadata`, which pydantic imports in every case."""

    def __init__(self) -> None:
        super().__init__("importlib.metadata")
        self.__path__ = []  # asked of all that something is imported from

    def entry_points(self, **wanted: str) -> object:
        """The entry points that packages announce."""
        return self._used().entry_points(**wanted)

    def __getattr__(self, name: str) -> object:
        return getattr(self._used(), name)

    def _used(self) -> ModuleType:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return import_module(self.__name__)
