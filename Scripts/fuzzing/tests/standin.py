#!/usr/bin/env python3
"""Stands in for a fuzz target: says what libFuzzer says, in the way that STANDIN names, and fuzzes nothing."""

import hashlib
import os
import sys
import time

WAY = os.environ["STANDIN"]
flags = dict(word[1:].split("=", 1) for word in sys.argv[1:] if word.startswith("-"))
paths = [word for word in sys.argv[1:] if not word.startswith("-")]
folders = [path for path in paths if os.path.isdir(path)]
corpus = [f"{top}/{name}" for folder in folders for top, _, names in os.walk(folder) for name in names]
if "seed_inputs" in flags:
    with open(flags["seed_inputs"][1:]) as file:
        corpus += file.read().split(",")
count = 1 + sum(os.path.getsize(path) > 0 for path in corpus)
seconds, runs = int(flags.get("max_total_time", 0)), int(flags.get("runs", -1))
prefix = flags.get("artifact_prefix", "")


FINDING = """KINESCOPE FINDING JWT: property three-parts: expected 3, found 2
  stated at Fuzzing/JWTTarget.swift:26
  expected 3
  found 2"""


def say(text):
    print(text, file=sys.stderr, flush=True)


def status(number, what, coverage=20):
    say(f"#{number}\t{what:<6} cov: {coverage} ft: 31 corp: 9/1234b exec/s: 100 rss: 40Mb")


def end(number, code=0):
    status(number, "DONE")
    say(f"Done {number} runs in {seconds} second(s)")
    say(f"stat::number_of_executed_units: {number}")
    sys.exit(code)


def store(data, is_written=True, length=None):
    say(FINDING)
    path = f"{prefix}crash-{hashlib.sha1(data).hexdigest()}"
    if is_written:
        with open(path, "wb") as file:
            file.write(data[:length])
    say(f"artifact_prefix='{prefix}'; Test unit written to {path}")
    sys.exit(77)


if paths and not folders:
    # One input: it is executed, or it is not.
    say(f"Running: {paths[0]}")
    if WAY.startswith("finds"):
        say(FINDING)
        if "minimize_crash" in flags:
            with open(flags["exact_artifact_path"], "wb") as file:
                file.write(b".")
        sys.exit(77)
    if WAY != "executes nothing":
        say(f"Executed {paths[0]} in 0 ms")
    sys.exit(0)
if WAY == "says nothing":
    time.sleep(seconds if runs == -1 else 0)
    sys.exit(0)
if WAY == "ends at once":
    sys.exit(0)
if runs == 0:
    # The corpus once more, with every check.
    end(1 if WAY == "does not read the corpus again" else count)
if WAY == "ends in the corpus":
    end(count // 2)
if WAY == "ends with a code":
    sys.exit(1)
status(count, "INITED", coverage=0 if WAY == "counts nothing" else 20)
if WAY == "reads the corpus only":
    end(count)
if WAY == "finds":
    store(b"a.b")
if WAY == "finds in the corpus":
    with open(min(corpus), "rb") as file:
        store(file.read())
if WAY == "cannot store":
    os.rmdir(prefix.rstrip("/"))
    store(b"a.b", is_written=False)
if WAY == "stores a part":
    store(b"a.b", length=0)
made = 0
began = time.monotonic()
while time.monotonic() - began < (seconds / 3 if WAY == "ends after a third" else seconds):
    time.sleep(0.1)
    made += WAY != "executes nothing new" and 10
    if 0 < runs <= count + made:
        end(runs)
    if WAY == "ends after some runs" and made > 20:
        end(count + made)
    status(count + made, "pulse", coverage=0 if WAY == "counts nothing" else 20)
if WAY == "counts nothing":
    say(f"stat::number_of_executed_units: {count + made}")
    sys.exit(0)
end(count + made)
