"""pyengine: what the rules of Magic: The Gathering say about counters and face-down objects, with every outcome.

The API is one class, `Board`, and the values its questions return::

    from pyengine import Board

    board = Board.load("board.yaml")
    board.check("move a +1/+1 counter from bear to elf")   # a Verdict: legal or not, with every reason
    board.outcomes("proliferate")                          # every Outcome, found as they are asked for
    board.legal_actions                                    # a view of what can be done
    board.seen_by("bob")                                   # the board as a player is entitled to see it
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, whose import would take longer than all the rest here

if TYPE_CHECKING:
    from pyengine.actions.action import Action
    from pyengine.answers import outcome
    from pyengine.answers.verdicts import Event, Reason, Status, Verdict
    from pyengine.asking import outcomes
    from pyengine.asking.comparing import Comparison
    from pyengine.asking.editions import Change, changes, editions
    from pyengine.board import Actions, Board
    from pyengine.bulk.card_library import Library
    from pyengine.bulk.enumerated import Enumeration, enumerate_boards
    from pyengine.errors import (
        InputError,
        InvalidActionError,
        InvalidBoardError,
        InvalidCardError,
        InvalidScenarioError,
        PyengineError,
        UnknownCardError,
    )
    from pyengine.position.characteristics import Characteristics
    from pyengine.solving.solver import Interrupted

    Outcome = outcome.Outcome[Board]
    Outcomes = outcomes.Outcomes[Board]

__all__ = [
    "Action",
    "Actions",
    "Board",
    "Change",
    "Characteristics",
    "Comparison",
    "Enumeration",
    "Event",
    "InputError",
    "Interrupted",
    "InvalidActionError",
    "InvalidBoardError",
    "InvalidCardError",
    "InvalidScenarioError",
    "Library",
    "Outcome",
    "Outcomes",
    "PyengineError",
    "Reason",
    "Status",
    "UnknownCardError",
    "Verdict",
    "changes",
    "check_many",
    "editions",
    "enumerate_boards",
    "list_many",
]
__version__ = "0.2.0"

_HOME = {
    "Action": "actions.action",
    "Characteristics": "position.characteristics",
    **dict.fromkeys(("Event", "Reason", "Status", "Verdict"), "answers.verdicts"),
    **dict.fromkeys(("Actions", "Board", "check_many", "list_many"), "board"),
    "Library": "bulk.card_library",
    **dict.fromkeys(("Enumeration", "enumerate_boards"), "bulk.enumerated"),
    **dict.fromkeys(("Change", "changes", "editions"), "asking.editions"),
    "Comparison": "asking.comparing",
    "Outcome": "answers.outcome",
    "Outcomes": "asking.outcomes",
    "Interrupted": "solving.solver",
}
"""The modules of what is not in `errors`."""


def __getattr__(name: str) -> object:
    """Import a name that the package offers when it is first used (PEP 562).

    The program can then stop, or print its help, before it has loaded everything.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_HOME.get(name, 'errors')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*globals(), *__all__]
