"""Runs a target for a while, shows how it goes, and goes on after each finding."""

import contextlib
import ctypes
import glob
import hashlib
import itertools
import math
import os
import re
import shutil
import sys
import threading
import time

import building
from building import CORPUS, EVERYTHING, LIMITS, Broken, environment, flags, temporary_folder
from findings import Finding, Findings, once
from guard import STATUS, Watch, lost
from processes import Processes, cost

MAXIMUM_FINDINGS = 10
# What FuzzEntry says of an input that is longer than its target looks at, and libFuzzer of one that ended a merging process.
PASSED_OVER = re.compile(r"KINESCOPE PASSED OVER \w+: (.*)")
EXECUTED = re.compile(r"^Executed .* in \d+ ms$", re.MULTILINE)
FAILED = re.compile(r"^MERGE-INNER: '(.*)' caused a failure at the previous merge step$", re.MULTILINE)
MERGED = re.compile(r"^MERGE-OUTER: (\d+) new files with", re.MULTILINE)
# What libFuzzer's files of inputs with a fault begin with; a slow-unit- is none.
ARTIFACTS = ("crash-", "leak-", "oom-", "timeout-")
# The digest of an empty input.
EMPTY = hashlib.sha1().hexdigest()
# Linux's flag of a process; macOS has another way, and no such function.
ADDR_NO_RANDOMIZE = 0x0040000
# libFuzzer's exit codes for Ctrl-C: its own, and the signal's before it listens.
INTERRUPTED = (72, -2)


class Run:
    """The figures of a run."""

    def __init__(self, target):
        self.target, self.executions, self.coverage, self.features, self.corpus = target, 0, 0, 0, 0
        # Executions of inputs that the fuzzer made itself: the others only read the corpus.
        self.beyond = 0
        self.processor, self.found, self.what = 0.0, 0, []


def folders(target):
    """The working corpus first: what is found new goes there. Then the seeds and regressions, never written to."""
    working = f"{building.WORK}/corpus/{target}"
    os.makedirs(working, exist_ok=True)
    given = [f"{CORPUS}/{target}/{name}" for name in ("seed", "regression")]
    return [working] + [folder for folder in given if os.path.isdir(folder)]


# Targets that give memory back a moment after an input, on a thread of their own: libFuzzer takes that for a leak and looks for it,
# 30 ms long. Leaks are looked for there in what has become part of the corpus only.
FREED_LATER = {"RecordingFile"}
# In a process libFuzzer looks for leaks a thousand times; what leaks after that is seen, but not by which input.
INPUTS_LOOKED_AT_FOR_LEAKS = 500

# libFuzzer's -max_len: enough for each check of a limit to be reached, few enough to be fast.
LENGTHS = {"TokenDate": 128, "TransportForm": 65536, "HARImport": 32768, "RecordingFile": 65536}


def limits(target):
    """What libFuzzer allows an input: bytes, seconds, megabytes."""
    return {"max_len": LENGTHS.get(target, 16384), **LIMITS}


def options(target):
    # Of a hundred rarest features, which is libFuzzer's own number, each new one costs as much as a short input.
    result = flags(limits(target)) + ["-print_final_stats=1", "-reload=1", "-entropic_number_of_rarest_features=20"]
    dictionary = f"{CORPUS}/{target}/{target}.dict"
    return result + ([f"-dict={dictionary}"] if os.path.exists(dictionary) else [])


def inputs_of(corpus):
    """How many inputs libFuzzer reads at the start: it leaves out empty files."""
    paths = [f"{folder}/{name}" for top in corpus for folder, _, names in os.walk(top) for name in names]
    return sum(os.path.getsize(path) > 0 for path in paths)


