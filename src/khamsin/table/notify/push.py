"""Notifications in browsers that are closed (Web Push).

A browser that was asked to gives an address at its maker's, and a key. What is sent there is
encrypted for that browser (`pywebpush`) and signed by this table, with a key that is made at the
first start and kept in the storage. The way there is that of webhooks: nowhere inside our network.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import time
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import sqlalchemy as sa

from khamsin.table.config import Config
from khamsin.table.errors import ApiError, bad
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store

from . import mailer

MOST = 10
"""Browsers of one person; the oldest is forgotten."""
_LIFE = 12 * 3600  # seconds that a signature is good for
_KEPT = 24 * 3600  # seconds that the maker of a browser keeps what it cannot deliver
_NAME = "vapid"


class Browser(NamedTuple):
    """A browser that was asked to tell of notices."""

    endpoint: str
    key: str
    secret: str


class Push:
    """Knows the browsers, and tells them."""

    def __init__(self, config: Config, store: Store) -> None:
        self._config = config
        self._store = store
        self._vapid: Any = None
        self.public_key = ""
        """What browsers know this table by; empty: there is no such thing here."""

    async def start(self) -> None:
        """Make the key, or read it; of several processes one makes it."""
        if self._config.is_local or not self._config.push or find_spec("pywebpush") is None:
            return
        from py_vapid import Vapid02  # noqa: PLC0415 a hosted table only

        table = schema.keys
        query = sa.select(table.c.value).where(table.c.name == _NAME)
        found: str | None = await self._store.read(lambda c: c.execute(query).scalar_one_or_none())
        if found is None:
            fresh = Vapid02()
            fresh.generate_keys()
            value = fresh.private_pem().decode()
            row = table.insert().values(name=_NAME, value=value)
            with contextlib.suppress(Conflict):  # another process was first
                await self._store.write(lambda c: c.execute(row))
            found = await self._store.read(lambda c: str(c.execute(query).scalar_one()))
        self._vapid = Vapid02.from_pem(found.encode())
        numbers = self._vapid.public_key.public_numbers()
        point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def add(self, person: int, browser: Browser) -> None:
        """Somebody wants to be told in this browser, and nobody else there any more."""
        if not self.public_key:
            raise ApiError(404, "no_push")
        self._check(browser)
        table = schema.pushes
        row = {**browser._asdict(), "person": person, "made": time.time()}

        def write(connection: sa.Connection) -> None:
            mine = table.c.person == person
            have = sa.select(table.c.endpoint).where(mine).order_by(table.c.made.desc())
            old = list(connection.execute(have.offset(MOST - 1)).scalars())
            gone = table.c.endpoint.in_([*old, browser.endpoint])
            connection.execute(table.delete().where(gone))
            connection.execute(table.insert().values(**row))

        await self._store.write(write)

    def _check(self, browser: Browser) -> None:
        parts = urlsplit(browser.endpoint)
        secure = parts.scheme == "https" or self._config.webhooks_anywhere
        if not secure or not parts.hostname or parts.username is not None:
            raise bad("'endpoint' must be an address that begins with https://")
        if len(_decoded(browser.key)) != 65 or len(_decoded(browser.secret)) != 16:
            raise bad("'key' and 'secret' must be those of a browser")

    async def remove(self, person: int, endpoint: str) -> None:
        """Not in this browser any more."""
        table = schema.pushes
        mine = sa.and_(table.c.person == person, table.c.endpoint == endpoint)
        await self._store.write(lambda c: c.execute(table.delete().where(mine)))

    async def count(self, person: int) -> int:
        """In how many browsers somebody wants to be told."""
        return len(await self._of(person))

    async def _of(self, person: int) -> list[Browser]:
        table = schema.pushes.c
        query = sa.select(table.endpoint, table.key, table.secret).where(table.person == person)
        rows = await self._store.read(lambda c: c.execute(query).all())
        return [Browser._make(row) for row in rows]

    async def tell(self, person: int, content: dict[str, object]) -> None:
        """Tell all browsers of somebody. One that is no more is forgotten; another's trouble is
        raised when all have been tried.
        """
        trouble: Exception | None = None
        for browser in await self._of(person):
            try:
                await self._tell(browser, content)
            except mailer.Answered as error:
                if error.status not in (404, 410):
                    trouble = error
                    continue
                await self.remove(person, browser.endpoint)
            except Exception as error:  # noqa: BLE001 the others are told all the same
                trouble = error
        if trouble is not None:
            raise trouble

    async def _tell(self, browser: Browser, content: dict[str, object]) -> None:
        from pywebpush import WebPusher  # noqa: PLC0415 a third of a second

        known = {"p256dh": browser.key, "auth": browser.secret}
        pusher = WebPusher({"endpoint": browser.endpoint, "keys": known})
        body = pusher.encode(json.dumps(content).encode())["body"]
        parts = urlsplit(browser.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _LIFE,
            "sub": f"https://{urlsplit(self._config.address).hostname}",
        }
        headers = {
            **self._vapid.sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(_KEPT),
        }
        anywhere = self._config.webhooks_anywhere
        await mailer.post(browser.endpoint, bytes(body), headers, anywhere=anywhere)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
