"""What a target's corpus reaches of the parsers, line by line."""

import os
import re
import subprocess

from building import EVERYTHING, TOP, WORK, Broken, environment, tool
from findings import Finding
from running import folders

# The folders that modules lie in.
AREAS = ("C", "Core", "Storage", "Network", "Products", "Tools")


def report(binary, target):
    """Writes the report as text and as HTML, and prints the figures of each room; answers where the profile is."""
    folder = f"{WORK}/coverage/{target}"
    os.makedirs(folder, exist_ok=True)
    raw, merged = f"{folder}/run.profraw", f"{folder}/run.profdata"
    corpus = [path for path in folders(target) if os.listdir(path)]
    done = subprocess.run(
        [binary, "-runs=0", "-timeout=60", "-rss_limit_mb=2048", f"-artifact_prefix={folder}/", *corpus],
        capture_output=True, text=True, errors="replace", env=environment(LLVM_PROFILE_FILE=raw, **EVERYTHING),
    )
    if done.returncode != 0 or not os.path.exists(raw):
        input = re.search(r"Test unit written to (\S+)", done.stderr)
        raise Broken(f"the corpus of {target} does not run through ({done.returncode}): {Finding(target, raw, done.stderr).what}; "
                     f"see: Scripts/fuzz {target} {os.path.relpath(input[1]) if input else 'FILE'}\n{done.stderr[-1000:]}")
    llvm("llvm-profdata", "merge", "-sparse", raw, "-o", merged)
    os.remove(raw)
    inputs = sum(len(os.listdir(path)) for path in corpus)
    show(target, [binary], merged, f"{inputs} inputs")
    return merged


def together(reached):
    """The same for all targets at once: binaries and their profiles."""
    folder = f"{WORK}/coverage/all"
    os.makedirs(folder, exist_ok=True)
    merged = f"{folder}/run.profdata"
    llvm("llvm-profdata", "merge", "-sparse", *(profile for _, profile in reached), "-o", merged)
    show("all", list(dict.fromkeys(os.path.realpath(binary) for binary, _ in reached)), merged, f"{len(reached)} targets")


def show(name, binaries, profile, of):
    """Writes and prints what a profile says of the sources of all binaries together."""
    folder = f"{WORK}/coverage/{name}"
    objects = [argument for binary in binaries[1:] for argument in ("-object", binary)]
    common = [binaries[0], *objects, f"-instr-profile={profile}", r"-ignore-filename-regex=\.build|/usr/|Sources/Tools"]
    text = llvm("llvm-cov", "report", *common)
    with open(f"{folder}/report.txt", "w") as file:
        file.write(text)
    llvm("llvm-cov", "show", *common, "-format=html", f"-output-dir={folder}/html")
    print(f"{name}: lines that are reached ({of})")
    for room, (lines, missed) in sorted(rooms(text).items()):
        # What a target is linked with and has nothing to do with.
        if lines == missed:
            continue
        shown = ("  " if "/" in room else "") + room
        print(f"  {shown:<28} {lines - missed:>6} of {lines:>6}  {100 * (lines - missed) / lines:5.1f} %")
    print(f"  {os.path.relpath(folder, TOP)}/report.txt, {os.path.relpath(folder, TOP)}/html/index.html", flush=True)


def llvm(name, *arguments):
    """What a tool of the toolchain prints."""
    done = subprocess.run([tool(name), *arguments], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise Broken(f"{name} {arguments[0]} ended with {done.returncode}:\n{done.stderr[-1000:]}")
    return done.stdout


def rooms(text):
    """Lines and missed lines of each room and of its folders: llvm-cov's columns are regions, functions and lines, three each."""
    result = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) < 10 or not words[0].endswith(".swift"):
            continue
        folders = re.sub(r"^.*Sources/", "", words[0]).split("/")[:-1]
        # llvm-cov leaves out what all paths begin with, such as Core.
        if folders and folders[0] in AREAS:
            del folders[0]
        lines, missed = int(words[7]), int(words[8])
        for room in {"/".join(folders[:1]), "/".join(folders[:2])} if lines else ():
            before = result.get(room, (0, 0))
            result[room] = (before[0] + lines, before[1] + missed)
    return result
