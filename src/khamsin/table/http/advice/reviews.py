"""Reviews of matches that are over. Of a running one there is nothing to be had here."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator

from starlette.responses import Response

from khamsin.kernel.text.narrator import Narrator
from khamsin.review.page import WORDS, Page
from khamsin.table.errors import ApiError, gone
from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.match import editions, viewers
from khamsin.table.match.table_match import TableMatch
from khamsin.table.show import views


@contextlib.asynccontextmanager
async def _finished(call: Call) -> AsyncIterator[TableMatch]:
    """A match that is over, that whoever asks may look at, and that the rules here can replay."""
    async with call.table.rooms.enter(call.path("match")) as table_match:
        viewers.may_watch(table_match, call.who)
        why = viewers.why_no_review(table_match)
        if why is not None:
            raise ApiError(409, why)
        yield table_match


async def standing(call: Call) -> dict[str, object]:
    """`GET .../review`."""
    async with _finished(call) as table_match:
        found = await call.table.reviews.standing(table_match.record.id)
    return found._asdict()


async def begin(call: Call) -> dict[str, object]:
    """`POST .../review`."""
    person = call.person.id
    await call.body(messages.Nothing)
    async with _finished(call) as table_match:
        await call.table.reviews.begin(table_match, person)
        found = await call.table.reviews.standing(table_match.record.id)
    return found._asdict()


async def page(call: Call) -> Response:
    """`GET .../review/page?board=`: with links to the board, or as a file that stands alone."""
    match, asked = call.path("match"), call.query(messages.Reviewed)
    rate = call.table.config.limits.positions
    call.table.limiter.take("review page", call.whose, rate, 6 * rate)
    async with _finished(call) as table_match:
        record = table_match.record
        ended = views.result(table_match, call.language)
    made = await call.table.reviews.kept(match)
    if made is None or ended is None:
        raise gone()
    told = _narrator(record.edition, call.language)
    board = (lambda at: f"#/m/{match}/at/{at}") if asked.board else None
    html = await asyncio.to_thread(lambda: Page(told, made, board, ended["text"]).html())
    headers = {"Content-Disposition": f'attachment; filename="{record.game}-{match}.html"'}
    return Response(html, media_type="text/html", headers=headers)


@functools.lru_cache(maxsize=32)
def _narrator(edition: str, language: str) -> Narrator:
    return Narrator(editions.game(edition), language, WORDS)
