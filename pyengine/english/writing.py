"""Writes effects as English, which is read as the same effects again: `write_effects`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from pyengine.english.effect_terms import Clause, Description, Effects, Target, Term, is_amount, is_reference, parts
from pyengine.english.grammar import grammar
from pyengine.english.grammar_builders import SUBJECT, changed
from pyengine.english.lexer import THIS, TextError
from pyengine.english.reading import read_effects
from pyengine.english.terminals import NUMBERS
from pyengine.glossary.subtypes import plural

YOU = Term("you")
PRONOUNS = (
    *("it", "them", "that creature", "those creatures", "that card", "that permanent", "that token", "that player"),
    *("that land", "those cards", "those permanents", "that spell"),
)
OF_THE_EVENT = {
    "that": "that object",
    "that_player": "that player",
    "that_many": "that many",
    "paid": "what was paid",
    "paid_many": "that many",
    "paid_additionally": "what was paid",
}
"""Terms that an event or cost gives a meaning to, and the effects by themselves do not; and what they are called."""
NAMED = 987_654
"""A number that represents the first of these terms; the others have the numbers after it."""


class UnsayableError(ValueError):
    """Effects for which there is no English, or none that is certain."""


def write_effects(effects: Effects, ids: tuple[str, ...] = ()) -> str:
    """Write the effects in English.

    An example: `Put a +1/+1 counter on target creature. It gains flying until end of turn.` The object that has the
    ability is `~`. Reading the words gives the same effects, except where only an event or cost gives the meaning:
    there `it` and `that many` are those of the event. Raises `UnsayableError` for effects that the grammar has no
    words for.
    """
    if effects.modes is not None:
        raise UnsayableError("modes stand on lines of their own")
    if not effects.clauses:
        raise UnsayableError("it says nothing")
    named, words = _named(effects)
    text = _written(named, (*ids, *(word for word in words if not word.isdecimal())))
    for word, said in words.items():
        text = re.sub(rf"\b{word} (?=life|damage)", said.replace("many", "much") + " ", text)
        text = re.sub(rf"\b{word}\b", said, text)
    return re.sub(r"(?<=\. )[a-z]", lambda found: found[0].upper(), _sentence_of(text))


def _named(effects: Effects) -> tuple[Effects, dict[str, str]]:
    """The effects with an id or number for what only an event or cost could tell; and each in English."""
    words: dict[str, str] = {}

    def change(one: Any) -> Any:
        if not isinstance(one, Term) or one.name not in OF_THE_EVENT:
            return None
        number = next((number for number, known in enumerate(found) if known == one), None)
        if number is None:
            number = len(found)
            found.append(one)
        if one.name in ("that_many", "paid_many"):
            words[str(NAMED + number)] = OF_THE_EVENT[one.name]
            return NAMED + number
        words[f"Named{number}"] = OF_THE_EVENT[one.name]
        return Term("id", (f"Named{number}",))

    found: list[Term] = []
    named: Effects = changed(effects, change)
    return named, words


def _written(effects: Effects, ids: tuple[str, ...]) -> str:
    text = ""
    seen = 0
    for number in range(1, len(effects.clauses) + 1):
        text, seen = _said_after(text, effects, number, seen, ids)
    return text


_CREATING = re.compile("^.*?creates? ", re.IGNORECASE)
"""The words that are left out for tokens created together with those before."""


def _said_after(text: str, effects: Effects, number: int, seen: int, ids: tuple[str, ...]) -> tuple[str, int]:
    """Add to the text the first wording of a clause that reads back as that clause.

    Return the text and the number of targets mentioned up to there.
    """
    clause = effects.clauses[number - 1]
    before = f"{text} " if text else ""
    starts = [before]
    if clause.together:  # its condition is that of the clause before it
        starts = [f"{text.removesuffix('.')} and ", f"{before}otherwise, "]
        clause = replace(clause, only_if=None, together=False)
    if clause.in_one:  # so is the choice
        starts = [f"{text.removesuffix('.')} and ", f"{text.removesuffix('.')}, then "]
        clause = replace(clause, if_done=None, in_one=False)
    if at_once := clause.at_once:
        starts = [f"{text.removesuffix('.')} and "]
        clause = replace(clause, at_once=False)
    for start in starts:
        for whole, known in _options(clause, effects, seen):
            sentence = _CREATING.sub("", whole) if at_once else whole
            try:
                read = read_effects(start + sentence, ids=ids)
            except TextError:
                continue
            if read == Effects(effects.clauses[:number], effects.targets[:known]):
                return start + sentence, known
    raise UnsayableError(f"no words for {clause.does}")


def _options(clause: Clause, effects: Effects, seen: int) -> Iterator[tuple[str, int]]:
    """Sentences that may say a clause: with each pronoun for what was spoken of."""
    meant = [
        one
        for one in dict.fromkeys(parts(clause))
        if isinstance(one, Term) and (one.name == "done" or _is_known(one, seen))
    ]
    for words in product(PRONOUNS, repeat=len(meant)):
        writer = _Writer(effects, seen, dict(zip(meant, words, strict=True)))
        for sentence in writer.sentences(clause):
            yield _marks_resolved(sentence), seen + len(set(_MARK.findall(sentence)))


_MARK = re.compile("\x01(\\d+)\x02")


def _marks_resolved(sentence: str) -> str:
    """Write each target in full at its first mention, and as a pronoun after that."""
    said: set[str] = set()

    def once(found: re.Match[str]) -> str:
        if found[1] not in said:
            said.add(found[1])
            return found[2] + (found[3] or "")
        return "its" if found[3] else "it"

    return _sentence_of(re.sub("\x01(\\d+)\x02([^\x03]*)\x03('s)?", once, sentence))


def _is_known(one: Term, seen: int) -> bool:
    return one.name == "target" and isinstance(one.arguments[0], int) and one.arguments[0] <= seen


class _Writer:
    """Writes one clause."""

    def __init__(self, effects: Effects, seen: int, pronouns: dict[Term, str]) -> None:
        self.effects = effects
        self.first = seen
        self.pronouns = pronouns
        self.writers: dict[str, Callable[[Any], str | None]] = {
            "object": self.reference,
            "object_of_list": self.reference,
            "object_condition": self.reference,
            "this_or_it": self.reference,
            "player": self.player,
            "recipient": self.recipient,
            "some": lambda value: self.reference(value) if value.name == "some" else None,
            "target": lambda value: self.reference(value) if value.name == "target" else None,
            "player_target": lambda value: self.reference(value) if value.name == "target" else None,
            "this": lambda value: THIS if value == Term("this") else None,
            "possessor": self.possessor,
            "library": self.whose_library,
            "descriptions": lambda value: described(value, True),
            "description": lambda value: described(value, False),
            "kind": lambda value: value if isinstance(value, str) else None,
            "much": self.much,
            "number": lambda value: write_number(value) if isinstance(value, int) else None,
            "keyword": lambda value: value if isinstance(value, str) else None,
            "mana": lambda value: value if isinstance(value, str) and value.startswith("{") else None,
            "power_toughness": _power_toughness,
            "energy": lambda value: "{E}" * value if isinstance(value, int) and value > 0 else None,
            "subtype_row": _subtype_row,
            "described_tokens": lambda value: _token(value, True),
            "described_token": lambda value: _token(value, False),
        }

    def sentences(self, clause: Clause) -> Iterator[str]:
        """Each way to say it, in the order of preference."""
        yield from self._sentences(clause, "")
        # An amount that has no place of its own is told at the end.
        large = [one for one in clause.does.arguments if isinstance(one, Term) and is_amount(one) and one.arguments]
        if len(large) == 1 and Term("x") not in parts(clause.does):
            value = self._write("value", large[0])
            with_x = tuple(Term("x") if one == large[0] else one for one in clause.does.arguments)
            if value is not None:
                yield from self._sentences(
                    replace(clause, does=Term(clause.does.name, with_x)), f", where X is {value}"
                )

    def _sentences(self, clause: Clause, where: str) -> Iterator[str]:
        clause, more = self._said_apart(clause)
        for written in self._told(clause):
            before, after = self._conditions(clause)
            if before is None or after is None:
                return
            instead = " instead" if clause.instead_of else ""
            yield f"{before}{written}{instead}{after}{where}.{more}"

    def _said_apart(self, clause: Clause) -> tuple[Clause, str]:
        """Counters with which something enters if it is of a card type, which a sentence of its own says."""
        more = ""
        ways = []
        for one in clause.does.arguments:
            match one:
                case Term("counters_if", (many, kind, such)):
                    counters = self._write("counted", (many, kind))
                    more += f" If it enters as a {such}, it enters with {counters} on it."
                case _:
                    ways.append(one)
        return (replace(clause, does=Term(clause.does.name, tuple(ways))), more) if more else (clause, "")

    def _told(self, clause: Clause) -> Iterator[str]:
        """Yield wordings of a clause: the effect and the player who carries it out."""
        until = "" if clause.until is None else f" {_how_long(clause.until)}"
        if clause.does.name.startswith("cant_"):
            until = until.replace("until end of turn", "this turn")
        if clause.by == YOU:
            written = self._write("act", clause.does)
            if written is not None:
                yield ("you may " if clause.optional else "") + written + until
            yield from self._of_objects(clause, until)
            return
        for rule in ("acts", "act"):
            who = self.player(clause.by)
            written = self._write("act" if clause.optional else rule, clause.does)
            if who is not None and written is not None:
                yield f"{who}{' may' if clause.optional else ''} {written}"

    def _of_objects(self, clause: Clause, until: str) -> Iterator[str]:
        """Yield wordings in which an object is the subject, before its verb."""
        arguments = clause.does.arguments
        for place, subject in enumerate(arguments):
            if not is_reference(subject):
                continue
            does = Term(clause.does.name, (*arguments[:place], SUBJECT, *arguments[place + 1 :]))
            either = ("change", "object_act"), ("changes", "change", "object_acts", "object_act")
            for rule in either[not clause.optional]:
                who = self.reference(subject)
                written = self._write(rule, does)
                if who is None or written is None:
                    continue
                if clause.optional:
                    yield f"you may have {who} {written}{until}"
                else:
                    yield f"{who} {written}{until}"

    def _conditions(self, clause: Clause) -> tuple[str | None, str | None]:
        """Return the words before and after the effect."""
        before = after = ""
        if clause.only_if is not None:
            condition = self._write("condition", clause.only_if)
            if condition is None:
                return None, None
            before = f"if {condition}, "
        if clause.if_done is not None:
            who = self.effects.clauses[abs(clause.if_done) - 1].by
            does = ("you do" if clause.if_done > 0 else "you don't") if who == YOU else "they do"
            before = f"{before}if {does}, "
        if clause.later is not None:
            if clause.later.name == "when_done":
                before += "when you do, "
            else:
                when = grammar().write("delayed", clause.later, self.writers)
                if when is None:
                    return None, None
                after = f" at {when}"
        if clause.unless:
            who_, *costs = clause.unless
            rule = "act" if who_ == YOU else "acts"
            written = [self._write(rule, one) for one in costs]
            player = "you" if who_ == YOU else self.player(who_)
            if None in written or player is None:
                return None, None
            after += f" unless {player} {' and '.join(one for one in written if one)}"
        return before, after

    def _write(self, rule: str, value: Any) -> str | None:
        return grammar().write(rule, value, self.writers)

    def much(self, value: Any) -> str | None:
        """An amount of life or damage: a number is in digits."""
        if isinstance(value, int):
            return str(value)
        writers = {name: writer for name, writer in self.writers.items() if name != "much"}
        return grammar().write("much", value, writers)

    # --- references ---

    def reference(self, value: Any) -> str | None:
        """An object."""
        if not isinstance(value, Term):
            return None
        if value in self.pronouns:
            return self.pronouns[value]
        match value.name, value.arguments:
            case "this", ():
                return THIS
            case "target", (int() as number,):
                return _said(f"\x01{number}\x02{{}}\x03", self._target(number))
            case "each", (Description() as one,):
                return _said("each {}", described(one, False))
            case "some", (Description() as one, least, most):
                return self._some(one, least, most)
            case "attached", _:
                return "enchanted creature"
            case "id", (str() as id_,):
                return id_
            case "those", (first, Term("each", (Description() as one,))) if _same_name(first) in one.conditions:
                return self._namesakes(first, one)
            case "those", (first, second):
                both = self.reference(first), self.reference(second)
                return None if None in both else f"{both[0]} and {both[1]}"
            case "top", (amount, player):
                return self._top(amount, player)
        return None

    def _namesakes(self, first: Any, one: Description) -> str | None:
        """A target and each other object with its name."""
        kept = tuple(condition for condition in one.conditions if condition != _same_name(first))
        target, noun = self.reference(first), described(replace(one, conditions=kept), False)
        return None if None in (target, noun) else f"{target} and each other {noun} with the same name as that {noun}"

    def _some(self, one: Description, least: Any, most: Any) -> str | None:
        if (least, most) == (1, 1):
            return _said("a {}", described(one, False))
        if (least, most) == (0, Term("any")):
            return _said("any number of {}", described(one, True))
        if (least, most) == (0, 1):
            return _said("up to one {}", described(one, False))
        if isinstance(most, int) and least in (0, most):
            return _said(f"{'up to ' if least == 0 else ''}{write_number(most)} {{}}", described(one, True))
        return None

    def _top(self, amount: Any, player: Any) -> str | None:
        library = self.whose_library(player)
        if library is None:
            return None
        if amount == 1:
            return f"the top card of {library}"
        return f"the top {write_number(amount)} cards of {library}" if isinstance(amount, int) else None

    def _target(self, number: int) -> str | None:
        """A target that is spoken of for the first time."""
        if not self.first < number <= len(self.effects.targets):
            return None
        target = self.effects.targets[number - 1]
        one = target.description
        if target.other_than not in ((), tuple(range(1, number))):
            return None
        other = "other " if target.other_than else ""
        if one.zone == "players" and not one.either:
            noun = {"each": "player", "opponent": "opponent"}.get(str(dict(one.conditions).get("players")))
            return None if noun is None else self._counted_target(target, other, noun, noun + "s")
        if one.either and one.either[-1].zone == "players" and (target.least, target.most) == (1, 1):
            return f"any {other}target"
        if number == 1 and ("other", True) in one.conditions and not one.either:
            other = "other "
            one = replace(one, conditions=tuple(pair for pair in one.conditions if pair[0] != "other"))
        single, several = described(one, False), described(one, True)
        return None if single is None or several is None else self._counted_target(target, other, single, several)

    def _counted_target(self, target: Target, other: str, single: str, several: str) -> str | None:
        match target.least, target.most:
            case 1, 1:
                return f"{'another' if other else ''} target {single}".strip()
            case 0, 1:
                return f"up to one {other}target {single}"
            case 0, None:
                return f"any number of {other}target {several}"
            case 0, int() as most:
                return f"up to {write_number(most)} {other}target {several}"
            case 1, 2:
                return f"one or two target {several}"
            case int() as least, int() as most if least == most:
                return f"{write_number(most)} {other}target {several}"
        return None

    def player(self, value: Any) -> str | None:
        """A player who does something, or to whom it is done."""
        if not isinstance(value, Term):
            return None
        match value.name, value.arguments:
            case "that_player", ():
                return "that player"
            case "they", ():
                return "they"
            case "each", (Description(conditions=(("players", which),)),):
                return {"each": "each player", "opponent": "each opponent", "other": "each other player"}.get(which)
            case ("controller" | "owner") as whose, (inner,):
                owner = self.possessor(inner)
                return None if owner is None else f"{owner} {whose}"
        if value in self.pronouns and value.name == "target":
            return "that player"
        return self.reference(value) if value.name in ("target", "id") else None

    def recipient(self, value: Any) -> str | None:
        """Write the object or player that is dealt damage."""
        if value == YOU:
            return "you"
        return self.player(value) if self._is_player(value) else self.reference(value)

    def _is_player(self, value: Any) -> bool:
        if isinstance(value, Term) and value.name in ("controller", "owner", "that_player", "they"):
            return True
        return any(isinstance(one, Description) and one.zone == "players" for one in parts(value))

    def possessor(self, value: Any) -> str | None:
        """Write a possessive: `its`, `target creature's`."""
        written = self.reference(value)
        if written in ("it", "them"):
            return "its" if written == "it" else "their"
        return None if written is None else f"{written} 's"

    def whose_library(self, value: Any) -> str | None:
        """Write a player's library."""
        if value == YOU:
            return "your library"
        written = self.player(value)
        return "their library" if written == "they" else None if written is None else f"{written} 's library"


