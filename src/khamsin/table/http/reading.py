"""Reading what clients send into the structs of `messages`; what does not fit is a 400.

The sentence of the refusal names the place and what was expected there. It is for whoever wrote
the client.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

from khamsin.table.errors import ApiError, bad

from .messages import Choose, Hint, Look, Number, Ping, Ref, Unhint, Words

T = TypeVar("T")

Said = Choose | Hint | Look | Ping | Unhint

_SOCKET: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


class _Referring(msgspec.Struct):
    """The one field that is wanted of a message that was refused."""

    ref: Ref = None


def body(data: bytes, kind: type[T]) -> T:
    """The body of a request; without one, an empty object."""
    with _refusing("the body", kind):
        return msgspec.json.decode(data or b"{}", type=kind)


def query(given: Mapping[str, str], kind: type[T]) -> T:
    """What an address asks; an empty value is none."""
    with _refusing("the address", kind):
        return msgspec.convert({n: v for n, v in given.items() if v}, kind, strict=False)


def words(text: str) -> tuple[str, ...]:
    """Words in an address, separated by blanks."""
    with _refusing("words", Words):
        return msgspec.convert(text.split(), Words)


def number(text: str, name: str) -> int:
    """A number in the path of an address."""
    with _refusing(name, Number):
        return msgspec.convert(text, Number, strict=False)


def message(text: str) -> Said:
    """What came over a socket."""
    with _refusing("a message", Said):
        return _SOCKET.decode(text)


def ref(text: str) -> Ref:
    """What a message is known by, as far as it can be read."""
    try:
        return msgspec.json.decode(text, type=_Referring).ref
    except (ValueError, RecursionError):
        return None


@contextlib.contextmanager
def _refusing(what: str, kind: object) -> Iterator[None]:
    try:
        yield
    except msgspec.ValidationError as error:
        raise _refusal(str(error), what, kind) from None
    except (ValueError, RecursionError):
        raise bad(f"{what} is not JSON") from None


def _refusal(sentence: str, what: str, kind: object) -> ApiError:
    """The sentence of msgspec, with the place first: `'clock.reserve': expected 'float' >= 1`."""
    wrong, _, place = sentence.partition(" - at ")
    path = place.strip("`").removeprefix("$").removeprefix(".")
    where = repr(path) if path else what
    if wrong.startswith("Invalid "):
        return bad(f"{where} must be one of {', '.join(_values(kind, path.rpartition('.')[2]))}")
    return bad(f"{where}: {wrong[0].lower()}{wrong[1:]}".replace("`", "'"))


def _values(kind: object, name: str) -> list[str]:
    """What may stand in a field that takes a few values only."""
    _, structs = msgspec.json.schema_components([kind])
    fields = [struct["properties"].get(name, {}) for struct in structs.values()]
    return [value for field in fields for value in field.get("enum", ())]
