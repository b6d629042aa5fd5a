"""What looks at a recording comes to an end: commands over all bundled captures, each ended when it takes too long or too much memory.

A guard, no measure of speed: each takes less than a second.
"""

import os
import subprocess
import time

import goldens
from steps import TOP, Failed

SECONDS, MEGABYTES = 30, 500
COMMANDS = ["replay", "state", "sweep", "sweep --replay", "report"]


def check(kinescope, temporary):
    """A line with how many commands came to an end; one that does not is a failure that names it."""
    count = 0
    for archive in goldens.archives():
        for command in COMMANDS:
            output = ["--with-secrets", "--force", "-o", f"{temporary}/page.html"] if command == "report" else []
            bounded([kinescope, *command.split(), archive, *output])
            count += 1
    if count == 0:
        raise Failed("there is no capture to look at")
    return f"{count} commands end within {SECONDS} s and {MEGABYTES} MB each"


def bounded(command, seconds=SECONDS, megabytes=MEGABYTES):
    """Runs a command to its end, or ends it at one of the bounds, which is a failure. What it finds is not the question."""
    process = subprocess.Popen(command, cwd=TOP, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ends = time.monotonic() + seconds
    words = " ".join(os.path.relpath(word, TOP) if os.path.isabs(word) else word for word in command)
    try:
        while process.poll() is None:
            if time.monotonic() > ends:
                raise Failed(f"{words} has not ended after {seconds} s")
            if resident(process.pid) > megabytes * 1_000_000:
                raise Failed(f"{words} takes more than {megabytes} MB of memory")
            time.sleep(0.01)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    if process.returncode not in (0, 1, 3):
        raise Failed(f"{words} ended with {process.returncode}")


def resident(number):
    """Bytes of memory that a process has at present; 0 once it has ended, and where no system says it."""
    try:
        with open(f"/proc/{number}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
