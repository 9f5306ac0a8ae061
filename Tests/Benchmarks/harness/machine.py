"""Processes on chosen processors, and what the kernel counts for them."""

import contextlib
import json
import os
import platform
import subprocess

_processors = sorted(os.sched_getaffinity(0))
# The two sides of a measurement. On a machine with one processor they share it.
SERVER, CLIENT = _processors[0], _processors[-1]


def start(arguments, processor, environment=None, **options):
    """Starts a program that may run on one processor only."""
    return subprocess.Popen(
        arguments, env=environment, preexec_fn=lambda: os.sched_setaffinity(0, {processor}), **options)


def output(arguments, processor, environment=None, text=""):
    """Runs a program to its end on one processor, and returns the JSON that it prints."""
    process = start(
        arguments, processor, environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    printed, _ = process.communicate(text)
    if process.returncode != 0:
        raise SystemExit(f"{os.path.basename(arguments[0])} ended with status {process.returncode}")
    return json.loads(printed)


@contextlib.contextmanager
def running(*arguments, **options):
    """A program that runs for the `with` statement."""
    process = start(*arguments, **options)
    try:
        yield process
    finally:
        stop(process)


def stop(process):
    process.terminate()
    process.wait()


def _of_threads(pid, file):
    """The texts of a file of each thread."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/{file}") as contents:
                yield contents.read()
        except (FileNotFoundError, ProcessLookupError):
            pass  # The thread has ended.


def processor_time(pid):
    """The time that the threads of a process have run, in nanoseconds."""
    return sum(int(text.split()[0]) for text in _of_threads(pid, "schedstat"))


def wake_ups(pid):
    """How often the threads of a process have begun to run again."""
    return sum(
        int(line.split()[1]) for text in _of_threads(pid, "status") for line in text.splitlines()
        if "ctxt_switches" in line)


def memory(pid):
    """The private (written) and the resident memory of a process, in MiB."""
    with open(f"/proc/{pid}/smaps_rollup") as contents:
        fields = dict(line.split(":", 1) for line in contents.read().splitlines()[1:])
    return tuple(int(fields[name].split()[0]) / 1024 for name in ("Private_Dirty", "Rss"))


def description():
    """The machine, for the reader of the results."""
    with open("/proc/cpuinfo") as contents:
        models = [line.split(":")[1].strip() for line in contents if line.startswith("model name")]
    with open("/proc/meminfo") as contents:
        kilobytes = int(contents.readline().split()[1])
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        system = "Linux"
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return (
        f"{len(_processors)} × {models[0] if models else platform.machine()}, {kilobytes / 1024 ** 2:.0f} GiB, {system}, "
        f"Linux {platform.release()}, {swift}")


def load_average():
    return os.getloadavg()[0]
