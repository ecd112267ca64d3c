"""The command line. Each command asks one question and prints its answer, as text or as JSON.

Exit codes: 0 legal or passed, 1 illegal or failed, 2 bad input, 3 cut short by a limit, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import pyengine
from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.errors import PyengineError

T = TypeVar("T")

STANDARD_INPUT = "-"
"""What stands for standard input where a file is expected."""

LEGAL, ILLEGAL, BAD_INPUT, CUT_SHORT, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None, ready: Callable[[], None] = lambda: None) -> int:
    """Run one command; return its exit code. `ready` is called as soon as all that a command needs is loaded."""
    parser = _parser()
    given = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args([_MINUS_KIND.sub("\u2212", argument) for argument in given])
    command: Callable[[argparse.Namespace], int] = options.command
    import pyengine.board

    ready()
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may hold what a terminal can't show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = command(options)
        sys.stdout.flush()
        return code
    except pyengine.Interrupted as error:
        _complain(str(error))
        return CUT_SHORT
    except PyengineError as error:
        _complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return LEGAL
    except OSError as error:
        _complain(f"the answer can't be written: {error.strerror}")
        _discard_output()
        return BAD_INPUT


_MINUS_KIND = re.compile(r"^-(?=[0-9]+/)")
"""The sign of a kind such as -1/-1, which would be taken for an option. A kind may have any minus sign."""


def _complain(what: str) -> None:
    """Say what is wrong, if anybody listens: the exit code must not hang on that."""
    with suppress(OSError):
        print(f"pyengine: {what}", file=sys.stderr, flush=True)


def _discard_output() -> None:
    """Let nothing be written any more, not even what is left when the program ends."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


