import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing
import VirtualTime

@testable import kinescope

/// Two processes that serve the same, and recordings that are served years after they were made.
@Suite struct ServedTwiceTests {
    private let folder = TemporaryFolder()

    /// What came of one process.
    private struct Session: Equatable {
        var responses: [String] = []
        var digest: String?
    }

    private func control(_ server: RunningRecorder, _ arguments: [String]) throws {
        let run = try CommandLineRun.kinescope(
            ["control", "--port", "\(server.port)", "--ca-directory", "authority"] + arguments,
            in: folder
        )
        #expect(run.status == 0, "\(run)")
    }

    /// Makes a recorded request again, as it was.
    private func again(_ exchange: Exchange, _ server: RunningRecorder) throws -> RawMessage? {
        let left = ["host", "connection", "content-length", "transfer-encoding", "accept-encoding", "proxy-connection"]
        return try server.request(
            exchange.request.method,
            "http://"
                + exchange.request.url.split(separator: "/", maxSplits: 1).dropFirst().joined().drop { $0 == "/" },
            headers: exchange.request.headers.filter { field in
                !left.contains(field.name.lowercased()) && !field.name.hasPrefix(":")
            }.map { ($0.name, $0.value) },
            body: exchange.request.body
        )
    }

    private static func text(_ message: RawMessage?) -> String {
        message.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "nothing"
    }

    /// Serves `source` once: half of the requests, control, the other half, and more control.
    private func session(_ source: [String], _ requests: [Exchange], _ steps: String, to output: String) throws
        -> Session
    {
        let server = try RunningRecorder(
            source + ["--frozen", "--clock", "2027-01-15T08:00:00Z", "-o", output],
            of: "serve",
            in: folder
        )
        var session = Session()
        for exchange in requests.prefix(requests.count / 2) {
            session.responses.append(Self.text(try again(exchange, server)))
        }
        try control(server, [steps])
        for exchange in requests.dropFirst(requests.count / 2) {
            session.responses.append(Self.text(try again(exchange, server)))
        }
        try control(server, ["--reset"])
        if let first = requests.first { session.responses.append(Self.text(try again(first, server))) }
        _ = try server.stop()
        session.digest = server.objects.last?["digest"]?.string
        return session
    }

    @Test(
        "Stopped clocks, the same steps and requests: the same responses and the same digest, in two processes",
        .timeLimit(.minutes(3)),
        arguments: [
            (["ytdlp-sign-on.har"], "advance 1h"),
            (["ytdlp-sign-on.har", "--fallback", "simulated"], "advance 31d; age 1h"),
            ([], "advance 31d; revoke wren; throttle on"),
        ]
    )
    func twice(source: [String], steps: String) throws {
        try folder.copyCapture("ytdlp-sign-on")
        let requests = try RecordingInput(folder.url(of: "ytdlp-sign-on.har").path).recording.exchanges
        let first = try session(source, requests, steps, to: "1.kinescope")
        let second = try session(source, requests, steps, to: "2.kinescope")
        #expect(first.responses.count == requests.count + 1 && !first.responses.contains("nothing"))
        #expect(first.responses == second.responses)
        #expect(first.digest != nil && first.digest == second.digest)
        // It is not the digest of anything: another step, another number.
        let third = try session(source, requests, "advance 2h", to: "3.kinescope")
        #expect(third.digest != first.digest)
        for name in ["1.kinescope", "2.kinescope"] {
            #expect(try CommandLineRun.kinescope(["verify", name], in: folder).status == 0)
        }
    }

