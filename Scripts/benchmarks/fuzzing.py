"""How fast each target fuzzes, the SAML target beside libxml2 alone, and what the worst inputs known cost. Started by Scripts/benchmark.

Processor time is what counts, of one process on one core: so the figures hold on a machine that has something else to do.
"""

import contextlib
import os
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fuzzing"))

import building
import running
from measured import FOLDER, MISSED, Measured, goal, megabytes, row, title

QUICK = "--quick" in sys.argv
SECONDS = 10 if QUICK else 60
# Processor time of each target, and executions of each second of it.
EACH, LEAST, OTHERS = 4 if QUICK else 12, 5_000, {"RecordingFile": 2_500}
# What comes of mutating and of keeping what is new, beside reading the same inputs again and again.
MUTATED = 0.60
# The corpus so many times in each run, and runs: the median counts.
REPEATS, ROUNDS = (20, 3) if QUICK else (50, 7)
BENCHMARK = ".build/release/Benchmarks"
# What a parser may take for an input of 256 KB.
MILLISECONDS, BYTES, LARGEST = 50, 64e6, 256 * 1024


def main():
    each()
    speed()
    worst()
    sys.exit(1 if MISSED else 0)


def each():
    title(f"Each target from its seeds, {EACH} s of processor time without the address sanitizer; load {os.getloadavg()[0]:.1f}")
    row("", "runs a second", "goal")
    slow = []
    for name in building.targets():
        figure, least = fuzzed(building.build(name, "plain"), name, EACH), OTHERS.get(name, LEAST)
        row(name, f"{figure:,.0f}", f"{least:,}")
        if figure < least:
            slow.append(name)
    goal("no target is slower than its goal", not slow, ", ".join(slow) or "none is")


def speed():
    for kind, least in (("plain", 0.85), ("address", 0.80)):
        title(f"SAML responses, {'with' if kind == 'address' else 'without'} the address sanitizer, each second of processor time")
        row("", "FuzzSAMLResponse", "libxml2 alone", "ratio")
        ours, peer = building.build("SAMLResponse", kind), harness(kind)
        # The same inputs so many times each, in turn: what a check costs.
        rounds = [(same_inputs(ours), same_inputs(peer)) for _ in range(ROUNDS)]
        ratios = [mine / other for mine, other in rounds]
        ratio = statistics.median(ratios)
        middle = [statistics.median(figures) for figures in zip(*rounds)]
        row("the corpus", *(f"{figure:,.0f}" for figure in middle), f"{ratio:.2f}", f"{min(ratios):.2f} to {max(ratios):.2f}")
        # What each makes of that corpus says nothing of what a check costs: a library that is not instrumented gives the fuzzer
        # no coverage, so its inputs stay what fails at the first byte. It is shown, and no goal.
        mutations = [fuzzed(binary, "SAMLResponse", SECONDS) for binary in (ours, peer)]
        row("own mutations", *(f"{figure:,.0f}" for figure in mutations), f"{mutations[0] / mutations[1]:.2f}")
        goal(f"at least {least} of libxml2 alone", ratio >= least, f"{ratio:.2f}")
        if kind == "plain":
            share = mutations[0] / middle[0]
            goal(f"own mutations at least {MUTATED:.2f} of the corpus' rate", share >= MUTATED, f"{share:.2f}")


def harness(kind):
    """The C harness, built with the compiler that belongs to Swift."""
    binary = f"{FOLDER}/libxml2-{kind}"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libxml-2.0"], capture_output=True, text=True).stdout.split()
    subprocess.run(
        [building.tool("clang"), "-O2", "-g", "-fuse-ld=lld", f"-fsanitize={'fuzzer,address' if kind == 'address' else 'fuzzer'}",
         "Scripts/benchmarks/libxml2-harness.c", "-o", binary, *(flags or ["-I/usr/include/libxml2", "-lxml2"])], check=True)
    return os.path.abspath(binary)


