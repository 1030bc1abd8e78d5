"""The application: all routes, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp

from ..errors import InputError
from . import daily, explorer, hints, practice, problems, reviews, scoresheets, site, tables
from .guard import Guard
from .house import House
from .limits import Rates
from .metrics import Metrics
from .refusal import Refusal
from .settings import Settings
from .store import StoreDown
from .workroom import Workroom

HOUR_SECONDS = 3600
_GET, _POST = ["GET"], ["POST"]
_SMALL = [Middleware(GZipMiddleware, minimum_size=500)]


def routes() -> list[Route]:
    """What can be asked for. Pages and single views are compressed, streams are not."""
    table = "/t/{code}"
    return [
        # What is asked most stands first: routes are tried in order.
        Route(f"{table}/answer", tables.answer, methods=_POST),
        Route(f"{table}/roll", tables.roll, methods=_POST),
        Route(f"{table}/stream", tables.stream, methods=_GET),
        Route(table, tables.show, methods=_GET, middleware=_SMALL),
        Route("/join", site.find_table, methods=_GET, middleware=_SMALL),
        Route("/s/{token}", tables.personal_link, methods=_GET),
        Route(f"{table}/join", tables.join, methods=_POST),
        Route(f"{table}/leave", tables.leave, methods=_POST),
        Route(f"{table}/start", tables.start, methods=_POST),
        Route(f"{table}/undo", tables.undo, methods=_POST),
        Route(f"{table}/redo", tables.redo, methods=_POST),
        Route(f"{table}/correct", tables.correct, methods=_POST),
        Route(f"{table}/hint", hints.hint, methods=_POST, middleware=_SMALL),
        Route(f"{table}/rematch", tables.rematch, methods=_POST),
        Route(f"{table}/seats/{{seat:int}}", tables.seat, methods=_POST),
        Route(f"{table}/seats/{{seat:int}}/link", tables.seat_link, methods=_POST),
        Route(f"{table}/record.{{form}}", tables.record, methods=_GET),
        Route(f"{table}/qr.svg", tables.qr_code, methods=_GET),
        Route("/", site.home, methods=_GET, middleware=_SMALL),
        Route("/new/{family}", site.new, methods=_GET, middleware=_SMALL),
        Route("/rules/{family}", site.rules, methods=_GET, middleware=_SMALL),
        Route("/learn/{family}", site.learn, methods=_GET, middleware=_SMALL),
        Route("/score/{family}", scoresheets.score_page, methods=_GET, middleware=_SMALL),
        Route("/score/{family}", scoresheets.score_sheet, methods=_POST, middleware=_SMALL),
        Route("/daily", daily.daily_front, methods=_GET),
        Route("/daily/{family}", daily.daily_page, methods=_GET, middleware=_SMALL),
        Route("/daily/{family}", daily.daily_view, methods=_POST, middleware=_SMALL),
        Route("/daily/{family}/result", daily.daily_result, methods=_POST, middleware=_SMALL),
        Route("/explore/{family}", explorer.explorer_page, methods=_GET, middleware=_SMALL),
        Route("/explore/{family}", explorer.explorer_view, methods=_POST, middleware=_SMALL),
        Route(
            "/explore/{family}/ranking",
            explorer.explorer_ranking,
            methods=_POST,
            middleware=_SMALL,
        ),
        Route("/practice/{family}", practice.practice_page, methods=_GET, middleware=_SMALL),
        Route("/practice/{family}/{key}", practice.exercise, methods=_GET, middleware=_SMALL),
        Route(
            "/practice/{family}/{key}", practice.exercise_answer, methods=_POST, middleware=_SMALL
        ),
        Route("/review", reviews.review_front, methods=_GET, middleware=_SMALL),
        Route("/review", reviews.review_record, methods=_POST),
        Route("/review/{key}", reviews.review, methods=_GET, middleware=_SMALL),
        Route(f"{table}/review", reviews.table_review, methods=_GET, middleware=_SMALL),
        Route("/language", site.language, methods=_POST),
        Route("/tables", tables.create, methods=_POST),
        Route("/static/{version}/{path:path}", site.static, methods=_GET),
        Route("/favicon.ico", site.favicon, methods=_GET),
        Route("/manifest.webmanifest", site.manifest, methods=_GET),
        Route("/robots.txt", site.robots, methods=_GET),
        Route("/openapi.json", site.openapi, methods=_GET, middleware=_SMALL),
        Route("/healthz", site.health, methods=_GET),
        Route("/metrics", site.metrics, methods=_GET),
    ]


class Application(Starlette):
    """Starlette with the guard around everything, so that what lasts is inside of nothing else."""

    def build_middleware_stack(self) -> ASGIApp:
        """All layers, the guard as the outermost."""
        house: House = self.state.house
        return Guard(super().build_middleware_stack(), house.settings, house.metrics)


def create_app(settings: Settings) -> Starlette:
    """The web game as an ASGI application. Its lifespan opens and closes the database."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house: House = app.state.house
        await house.open()
        try:
            yield
        finally:
            await house.close()
            app.state.workroom.close()

    app = Application(
        routes=routes(),
        lifespan=lifespan,
        exception_handlers={
            Refusal: problems.on_refusal,
            InputError: problems.on_input_error,
            StoreDown: problems.on_store_down,
            HTTPException: problems.on_http_error,
        },
    )
    per_hour = settings.limits.tables_per_hour
    app.state.house = House(settings, metrics)
    app.state.workroom = Workroom()
    app.state.table_rates = Rates(per_hour / HOUR_SECONDS, per_hour)
    return app