class _Version(argparse.Action):
    """Prints the version, and the newest rules that it knows; these are looked up only if they are asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from pyengine.position.board_facts import NEWEST_DATE

        print(f"pyengine {pyengine.__version__}, rules of {NEWEST_DATE}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pyengine",
        description="What the rules say about counters and face-down objects: what is legal, and what comes of it.",
        epilog="exit codes: 0 legal or passed, 1 illegal or failed, 2 bad input, 3 cut short by a limit, "
        "130 interrupted",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, function: Callable[[argparse.Namespace], int], help_text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help_text, description=help_text)
        sub.set_defaults(command=function)
        sub.add_argument("--json", action="store_true", help="print the answer as JSON")
        return sub

    legal = command(
        "legal", _legal, "list every move of counters, face-down cast and turning face up, legal or not, with outcomes"
    )
    _board_argument(legal)
    legal.add_argument(
        "--action",
        action="append",
        default=[],
        choices=["put", "remove", "move", "proliferate", "cast", "turn"],
        help="only these actions (may be repeated); cast: face down; turn: face up or face down",
    )
    legal.add_argument(
        "--object", action="append", default=[], metavar="ID", help="only actions about this object or player"
    )
    legal.add_argument("--kind", action="append", default=[], help="only counters of this kind, on the board or not")
    legal.add_argument("--only-legal", action="store_true", help="leave out what is illegal")
    legal.add_argument("--each", action="store_true", help="list every action by itself, not alike ones together")
    legal.add_argument("--no-outcomes", action="store_true", help="verdicts only")
    legal.add_argument(
        "--limit", type=_positive, default=10, metavar="N", help="outcomes listed per action (default 10)"
    )

    check = command("check", _check, "say whether one action is legal, with every reason why not")
    _board_argument(check)
    check.add_argument(
        "action", help='the action, as in "move a +1/+1 counter from bear to elf"; - reads many, one on each line'
    )

    apply = command("apply", _apply, "do actions one after the other and show every resulting board, with the log")
    _board_argument(apply)
    apply.add_argument("actions", nargs="+", metavar="ACTION")
    apply.add_argument("--limit", type=_positive, default=20, metavar="N", help="outcomes listed (default 20)")
    apply.add_argument("--count", action="store_true", help="only count the outcomes")

    batch = commands.add_parser(
        "batch",
        help="answer many questions: JSON lines in, JSON lines out",
        description="Answer many questions: JSON lines in, JSON lines out, in order. A line is an object with 'board', "
        "a path or a board itself, and 'action', answered as by check, or 'actions', answered as by apply; 'rules' and "
        "'as' if wanted. A line that can't be answered has an 'error' and does not stop the rest; the exit code is 2 "
        "then, 3 if an answer was cut short, and 0 otherwise.",
    )
    batch.set_defaults(command=_batch)
    batch.add_argument("questions", metavar="FILE", help="a file of JSON lines, - for standard input")

    test = command("test", _test, "run scenario files and report")
    test.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or directories of them")
    test.add_argument(
        "--coverage", action="store_true", help="also list the rules shown, and those encoded but not shown"
    )

    rules = command("rules", _rules, "show which lines of the encoding and which scenarios stand for a rule")
    rules.add_argument("number", help="a rule number of the newest edition, as in 122.5")
    rules.add_argument("--scenarios", metavar="DIRECTORY", help="where scenario files are")

    cards = command("cards", _cards, "show what the card library knows")
    cards.add_argument("name", nargs="?", help="one card; all cards if not given")

    view = command("view", _view, "show the board as one player is entitled to see it, as a board file")
    _board_argument(view)

    status = command("status", _status, "say what on a board contradicts the rules")
    _board_argument(status)

    schema = command("schema", _schema, "print the JSON Schema of a file format")
    schema.add_argument("format", nargs="?", choices=["board", "card", "scenario"], default="board")

    plan = command("plan", _plan, "find the shortest sequence of instructions that reaches a goal")
    _board_argument(plan)
    plan.add_argument(
        "--allow", action="append", required=True, metavar="ACTION", help="an instruction that may be used, once"
    )
    plan.add_argument(
        "--goal",
        action="append",
        required=True,
        nargs=3,
        metavar=("ID", "KIND", "COUNT"),
        help="exactly so many counters of a kind on something; may be repeated",
    )

    prove = command("prove", _prove, "prove a property over all boards within bounds, or show a board that breaks it")
    prove.add_argument("property", help="a property of asp/properties, as in move_removes_and_puts")
    prove.add_argument("--card", action="append", metavar="NAME", help="a card the permanents may be (repeatable)")
    prove.add_argument("--kind", action="append", help="a kind of counter (repeatable; default +1/+1, -1/-1, charge)")
    prove.add_argument(
        "--objects", type=_positive, default=3, metavar="N", help="at most so many permanents (default 3)"
    )
    prove.add_argument(
        "--most", type=_positive, default=4, metavar="N", help="at most so many of a kind on each (default 4)"
    )
    prove.add_argument("--rules", metavar="DATE", help="the date whose rules apply")

    why = command("why", _why, "show a minimal set of board facts that makes an action illegal")
    _board_argument(why)
    why.add_argument("action")

    for sub in (check, legal, apply):
        sub.add_argument(
            "--all-notes", action="store_true", help="also say what is not modelled and could not matter to this answer"
        )
    for sub in (legal, check, apply, test, plan, prove, why):
        sub.add_argument("--timeout", type=_positive, metavar="SECONDS", help="stop the search after this long")
    return parser


def _board_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a board file (YAML or JSON), - for standard input")
    parser.add_argument("--rules", metavar="DATE", help="the date whose rules apply, instead of the board's own")
    parser.add_argument(
        "--as", dest="player", metavar="PLAYER", help="answer for this player, from what the player may see"
    )


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text[:20]!r}")
    return number


def _load(options: argparse.Namespace) -> Any:
    if options.board == STANDARD_INPUT:
        board = pyengine.Board.parse(sys.stdin.buffer.read(), "<standard input>")
    else:
        board = pyengine.Board.load(options.board)
    board = board if options.rules is None else board.with_rules(options.rules)
    return board if options.player is None else board.seen_by(options.player)


def _print(options: argparse.Namespace, data: Any, lines: Callable[[], Iterable[Line]]) -> None:
    if options.json:
        unicode = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
        json.dump(data, sys.stdout, indent=2, ensure_ascii=not unicode)
        print()
    else:
        terminal.show(lines())


class _Stop:
    """Lets Ctrl-C end a search: what was found by then is printed, and the exit code says that it is not all."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, KeyboardInterrupt):
            return False
        self.notes.append("cut short: interrupted")
        return True

    def until(self, answers: Iterable[T]) -> Iterator[T]:
        """Answers, until Ctrl-C ends the search for the next one; it is raised if there is none by then."""
        some = False
        try:
            for answer in answers:
                some = True
                yield answer
        except KeyboardInterrupt:
            with self if some else nullcontext():
                raise

    def code(self, complete: bool, otherwise: int) -> int:
        """The exit code of an answer."""
        if self.notes:
            return INTERRUPTED
        return otherwise if complete else CUT_SHORT


