"""What a fuzzer found: told apart by where it happened, named, made small, and told how to see again."""

import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

from building import EVERYTHING, IN_MEMORY, TOP, WORK, Broken, environment, flags, temporary_folder, tool
from guard import unwritable
from processes import Processes

# What FuzzEntry, the runtime and the sanitizers say of a fault, and the frames of its stack that are ours.
PROPERTY = re.compile(r"KINESCOPE FINDING \w+: property ([^\s:]+): (.*)")
STATED = re.compile(r"^  stated at (\w+)/(\w[\w+-]*\.swift):(\d+)$", re.MULTILINE)
VALUES = re.compile(r"^  expected (.*)\n  found (.*)$", re.MULTILINE)
FATAL = re.compile(r"Fatal error: (.*)")
SANITIZER = re.compile(r"ERROR: (\w+Sanitizer|libFuzzer): ([\w-]+(?: [\w-]+)?)")
# How many characters of a value, and bytes of an input, are shown.
LONGEST, SHOWN = 400, 100
FRAME = re.compile(r"^\s*#\d+ 0x\w+ in (.+?) (/.+?Sources/\S+:\d+)", re.MULTILINE)


class Finding:
    """One fault, and an input that shows it."""

    def __init__(self, target, path, output):
        self.target, self.path = target, path
        output = demangled(output)
        fault, fatal, property = SANITIZER.search(output), FATAL.search(output), PROPERTY.search(output)
        stack = [(name, below_sources(place)) for name, place in FRAME.findall(output)]
        frames = [(name, place) for name, place in stack if not place.startswith(("Sources/Tools/Fuzzing/", "Sources/Tools/FuzzEntry/"))]
        place = frames[0][1] if frames else ""
        # Whether something is said at all: libFuzzer may have ended for another reason.
        self.is_told = bool(fault or fatal or property)
        self.property = property[1] if property else None
        self.told = []
        if property:
            # A property fails in the target's own frames: its name is the key.
            self.what, self.key = f"property {property[1]}: {cut(property[2])}", "property-" + re.sub(r"[^\w-]", "-", property[1])
            if stated := STATED.search(output, property.end()):
                self.told = statement(stated[1], stated[2], int(stated[3]))
                values = VALUES.match(output, stated.end() + 1)
                self.told += [f"expected   {values[1]}", f"found      {values[2]}"] if values else [f"found      {property[2]}"]
                self.what = f"property {property[1]}"
        else:
            words = fatal[1] if fatal else fault[2] if fault else "ended"
            self.what = f"{words}{' in ' + frames[0][0] + ' at ' + place if frames else ''}"
            self.key = slug(f"{fault[2] if fault and not fatal else 'trap'} {place or words}")
        self.stack = [f"{name} {place}" for name, place in stack][:12]
        if "LeakSanitizer" in output and os.path.isfile(path) and not os.path.getsize(path):
            # libFuzzer stores an empty input for what is only seen when the process ends.
            self.what += ", by an input that is not known"
            self.key += "-unknown-input"


    def details(self):
        """What there is to say beyond one line: the property's statement and the values, and whose calls led there."""
        # The frames of a failed property are those that fail for every property, and the statement says more.
        return self.told or [f"  {frame}" for frame in self.stack]


