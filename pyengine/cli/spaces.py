"""Options that say which boards are looked at, as `prove` and `enumerate` share them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyengine.cli.common import positive
from pyengine.errors import InputError

if TYPE_CHECKING:
    from pyengine.proofs.space import SpaceFile


def add_bounds(parser: argparse.ArgumentParser, usual: str, *, dated: bool = True) -> None:
    """Add the options for the bounds of a space. The help puts `usual` before defaults; `dated` adds the date."""
    parser.add_argument("--card", action="append", metavar="NAME", help="a card the permanents may be (repeatable)")
    parser.add_argument(
        "--ability",
        action="append",
        metavar="NAME",
        help="a card with this ability the permanents may be, as in 'doubles' (repeatable)",
    )
    parser.add_argument("--kind", action="append", help=f"a kind of counter (repeatable; {usual} +1/+1, -1/-1, charge)")
    parser.add_argument("--objects", type=positive, metavar="N", help=f"at most N permanents ({usual} 3)")
    parser.add_argument("--most", type=positive, metavar="N", help=f"at most N counters of a kind on each ({usual} 4)")
    parser.add_argument(
        "--vary", action="append", metavar="WHAT", help="what else of boards varies, as in 'face down' (repeatable)"
    )
    if dated:
        parser.add_argument("--rules", metavar="DATE", help="the date whose rules apply")


def given_bounds(options: argparse.Namespace, path: str | None) -> SpaceFile:
    """The bounds of the command line; options override a file. Raises `InputError`."""
    from pydantic import ValidationError

    from pyengine.files import yaml_reading
    from pyengine.files.expectations import sentence
    from pyengine.files.validation import validate
    from pyengine.phrases.counter_kinds import checked_kind
    from pyengine.proofs.space import SpaceFile

    file = SpaceFile() if path is None else validate(SpaceFile, yaml_reading.read(path))
    named = options.card or options.ability
    kinds = [checked_kind(kind) for kind in options.kind or ()]
    try:
        return SpaceFile(
            cards=tuple(options.card or ()) if named else file.cards,
            abilities=tuple(options.ability or ()) if named else file.abilities,
            objects=file.objects if options.objects is None else options.objects,
            kinds=tuple(kinds or file.kinds),
            most=file.most if options.most is None else options.most,
            rules=getattr(options, "rules", None) or file.rules,
            varies=tuple(options.vary or file.varies),
        )
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        raise InputError(f"{first['loc'][0]}: {sentence([first], SpaceFile)}") from None


@contextmanager
def of_file(path: str | None) -> Iterator[None]:
    """Say of what is wrong with bounds, if nothing tells where, that they come from a file."""
    try:
        yield
    except InputError as error:
        if path is None or error.where:
            raise
        raise InputError(error.message, path) from None
