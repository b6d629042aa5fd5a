"""Builds fuzz targets, and makes sure that what was built really fuzzes (fuzzing.md: four traps)."""

import contextlib
import functools
import glob
import os
import re
import shlex
import shutil
import subprocess
import tempfile

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
WORK = os.path.join(TOP, ".build", "fuzz")
CORPUS = os.path.join(TOP, "Corpus")
# Where objects lie, a folder for each kind of build. Scripts/oss-fuzz-try sets another.
BUILDS = os.environ.get("KINESCOPE_FUZZ_BUILDS") or WORK

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

# The section that counters of coverage stand in, in an object file.
COUNTERS = re.compile(r"\b__sancov_cntrs\b")
# Object files that have them, and some that have not: what was compiled, and nothing that was inlined elsewhere.
COUNTED = ["Documents.build/JSONScanner.swift.o"]
UNCOUNTED = ["FuzzReadings.build/LibXML2Tree.swift.o", "CCryptoBoringSSL.build/crypto/crypto.cc.o", "NIOCore.build/ByteBuffer-core.swift.o"]

# The executables, each with the folder that defines the targets in it.
EXECUTABLES = {"Fuzz": "Sources/Tools/Fuzzing", "FuzzShell": "Sources/Tools/ShellFuzzing"}
DEFINED = re.compile(r'public static let \w+ = \w+\(\s*"(\w+)",')


class Broken(Exception):
    """Something that makes fuzzing worthless: not instrumented, no crash file, no build."""


@functools.cache
def homes():
    """The targets, each with its executable: the sources that define them are the one list."""
    found = {}
    for executable, folder in EXECUTABLES.items():
        for path in sorted(glob.glob(f"{TOP}/{folder}/Targets/*.swift")):
            with open(path) as file:
                found.update(dict.fromkeys(DEFINED.findall(file.read()), executable))
    if stray := sorted(set(os.listdir(CORPUS)) - {"regressions.md"} ^ set(found)):
        raise Broken(f"each target has a folder in Corpus, and each folder a target; not so: {', '.join(stray)}")
    return found


def targets():
    """The targets' names."""
    return list(homes())


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
    # Of debug information the lines alone: a stack needs no more, and the build is a little faster.
    "plain": ["-c", "release", "-Xswiftc", "-gline-tables-only", "-Xcc", "-gline-tables-only"],
    # Everything is held to the address sanitizer, whatever counts coverage.
    "address": ["-c", "release", "--sanitize=address", "-Xswiftc", "-use-ld=lld"],
    "coverage": ["-c", "debug", "-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"],
}
# What parsers are compiled with, and nothing else (Package.swift). One flag names all sanitizers of a kind, and stands behind SwiftPM's
# own: of several -sanitize= the compiler is told of the last alone. Edges are counted, and comparisons not told: half of the time went
# into telling those of every index with the end of its array. Swift has no option for that, so LLVM is told which counters to make.
COUNTERS_ALONE = ["-sanitize-coverage=edge", "-Xllvm", "-sanitizer-coverage-inline-8bit-counters", "-Xllvm", "-sanitizer-coverage-pc-table"]
COUNTING = {
    "plain": ["-sanitize=fuzzer", *COUNTERS_ALONE],
    "address": ["-sanitize=fuzzer,address", *COUNTERS_ALONE],
    "coverage": ["-sanitize=fuzzer", *COUNTERS_ALONE],
}


def build(target, kind, extra=()):
    """The path of what fuzzes a target, built and looked at: its executable, under the target's name."""
    executable = product(homes()[target], kind, tuple(extra))
    folder = f"{WORK}/targets-{kind}"
    binary = f"{folder}/Fuzz{target}"
    os.makedirs(folder, exist_ok=True)
    if not os.path.islink(binary) or os.readlink(binary) != executable:
        with contextlib.suppress(FileNotFoundError):
            os.remove(binary)
        os.symlink(executable, binary)
    check(binary, target, kind)
    return binary


@functools.cache
def product(name, kind, extra=()):
    """The path of an executable, built once for all its targets; fails unless what was compiled counts coverage."""
    folder = compiled(kind, "--product", name, *extra)
    check_counters(name, folder)
    return f"{folder}/{name}"


def everything(kind):
    """The paths of all executables that are linked with the parsers: those of the targets, and the digests that Scripts/test compares.

    At once: the store and what listens are built while the core still is.
    """
    folder = compiled(kind)
    for name in EXECUTABLES:
        check_counters(name, folder)
    return [f"{folder}/{name}" for name in (*EXECUTABLES, "Digests")]


