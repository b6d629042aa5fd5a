"""Copies of the checkout with bugs in them: one with all that a variable can choose, and one for each other, one after the other."""

import filecmp
import os
import shutil

from bugs import Unusable
from planting import SWITCH, planted
from steps import TOP, Failed, answered, said

WORK = f"{TOP}/.build/mutants"
# The tests of the text of sources and pages: they would see that something was planted, not what.
TIDY = "TidyTests"


class Tree:
    """A copy of the checkout with objects of its own."""

    def __init__(self, name):
        self.top = f"{WORK}/{name}"
        self.binary = f"{self.top}/.build/debug"

    def fill(self, changed):
        """Makes the copy what the checkout is, but for the files that have another text here; what has not changed stays as it was."""
        files = set(filter(None, answered(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]).split("\0")))
        files = {name for name in files if os.path.exists(f"{TOP}/{name}")}
        for name in sorted(files - set(changed)):
            source, target = f"{TOP}/{name}", f"{self.top}/{name}"
            if not (os.path.exists(target) and filecmp.cmp(source, target, shallow=False)):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)
        for name, text in changed.items():
            self.write(name, text)
        for folder, inside, names in os.walk(self.top):
            inside[:] = [name for name in inside if not (folder == self.top and name.startswith(".build"))]
            for name in (os.path.relpath(f"{folder}/{name}", self.top) for name in names):
                if name not in files and name not in changed:
                    os.remove(f"{self.top}/{name}")

    def write(self, name, text):
        path = f"{self.top}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                if file.read() == text:
                    return
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def build(self):
        """Builds what the tests need; the errors are what is shown of a failure."""
        try:
            said(["swift", "build", "--build-tests"], folder=self.top)
        except Failed as failure:
            lines = [line for line in str(failure).splitlines() if "error:" in line]
            raise Unusable("with the bugs it does not build:\n" + "\n".join(dict.fromkeys(lines[:40] or str(failure).splitlines()[-40:]))) from None


def switchable(bugs, sources):
    """The texts of the files that hold the bugs which a variable chooses, by numbers that begin with 1."""
    files = {}
    for number, bug in bugs:
        path, span, text = bug.found(sources)
        files.setdefault(path, []).append((number, span, text, bug.name))
    changed = {path: planted(path, sources[path], inside) for path, inside in files.items()}
    modules = {"/".join(path.split("/")[:3]) for path in files}
    return changed | {f"{module}/PlantedBug.swift": SWITCH for module in modules}


def alone(bug, sources):
    """The text of the one file that holds a bug which is built for itself."""
    path, (start, end), text = bug.found(sources)
    return {path: sources[path][:start] + text + sources[path][end:]}
