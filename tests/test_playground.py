"""The playground in a real browser: what people do there, by mouse, by keyboard, and on a narrow screen."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'web' is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="the extra 'browser' is not installed")

from pyengine.board import Board  # noqa: E402
from pyengine.coverage.rule_coverage import said  # noqa: E402

TOP = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("no Chromium is installed", allow_module_level=True)

pytestmark = pytest.mark.xdist_group("browser")

COUNTERS = Board.load(TOP / "examples" / "counters.yaml")
HIDDEN = Board.parse(
    """
players: {alice: {}, bob: {}}
battlefield:
  - {id: secret, card: Willbender, controller: bob, face_down: {by: morph}}
  - {id: bear, card: Grizzly Bears, controller: alice}
hand:
  - {id: dismiss, card: Lightning Bolt, owner: bob}
"""
)
PICTURES = os.environ.get("PLAYGROUND_PICTURES")
"""A folder for a picture of the page at the end of each test; those of `docs/pictures` are made so."""

ANSWERS = 60_000
"""Milliseconds within which an answer appears, on a busy machine."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    rulebook = tmp_path_factory.mktemp("rulebook") / "rules.txt"
    rulebook.write_text("122.5. Words of the rulebook about moving.\n")
    serve = [sys.executable, "-m", "pyengine", "serve", "--port", "0", "--workers", "1", "--seconds", "60"]
    command = [*serve, "--rules-text", str(rulebook)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=TOP) as server:
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        yield found[0]
        server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    quiet = ["background-networking", "component-update", "sync", "gpu", "quic"]
    options = ["--no-sandbox", "--no-first-run", *(f"--disable-{one}" for one in quiet)]
    with sync_api.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=options)
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    found = browser.new_page(viewport={"width": 1280, "height": 860})
    found.set_default_timeout(ANSWERS)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    yield found
    if PICTURES is not None:
        found.evaluate("scrollTo(0, 0)")
        found.screenshot(path=str(Path(PICTURES) / f"{request.node.name.removeprefix('test_')}.png"))
    found.close()
    assert wrong == []


def link(board: Board) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(board.to_data()).encode()) + packer.flush()
    return "#" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def opened(page: Any, address: str, board: Board, first: str) -> None:
    page.goto(address + link(board))
    page.wait_for_selector(f"#tile-{first}")


def do(page: Any, action: str) -> None:
    page.fill("#action", action)
    page.press("#action", "Enter")


def goes_on(route: Any, stopped: list[str], progress: dict[str, str]) -> None:
    """Answer for a job that goes on until it is cancelled, which no real one does reliably."""
    stopped.extend(["cancelled"] if route.request.method == "DELETE" else [])
    route.fulfill(json={"state": "cancelled"} if stopped else {"state": "running", "progress": progress})


def tile(page: Any, name: str) -> str:
    found: str = page.locator(f"#tile-{name}").get_attribute("aria-label")
    return found


