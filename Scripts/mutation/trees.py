"""Copies of the checkout with bugs in them: one with all that a variable can choose, and one for each other, one after the other."""

import copies
from bugs import Unusable
from planting import SWITCH, planted
from steps import TOP, Failed, said

WORK = f"{TOP}/.build/mutants"
# The tests of the text of sources and pages: they would see that something was planted, not what.
TIDY = "TidyTests"


class Tree:
    """A copy of the checkout with objects of its own."""

    def __init__(self, name):
        self.top = f"{WORK}/{name}"

    def fill(self, changed):
        """Makes the copy what the checkout is, but for the files that have another text here."""
        copies.fill(self.top, changed)

    def write(self, name, text):
        copies.write(self.top, name, text)

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
