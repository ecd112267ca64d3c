"""Meanings of `it`, `that creature`, `them`, `they` and `if you do`, and the targets of a text.

An antecedent is an object or player mentioned before, in the order of the text: in the event or cost, in earlier
clauses, in the clause itself. The nearest antecedent is meant where it is the only one that fits there. If two fit,
pyengine refuses the text and does not guess.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pyengine.english.descriptions import contrasts, related
from pyengine.english.effect_terms import (
    FLIPPED,
    Clause,
    Description,
    Effects,
    Target,
    Term,
    denied,
    field_names,
    parts,
)
from pyengine.english.grammar_builders import GOES_ON, IN_ONE, INSTEAD, MAY_INSTEAD, THEY, YOU, changed
from pyengine.english.kicker import UncertainError, replaced_by, spell_deals

THIS = Term("this")
MOVES = frozenset(
    (
        *("exile", "exile_face_down", "return_to_hand", "put_into", "put_on_library", "shuffle_in", "enter"),
        *("sacrifice", "destroy", "discard", "manifest", "cloak", "counter_spell_to_exile"),
    )
)
"""Verbs that move an object to another zone, after which the text finds it as the object of that clause."""
MAKES = frozenset(
    (
        "mill",
        "discard",
        "discard_at_random",
        "reveal_until",
        "exile_until",
        "create",
        "manifest_dread",
        "incubate",
        "amass",
        "copy_spell",
        "manifest",
        "cloak",
        "endure",
        "bolster",
    )
)
"""Verbs that make an object that the text may refer to next."""
_TOKEN = Description((("token", True),))
_CARD = Description((), "anywhere")
_MADE = {
    "copy_spell": Description((), "stack"),
    "manifest": Description((("types", ("creature",)),)),
    "mill": _CARD,
    "discard": _CARD,
    "discard_at_random": _CARD,
    "reveal_until": _CARD,
    "exile_until": _CARD,
    "cloak": Description((("types", ("creature",)),)),
    "manifest_dread": Description((("types", ("creature",)),)),
    "bolster": Description((("types", ("creature",)),)),
}
"""Descriptions of the objects that a verb makes, where they are not tokens."""
INFORMATION = frozenset(
    ("power", "toughness", "mana_value", "controller", "owner", "counters", "counters_any", "was", "had")
)
"""Terms that ask about an object as it last was."""
COUNTERS_OF = {
    "remove": ("remove",),
    "put": ("put",),
    "discard": ("discard",),
    "paid": ("pay_counters", "pay_any_mana"),
}


_SPOKEN = (
    *("each", "some", "any", "one_or_more", "top", "bottom", "some_of", "any_or_this", "this_and_others"),
    "so_many_or_more",
)
_PRONOUNS = (
    *("it", "them", "they", "that_player", "so_many", "that_many", "those_counters", "itself", "paid", "rest"),
    *("made_by", "that_library"),
)


GONE = frozenset(("sacrifice", "destroy", "discard", "return_to_hand", "put_on_library", "shuffle_in", "put_into"))
"""Verbs that move an object, after which the text can use it only as a card."""
ON_BATTLEFIELD = frozenset(
    ("put", "remove", "double", "tap", "untap", "get", "get_each", "gain", "fight", "transform", "regenerate", "become")
)
"""Verbs for objects that have not gone."""
OF_PERMANENTS = frozenset(("get", "get_each", "tap", "untap", "fight", "regenerate", "destroy"))
"""Verbs that never apply to a card in a library or hand."""
OF_CARDS = frozenset(("cast", "cast_free", "play", "play_free"))
"""Verbs for cards, so not for the object itself where it can be another card."""


_PAID_INTO = {"sacrifice": "graveyard", "discard": "graveyard", "exile": "exile"}
"""The zones into which costs put the object itself."""


_SAID_OTHERWISE = {
    "exile": ("exile", "exile_face_down"),
    "reveal": ("reveal", "look_at_card"),
    "return": ("return_to_hand", "enter"),
}
"""The effects that one verb of a text can refer to afterwards."""


_DONE = (Term("done"), Term("not_done"), Term("paid"))
"""`if you do`, `if you don't`, `if you pay`."""


def _is_into_hand(does: Term, verb: str) -> bool:
    """Return whether cards are put into a hand, where the text asks how many were."""
    return verb == "put_into_hand" and does.name == "put_into" and does.arguments[1:] == ("hand",)


def _way(said: Any) -> str:
    """Return the name of a way in which something enters."""
    return said.name if isinstance(said, Term) else ""


def _is_when_done(later: Term | None) -> bool:
    """Return whether the text says `when you do`, or `when you discard a card this way`."""
    return later is not None and later.name == "when_done"


_EVENT_OBJECT = Term("event_object")
_EVENT_PLAYER = Term("event_player")
"""The object of a delayed ability's event, and the player who takes part in it."""


