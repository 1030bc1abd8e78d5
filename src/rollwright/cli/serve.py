"""``rollwright serve``: the web game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..errors import InputError
from ..i18n import T
from .options import option

if TYPE_CHECKING:
    from ..web import Settings

HELP = T("open the web game, for this machine and all phones around the table")

MOST_PORT = 65_535


def run(
    host: Annotated[
        str, option("--host", T("address to listen at; 127.0.0.1 for this machine only"), "H")
    ] = "0.0.0.0",
    port: Annotated[
        str | None, option("--port", T("port; without it the first free one from 8600 on"), "P")
    ] = None,
    db: Annotated[
        str, option("--db", T("database: sqlite:///FILE or postgresql://…; else your own"), "URL")
    ] = "",
    base_url: Annotated[
        str, option("--base-url", T("where people reach it, such as https://dice.example"), "URL")
    ] = "",
    changes: Annotated[
        list[str] | None,
        option("--set", T("a limit or a waiting time, such as tables_per_hour=10"), "NAME=N"),
    ] = None,
    log: Annotated[
        str, option("--log", T("what is logged: error, warning (the default), info or debug"), "L")
    ] = "warning",
) -> None:
    """Serve until interrupted."""
    from dataclasses import replace

    from ..web import Settings, create_app
    from ..web.logs import LEVELS, set_up_logs
    from ..web.schema import check_database
    from ..web.server import (
        DEFAULT_PORT,
        EVERYWHERE,
        allow_connections,
        create_server,
        lan_address,
        open_socket,
        settle_memory,
    )
    from ..web.settings import changed_settings
    from .inputs import parse_number

    if log not in LEVELS:
        raise InputError(T("--log may be: {levels}.", levels=", ".join(LEVELS)))
    number = None if port is None else parse_number("--port", port, 0, MOST_PORT)
    wanted = changed_settings(Settings(database=db, base_url=base_url), changes or ())
    check_database(wanted.database)
    listener = open_socket(host, number)
    with listener:
        used = int(listener.getsockname()[1])
        if number is None and used != DEFAULT_PORT:
            print(T("Port {port} is taken; using {used}.", port=DEFAULT_PORT, used=used))
        address = lan_address() if host in EVERYWHERE else None
        lan_url = f"http://{address}:{used}" if address else ""
        settings = replace(wanted, lan_url=lan_url)
        set_up_logs(log)
        _announce(settings, "localhost" if host in EVERYWHERE else host, used)
        server = create_server(create_app(settings))
        allow_connections(settings.limits.connections)
        settle_memory()
        server.run(sockets=[listener])


def _announce(settings: Settings, host: str, port: int) -> None:
    """Print where the game is, with a code for phones."""
    import sys

    import segno

    shown_host = f"[{host}]" if ":" in host else host
    print(T("The game is open at {url}", url=f"http://{shown_host}:{port}/"))
    everybody = settings.base_url or settings.lan_url
    if everybody:
        print(T("For everybody else: {url}", url=f"{everybody}/"))
        code = segno.make(f"{everybody}/", error="m", micro=False)
        if sys.stdout.isatty():
            code.terminal(compact=True)
    print(T("Stop it with Ctrl+C; games go on where they were."), flush=True)
