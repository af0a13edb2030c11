"""Letters by SMTP and calls of webhooks. Each raises what goes wrong, within a bounded time."""

from __future__ import annotations

import asyncio
import ipaddress
import smtplib
import socket
import ssl
from email.message import EmailMessage
from urllib.parse import urlsplit

import msgspec

from khamsin.table.config import Mail
from khamsin.table.errors import bad

_PATIENCE = 10.0
"""Seconds that one step of a delivery may take."""
DEADLINE = 15.0
"""Seconds that a webhook has for all of its answer, however slowly it drips."""


class Answered(OSError):
    """Another server did not take it."""

    def __init__(self, host: str, status: int) -> None:
        super().__init__(f"{host} answered {status}")
        self.status = status


def letter(mail: Mail, to: str, subject: str, text: str) -> EmailMessage:
    """Write a letter."""
    message = EmailMessage()
    message["From"] = mail.sender
    message["To"] = to
    message["Subject"] = subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


async def send(mail: Mail, message: EmailMessage) -> None:
    """Post it. The server is the host's own, so it may take a thread while it is slow."""
    await asyncio.to_thread(_send, mail, message)


def _send(mail: Mail, message: EmailMessage) -> None:
    with smtplib.SMTP(mail.host, mail.port, timeout=_PATIENCE) as server:
        if mail.starttls:
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)


async def call(url: str, content: dict[str, object], *, anywhere: bool) -> None:
    """Call a webhook."""
    body = msgspec.json.encode(content)
    await post(url, body, {"Content-Type": "application/json"}, anywhere=anywhere)


async def post(url: str, body: bytes, more: dict[str, str], *, anywhere: bool) -> None:
    """Send something: no redirects, and nowhere inside our own network.

    The name is resolved once and that address is connected to, so that it cannot be another one
    by the time it is used.
    """
    import httpx  # noqa: PLC0415 - a table inside a page has it not, and calls nobody

    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise bad("a webhook is an address that begins with https://")
    async with asyncio.timeout(DEADLINE):
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = await _resolve(parts.hostname, port, anywhere=anywhere)
        host = f"[{address}]" if ":" in address else address
        pinned = httpx.URL(url).copy_with(host=host)
        headers = {**more, "Host": parts.netloc.rpartition("@")[2]}
        # The certificate must be for the name, though the address is connected to.
        extensions = {"sni_hostname": parts.hostname}
        async with (
            httpx.AsyncClient(timeout=_PATIENCE, trust_env=False) as client,
            client.stream(
                "POST", pinned, content=body, headers=headers, extensions=extensions
            ) as answer,
        ):
            if answer.status_code >= 300:
                raise Answered(parts.hostname, answer.status_code)


async def _resolve(host: str, port: int, *, anywhere: bool) -> str:
    loop = asyncio.get_running_loop()
    for *_, address in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        found = str(address[0]).partition("%")[0]
        if anywhere or is_public(ipaddress.ip_address(found)):
            return found
    raise bad(f"{host} is not an address that a webhook may lead to")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is outside, also where IPv6 wraps up one of IPv4.

    >>> [is_public(ipaddress.ip_address(a)) for a in ("192.0.2.1", "64:ff9b::7f00:1", "ff0e::1")]
    [False, False, False]
    >>> is_public(ipaddress.ip_address("93.184.216.34"))
    True
    """
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return True
    if address.is_site_local:
        return False
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return all(is_public(each) for each in inner if each is not None)


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