class UnboundError(ValueError):
    """A reference that nothing, or more than one thing, could be meant by. Has the place of its word."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


@dataclass(frozen=True)
class _Antecedent:
    """An object or player mentioned earlier in the text."""

    reference: Term
    """The reference that later clauses use."""
    description: Description | None
    several: bool
    clause: int
    """The clause that mentions it, from 1; 0 in the event, -1 in the cost."""
    player: bool = False
    moved: int = 0
    """The clause that moved it to another zone since."""
    left: bool = False
    """True if the event moved it to another zone."""
    gone: bool = False
    """True if a clause moved it off the battlefield, or to a zone where it is only a card."""
    entered: bool = False
    """True if a clause put it onto the battlefield."""
    argument: int = 0
    """The clause that has it as subject or object; 0 if it appears only in a condition, description or amount."""
    weak: bool = False
    """True if the text only asks about it: `equal to this creature's power`."""
    implied: bool = False
    """True for a player of whom the text only says what they control or own: `a creature an opponent controls`."""
    unsure: bool = False
    """True if a clause affected or moved it that may not be carried out, because it replaces other clauses or is
    replaced.
    """

    def acted_on(self) -> Term:
        """The reference for it as the object of an effect."""
        return Term("done", (self.moved,)) if self.moved else self.reference


@dataclass(frozen=True)
class _Mention:
    """A place where the text speaks of something."""

    place: int
    says: Term
    information: bool
    place_in_order: int
    """Where what it is spoken of for begins: what describes another is clear before that is."""
    argument: bool = False
    """True if it is the object or subject of the verb, not part of a description, condition or amount."""


def mentions(value: Any, information: bool = False) -> Iterator[_Mention]:
    """Yield all mentions in a value; mentions in the description of another object come before it."""
    if isinstance(value, Term):
        if value.name == "mention":
            place, says = value.arguments
            assert isinstance(place, int) and isinstance(says, Term)
            inner = list(mentions(says.arguments, information))
            yield from (replace(one, place_in_order=min(place, one.place_in_order)) for one in inner)
            yield _Mention(place, says, information, place)
            return
        yield from mentions(value.arguments, information or value.name in INFORMATION)
    elif isinstance(value, tuple):
        for one in value:
            yield from mentions(one, information)
    else:
        for name in field_names(value):
            yield from mentions(getattr(value, name), information)


_THAN_ITSELF = ("not_reference", Term("the_source"))
"""`Other than this creature`, which does not speak of it, so that `it` means something else afterwards."""


def _than_itself(value: Any) -> Any:
    """Replace `other than this creature` by `other`, which from then on differs from the object with the ability."""

    def change(one: Any) -> Any:
        if not isinstance(one, Description) or _THAN_ITSELF not in one.conditions:
            return None
        without = replace(one, conditions=tuple(pair for pair in one.conditions if pair != _THAN_ITSELF))
        return related(changed(without, change), ("other", True))

    return changed(value, change)


def _objects_alone(described: Description, condition: tuple[str, Any]) -> Description:
    """`any other target`: players are none of the objects that it excludes."""
    either = tuple(
        replace(one, conditions=tuple(pair for pair in one.conditions if pair != condition))
        if one.zone == "players"
        else one
        for one in described.either
    )
    return replace(described, either=either)


class Binder:
    """Binds the clauses of one ability, after its event and costs."""

    def __init__(self, spell: bool = False) -> None:
        self.spell = spell
        """True if the text is a spell's; `it` never refers to the spell."""
        self.antecedents: list[_Antecedent] = []
        self.targets: dict[int, Target] = {}
        self.numbers: dict[int, int] = {}
        self.clauses: list[Clause] = []
        self.choice: int | None = None
        self.found: dict[tuple[int, Term], Term] = {}
        self.paid: list[Term] = []
        self.of_static = False
        self.before: dict[int, list[_Antecedent]] = {}
        """The antecedents known before each clause."""
        self.counted_event = False
        self.had: Term | None = None
        """The counters that something had: `if it had counters on it`."""
        self.by: Term = YOU
        """The player who does what is said; of a static ability, nobody else."""
        self.verb = ""
        self.raw: Clause | None = None
        """The clause before, as it was read."""
        self.otherwise: tuple[int, dict[str, Any]] | None = None
        """The clause with the last `otherwise`, and what that means."""
        self.later: Term | None = None
        """The event of the delayed ability whose clauses are being read."""
        self.left_later: list[Term] = []
        """References to the objects that this event moves to another zone."""
        self.binds_event = False
        """True while that event is being read."""
        self.paid_into: str | None = None
        """The zone into which a cost puts the object itself."""
        self.is_later = False
        self.spell_moved = 0
        """The clause of a spell that moved the spell itself."""
        """True while a clause of a delayed ability is being read."""
        self.replaced: tuple[int, ...] = ()
        """The clauses instead of which those are done that are being read."""
        self._last_replaced: tuple[int, ...] = ()
        self.swapped = 0
        """The last clause once one that may be done instead was put before what it replaces."""

    # --- event and costs ---

    def event(self, event: Any) -> Any:
        """The event of a triggered ability, or what was paid: what is spoken of there can be meant afterwards."""
        bound = self._bind(event, 0)
        self.counted_event = self.counted_event or (isinstance(bound, Term) and _counts(bound))
        if isinstance(bound, Term) and bound.name == "had" and isinstance(bound.arguments[0], Term):
            self.had = bound.arguments[0]
        if isinstance(bound, Term) and bound.name == "becomes_target":
            self._add(_Antecedent(Term("that_other"), Description((), "stack"), False, 0))
            if bound.arguments[2:] == ("opponent",):
                whose = Term("controller", (Term("that_other"),))
                self._add(_Antecedent(whose, None, False, 0, player=True, weak=True, implied=True))
        into_their_graveyard = (
            isinstance(bound, Term) and bound.name == "put_into_graveyard" and "opponent" in bound.arguments
        )
        if into_their_graveyard or bound == Term("damage_from", ("opponent", YOU)):
            self._add(_Antecedent(Term("that_player"), None, False, 0, player=True, weak=True, implied=True))
        if isinstance(bound, Term) and bound.name in _LEAVING:
            self.antecedents = [replace(one, left=True) for one in self.antecedents]
        if isinstance(bound, Term) and bound.name == "beginning" and bound.arguments[1] in _OF_A_PLAYER:
            self._add(_Antecedent(Term("that_player"), None, False, 0, player=True))
            if bound.arguments[1] == "controller of attached":
                self._add(_Antecedent(Term("attached", (THIS,)), None, False, 0))
        return bound

    def static(self, says: Any) -> Any:
        """Bind the statement of a static ability."""
        self.of_static = True
        return self._bind(says, 1)

    def branch(self) -> Binder:
        """A binder for one of several modes, which knows what was spoken of before."""
        other = Binder(self.spell)
        other.antecedents = list(self.antecedents)
        other.found = dict(self.found)
        other.paid = list(self.paid)
        other.counted_event = self.counted_event
        other.had = self.had
        other.paid_into = self.paid_into
        return other

    def costs(self, costs: tuple[Term, ...]) -> tuple[Term, ...]:
        """The costs of an activated ability."""
        for number, one in enumerate(costs, 1):
            self.cost = number
            self.paid.append(self._bind(one, -1))
            if self.paid[-1].arguments[:1] == (THIS,) and self.paid[-1].name in _PAID_INTO:
                self.paid_into = _PAID_INTO[self.paid[-1].name]
        return tuple(self.paid)

    # --- clauses ---

    def effects(self, clauses: tuple[Clause, ...]) -> Effects:
        """Clauses in their order, with everything bound."""
        for together in _in_one_place(spell_deals(clauses) if self.spell else clauses):
            if together[0].instead_of == INSTEAD:
                self._instead(together)
            elif together[0].instead_of == MAY_INSTEAD:
                self._may_instead(together[0])
            else:
                self._clause(*together)
        targets = tuple(_than_itself(self._rebuilt(self.targets[place])) for place in sorted(self.targets))
        return Effects(tuple(self.clauses), targets)

    def _clause(self, raw: Clause) -> None:
        number = len(self.clauses) + 1
        if raw.does.name == "become_sized":
            raise UnboundError("only a static ability says that an object is a creature of some size", 0)
        linked = self._linked(raw, number)
        self.before[number] = list(self.antecedents)
        self.by = linked.by
        self.is_later = linked.later is not None
        self._later_event(linked.later, number)
        bound: Clause = _than_itself(self._others_told(self._in_order(linked, number)))
        if bound.instead_of == INSTEAD:
            bound = replace(bound, instead_of=self.replaced)
        if self._about_the_one_before(bound):
            return
        if bound.does.name == "repeat" and any(isinstance(one, Term) and one.name == "target" for one in parts(bound)):
            raise UnboundError("how many targets there are is not certain", 0)
        if bound.by.name in ("controller", "owner", "defending_player"):
            self._add(_Antecedent(bound.by, None, False, number, player=True))
        self.clauses.append(bound)
        if bound.optional:
            self.choice = number
        self._after(bound, number)

    def _later_event(self, later: Term | None, clause: int) -> None:
        """The event of a delayed ability, before its clauses, and of no others: what that tells they can speak of."""
        happens = later if later is not None and later.name == "happens" else None
        if happens is not None and happens == self.later:
            return
        about, self.left_later, self.later = self.left_later, [], happens
        self.antecedents = [
            replace(one, left=False) if one.reference in about else one
            for one in self.antecedents
            if one.reference not in (_EVENT_OBJECT, _EVENT_PLAYER)
        ]
        if happens is None:
            return
        self.binds_event = True
        said = list(parts(self._bind(happens, clause)))
        self.binds_event = False
        if any(isinstance(one, Term) and one.name in _LEAVING for one in said):
            meant = [one for one in self.antecedents if one.reference in said or one.acted_on() in said]
            self.left_later = [one.reference for one in meant if not one.left]
            self.antecedents = [replace(one, left=True) if one in meant else one for one in self.antecedents]

    def _others_told(self, clause: Clause) -> Clause:
        """`each other Zombie` is other than this object, unless the ability is about another."""

        def change(one: Any) -> Any:
            if not isinstance(one, Description) or ("other", True) not in one.conditions:
                return None
            than = self._others_than(clause, one)
            if than is None:
                return None
            kept = tuple(pair for pair in one.conditions if pair[0] != "other")
            return replace(one, conditions=tuple(sorted([*kept, ("not_reference", than)], key=lambda pair: pair[0])))

        new: Clause = changed(clause, change)
        return new

    def _others_than(self, clause: Clause, described: Description) -> Term | None:
        """Return the object that `other` in a clause excludes: the source of the damage, the object of the event, or
        a spell's target.
        """
        if clause.does.name == "enter_more":  # "it enters with a counter for each other creature"
            return clause.does.arguments[0] if isinstance(clause.does.arguments[0], Term) else None
        source = clause.does.arguments[1] if clause.does.name == "deal_damage" else THIS
        if source != THIS:
            if not isinstance(source, Term) or source.name in _SPOKEN:
                raise UnboundError("other than what is not certain", 0)
            return source
        event = next((one for one in self.before[1] if one.clause == 0 and one.reference == Term("that")), None)
        if event is not None and event.description is not None and not contrasts(described, event.description):
            event = None
        if event is not None and not any(one.reference == THIS for one in self.before[1]):
            if event.description is not None and ("other", True) in event.description.conditions:
                raise UnboundError("other than what is not certain", 0)
            return event.reference
        number = len(self.clauses) + 1
        if not self.spell:
            aimed = any(one.reference.name == "target" and not one.player for one in self.antecedents)
            if aimed and not any(one.reference == THIS for one in self.before[number]):
                raise UnboundError("other than what is not certain", 0)
            return None
        own = Term("done", (number,))
        spoken_of = [one for one in self.antecedents if not one.player and one.reference != own]
        if len(spoken_of) > 1:
            raise UnboundError("other than what is not certain", 0)
        return spoken_of[0].reference if spoken_of else None

    def _about_the_one_before(self, clause: Clause) -> bool:
        """`Destroy it. It can't be regenerated.` is one thing; `It's still a land.` belongs to becoming."""
        if clause.does.name == "still":
            return self._still(clause)
        if clause.does.name == "enter_more":
            return self._entered_with(clause)
        if clause.does.name != "no_regeneration" or not self.clauses or clause.until is not None:
            return False
        last = self.clauses[-1]
        if last.does.name != "destroy" or len(last.does.arguments) > 1:
            return False
        if clause.does.arguments[0] not in (Term("done", (len(self.clauses),)), last.does.arguments[0]):
            return False
        does = Term("destroy", (*last.does.arguments, Term("no_regeneration")))
        self.clauses[-1] = replace(last, does=does)
        return True

    def _entered_with(self, clause: Clause) -> bool:
        """`Return it to the battlefield. It enters with an additional counter on it`: said of how it is put there."""
        what, *counters = clause.does.arguments
        last = self.clauses[-1] if self.clauses else clause
        number = len(self.clauses)
        if last.does.name == "create":
            return self._created_with(clause, last, number)
        meant = last.does.name == "enter" and what in (Term("done", (number,)), last.does.arguments[0])
        if not meant or clause.until is not None or clause.later not in (None, last.later):
            raise UnboundError("nothing was put onto the battlefield right before this", 0)
        does = Term("enter", (*last.does.arguments, *counters))
        if clause.only_if is None and clause.if_done is None:
            self.clauses[-1] = replace(last, does=does)
            return True
        if clause.if_done is not None or last.optional or last.unless or last.later is not None:
            raise UnboundError("a condition of how it enters, which may not be put there", 0)
        if last.only_if is not None or last.if_done is not None or last.instead_of:
            raise UnboundError("a condition of how it enters, beside another one", 0)
        self.clauses.append(replace(last, does=does, only_if=clause.only_if, instead_of=(number,)))
        return True

    def _created_with(self, clause: Clause, last: Clause, number: int) -> bool:
        """`Create a token. It enters with a counter for each other creature`: the token is not there as they count."""
        what, *counters = clause.does.arguments
        plain = (clause.until, clause.later, clause.only_if, clause.if_done) == (None, last.later, None, None)
        if what != Term("done", (number,)) or not plain or any(_way(one) != "counters" for one in counters):
            raise UnboundError("nothing was put onto the battlefield right before this", 0)

        def change(one: Any) -> Any:
            if not isinstance(one, Description) or ("not_reference", what) not in one.conditions:
                return None
            return replace(one, conditions=tuple(pair for pair in one.conditions if pair != ("not_reference", what)))

        self.clauses[-1] = replace(last, does=Term("create", (*last.does.arguments, *changed(tuple(counters), change))))
        return True

    def _still(self, clause: Clause) -> bool:
        kind, what = clause.does.arguments
        for number, one in enumerate(self.clauses):
            if one.does.name == "become" and one.does.arguments[-1] == what:
                does = Term("become", (*one.does.arguments[:-1], Term("still", (kind,)), what))
                self.clauses[number] = replace(one, does=does)
                return True
        raise UnboundError("nothing before this became something else", 0)

    def _linked(self, raw: Clause, number: int) -> Clause:
        """Bind a clause; a condition or time that a sentence gives to all its clauses means the same for each."""
        linked = self._link(raw, number)
        if linked.only_if is None:
            linked = replace(linked, together=False)
        before, self.raw = self.raw, raw
        if before is None or not self.clauses:
            return linked
        last = self.clauses[-1]
        if raw.only_if == before.only_if and raw.only_if in _DONE:
            linked = replace(linked, only_if=last.only_if, if_done=last.if_done)
        if raw.later == before.later and _is_when_done(raw.later):
            linked = replace(linked, later=last.later)
        if raw.later is None and raw.only_if in FLIPPED:
            linked = replace(linked, later=self._flip_later())
        return self._in_reflexive(raw, linked, last)

    def _flip_later(self) -> Term | None:
        """The time of the last coin flip, which is that of everything that depends on its result."""
        return next((one.later for one in reversed(self.clauses) if one.does.name == "flip_coin"), None)

    def _in_reflexive(self, raw: Clause, linked: Clause, last: Clause) -> Clause:
        """603.12: the sentences after "when you do" belong to that ability, too."""
        if last.later is None or last.later.name != "when_done":
            return linked
        asks_about = abs(linked.if_done) if linked.if_done is not None and raw.only_if in _DONE else None
        own = asks_about is None or asks_about > cast(int, last.later.arguments[0])
        if not own or (asks_about is not None and not self.clauses[asks_about - 1].optional):
            raise UnboundError("whether this is part of what happens 'when you do' is not certain", 0)
        if raw.later is None:
            return replace(linked, later=last.later)
        if not _is_when_done(raw.later) or (last.optional and raw.only_if != IN_ONE):
            raise UnboundError("something later within what happens 'when you do'", 0)
        return linked

    def _link(self, raw: Clause, number: int) -> Clause:
        """`if you do`, `otherwise`, `when you do`: by the number of the clause."""
        if raw.only_if == IN_ONE:
            assert self.choice is not None
            return replace(raw, only_if=None, if_done=self.choice, in_one=True)
        if raw.only_if in _DONE and self.clauses and self.clauses[-1].unless:  # what was done to prevent it
            prevented = Term("prevented", (number - 1,))
            condition = Term("not", (prevented,)) if raw.only_if == Term("not_done") else prevented
            return replace(raw, only_if=condition, later=raw.later or self.clauses[-1].later)
        if raw.only_if == Term("paid"):
            raw = replace(raw, only_if=Term("done"))
        if self.swapped == len(self.clauses) > 0 and (raw.only_if in _DONE or _is_when_done(raw.later)):
            raise UnboundError("which of two that are done instead of each other this asks about is not certain", 0)
        if raw.only_if in (Term("done"), Term("not_done")):
            if not self.clauses:
                raise UnboundError("nothing before this that could have been done", 0)
            last = self._asked_about(number)
            raw = replace(raw, later=raw.later or self.clauses[last - 1].later)
            if raw.only_if == Term("done"):
                return replace(raw, only_if=None, if_done=last)
            if self.clauses[-1].if_done != -last:
                self._undone(last)
            return replace(raw, only_if=None, if_done=-last)
        if raw.only_if == Term("otherwise"):
            if self.otherwise is not None and self.otherwise[0] == number - 1:
                self.otherwise = (number, self.otherwise[1])
                return replace(raw, **self.otherwise[1])
            linked = self._otherwise(raw)
            same = ("only_if", "if_done", "together", "later")
            asked = {name: getattr(linked, name) for name in same}
            self.otherwise = (number, asked)
            return linked
        if raw.later is not None and _is_when_done(raw.later):
            if not self.clauses:
                raise UnboundError("nothing before this that could have been done", 0)
            which = self._asked_about(number)
            if raw.later.arguments not in ((), (self.clauses[which - 1].does.name,)):
                raise UnboundError("nothing right before this was done this way", 0)
            return replace(raw, later=Term("when_done", (which,)))
        return raw

    def _asked_about(self, number: int) -> int:
        """The clause of which `if you do` asks: the last choice, or else the clause before; of a delayed ability,
        one of its own clauses."""
        if self.choice is not None and self.clauses[self.choice - 1].later == self.clauses[-1].later:
            return self.choice
        return number - 1

    def _otherwise(self, raw: Clause) -> Clause:
        """`otherwise`: not under the condition of the clause before."""
        before = self.clauses[-1] if self.clauses else None
        if before is not None and before.if_done is not None and before.only_if is None:
            self._as_before(lambda one: one.if_done == before.if_done)
            return replace(raw, only_if=None, if_done=-before.if_done, later=raw.later or before.later)
        if before is None or before.only_if is None:
            raise UnboundError("no condition before 'otherwise'", 0)
        only_if = before.only_if
        self._as_before(lambda one: one.only_if == only_if)
        if before.optional:  # where it was not done, be it that the condition was not met or that nobody wanted to
            return replace(raw, only_if=None, if_done=-len(self.clauses), later=raw.later or before.later)
        return replace(raw, only_if=denied(only_if), together=True, later=raw.later or before.later)

    def _as_before(self, same: Callable[[Clause], bool]) -> None:
        """Before the clauses at the end that are done only if this one is not: what they did was not done."""
        number = len(self.clauses)
        while number > 1 and same(self.clauses[number - 2]):
            number -= 1
        self._undone(number)

    def _undone(self, first: int) -> None:
        """Undo what the clauses from this one on made or moved."""
        before = {one.reference: one for one in self.before[first]}
        found = []
        for one in self.antecedents:
            done = one.reference.arguments[0] if one.reference.name == "done" else 0
            if isinstance(done, int) and done >= first:
                continue
            known = before.get(one.reference)
            moved, gone, entered = (known.moved, known.gone, known.entered) if known else (0, False, False)
            found.append(replace(one, moved=moved, gone=gone, entered=entered))
        self.antecedents = found

    def _instead(self, chain: Sequence[Clause]) -> None:
        """Clauses that are done instead of others: of what those did nothing can be spoken of in these."""
        self.replaced = self._replaced(chain)
        self.antecedents = [
            self._before_it(one) for one in self.antecedents if not _is_of(one.reference, self.replaced)
        ]
        first = len(self.clauses) + 1
        for raw in map(self._as_long, chain):
            self._clause(raw)
        self._either((*self.replaced, *range(first, len(self.clauses) + 1)))

    def _may_instead(self, raw: Clause) -> None:
        """`You may do this instead`: what it replaces is done if this is not, and so comes after it."""
        choice = self.choice
        self._instead([replace(raw, instead_of=())])
        *before, this = self.clauses
        number = len(self.clauses)
        replaced = range(number - len(self._last_replaced), number)
        others = before[replaced.start - 1 :]
        if raw.only_if == IN_ONE or not this.optional or tuple(replaced) != self._last_replaced:
            raise UnboundError("what this is done instead of is not certain", 0)
        if this.instead_of or any(one.instead_of or one.if_done or one.together or one.later for one in others):
            raise UnboundError("what this is done instead of is not certain", 0)
        moved = {number: replaced.start} | {one: one + 1 for one in replaced}
        others = [replace(_renumbered(one, moved), if_done=-replaced.start) for one in others]
        self.clauses = [*before[: replaced.start - 1], _renumbered(this, moved), *others]
        self.choice = None if choice in replaced else choice
        self.swapped = number

    def _as_long(self, raw: Clause) -> Clause:
        """Give a replacing clause the duration of the clause that it replaces, unless it has its own."""
        same = [
            self.clauses[one - 1].until for one in self.replaced if self.clauses[one - 1].does.name == raw.does.name
        ]
        goes_on = raw.until is None and raw.does.name in GOES_ON and len(same) == 1
        return replace(raw, until=same[0]) if goes_on else raw

    def _either(self, either: tuple[int, ...]) -> None:
        """Afterwards one or the other has been done."""
        self.antecedents = [
            replace(one, unsure=True) if one.moved in either or _is_of(one.reference, either) else one
            for one in self.antecedents
        ]
        self._last_replaced, self.replaced = self.replaced, ()

    def _before_it(self, one: _Antecedent) -> _Antecedent:
        """Something that a clause moved which is now not done, as it was spoken of before."""
        if one.moved not in self.replaced:
            return one
        known = next((other for other in self.before[one.moved] if other.reference == one.reference), None)
        moved, gone, entered = (known.moved, known.gone, known.entered) if known else (0, False, False)
        return replace(one, moved=moved, gone=gone, entered=entered)

    def _replaced(self, chain: Sequence[Clause]) -> tuple[int, ...]:
        """Return the clauses that a chain replaces."""
        try:
            return tuple(sorted(replaced_by(self.clauses, chain)))
        except UncertainError as error:
            raise UnboundError(str(error), 0) from None

    def _after(self, clause: Clause, number: int) -> None:
        """Record what later clauses can refer to once a clause has been read."""
        name = clause.does.name
        if name in MOVES:
            moved = {one for one in clause.does.arguments[:1] if isinstance(one, Term)}
            if self.spell and THIS in moved:
                self.spell_moved = number
            moved.add(Term("done", (number,)))
            changes: dict[str, Any] = {"moved": number, "gone": name in GONE, "entered": name == "enter"}
            self.antecedents = [
                replace(one, **changes) if one.reference in moved or one.acted_on() in moved else one
                for one in self.antecedents
            ]
        if name in ("return_to_hand", "put_on_library", "shuffle_in"):  # "its owner's hand" speaks of a player
            what = clause.does.arguments[0]
            known = next((one for one in self.antecedents if one.reference == what), None)
            if known is not None and not known.several:
                self._add(_Antecedent(Term("owner", (what,)), None, False, number, player=True, weak=True))
        if name in MAKES:
            several = _makes_several(clause.does)
            if name in ("reveal_until", "exile_until"):
                self._add(_Antecedent(Term("all_of", (number,)), _CARD, True, number))
            card = name in ("mill", "discard", "discard_at_random")
            if name in ("manifest", "cloak"):  # what was a card before is the creature from now on
                several = several or any(one.several for one in self.antecedents if one.moved == number)
                self.antecedents = [one for one in self.antecedents if one.moved != number]
            made = _Antecedent(Term("done", (number,)), _MADE.get(name, _TOKEN), several, number, gone=card, weak=card)
            self._add(made)

    # --- what is spoken of ---

    def _bind(self, value: Any, clause: int) -> Any:
        return _than_itself(self._in_order(value, clause))

    def _in_order(self, value: Any, clause: int) -> Any:
        """A value with everything bound, where `other` and `other than this creature` are two things."""
        # A place that says the same twice, as `put two kinds on it` does, is one mention.
        arguments = _arguments(value)
        self.verb = value.does.name if isinstance(value, Clause) else ""
        said = {
            (one.place, one.says): replace(one, argument=(one.place, one.says) in arguments) for one in mentions(value)
        }
        for key in sorted(said, key=lambda one: said[one].place_in_order):
            if key not in self.found:
                self.found[key] = self._resolved(said[key], clause)
        return self._rebuilt(value)

    def _rebuilt(self, value: Any) -> Any:
        if isinstance(value, Term):
            if value.name == "mention":
                place, says = value.arguments
                return self._rebuilt(self.found[(place, says)])  # type: ignore[index]
            return Term(value.name, tuple(self._rebuilt(one) for one in value.arguments))
        if isinstance(value, tuple):
            return tuple(self._rebuilt(one) for one in value)
        fields = {name: getattr(value, name) for name in field_names(value)}
        others = {name: other for name, part in fields.items() if (other := self._rebuilt(part)) is not part}
        return replace(value, **others) if others else value

    def _add(self, one: _Antecedent) -> None:
        one = replace(one, description=_than_itself(one.description)) if one.description else one
        known = next((other for other in self.antecedents if other.reference == one.reference), None)
        if known is not None:
            if one.weak and not known.weak:
                return
            one = replace(
                one,
                moved=one.moved or known.moved,
                left=one.left or known.left,
                gone=one.gone or known.gone,
                entered=one.entered or known.entered,
                argument=one.argument or known.argument,
            )
        self.antecedents = [other for other in self.antecedents if other.reference != one.reference] + [one]

    def _resolved(self, mention: _Mention, clause: int) -> Term:
        says = mention.says
        if says.name in ("target", "another_target"):
            return self._target(mention, clause)
        if says.name in _PRONOUNS:
            return self._pronoun(mention, clause)
        if says.name == "this":
            if not self.spell:
                about = clause if mention.argument else 0
                self._add(_Antecedent(THIS, None, False, clause, argument=about, weak=mention.information))
                return self._moved_itself() if mention.argument and self.verb in MOVES else says
            return Term("done", (self.spell_moved,)) if self.spell_moved and mention.argument else says
        if says.name in _SPOKEN:
            self._spoken_of(mention, clause)
            return says
        if says.name == "attached":
            # A static ability asks what it is that enchanted creature is; an effect has it as it is.
            says = says if self.of_static else Term("attached", says.arguments[:1])
            self._add(_Antecedent(Term("that") if clause == 0 else says, None, False, clause))
            return says
        if says.name == "attached_player":
            attached = Term("attached", (THIS,))
            self._add(_Antecedent(Term("that_player") if clause == 0 else attached, None, False, clause, player=True))
            return attached
        self._add(_Antecedent(says, None, False, clause))
        return says

    def _moved_itself(self) -> Term:
        """Return what the object itself is called where it is moved again, after a cost or a clause moved it."""
        moved = next(one.moved for one in self.antecedents if one.reference == THIS)
        if moved and self.is_later:
            return Term("done", (moved,))
        return Term("this_in", (self.paid_into,)) if self.paid_into and not moved and not self.is_later else THIS

    def _spoken_of(self, mention: _Mention, clause: int) -> None:
        says = mention.says
        description = next((one for one in says.arguments if isinstance(one, Description)), None)
        player = description is not None and description.zone == "players"
        several = says.name in ("each", "one_or_more") or says.arguments[-1] not in (1, *says.arguments[-1:0])
        if says.name in ("top", "bottom"):
            several = says.arguments[0] != 1
            description = _CARD
        elif says.name == "some":
            several = says.arguments[2] != 1
        elif says.name in ("any", "any_or_this"):
            several = False
        elif says.name in ("this_and_others", "so_many_or_more"):
            several = True
        if clause == 0 and mention.place != mention.place_in_order:
            return  # a description of the event's object speaks of it; the event is not about that
        if clause == 0:
            reference = Term("that_player") if player else Term("that")
            if any(one.reference == reference for one in self.antecedents):
                reference = Term("that_other_player") if player else Term("that_other")
        elif self.binds_event:
            reference = _EVENT_PLAYER if player else _EVENT_OBJECT
            if any(one.reference == reference for one in self.antecedents):
                raise UnboundError("an event of several that could be meant", mention.place)
        elif clause == -1:
            reference = Term("paid", (self.cost,))
        else:
            reference = Term("done", (clause,))
        if player and clause > 0 and not self.binds_event:
            reference = says
        about = clause if mention.argument else 0
        self._add(_Antecedent(reference, description, several, clause, player, argument=about))
        if says.name == "this_and_others" and clause == 0:
            self._add(_Antecedent(THIS, None, False, clause))
        if description is not None and not several and not self.binds_event:
            self._imply(description, reference, clause)

    def _imply(self, described: Description, reference: Term, clause: int) -> None:
        """The player whose object was described: `target creature an opponent controls`, `from an opponent's hand`."""
        for word in ("controller", "owner"):
            if dict(described.conditions).get(word) in ("opponent", "not you"):
                player = Term("that_player") if reference == Term("that") else Term(word, (reference,))
                self._add(_Antecedent(player, None, False, clause, player=True, weak=True, implied=True))
                return

    def _target(self, mention: _Mention, clause: int) -> Term:
        description, least, most = mention.says.arguments
        assert isinstance(description, Description)
        other_than: tuple[int, ...] = ()
        if mention.says.name == "another_target":
            other_than = tuple(range(1, len(self.targets) + 1))
            if not other_than:
                other = related(description, than := self._other_than(mention, description))
                if other is None:
                    raise UnboundError("other than what is not certain", mention.place)
                description = other if other.zone == "players" else _objects_alone(other, than)
        if mention.place not in self.numbers:
            self.numbers[mention.place] = len(self.numbers) + 1
        number = self.numbers[mention.place]
        assert isinstance(least, int | Term)
        upper = None if most == Term("any") else most
        assert upper is None or isinstance(upper, int | Term)
        self.targets[mention.place] = Target(description, least, upper, other_than)
        reference = Term("target", (number,))
        player = description.zone == "players"
        mixed = any(one.zone == "players" for one in description.either)
        about = clause if mention.argument else 0
        known = None if mixed else description
        self._add(_Antecedent(reference, known, most != 1, clause, player, argument=about))
        if known is not None and most == 1:
            self._imply(known, reference, clause)
        return reference

    def _other_than(self, mention: _Mention, described: Description) -> tuple[str, Any]:
        """Return what `another target` excludes, where there is no target before it: the object itself, or the
        event's.
        """
        spoken_of = [one for one in self.antecedents if not one.player and one.clause >= 0 and not one.weak]
        spoken_of = [
            one
            for one in spoken_of
            if one.clause != 0 or one.description is None or contrasts(described, one.description)
        ]
        others = [one for one in spoken_of if one.reference != THIS]
        if not others:
            return ("other", True)
        if len(spoken_of) > 1:
            raise UnboundError("other than what is not certain", mention.place)
        return ("not_reference", others[0].reference)

    # --- pronouns ---

    def _pronoun(self, mention: _Mention, clause: int) -> Term:
        name = mention.says.name
        if name == "they":
            return self._they(mention, clause)
        if name == "that_player":
            return self._that_player(mention, clause)
        if name == "so_many":
            return self._so_many(mention)
        if name == "that_many":
            return self._that_many(mention, clause)
        if name == "paid":
            return self._paid(mention, clause)
        if name == "made_by":
            return self._made_by(mention)
        if name == "that_library":
            owners = [one.does.arguments[0] for one in self.clauses if one.does.name == "search"]
            if len(owners) != 1 or not isinstance(owners[0], Term):
                raise UnboundError("which library this is is not certain", mention.place)
            return owners[0]
        if name == "rest":
            several_ = [one for one in self.antecedents if one.several and not one.player and not self._is_part(one)]
            return Term("rest", (self._nearest(several_, mention, clause),))
        if name == "those_counters":
            if self.had is not None and self.had.name == "has_counters_any":
                return cast(Term, self.had.arguments[0])
            raise UnboundError("it does not say which counters these are", mention.place)
        if name == "itself":
            return self._nearest([one for one in self.antecedents if one.clause == clause], mention, clause)
        noun = mention.says.arguments[0] if mention.says.arguments else None
        several = name == "them"
        candidates = [one for one in self.antecedents if not one.player and one.several == several]
        if mention.argument:
            # What is done to one thing and to "it" is done to two: one and the same would be "itself".
            candidates = [one for one in candidates if one.argument != clause]
            if self.verb in ON_BATTLEFIELD:
                candidates = [one for one in candidates if not one.gone]
            if self.verb in OF_PERMANENTS:
                candidates = [one for one in candidates if one.entered or not _is_card(one)]
            if self.verb in OF_CARDS:
                candidates = [one for one in candidates if one.reference != THIS or one.moved] or candidates
        elif mention.information and not several and noun is None:
            own = [one for one in self.antecedents if one.several and one.argument == clause > 0]
            if own and any(one.argument == clause for one in candidates):
                raise UnboundError("it could mean each of them, or the one", mention.place)
            if own:
                return Term("own")
        if several and not candidates:
            candidates = [one for one in self.antecedents if not one.player]
            return self._both(candidates, mention)
        if noun is None:
            # A spell is "that spell" where something else could be meant.
            said = [one for one in candidates if not _is_spell(one) or one.clause == clause > 0]
            candidates = said or candidates
        else:
            candidates = [one for one in candidates if self._could_be(one, noun)]
        return self._nearest(candidates, mention, clause)

    def _is_part(self, one: _Antecedent) -> bool:
        """Return whether an antecedent is some of those spoken of before, as in `put three of them into your hand`."""
        match one.reference:
            case Term("done", (int() as number,)) if 0 < number <= len(self.clauses):
                said = self.clauses[number - 1].does.arguments
                if any(isinstance(part, Term) and part.name == "some_of" for part in said):
                    return True
        return one.description is not None and any(name == "from_among" for name, _ in one.description.conditions)

    def _could_be(self, one: _Antecedent, noun: Any) -> bool:
        """Return whether a noun such as `creature` in `that creature` could refer to it."""
        if one.reference == THIS and not one.moved and (not one.left or THIS in self.left_later):
            return False
        if noun in ("token", "copy"):
            return one.description is not None and dict(one.description.conditions).get("token") is True
        if one.description is None:
            return not isinstance(noun, Description) or noun.zone != "stack"
        if not isinstance(noun, Description):
            return True
        return _fits(noun, one)

    def _nearest(self, candidates: list[_Antecedent], mention: _Mention, clause: int) -> Term:
        if not candidates:
            raise UnboundError("nothing before this that it could mean", mention.place)
        candidates = [one for one in candidates if not one.weak] or candidates
        last = max(one.clause for one in candidates)
        nearest = [one for one in candidates if one.clause == last]
        if len(nearest) > 1:
            shown = " or ".join(_in_words(one.reference) for one in nearest)
            raise UnboundError(f"it could mean {shown}", mention.place)
        # It is spoken of again, and so nearer to what follows.
        argument = clause if mention.argument else 0
        self._add(replace(nearest[0], clause=clause, argument=argument, weak=False))
        as_it_was = mention.information or (nearest[0].gone and self.verb in ("deal_damage", "divide_damage"))
        meant = nearest[0].reference if as_it_was else nearest[0].acted_on()
        if meant == THIS and mention.argument and self.verb in MOVES:
            meant = self._moved_itself()
        if meant == Term("done", (clause,)) and self._is_linked(nearest[0]):
            raise UnboundError("it is asked about before anything is done to it", mention.place)
        if nearest[0].unsure and meant.name == "done":
            raise UnboundError("it could mean what was done, or what was done instead", mention.place)
        return meant

    def _is_linked(self, one: _Antecedent) -> bool:
        """Return whether another ability of the same object exiled it."""
        return one.description is not None and dict(one.description.conditions).get("exiled_with") == THIS

    def _both(self, candidates: list[_Antecedent], mention: _Mention) -> Term:
        """`them`, of two that were spoken of one at a time."""
        last = max((one.clause for one in candidates), default=0)
        nearest = [one for one in candidates if one.clause == last]
        if len(nearest) != 2:
            raise UnboundError("nothing before this that they could be", mention.place)
        return Term("those", tuple(one.acted_on() for one in nearest))

    def _they(self, mention: _Mention, clause: int) -> Term:
        if clause > 0 and self.by not in (YOU, mention_of(mention)):
            return THEY
        return self._that_player(mention, clause)

    def _that_player(self, mention: _Mention, clause: int) -> Term:
        players = [one for one in self.antecedents if one.player and not one.several]
        if not players and clause > 0 and self.by.name == "mention" and self.by != mention_of(mention):
            return THEY  # each player, as each does it
        if not players:
            raise UnboundError("no player before this who could be meant", mention.place)
        implied = [one for one in players if one.implied]
        if len(implied) < len(players):
            named = max(one.clause for one in players if not one.implied)
            if any(one.clause > named for one in implied):
                raise UnboundError("which player is meant is not certain", mention.place)
        return self._nearest(players, mention, clause)

    def _that_many(self, mention: _Mention, clause: int) -> Term:
        """Bind `that many`: the amount of a clause before, where that is not a plain number; else the amount of the
        event.
        """
        if clause <= 0:
            return Term("that_many")
        event = self.later.arguments[0] if self.later is not None else None
        if isinstance(event, Term) and _counts(event):
            raise UnboundError("how many there are of a later event is not kept", mention.place)
        counted = [number for number, one in enumerate(self.clauses, 1) if _is_counted(one)]
        if counted:
            return Term("so_many", (counted[-1],))
        if self.counted_event:
            return Term("that_many")
        if self.had is not None and self.had.name == "has_counters":
            return Term("counters", (self.had.arguments[1], self.had.arguments[0]))
        paid = [number for number, one in enumerate(self.paid, 1) if _varies(one)]
        if len(paid) == 1:
            return Term("paid_many", (paid[0],))
        if self.clauses and not self.paid:
            return Term("so_many", (len(self.clauses),))
        raise UnboundError("nothing before this that was counted", mention.place)

    def _made_by(self, mention: _Mention) -> Term:
        """`exiled this way`: what the one clause that did so did it to."""
        verb = mention.says.arguments[0]
        verbs = _SAID_OTHERWISE.get(str(verb), (verb,))
        found = [number for number in self._done_so_far() if self.clauses[number - 1].does.name in verbs]
        paid = [number for number, one in enumerate(self.paid, 1) if one.name in verbs]
        if not found and len(paid) == 1:
            return Term("paid", (paid[0],))
        if len(found) != 1:
            raise UnboundError("nothing, or more than one thing, was done this way", mention.place)
        return Term("done", (found[0],))

    def _done_so_far(self) -> Iterator[int]:
        """The clauses before, without those that are not done if the one that is read is done instead."""
        return (number for number in range(1, len(self.clauses) + 1) if number not in self.replaced)

    def _paid(self, mention: _Mention, clause: int) -> Term:
        """`the sacrificed creature`, `the exiled card`: of a cost, or of a clause before."""
        verb = mention.says.arguments[0]
        verbs = ("exile", "exile_face_down") if verb == "exile" else (verb,)
        costs = [number for number, one in enumerate(self.paid, 1) if one.name in verbs]
        clauses = [number for number in self._done_so_far() if self.clauses[number - 1].does.name in verbs]
        found = [*(Term("paid", (one,)) for one in costs), *(Term("done", (one,)) for one in clauses)]
        if not found and self.spell:
            return Term("paid_additionally", (verb,))
        if not found and verb == "exile":  # by another ability of the same object
            by_another = Description((("exiled_with", THIS),), "exile")
            about = clause if mention.argument else 0
            self._add(_Antecedent(Term("done", (clause,)), by_another, False, clause, argument=about))
            return Term("each", (by_another,))
        if len(found) != 1:
            raise UnboundError("nothing before this that it could be", mention.place)
        self._add(_Antecedent(found[0], None, False, clause))
        return found[0]

    def _so_many(self, mention: _Mention) -> Term:
        verb = mention.says.arguments[0]
        if isinstance(verb, Term):
            return self._so_many_of(str(verb.arguments[0]), mention)
        assert isinstance(verb, str)
        verbs = COUNTERS_OF.get(verb, (verb,))
        done = {number: self.clauses[number - 1].does for number in self._done_so_far()}
        found = [number for number, does in done.items() if does.name in verbs or _is_into_hand(does, verb)]
        paid = [number for number, one in enumerate(self.paid, 1) if one.name in verbs]
        if not found and len(paid) == 1:
            return Term("paid_many", (paid[0],))
        if len(found) != 1:
            raise UnboundError("nothing, or more than one thing, was done this way", mention.place)
        return Term("so_many", (found[0],))

    def _so_many_of(self, kind: str, mention: _Mention) -> Term:
        """How many counters of a kind were removed: all that were, or some of them."""
        all_removed = self._so_many(replace(mention, says=Term("so_many", ("remove",))))
        number = all_removed.arguments[0]
        assert isinstance(number, int)
        paid = all_removed.name == "paid_many"
        selection = (self.paid[number - 1] if paid else self.clauses[number - 1].does).arguments[0]
        assert isinstance(selection, Term)
        kinds = [one for one in selection.arguments if isinstance(one, str)]
        if kinds == [kind]:
            return all_removed
        if kinds or paid:
            raise UnboundError(f"no {kind} counters, or others too, were removed this way", mention.place)
        return Term("so_many", (number, kind))