# --- descriptions, numbers, tokens -----------------------------------------------------------------------------


def write_number(number: int) -> str:
    """A number as card texts have it: in words up to twenty."""
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def _said(form: str, words: str | None) -> str | None:
    return None if words is None else form.format(words)


_AS_LONG_AS = {
    "it remains tapped": "it remains tapped",
    "this remains tapped": "this permanent remains tapped",
    "this remains on the battlefield": "this permanent remains on the battlefield",
    "you control this": "you control this permanent",
}


def _how_long(until: str) -> str:
    """How long something lasts."""
    if (found := re.fullmatch("has counter (.+)", until)) is not None:
        article = "an" if found[1][0] in "aeio" else "a"
        return f"for as long as it has {article} {found[1]} counter on it"
    return f"for as long as {_AS_LONG_AS[until]}" if until in _AS_LONG_AS else f"until {until}"


_FLAGS: dict[str, dict[Any, str]] = {
    "other": {True: "other"},
    "tapped": {True: "tapped", False: "untapped"},
    "attacking": {True: "attacking"},
    "blocking": {True: "blocking"},
    "attacking_or_blocking": {True: "attacking or blocking"},
    "face_down": {True: "face-down", False: "face-up"},
    "modified": {True: "modified"},
    "historic": {True: "historic"},
    "colorless": {True: "colorless"},
    "multicolored": {True: "multicolored"},
    "enchanted": {True: "enchanted"},
    "equipped": {True: "equipped"},
}
_AFTER: dict[str, dict[Any, str]] = {
    "controller": {
        "you": "you control",
        "opponent": "an opponent controls",
        "not you": "you don't control",
        "your team": "your team controls",
        "enchanted player": "enchanted player controls",
    },
    "has_counters": {True: "with a counter on it"},
    "no_counters_any": {True: "with no counters on it"},
}


