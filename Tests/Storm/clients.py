"""The mixture: what each client of a storm does again and again."""

import asyncio
import contextlib
import itertools
import signal

from connection import GRACE, Closed
from relays import TIMEOUT, around, label
from session import QUESTIONS, ROUTES

NUMBERS = itertools.count(1)
# The longest time of a question, in seconds. A question is open for a minute at most, and waits for the previous ones.
QUESTION = 600


class Client:
    def __init__(self, session, name, action):
        self.session, self.events, self.name, self.action = session, session.events, name, action
        self.random = session.events.random(f"{session.name} {name}")

    async def run(self):
        while True:
            with contextlib.suppress(Closed):
                await self.action(self)
            if self.session.is_stopping:
                return

    async def pause(self, longest):
        await asyncio.sleep(self.random.uniform(0, longest))

    async def connection(self, door, purpose=""):
        """Returns the client's open connection for a purpose."""
        return await self.session.connection(door, f"{self.name} {purpose}")

    async def request(self, kind, seconds, method, door="control", span=TIMEOUT, **parameters):
        """Sends a request that takes some seconds at most. Within the span, a few are cancelled or left without their
        answer. Returns the reply.
        """
        connection = await self.connection(door)
        identifier = f"{self.name}-{next(NUMBERS)}"
        fate = self.random.choices(["", "cancelled", "left"], [75, 17, 8])[0]
        moment = around(self.random, span) if self.random.random() < 0.4 else self.random.uniform(0, span)
        asked = asyncio.ensure_future(connection.ask(method, seconds, **{"id": identifier} | parameters))
        try:
            if fate:
                await asyncio.wait([asked], timeout=moment)
            if fate == "left":
                connection.close()
            if fate == "cancelled" and door != "desktop":
                canceller = connection if door == "agent" else await self.connection("control", "cancel")
                reply = await canceller.ask("cancel", 3, id=identifier)
                self.session.count(f"cancel of {kind}: {label(reply)}", identifier)
            reply = await asked
        except Closed:
            self.session.count(f"{kind}: closed", identifier)
            raise
        finally:
            asked.cancel()
        self.session.count(f"{kind}: {label(reply)}", identifier)
        return reply


async def call(client):
    """Calls an app, which answers within 1 ms of the timeout if its opener has started by then."""
    number, relays, now = next(NUMBERS), client.session.relays, client.events.loop.time()
    milliseconds = client.random.choice([20, 40, 80]) + round(1500 * relays.opening)
    relays.calls[number] = now, now + milliseconds / 1000
    try:
        await client.request("call", milliseconds / 1000, "call", span=milliseconds / 1000,
                             url=f"app:go?n={number}", timeout=f"{milliseconds}ms")
    finally:
        relays.calls.pop(number, None)


async def turn(client):
    """Runs a route that runs one command at a time."""
    await client.request("turn", 10, "run", span=0.1, route="storm.turn", input={})
    await client.pause(0.02)


async def queue(client):
    """Sends a request that waits for its turn when its time ends, while the turns change every few milliseconds."""
    milliseconds = client.random.randrange(4, 16)
    await client.request("queue", milliseconds / 1000, "call", span=milliseconds / 1000, url="storm:///queue",
                         timeout=f"{milliseconds}ms")


async def work(client):
    """Sends a request that a worker may answer."""
    await client.request("work", 10, "dispatch", url="storm:///work")
    await client.pause(0.02)


async def worker(client):
    """Serves requests for a while, and leaves."""
    connection = await client.session.connect("control")

    async def perform(message, delay, outcome):
        await asyncio.sleep(delay)
        if connection.is_open:
            connection.send({"id": message["id"], "result": {"outcome": outcome}})

    def receive(message):
        client.session.count(f"worker: {message['method']}")
        if message["method"] == "perform":
            delay = client.random.choice([0, client.random.uniform(0, TIMEOUT / 2), around(client.random, TIMEOUT)])
            if message["params"]["route"] == "work.queue":
                delay = client.random.uniform(0, 0.002)
            task = asyncio.ensure_future(perform(message, delay, client.random.choice(["success", "success", "cancel"])))
            performing.add(task)
            task.add_done_callback(performing.discard)

    performing = set()
    connection.receive = receive
    try:
        reply = await connection.ask("serve", 0, routes=[
            {"name": name, "shared": True, "concurrency": limit} for name, limit in (("work.do", 4), ("work.queue", 1))])
        client.session.count("serve: " + label(reply))
        await client.pause(0.5)
    finally:
        connection.close()
    await client.pause(0.1)


