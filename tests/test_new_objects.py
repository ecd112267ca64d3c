"""What an id means after a change of zone (400.7): one table of instructions, asked in every place.

In an action of its own an id means what is there now; in one resolution, what the resolution can find.
"""

from __future__ import annotations

from functools import cache

import clingo.ast
import pytest
from clingo.ast import AST, ASTType

from pyengine import Board
from pyengine.solving.statements import asp_directory

ACTS_ON_ONE = (
    *("put a +1/+1 counter on {x}", "remove a +1/+1 counter from {x}", "double the +1/+1 counters on {x}"),
    *("distribute two +1/+1 counters among {x}", "put the counters of gone on {x}"),
    *("monstrosity 1 on {x}", "adapt 1 on {x}", "support 1 on {x}", "endure 1 on {x} creating ghost"),
    *("destroy {x}", "sacrifice {x}", "exile {x}", "return {x} to hand", "put {x} into library"),
    *("put {x} onto the battlefield", "put {x} onto the battlefield face down", "manifest {x}", "cloak {x}"),
    *("tap {x}", "untap {x}", "phase out {x}", "phase in {x}", "bob gains control of {x}"),
    *("attach {x} to other", "attach other to {x}", "attack with {x} alone"),
    *("turn {x} face up", "turn {x} face down", "turn {x} face up for its morph cost", "transform {x}"),
    *("reveal {x}", "look at {x}", "exile {x} face down", "shuffle {x}", "choose {x}"),
    *("cast {x}", "cast {x} face down", "resolve {x}", "counter the spell {x}"),
    *("merge {x} over other", "merge card under {x}", "{x} becomes a copy of other", "deal 1 damage to {x} from other"),
)
MOVES = ("move a +1/+1 counter from {x} to other", "move a +1/+1 counter from other to {x}")
ASKS_ABOUT = ("other becomes a copy of {x}", "create copy as a copy of {x}")
"""What only asks about an object uses what it last was (608.2h)."""

EVERY_PART_WITHOUT_AN_OBJECT = {
    *("create", "copy_spell", "add_mana", "life", "gain_life", "choose_from", "distribute_none", "manifest_top"),
    *("manifest_dread", "shuffle_library", "support_none", "bolster", "blight", "time_travel", "proliferate", "begin"),
    *("check", "amass", "put_on_army", "end_game", "leave", "go_on", "carry_out", "resolve_top", "declare", "pass"),
    *("draw", "discard_some", "mill", "scry", "surveil", "create_tokens", "search", "pay", "set_up"),
    *("flip_coin", "win", "lose", "get_emblem", "look_at_hand", "clash", "extra_turn", "skip_next", "more_lands"),
    *("prevent_all_combat", "change_target"),
}
"""Parts done to players, to what is chosen as they are done, or to what they make."""


@cache
def board() -> Board:
    return Board.parse("""
        players: {alice: {}, bob: {}}
        battlefield:
          - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}
          - {id: other, card: Hill Giant, controller: alice, counters: {+1/+1: 1}}
          - {id: token, card: Memnite, controller: alice, token: true}
          - {id: pile, card: Memnite, controller: alice, merged: [{id: piece, card: Hill Giant, over: true}]}
        hand: [{id: card, card: Memnite, owner: alice}]
        graveyard: [{id: gone, card: Memnite, owner: alice, last_known_counters: {+1/+1: 1}}]
    """)


def reasons(*actions: str) -> list[set[tuple[str, str]]]:
    """Code and rule of each reason, step by step."""
    verdicts = board().outcomes(*actions).verdicts
    steps = [step for verdict in verdicts for step in (verdict.steps or [verdict])]
    return [{(one.code, one.rule) for one in step.reasons} for step in steps]


TABLE = (*ACTS_ON_ONE, *MOVES)
SIX_EACH = [TABLE[start : start + 6] for start in range(0, len(TABLE), 6)]
"""Instructions that are told one after the other: where none of them finds its object, none of them does anything."""
each_six = pytest.mark.parametrize("phrases", SIX_EACH, ids=lambda phrases: phrases[0])


def all_on(name: str, phrases: tuple[str, ...]) -> str:
    """Instructions of one resolution, all about one object."""
    return ", then ".join(phrase.format(x=name) for phrase in phrases)


def found_by(phrases: tuple[str, ...], code: str, found: list[set[tuple[str, str]]]) -> list[str]:
    """The instructions that do not say for this reason that they do not find their object."""
    wanted = [(code, "122.5" if phrase in MOVES else "400.7") for phrase in phrases]
    every = zip(phrases, wanted, found[-len(phrases) :], strict=True)
    return [phrase for phrase, one, those in every if one not in those]


@each_six
def test_no_part_of_a_resolution_finds_what_it_has_put_into_a_hand(phrases: tuple[str, ...]) -> None:
    found = reasons(f"return bear to hand, then {all_on('bear', phrases)}")
    assert found_by(phrases, "not_there", found) == []


SOME = ("put a +1/+1 counter on {x}", "put {x} onto the battlefield", "manifest {x}", "exile {x}", "reveal {x}")


def test_nothing_finds_a_token_that_has_ceased_to_exist_or_a_part_of_a_merged_permanent() -> None:
    few = (*SOME, *MOVES)
    assert found_by(few, "does_not_exist", reasons("destroy token", all_on("token", few))) == []
    assert found_by(few, "is_component", reasons(all_on("piece", few))) == []


@pytest.mark.parametrize("phrase", [*SOME, MOVES[1]])
def test_an_action_of_its_own_means_the_card_where_it_is(phrase: str) -> None:
    board_then = board().outcomes("return bear to hand")[0].board
    assert reasons("return bear to hand", phrase.format(x="bear"))[1] == set()
    assert board_then.check(phrase.format(x="bear"))


@pytest.mark.parametrize("phrase", SOME)
def test_one_resolution_finds_what_it_has_put_into_a_public_zone(phrase: str) -> None:
    assert reasons(f"exile bear, then {phrase.format(x='bear')}")[1] == set()


@pytest.mark.parametrize("phrase", ASKS_ABOUT)
def test_what_is_asked_about_is_what_it_last_was(phrase: str) -> None:
    down = "turn bear face down, then return bear to hand, then "
    outcome = board().outcomes(down + phrase.format(x="bear"))[0]
    made = "copy" if phrase.startswith("create") else "other"
    assert outcome.board.characteristics[made].name is None  # a copy of a face-down 2/2
    then = board().outcomes("turn bear face down", "return bear to hand", phrase.format(x="bear"))[0]
    assert then.board.characteristics[made].name == "Grizzly Bears"


def parts() -> dict[str, set[str]]:
    """Names of the terms that the rules use as parts of instructions, and of those that act on an object."""
    found: dict[str, set[str]] = {"part": set(), "acts_on": set()}

    def note(statement: AST) -> None:
        if statement.ast_type is ASTType.Rule and statement.head.ast_type is ASTType.Literal:
            atom = statement.head.atom
            symbol = atom.symbol if atom.ast_type is ASTType.SymbolicAtom else None
            if symbol is not None and symbol.ast_type is ASTType.Function and symbol.name in found:
                term = symbol.arguments[1]
                if term.ast_type is not ASTType.Variable:
                    found[symbol.name].add(str(term).split("(")[0])

    for path in asp_directory().rglob("*.lp"):
        clingo.ast.parse_string(path.read_text(encoding="utf-8"), note)
    return found


def test_every_part_says_what_it_acts_on() -> None:
    found = parts()
    assert found["part"] - found["acts_on"] == EVERY_PART_WITHOUT_AN_OBJECT
