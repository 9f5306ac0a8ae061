"""A session with its own user manager, in namespaces of its own; it needs root."""

import os
import subprocess
import time

MANAGER = "/lib/systemd/systemd"

# The manager wants a booted systemd, which a folder imitates, and moves every process of its control group: it gets its
# own group first. It must not be the first process of its namespace.
SCRIPT = """
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs /run/systemd
mkdir /run/systemd/system
mount -t cgroup2 none /sys/fs/cgroup
mkdir "/sys/fs/cgroup/$1"
echo 0 >"/sys/fs/cgroup/$1/cgroup.procs"
$2 --user &
wait
"""


class Unavailable(Exception):
    pass


class Session:
    def __init__(self, folder):
        if os.geteuid() != 0 or not os.path.exists(MANAGER):
            raise Unavailable("a user manager of its own needs root and systemd")
        self.environment = folder.environment
        self.group = os.path.basename(folder.path)
        # The manager keeps away from the processors' pins: what it starts inherits them.
        self.outer = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", SCRIPT, "sh", self.group,
             MANAGER], env=self.environment, stdout=subprocess.DEVNULL, stderr=open(f"{folder.path}/manager.log", "w"))

    def inside(self, arguments):
        """The command that runs another inside."""
        with open(f"/proc/{self.outer.pid}/task/{self.outer.pid}/children") as children:
            holder = children.read().split()[0]
        return ["nsenter", "--target", holder, "--mount", "--pid", "--"] + arguments

    def _runs(self):
        try:
            state = subprocess.run(
                self.inside(["systemctl", "--user", "is-system-running"]), env=self.environment, capture_output=True)
        except (IndexError, FileNotFoundError):
            return False
        return state.stdout.startswith(b"running")

    def __enter__(self):
        end = time.monotonic() + 10
        while not self._runs():
            if self.outer.poll() is not None or time.monotonic() > end:
                self.__exit__()
                raise Unavailable("no user manager starts here")
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        self.outer.kill()
        self.outer.wait()
        # Empty by now: the first process of the namespace took all others with it.
        subprocess.run(
            ["unshare", "--mount", "sh", "-c", "mount -t cgroup2 none /sys/fs/cgroup && "
             'find "/sys/fs/cgroup/$0" -depth -type d -exec rmdir {} +', self.group], capture_output=True)
