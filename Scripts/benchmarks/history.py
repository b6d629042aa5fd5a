"""What a long recording shows, beside Python's JSON reader on the same exchanges. Started by Scripts/benchmark."""

import os
import sys

import exchanges
from measured import FOLDER, Measured, goal, megabytes, row, seconds, title

KINESCOPE = ".build/release/kinescope"
QUICK = "--quick" in sys.argv
SIZES = (1_000, 10_000)
LIMIT_SECONDS = 5
# Of ten times as many exchanges, with what starting costs taken off.
LINEAR = 12


def main():
    measure("many devices, 20 exchanges each", one_device=False)
    old = measure("one device", one_device=True)
    new = measure("one device, REST API V2", one_device=True, api="v2")
    ratio = max(one / other for one, other in zip(new, old))
    goal("exchanges of REST API V2 cost at most 1.2 of V1's", ratio <= 1.2, f"{ratio:.2f}")


def measure(name, one_device, api="v1"):
    """The processor time of `state` and `sweep` for the most exchanges, without what starting costs."""
    title(f"State and sweep of a recording of {name}; python3 -c 'json.load' of the same HAR")
    row("exchanges", "state", "sweep", "peak", "json.load", "state/json.load")
    start = best(KINESCOPE, "--version").processor
    times = {}
    for size in SIZES:
        archive, recording = made(size, one_device, api)
        state, sweep = (best(KINESCOPE, *command, recording) for command in (("state", "--at", "end"), ("sweep",)))
        peer = best("python3", "-c", "import json, sys; json.load(open(sys.argv[1]))", archive)
        times[size] = state.processor - start, sweep.processor - start
        row(f"{size:,}", seconds(state.seconds), seconds(sweep.seconds), megabytes(max(state.memory, sweep.memory)),
            seconds(peer.seconds), f"{state.seconds / peer.seconds:.1f}")
    longest = max(state.seconds, sweep.seconds)
    goal(f"below {LIMIT_SECONDS} s for {SIZES[-1]:,}", longest < LIMIT_SECONDS, seconds(longest))
    ratio = max(many / few for few, many in zip(*times.values()))
    goal(f"linear: ten times as many take less than {LINEAR} times as long", ratio < LINEAR, f"{ratio:.1f} times")
    return times[SIZES[-1]]


def made(size, one_device, api):
    """The exchanges as HAR, kept for the next run, and as a recording."""
    base = os.path.join(FOLDER, f"{size}-of-{'one' if one_device else 'many'}" + ("" if api == "v1" else f"-{api}"))
    if not os.path.exists(f"{base}.har"):
        exchanges.write_archive(f"{base}.har.part", count=size, one_device=one_device, api=api)
        os.rename(f"{base}.har.part", f"{base}.har")
    Measured(KINESCOPE, "import", f"{base}.har", "--force", "-o", f"{base}.kinescope")
    return f"{base}.har", f"{base}.kinescope"


def best(*command):
    return min((Measured(*command) for _ in range(3 if QUICK else 7)), key=lambda run: run.processor)


main()
