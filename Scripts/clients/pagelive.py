"""What the live page shares with the page of a recording: lanes, lives, the state, now back and forth. Started by pagetour.py."""

import json

ARROW_LEFT, HOME, END = "\uE012", "\uE011", "\uE010"
APP = "window.kinescope.app"


class Live:
    """The live page of a tour, while an app plays."""

    def __init__(self, tour, app):
        self.tour, self.app = tour, app
        self.browser = tour.browser

    def expect(self, what, is_good):
        self.tour.expect("serve", what, is_good)

    def wait(self, what, expression):
        self.tour.wait("serve", what, expression)

    def lanes(self):
        """The titles of the lanes, each with its bars: the number or name, and the level."""
        return dict(self.browser.read("""[...document.querySelectorAll('.lane.calls')].map((lane) => [lane.querySelector('.label').innerText.trim(),
          [...lane.querySelectorAll('.bar')].map((bar) => [bar.getAttribute('aria-label'), bar.dataset.level || ''])])"""))

    def lives(self):
        return self.browser.read("[...document.querySelectorAll('.life-bar')].map((bar) => bar.getAttribute('aria-label'))")

    def state(self):
        return self.browser.read("document.querySelector('.state').innerText")

    def now(self):
        return self.browser.read(f"{APP}.now")

    def is_newest(self):
        return self.browser.read("[...document.querySelectorAll('.dock .button')].find((one) => one.textContent.startsWith('Newest')).getAttribute('aria-pressed')") == "true"

    def signed_on(self):
        """After a sign-on: a bar for each request, a life for each token, the state with what changed."""
        lanes = self.lanes()
        adobe = [name for name, _ in lanes.get("Adobe", [])]
        self.expect(f"lane Adobe has a bar for each call: {adobe}", len(adobe) >= 8 and any("v1.media → 200" in name for name in adobe))
        self.expect(f"lane TV provider has the login pages: {list(lanes)}", len(lanes.get("TV provider", [])) >= 1)
        lives = self.lives()
        for kind in ("access-token", "authn-token", "authz-token", "media-token"):
            self.expect(f"a life of {kind}: {lives}", any(life.startswith(kind) and ": expires " in life for life in lives))
        state = self.state()
        self.expect("the state names the user's AuthN token", "authn" in state.lower() and "wren" in state)
        self.expect("what the last request changed is marked", self.browser.read("document.querySelectorAll('.state [data-change]').length") > 0)
        self.expect("now is the newest", self.is_newest())
        axis = self.axis()
        self.expect(f"the axis has a date: {axis!r}", "2026" in axis)

    def axis(self):
        return self.browser.read("document.querySelector('.lane.axis').innerText")

    def back_and_forth(self):
        """Now goes back, stays there while more happens, and returns."""
        self.browser.read("document.activeElement.blur()")
        newest, held = self.now(), self.state()
        self.browser.press(["k", "k", "k"])
        place = self.now()
        self.expect(f"k leads back: {newest} to {place}", place < newest and not self.is_newest())
        self.expect("the state back there is another", self.state() != held)
        self.expect("how far back is named", "back" in self.browser.read("document.querySelector('.dock .now').innerText"))
        stop = self.browser.read(f"JSON.stringify({APP}.model.stops[{place}])")
        detail = self.browser.read("document.querySelector('.detail').innerText")
        self.app.config()
        self.wait("the next request gets its bar", f"{APP}.model.stops.length > {newest + 1}")
        self.expect("now stays where it was moved to", self.browser.read(f"JSON.stringify({APP}.model.stops[{APP}.now])") == stop)
        self.expect("the chosen request stays", self.browser.read("document.querySelector('.detail').innerText") == detail)
        self.tour.picture("serve-back", whole=True)
        self.browser.press("n")
        self.expect("n returns to the newest", self.is_newest() and self.now() > newest)
        self.browser.read("document.querySelector('.map').focus()")
        self.browser.press(HOME)
        self.expect("Home leads to the beginning", self.now() == 0 and "access" not in self.state())
        self.browser.press(END)
        self.expect("End leads to the newest", self.is_newest())
        self.browser.press([ARROW_LEFT])
        self.expect("an arrow leads back", not self.is_newest())
        self.browser.read("[...document.querySelectorAll('.dock .button')].find((one) => one.textContent.startsWith('Newest')).click()")
        self.expect("the button returns", self.is_newest())
        self.browser.read("document.activeElement.blur()")

    def expired(self):
        """After 31 days: lives have ended, and [ leads to what has expired."""
        self.wait("the media token has expired", "[...document.querySelectorAll('.life-bar')].some((bar) => /^media-token.*expired/.test(bar.getAttribute('aria-label')))")
        axis = self.axis()
        # What was clicked before may have taken less than the two seconds from which it is broken.
        self.expect(f"the axis is broken over the 31 days: {axis!r}", "⋯" in axis and " d " in axis)
        self.browser.press("[")
        self.wait("[ leads to an expiration", "document.querySelector('.moment')")
        text = self.browser.read("document.querySelector('.moment').innerText")
        self.expect(f"the expiration is named: {text!r}", "expires now" in text)
        at = self.state()
        self.browser.read("[...document.querySelectorAll('.moment .button')].find((one) => one.textContent === 'Just before').click()")
        self.expect("just before it the state is another", "is about to expire" in self.state() and self.state() != at)
        self.tour.picture("serve-expiration", whole=True)
        self.browser.press("n")

    def failed(self):
        """After an unmatched request and a fault: both are visible on their lanes."""
        lanes = self.lanes()
        others, adobe = lanes.get("Other hosts", []), lanes.get("Adobe", [])
        self.expect(f"the unmatched request is a bar of error: {others}", any(level == "error" for _, level in others))
        self.expect("the fault is a bar of error", any("503" in name and level == "error" for name, level in adobe))
        steps = [name for name, _ in lanes.get("Control", [])]
        self.expect(f"steps have a lane: {json.dumps(steps)}", any(name.startswith("revoke wren") or "revoke wren" in name for name in steps))
