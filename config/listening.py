"""Take the port before the long preparations: a busy one is reported at once, and stays ours meanwhile."""

import errno
import socket

REASONS = {
    errno.EADDRINUSE: (
        "Port {port} is busy: another program, perhaps another Concord, listens there. "
        "Stop it, or choose another port with --port (with make: `make run PORT=8001`)."
    ),
    errno.EACCES: "Port {port} is reserved for the system. Choose one above 1023 with --port.",
    errno.EADDRNOTAVAIL: "This machine has no address {host}. Use --host 127.0.0.1 or one of its own.",
}


class CannotListenError(Exception):
    """The address cannot be listened on; the message says why and what to do."""


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `host` and `port` (0 takes a free one), or raise CannotListenError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (socket.gaierror, OverflowError, UnicodeError):
        raise CannotListenError(f"“{host}” port {port} is not an address of this machine.") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as problem:
        listener.close()
        reason = REASONS.get(problem.errno or 0, "Cannot listen on {host} port {port}: {problem}.")
        raise CannotListenError(reason.format(host=host, port=port, problem=problem.strerror)) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address a person types to reach `listener`, as in http://127.0.0.1:8000/."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
