"""Hostile requests to the service, over real sockets: no fault, no traceback, and nothing of another client's data."""

import http.client
import json
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'web' is not installed")
uvicorn = pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from pyengine.conformance import random_boards  # noqa: E402
from pyengine.web.app import Limits, app  # noqa: E402
from pyengine.web.pool import FAULT  # noqa: E402

SIZE = 60_000
"""The largest body that the server of these tests accepts, in bytes."""

MARK = re.compile(r"zq(\d+)zq")
"""A name that only one request has: no other answer may show it."""

ANSWERED = {200, 202, 400, 404, 405, 413, 422, 503, 504}


def named(number: int) -> str:
    """The name that only one request has."""
    return f"zq{number}zq"


def usual(number: int) -> dict[str, dict[str, Any]]:
    """A good request for each path, with names of its own."""
    mine = named(number)
    board = {
        "players": {mine: {"counters": {"poison": 1}}, "bob": {"life": 9, "mana": "{2}{G}"}},
        "active": mine,
        "battlefield": [
            {"id": f"bear{mine}", "card": "Grizzly Bears", "controller": mine, "counters": {"+1/+1": 2}},
            {"id": "kite", "card": "Ox", "controller": "bob", "attached_to": None},
            {"id": "down", "card": "Willbender", "controller": "bob", "face_down": {"by": "morph"}},
        ],
        "cards": {"Ox": {"types": ["creature"], "power": 2, "toughness": 4, "abilities": [{"cant_put": {}}]}},
    }
    move = f"move a +1/+1 counter from bear{mine} to kite"
    asked = {"board": board, "rules": "2026-09-25"}
    puzzle = {**board, "goal": f"poison counters on {mine} = 2", "allowed": "proliferate", "limit": 1}
    space = {"cards": ["Grizzly Bears"], "kinds": ["charge"], "objects": 1, "most": 1, "limit": 5}
    return {
        "show": asked,
        "check": {**asked, "action": move},
        "legal": {**asked, "verbs": ["move"], "objects": ["kite"], "kinds": ["+1/+1"]},
        "apply": {
            **asked,
            "actions": [f"put a +1/+1 counter on bear{mine}", "proliferate"],
            "settle": True,
            "limit": 3,
        },
        "layers": {**asked, "object": "kite"},
        "compare": {**asked, "actions": [move], "dates": ["2009-10-01", "2026-09-25"]},
        "view": {**asked, "as": "bob"},
        "read": {"text": json.dumps(board)},
        "jobs/why": {**asked, "action": move},
        "jobs/solve": {"puzzle": puzzle, "limit": 2, "adversarial": False},
        "jobs/prove": {"property": "move_removes_and_puts", "objects": 1, "most": 1, "steps": 1},
        "jobs/enumerate": {**space, "ask": ["put a {kind} counter on {a}"], "varies": ["tapped"], "every": False},
    }


CARDS = (
    *("Grizzly Bears", "Hardened Scales", "Doubling Season", "Willbender", "Exalted Angel", "Walking Ballista"),
    *(
        "Vorinclex, Monstrous Raider",
        "Tatterkite",
        "Solemnity",
        "The Ozolith",
        "Forest",
        "Kitchen Finks",
        "Ainok Bond-Kin",
    ),
)
BOARD_KINDS = ("+1/+1", "-1/-1", "charge", "flying", "shield", "stun")


def random_requests(chosen: random.Random, number: int) -> dict[str, dict[str, Any]]:
    """A request for each path about a random board, which is good but for an action that can't be done."""
    chooser = random_boards.Chooser(str(chosen.random()))
    data = random_boards.board(chooser, CARDS, BOARD_KINDS, 4, 3)
    phrases = [random_boards.action(chooser, data, BOARD_KINDS) for _ in range(2)]
    board = json.loads(json.dumps(data).replace('"alice"', f'"{named(number)}"'))
    one = board["battlefield"][0]["id"]
    asked = {"board": board, "rules": chosen.choice(["2026-09-25", "2026-09-25", "2012-05-01"])}
    return {
        "show": asked,
        "check": {**asked, "action": phrases[0]},
        "legal": {**asked, "objects": [one], "verbs": ["put", "move", "turn"]},
        "apply": {**asked, "actions": phrases[: chosen.choice([1, 1, 2])], "limit": 5},
        "layers": {**asked, "object": one},
        "compare": {**asked, "actions": phrases[:1], "dates": ["2009-10-01", "2026-09-25"]},
        "view": {**asked, "as": chosen.choice([named(number), "bob"])},
        "read": {"text": json.dumps(board)},
    }


ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    1e308,
    -0.5,
    "",
    "\0",
    "\ud800",
    "'; drop",
    '"). legal(X) :- legal(X). %',
    "#script (python) import os #end.",
    "{{7*7}}",
    "../../../../etc/passwd",
    "/etc/passwd",
    "!!python/object/apply:os.system [id]",
    "&a [*a]",
    "\u202eevil",
    "<script>alert(1)</script>",
    "x" * 1900,
    "put a +1/+1 counter on " + "bear, then " * 150,
    "(" * 300,
    "{" * 300,
    "9" * 4400,
    [],
    {},
    [[[[[]]]]],
    {"": {"": {"": None}}},
    {"by": "morph", "id": "kite", "card": "Ox"},
    ["kite"] * 40,
]
"""Contents that no field expects."""


