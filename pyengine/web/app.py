"""The server: the page, and questions as JSON over HTTP with an OpenAPI description.

Short questions are answered at once. A long one becomes a job, with progress, a result, and a way to cancel it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import pyengine
from pyengine.answers import answer_models
from pyengine.errors import PyengineError
from pyengine.glossary.editions import NEWEST_DATE
from pyengine.web import requests, schemas
from pyengine.web.pool import FAULT, BusyError, Pool, StoppedError, Task

JOBS_KEPT = 500
"""Number of jobs whose results the server keeps; the oldest go first."""

READ_WITHIN = 10.0
"""Seconds within which the body of a request has to arrive."""

SECURITY = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
"""Headers of every response: the page loads nothing from elsewhere, and no other page can frame it."""


@dataclass(frozen=True)
class Limits:
    """Limits of the service, for each request and for all of them."""

    workers: int = 2
    seconds: float = 20
    job_seconds: float = 600
    memory: int | None = 4 * 2**30
    """The most memory of one process, in bytes."""
    size: int = 1_000_000
    """The largest body of a request, in bytes."""
    waiting: int = 200
    waiting_each: int = 50


def app(limits: Limits, hosts: list[str], texts: Mapping[str, str] | None = None) -> FastAPI:
    """Build the server. `hosts` are the names under which clients may ask for it.

    `texts` has the words of the rulebook by rule number, if the user has a copy of it.
    """
    api = FastAPI(
        title="pyengine",
        version=pyengine.__version__,
        description=f"Counters and face-down objects by the rules of Magic: The Gathering ({NEWEST_DATE}).",
        docs_url=None,  # these load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_lifespan(limits),
    )
    _add_questions(api)
    _add_lookups(api, texts or {})
    _add_jobs(api)
    api.exception_handler(PyengineError)(_bad_input)
    api.exception_handler(RequestValidationError)(_bad_request)
    api.exception_handler(HTTPException)(_not_found)
    api.exception_handler(BusyError)(_busy)
    api.exception_handler(StoppedError)(_stopped)
    api.exception_handler(Exception)(_fault)
    api.mount("/", StaticFiles(directory=str(files("pyengine.web") / "page"), html=True), name="page")
    api.add_middleware(_Guard, size=limits.size)
    api.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts)
    return api


def _lifespan(limits: Limits) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        many = {"memory": limits.memory, "most": limits.waiting, "most_each": limits.waiting_each}
        api.state.limits = limits
        api.state.short = Pool(limits.workers, **many)  # type: ignore[arg-type]
        api.state.long = Pool(max(1, limits.workers // 2), **many)  # type: ignore[arg-type]
        api.state.jobs = OrderedDict()
        try:
            yield
        finally:
            api.state.short.close()
            api.state.long.close()

    return lifespan


async def _bad_input(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, 400)


async def _bad_request(_: Request, error: Exception) -> JSONResponse:
    """Name the first field that is wrong, in the words of other messages."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return JSONResponse({"error": f"{where}: {first['msg']}" if where else first["msg"]}, 422)


async def _not_found(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    nowhere = error.status_code == 404 and error.detail == "Not Found"
    words = (
        "nothing is here; /api/openapi.json lists the paths, and which of them take POST" if nowhere else error.detail
    )
    return JSONResponse({"error": words}, error.status_code)


async def _busy(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"error": "busy: too many requests wait; ask again later"}, 503, {"retry-after": "1"})


async def _stopped(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, 504)


async def _fault(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"error": FAULT}, 500)


async def _answer(request: Request, question: str, asked: Any) -> dict[str, Any]:
    """Have a process answer a question; a client that goes away stops it."""
    state = request.app.state
    task = state.short.submit(Task(_client(request), question, asked, state.limits.seconds))
    try:
        return await asyncio.wrap_future(task.answer)
    except asyncio.CancelledError:
        task.cancel()
        raise