def _same_name(namesake: Any) -> tuple[str, Any]:
    """The condition that something has the same name."""
    return "shares", ("name", namesake)


def described(one: Any, several: bool) -> str | None:
    """A description as a noun phrase without its article, in the singular or plural."""
    if not isinstance(one, Description):
        return None
    first = _described(replace(one, either=()), several)
    rest = [_described(other, several) for other in one.either]
    if first is None or None in rest:
        return None
    return " or ".join([first, *(other for other in rest if other is not None)])


def _described(one: Description, several: bool) -> str | None:
    said = dict(one.conditions)
    before = [words[said.pop(name)] for name, words in _FLAGS.items() if name in said and said[name] in words]
    if said.get("token") is False:
        before.append("nontoken")
        del said["token"]
    negative = [f"non{word}" for name in ("not_colors", "not_supertypes", "not_types") for word in said.pop(name, ())]
    negative += [f"non-{_capital(word)}" for word in said.pop("not_subtypes", ())]
    if negative:
        before.append(", ".join(negative))
    before += list(said.pop("supertypes", ())) if len(said.get("supertypes", ())) == 1 else []
    if "colors" in said:
        before.append(" or ".join(said.pop("colors")))
    nouns = _nouns(one, said, several)
    after = _relations(one, said, several)
    if nouns is None or after is None or said:
        return None
    return " ".join([*before, nouns, *after])


