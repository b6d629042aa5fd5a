import Testing

@testable import Proxy

/// Requests of HTTP/1.1 whose end one reads here and another there (RFC 9112 §11.2): the request within must not come out.
@Suite struct SmugglingTests {
    private static let smuggled = "GET http://localhost/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// The heads after the request line, what follows them, and whether the first request may be answered as it is.
    static let cases: [(fields: String, body: String)] = [
        ("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + smuggled),
        ("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n" + smuggled),
        ("Content-Length: \(smuggled.utf8.count)\r\nContent-Length: 0\r\n", smuggled),
        ("Content-Length: 0\r\nContent-Length: \(smuggled.utf8.count)\r\n", smuggled),
        ("Content-Length: 0, \(smuggled.utf8.count)\r\n", smuggled),
        ("Content-Length: +0\r\n", smuggled), ("Content-Length: -1\r\n", smuggled),
        ("Content-Length: 0x0\r\n", smuggled), ("Content-Length: \r\n", smuggled),
        ("Transfer-Encoding: xchunked\r\n", smuggled), ("Transfer-Encoding: chunked, identity\r\n", smuggled),
        ("Transfer-Encoding : chunked\r\n", "0\r\n\r\n" + smuggled),
        ("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n" + smuggled),
        (" Transfer-Encoding: chunked\r\n", "0\r\n\r\n" + smuggled),
        ("X: y\r\n Transfer-Encoding: chunked\r\n\u{0B}Content-Length: 3\r\n", smuggled),
        ("Transfer-Encoding: chunked\r\n", "0x0\r\n\r\n" + smuggled),
        ("Transfer-Encoding: chunked\r\n", "-1\r\n\r\n" + smuggled),
        ("Transfer-Encoding: chunked\r\n", "1\r\nab\r\n0\r\n\r\n" + smuggled),
    ]

    @Test("The request within never comes out", .timeLimit(.minutes(2)), arguments: cases.indices, Behind.allCases)
    func hidden(index: Int, behind: Behind) async throws {
        let (fields, body) = Self.cases[index]
        try await behind.run(isSecure: false) { running in
            let client = try await RawClient.connect(toPort: running.recorder.port)
            let request = "POST http://\(running.authority)/1 HTTP/1.1\r\nHost: \(running.authority)\r\n"
            // The connection may end before all of it has gone out.
            try? await client.send(request + fields + "\r\n" + body)
            try? await client.finishSending()
            #expect(await eventually { client.isClosed }, "\(fields)")
            #expect(running.paths().allSatisfy { $0 == "/1" } && running.paths().count <= 1, "\(fields)")
            let other = try await RawClient.connect(toPort: running.recorder.port)
            try await other.send(
                "GET http://\(running.authority)/after HTTP/1.1\r\nHost: \(running.authority)\r\n\r\n"
            )
            #expect(await other.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(running.status) "))
            #expect(running.paths().last == "/after" && running.paths().count <= 2)
            await other.close()
        }
    }

    @Test("A request of HTTP/1.0 with chunks ends its connection", arguments: Behind.allCases)
    func oldChunks(behind: Behind) async throws {
        try await behind.run(isSecure: false) { running in
            let client = try await RawClient.connect(toPort: running.recorder.port)
            try? await client.send(
                "POST http://\(running.authority)/1 HTTP/1.0\r\nHost: \(running.authority)\r\n"
                    + "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + Self.smuggled
            )
            #expect(await eventually { client.isClosed })
            #expect(running.paths().count <= 1 && !running.paths().contains("/smuggled"))
        }
    }

    @Test("Requests one after the other both come out, in their order", arguments: Behind.allCases)
    func pipelined(behind: Behind) async throws {
        try await behind.run(isSecure: false) { running in
            let client = try await RawClient.connect(toPort: running.recorder.port)
            let host = "Host: \(running.authority)\r\n"
            try await client.send(
                "POST http://\(running.authority)/1 HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\nab"
                    + "POST http://\(running.authority)/2 HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
                    + "2\r\ncd\r\n0\r\n\r\nGET http://\(running.authority)/3 HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
            )
            _ = await client.readToEnd()
            #expect(running.paths() == ["/1", "/2", "/3"])
        }
    }
}