def test_a_board_is_built_by_typing(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("#tile-alice")
    page.type("#card", "Hardened Sc")
    page.wait_for_selector('#cards option[value="Hardened Scales"]', state="attached")
    page.fill("#card", "Hardened Scales")
    page.press("#card", "Enter")
    page.wait_for_selector("#tile-scales")
    page.fill("#card", "Grizzly Bears")
    page.press("#card", "Enter")
    page.wait_for_selector("#tile-bears")
    do(page, "put a +1/+1 counter on bears")
    page.wait_for_selector('#tile-bears[aria-label*="2 +1/+1 counters"]')
    assert "4/4" in tile(page, "bears")


def test_an_unknown_card_changes_nothing(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    with page.expect_response(re.compile("api/cards")):  # suggestions that come later replace no message
        page.fill("#card", "Grizly Bears")
        page.press("#card", "Enter")
        page.wait_for_selector("#status.bad >> text=Grizzly Bears")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert "Grizzly Bears" in page.inner_text("#status")
    assert page.locator(".tile").count() == 5


def test_outcomes_lie_side_by_side(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    do(page, "put a +1/+1 counter on bear")
    page.wait_for_selector(".outcome >> nth=1")
    assert [one.replace("\n", " ") for one in page.locator(".outcome ul").all_inner_texts()] == [
        "bear: +1/+1 counters 2 -> 5",
        "bear: +1/+1 counters 2 -> 6",
    ]
    page.click(".outcome button >> nth=1")
    page.wait_for_selector('#tile-bear[aria-label*="6 +1/+1 counters"]')
    assert "616.1" in page.inner_text("#log")


def test_orders_are_stepped_through(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    do(page, "put a +1/+1 counter on bear")
    page.click("text=Choose step by step")
    assert "parts 2 outcomes" in page.inner_text(".stepper")
    page.click(".stepper .next >> text=scales changes 1")
    page.click(".stepper .back")
    page.click(".stepper .next >> text=season changes 1")
    for _ in range(2):
        page.click(".stepper .next >> text=Next")
    assert "2 -> 5" in page.inner_text(".stepper .end")
    page.keyboard.press("Tab")
    page.click("text=Choose this outcome")
    page.wait_for_selector('#tile-bear[aria-label*="5 +1/+1 counters"]')


def test_a_property_is_refuted_by_a_board(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.click("#proofs summary")
    page.wait_for_selector('#property option[value="a_kind_has_one_count"]', state="attached")
    page.fill("#most", "1")
    page.select_option("#property", "every_move_is_done")
    page.click("#prove button >> text=Prove")
    page.wait_for_selector("#proof >> text=it fails")
    page.click("#proof >> text=Show the board")
    page.wait_for_selector(".tree .here >> text=counterexample")
    assert page.input_value("#action")


def test_a_deck_list_is_pasted(page: Any, address: str) -> None:
    page.goto(address)
    page.click("#paste")
    page.fill("#text", "Deck\n2 Grizzly Bears (M10) 182\n1 Nobody Knows It\n\nSideboard\n1 Hardened Scales")
    page.click("#read")
    page.wait_for_selector("#tile-grizzly-bears-2")
    page.wait_for_selector("#status.bad >> text=Nobody Knows It")
    page.click("#tile-grizzly-bears")
    page.click("text=Edit the board")
    page.select_option('select[aria-label="Another zone"]', "battlefield")
    page.click("text=Put there")
    page.wait_for_selector('[data-zone="battlefield"] #tile-grizzly-bears >> text=2/2')


def test_mana_is_drawn_with_the_font(page: Any, address: str) -> None:
    opened(page, address, Board.parse("players: {alice: {mana: '{12}{W}{C}'}, bob: {}}"), "alice")
    assert page.evaluate("document.fonts.load('12px mana').then(found => found.length)") == 1
    shown = page.locator("[aria-label=alice] .mana")
    assert [one.get_attribute("aria-label") for one in shown.all()] == ["{12}", "{W}", "{C}"]
    assert all("{" not in one and one.strip() for one in shown.all_inner_texts())


def test_a_click_lists_what_can_be_done_and_why_not(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.click("#tile-bear")
    page.wait_for_selector("#object .actions button")
    assert "move a +1/+1 counter from bear to ozo" in page.locator("#object .actions button").all_inner_texts()
    page.click("text=What can't be done, and why")
    assert "kite says so" in page.inner_text("#object")
    page.wait_for_selector("#object q.says >> text=Words of the rulebook about moving.")
    assert page.locator('#object button.rule[data-rule="122.5"] + q.says').count() == 1
    page.wait_for_selector(f"#object q.says >> text={said()['122.1']}")
    page.click("#object .rule >> text=122.5 >> nth=0")
    page.wait_for_selector("#object summary >> text=rule 122.5")
    assert "Words of the rulebook" in page.inner_text("#object div.says")
    page.click("#object >> text=The lines that encode it")
    assert ".lp:" in page.inner_text("#object")


def test_an_illegal_action_says_what_would_make_it_legal(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    do(page, "move a +1/+1 counter from bear to kite")
    page.wait_for_selector("#answer .bad")
    page.wait_for_selector("#answer q.says >> text=Words of the rulebook about moving.")
    page.click("text=What would make it legal?")
    page.wait_for_selector("#answer >> text=Try")
    page.click("#answer >> text=Try >> nth=0")
    page.wait_for_selector(".tree .here >> text=change:")


def test_a_search_for_reasons_can_be_stopped(page: Any, address: str) -> None:
    stopped: list[str] = []
    opened(page, address, COUNTERS, "bear")
    page.route(re.compile("api/jobs/(?!why)"), lambda route: goes_on(route, stopped, {}))
    do(page, "move a +1/+1 counter from bear to kite")
    page.click("text=What would make it legal?")
    page.click("#answer >> text=Stop")
    page.wait_for_selector("#answer >> text=stopped")


def test_a_creature_is_laid_face_down_and_turned_up(page: Any, address: str) -> None:
    text = "players: {alice: {mana: '{1}{U}'}, bob: {}}\nbattlefield: [{id: w, card: Willbender, controller: alice}]"
    opened(page, address, Board.parse(text), "w")
    page.click("#tile-w")
    page.click("text=Edit the board")
    page.select_option('select[aria-label="Face up or down"]', "morph")
    page.wait_for_selector('#tile-w[aria-label*="face down"]')
    assert "2/2" in tile(page, "w")
    page.click("#object .actions button >> text=turn w face up for its morph cost")
    page.wait_for_selector('#tile-w:not([aria-label*="face down"])')
    assert "1/2" in tile(page, "w")


def test_dragging_moves_a_counter(page: Any, address: str) -> None:
    board = Board.parse(
        "players: {alice: {}, bob: {}}\nbattlefield:\n"
        "  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}\n"
        "  - {id: elf, card: Llanowar Elves, controller: alice}\n"
    )
    opened(page, address, board, "bear")
    page.drag_and_drop("#tile-bear", "#tile-elf")
    page.wait_for_selector('#tile-elf[aria-label*="1 +1/+1 counters"]')
    assert "counters" not in tile(page, "bear")


def test_a_branch_is_tried_and_left(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    do(page, "remove a +1/+1 counter from bear")
    page.wait_for_selector(".tree .here >> text=remove a +1/+1 counter")
    page.click("#undo")
    page.wait_for_selector(".tree .here >> text=board of the link")
    do(page, "remove a flying counter from bear")
    page.wait_for_selector(".tree .here >> text=remove a flying counter")
    assert page.locator(".tree button").all_inner_texts() == [
        "board of the link",
        "remove a +1/+1 counter from bear",
        "remove a flying counter from bear",
    ]
    page.click(".tree >> text=remove a +1/+1 counter from bear")
    page.wait_for_selector('#tile-bear[aria-label*="1 +1/+1 counters"]')
    assert "1 flying" in tile(page, "bear")


def test_a_player_sees_no_hidden_card(page: Any, address: str) -> None:
    opened(page, address, HIDDEN, "secret")
    assert "Willbender" in page.content()
    page.select_option("#viewer", "alice")
    page.wait_for_selector("#tile-secret >> text=Willbender", state="detached")
    seen = page.inner_html("#board")
    assert "Lightning Bolt" not in seen
    assert "face down" in seen
    do(page, 'put a +1/+1 counter on "face-down battlefield 1"')
    page.wait_for_selector('[data-id="face-down battlefield 1"][aria-label*="1 +1/+1 counters"]')
    assert "Willbender" not in page.content()
    packed = page.url.partition("#")[2]
    linked = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    assert "+1/+1" in linked
    assert "Willbender" not in linked
    assert "Lightning Bolt" not in linked


def test_a_link_holds_the_board(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    do(page, "remove a +1/+1 counter from bear")
    page.wait_for_selector(".tree .here >> text=remove")
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector('#tile-bear[aria-label*="1 +1/+1 counters"]')


def test_a_puzzle_is_pasted_and_solved(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("#tile-alice")
    page.click("#paste")
    page.fill("#text", "players: [")
    page.click("#read")
    page.wait_for_selector("#pasted >> text=not valid YAML")
    page.fill(
        "#text",
        "players: {alice: {}, bob: {life: 3}}\ngoal: bob has lost\nallowed: everything legal\n"
        "battlefield: [{id: mountain, card: Mountain, controller: alice}]\n"
        "hand: [{id: bolt, card: Lightning Bolt, owner: alice}]\n",
    )
    page.click("#read")
    page.wait_for_selector("#tile-mountain")
    assert page.input_value("#goal") == "bob has lost"
    page.click("#solve button >> text=Find")
    page.wait_for_selector("#line li")
    assert "bolt" in page.inner_text("#line li >> nth=0")


def test_a_search_can_be_stopped(page: Any, address: str) -> None:
    stopped: list[str] = []
    progress = {"status": "2 steps: 10 positions"}
    page.route(re.compile("api/jobs/(?!solve)"), lambda route: goes_on(route, stopped, progress))
    opened(page, address, COUNTERS, "bear")
    page.click("#goals summary")
    page.fill("#goal", "+1/+1 counters on bear = 999")
    page.click("#solve button >> text=Find")
    page.wait_for_selector("#line >> text=10 positions")
    page.click("#stop")
    page.wait_for_selector("#line >> text=stopped")


def test_older_rules_are_asked(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.fill("#rules", "2009-10-01")
    page.press("#rules", "Tab")
    page.wait_for_selector(".tree .here >> text=rules of 2009-10-01")
    do(page, "move a +1/+1 counter from bear to kite")  # legal until 2019: the counter was lost
    page.wait_for_selector('#tile-bear[aria-label*="1 +1/+1 counters"]')
    assert "120.4" in page.inner_text("#log")


def test_two_dates_lie_side_by_side(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.fill("#action", "move a +1/+1 counter from bear to kite")
    page.click("text=Compare with another date")
    page.fill("#other", "2009-10-01")
    page.click("#compare")
    page.wait_for_selector("#answer table")
    assert page.locator("#answer tr >> nth=0").inner_text().split() == ["2009-10-01", "2026-09-25"]
    assert "move needs both halves" in page.inner_text("#answer")


def test_an_object_says_how_it_came_about(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.click("#tile-bear")
    page.click("text=How its characteristics came about")
    page.wait_for_selector("#object li >> text=its +1/+1 counters")


def test_all_works_by_keyboard(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.focus("#tile-bear")
    page.keyboard.press("Enter")
    page.wait_for_selector("#object .actions button")
    page.keyboard.press("/")
    page.keyboard.type("remove a flying counter from bear")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tree .here >> text=remove a flying")
    page.focus("#tile-kite")
    page.keyboard.press("u")
    page.wait_for_selector(".tree .here >> text=board of the link")
    page.keyboard.press("r")
    page.wait_for_selector(".tree .here >> text=remove a flying")


def test_every_control_has_a_name(page: Any, address: str) -> None:
    opened(page, address, COUNTERS, "bear")
    page.click("#tile-bear")
    page.wait_for_selector("#object .actions button")
    unnamed = page.evaluate(
        """[...document.querySelectorAll("button, input, select, textarea")].filter(one => one.offsetParent &&
           !(one.ariaLabel || one.textContent?.trim() || one.labels?.length)).map(one => one.outerHTML)"""
    )
    assert unnamed == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_without_scrolling_sideways(browser: Any, address: str, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    page.set_default_timeout(ANSWERS)
    opened(page, address, COUNTERS, "bear")
    do(page, "put a +1/+1 counter on bear")
    page.wait_for_selector(".outcome")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    ground, ink = page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert (sum(numbers(ground)) > sum(numbers(ink))) == (scheme == "light")
    page.close()


def numbers(color: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", color)[:3]]


def test_a_click_asks_the_service_once(page: Any, address: str) -> None:
    """More requests would make each click slower (`benchmarks/playground.py` measures how long one takes)."""
    opened(page, address, COUNTERS, "bear")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    page.click("#tile-kite")
    page.wait_for_selector("#object h2 >> text=kite")
    page.click("#tile-bear")
    page.wait_for_selector("#object h2 >> text=bear")
    assert asked == ["api/legal", "api/legal"]