def cut(text):
    """The beginning of a long text, and how long it is."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"


def statement(module, file, line):
    """Where a property is stated, and the statement: it says what was expected."""
    paths = sorted(glob.glob(f"{TOP}/Sources/*/{module}/**/{file}", recursive=True))
    if len(paths) != 1:
        return [f"stated     {module}/{file}:{line}"]
    with open(paths[0]) as source:
        lines = source.read().splitlines()[line - 1:line + 11]
    # To the end of its brackets.
    count = next((number for number in range(1, len(lines) + 1) if is_closed("\n".join(lines[:number]))), 1)
    margin = min((len(each) - len(each.lstrip()) for each in lines[:count] if each.strip()), default=0)
    return [f"stated     {os.path.relpath(paths[0], TOP)}:{line}"] + [f"             {each[margin:]}" for each in lines[:count]]


def is_closed(text):
    return all(text.count(left) <= text.count(right) for left, right in ("()", "[]", "{}"))


def excerpt(path):
    """The beginning of an input as text, whatever bytes it is of."""
    with open(path, "rb") as file:
        data = file.read(SHOWN + 1)
    text = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data[:SHOWN])
    return f'"{text}{"…" if len(data) > SHOWN else ""}"'


def below_sources(path):
    return re.sub(r"^.*/(Sources/)", r"\1", path)


def slug(text):
    return re.sub(r"[^A-Za-z0-9]+", "-", text.replace("Sources/", "").replace(".swift", "")).strip("-").lower()[:80]


def demangled(text):
    done = subprocess.run([tool("swift-demangle"), "--simplified"], input=text, capture_output=True, text=True,
                          errors="replace")
    return done.stdout if done.returncode == 0 else text


class Findings:
    """All that was found in a target on this machine, known and new."""

    def __init__(self, target, folder=None, quiet=False, processes=None):
        self.target, self.quiet, self.processes = target, quiet, processes or Processes()
        self.folder = folder or f"{WORK}/findings/{target}"
        try:
            os.makedirs(self.folder, exist_ok=True)
            reason = unwritable(self.folder)
        except OSError as error:
            reason = error.strerror
        if reason:
            # Before it fuzzes for hours, not after.
            raise Broken(f"the folder for findings, {self.folder}, cannot be written: {reason}")
        self.index = f"{self.folder}/known.json"
        self.known, self.seen = {}, set()
        if os.path.exists(self.index):
            try:
                with open(self.index) as file:
                    self.known = json.load(file)
            except ValueError:
                raise Broken(f"{self.index} is not JSON: remove it, and what is known will be new again") from None

    def add(self, binary, finding):
        """Keeps a finding under its name, minimized if it is new; answers whether it is the first of its kind in this run."""
        if finding.key in self.seen:
            return False
        self.seen.add(finding.key)
        if self.quiet:
            return True
        is_new = finding.key not in self.known
        # At once: whatever comes now, it was found.
        print(f"\n{finding.target}: {'NEW' if is_new else 'known'} finding: {finding.what}", flush=True)
        kept, finding = self.kept(binary, finding, is_new)
        for line in finding.details():
            print(f"  {line}")
        shown = os.path.relpath(kept, TOP) if kept.startswith(TOP + os.sep) else kept
        print(f"  input      {shown} ({os.path.getsize(kept)} bytes)\n             {excerpt(kept)}")
        print(f"  reproduce  Scripts/fuzz {finding.target} {shown}", flush=True)
        return True

    def kept(self, binary, finding, is_new):
        """Where a finding's input is from now on, and what it shows there, made smaller: on a full disk it is where it was, under
        another name."""
        with open(finding.path, "rb") as file:
            name = f"{finding.key}-{hashlib.sha1(file.read()).hexdigest()[:8]}"
        kept = f"{self.folder}/{name}"
        try:
            # What is there under this name may have been made smaller already.
            if is_new or not os.path.exists(kept):
                shutil.copy(finding.path, kept)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.remove(kept)
            # Beside the folder that goes away: a new name takes no room.
            aside = os.path.join(IN_MEMORY or tempfile.gettempdir(), f"kinescope-{finding.target}-{name}")
            os.replace(finding.path, aside)
            print(f"  not kept   {error}: make room, and take the input from where it is")
            return aside, finding
        if is_new:
            finding = self.minimized(binary, finding, kept)
            self.known[finding.key] = {"what": finding.what, "input": os.path.relpath(kept, TOP)}
            try:
                # Whole or not at all: the script may be ended at any time.
                with open(f"{self.index}.new", "w") as file:
                    json.dump(self.known, file, indent=2)
                os.replace(f"{self.index}.new", self.index)
            except OSError as error:
                print(f"  not noted  {error}: it will be new again")
            return kept, finding
        return self.smallest(binary, finding) or (kept, finding)

    def smallest(self, binary, finding):
        """The input of a known finding that was made smaller once, and what it shows; None if it shows it no more."""
        path = os.path.normpath(os.path.join(TOP, self.known[finding.key]["input"]))
        if not os.path.exists(path):
            return None
        code, output = once(binary, path, self.processes)
        shown = Finding(finding.target, path, output)
        return (path, shown) if code != 0 and shown.key == finding.key else None

    def minimized(self, binary, finding, kept):
        """Puts the smallest input in some seconds that shows the same in place of `kept`, and answers what it shows.

        Both stay what they were if nothing comes of it within two minutes.
        """
        small = f"{kept}.min"
        try:
            with temporary_folder() as folder:
                self.processes.run(
                    [binary, "-minimize_crash=1", "-max_total_time=10", "-runs=20000", *flags(),
                     f"-exact_artifact_path={small}", kept],
                    timeout=120, env=environment(TMPDIR=folder, **EVERYTHING, **only(finding)),
                )
            # It may have become another fault on the way.
            if os.path.exists(small):
                code, output = once(binary, small, self.processes)
                shown = Finding(finding.target, small, output)
                if code != 0 and shown.key == finding.key:
                    os.replace(small, kept)
                    return shown
        except (OSError, subprocess.SubprocessError, Broken):
            # The finding counts as it is.
            pass
        finally:
            if os.path.exists(small):
                os.remove(small)
        return finding


def only(finding):
    """What keeps the search for a smaller input to the property that failed: an input that another fails for is no smaller one."""
    return {"KINESCOPE_FUZZ_PROPERTY": finding.property} if finding.property else {}


def once(binary, path, processes):
    """Runs one input with every check; answers libFuzzer's exit code and what was said."""
    with temporary_folder() as folder:
        try:
            return processes.run([binary, *flags(), path], timeout=60, env=environment(TMPDIR=folder, **EVERYTHING), cwd=folder)
        except subprocess.TimeoutExpired:
            return 70, "ERROR: libFuzzer: timeout"
