import NIOSSL
import Testing

@testable import Proxy

@Suite struct ClientHandshakeTests {
    @Test(
        "A client that pins is told of, and passed through the next time",
        .timeLimit(.minutes(2)),
        arguments: [TLSVersion.tlsv12, .tlsv13]
    )
    func pins(version: TLSVersion) async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            let roots = try TestTrust.shared.roots()
            let first = try await recorder.connect(to: "localhost:\(origin.port)")
            await #expect(throws: (any Error).self) {
                try await first.startTLS(host: "localhost", roots: roots, highestVersion: version)
            }
            let notices = await recorder.events.notices(1)
            guard case .passingThrough("localhost", let reason)? = notices.first else {
                Issue.record("\(notices)")
                return
            }
            #expect(reason.contains("kinescope certificate"))
            let second = try await recorder.connect(to: "localhost:\(origin.port)")
            try await second.startTLS(host: "localhost", roots: roots, highestVersion: version)
            try await second.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await second.read(until: ">").hasSuffix("</>"))
            #expect(recorder.events.exchanges.isEmpty)
            #expect(recorder.events.notices.count == 1)
            await second.close()
        }
    }

    @Test("A client that takes the certificate and asks for nothing is passed by no host", .timeLimit(.minutes(2)))
    func preconnects() async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            for _ in 1...3 {
                let client = try await recorder.connect(to: "localhost:\(origin.port)")
                try await client.startTLS(host: "localhost", roots: recorder.roots())
                await client.close()
            }
            let notices = await recorder.events.notices(1)
            guard case .refused(_, let hint)? = notices.first, notices.count == 1 else {
                Issue.record("\(notices)")
                return
            }
            #expect(hint.contains("`--passthrough localhost`"))
            let client = try await recorder.connect(to: "localhost:\(origin.port)")
            try await client.startTLS(host: "localhost", roots: recorder.roots())
            try await client.send("GET /after HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
            #expect(await client.read(until: ">").hasSuffix("</after>"))
            #expect(await recorder.events.exchanges(1).count == 1)
            await client.close()
        }
    }

    @Test("One that only looks whether anybody is there does not end the recording of a host", .timeLimit(.minutes(2)))
    func looksIn() async throws {
        let origin = try await TestOrigin.secure(protocols: ["http/1.1"]) { .text("<\($0.uri)>") }
        try await withRecorder(origin: origin) { recorder, origin in
            for count in 1...3 {
                let silent = try await recorder.connect(to: "localhost:\(origin.port)")
                try await silent.startTLS(host: "localhost", roots: recorder.roots())
                await silent.close()
                let client = try await recorder.connect(to: "localhost:\(origin.port)")
                try await client.startTLS(host: "localhost", roots: recorder.roots())
                try await client.send("GET /\(count) HTTP/1.1\r\nHost: localhost:\(origin.port)\r\n\r\n")
                #expect(await client.read(until: ">").hasSuffix("</\(count)>"))
                await client.close()
            }
            #expect(await recorder.events.exchanges(3).count == 3)
            #expect(recorder.events.notices.isEmpty)
        }
    }

    @Test("What is said of a client that does not trust the CA certificate is for its user", .timeLimit(.minutes(2)))
    func distrust() async throws {
        let recorder = try await TestRecorder.start()
        let client = try await recorder.connect(to: "a.example:443")
        _ = try? await client.startTLS(host: "a.example", roots: TestTrust.shared.roots())
        let notices = await recorder.events.notices(1)
        let text = notices.first?.description ?? ""
        #expect(text.contains("a.example") && text.contains("`kinescope certificate`"), "\(text)")
        #expect(!ErrorTextTests.isDebugText(text), "\(text)")
        await recorder.stop()
    }

    @Test("A client that takes too long, or speaks no TLS we know, pins nothing", .timeLimit(.minutes(2)))
    func otherFailures() async throws {
        let recorder = try await TestRecorder.start { $0.limits.headTime = .seconds(5) }
        let slow = try await recorder.connect(to: "slow.example:443")
        try? await slow.send([0x16, 0x03, 0x01])
        #expect(await eventually { slow.isClosed })
        let odd = try await recorder.connect(to: "odd.example:443")
        try? await odd.send([0x16, 0x03, 0x01, 0x00, 0x04, 0x02, 0x00, 0x00, 0x00])
        #expect(await eventually { odd.isClosed })
        for notice in recorder.events.notices {
            if case .passingThrough = notice { Issue.record("\(notice)") }
        }
        await recorder.stop()
    }
}
