"""`pyengine serve`."""

from __future__ import annotations

import argparse

from pyengine.cli.commands import COMMANDS
from pyengine.cli.common import LEGAL, Commands, complain, positive
from pyengine.errors import InputError

LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    serve = commands.add_parser(
        "serve",
        help=COMMANDS["serve"],
        description="Start a web server: a page on which people build a board and try actions, and the same questions "
        "as JSON over HTTP. It listens on this machine alone unless --host says otherwise, and needs the packages of "
        "the extra 'web'.",
    )
    serve.set_defaults(command=run)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    serve.add_argument("--port", type=int, default=8122, help="the port (default 8122; 0 for any free one)")
    serve.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="a name under which clients ask for it, for a proxy"
    )
    serve.add_argument("--workers", type=positive, metavar="N", help="number of processes (default: of cores)")
    serve.add_argument("--seconds", type=positive, default=20, help="time limit of a request (default 20)")
    serve.add_argument("--job-seconds", type=positive, default=600, help="time limit of a job (default 600)")
    serve.add_argument(
        "--memory", type=positive, default=4096, metavar="MIB", help="memory limit of each process (default 4096)"
    )
    serve.add_argument(
        "--rules-text",
        metavar="FILE",
        help="your copy of the Comprehensive Rules, to show its words beside the numbers",
    )
    serve.add_argument("--open", action="store_true", help="open the page in a browser")


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C; return the exit code."""
    try:
        import uvicorn

        from pyengine.web.app import Limits, app
    except ImportError as error:
        raise InputError(f"serve needs the package {error.name}: pip install 'pyengine[web]'") from None
    import socket

    from pyengine.bulk.spread import cores
    from pyengine.coverage import rule_texts

    texts = None if options.rules_text is None else rule_texts.load(options.rules_text)

    limits = Limits(
        workers=options.workers or cores(),
        seconds=options.seconds,
        job_seconds=options.job_seconds,
        memory=options.memory * 2**20,
    )
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.host, options.port))
        listening.listen()  # who reads the address can connect at once
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"can't listen on {options.host}, port {options.port}: {reason}") from None
    host = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{host}:{listening.getsockname()[1]}/"
    complain(f"pyengine is at {address} (Ctrl-C ends it)")
    if options.open:
        import webbrowser

        webbrowser.open(address)
    config = uvicorn.Config(
        app(limits, [*LOOPBACK, options.host, *options.name], texts),
        log_level="warning",
        limit_concurrency=500,
        timeout_keep_alive=10,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])
    return LEGAL
