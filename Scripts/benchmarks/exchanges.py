"""Invented HAR entries as a television app makes them: about two kilobytes of headers and bodies each, every token its own."""

import base64
import json
import random
from datetime import datetime, timedelta, timezone

START = datetime(2026, 11, 20, 21, 59, 16, tzinfo=timezone.utc)
DEVICE_INFO = base64.b64encode(json.dumps({
    "primaryHardwareType": "SetTopBox", "model": "AppleTV", "version": "11,1", "manufacturer": "Apple",
    "osName": "tvOS", "osVersion": "15.2", "connectionType": "WiFi"}).encode()).decode()
HOST = "https://api.auth.adobe.com"


def entries(count, one_device=False, api="v1"):
    """`count` entries, the same in every run; a device signs on and plays a few times, then the next one comes, or `one_device`
    signs on again."""
    chance = random.Random(20261120)
    for number in range(count):
        step = number % 20
        if step == 0 and (number == 0 or not one_device):
            device = base64.b64encode(chance.randbytes(16)).decode()
            bearer = chance.randbytes(16).hex()
        if step == 0:
            media = media_token(chance, "KITE1")
        made = entry if api == "v1" else entry_of_v2
        yield made(chance, number, step, device, bearer, media)


def entry_of_v2(chance, number, step, device, bearer, media):
    """The same life in REST API V2, with as many playbacks: a session, its profile, then what may be watched and a decision in turn."""
    at = START + timedelta(milliseconds=250 * number)
    milliseconds = int(at.timestamp() * 1000)
    resource = f"KITE{chance.randrange(1, 500)}"
    kind = {0: "session", 1: "code", 2: "profile"}.get(step, "decision" if step % 2 else "list")
    asked = json.dumps({"resources": [resource]})
    decision = {"resource": resource, "serviceProvider": "KITETV", "mvpd": "Plover", "source": "mvpd", "authorized": True}
    code = f"K{number // 20:06d}"
    profiles = {"profiles": {"Plover": {
        "notBefore": milliseconds, "notAfter": milliseconds + 2_592_000_000, "issuer": "Plover", "type": "regular",
        "attributes": {"userID": {"value": chance.randbytes(16).hex(), "state": "plain"}}}}}
    method, path, posted, content_type, answer = {
        "session": ("POST", "/api/v2/KITETV/sessions", "mvpd=Plover&domainName=kite.example&redirectUrl=https%3A%2F%2Fkite.example%2F",
                    "application/x-www-form-urlencoded",
                    {"actionName": "authenticate", "actionType": "interactive", "reasonType": "none", "code": code,
                     "url": f"/api/v2/authenticate/KITETV/{code}", "sessionId": uuid(chance), "mvpd": "Plover",
                     "serviceProvider": "KITETV", "notBefore": str(milliseconds), "notAfter": str(milliseconds + 1_800_000)}),
        "code": ("GET", f"/api/v2/KITETV/profiles/code/{code}", None, None, profiles),
        "profile": ("GET", "/api/v2/KITETV/profiles/Plover", None, None, profiles),
        "list": ("POST", "/api/v2/KITETV/decisions/preauthorize/Plover", asked, "application/json", {"decisions": [decision]}),
        "decision": ("POST", "/api/v2/KITETV/decisions/authorize/Plover", asked, "application/json",
                     {"decisions": [decision | {
                         "token": {"notBefore": milliseconds, "notAfter": milliseconds + 420_000,
                                   "serializedToken": media_token(chance, resource)},
                         "notBefore": milliseconds, "notAfter": milliseconds + 86_400_000}]}),
    }[kind]
    headers = [("AP-Device-Identifier", f"fingerprint {device}"), ("X-Device-Info", DEVICE_INFO),
               ("Authorization", f"Bearer {bearer}")]
    return exchange(chance, at, (method, HOST + path, [], headers), (posted, content_type, None), (200, "OK", answer))


