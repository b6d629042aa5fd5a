"""What the origin for a real browser responds: a function of the request. Everything in it is invented.

Three hosts, of which the last two are other sites for the first: www.kite.example has the pages, static.meadow.example files,
login.lark.example the provider's form.
"""

import asyncio
import gzip
import hashlib
import json
import struct
import zlib
from urllib.parse import parse_qs, urlsplit

import pages

WWW, STATIC, LOGIN = "www.kite.example", "static.meadow.example", "login.lark.example"
NAME, PASSWORD = "viewer@lark.example", "correct horse battery 4711"
SESSION = hashlib.sha256(b"a session of the provider").hexdigest()
COOKIES, COOKIE_BYTES = 10, 3_900
REASONS = {200: "OK", 302: "Found", 303: "See Other", 404: "Not Found"}


class Response:
    def __init__(self, status, body=b"", content_type=None, headers=(), stream=None, informational=()):
        self.status, self.body, self.stream, self.informational = status, body, stream, informational
        self.headers = [[name, value] for name, value in headers]
        if content_type:
            self.headers.insert(0, ["content-type", content_type])
        self.reason = REASONS.get(status, "")

    def fields(self, number):
        fields = [*self.headers, ["x-exchange", str(number)]]
        if not any(name == "cache-control" for name, _ in fields):
            fields.append(["cache-control", "no-store"])
        if self.stream is None and self.status not in (101, 204, 304) and not any(name == "content-length" for name, _ in fields):
            fields.append(["content-length", str(len(self.body))])
        return fields

    async def pieces(self):
        if self.stream is None:
            yield self.body
        else:
            async for piece in self.stream:
                yield piece


def noise(seed, size):
    """Bytes that no coding makes shorter, the same for the same seed."""
    return hashlib.shake_128(str(seed).encode()).digest(size)


