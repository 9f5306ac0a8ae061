"""The daemon under test, with files and sockets of its own."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

from . import machine


class Folder:
    """A temporary folder with the home of a session, and the variables of its programs."""

    def __init__(self, programs):
        self.path = tempfile.mkdtemp(prefix="xcallback-bench-")
        for name in ("home", "run", "state", "data", "config/xcallbackd/routes.d"):
            os.makedirs(f"{self.path}/{name}", mode=0o700)
        self.socket = f"{self.path}/run/xcallbackd/control.sock"
        self.program = f"{programs}/xcallbackd"
        self.client = f"{programs}/xcallback"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": f"{self.path}/home", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": f"{self.path}/run", "XDG_STATE_HOME": f"{self.path}/state",
            "XDG_DATA_HOME": f"{self.path}/data", "XDG_CONFIG_HOME": f"{self.path}/config"}

    def write(self, name, text, mode=0o644):
        path = f"{self.path}/{name}"
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def settings(self, text):
        self.write("config/xcallbackd/config.yaml", text)

    def routes(self, text, name="bench"):
        self.write(f"config/xcallbackd/routes.d/{name}.yaml", text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)


class Server:
    """A server that is pinned to one processor; it ends with the `with` statement."""

    def __init__(self, arguments, socket_path, environment=None, processor=machine.SERVER, log=None):
        self.socket = socket_path
        self.log = log
        errors = open(log, "w") if log else None
        self.process = machine.start(arguments, processor, environment, stderr=errors)
        self.pid = self.process.pid
        while not self._listens():
            if self.process.poll() is not None:
                raise SystemExit(f"{arguments[0]} did not start:\n{open(log).read() if log else ''}")
            time.sleep(0.002)

    def _listens(self):
        probe = socket.socket(socket.AF_UNIX)
        with probe:
            try:
                probe.connect(self.socket)
            except OSError:
                return False
        return True

    def request(self, line):
        """Sends one line, and returns the line of the reply."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.socket)
            connection.sendall(line.encode() + b"\n")
            with connection.makefile() as replies:
                return replies.readline()

    def expect(self, url, part):
        """Makes sure that a URL does what is to be measured."""
        reply = self.request(url)
        if part not in reply:
            raise SystemExit(f"the reply to {url} has no {part}: {reply}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        machine.stop(self.process)


def daemon(folder, processor=machine.SERVER):
    return Server([folder.program], folder.socket, folder.environment, processor, f"{folder.path}/log")


def bus(folder):
    """A D-Bus daemon of its own."""
    address = f"{folder.path}/bus"
    configuration = folder.write("bus.conf", (
        "<busconfig><type>session</type>"
        f"<listen>unix:path={address}</listen>"
        "<policy context=\"default\"><allow send_destination=\"*\"/><allow eavesdrop=\"false\"/><allow own=\"*\"/></policy>"
        "</busconfig>"))
    return Server(["dbus-daemon", f"--config-file={configuration}", "--nofork"], address, log=f"{folder.path}/bus.log")
