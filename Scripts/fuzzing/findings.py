"""What a fuzzer found: told apart by where it happened, named, made small, and told how to see again."""

import hashlib
import json
import os
import re
import shutil
import subprocess

from building import TOP, WORK, environment, tool

# What FuzzEntry, the runtime and the sanitizers say of a fault, and the frames of its stack that are ours.
PROPERTY = re.compile(r"KINESCOPE FINDING \w+: property ([\w-]+): (.*)")
FATAL = re.compile(r"Fatal error: (.*)")
SANITIZER = re.compile(r"ERROR: (\w+Sanitizer|libFuzzer): ([\w-]+(?: [\w-]+)?)")
FRAME = re.compile(r"^\s*#\d+ 0x\w+ in (.+?) (/\S+?Sources/\S+:\d+)", re.MULTILINE)


class Finding:
    """One fault, and an input that shows it."""

    def __init__(self, target, path, output):
        self.target, self.path = target, path
        output = demangled(output)
        fault, fatal, property = SANITIZER.search(output), FATAL.search(output), PROPERTY.search(output)
        frames = [
            (name, place) for name, place in FRAME.findall(output) if "/Fuzzing/" not in place and "/FuzzEntry/" not in place
        ]
        place = below_sources(frames[0][1]) if frames else ""
        if property:
            # A property fails in the target's own frames: its name is the key.
            self.what, self.key = f"property {property[1]}: {property[2][:200]}", f"property-{property[1]}"
        else:
            words = fatal[1] if fatal else fault[2] if fault else "ended"
            self.what = f"{words}{' in ' + frames[0][0] + ' at ' + place if frames else ''}"
            self.key = slug(f"{fault[2] if fault and not fatal else 'trap'} {place or words}")
        self.stack = [f"{name} {below_sources(place)}" for name, place in FRAME.findall(output)][:12]


def below_sources(path):
    return re.sub(r"^.*/(Sources/)", r"\1", path)


def slug(text):
    return re.sub(r"[^A-Za-z0-9]+", "-", text.replace("Sources/", "").replace(".swift", "")).strip("-").lower()[:80]


def demangled(text):
    done = subprocess.run([tool("swift-demangle"), "--simplified"], input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else text


class Findings:
    """All that was found in a target on this machine, known and new."""

    def __init__(self, target, folder=None, quiet=False):
        self.target, self.quiet = target, quiet
        self.folder = folder or f"{WORK}/findings/{target}"
        os.makedirs(self.folder, exist_ok=True)
        self.index = f"{self.folder}/known.json"
        self.known = json.load(open(self.index)) if os.path.exists(self.index) else {}
        self.seen = set()

    def add(self, binary, finding):
        """Keeps a finding under its name, minimised if it is new; answers whether it is the first of its kind in this run."""
        if finding.key in self.seen:
            return False
        self.seen.add(finding.key)
        if self.quiet:
            return True
        is_new = finding.key not in self.known
        digest = hashlib.sha1(open(finding.path, "rb").read()).hexdigest()[:8]
        kept = f"{self.folder}/{finding.key}-{digest}"
        shutil.copy(finding.path, kept)
        if is_new:
            kept = self.minimised(binary, finding, kept)
            self.known[finding.key] = {"what": finding.what, "input": os.path.relpath(kept, TOP)}
            with open(self.index, "w") as file:
                json.dump(self.known, file, indent=2)
        print(f"\n{finding.target}: {'NEW' if is_new else 'known'} finding: {finding.what}")
        for frame in finding.stack:
            print(f"    {frame}")
        size = os.path.getsize(kept)
        print(f"  input      {os.path.relpath(kept, TOP)} ({size} bytes)")
        print(f"  reproduce  Scripts/fuzz {finding.target} {os.path.relpath(kept, TOP)}")
        return True

    def minimised(self, binary, finding, kept):
        """The smallest input in a few seconds that shows the same."""
        small = f"{kept}.min"
        subprocess.run(
            [binary, "-minimize_crash=1", "-max_total_time=10", "-runs=20000", f"-exact_artifact_path={small}", kept],
            capture_output=True, env=environment(KINESCOPE_FUZZ_EVERYTHING="1"), timeout=120,
        )
        if not os.path.exists(small):
            return kept
        again = subprocess.run([binary, small], capture_output=True, text=True, errors="replace",
                               env=environment(KINESCOPE_FUZZ_EVERYTHING="1"))
        if Finding(finding.target, small, again.stderr).key != finding.key:
            # It became another fault on the way.
            os.remove(small)
            return kept
        os.replace(small, kept)
        return kept
