"""Calls of tools, and their results."""

import json

from rows import contains, equal, row

ROUTES = """
  - {name: say, path: /say, input: {text: string}, run: [printf, --, '%s', $text], output: text}
  - name: line
    path: /line
    input: {line: line?, count: {type: int?, max: 5}}
    run: [printf, "%s", $line, $count]
    output: text
  - {name: items, path: /items, input: {tags: [line], mood: line?, size: {one-of: [s, l], default: s}}, run: [echo, $tags, $mood, $size],
     output: text}
  - {name: lines, path: /lines, run: [printf, 'a\\nb\\n'], output: lines}
  - {name: json, path: /json, run: [printf, '{"a": [1, "x"]}'], output: json}
  - {name: none, path: /none, run: ["true"]}
  - {name: ring, path: /ring, run: [printf, '\\033[31m\\302\\233\\tred\\n'], output: text}
  - {name: fails, path: /fails, run: [sh, -c, "echo broken >&2; exit 7"]}
  - {name: cancels, path: /cancels, run: [sh, -c, "exit 130"]}
  - {name: slow, path: /slow, timeout: 1s, run: [sleep, "61"]}
  - name: bytes
    path: /bytes
    input: {n: int}
    run: [sh, -c, 'head -c "$$0" /dev/zero | tr "\\0" x', $n]
    output: text
  - {name: measure, path: /measure, input: {text: string}, run: [wc, -c], stdin: $text, output: text}
  - {name: latin, path: /latin, run: [printf, '\\344'], output: text}
  - name: all
    path: /all
    require: [[integer, number]]
    exclusive: [[integer, number]]
    input:
      text: string
      integer: int?
      number: number?
      bool: bool
      date: date
      uuid: uuid
      url: url
      base64: base64
      size: {one-of: [small, large]}
      many: [int]
    run: [printf, '%s|', $text, $integer, $bool, $date, $uuid, $url, $size, $many]
    output: text
"""
ALL = {
    "text": "a", "integer": 2, "bool": True, "date": "2027-01-31", "uuid": "7b3c2f0e-3c57-4a5c-9d9c-0e5a4a1d2b11",
    "url": "https://example.org/", "base64": "YQ==", "size": "large", "many": [1, 2]}


def prepare(session):
    session.routes(ROUTES)


@row(6, "calls", "a call of a `text` route gives the text alone, without characters that a terminal obeys")
async def text(client, session):
    result = await client.call("n_say", {"text": "hi"})
    equal([part.text for part in result.content], ["hi"])
    equal((result.structured_content, result.is_error), (None, False))
    equal(await client.text("n_ring"), "\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}\tred")


@row(7, "calls", "a call of a `lines` route gives structured content, and the same as JSON text")
async def lines(client, session):
    await client.tools()
    result = await client.call("n_lines")
    equal(result.structured_content, {"result": ["a", "b"]})
    equal(json.loads(result.content[0].text), result.structured_content)
    untyped = await client.call("n_json")
    equal(untyped.structured_content, None)
    equal(json.loads(untyped.content[0].text), {"a": [1, "x"]})


@row(7, "calls", "declared members are structured content; output that does not fit is 500")
async def declared(client, session):
    session.routes("""
  - {name: note, path: /note, run: [printf, '{"id": 7}'], output: {id: int, url: url?}}
  - {name: wrong, path: /wrong, run: [printf, '{"id": "x"}'], output: {id: int}}
""", "d")
    session.xcallback("reload")
    schema = (await client.tools())["d_note"]["outputSchema"]
    equal(schema["properties"], {"id": {"type": "integer"}, "url": {"type": "string", "format": "uri"}})
    equal(schema["required"], ["id"])
    result = await client.call("d_note")
    equal(result.structured_content, {"id": 7})
    equal(json.loads(result.content[0].text), {"id": 7})
    equal((await client.error("d_wrong"))[0], 500)


