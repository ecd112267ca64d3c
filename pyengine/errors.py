"""Errors. All are `ValueError`s, all quote the input, all are one readable sentence."""

from __future__ import annotations


class PyengineError(ValueError):
    """Base of every error that bad input can cause."""


class InputError(PyengineError):
    """Error for a file or text that can't be read. `where` is "file:line:column" if known; `str()` starts with it."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.where = where


class InvalidBoardError(InputError):
    """A board file that does not fit the board format, or names what does not exist."""


class InvalidCardError(InputError):
    """A card definition that does not fit the vocabulary."""


class UnknownCardError(InputError):
    """A card that neither the library nor the file defines."""


class InvalidActionError(InputError):
    """An action phrase that is not in the language of actions, or names nothing on the board."""


class InvalidScenarioError(InputError):
    """A scenario file that does not fit the scenario format."""
