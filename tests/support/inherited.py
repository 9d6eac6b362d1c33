# SPDX-License-Identifier: MIT
# A server at a socket that outlives it, handed over as a service manager does: whoever comes while it is down waits there.
import socket
import subprocess


def listen():
    """A socket at a port of loopback that the system chose."""
    return socket.create_server(("127.0.0.1", 0))


def start(listener, name, command, log):
    """Starts a server with the socket for `name`, of its table of listeners; what it logs goes to the open file."""
    fd = listener.fileno()
    words = "exec 3<&%d; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=%s exec \"$0\" \"$@\"" % (fd, name)
    return subprocess.Popen(["sh", "-c", words, *command], pass_fds=[fd], stderr=log)
