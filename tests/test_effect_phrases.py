"""Phrases of what effects of cards tell to do: their facts, how they are written, and what is refused."""

from __future__ import annotations

import pytest

from pyengine import Board, InvalidActionError, InvalidBoardError
from pyengine.actions.action import Action, facts
from pyengine.compiler import token_cards

PHRASES = {
    "alice draws two cards": 'draws(i1,"alice",2).',
    "alice discards a card": 'discards(i1,"alice",1).',
    "alice discards 3 cards at random": 'discards_at_random(i1,"alice",3).',
    "bob mills 3 cards": 'mills(i1,"bob",3).',
    "discard bear": 'discards_card(i1,"bear").',
    "alice scries 2": 'scries(i1,"alice",2).',
    "alice surveils 1": 'surveils(i1,"alice",1).',
    "bear explores": 'explores(i1,"bear").',
    "bear connives": 'connives(i1,"bear",1).',
    "bear connives 2": 'connives(i1,"bear",2).',
    "bear fights elf": 'fights(i1,"bear","elf").',
    "investigate": "investigates(i1).",
    "put a and b on top of their owners' libraries": 'puts_on_library(i1,"b",top).',
    "put a on the bottom of its owner's library": 'puts_on_library(i1,"a",bottom).',
    "shuffle a into its owner's library": 'shuffles_in(i1,"a").',
    "bear gets +1/-2 until end of turn": 'gets(i1,"bear",1,-2,"end of turn").',
    "bear gets \u22122/+0": 'gets(i1,"bear",-2,0,"lasting").',
    "bear gains first strike until end of turn": 'gains(i1,"bear","first strike","end of turn").',
    "bear loses protection from red": 'loses(i1,"bear","protection from red","lasting").',
    "bear loses all abilities": 'loses_all_abilities(i1,"bear","lasting").',
    "regenerate bear": 'regenerates(i1,"bear").',
    "bear can\u2019t attack or block until end of turn": 'cant_fight(i1,"bear","attack or block","end of turn").',
    "bear becomes a 4/4 dragon creature with flying in addition to its other types": (
        'becomes(i1,"bear",values(4,4,("creature",),("dragon",),("flying",),()),too,"lasting").'
    ),
    "create a Treasure token": 'creates_tokens(i1,performer,1,"Treasure Token").',
    "create two tapped 1/1 white soldier creature tokens under bob with a +1/+1 counter": (
        'creates_tokens(i1,"bob",2,"1/1 white Soldier creature token").'
    ),
}


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrase(phrase: str) -> None:
    action = Action.parse(phrase)
    assert PHRASES[phrase] in facts(action, "i1")
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize(
    ("phrase", "message"),
    [
        ("bear gets 2/2", "a bonus such as"),
        ("bear gets +9999999/+0", "expected numbers up to"),
        ("create a 1/1 foo token", "expected a token such as"),
        ("create a tapped token", "words for a token"),
    ],
)
def test_what_is_refused(phrase: str, message: str) -> None:
    with pytest.raises(InvalidActionError, match=message):
        Action.parse(phrase)


TOLD_ON_CARDS = {
    "exile bear with two time counters on it": ["bear goes to exile", "bear is exiled with 2 time counters"],
    "exile bear, then return it to the battlefield under its owner's control with a flying counter on it": [
        *("bear goes to exile", "bear enters the battlefield", "bear would enter with 1 flying counter")
    ],
    "return bear to its owner's hand": ["bear goes to hand"],
    "return bear and elf to their owners' hands": ["bear goes to hand", "elf goes to hand"],
    "bear phases out": ["bear phases out"],
    "exchange control of bear and elf": ["alice gains control of elf", "bob gains control of bear"],
}


@pytest.mark.parametrize("phrase", TOLD_ON_CARDS)
def test_what_has_no_words_but_those_of_cards_may_name_what_it_is_about(phrase: str) -> None:
    (outcome,) = BEAR_AND_ELF.outcomes(phrase)
    told = " ".join(event.text for event in outcome.log)
    assert [one for one in TOLD_ON_CARDS[phrase] if one not in told] == []


