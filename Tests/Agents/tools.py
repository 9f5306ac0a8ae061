"""The list of tools."""

import re

import jsonschema

from rows import equal, row

ROUTES = """
  - name: types
    path: /types
    summary: Takes every type
    effect: adds
    require: [[text], [integer, number]]
    exclusive: [[integer, number]]
    input:
      text: {type: string?, description: Any text}
      line: line?
      word: {type: line?, pattern: "[a-z]{1,8}"}
      escaped: {type: line?, pattern: '\\w+\\-\\d'}
      integer: {type: int?, min: 1, max: 5}
      number: {type: number?, min: 0.5}
      bool: bool?
      date: date?
      uuid: uuid?
      url: {type: url?, schemes: [https]}
      base64: base64?
      size: {one-of: [small, large], default: small}
      path: {type: path?, under: HOME}
      many: [int]
      separated: {type: [line], separator: ","}
    run: [echo, $text]
  - {name: segments, path: "/segments/{first}/{rest**}", input: {first: int, rest: [line]}, run: ["true"]}
  - {name: read, path: /read, effect: reads, run: ["true"]}
  - {name: change, path: /change, effect: changes, run: ["true"]}
  - {name: plain, path: /plain, run: ["true"]}
  - {name: pin, path: /pin, input: {pin: {type: line, secret: true}}, run: ["true"]}
  - {name: fallback, path: /fallback, fallback: true, run: ["true"]}
  - {name: closed, path: /closed, agent: never, run: [touch, closed]}
"""
LONG = "a-name-that-is-much-longer-than-the-forty-eight-bytes"


def prepare(session):
    session.routes(ROUTES.replace("HOME", f"{session.path}/home"))
    session.routes(f"  - {{name: {LONG}, path: /long, run: [\"true\"]}}\n", "long")
    session.write("config/xcallbackd/routes.d/silent.yaml", (
        "schemes: [silent]\nroutes: [{name: closed, path: /closed, run: [touch, closed]}]\n"))


@row(1, "tools", "connecting as auto, legacy and 2026-07-28 gives 2026-07-28, 2025-11-25 and 2026-07-28")
async def revisions(client, session):
    equal(client.revision, "2025-11-25" if client.name == "legacy" else "2026-07-28")


@row(2, "tools", "the list has valid names in the same order each time, no secret route, and no built-in one")
async def names(client, session):
    first, second = list(await client.tools()), list(await client.tools())
    equal(first, second)
    equal(first, sorted(first))
    assert all(re.fullmatch("[a-z0-9_-]{1,48}", name) for name in first), first
    long = [name for name in first if name.startswith("long_")]
    equal(set(first) - set(long), {"n_types", "n_segments", "n_read", "n_change", "n_plain"})
    equal([len(name) for name in long], [48])
    equal(await client.text(long[0]), "done")


@row(3, "tools", "each inputSchema is valid, closed, and has no anyOf, oneOf, allOf, not or if at its top")
async def schemas(client, session):
    for tool in (await client.tools()).values():
        schema = tool["inputSchema"]
        jsonschema.Draft202012Validator.check_schema(schema)
        equal((schema["type"], schema["additionalProperties"]), ("object", False))
        assert not {"anyOf", "oneOf", "allOf", "not", "if"} & set(schema), schema
        for value in schema.get("properties", {}).values():
            if "default" in value:
                jsonschema.validate(value["default"], value, jsonschema.Draft202012Validator)


