"""Steps that run one after the other, each with a line about how it went; the first that fails ends all."""

import concurrent.futures
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import standing

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# What of a failed step's output is shown.
SHOWN_LINES = 200
WIDTH = 66


# Begun in sessions of their own.
RUNNING = set()


class Failed(Exception):
    """A step that did not hold: what it said."""


class Steps:
    """The steps of one run, and how long each took."""

    def __init__(self):
        self.began, self.parts = time.monotonic(), []

    def step(self, title, work, *arguments):
        """Runs a command, or a function that answers what it said; answers the output, which is shown only if it fails."""
        print(f"{title:<{WIDTH}}", end="", flush=True)
        began = time.monotonic()
        try:
            output = work(*arguments) if callable(work) else said([work, *arguments])
        except Failed as failure:
            print(f"FAILED after {time.monotonic() - began:.0f} s")
            print("\n".join(str(failure).splitlines()[-SHOWN_LINES:]))
            sys.exit(1)
        self.parts.append((title, time.monotonic() - began))
        print(f"ok, {self.parts[-1][1]:.0f} s", flush=True)
        return output or ""

    def begin(self, title, work, *arguments):
        """Begins a function that answers what it said, beside the steps that come next; for ``finish``."""
        print(f"{title}: begun", flush=True)
        began, took = time.monotonic(), []

        def timed():
            try:
                return work(*arguments)
            finally:
                took.append(time.monotonic() - began)

        executor = concurrent.futures.ThreadPoolExecutor(1)
        begun = executor.submit(timed)
        executor.shutdown(wait=False)
        return title, begun, took

    def finish(self, step):
        """Waits for what has begun; answers the output, which is shown only if it fails."""
        title, begun, took = step
        output = self.step(title, begun.result)
        print(f"  {took[0]:.0f} s beside the steps above", flush=True)
        return output

    def at_once(self, *steps):
        """Runs commands beside each other, each with its title in front; answers their outputs. One that fails ends the others."""
        began, running, outputs = time.monotonic(), {}, {}
        print("at once: " + ", ".join(title.split(":")[0] for title, *_ in steps), flush=True)
        with contextlib.ExitStack() as files:
            for title, *command in steps:
                file = files.enter_context(tempfile.TemporaryFile("w+", errors="replace"))
                running[title] = subprocess.Popen(command, cwd=TOP, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                                  start_new_session=True), file, command
            try:
                while running:
                    for title, (process, file, command) in list(running.items()):
                        if process.poll() is None:
                            continue
                        del running[title]
                        file.seek(0)
                        outputs[title] = file.read()
                        took = time.monotonic() - began
                        print(f"{title:<{WIDTH}}{'ok,' if process.returncode == 0 else 'FAILED after'} {took:.0f} s", flush=True)
                        if process.returncode != 0:
                            print("\n".join(outputs[title].splitlines()[-SHOWN_LINES:]))
                            print(f"{' '.join(command)} ended with {process.returncode}")
                            sys.exit(1)
                    time.sleep(0.2)
            finally:
                for process, _, _ in running.values():
                    os.killpg(process.pid, signal.SIGTERM)
                    process.wait()
        self.parts.append((" and ".join(title.split(":")[0] for title, *_ in steps), time.monotonic() - began))
        return [outputs[title] for title, *_ in steps]

    def total(self):
        """Seconds since the first step."""
        return time.monotonic() - self.began

    def summary(self, name):
        """One line: all of it, and the parts that are worth a word."""
        total = self.total()
        longest = sorted(self.parts, key=lambda part: -part[1])[:5]
        of = ", ".join(f"{title.split(':')[0].split(',')[0]} {seconds:.0f} s" for title, seconds in longest if seconds >= 1)
        return f"{name}: {total // 60:.0f} min {total % 60:.0f} s ({of})"


def said(command, environment=None, folder=TOP, ends=(0,)):
    """What a command says on both outputs; it has to end with 0, or one of the codes named."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env=environment)
    if done.returncode not in ends:
        raise Failed(f"{done.stdout}\n{' '.join(command)} ended with {done.returncode}")
    return done.stdout


def said_in_time(command, patience, environment=None, folder=TOP):
    """What a command says that must not be silent for more than `patience` seconds: where it stands then is part of the failure.

    The output goes through a file: a pipe would be waited for as long as anybody has it open, and be it a program that was left behind.
    Such a one is a failure as well.
    """
    with tempfile.TemporaryFile("w+", errors="replace") as file:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=environment,
                                   start_new_session=True)
        RUNNING.add(process)
        try:
            place = standing.place(process, lambda: os.fstat(file.fileno()).st_size, patience)
        finally:
            left = standing.end(process)
            RUNNING.discard(process)
        file.seek(0)
        text = file.read()
    words = " ".join(command)
    if place is not None:
        raise Failed(f"{text}\n{place}\n{words} said nothing for {patience} s, and was ended")
    if process.returncode != 0:
        raise Failed(f"{text}\n{words} ended with {process.returncode}")
    if left:
        raise Failed("\n".join([text, *left, f"{words} left running what is above"]))
    return text


def test_runner(folder):
    """What runs the tests that are built in a checkout: on Linux the executable itself, since reading the manifest takes longer than most tests."""
    executable = f"{folder}/.build/debug/KinescopePackageTests.xctest"
    if sys.platform == "linux" and os.path.isfile(executable):
        return [executable, "--testing-library", "swift-testing"]
    return ["swift", "test", "--skip-build", "--disable-xctest"]


def closing_line(text):
    """The last line of a test runner, with what was skipped and why: a test that did not run proves nothing."""
    lines = text.splitlines()
    skipped = [found.groups() for line in lines if (found := re.match(r'\S+ (?:Suite|Test) (.*) skipped: "(.*)"$', line))]
    return lines[-1] + "".join(f"; skipped: {name} ({reason})" for name, reason in skipped)


def end_all():
    """Ends what still runs in sessions of its own, which no Ctrl-C reaches."""
    for process in list(RUNNING):
        standing.end(process)


def answered(command, folder=TOP):
    """What a command says on standard output alone; it has to end with 0."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise Failed(f"{done.stdout}{done.stderr}\n{' '.join(command)} ended with {done.returncode}")
    return done.stdout
