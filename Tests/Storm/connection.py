"""One connection to a daemon, whose replies arrive within their limits."""

import asyncio
import collections
import json

# What an answer may take longer than the time of its request, in seconds.
GRACE = 5


class Closed(Exception):
    """The connection was closed before the reply."""


class Connection(asyncio.Protocol):
    def __init__(self, session, door):
        self.session, self.door, self.process = session, door, session.process
        self.numbers = 0
        self.buffer = b""
        self.lines, self.requests = collections.deque(), {}
        # A worker's function for messages of the daemon.
        self.receive = lambda message: None
        self.transport = None
        # Whether neither side has closed the connection.
        self.is_open = False

    def connection_made(self, transport):
        self.transport, self.is_open = transport, True

    def data_received(self, data):
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for message in map(json.loads, lines):
            if "method" in message:
                self.receive(message)
                continue
            answer = self.requests.pop(message["id"]) if "jsonrpc" in message else self.lines.popleft()
            if not answer.done():
                answer.set_result(message)

    def connection_lost(self, error):
        # The daemon may close a connection of the desktop socket that is idle.
        expects_answer = self.is_open and (self.lines or self.requests)
        if expects_answer and self.process is self.session.process and not self.session.is_stopping:
            self.session.events.fail(f"{self.session.name} closed a connection to its {self.door} socket: {error}\n"
                                     + self.session.log())
        self.close()

    def close(self):
        """Closes the connection, without its replies."""
        self.is_open = False
        self.transport.abort()
        for answer in [*self.lines, *self.requests.values()]:
            if not answer.done():
                answer.set_exception(Closed())

    def send(self, message):
        self.transport.write(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")

    async def line(self, url, limit):
        """Sends a URL, and returns its outcome."""
        self.transport.write(url.encode() + b"\n")
        return await self.answer(self.lines.append, limit, url)

    async def ask(self, method, seconds, **parameters):
        """Sends a request that may take some seconds, and returns its reply."""
        self.numbers += 1
        number = self.numbers
        self.send({"id": number, "method": method, "params": parameters})
        return await self.answer(lambda answer: self.requests.update({number: answer}), seconds + GRACE,
                                 f"{method} {json.dumps(parameters)}")

    async def answer(self, expect, limit, what):
        if not self.is_open:
            raise Closed()
        answer = asyncio.get_running_loop().create_future()
        expect(answer)
        with self.session.clock.within(limit, f"{what} on the {self.door} socket of {self.session.name}"):
            return await answer
