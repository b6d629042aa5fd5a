"""yt-dlp's own Adobe Pass client signs on and plays twice, as its users' command lines make it do.

usage: ytdlp.py; takes the proxy from https_proxy, and what it trusts from SSL_CERT_FILE.
"""

import sys
import tempfile

import yt_dlp
from yt_dlp.extractor import adobepass

with tempfile.TemporaryDirectory() as cache:
    options = {"ap_mso": "Rogers", "ap_username": "viewer@example.com", "ap_password": "correct horse",
               "cachedir": cache, "quiet": True, "compat_opts": {"no-certifi"}}
    # The stand-in's login page lies at a host of its own.
    adobepass.MSO_INFO["Rogers"].pop("login_hostname", None)
    with yt_dlp.YoutubeDL(options) as client:
        extractor = adobepass.AdobePassIE(client)
        resource = extractor._get_mvpd_resource("SportsNet", "Pilot", "show-1", "TV-PG")
        for _ in range(2):
            token = extractor._extract_mvpd_auth(
                "https://www.sportsnet.example/show-1", "show-1", "SportsNet", resource,
                "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiYXBwIn0.c2ln")
            if "shortAuthorizationToken" not in token:
                sys.exit(f"no media token: {token[:200]}")
print("signed in, two media tokens")
