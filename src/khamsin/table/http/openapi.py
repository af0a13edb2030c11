"""The description of the API, for people who write clients and for those who try to break it.

It is made of the addresses and of the structs that they take. What the answers look like is told
in docs/table-protocol.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from khamsin import __version__

from . import messages
from .call import Address

Schema = dict[str, Any]

_COMPONENTS = "#/components/schemas/{name}"
_NUMBERS = ("entries", "line", "person")
"""What is a number where it stands in a path."""


class Refusal(msgspec.Struct):
    """Why not."""

    code: str
    text: str
    rule: str | None


class Refused(msgspec.Struct):
    """Refused; nothing was changed."""

    error: Refusal


def describe(addresses: Sequence[Address]) -> Schema:
    """The whole description."""
    kinds = {body for each in addresses for body in each.bodies} | {Refused}
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_COMPONENTS)
    paths: dict[str, Schema] = {}
    for each in addresses:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Khamsin: the table", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "khamsin"},
                "csrf": {"type": "apiKey", "in": "header", "name": "X-Khamsin-CSRF"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(address: Address) -> Schema:
    kind = "text/plain" if address.path.endswith("/journal") else "application/json"
    operation: Schema = {
        "summary": address.text,
        "parameters": _parameters(address),
        "responses": {
            "200": {"description": "Done", "content": {kind: {}}},
            "default": {
                "description": "Refused; nothing was changed",
                "content": {"application/json": {"schema": _schema(Refused)}},
            },
        },
    }
    if address.bodies:
        taken = [_schema(body) for body in address.bodies]
        content = {
            "application/json": {"schema": taken[0] if len(taken) == 1 else {"anyOf": taken}}
        }
        operation["requestBody"] = {"required": True, "content": content}
    signed_in: list[Schema] = [
        {"session": []} if address.method == "GET" else {"session": [], "csrf": []}
    ]
    if address.scope:
        operation["description"] = f"Programs need the scope `{address.scope}`."
        signed_in.append({"token": [address.scope]})
    if address.scope or address.method != "GET":
        operation["security"] = signed_in
    return operation


def _schema(kind: type) -> Schema:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_COMPONENTS)
    return schema


def _parameters(address: Address) -> list[Schema]:
    """The names in the path, what the query may hold, and the language, which all may ask for."""
    names = [part[1:-1] for part in address.path.split("/") if part.startswith("{")]
    found = [
        _parameter(name, "path", messages.Number if name in _NUMBERS else messages.Text)
        for name in names
    ]
    for field in msgspec.structs.fields(address.query):
        found.append(_parameter(field.name, "query", field.type, is_needed=field.required))
    return [*found, _parameter("lang", "query", messages.Language)]


def _parameter(name: str, where: str, kind: object, *, is_needed: bool = False) -> Schema:
    schema = msgspec.json.schema(kind)
    return {"name": name, "in": where, "required": where == "path" or is_needed, "schema": schema}
