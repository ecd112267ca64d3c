"""How long a click in the playground takes, beside the time that the service alone takes for the same answer.

    python benchmarks/playground.py

It needs Chromium, and the packages of the extras `web` and `browser`.
"""

import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import httpx2
from playwright.sync_api import sync_playwright

from pyengine.board import Board

TOP = Path(__file__).parent.parent
CLICKS = 20
PERMANENTS = 20


def board() -> Board:
    """A board of twenty permanents with counters."""
    names = ("Hardened Scales", "Doubling Season", "The Ozolith", "Tatterkite", "Grizzly Bears")
    line = ", ".join(f"{names[number % 5]} (2 charge)" for number in range(PERMANENTS))
    return Board.from_line(f"Alice: {line} | Bob:")


def main() -> None:
    command = [sys.executable, "-m", "pyengine", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=TOP) as server, sync_playwright() as started:
        try:
            found = re.search(r"http://\S+", server.stderr.readline() if server.stderr else "")
            assert found is not None
            browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(found[0])
            page.click("#paste")
            page.fill("#text", board().to_line())
            page.click("#read")
            names = [item.id for item in board().model.battlefield]
            page.wait_for_selector(f"[id='tile-{names[0]}']")
            clicked, alone = [], []
            for number in range(CLICKS + 1):
                name = names[number % len(names)]
                begun = time.monotonic()
                page.click(f"[id='tile-{name}']")
                page.wait_for_selector(f"#object h2:text-is('{name}')")
                clicked.append(time.monotonic() - begun)
                begun = time.monotonic()
                httpx2.post(f"{found[0]}api/legal", json={"board": board().to_data(), "objects": [name]}, timeout=60)
                alone.append(time.monotonic() - begun)
            click, service = (1000 * statistics.median(times[1:]) for times in (clicked, alone))
            print(f"{PERMANENTS} permanents: a click takes {click:.0f} ms, the service alone {service:.0f} ms")
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