def compiled(kind, *arguments):
    """The folder of what SwiftPM builds with these arguments."""
    scratch = f"{BUILDS}/build-{kind}"
    command = [swift(), "build", "--scratch-path", scratch, *KINDS[kind], *arguments]
    # The core without the concurrency module, and counters in parsers: Package.swift.
    own = {"KINESCOPE_WITHOUT_CONCURRENCY": "1", "KINESCOPE_FUZZ": " ".join(COUNTING[kind])}
    forget_objects_of_other_flags(scratch, [*KINDS[kind], *COUNTING[kind]])
    variables = dict(os.environ, **own)
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, errors="replace", env=variables)
    if done.returncode != 0:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line] or done.stdout.splitlines()
        variables = " ".join(f"{key}={shlex.quote(value)}" for key, value in own.items())
        raise Broken(f"what fuzzes does not build; see: {variables} {' '.join(command)}\n" + "\n".join(lines[-20:]))
    configuration = KINDS[kind][KINDS[kind].index("-c") + 1]
    return os.path.realpath(f"{scratch}/{configuration}")


def forget_objects_of_other_flags(scratch, flags):
    """Removes what was compiled with other flags.

    swiftc leaves an object as it is where the code it is made of is the same, and does not ask how it was instrumented.
    """
    stamp, flags = f"{scratch}/flags", " ".join(flags)
    with contextlib.suppress(FileNotFoundError), open(stamp) as file:
        if file.read() == flags:
            return
    for configuration in ("debug", "release"):
        shutil.rmtree(os.path.realpath(f"{scratch}/{configuration}"), ignore_errors=True)
    os.makedirs(scratch, exist_ok=True)
    with open(stamp, "w") as file:
        file.write(flags)


def check_counters(name, folder):
    """Fails unless the parsers count coverage, and what is no parser does not.

    Without counters in the one nothing would be found; with counters in the other the fuzzer would go through them for each input,
    and collect inputs for what they reach in its own comparisons.
    """
    parsers, others = (objects(folder, places) for places in (COUNTED, UNCOUNTED))
    if not parsers or not all(map(has_counters, parsers)):
        raise Broken(f"{name} was built without coverage: it would find nothing (no counters in {folder}/{COUNTED[0]})")
    if not others:
        raise Broken(f"{name}: none of {', '.join(UNCOUNTED)} is in {folder}, so it is unknown what counts coverage there")
    # An executable need not have them all.
    if surplus := [path for path in others if has_counters(path)]:
        raise Broken(f"{name} counts coverage of what is not a parser: it would be slow, and look for the wrong thing ({surplus[0]})")


def objects(folder, places):
    return [path for place in places for path in glob.glob(f"{folder}/{place}")]


def has_counters(path):
    """Whether an object file has counters of its own."""
    done = subprocess.run([tool("llvm-objdump"), "-h", path], capture_output=True, text=True)
    return COUNTERS.search(done.stdout) is not None


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
    """Fails unless the binary has the target, stops at a trap, and stores the input that led to it."""
    folder = f"{WORK}/probe/{target}-{kind}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/corpus")
    with open(f"{folder}/corpus/input", "w") as file:
        file.write("probe")
    # A folder, not a file: of an input that it was given libFuzzer stores no copy.
    # Nobody reads its stack, and naming the functions of one takes twenty times as long as all the rest.
    trap = run(binary, [f"-artifact_prefix={folder}/trap-", "-runs=0", f"{folder}/corpus"], KINESCOPE_FUZZ_PROBE="trap",
               UBSAN_OPTIONS="symbolize=0", ASAN_OPTIONS="symbolize=0")
    if trap.returncode == 2:
        raise Broken(f"Fuzz{target}: {trap.stderr.strip()}")
    if trap.returncode != 77 or not any(name.startswith("trap-crash-") for name in os.listdir(folder)):
        raise Broken(f"Fuzz{target} stops at a trap with {trap.returncode} and stores no crash file (77 was expected)")
    if kind == "address":
        heap = run(binary, [f"-artifact_prefix={folder}/heap-", "-runs=0", f"{folder}/corpus"], KINESCOPE_FUZZ_PROBE="heap",
                   ASAN_OPTIONS="symbolize=0")
        if "AddressSanitizer" not in heap.stderr:
            raise Broken(f"Fuzz{target} was built without the address sanitizer: a use after free went unseen")


def run(binary, arguments, timeout=120, **more):
    try:
        return subprocess.run([binary, *arguments], capture_output=True, text=True, errors="replace", timeout=timeout,
                              env=environment(**more))
    except subprocess.TimeoutExpired:
        raise Broken(f"{os.path.basename(binary)} does not end within {timeout} s") from None
