"""The two pages in a browser, step by step. Started by Scripts/browser-test."""

import json
import os
import signal
import subprocess
import time

import axe
import pagechecks
import pagelarge
import pagelive
import servedapp
import webdriver

RECORDINGS = ["apple-sso-tvos", "access-denied-tvos", "second-screen-tvos"]
WINDOWS = {1440: 900, 1024: 768, 390: 844}
ARROW_LEFT, ARROW_RIGHT, HOME, END, ESCAPE = "\uE012", "\uE014", "\uE011", "\uE010", "\uE00C"
# Seconds after which something that was to appear will not.
PATIENCE = 15


class Failed(Exception):
    """What keeps the tour from going on."""


class Tour:
    """One browser, and what it found."""

    def __init__(self, kinescope, programs, folder, pictures, axe_source=None):
        self.kinescope, self.folder, self.pictures = kinescope, folder, pictures
        self.wrong, self.served, self.axe_source = [], None, axe_source
        home = f"{folder}/home"
        os.makedirs(home)
        # No name leads anywhere: what a page asks for elsewhere is seen, and reaches nobody.
        arguments = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--hide-scrollbars"]
        self.browser = webdriver.Browser(programs["chromium"], programs["chromedriver"], home, arguments, ["browser", "performance"])

    def close(self):
        self.browser.close()
        if self.served:
            self.served.send_signal(signal.SIGTERM)
            try:
                self.served.wait(10)
            except subprocess.TimeoutExpired:
                self.served.kill()
                self.served.wait()

    # What is looked at

    def expect(self, name, what, isGood):
        if not isGood:
            self.wrong.append(f"{name}: {what}")
            print(f"{name:<36}{what}", flush=True)

    def wait(self, name, what, expression):
        """Waits until the page says that something is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.browser.read(expression):
                return
            time.sleep(0.05)
        self.picture(f"{name}-failed")
        raise Failed(f"{name}: {what}: not within {PATIENCE} s")

    def picture(self, name, whole=False):
        with open(f"{self.pictures}/{name}.png", "wb") as file:
            file.write(self.browser.picture(whole))

    def look(self, name, allowed, expected=()):
        """Looks at a state in every width and both colors."""
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for width, height in WINDOWS.items():
                self.browser.size(width, height, mobile=width < 500)
                time.sleep(0.3)
                state = f"{name}-{width}-{scheme}"
                for what in pagechecks.appearance(self.browser):
                    self.expect(state, what, False)
                # Colors do not depend on the width, nor names on the colors.
                if self.axe_source and (scheme, width) in (("light", 1440), ("dark", 1440), ("light", 390)):
                    for what in axe.violations(self.browser, self.axe_source):
                        self.expect(state, what, False)
                self.picture(state, whole=True)
        self.browser.scheme("light")
        self.browser.size(1440, WINDOWS[1440])
        time.sleep(0.3)
        self.quiet(name, allowed, expected)

    def quiet(self, name, allowed, expected=()):
        for what in pagechecks.logged(self.browser, allowed, expected):
            self.expect(name, what, False)

    def done(self, name, count, noun):
        print(f"{name:<36}{count} {noun}", flush=True)

    # The page in a file

    def reports(self):
        for name in RECORDINGS:
            path = f"{self.folder}/{name}.html"
            subprocess.run([self.kinescope, "report", f"Recordings/captures/{name}.har", "--with-secrets", "-o", path], check=True, capture_output=True)
            allowed = (f"file://{path}",)
            self.browser.size(1440, WINDOWS[1440])
            self.browser.open(f"file://{path}")
            self.wait(name, "the page draws itself", "!!window.kinescope && document.querySelectorAll('.list .item').length > 0")
            self.look(name, allowed)
            stops = self.expirations(name)
            self.slider(name)
            self.keys(name)
            self.quiet(name, allowed)
            self.done(name, stops, "expirations, slider, keys, search")

    def large(self):
        pagelarge.look(self)

    def expirations(self, name):
        """Each expiration by its key: just before and at, and the state beside it."""
        model = "window.kinescope.app.model"
        wanted = self.browser.read(f"{model}.stops.map((s, i) => [s.type, i]).filter(([t]) => t === 'justBefore' || t === 'at').map(([, i]) => i)")
        self.browser.press(ESCAPE)
        self.browser.read("(window.kinescope.app.go(window.kinescope.app.model, 0), document.activeElement.blur(), 0)")
        for number, place in enumerate(wanted):
            self.browser.press("]")
            now = self.browser.read("window.kinescope.app.now")
            self.expect(name, f"key ] leads to stop {now}, not {place}", now == place)
            text = self.browser.read("document.querySelector('.state').innerText")
            self.expect(name, f"the state at stop {place} names no expiration", "expire" in text and len(text) > 40)
            shown = self.browser.read("document.querySelector('.dock .now').innerText")
            self.expect(name, f"now at stop {place} is not shown", "UTC" in shown)
            self.picture(f"{name}-expiration-{number + 1}")
        self.browser.press("[")
        if len(wanted) > 1:
            self.expect(name, "key [ leads back", self.browser.read("window.kinescope.app.now") == wanted[-2])
        self.expect(name, "the link names the instant", "at=" in self.browser.read("location.hash"))
        return len(wanted)

    def slider(self, name):
        """The pointer over the whole slider, and its own keys."""
        width = self.browser.read("document.querySelector('.map').clientWidth")
        places = []
        for share in (-0.49, -0.2, 0.1, 0.49):
            self.browser.drag(".map", [int(width * share), int(width * share) + 1])
            places.append(self.browser.read("window.kinescope.app.now"))
        self.expect(name, f"the slider goes from left to right: {places}", places == sorted(places) and places[0] < places[-1])
        self.browser.read("document.querySelector('.map').focus()")
        self.browser.press(HOME)
        first = self.browser.read("window.kinescope.app.now")
        self.browser.press([ARROW_RIGHT, ARROW_RIGHT, ARROW_LEFT])
        self.expect(name, "arrows move the slider", self.browser.read("window.kinescope.app.now") == first + 1)
        value = self.browser.read("document.querySelector('.map').getAttribute('aria-valuetext') || ''")
        self.expect(name, "the slider says where it is", len(value) > 3)
        self.browser.read("document.activeElement.blur()")

    def keys(self, name):
        chosen = "window.kinescope.app.chosen"
        self.browser.press("j")
        one = self.browser.read(chosen)
        self.browser.press("j")
        other = self.browser.read(chosen)
        self.browser.press("k")
        self.expect(name, f"j and k: {one}, {other}", one != other or one is not None and self.browser.read(chosen) != other)
        self.browser.press("/")
        self.browser.press("no such text anywhere")
        self.expect(name, "a search for nothing finds nothing", "Nothing matches" in self.browser.read("document.querySelector('.list').innerText"))
        self.browser.press(ESCAPE)
        self.browser.press("/")
        self.browser.press("adobe")
        count = self.browser.read("document.querySelectorAll('.list .item').length")
        self.expect(name, "a search finds something", count > 0)
        self.picture(f"{name}-search")
        self.browser.press([ESCAPE])
        self.browser.press("e")
        self.picture(f"{name}-errors")
        self.browser.press("e")
        self.browser.press("f")
        self.browser.press("?")
        self.expect(name, "? opens the keys", self.browser.read("document.querySelector('dialog').open"))
        self.picture(f"{name}-help")
        self.browser.press(ESCAPE)
        self.browser.read("document.querySelector('dialog').close()")

    # The live page

    def serve(self):
        name, token, port = "serve", *self.begin()
        root = f"http://127.0.0.1:{port}"
        page, allowed = f"{root}/_kinescope/", (root, "chrome-extension:")
        app = servedapp.App(port)
        self.browser.size(1440, WINDOWS[1440])
        self.browser.open(page)
        self.wait(name, "it is live", "document.querySelector('.tag').textContent === 'live'")
        self.expect(name, "without a token it only looks", self.browser.read("document.querySelector('.clock .button').disabled")
                    and "control-" in self.browser.read("document.querySelector('.token').innerText"))
        self.look("serve-looking", allowed)
        self.browser.open("about:blank")
        self.browser.open(f"{page}#token={token}")
        self.wait(name, "it is live", "document.querySelector('.tag').textContent === 'live'")
        self.expect(name, "the token is not in the address", self.browser.read("location.href") == page)
        self.expect(name, "the token is nowhere in the document", token not in self.browser.read("document.documentElement.outerHTML"))
        live = pagelive.Live(self, app)
        self.sign_on(app, page, token)
        live.signed_on()
        live.back_and_forth()
        self.look("serve-signed-on", allowed)
        self.clock(app)
        live.expired()
        self.look("serve-played", allowed)
        self.controls(app)
        live.failed()
        # Chromium logs every response of 400 and more.
        self.look("serve-controls", allowed, ["/_kinescope/steps - Failed to load resource: the server responded with a status of 400"])
        self.done(name, app.count, "requests, sign-on, lanes, lives, state, clock, controls")

    def begin(self):
        """Starts what is served; its token and port."""
        output = f"{self.folder}/serve.jsonl"
        with open(output, "w") as file, open(f"{self.folder}/serve.errors", "w") as errors:
            self.served = subprocess.Popen(
                [self.kinescope, "serve", "--port", "0", "--ca-directory", f"{self.folder}/authority", "--json", "--frozen",
                 "--clock", "2026-11-20T08:00:00Z", "--stop-after", "20m"],
                stdin=subprocess.DEVNULL, stdout=file, stderr=errors)
        for _ in range(PATIENCE * 10):
            with open(output) as file:
                for line in file:
                    if line.endswith("\n") and (listening := json.loads(line))["type"] == "listening":
                        with open(listening["tokenPath"]) as secret:
                            return secret.read().strip(), listening["port"]
            time.sleep(0.1)
        raise Failed("serve did not begin to listen")

    def rows(self):
        return self.browser.read("[...document.querySelectorAll('.list .item .what')].map((one) => one.textContent)")

    def newest(self, what, text):
        self.wait("serve", what, f"(document.querySelector('.list .item')?.innerText || '').includes({json.dumps(text)})")

    def sign_on(self, app, page, token):
        """An app asks for a code, a person signs in on the provider's page in a second window, the app plays."""
        login = app.begin_sign_on()
        self.newest("the poll appears as it happens", "v1.checkauthn")
        self.picture("serve-polling")
        live = self.browser.do("GET", "/window")
        window = self.browser.do("POST", "/window/new", {"type": "tab"})["handle"]
        self.browser.do("POST", "/window", {"handle": window})
        self.browser.open(login)
        self.browser.wait_for("form")
        self.picture("serve-login")
        self.browser.type("input[type=text], input[type=email], input:not([type])", "wren")
        self.browser.type("input[type=password]", "any")
        self.browser.click("form button, form input[type=submit]")
        time.sleep(1)
        self.picture("serve-signed-in")
        self.browser.do("DELETE", "/window")
        self.browser.do("POST", "/window", {"handle": live})
        statuses = app.finish_sign_on()
        self.expect("serve", f"the app signs on and plays: {statuses}", statuses == [200, 200, 200, 200])
        self.newest("the media token appears", "v1.media")
        self.wait("serve", "the media token's time is shown", "[...document.querySelectorAll('.next .name')].some((one) => one.textContent.startsWith('media-token'))")
        self.picture("serve-media-token")

    def clock(self, app):
        read = lambda: self.browser.read("document.querySelector('.clock').innerText")
        before = read()
        self.press_button("+ 1 min")
        self.newest("the step appears", "advance 1m")
        self.wait("serve", "the clock has moved", f"document.querySelector('.clock').innerText !== {json.dumps(before)}")
        self.expect("serve", f"08:01 is shown: {read()}", "08:01:00" in read())
        self.press_move("media-token", "just before")
        self.wait("serve", "1 ns is left", "document.querySelector('.next').innerText.includes('in 1 ns')")
        self.picture("serve-just-before")
        self.press_move("media-token", "at")
        self.newest("the step appears", "advance at media-token")
        self.press_button("+ 31 d")
        self.newest("the step appears", "advance 31d")
        self.expect("serve", "after 31 days the app is refused", app.play() != 200)
        self.newest("the refused play appears", "v1.authorize")
        self.press_button("Let it run")
        self.wait("serve", "the clock runs", "document.querySelector('.clock').innerText.includes('runs')")
        self.press_button("Stop it")
        self.wait("serve", "the clock stands", "document.querySelector('.clock').innerText.includes('stopped')")

    def controls(self, app):
        """Each form writes its step, and the answer is shown."""
        def send(title, values, button, step, status="ok"):
            form = f"[...document.querySelectorAll('.controls form')].find((one) => one.querySelector('legend').textContent === {json.dumps(title)})"
            self.browser.read(f"""(() => {{ const form = {form}; for (const [name, value] of Object.entries({json.dumps(values)})) {{
              form.elements[name].value = value; form.dispatchEvent(new Event("input", {{ bubbles: true }})); }}
              [...form.querySelectorAll("button")].find((one) => one.textContent === {json.dumps(button)}).click(); }})()""")
            self.wait("serve", f"{step} is answered", f"document.querySelector('.outcome').innerText.includes({json.dumps(step)})")
            self.expect("serve", f"{step}: {status}", self.browser.read("document.querySelector('.outcome').dataset.level") == status)

        send("Subscription", {"user": "wren"}, "Revoke", "revoke wren")
        send("Subscription", {"user": "wren"}, "Reinstate", "reinstate wren")
        send("Degradation", {"provider": "Meadowlark", "mode": "authz-all"}, "Degrade", "degrade Meadowlark authz-all")
        send("Degradation", {"provider": "Meadowlark"}, "End", "end degradation Meadowlark")
        send("Fault", {"kind": "status 503", "on": "v1.config", "times": "1"}, "Set", "fault {kind: status 503, on: v1.config, times: 1}")
        self.expect("serve", "the fault happens", app.config() == 503)
        self.newest("the fault appears", "503")
        send("Apple’s permission", {"status": "denied"}, "Set", "vsa permission denied")
        send("Any steps", {"steps": "advanec 1d"}, "Send", "advance", status="error")
        app.foreign()
        self.wait("serve", "an unmatched request has its reason", "document.querySelector('.findings').innerText.includes('not served')")
        # Names and texts that come from whoever asks are texts.
        app.hostile()
        self.newest("a hostile text is shown", "<img/src")
        self.expect("serve", "nothing of it became an element", self.browser.read("document.querySelectorAll('img, .list b, .detail b, .bar b').length") == 0)
        self.browser.press("j")
        self.wait("serve", "the chosen one is shown", "document.querySelector('.detail .heading')")

    def press_button(self, text):
        self.browser.read(f"[...document.querySelectorAll('.clock .button')].find((one) => one.textContent === {json.dumps(text)}).click()")

    def press_move(self, name, where):
        self.wait("serve", f"{name} is listed", f"[...document.querySelectorAll('.next .name')].some((one) => one.textContent.startsWith('{name}'))")
        self.browser.read(f"""(() => {{ const row = [...document.querySelectorAll('.next li')].find((one) =>
          one.querySelector('.name').textContent.startsWith('{name}'));
          [...row.querySelectorAll('button')].find((one) => one.textContent === '{where}').click(); }})()""")
