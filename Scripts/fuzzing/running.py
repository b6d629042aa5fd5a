"""Runs a target for a while, shows how it goes, and goes on after each finding."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time

from building import CORPUS, WORK, environment
from findings import Finding, Findings

# libFuzzer's line: `#1234  NEW    cov: 1 ft: 2 corp: 3/4Kb lim: 5 exec/s: 6 rss: 7Mb …`.
STATUS = re.compile(r"^#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)/\S+.*?exec/s: (\d+) rss: (\d+)Mb")
MAXIMUM_FINDINGS = 10
# Where recordings are written that are thrown away at once, if there is such a place.
EVERYTHING = {"KINESCOPE_FUZZ_EVERYTHING": "1"}
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Run:
    """The figures of a run."""

    def __init__(self, target):
        self.target, self.executions, self.coverage, self.features, self.corpus = target, 0, 0, 0, 0
        self.processor, self.found, self.what = 0.0, 0, []


def folders(target):
    """The working corpus first: what is found new goes there. Then the seeds and regressions, never written to."""
    working = f"{WORK}/corpus/{target}"
    os.makedirs(working, exist_ok=True)
    given = [f"{CORPUS}/{target}/{name}" for name in ("seed", "regression")]
    return [working] + [folder for folder in given if os.path.isdir(folder)]


# libFuzzer's -max_len: enough for each check of a limit to be reached, few enough to be fast.
LENGTHS = {"TokenDate": 128, "TransportForm": 65536, "HARImport": 32768, "RecordingFile": 65536}


def limits(target):
    """What libFuzzer allows an input: bytes, seconds, megabytes."""
    return {"max_len": LENGTHS.get(target, 16384), "timeout": 10, "rss_limit_mb": 1024}


def options(target):
    result = [f"-{key}={value}" for key, value in limits(target).items()] + ["-print_final_stats=1", "-reload=1"]
    dictionary = f"{CORPUS}/{target}/{target}.dict"
    return result + ([f"-dict={dictionary}"] if os.path.exists(dictionary) else [])


def fuzz(binary, target, seconds, jobs=1, corpus=None, quiet=False, stop_at_first=False, findings_folder=None, runs=None, seed=None,
         **more):
    """Fuzzes for so many seconds of wall time; every finding is kept, and the rest of the time is used."""
    run, findings = Run(target), Findings(target, findings_folder, quiet)
    ends = time.monotonic() + seconds
    lock = threading.Lock()
    progress = Progress(run, quiet)
    extra = ([f"-runs={runs}"] if runs else []) + ([f"-seed={seed}"] if seed else [])

    def work():
        while (left := int(ends - time.monotonic())) > 0 and run.found < MAXIMUM_FINDINGS:
            given = [*extra, *(corpus or folders(target))]
            found = one(binary, target, left, given, run, findings, lock, progress, more)
            if runs or found and stop_at_first:
                return

    workers = [threading.Thread(target=work) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    # What has become part of the corpus is checked as a whole, seven inputs in eight of the others are not (FuzzTarget.glance).
    if not (run.found and stop_at_first):
        given = ["-runs=0", *(corpus or folders(target))]
        one(binary, target, 600, given, run, findings, lock, progress, dict(more, **EVERYTHING))
    progress.end()
    return run


def one(binary, target, seconds, corpus, run, findings, lock, progress, more):
    """One process of libFuzzer, to its end or its first finding; answers whether it found something."""
    with tempfile.TemporaryDirectory(prefix="kinescope-fuzz-", dir=IN_MEMORY) as folder:
        command = [binary, *options(target), f"-artifact_prefix={folder}/",
                   f"-max_total_time={seconds}", *corpus]
        before = os.times()
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
            env=environment(TMPDIR=folder, **more),
        )
        tail, count = [], 0
        for line in process.stderr:
            if status := STATUS.match(line):
                with lock:
                    run.executions += int(status[1]) - count
                    count = int(status[1])
                    run.coverage = max(run.coverage, int(status[2]))
                    run.features = max(run.features, int(status[3]))
                    run.corpus = max(run.corpus, int(status[4]))
                    progress.show()
            elif final := re.match(r"stat::number_of_executed_units:\s+(\d+)", line):
                with lock:
                    run.executions += int(final[1]) - count
                    count = int(final[1])
            else:
                tail = (tail + [line])[-400:]
        code = process.wait()
        after = os.times()
        artifacts = [f"{folder}/{name}" for name in sorted(os.listdir(folder))]
        with lock:
            run.processor += after.children_user + after.children_system - before.children_user - before.children_system
            if code == 0 and not artifacts:
                return False
            if not artifacts:
                sys.exit(f"Scripts/fuzz: {target} ended with {code} and stored no input:\n{''.join(tail[-30:])}")
            finding = Finding(target, artifacts[0], "".join(tail))
            if findings.add(binary, finding):
                run.found += 1
                run.what.append(" ".join([finding.what, *finding.stack]))
            return True


class Progress:
    """A line that changes on a terminal; elsewhere one line now and then."""

    def __init__(self, run, quiet):
        self.run, self.quiet = run, quiet
        self.began = self.shown = time.monotonic()
        self.is_terminal = sys.stderr.isatty()

    def show(self):
        now = time.monotonic()
        if self.quiet or now - self.shown < (0.5 if self.is_terminal else 30):
            return
        self.shown = now
        print(f"{chr(13) if self.is_terminal else ''}  {self.line(now)}", end="" if self.is_terminal else "\n",
              file=sys.stderr, flush=True)

    def end(self):
        if self.is_terminal and not self.quiet:
            print("\r" + " " * 100 + "\r", end="", file=sys.stderr)

    def line(self, now):
        run, seconds = self.run, now - self.began
        return (f"{run.target:<20} {seconds:5.0f} s  {run.executions:>12,} runs  {run.executions / max(seconds, 1):>8,.0f}/s  "
                f"edges {run.coverage:,}  features {run.features:,}  corpus {run.corpus:,}")


def replay(binary, target, paths):
    """Runs the inputs as they are; answers how many show a fault."""
    findings, faults = Findings(target), 0
    for path in paths:
        done = subprocess.run([binary, "-timeout=10", "-rss_limit_mb=1024", path], capture_output=True, text=True,
                              errors="replace", env=environment(**EVERYTHING), cwd=tempfile.gettempdir())
        if done.returncode == 0:
            print(f"{path}: every property holds")
            continue
        faults += 1
        finding = Finding(target, path, done.stderr)
        print(f"{path}: {finding.what}")
        for frame in finding.stack:
            print(f"    {frame}")
    return faults


def minimise(binary, target):
    """Keeps of the working corpus only what reaches something that nothing smaller reaches."""
    working = folders(target)[0]
    fresh = f"{working}.fresh"
    os.makedirs(fresh, exist_ok=True)
    subprocess.run([binary, "-merge=1", fresh, *folders(target)[1:], working], capture_output=True, env=environment())
    before, after = len(os.listdir(working)), len(os.listdir(fresh))
    subprocess.run(["rm", "-rf", working])
    os.rename(fresh, working)
    print(f"{target}: {before} inputs of the working corpus became {after}")
