"""How the rows of clicks and of other apps are measured: but for the row `click`, with a user manager, as installed."""

import contextlib
import os
import shutil
import subprocess

from . import machine
from .daemon import Folder, Server
from .session import Session

# In milliseconds: right after it has moved a process into a control group, the kernel moves another without its usual wait.
PAUSE = 50

XDG_OPEN = shutil.which("xdg-open") or "/usr/bin/xdg-open"

# An app that opens x-success, percent-decoded; it does nothing without x-success.
ANSWERING = """#!/bin/bash
url=${{1#*x-success=}}
url=${{url%%&*}}
[ "$url" = "$1" ] || exec {client} open --from desktop -- "$(printf %b "${{url//%/\\\\x}}")"
"""


def click(bench):
    """From the start of what the desktop starts to the start of the route's script; or the script itself."""
    with Folder(bench.programs) as folder, Desktop(bench, folder, lambda arguments: arguments).running() as desktop:
        return desktop.clicks(f"{bench.rounds * 5}")


def click_of_unit(bench):
    """The same with a user manager, which starts the script as a unit."""
    with installed(bench) as desktop:
        return desktop.clicks(f"{bench.rounds * 5}@{PAUSE}")


def cold_click(bench):
    """The same when no unit is ready."""
    rounds = []
    with installed(bench) as desktop:
        for _ in range(bench.rounds):
            desktop.output("systemctl", "--user", "stop", "xcallback-command-*")
            rounds += desktop.clicks(f"1@{PAUSE}")
    return rounds


def burst(bench):
    """Ten clicks at once, until the tenth script has started."""
    with installed(bench) as desktop:
        return desktop.clicks(f"{bench.rounds}@{PAUSE * 4}*10")


def callback(bench):
    """From the start of `xcallback open` to the start of the app that x-success names; or from the opener's start."""
    with installed(bench) as desktop:
        desktop.register("benchapp", f"{desktop.script} %u")
        return desktop.rounds(
            f"{bench.rounds}@{PAUSE}", desktop.pipe, ["open", "--", "xcallback:///ping?x-success=benchapp:///done"],
            [XDG_OPEN, "benchapp:///done"])


def call(bench):
    """A call of an app that answers at once, to the end of `xcallback call`; or the opener, to the end of the app."""
    with installed(bench) as desktop:
        client = desktop.folder.client
        app = desktop.folder.write("app", ANSWERING.format(client=client), 0o755)
        desktop.register("benchapp", f"{app} %u")
        desktop.register("xcallback", f"{client} open --from desktop -- %u")
        return desktop.rounds(
            f"{bench.rounds}@{PAUSE}", "-", ["call", "--", "benchapp:///do"], [XDG_OPEN, "benchapp:///do"])


@contextlib.contextmanager
def installed(bench):
    with Folder(bench.programs) as folder, Session(folder) as session:
        with Desktop(bench, folder, session.inside).running() as desktop:
            yield desktop


class Desktop:
    """A daemon with a route whose script writes a byte into a pipe."""

    def __init__(self, bench, folder, inside):
        self.folder = folder
        self.inside = inside
        self.spawn = bench.tool("spawn")
        self.pipe = f"{folder.path}/pipe"
        os.mkfifo(self.pipe)
        self.script = folder.write("script", f"#!/bin/sh\necho >{self.pipe}\n", 0o755)
        # More clicks a second than people make.
        folder.routes(f"schemes: [bench]\ndesktop: allow\nrate: {{per-second: 1000, burst: 1000}}\nroutes:\n"
                      f"  - {{name: click, path: /click, run: [{self.script}]}}\n")
        folder.settings("notifications: false\n")
        # xdg-open starts no app without a display, though no app here uses one.
        folder.environment["DISPLAY"] = ":5005"

    @contextlib.contextmanager
    def running(self):
        with Server(
                self.inside([self.folder.program]), self.folder.socket, self.folder.environment,
                log=f"{self.folder.path}/log"):
            yield self

    def register(self, scheme, command):
        """Makes a command the app of a scheme."""
        applications = f"{self.folder.path}/data/applications"
        os.makedirs(applications, exist_ok=True)
        self.folder.write(f"data/applications/{scheme}.desktop", (
            f"[Desktop Entry]\nType=Application\nName={scheme}\nExec={command}\nMimeType=x-scheme-handler/{scheme};\n"))
        self.output("update-desktop-database", applications)

    def output(self, *arguments):
        return subprocess.run(
            self.inside(list(arguments)), env=self.folder.environment, check=True, stdout=subprocess.PIPE).stdout

    def clicks(self, rounds):
        return self.rounds(
            rounds, self.pipe, ["open", "--from", "desktop", "--", "bench:///click"], [self.script, "bench:///click"])

    def rounds(self, rounds, mark, ours, peer):
        """Starts the client and the peer by turns, as `spawn` describes; in milliseconds."""
        printed = machine.output(
            self.inside([self.spawn, rounds, mark, self.folder.client, *ours, "vs", *peer]), machine.CLIENT,
            self.folder.environment)
        return [tuple(nanoseconds / 1e6 for nanoseconds in round) for round in printed]
