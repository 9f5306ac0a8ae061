"""The storm's side of relay.c: decides how each command, opener and prompt of a daemon ends, and answers as the app that
the opener opens.
"""

import asyncio
import contextlib
import re
import urllib.parse

from connection import Closed

# The timeout of the routes with commands and workers, in seconds.
TIMEOUT = 0.08


def around(random, seconds):
    """A time within 1 ms of the given one."""
    return max(0, seconds + random.uniform(-0.001, 0.001))


class Aim:
    """Learns how much too late something comes that should come at a timeout, so that half of it comes in time."""

    def __init__(self):
        self.lead = 0

    def learn(self, came_in_time):
        self.lead = min(max(0, self.lead + (-0.0002 if came_in_time else 0.0002)), TIMEOUT)


class Relays:
    def __init__(self, session):
        self.session = session
        self.randoms = {kind: session.events.random(f"{session.name} {kind}") for kind in ("open", "command", "ask")}
        # The beginning and the end of each call, by the number in the URL.
        self.calls = {}
        # The time from a call to its opener, in seconds: a mean of the last calls.
        self.opening = 0.01
        self.answers, self.writers = set(), set()
        self.aims = {kind: Aim() for kind in self.randoms}
        self.is_closed = False

    async def serve(self, reader, writer):
        """Lets one relay end."""
        self.writers.add(writer)
        with contextlib.closing(writer), contextlib.suppress(OSError):
            kind, _, text = (await reader.readline()).decode().strip().partition(" ")
            # The daemon may have killed the relay before its line.
            if kind in self.randoms and not self.is_closed:
                await self.end(kind, text, reader, writer)
        self.writers.discard(writer)

    async def end(self, kind, text, reader, writer):
        status, delay = getattr(self, kind)(self.randoms[kind], text)
        try:
            # The stream ends if the daemon kills the relay.
            await asyncio.wait_for(reader.read(), delay)
            end = "killed"
        except asyncio.TimeoutError:
            writer.write(bytes([status]))
            await writer.drain()
            end = f"status {status}"
        if kind == "command" and delay > TIMEOUT / 2:
            self.aims[kind].learn(end != "killed")
        self.session.count(f"{kind}: {end}", text)

    def close(self):
        """Ends all relays, and those that come later, with an error."""
        self.is_closed = True
        for writer in self.writers:
            writer.close()

    def command(self, random, _):
        """A command that ends soon, or around its timeout; a status above 128 is a signal."""
        status = random.choices([0, 1, 130, 128 + 9, 128 + 15], [70, 10, 10, 5, 5])[0]
        late = max(TIMEOUT - self.aims["command"].lead, TIMEOUT / 2 + 0.001)
        return status, around(random, late) if random.random() < 0.3 else random.uniform(0, TIMEOUT / 4)

    def ask(self, random, _):
        """A user who says yes, no, nothing at all, or whose prompt fails."""
        status = random.choices([0, 1, 7, None], [80, 10, 7, 3])[0]
        return status, None if status is None else random.uniform(0, 0.3)

    def open(self, random, url):
        """An opener, which opens the URL before it ends, and fails or stays now and then."""
        if number := re.search(r"[?&]n=(\d+)", url):
            task = asyncio.ensure_future(self.answer(random, int(number[1]), url))
            self.answers.add(task)
            task.add_done_callback(self.answers.discard)
        return random.choices([0, 4], [95, 5])[0], random.choices([0, random.uniform(0, 0.1)], [80, 20])[0]

    async def answer(self, random, number, url):
        """Answers a call within 1 ms of its timeout, by one of its callbacks."""
        kind = random.choices(["success", "error", "cancel"], [8, 1, 1])[0]
        ending = random.choices(["n=1", "n=%zz", "errorCode=7&errorMessage=no"], [8, 1, 1])[0]
        door = random.choice(["control", "desktop"])
        reply = re.search(f"x-{kind}=([^&]*)", url)
        daemon, now = self.session.process, self.session.events.loop.time()
        if number not in self.calls or not reply:
            return
        begin, end = self.calls.pop(number)
        self.opening += (now - begin - self.opening) / 10
        wait = around(random, end - self.aims["open"].lead - now)
        await asyncio.sleep(wait)
        if self.session.process is not daemon:
            return
        with contextlib.suppress(Closed):
            connection = await self.session.connection(door, "app")
            answer = label(await connection.ask("dispatch", 0, url=urllib.parse.unquote(reply[1]) + ending))
            if wait > 0:
                self.aims["open"].learn(answer == "success")
            self.session.count(f"answer{'' if wait > 0 else ' of a slow app'}: {answer}", f"to {number} by {kind}")


def label(reply):
    """The outcome in a reply, in a few words."""
    reply = reply.get("result", reply)
    error = reply.get("error", reply if "code" in reply else {})
    code = error.get("data", error).get("code")
    return f"{reply.get('outcome', reply.get('state', 'error' if code else 'reply'))}{f' {code}' if code else ''}"
