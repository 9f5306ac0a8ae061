"""The stored runs, and the page that shows them."""

import datetime
import json
import os

from . import drawing, report
from .build import SOURCES
from .growth import CURVES
from .rows import ROWS

STORED = f"{SOURCES}/results.json"
APART = datetime.timedelta(hours=1)


def load():
    """The stored runs, the newest first."""
    try:
        with open(STORED) as file:
            return json.load(file)["runs"]
    except FileNotFoundError:
        return []


def store(run):
    """Keeps a run, and the newest one that is at least an hour older; writes the page and the curves."""
    time = datetime.datetime.fromisoformat
    older = [other for other in load() if time(run["time"]) - time(other["time"]) >= APART]
    runs = [run] + older[:1]
    write("results.json", json.dumps({"runs": runs}, indent=1) + "\n")
    os.makedirs(f"{SOURCES}/curves", exist_ok=True)
    for curve in CURVES:
        write(f"curves/{curve.name}.svg", drawing.draw(curve.quantity, run["curves"][curve.name]))
    write("README.md", page(runs))


def write(name, text):
    with open(f"{SOURCES}/{name}", "w") as file:
        file.write(text)


def page(runs):
    if not runs:
        return HEAD + "\nNo run is stored yet.\n"
    return "\n".join([HEAD, *machines(runs), "", *table(runs), *explained(runs), *curves(runs[0])]) + "\n"


def machines(runs):
    lines = ["## Results", ""]
    for run in runs:
        lines.append(f"- {run['time'][:16].replace('T', ' ')} UTC, commit {run['commit']}: {run['machine']}; "
                     f"load {run['load'][0]:.1f} before, {run['load'][1]:.1f} after; {run['minutes']:.0f} minutes; "
                     f"`handle` and `bare` against {run['router']}")
    if len(runs) == 1:
        lines.append("- There is no second run at least an hour before.")
    return lines


def table(runs):
    """Each row with the figures of all runs; the verdict is that of the worst."""
    titles = " | ".join(f"run {run['time'][11:16]}" for run in runs)
    lines = [f"| row | what | goal | {titles} | ours, peer | |", "|---" * (5 + len(runs)) + "|"]
    for row in ROWS:
        results = [run["rows"].get(row.name) for run in runs]
        if not results[0]:
            continue  # This machine cannot measure it.
        # An older run may be from before the row.
        figures = " | ".join(report.figure(row, result) if result else "–" for result in results)
        verdict = "met" if met(row, runs) else "**NOT met**"
        verdict = verdict if row.goal is not None else ""
        lines.append(f"| `{row.name}` | {row.title} | {report.goal(row)} | {figures} | "
                     f"{report.values(row, results[0])} | {verdict} |")
    return lines


def met(row, runs):
    return all(report.met(row, run["rows"][row.name]) for run in runs if row.name in run["rows"])


def explained(runs):
    """Why a row has no goal, or is not met: `profiles/ROW.md`, which is written by hand."""
    lines = []
    for row in ROWS:
        path = f"{SOURCES}/profiles/{row.name}.md"
        if (row.goal is None or not met(row, runs)) and os.path.exists(path):
            with open(path) as file:
                title = "has no goal" if row.goal is None else "is not met"
                lines += ["", f"### Why `{row.name}` {title}", "", file.read().strip()]
    return lines


def curves(run):
    lines = ["", "## Growth", "", "Both axes are logarithmic: a diagonal through the decades is linear growth. The table "
             "shows how much a time grows while the quantity does.", ""]
    for curve in CURVES:
        lines += [f"![{curve.title}](curves/{curve.name}.svg)", ""]
        lines += [f"| {curve.quantity} | from | to | time | |", "|---|---|---|---|---|"]
        for name, points in run["curves"][curve.name].items():
            (first, before), (last, after) = points[0], points[-1]
            growth = f"× {report.number(last / first)}" if first else f"+ {last:,.0f}"
            lines.append(f"| {name} | {report.number(before)} µs at {first:,.0f} | {report.number(after)} µs at {last:,.0f} | "
                         f"× {report.number(after / before)} for {growth} | {verdict(points)} |")
        lines.append("")
    return lines[:-1]


def verdict(points):
    """Whether the time grows more than the quantity, from the first point to the last."""
    (first, before), (last, after) = points[0], points[-1]
    factor = after / before
    linear = last / max(first, 1) * report.TOLERANCE
    return "flat" if factor <= 2 else "at most linear" if factor <= linear else "**worse than linear**"


HEAD = """# Benchmarks

`Tests/Benchmarks/run --record` wrote this page. Absolute times are noise on a shared machine, so each row is a ratio
to a peer that is measured by turns with us in the same run. A figure is the median of its rounds, and its quartiles.

```sh
Tests/Benchmarks/run                    # all rows and curves: about ten minutes on an idle machine
Tests/Benchmarks/run cpu-ping latency   # some rows
Tests/Benchmarks/run --short            # two short rounds: shows only that it works
Tests/Benchmarks/run --record           # all, and writes this page, results.json and curves/
Tests/Benchmarks/instructions link      # the instructions of a row of the library, by function (needs valgrind)
```

It builds the release programs, unless `--programs FOLDER` or `XCALLBACK_TEST_PROGRAMS` names them, and the peers in
`.build/benchmarks`. It needs `python3`, `dbus`, `libdbus-1-dev`, `pkg-config` and a C compiler, and the network the
first time; `.ci/benchmark` installs what is missing. It fails if a ratio is worse by more than 20 % than the newest
stored run, beyond the quartiles of both.

- The server runs on one processor and the client on another; for `latency` all run on one. Processor time is what the
  kernel counts for the server's threads (`/proc/PID/task/*/schedstat`). The daemon has 1,000 routes and its defaults
  in an empty folder; the journal is on.
- `Peers/` has the peers in C: an epoll line echo, which can append and synchronise first; a client; a D-Bus method.
  `Library/` has the rows of the library, in one process, and `FoundationRouter`, which does in Foundation's parts the
  steps that finnvoor/URLSchemeRouter documents. It is not that package, whose decoder does more; `--original FOLDER`
  measures against a checkout of it. Hummingbird's router is its own files of 2.28.1.
- A row without a goal, or that is not met, is explained below by `profiles/ROW.md`, if that exists; people write it.
- Private memory is Private_Dirty of `/proc/PID/smaps_rollup`: what the process has written.
  [profiles/resident.md](profiles/resident.md) explains each megabyte of the resident memory.
"""
