"""Writes instructions as a phrase: of all phrases that are read as the same, always the same one."""

from __future__ import annotations

from collections.abc import Sequence

from pyengine.actions.card_instructions import Connive, DiscardAtRandom, PlayerCards, PutOnLibrary, Scry, Surveil
from pyengine.actions.counter_instructions import Distribute, Double, Proliferate, Put, PutCountersOf
from pyengine.actions.effect_instructions import Becomes, CantDo, EffectOn, Gains, Gets
from pyengine.actions.face_down_instructions import ExileFaceDown, ManifestTop, TurnDown, TurnUpFor
from pyengine.actions.instructions import (
    NEXT_STEP,
    NEXT_TURN,
    Activate,
    Attack,
    BeginStep,
    Block,
    Cast,
    ChooseFromPile,
    Create,
    CreateTokens,
    Damage,
    Enter,
    GoOn,
    Instruction,
    PutInto,
)
from pyengine.actions.keyword_instructions import Amass, Support
from pyengine.cards.listed_values import Listed
from pyengine.cards.words import join, quoted, write_counters, write_id, write_keyword, write_kind, write_type


def phrase(*parts: Instruction) -> str:
    """The phrase of one event, without suffixes. The parts are taken as `Action` has them, and not checked."""
    match parts[0]:
        case Put():
            return "put " + _write_puts([part for part in parts if isinstance(part, Put)])
        case Damage():
            return "deal " + _write_damage([part for part in parts if isinstance(part, Damage)])
        case PutCountersOf(left, target, selection):
            what = "the counters" if selection.kind is None else f"the {write_kind(selection.kind)} counters"
            return f"put {what} of {write_id(left)} on {write_id(target)}"
        case Proliferate(chosen):
            if chosen is None:
                return "proliferate"
            return "proliferate " + (join(map(write_id, chosen)) or "nothing")
        case Double(selection=selection):
            each = "number of each kind of counter"
            what = each if selection.kind is None else f"{write_kind(selection.kind)} counters"
            return f"double the {what} on {_holders(parts)}"
        case Distribute(kind, count, holders):
            return f"distribute {write_counters(count, kind)} among {join(map(write_id, holders)) or 'nothing'}"
        case Support(count, creatures, source):
            by = "" if source is None else f" from {write_id(source)}"
            return f"support {count}{by} on {join(map(write_id, creatures)) or 'nothing'}"
        case Amass(count, token, subtype):
            return f"amass {write_type(subtype + 's')} {count} creating {write_id(token)}"
        case PutInto(zone="exile"):
            return _filled("exile {object}", parts)
        case PutInto(zone="hand"):
            return _filled("return {object} to hand", parts)
        case ManifestTop(player, how, count):
            cards = "card" if count == 1 else f"{count} cards"
            return f"{how} the top {cards} of {write_id(player)}'s library"
        case ChooseFromPile(pile):
            return f"choose a card from pile {quoted(pile)}"
        case CreateTokens(card, n, player, tapped, counters):
            amounts = join(write_counters(count, kind) for kind, count in counters)
            under = ("" if player is None else f" under {write_id(player)}") + (f" with {amounts}" if amounts else "")
            what = card.removesuffix(" Token") + " token" if card.endswith(" Token") else card
            many = what.replace(" token", " tokens", 1) if n != 1 else what
            return f"create {'a' if n == 1 else n} {'tapped ' if tapped else ''}{many}{under}"
        case EffectOn(name) as part:
            return f"{write_id(name)} {_effect(part)}{part.until()}"
        case PutOnLibrary(_, where):
            place = "on top" if where == "top" else "on the bottom"
            return _filled("put {object} " + place + " of its owner's library", parts)
        case Connive(name, n):
            return f"{write_id(name)} connives" + ("" if n == 1 else f" {n}")
        case Scry() | Surveil():
            return _filled(parts[0].form, parts)
        case PlayerCards(_, n):
            cards = "a card" if n == 1 else f"{n} cards"
            at_random = " at random" if isinstance(parts[0], DiscardAtRandom) else ""
            return f"{parts[0].form.removesuffix('{n}').format(player=write_id(parts[0].player))}{cards}{at_random}"
        case Attack() | Block() | BeginStep() | GoOn():
            return _of_the_turn(parts)
        case part:
            return _filled(part.form, parts) + _details(part)


def _sent(parts: Sequence[Instruction]) -> list[str]:
    """Who is attacked or blocked with what, in groups."""
    groups: dict[str, list[str]] = {}
    for part in parts:
        if isinstance(part, Attack):
            groups.setdefault(part.whom or "", []).append(write_id(part.object))
        elif isinstance(part, Block):
            groups.setdefault(part.attacker, []).append(write_id(part.object))
    return [f"{write_id(against)} with {join(names)}" for against, names in groups.items()]


def _of_the_turn(parts: Sequence[Instruction]) -> str:
    """Steps that begin, and what is declared in them."""
    match parts[0]:
        case Attack(whom=None):
            return f"attack with {join(write_id(part.object) for part in parts if isinstance(part, Attack))}"
        case Attack():
            return f"attack {join(_sent(parts))}"
        case BeginStep(step, player):
            return f"begin the {_step(step)} of {write_id(player)}"
        case GoOn(step, player):
            return f"go to the {_step(step)}" + ("" if player is None else f" of {write_id(player)}")
        case _:
            return f"block {join(_sent(parts))}"