def _arguments(value: Any) -> set[tuple[int, Term]]:
    """The mentions that a clause is about: arguments of what it does."""
    if isinstance(value, tuple):
        return {one for part in value for one in _arguments(part)}
    if not isinstance(value, Clause):
        return set()
    found = set()
    for one in value.does.arguments:
        if isinstance(one, Term) and one.name == "mention":
            found.add(one.arguments)
        elif isinstance(one, Term) and one.name == "those":
            found |= {inner.arguments for inner in one.arguments if isinstance(inner, Term) and inner.name == "mention"}
    return found  # type: ignore[return-value]


def mention_of(mention: _Mention) -> Term:
    """The mention as the text has it."""
    return Term("mention", (mention.place, mention.says))


_LEAVING = ("dies", "leaves", "put_into_graveyard", "put_from", "put_into_exile", "is_exiled", "leaves_graveyard")
"""Events after which an object is a card in another zone."""
_OF_A_PLAYER = ("each player", "each opponent", "controller of attached", "enchanted player")
"""Words for whose steps an event is about; with these, the text can refer to that player."""
_COUNTED_EVENTS = (
    *(
        "is_dealt_damage",
        "is_dealt_combat_damage",
        "damage",
        "damage_from",
        "combat_damage",
        "gains_life",
        "loses_life",
    ),
    *("puts_counters", "puts_counters_any", "put_counters", "put_counters_any", "remove_counters", "discards_some"),
    *("gets_counters", "sacrifices", "attacks_with", "gains_life_first", "draws", "draws_some"),
)


