import Foundation
import Testing

@testable import Proxy

@Suite struct HTTP1GateTests {
    private let right = "Proxy-Authorization: Basic " + Data("tester:secret".utf8).base64EncodedString() + "\r\n"

    private func guarded(_ settings: inout RecorderSettings) {
        settings.credentials = ProxyCredentials(user: "tester", password: "secret")
    }

    @Test("Without name and password a request is answered 407; with them it passes, without them")
    func credentials() async throws {
        let origin = try await TestOrigin.start { _ in .text("inside") }
        try await withRecorder(guarded, origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let request = "DELETE \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n"
            try await client.send(request + "\r\n")
            let refusal = await client.read(until: "a password\n")
            #expect(refusal.hasPrefix("HTTP/1.1 407 "))
            #expect(refusal.contains("Proxy-Authenticate: Basic realm=\"Kinescope\"\r\n"))
            #expect(origin.requests.isEmpty)
            // On the same connection.
            try await client.send(request + right + "\r\n")
            #expect(await client.read(until: "inside").hasPrefix("HTTP/1.1 200 "))
            #expect(origin.requests.first?.headers["proxy-authorization"] == [])
            let exchanges = await recorder.events.exchanges(1)
            #expect(exchanges.count == 1)
            #expect(!"\(exchanges)".lowercased().contains("proxy-authorization"))
            #expect(!"\(exchanges)".contains(Data("tester:secret".utf8).base64EncodedString()))
            await client.close()
        }
    }

    @Test("CONNECT asks for name and password too, and so does the recorder's own host")
    func credentialsForOthers() async throws {
        let recorder = try await TestRecorder.start(guarded)
        for request in ["CONNECT a.example:443 HTTP/1.1\r\n\r\n", "GET http://kinescope.local/ HTTP/1.1\r\n\r\n"] {
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(request)
            #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 407 "))
            await client.close()
        }
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("CONNECT a.example:443 HTTP/1.1\r\n\(right)\r\n")
        #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        await client.close()
        await recorder.stop()
    }

    @Test(
        "CONNECT to what is no host and port is answered 400",
        arguments: ["/", "http://a.example/", "a.example", "a.example:0"]
    )
    func connectToNothing(target: String) async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("CONNECT \(target) HTTP/1.1\r\nHost: a.example\r\n\r\n")
        #expect(await client.readToEnd().hasPrefix("HTTP/1.1 400 "))
        await recorder.stop()
    }

    @Test("CONNECT to the recorder itself is refused")
    func connectToItself() async throws {
        let recorder = try await TestRecorder.start()
        let client = try await RawClient.connect(toPort: recorder.port)
        try await client.send("CONNECT localhost:\(recorder.port) HTTP/1.1\r\n\r\n")
        #expect(await client.readToEnd().hasPrefix("HTTP/1.1 508 "))
        await recorder.stop()
    }

    @Test("A client that asks for another protocol in vain is answered, and has to connect anew")
    func upgradeInVain() async throws {
        let origin = try await TestOrigin.start { _ in .text("no") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send(
                "GET \(origin.url)/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
            )
            let answer = await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("no"))
        }
    }

    @Test("Pipelined requests are answered in their order")
    func pipelined() async throws {
        let origin = try await TestOrigin.start { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let client = try await RawClient.connect(toPort: recorder.port)
            let requests = (1...5).map { "GET \(origin.url)/\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
            try await client.send(requests.joined())
            let answers = await client.read(until: "</5>")
            let order = answers.split(separator: "<").dropFirst().compactMap { $0.split(separator: ">").first }
            #expect(order == ["/1", "/2", "/3", "/4", "/5"])
            await client.close()
        }
    }

    @Test("The body of a request that is not let in is not waited for: it is answered at its head, and hung up on")
    func refusedBody() async throws {
        let recorder = try await TestRecorder.start(guarded)
        for framing in ["Content-Length: 1000000", "Transfer-Encoding: chunked"] {
            let client = try await RawClient.connect(toPort: recorder.port)
            try await client.send("POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\(framing)\r\n\r\n")
            let refusal = await client.read(until: "a password\n")
            #expect(refusal.hasPrefix("HTTP/1.1 407 "))
            #expect(refusal.contains("\r\nConnection: close\r\n"))
            #expect(await eventually { client.isClosed })
        }
        await recorder.stop()
    }

    @Test("A refusal has no body if it answers HEAD, and ends the connection if the client does not keep it")
    func refusalsAsAsked() async throws {
        let recorder = try await TestRecorder.start(guarded)
        let client = try await RawClient.connect(toPort: recorder.port)
        for _ in 1...2 {
            try await client.send("HEAD http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n")
            let refusal = await client.read(until: "\r\n\r\n")
            #expect(refusal.hasPrefix("HTTP/1.1 407 "))
            #expect(refusal.contains("\r\nContent-Length: "))
        }
        try await client.send("GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
        let last = await client.readToEnd()
        #expect(last.hasPrefix("HTTP/1.1 407 "))
        #expect(last.contains("\r\nConnection: close\r\n"))
        #expect(client.isClosed)

        let old = try await RawClient.connect(toPort: recorder.port)
        try await old.send("GET http://a.example/ HTTP/1.0\r\n\r\n")
        #expect(await old.readToEnd().hasPrefix("HTTP/1.0 407 "))
        #expect(old.isClosed)
        await recorder.stop()
    }

    @Test("A server that insists on another protocol than was asked for is heard, and the connection ends")
    func upgradeRequired() async throws {
        try await RawServer.with { text, connection in
            guard text.hasSuffix("\r\n\r\n") else { return }
            connection.send(
                "HTTP/1.1 426 Upgrade Required\r\nUpgrade: a/2\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\nno"
            )
        } _: { recorder, server in
            let client = try await RawClient.connect(toPort: recorder.port, allowsHalfClosure: true)
            try await client.send(
                "POST http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: a/1\r\n"
                    + "Content-Length: 400000\r\n\r\n"
            )
            let answer = await client.read(until: "no")
            #expect(answer.contains("\r\nUpgrade: a/2\r\n"))
            #expect(answer.contains("\r\nConnection: Upgrade, close\r\n"))
            // The rest may still be sent, and is thrown away: cut off at once, a client might not read the answer.
            try await client.send(String(repeating: "x", count: 400_000))
            try await client.finishSending()
            #expect(await eventually { client.isClosed })
            #expect(client.error == nil)
        }
    }
}
