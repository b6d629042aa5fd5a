"""What a run costs, in clean builds: machines differ, and on each the command that everybody runs first is the measure.

A run that begins without any object builds kinescope alone before all else, and writes down how long that took. Later runs in the same
checkout, or in the same copy of a cache, are compared with that; without it nothing is stated.
"""

import datetime
import json
import os

from steps import TOP

CLEAN_BUILD = f"{TOP}/.build/clean-build.json"
COMMAND = "swift build --product kinescope"


def state():
    """What a run begins with, in words, and whether nothing is built yet."""
    if os.path.exists(f"{TOP}/.build/debug"):
        return f"warm: continuing from what {TOP}/.build holds", False
    return f"cold: nothing is built in {TOP}/.build", True


def write(seconds):
    """Writes down how long the clean build took that has just ended."""
    with open(CLEAN_BUILD, "w") as file:
        json.dump({"command": COMMAND, "seconds": round(seconds, 1), "on": datetime.date.today().isoformat()}, file)
        file.write("\n")


def ratio(seconds):
    """A line that compares a run's length with the clean build of this checkout."""
    try:
        with open(CLEAN_BUILD) as file:
            clean = json.load(file)
        times, took, day = seconds / clean["seconds"], clean["seconds"], clean["on"]
    except (OSError, ValueError, KeyError, TypeError, ZeroDivisionError):
        return f"a clean {COMMAND} was not timed here; Scripts/benchmark test does"
    return f"{times:.2f} times a clean {COMMAND}, which took {took // 60:.0f} min {took % 60:.0f} s here on {day}"
