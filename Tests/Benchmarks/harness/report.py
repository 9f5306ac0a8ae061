"""What the rounds say: quartiles, a line of text for each row, and the comparison with a stored run."""

import statistics

# A ratio may become worse by this factor.
TOLERANCE = 1.2


def quartiles(values):
    """The lower quartile, the median, the upper quartile."""
    return statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3


def result(row, rounds):
    """What is stored of the rounds of a row."""
    ours, peers = zip(*rounds)
    stored = {"ours": quartiles(ours), "figure": quartiles([row.figure(*pair) for pair in rounds])}
    if peers[0] is not None:
        stored["peer"] = quartiles(peers)
        stored["ratio"] = quartiles([our / peer for our, peer in rounds])
    return stored


def met(row, result):
    return row.meets(result["figure"][1])


def is_worse(result, stored):
    """Whether a ratio is worse than the stored one: its better quartile is beyond the stored worse one by the tolerance.
    Without a peer our own value counts, which is then no time."""
    (low, _, _), (_, _, high) = (run.get("ratio", run["ours"]) for run in (result, stored))
    return low > max(high * TOLERANCE, high + 0.2 if "ratio" not in result else 0)


def number(value):
    """At most three digits that say something."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"


def unit(row):
    return "×" if row.kind in ("ratio", "speedup") else row.unit


def goal(row):
    if row.goal is None:
        return ""
    return f"{'≥' if row.kind == 'speedup' else '≤'} {row.goal:g} {unit(row)}"


def figure(row, result):
    low, middle, high = map(number, result["figure"])
    return f"{middle} {unit(row)} ({low}–{high})"


def values(row, result):
    peer = f" against {number(result['peer'][1])}" if "peer" in result else ""
    return f"{number(result['ours'][1])}{peer} {row.unit}"


def line(row, result):
    verdict = "shown only" if row.goal is None else f"goal {goal(row)}: {'met' if met(row, result) else 'NOT met'}"
    return f"{row.name:<11} {figure(row, result)}, {verdict}; {values(row, result)}"
