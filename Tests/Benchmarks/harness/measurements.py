"""How each row is measured. A measurement returns its rounds: in each, our value and the peer's, or None for no peer."""

import functools
import json
import os
import socket
import statistics
import subprocess
import time

from . import machine
from .daemon import Folder, Server, bus, daemon

PING = "xcallback:///ping"
ECHO = ("xcallback://x-callback-url/echo?title=Shopping%20list&body=milk%2C%20bread%20%26%20butter&tags=home&tags=errands"
        "&priority=3&draft=false")
INITIALIZE = ('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},'
              '"clientInfo":{"name":"bench","version":"1"}}}')
MISSING = "xcallback:///nothing?title=Shopping%20list&body=milk%2C%20bread%20%26%20butter"


def add_routes(folder, count, at_most=10_000):
    """Writes files with so many routes; a file may have 1 MiB."""
    for first in range(0, count, at_most):
        lines = [f"  - {{name: r{i}, path: /section{i % 40}/item{i}, input: {{title: line}}, run: [echo, $title]}}\n"
                 for i in range(first, min(count, first + at_most))]
        folder.routes("schemes: [bench]\nroutes:\n" + "".join(lines), f"bench{first}")


def expect_routes(server, count):
    """Makes sure that the last of the routes is there: it refuses a URL without its input."""
    server.expect(f"bench:///section{(count - 1) % 40}/item{count - 1}", '"code":400')


def client(command, bench):
    """From the start of the process to its end, with the same daemon."""
    with Folder(bench.programs) as folder, daemon(folder) as server:
        server.expect(PING, '"outcome":"success"')
        return milliseconds(machine.output(
            [bench.tool("spawn"), str(bench.rounds * 10), "-", folder.client, *command, "vs",
             bench.tool("client"), folder.socket, PING], machine.CLIENT, folder.environment))


def milliseconds(rounds):
    return [tuple(nanoseconds / 1e6 for nanoseconds in round) for round in rounds]