def _capital(word: str) -> str:
    return re.sub(r"(?:^|(?<=[ -]))\w", lambda found: found[0].upper(), word)


def _nouns(one: Description, said: dict[str, Any], several: bool) -> str | None:
    """Subtypes, types, and `card`, `spell` or `token`, the last of them in the plural."""
    noun = {"battlefield": "", "stack": "spell"}.get(one.zone, "card")
    if said.pop("token", False):
        noun = "token"
    subtypes, types = said.pop("subtypes", ()), said.pop("types", ())
    both = said.pop("all_types", ())
    if said.pop("permanent_card", False):
        types = ("permanent",)
    if not (subtypes or types or both or noun):
        noun = "permanent"
    groups = [(subtypes, True), (types, False), *(((word,), False) for word in both), ((noun,) if noun else (), False)]
    groups = [group for group in groups if group[0]]
    words = []
    for place, (group, is_subtype) in enumerate(groups):
        last = place == len(groups) - 1
        forms = [_form(word, is_subtype, several and last) for word in group]
        words.append(" or ".join([", ".join(forms[:-1]), forms[-1]] if len(forms) == 2 else _series(forms)))
    return " ".join(words)


def _series(forms: list[str]) -> list[str]:
    return forms if len(forms) == 1 else [", ".join(forms[:-1]) + ",", forms[-1]]


