"""Reads a phrase: makes the instructions that its syntax tree says.

A new phrase is a rule in `actions.lark`, an instruction, and a line here: in `_PLAIN` if the children of the rule
are just the fields of the instruction in order, else in the method of `_Reader` for its subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, get_args

from pyengine.actions.card_instructions import (
    Connive,
    Discard,
    DiscardAtRandom,
    DiscardCard,
    Draw,
    Explore,
    Fight,
    Mill,
    PutOnLibrary,
    Scry,
    ShuffleIn,
    Surveil,
)
from pyengine.actions.counter_instructions import (
    Distribute,
    Double,
    Move,
    Proliferate,
    Put,
    PutCountersOf,
    Remove,
    Selection,
)
from pyengine.actions.effect_instructions import Becomes, CantDo, Gains, Gets, Loses, LosesAbilities, Regenerate
from pyengine.actions.face_down_instructions import (
    MOST_CARDS,
    ExileFaceDown,
    Manifest,
    ManifestDread,
    ManifestTop,
    TurnDown,
    TurnUp,
    TurnUpFor,
)
from pyengine.actions.grammar import failure, syntax_tree
from pyengine.actions.instructions import (
    MANA_SYMBOL,
    NEXT_STEP,
    Activate,
    AddMana,
    Attach,
    Attack,
    AttackAlone,
    BecomeCopy,
    BeginStep,
    Block,
    Cast,
    CheckStateBasedActions,
    ChooseCard,
    ChooseFromPile,
    CopySpell,
    CounterSpell,
    Create,
    CreateTokens,
    Damage,
    DeclareAttackers,
    DeclareBlockers,
    Destroy,
    EndGame,
    Enter,
    Foretell,
    GainControl,
    GainLife,
    GoOn,
    Instruction,
    Investigate,
    LeaveGame,
    LookAt,
    LoseLife,
    Merge,
    OneObject,
    PhaseIn,
    PhaseOut,
    Play,
    PlayBack,
    Plot,
    PutInto,
    Resolve,
    ResolveTop,
    Reveal,
    Sacrifice,
    Shuffle,
    ShuffleLibrary,
    Suspend,
    Tap,
    Transform,
    Untap,
)
from pyengine.actions.keyword_instructions import (
    Adapt,
    Amass,
    Blight,
    Bolster,
    Endure,
    Incubate,
    Monstrosity,
    PermanentAction,
    PlayerAction,
    Renown,
    Support,
    TimeTravel,
)
from pyengine.cards import tokens
from pyengine.cards.listed_values import CardType, Listed
from pyengine.cards.tokens import MOST_TOKENS
from pyengine.cards.well_formed import LARGEST_BONUS, name_problem, number_up_to, shown_digits
from pyengine.cards.words import NUMBER_WORDS, join
from pyengine.errors import InvalidActionError
from pyengine.files.fields import MAX_COUNT, SUPERTYPES, kind_problem, normal_kind

_PLAIN: dict[str, type[Instruction]] = {
    "attach": Attach,
    "attack": AttackAlone,
    "become": BecomeCopy,
    "check": CheckStateBasedActions,
    "choose": ChooseCard,
    "declare_attackers": DeclareAttackers,
    "declare_blockers": DeclareBlockers,
    "discard": Discard,
    "discard_at_random": DiscardAtRandom,
    "draw": Draw,
    "end": EndGame,
    "explore": Explore,
    "fight": Fight,
    "scry": Scry,
    "surveil": Surveil,
    "gain": GainLife,
    "investigate": Investigate,
    "incubate": Incubate,
    "leave": LeaveGame,
    "life": LoseLife,
    "manifest_dread": ManifestDread,
    "mill": Mill,
    "resolve_top": ResolveTop,
    "time_travel": TimeTravel,
}
"""The rules of the grammar whose children are the fields of an instruction in order, ids and numbers."""

_VERBS: dict[str, type[OneObject]] = {
    kind.form.removesuffix(" {object}"): kind
    for kind in (
        *(Destroy, Regenerate, Sacrifice, DiscardCard, Tap, Untap, PhaseOut, PhaseIn, Reveal, LookAt, Transform),
        *(Resolve, Play, CounterSpell, Suspend, Foretell, Plot),
    )
}

_PERMANENT_ACTIONS: dict[str, type[PermanentAction]] = {
    "adapt": Adapt,
    "monstrosity": Monstrosity,
    "renown": Renown,
}
_PLAYER_ACTIONS: dict[str, type[PlayerAction]] = {"bolster": Bolster, "blight": Blight}

_SUFFIXES: dict[str, tuple[str, Any]] = {
    "CAUSE": ("cause", None),
    "COMBAT": ("combat", True),
    "UNPREVENTABLE": ("unpreventable", True),
}
"""What each suffix says of an action; "by" is followed by an id, whose terminal can be any."""


def steps_from_the_last(text: str) -> Iterator[tuple[tuple[Instruction, ...], dict[str, Any]]]:
    """What each step of a phrase tells to do, and what is said of how: the other fields of `Action`.

    The last step comes first, as an action holds the one that follows it. `InvalidActionError` says where the
    phrase stops being one.
    """
    reader = _Reader(text)
    for step in reversed(syntax_tree(text).children):
        yield reader.step(step)


class _Reader:
    """Makes instructions of the syntax tree of a phrase."""

    def __init__(self, text: str) -> None:
        self.text = text

    def step(self, tree: Any) -> tuple[tuple[Instruction, ...], dict[str, Any]]:
        clause, *suffixes = tree.children
        parts = tuple(self.instructions(clause))
        said: dict[str, Any] = {}
        field: str
        value: Any
        for suffix in suffixes:
            (token,) = suffix.children
            if _is_tree(token):
                name, word = token.children
                if word.lower().startswith("non"):
                    raise self.failure(word, f"expected a card type, supertype or subtype, found {str(word)!r}")
                token, field, value = name, "condition", (self.name(name), self.name(word))
            else:
                field, value = _SUFFIXES.get(token.type) or ("performer", None)
            if field == "performer":
                value = self.name(token)
            elif field == "cause":
                value = _spaced(token).removeprefix("as a ")
            if field in said:
                raise self.failure(token, f"expected this only once, found {str(token)!r} as well")
            if field in ("combat", "unpreventable") and clause.data != "damage":
                raise self.failure(token, f"expected this to be said of damage only, found {str(token)!r}")
            said[field] = value
        return parts, said

    def instructions(self, tree: Any) -> Iterator[Instruction]:
        if tree.data in _PLAIN:
            yield self.plain(_PLAIN[tree.data], tree.children)
        for read in (self._counters, self._keyword_actions, self._objects, self._turns, self._effects, self._faces):
            yield from read(tree.data, tree.children)

    def _counters(self, rule: str, children: Sequence[Any]) -> Iterator[Instruction]:
        """Putting, removing and moving counters."""
        match rule:
            case "put":
                yield from self.puts(children)
            case "put_counters_of":
                *kinds, left, target = children
                kind = self.kind(kinds[0]) if kinds else None
                yield PutCountersOf(self.name(left), self.name(target), Selection("all", kind))
            case "remove":
                selection = self.selection(children[0])
                for name in self.names(children[1]):
                    yield Remove(name, selection)
            case "move":
                yield Move(self.name(children[1]), self.name(children[2]), self.selection(children[0]))
            case "proliferate":
                yield Proliferate(tuple(self.names(children[0])) if children else None)
            case "nothing":
                yield Proliferate(())
            case "double":
                *kinds, holders = children
                for name in self.names(holders):
                    yield Double(name, Selection("all", self.kind(kinds[0]) if kinds else None))
            case "distribute":
                counted, *among = children
                (amount,) = self.amounts_of([counted])
                yield Distribute(*amount, tuple(self.names(among[0])) if among else ())

    def _keyword_actions(self, rule: str, children: Sequence[Any]) -> Iterator[Instruction]:
        """Keyword actions with a number."""
        match rule:
            case "on_permanents":
                for name in self.names(children[2]):
                    yield _PERMANENT_ACTIONS[_spaced(children[0])](name, self.number(children[1]))
            case "with_a_creature":
                yield _PLAYER_ACTIONS[_spaced(children[0])](self.number(children[1]))
            case "support":
                said = {child.data: child.children for child in children[1:]}
                source = self.name(said["from"][0]) if "from" in said else None
                creatures = tuple(map(self.name, said.get("ids", ())))
                yield Support(self.number(children[0]), creatures, source)
            case "endure":
                yield Endure(self.number(children[0]), self.name(children[2]), self.name(children[1]))
            case "amass":
                # The rules name the type in the singular, cards in the plural.
                subtype = self.name(children[0]).lower().removesuffix("s")
                yield Amass(self.number(children[1]), self.name(children[2]), self.checked(subtype, children[0]))

    def _objects(self, rule: str, children: Sequence[Any]) -> Iterator[Instruction]:
        """What is done to objects and players, whatever their face."""
        match rule:
            case "each":
                for name in self.names(children[1]):
                    yield _VERBS[_spaced(children[0])](name)
            case "single":
                yield _VERBS[_spaced(children[0])](self.name(children[1]))
            case "put_into":
                for name in self.names(children[0]):
                    yield PutInto(name, _spaced(children[1]))
            case "return":
                for name in self.names(children[0]):
                    yield PutInto(name, "hand")
            case "enter":
                yield from self.enters(children)
            case "create":
                yield self.creates(children)
            case "put_on_top" | "put_on_bottom":
                for name in self.names(children[0]):
                    yield PutOnLibrary(name, "top" if rule == "put_on_top" else "bottom")
            case "shuffle_in":
                for name in self.names(children[0]):
                    yield ShuffleIn(name)
            case "connive":
                yield Connive(self.name(children[0]), *map(self.number, children[1:]))
            case "create_tokens":
                yield self.creates_tokens(children)
            case "copy_spell":
                copies, spell = children[0].children, self.name(children[1].children[0])
                if len(copies) > 1:
                    raise self.failure(copies[1], f"expected one copy, found {str(copies[1])!r} as well")
                yield CopySpell(self.name(copies[0]), spell)
            case "cast":
                said = {child.type: _spaced(child) for child in children[1:] if not _is_tree(child)}
                cost = said.get("PROCEDURE")
                how = (self.x(children), self.said_ids(children, "targets"), self.said_ids(children, "paying"))
                modes = self.said_modes(children)
                kicked = None if "KICKED" not in said else _kicked(said["KICKED"])
                paid = said["FOR_COST"].split()[2] if "FOR_COST" in said else None
                cast = Cast(self.name(children[0]), "FACE_DOWN" in said, cost, "FREE" in said, *how, modes)
                yield replace(cast, kicked=kicked, cost=paid)
            case "activate":
                number, name = self.number(children[0], 1), self.name(children[1])
                targets, sources = (self.said_ids(children, word) for word in ("targets", "paying"))
                yield Activate(name, number, targets, self.x(children), sources, self.said_modes(children))
            case "control":
                for name in self.names(children[1]):
                    yield GainControl(self.name(children[0]), name)
            case "merge_over":
                yield Merge(self.name(children[0]), self.name(children[1]), "over")
            case "merge_under":
                yield Merge(self.name(children[0]), self.name(children[1]), "under")
            case "damage":
                yield from self.damage(children)
            case "add":
                yield AddMana(self.owner(children[1]), self.mana(children[0]))
            case "shuffle_library":
                yield ShuffleLibrary(self.owner(children[0]))

    def _turns(self, rule: str, children: Sequence[Any]) -> Iterator[Instruction]:
        """Steps that begin, and what is declared in them."""
        match rule:
            case "begin":
                yield BeginStep(_step(children[0]), self.name(children[1]))
            case "go_on":
                yield self.goes_on(children)
            case "attack_with":
                for name in self.names(children[0]):
                    yield Attack(name)
            case "attack_whom":
                for whom, name in self.sent(children):
                    yield Attack(name, whom)
            case "block":
                for attacker, name in self.sent(children):
                    yield Block(name, attacker)

    def _effects(self, rule: str, children: Sequence[Any]) -> Iterator[Instruction]:
        """Continuous effects that begin."""
        ends: dict[str, Any] = {}
        if any(not _is_tree(child) and child.type == "UNTIL" for child in children):
            ends["duration"] = "end of turn"
        match rule:
            case "gets":
                power, toughness = (self.signed(digits, children[1]) for digits in children[1].split("/"))
                yield Gets(self.name(children[0]), power, toughness, **ends)
            case "gains" | "loses":
                keyword = self.checked(_words(children[1]).lower(), children[1].children[0])
                yield (Gains if rule == "gains" else Loses)(self.name(children[0]), keyword, **ends)
            case "cant_do":
                what: Any = _spaced(children[1])[len("can't ") :]
                yield CantDo(self.name(children[0]), what, **ends)
            case "loses_abilities":
                yield LosesAbilities(self.name(children[0]), **ends)
            case "becomes":
                said = [child for child in children[1:] if _is_tree(child) or child.type not in ("TOO", "UNTIL")]
                too: dict[str, Any] = (
                    {"manner": "too"} if any(not _is_tree(one) and one.type == "TOO" for one in children) else {}
                )
                yield Becomes(self.name(children[0]), self.values(said), **too, **ends)

    def signed(self, digits: str, token: Any) -> int:
        number = number_up_to(LARGEST_BONUS, digits[1:])
        if number is None:
            raise self.failure(token, f"expected numbers up to {LARGEST_BONUS}, found {shown_digits(digits[1:])}")
        return number if digits[0] == "+" else -number

    def _faces(self, rule: str, children: Sequence[Any]) -> Iterator[Instruction]:
        """Turning face up and down, what comes or lies face down, and what is played with its back face up."""
        match rule:
            case "play_back":
                if (verb := _spaced(children[0])) != "play":
                    raise self.failure(children[2], f"only 'play' goes with a back face, not {verb!r}")
                yield PlayBack(self.name(children[1]))
            case "turn":
                values = self.listed(children[2:])
                for name in self.names(children[0]):
                    yield TurnUp(name) if children[1].type == "FACE_UP" else TurnDown(name, values)
            case "turn_up_for":
                turned = children[0].children
                if len(turned) > 1:
                    found = str(turned[1])
                    raise self.failure(turned[1], f"expected one permanent to pay for, found {found!r} as well")
                yield TurnUpFor(self.name(turned[0]), _spaced(children[2]), self.x(children))
            case "exile":
                players = tuple(self.names(children[2])) if len(children) > 2 else ()
                for name in self.names(children[0]):
                    yield PutInto(name, "exile") if len(children) == 1 else ExileFaceDown(name, players)
            case "manifest":
                for name in self.names(children[1]):
                    yield Manifest(name, _spaced(children[0]))
            case "manifest_top":
                how, *counts, owner = children
                count = self.number(counts[0], 1, MOST_CARDS) if counts else 1
                yield ManifestTop(self.owner(owner), _spaced(how), count)
            case "shuffle":
                for name in self.names(children[0]):
                    yield Shuffle(name)
            case "choose_from_pile":
                yield ChooseFromPile(self.name(children[0]))

    def plain(self, kind: type[Instruction], children: Sequence[Any]) -> Instruction:
        """The instruction whose fields these are; those that hold no id hold a number."""
        values = [
            self.name(child) if field.name in kind.ids else self.number(child)
            for field, child in zip(fields(kind), children, strict=True)
        ]
        return kind(*values)

    def puts(self, children: Sequence[Any]) -> Iterator[Instruction]:
        """Amounts, and after each of them the holders it is put on."""
        amounts: list[tuple[str, int]] = []
        for child in children:
            if _is_tree(child):
                amounts = self.amounts(child)
            else:
                for kind, count in amounts:
                    yield Put(self.name(child), kind, count)

    def damage(self, children: Sequence[Any]) -> Iterator[Instruction]:
        """Hits; an id after a hit "from source to recipient" is a further recipient of the same."""
        source, n = "", 0
        for child in children:
            if not _is_tree(child):
                yield Damage(source, self.name(child), n)
            elif child.data == "from_to":
                n, source = self.number(child.children[0]), self.name(child.children[1])
                yield Damage(source, self.name(child.children[2]), n)
            else:
                n, source = self.number(child.children[0]), self.name(child.children[2])
                for name in self.names(child.children[1]):
                    yield Damage(source, name, n)

    def enters(self, children: Sequence[Any]) -> Iterator[Instruction]:
        entering = Enter("")
        for child in children[1:]:
            if not _is_tree(child):
                entering = replace(entering, face_down=True)
            elif child.data == "under":
                entering = replace(entering, player=self.player(child.children[0]))
            elif child.data == "copy":
                entering = replace(entering, copy_of=self.name(child.children[0]))
            elif child.data == "amounts":
                entering = replace(entering, counters=tuple(self.amounts(child)))
        entering = replace(entering, values=self.listed(children[1:]))
        for name in self.names(children[0]):
            yield replace(entering, object=name)

    def creates(self, children: Sequence[Any]) -> Instruction:
        said: dict[str, Any] = {}
        for child in children[1:]:
            match child.data:
                case "token":
                    said["card"] = self.checked(_words(child), child.children[0])
                case "copy":
                    said["copy_of"] = self.name(child.children[0])
                case "under":
                    said["player"] = self.player(child.children[0])
                case "amounts":
                    said["counters"] = tuple(self.amounts(child))
        return Create(self.name(children[0]), **said)

    def creates_tokens(self, children: Sequence[Any]) -> Instruction:
        """Tokens that are described, or of a card that is called like them."""
        count = self.number(children[0], 0, MOST_TOKENS)
        words = [child for child in children[1:] if not _is_tree(child) and child.type != "CONTROL"]
        said = {child.data: child.children for child in children[1:] if _is_tree(child)}
        keywords = [" ".join(map(_unquoted, one.children)) for one in said.get("keywords", ())]
        tapped = words[0].lower() == "tapped"
        words = words[1:] if tapped else words
        if not words:
            raise self.failure(children[1], "expected words for a token after 'tapped', found none")
        text = " ".join(words)
        described = tokens.read(f"{text} token" + (f" with {join(keywords)}" if keywords else ""))
        if described is None and (keywords or words[0].type == "POWER_TOUGHNESS"):
            example = "'1/1 white Soldier creature token' or 'Treasure token'"
            raise self.failure(words[0], f"expected a token such as {example}, found {text}")
        card = f"{text[:1].upper()}{text[1:]} Token" if described is None else str(described)
        player = self.player(said["under"][0]) if "under" in said else None
        counters = tuple(self.amounts_of(said.get("amounts", ())))
        return CreateTokens(self.checked(card, words[0]), count, player, tapped, counters)

    def listed(self, children: Sequence[Any]) -> Listed | None:
        """What is listed in the children of a phrase, if anything is."""
        found = {child.data: child.children for child in children if _is_tree(child)}
        if "values" not in found:
            return None
        return self.values([*found["values"], *(child for child in children if _is_tree(child))])

    def values(self, children: Sequence[Any]) -> Listed:
        """What is listed in words, after power and toughness, with keywords."""
        found = {child.data: child.children for child in children if _is_tree(child)}
        words = [child for child in children if not _is_tree(child)]
        power = toughness = None
        if words[0].type == "POWER_TOUGHNESS":
            power, toughness = self.power_toughness(words[0])
            words = words[1:]
        names = [self.name(word).lower() for word in words]
        types = [name for name in names if name in get_args(CardType)]
        if not types:
            raise self.failure(
                words[-1],
                f"expected a card type such as 'creature' at the end of this, found {str(words[-1])!r}",
            )
        supertypes = [name for name in names if name in SUPERTYPES]
        subtypes = [name for name in names if name not in types and name not in supertypes]
        keywords = [self.checked(_words(tree).lower(), tree.children[0]) for tree in found.get("keywords", ())]
        return Listed(power, toughness, tuple(types), tuple(subtypes), tuple(keywords), tuple(supertypes))

    def power_toughness(self, token: Any) -> tuple[int, int]:
        first, second = (number_up_to(LARGEST_BONUS, digits) for digits in token.split("/"))
        if first is None or second is None:
            found = shown_digits(token)
            raise self.failure(token, f"expected power and toughness up to {LARGEST_BONUS}, found {found}")
        return first, second

    def x(self, children: Sequence[Any]) -> int | None:
        """The X that is chosen in a phrase, if one is."""
        said = [child for child in children if _is_tree(child) and child.data == "x"]
        return self.number(said[0].children[0]) if said else None

    def said_ids(self, children: Sequence[Any], word: str) -> tuple[str, ...] | None:
        """The targets that are announced in a phrase, or what pays, in order; None if nothing is said of them."""
        said = [child.children for child in children if _is_tree(child) and child.data == word]
        return None if not said else tuple(name for ids in said[0] for name in self.names(ids))

    def said_modes(self, children: Sequence[Any]) -> tuple[int, ...]:
        """The modes that are chosen in a phrase, if any are."""
        said = [child.children for child in children if _is_tree(child) and child.data == "modes"]
        return tuple(sorted({self.number(number, 1) for number in said[0]})) if said else ()

    def player(self, token: Any) -> str:
        """The player in `under alice` or `under alice's control`."""
        return self.owner(token) if token.type == "CONTROL" else self.name(token)

    def sent(self, children: Sequence[Any]) -> Iterator[tuple[str, str]]:
        """What is attacked or blocked, with each creature that does."""
        against = ""
        for child in children:
            if _is_tree(child):
                against = self.name(child.children[0])
                yield against, self.name(child.children[1])
            else:
                yield against, self.name(child)

    def goes_on(self, children: Sequence[Any]) -> GoOn:
        """Going on to `the end step`, `the end step of alice` or `alice's end step`."""
        token, *whose = children
        if token.type == "NEXT_STEP":
            return GoOn(NEXT_STEP)
        if not token.type.startswith("OWN_"):
            return GoOn(_step(token), self.name(whose[0]) if whose else None)
        owned = re.fullmatch(r"(.*)['\u2019]s\s+(.+)", token, re.DOTALL)
        assert owned is not None, token  # the grammar has it so
        return GoOn(_step(owned[2]), self.checked(_unquoted(owned[1]), token))

    def owner(self, token: Any) -> str:
        """The player in `alice's library`."""
        return self.checked(_unquoted(re.split(r"['\u2019]s\s+\w+(?:\s+\w+)?$", token)[0]), token)

    def mana(self, token: Any) -> str:
        """Mana symbols in capitals, without blanks and leading zeros."""
        symbols = []
        for found in re.finditer(r"\{[^{}]*\}", token):
            symbol = MANA_SYMBOL.fullmatch(re.sub("^{0+(?=[0-9])", "{", found[0].upper()))
            place = token.start_pos + found.start()
            if symbol is None:
                raise failure(
                    self.text, place, "expected {W}, {U}, {B}, {R}, {G}, {C} or a number as in {2}, found " + found[0]
                )
            if symbol[2] and number_up_to(MAX_COUNT, symbol[2]) is None:
                raise failure(self.text, place, f"expected a number up to {MAX_COUNT}, found {shown_digits(symbol[2])}")
            symbols.append(symbol[0])
        return "".join(symbols)

    def selection(self, tree: Any) -> Selection:
        children = tree.children
        match tree.data:
            case "count":
                kind = self.kind(children[1]) if len(children) > 1 else None
                return Selection.count(self.number(children[0]), kind)
            case "one_of_each":
                if self.number(children[0]) != 1:
                    found = str(children[0])
                    raise self.failure(children[0], f"expected 'one' of each kind, found {found!r}")
                return Selection("one_of_each")
            case how:
                return Selection(how, self.kind(children[0]) if children else None)

    def amounts(self, tree: Any) -> list[tuple[str, int]]:
        return self.amounts_of(tree.children)

    def amounts_of(self, trees: Sequence[Any]) -> list[tuple[str, int]]:
        return [(self.kind(counted.children[1]), self.number(counted.children[0])) for counted in trees]

    def kind(self, tree: Any) -> str:
        kind = self.checked(normal_kind(_words(tree)), tree.children[0])
        if problem := kind_problem(kind):
            raise self.failure(tree.children[0], problem)
        return kind

    def names(self, tree: Any) -> list[str]:
        return [self.name(token) for token in tree.children]

    def name(self, token: Any) -> str:
        return self.checked(_unquoted(token), token)

    def checked(self, name: str, token: Any) -> str:
        if problem := name_problem(name):
            raise self.failure(token, problem)
        return name

    def number(self, token: Any, least: int = 0, most: int = MAX_COUNT) -> int:
        word = token.lower()
        if token.type == "A":
            return 1
        number = NUMBER_WORDS.index(word) if token.type == "NUMBER_WORD" else number_up_to(most, word)
        if number is None or number < least:
            numbers = f"from {least} to {most}" if least else f"up to {most}"
            raise self.failure(token, f"expected a number {numbers}, found {shown_digits(word)}")
        return number

    def failure(self, token: Any, message: str) -> InvalidActionError:
        return failure(self.text, token.start_pos, message)


def _is_tree(node: Any) -> bool:
    return hasattr(node, "children")


def _kicked(words: str) -> int:
    """How many times a spell is kicked."""
    first, *rest = words.split()
    return 0 if first == "not" else int(rest[0]) if rest else 1


def _spaced(token: str) -> Any:
    """Words of the grammar in one spelling; only those of the `Literal` they become are in the grammar there."""
    return " ".join(token.lower().split())


def _step(token: str) -> Any:
    """The step or phase, without these words."""
    return _spaced(token).removesuffix(" step").removesuffix(" phase")


def _unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else str(token)


def _words(tree: Any) -> str:
    """A counter kind or keyword, of one word or several."""
    return " ".join(map(_unquoted, tree.children))
