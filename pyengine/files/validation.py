"""Documents as models: every problem that pydantic finds, with its line and column, in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from pyengine.errors import InputError
from pyengine.files.document import Document, Node, Path
from pyengine.files.expectations import WITHIN, sentence
from pyengine.files.quoting import at, first_lines

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

ModelT = TypeVar("ModelT", bound=BaseModel)


def validate(model: type[ModelT], document: Document, path: Path = (), error: type[InputError] = InputError) -> ModelT:
    """The data at a path, as a model.

    Raises `error` if the data does not fit the model. Its message has one line for each problem, at most
    `quoting.MAX_PROBLEMS`, in the order of the file; its `where` is that of the first. Raises `KeyError` if
    there is no such path.
    """
    try:
        return model.model_validate(document.value(path))
    except ValidationError as invalid:
        found = invalid.errors(include_url=False)
    node = document.node(path)
    faults = _settled(_independent([_fault(details, node) for details in found]))
    faults.sort(key=lambda fault: document.place((*path, *fault.path), key=fault.about_key))

    def line(fault: _Fault) -> str:
        whole = (*path, *fault.path)
        where = document.where(whole, key=fault.about_key)
        return f"{where}: {at(whole[:-1] if fault.about_key else whole)}{sentence(fault.details, model)}"

    first = document.where((*path, *faults[0].path), key=faults[0].about_key)
    raise error(first_lines(map(line, faults), len(faults)).removeprefix(f"{first}: "), first)


@dataclass
class _Fault:
    """One problem: the path of the wrong data, and pydantic's error.

    Pydantic's locations also name the alternatives of unions, and the fields behind a shorthand; these are
    not in the data. They are kept as `labels`, each with the length of the path before it.
    """

    path: tuple[str | int, ...]
    labels: tuple[tuple[int, str | int], ...]
    details: list[ErrorDetails]

    @property
    def type(self) -> str:
        return self.details[0]["type"]

    @property
    def about_key(self) -> bool:
        return self.type == "extra_forbidden" or self.details[0]["loc"][-1:] == ("[key]",)


def _fault(details: ErrorDetails, node: Node) -> _Fault:
    path: list[str | int] = []
    labels: list[tuple[int, str | int]] = []
    for step in details["loc"][:-1] if details["type"] == "missing" else details["loc"]:
        if step in node.inner:
            path.append(step)
            _, node = node.inner[step]
        elif step != "[key]":
            labels.append((len(path), step))
    return _Fault(tuple(path), tuple(labels), [details])


def _independent(faults: list[_Fault]) -> list[_Fault]:
    """The faults without those that only follow from others: a list is not too short for its bad entries."""
    ancestors = {fault.path[:depth] for fault in faults for depth in range(len(fault.path))}
    return [fault for fault in faults if fault.type != "too_short" or fault.path not in ancestors]


def _settled(faults: list[_Fault], level: int = 0) -> list[_Fault]:
    """The faults, but of the alternatives of a union only those of the alternative that was likely meant."""
    settled = []
    unions: dict[tuple[str | int, ...], dict[str | int, list[_Fault]]] = {}
    for fault in faults:
        if len(fault.labels) > level:
            depth, label = fault.labels[level]
            unions.setdefault(fault.path[:depth], {}).setdefault(label, []).append(fault)
        else:
            settled.append(fault)
    for path, alternatives in unions.items():
        settled += _settled(_likeliest(path, list(alternatives.values())), level + 1)
    return settled


def _likeliest(path: tuple[str | int, ...], alternatives: list[list[_Fault]]) -> list[_Fault]:
    """The alternative with the fewest faults; if the value at the path fits none at all, all of them as one."""
    fitting = [
        faults
        for faults in alternatives
        if not any(fault.path == path and fault.type not in WITHIN for fault in faults)
    ]
    if not fitting and len(alternatives) > 1:
        details = [details for faults in alternatives for fault in faults for details in fault.details]
        return [_Fault(path, alternatives[0][0].labels, details)]
    return min(
        fitting or alternatives, key=lambda faults: (sum(f.type == "extra_forbidden" for f in faults), len(faults))
    )
