"""The bugs on purpose as they stand in Mutants/AREA.toml, and where their text is found in Sources."""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "testing"))

from steps import TOP

try:
    import tomllib
except ImportError:
    sys.exit("Scripts/mutants: it needs Python 3.11 or newer")

DATA = f"{TOP}/Mutants"
# What reads a parser's input a second time is no production code, and what plants no bug needs none.
NOT_PRODUCTION = "Sources/Tools/"
NEEDED = {"name": str, "requirement": str, "original": str, "replacement": str, "shown_by": str}
OPTIONAL = {"fuzz_targets": list, "switchable": bool}


class Unusable(Exception):
    """A bug that cannot be planted: what is wrong with it, and where it stands."""


class Bug:
    """A bug on purpose: a piece of production text, and what stands there instead."""

    def __init__(self, area, entry):
        self.area = area
        self.name = entry.get("name", "one without a name")
        where = f"Mutants/{area}.toml: {self.name}"
        kinds = NEEDED | OPTIONAL
        for key, value in entry.items():
            if key not in kinds:
                raise Unusable(f"{where}: there is no key {key!r}; there are {', '.join(kinds)}")
            if not isinstance(value, kinds[key]):
                raise Unusable(f"{where}: {key} is not a {kinds[key].__name__}")
        if missing := [key for key in NEEDED if not entry.get(key, "").strip() and key != "replacement" or key not in entry]:
            raise Unusable(f"{where}: {', '.join(missing)} is missing or empty")
        self.requirement, self.shown_by = entry["requirement"], entry["shown_by"]
        self.original, self.replacement = entry["original"].strip(), entry["replacement"].strip()
        self.targets = entry.get("fuzz_targets", [])
        # False for a declaration: a copy of the tree is built for it alone.
        self.is_switchable = entry.get("switchable", True)
        if words(self.original) == words(self.replacement):
            raise Unusable(f"{where}: its replacement is its original")
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.name):
            raise Unusable(f"{where}: a name is of small letters, digits and hyphens")

    def found(self, sources):
        """The path, and range and text of what is changed there: its text has to be there once, whatever file it has moved to."""
        pattern = re.compile(r"\s+".join(map(re.escape, self.original.split())))
        places = [(path, match.span()) for path, text in sources.items() for match in pattern.finditer(text)]
        if not places:
            raise Unusable(f"Mutants/{self.area}.toml: {self.name}: its text is gone from Sources: {self.original.splitlines()[0]}")
        if len(places) > 1:
            where = ", ".join(f"{path}:{sources[path].count(chr(10), 0, start) + 1}" for path, (start, _) in places[:4])
            raise Unusable(f"Mutants/{self.area}.toml: {self.name}: its text is there {len(places)} times, in {where}")
        path, (start, end) = places[0]
        before, after = sources[path][start:end], self.replacement
        # Without what is the same at both ends, which may be a declaration around the body that is changed.
        same = len(os.path.commonprefix([before, after]))
        rest = len(os.path.commonprefix([before[:same - 1:-1] if same else before[::-1], after[:same - 1:-1] if same else after[::-1]]))
        return path, (start + same, end - rest), after[same:len(after) - rest]


def words(text):
    return text.split()


def sources():
    """The production code: paths from the top of the checkout, and texts."""
    found = {}
    for path in sorted(glob.glob(f"{TOP}/Sources/**/*.swift", recursive=True)):
        name = os.path.relpath(path, TOP)
        if not name.startswith(NOT_PRODUCTION):
            with open(path, encoding="utf-8") as file:
                found[name] = file.read()
    return found


def bugs(targets):
    """All bugs, in the order of areas and files; fails unless each file holds some, each name is there once and each target is one."""
    result, seen = [], {}
    for path in sorted(glob.glob(f"{DATA}/*.toml")):
        area = os.path.basename(path).removesuffix(".toml")
        with open(path, "rb") as file:
            try:
                data = tomllib.load(file)
            except ValueError as error:
                raise Unusable(f"Mutants/{area}.toml: {error}") from None
        if stray := sorted(set(data) - {"mutant"}):
            raise Unusable(f"Mutants/{area}.toml: there is no table {stray[0]!r}; each bug is a [[mutant]]")
        if not data.get("mutant"):
            raise Unusable(f"Mutants/{area}.toml: there is no [[mutant]]")
        for bug in (Bug(area, entry) for entry in data["mutant"]):
            if bug.name in seen:
                raise Unusable(f"Mutants/{area}.toml: {bug.name} is in Mutants/{seen[bug.name]}.toml as well")
            if unknown := [name for name in bug.targets if name not in targets]:
                raise Unusable(f"Mutants/{area}.toml: {bug.name}: there is no fuzz target {unknown[0]}")
            seen[bug.name] = area
            result.append(bug)
    if not result:
        raise Unusable(f"{DATA}: there is no bug")
    return result
