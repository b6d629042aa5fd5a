"""Whether a process of libFuzzer fuzzed at all: nothing may look green because nothing was fuzzed (fuzzing.md)."""

import os
import re
import tempfile
import time

from building import Broken

# libFuzzer's line: `#1234  NEW    cov: 1 ft: 2 corp: 3/4Kb lim: 5 exec/s: 6 rss: 7Mb …`.
STATUS = re.compile(r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+) corp: (\d+)/\S+.*?exec/s: (\d+) rss: (\d+)Mb")
FINAL = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
# Where libFuzzer says that it has stored an input; whether it could is not its concern.
WRITTEN = re.compile(r"Test unit written to (\S+)")
# What of its time a process may leave unused: libFuzzer ends when the time is over, and not before.
UNUSED = 0.1


class Watch:
    """One process from its start: what it executed, and how much of that was more than reading its corpus."""

    def __init__(self, target, inputs, seconds, runs=None):
        """`inputs` lie in the corpus, `seconds` are its time; after `runs` inputs it ends earlier, and 0 is to read the corpus only."""
        self.target, self.inputs, self.seconds, self.runs = target, inputs, seconds, runs
        # libFuzzer begins with an empty input.
        self.executions, self.read, self.coverage = 0, 1 + inputs, 0
        self.began = clocks()

    def take(self, line):
        """Takes in one line; answers what libFuzzer says in it of its progress, or None if it is none of these lines."""
        if status := STATUS.match(line):
            self.executions, self.coverage = int(status[1]), max(self.coverage, int(status[3]))
            if status[2] == "INITED":
                # Leaks are looked for by reading an input twice, which counts.
                self.read = max(self.read, self.executions)
            return status
        if final := FINAL.match(line):
            self.executions = int(final[1])
        return final

    @property
    def beyond(self):
        """How many executions were of inputs that it made itself."""
        return max(0, self.executions - self.read)

    def check(self, goes_on=False):
        """Fails unless a process that ended with 0 did what it was started for; one that goes on after a finding may have little time."""
        if self.runs == 0:
            self.check_read()
        else:
            self.check_fuzzed(goes_on)

    def check_fuzzed(self, goes_on):
        took = max(now - then for now, then in zip(clocks(), self.began))
        if not self.executions:
            raise Broken(f"{self.target} executed nothing: it ended after {took:.1f} s and told no figures of libFuzzer's")
        is_complete = self.runs is not None and self.executions >= self.runs
        if not is_complete and took < self.seconds * (1 - UNUSED) - 1:
            of = "" if self.runs is None else f" and {self.executions:,} of {self.runs:,} inputs"
            raise Broken(f"{self.target} ended by itself after {took:.0f} of {self.seconds} s{of}, and found nothing")
        if not goes_on and not self.beyond:
            raise Broken(f"{self.target} did not fuzz: {self.executions:,} executions in {took:.0f} s, none of them beyond its corpus "
                         f"of {self.inputs:,} inputs; if that takes so long to read, give it more --time")
        if not goes_on and not self.coverage:
            raise Broken(f"{self.target} did not fuzz: {self.executions:,} executions reached no edge that is counted")

    def check_read(self):
        if self.executions < self.inputs:
            raise Broken(f"{self.target} was to read {self.inputs:,} inputs of its corpus again, and executed {self.executions:,}")


def clocks():
    """Two clocks: one goes on while a machine sleeps, the other is never set."""
    return time.time(), time.monotonic()


def lost(target, code, said):
    """The error of a process that ended with a code and left no whole input: where it could not be written, or that it was not."""
    end = "".join(said[-30:])
    if written := WRITTEN.search("".join(said)):
        folder = os.path.dirname(written[1])
        reason = unwritable(folder) or ("only a part is there" if os.path.exists(written[1]) else "it is not there")
        return Broken(f"{target} found something, and its input could not be written to {folder}: {reason}. It said:\n{end}")
    return Broken(f"{target} ended with {code} and stored no input\n{end}")


def unwritable(folder):
    """Why nothing can be written to a folder, or None if it can."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".kinescope-") as file:
            file.write(bytes(65536))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return None
