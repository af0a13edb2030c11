"""How a table is run: where, with which storage, for whom."""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from khamsin.kernel.errors import KhamsinError

from .logs import KINDS

WEB = Path(__file__).parents[1] / "web"
"""The browser client's files."""


_PORTS = 65535
_WORKERS = 1000


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one person (or one address, before login) may do."""

    login: float = 10.0  # a minute, for each address
    guesses: float = 30.0  # an hour, at the password of one account; ten at once
    choices: float = 20.0  # a second, for each person
    chat: float = 1.0  # a second, for each person
    requests: float = 100.0  # a second, for each person or address
    body: int = 64 * 1024  # bytes of a request
    journal: int = 2 * 1024 * 1024  # bytes of an imported file
    message: int = 16 * 1024  # bytes of a WebSocket message
    positions: float = 10.0  # a second, for each person or address: looks at the past
    copies: float = 0.5  # a second, for each person: sandboxes and imported files
    sockets: int = 20  # for each person or address
    matches: int = 200  # unfinished ones that one person has set up
    open: int = 20  # of these, in the list of open ones
    bots_only: int = 4  # of these, ones that nobody sits at
    thinking: int = 2  # bots that think at once for one person
    hints: float = 6.0  # a minute, for each person
    letters: float = 6.0  # an hour, to each person


@dataclass(frozen=True, slots=True)
class Mail:
    """The SMTP server that letters go through."""

    host: str
    port: int = 25
    sender: str = "khamsin@localhost"
    user: str = ""
    password: str = ""
    starttls: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set. The rest has one good value and is in the code."""

    database: str = "sqlite:///khamsin.db"
    host: str = "127.0.0.1"
    port: int = 8741
    origin: str = ""
    """Where browsers find the table, as `https://table.example.org`; empty: host and port."""
    local_key: str = ""
    """On your own computer: whoever knows it is the one person here. Empty: accounts."""
    web: Path = WEB
    packs: Path | None = None
    """The folder with data packs of one's own: `<game>/<name>/*.toml`."""
    mail: Mail | None = None
    webhooks: bool = True
    push: bool = True
    """Whether browsers may be told of notices while they are closed."""
    webhooks_anywhere: bool = False
    """Whether a webhook may lead to an address inside the network (only for tests and at home)."""
    registration: bool = True
    bot_workers: int = 1
    bot_pause: float = 0.0
    review: float = 40.0
    """Seconds that the review of a match may think about its decisions."""
    """Seconds a bot waits before it chooses, so that people can follow."""
    sweep: float = 2.0
    """Seconds between two looks for clocks that ran out, bots that were forgotten, letters due."""
    away_after: float = 60.0
    """Seconds without a connection until somebody counts as away and gets a letter."""
    retry: float = 120.0
    """Seconds until a letter that failed is tried again; then twice as many each time."""
    proxy: bool = False
    """Whether the address of a client is the last one in X-Forwarded-For."""
    access_log: bool = False
    """Whether every request is written to the log."""
    log: str = "text"
    """How the log is written: `text`, or `json` with a line for each record."""
    metrics: str = ""
    """The secret by which `/metrics` may be read; empty: by nobody."""
    limits: Limits = field(default_factory=Limits)

    @property
    def is_local(self) -> bool:
        """Whether this is the table on one's own computer."""
        return bool(self.local_key)

    @property
    def origins(self) -> frozenset[str]:
        """The origins whose pages may change anything here."""
        if self.origin:
            return frozenset({self.origin})
        hosts = {self.host}
        if self.host in ("127.0.0.1", "localhost", "::1"):
            hosts = {"127.0.0.1", "localhost", "[::1]"}
        return frozenset(f"http://{host}:{self.port}" for host in hosts)

    @property
    def hosts(self) -> frozenset[str]:
        """What the Host header may say; anything else is a page that rebinds its name to us."""
        return frozenset(urlsplit(origin).netloc for origin in self.origins)

    @property
    def address(self) -> str:
        """Where people find the table."""
        return self.origin or f"http://{self.host}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether cookies may go over TLS only."""
        return self.origin.startswith("https://")


