"""The server: pages, calls and sockets, each against a real one in this process."""
