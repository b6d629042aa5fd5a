import Exchanges
import Foundation
import Testing

@testable import Proxy

/// Tests of ``RequestTimeoutHandler`` and ``RequestBytes``, through a real connection.
@Suite struct RequestWatchTests {
    @Test(
        "A head of a megabyte is answered 431, and the server hears nothing of it",
        .timeLimit(.minutes(2)),
        arguments: Behind.allCases
    )
    func hugeHead(behind: Behind) async throws {
        try await behind.run(isSecure: false) { running in
            let recorder = running.recorder
            let client = try await RawClient.connect(toPort: recorder.port)
            try? await client.send("GET http://\(running.authority)/ HTTP/1.1\r\nHost: localhost\r\nX-Large: ")
            try? await client.send([UInt8](repeating: 0x61, count: 1 << 20))
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 431 "))
            #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            #expect(await recorder.events.notices(1).count == 1)
            #expect(running.paths().isEmpty)
            #expect(recorder.events.exchanges.isEmpty)
        }
    }

    @Test("A head may have as many bytes as the limit says, and no more", .timeLimit(.minutes(2)))
    func edgeOfHead() async throws {
        let origin = try await TestOrigin.start { _ in .text("fits") }
        try await withRecorder({ $0.limits.headBytes = 1_000 }, origin: origin) { recorder, origin in
            for (excess, status) in [(0, "200"), (1, "431")] {
                // What counts is the target, the names and the values.
                let target = "\(origin.url)/"
                let value = String(
                    repeating: "a",
                    count: 1_000 - (target + "Host" + "localhost" + "X").utf8.count + excess
                )
                let client = try await RawClient.connect(toPort: recorder.port)
                try await client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nX: \(value)\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
                await client.close()
            }
        }
    }

    @Test("A head that does not arrive in time is answered 408", .timeLimit(.minutes(2)))
    func slowLoris() async throws {
        let origin = try await TestOrigin.start { _ in .text("") }
        try await withRecorder({ $0.limits.headTime = .seconds(5) }, origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\n")
            // One byte after the other does not help.
            let dripping = Task {
                while !client.isClosed {
                    try? await client.send("X")
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(await eventually { client.isClosed })
            dripping.cancel()
            #expect(await recorder.events.notices(1).count == 1)
        }
    }

    @Test("The second head on a connection has its time as well", .timeLimit(.minutes(2)))
    func slowSecondHead() async throws {
        let origin = try await TestOrigin.start { _ in .text("first") }
        try await withRecorder({ $0.limits.headTime = .seconds(5) }, origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await client.read(until: "first")
            // Standing still between two requests is no offence.
            try await Task.sleep(for: .milliseconds(5_300))
            #expect(!client.isClosed)
            try await client.send("GET ")
            #expect(await client.readToEnd().hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test("A connection that nothing happens on is closed", .timeLimit(.minutes(2)))
    func idle() async throws {
        let origin = try await TestOrigin.start { _ in .text("first") }
        try await withRecorder({ $0.limits.idleTime = .milliseconds(300) }, origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await client.read(until: "first")
            #expect(await eventually { client.isClosed })
            #expect(recorder.events.notices.isEmpty)
        }
    }

    @Test(
        "What is not HTTP is answered 400 with the reason, and what begins with no method 501",
        .timeLimit(.minutes(2)),
        arguments: [
            "rubbish\r\n\r\n", "BREW http://localhost/ HTTP/1.1\r\n\r\n",
            "GET http://localhost/ HTTP/1.1\r\nBad Name: x\r\n\r\n",
            "POST http://localhost/ HTTP/1.1\r\nContent-Length: one\r\n\r\n",
        ]
    )
    func malformed(request: String) async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send(request)
        let answer = await client.readToEnd()
        let isKnown = request.hasPrefix("GET ") || request.hasPrefix("POST ")
        #expect(answer.hasPrefix("HTTP/1.1 \(isKnown ? 400 : 501) "), "\(answer)")
        let text = try #require(answer.split(whereSeparator: \.isNewline).last.map(String.init))
        #expect(text.hasPrefix("the request is not HTTP/1.1: ") && !ErrorTextTests.isDebugText(text), "\(text)")
        #expect(await recorder.events.notices(1).count == 1)
        await client.close()
        await recorder.stop()
    }

    @Test("Rubbish behind a request waits until that is answered", .timeLimit(.minutes(2)))
    func rubbishBehind() async throws {
        let origin = try await TestOrigin.start { _ in
            var answer = TestOrigin.Answer.text("first")
            answer.delay = .milliseconds(100)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\n\r\nrubbish\r\n\r\n")
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.contains("firstHTTP/1.1 501 "))
        }
    }

    @Test(
        "A request whose body cannot be read, in one packet with a good one, is refused behind that one's response",
        .timeLimit(.minutes(2)),
        arguments: [0, 150]
    )
    func badBodyBehind(delay: Int64) async throws {
        let origin = try await TestOrigin.start { request in
            var answer = TestOrigin.Answer.text(request.uri)
            answer.delay = .milliseconds(delay)
            return answer
        }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let good = (1...2).map { "GET \(origin.url)/\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
            let bad = "POST \(origin.url)/3 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"
            try await client.send(good + bad)
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("/1HTTP/1.1 200 "), "\(answer)")
            #expect(answer.contains("/2HTTP/1.1 400 ") && answer.components(separatedBy: "HTTP/1.1 ").count == 4)
            #expect(origin.requests.map(\.uri) == ["/1", "/2"])
            #expect(await recorder.events.exchanges(2).count == 2)
        }
    }

    @Test("A connection that ends before any request is let go")
    func endsAtOnce() async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("GET ")
        try await client.finishSending()
        #expect(await eventually { client.isClosed })
        await recorder.stop()
    }

    @Test(
        "Versions that are not spoken here are answered 505, and the connection ends",
        arguments: ["GET http://kinescope.local/ HTTP/2.0", "GET http://kinescope.local/ HTTP/0.9", "GET / HTTP/9.9"]
    )
    func otherVersions(line: String) async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("\(line)\r\nHost: kinescope.local\r\n\r\n")
        let answer = await client.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 505 "))
        #expect(client.isClosed)
        #expect(await recorder.events.notices(1).count == 1)
        await recorder.stop()
    }
}
