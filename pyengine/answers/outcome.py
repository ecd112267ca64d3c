"""One outcome, read from its model when a caller looks at it.

A search may find many outcomes of which a user looks at few, so an outcome keeps the model's terms and makes
the board, the log and the rest of them on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple

import clingo

from pyengine.answers import display, html, render, verdicts
from pyengine.answers.verdicts import Citations, Event
from pyengine.compiler.token_cards import is_emblem
from pyengine.position.board_changes import changed_board
from pyengine.position.characteristics import Characteristics
from pyengine.position.model import ObjectState
from pyengine.position.position import P
from pyengine.position.stack import ability_names, named
from pyengine.position.view import Sight, concealed
from pyengine.solving.solver import by_predicate, terms_of

_STEPS_OF_A_MOMENT = (
    "ignored",
    "turn_began began skipped",
    "mode_chosen chose_x chosen chosen_word",
    "tapped_for_mana tapped_for_snow convoked",
    "paid_mana paid_besides not_paid",
    "cast cast_face_down cast_for kicked activated played cycled set_aside passed",
    "targeted new_target attacked blocked none_declared",
    "begins_resolving resolves does_not_resolve illegal_target condition_fails effect_begins",
    "revealed looked looked_at_hand saw searched flipped",
    "turned_face_up turned_face_down exiled_card_turned_up transformed",
    "becomes_copy turned_up_with takes_form forms",
    "prevented not_prevented all_the_same counters_instead removes_instead",
    "instead_of_destruction removed_instead_of_destruction",
    "dealt destroyed sacrificed discarded countered milled fought created state_based_action",
    "exiled_instead exiled_by shuffled_by exiled_with exiled_face_down exiled_until",
    "moved removed fewer",
    "enters_with enters_face_down",
    "replaced",
    "goes_to left_game ceased remain ability_ceases removed_from_combat",
    "manifested manifested_next enters enters_tapped put_attacking attached",
    "put put_none not_put cant_put damage_gives",
)
"""Codes of events in the order of cause and effect within one moment; other events come after these."""

_ORDER = {code: rank for rank, codes in enumerate(_STEPS_OF_A_MOMENT) for code in codes.split()} | {
    "made_mana": 51,
    "more_mana": 51,
    "got_mana": 51,
    "triggered": 90,
    "keeps_priority": 95,
}
"""Place of each event in the log of its moment; 50 for the others."""


class Changed(NamedTuple):
    """One change of a board: a fluent of the rules before and after, one of which may be missing, and the words."""

    before: clingo.Symbol | None
    after: clingo.Symbol | None
    text: str

    @classmethod
    def of(cls, before: clingo.Symbol | None, after: clingo.Symbol | None) -> Changed:
        """The change from one fluent to another."""
        return cls(before, after, render.change(before, after))

    def to_json(self) -> dict[str, Any]:
        """The change as plain data, for JSON: `before` and `after` are values, or say if the fluent held."""
        fluent = self.after or self.before
        assert fluent is not None, "a change has a fluent"
        code, *data = _subject(fluent)
        both = (self.before, self.after)
        if code in render.VALUED:
            values = [None if one is None else render.plain(one.arguments[-1]) for one in both]
        else:
            values = [one is not None for one in both]
        about = [render.plain(one) for one in data]
        return {"code": code, "data": about, "before": values[0], "after": values[1], "text": self.text}


class Outcome(Generic[P]):
    """One way things can turn out: the board, what happened on the way, and one order that leads there.

    `changes` says what is otherwise than before, in words. Two outcomes of one board are equal if the same
    has changed.
    """

    def __init__(self, before: P, symbols: Sequence[clingo.Symbol], cite: Citations) -> None:
        self._before = before
        self._cite = cite
        self._shown = by_predicate(symbols)

    def atoms(self) -> str:
        """All that the model shows, as the text of one term, for another process."""
        shown = (
            f"{name}({','.join(map(str, arguments))})" if arguments else name
            for name, several in self._shown.items()
            for arguments in several
        )
        return f"({''.join(f'{atom},' for atom in shown)})"

    def _terms(self, name: str) -> list[clingo.Symbol]:
        names = ability_names(self._before.model, self._shown)
        return [named(arguments[0], names) for arguments in self._shown.get(name, ())]

    @cached_property
    def board(self) -> P:
        """The board it leads to; of a player's view, as that player sees it."""
        model = changed_board(self._before.model, self._shown, self._made())
        if self._before.viewer is not None:  # what objects are may be hidden by now
            sight = Sight.of((name, atom) for name, found in self._shown.items() for atom in found)
            return self._before.with_model(concealed(model, sight))
        return self._before.with_model(model, self.characteristics)

    @cached_property
    def characteristics(self) -> Mapping[str, Characteristics] | None:
        """The characteristics of every object; None if the question did not ask for them."""
        shown = self._shown.get("is")
        return verdicts.characteristics(shown) if shown else None

    def _made(self) -> list[ObjectState]:
        """The tokens and copies of spells that were made, as they are without what changed."""
        cards = {made.string: card.string for made, card in self._shown.get("made_from", ())}
        return [
            ObjectState.model_validate(
                {
                    "id": made.string,
                    "card": cards.get(made.string),
                    "owner": owner.string,
                    **({} if is_emblem(cards.get(made.string, "")) else {"token": True}),
                }
            )
            for made, owner in self._shown.get("made_of", ())
        ]

    @cached_property
    def choices(self) -> frozenset[tuple[str, str]]:
        """The choices on the way with their players, if asked; use the values only to compare them."""
        found = self._shown.get("made_choice", ())
        return frozenset((player.string, f"{time} {what}") for time, player, what in found)

    @property
    def has_unowned_choice(self) -> bool:
        """True if a choice occurred whose player is not known, if the question asked for it."""
        return "unowned_choice" in self._shown

    @property
    def passed_over(self) -> frozenset[str]:
        """Players who had attackers or blockers to declare when the game went on, if that was asked."""
        return frozenset(player.string for _, player in self._shown.get("declaration_passed_over", ()))

    def promise(self, player: str) -> tuple[int, int]:
        """The damage that attackers of a player could deal, and the part that gets through, at a guess; 0 each if the
        question did not ask for it.
        """
        could, through = (
            max((number.number for who, number in self._shown.get(name, ()) if who.string == player), default=0)
            for name in ("could_strike", "could_get_through")
        )
        return could, through

    @property
    def mana_uses(self) -> frozenset[tuple[str, int]]:
        """The abilities that only add mana, by object and number, if the question asked for them."""
        return frozenset((source.string, number.number) for source, number in self._shown.get("just_adds_mana", ()))

    @property
    def might_pay_otherwise(self) -> bool:
        """True if there were other ways to pay, of which the question asked for one."""
        return "might_pay_otherwise" in self._shown

    @property
    def first_events(self) -> frozenset[str]:
        """The first events, for comparison only: the results of replacement effects, not their names."""
        events = self._shown.get("event", ())
        first = min((time.number for time, _, _ in events), default=0)
        return frozenset(str(what) for time, what, _ in events if time.number == first and what.name != "replaced")

    @cached_property
    def log(self) -> tuple[Event, ...]:
        """The events, each with its rule."""
        said: dict[tuple[clingo.Symbol, clingo.Symbol], dict[str, None]] = {}
        for _, source, ability, text in sorted(self._shown.get("text_of", ())):
            said.setdefault((source, ability), {})[text.string] = None

        def words(what: clingo.Symbol) -> str:
            """The effect of a triggered ability."""
            return (
                " and ".join(said.get((what.arguments[0], what.arguments[1]), ())) if what.name == "triggered" else ""
            )

        found = self._shown.get("event", ())
        events = [verdicts.event(time, what, rule, self._cite, words(what)) for time, what, rule in found]
        return tuple(sorted(events, key=_reading_order))

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """The changes of the board, in words."""
        return tuple(one.text for one in self._changed)

    @cached_property
    def _changed(self) -> tuple[Changed, ...]:
        before = {_subject(fluent): fluent for fluent in self._terms("dropped")}
        after = {_subject(fluent): fluent for fluent in self._terms("gained")}
        subjects = dict.fromkeys([*before, *after])
        found = [Changed.of(before.get(subject), after.get(subject)) for subject in subjects]
        return tuple(sorted(found, key=lambda one: one.text))

    @cached_property
    def apart_from_payment(self) -> frozenset[str]:
        """The changes except those of mana and of sources tapped for it, to compare outcomes by what else differs."""
        sources = {what.arguments[0] for _, what, _ in self._shown.get("event", ()) if what.name == "tapped_for_mana"}

        def pays(fluent: clingo.Symbol) -> bool:
            return fluent.name == "mana" or (fluent.name == "tapped" and fluent.arguments[0] in sources)

        both = ("dropped", "gained")
        return frozenset(f"{name} {one}" for name in both for one in self._terms(name) if not pays(one))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and (self._before, self.changes) == (other._before, other.changes)

    def __hash__(self) -> int:
        return hash(self.changes)

    def __repr__(self) -> str:
        return f"<Outcome: {'; '.join(self.changes) or 'no change'}>"

    def _repr_html_(self) -> str:
        body = ((str(event.time), event.text, event.rule) for event in self.log)
        return html.table(("time", "what happened", "rule"), body) + display.board_html(self.board)

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`, which know nothing of the solver's terms."""
        terms = [f"{name}({','.join(map(str, found))})" for name, one in self._shown.items() for found in one]
        return _from_terms, (self._before, terms, self._cite)

    def summary(self) -> dict[str, Any]:
        """Changes and log as plain data, for JSON."""
        return {
            "changes": list(self.changes),
            "change_codes": [one.to_json() for one in self._changed],
            "log": [event.to_json() for event in self.log],
        }

    def to_json(self) -> dict[str, Any]:
        """Changes, log, board and characteristics of every object as plain data, for JSON."""
        look = self.characteristics
        seen = None if look is None else {name: look[name].to_json() for name in sorted(look)}
        return {**self.summary(), "board": self.board.to_data(), "characteristics": seen}


def _from_terms(before: P, terms: Sequence[str], cite: Citations) -> Outcome[P]:
    return Outcome(before, terms_of(terms), cite)


def _subject(fluent: clingo.Symbol) -> tuple[Any, ...]:
    """The subject of a fluent: all its arguments except the value."""
    arguments = fluent.arguments
    return (fluent.name, *(arguments[:-1] if fluent.name in render.VALUED else arguments))


def _reading_order(event: Event) -> tuple[int, int, int, str, str]:
    """Sort key of the log: by moment, then by cause and effect; replacement effects apply one after the other."""
    stage = event.data[0] if event.code == "replaced" else 0
    return event.time, _ORDER.get(event.code, 50), stage, event.text, event.rule


def outcomes_html(outcomes: Iterable[Outcome[Any]], notes: Iterable[str]) -> str:
    """Outcomes as an HTML table: what is otherwise than before, and what happened."""
    body = (
        (str(number), "; ".join(one.changes) or "no change", "; ".join(map(str, one.log)))
        for number, one in enumerate(outcomes, 1)
    )
    return html.table(("", "changes", "what happened"), body) + html.noted(notes)


def outcome_text(outcome: Outcome[Any], number: int, look: display.Look | None = None) -> str:
    """An outcome: what changed, power and toughness included, and what happened, each event with its rule.

    `look` has the characteristics before.
    """
    changes = [*outcome.changes, *display.size_changes(look or {}, outcome.characteristics or {})]
    lines = [f"outcome {number}:", *(f"  {change}" for change in changes)]
    lines += ["  the board does not change"] if not changes else []
    lines += [f"  {event}" for event in outcome.log] or ["  nothing happens"]
    return "\n".join(lines)
