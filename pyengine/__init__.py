"""pyengine: what the rules of Magic: The Gathering say about counters and face-down objects, with every outcome.

The API is one class, `Board`, and the values its questions return::

    from pyengine import Board

    board = Board.load("board.yaml")
    board.check("move a +1/+1 counter from bear to elf")   # a Verdict: legal or not, with every reason
    board.outcomes("proliferate")                          # every Outcome, found as they are asked for
    board.legal_actions                                    # a view of what can be done
    board.seen_by("bob")                                   # the board as a player is entitled to see it
"""

from pyengine.actions import Action
from pyengine.answers import Characteristics, Event, Reason, Verdict
from pyengine.board import Actions, Board, Outcomes, Status
from pyengine.errors import (
    InputError,
    InvalidActionError,
    InvalidBoardError,
    InvalidCardError,
    InvalidScenarioError,
    PyengineError,
    UnknownCardError,
)
from pyengine.outcome import Outcome
from pyengine.program import Interrupted

__all__ = [
    "Action",
    "Actions",
    "Board",
    "Characteristics",
    "Event",
    "InputError",
    "Interrupted",
    "InvalidActionError",
    "InvalidBoardError",
    "InvalidCardError",
    "InvalidScenarioError",
    "Outcome",
    "Outcomes",
    "PyengineError",
    "Reason",
    "Status",
    "UnknownCardError",
    "Verdict",
]
__version__ = "0.1.0"
