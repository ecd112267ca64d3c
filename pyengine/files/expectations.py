"""Messages for wrong values: what is wrong and what is right, from the errors of pydantic."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from pyengine.files.fields import ImportedLater
from pyengine.files.quoting import MAX_FIELDS, MAX_QUOTE, field_names, in_words, quoted
from pyengine.files.yaml_nodes import MAX_DIGITS

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

WITHIN = frozenset(("missing", "value_error"))
"""Pydantic's types of errors about a value that is of the right kind."""

_KINDS = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_from_float": "a whole number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text",
}
_LENGTHS = {"min_length": "at least", "max_length": "at most"}
_SAMPLES: tuple[tuple[object, str], ...] = (
    (1, "a whole number"),
    ("x", "text"),
    ([], "a list"),
    ({}, "a mapping"),
)


def sentence(details: Sequence[ErrorDetails], model: type[BaseModel]) -> str:
    """Describe what is wrong with one value and what is right; `details` has an entry for each alternative."""
    first = details[0]
    kind, location, value = first["type"], first["loc"], first["input"]
    if kind == "missing":
        return f"{quoted(location[-1])} is missing"
    if kind == "extra_forbidden":
        return _unknown_field(str(location[-1]), _slots(model, location[:-1]))
    if kind == "value_error":
        message = str(first["ctx"]["error"])
        told = "found" in message or not isinstance(value, str | int | float)
        return message if told else f"{message}, found {in_words(value)}"
    expected = dict.fromkeys(_expected(each, _slots(model, each["loc"])) for each in details)
    counted = kind in ("too_short", "too_long") and not isinstance(value, str)
    found = len(value) if counted else in_words(value)
    return f"expected {' or '.join(expected)}, found {found}{_advice(details, model)}"


def _unknown_field(name: str, slots: list[FieldInfo]) -> str:
    known = list(dict.fromkeys(field for slot in slots for field in _fields(slot)))
    close = _closest(name, known, MAX_FIELDS)
    suggestion = f" (did you mean {quoted(close[0])}?)" if close else ""
    return f"unknown field {quoted(name)}{suggestion}; expected one of {field_names(known, close)}"


def _advice(details: Sequence[ErrorDetails], model: type[BaseModel]) -> str:
    """How to repair the mistakes that are common and not obvious; empty for others."""
    value = details[0]["input"]
    wanted = {each["type"] for each in details}
    if "string_type" in wanted and isinstance(value, dict | list):
        return f"; put text that starts with {'{' if isinstance(value, dict) else '['} in quotes"
    if "string_type" in wanted and isinstance(value, int | float):
        return "; put it in quotes if it is text"
    if "model_type" in wanted:
        return _as_in([slot for each in details for slot in _slots(model, each["loc"])], value)
    if not isinstance(value, str):
        return ""
    if "int_type" in wanted and len(value) <= MAX_DIGITS and re.fullmatch("[-+]?[0-9]+", value):
        return "; write it without quotes"
    if "literal_error" in wanted:
        close = _closest(value, _choices([slot for each in details for slot in _slots(model, each["loc"])]))
        return f"; did you mean {quoted(close[0])}?" if close else ""
    return ""


def _as_in(slots: list[FieldInfo], value: object) -> str:
    """The right form of a mapping whose fields that it can't be without have a few possible values; else nothing."""
    for slot in slots:
        needed = {name: _choices([field]) for name, field in _fields(slot).items() if field.is_required()}
        if needed and all(needed.values()):
            said = (f"{name}: {value if value in choices else choices[0]}" for name, choices in needed.items())
            return f"; write it as in {{{', '.join(said)}}}"
    return ""


