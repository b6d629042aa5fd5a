import Checkout
import Documents
import Exchanges
import Foundation
import History
import PassAPI
import Replay
import Services
import Testing
import Tokens
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 2 and 3: a recording that never goes stale, for an app that is not the recorded one.
@Suite struct ServedRecordingBackendTests {
    static let client = WireClient(address: "127.0.0.1")

    static func exchanges(_ capture: String = "ytdlp-sign-on") throws -> [Exchange] {
        let url = Checkout.top.appending(path: "Recordings/captures/\(capture).har")
        return try HAR.recording(parsing: [UInt8](Data(contentsOf: url))).exchanges
    }

    /// The recording, served three years after it was made, on a clock that stands still.
    static func served(
        _ exchanges: [Exchange],
        at wall: Instant,
        beginsAgain: Bool = false
    ) -> ServedBackend {
        let start = exchanges[0].startedAt
        let world = World(Backend(at: start, service: .recorded(RecordedService(calls: []))))
        return ServedBackend(
            world,
            recording: ServedRecording(of: exchanges, beginsAgain: beginsAgain),
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
        #expect(plain.lead(of: 1) == 0)
        let wall = recordedAt.startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        let later = try Self.signOn(&backend, exchanges, at: wall)
        #expect(backend.log.unmatchedCount == 0 && backend.neverRequested.isEmpty)
        let ends = (try #require(later.expires), try #require(recorded.expires))
        #expect(ends.0 - ends.1 == .seconds(backend.lead(of: 1)))
        #expect(ends.0 > wall)
        // What is recorded no more is not answered, with the reason.
        let again = backend.respond(to: exchanges[1].request, from: Self.client, at: wall)
        guard case .unmatched(let unmatched) = again.entry.source else {
            Issue.record("\(again.entry.source)")
            return
        }
        #expect(unmatched.reason == .alreadyReplayed && again.entry.status == 501 && again.response == nil)
    }

    @Test("The clock begins less than a second before what it is to show, before the recording's time as after it")
    func beginning() throws {
        let exchanges = try Self.exchanges()
        #expect(exchanges[0].startedAt.nanosecond != 0)
        for distance in [-400 * 86_400, -1, 0, 1, 400 * 86_400] as [Int64] {
            let wall = Instant(secondsSince1970: exchanges[0].startedAt.secondsSince1970 + distance)
            let shown = Self.served(exchanges, at: wall).clock.instant(at: wall)
            #expect(shown <= wall && wall - shown < .seconds(1), "\(distance)")
        }
    }

    @Test("Begun anew after a long time, it gives tokens that have not expired")
    func anew() throws {
        let exchanges = try Self.exchanges()
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        let first = try Self.signOn(&backend, exchanges, at: wall)
        let now = try backend.perform(Self.step("advance 400d"), at: wall)
        backend.reset(at: wall)
        let second = try Self.signOn(&backend, exchanges, at: wall)
        let ends = (try #require(first.expires), try #require(second.expires))
        #expect(ends.1 - ends.0 == .seconds(400 * 86_400) && ends.1 > now)
    }

    @Test("An app that begins again is given tokens as fresh as the first ones, without a reset")
    func again() throws {
        // As if the recording had taken seven minutes, and not 0.4 seconds.
        var exchanges = try Self.exchanges()
        let start = exchanges[0].startedAt
        for place in exchanges.indices {
            exchanges[place].startedAt = start + (exchanges[place].startedAt - start) * 1_000
        }
        let wall = start + Self.threeYears
        var backend = Self.served(exchanges, at: wall, beginsAgain: true)
        let first = try #require(Self.signOn(&backend, exchanges, at: wall).expires)
        _ = try backend.perform(Self.step("advance 60s"), at: wall)
        #expect(try Self.signOn(&backend, exchanges, at: wall).expires == first + .seconds(60))
        let now = try backend.perform(Self.step("advance 400d"), at: wall)
        let third = try #require(Self.signOn(&backend, exchanges, at: wall).expires)
        #expect(third == first + .seconds(60 + 400 * 86_400) && third > now)
        #expect(backend.log.unmatchedCount == 0)
    }

    @Test("A recording begins with an app's first request, however late; one that is begun keeps its distance")
    func leads() throws {
        let exchanges = try Self.exchanges()
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        let lead = backend.lead(of: nil)
        #expect(lead == 3 * 365 * 86_400)
        // Nobody has asked: the time until then is none of the recording's.
        let later = backend.pass(to: wall)
        _ = try backend.perform(Self.step("advance 400d"), at: wall)
        let first = backend.pass(to: wall)
        #expect(first - later == .seconds(400 * 86_400))
        #expect(backend.hear(from: 1, exchanges[0], at: first) == lead + 400 * 86_400)
        _ = try backend.perform(Self.step("advance 1d"), at: wall)
        let second = backend.pass(to: wall)
        #expect(backend.hear(from: 1, exchanges[3], at: second) == lead + 400 * 86_400)
        #expect(backend.hear(from: 2, exchanges[0], at: second) == lead + 401 * 86_400)
        #expect(backend.lead(of: 1) == lead + 400 * 86_400 && backend.lead(of: nil) == backend.lead(of: 1))
        backend.reset(at: wall)
        #expect(backend.lead(of: nil) == lead + 401 * 86_400 && backend.lead(of: 2) == backend.lead(of: nil))
    }

    @Test("Before the first request there is no expiration to travel to")
    func nothingBegun() throws {
        let exchanges = try Self.exchanges()
        var backend = try Self.forked(exchanges, at: exchanges[0].startedAt)
        let shown = backend.pass(to: exchanges[0].startedAt)
        #expect(throws: ScenarioError.self) {
            try backend.perform(Self.step("advance just after authz-token"), at: exchanges[0].startedAt)
        }
        #expect(backend.pass(to: exchanges[0].startedAt) == shown)
    }

    // MARK: Each app has a service of its own behind the recording

    static func step(_ text: String, _ configuration: ServiceConfiguration? = nil) throws -> ServedStep {
        let steps = try ServedStep.steps(in: text, for: configuration) { text throws(Problem) in FileNode(.text(text)) }
        return try #require(steps.first)
    }

    /// The recording, and the simulated service that knows what it showed, on a clock that stands still.
    static func forked(_ exchanges: [Exchange], at wall: Instant) throws -> ServedBackend {
        let recording = Recording(exchanges: exchanges)
        let history = History(recording)
        let observer = try ServiceObserver(of: recording, history)
        var backend = ServedBackend(
            World(Backend(at: exchanges[0].startedAt, service: .simulated(observer.beginning))),
            recording: ServedRecording(of: exchanges),
            from: exchanges[0].startedAt,
            showing: wall,
            at: wall,
            rate: 0
        )
        backend.learn(RecordedEvidence(history, observer: observer))
        return backend
    }

    /// The exchanges as an app with another device id makes them, which is sent in hexadecimal and in Base64 of that.
    static func other(_ exchanges: [Exchange]) -> [Exchange] {
        func other(_ text: String) -> String {
            text.replacing("63ad1697f76f44928c62d6d8317fb8cf", with: "1234567890abcdeffedcba0987654321")
                .replacing(
                    "NjNhZDE2OTdmNzZmNDQ5MjhjNjJkNmQ4MzE3ZmI4Y2Y",
                    with: "MTIzNDU2Nzg5MGFiY2RlZmZlZGNiYTA5ODc2NTQzMjE"
                )
        }
        return exchanges.map { exchange in
            var changed = exchange
            changed.request.url = other(exchange.request.url)
            changed.request.headers = HeaderFields(
                exchange.request.headers.map { HeaderField($0.name, other($0.value)) }
            )
            changed.request.body = exchange.request.body.map { Array(other(String(decoding: $0, as: UTF8.self)).utf8) }
            return changed
        }
    }

    /// What a session's app gets for its AuthZ token: a media token, or a refusal.
    static func play(_ backend: inout ServedBackend, _ exchanges: [Exchange], of session: Int, at wall: Instant)
        -> String
    {
        let request = InstantShift(wholeSeconds: backend.lead(of: session)).moved(exchanges[9].request)
        let reply = backend.respond(to: request, from: client, at: wall)
        guard case .simulated = reply.entry.source else { return "\(reply.entry.source)" }
        let text = String(decoding: reply.response?.body ?? [], as: UTF8.self)
        return ["shortAuthorizationToken", "notAuthorized"].first { text.contains($0) }
            ?? "\(reply.response?.status ?? 0) \(text)"
    }

    @Test("An app that begins three hours later has tokens that end three hours later, for the simulated service too")
    func twoApps() throws {
        let exchanges = try Self.exchanges()
        let others = Self.other(exchanges)
        #expect(others != exchanges)
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = try Self.forked(exchanges, at: wall)
        _ = try Self.signOn(&backend, exchanges, at: wall)
        _ = try backend.perform(Self.step("advance 3h"), at: wall)
        _ = try Self.signOn(&backend, others, at: wall)
        #expect(backend.lead(of: 2) - backend.lead(of: 1) == 3 * 3_600)
        // The recorded AuthZ token ends 24 h after exchange 9, so the first app's ends in 21 h, the second's in 24.
        #expect(Self.play(&backend, exchanges, of: 1, at: wall) == "shortAuthorizationToken")
        _ = try backend.perform(Self.step("advance 22h"), at: wall)
        // So does its access token.
        #expect(Self.play(&backend, exchanges, of: 1, at: wall).hasPrefix("401"))
        #expect(Self.play(&backend, others, of: 2, at: wall) == "shortAuthorizationToken")
        // Of the app that was heard from last.
        let expirations = backend.expirations(at: wall)
        let end = try #require(expirations.first { $0.kind == .authorizationToken }).instant
        let left = end - backend.pass(to: wall)
        #expect(left > .seconds(7_190) && left <= .seconds(7_200))
        let after = try backend.perform(Self.step("advance just after authz-token"), at: wall)
        #expect(after == end + .nanoseconds(1))
        #expect(Self.play(&backend, others, of: 2, at: wall) == "notAuthorized")
    }

    @Test("An app that is heard from goes on where it is, however many begin after it")
    func manyApps() throws {
        // Its first requests name no device.
        let exchanges = try Self.exchanges("access-denied-tvos")
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = Self.served(exchanges, at: wall)
        func ask(_ place: Int, _ address: String) -> Int? {
            let client = WireClient(address: address)
            let reply = backend.respond(to: exchanges[place].request, from: client, at: wall)
            guard case .recorded(let match) = reply.entry.source else { return nil }
            return match.session
        }
        #expect(ask(0, "10.0.0.1") == 1)
        _ = try backend.perform(Self.step("advance 40d"), at: wall)
        #expect(ask(0, "10.0.0.2") == 2)
        let lead = backend.lead(of: 2)
        #expect(lead - backend.lead(of: 1) == 40 * 86_400)
        for number in 3...ServedRecording.sessionLimit {
            #expect(ask(0, "10.1.\(number / 256).\(number % 256)") == number)
        }
        #expect(ask(1, "10.0.0.2") == 2)
        _ = try backend.perform(Self.step("advance 1d"), at: wall)
        for number in 1...3 { #expect(ask(0, "10.2.0.\(number)") == ServedRecording.sessionLimit + number) }
        #expect(ask(2, "10.0.0.2") == 2 && backend.lead(of: 2) == lead)
    }

    @Test("What is done to the service holds for all apps, and for those that begin later")
    func changes() throws {
        let exchanges = try Self.exchanges()
        let others = Self.other(exchanges)
        let wall = exchanges[0].startedAt + Self.threeYears
        var backend = try Self.forked(exchanges, at: wall)
        _ = try Self.signOn(&backend, exchanges, at: wall)
        _ = try backend.perform(Self.step("revoke viewer", backend.configuration), at: wall)
        var isRevoked = backend.isRevoked(at: wall)
        #expect(isRevoked)
        _ = try backend.perform(Self.step("advance 3h"), at: wall)
        _ = try Self.signOn(&backend, others, at: wall)
        isRevoked = backend.isRevoked(at: wall)
        #expect(isRevoked && backend.lead(of: 2) > backend.lead(of: 1))
        backend.reset(at: wall)
        _ = try Self.signOn(&backend, others, at: wall)
        isRevoked = backend.isRevoked(at: wall)
        #expect(!isRevoked)
    }
}

extension ServedBackend {
    fileprivate mutating func isRevoked(at wall: Instant) -> Bool {
        stateEntries(at: wall).contains { $0.kind == .revocation }
    }
}
