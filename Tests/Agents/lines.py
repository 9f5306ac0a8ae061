"""What the server does with lines that no client should write."""

import fcntl
import json
import os
import socket
import struct
import termios
import threading
import time

import messages
from rows import equal, row
from session import Lines

MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
WRONG_REVISION = MODERN | {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}


def prepare(session):
    session.routes("""
  - {name: none, path: /none, run: ["true"]}
  - {name: count, path: /count, input: {times: {type: int, max: 9}}, run: [printf, "%s", $times], output: text}
  - {name: control, path: /control, run: [xcallback, status]}
""")


def request(**members):
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": MODERN}} | members


# A line, and the code and the id of its answer.
MALFORMED = [
    (b"not json", -32700, None), (b'{"jsonrpc": "2.0"', -32700, None), (b"\xff\xfe", -32700, None),
    (b'"\\ud800"', -32700, None), (b"[" * 100, -32700, None), (b'{"a": 1, "a": 2}', -32700, None),
    (b"null", -32600, None), (b"[]", -32600, None), ([request()], -32600, None), (b"1", -32600, None),
    (request(id=None), -32600, None), (request(id=1.5), -32600, None), (request(id=[1]), -32600, None),
    (b"x" * ((1 << 20) + 1), -32600, None), (request(jsonrpc="1.0"), -32600, 1), (request(method=5), -32600, 1),
    ({"jsonrpc": "2.0", "id": 1}, -32600, 1), (request(params=[1]), -32602, 1), (request(params={}), -32602, 1),
    (request(params={"_meta": {list(MODERN)[0]: "2026-07-28"}}), -32602, 1),
    (request(params={"_meta": WRONG_REVISION}), -32022, 1),
    (request(params={"_meta": MODERN | {list(MODERN)[0]: 20260728}}), -32602, 1),
    (request(params={"_meta": MODERN, "cursor": "x"}), -32602, 1),
    (request(method="nothing"), -32601, 1), (request(method="ping"), -32601, 1),
    (request(method="initialize"), -32601, 1), (request(method="resources/read"), -32601, 1),
    (request(method="prompts/list", params={"_meta": MODERN, "cursor": "x"}), -32602, 1),
    (request(method="tools/call"), -32602, 1),
    (request(method="tools/call", params={"_meta": MODERN, "name": 5}), -32602, 1),
    (request(method="tools/call", params={"_meta": MODERN, "name": "n_none", "arguments": [1]}), -32602, 1),
    (request(method="tools/call", params={"_meta": MODERN, "name": "n_none", "arguments": "x"}), -32602, 1),
]


@row(25, "lines", "each malformed line has its code, and the next line is answered")
async def malformed(session):
    with Lines(session) as server:
        for line, code, identifier in MALFORMED:
            server.send(line)
            reply = server.next()
            equal((str(line)[:100], reply["error"]["code"], reply.get("id")), (str(line)[:100], code, identifier))
            equal(server.ask("next", "ping")["result"], {})
        # What needs no answer gets none.
        for line in (b"", b"\r", {"jsonrpc": "2.0", "method": "nothing"}, {"jsonrpc": "2.0", "id": 1, "result": {}},
                     {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "none"}}):
            server.send(line)
        equal(server.ask("last", "ping")["result"], {})
    messages.check(server.folder)


# The lists that clients ask for unasked, and their members.
EMPTY = {"prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates"}


@row(25, "lines", "both eras share one pipe, and each gets its own form")
async def both(session):
    with Lines(session) as server:
        equal(server.ask(1, "server/discover", _meta=MODERN)["result"]["supportedVersions"], ["2026-07-28"])
        for revision in ("2024-11-05", "2025-06-18", "1999-01-01"):
            result = server.ask(2, "initialize", protocolVersion=revision, capabilities={})["result"]
            equal(result["protocolVersion"], "2025-11-25" if revision < "2024" else revision)
        server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        for identifier, parameters in enumerate([{}, {"_meta": MODERN}, {}]):
            server.ask(f"list {identifier}", "tools/list", **parameters)
            for method, member in EMPTY.items():
                equal(server.ask(f"{method} {identifier}", method, **parameters)["result"][member], [])
            server.ask(f"call {identifier}", "tools/call", name="n_none", **parameters)
    messages.check(server.folder)


