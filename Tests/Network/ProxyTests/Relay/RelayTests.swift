import Exchanges
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Proxy

/// Requests through a real recorder to a real server, byte by byte.
@Suite struct RelayTests {
    /// An answer of one chunk, with a header and with trailers.
    static func chunked(_ header: String, trailers: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(header)\r\n\r\n3\r\nabc\r\n0\r\n\(trailers)\r\n\r\n"
    }

    /// Sends one request through a recorder to a server that answers with these bytes, and ends its connection if the
    /// answer has no end of its own.
    func answered(
        _ request: String,
        with answer: String,
        thenCloses: Bool = false,
        until end: String,
        expects: (String, Exchange, String) -> Void
    ) async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            connection.send(answer)
            if thenCloses { connection.close() }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            let line = request.replacing("ORIGIN", with: "http://127.0.0.1:\(server.port)")
            try await client.send(line + "Host: x\r\n\r\n")
            let got = await client.read(until: end)
            let exchanges = await recorder.events.exchanges(1)
            expects(got, try #require(exchanges.first), server.text())
            await client.close()
        }
    }

    @Test(
        "An answer without a body ends with its head, whatever its length says",
        arguments: [
            ("GET", "204 No Content", "Content-Length: 5\r\n"), ("GET", "304 Not Modified", "Content-Length: 5\r\n"),
            ("HEAD", "200 OK", "Content-Length: 5\r\n"), ("HEAD", "200 OK", "Transfer-Encoding: chunked\r\n"),
            ("HEAD", "200 OK", ""),
        ]
    )
    func withoutBody(method: String, status: String, length: String) async throws {
        try await RawServer.with { text, connection in
            if text.hasSuffix("\r\n\r\n") { connection.send("HTTP/1.1 \(status)\r\n\(length)X: y\r\n\r\n") }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            let line = "\(method) http://127.0.0.1:\(server.port)/"
            try await client.send("\(line)1 HTTP/1.1\r\nHost: x\r\n\r\n")
            let first = await client.read(until: "\r\n\r\n")
            try await client.send("\(line)2 HTTP/1.1\r\nHost: x\r\n\r\n")
            let second = await client.read(until: "\r\n\r\n")
            // RFC 9110 §8.6: with 204 there is no length to tell.
            let kept = length.hasPrefix("Content-Length") && !status.hasPrefix("204") ? length : ""
            #expect(first == "HTTP/1.1 \(status)\r\n\(kept)X: y\r\n\r\n")
            #expect(second == first)
            // NIO takes an answer to HEAD without a length for one that ends with its connection.
            if !length.isEmpty { #expect(server.connections == 1) }
            #expect(await recorder.events.exchanges(2).count == 2)
            await client.close()
        }
    }

    @Test("An answer that ends with its connection becomes chunks")
    func closeDelimited() async throws {
        try await answered(
            "GET ORIGIN/ HTTP/1.1\r\n",
            with: "HTTP/1.1 200 OK\r\n\r\nabc",
            thenCloses: true,
            until: "0\r\n\r\n"
        ) { got, exchange, _ in
            #expect(got == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(exchange.response?.body.map { String(decoding: $0, as: UTF8.self) } == "abc")
        }
    }

    @Test("A client of HTTP/1.0 is sent no chunks and no answers before the answer")
    func http10() async throws {
        try await answered(
            "GET ORIGIN/ HTTP/1.0\r\n",
            with: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\n\r\n",
            until: "abc"
        ) { got, _, asked in
            #expect(got == "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\nabc")
            #expect(asked.hasPrefix("GET / HTTP/1.1\r\n"))
        }
    }

    @Test(
        "Reason phrases pass, and are recorded, for known codes and unknown ones",
        arguments: ["403 Not Entitled", "200 Fine", "204 ", "599 Out Of Tea", "404 Not Found"]
    )
    func reasonPhrases(status: String) async throws {
        let answer = "HTTP/1.1 103 Some Hints\r\n\r\nHTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"
        // The client is told no length where there is no body.
        let passed = status.hasPrefix("204") ? answer.replacing("Content-Length: 0\r\n", with: "") : answer
        let end = String(passed.suffix(9))
        try await answered("GET ORIGIN/ HTTP/1.1\r\n", with: answer, until: end) { got, exchange, _ in
            #expect(got == passed)
            #expect(exchange.response?.reason == String(status.dropFirst(4)))
            #expect(exchange.notes.informational.map(\.reason) == ["Some Hints"])
        }
    }

    @Test("A phrase is the response's own, also on a connection that had another before")
    func reasonPhrasesInTurn() async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            let number = text.components(separatedBy: "GET ").count - 1
            connection.send("HTTP/1.1 200 Number \(number)\r\nContent-Length: 2\r\n\r\nok")
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            for number in 1...3 {
                try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.read(until: "ok").hasPrefix("HTTP/1.1 200 Number \(number)\r\n"))
            }
            #expect(server.connections == 1)
            await client.close()
        }
    }

    @Test("Chunks, answers before the answer and trailers pass")
    func chunks() async throws {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        let answer = hints + Self.chunked("Trailer: T", trailers: "T: 1")
        try await answered("GET ORIGIN/ HTTP/1.1\r\n", with: answer, until: "T: 1\r\n\r\n") { got, _, _ in
            #expect(got.hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n"))
            #expect(got.hasSuffix("\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n"))
        }
    }

    @Test("Trailers that belong to the connection, or to the proxy alone, are neither passed on nor recorded")
    func trailersOfTheConnection() async throws {
        let trailers = "X-Hop: 1\r\nProxy-Authorization: c2VjcmV0\r\nT: 1"
        let answer = Self.chunked("Connection: x-hop", trailers: trailers)
        try await answered("GET ORIGIN/ HTTP/1.1\r\n", with: answer, until: "T: 1\r\n\r\n") { got, exchange, _ in
            #expect(got.hasSuffix("\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n"))
            let entry = "\(String(describing: exchange.harExtras))"
            #expect(entry.contains("responseTrailers") && !entry.contains("c2VjcmV0") && !entry.contains("X-Hop"))
        }
    }

    @Test("A request goes on with its headers in order, its codings narrowed, and is recorded as it came")
    func requestHeaders() async throws {
        try await answered(
            "GET ORIGIN/a?b HTTP/1.1\r\nx-B: 1\r\nProxy-Connection: keep-alive\r\nAccept-Encoding: br, gzip\r\nX-a: 2\r\n",
            with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\nKeep-Alive: x\r\n\r\nok",
            until: "ok"
        ) { got, exchange, asked in
            #expect(got == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            #expect(
                asked.hasPrefix("GET /a?b HTTP/1.1\r\nx-B: 1\r\nAccept-Encoding: gzip\r\nX-a: 2\r\nHost: 127.0.0.1:")
            )
            #expect(exchange.request.headers.contains { $0.value == "br, gzip" })
        }
    }

    @Test("A body in chunks passes with its trailers, and the client is told to go on by the server")
    func requestBody() async throws {
        try await RawServer.with { text, connection in
            if text.hasSuffix("\r\n\r\n"), !text.contains("abc") { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
            if text.hasSuffix("T: 1\r\n\r\n") { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            )
            #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("3\r\nabc\r\n0\r\nT: 1\r\n\r\n")
            #expect(await client.read(until: "ok").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(server.text().hasSuffix("\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n"))
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.request.body.map { String(decoding: $0, as: UTF8.self) } == "abc")
            await client.close()
        }
    }

    @Test("A POST without a body has none on its way either")
    func emptyPost() async throws {
        try await answered(
            "POST ORIGIN/ HTTP/1.1\r\n",
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            until: "\r\n\r\n"
        ) { _, _, asked in
            #expect(!asked.lowercased().contains("transfer-encoding"))
            #expect(asked.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("Requests that are sent at once are answered in their order")
    func pipelined() async throws {
        let origin = try await TestOrigin.start { request in
            var answer = TestOrigin.Answer.text("<\(request.uri)>")
            if request.uri == "/1" { answer.delay = .milliseconds(50) }
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let requests = (1...20).map { "GET \(origin.url)/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
            try await client.send(requests.joined())
            let text = await client.read(until: "</20>")
            let found = text.split(separator: "<").dropFirst().map { $0.prefix { $0 != ">" } }
            #expect(found == (1...20).map { "/\($0)" })
            #expect(await recorder.events.exchanges(20).map(\.ordinal) == Array(1...20))
            await client.close()
        }
    }

    @Test(
        "A request that is refused, in one packet with a good one, is refused behind that one's response",
        arguments: [
            ("GET http://a.example/#b HTTP/1.1\r\n", "400"), ("GET ftp://a.example/ HTTP/1.1\r\n", "400"),
            ("GET / HTTP/1.1\r\n", "400"), ("GET ORIGIN/ HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n", "501"),
            ("GET http://127.0.0.1:PORT/ HTTP/1.1\r\n", "508"), ("CONNECT a HTTP/1.1\r\n", "400"),
        ]
    )
    func refusedBehind(line: String, status: String) async throws {
        let origin = try await TestOrigin.start { .text($0.uri) }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let bad = line.replacing("ORIGIN", with: origin.url).replacing("PORT", with: "\(recorder.port)")
            let rest = line.contains("chunked") ? "0\r\n\r\n" : ""
            let good = "GET \(origin.url)/good HTTP/1.1\r\nHost: x\r\n\r\n"
            try await client.send(good + bad + "Host: a.example\r\n\r\n" + rest)
            let got = await client.readToEnd()
            #expect(got.hasPrefix("HTTP/1.1 200 ") && got.contains("/goodHTTP/1.1 \(status) "), "\(got)")
            #expect(client.isClosed && origin.requests.count == 1)
        }
    }

    @Test("An answer that comes before the body is whole passes, and its connection to the server is given up")
    func earlyAnswer() async throws {
        try await RawServer.with { text, connection in
            if text.hasSuffix("abc") { connection.send("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno") }
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc"
            )
            #expect(await client.read(until: "no").hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
            #expect(await eventually { server.openConnections == 0 })
            #expect(await recorder.events.exchanges(1).first?.response?.status == 401)
            // The rest is thrown away, and the connection goes on.
            try await client.send(String(repeating: "x", count: 997))
            try await client.send("GET http://kinescope.local/nothing HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 "))
            await client.close()
        }
    }

    @Test("A server that breaks off breaks the client's answer off, and what came is recorded")
    func serverBreaksOff() async throws {
        try await RawServer.with { text, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.close()
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.readToEnd().hasSuffix("\r\n\r\nabc"))
            #expect(client.isClosed)
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect(exchange.response?.body.map { String(decoding: $0, as: UTF8.self) } == "abc")
            #expect("\(String(describing: exchange.harExtras))".contains("broken off"))
        }
    }

    @Test(
        "Where the client is answered 502, the recording has the reason in place of the server's answer",
        arguments: [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
        ]
    )
    func answeredHere(answer: String) async throws {
        try await answered("GET ORIGIN/ HTTP/1.1\r\n", with: answer, until: "\r\n\r\n") { got, exchange, _ in
            #expect(got.hasPrefix("HTTP/1.1 502 "))
            #expect(exchange.response == nil)
        }
    }

    @Test(
        "An answer that cannot be read is answered for with 502 if it came in one packet, and broken off if it did not",
        arguments: [true, false]
    )
    func badChunk(isOnePacket: Bool) async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
            connection.send(isOnePacket ? head + "x\r\n" : head)
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            if !isOnePacket {
                #expect(await client.read(until: "3\r\nabc").hasPrefix("HTTP/1.1 200 OK\r\n"))
                server.send("2\r\nde\r\nx\r\n")
            }
            let got = isOnePacket ? await client.read(until: "\r\n\r\n") : await client.readToEnd()
            #expect(isOnePacket ? got.hasPrefix("HTTP/1.1 502 ") : got.hasSuffix("2\r\nde\r\n"), "\(got)")
            let exchange = try #require(await recorder.events.exchanges(1).first)
            #expect((exchange.response == nil) == isOnePacket)
            let body = exchange.response?.body.map { String(decoding: $0, as: UTF8.self) }
            #expect(body == (isOnePacket ? nil : "abcde"))
            await client.close()
        }
    }
}
