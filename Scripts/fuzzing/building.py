"""Builds fuzz targets, and makes sure that what was built really fuzzes (fuzzing.md: four traps)."""

import os
import re
import shutil
import subprocess
import tempfile

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
WORK = os.path.join(TOP, ".build", "fuzz")
CORPUS = os.path.join(TOP, "Corpus")

# Exit codes of the script.
FOUND, USAGE, BROKEN, INTERRUPTED = 1, 2, 3, 130

# More would not go into libFuzzer's 32 bits, together with what is added to it.
MOST = 2_000_000_000

# What libFuzzer allows an input.
LIMITS = {"timeout": 10, "rss_limit_mb": 1024}
# Every property is checked, not seven in eight inputs at a glance only.
EVERYTHING = {"KINESCOPE_FUZZ_EVERYTHING": "1"}
# Where recordings are written that are thrown away at once, if there is such a place.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

# libFuzzer's word for a function in Swift that tells it of coverage. Those in C say nothing of it, and the library of
# cryptography has very many: clang takes every -fsanitize it is given, swiftc only the last.
COUNTED = re.compile(r"COVERED_FUNC: .*/FuzzEntry\.swift:\d+")


class Broken(Exception):
    """Something that makes fuzzing worthless: not instrumented, no crash file, no build."""


def targets():
    """The targets in the order of Package.swift, which is the one list of them."""
    with open(f"{TOP}/Package.swift") as file:
        text = file.read()
    names = []
    for variable in ("fuzzTargets", "shellFuzzTargets"):
        if f"let {variable} = [" in text:
            listed = text.split(f"let {variable} = [", 1)[1].split("]", 1)[0]
            names += [name.strip().strip('"') for name in listed.split(",") if name.strip()]
    return names


def swift():
    path = shutil.which("swift")
    if path is None:
        raise Broken("swift is not installed: https://www.swift.org/install")
    return path


def tool(name):
    """A tool of Swift's own toolchain: those of the system are older, and read other formats."""
    path = os.path.join(os.path.dirname(os.path.realpath(swift())), name)
    if not os.path.exists(path):
        raise Broken(f"{path} is missing: is this Swift from swift.org?")
    return path


# A scratch path each: one for all would swap the binaries.
KINDS = {
    "plain": ["-c", "release", "--sanitize=fuzzer"],
    # Two --sanitize flags are a coin toss: only the last reaches the compiler, in random order (fuzzing.md, fact 5).
    "address": [
        "-c", "release", "--sanitize=fuzzer", "-Xswiftc", "-sanitize=fuzzer,address", "-Xcc",
        "-fsanitize=fuzzer,address", "-Xswiftc", "-use-ld=lld",
    ],
    "planted": ["-c", "release", "--sanitize=fuzzer", "-Xswiftc", "-DKINESCOPE_PLANTED_BUGS"],
    "coverage": [
        "-c", "debug", "--sanitize=fuzzer", "-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping",
    ],
}


def build(target, kind, extra=()):
    """The path of the executable, built and looked at."""
    scratch = f"{WORK}/build-{kind}"
    command = [swift(), "build", "--scratch-path", scratch, "--product", f"Fuzz{target}", *KINDS[kind], *extra]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line] or done.stdout.splitlines()
        raise Broken(f"Fuzz{target} does not build; see: {' '.join(command)}\n" + "\n".join(lines[-20:]))
    configuration = KINDS[kind][KINDS[kind].index("-c") + 1]
    binary = f"{scratch}/{configuration}/Fuzz{target}"
    check(binary, target, kind)
    return binary


def environment(**more):
    """What every run sees: symbols from the toolchain, profiles nowhere unless asked for."""
    # Without the address sanitizer the runtime reads the second of the two.
    symbolizer = tool("llvm-symbolizer")
    own = more.pop("ASAN_OPTIONS", "")
    result = dict(os.environ, ASAN_SYMBOLIZER_PATH=symbolizer, UBSAN_SYMBOLIZER_PATH=symbolizer, **more)
    result.setdefault("LLVM_PROFILE_FILE", "/dev/null")
    result.pop("SWIFT_BACKTRACE", None)
    # A frame of its own on the heap for each call, to see a pointer to a local variable outlive it: Swift lets none out that is
    # not marked unsafe, libxml2 is not instrumented, and it takes a tenth of the time. Who wants it says so in ASAN_OPTIONS.
    result["ASAN_OPTIONS"] = ":".join(["detect_stack_use_after_return=0", own, os.environ.get("ASAN_OPTIONS", "")])
    # The same seed finds the same in every process: hashing is one of the things that a fuzzer sees.
    result["SWIFT_DETERMINISTIC_HASHING"] = "1"
    return result


def flags(limits=LIMITS):
    """Limits as libFuzzer takes them; what stays within them is not stored for being slow."""
    return [f"-{name}={value}" for name, value in dict(limits, report_slow_units=limits["timeout"]).items()]


def temporary_folder():
    """A folder that goes away again."""
    return tempfile.TemporaryDirectory(prefix="kinescope-fuzz-", dir=IN_MEMORY, ignore_cleanup_errors=True)


def check(binary, target, kind):
    """Fails unless the binary is instrumented, stops at a trap, and stores the input that led to it."""
    folder = f"{WORK}/probe/{target}-{kind}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/corpus")
    with open(f"{folder}/corpus/input", "w") as file:
        file.write("probe")
    quiet = run(binary, [f"-artifact_prefix={folder}/", "-runs=0", "-print_coverage=1", f"{folder}/corpus"])
    if not COUNTED.search(quiet.stderr):
        raise Broken(f"Fuzz{target} was built without coverage: it would find nothing (no function in Swift has counters; "
                     f"it ended with {quiet.returncode})")
    # A folder, not a file: of an input that it was given libFuzzer stores no copy.
    trap = run(binary, [f"-artifact_prefix={folder}/trap-", "-runs=0", f"{folder}/corpus"], KINESCOPE_FUZZ_PROBE="trap")
    if trap.returncode != 77 or not any(name.startswith("trap-crash-") for name in os.listdir(folder)):
        raise Broken(f"Fuzz{target} stops at a trap with {trap.returncode} and stores no crash file (77 was expected)")
    if kind == "address":
        heap = run(binary, [f"-artifact_prefix={folder}/heap-", "-runs=0", f"{folder}/corpus"], KINESCOPE_FUZZ_PROBE="heap")
        if "AddressSanitizer" not in heap.stderr:
            raise Broken(f"Fuzz{target} was built without the address sanitizer: a use after free went unseen")


def run(binary, arguments, timeout=120, **more):
    try:
        return subprocess.run([binary, *arguments], capture_output=True, text=True, errors="replace", timeout=timeout,
                              env=environment(**more))
    except subprocess.TimeoutExpired:
        raise Broken(f"{os.path.basename(binary)} does not end within {timeout} s") from None
