"""How fast virtual time passes, beside simpy. Started by Scripts/benchmark.

Processor time is what counts, of one process on one core: so the figures hold on a machine that has something else to do.
"""

import statistics
import sys

import sleepers
from measured import Measured, goal, row, title

BENCHMARK = ".build/release/Benchmarks"
QUICK = "--quick" in sys.argv
RUNS = 3 if QUICK else 7
KINDS = [
    ("REST API, Apple SSO", "cookbookPlatform"), ("REST API, code", "cookbookCode"),
    ("REST API V2, Apple SSO", "streamingAppPlatform"), ("REST API V2, code", "streamingAppCode"),
    ("AccessEnabler 1.9.4", "accessEnabler1"), ("AccessEnabler 3.7", "accessEnabler3"),
    ("the same on tvOS", "accessEnablerTV"), ("browser", "browser")]


def main():
    bare()
    stack()
    month()
    devices()


def measure(*arguments):
    """The values of the median run, by processor time."""
    runs = [Measured(BENCHMARK, "simulation", *(str(argument) for argument in arguments)).values for _ in range(RUNS)]
    return sorted(runs, key=lambda run: float(run["seconds"]))[len(runs) // 2]


def bare():
    title("Bare events: tasks that sleep for 1,800 s at a time, events a second; simpy on the same tasks")
    row("tasks, days", "kinescope", "simpy", "ratio")
    for tasks, days in [(100, 30), (1_000, 30)] if QUICK else [(100, 300), (1_000, 30), (10_000, 3)]:
        ours = measure("bare", tasks, days)
        peer = [sleepers.run(tasks, days) for _ in range(3)]
        counts = {count for count, _ in peer}
        if counts != {int(ours["events"])}:
            sys.exit(f"not the same workload: {ours['events']} events, simpy {counts}")
        rate = int(ours["per_second"])
        peers = int(ours["events"]) / statistics.median(spent for _, spent in peer)
        row(f"{tasks:,}, {days:,}", f"{rate:,}", f"{int(peers):,}", f"{rate / peers:.1f}")
        slowest = rate if tasks == 100 else min(slowest, rate)
    goal("at least 1,000,000 events a second", slowest >= 1_000_000, f"{slowest:,}")


def stack():
    title("Full stack: 80 devices, thirty days, two programmes a day, a second of processor time; an event is an input handed\n"
          "to a machine: to a client what arrived, fired or was tapped, to the simulated service a request")
    row("client", "events", "a second", "agenda entries", "told")
    costs = {}
    for name, kind in KINDS + [("ten of each", "all")]:
        run = measure("stack", kind, 80, 80, 30)
        costs[kind] = float(run["seconds"]) / int(run["events"])
        rate = int(run["per_second"])
        told = int(int(run["told"]) / float(run["seconds"]))
        row(name, f"{int(run['events']):,}", f"{rate:,}", f"{int(run['entries_per_second']):,}", f"{told:,}")
    goal("at least 150,000 events a second", rate >= 150_000, f"{rate:,}")
    for kind in ("Platform", "Code"):
        ratio = costs[f"streamingApp{kind}"] / costs[f"cookbook{kind}"]
        goal(f"an event of REST API V2 costs at most 1.2 of V1's ({kind})", ratio <= 1.2, f"{ratio:.2f}")


def month():
    title("Thirty virtual days of one client that is used every day, wall time")
    row("client", "milliseconds")
    longest = 0
    for name, kind in KINDS:
        run = measure("stack", kind, 1, 1, 30)
        longest = max(longest, float(run["wall_milliseconds"]))
        row(name, f"{float(run['wall_milliseconds']):.2f}")
    goal("below 10 ms", longest < 10, f"{longest:.2f} ms")


def devices():
    total, days = (100, 7) if QUICK else (1_000, 7)
    title(f"What a device costs in company: {total:,} devices, {days} days, in worlds of that size")
    row("devices in a world", "ms a device")
    costs = []
    for size in [1, 10, 100, 1_000]:
        if size > total:
            break
        run = measure("stack", "all", total, size, days)
        costs.append(float(run["milliseconds_per_device"]))
        row(f"{size:,}", f"{costs[-1]:.3f}")
    ratio = max(costs) / min(costs)
    goal("linear: ratio below 1.2", ratio < 1.2, f"{ratio:.2f}")


main()