def _caveat_lines(caveats: Iterable[str]) -> list[Line]:
    return [terminal.Styled(f"note: {caveat}", "note") for caveat in caveats]


def _other_lines(options: argparse.Namespace, caveats: Iterable[str]) -> list[Line]:
    """What could not have changed the answer, if that is asked for."""
    return [terminal.Styled(f"no matter here: {one}", "note") for one in caveats] if options.all_notes else []


def _verdict_lines(options: argparse.Namespace, verdict: pyengine.Verdict) -> list[Line]:
    return [_styled(verdict), *_caveat_lines(verdict.caveats), *_other_lines(options, verdict.other_caveats)]


def _styled(verdict: pyengine.Verdict) -> Line:
    return terminal.Styled(str(verdict), "legal" if verdict.legal else "illegal")


def _check(options: argparse.Namespace) -> int:
    if options.action == STANDARD_INPUT:
        return _check_many(options)
    verdict = _load(options).check(options.action, timeout=options.timeout)
    _print(options, verdict.to_json(), lambda: _verdict_lines(options, verdict))
    return _verdict_code(verdict)


def _check_many(options: argparse.Namespace) -> int:
    """The verdict on each line of standard input, as it comes; a phrase that is wrong does not stop the rest."""
    if options.board == STANDARD_INPUT:
        raise PyengineError("check: expected the board or the actions from standard input, not both")
    board = _load(options)
    code = LEGAL
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            verdict = board.check(line.strip(), timeout=options.timeout)
        except PyengineError as error:
            _complain(f"<standard input>:{number}: {error}")
            code = BAD_INPUT
            continue
        if options.json:
            print(json.dumps(verdict.to_json()), flush=True)
        else:
            terminal.show(_verdict_lines(options, verdict))
        if code != BAD_INPUT:
            code = max(code, _verdict_code(verdict))
    return code


def _verdict_code(verdict: pyengine.Verdict) -> int:
    if not verdict.complete:
        return CUT_SHORT
    return LEGAL if verdict.legal else ILLEGAL


def _batch(options: argparse.Namespace) -> int:
    from pyengine.tools import batch

    code = LEGAL
    with _text_of(options.questions) as lines:
        for answer in batch.answers(lines):
            print(json.dumps(answer), flush=True)
            if "error" in answer:
                code = BAD_INPUT
            elif code != BAD_INPUT and not answer["complete"]:
                code = CUT_SHORT
    return code


