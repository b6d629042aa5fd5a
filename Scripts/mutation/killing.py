"""Runs tests and fuzz targets against one bug, and says what saw it."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

import changes
from bugs import Unusable
from planting import VARIABLE
from steps import test_runner
from trees import TIDY

# As Scripts/test has it: the proxy's wait for sockets.
PROXY, PROXY_WIDTH, WIDTH = "ProxyTests", 12, 4
FAILED = re.compile(r"^[^\w\s] Test (?!run with )(.+?)(?: with \d+ test cases?)? failed after", re.MULTILINE)
# A bug that goes round for ever, or eats all memory, is seen as well.
PATIENCE, MEMORY = 900, 10 << 30
HUNT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hunt.py")


def own_tests(tree, number, path):
    """The tests of the module that holds a bug which fail with it."""
    return run_tests(tree, number, [owner_of(changes.module_of(path))])


def other_tests(tree, number, path, is_fast, reached):
    """The tests of all that is built on the module which fail with a bug; with `is_fast` the proxy's run only if no other does."""
    others = [name for name in reached if name not in (owner_of(changes.module_of(path)), TIDY)]
    failed = []
    for targets in ([name for name in others if name != PROXY], [name for name in others if name == PROXY]):
        if targets and not (is_fast and failed):
            failed += run_tests(tree, number, targets)
    return failed


def run_tests(tree, bug_number, targets):
    """The display names of the tests of these targets that fail; what ends the process is one, too."""
    width = PROXY_WIDTH if targets == [PROXY] else WIDTH
    command = [*test_runner(tree.top), "--filter", f"^({'|'.join(targets)})\\."]
    variables = dict(os.environ, SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=str(width), NO_COLOR="1")
    variables.pop(VARIABLE, None)
    if bug_number:
        variables[VARIABLE] = str(bug_number)
    with tempfile.TemporaryFile("w+", errors="replace") as file:
        process = subprocess.Popen(command, cwd=tree.top, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=variables,
                                   start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return [f"no end within {PATIENCE} s"]
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        file.seek(0)
        output = file.read()
    seen = list(dict.fromkeys(name.strip('"') for name in FAILED.findall(output)))
    if code == 0 and not seen:
        return []
    if not seen:
        trap = re.search(r"Fatal error: .*|error: .*", output)
        seen = [f"the process ended with {code}: {trap[0][:120] if trap else output.strip()[-120:]}"]
    return seen


def owner_of(module):
    return "CommandLineTests" if module == "kinescope" else f"{module}Tests"


def reached_from(paths):
    """The test targets that look at a module, for each module of these paths."""
    return {module: changes.targets([path]) for module, path in sorted({changes.module_of(path): path for path in paths}.items())}


def build_targets(tree, names):
    """Builds these fuzz targets in a copy, and makes sure that they fuzz."""
    done = subprocess.run([sys.executable, HUNT, tree.top, "build", *names], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unusable(f"with the bugs the fuzz targets do not build:\n{done.stderr[-4000:]}")


def hunted(tree, number, names, seconds):
    """The first of these fuzz targets that finds a bug, each within so many seconds and from the seeds alone; None if none does."""
    for name in names:
        done = subprocess.run([sys.executable, HUNT, tree.top, name, str(seconds), str(number)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Unusable(f"{name} could not be fuzzed:\n{done.stderr[-2000:]}")
        if found := json.loads(done.stdout.splitlines()[-1]):
            return {"target": name, **found}
    return None