def from_environment(environment: Mapping[str, str] | None = None) -> Config:
    """Read the settings of a hosted table from `KHAMSIN_...` variables; see docs/host.md."""
    values = os.environ if environment is None else environment
    check_known(values)

    def text(name: str, usual: str = "") -> str:
        return values.get(f"KHAMSIN_{name}", usual)

    def flag(name: str, *, usual: bool) -> bool:
        value = text(name, "yes" if usual else "no")
        if value not in ("yes", "no"):
            raise KhamsinError(f"KHAMSIN_{name} must be yes or no, not {value!r}")
        return value == "yes"

    def number(name: str, usual: float, *, zero: bool = False) -> float:
        try:
            value = float(text(name, str(usual)))
        except ValueError:
            value = math.nan
        if not (math.isfinite(value) and (value > 0 or (zero and not value))):
            wanted = "a number, 0 or more" if zero else "a number above 0"
            raise KhamsinError(f"KHAMSIN_{name} must be {wanted}, not {text(name)!r}")
        return value

    def whole(name: str, usual: int, most: int) -> int:
        value = text(name, str(usual))
        if not (value.isdecimal() and value.isascii() and int(value) <= most):
            raise KhamsinError(
                f"KHAMSIN_{name} must be a whole number from 0 to {most}, not {value!r}"
            )
        return int(value)

    mail = None
    more = sorted(name for name in values if name.startswith("KHAMSIN_SMTP_") and values[name])
    if more and not text("SMTP_HOST"):
        raise KhamsinError(f"{more[0]} says nothing without KHAMSIN_SMTP_HOST")
    if text("SMTP_HOST"):
        mail = Mail(
            host=text("SMTP_HOST"),
            port=whole("SMTP_PORT", 25, _PORTS),
            sender=text("SMTP_FROM", "khamsin@localhost"),
            user=text("SMTP_USER"),
            password=text("SMTP_PASSWORD"),
            starttls=flag("SMTP_STARTTLS", usual=False),
        )
    usual = Limits()
    base = Config()
    factor = number("LIMITS", 1)
    limits = Limits(
        login=usual.login * factor,
        guesses=usual.guesses * factor,
        choices=usual.choices * factor,
        chat=usual.chat * factor,
        requests=usual.requests * factor,
        positions=usual.positions * factor,
        copies=usual.copies * factor,
        sockets=int(usual.sockets * factor),
        matches=int(usual.matches * factor),
        open=int(usual.open * factor),
        bots_only=int(usual.bots_only * factor),
        thinking=max(1, int(usual.thinking * factor)),
        hints=usual.hints * factor,
        letters=usual.letters * factor,
    )
    database, workers = text("DATABASE", base.database), whole("BOT_WORKERS", 1, _WORKERS)
    if not workers and not database.startswith("postgres"):
        raise KhamsinError("KHAMSIN_BOT_WORKERS may be 0 on PostgreSQL only")
    return Config(
        database=database,
        host=text("HOST", base.host),
        port=whole("PORT", base.port, _PORTS),
        origin=_origin(text("ORIGIN")),
        local_key=text("LOCAL_KEY"),
        packs=_folder(text("PACKS")),
        mail=mail,
        webhooks=flag("WEBHOOKS", usual=True),
        push=flag("PUSH", usual=True),
        webhooks_anywhere=flag("WEBHOOKS_ANYWHERE", usual=False),
        registration=flag("REGISTRATION", usual=True),
        bot_workers=workers,
        bot_pause=number("BOT_PAUSE", 0, zero=True),
        review=number("REVIEW", base.review),
        sweep=number("SWEEP", 2),
        away_after=number("AWAY_AFTER", 60, zero=True),
        retry=number("RETRY", base.retry),
        proxy=flag("PROXY", usual=False),
        access_log=flag("ACCESS_LOG", usual=environment is None),
        log=_log(text("LOG", base.log)),
        metrics=text("METRICS"),
        limits=limits,
    )


SETTINGS = frozenset(
    {
        *("ORIGIN", "DATABASE", "HOST", "PORT", "PACKS", "PROXY", "REGISTRATION", "LOCAL_KEY"),
        *("SMTP_HOST", "SMTP_PORT", "SMTP_FROM", "SMTP_USER", "SMTP_PASSWORD", "SMTP_STARTTLS"),
        *("WEBHOOKS", "WEBHOOKS_ANYWHERE", "PUSH", "AWAY_AFTER", "RETRY"),
        *("BOT_WORKERS", "BOT_PAUSE", "REVIEW", "SWEEP", "LIMITS", "ACCESS_LOG", "LOG", "METRICS"),
    }
)
"""Everything that can be set by a variable `KHAMSIN_...`."""


def check_known(values: Mapping[str, str]) -> None:
    """Refuse a setting that nobody would read: it is a slip of the pen."""
    for name in sorted(values):
        word = name.removeprefix("KHAMSIN_")
        # What tests add is theirs.
        if word != name and word not in SETTINGS and not word.startswith("TOY_"):
            close = difflib.get_close_matches(word, sorted(SETTINGS), 1)
            hint = f"; did you mean KHAMSIN_{close[0]}?" if close else "; see docs/host.md"
            raise KhamsinError(f"there is no setting {name}{hint}")


def _folder(text: str) -> Path | None:
    if text and not Path(text).is_dir():
        raise KhamsinError(f"there is no folder {text} for KHAMSIN_PACKS")
    return Path(text) if text else None


def _log(text: str) -> str:
    if text not in KINDS:
        raise KhamsinError(f"KHAMSIN_LOG must be {' or '.join(KINDS)}, not {text!r}")
    return text


def _origin(text: str) -> str:
    """The address from outside, as browsers write an origin; a slash at its end does no harm."""
    origin = text.rstrip("/")
    parts = urlsplit(origin)
    plain = f"{parts.scheme}://{parts.netloc}".lower()
    if origin and (parts.scheme not in ("http", "https") or plain != origin.lower()):
        raise KhamsinError(f"KHAMSIN_ORIGIN must be like https://table.example.org, not {text!r}")
    return origin.lower()
