"""Free ports on this machine."""

import socket
from contextlib import ExitStack


def free_ports(count: int) -> list[int]:
    """Different ports of the loopback interface that nobody listens on at the moment."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