def _text_of(path: str) -> AbstractContextManager[Iterable[str]]:
    """The lines of a file or of standard input. Raises `PyengineError` if the file can't be read."""
    if path == STANDARD_INPUT:
        return nullcontext(sys.stdin)
    try:
        return open(path, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise PyengineError(f"{path}: can't be read ({error.strerror}); expected a file of JSON lines") from None


def _apply(options: argparse.Namespace) -> int:
    from pyengine.answers import display

    board = _load(options)
    outcomes = board.outcomes(*options.actions, timeout=options.timeout)
    verdicts = outcomes.verdicts
    stop = _Stop()
    with stop, suppress(pyengine.Interrupted):
        if not options.count:
            list(islice(outcomes, options.limit))
        outcomes.count()
    data = outcomes.known_json([verdict.to_json() for verdict in verdicts], 0 if options.count else options.limit)
    data["complete"] = data["complete"] and not stop.notes
    data["caveats"] += stop.notes

    def lines() -> Iterable[Line]:
        yield from map(_styled, verdicts)
        yield f"{data['count']} outcome(s)" if outcomes.is_counted else f"at least {data['count']} outcome(s)"
        for number, outcome in enumerate(outcomes.found[: len(data["outcomes"])], 1):
            yield display.outcome_text(outcome, number)
            yield from display.board_lines(outcome.board)
        if len(data["outcomes"]) < data["count"] and not options.count:
            yield f"... and {data['count'] - len(data['outcomes'])} more; --limit lists more of them"
        yield from _caveat_lines(data["caveats"])
        yield from _other_lines(options, data["other_caveats"])

    _print(options, data, lines)
    return stop.code(data["complete"], LEGAL if all(verdicts) else ILLEGAL)


def _legal(options: argparse.Namespace) -> int:
    from pyengine.answers import summary

    board = _load(options)
    view = board.legal_actions if options.only_legal else board.candidate_actions
    view = view.where(verbs=options.action, objects=options.object, kinds=options.kind)
    listing = view.listing(timeout=options.timeout)
    verdicts = [verdict for verdict in listing.verdicts() if verdict.legal or not options.only_legal]
    stop = _Stop()
    entries = [verdict.to_json() for verdict in verdicts]
    with stop:
        if not options.no_outcomes:
            listing.outcomes(partial(terminal.progress, unit="batch"))
            for entry in terminal.progress(entries, "action"):
                entry |= _outcomes_of(board, listing, entry, options.limit)
    caveats = dict.fromkeys([*(note for entry in entries for note in entry["caveats"]), *listing.caveats, *stop.notes])
    others = dict.fromkeys(note for entry in entries for note in entry["other_caveats"] if note not in caveats)
    complete = listing.complete and not stop.notes and all(entry["complete"] for entry in entries)
    data = {"actions": entries, "complete": complete, "caveats": list(caveats), "other_caveats": list(others)}

    def each() -> Iterable[Line]:
        for verdict, entry in zip(verdicts, entries, strict=True):
            yield _styled(verdict)
            for number, one in enumerate(entry.get("outcomes", ()), 1):
                yield f"  {number}: {', '.join(one['changes']) or 'no change'}"
            if len(entry.get("outcomes", ())) < entry.get("outcomes_count", 0):
                yield f"  {_number_of_outcomes(entry)}; `pyengine apply` lists them"

    def together() -> Iterable[Line]:
        told_of = []
        for verdict, entry in zip(verdicts, entries, strict=True):
            told = entry.get("outcomes", ())
            results = None if options.no_outcomes or not verdict.legal else [one["changes"] for one in told]
            rest = _number_of_outcomes(entry) if len(told) < entry.get("outcomes_count", 0) else ""
            told_of.append(summary.Entry(listing.instructions[verdict.action], verdict, results, rest))
        yield from summary.lines(told_of, listing.general)

    def lines() -> Iterable[Line]:
        yield from each() if options.each else together()
        yield f"{sum(verdict.legal for verdict in verdicts)} legal of {len(verdicts)}"
        yield from _caveat_lines(caveats)
        yield from _other_lines(options, others)

    _print(options, data, lines)
    return stop.code(complete, LEGAL)


def _number_of_outcomes(entry: dict[str, Any]) -> str:
    return f"{'' if entry['complete'] else 'at least '}{entry['outcomes_count']} outcomes"


def _outcomes_of(board: Any, listing: Any, entry: dict[str, Any], limit: int) -> dict[str, Any]:
    """What the entry of an action says of its outcomes, if it is legal and they were looked for."""
    found = listing.found.get(entry["action"])
    if not entry["legal"] or (found is None and listing.stopped):
        return {}
    if found is not None:
        told = {"outcomes": [one.summary() for one in found.outcomes[:limit]], "outcomes_count": len(found.outcomes)}
    else:
        try:
            found = board.outcomes(entry["action"], timeout=listing.time_left())
            with suppress(pyengine.Interrupted):
                found.count()
        except pyengine.Interrupted as why:
            return {"complete": False, "caveats": [*entry["caveats"], f"cut short: {why}"]}
        told = {"outcomes_count": found.at_least}
    return {
        **told,
        "complete": found.complete,
        "caveats": list(found.caveats),
        "other_caveats": [one for one in entry["other_caveats"] if one not in found.caveats],
    }


def _view(options: argparse.Namespace) -> int:
    if options.player is None:
        raise PyengineError("view: expected --as PLAYER")
    board = _load(options)
    _print(options, board.to_data(), lambda: [board.to_yaml().rstrip("\n")])
    return LEGAL


def _status(options: argparse.Namespace) -> int:
    status = _load(options).status()
    _print(options, [problem.to_json() for problem in status.problems], lambda: [str(status)])
    return ILLEGAL if status else LEGAL


def _test(options: argparse.Namespace) -> int:
    from pyengine.solving.solver import check_deadline, deadline_after
    from pyengine.tools import coverage, scenarios

    loaded = [one for path in scenarios.files(options.files) for one in scenarios.load(path)]
    if not loaded:
        raise PyengineError("no scenario found in " + ", ".join(options.files))
    stop, deadline = _Stop(), deadline_after(options.timeout)
    results: list[scenarios.Result] = []
    with stop, suppress(pyengine.Interrupted):
        for scenario, where in terminal.progress(loaded, "scenario"):
            check_deadline(deadline)
            results.append(scenarios.run(scenario, where))
    missing = len(loaded) - len(results)
    failed = [result for result in results if not result.passed]
    contested = sum(result.scenario.contested is not None for result in results)
    data: dict[str, Any] = {
        "passed": len(results) - len(failed),
        "failed": [{"name": one.scenario.name, "where": one.where, "failures": list(one.failures)} for one in failed],
        "contested": contested,
        "not_run": missing,
    }
    if options.coverage:
        data["coverage"] = coverage.report(result.scenario for result in results)

    def lines() -> Iterable[Line]:
        for result in failed:
            yield f"FAILED {result.where}: {result.scenario.name}"
            yield from (f"    {failure}" for failure in result.failures)
        if options.coverage:
            yield from coverage.lines(data["coverage"])
        rest = f", {missing} not run" if missing else ""
        yield f"{data['passed']} passed, {len(failed)} failed, {contested} contested{rest}"

    _print(options, data, lines)
    return stop.code(not missing, ILLEGAL if failed else LEGAL)


def _rules(options: argparse.Namespace) -> int:
    from pyengine.tools import coverage

    data = coverage.rule(options.number, options.scenarios)

    def lines() -> Iterable[Line]:
        yield f"rule {options.number}"
        for line in data["encoding"]:
            yield f"  {line['file']}:{line['line']}: {line['text']}"
        for one in data["scenarios"]:
            yield f"  {one['where']}: {one['name']}"
        if not data["encoding"] and not data["scenarios"]:
            yield "  nothing in the encoding and no scenario stands for it"

    _print(options, data, lines)
    return LEGAL if data["encoding"] or data["scenarios"] else ILLEGAL


def _cards(options: argparse.Namespace) -> int:
    from pyengine.cards import catalog

    if options.name is None:
        names = [card.name for card in catalog.every_card()]
        _print(options, names, lambda: [*names, f"{len(names)} cards"])
        return LEGAL
    data = catalog.definition(options.name).model_dump(mode="json", exclude_defaults=True)

    def lines() -> Iterable[Line]:
        import yaml

        yield yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110).rstrip()

    _print(options, data, lines)
    return LEGAL