def spent(command):
    """What it says, and its processor time."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=building.environment())
    after = os.times()
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:3])} … failed:\n{done.stderr[-2000:]}")
    return done.stderr, after.children_user + after.children_system - before.children_user - before.children_system


def same_inputs(binary):
    seeds = [f"{folder}/{name}" for folder in running.folders("SAMLResponse")[1:] for name in sorted(os.listdir(folder))]
    start = spent([binary, "-runs=0"])[1]
    _, time = spent([binary, f"-runs={REPEATS}", *seeds])
    return len(seeds) * REPEATS / max(time - start, 0.01)


def fuzzed(binary, target, seconds):
    """Executions for each second of processor time, in a process that makes inputs of the seeds for so many of them."""
    with building.temporary_folder() as folder:
        for name in ("corpus", "scratch"):
            os.mkdir(f"{folder}/{name}")
        # On a busy machine an input may wait for its turn longer than running.options allows.
        command = [binary, *running.options(target), "-timeout=600", "-report_slow_units=600", f"-artifact_prefix={folder}/", "-seed=1", "-reload=0", f"{folder}/corpus",
                   *running.folders(target)[1:]]
        with open(f"{folder}/said", "w+", errors="replace") as said:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said,
                                       env=building.environment(TMPDIR=f"{folder}/scratch"))
            while process.poll() is None and so_far(process.pid) < seconds:
                time.sleep(0.02)
            # libFuzzer ends with its figures.
            if process.poll() is None:
                process.send_signal(signal.SIGUSR1)
            before = os.times()
            process.wait()
            after = os.times()
            said.seek(0)
            text = said.read()
        executed = re.search(r"number_of_executed_units:\s+(\d+)", text)
        if process.returncode != 0 or not executed:
            sys.exit(f"{os.path.basename(binary)} ended with {process.returncode}:\n{text[-2000:]}")
        return int(executed[1]) / (after.children_user + after.children_system - before.children_user - before.children_system)


def so_far(pid):
    """The processor time that a process has spent until now."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
        # The name in brackets may hold blanks.
        fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0


# MARK: The worst inputs known

def saml(inside="", attributes="", before=""):
    return (f'<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" '
            f'ID="_r" Version="2.0" IssueInstant="2026-11-20T10:00:00Z"{attributes}>{before}<saml:Issuer>https://kite.example</saml:Issuer>'
            f'<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
            f'<saml:Assertion ID="_a" Version="2.0" IssueInstant="2026-11-20T10:00:00Z"><saml:Issuer>https://kite.example</saml:Issuer>'
            f'<saml:Subject><saml:NameID>kite-1</saml:NameID></saml:Subject>{inside}</saml:Assertion></samlp:Response>')


def statement(inside):
    return f"<saml:AttributeStatement>{inside}</saml:AttributeStatement>"