def load(bench, server, line, connections=64, amount=None, processor=machine.CLIENT):
    """Sends a line again and again. The server's processor time counts neither the beginning nor the end of connections,
    but what is left to do after the last reply."""
    arguments = [bench.tool("load"), server.socket, str(connections), str(amount or f"{bench.milliseconds}ms")]
    with machine.start(
            arguments, processor, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        time.sleep(0.02)
        before = machine.processor_time(server.pid)
        process.stdin.write(line + "\n")
        process.stdin.flush()
        printed = process.stdout.readline()
        if not printed:
            raise SystemExit("load ended without a result")
        time.sleep(0.15)
        return json.loads(printed) | {"nanoseconds": machine.processor_time(server.pid) - before}


def cost(bench, server, line, connections=64):
    """The processor time of one request in microseconds."""
    done = load(bench, server, line, connections)
    return done["nanoseconds"] / done["requests"] / 1000


def agent_start(bench):
    """From the start of `xcallback mcp` to its first answer, which needs no daemon."""
    with Folder(bench.programs) as folder:
        return milliseconds(machine.output(
            [bench.tool("spawn"), str(bench.rounds * 10), f"<{INITIALIZE}", folder.client, "mcp", "vs",
             bench.tool("line")], machine.CLIENT, folder.environment))


def agent_call(bench):
    """One call of a tool after the other, against one `run` of its route after the other. There is no user manager."""
    with Folder(bench.programs) as folder:
        folder.routes("schemes: [bench]\nagent: allow\nrate: {per-second: 100000, burst: 100000}\nroutes:\n"
                      "  - {name: run, path: /run, run: ['true']}\n")
        with daemon(folder) as server, socket.socket(socket.AF_UNIX) as control, machine.running(
                [folder.client, "mcp"], machine.CLIENT, folder.environment, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE) as agent:
            control.connect(server.socket)
            stream = control.makefile("rwb")

            def milliseconds_of(method, parameters, part, output, replies):
                line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode() + b"\n"
                times = []
                for _ in range(bench.milliseconds // 5):
                    begun = time.perf_counter_ns()
                    output.write(line)
                    output.flush()
                    reply = replies.readline()
                    times.append((time.perf_counter_ns() - begun) / 1e6)
                    if part not in reply:
                        raise SystemExit(f"the reply to {method} has no {part}: {reply}")
                return statistics.median(times)

            def once():
                return (milliseconds_of("tools/call", {"name": "bench_run"}, b'"isError":false', agent.stdin, agent.stdout),
                        milliseconds_of("run", {"route": "bench.run"}, b'"outcome":"success"', stream, stream))

            agent.stdin.write(INITIALIZE.encode() + b"\n")
            agent.stdin.flush()
            agent.stdout.readline()
            once()
            return [once() for _ in range(bench.rounds)]


def processor(line, part, bench):
    """The processor time of a request, with 64 connections and 1,000 routes."""
    with Folder(bench.programs) as folder:
        add_routes(folder, 1000)
        peer = f"{folder.path}/echo"
        with daemon(folder) as ours, Server([bench.tool("echo"), peer], peer) as echo:
            ours.expect(line, part)
            expect_routes(ours, 1000)
            for server in (ours, echo):
                cost(bench, server, line)
            return [(cost(bench, ours, line), cost(bench, echo, line)) for _ in range(bench.rounds)]


def latency(bench):
    """One request after the other, all processes on one processor."""
    with Folder(bench.programs) as folder, bus(folder) as peer:
        add_routes(folder, 1000)
        address = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={peer.socket}"}
        with daemon(folder) as ours:
            ours.expect(ECHO, '"outcome":"success"')

            def once():
                us = load(bench, ours, ECHO, connections=1, processor=machine.SERVER)
                them = machine.output(
                    [bench.tool("dbus"), "call", f"{bench.milliseconds}ms"], machine.SERVER, address, ECHO + "\n")
                return us["p50"] / 1000, them["p50"] / 1000

            with machine.running([bench.tool("dbus"), "serve"], machine.SERVER, address):
                time.sleep(0.2)  # Until it has its name: the bus does not start it.
                once()
                return [once() for _ in range(bench.rounds)]


def start_time(bench, arguments, path, environment=None):
    """From the start of a server to its first answer, in milliseconds."""
    return machine.output(
        [bench.tool("start"), "1", str(machine.SERVER), path, PING] + arguments, machine.CLIENT, environment)[0] / 1e6


def first_answer(bench):
    with Folder(bench.programs) as folder:
        add_routes(folder, 10)
        path = f"{folder.path}/echo"

        def once():
            return (start_time(bench, [folder.program], folder.socket, folder.environment),
                    start_time(bench, [bench.tool("echo"), path], path))

        return [once() for _ in range(bench.rounds * 2)]


def first_answer_of_many(bench):
    with Folder(bench.programs) as many, Folder(bench.programs) as few:
        add_routes(many, 600)
        add_routes(few, 10)
        with daemon(many) as server:
            expect_routes(server, 600)

        def once(folder):
            return start_time(bench, [folder.program], folder.socket, folder.environment)

        return [(once(many), once(few)) for _ in range(bench.rounds * 2)]


@functools.cache
def after_many_requests(bench):
    """Private and resident memory, then wake-ups a second of an idle daemon after a command. It has no watchdog."""
    with Folder(bench.programs) as folder:
        folder.routes("schemes: [bench]\nroutes:\n  - {name: run, path: /run, run: ['true']}\n")
        with daemon(folder) as server:
            for line in (PING, ECHO, MISSING):
                load(bench, server, line, amount=bench.requests // 3)
            time.sleep(bench.idle)
            private, resident = machine.memory(server.pid)
            server.expect("bench:///run", '"outcome":"success"')
            time.sleep(bench.idle)
            before = machine.wake_ups(server.pid)
            time.sleep(bench.idle)
            return private, resident, (machine.wake_ups(server.pid) - before) / bench.idle


def after_many(index):
    return lambda bench: [(after_many_requests(bench)[index], None)]


def library(row):
    """The rows that `Library/` measures in one process, in nanoseconds."""
    def measure(bench):
        return machine.output(
            [bench.library(), row, str(bench.rounds * 2), str(bench.milliseconds // 5)], machine.CLIENT)
    return measure