def _closest(name: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known names most like another. Long names are not compared: that would take long, too."""
    if len(name) > MAX_QUOTE:
        return []
    spellings = {each.lower(): each for each in known}
    return [spellings[each] for each in get_close_matches(name.lower(), spellings, n=most)]


def _expected(details: ErrorDetails, slots: list[FieldInfo]) -> str:
    """Describe the right value, as a phrase after "expected"."""
    kind, context = details["type"], details.get("ctx", {})
    if kind in _KINDS:
        return _KINDS[kind]
    if kind in ("model_type", "dict_type", "tuple_type"):
        return _shapes(slots) or ("a list" if kind == "tuple_type" else "a mapping")
    if kind in ("greater_than_equal", "less_than_equal"):
        return _bounds(context, slots)
    if kind == "literal_error":
        return f"{'one of ' if len(_choices(slots)) != 1 else ''}{context['expected']}"
    if kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
        limit, count = next((word, context[key]) for key, word in _LENGTHS.items() if key in context)
        # For text with validators of its own, pydantic speaks of its entries.
        if isinstance(details["input"], str):
            return f"text of {limit} {count} {'character' if count == 1 else 'characters'}"
        return f"{limit} {count} {'entry' if count == 1 else 'entries'}"
    return f"another value ({details['msg'][:1].lower()}{details['msg'][1:]})"


def _bounds(context: dict[str, Any], slots: list[FieldInfo]) -> str:
    """Both bounds of a number, though pydantic only tells the one that was violated."""
    bounds: dict[str, Any] = {}
    for item in (item for slot in slots for item in slot.metadata):
        bounds |= {name: getattr(item, name) for name in ("ge", "le") if hasattr(item, name)}
    bounds |= context  # the bound violated is certain; the others may belong to another member of a union
    if "ge" in bounds and "le" in bounds:
        return f"a number from {bounds['ge']} to {bounds['le']}"
    return " and ".join(f"a number of {'at least' if name == 'ge' else 'at most'} {bounds[name]}" for name in bounds)


def _shapes(slots: list[FieldInfo]) -> str:
    """The kinds of value accepted here, found by trying one of each; empty if none is.

    Validators can accept shorthands, such as a number for a mapping, and pydantic's errors do not tell.
    """
    return " or ".join(word for sample, word in _SAMPLES if any(_accepts(slot, sample) for slot in slots))


def _accepts(slot: FieldInfo, sample: object) -> bool:
    """True if a value of this kind is allowed here; a mapping that lacks a field is of the right kind."""
    annotated: Any = Annotated[(slot.annotation, *slot.metadata)] if slot.metadata else slot.annotation
    try:
        TypeAdapter(annotated).validate_python(sample)
    except ValidationError as invalid:
        return all(details["loc"] or details["type"] in (*WITHIN, "too_short") for details in invalid.errors())
    return True


# --- the types that belong to a location ----------------------------------------------------------------------


def _slots(model: type[BaseModel], location: Sequence[str | int]) -> list[FieldInfo]:
    """The types possible at one of pydantic's locations, in which labels of unions select among them."""
    slots = [FieldInfo.from_annotation(model)]
    for step in location:
        inner = [member for slot in slots for member in _inner(slot, step)]
        slots = inner or [slot for slot in slots if _is_labelled(slot, step)] or slots
    return slots


def _is_labelled(slot: FieldInfo, label: str | int) -> bool:
    """True if a label names this model, also inside validators as in `function-after[f(), Model]`."""
    name = getattr(slot.annotation, "__name__", "")
    return bool(_fields(slot)) and re.search(rf"\b{name}\b", str(label)) is not None


def _fields(slot: FieldInfo) -> dict[str, FieldInfo]:
    """The fields of a model; none of anything else."""
    annotation = slot.annotation
    return annotation.model_fields if isinstance(annotation, type) and issubclass(annotation, BaseModel) else {}


def _inner(slot: FieldInfo, step: str | int) -> Iterator[FieldInfo]:
    """The types of one entry of a model, mapping or list, each member of a union; none if there is no such entry."""
    origin, arguments = get_origin(slot.annotation), get_args(slot.annotation)
    if step in (fields := _fields(slot)):
        found = fields[str(step)]
    elif (origin is dict and isinstance(step, str)) or (origin is tuple and isinstance(step, int)):
        found = _slot(arguments[1 if origin is dict else 0])
    else:
        return
    if get_origin(found.annotation) in (Union, types.UnionType):
        members = (member for member in get_args(found.annotation) if member is not types.NoneType)
        yield from map(_slot, members)
    else:
        yield found


def _slot(annotation: Any) -> FieldInfo:
    """A type, or the model that it names."""
    slot = FieldInfo.from_annotation(annotation)
    named = [mark for mark in slot.metadata if isinstance(mark, ImportedLater)]
    return FieldInfo.from_annotation(named[0].model()) if named else slot


def _choices(slots: list[FieldInfo]) -> list[str]:
    return [each for slot in slots if get_origin(slot.annotation) is Literal for each in get_args(slot.annotation)]
