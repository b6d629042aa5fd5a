"""A real browser with and without the recorder: its pages see the same, and the recording holds what the origin's log holds.

usage: browser.py KINESCOPE CHROMIUM CHROMEDRIVER CERTUTIL FOLDER; FOLDER takes all that is written. Prints a line for each thing
that was looked at, and ends with 1 after the first that is not as it should be. Started by Scripts/real-clients.
"""

import collections
import contextlib
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pages
import website
import webdriver

KINESCOPE, CHROMIUM, DRIVER, CERTUTIL, FOLDER = sys.argv[1:6]
HERE = os.path.dirname(os.path.abspath(__file__))
HOSTS = (website.WWW, website.STATIC, website.LOGIN)
# The most that all runs may take together, in seconds: ten times what they do.
LONGEST = 600

# name, whether the origin offers HTTP/2, whether the browser does, the recorder's options (None: no recorder)
RUNS = {
    "HTTP/2": (True, True, None),
    "HTTP/2, recorded": (True, True, ["--keep-secrets", "--filter", "host=*.example"]),
    "HTTP/2, redacted": (True, True, []),
    "HTTP/1.1": (False, True, None),
    "HTTP/1.1, recorded": (False, True, ["--keep-secrets", "--filter", "host=*.example"]),
    "HTTP/1.1 to HTTP/2, recorded": (True, False, ["--keep-secrets", "--filter", "host=*.example"]),
}

# The statuses of the origin's responses in each run; None: the page stopped before there was one.
STATUSES = {None, 101, 200, 204, 205, 206, 301, 302, 303, 304, 307, 308, 403, 404, 500}
REDIRECTS = {301, 302, 303, 307, 308}


class Wrong(Exception):
    """What is not as it should be."""


def say(what, outcome):
    print(f"{what:<44}{outcome}", flush=True)


# Programs


