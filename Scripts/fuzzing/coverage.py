"""What a target's corpus reaches of the parsers, line by line."""

import os
import re
import subprocess

from building import TOP, WORK, environment, tool
from running import folders


def report(binary, target):
    """Writes the report as text and as HTML, and prints the figures of each room."""
    folder = f"{WORK}/coverage/{target}"
    os.makedirs(folder, exist_ok=True)
    raw, merged = f"{folder}/run.profraw", f"{folder}/run.profdata"
    corpus = [path for path in folders(target) if os.listdir(path)]
    done = subprocess.run([binary, "-runs=0", "-timeout=60", "-rss_limit_mb=2048", *corpus], capture_output=True,
                          text=True, errors="replace", env=environment(LLVM_PROFILE_FILE=raw))
    if done.returncode != 0 or not os.path.exists(raw):
        raise SystemExit(f"Scripts/fuzz: the corpus of {target} does not run through; see: Scripts/fuzz {target} FILE\n"
                         + done.stderr[-1000:])
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", raw, "-o", merged], check=True)
    common = [binary, f"-instr-profile={merged}", r"-ignore-filename-regex=\.build|/usr/|Sources/Fuzz"]
    text = subprocess.run([tool("llvm-cov"), "report", *common], check=True, capture_output=True, text=True).stdout
    with open(f"{folder}/report.txt", "w") as file:
        file.write(text)
    subprocess.run([tool("llvm-cov"), "show", *common, "-format=html", f"-output-dir={folder}/html"], check=True,
                   capture_output=True)
    os.remove(raw)
    print(f"{target}: lines that the corpus reaches ({sum(len(os.listdir(path)) for path in corpus)} inputs)")
    for room, (lines, missed) in rooms(text).items():
        print(f"  {room:<28} {lines - missed:>6} of {lines:>6}  {100 * (lines - missed) / lines:5.1f} %")
    print(f"  {os.path.relpath(folder, TOP)}/report.txt, {os.path.relpath(folder, TOP)}/html/index.html")


def rooms(text):
    """Lines and missed lines by folder: llvm-cov's columns are regions, functions and lines, three each."""
    result = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) < 10 or not words[0].endswith(".swift"):
            continue
        path = re.sub(r"^.*Sources/", "", words[0])
        room = "/".join(path.split("/")[:2]) if "/" in path else path
        if room.endswith(".swift"):
            room = room.split("/")[0]
        lines, missed = int(words[7]), int(words[8])
        if lines:
            before = result.get(room, (0, 0))
            result[room] = (before[0] + lines, before[1] + missed)
    return result