def _counts(event: Term) -> bool:
    """Return whether an event has an amount: damage, life, counters, one or more objects."""
    if event.name in _COUNTED_EVENTS:
        return True
    return any(isinstance(one, Term) and one.name in ("one_or_more", "so_many_or_more") for one in event.arguments)


def _varies(does: Term) -> bool:
    """Return whether the amount of an effect is anything other than a plain number."""
    names = (
        *("any_number", "any_number_any", "one_or_more", "one_or_more_any", "up_to", "up_to_any", "x", "all"),
        *("all_any", "each", "discard_hand", "any"),
    )
    return any(one.name in names for one in parts(does) if isinstance(one, Term))


def _makes_several(does: Term) -> bool:
    """Return whether an effect may make or affect more than one object."""
    match does:
        case Term("create" | "mill" | "discard" | "discard_at_random", (many, *_)):
            return many != 1
        case Term("manifest" | "cloak", (Term("top", (many, _)),)):
            return many != 1
        case Term("manifest" | "cloak", (Term("some", (_, _, most)),)):
            return most != 1
        case Term("manifest" | "cloak", (Term("each"),)) | Term("manifest_dread", (_,)):
            return True
    return False


def _is_counted(clause: Clause) -> bool:
    return _varies(clause.does) or _varies(clause.by) or clause.does.name in ("discard_hand", "flip_coin")


