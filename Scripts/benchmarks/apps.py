"""What a response of serve costs where many apps meet one recording, each beside the same of a hundred. Started by Scripts/benchmark.

Processor time is what counts, of one process on one core: so the figures hold on a machine that has something else to do.
"""

import sys

from measured import Measured, goal, row, title

BENCHMARK = ".build/release/Benchmarks"
CAPTURE = "Recordings/captures/second-screen-tvos.har"
QUICK = "--quick" in sys.argv
# Apps in all, and how many of them at once.
SIZES = [(100, 100), (1_000, 100), (10_000, 100), (1_000, 1_000)]
# Of a response to one of ten thousand apps and of a hundred.
LINEAR = 1.2


def main():
    title("Apps over one recording, each with a device id of its own and all fifteen requests, processor time of a response")
    row("apps, at once", "responses", "each", "to a hundred apps")
    first = None
    for apps, window in SIZES:
        run = best(apps, window)
        if int(run["unmatched"]):
            sys.exit(f"{run['unmatched']} requests of {apps} apps were unmatched")
        each = float(run["microseconds_each"])
        first = first or each
        row(f"{apps:,}, {window:,}", f"{int(run['responses']):,}", f"{each:.1f} µs", f"{each / first:.2f}")
        goal(f"linear: at most {LINEAR} times what one of a hundred costs", each / first <= LINEAR, f"{each / first:.2f}")


def best(apps, window):
    runs = [Measured(BENCHMARK, "apps", CAPTURE, str(apps), str(window)).values for _ in range(1 if QUICK else 3)]
    return min(runs, key=lambda run: float(run["microseconds_each"]))


main()
