"""The plans of the rules: made of the files, or as an installed package has them."""

from __future__ import annotations

from functools import cache
from mmap import ACCESS_READ, mmap

from pyengine.plans.evaluating import Plans
from pyengine.plans.keeping import as_kept
from pyengine.solving.statements import KEPT, asp_directory, files_of_rules

BUILT = "plans.bin"
"""The file beside the `.lp` files that has the plans of all statements in them, in an installed package."""


@cache
def plans() -> Plans:
    """The plans of the rules and questions, by the numbers of the statements."""
    installed = asp_directory() / BUILT
    if installed.is_file():
        with installed.open("rb") as file:
            return Plans(mmap(file.fileno(), 0, access=ACCESS_READ))
    files = [(name, (asp_directory() / name).read_bytes()) for name in files_of_rules()]
    sources = [source for name, text in files for source in (name.encode(), text)]
    return Plans(as_kept(KEPT / BUILT, sources, build))


def build() -> bytes:
    """Return what an installed package has. Raises `Refused` for a statement of which no plan can be made."""
    from pyengine.solving import planning  # it reads rules, for which most answers have no use

    return planning.build()
