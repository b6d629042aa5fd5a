"""A client of REST API V2 after Adobe's checklist signs in through `kinescope serve`, and plays again after time has passed.

usage: v2.py KINESCOPE PORT CA_DIRECTORY MVPD RESOURCE; the service provider is KITETV, the user wren.

It knows nothing of Kinescope but the address: it registers once, keeps credentials, token and provider, polls with the code, renews the
token after a 401, and repeats nothing else. What it calls each time is held against the checklist's order.
"""

import base64
import http.cookiejar
import json
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser

if len(sys.argv) != 6:
    sys.exit("usage: v2.py KINESCOPE PORT CA_DIRECTORY MVPD RESOURCE")
kinescope, port, ca_directory, mvpd, resource = sys.argv[1:]
BASE = f"http://127.0.0.1:{port}/sp.auth.adobe.com"
DONE = "https://kite.example/done"
DEVICE = {
    "AP-Device-Identifier": "fingerprint " + base64.b64encode(b"6edc49ebef92677cdce676a7ddbf14ae").decode(),
    "X-Device-Info": base64.b64encode(json.dumps({
        "primaryHardwareType": "SetTopBox", "model": "KiteBox", "version": "2", "osName": "Linux", "osVersion": "6.1",
        "connectionType": "WiFi"}).encode()).decode()}


class App:
    """A streaming application: what it has kept, and the names of the calls since the last look."""

    def __init__(self):
        self.credentials = self.token = self.mvpd = None
        self.calls = []

    def send(self, name, path, form=None, body=None, headers=None):
        self.calls.append(name)
        data = urllib.parse.urlencode(form).encode() if form is not None else json.dumps(body).encode() if body else None
        headers = dict(headers or {}, **{"Content-Type": "application/json"} if body else {})
        try:
            with urllib.request.urlopen(urllib.request.Request(BASE + path, data, headers)) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def renew(self):
        if not self.credentials:
            self.credentials = self.send("register", "/o/client/register", body={"software_statement": "kite"})[1]
        form = {key: self.credentials[key] for key in ("client_id", "client_secret")} | {"grant_type": "client_credentials"}
        self.token = self.send("token", "/o/client/token", form=form)[1]["access_token"]

    def call(self, name, path, **content):
        if not self.token:
            self.renew()
        for _ in range(2):
            headers = DEVICE | {"Authorization": f"Bearer {self.token}"}
            status, answer = self.send(name, f"/api/v2/KITETV/{path}", headers=headers, **content)
            if status != 401:
                break
            self.renew()
        if status != 200:
            sys.exit(f"{name}: {status} {answer}")
        return answer

    def play(self):
        """A playback as a start of the app has it: the profile, a login if there is none, the decision."""
        profiles = self.call("profiles", f"profiles/{self.mvpd}" if self.mvpd else "profiles")["profiles"]
        if not profiles:
            profiles = self.sign_in()
        self.mvpd = next(iter(profiles))
        decision, = self.call("authorize", f"decisions/authorize/{self.mvpd}", body={"resources": [resource]})["decisions"]
        if not decision["authorized"]:
            sys.exit(f"denied: {decision}")
        return decision

    def sign_in(self):
        if not self.mvpd:
            listed = self.call("configuration", "configuration")["requestor"]["mvpds"]
            if mvpd not in [entry["id"] for entry in listed]:
                sys.exit(f"{mvpd} is not among {listed}")
        form = {"mvpd": mvpd, "domainName": "kite.example", "redirectUrl": DONE}
        session = self.call("sessions", "sessions", form=form)
        if session["actionName"] != "authenticate":
            sys.exit(f"not a login: {session}")
        poll = f"profiles/code/{session['code']}"
        if self.call("code", poll)["profiles"]:
            sys.exit("a profile before the login")
        log_in(urllib.parse.urljoin(BASE + "/", session["url"].lstrip("/")))
        control("advance 3s")
        return self.call("code", poll)["profiles"]


class Form(HTMLParser):
    """The last form of a page: its address and its fields."""
    action, fields = None, {}

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action, self.fields = attributes.get("action", ""), {}
        if tag == "input" and attributes.get("name"):
            self.fields[attributes["name"]] = attributes.get("value") or ""


def log_in(url):
    """The user's browser: pages and redirects up to the app's own address, which is not opened."""
    class Stop(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, request, file, code, message, headers, target):
            if target.startswith(DONE):
                raise EOFError
            return super().redirect_request(request, file, code, message, headers, target)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), Stop)
    browser.addheaders = [("Accept", "text/html"), ("User-Agent", "Mozilla/5.0")]
    data = None
    for _ in range(9):
        try:
            with browser.open(url, data) as page:
                form = Form()
                form.feed(page.read().decode())
                url = urllib.parse.urljoin(page.url, form.action)
        except EOFError:
            return
        for name in form.fields:
            if name in ("username", "user"):
                form.fields[name] = "wren"
            elif name == "password":
                form.fields[name] = "correct horse"
        data = urllib.parse.urlencode(form.fields).encode()
    sys.exit(f"the browser did not come back: {url}")


def control(step):
    command = [kinescope, "control", "--port", port, "--ca-directory", ca_directory, step]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}: {run.stderr}")


app = App()
LATER = [
    (None, ["register", "token", "profiles", "configuration", "sessions", "code", "code", "authorize"]),
    # Within the access token's life; then past it, the decision's and the profile's.
    ("advance 1h", ["profiles", "authorize"]),
    ("advance just after access-token", ["profiles", "token", "profiles", "authorize"]),
    (f"advance just before profile {mvpd}", ["profiles", "token", "profiles", "authorize"]),
    (f"advance just after profile {mvpd}", ["profiles", "sessions", "code", "code", "authorize"])]
ends = []
for travel, expected in LATER:
    if travel:
        control(travel)
    app.calls.clear()
    ends.append(app.play()["notAfter"])
    if app.calls != expected:
        sys.exit(f"{travel or 'at first'}: {app.calls}, not {expected}")
if not ends[0] == ends[1] < ends[3]:
    sys.exit(f"the ends of the decisions: {ends}")
logout = app.call("logout", f"logout/{mvpd}?redirectUrl={urllib.parse.quote(DONE, safe='')}")["logouts"][mvpd]
if logout["actionName"] != "logout" or app.call("profiles", "profiles")["profiles"]:
    sys.exit(f"not logged out: {logout}")
print(f"{len(LATER)} playbacks, a logout")
