"""Whether Scripts/test sees what it is there for: one thing of each kind is broken in a copy, and the step that has to fail is named."""

import os
import re
import subprocess
import sys

import copies
from steps import TOP

COPY = f"{TOP}/.build/self-test"
ABSORB = "    public mutating func absorb(_ text: String) {\n        var text = text\n"

# What is broken: a file, its text, what takes its place, what of Scripts/test is run, and the step that has to fail.
BREAKS = {
    "format": ("Package.swift", "let rows = table", "let rows  =  table", [], "lint"),
    "import": ("Sources/Core/Documents/JSON/JSONLimits.swift", "/// The limits on the cost of a JSON text.\n",
               "import VirtualTime\n\n/// The limits on the cost of a JSON text.\n", [], "build"),
    "test-import": ("Tests/Core/DocumentsTests/Base64/Base64Tests.swift", "import Testing\n", "import Testing\nimport Tokens\n", [], "build"),
    "digest": ("Sources/Core/VirtualTime/Digest.swift", ABSORB, ABSORB + "        #if DEBUG\n        absorb(1)\n        #endif\n", [],
               "digests as they were"),
    "requirement": ("Documentation/contributing/requirements.md", "| tested |\n| K-2 ", "| open |\n| K-2 ", [], "requirements"),
    "test": ("Tests/Core/VirtualTimeTests/DigestTests.swift", "dedf9f982e43402d", "dedf9f982e43402e", [], "tests"),
    "purity": ("Sources/Core/Documents/JSON/JSONLimits.swift", "/// The limits on the cost of a JSON text.\n",
               "func laterThan() { Task {} }\n\n/// The limits on the cost of a JSON text.\n", ["--all"], "fuzz executables"),
    "counters": ("Scripts/fuzzing/building.py", '"plain": ["-sanitize=fuzzer", *COUNTERS_ALONE],', '"plain": ["-sanitize=address"],', ["--all"],
                 "fuzz executables"),
    "release": ("Sources/Core/VirtualTime/Digest.swift", ABSORB, ABSORB + "        #if !DEBUG\n        absorb(1)\n        #endif\n", ["--all"],
                "the same digests"),
    "guard": ("Scripts/fuzz", "BROKEN)\nexcept Exception", "FOUND)\nexcept Exception", ["--all"], "the guard"),
    "trap": ("Sources/Tools/FuzzEntry/FuzzEntry.swift", "        kinescope_fuzz_release_traps()\n", "", ["--all"], "fuzz targets"),
}


def selftest():
    """Prints which step failed for each; answers whether all were the right ones."""
    # Over what an earlier run left: what did not change is not built again.
    copies.fill(COPY)
    right = 0
    for name, (path, text, replacement, options, step) in BREAKS.items():
        with open(f"{TOP}/{path}") as file:
            original = file.read()
        if original.count(text) != 1:
            print(f"  {name:<12} {path} has no such text, or more than one: {text.strip()}")
            continue
        copies.write(COPY, path, original.replace(text, replacement))
        done = subprocess.run(["Scripts/test", *options], cwd=COPY, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              env={key: value for key, value in os.environ.items() if not key.startswith("KINESCOPE_")})
        copies.write(COPY, path, original)
        failed = re.search(r"^(.*?) +FAILED", done.stdout, re.MULTILINE)
        seen = failed[1].strip() if failed else f"none, it ended with {done.returncode}"
        is_right = done.returncode == 1 and seen.startswith(step)
        right += is_right
        print(f"  {name:<12} {'ok' if is_right else 'NOT SEEN':<9} {seen}", flush=True)
        if not is_right:
            print("\n".join(done.stdout.splitlines()[-15:]), file=sys.stderr)
    print(f"{right} of {len(BREAKS)} breaks are seen by the step that is there for them")
    return right == len(BREAKS)
