"""Recordings against their peers: mitmproxy's flow files, Python's JSON reader. Started by Scripts/benchmark."""

import os
import sys

import exchanges
from measured import FOLDER, Measured, goal, megabytes, milliseconds, row, seconds, title

KINESCOPE = ".build/release/kinescope"
BENCHMARK = ".build/release/Benchmarks"
MITMDUMP = ".build/peers/bin/mitmdump"
QUICK = "--quick" in sys.argv


def main():
    sizes = [1_000, 10_000] if QUICK else [1_000, 10_000, 100_000]
    for size in sizes:
        make(size)
    opening(sizes)
    importing(20_000_000 if QUICK else 200_000_000)
    size_on_disk(sizes[1])


def path(size, extension):
    return os.path.join(FOLDER, f"{size}.{extension}")


def make(size):
    """The same exchanges as HAR, as recording and as flow file; kept for the next run, but for the recording."""
    if not os.path.exists(path(size, "har")):
        print(f"making {size:,} exchanges …", flush=True)
        exchanges.write_archive(path(size, "har.part"), count=size)
        os.rename(path(size, "har.part"), path(size, "har"))
    if not os.path.exists(path(size, "flows")):
        from mitmproxy import io
        from mitmproxy.io import har
        with open(path(size, "flows.part"), "wb") as file:
            writer = io.FlowWriter(file)
            for entry in exchanges.entries(size):
                writer.add(har.request_to_flow(entry))
        os.rename(path(size, "flows.part"), path(size, "flows"))
    Measured(KINESCOPE, "import", path(size, "har"), "--force", "-o", path(size, "kinescope"))


def opening(sizes):
    title("Opening a recording and reading one exchange, as show N does; mitmdump -nr of its own file of the same exchanges")
    row("exchanges", "kinescope", "whole process", "peak", "mitmdump", "peak")
    smallest = None
    for size in sizes:
        runs = [Measured(BENCHMARK, "recording", "open", path(size, "kinescope")) for _ in range(5)]
        best = min(runs, key=lambda run: float(run.values["milliseconds"]))
        whole = min(run.seconds for run in runs)
        peak = max(run.memory for run in runs)
        smallest = peak if smallest is None else smallest
        peer = Measured(MITMDUMP, "-q", "-n", "-r", path(size, "flows"))
        row(f"{size:,}", f"{best.values['milliseconds']} ms", milliseconds(whole), megabytes(peak),
            seconds(peer.seconds), megabytes(peer.memory))
    goal("below 50 ms", float(best.values["milliseconds"]) < 50, f"{best.values['milliseconds']} ms")
    goal("below 32 MB above the smallest recording", peak - smallest < 32e6, megabytes(peak - smallest))


def importing(size):
    title(f"Importing a HAR of {size // 1_000_000} MB; python3 -c 'json.load' of the same file")
    archive = os.path.join(FOLDER, f"{size // 1_000_000}MB.har")
    if not os.path.exists(archive):
        exchanges.write_archive(archive + ".part", size=size)
        os.rename(archive + ".part", archive)
    size = os.path.getsize(archive)
    target = os.path.join(FOLDER, "imported.kinescope")
    load = ("python3", "-c", "import json, sys; json.load(open(sys.argv[1]))", archive)
    best = peer = None
    for _ in range(3):
        run = Measured(KINESCOPE, "import", archive, "--force", "-o", target)
        best = run if best is None or run.seconds < best.seconds else best
        run = Measured(*load)
        peer = run if peer is None or run.seconds < peer.seconds else peer
    kept = Measured(KINESCOPE, "import", archive, "--keep-secrets", "--force", "-o", target)
    row("", "time", "processor", "peak")
    for name, run in [("kinescope import", best), ("with --keep-secrets", kept), ("json.load", peer)]:
        row(name, seconds(run.seconds), seconds(run.processor), megabytes(run.memory))
    ratio = best.seconds / peer.seconds
    goal("within twice the time", ratio <= 2, f"{ratio:.2f} times")
    goal("below three times the file in memory", best.memory < 3 * size, f"{best.memory / size:.2f} times")


def size_on_disk(size):
    title(f"Bytes for each exchange, {size:,} exchanges")
    names = [("recording", "kinescope"), ("mitmproxy's flow file", "flows"), ("HAR", "har")]
    figures = {}
    for name, extension in names:
        figures[extension] = os.path.getsize(path(size, extension)) / size
        row(name, f"{figures[extension]:,.0f}")
    goal("below the flow file", figures["kinescope"] < figures["flows"],
         f"{figures['kinescope'] / figures['flows']:.2f} times")


main()
