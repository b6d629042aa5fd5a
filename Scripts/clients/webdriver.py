"""Chromium without a window, led over WebDriver (https://www.w3.org/TR/webdriver2/) with Python's own library."""

import base64
import http.client
import json
import os
import signal
import subprocess
import time

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
SCRIPT_TIMEOUT = 60

# Nothing that Chromium asks on its own account, and no second way to a host.
QUIET = [
    "--headless=new", "--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
    "--disable-default-apps", "--disable-domain-reliability", "--disable-sync", "--disable-quic", "--disable-gpu",
    "--disable-dev-shm-usage", "--metrics-recording-only", "--password-store=basic", "--disable-extensions", "--no-pings",
    "--disable-features=OptimizationHints,MediaRouter,Translate,InterestFeedContentSuggestions,AutofillServerCommunication,"
    "CertificateTransparencyComponentUpdater,NetworkTimeServiceQuerying,PasswordLeakDetection,DnsOverHttpsUpgrade",
]


class Refused(Exception):
    """What the driver says it could not do."""


class Browser:
    """A browser with a home of its own, so that it trusts what the certificates' database there says, and no one else's."""

    def __init__(self, chromium, driver, home, arguments, logs=()):
        """`logs` names what `log` can give later: `browser` for what pages and their policies say, `performance` for requests."""
        environment = {key: value for key, value in os.environ.items() if key.lower() not in ("http_proxy", "https_proxy", "all_proxy")}
        environment |= {"HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_CACHE_HOME": f"{home}/.cache", "TMPDIR": home}
        environment.pop("XDG_DATA_HOME", None)
        self.output = open(f"{home}/driver", "w+")
        # A process group of its own: what the driver starts is ended with it.
        self.driver = subprocess.Popen([driver, "--port=0"], env=environment, stdin=subprocess.DEVNULL, stdout=self.output,
                                       stderr=subprocess.STDOUT, start_new_session=True)
        self.session = None
        try:
            self.port = self.find_port()
            # Chromium's sandbox does not start for root.
            as_root = ["--no-sandbox"] if os.getuid() == 0 else []
            options = {"binary": chromium, "args": [*QUIET, *as_root, f"--user-data-dir={home}/profile", *arguments],
                       "prefs": {"credentials_enable_service": False, "profile.password_manager_leak_detection": False}}
            wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                                       "goog:loggingPrefs": {name: "ALL" for name in logs}}}}
            session = self.call("POST", "/session", wanted)
            self.version = session["capabilities"]["browserVersion"]
            self.session = session["sessionId"]
            self.do("POST", "/timeouts", {"script": SCRIPT_TIMEOUT * 1000, "pageLoad": SCRIPT_TIMEOUT * 1000})
        except BaseException:
            self.close()
            raise

    def find_port(self):
        for _ in range(200):
            with open(self.output.name) as text:
                for line in text:
                    if "started successfully on port" in line:
                        return int(line.split()[-1].strip("."))
            if self.driver.poll() is not None:
                break
            time.sleep(0.05)
        with open(self.output.name) as text:
            raise Refused(f"the driver did not start: {text.read()}")

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SCRIPT_TIMEOUT + 30)
        try:
            text = json.dumps(body if body is not None else {}) if method == "POST" else None
            connection.request(method, path, text, {"content-type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise Refused(f"{value['error']}: {value['message'].splitlines()[0]}")
        return value

    def do(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        self.do("POST", "/url", {"url": url})

    def run(self):
        """What the page's function `run` results in."""
        script = "const done = arguments[0]; run().then(value => done({ value }), error => done({ error: error + ' ' + error.stack }))"
        result = self.do("POST", "/execute/async", {"script": script, "args": []})
        if "error" in result:
            raise Refused(result["error"])
        return result["value"]

    def read(self, expression):
        return self.do("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def find(self, selector):
        return self.do("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def wait_for(self, selector):
        for attempt in range(100):
            try:
                return self.find(selector)
            except Refused:
                if attempt == 99:
                    raise
                time.sleep(0.1)

    def type(self, selector, text):
        self.do("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def click(self, selector):
        self.do("POST", f"/element/{self.find(selector)}/click")

    def press(self, keys):
        """Presses and releases each key, wherever the focus is; those without a letter as WebDriver has them, `\\uE012` is an arrow."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.do("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def drag(self, selector, moves):
        """Presses the pointer on an element and moves it by these distances from its center."""
        origin = {ELEMENT: self.find(selector)}
        steps = [{"type": "pointerMove", "duration": 20, "x": x, "y": 0, "origin": origin} for x in moves]
        actions = [steps[0], {"type": "pointerDown", "button": 0}, *steps[1:], {"type": "pointerUp", "button": 0}]
        self.do("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.do("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def size(self, width, height, mobile=False):
        """The size of the page's window: narrower than a window of the system can be."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def scheme(self, name):
        """Prefers `light` or `dark`."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def picture(self, whole=False):
        """What the window shows as PNG, or the whole page."""
        return base64.b64decode(self.command("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"])

    def log(self, name):
        """What was logged under a name since the last time."""
        return self.do("POST", "/se/log", {"type": name})

    def into_frame(self, selector):
        self.do("POST", "/frame", {"id": {ELEMENT: self.find(selector)}})

    def out_of_frames(self):
        self.do("POST", "/frame", {"id": None})

    def close(self):
        try:
            if self.session:
                self.do("DELETE", "")
        except (OSError, Refused, http.client.HTTPException):
            pass
        self.driver.terminate()
        try:
            self.driver.wait(10)
        except subprocess.TimeoutExpired:
            self.driver.kill()
            self.driver.wait()
        # What it left running, if it was the driver that failed.
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.output.close()
