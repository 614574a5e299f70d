"""The protocol for other languages: JSON schema and TypeScript, from the structs."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from tavli.protocol.client import ClientMessage
from tavli.protocol.server import ServerMessage

Schema = Mapping[str, Any]

_REFERENCE = "#/$defs/{name}"
_HEADER = (
    "// Written by `python -m tavli.protocol.schema typescript`; don't edit by hand.\n"
)


def json_schema() -> dict[str, Any]:
    """Return one JSON schema that describes all messages of both directions."""
    roots, definitions = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template=_REFERENCE
    )
    names = ("ClientMessage", "ServerMessage")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The tavli protocol",
        "$defs": {**definitions, **dict(zip(names, roots, strict=True))},
    }


def typescript() -> str:
    """Return the same as TypeScript types, one exported name a struct."""
    definitions: dict[str, Schema] = json_schema()["$defs"]
    blocks = [
        f"{_comment(schema)}export type {name} = {_type(schema, 0)};\n"
        for name, schema in sorted(definitions.items())
    ]
    return "\n".join([_HEADER, *blocks])


def _comment(schema: Schema) -> str:
    words = schema.get("description", "").split("\n")[0]
    return f"/** {words} */\n" if words else ""


def _type(schema: Schema, depth: int) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(_type(part, depth) for part in schema[union])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    return _structure(schema, depth)


def _structure(schema: Schema, depth: int) -> str:
    match schema.get("type"):
        case "object" if "properties" in schema:
            return _object(schema, depth)
        case "object":
            return _record(schema, depth)
        case "array" if "prefixItems" in schema:
            parts = ", ".join(_type(p, depth) for p in schema["prefixItems"])
            return f"[{parts}]"
        case "array":
            return f"Array<{_type(schema['items'], depth)}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case other:
            raise ValueError(f"there is no TypeScript type here for {other!r}")


def _object(schema: Schema, depth: int) -> str:
    required = set(schema.get("required", ()))
    indent = "  " * (depth + 1)
    lines = [
        f"{indent}{name}{'' if name in required else '?'}: {_type(part, depth + 1)};"
        for name, part in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, "  " * depth + "}"])


def _record(schema: Schema, depth: int) -> str:
    value = _type(schema.get("additionalProperties") or {}, depth)
    keys = schema.get("propertyNames")
    if keys:
        return f"Partial<Record<{_type(keys, depth)}, {value}>>"
    return f"Record<string, {value}>"


def main() -> None:
    """Print ``json`` (the default) or ``typescript``."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else "json"
    if wanted == "typescript":
        sys.stdout.write(typescript())
    elif wanted == "json":
        sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")
    else:
        sys.exit(f"the protocol is written as json or typescript, not {wanted[:40]!r}")


if __name__ == "__main__":
    main()