async def repeat(client):
    """Sends one id twice at once by two connections, which get the same outcome, or without waiting for it."""
    identifier = f"{client.name}-{next(NUMBERS)}"
    connections = [await client.connection("control", purpose) for purpose in ("one", "two")]
    url = client.random.choice(["storm:///quick", "storm:///turn", "storm:///third"])
    waits = [client.random.random() < 0.7 for _ in connections]
    replies = await asyncio.gather(*(
        connection.ask("dispatch", 10, url=url, id=identifier, wait=wait) for connection, wait in zip(connections, waits)))
    client.session.count("repeated id: " + " and ".join(label(reply) for reply in replies), identifier)
    if all(label(reply) == "success" for reply in replies) and replies[0]["result"] != replies[1]["result"]:
        client.events.fail(f"two outcomes of {identifier}: {replies}")
    await client.pause(0.1)


async def follow_up(client):
    """Sends a URL that leads to three others, and calls back a route of its own."""
    callbacks = "&".join(f"x-{kind}=storm%3A%2F%2F%2Fnote" for kind in ("success", "error", "cancel"))
    await client.request("follow-up", 10, "dispatch", url=f"storm:///first?{callbacks}", door=client.random.choice(
        ["control", "desktop"]))
    await client.pause(0.05)


async def click(client):
    """Sends URLs by the desktop socket, some as a line."""
    url = f"storm:///{client.random.choice(['quick', 'turn', 'work', 'missing'])}"
    if client.random.random() < 0.5:
        await client.request("click", 10, "dispatch", door="desktop", url=url)
    else:
        reply = await (await client.connection("desktop")).line(url, 15)
        client.session.count("clicked line: " + label(reply), url)
    await client.pause(0.05)


async def agent(client):
    """Runs routes as an agent, and cancels them by its own connection."""
    await client.request("agent", 10, "run", door="agent", route="storm.turn", input={},
                         client={"name": "storm"}, wait=client.random.random() < 0.9)
    await client.pause(0.05)


async def question(client):
    """Sends a request that needs the user's answer."""
    number = client.random.choice(QUESTIONS)
    if client.random.random() < 0.5:
        await client.request("question", QUESTION, "dispatch", door="desktop", span=2, url=f"storm:///ask{number}")
    else:
        await client.request("agent's question", QUESTION, "run", door="agent", span=2, route=f"storm.ask{number}", input={})
    await client.pause(0.5)


async def follow(client):
    """Follows the history or the routes for a moment. The history changes every few milliseconds."""
    method = client.random.choice(["history", "routes"])
    door = "agent" if method == "routes" and client.random.random() < 0.5 else "control"
    connection = await client.session.connect(door)
    following = asyncio.ensure_future(connection.ask(method, QUESTION, follow=True))
    await asyncio.wait([following], timeout=client.random.uniform(0, client.random.choice([0.005, 0.01, 0.3])))
    client.session.count(f"follow {method}: " + ("answered" if following.done() else "closed"))
    connection.close()
    await asyncio.gather(following, return_exceptions=True)
    # The client waits for an answer here, so that a slow daemon gets no more connections than it can serve.
    await (await client.connection("control")).line("xcallback:///ping", GRACE)


async def cancel(client):
    """Cancels one of the running requests."""
    connection = await client.connection("control")
    reply = await connection.ask("history", 0, running=True, limit=20)
    running, place = reply["result"]["requests"], client.random.randrange(20)
    if place < len(running):
        reply = await connection.ask("cancel", 3, id=running[place]["id"])
        client.session.count("cancel of any: " + label(reply), running[place]["url"])
    await client.pause(0.2)


async def reload(client):
    """Changes the files, and loads them by the method or by SIGHUP."""
    text = client.random.choice([ROUTES, ROUTES + "  - {name: more, path: /more, run: [\"true\"]}\n", ROUTES + "  - wrong\n"])
    client.session.configure("routes.d/storm.yaml", text)
    if client.random.random() < 0.5:
        reply = await (await client.connection("control")).ask("reload", 0)
        client.session.count("reload: " + ("refused" if reply.get("result", {}).get("refused") else label(reply)))
    elif not client.session.is_stopping:
        client.session.process.send_signal(signal.SIGHUP)
        client.session.count("SIGHUP")
    await client.pause(1.5)


async def pause(client):
    """Pauses the desktop or the agent socket for a moment."""
    connection = await client.connection("control")
    door = client.random.choice(["desktop", "agent"])
    await connection.ask("pause", 0, door=door, duration="5s")
    await client.pause(0.2)
    await connection.ask("resume", 0, door=door)
    client.session.count(f"pause of the {door} socket")
    await client.pause(3)


# The number of clients of each kind.
MIXTURE = {call: 12, turn: 2, queue: 5, work: 3, worker: 2, repeat: 1, follow_up: 2, click: 2, agent: 2, question: 5, follow: 4,
           cancel: 1, reload: 1, pause: 1}
# The clients of a short daemon.
SHORT_MIXTURE = {call: 2, turn: 2, queue: 1, work: 1, worker: 1, repeat: 1, follow_up: 1, question: 1, follow: 1, cancel: 1}


def clients(session, mixture):
    return [Client(session, f"{action.__name__}{number}", action) for action in mixture for number in range(mixture[action])]
