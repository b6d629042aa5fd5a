"""What the doc comments of the sources say of options: the meaning of each name that scenarios have."""

import os
import re

from steps import TOP, Failed

OPTIONS = "Sources/Core/Simulation/Scenarios/Options"
ENTRY = re.compile(r'\.\w+\(\s*"([a-z0-9.-]+)",\s*\\\.(\w+(?:\.\w+)?)', re.MULTILINE)
TABLE = re.compile(r"OptionTable<(\w+)>\(")
TYPE = re.compile(r"(?:struct|enum|class) (\w+)")
PROPERTY = re.compile(r"^\s*(?:public |package )?var (\w+)(?::\s*(\[?\w[\w.<>\[\]: ]*\]?\??))?(?:\s*=\s*(\w+))?")
# The kinds of option that a section of the page has, by what the code calls them.
KINDS = {
    "Options of an app that uses the REST API": ["ClientOptions"],
    "The behavior of an app that uses the REST API": ["ClientBehavior"],
    "Options of an app that uses REST API V2": ["StreamingAppOptions"],
    "Options of a browser client": ["BrowserOptions"],
    "Options of an app with AccessEnabler": ["AccessEnablerConfiguration", "AccessEnablerOptions", "StorageOptions", "HostAppOptions"],
    "Assumptions of a device": ["DeviceAssumptions", "PlatformAssumptions"],
    "Quirks of the simulated service": ["ServiceQuirks", "ProviderQuirks"],
}
REACTIONS = "after-REFUSAL-of-CALL"


def meanings():
    """The meaning of each option: by the type that has it, and its name."""
    types = properties()
    found = {}
    for name in sorted(os.listdir(os.path.join(TOP, OPTIONS))):
        text = read(os.path.join(OPTIONS, name))
        places = [(match.start(), match[1]) for match in TABLE.finditer(text)]
        for entry in ENTRY.finditer(text):
            root = [kind for start, kind in places if start < entry.start()]
            if not root:
                continue
            found[root[-1], entry[1]] = along(types, root[-1], entry[2].split("."))
    found["ClientBehavior", REACTIONS] = along(types, "ClientBehavior", ["reactions"])
    return found


def meaning(name, section, found):
    for kind in KINDS[section]:
        if text := found.get((kind, name)):
            return text
    raise Failed(f"the option {name} of \"{section}\" has no doc comment that is found; its property is documented where {KINDS[section]} are")


def along(types, kind, path):
    """The doc comment at the end of a path of properties."""
    for step in path[:-1]:
        _, inner = types.get(kind, {}).get(step, ("", ""))
        kind = inner
    return types.get(kind, {}).get(path[-1], ("", ""))[0]


def properties():
    """Of each type of the core its properties: the doc comment, and the type where it is written."""
    types = {}
    for folder, _, names in os.walk(os.path.join(TOP, "Sources/Core")):
        for name in names:
            if name.endswith(".swift"):
                scan(read(os.path.relpath(os.path.join(folder, name), TOP)), types)
    return types


def scan(text, types):
    depth, kinds, comment = 0, [], []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("///"):
            comment.append(stripped[3:].strip())
            continue
        if (declared := re.search(r"\b(?:struct|enum|class|extension) ([\w.]+)", line)) and not stripped.startswith("//"):
            kinds.append((depth, declared[1].split(".")[-1]))
        elif (known := PROPERTY.match(line)) and kinds and depth == kinds[-1][0] + 1:
            kind = (known[2] or known[3] or "").strip("[]?")
            types.setdefault(kinds[-1][1], {}).setdefault(known[1], (shown(comment), kind))
        if not stripped.startswith("//"):
            depth += line.count("{") - line.count("}")
            while kinds and depth <= kinds[-1][0]:
                kinds.pop()
        if stripped and not stripped.startswith("@"):
            comment = []


def shown(comment):
    """A doc comment as a table's cell has it: one line, symbols in code, the default told beside it."""
    text = " ".join(line for line in comment if not line.startswith("- "))
    text = re.sub(r"``(\w[\w./()]*)``", lambda symbol: f"`{symbol[1].replace('/', '.')}`", text).replace("|", "\\|")
    return " ".join(text.split()).rstrip(".")


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()
