"""A bot that plays at a hosted table, as somebody with an account, by a token of his.

    python examples/hosted_bot.py https://table.example.org TOKEN

Make the token on the page with your settings, good for `read` and `play` (and `matches`, if the
bot is to take free seats by itself). The bot answers in every match in which its account has a
seat. It needs nothing but Python; `choose` is the place for better ideas.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any


class Hosted:
    """A table, as the owner of a token sees it."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.token = token

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """One request; a refusal is an `HTTPError` whose text says why."""
        where = f"{self.address}/api{path}?{urllib.parse.urlencode(query)}"
        request = urllib.request.Request(  # noqa: S310 the address is the user's own
            where,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.load(answer)


def choose(table: dict[str, Any]) -> list[str]:
    """Which of the options to take: any of them."""
    words: list[str] = random.choice(table["decision"]["options"])["words"]  # noqa: S311
    return words


def answer(hosted: Hosted, match: str) -> bool:
    """Answer once, if it is our turn in this match; whether it was."""
    table = hosted.ask("GET", f"/matches/{match}/table", since=10**9)  # without the log
    decision = table["decision"]
    if decision is None or not decision["yours"]:
        return False
    said = {
        "seat": table["match"]["you"]["seat"],
        "number": decision["number"],
        "words": choose(table),
    }
    try:
        hosted.ask("POST", f"/matches/{match}/choices", said)
    except urllib.error.HTTPError as error:
        if error.code != 409:  # somebody was quicker, or the match has ended: look again
            raise
    return True


def main(address: str, token: str, pause: str = "2") -> None:
    """Play wherever it is our turn, and wait where it is not."""
    hosted = Hosted(address, token)
    while True:
        cards = hosted.ask("GET", "/matches", list="mine")
        due = [card["id"] for card in cards if card["turn"] == "yours"]
        for match in due:
            while answer(hosted, match):
                pass
        if not due:
            time.sleep(float(pause))


if __name__ == "__main__":
    main(*sys.argv[1:])
