"""The web server that `serve` runs as a child: `python -m config.web FD`, FD being an inherited listener."""

import signal
import socket
import sys

import waitress

THREADS = 8


def main(descriptor: int) -> None:
    """Answer requests on the inherited listener until SIGTERM, which lets running requests finish."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    listener = socket.socket(fileno=descriptor)
    from config.wsgi import application  # loads the site only after SIGTERM is handled

    waitress.serve(application, sockets=[listener], threads=THREADS, ident="Concord", _quiet=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
