"""Checks each line that the server has written against the message kinds of the Model Context Protocol.

The schemas are stricter than the specification's: they allow only the members that this server writes.
"""

import json

import jsonschema


def record(required, optional={}):
    return {
        "type": "object", "properties": required | optional, "required": list(required), "additionalProperties": False}


TEXT, BOOL, COUNT = {"type": "string"}, {"type": "boolean"}, {"type": "integer", "minimum": 0}
IDENTIFIER = {"type": ["string", "integer"]}
PREFIX = "io.modelcontextprotocol/"
SERVER = record({"name": TEXT, "version": TEXT}, {"title": TEXT})
CAPABILITIES = record({"tools": record({"listChanged": BOOL})})
SCHEMA = {"type": "object", "required": ["type"], "properties": {"type": {"const": "object"}}}
TOOL = record(
    {"name": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,48}$"}, "inputSchema": SCHEMA},
    {"title": TEXT, "description": {"type": "string", "maxLength": 2048}, "outputSchema": SCHEMA,
     "annotations": record({}, {name: BOOL for name in (
         "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")})})
CALL = {"content": {"type": "array", "minItems": 1, "items": record({"type": {"const": "text"}, "text": TEXT})},
        "isError": BOOL}
CODES = {"xcallbackd/code": {"type": "integer"}, "xcallbackd/id": TEXT}
# By method: the members of a result, those that it may have, and those that only the newer era has.
RESULTS = {
    "initialize": ({"protocolVersion": {"enum": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]},
                    "capabilities": CAPABILITIES, "serverInfo": SERVER},
                   {"instructions": {"type": "string", "maxLength": 2048}}, {}),
    "ping": ({}, {}, {}),
    "server/discover": ({"supportedVersions": {"const": ["2026-07-28"]}, "capabilities": CAPABILITIES},
                        {"instructions": {"type": "string", "maxLength": 2048}},
                        {"ttlMs": COUNT, "cacheScope": {"enum": ["public", "private"]}}),
    "tools/list": ({"tools": {"type": "array", "items": TOOL}}, {},
                   {"ttlMs": COUNT, "cacheScope": {"enum": ["public", "private"]}}),
    **{method: ({member: {"type": "array", "maxItems": 0}}, {},
                {"ttlMs": COUNT, "cacheScope": {"enum": ["public", "private"]}})
       for method, member in (("prompts/list", "prompts"), ("resources/list", "resources"),
                              ("resources/templates/list", "resourceTemplates"))},
    "tools/call": (CALL, {"structuredContent": {"type": "object"}}, {}),
    "subscriptions/listen": ({}, {}, {}),
}
STREAM = {f"{PREFIX}subscriptionId": IDENTIFIER}
NOTIFICATIONS = {
    "notifications/tools/list_changed": record({}, {"_meta": record(STREAM)}),
    "notifications/subscriptions/acknowledged": record(
        {"notifications": record({}, {"toolsListChanged": {"const": True}}), "_meta": record(STREAM)}),
    "notifications/progress": record(
        {"progressToken": IDENTIFIER, "progress": {"type": "number"}}, {"message": TEXT}),
}
# The codes of JSON-RPC, and that of an unknown revision, whose data clients read.
ERRORS = {code: record({"code": {"const": code}, "message": TEXT}) for code in (-32700, -32600, -32601, -32602, -32603)}
ERRORS[-32022] = record({
    "code": {"const": -32022}, "message": TEXT,
    "data": record({"supported": {"type": "array", "items": TEXT}, "requested": TEXT})})


def result(method, is_modern):
    """The schema of the result of a method."""
    required, optional, modern = RESULTS[method]
    meta = CODES if method == "tools/call" else {}
    if not is_modern:
        return record(required, optional | ({"_meta": record({}, meta)} if meta else {}))
    stamp = {f"{PREFIX}serverInfo": SERVER} | (STREAM if method == "subscriptions/listen" else {})
    return record(required | modern | {"resultType": {"const": "complete"}, "_meta": record(stamp, meta)}, optional)


def validate(value, schema):
    jsonschema.validate(value, schema, jsonschema.Draft202012Validator)


def unique(members):
    """An object, whose names differ: clients take the last of two."""
    assert len(dict(members)) == len(members), f"a name is there twice: {[name for name, _ in members]}"
    return dict(members)


def read(path, is_strict):
    with open(path, "rb") as file:
        for line in file.read().split(b"\n")[:-1]:
            try:
                yield json.loads(line.decode(), object_pairs_hook=unique if is_strict else None)
            except ValueError:
                assert not is_strict, f"the server wrote what is not JSON: {line[:200]}"


def check(folder):
    """Checks the lines of a server against the lines of its client."""
    asked = {}
    for line in read(f"{folder}/requests", is_strict=False):
        if isinstance(line, dict) and "id" in line and "method" in line:
            asked[json.dumps(line["id"])] = line
    progress, schemas = {}, {}
    for line in read(f"{folder}/replies", is_strict=True):
        try:
            check_line(line, asked, progress, schemas)
        except (AssertionError, KeyError, jsonschema.ValidationError) as error:
            raise AssertionError(f"this line is wrong: {json.dumps(line)[:600]}\n{error!r:.600}") from error


def check_line(line, asked, progress, schemas):
    assert line["jsonrpc"] == "2.0"
    if "method" in line:
        validate(line, record({"jsonrpc": TEXT, "method": TEXT}, {"params": NOTIFICATIONS[line["method"]]}))
        if line["method"] == "notifications/progress":
            token, value = line["params"]["progressToken"], line["params"]["progress"]
            assert value > progress.get(token, 0), "progress must rise, and end with the reply"
            progress[token] = value
        return
    if "error" in line:
        return validate(line, record(
            {"jsonrpc": TEXT, "error": ERRORS[line["error"]["code"]]}, {"id": IDENTIFIER}))
    request = asked[json.dumps(line["id"])]
    meta = request.get("params", {}).get("_meta", {})
    schema = result(request["method"], f"{PREFIX}protocolVersion" in meta)
    validate(line, record({"jsonrpc": TEXT, "id": IDENTIFIER, "result": schema}))
    if "progressToken" in meta:
        progress[meta["progressToken"]] = float("inf")
    if request["method"] == "tools/list":
        schemas.update((tool["name"], tool.get("outputSchema")) for tool in line["result"]["tools"])
    if request["method"] == "tools/call":
        check_output(line["result"], schemas.get(request["params"]["name"]))


def check_output(result, schema):
    """Clients drop a success without the structured content that the schema promises."""
    structured = result.get("structuredContent")
    if result["isError"]:
        assert structured is None
    elif schema:
        validate(structured, schema)
        assert json.loads(result["content"][0]["text"]) == structured