def fuzz(binary, target, seconds, jobs=1, corpus=None, quiet=False, stop_at_first=False, findings_folder=None, runs=None, seed=None,
         **more):
    """Fuzzes for so many seconds of wall time; every finding is kept, and the rest of the time is used.

    With `runs`, each worker makes so many inputs beyond the corpus. With `seed`, each has a working corpus of its own, empty at
    first: neither what was found before nor the other workers change what it does.
    """
    if seed:
        fix_addresses()
    run, processes, failures = Run(target), Processes(), []
    findings = Findings(target, findings_folder, quiet, processes)
    ends = time.monotonic() + seconds
    lock = threading.Lock()
    progress = Progress(run, quiet)
    working, *given = corpus or folders(target)

    def work(number, working):
        try:
            for restart in itertools.count():
                # libFuzzer takes whole seconds, and zero of them for no limit.
                left = math.ceil(ends - time.monotonic())
                if left <= 0 or run.found >= MAXIMUM_FINDINGS or failures:
                    return
                extra = [f"-seed={seed + number + restart * jobs}", "-reload=0"] if seed else []
                own = more
                if target in FREED_LATER:
                    extra.append("-detect_leaks=0")
                    own = dict(more, ASAN_OPTIONS="leak_check_at_exit=0")
                count = inputs_of([working, *given])
                # libFuzzer counts what it reads, and before that an empty input.
                watch = Watch(target, count, left, 1 + count + runs if runs else None)
                found = one(binary, watch, [*extra, working, *seeds], run, findings, lock, progress, own)
                if runs or found and stop_at_first or found and is_of(target, [working, *given], found):
                    # An input of the corpus fails before anything is made of it, and would every time.
                    return
        except BaseException as error:
            # The main thread raises the first; what the others say of being killed is of no interest.
            failures.append(error)
            processes.stop()

    with temporary_folder() as folder:
        homes = [f"{folder}/{number}" if seed else working for number in range(jobs)]
        seeds = [f"-seed_inputs=@{in_order(given, folder)}"] if seed else given
        for home in homes:
            os.makedirs(home, exist_ok=True)
        workers = [threading.Thread(target=work, args=each) for each in enumerate(homes)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            if failures:
                raise failures[0]
            if not run.beyond:
                # Exit code and all are those of a finding; nobody is to think that the rest was fuzzed.
                print(f"{target}: an input of the corpus shows it, and nothing beyond the corpus was fuzzed")
            # What has become part of the corpus is checked as a whole, seven inputs in eight of the others are not
            # (FuzzTarget.glance).
            if not (run.found and stop_at_first):
                extra = [f"-seed={seed}"] if seed else []
                check_whole(binary, target, [*dict.fromkeys(homes), *given], extra, run, findings, lock, progress, more)
        except BaseException:
            processes.stop()
            raise
        finally:
            for worker in workers:
                if worker.is_alive():
                    worker.join()
            progress.end()
    return run


def is_of(target, corpus, failed):
    """Whether an input, by its digest, is one of the corpus."""
    paths = [f"{folder}/{name}" for top in corpus for folder, _, names in os.walk(top) for name in names]
    return any(hashlib.sha1(content(target, path)).hexdigest() == failed for path in paths)


def fix_addresses():
    """Lets what is started from now on lie at the same addresses every time: libFuzzer makes inputs of numbers that it has seen
    compared, addresses among them."""
    with contextlib.suppress(AttributeError):
        # A container may forbid it.
        if ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE) == -1:
            print("addresses cannot be fixed here: targets that compare them do not repeat exactly", file=sys.stderr)


def in_order(corpus, folder):
    """A list of the corpus for libFuzzer, in the order of names: that of a folder is another in every clone."""
    paths = [f"{top}/{name}" for each in corpus for top, _, names in sorted(os.walk(each)) for name in sorted(names)]
    if odd := [path for path in paths if "," in path or "\n" in path]:
        raise Broken(f"{odd[0]}: libFuzzer takes no list with a comma in a name")
    with open(f"{folder}/seeds", "w") as file:
        file.write(",".join(paths))
    return file.name


def check_whole(binary, target, corpus, extra, run, findings, lock, progress, more):
    """Every input of the corpus with every check; what fails is left out and the rest read again, as libFuzzer ends with the first."""
    paths = [f"{folder}/{name}" for top in corpus for folder, _, names in os.walk(top) for name in sorted(names)]
    # By what is read of them: it is that which libFuzzer stores.
    inputs = {hashlib.sha1(content(target, path)).hexdigest(): os.path.abspath(path) for path in paths}
    more, left = dict(more, **EVERYTHING), MAXIMUM_FINDINGS
    names, size = list(inputs), INPUTS_LOOKED_AT_FOR_LEAKS if target in FREED_LATER else max(len(inputs), 1)
    for part in (names[start:start + size] for start in range(0, len(names), size)):
        with temporary_folder() as folder:
            for name in part:
                os.symlink(inputs[name], f"{folder}/{name}")
            while failed := one(binary, Watch(target, inputs_of([folder]), 600, 0), [*extra, folder], run, findings, lock, progress, more):
                # libFuzzer begins with an empty input: where that fails, which is a finding, it comes no further.
                if failed == EMPTY:
                    return
                if failed not in part:
                    raise Broken(f"{target} failed with an input that is not of its corpus")
                os.remove(f"{folder}/{failed}")
                left -= 1
                if not left:
                    print(f"{target}: {MAXIMUM_FINDINGS} inputs of the corpus fail; not all of the others were checked")
                    return


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha1(file.read()).hexdigest()


