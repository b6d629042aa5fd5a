"""Whether the fuzzer finds what is known to be there: ten bugs planted between the parsers and their properties."""

import os
import re

from building import TOP, build, temporary_folder
from running import fuzz

# What a finding of the bug says: a property, or a function of its stack.
SIGNS = {
    "dateOfTenDigits": "trapOnTenDigits",
    "unclosedSignature": "indexPastUnclosedSignature",
    "attributeWithoutName": r"PlantedSAML\.reading",
    "unsecuredTokenIsSigned": "unsecured-is-not-signed",
    "commentCutsName": "whole-name-id",
    "duplicateIDIsTrusted": "no-id-twice",
    "dateIsOneDayOff": "instant-by-counting-days",
    "assertionInExtensions": "counts-every-assertion",
    "attributeLimitIsMissed": "limit-attributes",
    "quadraticUnescape": "property time|timeout",
}
ENOUGH = 9


def bugs():
    """The bugs and their targets, from the source that plants them."""
    with open(f"{TOP}/Sources/Fuzzing/Planted/PlantedBug.swift") as file:
        text = file.read()
    names = re.findall(r"^    case (\w+)$", text, re.MULTILINE)
    body = text.split("public var target: String", 1)[1]
    homes = {}
    for cases, target in re.findall(r"case ([^:]+):\s*\"(\w+)\"", body):
        for name in re.findall(r"\.(\w+)", cases):
            homes[name] = target
    return [(name, homes[name]) for name in names]


def selftest(seconds):
    """Prints what was found and when; answers whether it is enough."""
    found, binaries = 0, {}
    for name, target in bugs():
        if target not in binaries:
            binaries[target] = build(target, "planted")
        # A working corpus of its own: what the search for another bug has found would make it easier.
        with temporary_folder() as folder:
            os.mkdir(f"{folder}/working")
            run = fuzz(binaries[target], target, seconds, corpus=[f"{folder}/working", f"{TOP}/Corpus/{target}/seed"], quiet=True,
                       stop_at_first=True, findings_folder=f"{folder}/findings", KINESCOPE_PLANTED_BUG=name)
        is_it = any(re.search(SIGNS[name], what) for what in run.what)
        found += is_it
        verdict = f"found after {run.processor:5.1f} s, {run.executions:,} runs" if is_it else "NOT FOUND"
        print(f"  {name:<26} {target:<16} {verdict}", flush=True)
        if run.what and not is_it:
            print(f"    but: {run.what[0]}")
    print(f"{found} of {len(SIGNS)} planted bugs found; {ENOUGH} are enough")
    return found >= ENOUGH