def certificates():
    """A certificate authority that recorder and browser trust for these runs only, and the origin's certificate."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=FOLDER)

    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *curve, "-days", "2", "-subj", "/CN=Origin's CA", "-keyout", "ca.key", "-out", "ca.pem",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
    openssl("req", *curve, "-subj", "/CN=origin", "-keyout", "origin.key", "-out", "origin.csr")
    with open(f"{FOLDER}/names", "w") as names:
        names.write("subjectAltName=" + ",".join(f"DNS:{host}" for host in HOSTS) + "\nextendedKeyUsage=serverAuth\n")
    openssl("x509", "-req", "-in", "origin.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "origin.pem")


def home_that_trusts(name, certificate):
    """A home for the browser whose certificates' database trusts this one: as a user would do it, no switch of the browser is needed.

    Its name is short: Chromium puts a socket below it, whose path may have 107 bytes.
    """
    home = f"{FOLDER}/{name}"
    database = f"{home}/.pki/nssdb"
    os.makedirs(database)
    run([CERTUTIL, "-d", f"sql:{database}", "-N", "--empty-password"])
    run([CERTUTIL, "-d", f"sql:{database}", "-A", "-t", "C,,", "-n", "CA", "-i", certificate])
    return home


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    if done.returncode != 0:
        raise Wrong(f"{os.path.basename(command[0])} {command[1]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


@contextlib.contextmanager
def program(command, output, how):
    """A program that runs while the block does, and the first line it prints (a header aside); it is ended by `how`, and has to end with 0."""
    with open(output, "w") as out, open(f"{output}.errors", "w") as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
    def said():
        with open(f"{output}.errors") as text:
            return text.read().strip()
    try:
        for _ in range(200):
            with open(output) as text:
                line = text.readline()
                # The recorder's first line is the header; where it listens is the next.
                if '"type":"header"' in line:
                    line = text.readline()
            if line.endswith("\n"):
                break
            if process.poll() is not None:
                raise Wrong(f"{os.path.basename(command[0])} ended with {process.returncode}: {said()}")
            time.sleep(0.05)
        else:
            raise Wrong(f"{os.path.basename(command[0])} printed nothing in 10 s")
        yield line
        process.send_signal(how)
        if code := process.wait(60):
            raise Wrong(f"{os.path.basename(command[0])} ended with {code}: {said()}")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


# One run: every page, and what origin and recording hold of it


class Outcome:
    def __init__(self):
        self.pages, self.protocols, self.log, self.summary, self.file = {}, {}, [], None, None


def lead_through(name):
    """The outcome of a run; that the recorder stopped recording a host is said first, since all else may come of it."""
    base = f"{FOLDER}/{name.replace('/', '').replace(',', '').replace(' ', '-').replace('.', '')}"
    failure = None
    try:
        outcome = outcome_of(name, base)
    except (Wrong, webdriver.Refused) as wrong:
        failure = wrong
    if RUNS[name][2] is not None and os.path.exists(f"{base}.record"):
        with open(f"{base}.record") as lines:
            notices = [line for line in map(json.loads, lines) if line["type"] == "notice" and line["code"] == "passingThrough"]
        for notice in notices:
            check(notice["host"] not in HOSTS, f"{name}: {notice['message']}")
    if failure:
        raise failure
    return outcome


def outcome_of(name, base):
    offers_http2, browser_does, options = RUNS[name]
    outcome = Outcome()
    outcome.file = f"{base}.kinescope"
    origin_command = [sys.executable, f"{HERE}/origin.py", f"{FOLDER}/origin.pem", f"{FOLDER}/origin.key", f"{base}.log"]
    with contextlib.ExitStack() as stack:
        origin = int(stack.enter_context(program(origin_command + ([] if offers_http2 else ["http/1.1"]), f"{base}.origin", signal.SIGTERM)))
        switches = [] if browser_does else ["--disable-http2"]
        trusted = f"{FOLDER}/ca.pem"
        if options is None:
            switches.append(f"--host-resolver-rules=MAP * 127.0.0.1:{origin}")
        else:
            line = stack.enter_context(program(
                [KINESCOPE, "record", "-o", outcome.file, "--port", "0", "--json", "--ca-directory", f"{FOLDER}/authority",
                 "--upstream-ca", f"{FOLDER}/ca.pem", "--connect-to", f"::127.0.0.1:{origin}", *options],
                f"{base}.record", signal.SIGINT))
            # No name is looked up by the browser: what is not for the recorder goes nowhere.
            switches += [f"--proxy-server=http://127.0.0.1:{json.loads(line)['port']}", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
            # The origin's is not among them: what passes the recorder untouched would be seen.
            trusted = f"{FOLDER}/authority/ca.pem"
        browser = webdriver.Browser(CHROMIUM, DRIVER, home_that_trusts(f"home{list(RUNS).index(name)}", trusted), switches)
        try:
            http = "2" if offers_http2 and browser_does else "1"
            for page in pages.PAGES:
                outcome.pages[page] = visit(browser, page, http)
                outcome.protocols[page] = browser.read(
                    "[...new Set(performance.getEntries().map(entry => entry.nextHopProtocol).filter(name => name))].sort()")
        finally:
            browser.close()
    with open(f"{base}.log") as lines:
        outcome.log = [json.loads(line) for line in lines]
    if options is not None:
        with open(f"{base}.record") as lines:
            outcome.summary = json.loads(lines.readlines()[-1])
    return outcome


def visit(browser, page, http):
    url = f"https://{website.WWW}/page/{page}?http={http}"
    try:
        browser.open(f"https://{website.WWW}/go?to=%2Fpage%2F{page}%3Fhttp={http}" if page == "redirects" else url)
        if page == "login":
            for password in ("wrong", website.PASSWORD):
                browser.into_frame("#provider")
                browser.type("#name", website.NAME)
                browser.type("#password", password)
                browser.click("#submit")
                browser.out_of_frames()
                if password == "wrong":
                    # The form comes again, and says so.
                    browser.into_frame("#provider")
                    browser.wait_for("#error")
                    browser.out_of_frames()
        return browser.run()
    except (webdriver.Refused, OSError) as error:
        raise Wrong(f"the page {page}: {error}") from error


# What is compared


def right(results):
    """What the pages have to have seen: that two runs agree says little if both failed."""
    files = results["resources"]
    check(files["count"] == 100 and len(files["results"]) == 100, "not 100 resources")
    check(all(item["status"] == 200 for item in files["results"] if isinstance(item, dict)), "a resource has another status than 200")
    check(all(item == "load" or item[0] == "load" for item in files["results"] if not isinstance(item, dict)), "a script, style or picture failed")
    check(files["loaded"] == list(range(1, 11)) and files["early"] == "7px", "a script did not run, or the early style is missing")
    check(len(results["redirects"]) == 32, "not 32 redirects")
    for name, (status, _, _, echo) in ((name, value) for name, value in results["redirects"].items() if name not in ("chain", "opened")):
        kept = "POST" in name and name[:3] in ("307", "308")
        check(status == 200 and (echo["method"], echo["bytes"]) == (("POST", 13) if kept else ("GET", 0)), f"redirect {name}: {status}, {echo}")
    full = results["cookies"][-3]
    check(len(full) == 12 and all(echo["count"] == echo["right"] == website.COOKIES for echo in full), "a cookie is missing or another one")
    check(full[0]["bytes"] > 39_000 and results["cookies"][-1]["count"] == 0, "the cookies are fewer than 39 KB, or were not dropped")
    uploads = results["uploads"]
    for name, value in uploads.items():
        if name.startswith(("PUT", "POST")):
            check(value[0] == value[1]["sha256"], f"upload {name} arrived as something else")
    check(uploads["form"][0] == uploads["form"][1]["parts"]["file"]["sha256"], "the form's file arrived as something else")
    events = results["events"]
    check([int(event[1]) for event in events["got"]] == list(range(1, 10)) and events["opened"] == [0, 5], f"events: {events['got']}")
    check(events["comeOneByOne"] and events["piecesComeOneByOne"] and events["bytes"] == 10_000, "events or pieces came all at once")
    sockets = results["sockets"]
    check(sockets["sent"] == sockets["echoed"] and len(sockets["sent"]) == 12, "a message came back as another one")
    check((sockets["protocol"], sockets["refused"]) == ("kite.v1", "error"), "the socket's protocol, or one that should be refused")
    check(sockets["closedHere"] == [4001, "enough", True] and sockets["closedThere"] == [4002, "as you wish", True], "a socket closed otherwise")
    worker = results["worker"]
    check([worker[name]["from"] for name in ("made", "cached", "passed")] == ["the worker", "the origin", "the origin"], f"worker: {worker}")
    check(worker["altered"]["kite"] == "worker" and worker["unregistered"], f"worker: {worker}")
    odd = results["odd"]
    check([odd[name]["status"] for name in ("empty", "missing", "broken", "reset", "range")] == [204, 404, 500, 205, 206], "an odd status")
    check(odd["stopped"] == ["AbortError"] * 5, f"what the page stopped: {odd['stopped']}")
    told = {"state": "7", "session": {"user": website.NAME}}
    check(results["login"]["told"] == [[f"https://{website.LOGIN}", told]], f"the frame told {results['login']['told']}")
    check(results["login"]["session"] == {"user": website.NAME} and results["login"]["without"] == {"user": None}, "the session's cookie")


def check(holds, what):
    if not holds:
        raise Wrong(what)


def difference(one, other, place=""):
    """Where two values differ first, or None."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        found = (difference(one[key], other[key], f"{place}.{key}") for key in one)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        found = (difference(*pair, f"{place}[{index}]") for index, pair in enumerate(zip(one, other)))
    else:
        return None if one == other else f"{place}: {one!r:.200} without, {other!r:.200} with"
    return next((text for text in found if text), None)


