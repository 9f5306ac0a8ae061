"""The rows that `Library/` measures in one process."""

from . import machine


def library(row):
    """Returns the measurement of a row: its rounds in nanoseconds."""
    def measure(bench):
        return machine.output(
            [bench.library(), row, str(bench.rounds * 2), str(bench.milliseconds // 5)], machine.CLIENT)
    return measure
