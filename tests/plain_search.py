"""A plain breadth-first search over `apply`, which shares nothing with the solver but the boards.

Boards are the same here if they are equal, whatever might be renamed; each action is asked about by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from pyengine import Board

Uses = Mapping[str, float]
"""How often each action may be used; infinity for any number of times."""


@cache
def after(board: Board, action: str, settle: bool) -> frozenset[Board]:
    """The boards that an action leads to; none if it can't be done."""
    outcomes = board.outcomes(action, settle=settle)
    return frozenset(outcome.board for outcome in outcomes) if outcomes.verdicts[0] else frozenset()


def shortest(
    board: Board, uses: Uses, wins: Callable[[Board], bool], *, settle: bool = True, everything: bool = False
) -> tuple[int, int] | None:
    """The length of the shortest lines and their number, as sequences of actions and boards; None if there is none.

    With `everything`, whatever `legal` lists that a player can do may be done as well, any number of times.
    """
    front = {(board, tuple(sorted(uses.items()))): 1}
    seen = set(front)
    length = 0
    while front:
        won = sum(number for (one, _), number in front.items() if wins(one))
        if won:
            return length, won
        coming: dict[tuple[Board, tuple[tuple[str, float], ...]], int] = {}
        for (one, left), number in front.items():
            legal = [verdict.action for verdict in one.legal_actions.where(verbs=["use"])] if everything else []
            for action in [*(action for action, times in left if times), *legal]:
                used = tuple((name, count - (name == action)) for name, count in left)
                for board_then in after(one, action, settle):
                    if (board_then, used) not in seen:
                        coming[board_then, used] = coming.get((board_then, used), 0) + number
        seen.update(coming)
        front = coming
        length += 1
    return None


def strategy(board: Board, uses: Uses, wins: Callable[[Board], bool], *, settle: bool = True) -> int | None:
    """So many steps are enough whatever comes of each of them; None if none are."""
    if wins(board):
        return 0
    found = []
    declared = "declare blockers by bob"
    # 509.1: bob declares before anything else is done in that step.
    forced = declared in uses and bool(after(board, declared, settle))
    for action, times in uses.items():
        left = {name: count - (name == action) for name, count in uses.items()}
        outcomes = after(board, action, settle) if times and forced <= (action == declared) else ()
        then = [strategy(one, left, wins, settle=settle) for one in outcomes]
        if then and None not in then:
            found.append(1 + max(one for one in then if one is not None))
    return min(found, default=None)


def reachable(board: Board, uses: Uses) -> Iterator[Board]:
    """Every board that can be reached, some more than once."""
    yield board
    for action, times in uses.items():
        left = {name: count - (name == action) for name, count in uses.items()}
        for one in after(board, action, True) if times else ():
            yield from reachable(one, left)


def beats(board: Board, uses: Uses, wins: Callable[[Board], bool], steps: int) -> bool:
    """Whether alice wins in so many steps whatever bob chooses and does with priority. She acts while nothing of hers
    is on the stack; to go on by a step is to pass, and may be tried any number of times."""
    return _beats(board, tuple(sorted(uses.items())), wins, steps)


@cache
def _beats(board: Board, left: tuple[tuple[str, float], ...], wins: Callable[[Board], bool], steps: int) -> bool:
    if wins(board):
        return True

    def all_win(action: str, left: tuple[tuple[str, float], ...], steps: int) -> bool:
        boards = after(board, action, False)
        return bool(boards) and all(_beats(one, left, wins, steps) for one in boards)

    if board.model.priority_player == "bob":
        legal = [verdict.action for verdict in board.legal_actions.where(verbs=["use"]) if verdict]
        return all(all_win(action, left, steps) for action in [*legal, "pass priority"])
    owners = [item.controller or item.owner for item in board.model.stack]
    if owners and owners[-1] == "alice":
        return all_win("pass priority", left, steps)
    if owners and all_win("pass priority", left, steps):
        return True
    for name, times in left if steps else ():
        passes = name == "go to the next step"
        then = tuple((one, count - (one == name)) for one, count in left)
        if times and not (passes and owners) and all_win("pass priority" if passes else name, then, steps - 1):
            return True
    return False
