"""axe-core, the checker of accessibility (https://github.com/dequelabs/axe-core, MPL-2.0), as one of PyPI's packages carries it.

It is downloaded into .build once, compared with what it was when it was chosen, and never becomes a part of this repository.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile

PACKAGE, INSIDE = "axe-playwright-python==0.1.8", "axe_playwright_python/axe.min.js"
SHA256 = "84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc"
# WCAG's levels A and AA, and what axe calls best practices.
RUN = """const done = arguments[0];
axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
  .then(({ violations }) => done(violations.map(({ id, impact, nodes }) => ({ id, impact, count: nodes.length,
    at: nodes.slice(0, 3).map((node) => `${node.target.flat().join(" ")}: ${(node.failureSummary || "").split("\\n").slice(1, 2).join("").trim()}`) }))),
    (error) => done([{ id: "axe", impact: "it failed", count: 1, at: [`${error}`] }]));"""


def source(folder):
    """The script; None if it is not there and cannot be downloaded."""
    path = f"{folder}/axe.min.js"
    if not os.path.exists(path) and not download(folder, path):
        return None
    with open(path, "rb") as file:
        content = file.read()
    if hashlib.sha256(content).hexdigest() != SHA256:
        print(f"axe-core: {path} is not what it was when it was chosen: remove it", file=sys.stderr)
        return None
    return content.decode()


def download(folder, path):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as beside:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest", beside, PACKAGE]
        try:
            if subprocess.run(command, capture_output=True, timeout=90).returncode != 0:
                return False
            with zipfile.ZipFile(next(os.scandir(beside)).path) as package:
                content = package.read(INSIDE)
        except (OSError, KeyError, StopIteration, zipfile.BadZipFile, subprocess.TimeoutExpired):
            return False
        with open(f"{beside}/axe", "wb") as file:
            file.write(content)
        os.replace(f"{beside}/axe", path)
    return True


def violations(browser, script):
    """What axe finds in what the page shows, a line each."""
    if browser.read("typeof axe") == "undefined":
        browser.do("POST", "/execute/sync", {"script": script, "args": []})
    found = browser.do("POST", "/execute/async", {"script": RUN, "args": []})
    return [f"axe: {one['id']} ({one['impact']}, {one['count']} times) {'; '.join(one['at'])}"[:600] for one in found]
