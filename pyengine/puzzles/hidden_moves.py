"""Objects that an action moves or turns over and that a player did not see before."""

from __future__ import annotations

from pyengine.asking import programs
from pyengine.position.model import ZONES, ObjectState
from pyengine.position.position import Position


def unseen(before: Position, after: Position, player: str) -> list[str]:
    """The ids of what lies elsewhere, or with the other side up, than before, and was hidden from the player then."""
    found = moved(before, after)
    sight = programs.sight(before, player) if found else None
    return [name for name in found if sight is not None and "card" not in sight.told(name)]


def moved(before: Position, after: Position) -> list[str]:
    """Return the ids of objects that lie elsewhere, or with the other side up, than before."""
    was, then = _lying(before), _lying(after)
    return [name for name, where in was.items() if then.get(name) != where]


def _lying(position: Position) -> dict[str, tuple[str, bool]]:
    """The zone of every object, and whether it is face up there."""
    return {
        item.id: (zone, item.face_down is None)
        for zone in ZONES
        for item in getattr(position.model, zone)
        if isinstance(item, ObjectState)
    }