    @Test("The digest takes what passed, and neither durations nor the wall's time", arguments: 0..<8)
    func parts(change: Int) {
        func exchange(_ change: Int?) -> Exchange {
            Exchange(
                ordinal: change == 0 ? 2 : 1,
                startedAt: Instant(secondsSince1970: change == 1 ? 2 : 1),
                durationMicroseconds: change == 6 ? 9 : 1,
                request: HTTPRequest(
                    method: "GET",
                    url: change == 2 ? "https://b.example/" : "https://a.example/",
                    version: "HTTP/1.1",
                    headers: [HeaderField("X", change == 3 ? "2" : "1")],
                    body: nil
                ),
                outcome: .response(
                    HTTPResponse(
                        status: change == 4 ? 201 : 200,
                        reason: "",
                        headers: [],
                        body: change == 5 ? [1] : [2]
                    )
                ),
                harExtras: [
                    "_served": .object([
                        "source": .string("recorded"), "wallAt": .string(change == 7 ? "2027" : "2026"),
                    ])
                ]
            )
        }
        let isSame = SessionDigest.digest(of: exchange(change)) == SessionDigest.digest(of: exchange(nil))
        #expect(isSame == (change >= 6))
    }

    @Test(
        "A recording served years later: nothing in the session is expired or does not agree with itself",
        .timeLimit(.minutes(3)),
        arguments: ["ytdlp-sign-on", "apple-sso-tvos", "second-screen-tvos"],
        ["now", "2033-05-05T05:05:05Z"]
    )
    func yearsLater(capture: String, clock: String) throws {
        try folder.copyCapture(capture)
        let recorded = try RecordingInput(folder.url(of: capture + ".har").path).recording.exchanges
        let server = try RunningRecorder(
            [capture + ".har", "--frozen", "--clock", clock, "-o", "s.kinescope", "--keep-secrets"],
            of: "serve",
            in: folder
        )
        for exchange in recorded { _ = try again(exchange, server) }
        let run = try server.stop()
        #expect(server.objects.last?["unmatchedCount"]?.number?.text == "0", "\(run.output.suffix(2_000))")
        let session = try RecordingFile.open(folder.url(of: "s.kinescope").path).recording().exchanges
        #expect(session.count == recorded.count)
        var inspected = 0
        for (old, new) in zip(recorded, session) {
            guard let before = old.response, let after = new.response else { continue }
            #expect(before.status == after.status && before.headers.count == after.headers.count, "\(old.ordinal)")
            // What had a lifetime then has one now: the same verdict when it was given out, and no other.
            for (index, pair) in [(before.body, old.startedAt), (after.body, new.startedAt)].enumerated() {
                try folder.write(pair.0 ?? [], to: "body-\(index)")
                _ = pair
            }
            guard let body = after.body, !body.isEmpty else { continue }
            let was = try CommandLineRun.kinescope(["inspect", "--at", "\(old.startedAt)", "body-0"], in: folder)
            let isNow = try CommandLineRun.kinescope(["inspect", "--at", "\(new.startedAt)", "body-1"], in: folder)
            #expect(was.status == isNow.status, "exchange \(old.ordinal): \(isNow.output)\(isNow.error)")
            inspected += was.status == 0 ? 1 : 0
        }
        #expect(inspected > 0)
    }

    /// Source: what is said of moved signatures names fields of the responses, which are no secrets.
    @Test("A session that is recorded without its secrets keeps the names of its responses' fields")
    func names() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let recorded = try RecordingInput(folder.url(of: "ytdlp-sign-on.har").path).recording.exchanges
        let server = try RunningRecorder(
            ["ytdlp-sign-on.har", "--frozen", "-o", "s.kinescope"],
            of: "serve",
            in: folder
        )
        for exchange in recorded { _ = try again(exchange, server) }
        _ = try server.stop()
        let session = try RecordingFile.open(folder.url(of: "s.kinescope").path).recording().exchanges
        for (ordinal, name) in [(8, "authnToken"), (9, "authzToken")] {
            let exchange = try #require(session.first { $0.ordinal == ordinal })
            let text = String(decoding: exchange.response?.body ?? [], as: UTF8.self)
            #expect(
                text.contains("<\(name)>&lt;signatureInfo")
                    && text.hasSuffix("</\(name)></\(ordinal == 8 ? "session" : "result")>")
            )
            let notes = exchange.harExtras?["_served"]?["signed"]?.array
            #expect(notes?.first?["kind"]?.string == name)
            // The token itself is one.
            #expect(exchange.response?.body != recorded[ordinal - 1].response?.body)
        }
    }
}
