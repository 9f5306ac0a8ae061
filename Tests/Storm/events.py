"""What happens in a storm: counts, the last events, and the first failure."""

import asyncio
import collections
import random


class Events:
    def __init__(self, seed):
        self.seed = seed
        self.loop = asyncio.get_running_loop()
        self.begun = self.loop.time()
        self.counts = collections.Counter()
        # The last events of each daemon.
        self.last = collections.defaultdict(lambda: collections.deque(maxlen=50))
        self.failure = self.loop.create_future()

    def random(self, name):
        """A generator of random numbers for one client: its choices do not depend on what other clients do meanwhile."""
        return random.Random(f"{self.seed} {name}")

    def count(self, daemon, kind, detail):
        self.counts[kind] += 1
        self.last[daemon].append(f"{self.loop.time() - self.begun:9.4f} s  {kind}  {detail}")

    def fail(self, reason):
        if not self.failure.done():
            self.failure.set_result(reason)