def places(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all fields and items."""
    if here:
        yield here
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*here, key))


def at(data: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        data = data[key]
    return data


def good(chosen: random.Random, asked: dict[str, Any]) -> bytes:
    """A request as it should be."""
    return json.dumps(asked).encode()


def nearly_good(chosen: random.Random, asked: dict[str, Any]) -> bytes:
    """A request with one value replaced by another of the same sort."""
    leaves = [one for one in places(asked) if not isinstance(at(asked, one), (dict, list))]
    place = chosen.choice(leaves)
    holder, key = at(asked, place[:-1]), place[-1]
    before = holder[key]
    if isinstance(before, bool) or before is None:
        holder[key] = not before
    elif isinstance(before, int):
        holder[key] = chosen.choice([before + 1, before - 1, 0, 99_999, 10**6 + 1])
    else:
        others = [at(asked, one) for one in leaves if isinstance(at(asked, one), str)]
        holder[key] = chosen.choice([*others, before.upper(), f"{before} ", before[:-1]])
    return json.dumps(asked).encode()


def wrong_contents(chosen: random.Random, asked: dict[str, Any]) -> bytes:
    """The right names of fields, with some contents that are not expected there."""
    for _ in range(chosen.choice([1, 1, 1, 2, 4])):
        place = chosen.choice(list(places(asked)) or [("board",)])
        holder, key = at(asked, place[:-1]), place[-1]
        odd = deepcopy(chosen.choice(ODD))
        kind = chosen.randrange(4) if asked else 3
        if kind == 0 and isinstance(holder, dict):  # under an odd name
            holder[str(odd)[:50]] = holder.pop(key)
        elif kind == 1 and isinstance(holder, dict):
            del holder[key]
        elif kind == 2 and isinstance(holder[key], str):
            holder[key] = f"{holder[key]}{odd}"[:1999]
        else:
            holder[key] = odd
    return json.dumps(asked).encode()


def malformed(chosen: random.Random, asked: dict[str, Any]) -> bytes:
    """Not JSON, or hardly."""
    raw = json.dumps(asked).encode()
    cut = chosen.randrange(len(raw))
    odd = [b"\xff\xfe", b"\xef\xbb\xbf", b"NaN", b"\x00", b'"a":1,"a":2,', b"\\u0000", b"-", b"1e999", b"[", b"{"]
    return chosen.choice([raw[:cut], raw[:cut] + chosen.choice(odd) + raw[cut:], chosen.choice(odd), raw[::-1]])


def oversized(chosen: random.Random, asked: dict[str, Any]) -> bytes:
    """Larger than the server accepts, or as large as it may be."""
    if chosen.random() < 0.4:
        return json.dumps({**asked, "text": "x" * chosen.choice([SIZE, 3 * SIZE])}).encode()
    board = asked.get("board") or asked.get("puzzle")
    if board is None:
        return json.dumps({**asked, next(iter(asked)): ["Grizzly Bears"] * 2000}).encode()
    many = chosen.choice([200, 500])
    extra = {
        "library": [{"id": f"x{number}", "card": "Forest", "owner": "bob"} for number in range(many)],
        "players": {f"p{number}": {} for number in range(many)},
        "cards": {f"c{number}": {"types": ["land"]} for number in range(many)},
    }
    name = chosen.choice(list(extra))
    board[name] = {**board.get(name, {}), **extra[name]} if isinstance(extra[name], dict) else extra[name]
    return json.dumps(asked).encode()


def deep(chosen: random.Random, asked: dict[str, Any]) -> bytes:
    """Nested thousands deep, as JSON, or as YAML in a text."""
    depth = chosen.choice([60, 900, 20_000])
    nested = chosen.choice([b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth])
    field = chosen.choice(list(asked))
    texts = ["[" * depth, "{a: " * depth, "- " * depth, "&a [*a, " * 40, "? " * depth]
    bomb = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(3)) + "<<: *a\n"
    text = json.dumps(chosen.choice([*texts, bomb])).encode()
    rest = json.dumps({name: value for name, value in asked.items() if name != field}).encode()
    return (
        rest[:-1]
        + (b", " if len(rest) > 2 else b"")
        + json.dumps(field).encode()
        + b": "
        + chosen.choice([nested, text])
        + b"}"
    )


KINDS: list[Callable[[random.Random, dict[str, Any]], bytes]] = [
    *([good] * 4),
    *([nearly_good] * 6),
    *([wrong_contents] * 6),
    *([deep] * 2),
    malformed,
    oversized,
]


@dataclass
class Sent:
    """A request, and what came back."""

    number: int
    kind: str
    method: str
    path: str
    body: bytes
    headers: dict[str, str]
    status: int = 0
    text: str = ""
    seconds: float = 0


def made(seed: int, number: int) -> Sent:
    """A hostile request."""
    chosen = random.Random(f"{seed}:{number}")
    requests = usual(number)
    if chosen.random() < 0.6:
        requests |= random_requests(chosen, number)
    path = chosen.choices(list(requests), [1 if one.startswith("jobs/") else 6 for one in requests])[0]
    asked = requests[path]
    if chosen.random() < 0.06:
        path = chosen.choice(["jobs/zz", "cards/..%2f..%2fetc%2fpasswd", "rules/%00", "cards?search=%ff", "nothing"])
        return Sent(number, "path", chosen.choice(["GET", "DELETE", "PUT", "POST"]), path, b"", {})
    kind = chosen.choice(KINDS)
    types = ["application/json"] * 8 + ["text/plain", "application/x-www-form-urlencoded", "x"]
    type_of_it = chosen.choice(types) if kind is not good else types[0]
    return Sent(number, kind.__name__, "POST", path, kind(chosen, asked), {"content-type": type_of_it})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server with short limits."""
    limits = Limits(workers=2, seconds=30, job_seconds=2, size=SIZE, memory=2 * 2**30, waiting=300, waiting_each=300)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app(limits, ["127.0.0.1"]), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield taken.getsockname()[1]
        server.should_exit = True
        thread.join(20)


def send(port: int, sent: Sent) -> Sent:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(sent.method, f"/api/{sent.path}", sent.body, sent.headers)
        answer = connection.getresponse()
        sent.status, sent.text = answer.status, answer.read().decode()
    finally:
        connection.close()
    return sent


def ended(port: int, sent: Sent) -> Sent:
    """The request, with the result of its job if it began one."""
    if sent.status != 202:
        return sent
    job = json.loads(sent.text)["job"]
    for _ in range(3000):
        found = send(port, Sent(sent.number, "look", "GET", f"jobs/{job}", b"", {}))
        if json.loads(found.text).get("state") not in ("waiting", "running"):
            sent.text = found.text
            return sent
        time.sleep(0.05)
    raise AssertionError("the job did not end")


def fault(sent: Sent) -> str:
    """The fault of an answer; empty if it has none."""
    others = {int(one) for one in MARK.findall(sent.text)} - {sent.number}
    if others:
        return f"the answer shows the data of {sorted(others)}"
    if sent.status not in ANSWERED:
        return f"status {sent.status}"
    for word in ("Traceback", 'File \\"', "site-packages", "root:x:", FAULT):
        if word in sent.text:
            return f"the answer has {word!r}"
    answer = json.loads(sent.text)
    if sent.status >= 400 and not (isinstance(answer, dict) and {"error"} == answer.keys()):
        return "an error has more than its message"
    return ""


SLOW = "POST /api/check HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {}\r\n"
"""The head of a request whose body never comes."""


def attack(port: int, seed: int, count: int) -> Counter[tuple[str, int]]:
    """Send that many hostile requests, eight at a time, while slow clients hold their connections open."""
    slow = []
    for number in range(20):
        slow.append(one := socket.create_connection(("127.0.0.1", port)))
        head = SLOW.format(10 + number)
        one.sendall(head.encode()[: 1 + number * 7 % len(head)] if number % 2 else (head + "\r\n{").encode())
    try:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda number: ended(port, send(port, made(seed, number))), range(count)))
    finally:
        for one in slow:
            one.close()
    faults = [f"{one.number} {one.kind} {one.path}: {fault(one)}: {one.body[:300]!r}" for one in answers if fault(one)]
    assert faults == [], f"{len(faults)} faults: " + "\n".join(faults[:12])
    body = json.dumps(usual(count)["check"]).encode()
    last = send(port, Sent(count, "good", "POST", "check", body, {"content-type": "application/json"}))
    assert (last.status, json.loads(last.text)["legal"]) == (200, False), "the server goes on"
    return Counter((one.kind, one.status) for one in answers)


def test_hostile_requests_get_plain_answers(port: int) -> None:
    found = attack(port, 43, 50)
    assert {kind for kind, _ in found} == {one.__name__ for one in KINDS} | {"path"}
    assert found["nearly_good", 200] and found["nearly_good", 400] and found["wrong_contents", 422]
    many = sum(count for (_, status), count in found.items() if status in (200, 202))
    assert many >= 10, "too few requests pass validation to try what is behind it"


@pytest.mark.fuzz
def test_two_thousand_hostile_requests_get_plain_answers(port: int) -> None:
    attack(port, 1, 100)  # all processes have begun
    before = resources()
    found = attack(port, 2, 2000)
    print(sorted(found.items()), before, resources())
    assert sum(count for (_, status), count in found.items() if status in (200, 202)) > 500
    files, memory = resources()
    assert files <= before[0] + 10, "sockets or pipes stay open"
    assert memory <= before[1] + 300, "the server's own memory grows with the requests"


def resources() -> tuple[int, int]:
    """The open files and the resident MiB of this process, which is the server's too."""
    status = Path("/proc/self/status").read_text()
    return len(list(Path("/proc/self/fd").iterdir())), int(status.split("VmRSS:")[1].split()[0]) // 1024