def requests(log):
    """How often each request came to the origin, and what became of it."""
    def key(line):
        redirect = line["status"] in REDIRECTS
        form = any(value.startswith("multipart/") for name, value in line["requestHeaders"] if name == "content-type")
        # Chromium draws a form's boundary; what it stopped is as long as the chance of the moment has it.
        return (line["method"], line["authority"], line["path"], line["status"], "complete" if redirect else line["end"],
                None if form else line["requestSHA256"],
                line["responseSHA256"] if line["end"] == "complete" and not form and not redirect else None)
    return collections.Counter(map(key, log))


def recorded(file):
    """The exchanges of a finished recording at the origin's hosts, from its tables (Documentation/reference/recording-format.md)."""
    database = sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)
    rows = database.execute(
        "SELECT e.ordinal, e.method, e.url, q.fields, qb.bytes, e.status, e.response_version, r.fields, rb.bytes, e.failure,"
        " e.notes FROM exchange AS e LEFT JOIN header_list AS q ON q.id = e.request_headers"
        " LEFT JOIN header_list AS r ON r.id = e.response_headers LEFT JOIN body AS qb ON qb.id = e.request_body"
        " LEFT JOIN body AS rb ON rb.id = e.response_body ORDER BY e.ordinal").fetchall()
    database.close()
    names = ("ordinal", "method", "url", "requestHeaders", "requestBody", "status", "version", "responseHeaders", "responseBody", "failure", "noted")
    exchanges = []
    for row in rows:
        exchange = dict(zip(names, row))
        # Chromium asks hosts of its own, too, whatever it is told; nothing of that gets anywhere.
        if urlsplit(exchange["url"]).hostname not in HOSTS:
            continue
        for key, nothing in (("requestHeaders", "[]"), ("responseHeaders", "[]"), ("noted", "{}")):
            exchange[key] = json.loads(exchange[key] or nothing)
        exchanges.append(exchange)
    return exchanges


