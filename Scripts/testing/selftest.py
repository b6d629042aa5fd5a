"""Whether Scripts/test sees what it is there for: one thing of each kind is broken in a copy, and the step that has to fail is named."""

import filecmp
import os
import re
import shutil
import subprocess
import sys

from steps import TOP, answered

COPY = f"{TOP}/.build/self-test"

# What is broken: a file, its text, what takes its place, and the step that has to fail; of two that run at once, either.
BREAKS = {
    "format": ("Package.swift", "let core = rows", "let core  =  rows", "lint"),
    "import": ("Sources/Core/Documents/JSON/JSONLimits.swift", "/// The limits on the cost of a JSON text.\n",
               "import VirtualTime\n\n/// The limits on the cost of a JSON text.\n", ("build", "fuzz executables")),
    "purity": ("Sources/Core/Documents/JSON/JSONLimits.swift", "/// The limits on the cost of a JSON text.\n",
               "func laterThan() { Task {} }\n\n/// The limits on the cost of a JSON text.\n", "fuzz executables"),
    "digest": ("Sources/Core/VirtualTime/Digest.swift", "    public mutating func absorb(_ text: String) {\n        var text = text\n",
               "    public mutating func absorb(_ text: String) {\n        var text = text\n        #if DEBUG\n        absorb(1)\n        #endif\n",
               "the same digests"),
    "requirement": ("Documentation/contributing/requirements.md", "| tested |\n| K-2 ", "| open |\n| K-2 ", "requirements"),
    "counters": ("Scripts/fuzzing/building.py", '"plain": ["-sanitize=fuzzer", *COUNTERS_ALONE],', '"plain": ["-sanitize=address"],',
                 "fuzz executables"),
    "trap": ("Sources/Tools/FuzzEntry/FuzzEntry.swift", "        kinescope_fuzz_release_traps()\n", "", "fuzz targets"),
    "test": ("Tests/Core/VirtualTimeTests/DigestTests.swift", "dedf9f982e43402d", "dedf9f982e43402e", "tests"),
}


def selftest():
    """Prints which step failed for each; answers whether all were the right ones."""
    os.makedirs(COPY, exist_ok=True)
    # Over what an earlier run left: what did not change is not built again.
    files = answered(["git", "ls-files", "-z"]).split("\0")[:-1]
    for name in files:
        copy_if_other(name)
    remove_others(set(files))
    right = 0
    for name, (path, text, replacement, step) in BREAKS.items():
        with open(f"{TOP}/{path}") as file:
            original = file.read()
        if original.count(text) != 1:
            print(f"  {name:<12} {path} has no such text, or more than one: {text.strip()}")
            continue
        write(path, original.replace(text, replacement))
        done = subprocess.run(["Scripts/test"], cwd=COPY, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              env={key: value for key, value in os.environ.items() if not key.startswith("KINESCOPE_")})
        write(path, original)
        failed = re.search(r"^(.*?) +FAILED", done.stdout, re.MULTILINE)
        seen = failed[1].strip() if failed else f"none, it ended with {done.returncode}"
        is_right = done.returncode == 1 and seen.startswith(step)
        right += is_right
        print(f"  {name:<12} {'ok' if is_right else 'NOT SEEN':<9} {seen}", flush=True)
        if not is_right:
            print("\n".join(done.stdout.splitlines()[-15:]), file=sys.stderr)
    print(f"{right} of {len(BREAKS)} breaks are seen by the step that is there for them")
    return right == len(BREAKS)


def copy_if_other(name):
    source, target = f"{TOP}/{name}", f"{COPY}/{name}"
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.exists(source) and not (os.path.exists(target) and filecmp.cmp(source, target, shallow=False)):
        shutil.copy(source, target)


def remove_others(files):
    """What is no longer in the checkout would be built, too."""
    for top in ("Sources", "Tests", "Scenarios", "Corpus", "Recordings"):
        for folder, _, names in os.walk(f"{COPY}/{top}"):
            for path in (os.path.relpath(f"{folder}/{name}", COPY) for name in names):
                if path not in files:
                    os.remove(f"{COPY}/{path}")


def write(path, text):
    with open(f"{COPY}/{path}", "w") as file:
        file.write(text)
