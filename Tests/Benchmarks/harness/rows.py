"""The rows of the table: what is measured against what, and the goal."""

import dataclasses
from functools import partial
from typing import Callable

from . import desktop, measurements as measure
from .measurements import ECHO, MISSING, PING, library


@dataclasses.dataclass
class Row:
    name: str
    title: str
    # "ratio": ours/peer at most; "speedup": peer/ours at least; "difference": ours-peer at most; "value": ours at most
    kind: str
    goal: float | None
    unit: str
    measure: Callable

    def figure(self, ours, peer):
        """What the goal limits."""
        return {
            "ratio": lambda: ours / peer, "speedup": lambda: peer / ours, "difference": lambda: ours - peer,
            "value": lambda: ours}[self.kind]()

    def meets(self, figure):
        if self.goal is None:
            return True
        return figure >= self.goal if self.kind == "speedup" else figure <= self.goal


ROWS = [
    Row("client", "`xcallback open`, process start to exit, against the same in C", "ratio", 2, "ms",
        partial(measure.client, ["open", measure.PING])),
    Row("client-send", "`xcallback send`, against the same", "ratio", 5, "ms",
        partial(measure.client, ["send", measure.PING])),
    Row("client-status", "`xcallback status`, which the argument parser reads, against the same", "ratio", 5, "ms",
        partial(measure.client, ["status"])),
    Row("cpu-ping", "processor time of `ping`, 64 connections, against a C epoll echo", "ratio", 5, "µs",
        partial(measure.processor, PING, '"outcome":"success"')),
    Row("cpu-echo", "the same of `echo` with six parameters", "ratio", 6, "µs",
        partial(measure.processor, ECHO, '"outcome":"success"')),
    Row("cpu-404", "the same of a URL without a route", "ratio", 6, "µs",
        partial(measure.processor, MISSING, '"code":404')),
    Row("latency", "latency of one `echo` against a method call through dbus-daemon, on one processor", "ratio", 0.6,
        "µs", measure.latency),
    Row("parse", "parse and decode a URL of 208 bytes against URLComponents and its queryItems", "speedup", 1.5, "ns",
        library("parse")),
    Row("decode", "the same into a `Decodable` against URLComponents and code by hand", "speedup", None, "ns",
        library("decode")),
    Row("match", "one match among 10 routes (beside it: Hummingbird's router)", "value", 2000, "ns", library("match")),
    Row("match-many", "one match among 100,000 routes against among 10", "ratio", 3, "ns", library("match-many")),
    Row("handle", "`handle` with input, output and x-success against a router of Foundation's parts", "speedup", 3,
        "ns", library("handle")),
    Row("bare", "`handle` of a bare route against the same", "speedup", None, "ns", library("bare")),
    Row("link", "a link with four fields against URLComponents", "speedup", 0.7, "ns", library("link")),
    Row("click", "a click to the start of the script, against the desktop starting it itself (no user manager)",
        "difference", 2, "ms", desktop.click),
    Row("click-unit", "the same as installed, in a unit of the user manager, 50 ms after the click before", "difference",
        3, "ms", desktop.click_of_unit),
    Row("click-cold", "the same if no unit is ready", "difference", None, "ms", desktop.cold_click),
    Row("burst", "ten clicks at once as installed, to the start of the tenth script, against the desktop starting the "
        "scripts itself", "difference", None, "ms", desktop.burst),
    Row("callback", "`xcallback open` of a URL with x-success to the start of its app, as installed, against xdg-open of "
        "x-success", "difference", None, "ms", desktop.callback),
    Row("call", "`xcallback call` of an app that answers at once, as installed, against xdg-open of the app", "difference",
        None, "ms", desktop.call),
    Row("agent-start", "`xcallback mcp`, process start to its first answer, against a C program that answers a line",
        "ratio", 3, "ms", measure.agent_start),
    Row("agent", "a tool that runs `true`, against `run` of its route on the control socket (no user manager)", "ratio",
        1.5, "ms", measure.agent_call),
    Row("start", "start to the first answer, 10 routes (beside it: a C echo)", "value", 10, "ms", measure.first_answer),
    Row("start-many", "start to the first answer, 600 routes against 10", "ratio", 2, "ms", measure.first_answer_of_many),
    Row("private", "private memory after 100,000 requests", "value", 4, "MiB", measure.after_many(0)),
    Row("resident", "resident memory after 100,000 requests", "value", 25, "MiB", measure.after_many(1)),
    Row("wake-ups", "wake-ups of the idle daemon after a command, without a watchdog", "value", 0, "a second",
        measure.after_many(2)),
]
