"""`pyengine cards`: the library, the user's card store, and card files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from typing import Any

from pyengine.answers.terminal import Line, Styled, Table, progress
from pyengine.cli.common import LEGAL, Commands, command, positive, show
from pyengine.errors import InputError
from pyengine.phrases.phrase_words import counted

MOST_ROWS = 60
"""Number of rows of a table about a card file; JSON has all."""
MOST_NAMED = 10
"""Number of cards that are named because they could not be imported."""
IMPORT = "import"


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    cards = command(commands, "cards", run)
    cards.add_argument(
        "name",
        nargs="*",
        help="one card; 'import' and card files, to put all their cards into your card store; with --coverage a card "
        "file; with --search words; if nothing is given, all cards",
    )
    cards.add_argument(
        "--coverage", action="store_true", help="how many cards are modelled in whole, and what is missing most"
    )
    cards.add_argument(
        "--missing",
        action="store_true",
        help="with --coverage and a card file: the clauses at which lines fail, by how many more cards each would "
        "make whole",
    )
    cards.add_argument("--stored", action="store_true", help="with --coverage: of the card store, not of the library")
    cards.add_argument("--search", action="store_true", help="cards with all the words in names, types and texts")
    cards.add_argument(
        "--about", action="store_true", help="of a card file, only cards about counters or face-down objects"
    )
    cards.add_argument("--every", type=positive, default=1, metavar="N", help="of a card file, count one card of N")
    cards.add_argument("--jobs", type=positive, metavar="N", help="number of processes; one for each core if not given")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    name = " ".join(options.name)
    if options.name[:1] == [IMPORT] and not options.coverage and not options.search:
        return _import(options, options.name[1:])
    if options.coverage and os.path.exists(name):
        return _coverage_of_file(options, name)
    if options.missing or options.about or options.every > 1:
        raise InputError(
            "expected a card file with --missing, --about and --every, as in: pyengine cards --coverage FILE"
        )
    if options.search:
        return _search(options)
    if options.coverage:
        return _coverage_of_store(options) if options.stored else _coverage(options, name)
    if not options.name:
        return _names(options)
    return _card(options, name)


# --- one card ----------------------------------------------------------------------------------------------------


def _card(options: argparse.Namespace, name: str) -> int:
    """Show what is printed on a card, and what each line is read as."""
    from pyengine.cards import catalog

    card = catalog.definition(catalog.whole_name(name))
    data = card.model_dump(mode="json", exclude_defaults=True)
    stored = catalog.printing(card.name)
    lines = [*_read_lines(card)]
    for part in card.parts():
        lines += _read_lines(catalog.definition(part))
    if stored is not None:
        data |= {"printed": list(stored.faces), "missing": list(stored.missing), "from": "store"}
    if lines:
        data["lines"] = lines
    show(options, data, lambda: _lines_of_card(data, lines))
    return LEGAL


def _read_lines(card: Any) -> Iterator[dict[str, Any]]:
    """Each line of a text, and what it is read as."""
    from pyengine.answers.ability_words import ability_in_words
    from pyengine.compiler.printed_text import line_by_line

    for line in line_by_line(card.name, card):
        words = [ability_in_words(one) for one in line.abilities]
        read = "whole" if line.is_whole else "half" if words else "not"
        yield {"card": card.name, "line": line.text, "read": read, "as": words}
    for ability in card.abilities:
        yield {"card": card.name, "line": "an ability of the file", "read": "whole", "as": [ability_in_words(ability)]}
    for remark in card.not_modelled:
        text = remark if isinstance(remark, str) else remark.text
        yield {"card": card.name, "line": text, "read": "not", "as": []}


def _lines_of_card(data: dict[str, Any], lines: list[dict[str, Any]]) -> Iterator[Line]:
    import yaml

    plain = {what: value for what, value in data.items() if what not in ("lines", "printed", "missing", "from")}
    yield yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=110).rstrip()
    for face in data.get("printed", ())[1:]:
        yield from _comment("  ".join(str(face[what]) for what in ("name", "mana_cost", "type_line") if what in face))
        yield from _comment(str(face.get("text", "")), "    ")
    for one in lines:
        yield from _comment(str(one["line"]))
        for words in one["as"]:
            yield from _comment(f"read as {words}", "    ")
        if one["read"] != "whole":
            yield from _comment("not read" if one["read"] == "not" else "the rest of it is not read", "    ")


def _comment(text: str, before: str = "") -> Iterator[Line]:
    """Lines behind the card that are comments of YAML."""
    yield from (Styled(f"# {before}{line}", "note") for line in text.splitlines())


def _names(options: argparse.Namespace) -> int:
    """List the cards of the library, and how many the store has."""
    from pyengine.cards import catalog, store

    names = catalog.names()
    found = store.current()
    stored = [] if found is None else found.names()
    listed = sorted({*names, *stored})
    more = [] if found is None else [f"{len(names)} in the library, {len(stored)} in {found.path}"]
    show(options, listed, lambda: [*listed, f"{len(listed)} cards", *more])
    return LEGAL


def _search(options: argparse.Namespace) -> int:
    """List the cards that have all the words."""
    from pyengine.cards import catalog

    if not options.name:
        raise InputError("expected words with --search, as in: pyengine cards --search proliferate creature")
    listed = catalog.search(options.name)
    show(options, listed, lambda: [*listed, counted(len(listed), "card")])
    return LEGAL


# --- importing ---------------------------------------------------------------------------------------------------


def _import(options: argparse.Namespace, files: list[str]) -> int:
    """Put the cards of files into the card store."""
    from pyengine.bulk.importing import import_files
    from pyengine.bulk.spread import cores
    from pyengine.cards import store_path

    if not files:
        raise InputError("expected card files, as in: pyengine cards import oracle-cards.json")
    target = store_path.path() or store_path.default_path()
    data = import_files(files, target, options.jobs or cores(), lambda names, total: progress(names, "card", total))
    show(options, data, lambda: _lines_of_import(data), "cards import")
    return LEGAL


def _lines_of_import(data: dict[str, Any]) -> Iterator[Line]:
    yield (
        f"{data['cards']} cards in {data['store']}: {data['new']} new, {data['changed']} with another text, "
        f"{data['worked_out_again']} worked out again, {data['unchanged']} unchanged"
    )
    for why, count in data["left_out"].items():
        yield f"left out: {count} {why}"
    for one in data["refused"][:MOST_NAMED]:
        yield f"not imported: {one['why']}"
    if (more := len(data["refused"]) - MOST_NAMED) > 0:
        yield f"not imported: {more} more; --json lists them"
    yield "of several texts of one name the newest is kept"


# --- coverage ----------------------------------------------------------------------------------------------------


def _coverage(options: argparse.Namespace, name: str) -> int:
    """Report how much of the library, or of one card, is modelled."""
    from pyengine.cards import catalog
    from pyengine.coverage import card_coverage

    cards = list(catalog.every_card()) if not name else [catalog.definition(name)]
    data = card_coverage.report(progress(cards, "card"))

    def lines() -> Iterable[Line]:
        if data["missing"]:
            yield Table(card_coverage.rows(data))
        yield f"{data['whole']} of {counted(data['cards'], 'card')} modelled in whole ({data['share']:.1%})"

    show(options, data, lines, "cards coverage")
    return LEGAL


def _coverage_of_store(options: argparse.Namespace) -> int:
    """Report how many cards of the store are read in whole, as they were imported."""
    from pyengine.cards import store
    from pyengine.coverage import file_coverage

    found = store.current()
    if found is None:
        raise InputError("found no card store; make one with: pyengine cards import FILE")
    data = file_coverage.report_of_store(found.printings())
    show(options, data, lambda: _lines_of_file(data), "cards coverage")
    return LEGAL


def _coverage_of_file(options: argparse.Namespace, path: str) -> int:
    """Report how many cards of a card file are read in whole."""
    from pyengine.bulk.spread import cores
    from pyengine.coverage import file_coverage
    from pyengine.formats import card_file

    cards = progress(list(card_file.read(path)), "card")
    data = file_coverage.report(cards, options.missing, options.jobs or cores(), options.every, options.about)
    show(options, data, lambda: _lines_of_file(data), "cards coverage")
    return LEGAL


def _lines_of_file(data: dict[str, Any]) -> Iterator[Line]:
    from pyengine.coverage import file_coverage

    if data["missing"]:
        yield Table(file_coverage.rows(data, MOST_ROWS))
    for why, count in data["left_out"].items():
        yield f"left out: {count} {why}"
    for subject, counts in (("", data), (" about counters or face-down objects", data["subject"])):
        cards = counted(counts["cards"], "card")
        yield f"{counts['whole']} of {cards}{subject} modelled in whole ({counts['share']:.1%})"