# What belongs to one connection is in no recording, and each side of the recorder has its own.
OF_CONNECTION = {"connection", "host", "transfer-encoding", "upgrade", "keep-alive", "content-length"}


def fields(headers, forwarded=None):
    """Header fields that an exchange is compared by, with those in place that the recorder sent instead."""
    instead = [(field["name"].lower(), field["value"]) for field in (forwarded or {}).get("headers", [])]
    replaced = {name for name, _ in instead}
    kept = [(name.lower(), value) for name, value in headers if name.lower() not in replaced]
    return sorted(pair for pair in kept + instead if pair[0] not in OF_CONNECTION)


def agrees(name, log, exchanges):
    """Each exchange of the recording is one of the log, and each of the log one of the recording."""
    by_number = {line["exchange"]: line for line in log}
    seen = set()
    for exchange in exchanges:
        place = f"{name}: exchange {exchange['ordinal']}, {exchange['method']} {exchange['url'][:120]}"
        number = next((int(value) for field, value in exchange["responseHeaders"] if field.lower() == "x-exchange"), None)
        if number is None:
            # No response came, so it bears no number; each of these has a path of its own.
            number = next((line["exchange"] for line in log if line["status"] is None and exchange["url"].endswith(line["path"])), None)
        check(number in by_number, f"{place}: the origin's log has none such ({exchange['status']}, {exchange['failure']})")
        check(number not in seen, f"{place}: the origin's number {number} is in the recording twice")
        seen.add(number)
        line = by_number[number]
        here = {"method": exchange["method"], "url": exchange["url"], "status": exchange["status"], "version": exchange["version"],
                "request": fields(exchange["requestHeaders"], exchange["noted"].get("requestForwarded")),
                "response": fields(exchange["responseHeaders"]),
                "informational": [answer["status"] for answer in exchange["noted"].get("informational", [])],
                "request body": [len(exchange["requestBody"] or b""), digest(exchange["requestBody"])],
                "end": "interrupted" if exchange["noted"].get("interrupted") or exchange["failure"] else "complete"}
        there = {"method": line["method"], "url": f"https://{line['authority']}{line['path']}", "status": line["status"],
                  "version": line["version"], "request": fields(line["requestHeaders"]), "response": fields(line["responseHeaders"]),
                 "informational": line["informational"], "request body": [line["requestBytes"], line["requestSHA256"]], "end": line["end"]}
        if line["status"] is None:
            there["version"] = None
        for side in (here, there):
            side["request"], side["response"] = map(lambda pairs: [list(pair) for pair in pairs], (side["request"], side["response"]))
        if line["status"] in REDIRECTS and here["end"] == "interrupted":
            # Chromium goes where it is sent as soon as it has the head, and resets the stream; the origin may be through by then.
            there["end"] = "interrupted"
        if there["end"] == "complete":
            here["response body"] = [len(exchange["responseBody"] or b""), digest(exchange["responseBody"])]
            there["response body"] = [line["responseBytes"], line["responseSHA256"]]
        if text := difference(there, here):
            raise Wrong(f"{place}: {text.replace(' without, ', ' in the log, ').removesuffix(' with')} in the recording")
    missing = [f"{line['method']} {line['authority']}{line['path']}" for line in log if line["exchange"] not in seen]
    check(not missing, f"{name}: {len(missing)} of the log's exchanges are not in the recording, {missing[0] if missing else ''} first")


