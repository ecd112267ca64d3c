"""`pyengine solve`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyengine.answers import terminal
from pyengine.answers.terminal import Line, Table, progress
from pyengine.cli import common
from pyengine.cli.common import (
    ILLEGAL,
    LEGAL,
    STANDARD_INPUT,
    Commands,
    Stop,
    all_notes_argument,
    caveat_lines,
    command,
    other_lines,
    positive,
    show,
    strict_argument,
    timeout_argument,
    write_file,
)
from pyengine.errors import PyengineError
from pyengine.phrases.phrase_words import counted

if TYPE_CHECKING:
    from pyengine.board import Board
    from pyengine.formats.puzzle_file import Puzzle
    from pyengine.puzzles.solution import Solution

CUT_SHORT = "cut short: "


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    solve = command(commands, "solve", run)
    solve.add_argument(
        "puzzle", metavar="PUZZLE", nargs="?", help="a puzzle file (YAML, JSON or .pzl), - for standard input"
    )
    solve.add_argument("--goal", action="append", default=[], metavar="GOAL", help="a further goal; may be repeated")
    solve.add_argument(
        "--allow", action="append", default=[], metavar="ACTION", help="a further action that may be used, once"
    )
    solve.add_argument("--limit", type=positive, metavar="N", help="steps at most")
    solve.add_argument("--all", action="store_true", help="all shortest lines, and how many there are")
    _add_reading(solve)
    solve.add_argument(
        "--tries", action="store_true", help="with --adversarial, also what fails at one answer of theirs only"
    )
    solve.add_argument("--hint", action="store_true", help="only the next step")
    solve.add_argument("--any", action="store_true", help="stop at the first line, even if a shorter one may exist")
    solve.add_argument(
        "--fewest",
        default="steps",
        choices=["steps", "mana", "cards", "counters", "life"],
        help="what the line is to need the fewest of (default steps)",
    )
    solve.add_argument(
        "--no-reductions", action="store_true", help="look at every order of independent actions: slower, to compare"
    )
    solve.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="N processes (default 1); the answer is the same"
    )
    solve.add_argument(
        "--memory", type=positive, metavar="MIB", help="end the search when it has more memory than this"
    )
    _other_answers(solve)
    strict_argument(solve)
    all_notes_argument(solve)
    timeout_argument(solve)


def _other_answers(solve: argparse.ArgumentParser) -> None:
    """Add the options for files and pictures."""
    solve.add_argument("--certificate", metavar="FILE", help="if there is no line, write what proves that")
    solve.add_argument(
        "--check",
        metavar="FILE",
        help="check a certificate, by one action on one board after the other; with a puzzle, also that it is about "
        "this one",
    )
    solve.add_argument(
        "--line", metavar="FILE", help="check a line of your own, one action on each line, step by step; - reads it"
    )
    solve.add_argument(
        "--lacking",
        nargs="+",
        metavar="FILE",
        help="what .pzl puzzles lack to be tried, most first",
    )
    solve.add_argument("--svg", action="store_true", help="print the line alone, as a strip of boards: an SVG picture")
    solve.add_argument(
        "--svg-reached", action="store_true", help="print all positions that were looked at alone, as an SVG picture"
    )
    solve.add_argument("--sheet", metavar="FILE", help="write a page to print, in HTML: the puzzle, then its solution")
    solve.add_argument("--save", metavar="FILE", help="write a .pzl puzzle in YAML, or another one as .pzl")


def _add_reading(solve: argparse.ArgumentParser) -> None:
    reading = solve.add_mutually_exclusive_group()
    reading.add_argument(
        "--adversarial",
        action="store_true",
        default=None,
        help="a strategy, whatever the opponents choose and do; without it as the puzzle says",
    )
    reading.add_argument(
        "--cooperative",
        action="store_false",
        dest="adversarial",
        default=None,
        help="a line on which every choice by any player suits it",
    )


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    of_puzzle = options.puzzle is not None or options.check is not None
    if of_puzzle == (options.lacking is not None):
        raise PyengineError("expected a puzzle file, or --check and a certificate, or --lacking and .pzl files")
    if options.lacking is not None:
        return _lacking(options)
    if options.line is not None:
        return _line(options)
    return _solve(options) if options.check is None else _check(options)


MOST_ROWS = 25
"""Number of rows shown of the table of missing parts; `--json` has all."""


def _lacking(options: argparse.Namespace) -> int:
    from pyengine.coverage import puzzle_coverage
    from pyengine.files import yaml_reading

    texts = [yaml_reading.read_text(name, "a puzzle in Forge's format") for name in options.lacking]
    data = puzzle_coverage.report(progress(texts, "puzzle"))

    def lines() -> Iterable[Line]:
        if data["lacking"]:
            yield Table(puzzle_coverage.rows(data, MOST_ROWS))
        if data["cards"]:
            yield Table(puzzle_coverage.card_rows(data, MOST_ROWS))
        puzzles = counted(data["puzzles"], "puzzle")
        yield f"{puzzles}: {data['read']} can be tried, {data['whole']} with all that their cards say"

    show(options, data, lines, "solve lacking")
    return LEGAL


def _check(options: argparse.Namespace) -> int:
    from pyengine.answers.verdicts import latest
    from pyengine.proofs import certificate

    stop = Stop()
    puzzle = None if options.puzzle is None else _puzzle(options)
    known = stop.until(certificate.checking(options.check, puzzle, timeout=options.timeout))
    checked = latest(terminal.watched(known, str))
    for note in stop.notes:
        checked = checked.stopped(note.removeprefix(CUT_SHORT))
    show(options, checked.to_json(), lambda: [str(checked), *caveat_lines(checked.caveats)], "solve check")
    return stop.code(checked.complete, LEGAL if checked.holds else ILLEGAL)


def _line(options: argparse.Namespace) -> int:
    """Check a line of the user's own."""
    from pyengine.board import Board
    from pyengine.files import yaml_reading
    from pyengine.puzzles import own_line, refutation

    if options.puzzle is None or options.check is not None:
        raise PyengineError("--line goes with a puzzle, and not with --check")
    of_input = options.line == STANDARD_INPUT
    text = sys.stdin.read() if of_input else yaml_reading.read_text(options.line, "a line: one action on each line")
    numbered = (_NUMBER.sub("", line.partition("#")[0]).strip() for line in text.splitlines())
    puzzle = _puzzle(options)
    task = puzzle.task(limit=options.limit, against=options.adversarial)
    phrases = [one for one in numbered if one]
    found = own_line.checked(puzzle.board, task, phrases, Board.action, options.timeout)
    tried = found.holds_in > 0 and task.against
    against = refutation.sought(puzzle.board, task, phrases, options.timeout) if tried else None

    def lines() -> Iterable[Line]:
        yield from (f"{number}. {step}" for number, step in enumerate(found.steps, 1))
        yield found.answer
        yield from caveat_lines(found.caveats)
        yield from other_lines(options, found.other_caveats)
        if against is not None:
            yield from against.words()
            yield from caveat_lines(note for note in against.caveats if note not in found.caveats)

    data = found.to_json() | {"against": None if against is None else against.to_json()}
    show(options, data, lines, "solve line", common.date_of(puzzle.board))
    if not found.complete or (against is not None and against.answer == "in doubt"):
        return common.CUT_SHORT
    works = bool(found) if against is None else against.answer == "works"
    return LEGAL if works else ILLEGAL