def _client(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _gives(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """The shape of an answer, for the description of the service."""
    return {200: {"model": model}}


def _add_questions(api: FastAPI) -> None:
    """Add a path for each short question."""

    @api.post("/api/show", tags=["boards"], responses=_gives(answer_models.ShowAnswer))
    async def show(request: Request, asked: requests.Ask) -> dict[str, Any]:
        """The board, the characteristics of everything on it, and its contradictions to the rules."""
        return await _answer(request, "show", asked)

    @api.post("/api/read", tags=["boards"])
    async def read(request: Request, asked: requests.Text) -> dict[str, Any]:
        """The board in a text: a board file, a puzzle file, or a puzzle in Forge's format."""
        return await _answer(request, "read", asked)

    @api.post("/api/check", tags=["questions"], responses=_gives(answer_models.CheckAnswer))
    async def check(request: Request, asked: requests.AskAction) -> dict[str, Any]:
        """The verdict on one action, with every reason."""
        return await _answer(request, "check", asked)

    @api.post("/api/legal", tags=["questions"], responses=_gives(answer_models.LegalAnswer))
    async def legal(request: Request, asked: requests.AskLegal) -> dict[str, Any]:
        """The verdicts on all actions."""
        return await _answer(request, "legal", asked)

    @api.post("/api/apply", tags=["questions"], responses=_gives(answer_models.ApplyAnswer))
    async def apply(request: Request, asked: requests.AskActions) -> dict[str, Any]:
        """The outcomes of actions that are done one after the other."""
        return await _answer(request, "apply", asked)

    @api.post("/api/layers", tags=["questions"])
    async def layers(request: Request, asked: requests.AskObject) -> dict[str, Any]:
        """The steps by which the characteristics of an object came about, layer by layer."""
        return await _answer(request, "layers", asked)

    @api.post("/api/compare", tags=["questions"])
    async def compare(request: Request, asked: requests.AskDates) -> dict[str, Any]:
        """The answers on two dates of the rules, and the changes that make the difference."""
        return await _answer(request, "compare", asked)

    @api.post("/api/view", tags=["questions"])
    async def view(request: Request, asked: requests.Ask) -> dict[str, Any]:
        """The board as one player sees it."""
        return await _answer(request, "view", asked)


def _add_lookups(api: FastAPI, texts: Mapping[str, str]) -> None:
    """Add the paths of the version, cards and rules."""

    @api.get("/api/version", tags=["about"])
    async def version() -> dict[str, Any]:
        """The version of pyengine and the newest rules that it knows."""
        return {"version": pyengine.__version__, "newest_rules": NEWEST_DATE}

    @api.get("/api/schemas/{name}", tags=["about"])
    async def schema(name: str) -> dict[str, Any]:
        """The JSON Schema of a format: `board`, `card`, `puzzle`, `scenario` or `answer`."""
        if name not in schemas.NAMES:
            raise HTTPException(404, f"no schema has this name; there are: {', '.join(schemas.NAMES)}")
        return schemas.schema(name)

    @api.get("/api/cards", tags=["about"])
    async def cards(request: Request, search: str = "") -> dict[str, Any]:
        """The names of cards that contain some words."""
        return await _answer(request, "cards", search[:200])

    @api.get("/api/cards/{name:path}", tags=["about"])
    async def card(request: Request, name: str) -> dict[str, Any]:
        """One card of the library."""
        return await _answer(request, "card", name[:200])

    @api.get("/api/properties", tags=["about"])
    async def properties(request: Request) -> dict[str, Any]:
        """The properties that can be proved, each with its words."""
        return await _answer(request, "properties", "")

    @api.get("/api/rules/{number}", tags=["about"])
    async def rule(request: Request, number: str, date: str | None = None) -> dict[str, Any]:
        """The words and status of a rule, and the lines that encode it; with a date, by the number that it had then."""
        asked = requests.AskRule(number=number[:20], date=None if date is None else date[:20])
        found = await _answer(request, "rule", asked)
        return {**found, "text": {one: texts[one] for one in (found["rule"], *found["says"]) if one in texts}}


def _add_jobs(api: FastAPI) -> None:
    """Add the paths of long questions: begin one, look at it, cancel it."""

    def begin(request: Request, question: str, asked: Any) -> dict[str, Any]:
        state = request.app.state
        task = state.long.submit(Task(_client(request), question, asked, state.limits.job_seconds))
        name = secrets.token_urlsafe(16)  # whoever has the name may see the result
        state.jobs[name] = task
        while len(state.jobs) > JOBS_KEPT:
            state.jobs.popitem(last=False)[1].cancel()
        return {"job": name}

    @api.post("/api/jobs/why", status_code=202, tags=["jobs"])
    async def why(request: Request, asked: requests.AskAction) -> dict[str, Any]:
        """Begin to look for the minimal reasons against an action, and the changes that make it legal."""
        return begin(request, "why", asked)

    @api.post("/api/jobs/solve", status_code=202, tags=["jobs"])
    async def solve(request: Request, asked: requests.AskLine) -> dict[str, Any]:
        """Begin to look for the line that solves a puzzle."""
        return begin(request, "solve", asked)

    @api.post("/api/jobs/prove", status_code=202, tags=["jobs"])
    async def prove(request: Request, asked: requests.AskProof) -> dict[str, Any]:
        """Begin to prove a property over all boards within bounds."""
        return begin(request, "prove", asked)

    @api.post("/api/jobs/enumerate", status_code=202, tags=["jobs"])
    async def enumerate_boards(request: Request, asked: requests.AskBoards) -> dict[str, Any]:
        """Begin to judge actions on every board within bounds."""
        return begin(request, "enumerate", asked)

    def job(request: Request, name: str) -> Task:
        if name not in request.app.state.jobs:
            raise HTTPException(404, "no job has this name; the server forgets old ones")
        found: Task = request.app.state.jobs[name]
        return found

    @api.get("/api/jobs/{name}", tags=["jobs"])
    async def look(request: Request, name: str) -> dict[str, Any]:
        """The state of a job: `waiting`, `running`, `done`, `failed` or `cancelled`, with its progress or result."""
        task = job(request, name)
        if task.cancelled:
            return {"state": "cancelled"}
        if not task.answer.done():
            return {"state": "running" if task.answer.running() else "waiting", "progress": task.progress}
        error = task.answer.exception()
        if error is not None:
            return {"state": "failed", "error": str(error), "progress": task.progress}
        return {"state": "done", "result": task.answer.result()}

    @api.delete("/api/jobs/{name}", tags=["jobs"])
    async def cancel(request: Request, name: str) -> dict[str, Any]:
        """Cancel a job."""
        job(request, name).cancel()
        return {"state": "cancelled"}


class _Guard:
    """Middleware that reads the body of a request within a size and a time, and adds the security headers."""

    def __init__(self, app: ASGIApp, size: int) -> None:
        self._app, self._size = app, size

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *((k.encode(), v.encode()) for k, v in SECURITY.items())]
            await send(message)

        try:
            body = await asyncio.wait_for(self._body(receive), READ_WITHIN)
        except TimeoutError:
            body = None
        if body is None:
            refused = JSONResponse({"error": f"expected a body of at most {self._size:,} bytes, sent at once"}, 413)
            await refused(scope, receive, guarded)
            return
        sent = False

        async def replay() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, replay, guarded)

    async def _body(self, receive: Receive) -> bytes | None:
        """Read the body; None if it is too large or its client went away."""
        parts, size = [], 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._size:
                return None
            if not message.get("more_body"):
                return b"".join(parts)
