import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing

/// A capture lived through again: its requests go through the recorder, its answers come from a server.
@Suite struct RecordedCaptureTests {
    let folder = TemporaryFolder()
    private let name = "apple-sso-tvos"

    /// A server that answers as the capture did, in order.
    private static func origin(_ exchanges: [Exchange]) throws -> RawOrigin {
        let next = Told<Int>()
        return try RawOrigin { _ in
            next.add(0)
            guard let response = exchanges[min(next.all.count, exchanges.count) - 1].response else {
                return RawOrigin.json("{}", status: "500 Nothing Recorded")
            }
            return RawMessage(
                start: "HTTP/1.1 \(response.status) \(response.reason)",
                headers: response.headers.map { ($0.name, $0.value) },
                body: response.body ?? []
            )
        }
    }

    /// Sends the capture's requests and VSA calls through a recorder.
    private func record(_ arguments: [String]) throws {
        try folder.copyCapture(name)
        let capture = try HAR.recording(parsing: folder.bytes(of: name + ".har"))
        let origin = try Self.origin(capture.exchanges)
        let recorder = try RunningRecorder(
            ["-o", "live.kinescope", "--connect-to", "::127.0.0.1:\(origin.port)"] + arguments,
            in: folder
        )
        for exchange in capture.exchanges {
            let skipped = ["host", "content-length", "connection"]
            let answer = try recorder.request(
                exchange.request.method,
                exchange.request.url.replacing("https://", with: "http://"),
                headers: exchange.request.headers.filter { !skipped.contains($0.name.lowercased()) }
                    .map { ($0.name, $0.value) },
                body: exchange.request.body
            )
            #expect(answer?.status == exchange.response?.status)
        }
        let log = try folder.bytes(of: name + ".accounts.jsonl")
        let posted = try recorder.request("POST", "http://kinescope.local/vsa-calls", body: log)
        #expect(posted.map { (200...299).contains($0.status) } == true, "\(posted?.text ?? "")")
        let run = try recorder.stop()
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    }

    @Test("The recording verifies, shows Adobe's names, exports and replays, without a secret of the capture")
    func live() throws {
        try record([])
        let recording = try RecordingFile.open(folder.url(of: "live.kinescope").path).recording()
        #expect(recording.exchanges.count == 14 && recording.vsaCalls.count == 4)
        let bytes = Data(try folder.bytes(of: "live.kinescope"))
        for secret in ["m+vXo5i0SmaoioYnGeDvxw==", "dad05a31a80b4b33962782cf6639e45c", "1c0bf062-d98f-4df2-890c"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        #expect(try CommandLineRun.kinescope(["verify", "live.kinescope"], in: folder).status == 0)
        let show = try CommandLineRun.kinescope(["show", "live.kinescope"], in: folder)
        #expect(show.output.contains("v1.checkauthn") && show.output.contains("enqueue"))
        let export = try CommandLineRun.kinescope(["export", "live.kinescope", "-o", "live.har"], in: folder)
        #expect(export.status == 0, "\(export)")
        let replay = try CommandLineRun.kinescope(["replay", "live.kinescope"], in: folder)
        #expect(replay.status == 0 || replay.status == 1, "\(replay)")
        #expect(replay.output.contains("exchanges replayed"))
    }

    @Test("With the capture's own times it replays to the capture's own digest")
    func digest() throws {
        try record(["--keep-secrets"])
        let export = try CommandLineRun.kinescope(["export", "live.kinescope", "-o", "live.har"], in: folder)
        try #require(export.status == 0, "\(export)")
        // Only when each exchange was is another: a live client has a date of its own.
        var live = try HAR.recording(parsing: folder.bytes(of: "live.har"))
        let capture = try HAR.recording(parsing: folder.bytes(of: name + ".har"))
        try #require(live.exchanges.count == capture.exchanges.count)
        for (index, original) in capture.exchanges.enumerated() {
            live.exchanges[index].startedAt = original.startedAt
            live.exchanges[index].durationMicroseconds = original.durationMicroseconds
            live.exchanges[index].harExtras = nil
            live.exchanges[index].request.url = original.request.url
            #expect(live.exchanges[index].request.body == original.request.body)
            #expect(live.exchanges[index].response?.body ?? [] == original.response?.body ?? [])
        }
        var writer = HARWriter(live.information)
        var bytes: [UInt8] = []
        writer.writeStart(to: &bytes)
        for exchange in live.exchanges { writer.write(exchange, to: &bytes) }
        writer.writeEnd(to: &bytes)
        try folder.write(bytes, to: "timed.har")
        func digest(of archive: String) throws -> String {
            let log = name + ".accounts.jsonl"
            let arguments = ["import", archive, "--account-log", log, "--force", "-o", "x.kinescope"]
            #expect(try CommandLineRun.kinescope(arguments, in: folder).status == 0)
            return try CommandLineRun.kinescope(["replay", "x.kinescope", "--digest"], in: folder).output
        }
        let expected = try digest(of: name + ".har")
        #expect(expected.count > 8)
        #expect(try digest(of: "timed.har") == expected)
    }
}
