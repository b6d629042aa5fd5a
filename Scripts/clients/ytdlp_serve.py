"""yt-dlp's own Adobe Pass client signs in through `kinescope serve`, and plays again after time has passed.

usage: ytdlp_serve.py KINESCOPE PORT CA_DIRECTORY [TRAVELS]; TRAVELS is how many times it plays again; takes the proxy from https_proxy, and what it trusts from SSL_CERT_FILE.

yt-dlp compares the expiration of a token with its own clock, so both are moved: the served one by `kinescope control`, its own
to what that shows. What it requests each time is what its code makes it request: a media token alone while the AuthZ token
is valid, the AuthZ token with it past that, the whole sign-on past the AuthN token.
"""

import json
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from types import SimpleNamespace
from urllib.parse import urlsplit

import yt_dlp
from yt_dlp.extractor import adobepass

kinescope, port, ca_directory, *most = sys.argv[1:]
PLAY = ["shortAuthorize"]
AUTHORIZE = ["authorize", *PLAY]
# The two pages between are the provider's, at whatever path it has them.
SIGN_ON = ["devices", "register", "token", "regcode", "saml", "page", "page", "session", *AUTHORIZE]
TRAVELS = [(None, SIGN_ON), ("advance 1h", PLAY), ("advance just after authz-token", AUTHORIZE), ("advance 1h", PLAY),
           ("advance just after authn-token", SIGN_ON), ("advance 1h", PLAY)]
TRAVELS = TRAVELS[:int(most[0]) + 1] if most else TRAVELS
NAMES = {len(PLAY): "play", len(AUTHORIZE): "authorize", len(SIGN_ON): "sign-on"}


def control(*arguments):
    command = [kinescope, "control", "--port", port, "--ca-directory", ca_directory, *arguments]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}: {run.stderr}")
    return run.stdout


def served_ahead():
    """The seconds that the served clock is ahead of this machine's; too many by the time that asking takes, never too few.

    A client whose clock is behind the served one by a moment would still hold a token that expired in that moment.
    """
    asked = time.time()
    clock = next(line for line in map(json.loads, control("--get", "clock").splitlines()) if line["type"] == "clock")
    return datetime.fromisoformat(clock["at"].replace("Z", "+00:00")).timestamp() - asked


def name(url):
    parts = urlsplit(url)
    return parts.path.split("/")[-1] if parts.hostname == "sp.auth.adobe.com" else "page"


class Client(yt_dlp.YoutubeDL):
    requested = []

    def urlopen(self, request):
        self.requested.append(name(request if isinstance(request, str) else request.url))
        return super().urlopen(request)


ahead = 0
adobepass.time = SimpleNamespace(time=lambda: time.time() + ahead)
# The served login page lies at a host of its own.
adobepass.MSO_INFO["Rogers"].pop("login_hostname", None)
with tempfile.TemporaryDirectory() as cache:
    options = {"ap_mso": "Rogers", "ap_username": "viewer@example.com", "ap_password": "correct horse",
               "cachedir": cache, "quiet": True, "compat_opts": {"no-certifi"}}
    with Client(options) as client:
        extractor = adobepass.AdobePassIE(client)
        resource = extractor._get_mvpd_resource("SportsNet", "Pilot", "show-1", "TV-PG")
        for travel, expected in TRAVELS:
            if travel:
                control(travel)
            ahead = served_ahead()
            client.requested.clear()
            token = extractor._extract_mvpd_auth(
                "https://www.sportsnet.example/show-1", "show-1", "SportsNet", resource,
                "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiYXBwIn0.c2ln")
            after = travel or "the start"
            if "shortAuthorizationToken" not in token:
                sys.exit(f"after {after}: no media token: {token[:200]}")
            if client.requested != expected:
                sys.exit(f"after {after} it requested {', '.join(client.requested)}, not {', '.join(expected)}")
print(", ".join(NAMES[len(expected)] for _, expected in TRAVELS))
