"""The service: its answers are those of the API, and no request reads files, runs long, or harms another."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'web' is not installed")
pytest.importorskip("httpx2", reason="the extra 'browser' is not installed")

from fastapi.testclient import TestClient

from pyengine.board import Board
from pyengine.bulk.enumerated import enumerate_boards
from pyengine.coverage import rule_coverage
from pyengine.errors import PyengineError
from pyengine.proofs import property_files
from pyengine.web import requests
from pyengine.web.app import Limits, app
from pyengine.web.pool import BusyError, Pool, StoppedError, Task, _Queue

BEARS = Board.parse(
    """
players: {alice: {}, bob: {counters: {poison: 1}}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}
  - {id: kite, card: Tatterkite, controller: bob}
  - {id: scales, card: Hardened Scales, controller: alice}
  - {id: secret, card: Willbender, controller: bob, face_down: {by: morph}}
"""
)
DATA = BEARS.to_data()
MOVE_ANY = "move a +1/+1 counter"
MOVE = "move a +1/+1 counter from bear to kite"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    texts = {"122.5": "Words of the rulebook."}
    with TestClient(app(Limits(workers=1, seconds=120, size=200_000), ["testserver"], texts)) as found:
        yield found


def ask(client: TestClient, path: str, **asked: Any) -> dict[str, Any]:
    response = client.post(f"/api/{path}", json=asked)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    about = found.pop("about")
    assert (about["format"], about["format_version"]) == (path, 1)
    found.pop("caveat_codes", None)
    return found


def as_json(value: object) -> object:
    return json.loads(json.dumps(value))


def test_check_answers_as_the_api(client: TestClient) -> None:
    assert ask(client, "check", board=DATA, action=MOVE) == as_json(BEARS.check(MOVE).to_json())


def test_a_board_may_be_the_text_of_a_board_file(client: TestClient) -> None:
    assert ask(client, "check", board=BEARS.to_yaml(), action=MOVE) == ask(client, "check", board=DATA, action=MOVE)


def test_apply_answers_as_the_api(client: TestClient) -> None:
    action = "put a +1/+1 counter on bear"
    assert ask(client, "apply", board=DATA, actions=[action]) == as_json(BEARS.outcomes(action).to_json(20))


def test_legal_can_be_about_one_object(client: TestClient) -> None:
    found = ask(client, "legal", board=DATA, objects=["kite"])["actions"]
    verdicts = list(BEARS.candidate_actions.where(objects=["kite"]))
    assert [(one["action"], one["legal"]) for one in found] == [(one.action, one.legal) for one in verdicts]


def test_show_has_the_characteristics(client: TestClient) -> None:
    found = ask(client, "show", board=DATA)
    assert (found["characteristics"]["bear"]["power"], found["characteristics"]["bear"]["toughness"]) == (3, 3)
    assert found["problems"] == []


def test_layers_say_how_a_characteristic_came_about(client: TestClient) -> None:
    words = [one["words"] for one in ask(client, "layers", board=DATA, object="bear")["steps"]]
    assert words == [str(step) for step in BEARS.layers("bear")]


def test_two_dates_are_compared(client: TestClient) -> None:
    dates = ("2009-10-01", "2026-09-25")
    found = ask(client, "compare", board=DATA, actions=[MOVE], dates=dates)
    assert found == as_json(BEARS.compare(MOVE, dates=dates).to_json())
    assert found["result"] == "differs"


def test_an_older_date_is_asked_by_its_rules(client: TestClient) -> None:
    assert ask(client, "check", board=DATA, action=MOVE, rules="2009-10-01")["rules"] == ["120.4"]


def test_a_player_sees_no_hidden_card(client: TestClient) -> None:
    for path, more in (("view", {}), ("show", {}), ("legal", {}), ("apply", {"actions": ["proliferate"]})):
        found = ask(client, path, board=DATA, **{"as": "alice"}, **more)
        assert "Willbender" not in json.dumps(found), path
    assert "Willbender" in json.dumps(ask(client, "view", board=DATA, **{"as": "bob"}))


def test_a_pasted_puzzle_is_read(client: TestClient) -> None:
    text = "players: {alice: {}, bob: {life: 1}}\ngoal: bob has lost\nallowed: [proliferate]\n"
    found = ask(client, "read", text=text)
    assert (found["goal"], found["allowed"]) == (["bob has lost"], ["proliferate"])
    assert list(found["board"]["players"]) == ["alice", "bob"]


def test_a_pasted_line_is_read(client: TestClient) -> None:
    found = ask(client, "read", text="Alice: Grizzly Bears (2 +1/+1) | Bob: Tatterkite")
    assert [one["card"] for one in found["board"]["battlefield"]] == ["Grizzly Bears", "Tatterkite"]


def test_a_pasted_puzzle_of_forge_is_read(client: TestClient) -> None:
    text = "[metadata]\nName:Small\nGoal:Win\nTurns:1\n[state]\nhumanlife=20\nailife=1\nhumanbattlefield=Grizzly Bears"
    found = ask(client, "read", text=text)
    assert found["title"] == "Small"
    assert [one["card"] for one in found["board"]["battlefield"]] == ["Grizzly Bears"]


def test_a_pasted_deck_list_is_read(client: TestClient) -> None:
    text = "// mine\nDeck:\n3x grizzly bears (M10) 182\n1 Nobody Knows It\nCommander\n1 Hardened Scales\nSideboard\n1 X"
    found = ask(client, "read", text=text)
    assert [one["card"] for one in found["board"]["library"]] == ["Grizzly Bears"] * 3
    assert [one["card"] for one in found["board"]["command"]] == ["Hardened Scales"]
    assert len(found["notes"]) == 2
    assert "expected a deck list of at most" in client.post("/api/read", json={"text": "600 Forest"}).json()["error"]


def test_properties_have_words(client: TestClient) -> None:
    found = {one["name"]: one["says"] for one in client.get("/api/properties").json()["properties"]}
    assert list(found) == property_files.properties()
    assert found["every_move_is_done"] == property_files.find("every_move_is_done").says


def test_cards_are_found_by_their_words(client: TestClient) -> None:
    assert client.get("/api/cards", params={"search": "grizzly be"}).json()["cards"] == ["Grizzly Bears"]
    assert client.get("/api/cards/Grizzly Bears").json()["power"] == 2
    assert client.get("/api/rules/122.5").json()["status"]["122.5"]["status"] == "encoded"


def test_a_rule_has_its_words(client: TestClient) -> None:
    found = client.get("/api/rules/122.5").json()
    assert (found["says"], found["text"]) == (
        {"122.5": rule_coverage.said()["122.5"]},
        {"122.5": "Words of the rulebook."},
    )
    assert client.get("/api/rules/121.5", params={"date": "2015-03-27"}).json()["rule"] == "122.5"
    assert client.get("/api/rules/704.5q").json()["text"] == {}
    assert client.get("/api/rules/121.5", params={"date": "2001-09-24"}).status_code == 400


def finished(client: TestClient, begun: dict[str, str]) -> dict[str, Any]:
    for _ in range(1200):
        found: dict[str, Any] = client.get(f"/api/jobs/{begun['job']}").json()
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.1)
    raise AssertionError("the job did not end")


def test_a_job_solves_a_puzzle(client: TestClient) -> None:
    puzzle = {**DATA, "goal": "+1/+1 counters on bear = 3", "allowed": "put a +1/+1 counter on bear"}
    found = finished(client, client.post("/api/jobs/solve", json={"puzzle": puzzle}).json())
    assert found["state"] == "done"
    assert found["result"]["answer"] == "found"


def test_a_job_says_why(client: TestClient) -> None:
    found = finished(client, client.post("/api/jobs/why", json={"board": DATA, "action": MOVE}).json())
    assert found["result"]["legal"] is False
    assert found["result"]["changes"]


def test_a_job_judges_all_boards(client: TestClient) -> None:
    bounds = {"cards": ["Grizzly Bears", "Tatterkite"], "objects": 2, "kinds": ["+1/+1"], "most": 1, "ask": [MOVE_ANY]}
    whole = list(enumerate_boards(MOVE_ANY, **{name: value for name, value in bounds.items() if name != "ask"}))
    for limit in (10, len(whole)):
        begun = client.post("/api/jobs/enumerate", json={**bounds, "limit": limit}).json()
        found = finished(client, begun)["result"]
        assert found["listed"] == whole[:limit]
        assert (found["done"], found["about"]["format"]) == (limit == len(whole), "enumerate")


def test_a_job_can_be_cancelled(client: TestClient) -> None:
    begun = client.post("/api/jobs/prove", json={"property": "move_removes_and_puts", "objects": 6}).json()
    assert client.delete(f"/api/jobs/{begun['job']}").json() == {"state": "cancelled"}
    assert client.get(f"/api/jobs/{begun['job']}").json()["state"] == "cancelled"
    assert client.get("/api/jobs/nobody").status_code == 404
    test_a_job_says_why(client)  # its process was killed, and another works


BAD = [
    ("check", {"board": DATA, "action": "prolife"}, 400, "did you mean 'proliferate'"),
    ("check", {"board": DATA}, 422, "action"),
    ("check", {"board": DATA, "action": MOVE, "id": 7}, 422, "id"),
    ("check", {"board": DATA, "action": "x" * 5000}, 422, "action"),
    ("show", {"board": "/etc/passwd"}, 400, "expected a mapping"),
    ("show", {"board": {"players": {"alice": {}}, "battlefield": [{"id": "x", "card": "No Such"}]}}, 400, "No Such"),
    ("view", {"board": DATA}, 400, "expected the player"),
    ("apply", {"board": DATA, "actions": []}, 422, "actions"),
    ("read", {"text": "players: ["}, 400, "not valid YAML"),
    ("nothing", {}, 405, "Method Not Allowed"),
    ("jobs/prove", {"property": "p", "objects": 1000}, 422, "objects"),
]


@pytest.mark.parametrize(("path", "asked", "status", "words"), BAD)
def test_a_bad_request_gets_one_message(
    client: TestClient, path: str, asked: dict[str, Any], status: int, words: str
) -> None:
    response = client.post(f"/api/{path}", json=asked)
    assert response.status_code == status
    assert words in response.json()["error"]
    assert "Traceback" not in response.text


def test_a_property_file_of_the_machine_is_not_read(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("% secret words\n")
    found = finished(client, client.post("/api/jobs/prove", json={"property": str(tmp_path / "mine.lp")}).json())
    assert found["state"] == "failed"
    assert "no property is called" in found["error"]
    assert "secret" not in found["error"]


def test_too_large_a_body_is_refused(client: TestClient) -> None:
    response = client.post("/api/read", json={"text": "x" * 300_000})
    assert response.status_code == 413
    assert "at most 200,000 bytes" in response.json()["error"]


def test_another_host_is_refused(client: TestClient) -> None:
    assert client.get("/api/version", headers={"host": "elsewhere.example"}).status_code == 400


def test_the_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/")
    assert "pyengine" in page.text
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for name in ("app.js", "api.js", "boards.js", "draw.js", "rules.js", "steps.js", "style.css"):
        text = client.get(f"/{name}").text
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text
        assert "innerHTML" not in text
    assert client.get("/../app.py").status_code == 404


def test_every_question_is_described(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {f"/api/{name}" for name in ("show", "layers", "compare", "check", "apply", "view")} <= set(paths)
    assert {f"/api/jobs/{name}" for name in ("why", "solve", "prove", "enumerate")} <= set(paths)
    for path, methods in paths.items():
        for method in methods.values():
            assert method.get("description"), path


# --- the pool ---------------------------------------------------------------------------------------------------


def task(client: str, question: str = "check", asked: Any = None, seconds: float = 60) -> Task:
    return Task(client, question, asked or requests.AskAction(board=DATA, action=MOVE), seconds)


def test_clients_take_turns() -> None:
    queue = _Queue(100, 100)
    for client in ("one", "one", "one", "two", "three"):
        queue.put(task(client))
    order = [found.client for found in (queue.next() for _ in range(5)) if found is not None]
    assert order == ["one", "two", "three", "one", "one"]


def test_a_full_queue_is_busy() -> None:
    queue = _Queue(3, 2)
    queue.put(task("one"))
    queue.put(task("one"))
    with pytest.raises(BusyError):
        queue.put(task("one"))
    queue.put(task("two"))
    with pytest.raises(BusyError):
        queue.put(task("three"))


@pytest.fixture
def pool() -> Iterator[Pool]:
    found = Pool(1)
    yield found
    found.close()


def test_a_request_that_takes_too_long_ends_alone(pool: Pool) -> None:
    slow = pool.submit(task("one", "prove", requests.AskProof(property="move_removes_and_puts", objects=6), 0.5))
    after = pool.submit(task("two"))
    with pytest.raises(StoppedError, match="took more than"):
        slow.answer.result(60)
    assert after.answer.result(120)["legal"] is False


def test_a_bad_request_keeps_the_process(pool: Pool) -> None:
    bad = pool.submit(task("one", asked=requests.AskAction(board=DATA, action="nonsense")))
    with pytest.raises(PyengineError, match="expected an action"):
        bad.answer.result(120)
    assert pool.submit(task("one")).answer.result(60)["legal"] is False


def test_a_process_without_memory_ends_alone() -> None:
    pool = Pool(1, memory=64 * 2**20)
    try:
        with pytest.raises(StoppedError):  # the words depend on what runs out first
            pool.submit(task("one")).answer.result(120)
    finally:
        pool.close()


def test_closing_ends_waiting_threads() -> None:
    before = threading.active_count()
    pool = Pool(3)
    pool.close()
    assert threading.active_count() <= before
