"""Calls that are cancelled or cut off, and lists that change."""

import asyncio

import mcp

import clients
from rows import contains, equal, row
from session import until

# Leaves a file when it begins, and another one at SIGTERM.
HOLD = "sh, -c, 'trap \"touch term-$$0; exit\" TERM; touch begun-$$0; sleep 61 & wait', $n"
# Ends when there is a file.
GATE = "sh, -c, 'touch begun-$$0; until [ -e go-$$0 ]; do sleep 0.1; done', $n"
TOGETHER = "sh, -c, 'touch at-$$0; while [ $$(ls at-* | wc -l) -lt 8 ]; do sleep 0.1; done', $n"
ROUTES = f"""
  - {{name: none, path: /none, run: ["true"]}}
  - {{name: hold, path: /hold, input: {{n: int}}, run: [{HOLD}]}}
  - {{name: gate, path: /gate, input: {{n: int}}, run: [{GATE}]}}
  - {{name: together, path: /together, input: {{n: int}}, run: [{TOGETHER}]}}
"""


def prepare(session):
    session.routes(ROUTES)


async def begins(session, name):
    await until(f"the command {name} begins", lambda: session.has(f"begun-{name}"))


async def is_cancelled(session, name):
    """Waits until the command has had SIGTERM, and the history has the cancel."""
    await until(f"the command {name} gets SIGTERM", lambda: session.has(f"term-{name}"))
    await until(f"{name} is cancelled", lambda: any(
        request["outcome"] == "cancel" and request["url"].endswith(f"n={name}") for request in session.history()))


@row(17, "life", "the client's timeout ends the command, and the history has the cancel")
async def timeout(client, session):
    try:
        await client.call("n_hold", {"n": 17}, timeout=2)
        raise AssertionError("no timeout")
    except mcp.MCPError:
        await is_cancelled(session, 17)


@row(18, "life", "a cancel of one of two calls ends its command, and the other call succeeds")
async def one_of_two(client, session):
    first = asyncio.create_task(client.call("n_hold", {"n": 18}))
    second = asyncio.create_task(client.text("n_gate", {"n": 180}))
    await begins(session, 18)
    await begins(session, 180)
    first.cancel()
    await is_cancelled(session, 18)
    session.write("home/go-180", "")
    equal(await second, "done")


@row(19, "life", "eight calls at once run at the same time")
async def eight(client, session):
    equal(await asyncio.gather(*(client.text("n_together", {"n": n}) for n in range(8))), ["done"] * 8)


@row(21, "life", "a reload with a new tool is told once, and one with only a comment is not told")
async def changes(client, session):
    await client.tools()
    async with client.hears_changes():
        session.routes('  - {name: new, path: /new, run: ["true"]}\n', "m")
        session.xcallback("reload")
        await until("the change is told", lambda: client.changes)
        session.routes(f"# Only a comment.\n{ROUTES}")
        session.xcallback("reload")
        equal(await client.text("n_none"), "done")
        equal(len(client.changes), 1)


@row(22, "life", "the new tool is listed and runs; after its file is removed, a call of it is -32602")
async def removed(client, session):
    assert "m_new" in await client.tools()
    equal(await client.text("m_new"), "done")
    session.remove_routes("m")
    session.xcallback("reload")
    equal(await client.refusal("m_new"), -32602)
    assert "m_new" not in await client.tools()


@row(23, "life", "without the daemon a call is isError 503 and the list is -32603; after its return both work")
async def away(client, session):
    session.stop()
    code, message = await client.error("n_none")
    equal(code, 503)
    contains(message, "xcallback doctor")
    try:
        await client.tools()
        raise AssertionError("there is a list")
    except mcp.MCPError as error:
        equal(error.error.code, -32603)
    session.start()
    equal(await client.text("n_none"), "done")
    assert "n_none" in await client.tools()


@row(23, "life", "a call that is lost with the daemon is isError 502")
async def lost(client, session):
    call = asyncio.create_task(client.error("n_gate", {"n": 23}))
    await begins(session, 23)
    session.daemon.kill()
    equal((await call)[0], 502)
    session.write("home/go-23", "")
    session.stop()
    session.start()


@row(24, "life", "the end of the client ends the command")
async def end(client, session):
    async with clients.connect(session, client.name) as other:
        call = asyncio.create_task(other.call("n_hold", {"n": 24}))
        await begins(session, 24)
    await is_cancelled(session, 24)
    await asyncio.gather(call, return_exceptions=True)
