"""What Scripts/test costs, in clean builds of kinescope, from fresh clones of the last commit. Started by Scripts/benchmark."""

import json
import os
import shutil
import subprocess
import sys
import time

from measured import FOLDER, goal, row, title

TOP = os.getcwd()
HERE = os.path.abspath(f"{FOLDER}/test")
CACHE = f"{HERE}/cache"
QUICK = "--quick" in sys.argv
COLD, WARM, ALL, CHANGED = 3, 1.3, 1.6, 0.5
# A change within a function of the module that all others are built on, after which all is as before.
FILE = "Sources/Core/VirtualTime/Digest.swift"
PLACE, CHANGE = "        var text = text\n", "        var text = text\n        _ = text.isEmpty\n"


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    title("Scripts/test in fresh clones; a clean build is swift build --product kinescope with nothing built, in the same run")
    row("", "", "time", "clean build", "clean builds")
    first = clone("first")
    cold = Run(first, "without cache")
    goal(f"at most {COLD} clean builds without a cache", cold.ratio <= COLD, f"{cold.ratio:.2f}")
    change(first)
    quick = Run(first, "one file changed", "--quick")
    goal(f"--quick at most {CHANGED} after a change in one core file", quick.ratio <= CHANGED, f"{quick.ratio:.2f}")
    if QUICK:
        return
    everything = Run(clone("second"), "without cache", "--all", cache=CACHE)
    compare(everything, cold)
    warm = Run(clone("third"), "with cache", cache=CACHE)
    goal(f"at most {WARM} clean builds with a cache", warm.ratio <= WARM, f"{warm.ratio:.2f}")
    compare(Run(clone("fourth"), "with cache", "--all", cache=CACHE), warm)


def compare(everything, run):
    times = everything.seconds / run.seconds
    goal(f"--all at most {ALL} times Scripts/test", times <= ALL, f"{times:.2f} times")


def clone(name):
    path = f"{HERE}/{name}/kinescope"
    subprocess.run(["git", "clone", "--quiet", TOP, path], check=True)
    return path


def change(folder):
    path = f"{folder}/{FILE}"
    with open(path) as file:
        text = file.read()
    if text.count(PLACE) != 1:
        sys.exit(f"{FILE} has no such line, or more than one: {PLACE.strip()}")
    with open(path, "w") as file:
        file.write(text.replace(PLACE, CHANGE))


class Run:
    """A run of Scripts/test to its end: seconds, and how many clean builds that is."""

    def __init__(self, folder, how, *options, cache=None):
        variables = {name: value for name, value in os.environ.items() if not name.startswith("KINESCOPE_")}
        if cache:
            variables["KINESCOPE_CACHE"] = cache
        log = f"{HERE}/{'-'.join([how.replace(' ', '-'), *(option.strip('-') for option in options)])}.log"
        began = time.monotonic()
        with open(log, "w") as file:
            done = subprocess.run(["Scripts/test", *options], cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=file,
                                  stderr=subprocess.STDOUT)
        self.seconds = time.monotonic() - began
        if done.returncode != 0:
            sys.exit(f"Scripts/test {' '.join(options)} ended with {done.returncode}; what it printed is in {log}")
        self.ratio = self.seconds / clean_build(folder, cache)
        row(f"Scripts/test {' '.join(options)}", how, minutes(self.seconds), minutes(clean_build(folder, cache)), f"{self.ratio:.2f}")


def clean_build(folder, cache):
    """Seconds, as the run that began with nothing built has written them down in the folder that it built in."""
    places = [f"{cache}/{key}/kinescope" for key in os.listdir(cache)] if cache else [folder]
    with open(f"{places[0]}/.build/clean-build.json") as file:
        return json.load(file)["seconds"]


def minutes(seconds):
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


main()