def _form(word: str, is_subtype: bool, several: bool) -> str:
    if is_subtype:
        return _capital(plural(word) if several else word)
    if not several:
        return word
    return "sorceries" if word == "sorcery" else word + "s"


_THEY = Term("they")


def _relations(one: Description, said: dict[str, Any], several: bool) -> list[str] | None:
    them = "them" if several else "it"
    words = [_AFTER[name][said.pop(name)] for name in _AFTER if name in said and said[name] in _AFTER[name]]
    words = [re.sub(r"\bit$", them, word) for word in words]
    for name, form in (("has", "with {}"), ("without", "without {}")):
        if name in said and len(said[name]) == 1:
            words.append(form.format(said.pop(name)[0]))
    if "counters" in said and len(said["counters"]) == 1:
        kind = said.pop("counters")[0]
        least = said.pop("counters_at_least", None)
        many = f"{write_number(least)} or more {kind} counters" if least is not None else f"a {kind} counter"
        words.append(f"with {many} on {them}")
    if "no_counters" in said and len(said["no_counters"]) == 1:
        words.append(f"without a {said.pop('no_counters')[0]} counter on {them}")
    for stat in ("power", "toughness", "mana_value"):
        for how, more in (("at_most", " or less"), ("at_least", " or greater"), ("is", "")):
            if isinstance(said.get(f"{stat}_{how}"), int):
                words.append(f"with {stat.replace('_', ' ')} {said.pop(f'{stat}_{how}')}{more}")
    if one.zone in ("graveyard", "hand", "library", "exile"):
        where: dict[Any, str] = {"you": f"your {one.zone}", _THEY: f"their {one.zone}", None: f"a {one.zone}"}
        where["opponent"] = f"an opponent's {one.zone}"
        owner = said.get("owner")
        place = "exile" if one.zone == "exile" else where.get(owner)
        if place is None:
            return None
        if one.zone != "exile":
            said.pop("owner", None)
        words.append(f"from {place}")
    if (owner := said.get("owner")) in ("you", _THEY):
        words.append("you own" if owner == "you" else "they own")
        del said["owner"]
    return words


