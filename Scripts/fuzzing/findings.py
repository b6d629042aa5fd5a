"""What a fuzzer found: told apart by where it happened, named, made small, and told how to see again."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

from building import EVERYTHING, IN_MEMORY, TOP, WORK, Broken, environment, flags, temporary_folder, tool
from processes import Processes

# What FuzzEntry, the runtime and the sanitizers say of a fault, and the frames of its stack that are ours.
PROPERTY = re.compile(r"KINESCOPE FINDING \w+: property ([\w-]+): (.*)")
FATAL = re.compile(r"Fatal error: (.*)")
SANITIZER = re.compile(r"ERROR: (\w+Sanitizer|libFuzzer): ([\w-]+(?: [\w-]+)?)")
FRAME = re.compile(r"^\s*#\d+ 0x\w+ in (.+?) (/.+?Sources/\S+:\d+)", re.MULTILINE)


class Finding:
    """One fault, and an input that shows it."""

    def __init__(self, target, path, output):
        self.target, self.path = target, path
        output = demangled(output)
        fault, fatal, property = SANITIZER.search(output), FATAL.search(output), PROPERTY.search(output)
        stack = [(name, below_sources(place)) for name, place in FRAME.findall(output)]
        frames = [(name, place) for name, place in stack if not place.startswith(("Sources/Fuzzing/", "Sources/FuzzEntry/"))]
        place = frames[0][1] if frames else ""
        # Whether something is said at all: libFuzzer may have ended for another reason.
        self.is_told = bool(fault or fatal or property)
        if property:
            # A property fails in the target's own frames: its name is the key.
            self.what, self.key = f"property {property[1]}: {property[2][:200]}", f"property-{property[1]}"
        else:
            words = fatal[1] if fatal else fault[2] if fault else "ended"
            self.what = f"{words}{' in ' + frames[0][0] + ' at ' + place if frames else ''}"
            self.key = slug(f"{fault[2] if fault and not fatal else 'trap'} {place or words}")
        self.stack = [f"{name} {place}" for name, place in stack][:12]
        if "LeakSanitizer" in output and os.path.isfile(path) and not os.path.getsize(path):
            # libFuzzer stores an empty input for what is only seen when the process ends.
            self.what += ", by an input that is not known"
            self.key += "-unknown-input"


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
        os.makedirs(self.folder, exist_ok=True)
        self.index = f"{self.folder}/known.json"
        self.known, self.seen = {}, set()
        if os.path.exists(self.index):
            try:
                with open(self.index) as file:
                    self.known = json.load(file)
            except ValueError:
                raise Broken(f"{self.index} is no JSON: remove it, and what is known will be new again") from None

    def add(self, binary, finding):
        """Keeps a finding under its name, minimised if it is new; answers whether it is the first of its kind in this run."""
        if finding.key in self.seen:
            return False
        self.seen.add(finding.key)
        if self.quiet:
            return True
        is_new = finding.key not in self.known
        # At once: whatever comes now, it was found.
        print(f"\n{finding.target}: {'NEW' if is_new else 'known'} finding: {finding.what}")
        for frame in finding.stack:
            print(f"    {frame}", flush=True)
        kept = self.kept(binary, finding, is_new)
        shown = os.path.relpath(kept, TOP) if kept.startswith(TOP + os.sep) else kept
        print(f"  input      {shown} ({os.path.getsize(kept)} bytes)")
        print(f"  reproduce  Scripts/fuzz {finding.target} {shown}", flush=True)
        return True

    def kept(self, binary, finding, is_new):
        """Where a finding's input is from now on: on a full disk where it was, under another name."""
        with open(finding.path, "rb") as file:
            name = f"{finding.key}-{hashlib.sha1(file.read()).hexdigest()[:8]}"
        kept = f"{self.folder}/{name}"
        try:
            shutil.copy(finding.path, kept)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.remove(kept)
            # Beside the folder that goes away: a new name takes no room.
            aside = os.path.join(IN_MEMORY or tempfile.gettempdir(), f"kinescope-{finding.target}-{name}")
            os.replace(finding.path, aside)
            print(f"  not kept   {error}: make room, and take the input from where it is")
            return aside
        if is_new:
            kept = self.minimised(binary, finding, kept)
            self.known[finding.key] = {"what": finding.what, "input": os.path.relpath(kept, TOP)}
            try:
                # Whole or not at all: the script may be ended at any time.
                with open(f"{self.index}.new", "w") as file:
                    json.dump(self.known, file, indent=2)
                os.replace(f"{self.index}.new", self.index)
            except OSError as error:
                print(f"  not noted  {error}: it will be new again")
        return kept

    def minimised(self, binary, finding, kept):
        """The smallest input in some seconds that shows the same; the one it was if nothing comes of it within two minutes."""
        small = f"{kept}.min"
        try:
            with temporary_folder() as folder:
                self.processes.run(
                    [binary, "-minimize_crash=1", "-max_total_time=10", "-runs=20000", *flags(),
                     f"-exact_artifact_path={small}", kept],
                    timeout=120, env=environment(TMPDIR=folder, **EVERYTHING),
                )
            # It may have become another fault on the way.
            if os.path.exists(small):
                code, output = once(binary, small, self.processes)
                if code != 0 and Finding(finding.target, small, output).key == finding.key:
                    os.replace(small, kept)
        except (OSError, subprocess.SubprocessError, Broken):
            # The finding counts as it is.
            pass
        finally:
            if os.path.exists(small):
                os.remove(small)
        return kept


def once(binary, path, processes):
    """Runs one input with every check; answers libFuzzer's exit code and what was said."""
    with temporary_folder() as folder:
        try:
            return processes.run([binary, *flags(), path], timeout=60, env=environment(TMPDIR=folder, **EVERYTHING), cwd=folder)
        except subprocess.TimeoutExpired:
            return 70, "ERROR: libFuzzer: timeout"
