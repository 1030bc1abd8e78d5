"""Running the application: a socket, uvicorn on it, and an end that waits for no stream."""

from __future__ import annotations

import errno
import gc
import socket

import uvicorn
from starlette.applications import Starlette

from ..errors import InputError
from ..i18n import T

try:
    import resource
except ModuleNotFoundError:  # on Windows, which has no such limit
    resource = None  # type: ignore[assignment]

DEFAULT_PORT = 8600
TRIED_PORTS = 20
GRACE_SECONDS = 5
OTHER_FILES = 200
GARBAGE_THRESHOLDS = (10_000, 10, 1_000)
EVERYWHERE = ("0.0.0.0", "::")
_ELSEWHERE = ("10.255.255.255", 1)


class Server(uvicorn.Server):
    """A uvicorn server that ends the event streams first when it is asked to stop.

    Without that it would wait for pages that never close their streams by themselves.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop gracefully."""
        app = self.config.app
        assert isinstance(app, Starlette)
        app.state.house.end_streams()
        await super().shutdown(sockets)


def create_server(app: Starlette) -> Server:
    """A server for the application; the client's address is taken from a proxy on this machine."""
    return Server(
        uvicorn.Config(
            app,
            http="httptools",
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=app.state.house.settings.limits.connections + 1,
            timeout_graceful_shutdown=GRACE_SECONDS,
            timeout_keep_alive=30,
        )
    )


def allow_connections(count: int) -> None:
    """Let the system open so many connections at once, as far as it allows this process to."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def settle_memory() -> None:
    """Let garbage collections pause no game for long.

    What has been loaded so far stays, and is never looked at again. Tables and views hold no cycles
    and go when nobody needs them, so that a full collection is needed rarely.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens at `port`; without one at the default port or the next free one."""
    if port is not None:
        return _listen(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + TRIED_PORTS):
        try:
            return _listen(host, candidate)
        except InputError:
            continue
    return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            text = T("Port {port} is taken; name another one with --port.", port=port)
        elif error.errno == errno.EACCES:
            text = T("Port {port} may not be opened; name one above 1023 with --port.", port=port)
        else:
            text = T("{host} is no address of this machine.", host=host)
        raise InputError(text) from error
    return listener


def lan_address() -> str | None:
    """The address under which other devices of the local network reach this machine, if any.

    Nothing is sent: connecting a datagram socket only asks the system for a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in EVERYWHERE else address