@row(10, "lines", "3.0 and 1e0 are integers")
async def whole(session):
    with Lines(session) as server:
        for number, text in ((b"3.0", "3"), (b"1e0", "1"), (b"2E0", "2"), (b'"4"', "4")):
            server.send(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "n_count", "arguments": '
                        b'{"times": ' + number + b'}, "_meta": ' + json.dumps(MODERN).encode() + b"}}")
            equal(server.next()["result"]["content"][0]["text"], text)
    messages.check(server.folder)


@row(21, "lines", "a stream hears of the changes that it asked for, and is closed at the end")
async def streams(session):
    with Lines(session) as server:
        server.ask(1, "tools/list", _meta=MODERN)
        for identifier, wanted in (("quiet", {}), ("eager", {"toolsListChanged": True})):
            acknowledged = server.ask(identifier, "subscriptions/listen", notifications=wanted, _meta=MODERN)
            equal(acknowledged["params"]["notifications"], wanted)
        session.routes('  - {name: new, path: /new, run: ["true"]}\n', "m")
        session.xcallback("reload")
        told = server.next()
        equal(told["method"], "notifications/tools/list_changed")
        equal(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "eager")
        equal(server.ask(2, "tools/list", _meta=MODERN)["id"], 2)
        server.process.stdin.close()
        equal({server.next()["id"] for _ in range(2)}, {"quiet", "eager"})
    messages.check(server.folder)


# The characters of a large reply. The server reads no more from a client that leaves 16 MiB of replies unread, which a client
# that first sends all of its twenty calls must not reach.
LARGE = 700_000


def serve_slowly(listener, routes):
    """Serves as a daemon that reads no line before its last reply, which no socket holds, has been read. It first waits
    until the client has filled the socket.
    """
    outcome = {"id": "1", "url": "n:///none", "outcome": "success", "output": {"result": "x" * LARGE}}
    is_full = False
    connection, _ = listener.accept()
    with connection:
        for line in connection.makefile():
            asked = json.loads(line)
            while asked["method"] == "run" and not is_full:
                is_full = struct.unpack("i", fcntl.ioctl(connection, termios.FIONREAD, b"    "))[0] > 40_000
                time.sleep(0.01)
            if "follow" not in asked["params"]:
                result = routes if asked["method"] == "routes" else outcome
                reply = {"jsonrpc": "2.0", "id": asked["id"], "result": result}
                connection.sendall(json.dumps(reply).encode() + b"\n")


@row(19, "lines", "twenty large calls are answered, although the daemon waits for its replies to be read")
async def slow_daemon(session):
    with socket.socket(socket.AF_UNIX) as agent:
        agent.connect(f"{session.path}/run/xcallbackd/agent/agent.sock")
        agent.sendall(b'{"jsonrpc": "2.0", "id": 1, "method": "routes", "params": {}}\n')
        routes = json.loads(agent.makefile().readline())["result"]
    folder = f"{session.path}/slow"
    os.makedirs(f"{folder}/agent", mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{folder}/agent/agent.sock")
        listener.listen()
        threading.Thread(target=serve_slowly, args=[listener, routes], daemon=True).start()
        with Lines(session, XCALLBACK_SOCKET_DIRECTORY=folder) as server:
            for identifier in range(20):
                parameters = {"_meta": MODERN, "name": "n_none", "arguments": {"text": "y" * 60_000}}
                server.send(request(id=identifier, method="tools/call", params=parameters))
            replies = [server.next() for _ in range(20)]
    equal({reply["id"] for reply in replies}, set(range(20)))
    equal({len(reply["result"]["content"][0]["text"]) for reply in replies}, {LARGE})


@row(30, "lines", "the agent socket has no other methods, and a command of an agent does not reach the control socket")
async def closed(session):
    for method in ("dispatch", "call", "explain", "history", "status", "serve", "reload", "pause", "grants", "forget"):
        with socket.socket(socket.AF_UNIX) as agent:
            agent.connect(f"{session.path}/run/xcallbackd/agent/agent.sock")
            agent.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}).encode() + b"\n")
            equal(json.loads(agent.makefile().readline())["error"]["code"], -32601)
    with Lines(session) as server:
        result = server.ask(1, "tools/call", name="n_control", _meta=MODERN)["result"]
        equal(result["isError"], True)
    messages.check(server.folder)
