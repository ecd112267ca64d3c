"""Load on the service: many clients at once on this machine, with mixed requests.

    python benchmarks/load.py [CLIENTS [SECONDS]]

Prints how many requests were answered, how long they took, how many the server refused as busy, and the memory of its
processes. Any other error ends it.
"""

import asyncio
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import httpx2  # of the extra "browser"

from pyengine.board import Board

TOP = Path(__file__).parent.parent
BOARD = Board.load(TOP / "examples" / "counters.yaml").to_data()
REQUESTS = [
    ("show", {"board": BOARD}),
    ("check", {"board": BOARD, "action": "move a +1/+1 counter from bear to kite"}),
    ("check", {"board": BOARD, "action": "proliferate"}),
    ("legal", {"board": BOARD, "objects": ["bear"]}),
    ("apply", {"board": BOARD, "actions": ["put a +1/+1 counter on bear"]}),
    ("check", {"board": BOARD, "action": "nonsense"}),
]


async def client(address: str, seed: int, end: float, times: list[float], statuses: Counter[int]) -> None:
    """Ask one request after the other, until the end."""
    chosen = random.Random(seed)
    async with httpx2.AsyncClient(base_url=address, timeout=120) as http:
        while time.monotonic() < end:
            path, asked = chosen.choice(REQUESTS)
            begun = time.monotonic()
            response = await http.post(f"api/{path}", json=asked)
            statuses[response.status_code] += 1
            if response.status_code in (200, 400):
                times.append(time.monotonic() - begun)
            elif response.status_code == 503:
                await asyncio.sleep(1)
            else:
                raise AssertionError(f"{path}: {response.status_code} {response.text[:300]}")


def memory(group: int) -> float:
    """The memory of all processes of a process group, in MiB."""
    shown = subprocess.run(["ps", "-o", "rss=", "-g", str(group)], capture_output=True, text=True).stdout
    return sum(map(int, shown.split())) / 1024


async def run(address: str, clients: int, seconds: float) -> tuple[list[float], Counter[int]]:
    times: list[float] = []
    statuses: Counter[int] = Counter()
    end = time.monotonic() + seconds
    await asyncio.gather(*(client(address, seed, end, times, statuses) for seed in range(clients)))
    return sorted(times), statuses


def main() -> None:
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    command = [sys.executable, "-m", "pyengine", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=TOP, start_new_session=True) as server:
        try:
            found = re.search(r"http://\S+", server.stderr.readline() if server.stderr else "")
            assert found is not None
            times, statuses = asyncio.run(run(found[0], clients, seconds))
            used = memory(server.pid)
        finally:
            server.terminate()
    print(f"{clients} clients, {seconds:g} s: {len(times) / seconds:.0f} answers a second")
    print(f"half within {times[len(times) // 2]:.2f} s, 95 % within {times[int(len(times) * 0.95)]:.2f} s")
    print(f"answers by status: {dict(sorted(statuses.items()))}")
    print(f"memory of all processes: {used:.0f} MiB")


if __name__ == "__main__":
    main()
