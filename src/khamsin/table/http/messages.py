"""What clients send: the bodies of requests, the questions in addresses, the words of a socket.

Each is a struct that says what it takes. `reading` refuses everything else, unknown fields of a
body too; the description of the API (`openapi`) is made of the same structs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from khamsin.table.config import Limits

_DAY = 24 * 3600
Text = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=30)]
Word = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\s#]+$")]
Words = Annotated[tuple[Word, ...], Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Page = Annotated[int, Meta(ge=0, le=100_000)]
Language = Literal["en", "es", "pl"]
"""What the table speaks: `LANGUAGES` of the kernel, as a type."""


class Sent(Struct):
    """Anything that was sent: what cannot be printed is replaced in every text of it."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, str) and not value.isprintable():
                setattr(self, name, printable(value))


def printable(text: str) -> str:
    r"""Keep line ends and tabs, replace whatever else cannot be printed.

    >>> printable("a\tb\x00")
    'a\tb\ufffd'
    """
    return "".join(c if c in "\n\t" or c.isprintable() else "\ufffd" for c in text)


class Body(Sent, forbid_unknown_fields=True):
    """The body of a request."""


class Query(Sent):
    """What stands behind the question mark; what is not asked for there is passed over."""


# -- people ------------------------------------------------------------------------------------


class Key(Body):
    """The key of a local table."""

    key: Text


class SignIn(Body):
    """Name and password."""

    name: Text
    password: Text


class Register(SignIn):
    """A new account."""

    email: Text = ""


class Settings(Body):
    """What is to be changed in one's settings."""

    email: Text | UnsetType = UNSET
    webhook: Annotated[str, Meta(max_length=500)] | UnsetType = UNSET
    language: Language | UnsetType = UNSET
    password: Text = ""


class Token(Body):
    """What a link holds."""

    token: Text


class NewPassword(Body):
    """The password, and another one."""

    old: Text
    new: Text


class Reset(Token):
    """A new password, by a link."""

    password: Text


class Password(Body):
    """The password, as a proof."""

    password: Text


class NewToken(Password):
    """A token for a program of one's own."""

    name: Text
    scopes: Annotated[tuple[Literal["read", "play", "matches"], ...], Meta(max_length=3)]
    days: Annotated[int, Meta(ge=1, le=366)] = 90


class Passkey(Body):
    """What the browser says of a passkey, as it writes it."""

    credential: dict[str, Any]


class NewPasskey(Passkey):
    """One that was made now."""

    name: Text


class Endpoint(Body):
    """Where a browser is told of notices."""

    endpoint: Annotated[str, Meta(max_length=1000)]


class Browser(Endpoint):
    """A browser that was asked to tell of notices; its keys, as it writes them."""

    key: Text
    secret: Text


class Email(Body):
    """An address."""

    email: Text


class Block(Body):
    """Whom to block, or no longer."""

    name: Text
    blocked: bool = True


class Read(Body):
    """The last notice that was read, of one match or of all."""

    upto: Number
    match: Text = ""


class Ban(Body):
    """Whether somebody is banned."""

    banned: bool


class Registration(Body):
    """Whether people may make accounts."""

    open: bool


class Paged(Query):
    """A page of a list."""

    page: Page = 0


class Search(Query):
    """People whose names have these letters."""

    search: Text = ""
    page: Page = 0


# -- matches -----------------------------------------------------------------------------------


class SeatWanted(Body, tag_field="kind"):
    """Who is to sit in a seat of a new match."""


class You(SeatWanted, tag="you"):
    """Whoever sets the match up."""


class Screen(SeatWanted, tag="screen"):
    """Somebody at the same screen."""

    name: Name = ""


class Invited(SeatWanted, tag="invite"):
    """Whoever follows a link."""


class Open(SeatWanted, tag="open"):
    """Whoever comes first."""


class Bot(SeatWanted, tag="bot"):
    """A bot."""

    bot: Text


class Clock(Body):
    """Seconds that each has, and gets for every answer."""

    reserve: Annotated[float, Meta(ge=1, le=365 * _DAY)]
    increment: Annotated[float, Meta(ge=0, le=30 * _DAY)]


Seats = dict[str, You | Screen | Invited | Open | Bot] | None
"""Who is to sit where, by side."""