def prose(seed, size):
    """Text that a coding makes shorter."""
    line = f"The kite number {seed} flies above the meadow, and the lark sings. "
    return (line * (size // len(line) + 1))[:size].encode()


def cookie(number):
    return noise(f"cookie {number}", COOKIE_BYTES // 2).hex()[: COOKIE_BYTES - len(f"big{number}=")]


def picture(width):
    """A gray PNG of a line, as wide as is asked."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(width + 1))) + chunk(b"IEND", b"")


def as_json(value, status=200, headers=()):
    return Response(status, json.dumps(value).encode(), "application/json", headers)


def page(text, headers=(), informational=()):
    return Response(200, text.encode(), "text/html; charset=utf-8", headers, informational=informational)


def multipart(body, content_type):
    """The parts of a form by name: how many bytes each has, and which."""
    boundary = b"--" + content_type.split("boundary=")[1].encode()
    parts = {}
    for part in bytes(body).split(boundary)[1:-1]:
        head, content = part[2:-2].split(b"\r\n\r\n", 1)
        name = head.split(b'name="')[1].split(b'"')[0].decode()
        parts[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    return parts


async def pieces_of(count, size, pause):
    for number in range(count):
        yield noise(f"piece {number}", size)
        await asyncio.sleep(pause)


async def events(first, last):
    """Server-sent events with numbers; an event that is over many lines among them, and a comment."""
    yield b"retry: 100\n\n"
    for number in range(first, last + 1):
        yield f": a comment\nid: {number}\nevent: {'odd' if number % 2 else 'message'}\ndata: event {number}\ndata: line two\n\n".encode()
        await asyncio.sleep(0.1)


def socket(request):
    """What a WebSocket's opening is answered: 101, or 403 for one that is not wanted."""
    if urlsplit(request.path).path != "/socket":
        # Without a body: Chromium closes the connection at the head, and may be faster than what follows.
        return Response(403)
    wanted = [name.strip() for name in request.field("sec-websocket-protocol").split(",")]
    return Response(101, headers=[("sec-websocket-protocol", "kite.v1")] if "kite.v1" in wanted else [])


async def respond(request):
    parts = urlsplit(request.path)
    query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    origin = request.field("origin")
    result = await (of_provider if request.authority == LOGIN else of_site)(request, parts.path, query)
    if origin:
        result.headers += [["access-control-allow-origin", origin], ["access-control-allow-credentials", "true"], ["vary", "origin"]]
    return result


async def of_site(request, path, query):
    kind = path.split("/")[1]
    if request.method == "OPTIONS":
        return Response(204, headers=[("access-control-allow-methods", "GET, PUT, DELETE"), ("access-control-max-age", "0"),
                                    ("access-control-allow-headers", "x-kite, content-type")])
    match kind:
        case "page":
            name = path.split("/")[2]
            if name == "worker.js":
                return Response(200, pages.WORKER.encode(), "text/javascript")
            if name not in pages.PAGES:
                return Response(404, b"no such page", "text/plain")
            # What the server hints at early is needed by the page, too.
            hints = [[("link", "</early.css>; rel=preload; as=style")]] if name == "resources" and request.version == "HTTP/2" else []
            return page(pages.PAGES[name], informational=hints)
        case "go":
            return Response(302, headers=[("location", query["to"])])
        case "kit.js":
            return Response(200, pages.KIT.encode(), "text/javascript")
        case "early.css":
            return Response(200, b".early { width: 7px }", "text/css", [("cache-control", "max-age=600")])
        case "file":
            return file(request, int(query["n"]), int(query["bytes"]), query.get("coding"))
        case "script":
            return Response(200, f"loaded.push({query['n']});//".encode() + prose(query["n"], 20_000), "text/javascript")
        case "style":
            return Response(200, f".c{query['n']} {{ width: {query['n']}px }}".encode(), "text/css")
        case "picture":
            return Response(200, picture(int(query["n"])), "image/png")
        case "redirect":
            return Response(int(query["status"]), b"elsewhere", "text/plain", [("location", query["to"])])
        case "echo":
            return as_json({"method": request.method, "host": request.authority, "path": request.path, "bytes": len(request.body),
                            "sha256": hashlib.sha256(request.body).hexdigest(), "kite": request.field("x-kite")})
        case "upload":
            form = request.field("content-type")
            if form.startswith("multipart/form-data"):
                return as_json({"parts": multipart(request.body, form)})
            return as_json({"method": request.method, "type": form, "bytes": len(request.body),
                            "sha256": hashlib.sha256(request.body).hexdigest()})
        case "cookies":
            return of_cookies(request, path, query)
        case "events":
            return of_events(request)
        case "pieces":
            return Response(200, content_type="application/octet-stream", stream=pieces_of(10, 1_000, 0.1))
        case "endless":
            return Response(200, content_type="application/octet-stream", stream=pieces_of(10_000, 1_000, 0.02))
        case "never":
            await asyncio.sleep(60)
            return Response(503)
        case "worker":
            return as_json({"from": "the origin", "path": path, "kite": request.field("x-kite")})
        case "odd":
            return odd(request, path.split("/")[2])
    return Response(404, b"not here", "text/plain")


def file(request, number, size, coding):
    if coding != "gzip":
        return Response(200, noise(number, size), "application/octet-stream")
    if "gzip" not in request.field("accept-encoding"):
        return Response(200, prose(number, size), "text/plain")
    return Response(200, gzip.compress(prose(number, size), mtime=0), "text/plain", [("content-encoding", "gzip")])


def of_cookies(request, path, query):
    if path == "/cookies/set":
        wanted = [int(number) for number in query["n"].split(",")]
        return as_json({"set": len(wanted)}, headers=[
            ("set-cookie", f"big{number}={cookie(number)}; Path=/cookies; Secure; SameSite=Lax{'; HttpOnly' if number % 2 else ''}")
            for number in wanted
        ])
    if path == "/cookies/drop":
        return as_json({}, headers=[("set-cookie", f"big{number}=; Path=/cookies; Secure; Max-Age=0") for number in range(COOKIES)])
    field = request.field("cookie")
    found = sorted(crumb.strip() for crumb in field.split(";") if crumb.strip())
    right = sum(f"big{number}={cookie(number)}" in found for number in range(COOKIES))
    return as_json({"count": len(found), "right": right, "bytes": len(field), "sha256": hashlib.sha256("; ".join(found).encode()).hexdigest()})


def of_events(request):
    last = int(request.field("last-event-id") or 0)
    # No content ends it: a browser does not ask again.
    if last >= 9:
        return Response(204)
    return Response(200, content_type="text/event-stream", stream=events(last + 1, 5 if last == 0 else 9))


def odd(request, name):
    match name:
        case "empty":
            return Response(204)
        case "reset":
            return Response(205, headers=[("content-length", "0")])
        case "missing":
            return Response(404, b"there is no such thing", "text/plain")
        case "broken":
            return Response(500, prose("broken", 5_000), "text/plain")
        case "tagged":
            if request.field("if-none-match") == '"kite-1"':
                return Response(304, headers=[("etag", '"kite-1"'), ("cache-control", "no-cache")])
            return Response(200, b"tagged", "text/plain", [("etag", '"kite-1"'), ("cache-control", "no-cache")])
        case "range":
            whole = noise("range", 10_000)
            first, last = map(int, request.field("range").removeprefix("bytes=").split("-"))
            return Response(206, whole[first:last + 1], "application/octet-stream",
                          [("content-range", f"bytes {first}-{last}/{len(whole)}"), ("accept-ranges", "bytes")])
        case "many":
            # A head of 400 fields, 30 KB.
            return as_json({}, headers=[(f"x-field-{number}", noise(number, 25).hex()) for number in range(400)])
        case "long":
            return as_json({"bytes": len(request.path)})
    return Response(404, b"not here", "text/plain")


async def of_provider(request, path, query):
    match path:
        case "/form":
            return page(pages.FORM.replace("STATE", query["state"]))
        case "/login":
            form = {name: values[0] for name, values in parse_qs(bytes(request.body).decode()).items()}
            if (form.get("name"), form.get("password")) != (NAME, PASSWORD):
                return page(pages.FORM.replace("STATE", form.get("state", "")).replace("<!--error-->", "<p id=error>wrong</p>"))
            # In a frame of another site Chromium keeps a cookie only if it is for that site alone.
            return Response(303, headers=[("location", f"/welcome?state={form['state']}"),
                                        ("set-cookie", f"session={SESSION}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned")])
        case "/welcome":
            return page(pages.WELCOME)
        case "/session":
            return as_json({"user": NAME if f"session={SESSION}" in request.field("cookie") else None})
    return Response(404, b"not here", "text/plain")