BEAR_AND_ELF = Board.parse(
    "players: {alice: {}, bob: {}}\npriority: alice\nbattlefield:\n"
    "  - {id: bear, card: Grizzly Bears, controller: alice}\n  - {id: elf, card: Llanowar Elves, controller: bob}\n"
)


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("put a +1/+1 counter on each creature alice controls", "'you control', and 'by alice' at the end"),
        ("each creature bob controls gets +1/+1 until end of turn", "'you control', and 'by bob' at the end"),
        ("destroy all creatures bob owns", "'you own', and 'by bob' at the end"),
    ],
)
def test_what_a_named_player_controls_is_described_as_on_cards(phrase: str, said: str) -> None:
    with pytest.raises(InvalidActionError, match=said):
        Action.parse(phrase)


def test_not_too_many_at_once() -> None:
    with pytest.raises(InvalidActionError, match="a number up to 100, found 101"):
        Action.parse("create 101 Treasure tokens")


def test_words_of_a_token_are_its_card() -> None:
    for text in (
        "legendary 2/2 white and blue Cat Bird artifact creature token named Odd with flying and first strike",
    ):
        described = token_cards.read(text)
        assert described is not None
        assert (str(described), described.called) == (text, "Odd")
    assert token_cards.find("1/1 White soldier creature token") is None, "one way of writing it"


def test_new_ids_are_free() -> None:
    board = Board.from_data({"players": {"treasure token 1": {}}})
    (outcome,) = board.outcomes("create two Treasure tokens")
    assert [one.id for one in outcome.board.model.battlefield] == ["treasure token 2", "treasure token 3"]


NAMED = Board.from_data(
    {
        "players": {"alice": {}, "bob": {}},
        "battlefield": [{"id": "bear", "card": "Grizzly Bears", "controller": "alice", "counters": {"charge": 1}}],
        "graveyard": [{"id": "dead", "card": "Memnite", "owner": "alice"}],
    }
)


@pytest.mark.parametrize(
    ("phrase", "changed"),
    [
        ("create a token that's a copy of bear", {"copy 1": {}}),
        ("create a token that's a copy of target creature you control", {"copy 1": {}}),
        ("alice gets two poison counters", {"alice": {"poison": 2}}),
        ("return dead to the battlefield with a finality counter on it", {"dead": {"finality": 1}}),
        ("put a zork counter on each creature", {"bear": {"charge": 1, "zork": 1}}),
    ],
)
def test_english_that_the_table_has_no_words_for(phrase: str, changed: dict[str, dict[str, int]]) -> None:
    [outcome] = NAMED.outcomes(phrase)
    for name, counters in changed.items():
        assert outcome.board.counters(name) == counters


@pytest.mark.parametrize("kind", ["chrage", "third", "card"])
def test_a_kind_that_is_none_is_refused_in_english_too(kind: str) -> None:
    with pytest.raises(InvalidActionError, match="expected"):
        NAMED.check(f"put a {kind} counter on each creature")
    card = {"types": ["instant"], "text": f"Put a {kind} counter on target creature.\n"}
    with pytest.raises(InvalidBoardError, match=r"at character \d+ of the text"):
        Board.from_data(
            {"players": {"alice": {}}, "cards": {"Odd": card}, "hand": [{"id": "a", "card": "Odd", "owner": "alice"}]}
        )


@pytest.mark.parametrize(("verb", "number"), [("manifest", "two"), ("cloak", "three")])
def test_several_cards_are_manifested_in_english(verb: str, number: str) -> None:
    library = [{"id": f"c{n}", "card": "Memnite", "owner": "alice"} for n in range(3)]
    board = Board.from_data({"players": {"alice": {}, "bob": {}}, "library": library})
    [outcome] = board.outcomes(f"{verb} the top {number} cards of your library")
    assert len(outcome.board.model.battlefield) == {"two": 2, "three": 3}[number]


def test_an_ability_in_quotation_marks_is_not_a_keyword() -> None:
    [outcome] = NAMED.outcomes(
        'create two 2/2 green Wolf creature tokens with "When this creature dies, you gain 2 life."',
        'destroy "wolf token 1"',
        settle=True,
    )
    assert outcome.board.model.players["alice"].life == 22
    assert outcome.board.characteristics["wolf token 2"].keywords == frozenset()
    with pytest.raises(InvalidActionError):
        NAMED.check('create two 2/2 green Wolf creature tokens with "When')
