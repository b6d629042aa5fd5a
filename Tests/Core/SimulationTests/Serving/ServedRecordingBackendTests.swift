import Checkout
import Documents
import Exchanges
import Foundation
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 2 and 3: a recording that never goes stale, for an app that is not the recorded one.
@Suite struct ServedRecordingBackendTests {
    static let client = WireClient(address: "127.0.0.1")

    static func exchanges() throws -> [Exchange] {
        let url = Checkout.top.appending(path: "Recordings/captures/ytdlp-sign-on.har")
        return try HAR.recording(parsing: [UInt8](Data(contentsOf: url))).exchanges
    }

    /// The recording, served three years after it was made, on a clock that stands still.
    static func served(_ exchanges: [Exchange], at wall: Instant) -> ServedBackend {
        let start = exchanges[0].startedAt
        let world = World(Backend(at: start, service: .recorded(RecordedService(calls: []))))
        return ServedBackend(
            world,
            recording: ServedRecording(of: exchanges),
            from: start,
            showing: wall,
            at: wall,
            rate: 0
        )
    }

    /// The end of the AuthN token that a session was given, and the instant at which it was given.
    static func signOn(
        _ backend: inout ServedBackend,
        _ exchanges: [Exchange],
        at wall: Instant
    ) throws -> (expires: Instant?, given: Instant) {
        var found: (Instant?, Instant) = (nil, wall)
        for exchange in exchanges {
            let reply = backend.respond(to: exchange.request, from: client, at: wall)
            #expect(reply.response?.status == exchange.response?.status, "\(exchange.ordinal): \(reply.entry.source)")
            guard reply.entry.operation == .session, let body = reply.response?.body else { continue }
            let text = String(decoding: body, as: UTF8.self)
            let end = try #require(text.firstRange(of: "simpleTokenExpires"), "\(text.prefix(300))")
            let digits = text[end.upperBound...].drop { !$0.isNumber }
            found = (Self.instant(String(digits.prefix(26))), reply.entry.instant)
        }
        return found
    }

    /// `2026/12/20 21:59:12 GMT +0000`, read by hand.
    static func instant(_ text: String) -> Instant? {
        let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard parts.count >= 6 else { return nil }
        let day = String(
            format: "%04d-%02d-%02dT%02d:%02d:%02dZ",
            parts[0],
            parts[1],
            parts[2],
            parts[3],
            parts[4],
            parts[5]
        )
        return Instant(iso8601: day)
    }

    private static let threeYears: Duration = .seconds(3 * 365 * 86_400)

    @Test("The recorded requests are answered years later with tokens that live as long as the recorded ones")
    func yearsLater() throws {
        let exchanges = try Self.exchanges()
        let recordedAt = try #require(exchanges.first { PassRequest(recognizing: $0.request)?.operation == .session })
        var plain = Self.served(exchanges, at: exchanges[0].startedAt)
        let recorded = try Self.signOn(&plain, exchanges, at: exchanges[0].startedAt)
        #expect(plain.lead == 0)
        let wall = recordedAt.startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        let later = try Self.signOn(&backend, exchanges, at: wall)
        #expect(backend.log.unmatchedCount == 0 && backend.neverRequested.isEmpty)
        let ends = (try #require(later.expires), try #require(recorded.expires))
        #expect(ends.0 - ends.1 == .seconds(backend.lead))
        #expect(ends.0 > wall)
        // What is recorded no more is not answered, with the reason.
        let again = backend.respond(to: exchanges[1].request, from: Self.client, at: wall)
        guard case .unmatched(let unmatched) = again.entry.source else {
            Issue.record("\(again.entry.source)")
            return
        }
        #expect(unmatched.reason == .alreadyReplayed && again.entry.status == 501 && again.response == nil)
    }

    @Test("Begun anew after a long time, it gives tokens that have not expired")
    func anew() throws {
        let exchanges = try Self.exchanges()
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        let first = try Self.signOn(&backend, exchanges, at: wall)
        let advance = try ServedStep.steps(in: "advance 400d", for: nil) { text throws(Problem) in FileNode(.text(text))
        }
        let now = try backend.perform(advance[0], at: wall)
        backend.reset(at: wall)
        let second = try Self.signOn(&backend, exchanges, at: wall)
        let ends = (try #require(first.expires), try #require(second.expires))
        #expect(ends.1 - ends.0 == .seconds(400 * 86_400) && ends.1 > now)
    }

    @Test("What the recording shows to expire may be learned later, in served time, and a reset keeps it")
    func learned() throws {
        let exchanges = try Self.exchanges()
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        #expect(backend.expirations(at: wall).isEmpty)
        let end = exchanges[0].startedAt + .seconds(60)
        backend.learn([Expiration(.mediaToken, "KITE1", at: end, source: "recording")])
        #expect(backend.expirations(at: wall).map(\.instant) == [wall + .seconds(60)])
        backend.reset(at: wall)
        #expect(backend.expirations(at: wall).map(\.name) == ["media-token KITE1"])
    }

    @Test("A session that begins when the recording is over begins at its beginning; one before keeps the distance")
    func leads() throws {
        let exchanges = try Self.exchanges()
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        let lead = backend.lead
        #expect(backend.lead(of: 1, exchanges[0]) == lead)
        let advance = try ServedStep.steps(in: "advance 400d", for: nil) { text throws(Problem) in FileNode(.text(text))
        }
        _ = try backend.perform(advance[0], at: wall)
        #expect(backend.lead(of: 1, exchanges[3]) == lead)
        #expect(backend.lead(of: 2, exchanges[0]) == lead + 400 * 86_400)
        #expect(backend.lead(of: 2) == lead + 400 * 86_400 && backend.lead(of: nil) == lead)
        backend.reset(at: wall)
        #expect(backend.lead == lead + 400 * 86_400 && backend.lead(of: 2) == backend.lead)
    }
}