def filled(make, unit, largest=LARGEST):
    """The largest input of so many units that is not too large."""
    empty, one = len(make("").encode()), len(unit.encode())
    return make(unit * max(1, (largest - empty) // one))


def numbered(make, unit, largest=LARGEST):
    """The same with units that carry a number."""
    count = max(1, (largest - len(make("").encode())) // len(unit.format(100000).encode()))
    return make("".join(unit.format(index) for index in range(count)))


def cases():
    """Target, what is much of it, and the input; each as large as is looked at, some in a form that its parser takes, some refused."""
    attribute = '<saml:Attribute Name="a{}"><saml:AttributeValue>v</saml:AttributeValue></saml:Attribute>'
    # What once was read for ever.
    folder = "Corpus/RecordingFile/regression"
    for name in sorted(os.listdir(folder)):
        with open(f"{folder}/{name}", "rb") as file:
            yield "RecordingFile", name.removesuffix(".kinescope"), file.read()
    # As many pieces as a scenario may have.
    yield "ScenarioYAML", "keys, all that are read", "".join(f"k{index}: v\n" for index in range(7_999))
    yield "ScenarioYAML", "pairs, all that are read", "[" + "a: b," * 5_300 + "]"
    device = "  d: {system: tvOS 15.1, apps: {"
    yield "ScenarioYAML", "devices, all that are read", scenario("".join(f"  d{index}: {{system: tvOS 15.1}}\n" for index in range(2_000)))
    yield "ScenarioYAML", "apps, all that are read", scenario(
        device + "".join(f"a{index}: {{team: T, requestor: R}}, " for index in range(2_000)) + "}}\n")
    yield "ScenarioYAML", "steps, all that are read", scenario(
        device + "a: {team: T, requestor: R}}}\n", "- launch\n" + "- advance: 1s\n" * 5_300)
    # A quarter of the size first: a limit that refuses the whole at once says nothing of what is below it.
    for largest in (LARGEST, LARGEST // 4, LARGEST // 16):
        size = f"{largest // 1024} KB"
        yield "SAMLResponse", f"attributes, {size}", numbered(lambda text: saml(statement(text)), attribute, largest)
        yield "SAMLResponse", f"one long text, {size}", filled(lambda text: saml(statement(
            f'<saml:Attribute Name="a"><saml:AttributeValue>{text}</saml:AttributeValue></saml:Attribute>')), "x", largest)
        yield "SAMLResponse", f"references, {size}", filled(lambda text: saml(statement(
            f'<saml:Attribute Name="a"><saml:AttributeValue>{text}</saml:AttributeValue></saml:Attribute>')), "&amp;", largest)
        yield "SAMLResponse", f"deep, {size}", nested(lambda text: saml(before=text), "<a>", "</a>", largest)
        yield "SAMLResponse", f"one tag, {size}", numbered(lambda text: saml(attributes=text), ' a{}="v"', largest)
        yield "SAMLResponse", f"prefixes, {size}", numbered(lambda text: saml(attributes=text), ' xmlns:p{}="urn:a"', largest)
        yield "SAMLResponse", f"a long name, {size}", filled(lambda text: saml(before=f"<{text}/>"), "n", largest)
        yield "SAMLResponse", f"comments, {size}", filled(lambda text: saml(before=text), "<!---->", largest)
        yield "SAMLResponse", f"siblings, {size}", filled(lambda text: saml(before=text), "<a/>", largest)
        yield "SAMLResponse", f"identifiers, {size}", numbered(lambda text: saml(before=text), '<a ID="i{}"/>', largest)
        # A namespace of the greatest length that every name bears, and that what stands in a value declares anew.
        yield "SAMLResponse", f"a long namespace, {size}", filled(
            lambda text: saml(before=f'<a xmlns:p="urn:{"n" * 1000}">{text}</a>'), "<p:a/>", largest)
        yield "SAMLResponse", f"long namespaces, each in the next, {size}", nested(
            lambda text: saml(before=text), f'<a xmlns:p="urn:{"n" * 1000}">', "</a>", largest)
        yield "SAMLResponse", f"a long namespace in a value, {size}", filled(lambda text: saml(statement(
            f'<saml:Attribute xmlns:p="urn:{"n" * 1000}" Name="a"><saml:AttributeValue>{text}</saml:AttributeValue></saml:Attribute>'
        )), "<p:a/>", largest)
        yield "SAMLResponse", f"confirmations, {size}", filled(
            lambda text: saml().replace("</saml:Subject>", text + "</saml:Subject>"),
            '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData '
            'NotBefore="2026-11-20T10:00:00Z" NotOnOrAfter="2026-11-20T10:05:00Z"/></saml:SubjectConfirmation>', largest)
        yield "SAMLResponse", f"unclosed tags, {size}", filled(lambda text: saml(before=text), "<a>", largest)
        yield "AuthNToken", f"fields, {size}", filled(lambda text: token(text), "<simpleTokenGuid>g</simpleTokenGuid>", largest)
        yield "AuthNToken", f"one long text, {size}", filled(lambda text: token(f"<simpleTokenGuid>{text}</simpleTokenGuid>"), "g", largest)
        yield "AuthNToken", f"escaped escapes, {size}", filled(lambda text: token(text), "&amp;amp;lt;", largest)
        yield "AuthNToken", f"unclosed, {size}", filled(lambda text: text, "<signatureInfo>", largest)
        yield "AuthZToken", f"fields, {size}", filled(
            lambda text: token(text, "simpleAuthorizationToken"), "<simpleTokenResourceID>r</simpleTokenResourceID>", largest)
        yield "MediaToken", f"fields, {size}", filled(
            lambda text: token(text, "shortAuthorizationToken"), "<resourceID>r</resourceID>", largest)
        yield "MediaToken", f"one long text, {size}", filled(
            lambda text: token(f"<resourceID>{text}</resourceID>", "shortAuthorizationToken"), "r", largest)
        yield "TokenDate", f"digits, {size}", filled(lambda text: text, "9", largest)
        yield "TokenDate", f"blanks, {size}", filled(lambda text: f"2026/11/20{text}10:00:00 GMT +0000", " ", largest)
        yield "TransportForm", f"percent signs, {size}", filled(lambda text: text, "%25", largest)
        yield "TransportForm", f"escapes, {size}", filled(lambda text: text, "&amp;", largest)
        yield "TransportForm", f"Base64, {size}", filled(lambda text: text, "QUJD", largest)
        yield "TransportForm", f"a form, {size}", numbered(lambda text: "a=b" + text, "&k{}=v%2520w", largest)
        yield "TransportForm", f"tokens, {size}", filled(lambda text: text, "eyJhbGciOiJub25lIn0.e30. ", largest)
        yield "TransportForm", f"XML, {size}", filled(lambda text: f"<a>{text}</a>", "<b c='d'/>", largest)
        yield "TransportForm", f"a long namespace in a value, {size}", filled(lambda text: saml(statement(
            f'<saml:Attribute xmlns:p="urn:{"n" * 1000}" Name="a"><saml:AttributeValue>{text}</saml:AttributeValue></saml:Attribute>'
        )), "<p:a/>", largest)
        yield "TransportForm", f"tokens in an answer, {size}", filled(
            lambda text: f"<a>{text}</a>", "<authnToken>x</authnToken>", largest)
        yield "TransportForm", f"tokens in JSON, {size}", filled(
            lambda text: f'[{text}0]', '{"token":"{}"},', largest)
        yield "TransportForm", f"bad percent signs, {size}", filled(lambda text: "a=b" + text, "&%=%", largest)
        yield "TransportForm", f"a request, {size}", numbered(lambda text: f"GET /a HTTP/1.1\r\n{text}\r\n", "A{}: b\r\n", largest)
        yield "JWT", f"members, {size}", webtoken(numbered(lambda text: "{" + text + '"z":0}', '"k{}":0,', largest * 3 // 4 - 100))
        yield "JWT", f"arrays, {size}", webtoken(nested(lambda text: '{"a":' + text + "}", "[", "]", largest * 3 // 4 - 100))
        for name in ("AccountLog", "JSONAnswer", "HARImport"):
            yield name, f"arrays, {size}", nested(lambda text: text, "[", "]", largest)
            yield name, f"members, {size}", numbered(lambda text: "{" + text + '"z":0}', '"k{}":0,', largest)
            yield name, f"digits, {size}", filled(lambda text: f'{{"a":{text}}}', "9", largest)
            yield name, f"escapes, {size}", filled(lambda text: f'{{"a":"{text}"}}', "\\\\u00e9".replace("\\\\", "\\"), largest)
        yield "AccountLog", f"lines, {size}", filled(lambda text: text, LINE, largest)
        yield "HARImport", f"entries, {size}", filled(archive, ENTRY + ",", largest)
        yield "XMLAnswer", f"siblings, {size}", filled(lambda text: f"<resources>{text}</resources>", "<resource><id>a</id></resource>", largest)
        yield "XMLAnswer", f"deep, {size}", nested(lambda text: text, "<a>", "</a>", largest)
        yield "RequestRecognition", f"a query, {size}", numbered(
            lambda text: "https://api.auth.adobe.com/api/v1/authorize?requestor=KITETV" + text, "&k{}=%2525", largest)
        yield "HTTPHead", f"fields, {size}", numbered(lambda text: f"GET http://kite.example/ HTTP/1.1\r\nHost: kite.example\r\n{text}\r\n", "A{}: b\r\n", largest)
        yield "HTTPHead", f"a long field, {size}", filled(lambda text: f"GET http://kite.example/ HTTP/1.1\r\nA: {text}\r\n\r\n", "b", largest)
        yield "HTTPHead", f"requests, {size}", filled(lambda text: text, "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", largest)
        yield "HTTPHead", f"chunks, {size}", filled(
            lambda text: f"POST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{text}0\r\n\r\n", "1\r\na\r\n", largest)
        yield "HTTPResponse", f"fields, {size}", numbered(lambda text: f"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n{text}\r\n", "A{}: b\r\n", largest)
        yield "HTTPResponse", f"heads before it, {size}", filled(
            lambda text: text + "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n", largest)
        yield "HTTPResponse", f"chunks, {size}", filled(
            lambda text: f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{text}0\r\n\r\n", "1\r\na\r\n", largest)
        yield from accents(largest)
        yield from reasons(largest)
        yield from recordings(largest)
        yield "ScenarioYAML", f"deep, {size}", nested(lambda text: text, "[", "]", largest)
        yield "ScenarioYAML", f"deeper lines, {size}", deeper(largest)
        yield "ScenarioYAML", f"keys, {size}", numbered(lambda text: text, "k{}: v\n", largest)
        yield "ScenarioYAML", f"steps, {size}", filled(lambda text: "steps:\n" + text, "- advance: 1d\n", largest)
        yield "ScenarioYAML", f"one text, {size}", filled(lambda text: f'name: "{text}"\n', "\\u00e9", largest)
        yield "ScenarioYAML", f"items, {size}", "[" + filled(lambda text: text, "a,", largest - 2) + "]"
        yield "ScenarioYAML", f"pairs, {size}", "[" + filled(lambda text: text, "a: b,", largest - 2) + "]"
        yield "ScenarioYAML", f"lines of items, {size}", filled(lambda text: text, "-\n", largest)
        yield "ScenarioYAML", f"keys in brackets, {size}", nested_keys("{", "a", "}", largest)
        yield "ScenarioYAML", f"keys behind question marks, {size}", nested_keys("? ", "a\n", "", largest)
        yield "ScenarioYAML", f"a key of accents, {size}", filled(
            lambda text: f'title: a\n"{text}": b\n', "\u0301\u0316", largest)
        yield "ScenarioYAML", f"question marks, {size}", filled(lambda text: text, "? a\n", largest)
        yield "ScenarioYAML", f"anchors, {size}", numbered(lambda text: text, "- &a{} x\n", largest)


def reasons(largest):
    """Thousands of times what is remarked on, judged or looked into."""
    size = f"{largest // 1024} KB"
    yield "SAMLResponse", f"namespaced IDs, {size}", filled(
        lambda text: saml(before=f'<{"n" * 400} xmlns:b="urn:b">{text}</{"n" * 400}>'), '<a b:ID="i"/>', largest)
    yield "SAMLResponse", f"unknown conditions with a long namespace, {size}", numbered(
        lambda text: saml(f'<saml:Conditions xmlns:b="urn:{"n" * 1000}">{text}</saml:Conditions>'), "<b:a{}/>", largest)
    yield "SAMLResponse", f"signatures' transforms, {size}", filled(
        lambda text: saml(before='<d:Signature xmlns:d="http://www.w3.org/2000/09/xmldsig#"><d:SignedInfo>'
                          '<d:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'
                          '<d:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><d:Reference URI="#_r">'
                          f'<d:Transforms>{text}</d:Transforms><d:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>'
                          "<d:DigestValue>ZA==</d:DigestValue></d:Reference></d:SignedInfo><d:SignatureValue>cw==</d:SignatureValue>"
                          "</d:Signature>"), '<d:Transform Algorithm="urn:t"/>', largest)
    yield "SAMLResponse", f"declarations and elements, {size}", filled(
        lambda text: saml(before="<a" + "".join(f' xmlns:p{index}="urn:{index}"' for index in range(250)) + f">{text}</a>"),
        "<p249:a/>", largest)
    many = "".join(f' t{index}=""' for index in range(250))
    yield "TransportForm", f"times beside many attributes, {size}", filled(lambda text: f"<a{many}>{text}</a>", "<time/>", largest)
    yield "TransportForm", f"ends that are over, {size}", filled(
        lambda text: f"<a>{text}</a>", "<expires>2026-11-20T10:00:00Z</expires>", largest)
    yield "TransportForm", f"namespaced IDs, {size}", filled(
        lambda text: saml(before=f'<{"n" * 400} xmlns:b="urn:b">{text}</{"n" * 400}>'), '<a b:ID="i"/>', largest)
    yield "TransportForm", f"instructions, {size}", filled(lambda text: text + saml(), "<?a?>", largest)
    yield "TransportForm", f"elements that stand twice, {size}", filled(
        lambda text: token(text, "shortAuthorizationToken"), "<mvpdId/>", largest)
    yield "TransportForm", f"tokens in a form, {size}", filled(lambda text: text + "a=b", "token=x&", largest)
    yield "TransportForm", f"locations, {size}", filled(
        lambda text: f"GET /a HTTP/1.1\r\n{text}\r\n", "Location: a\r\n", largest)
    yield "TransportForm", f"signs that join a quote, {size}", filled(lambda text: f"<a b='{text}'/>", "\u0600", largest)
    yield "XMLAnswer", f"siblings of no meaning, {size}", filled(lambda text: f"<resources>{text}</resources>", "<a/>", largest)
    yield "XMLAnswer", f"user metadata, {size}", filled(
        lambda text: '<result><userMeta><u xmlns:e="e:e"' + "".join(f' xmlns:p{index}="urn:{index}"' for index in range(200))
        + f">{text}</u></userMeta></result>", "<e e:a='' p9:a='' p99:a='' p199:a=''/>", largest)


# Marks that stand above and below a letter: to compare texts of them as Unicode does means to sort them.
MARKS = "\u0301\u0316"


def accents(largest):
    """Names and values of combining marks, one long one and many that are as long as XML's names may be."""
    size = f"{largest // 1024} KB"
    name = "a" + MARKS * 245
    yield "SAMLResponse", f"names of accents, {size}", filled(lambda text: saml(before=text), f"<{name}/>", largest)
    yield "SAMLResponse", f"identifiers of accents, {size}", numbered(
        lambda text: saml(before=text), f'<a ID="{name}{{}}"/>', largest)
    yield "SAMLResponse", f"one text of accents, {size}", filled(lambda text: saml(statement(
        f'<saml:Attribute Name="{text}"><saml:AttributeValue>{text}</saml:AttributeValue></saml:Attribute>')), MARKS, largest // 2)
    yield "AuthNToken", f"names of accents, {size}", filled(token, f"<{name}/>", largest)
    yield "AuthNToken", f"one text of accents, {size}", filled(
        lambda text: token(f"<simpleTokenGuid>{text}</simpleTokenGuid>"), MARKS, largest)
    yield "XMLAnswer", f"names of accents, {size}", filled(lambda text: f"<resources>{text}</resources>", f"<{name}/>", largest)
    yield "TransportForm", f"names of accents, {size}", numbered(lambda text: "a=b" + text, f"&{name}{{}}=1", largest)
    yield "TransportForm", f"one name of accents, {size}", filled(lambda text: f"{text}=1&{text}=2", MARKS, largest // 2)
    yield "RequestRecognition", f"one name of accents, {size}", filled(
        lambda text: f"https://api.auth.adobe.com/api/v1/authorize?requestor=KITETV&{text}=1", MARKS, largest)
    yield "JWT", f"names of accents, {size}", webtoken(
        numbered(lambda text: "{" + text + '"z":0}', f'"{name}{{}}":0,', largest * 3 // 4 - 100))
    for target in ("AccountLog", "JSONAnswer", "HARImport"):
        yield target, f"names of accents, {size}", numbered(lambda text: "{" + text + '"z":0}', f'"{name}{{}}":0,', largest)
        yield target, f"one name of accents, {size}", filled(lambda text: f'{{"{text}":0}}', MARKS, largest)
    yield "HARImport", f"a header of accents, {size}", filled(
        lambda text: archive(ENTRY.replace('"headers":[]', f'"headers":[{{"name":"{text}","value":"a"}}]', 1)), MARKS, largest)
    yield "HARImport", f"a URL of accents, {size}", filled(
        lambda text: archive(ENTRY.replace("adobe.com/", f"adobe.com/?{text}=", 1)), MARKS, largest)
    yield "HTTPHead", f"a field of accents, {size}", filled(
        lambda text: f"GET http://kite.example/ HTTP/1.1\r\nHost: kite.example\r\nContent-Encoding: {text}\r\n\r\n", MARKS, largest)


ENTRY = ('{"startedDateTime":"2026-11-20T10:00:00.000Z","time":1,"request":{"method":"GET","url":"https://api.auth.adobe.com/","httpVersion":'
         '"HTTP/1.1","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":-1},"response":{"status":200,"statusText":"OK",'
         '"httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":-1},'
         '"cache":{},"timings":{"send":0,"wait":1,"receive":0}}')


LINE = '{"at":"2026-11-20T10:00:00Z","call":"checkAccessStatus","request":{"prompt":true},"accessStatus":"granted"}\n'


def scenario(devices, steps=""):
    return f"title: t\nstart: 2026-11-20T08:00:00Z\ndevices:\n{devices}" + (f"steps:\n{steps}" if steps else "")


def archive(text):
    return '{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[' + text.rstrip(",") + "]}}"


def token(inside, element="simpleAuthenticationToken"):
    return f"<signatureInfo>c2lnbmF0dXJl<signatureInfo><{element}>{inside}</{element}>"


def webtoken(claims):
    import base64
    part = base64.urlsafe_b64encode(claims.encode()).decode().rstrip("=")
    return f"eyJhbGciOiJSUzI1NiJ9.{part}.c2ln"


def nested(make, opening, closing, largest):
    count = max(1, (largest - len(make(""))) // (len(opening) + len(closing)))
    return make(opening * count + closing * count)


def nested_keys(opening, text, closing, largest):
    """A list of mappings whose keys are mappings; as deep as the library would go, and as many as may be."""
    unit = opening * 990 + text + closing * 990
    # Behind each other in a list, or on lines of their own.
    count = max(1, min(largest // (len(unit) + 2), 16_000 // 1_000))
    return "[" + ",".join([unit] * count) + "]" if closing else "".join("- " + unit for _ in range(count))


def deeper(largest):
    lines, size, depth = [], 0, 0
    while (size := size + depth + 3) < largest:
        lines.append(" " * depth + "a:\n")
        depth += 1
    return "".join(lines)


def recordings(largest):
    """SQLite files of about that size: a recording of the corpus with one of its tables grown, and then its digests wrong."""
    size = f"{largest // 1024} KB"
    # Many exchanges as short as they can be, which all have the same large body or header list.
    short = ("INSERT INTO exchange SELECT ordinal + {index}, started_at, duration_us, 'GET', 'http://a/', request_version, "
             "request_headers, 1, status, reason, response_version, request_headers, 1, failure, NULL, NULL, NULL, NULL, digest "
             "FROM exchange WHERE ordinal = 1")
    for what, grow, row, before in (
        ("exchanges", "INSERT INTO exchange SELECT ordinal + {index}, started_at, duration_us, method, url, request_version, "
         "request_headers, request_body, status, reason, response_version, response_headers, response_body, failure, "
         "archive_entry, notes, operation, match_key, digest FROM exchange WHERE ordinal = 1", 300, None),
        ("bodies", "INSERT INTO body SELECT id + {index}, randomblob(32), randomblob(100) FROM body WHERE id = 1", 200, None),
        ("one body", "UPDATE body SET bytes = randomblob({room}) WHERE id = 1", largest, None),
        ("one URL", "UPDATE exchange SET url = 'https://kite.example/' || hex(randomblob({room} / 2)) WHERE ordinal = 1", largest,
         None),
        ("a shared body", short, 400, "UPDATE body SET bytes = randomblob({room} / 2) WHERE id = 1"),
        ("a shared header list", short, 400,
         "UPDATE header_list SET fields = '[[\"a\",\"' || hex(randomblob({room} / 4)) || '\"]]' WHERE id = 1"),
        ("a shared list of short headers", short, 400,
         "UPDATE header_list SET fields = '[' || substr(replace(hex(zeroblob({room} / 36)), '00', ',[\"a\",\"b\"]'), 2) || ']' "
         "WHERE id = 1"),
    ):
        path = f"{FOLDER}/worst/grown"
        shutil.copy("Corpus/RecordingFile/seed/bodies-shared.kinescope", path)
        database = sqlite3.connect(path)
        room = largest - os.path.getsize(path) - 4096
        if before:
            database.execute(before.format(room=max(room, 1)))
        for index in range(max(1, room // row)):
            database.execute(grow.format(index=1000 + index, room=max(room, 1)))
        database.commit()
        database.close()
        with open(path, "rb") as file:
            yield "RecordingFile", f"{what}, {size}", file.read()


def worst():
    title(f"The worst inputs known, up to {LARGEST // 1024} KB, each read by itself; what takes most, by target")
    row("", "time", "memory", "", "")
    os.makedirs(f"{FOLDER}/worst", exist_ok=True)
    path = f"{FOLDER}/worst/input"
    with open(path, "w") as file:
        file.write("x")
    idle = min(Measured(BENCHMARK, "fuzzing", "none", path).memory for _ in range(3))
    figures = []
    for name, what, input in cases():
        with open(path, "wb") as file:
            file.write(input if isinstance(input, bytes) else input.encode())
        run = Measured(BENCHMARK, "fuzzing", name, path)
        figures.append((name, what, float(run.values["milliseconds"]), max(0, run.memory - idle), run.values["came"]))
    for name in dict.fromkeys(figure[0] for figure in figures):
        mine = sorted((figure for figure in figures if figure[0] == name), key=lambda figure: -figure[2])
        most = max(mine, key=lambda figure: figure[3])
        for _, what, time, memory, came in mine[:3] + ([most] if most not in mine[:3] else []):
            row(name, f"{time:.1f} ms", megabytes(memory), came, f"  {what}")
    slowest = max(figure[2] for figure in figures)
    largest = max(figure[3] for figure in figures)
    goal(f"no input takes more than {MILLISECONDS} ms", slowest <= MILLISECONDS, f"{slowest:.1f} ms of {len(figures)} inputs")
    goal(f"no input takes more than {BYTES / 1e6:.0f} MB", largest <= BYTES, megabytes(largest))


if __name__ == "__main__":
    main()
