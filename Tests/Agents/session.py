"""A daemon with files and a folder of its own, and programs that speak to it as agents."""

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time

# Records both directions of the pipe, for `messages.check`.
RECORD = 'folder=$1; shift; tee -a "$folder/requests" | "$@" | tee -a "$folder/replies"'

# Does what the file `answer` says: ends with that status, or waits.
PROMPT = """#!/bin/sh
mkdir '{path}/open' || echo 'two questions are open' >>'{path}/questions'
printf '%s\\n--\\n' "$1" >>'{path}/questions'
status=$(cat '{path}/answer')
[ "$status" != wait ] || exec sleep 1000
rmdir '{path}/open'
exit "$status"
"""


class Session:
    def __init__(self, programs):
        self.programs = programs
        self.path = tempfile.mkdtemp(prefix="xcallback-agents-")
        for name in ("home", "run", "state", "data", "config/xcallbackd/routes.d"):
            os.makedirs(f"{self.path}/{name}", mode=0o700)
        self.environment = {
            "HOME": f"{self.path}/home", "PATH": f"{programs}:{os.environ['PATH']}", "LANG": "C.UTF-8", "DISPLAY": ":5005",
            "XDG_RUNTIME_DIR": f"{self.path}/run", "XDG_STATE_HOME": f"{self.path}/state",
            "XDG_DATA_HOME": f"{self.path}/data", "XDG_CONFIG_HOME": f"{self.path}/config"}
        self.daemon = None
        self.write("prompt", PROMPT.format(path=self.path))
        os.chmod(f"{self.path}/prompt", 0o700)
        self.write("questions", "")
        self.answer("0")
        self.write("config/xcallbackd/config.yaml", f"prompt: [{self.path}/prompt]\nnotifications: false\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.path)

    def write(self, name, text):
        with open(f"{self.path}/{name}", "w") as file:
            file.write(text)

    def read(self, name):
        with open(f"{self.path}/{name}") as file:
            return file.read()

    def routes(self, text, name="n"):
        """Writes a file of routes for agents, which may call them as often as they like."""
        head = f"schemes: [{name}]\nagent: allow\nrate: {{per-second: 1000, burst: 1000}}\nroutes:\n"
        self.write(f"config/xcallbackd/routes.d/{name}.yaml", head + text)

    def remove_routes(self, name):
        os.remove(f"{self.path}/config/xcallbackd/routes.d/{name}.yaml")

    def has(self, name):
        """Whether a command has made a file."""
        return os.path.exists(f"{self.path}/home/{name}")

    def answer(self, status):
        """Sets what the user answers: 0 for yes, 1 for no, `wait` for nothing."""
        self.write("answer", status)

    def questions(self):
        return self.read("questions").split("\n--\n")[:-1]

    def start(self):
        self.xcallback("check")
        with open(f"{self.path}/log", "a") as log:
            self.daemon = subprocess.Popen([f"{self.programs}/xcallbackd"], env=self.environment, stderr=log)
        status = [f"{self.programs}/xcallback", "status"]
        for _ in range(1000):
            if subprocess.run(status, env=self.environment, capture_output=True).returncode == 0:
                return
            time.sleep(0.02)
        raise AssertionError(f"the daemon did not start:\n{self.read('log')}")

    def stop(self):
        if self.daemon:
            self.daemon.terminate()
            self.daemon.wait()
            self.daemon = None

    def xcallback(self, *arguments):
        ended = subprocess.run(
            [f"{self.programs}/xcallback", *arguments], env=self.environment, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def history(self, *arguments):
        """The requests, newest first."""
        return [json.loads(line) for line in self.xcallback("history", "--json", *arguments).splitlines()]

    def server(self, *arguments):
        """The command of the server of agents, whose lines are recorded in a folder, and that folder."""
        folder = tempfile.mkdtemp(dir=self.path)
        return ["sh", "-c", RECORD, "sh", folder, f"{self.programs}/xcallback", "mcp", *arguments], folder


async def until(what, condition):
    """Waits for a change of which no event tells."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, f"waited in vain until {what}"
        await asyncio.sleep(0.02)


class Lines:
    """A server whose client writes each line itself."""

    def __init__(self, session, **variables):
        command, self.folder = session.server()
        self.process = subprocess.Popen(
            command, env=session.environment | variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(timeout=30)

    def send(self, line):
        self.process.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.process.stdin.flush()

    def next(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, identifier, method, **parameters):
        self.send({"jsonrpc": "2.0", "id": identifier, "method": method, "params": parameters})
        return self.next()