def entry(chance, number, step, device, bearer, media):
    at = START + timedelta(milliseconds=250 * number)
    resource = f"KITE{chance.randrange(1, 500)}"
    query = [("requestor", "KITETV"), ("deviceId", device), ("resource", resource)]
    operations = {
        0: ("POST", "/reggie/v1/KITETV/regcode", [], [("deviceId", device), ("ttl", "1800")]),
        1: ("GET", "/api/v1/checkauthn", query[:2], None),
        2: ("GET", "/api/v1/tokens/authn", query[:2], None),
    }
    kind = "authorize" if step % 2 else "media"
    method, path, query, form = operations.get(
        step, ("GET", "/api/v1/authorize" if kind == "authorize" else "/api/v1/tokens/media", query, None))
    milliseconds = int(at.timestamp() * 1000)
    if step == 0:
        answer = {"id": uuid(chance), "code": f"{chance.randrange(10**6, 10**7)}", "requestor": "KITETV", "mvpd": None,
                  "generated": milliseconds, "expires": milliseconds + 1_800_000,
                  "info": {"deviceId": base64.b64encode(device.encode()).decode(), "deviceInfo": DEVICE_INFO,
                           "userAgent": "KiteTV/4.2 CFNetwork/1327 Darwin/21.2", "authorizationType": "OAUTH2"}}
    elif step in (1, 2):
        answer = {"requestor": "KITETV", "mvpd": "Plover", "userId": chance.randbytes(16).hex(),
                  "expires": str(milliseconds + 2_592_000_000)}
    elif kind == "authorize":
        answer = {"mvpd": "Plover", "resource": resource, "requestor": "KITETV", "expires": str(milliseconds + 86_400_000),
                  "proxyMvpd": None, "notes": chance.randbytes(560).hex()}
    else:
        answer = {"resource": resource, "requestor": "KITETV", "expires": str(milliseconds + 300_000),
                  "serializedToken": media_token(chance, resource), "userId": chance.randbytes(16).hex(), "mvpdId": "Plover"}
    posted = "&".join(f"{name}={quote(value)}" for name, value in form) if form else None
    url = HOST + path + ("?" + "&".join(f"{name}={quote(value)}" for name, value in query) if query else "")
    headers = [("X-Device-Info", DEVICE_INFO), ("Authorization", f"Bearer {bearer}")]
    return exchange(
        chance, at, (method, url, query, headers), (posted, "application/x-www-form-urlencoded", form),
        (201, "Created", answer) if step == 0 else (200, "OK", answer))


def exchange(chance, at, request, posted, response):
    """An entry of these parts: method, URL, query and headers; the body, its type and its form; status, its text and the JSON."""
    method, url, query, headers = request
    posted, content_type, form = posted
    status, status_text, answer = response
    body = json.dumps(answer)
    request_headers = [
        ("Host", "api.auth.adobe.com"), ("User-Agent", "KiteTV/4.2 CFNetwork/1327 Darwin/21.2"),
        ("Accept-Encoding", "gzip, deflate"), ("Accept", "application/json"), ("Connection", "keep-alive")] + headers
    if posted is not None:
        request_headers += [("Content-Length", str(len(posted))), ("Content-Type", content_type)]
    response_headers = [
        ("Server", "openresty"), ("Date", at.strftime("%a, %d %b %Y %H:%M:%S GMT")),
        ("Content-Type", "application/json; charset=UTF-8"), ("Content-Length", str(len(body))),
        ("X-Request-Id", uuid(chance))]
    request = {
        "method": method, "url": url, "httpVersion": "HTTP/1.1", "cookies": [], "headers": fields(request_headers),
        "queryString": fields(query), "headersSize": 515, "bodySize": len(posted or "")}
    if posted is not None:
        request["postData"] = {"mimeType": content_type, "text": posted} | ({"params": fields(form)} if form else {})
    wait = chance.random() * 40
    return {
        "startedDateTime": at.isoformat(timespec="microseconds"), "time": wait + 3.5, "request": request,
        "response": {
            "status": status, "statusText": status_text,
            "httpVersion": "HTTP/1.1", "cookies": [], "headers": fields(response_headers),
            "content": {"size": len(body), "compression": 0, "mimeType": "application/json; charset=UTF-8", "text": body},
            "redirectURL": "", "headersSize": 237, "bodySize": len(body)},
        "cache": {}, "timings": {"connect": -1.0, "ssl": -1.0, "send": 0.5, "receive": 3.0, "wait": wait},
        "serverIPAddress": "127.0.0.1"}


def media_token(chance, resource):
    token = (f"<signatureInfo>{base64.b64encode(chance.randbytes(512)).decode()}<signatureInfo><shortAuthorizationToken>"
             f"<sessionGUID>{uuid(chance)}</sessionGUID><requestorID>KITETV</requestorID><resourceID>{resource}</resourceID>"
             "<ttl>300000</ttl><issueTime>2026-11-20 21:59:18 -0000</issueTime><mvpdId>Plover</mvpdId>"
             "</shortAuthorizationToken>")
    return base64.b64encode(token.encode()).decode()


def uuid(chance):
    digits = chance.randbytes(16).hex()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


def quote(text):
    return text.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")


def fields(pairs):
    return [{"name": name, "value": value} for name, value in pairs]


def write_archive(path, count=None, size=None, one_device=False, api="v1"):
    """Writes a HAR of `count` entries, or of as many as make `size` bytes; answers how many."""
    written = 0
    with open(path, "w") as file:
        file.write('{"log": {"version": "1.2", "creator": {"name": "synthetic", "version": "1", "comment": ""}, '
                   '"pages": [], "entries": [')
        for number, item in enumerate(entries(10**9 if count is None else count, one_device, api)):
            file.write((",\n" if number else "\n") + json.dumps(item))
            written = number + 1
            if size is not None and file.tell() >= size:
                break
        file.write("\n]}}\n")
    return written
