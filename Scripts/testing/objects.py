"""Where objects lie: in .build, or, if KINESCOPE_CACHE names a folder, those of other people's packages outside the clone.

SwiftPM uses an object again if it was built by the same command from files that have not changed since. A folder at a fixed place
keeps packages and their objects so; our own modules are removed from it before each run and built anew, whatever clone they come
from. The folder is that of one compiler and one list of packages: another has another.
"""

import contextlib
import fcntl
import glob
import hashlib
import os
import platform
import re
import shutil
import subprocess
import time

from steps import TOP

# A folder that no run has used for so long goes: each holds some gigabytes.
KEPT_SECONDS = 14 * 24 * 3600
# Every product and module of ours that a folder of objects may hold, beside the names of the folders in Sources and Tests.
OURS = {"KinescopePackageTests", "KinescopePackageDiscoveredTests", "Kinescope"}


class Objects:
    """The folders of a run's objects, and what they held before it."""

    def __init__(self, debug, fuzz, was):
        self.debug, self.fuzz, self.was = debug, fuzz, was


@contextlib.contextmanager
def prepared():
    """The folders to build into; they are this run's alone until it ends."""
    cache = os.environ.get("KINESCOPE_CACHE")
    own = Objects(f"{TOP}/.build", f"{TOP}/.build/fuzz", state_of(f"{TOP}/.build"))
    if not cache:
        yield own
        return
    folder = os.path.join(os.path.abspath(cache), key())
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            own.was += f"; another run uses {folder}"
            yield own
            return
        remove_unused(os.path.abspath(cache), keep=folder)
        forget_ours(folder)
        complete = f"{folder}/complete"
        was = f"warm: packages as built into {folder}" if os.path.exists(complete) else f"cold: nothing in {folder} yet"
        yield Objects(f"{folder}/debug", f"{folder}/fuzz", was)
        # Not after a failure: half of the packages are no warm start.
        with open(complete, "w"):
            pass


def state_of(build):
    built = os.path.isdir(f"{build}/checkouts")
    return "continuing from what .build holds" if built else "cold: no object is there yet, and KINESCOPE_CACHE is not set"


def key():
    """What objects of packages depend on: the compiler, and which packages the manifest asks for."""
    with open(f"{TOP}/Package.swift") as file:
        packages = re.findall(r'\("\S+/\S+", "[\d.]+", ".*"\)', file.read())
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    # Not Package.resolved, which a fresh clone does not have: a package of another version is another checkout, and built anew.
    return hashlib.sha256("\n".join([compiler, platform.machine(), *packages]).encode()).hexdigest()[:16]


def forget_ours(folder):
    """Removes every module of ours: also those of a clone whose sources had others."""
    index = f"{folder}/ours"
    names = OURS | {os.path.basename(folder) for top in ("Sources", "Tests") for folder in glob.glob(f"{TOP}/{top}/*/*")}
    if os.path.exists(index):
        with open(index) as file:
            names |= set(file.read().split())
    # First the names, then the objects: a run that is killed between the two leaves none that the next does not know.
    with open(index, "w") as file:
        file.write("\n".join(sorted(names)) + "\n")
    for build in (f"{folder}/debug", *(f"{folder}/fuzz/{kind}" for kind in listed(f"{folder}/fuzz"))):
        for configuration in ("debug", "release"):
            products = os.path.realpath(f"{build}/{configuration}")
            for place in (products, f"{products}/Modules"):
                for name in listed(place):
                    if name.split(".")[0].split("-")[0] in names:
                        remove(f"{place}/{name}")


def remove_unused(cache, keep):
    for name in listed(cache):
        other = f"{cache}/{name}"
        lock = f"{other}/lock"
        if other != keep and os.path.exists(lock) and time.time() - os.path.getmtime(lock) > KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


def listed(folder):
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.remove(path)