def _in_words(reference: Term) -> str:
    """Describe a possible antecedent for the reader of the message."""
    number = reference.arguments[0] if reference.arguments else None
    return {
        "this": "the object itself",
        "that": "the object of the event",
        "that_other": "the other object of the event",
        "target": f"target {number}",
        "done": f"what clause {number} is done to",
        "attached": "what it is attached to",
    }.get(reference.name, str(reference))


def _renumbered(clause: Clause, numbers: Mapping[int, int]) -> Clause:
    """A clause that speaks of others by their new numbers."""

    def change(one: Any) -> Any:
        match one:
            case Term("done" | "all_of" | "so_many" | "prevented" as name, (int() as number, *more)):
                return Term(name, (numbers.get(number, number), *more))
        return None

    new: Clause = changed(clause, change)
    return new


def _is_of(reference: Term, clauses: Collection[int]) -> bool:
    """Return whether a reference is to the objects that one of these clauses affected or made."""
    return reference.name in ("done", "all_of") and reference.arguments[0] in clauses


def _in_one_place(clauses: Sequence[Clause]) -> Iterator[list[Clause]]:
    """The clauses in their order, those together that are done instead of others under one condition."""
    group: list[Clause] = []
    for one in clauses:
        if group and one.instead_of == group[-1].instead_of == INSTEAD and _alike(one.only_if, group[-1].only_if):
            group.append(one)
            continue
        if group:
            yield group
        group = [one]
    if group:
        yield group