def _subtype_row(value: Any) -> str | None:
    """Write something that becomes several subtypes."""
    match value:
        case Term("kind", (Term("subtypes", subtypes),)) if len(subtypes) > 1:
            return " ".join(str(one).capitalize() for one in subtypes)
    return None


def _power_toughness(value: Any) -> str | None:
    """Both signed, as a change has them; `2/2` is a token's."""
    if not isinstance(value, tuple) or len(value) != 2:
        return None
    shown = [_signed(one) for one in value]
    return None if None in shown else "/".join(one for one in shown if one)


def _signed(value: Any) -> str | None:
    if isinstance(value, int):
        return f"{value:+d}"
    return {Term("x"): "+X", Term("minus", (Term("x"),)): "-X"}.get(value)


def _token(value: Any, several: bool) -> str | None:
    """Write the description of a token: `1/1 white and black Spirit creature token`."""
    if not isinstance(value, tuple) or len(value) != 1 or not isinstance(value[0], Term) or value[0].name != "token":
        return None
    power, toughness, *kinds = value[0].arguments
    said = {one.name: list(one.arguments) for one in kinds if isinstance(one, Term)}
    words = [str(one) for one in said.get("supertypes", [])]
    if power != Term("none"):
        words.append(f"{str(power).upper()}/{str(toughness).upper()}")
    if power != Term("none") or "types" in said:
        colors = [str(one) for one in said["colors"]]
        words.append(" and ".join([", ".join(colors[:-1]), colors[-1]] if len(colors) > 1 else colors) or "colorless")
    words += [_capital(str(one)) for one in said.get("subtypes", [])]
    words += [str(one) for one in said.get("types", [])]
    return " ".join([*words, "tokens" if several else "token"])


def _sentence_of(text: str) -> str:
    """Words as a sentence: with its capital, without blanks where none stand."""
    text = re.sub(r" ('(?:s|re|ve)\b|,|\.)", r"\1", text)
    text = re.sub(r"\bx\b", "X", text)
    text = re.sub(r"\b([Aa]) other\b", r"\1nother", text)
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text)
    return text[:1].upper() + text[1:]
