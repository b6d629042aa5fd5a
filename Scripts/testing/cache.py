"""A copy of the checkout with all that was built in it, outside the clone, if KINESCOPE_CACHE names a folder for it.

SwiftPM builds a file again if it is another one than the last time, by its time and size, or if something it depends on is. The files
of a fresh clone are all new. So a run with a cache makes the copy what the clone is, which writes the files that differ and no others,
and goes on there: other people's packages, and whatever of ours is as it was, are there as built. The copy is that of one compiler and one
list of packages: another has another.
"""

import fcntl
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import time

import copies
from steps import TOP

# A folder that no run has used for so long goes: each holds some gigabytes.
KEPT_SECONDS = 14 * 24 * 3600
# What the folders hold; folders of another layout are other folders.
LAYOUT = "a copy of the checkout"
# What SwiftPM calls the package: modules are built for it, and would be built again for another.
NAME = "kinescope"


def go_on_in_copy(arguments):
    """Starts the same command in the copy, in this process's place; without a cache, or where another run has it, does nothing."""
    cache = os.environ.pop("KINESCOPE_CACHE", None)
    if not cache:
        return
    folder = os.path.join(os.path.abspath(cache), key())
    copy = f"{folder}/{NAME}"
    try:
        os.makedirs(copy, exist_ok=True)
        lock = open(f"{folder}/lock", "w")
    except OSError as error:
        sys.exit(f"Scripts/test: KINESCOPE_CACHE={cache}: {error.strerror}. Name a directory that can be written, or none.")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print(f"another run uses {folder}")
        lock.close()
        return
    remove_unused(os.path.abspath(cache), keep=folder)
    copies.fill(copy)
    print(f"in {copy}, which is now what {TOP} is", flush=True)
    # It ends with this process, whose place the command takes; programs that it starts do not inherit it.
    os.set_inheritable(lock.fileno(), True)
    os.execv(sys.executable, [sys.executable, f"{copy}/Scripts/test", *arguments])


def key():
    """What decides whether objects can be used again: the compiler, the machine, and which packages the manifest asks for."""
    with open(f"{TOP}/Package.swift") as file:
        packages = re.findall(r'\("\S+/\S+", "[\d.]+", ".*"\)', file.read())
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    # Not Package.resolved, which a fresh clone does not have: a package of another version is another checkout, and built again.
    return hashlib.sha256("\n".join([LAYOUT, compiler, platform.machine(), *packages]).encode()).hexdigest()[:16]


def remove_unused(cache, keep):
    for name in sorted(os.listdir(cache)):
        other = f"{cache}/{name}"
        lock = f"{other}/lock"
        if other != keep and os.path.exists(lock) and time.time() - os.path.getmtime(lock) > KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)
