"""Instructions of an import, a replay, generated scenarios and a served request beside another build of kinescope. Started by Scripts/benchmark.

A count that no neighbor on the machine changes, unlike times: by valgrind's callgrind, on stripped copies, since it reads their symbols first.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import exchanges
from measured import FOLDER, goal, row, title

KINESCOPE = ".build/release/kinescope"
BUILDS = {"the other": sys.argv[1], "this": KINESCOPE}
LIMIT = 1.05
# Small: a program runs fifty times slower so.
IMPORTED, REPLAYED, SCENARIOS, REQUESTS = 2_000_000, 100, 60, (20, 120)
# In seconds; each takes less than a minute on a machine that does nothing else.
PATIENCE = 600
COLLECTED = re.compile(r"Collected : (\d+)")
COUNTING = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]


def main():
    if not shutil.which("valgrind"):
        sys.exit("Scripts/benchmark: valgrind is not installed: apt-get install valgrind")
    stripped = {name: strip(name, path) for name, path in BUILDS.items()}
    archive = made(f"{IMPORTED // 1_000_000}MB.har", size=IMPORTED)
    session = made(f"{REPLAYED}-of-one.har", count=REPLAYED, one_device=True)
    target = os.path.join(FOLDER, "counted.kinescope")
    title(f"Instructions of importing a HAR of {IMPORTED // 1_000_000} MB")
    compare(stripped, lambda build: counted(build, "import", archive, "--force", "-o", target))
    title(f"Instructions of replaying a HAR of {REPLAYED} exchanges of one device")
    compare(stripped, lambda build: counted(build, "replay", "--digest", session, ends=(0, 1)))
    title(f"Instructions of {SCENARIOS} generated scenarios")
    compare(stripped, lambda build: counted(build, "simulate", "--random", str(SCENARIOS), "--digest"))
    title(f"Instructions of a served request: {REQUESTS[1]} of them, less those of {REQUESTS[0]}")
    compare(stripped, lambda build: (served(build, REQUESTS[1]) - served(build, REQUESTS[0])) // (REQUESTS[1] - REQUESTS[0]))


def made(name, **shape):
    path = os.path.join(FOLDER, name)
    if not os.path.exists(path):
        exchanges.write_archive(path + ".part", **shape)
        os.rename(path + ".part", path)
    return path


def strip(name, path):
    copy = os.path.join(FOLDER, f"stripped-{name.replace(' ', '-')}")
    shutil.copyfile(path, copy)
    os.chmod(copy, 0o755)
    subprocess.run(["strip", copy], check=True)
    return copy


def counted(build, *arguments, ends=(0,)):
    run = subprocess.run([*COUNTING, build, *arguments], capture_output=True, text=True, timeout=PATIENCE)
    if run.returncode not in ends:
        sys.exit(f"{build} {' '.join(arguments)} failed:\n{run.stderr[-2000:]}")
    return instructions(run.stderr)


def instructions(text):
    found = COLLECTED.search(text)
    if not found:
        sys.exit(f"callgrind printed no count:\n{text[-2000:]}")
    return int(found[1])


def served(build, count):
    """The whole run of `serve` over its example, which so many requests for the list of providers meet."""
    serve = subprocess.Popen([*COUNTING, build, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        port = listening(serve)
        for _ in range(count):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api.auth.adobe.com/api/v1/config/KITETV", timeout=PATIENCE).read()
            except urllib.error.HTTPError as error:
                error.read()
    finally:
        serve.send_signal(signal.SIGINT)
    _, errors = serve.communicate(timeout=PATIENCE)
    return instructions(errors)


def listening(serve):
    for line in serve.stdout:
        port = json.loads(line).get("port")
        if port:
            return port
    sys.exit("serve has not begun to listen")


def compare(stripped, count):
    found = {name: count(build) for name, build in stripped.items()}
    row("", "instructions")
    for name, number in found.items():
        row(name, f"{number:,}")
    ratio = found["this"] / found["the other"]
    goal(f"at most {LIMIT} times the other's", ratio <= LIMIT, f"{ratio:.3f} times")


main()