@row(4, "tools", "every type has its schema, and the description has the sentences of 'require' and 'exclusive'")
async def types(client, session):
    tools = await client.tools()
    tool = tools["n_types"]
    schema = tool["inputSchema"]
    equal(schema["required"], ["text"])
    equal(schema["properties"], {
        "text": {"type": "string", "description": "Any text"},
        "line": {"type": ["string", "null"], "pattern": "^[^\\r\\n]*$"},
        "word": {"type": ["string", "null"], "pattern": "^(?:[a-z]{1,8})$"},
        # ECMA-262 with the flag u does not read this pattern.
        "escaped": {"type": ["string", "null"], "description": "Matches /\\w+\\-\\d/ as a whole."},
        "integer": {"type": ["integer", "null"], "minimum": 1, "maximum": 5},
        "number": {"type": ["number", "null"], "minimum": 0.5},
        "bool": {"type": ["boolean", "null"]},
        "date": {"type": ["string", "null"], "examples": ["2027-01-31", "2027-01-31T09:30:00Z"],
                 "description": "A day or a time of ISO 8601 with its zone."},
        "uuid": {"type": ["string", "null"], "format": "uuid"},
        "url": {"type": ["string", "null"], "format": "uri", "description": "A URL of: https."},
        "base64": {"type": ["string", "null"], "contentEncoding": "base64"},
        "size": {"enum": ["small", "large"], "default": "small"},
        "path": {"type": ["string", "null"], "description": "A relative path; no '..'."},
        "many": {"type": ["array", "null"], "items": {"type": "integer"}},
        "separated": {"type": ["array", "null"], "items": {"type": "string", "pattern": "^[^\\r\\n]*$"},
                      "description": "No item contains ','."}})
    equal(tool["title"], "Takes every type")
    equal(tool["description"].splitlines()[1:], [
        "Give at least one of: integer, number.", "Give at most one of: integer, number."])
    segments = tools["n_segments"]["inputSchema"]
    equal(segments["required"], ["first", "rest"])
    equal(segments["properties"]["rest"]["minItems"], 1)
    equal(tools["n_plain"]["inputSchema"], {"type": "object", "additionalProperties": False})


def openai(schema):
    """The rules of OpenAI's programs: of several types, the first that is not null counts."""
    types = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type", "string")]
    assert types[0] != "null", schema
    return schema | {"type": types[0]}


def gemini(schema):
    """The rules of Gemini's programs: one type, which may be nullable; choices are texts."""
    schema = dict(schema)
    types = schema.get("type", "string")
    if isinstance(types, list):
        assert len(types) == 2 and types[1] == "null", schema
        schema |= {"type": types[0], "nullable": True}
    assert all(isinstance(choice, str) for choice in schema.get("enum", [])), schema
    if "items" in schema:
        assert "nullable" not in gemini(schema["items"]), schema
    return schema


def claude(schema):
    """The rules of Claude's programs: a schema of draft 2020-12, by which an argument is a value or a text."""
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema


@row(4, "tools", "by the rules of three programs, an optional argument may be null, or cannot be the text null")
async def nullable(client, session):
    for tool in (await client.tools()).values():
        schema = tool["inputSchema"]
        for name, value in schema.get("properties", {}).items():
            assert not {"anyOf", "oneOf", "allOf", "not"} & set(value), value
            for rules in (claude, openai, gemini):
                assert isinstance(rules(value), dict)
            validator = jsonschema.Draft202012Validator(value)
            takes_null = validator.is_valid(None)
            if name in schema.get("required", []):
                assert not takes_null, value
            else:
                assert takes_null or not validator.is_valid("null"), value


@row(5, "tools", "a tool is not read-only and is destructive, unless its 'effect' says otherwise")
async def hints(client, session):
    tools = await client.tools()

    def found(name):
        return [tools[f"n_{name}"]["annotations"][f"{hint}Hint"] for hint in ("readOnly", "destructive", "idempotent")]

    equal({name: found(name) for name in ("read", "types", "change", "plain")}, {
        "read": [True, False, True], "types": [False, False, False], "change": [False, True, False],
        "plain": [False, True, False]})


@row(26, "tools", "a route without 'agent' is not listed, and a call of it is -32602")
async def closed(client, session):
    for name in ("silent_closed", "n_closed", "n_pin", "n_fallback", "xcallback_ping"):
        assert name not in await client.tools()
        equal(await client.refusal(name), -32602)