_NUMBER = re.compile(r"^\s*\d+\.\s+")
"""The number before an action in a list of them."""


def _puzzle(options: argparse.Namespace) -> Puzzle:
    from pyengine.files import yaml_reading
    from pyengine.formats import puzzle_file

    if options.puzzle.lower().endswith(".pzl"):
        puzzle = _of_forge(options)
    elif options.save is not None and not options.save.lower().endswith(".pzl"):
        raise PyengineError("--save goes with a .pzl puzzle, to have it in YAML, or has a name that ends in .pzl")
    elif options.puzzle == STANDARD_INPUT:
        puzzle = puzzle_file.of(yaml_reading.parse(sys.stdin.buffer.read(), "<standard input>"))
    else:
        puzzle = puzzle_file.load(options.puzzle)
    if options.strict:
        puzzle.board.require_whole()
    if options.save is not None and options.save.lower().endswith(".pzl"):
        title = Path(options.puzzle).stem
        write_file(options.save, puzzle.as_forge(title))
    return replace(puzzle, goals=tuple(options.goal), actions=tuple(options.allow))


def _of_forge(options: argparse.Namespace) -> Puzzle:
    from pyengine.files import yaml_reading
    from pyengine.formats import forge_puzzle, puzzle_file

    text = yaml_reading.read_text(options.puzzle, "a puzzle in Forge's format")
    found, hint = forge_puzzle.converted(text), ""
    if options.save is not None and (not found.problems or forge_puzzle.lacks_cards_alone(found)):
        write_file(options.save, forge_puzzle.as_file(found))
        hint = f"{options.save} has been written: these cards can be defined there under 'cards:'"
    forge_puzzle.check(found, options.puzzle, hint)
    return puzzle_file.of_forge(found, options.puzzle)