def _plan(options: argparse.Namespace) -> int:
    from pyengine.answers import display
    from pyengine.answers.verdicts import latest
    from pyengine.cards.kinds import checked_kind
    from pyengine.tools import plan

    goal: dict[str, dict[str, int]] = {}
    for name, kind, count in options.goal:
        if not count.isdecimal() or len(count) > 9:
            raise PyengineError(f"--goal {name} {kind} {count[:20]!r}: expected a whole number below 1000000000")
        wanted = goal.setdefault(name, {})
        if wanted.setdefault(kind := checked_kind(kind), int(count)) != int(count):
            raise PyengineError(f"--goal {name} {kind}: expected one number, found {wanted[kind]} and {count}")
    board = _load(options)
    stop = _Stop()
    watch = partial(terminal.progress, unit="length")
    found = latest(stop.until(plan.search(board, options.allow, goal, watch, timeout=options.timeout)))
    caveats = [*found.caveats, *stop.notes]
    data = {
        "actions": None if found.actions is None else [str(one) for one in found.actions],
        "outcome": None if found.outcome is None else found.outcome.to_json(),
        "ruled_out": found.ruled_out,
        "complete": found.complete and not stop.notes,
        "caveats": caveats,
    }

    def lines() -> Iterable[Line]:
        if found.outcome is not None and found.actions is not None:
            yield from (f"{number}. {action}" for number, action in enumerate(found.actions, 1))
            yield display.outcome_text(found.outcome, 1)
            yield from display.board_lines(found.outcome.board)
        elif found.ruled_out == len(options.allow):
            yield "no line of these instructions, each used at most once, reaches the goal"
        else:
            yield f"no line of up to {found.ruled_out} of these instructions, each used at most once, reaches the goal"
        yield from _caveat_lines(caveats)

    _print(options, data, lines)
    return stop.code(found.complete, LEGAL if found else ILLEGAL)


