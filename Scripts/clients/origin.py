"""A TLS origin on loopback for a real browser: HTTP/2, HTTP/1.1 and WebSocket, and a log of each exchange as it was here.

usage: origin.py CERTIFICATE KEY LOG [http/1.1]; prints its port, then answers until it is killed. With a fourth argument it
offers no HTTP/2. What it answers is in website.py. Needs h2, h11 and wsproto.
"""

import asyncio
import base64
import gzip
import hashlib
import json
import signal
import ssl
import sys

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings
import h11
import wsproto.connection
import wsproto.events

import website

# Above the 40 KB of cookies that a page sends back, in one head.
HEAD_LIMIT = 256 * 1024


class Log:
    """One JSON line an exchange, written when its end is known; the number goes to the client in a field, so that a recording's
    exchange can be told from others like it."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.count = 0
        self.open = {}

    def begin(self, request):
        self.count += 1
        line = {
            "exchange": self.count, "version": request.version, "method": request.method, "authority": request.authority,
            "path": request.path, "requestHeaders": request.headers, "requestBytes": 0, "requestSHA256": None, "informational": [],
            "status": None, "responseHeaders": [], "responseBytes": 0, "responseSHA256": None, "end": "interrupted",
        }
        self.open[self.count] = line
        return line

    def end(self, line, request, sent):
        """`sent` is the body's bytes on the wire, coding and all; the digest is of what they are when they are decoded."""
        if self.open.pop(line["exchange"], None) is None:
            return
        decoded = bytes(sent)
        if ["content-encoding", "gzip"] in line["responseHeaders"] and line["end"] == "complete" and sent:
            decoded = gzip.decompress(decoded)
        line["requestBytes"] = len(request.body)
        line["requestSHA256"] = hashlib.sha256(request.body).hexdigest()
        line["wireBytes"] = len(sent)
        line["responseBytes"] = len(decoded)
        line["responseSHA256"] = hashlib.sha256(decoded).hexdigest()
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()


class Request:
    def __init__(self, version, method, authority, path, headers):
        self.version, self.method, self.authority, self.path, self.headers = version, method, authority, path, headers
        self.body = bytearray()

    def field(self, name):
        return next((value for key, value in self.headers if key == name), "")


# HTTP/2


class HTTP2:
    def __init__(self, log, reader, writer):
        self.log, self.reader, self.writer = log, reader, writer
        self.connection = h2.connection.H2Connection(
            h2.config.H2Configuration(client_side=False, header_encoding="utf-8")
        )
        self.requests = {}
        self.tasks = {}
        self.window = asyncio.Condition()

    async def serve(self):
        self.connection.local_settings = h2.settings.Settings(
            client=False,
            initial_values={
                h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 128,
                h2.settings.SettingCodes.MAX_HEADER_LIST_SIZE: HEAD_LIMIT,
            },
        )
        self.connection.initiate_connection()
        await self.flush()
        try:
            while data := await self.reader.read(65_536):
                for event in self.connection.receive_data(data):
                    self.handle(event)
                await self.flush()
                async with self.window:
                    self.window.notify_all()
        finally:
            for task in list(self.tasks.values()):
                task.cancel()
            await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    async def flush(self):
        if data := self.connection.data_to_send():
            self.writer.write(data)
            await self.writer.drain()

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            fields = dict(event.headers)
            # A cookie's crumbs are one field again, as RFC 9113 section 8.2.3 has it.
            crumbs = [value for name, value in event.headers if name == "cookie"]
            headers = [[name, value] for name, value in event.headers if not name.startswith(":") and name != "cookie"]
            if crumbs:
                headers.append(["cookie", "; ".join(crumbs)])
            request = Request("HTTP/2", fields[":method"], fields[":authority"], fields[":path"], headers)
            self.requests[event.stream_id] = request, self.log.begin(request)
        elif isinstance(event, h2.events.DataReceived):
            if event.stream_id in self.requests:
                self.requests[event.stream_id][0].body += event.data
            self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            request, line = self.requests.pop(event.stream_id)
            self.tasks[event.stream_id] = asyncio.create_task(self.respond(event.stream_id, request, line))
        elif isinstance(event, h2.events.StreamReset):
            if event.stream_id in self.requests:
                request, line = self.requests.pop(event.stream_id)
                self.log.end(line, request, b"")
            if task := self.tasks.get(event.stream_id):
                task.cancel()

    async def respond(self, stream, request, line):
        sent = bytearray()
        try:
            response = await website.respond(request)
            for fields in response.informational:
                line["informational"].append(103)
                self.connection.send_headers(stream, [(":status", "103"), *fields])
            headers = response.fields(line["exchange"])
            line["status"], line["responseHeaders"] = response.status, headers
            self.connection.send_headers(stream, [(":status", str(response.status)), *map(tuple, headers)])
            await self.flush()
            if request.method != "HEAD":
                async for piece in response.pieces():
                    await self.send(stream, piece, sent)
            self.connection.end_stream(stream)
            await self.flush()
            line["end"] = "complete"
        except (asyncio.CancelledError, ConnectionError, h2.exceptions.ProtocolError):
            pass
        finally:
            self.tasks.pop(stream, None)
            self.log.end(line, request, sent)

    async def send(self, stream, piece, sent):
        while piece:
            async with self.window:
                while (room := self.connection.local_flow_control_window(stream)) <= 0:
                    await self.window.wait()
            part = piece[: min(room, self.connection.max_outbound_frame_size)]
            self.connection.send_data(stream, part)
            await self.flush()
            sent += part
            piece = piece[len(part):]