def _solve(options: argparse.Namespace) -> int:
    from pyengine.answers.verdicts import latest
    from pyengine.proofs import certificate

    puzzle = _puzzle(options)
    if options.svg + options.svg_reached + (options.json or options.hint) > 1:
        raise PyengineError("expected one of --json, --svg and --svg-reached; --hint goes with --json alone")
    task = puzzle.task(
        limit=options.limit,
        fewest=options.fewest,
        all_lines=options.all,
        against=options.adversarial,
        tries=options.tries,
        exact=options.certificate is not None,
        reductions=not options.no_reductions,
    )
    stop = Stop()
    memory = None if options.memory is None else options.memory * 2**20
    search = puzzle.board.search(task, timeout=options.timeout, jobs=options.jobs, memory=memory)
    known = stop.until(_up_to_line(search, options.any))
    found = latest(terminal.watched(known, lambda one: one.status))
    notes = [note.removeprefix(CUT_SHORT) for note in stop.notes]
    for note in (*notes, *filter(None, [puzzle.note])):
        found = found.stopped(note)
    data = {"hint": found.hint, "answer": found.answer} if options.hint else found.to_json()
    form = "solve hint" if options.hint else "solve"
    show(options, data, lambda: _picture(options, found) or _lines(options, found), form, common.date_of(puzzle.board))
    if options.sheet is not None:
        _write_sheet(options, puzzle, found)
    if options.certificate is not None and found.answer == "none":
        certificate.write(options.certificate, puzzle, found)
    is_enough = found.answer in ("found", "none") or (options.any and found.answer == "found, better not excluded")
    return stop.code(is_enough, LEGAL if found else ILLEGAL)


def _write_sheet(options: argparse.Namespace, puzzle: Puzzle, found: Solution[Board]) -> None:
    from pyengine.puzzles.sheet import sheet

    title = "Puzzle" if options.puzzle == STANDARD_INPUT else Path(options.puzzle).stem.replace("_", " ").capitalize()
    allowed = [one.do if one.times == 1 else f"{one.do} ({one.times} times)" for one in puzzle.entries()]
    goals = [*puzzle.file.goal, *puzzle.goals]
    write_file(options.sheet, sheet(title, puzzle.board.picture(), goals, allowed, found))


def _up_to_line(known: Iterable[Solution[Board]], stops: bool) -> Iterator[Solution[Board]]:
    """Yield results; if it `stops`, only up to the first line that no note could change."""
    for one in known:
        yield one
        if stops and one.lines and not one.in_doubt:
            return


def _picture(options: argparse.Namespace, found: Solution[Board]) -> list[str]:
    """The answer as a picture, if that is asked for and there is one."""
    if options.svg_reached:
        return found.reached_picture().splitlines()
    return found.strip().splitlines() if options.svg and found.lines else []


def _lines(options: argparse.Namespace, found: Solution[Board]) -> Iterable[Line]:
    from pyengine.answers import display

    if options.hint:
        yield f"next step: {found.hint}" if found.hint is not None else found.headline()
    else:
        yield from found.words()
        if len(found.lines) == 1 and found.lines[0].steps and not found.strategy:
            board = found.lines[0].steps[-1].outcome.board
            yield from display.board_lines(board, board.characteristics)
    if options.certificate is not None and found.answer != "none":
        yield "no certificate is written: that is for puzzles without any line"
    yield from caveat_lines(found.caveats)
    yield from other_lines(options, found.other_caveats)