def _alike(first: Term | None, second: Term | None) -> bool:
    """Return whether two conditions say the same, wherever they appear in the text."""

    def without_place(one: Any) -> Any:
        return one.arguments[1] if isinstance(one, Term) and one.name == "mention" else None

    return bool(changed(first, without_place) == changed(second, without_place))


def _is_card(one: _Antecedent) -> bool:
    """Return whether, by its description, it is a card that is not on the battlefield."""
    return one.description is not None and one.description.zone in ("library", "hand", "anywhere") and not one.left


def _is_spell(one: _Antecedent) -> bool:
    return one.description is not None and one.description.zone == "stack"


def _fits(noun: Description, one: _Antecedent) -> bool:
    """Return whether a noun can refer to the described object: a Goblin is a creature for all that is known here."""
    assert one.description is not None
    said = dict(noun.conditions)
    known = dict(one.description.conditions)
    if noun.zone == "stack" and one.description.zone != "stack":
        return False
    if noun.zone == "anywhere" and one.description.zone == "battlefield" and not (one.moved or one.left):
        return False
    if noun.zone == "battlefield" and one.description.zone not in ("battlefield", "stack") and not one.entered:
        return False
    types = {*known.get("types", ()), *known.get("all_types", ())}
    asked = set(said.get("types", ()))
    if asked and types and not asked & types and not one.description.either:
        return False
    return not (said.get("token") and known.get("token") is False)