def one(binary, watch, corpus, run, findings, lock, progress, more):
    """One process of libFuzzer, to its end or its first finding; answers the digest of the input that shows it, or None.

    Fails if it neither found something nor did what it was started for.
    """
    target = watch.target
    with temporary_folder() as folder:
        # Apart from each other: what a target writes is no finding.
        for name in ("artifacts", "scratch"):
            os.mkdir(f"{folder}/{name}")
        command = [binary, *options(target), f"-artifact_prefix={folder}/artifacts/", f"-max_total_time={watch.seconds}",
                   *([f"-runs={watch.runs}"] if watch.runs is not None else []), *corpus]
        with findings.processes.started(command, env=environment(**dict(more, TMPDIR=f"{folder}/scratch"))) as process:
            tail = follow(process, watch, run, lock, progress)
            code, processor = cost(process)
        artifacts = [os.path.basename(path) for path in sorted(glob.glob(f"{folder}/artifacts/*"))]
        artifacts = [name for name in artifacts if name.startswith(ARTIFACTS)]
        with lock:
            run.processor += processor
            run.beyond += watch.beyond if watch.runs != 0 else 0
            # Their names tell what is in them: on a full disk less is.
            if artifacts and digest(f"{folder}/artifacts/{artifacts[0]}") == artifacts[0].rpartition("-")[2]:
                finding = Finding(target, f"{folder}/artifacts/{artifacts[0]}", "".join(tail))
                failed = digest(finding.path)
                if findings.add(binary, finding):
                    run.found += 1
                    run.what.append(" ".join([finding.what, *finding.stack]))
                return failed
            if code in INTERRUPTED:
                raise KeyboardInterrupt
            if code != 0:
                raise lost(target, code, tail)
            watch.check(goes_on=run.found > 0)
            return None


def follow(process, watch, run, lock, progress):
    """Takes the figures from what libFuzzer says until its end; answers the last lines of the rest."""
    tail, count = [], 0
    for line in process.stderr:
        status = watch.take(line)
        if not status:
            tail = (tail + [line])[-400:]
            continue
        with lock:
            run.executions += watch.executions - count
            count = watch.executions
            if status.re is STATUS:
                run.coverage = max(run.coverage, int(status[3]))
                run.features = max(run.features, int(status[4]))
                run.corpus = max(run.corpus, int(status[5]))
                progress.show()
    return tail


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
    """Runs the inputs as they are; answers how many show a fault, and how many are too long to be looked at."""
    processes, faults, passed_over = Processes(), 0, 0
    for path in paths:
        code, output = once(binary, path, processes)
        if code in INTERRUPTED:
            raise KeyboardInterrupt
        if code != 0:
            finding = Finding(target, path, output)
            if code > 0 and not finding.is_told:
                raise Broken(f"{path}: libFuzzer ended with {code}\n{output[-500:]}")
            faults += 1
            print(f"{path}: {finding.what}")
            for line in finding.details():
                print(f"  {line}")
        elif reason := PASSED_OVER.search(output):
            passed_over += 1
            print(f"{path}: passed over: {reason[1]}")
        elif not EXECUTED.search(output):
            raise Broken(f"{path}: libFuzzer ended with 0 and executed nothing\n{output[-500:]}")
        else:
            print(f"{path}: every property holds")
    return faults, passed_over


def minimize(binary, target):
    """Keeps of the working corpus only what reaches something that nothing smaller reaches; answers how many faults it shows."""
    working, *seeds = folders(target)
    before = os.listdir(working)
    fresh, findings, found, kept = f"{working}.fresh", Findings(target), 0, set()
    shutil.rmtree(fresh, ignore_errors=True)
    os.mkdir(fresh)
    try:
        with temporary_folder() as folder:
            command = [binary, "-merge=1", *flags(limits(target)), f"-artifact_prefix={folder}/", fresh, *seeds, working]
            code, output = findings.processes.run(command, env=environment(TMPDIR=folder))
            if code != 0:
                raise Broken(f"the working corpus of {target} stays as it is: merging ended with {code}\n{output[-1000:]}")
            # libFuzzer does not mind what it could not write.
            if any(digest(f"{fresh}/{name}") != name for name in os.listdir(fresh)) or len(os.listdir(fresh)) != merged(output):
                raise Broken(f"the working corpus of {target} stays as it is: what is to be kept could not all be written; is the "
                             "disk full?")
            for path in FAILED.findall(output):
                if os.path.dirname(path) == working:
                    kept.add(os.path.basename(path))
                failed = f"{folder}/failed"
                with open(failed, "wb") as file:
                    file.write(content(target, path))
                code, said = once(binary, failed, findings.processes)
                finding = Finding(target, failed, said if code != 0 else "ERROR: libFuzzer: fault once while merging")
                found += findings.add(binary, finding)
        # The seeds are read anyway: no copies of them.
        copies = {hashlib.sha1(content(target, f"{seed}/{name}")).hexdigest() for seed in seeds for name in os.listdir(seed)}
        for name in set(os.listdir(fresh)) - copies:
            os.replace(f"{fresh}/{name}", f"{working}/{name}")
            kept.add(name)
        for name in set(before) - kept:
            os.remove(f"{working}/{name}")
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    print(f"{target}: {len(before)} inputs of the working corpus became {len(kept)}")
    return found


def merged(output):
    """How many inputs libFuzzer says it has kept."""
    said = MERGED.search(output)
    return int(said[1]) if said else 0


def content(target, path):
    """As much of a file as libFuzzer looks at."""
    with open(path, "rb") as file:
        return file.read(limits(target)["max_len"])
