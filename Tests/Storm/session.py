"""A daemon with a folder of its own."""

import asyncio
import ctypes
import errno
import os
import signal
import socket
import subprocess

from connection import GRACE, Closed, Connection
from relays import Relays

# The questions are spread over several routes, because the daemon mutes a route after three refusals in a minute.
QUESTIONS = range(12)
ROUTES = """schemes: [storm]
desktop: allow
agent: allow
rate: {per-second: 1000, burst: 1000}
routes:
  - {name: note, path: /note, run: ["true"]}
  - {name: quick, path: /quick, redirect: "xcallback:///version"}
  - {name: turn, path: /turn, run: [RELAY, command], concurrency: 1, timeout: 80ms}
  - {name: work, path: /work, worker: work.do, timeout: 80ms}
  - {name: queue, path: /queue, worker: work.queue, timeout: 80ms}
  - {name: first, path: /first, open: "storm:///second?x-source=first"}
  - {name: second, path: /second, open: "storm:///third"}
  - {name: third, path: /third, run: [RELAY, command], timeout: 80ms}
""" + "".join(f"""  - {{name: ask{n}, path: /ask{n}, run: ["true"], desktop: ask, agent: ask}}
""" for n in QUESTIONS)
SETTINGS = """opener: [RELAY, open]
prompt: [RELAY, ask]
notifications: false
history: {size: 16MiB}
limits: {connections: 1000}
"""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_PTRACER = 1, 36, 0x59616D61
prctl = ctypes.CDLL(None).prctl


def tie():
    """Ends a child with this process, and lets a debugger attach to it, in the child before its program starts."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    prctl(PR_SET_PTRACER, ctypes.c_ulong(-1))


class Session:
    def __init__(self, name, folder, programs, events, clock):
        self.name, self.path, self.program = name, f"{folder}/{name}", os.path.abspath(f"{programs}/xcallbackd")
        self.events, self.clock = events, clock
        self.relays = Relays(self)
        self.relay = f"{folder}/relay, {self.path}/relays"
        self.process, self.is_stopping, self.connections = None, False, {}
        for name in ("home", "run", "state", "data", "config/xcallbackd/routes.d"):
            os.makedirs(f"{self.path}/{name}", mode=0o700)
        self.environment = {name: text for name, text in os.environ.items() if name.endswith("SAN_OPTIONS")} | {
            "HOME": f"{self.path}/home", "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "DISPLAY": ":5005",
            "XDG_RUNTIME_DIR": f"{self.path}/run", "XDG_STATE_HOME": f"{self.path}/state",
            "XDG_DATA_HOME": f"{self.path}/data", "XDG_CONFIG_HOME": f"{self.path}/config"}
        self.configure("config.yaml", SETTINGS)
        self.configure("routes.d/storm.yaml", ROUTES)

    def check_files(self):
        """Throws if the daemon would refuse a file."""
        checked = subprocess.run([self.program, "--check"], env=self.environment, capture_output=True, text=True)
        if checked.returncode != 0:
            raise ValueError(checked.stdout + checked.stderr)

    def configure(self, file, text):
        """Writes a file of the configuration in one step."""
        path = f"{self.path}/config/xcallbackd/{file}"
        with open(f"{path}.new", "w") as written:
            written.write(text.replace("RELAY", self.relay))
        os.rename(f"{path}.new", path)

    def count(self, kind, detail=""):
        self.events.count(self.name, kind, detail)

    async def serve_relays(self):
        async with await asyncio.start_unix_server(self.relays.serve, f"{self.path}/relays", limit=1 << 20) as server:
            await server.serve_forever()

    async def start(self):
        self.is_stopping, self.connections = False, {}
        with open(f"{self.path}/log", "a") as log:
            self.process = subprocess.Popen(
                [self.program], env=self.environment, stdin=subprocess.DEVNULL, stderr=log, start_new_session=True,
                preexec_fn=tie)
        with self.clock.within(10, f"the start of {self.name}"):
            while not await self.answers():
                await asyncio.sleep(0.005)

    async def answers(self):
        """Whether the daemon accepts connections on all sockets."""
        try:
            for door in ("control", "desktop", "agent"):
                (await self.connect(door)).close()
            return True
        except OSError:
            self.check()
            return False

    def check(self):
        """Fails if the daemon has ended by itself."""
        if self.process and not self.is_stopping and self.process.poll() is not None:
            self.events.fail(f"{self.name} ended by itself with status {self.process.returncode}:\n{self.log()}")

    def log(self):
        with open(f"{self.path}/log", errors="replace") as log:
            return log.read()[-2000:]

    async def connect(self, door):
        """Opens a connection to one of the daemon's sockets."""
        path = f"{self.path}/run/xcallbackd/{'agent/' if door == 'agent' else ''}{door}.sock"
        connection, end = Connection(self, door), socket.socket(socket.AF_UNIX)
        end.setblocking(False)
        try:
            with self.clock.within(GRACE, f"a connection to the {door} socket of {self.name}"):
                # The queue of connections is full while the daemon is late. asyncio takes the error for success.
                while (error := end.connect_ex(path)) == errno.EAGAIN:
                    await asyncio.sleep(0.01)
            if error:
                raise OSError(error, os.strerror(error), path)
            await self.events.loop.create_unix_connection(lambda: connection, sock=end)
            return connection
        except BaseException as error:
            connection.is_open = False
            end.close()
            if isinstance(error, OSError) and self.is_stopping:
                raise Closed() from None
            raise

    async def connection(self, door, owner):
        """Returns the open connection of an owner, or opens another one."""
        if (door, owner) not in self.connections or not self.connections[door, owner].is_open:
            self.connections[door, owner] = await self.connect(door)
        return self.connections[door, owner]

    async def stop(self):
        """Ends the daemon by SIGTERM, within the ten seconds that running requests have."""
        self.is_stopping = True
        self.process.terminate()
        with self.clock.within(15, f"the end of {self.name} after SIGTERM"):
            while self.process.poll() is None:
                await asyncio.sleep(0.005)
        if self.process.returncode != 0:
            self.events.fail(f"{self.name} ended with status {self.process.returncode} after SIGTERM:\n{self.log()}")

    def stacks(self):
        """Returns the stacks of all threads, and the address of the program: a release program has no names."""
        if not self.process or self.process.poll() is not None:
            return f"{self.name} does not run"
        with open(f"/proc/{self.process.pid}/maps") as maps:
            address = maps.readline().split("-")[0]
        debugger = subprocess.run(
            ["gdb", "-batch", "-nx", "-p", str(self.process.pid), "-ex", "set width 0", "-ex", "thread apply all bt 40"],
            capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
        lines = [line[:200] for line in debugger.stdout.splitlines() if line[:1] in "T#"]
        return "\n".join([f"the stacks of {self.name}, whose program is at 0x{address}:", *(lines or [debugger.stderr])])