def sees_changes(name, log, exchanges):
    """The comparison itself: it finds what is made wrong in a copy of the recording."""
    place = next(index for index, exchange in enumerate(exchanges)
                 if exchange["status"] == 200 and exchange["requestBody"] and exchange["responseBody"] and exchange["method"] == "PUT")
    one = exchanges[place]
    cookie = next(index for index, exchange in enumerate(exchanges) if any(field.lower() == "cookie" for field, _ in exchange["requestHeaders"]))
    cut = [[field, value[:-1] if field.lower() == "cookie" else value] for field, value in exchanges[cookie]["requestHeaders"]]
    changes = {
        "one missing": exchanges[:place] + exchanges[place + 1:],
        "one twice": [*exchanges, one],
        "another cookie": [*exchanges[:cookie], {**exchanges[cookie], "requestHeaders": cut}, *exchanges[cookie + 1:]],
    }
    for key, value in (("status", 201), ("method", "POST"), ("url", one["url"] + "?"), ("requestBody", one["requestBody"][:-1]),
                       ("responseBody", one["responseBody"] + b" "), ("responseHeaders", one["responseHeaders"][1:]),
                       ("noted", {**one["noted"], "interrupted": "so it says"})):
        changes[f"another {key}"] = [*exchanges[:place], {**one, key: value}, *exchanges[place + 1:]]
    for what, changed in changes.items():
        try:
            agrees(name, log, changed)
        except Wrong:
            continue
        raise Wrong(f"the comparison does not see {what}")


def digest(data):
    return hashlib.sha256(data or b"").hexdigest()


# The redacted recording: as many exchanges, and no secret


def is_media(line):
    return any(name == "content-type" and value.startswith("image/") for name, value in line["responseHeaders"])


def agrees_redacted(name, log, exchanges):
    def counted(items):
        return collections.Counter(items)
    there = counted((line["method"], line["authority"], line["status"]) for line in log if not is_media(line))
    here = counted((exchange["method"], urlsplit(exchange["url"]).hostname, exchange["status"]) for exchange in exchanges)
    check(there == here, f"{name}: {dict(there - here)} only in the log, {dict(here - there)} only in the recording")