DEFAULT_SPACE = (
    "Grizzly Bears",
    "Tatterkite",
    "Solemnity",
    "Hardened Scales",
    "Corpsejack Menace",
    "Vorinclex, Monstrous Raider",
)


def _prove(options: argparse.Namespace) -> int:
    from pyengine.answers import display
    from pyengine.answers.verdicts import latest
    from pyengine.cards import catalog
    from pyengine.tools import prove

    found = map(catalog.definition, options.card or DEFAULT_SPACE)
    named = {card.name: card for card in found}
    kinds = options.kind or ["+1/+1", "-1/-1", "charge"]
    space = prove.Space(named, options.objects, kinds, options.most, options.rules)
    stop = _Stop()
    proof = latest(stop.until(prove.search(options.property, space, timeout=options.timeout)))
    caveats = [*proof.caveats, *stop.notes]
    data = {
        "property": options.property,
        "holds": proof.holds,
        "action": proof.action,
        "counterexample": proof.counterexample.to_data() if proof.counterexample else None,
        "open": [
            {"caveats": list(one.caveats), "action": one.action, "board": one.board.to_data()}
            for one in proof.left_open
        ],
        "complete": proof.complete,
        "caveats": caveats,
    }

    def lines() -> Iterable[Line]:
        bounds = f"{options.objects} permanents, kinds {', '.join(kinds)}, counts to {options.most}"
        if proof.counterexample is not None:
            yield f"{'fails' if proof.complete else 'may fail'} on this board, when you {proof.action}:"
            yield from display.board_lines(proof.counterexample)
        elif proof.complete:
            yield f"holds on every board of up to {bounds}"
        else:
            yield f"not proved: no board was found that breaks it, of up to {bounds}"
            for one in proof.left_open:
                yield f"open is what comes of this board, when you {one.action}:"
                yield from display.board_lines(one.board)
                yield from _caveat_lines(one.caveats)
        told = {note for one in proof.left_open for note in one.caveats}
        yield from _caveat_lines(note for note in caveats if note not in told)

    _print(options, data, lines)
    return stop.code(proof.complete, LEGAL if proof.holds else ILLEGAL)


def _why(options: argparse.Namespace) -> int:
    from pyengine.tools import why

    found = why.minimal_reason(_load(options), options.action, timeout=options.timeout)
    data = {
        "legal": found.legal,
        "facts": list(found.facts),
        "complete": found.complete,
        "caveats": list(found.caveats),
    }

    def lines() -> Iterable[Line]:
        if found.legal:
            yield "it is legal"
        elif not found.facts:
            yield "it is illegal even without any of the facts on zones, counters, status, types and abilities"
        else:
            yield "illegal because of these facts, none of which could be left out:"
            yield from (f"  {fact}" for fact in found.facts)
        yield from _caveat_lines(found.caveats)

    _print(options, data, lines)
    if not found.complete:
        return CUT_SHORT
    return LEGAL if found.legal else ILLEGAL


def _schema(options: argparse.Namespace) -> int:
    from pyengine.cards.vocabulary import CardDefinition
    from pyengine.files.fields import Model
    from pyengine.position.model import BoardFile
    from pyengine.tools.scenarios import Scenario

    models: dict[str, type[Model]] = {"board": BoardFile, "card": CardDefinition, "scenario": Scenario}
    model = models[options.format]
    print(json.dumps(model.model_json_schema(), indent=2))
    return LEGAL
