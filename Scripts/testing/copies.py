"""Copies of the checkout, in which something is built: what has not changed since the last time keeps its time, and is not built again."""

import filecmp
import os
import shutil

from steps import TOP, answered


def fill(folder, changed=None, checkout=TOP):
    """Makes a folder what a checkout is, what git does not know yet included, but for the files that have another text here.

    Folders named .build… at its top are left alone: what is built lies there.
    """
    changed = changed or {}
    names = answered(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], folder=checkout).split("\0")
    files = {name for name in names if name and os.path.lexists(f"{checkout}/{name}")}
    for name in sorted(files - set(changed)):
        source, target = f"{checkout}/{name}", f"{folder}/{name}"
        if os.path.exists(target) and os.stat(source).st_mode == os.stat(target).st_mode and filecmp.cmp(source, target, shallow=False):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(source, target)
    for name, text in changed.items():
        write(folder, name, text)
    # What is no longer in it would be built, too.
    for place, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if not (place == folder and name.startswith(".build"))]
        for name in (os.path.relpath(f"{place}/{name}", folder) for name in names):
            if name not in files and name not in changed:
                os.remove(f"{folder}/{name}")


def write(folder, name, text):
    """Gives a file of a copy a text, unless it has it."""
    path = f"{folder}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
