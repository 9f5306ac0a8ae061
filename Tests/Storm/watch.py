"""The watcher: a clock for the limits of all waits, and pings on all sockets."""

import asyncio
import contextlib

# The echo answers within this time, or the machine is too slow to judge the daemon meanwhile.
ECHO_LIMIT = 0.2
PING_LIMIT = 1
TICK = 0.05


class Clock:
    """A clock that stops while the machine is too slow: it goes on only while a C program beside the daemon echoes a
    line within 200 ms, and this program is not late itself. All limits are times of this clock, in seconds.
    """

    def __init__(self, events, factor):
        """All limits are multiplied by the factor."""
        self.events, self.factor = events, factor
        self.now = 0.0
        self.stopped = 0.0
        self.waits = {}

    @contextlib.contextmanager
    def within(self, limit, what):
        """Fails the storm if the body takes longer than the limit."""
        key, limit = object(), limit * self.factor
        self.waits[key] = (self.now + limit, limit, what)
        try:
            yield
        finally:
            del self.waits[key]

    async def run(self, echo_socket):
        reader, writer = await asyncio.open_unix_connection(echo_socket)
        loop = asyncio.get_running_loop()
        then = loop.time()
        while True:
            await asyncio.sleep(TICK)
            writer.write(b"echo\n")
            await reader.readline()
            passed, then = loop.time() - then, loop.time()
            if passed <= TICK + ECHO_LIMIT:
                self.now += passed
            else:
                self.stopped += passed
            for end, limit, what in self.waits.values():
                if self.now > end:
                    self.events.fail(f"no answer within {limit:g} s: {what}")


async def ping(session, door):
    """Pings one socket, by new connections and by an old one. The desktop and agent sockets refuse the ping, which is an
    answer too.
    """
    old = await session.connect(door)
    while True:
        for connection in (old, await session.connect(door)):
            reply = await connection.line("xcallback:///ping", PING_LIMIT)
            if door == "control" and reply["outcome"] != "success":
                session.events.fail(f"a ping got the answer {reply}")
            session.events.counts[f"ping on the {door} socket"] += 1
        connection.close()
        await asyncio.sleep(0.2)