class NewMatch(Body):
    """What a match is to be; `on_timeout` is `offer` or `bot NAME`."""

    game: Text
    scenario: Text
    options: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    pack: Text = ""
    seats: Seats = None
    private: bool = False
    clock: Clock | None = None
    on_timeout: Text = "offer"
    rated: bool = False


class NewEvent(Body):
    """A tournament or a series; of a round robin `rounds` is how often all meet, 1 or 2."""

    title: Text
    form: Literal["swiss", "round_robin", "series"]
    rounds: Annotated[int, Meta(ge=1, le=15)]
    game: Text
    scenario: Text
    clock: Clock
    options: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    rated: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.form == "round_robin" and self.rounds > 2:
            raise ValueError("in a round robin all meet once or twice")


class Withdrawal(Body):
    """Who plays no more; empty: I."""

    name: Text = ""


class Decided(Body):
    """What the first of a pairing has won."""

    round: Number
    board: Number
    score: Annotated[float, Meta(ge=0, le=1, multiple_of=0.5)]


class File(Body):
    """A journal, and who plays on; without `seats` all of them are one's own."""

    file: Annotated[str, Meta(max_length=Limits().journal)]
    seats: Seats = None


class Side(Body):
    """One side of a match."""

    side: Text


class Seating(Side):
    """A bot, oneself, or nobody any more."""

    bot: Text = ""
    person: bool = False
    leave: bool = False


class Copy(Body):
    """Which position to copy, as seen from a seat."""

    entries: Number
    seat: Text = ""


class Pack(Query):
    """A data pack of the host's own."""

    pack: Text = ""


class Listed(Query):
    """Which matches."""

    list: Literal["mine", "open", "finished", "archive"] = "mine"
    game: Text = ""
    who: Text = ""
    page: Page = 0


# -- at the table ------------------------------------------------------------------------------


class Seat(Body):
    """From which seat."""

    seat: Text


class Asking(Seat):
    """The decision that is open, by its number."""

    number: Number


class Choice(Asking):
    """The answer to a decision."""

    words: Words

    def __post_init__(self) -> None:
        super().__post_init__()
        if not all(word.isprintable() for word in self.words):
            raise ValueError("a word has nothing in it that cannot be printed")


class Offer(Body):
    """An undo or a draw."""

    kind: Literal["undo", "draw"]
    seat: Text = ""
    to: Number = 0


class Embedding(Body):
    """Whether pages of others may show it."""

    allowed: bool


class Reply(Body):
    """Whether an offer is accepted."""

    accept: bool


class Line(Body):
    """What is said."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Notes(Body):
    """What one notes for oneself."""

    text: Annotated[str, Meta(max_length=20_000)]


class Nothing(Body):
    """Nothing to say."""


class Seen(Query):
    """As a seat sees it; without one, as whoever asks does."""

    seat: Text = ""


class Filed(Seen):
    """The file of a match; `whole` with all that is hidden, at a table of one's own."""

    whole: bool = False


class Reviewed(Query):
    """Whether the review leads to positions on the board."""

    board: bool = False


class SeenSince(Seen):
    """With the log from this line on."""

    since: Number = 0


class Counted(Seen):
    """For one piece, or for all."""

    piece: Text = ""


class Asked(Seen, kw_only=True):
    """About these words, separated by blanks (`+`)."""

    words: Annotated[str, Meta(min_length=1, max_length=64 * 101)]


# -- over the socket ---------------------------------------------------------------------------

Ref = str | int | None
"""What the client knows its message by; the answer carries it."""


class Choose(Choice, tag_field="type", tag="choose"):
    """The answer to a decision."""

    ref: Ref = None


class Look(Sent, tag_field="type", tag="look"):
    """To look from a seat from now on; without one, as whoever asks does."""

    seat: Text = ""
    ref: Ref = None


class Hint(Sent, tag_field="type", tag="hint"):
    """To know what the computer would do, at the decision of this number."""

    seat: Text
    number: Number
    ref: Ref = None


class Unhint(Sent, tag_field="type", tag="unhint"):
    """Not to know it any more."""

    ref: Ref = None


class Ping(Sent, tag_field="type", tag="ping"):
    """To hear whether the table is there."""

    ref: Ref = None