@row(8, "calls", "a call without arguments of a route without output gives `done`")
async def none(client, session):
    equal(await client.text("n_none"), "done")


@row(9, "calls", "a wrong argument is isError 400, and names the field")
async def wrong(client, session):
    for arguments, field in [
            ({}, "text"), ({"text": "a", "extra": 1}, "extra"), ({"text": ["a", "b"]}, "text"),
            ({"text": "a", "x-success": "app://done"}, "x-success"), ({"text": {"a": 1}}, "text")]:
        code, message = await client.error("n_say", arguments)
        equal(code, 400)
        contains(message, "error 400: ", field)
    for arguments, field in [({"count": 6}, "count"), ({"line": "a\nb"}, "line"), ({"count": "x"}, "count")]:
        code, message = await client.error("n_line", arguments)
        equal(code, 400)
        contains(message, field)


@row(10, "calls", "null, options, emoji, bidirectional marks and shell code arrive unchanged")
async def values(client, session):
    for value in ["--help", "-", "👩‍👩‍👧", "\N{RIGHT-TO-LEFT OVERRIDE}abc\N{POP DIRECTIONAL FORMATTING}",
                  "'; rm -rf $HOME", "$(id)", "a\nb", "%41", "a+b&c=d#e", " ", "\\n"]:
        equal(await client.text("n_say", {"text": value}), value)
    equal(await client.text("n_line", {"line": "a", "count": None}), "a")


@row(10, "calls", "an optional argument may be null, and an item that is null is left out")
async def nothing(client, session):
    equal((await client.text("n_items", {"tags": ["a", None, "b", None], "mood": None, "size": None})).strip(), "a b s")
    for tags in (None, [None], []):
        equal((await client.text("n_items", {"tags": tags, "mood": "null"})).strip(), "null s")


@row(10, "calls", "2.0 is an integer")
async def whole(client, session):
    equal(await client.text("n_line", {"line": "a", "count": 2.0}), "a2")


@row(11, "calls", "all types at once run; none or both of `require` and `exclusive` is isError 400")
async def every(client, session):
    contains(await client.text("n_all", ALL), "a|2|true|2027-01-31|7b3c2f0e-", "|https://example.org/|large|1")
    for arguments in (ALL | {"integer": None}, ALL | {"number": 0.5}):
        code, message = await client.error("n_all", arguments)
        equal(code, 400)
        contains(message, "integer", "number")


@row(12, "calls", "an unknown tool is -32602")
async def unknown(client, session):
    equal(await client.refusal("n_nothing"), -32602)


@row(13, "calls", "exit 7 with a line on standard error is isError with 7 and the line")
async def fails(client, session):
    equal(await client.error("n_fails"), (7, "error 7: broken"))


@row(14, "calls", "exit 130 is isError and `cancelled`")
async def cancels(client, session):
    code, message = await client.error("n_cancels")
    contains(message, "cancelled: ")


@row(15, "calls", "the timeout of a route is isError 408")
async def late(client, session):
    equal((await client.error("n_slow"))[0], 408)


@row(16, "calls", "1 MiB of output arrives whole; more is 413, and bytes that are not UTF-8 are 500")
async def sizes(client, session):
    mebibyte = 1 << 20
    for size in (mebibyte - 1024, mebibyte):
        equal(len(await client.text("n_bytes", {"n": size})), size)
    for size in (mebibyte + 1, mebibyte + 1024):
        equal((await client.error("n_bytes", {"n": size}))[0], 413)
    equal((await client.error("n_latin"))[0], 500)


@row(16, "calls", "long arguments arrive whole, and ones that the daemon does not read are 413")
async def long_arguments(client, session):
    equal((await client.text("n_measure", {"text": "x" * 100_000})).strip(), "100000")
    for length in (150_000, 300_000):
        equal((await client.error("n_measure", {"text": "x" * length}))[0], 413)
    equal(await client.text("n_none"), "done")
