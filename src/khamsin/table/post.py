"""Letters by SMTP and calls of webhooks. Runs in threads; raises what goes wrong."""

from __future__ import annotations

import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

from .config import Mail
from .errors import bad

_PATIENCE = 10.0


def letter(mail: Mail, to: str, subject: str, text: str) -> EmailMessage:
    """Write a letter."""
    message = EmailMessage()
    message["From"] = mail.sender
    message["To"] = to
    message["Subject"] = subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def send(mail: Mail, message: EmailMessage) -> None:
    """Post it."""
    with smtplib.SMTP(mail.host, mail.port, timeout=_PATIENCE) as server:
        if mail.starttls:
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)


def call(url: str, content: dict[str, Any], anywhere: bool) -> None:
    """Call a webhook: no redirects, and nowhere inside our own network.

    The name is resolved once and that address is connected to, so that it cannot be another one
    by the time it is used.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise bad("a webhook is an address that begins with https://")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = _resolve(parts.hostname, port, anywhere=anywhere)
    link = socket.create_connection((address, port), timeout=_PATIENCE)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        link = context.wrap_socket(link, server_hostname=parts.hostname)
    client = http.client.HTTPConnection(parts.hostname, port, timeout=_PATIENCE)
    client.sock = link
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        client.request("POST", path, json.dumps(content), {"Content-Type": "application/json"})
        answer = client.getresponse()
        if answer.status >= 300:
            raise OSError(f"{parts.hostname} answered {answer.status}")
    finally:
        client.close()


def _resolve(host: str, port: int, *, anywhere: bool) -> str:
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        found = str(address[0])
        if anywhere or ipaddress.ip_address(found.partition("%")[0]).is_global:
            return found
    raise bad(f"{host} is not an address that a webhook may lead to")
