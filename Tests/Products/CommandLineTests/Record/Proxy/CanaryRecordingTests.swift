import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite struct CanaryRecordingTests {
    /// The ways in which a recording ends.
    enum Ending: CaseIterable {
        case finished, killed
    }

    @Test(
        "A secret that passes is at no moment in any file, in none of the encodings, killed or not",
        .timeLimit(.minutes(10)),
        arguments: Ending.allCases
    )
    func nothingLeaks(_ ending: Ending) async throws {
        let traffic = try CanaryTraffic()
        let (found, files, stored) = try await onThread { try Self.record(traffic, [], ending) }
        for finding in found.sorted() { Issue.record("leaks: \(finding)") }
        #expect(files.contains("r.kinescope") && files.contains("r.kinescope-wal"))
        #expect(stored == traffic.exchanges.count)
    }

    @Test("With --keep-secrets the search finds them: it is not blind, and they did pass", .timeLimit(.minutes(10)))
    func theSearchSees() async throws {
        let traffic = try CanaryTraffic()
        let (found, _, _) = try await onThread { try Self.record(traffic, ["--keep-secrets"], .finished) }
        let missing = traffic.canaries.filter { canary in !found.contains { $0.contains(": \(canary), ") } }
        // What is for the proxy alone, what another protocol says, a field of HAR, and what stands in Base64 of Base64.
        #expect(missing.count <= 5, "\(missing)")
    }

    private static func record(
        _ traffic: CanaryTraffic,
        _ options: [String],
        _ ending: Ending
    ) throws -> (found: Set<String>, files: Set<String>, stored: Int) {
        let folder = TemporaryFolder()
        let temporary = folder.url(of: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let origin = try PlainOrigin { head, wire in
            let number = Int(head.value("X-Number") ?? "") ?? 0
            let exchange = traffic.exchanges[number]
            _ = try wire.body(of: head)
            usleep(exchange.pause)
            try wire.socket.sendAll(exchange.answer)
            return false
        }
        let recorder = try RecordProcess(
            ["--max-body", "64kB", "--connect-to", "::127.0.0.1:\(origin.port)"] + options,
            in: folder,
            environment: ["TMPDIR": temporary.path, "KINESCOPE_PROXY_PASSWORD": "tester:\(traffic.password)"]
        )
        let watch = CanaryWatch(folder, for: traffic.canaries)
        let client = CanaryClient(port: recorder.port, password: traffic.password)
        for (number, exchange) in traffic.exchanges.enumerated() { try client.send(exchange, number) }
        try client.post(traffic.vsaLog, to: "http://kinescope.local/vsa-calls")
        let status = try recorder.end(ending == .killed ? SIGKILL : SIGTERM)
        if status != (ending == .killed ? -SIGKILL : 0) { Issue.record("ended with \(status): \(recorder.error)") }
        let said = CanarySearch(traffic.canaries).findings(in: Array((recorder.output + recorder.error).utf8))
        if options.isEmpty { for finding in said { Issue.record("is said: \(finding)") } }
        let file = try RecordingFile.open(recorder.path)
        let count = file.exchangeCount
        if try !file.verify().isEmpty { Issue.record("does not verify") }
        if file.vsaCallCount == 0 { Issue.record("the VSA calls are missing") }
        file.close()
        let (found, files) = watch.finish()
        return (found, files, count)
    }
}

/// A client that gives the proxy its password, and asks for each thing on a connection of its own.
struct CanaryClient {
    var port: Int
    var password: String

    private var credentials: String {
        "Proxy-Authorization: Basic \(Data("tester:\(password)".utf8).base64EncodedString())\r\n"
    }

    func send(_ exchange: CanaryTraffic.Exchange, _ number: Int) throws {
        let wire = Wire(try TCPSocket.connected(toPort: port))
        let host = URLParts(exchange.url).host
        var head =
            "\(exchange.method) \(exchange.url) HTTP/1.1\r\nHost: \(host)\r\nX-Number: \(number)\r\n\(credentials)"
        for (name, value) in exchange.fields { head += "\(name): \(value)\r\n" }
        if exchange.body.isEmpty {
            try wire.socket.sendAll(head + "\r\n")
        } else {
            let chunks = CanaryTraffic.chunks(exchange.body, of: 13, trailers: exchange.trailers)
            try wire.socket.sendAll(Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8) + chunks)
        }
        try expectAnswer(wire, to: exchange.method, hasNone: exchange.answer.isEmpty)
    }

    func post(_ text: String, to url: String) throws {
        let wire = Wire(try TCPSocket.connected(toPort: port))
        try wire.socket.sendAll(
            "POST \(url) HTTP/1.1\r\nHost: kinescope.local\r\nContent-Length: \(text.utf8.count)\r\n\(credentials)\r\n"
                + text
        )
        try expectAnswer(wire, to: "POST", hasNone: false)
    }

    private func expectAnswer(_ wire: Wire, to method: String, hasNone: Bool) throws {
        var wire = wire
        do {
            let (head, _) = try wire.answer(to: method)
            let isOwn = head.fields.contains { $0.name.lowercased() == "x-kinescope-error" }
            if isOwn != hasNone { Issue.record("\(head)") }
            // What was changed to, to the end that the server makes.
            if head.status == 101 { try wire.waitForEnd() }
        } catch is Wire.Ended {
            // One of them breaks off.
        }
    }
}
