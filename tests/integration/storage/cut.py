"""A TCP proxy that can lose an answer: it passes a request on and then drops the connection."""

import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self


class CuttingProxy:
    """Forwards to a server. After `cut_after(word)` the next request with that word gets through, its answer does not,
    and both ends are closed; later connections are forwarded as before."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._word: bytes | None = None
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for opened in self._sockets:
            _hang_up(opened)
            opened.close()
        for thread in self._threads:
            thread.join(2)

    def cut_after(self, word: bytes) -> None:
        self._word = word

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            self._sockets += [client, server]
            cut = threading.Event()
            self._start(self._requests, client, server, cut)
            self._start(self._answers, client, server, cut)

    def _requests(self, client: socket.socket, server: socket.socket, cut: threading.Event) -> None:
        while data := _receive(client):
            if self._word is not None and self._word in data:
                self._word = None
                cut.set()
            server.sendall(data)
        _hang_up(server)

    @staticmethod
    def _answers(client: socket.socket, server: socket.socket, cut: threading.Event) -> None:
        while data := _receive(server):
            if cut.is_set():
                break
            client.sendall(data)
        _hang_up(client)


def _receive(source: socket.socket) -> bytes:
    try:
        return source.recv(65_536)
    except OSError:
        return b""


def _hang_up(opened: socket.socket) -> None:
    try:
        opened.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
