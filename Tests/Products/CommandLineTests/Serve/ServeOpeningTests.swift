import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing
import VirtualTime

@testable import kinescope

/// Source: issue "Serve", "How it is judged": a long recording is read while it listens already.
@Suite struct ServeOpeningTests {
    let folder = TemporaryFolder()
    private static let count = ServedSource.readAtOnce + 100

    private static func path(_ number: Int) -> String {
        "/api.auth.adobe.com/api/v1/authorize?requestor=KITETV&deviceId=box-0001&resource=KITE\(number)"
    }

    private func write(_ count: Int, to name: String) throws {
        let writer = try RecordingWriter.create(at: folder.url(of: name).path)
        for number in 1...max(count, 1) where count > 0 {
            let exchange = Exchange(
                ordinal: number,
                startedAt: Instant(secondsSince1970: 1_795_211_952 + Int64(number)),
                durationMicroseconds: 40_000,
                request: HTTPRequest(method: "GET", url: "https:/" + Self.path(number), headers: [], body: nil),
                outcome: .response(
                    HTTPResponse(
                        status: 200,
                        headers: [HeaderField("Content-Type", "application/json")],
                        body: Array(#"{"resource":"KITE-BODY-\#(number)"}"#.utf8)
                    )
                )
            )
            _ = try writer.append(exchange)
        }
        try writer.finish()
    }

    /// Changes a byte of a body, as it stands in the file.
    private func damage(_ number: Int, in name: String) throws {
        var bytes = try folder.bytes(of: name)
        let needle = Array("KITE-BODY-\(number)\"".utf8)
        let place = try #require(Data(bytes).firstRange(of: Data(needle))?.lowerBound)
        bytes[place] ^= 0x01
        try folder.write(bytes, to: name)
    }

    private static func object(_ server: RunningRecorder, _ type: String) -> JSONValue? {
        server.objects.first { $0["type"]?.string == type }
    }

    @Test("A long recording says when it is ready; a damaged exchange is an error for its requests alone")
    func long() throws {
        try write(Self.count, to: "long.kinescope")
        try damage(700, in: "long.kinescope")
        let server = try RunningRecorder(["long.kinescope"], of: "serve", in: folder)
        let listening = try #require(Self.object(server, "listening"))
        #expect(listening["isReady"] == .bool(false) && listening["hosts"] == .null)
        for number in [1, 700, 701] {
            let response = try server.request("GET", Self.path(number))
            #expect(response?.status == (number == 700 ? 500 : 200))
            guard number == 700 else { continue }
            #expect(response?.header("X-Kinescope-Unmatched") == "damaged")
            let text = String(decoding: response?.body ?? [], as: UTF8.self)
            #expect(text.contains("Exchange 700 ") && text.contains("response body"), "\(text)")
        }
        let run = try server.stop()
        #expect(run.status == 1, "\(run)")
        let ready = try #require(server.objects.firstIndex { $0["type"]?.string == "ready" })
        #expect(server.objects[ready]["exchangeCount"]?.number?.text == "\(Self.count)")
        #expect(server.objects[ready]["hosts"]?.array?.map(\.string) == ["api.auth.adobe.com"])
        let requests = server.objects.suffix(from: ready).filter { $0["type"]?.string == "request" }
        #expect(requests.map { $0["source"]?.string } == ["recorded", "damaged", "recorded"])
        #expect(requests.map { $0["exchange"]?.number?.text } == ["1", "700", "701"])
        #expect(run.error.contains("exchange 700") && run.error.contains("status 500"), "\(run)")
    }

    @Test("A short one is ready at once, and refused if it is not what was recorded")
    func short() throws {
        try write(3, to: "short.kinescope")
        let server = try RunningRecorder(["short.kinescope"], of: "serve", in: folder)
        let listening = try #require(Self.object(server, "listening"))
        #expect(listening["isReady"] == .bool(true))
        #expect(listening["hosts"]?.array?.map(\.string) == ["api.auth.adobe.com"])
        #expect(try server.request("GET", Self.path(1))?.status == 200)
        #expect(try server.stop().status == 0 && Self.object(server, "ready") == nil)
        try damage(2, in: "short.kinescope")
        let run = try CommandLineRun.kinescope(["serve", "--port", "0", "short.kinescope"], in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("exchange 2"), "\(run)")
    }

    @Test("What cannot be served at all is refused before anything listens")
    func refused() throws {
        try write(0, to: "empty.kinescope")
        try write(Self.count, to: "long.kinescope")
        let bytes = try folder.bytes(of: "long.kinescope")
        try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.kinescope")
        try folder.write("requests", to: "text.kinescope")
        for name in ["empty", "cut", "text"] {
            let run = try CommandLineRun.kinescope(["serve", "--port", "0", "\(name).kinescope"], in: folder)
            #expect(run.isOneLineFailure(3), "\(name): \(run)")
        }
    }

    @Test("A long one whose pages are torn ends the run with an error, and no request hangs")
    func torn() throws {
        try write(Self.count, to: "torn.kinescope")
        var bytes = try folder.bytes(of: "torn.kinescope")
        let middle = bytes.count / 2
        for index in middle..<middle + 16_384 { bytes[index] = 0xA5 }
        try folder.write(bytes, to: "torn.kinescope")
        let server = try RunningRecorder(["torn.kinescope"], of: "serve", in: folder)
        let run = try server.wait()
        #expect(run.status == 3 && run.error.contains("torn.kinescope"), "\(run)")
    }
}