def secrets_in(file):
    """Which of the browser's secrets are in the recording's bytes; of a long one a part, since SQLite lays it over several pages."""
    secrets = [website.PASSWORD.replace(" ", "+"), website.NAME, website.NAME.replace("@", "%40"), website.SESSION]
    secrets += [website.cookie(number)[place:place + 40] for number in range(website.COOKIES) for place in (0, 1_000, 3_000)]
    with open(file, "rb") as recording:
        data = recording.read()
    return len(secrets), [secret for secret in secrets if secret.encode() in data]


def main():
    certificates()
    began = time.monotonic()
    outcomes = {}
    for name, (offers_http2, browser_does, options) in RUNS.items():
        outcome = outcomes[name] = lead_through(name)
        straight = outcomes["HTTP/2" if offers_http2 and browser_does else "HTTP/1.1"]
        try:
            right(outcome.pages)
        except Wrong as wrong:
            raise Wrong(f"{name}: {wrong}") from wrong
        # The recorder offers HTTP/2 whatever the server speaks.
        speaks = ["h2"] if browser_does and (offers_http2 or options is not None) else ["http/1.1"]
        for page, protocols in outcome.protocols.items():
            check(protocols == speaks, f"{name}: the page {page} came over {', '.join(protocols)}")
        statuses = {line["status"] for line in outcome.log}
        check(statuses >= STATUSES, f"{name}: no response had status {', '.join(map(str, STATUSES - statuses))}")
        say(f"Chromium, {name}", f"ok, {len(outcome.pages)} pages, {len(outcome.log)} exchanges")
        if options is None:
            continue
        if text := difference(straight.pages, outcome.pages):
            raise Wrong(f"{name}: the page saw {text} the recorder")
        say("  pages as without the recorder", "ok")
        without, with_it = requests(straight.log), requests(outcome.log)
        check(without == with_it, f"{name}: the origin saw {dict(without - with_it)} only without the recorder, {dict(with_it - without)} only with it")
        say("  the origin's log as without", "ok")
        exchanges = recorded(outcome.file)
        media = 0 if "--keep-secrets" in options else sum(map(is_media, outcome.log))
        skipped = sum(skipped["count"] for skipped in outcome.summary["skippedByHost"] if skipped["host"] in HOSTS)
        check(skipped == media, f"{name}: {media} pictures, but {skipped} exchanges skipped as media")
        check(outcome.summary["isFinished"] and not outcome.summary["droppedCount"], f"{name}: the recording is not whole: {outcome.summary}")
        count, found = secrets_in(outcome.file)
        if "--keep-secrets" in options:
            agrees(name, outcome.log, exchanges)
            sees_changes(name, outcome.log, exchanges)
            # A few may lie across two pages.
            check(len(found) >= count - 3, f"{name}: of {count} secrets that were kept only {len(found)} are found")
            say("  each exchange as in the origin's log", f"ok, {len(exchanges)}")
        else:
            agrees_redacted(name, outcome.log, exchanges)
            check(not found, f"{name}: {found[0] if found else ''} is in the recording")
            say("  as many exchanges, and no secret", f"ok, {len(exchanges)}")
        run([KINESCOPE, "verify", outcome.file])
        run([KINESCOPE, "export", outcome.file, "-o", f"{outcome.file}.har"])
        with open(f"{outcome.file}.har") as har:
            exported = [entry for entry in json.load(har)["log"]["entries"] if urlsplit(entry["request"]["url"]).hostname in HOSTS]
        check(len(exported) == len(exchanges), f"{name}: {len(exchanges)} exchanges, {len(exported)} exported")
        say("  verify, export", "ok")
    print(f"Chromium took {time.monotonic() - began:.0f} s")


def too_long(*_):
    raise Wrong(f"not done after {LONGEST} s")


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST)
    try:
        main()
    except (Wrong, webdriver.Refused) as wrong:
        print(f"Scripts/clients/browser.py: {wrong}", file=sys.stderr)
        sys.exit(1)
