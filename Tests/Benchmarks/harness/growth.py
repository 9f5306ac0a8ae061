"""The growth curves: the time of one thing as a quantity grows. All times are in microseconds."""

import dataclasses
import statistics
import urllib.parse
from typing import Callable

from . import machine
from .daemon import Folder, daemon
from .measurements import ECHO, PING, add_routes, cost, expect_routes, load, start_time


@dataclasses.dataclass
class Curve:
    name: str
    title: str
    quantity: str
    # Returns the points of each series: pairs of quantity and microseconds.
    measure: Callable


def library(bench, row):
    return machine.output([bench.library(), row, "5", str(bench.milliseconds // 5)], machine.CLIENT)


def of_routes(bench):
    names = ("adding one route", "a match", "handle", "a link by name", "handle without a route, with x-error")
    series = {f"{name} (library)": [] for name in names}
    for count, *times in library(bench, "routes"):
        for name, nanoseconds in zip(series, times):
            series[name].append((count, nanoseconds / 1000))
    series |= {"echo, processor time": [], "start to the first answer": []}
    for count in (10, 100, 1000) if bench.is_short else (10, 100, 1000, 10_000, 100_000):
        with Folder(bench.programs) as folder:
            add_routes(folder, count)
            series["start to the first answer"].append((count, first_answer(bench, folder, 3 if count <= 10_000 else 1)))
            with daemon(folder) as server:
                expect_routes(server, count)
                series["echo, processor time"].append((count, steady_cost(bench, server, ECHO)))
    return series


def first_answer(bench, folder, rounds=3):
    times = [start_time(bench, [folder.program], folder.socket, folder.environment) for _ in range(rounds)]
    return statistics.median(times) * 1000


def steady_cost(bench, server, line, connections=64):
    cost(bench, server, line, connections)
    return statistics.median(cost(bench, server, line, connections) for _ in range(3))


def of_connections(bench):
    with Folder(bench.programs) as folder:
        folder.settings("limits: {connections: 2000}\n")
        with daemon(folder) as server:
            return {"ping, processor time": [
                (count, steady_cost(bench, server, PING, count)) for count in (1, 10, 100, 1000)]}


def of_parameters(bench):
    def url(count):
        return "xcallback:///echo?" + "&".join(f"name{i}=value%20{i}" for i in range(count))

    with Folder(bench.programs) as folder, daemon(folder) as server:
        return {
            "echo, processor time": [(count, steady_cost(bench, server, url(count))) for count in (1, 10, 100, 1000)],
            "parse and decode (library)": [
                (count, nanoseconds / 1000) for count, nanoseconds in library(bench, "parameters")]}


def of_callbacks(bench):
    """Each request is the x-success of the one before. The URL itself grows with the square: escapes are escaped again."""
    with Folder(bench.programs) as folder, daemon(folder) as server:
        url, points = PING, []
        for depth in range(1, 9):
            url = f"{PING}?x-success={urllib.parse.quote(url, safe='')}"
            server.expect(url, '"state":"dispatched"')
            points.append((depth, steady_cost(bench, server, url)))
        return {"the whole chain, processor time": points}


def of_history(bench):
    """The same daemon with more and more ended requests in its journal."""
    counts = (0, 1000, 3000) if bench.is_short else (0, 1000, 10_000, 100_000, 1_000_000)
    series = {"a new request, latency": [], "history of 50, latency": [], "start to the first answer": []}
    line = "bench:///note?title=Shopping"
    history = '{"jsonrpc": "2.0", "id": 1, "method": "history", "params": {"limit": 50}}'
    with Folder(bench.programs) as folder:
        folder.settings("history: {size: 8GiB}\n")
        folder.routes("schemes: [bench]\nroutes:\n"
                      "  - {name: note, path: /note, input: {title: line}, redirect: 'xcallback:///echo?title=$title'}\n")
        rows = 0
        for count in counts:
            with daemon(folder) as server:
                if count > rows:
                    load(bench, server, line, amount=count - rows)
                rows = count
                series["a new request, latency"].append((count, latency(bench, server, line)))
                series["history of 50, latency"].append((count, latency(bench, server, history)))
            series["start to the first answer"].append((count, first_answer(bench, folder)))
    return series


def latency(bench, server, line):
    """The median of a fixed number, so that the journal grows by as much in each step."""
    return load(bench, server, line, connections=1, amount=50)["p50"] / 1000


CURVES = [
    Curve("routes", "Routes", "routes", of_routes),
    Curve("connections", "Connections", "connections", of_connections),
    Curve("parameters", "Parameters", "parameters", of_parameters),
    Curve("callbacks", "Nested callbacks", "requests that follow", of_callbacks),
    Curve("history", "History", "ended requests in the journal", of_history),
]