def _step(step: str) -> str:
    """A step or phase, with these words where they are said."""
    if step in ("upkeep", "beginning of combat", NEXT_TURN, NEXT_STEP):
        return step
    return step + (" phase" if step.endswith(" main") else " step")


def _holders(parts: Sequence[Instruction]) -> str:
    """Who gets the same counters."""
    return join(write_id(part.holder) for part in parts if isinstance(part, Double))


def _filled(form: str, parts: Sequence[Instruction]) -> str:
    """A form with the fields of the parts, which share all but the one in which they may differ."""
    part = parts[0]
    words = dict(vars(part))
    for field in part.ids:
        words[field] = write_id(words[field])
    if part.each is not None:
        words[part.each] = join(write_id(getattr(one, part.each)) for one in parts)
    return form.format_map(words)


def _details(part: Instruction) -> str:
    """What follows the form of an instruction if it is said."""
    match part:
        case TurnDown(values=Listed() as values):
            return f" as {values}"
        case TurnUpFor(x=x):
            return _x(x)
        case ExileFaceDown(players=players) if players:
            return f" looked at by {join(map(write_id, players))}"
        case Enter():
            amounts = join(write_counters(count, kind) for kind, count in part.counters)
            return (
                (" face down" if part.face_down else "")
                + ("" if part.values is None else f" as {part.values}")
                + ("" if part.copy_of is None else f" as a copy of {write_id(part.copy_of)}")
                + ("" if part.player is None else f" under {write_id(part.player)}")
                + (f" with {amounts}" if amounts else "")
            )
        case Create():
            amounts = join(write_counters(count, kind) for kind, count in part.counters)
            return (
                ("" if part.card is None else f" as a {quoted(part.card)} token")
                + ("" if part.copy_of is None else f" as a copy of {write_id(part.copy_of)}")
                + ("" if part.player is None else f" under {write_id(part.player)}")
                + (f" with {amounts}" if amounts else "")
            )
        case Cast():
            return (
                (" face down" if part.face_down else "")
                + ("" if part.procedure is None else f" for {part.procedure}")
                + (" without paying its mana cost" if part.free else "")
                + ("" if part.cost is None else f" for its {part.cost} cost")
                + _kicked(part.kicked)
                + _modes(part.modes)
                + _said("targeting", part.targets)
                + _x(part.x)
                + _said("paying with", part.sources)
            )
        case Activate():
            paid = _x(part.x) + _said("paying with", part.sources)
            return _modes(part.modes) + _said("targeting", part.targets) + paid
    return ""


def _kicked(times: int | None) -> str:
    """How many times a spell is kicked."""
    if times is None:
        return ""
    return " not kicked" if times == 0 else " kicked" if times == 1 else f" kicked {times} times"


def _effect(part: EffectOn) -> str:
    """What an effect does to its object."""
    match part:
        case Gets(_, power, toughness):
            return f"gets {power:+}/{toughness:+}"
        case Gains(_, keyword):
            return f"{part.verb} {write_keyword(keyword)}"
        case CantDo(_, what):
            return f"can't {what}"
        case Becomes(_, values, manner):
            return f"becomes {values}" + (" in addition to its other types" if manner == "too" else "")
    return "loses all abilities"


def _said(word: str, names: Sequence[str] | None) -> str:
    """Targets, or what pays, if they are said."""
    return "" if names is None else f" {word} {join(map(write_id, names)) or 'nothing'}"


def _modes(modes: Sequence[int]) -> str:
    words = join(map(str, modes))
    return f" choosing mode{'s' if len(modes) > 1 else ''} {words}" if modes else ""


def _x(x: int | None) -> str:
    return "" if x is None else f" with X = {x}"


def _write_puts(parts: Sequence[Put]) -> str:
    """Neighbours on one holder share its name, and holders that get the same share the counters."""
    on_holder: list[tuple[str, list[str]]] = []
    for part in parts:
        if not on_holder or on_holder[-1][0] != part.holder:
            on_holder.append((part.holder, []))
        on_holder[-1][1].append(write_counters(part.count, part.kind))
    groups: list[tuple[list[str], list[str]]] = []
    for holder, amounts in on_holder:
        if not groups or groups[-1][1] != amounts:
            groups.append(([], amounts))
        groups[-1][0].append(holder)
    return " and ".join(f"{join(amounts)} on {join(map(write_id, holders))}" for holders, amounts in groups)


def _write_damage(parts: Sequence[Damage]) -> str:
    """Neighbours that are dealt the same by one source share it."""
    groups: list[tuple[str, int, list[str]]] = []
    for part in parts:
        if not groups or groups[-1][:2] != (part.source, part.n):
            groups.append((part.source, part.n, []))
        groups[-1][2].append(part.recipient)
    return " and ".join(
        f"{n} damage from {write_id(source)} to {join(map(write_id, names))}" for source, n, names in groups
    )
