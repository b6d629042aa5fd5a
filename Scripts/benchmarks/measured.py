"""What the benchmarks share: a process that is measured, and how figures are printed."""

import os
import sys
import time

FOLDER = ".build/benchmark"


class Measured:
    """A process that ran to its end, with one of the codes named: wall and processor time in seconds, largest resident size in
    bytes, its output."""

    def __init__(self, *command, ends=(0,)):
        output = os.path.join(FOLDER, "output")
        start = time.monotonic()
        pid = os.fork()
        if pid == 0:
            file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(file, 1)
            os.dup2(file, 2)
            os.execvp(command[0], command)
        _, status, usage = os.wait4(pid, 0)
        self.seconds = time.monotonic() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        with open(output, errors="replace") as file:
            self.output = file.read()
        if os.waitstatus_to_exitcode(status) not in ends:
            sys.exit(f"{' '.join(command)} failed:\n{self.output[-2000:]}")
        self.values = dict(pair.split("=", 1) for pair in self.output.split() if "=" in pair)


def title(text):
    print(f"\n{text}", flush=True)


def row(first, *rest):
    print(f"  {first:<22}" + "".join(f"{cell:>16}" for cell in rest), flush=True)


# The goals that were not met.
MISSED = []


def goal(text, is_met, figure):
    if not is_met:
        MISSED.append(text)
    print(f"  goal {'met' if is_met else 'MISSED'}: {text} ({figure})", flush=True)


def milliseconds(value):
    return f"{value * 1000:.1f} ms"


def seconds(value):
    return f"{value:.2f} s"


def megabytes(value):
    return f"{value / 1e6:.1f} MB"
