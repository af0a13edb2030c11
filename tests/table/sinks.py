"""Where letters and calls of webhooks end up in the tests: servers that keep what they are sent."""

from __future__ import annotations

import http.server
import json
import socketserver
import threading
from typing import Any

from tests.table.serving import Client, until


class Sinks:
    """A mail server and a web server on this machine."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.calls: list[Any] = []
        self.pushed: list[tuple[str, dict[str, str], bytes]] = []
        self.push_status = 201
        self.mail_works = True
        self.dripping = False
        """Whether somebody waits for an answer that comes a byte at a time and never ends."""
        self._mail = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Letters)
        self._web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Hooks)
        self._stopped = threading.Event()
        for server in (self._mail, self._web):
            server.sinks = self  # type: ignore[union-attr]
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, daemon=True).start()

    @property
    def mail_port(self) -> int:
        return int(self._mail.server_address[1])

    @property
    def hook(self) -> str:
        return f"http://127.0.0.1:{self._web.server_address[1]}/hook"

    @property
    def drip(self) -> str:
        return f"http://127.0.0.1:{self._web.server_address[1]}/drip"

    @property
    def push(self) -> str:
        """Where a maker of browsers would listen."""
        return f"http://127.0.0.1:{self._web.server_address[1]}/push"

    def wait(self) -> bool:
        """Wait a little; whether the test is over."""
        return self._stopped.wait(0.2)

    def close(self) -> None:
        self._stopped.set()
        for server in (self._mail, self._web):
            server.shutdown()
            server.server_close()


class _Letters(socketserver.StreamRequestHandler):
    """As much of SMTP as it takes."""

    def handle(self) -> None:
        sinks: Sinks = self.server.sinks  # type: ignore[attr-defined]
        if not sinks.mail_works:
            self.wfile.write(b"421 closed today\r\n")
            return
        self.wfile.write(b"220 sink\r\n")
        in_data, text = False, b""
        for line in self.rfile:
            if in_data:
                if line == b".\r\n":
                    in_data = False
                    sinks.letters.append(text.decode())
                    self.wfile.write(b"250 kept\r\n")
                else:
                    text += line
            elif line.upper().startswith(b"DATA"):
                in_data, text = True, b""
                self.wfile.write(b"354 go on\r\n")
            elif line.upper().startswith(b"QUIT"):
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 fine\r\n")


class _Hooks(http.server.BaseHTTPRequestHandler):
    """A webhook that keeps what it is told, and one that answers a byte at a time."""

    def do_POST(self) -> None:
        sinks: Sinks = self.server.sinks  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.startswith("/push"):
            sinks.pushed.append((self.path, dict(self.headers), body))
            self.send_response(sinks.push_status)
            self.end_headers()
            return
        told = json.loads(body)
        if self.path == "/drip":
            sinks.dripping = True
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            try:
                while not sinks.wait():
                    self.wfile.write(b"X: y\r\n")
            except OSError:
                pass  # he has had enough
            return
        sinks.calls.append(told)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_words: Any) -> None:
        pass


def confirmed(client: Client, sinks: Sinks, address: str) -> None:
    """Give an address, and open the link that is sent there."""
    client.post("/me", email=address)
    assert not client.get("/me")["person"]["confirmed"]
    letter = until(lambda: [text for text in sinks.letters if f"To: {address}" in text])[-1]
    token = letter.replace("=\r\n", "").split("/#/confirm/")[1].split()[0]
    client.post("/confirm", token=token)
    assert client.get("/me")["person"]["confirmed"]
    client.post("/confirm", status=404, token=token)
    sinks.letters.clear()
