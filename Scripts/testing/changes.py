"""What has changed since a commit, and which tests look at it."""

import functools
import json
import os
import subprocess

from steps import TOP, answered

# What tests read of the checkout beside sources: a change there is one of these test targets' business.
READ = {
    "Scenarios": ["CommandLineTests"],
    "Recordings": ["InspectionTests", "ReplayTests", "ReportTests", "SimulationTests", "PassAPITests", "CommandLineTests"],
    "Corpus": ["TokensTests", "FuzzingTests", "ShellFuzzingTests"],
}
# Suites that take several seconds each: left to the full run, unless one of these files itself has changed.
LONG = {
    "CommandLineTests": ["FinishingKillTests", "InterruptionTests", "JSONOutputTests", "KillTests", "MemoryTests", "PrintedWidthTests"],
    "RedactionTests": ["SecretFindingsTests"],
    "ReplayTests": ["BehaviorForkTests", "ObservedBehaviorTests"],
    "ServicesTests": ["InstantShiftTests", "ServedChangeTests", "ServedSessionsTests"],
}
# It reads all sources, pages and scripts, and takes some seconds.
ALWAYS = "TidyTests"
# What test targets share.
SHARED = ["Checkout", "CorpusKit"]


def is_commit(name):
    """Whether git knows a commit by this name."""
    known = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"], cwd=TOP, capture_output=True)
    return known.returncode == 0


def paths(since):
    """The files that differ from a commit, those that git does not know yet included."""
    changed = answered(["git", "diff", "--name-only", "-z", since]).split("\0")
    untracked = answered(["git", "ls-files", "--others", "--exclude-standard", "-z"]).split("\0")
    return sorted({path for path in changed + untracked if path})


def swift_files(changed):
    """The Swift files among them that are still there."""
    return [path for path in changed if path.endswith(".swift") and os.path.exists(f"{TOP}/{path}")]


def targets(changed):
    """The test targets that look at what has changed, by the manifest's dependencies; None for all of them."""
    if "Package.swift" in changed:
        return None
    all_targets = manifest()["targets"]
    needs = {target["name"]: {name for entry in target["dependencies"] for name in needed(entry)} for target in all_targets}
    tests = {target["name"] for target in all_targets if target["type"] == "test"}
    touched = {module_of(path) for path in changed if path.startswith(("Sources/", "Tests/")) and path.count("/") > 2}
    shared = closure({name for name in touched if name in SHARED}, {name: needs[name] for name in SHARED})
    # A test may look at modules that it does not test: what tests a module is its own tests and those of what is built on it.
    reached = closure({name for name in touched if name not in tests}, {name: of for name, of in needs.items() if name not in tests})
    # What tests share besides, such as where the checkout lies, is tested by all who use it.
    chosen = {ALWAYS} | (touched & tests) | {test for test in tests if tested(test) in reached or needs[test] & shared}
    for path in changed:
        chosen.update(READ.get(path.split("/")[0], []))
    return sorted(chosen & tests)


def module_of(path):
    """The target that a file of Sources or Tests belongs to: below a folder such as Core."""
    return path.split("/")[2]


@functools.cache
def manifest():
    """Package.swift as SwiftPM reads it."""
    return json.loads(answered(["swift", "package", "dump-package"]))


def left_out(changed, chosen):
    """The long suites of the test targets that are chosen, as target and suite."""
    edited = {os.path.basename(path).removesuffix(".swift") for path in changed if path.startswith("Tests/")}
    return [(target, suite) for target, suites in LONG.items() if chosen is None or target in chosen
            for suite in suites if suite not in edited]


def tested(test):
    """The target that a test target is the mirror of."""
    return "kinescope" if test == "CommandLineTests" else test.removesuffix("Tests")


def needed(entry):
    """The targets that an entry of a target's dependencies names."""
    for kind in ("byName", "target"):
        if kind in entry:
            yield entry[kind][0]


def closure(names, needs):
    """These and all that need one of them, however far."""
    reached = set(names)
    while more := {name for name, of in needs.items() if name not in reached and of & reached}:
        reached |= more
    return reached