# HTTP/1.1


async def ended(*tasks):
    """Ends what still runs; what it ends with is no matter."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class HTTP1:
    def __init__(self, log, reader, writer):
        self.log, self.reader, self.writer = log, reader, writer
        self.connection = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_LIMIT)

    async def serve(self):
        while True:
            head = await self.event()
            if not isinstance(head, h11.Request):
                return
            headers = [[name.decode().lower(), value.decode()] for name, value in head.headers]
            request = Request("HTTP/1.1", head.method.decode(), dict(headers)["host"], head.target.decode(), headers)
            line = self.log.begin(request)
            if request.field("upgrade") == "websocket":
                return await self.socket(request, line)
            if not await self.exchange(request, line):
                return
            self.connection.start_next_cycle()

    async def event(self):
        while (event := self.connection.next_event()) is h11.NEED_DATA:
            self.connection.receive_data(await self.reader.read(65_536))
        return event

    async def send(self, event):
        self.writer.write(self.connection.send(event) or b"")
        await self.writer.drain()

    async def exchange(self, request, line):
        """Whether another may follow on this connection."""
        sent = bytearray()
        try:
            while isinstance(event := await self.event(), h11.Data):
                request.body += event.data
            # A client that has no more interest closes the connection: that is seen by nobody who does not read.
            reply = asyncio.ensure_future(self.reply(request, line, sent))
            watch = asyncio.ensure_future(self.reader.read(1))
            try:
                await asyncio.wait({reply, watch}, return_when=asyncio.FIRST_COMPLETED)
                if not reply.done() and not watch.result():
                    return False
                await reply
            finally:
                await ended(reply, watch)
            if not watch.cancelled():
                self.connection.receive_data(watch.result())
            return self.connection.our_state is h11.DONE and self.connection.their_state is h11.DONE
        except (ConnectionError, h11.ProtocolError, ssl.SSLError):
            return False
        finally:
            self.log.end(line, request, sent)

    async def reply(self, request, line, sent):
        response = await website.respond(request)
        headers = response.fields(line["exchange"])
        line["status"], line["responseHeaders"] = response.status, headers
        await self.send(h11.Response(status_code=response.status, headers=headers, reason=response.reason))
        if request.method != "HEAD":
            async for piece in response.pieces():
                if piece:
                    await self.send(h11.Data(data=piece))
                    sent += piece
        await self.send(h11.EndOfMessage())
        line["end"] = "complete"

    async def socket(self, request, line):
        """Says back what it is told, until either side closes."""
        response = website.socket(request)
        key = request.field("sec-websocket-key").encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        headers = response.fields(line["exchange"])
        if response.status == 101:
            headers += [["upgrade", "websocket"], ["connection", "upgrade"],
                        ["sec-websocket-accept", base64.b64encode(hashlib.sha1(key).digest()).decode()]]
        line["status"], line["responseHeaders"], line["end"] = response.status, headers, "complete"
        try:
            if response.status != 101:
                await self.send(h11.Response(status_code=response.status, headers=headers))
                await self.send(h11.EndOfMessage())
                return
            await self.send(h11.InformationalResponse(status_code=101, headers=headers))
        finally:
            self.log.end(line, request, response.body)
        frames = wsproto.connection.Connection(wsproto.ConnectionType.SERVER, trailing_data=self.connection.trailing_data[0])
        text, data = [], bytearray()
        while True:
            for event in frames.events():
                if isinstance(event, wsproto.events.TextMessage):
                    text.append(event.data)
                    if event.message_finished:
                        whole, text = "".join(text), []
                        if whole == "close please":
                            self.writer.write(frames.send(wsproto.events.CloseConnection(4002, "as you wish")))
                        else:
                            self.writer.write(frames.send(wsproto.events.TextMessage(whole)))
                elif isinstance(event, wsproto.events.BytesMessage):
                    data += event.data
                    if event.message_finished:
                        self.writer.write(frames.send(wsproto.events.BytesMessage(bytes(data))))
                        data.clear()
                elif isinstance(event, wsproto.events.Ping):
                    self.writer.write(frames.send(event.response()))
                elif isinstance(event, wsproto.events.CloseConnection):
                    if frames.state is wsproto.connection.ConnectionState.REMOTE_CLOSING:
                        self.writer.write(frames.send(event.response()))
                    await self.writer.drain()
                    return
            await self.writer.drain()
            received = await self.reader.read(65_536)
            frames.receive_data(received or None)


async def main():
    log = Log(sys.argv[3])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    context.set_alpn_protocols(["http/1.1"] if len(sys.argv) > 4 else ["h2", "http/1.1"])
    running = set()

    async def connected(reader, writer):
        task = asyncio.current_task()
        running.add(task)
        task.add_done_callback(running.discard)
        speaks = HTTP2 if writer.get_extra_info("ssl_object").selected_alpn_protocol() == "h2" else HTTP1
        try:
            await speaks(log, reader, writer).serve()
        except (ConnectionError, ssl.SSLError, asyncio.IncompleteReadError, h11.ProtocolError, h2.exceptions.ProtocolError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    server.close()
    for task in list(running):
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


asyncio.run(main())
