"""An import, generated scenarios, a replay and the recorder beside another build of kinescope, in turns. Started by Scripts/benchmark."""

import os
import shutil
import statistics
import sys

import exchanges
import programs
import recorder
from measured import FOLDER, Measured, goal, row, seconds, title

BUILDS = {"the other": sys.argv[1], "this": recorder.KINESCOPE}
QUICK = "--quick" in sys.argv
SIZE = 20_000_000 if QUICK else 200_000_000
COUNT = 10_000 if QUICK else 30_000
SCENARIOS = 2_000 if QUICK else 10_000
REPLAYED = 300 if QUICK else 1_000
RUNS = 3 if QUICK else 7
LIMIT = 1.05


def main():
    title(f"Processor time of importing a HAR of {SIZE // 1_000_000} MB")
    archive = os.path.join(FOLDER, f"{SIZE // 1_000_000}MB.har")
    if not os.path.exists(archive):
        exchanges.write_archive(archive + ".part", size=SIZE)
        os.rename(archive + ".part", archive)
    target = os.path.join(FOLDER, "imported.kinescope")
    compare(lambda build: Measured(build, "import", archive, "--force", "-o", target).processor)

    title(f"Processor time of {SCENARIOS:,} generated scenarios: clients, devices, the service and the timeline")
    compare(lambda build: Measured(build, "simulate", "--random", str(SCENARIOS), "--digest").processor)

    title(f"Processor time of replaying a HAR of {REPLAYED:,} exchanges of one device")
    replayed = os.path.join(FOLDER, f"{REPLAYED}-of-one.har")
    if not os.path.exists(replayed):
        exchanges.write_archive(replayed + ".part", count=REPLAYED, one_device=True)
        os.rename(replayed + ".part", replayed)
    compare(lambda build: Measured(build, "replay", "--digest", replayed, ends=(0, 1)).processor)

    title(f"Processor time of recording {COUNT:,} requests from {recorder.CLIENTS} clients")
    shutil.rmtree(recorder.HERE, ignore_errors=True)
    os.makedirs(recorder.HERE)
    recorder.write_urls()
    origin = recorder.start_nginx("origin", recorder.ORIGIN, recorder.origin_location())
    try:
        compare(recorded)
    finally:
        programs.stop(origin)


def recorded(build):
    """From the first request to the last answer, without starting and finishing."""
    process = recorder.start_recorder(kinescope=build)
    try:
        recorder.load(recorder.RECORDER, 500, recorder.CLIENTS)
        spent = programs.processor(process)
        recorder.load(recorder.RECORDER, COUNT, recorder.CLIENTS)
        return programs.processor(process) - spent
    finally:
        programs.stop(process)


def compare(measure):
    """Each build first in every other round, since the second finds warmer caches."""
    times = {name: [] for name in BUILDS}
    for number in range(RUNS):
        for name in list(BUILDS)[::1 if number % 2 == 0 else -1]:
            times[name].append(measure(BUILDS[name]))
    row("", "median", "best")
    for name, found in times.items():
        row(name, seconds(statistics.median(found)), seconds(min(found)))
    ratio = statistics.median(times["this"]) / statistics.median(times["the other"])
    goal(f"at most {LIMIT} times the other's, at the median", ratio <= LIMIT, f"{ratio:.3f} times")


main()
