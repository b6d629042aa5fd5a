"""Texts as they were: what commands print of bundled recordings and scenarios, 100 columns wide, a file each in Goldens/texts.

The first line of a file is the command, so that whoever reads it can run it.
"""

import difflib
import os
import shlex
import subprocess

from steps import TOP, Failed

FOLDER = f"{TOP}/Goldens/texts"
CAPTURES = "Recordings/captures"
FORK = f"replay {CAPTURES}/apple-sso-tvos.har --fork-at 'exchange 8' --then"
# Archives, not recordings: what an import replaces is another each time.
TEXTS = {
    "replay-apple-sso": f"replay {CAPTURES}/apple-sso-tvos.har",
    "replay-apple-sso-details": f"replay {CAPTURES}/apple-sso-tvos.har --details",
    "replay-access-denied": f"replay {CAPTURES}/access-denied-tvos.har",
    "replay-second-screen": f"replay {CAPTURES}/second-screen-tvos.har",
    "replay-unsupported-provider": f"replay {CAPTURES}/unsupported-provider-tvos.har",
    "replay-browser": f"replay {CAPTURES}/ytdlp-sign-on.har",
    "replay-sdk": f"replay {CAPTURES}/clients/eplus-nesn-sign-on.har",
    "replay-behavior": f"replay {CAPTURES}/clients/clientless-sign-on.har",
    "replay-documents": f"replay {CAPTURES}/clients/kodi-espn3-denied.har --client documents",
    "then-a-month-later": f"{FORK} 'advance 31d; play KITE1'",
    "simulate-access-token": "simulate --timeline Scenarios/expiry/access-token.yaml",
    "simulate-two-apps": "simulate --timeline Scenarios/access-enabler/several-service-providers.yaml",
    "show-apple-sso": f"show {CAPTURES}/apple-sso-tvos.har",
    "show-exchange": f"show {CAPTURES}/apple-sso-tvos.har 8",
    "show-vsa-calls": f"show {CAPTURES}/apple-sso-tvos.har --vsa-calls",
    "state-apple-sso": f"state {CAPTURES}/apple-sso-tvos.har --at 2026-11-20T22:00:00Z",
    "sweep-apple-sso": f"sweep {CAPTURES}/apple-sso-tvos.har",
    "sweep-replay": f"sweep {CAPTURES}/apple-sso-tvos.har --replay",
    "diff": f"diff {CAPTURES}/apple-sso-tvos.har {CAPTURES}/second-screen-tvos.har",
    "inspect-saml": "inspect Recordings/saml/signed-assertion.xml --at 2026-11-20T22:00:00Z",
}


def text(kinescope, command):
    """The command in a line, and what it prints on standard output."""
    environment = dict(os.environ, COLUMNS="100", NO_COLOR="1")
    # Its exit code says what it found, which is not the question here.
    done = subprocess.run([kinescope, *shlex.split(command)], cwd=TOP, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise Failed(f"{done.stderr}\nkinescope {command} ended with {done.returncode}")
    return f"$ kinescope {command}\n{done.stdout}"


def write(kinescope):
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        if name.removesuffix(".txt") not in TEXTS:
            os.remove(f"{FOLDER}/{name}")
    for name, command in TEXTS.items():
        with open(f"{FOLDER}/{name}.txt", "w") as file:
            file.write(text(kinescope, command))
    return f"{os.path.relpath(FOLDER, TOP)}: {len(TEXTS)} texts"


def compare(kinescope):
    """A line that says that all texts are as they were; otherwise the differences are a failure."""
    lines = []
    for name, command in TEXTS.items():
        path = f"{FOLDER}/{name}.txt"
        before = open(path).read().splitlines() if os.path.exists(path) else []
        now = text(kinescope, command).splitlines()
        lines += difflib.unified_diff(before, now, f"{name}.txt", "now", lineterm="", n=1)
    if lines:
        raise Failed("\n".join(lines[:80] + ["if that is meant: Scripts/goldens --write-texts"]))
    return f"{len(TEXTS)} texts as they were"
