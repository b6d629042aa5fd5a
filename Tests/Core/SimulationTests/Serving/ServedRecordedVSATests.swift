import Checkout
import Documents
import Exchanges
import Foundation
import History
import PassAPI
import Replay
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 2 to 4: the recorded VSA calls of `apple-sso-tvos`, years later.
@Suite struct ServedRecordedVSATests {
    /// Three years and some after 2026-11-20T21:59:12.599Z, when the recording begins; a whole number of seconds.
    private static let wall = Instant(secondsSince1970: 1_900_000_000)

    private static func recording(_ name: String) throws -> (exchanges: [Exchange], calls: [VSACall]) {
        func bytes(_ ending: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: Checkout.top.appending(path: "Recordings/captures/\(name).\(ending)")))
        }
        return (try HAR.recording(parsing: bytes("har")).exchanges, try VSALog.parse(bytes("accounts.jsonl")))
    }

    private static func served(
        _ name: String = "apple-sso-tvos",
        beginsAgain: Bool = false
    ) throws -> (ServedBackend, [Exchange], [VSACall]) {
        let (exchanges, calls) = try recording(name)
        let start = exchanges[0].startedAt
        let world = World(Backend(at: start, service: .recorded(RecordedService(calls: []))))
        let backend = ServedBackend(
            world,
            recording: ServedRecording(of: exchanges, beginsAgain: beginsAgain),
            vsa: ServedVSA(recorded: calls),
            from: start,
            showing: wall,
            at: wall,
            rate: 0
        )
        return (backend, exchanges, calls)
    }

    private static func ask(
        _ question: VSARequest,
        _ backend: inout ServedBackend,
        name: String? = nil
    ) -> ServedBackend.VSAReply {
        let client = ServedVSA.Client(address: "127.0.0.1", name: name)
        return backend.answer(question, from: client, in: ServedVSATests.received, at: wall)
    }

    @Test("The results come in order, moved as far as the responses; the SAML response comes back as it was recorded")
    func order() throws {
        var (backend, exchanges, calls) = try Self.served()
        let seconds = Self.wall.secondsSince1970 - exchanges[0].startedAt.secondsSince1970
        let distance = InstantShift(from: exchanges[0].startedAt, to: Self.wall).wholeSeconds
        #expect(abs(distance - seconds) <= 1)
        let first = Self.ask(calls[0].question, &backend)
        #expect(first.call?.answer == .accessStatus(.granted, nil) && first.entry.status == 200)
        #expect(first.call?.answeredAt == first.entry.instant)
        let second = ServedVSATests.metadata(Self.ask(calls[1].question, &backend))
        #expect(second.0 == nil && second.1?.code == 3)
        let third = ServedVSATests.metadata(Self.ask(calls[2].question, &backend)).0
        // Recorded as 2026-12-20T21:59:12Z, 30 days less 0.6 seconds after the recording's beginning.
        let recordedEnd = try #require(Instant(iso8601: "2026-12-20T21:59:12Z"))
        #expect(third?.authenticationExpirationDate == recordedEnd + .seconds(distance))
        let fourth = Self.ask(calls[3].question, &backend)
        let saml = try #require(ServedVSATests.metadata(fourth).0?.samlAttributeQueryResponse)
        guard case .metadata(let recorded?, _) = calls[3].answer else { throw Missing() }
        #expect(saml != recorded.samlAttributeQueryResponse)
        #expect(
            InstantShift(wholeSeconds: -distance).moved(text: saml) == recorded.samlAttributeQueryResponse
        )
        guard case .recordedVSA(let match) = fourth.entry.source else { throw Missing() }
        #expect(match.vsaCall == 4 && match.differences.isEmpty)
        #expect(backend.vsa.neverRequested.isEmpty && backend.log.unmatchedCount == 0 && backend.log.vsaCallCount == 4)
    }

    private struct Missing: Error {}

    @Test("A whole sign-on of another app: requests and calls as recorded, none unmatched, the moved token is taken")
    func signOn() throws {
        var (backend, exchanges, calls) = try Self.served()
        try Self.signOn(&backend, exchanges, calls)
        #expect(backend.vsa.neverRequested.isEmpty)
    }

    @Test("An app that is started again signs on again, with calls and requests: the recording begins again for both")
    func again() throws {
        var (backend, exchanges, calls) = try Self.served(beginsAgain: true)
        for _ in 0..<3 {
            try Self.signOn(&backend, exchanges, calls)
            _ = try backend.perform(ServedRecordingBackendTests.step("advance 40d"), at: Self.wall)
        }
        // Of one that was ended before its sign-in nothing is left over.
        let config = try #require(exchanges.first { PassRequest(recognizing: $0.request)?.operation == .configuration })
        _ = backend.respond(to: config.request, from: WireClient(address: "127.0.0.1"), at: Self.wall)
        #expect(Self.ask(calls[1].question, &backend).call != nil)
        try Self.signOn(&backend, exchanges, calls)
    }

    @Test(
        "Each run's account ends 30 days after that run, whoever asks, and whatever is asked first",
        arguments: [nil, "living room"] as [String?],
        [true, false]
    )
    func freshAccounts(name: String?, asksFirst: Bool) throws {
        var (backend, exchanges, calls) = try Self.served(beginsAgain: true)
        // Another client at the address, which requests nothing.
        _ = Self.ask(calls[0].question, &backend, name: "bedroom")
        var ends: [Instant] = []
        var now = Self.wall
        for _ in 0..<3 {
            func ask() throws {
                for call in calls {
                    let result = ServedVSATests.metadata(Self.ask(call.question, &backend, name: name)).0
                    if let end = result?.authenticationExpirationDate { ends.append(end) }
                }
            }
            func request() {
                for exchange in exchanges where PassRequest(recognizing: exchange.request)?.operation != .session {
                    _ = backend.respond(to: exchange.request, from: WireClient(address: "127.0.0.1"), at: Self.wall)
                }
            }
            if asksFirst { try ask() }
            request()
            if !asksFirst { try ask() }
            // Recorded as 2026-12-20T21:59:12Z, 30 days less 0.6 seconds after the recording's beginning.
            let rest = (try #require(ends.last) - now - .seconds(30 * 86_400)) / .seconds(1)
            #expect(abs(rest) < 2, "\(ends) at \(now)")
            now = try backend.perform(ServedRecordingBackendTests.step("advance 31d"), at: Self.wall)
        }
    }

    @Test("With the requests the calls begin again, though the next of them would answer, too")
    func halfALog() throws {
        let (exchanges, calls) = try Self.recording("apple-sso-tvos")
        // The same question twice: nobody is signed in, and then somebody is.
        var second = calls[2]
        second.question = calls[1].question
        let start = exchanges[0].startedAt
        var backend = ServedBackend(
            World(Backend(at: start, service: .recorded(RecordedService(calls: [])))),
            recording: ServedRecording(of: exchanges, beginsAgain: true),
            vsa: ServedVSA(recorded: [calls[1], second]),
            from: start,
            showing: Self.wall,
            at: Self.wall,
            rate: 0
        )
        func asked() -> Int? {
            if case .recordedVSA(let match) = Self.ask(calls[1].question, &backend).entry.source {
                match.vsaCall
            } else {
                nil
            }
        }
        func begin() {
            _ = backend.respond(to: exchanges[0].request, from: WireClient(address: "127.0.0.1"), at: Self.wall)
        }
        begin()
        #expect(asked() == 2)
        begin()
        #expect([asked(), asked()] == [2, 3])
    }

    /// All requests and calls of an app, as they were recorded.
    private static func signOn(_ backend: inout ServedBackend, _ exchanges: [Exchange], _ calls: [VSACall]) throws {
        let client = WireClient(address: "127.0.0.1")
        var open = calls[...]
        var moved: [(String, String)] = []
        for exchange in exchanges {
            while let call = open.first, call.answeredAt <= exchange.startedAt {
                open.removeFirst()
                var question = call.question
                // The app forwards the profile request that it was given, which is moved.
                if case .enqueue(var request) = question, let token = request.verificationToken {
                    request.verificationToken = moved.first { $0.0 == token }?.1 ?? token
                    question = .enqueue(request)
                }
                let reply = ask(question, &backend)
                #expect(reply.call != nil && reply.entry.source.differences.isEmpty, "\(reply.entry.source)")
                guard case .metadata(let new?, _)? = reply.call?.answer, case .metadata(let old?, _) = call.answer,
                    let newSAML = new.samlAttributeQueryResponse, let oldSAML = old.samlAttributeQueryResponse
                else { continue }
                moved.append((form(oldSAML), form(newSAML)))
            }
            var request = exchange.request
            if let body = request.body {
                var text = String(decoding: body, as: UTF8.self)
                for (old, new) in moved { text = text.replacingOccurrences(of: old, with: new) }
                request.body = Array(text.utf8)
            }
            let reply = backend.respond(to: request, from: client, at: wall)
            #expect(!reply.entry.isUnmatched, "\(exchange.ordinal) \(exchange.request.url): \(reply.entry.source)")
            #expect(reply.response?.status == exchange.response?.status)
        }
        #expect(moved.count == 1 && open.isEmpty)
        #expect(backend.log.unmatchedCount == 0)
    }

    /// A SAML response as the cookbook's clients put it in a form: Base64, then percent encoding.
    private static func form(_ saml: String) -> String {
        // apple-sso-flow.md §4: blanks are collapsed, newlines dropped, ends trimmed.
        let text = saml.replacingOccurrences(of: "[ \\t]+", with: " ", options: .regularExpression)
            .components(separatedBy: .newlines).joined().trimmingCharacters(in: .whitespacesAndNewlines)
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return Data(text.utf8).base64EncodedString().addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    @Test("What the recording does not have is unmatched, with its closed reason; each client begins at the beginning")
    func unmatched() throws {
        var (backend, _, calls) = try Self.served()
        // Out of order: the profile request comes after the sign-in.
        let early = Self.ask(calls[3].question, &backend)
        #expect(early.call == nil && early.entry.status == 501 && early.entry.isUnmatched)
        #expect(early.entry.source == .unmatched(UnmatchedRequest(.outOfOrder, nearestVSACall: 2)))
        for call in calls { #expect(Self.ask(call.question, &backend).call != nil) }
        let again = Self.ask(calls[2].question, &backend)
        #expect(again.entry.source == .unmatched(UnmatchedRequest(.alreadyReplayed, nearestVSACall: 4)))
        // The recorded app did not ask for access again: what it knew holds.
        #expect(Self.ask(.checkAccessStatus(prompt: true), &backend).call?.answer == .accessStatus(.granted, nil))
        #expect(Self.ask(calls[1].question, &backend, name: "another").call != nil)
        #expect(backend.log.unmatchedCount == 2)
        backend.reset(at: Self.wall)
        #expect(Self.ask(calls[1].question, &backend).call != nil && backend.vsa.neverRequested == [1, 3, 4])
        var (denied, _, _) = try Self.served("access-denied-tvos")
        for _ in 0..<2 {
            #expect(Self.ask(.checkAccessStatus(prompt: true), &denied).call?.answer == .accessStatus(.denied, nil))
            let metadata = Self.ask(calls[1].question, &denied)
            #expect(metadata.entry.source == .unmatched(UnmatchedRequest(.notRecorded)))
        }
        var (plain, _, _) = try Self.served("ytdlp-cached-second-play", hasCalls: false)
        let none = Self.ask(.checkAccessStatus(prompt: true), &plain)
        #expect(none.entry.source == .unmatched(UnmatchedRequest(.notRecorded)))
    }

    @Test(
        "A client that asks 40 days after another one at its address has an account that has just begun; each goes on with its own"
    )
    func oneAfterAnother() throws {
        var (backend, exchanges, calls) = try Self.served()
        let client = WireClient(address: "127.0.0.1")
        _ = backend.respond(to: exchanges[0].request, from: client, at: Self.wall)
        for call in calls.prefix(2) { _ = Self.ask(call.question, &backend, name: "first") }
        try ServedBackendTests.perform("advance 40d", in: &backend, at: Self.wall)
        let now = backend.clock.instant(at: Self.wall)
        func left(_ name: String) throws -> Duration? {
            let metadata = ServedVSATests.metadata(Self.ask(calls[2].question, &backend, name: name)).0
            return metadata?.authenticationExpirationDate.map { $0 - now }
        }
        for call in calls.prefix(2) { _ = Self.ask(call.question, &backend, name: "second") }
        // Recorded as 30 days less less than a second after the recording's beginning.
        let second = try #require(try left("second"))
        #expect(second > .seconds(30 * 86_400 - 2) && second <= .seconds(30 * 86_400))
        // What the first was given ended ten days ago.
        let first = try #require(try left("first"))
        #expect(first > .seconds(-10 * 86_400 - 2) && first <= .seconds(-10 * 86_400))
    }

    /// apple-sso-flow.md §4: an assertion holds for minutes, and only who asked has it.
    @Test("What VSA gave expires for the app that has asked, and not for one that has not since it began")
    func given() throws {
        var (backend, exchanges, calls) = try Self.served(beginsAgain: true)
        backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges, vsaCalls: calls))))
        func begin(_ address: String) {
            _ = backend.respond(to: exchanges[0].request, from: WireClient(address: address), at: Self.wall)
        }
        func assertions() -> [Instant] {
            backend.expirations(at: Self.wall).filter { $0.kind == .assertion }.map(\.instant)
        }
        begin("127.0.0.1")
        for call in calls.prefix(3) { _ = Self.ask(call.question, &backend) }
        #expect(assertions().isEmpty)
        _ = Self.ask(calls[3].question, &backend)
        let given = try #require(assertions().first)
        begin("10.0.0.1")
        #expect(assertions().isEmpty)
        _ = Self.ask(calls[0].question, &backend)
        #expect(assertions() == [given])
        try ServedBackendTests.perform("advance 1m", in: &backend, at: Self.wall)
        begin("127.0.0.1")
        #expect(assertions().isEmpty)
        for call in calls { _ = Self.ask(call.question, &backend) }
        #expect(assertions() == [given + .seconds(60)])
    }

    @Test(
        "An account in Settings ends at one instant, with and without a SAML response, for an app that began later too"
    )
    func oneEnd() throws {
        let (exchanges, calls) = try Self.recording("apple-sso-tvos")
        let world = try ForkedWorld(Recording(exchanges: exchanges, vsaCalls: calls)).world
        var backend = ServedBackend(
            World(world.backend),
            recording: ServedRecording(of: exchanges),
            vsa: ServedVSA(recorded: calls, of: world),
            from: exchanges[0].startedAt,
            showing: Self.wall,
            at: Self.wall,
            rate: 0
        )
        _ = backend.respond(to: exchanges[0].request, from: WireClient(address: "10.0.0.1"), at: Self.wall)
        try ServedBackendTests.perform("advance 1d", in: &backend, at: Self.wall)
        _ = backend.respond(to: exchanges[0].request, from: WireClient(address: "127.0.0.1"), at: Self.wall)
        #expect(backend.lead(of: 2) > backend.lead(of: 1))
        try ServedBackendTests.perform("vsa sign in Meadowlark", in: &backend, at: Self.wall)
        let plain = try #require(ServedVSATests.metadata(Self.ask(calls[2].question, &backend)).0)
        let full = try #require(ServedVSATests.metadata(Self.ask(calls[3].question, &backend)).0)
        #expect(plain.samlAttributeQueryResponse == nil && full.samlAttributeQueryResponse != nil)
        #expect(full.authenticationExpirationDate == backend.settings.expires)
        #expect(plain.authenticationExpirationDate == backend.settings.expires)
    }

    private static func served(_ name: String, hasCalls: Bool) throws -> (ServedBackend, [Exchange], [VSACall]) {
        let url = Checkout.top.appending(path: "Recordings/captures/\(name).har")
        let exchanges = try HAR.recording(parsing: [UInt8](Data(contentsOf: url))).exchanges
        let start = exchanges[0].startedAt
        let world = World(Backend(at: start, service: .recorded(RecordedService(calls: []))))
        let vsa = ServedVSA(recorded: [])
        let recording = ServedRecording(of: exchanges)
        let backend = ServedBackend(
            world,
            recording: recording,
            vsa: vsa,
            from: start,
            showing: wall,
            at: wall,
            rate: 0
        )
        return (backend, exchanges, [])
    }

    @Test(
        "Changed Settings come before the recording, until it is asked for again; nobody can sign in without a provider"
    )
    func changed() throws {
        var (backend, _, calls) = try Self.served()
        #expect(backend.settings.isRecorded)
        try ServedBackendTests.perform("vsa permission denied", in: &backend, at: Self.wall)
        let refusal = AccountError(.accessNotGranted)
        #expect(Self.ask(.checkAccessStatus(prompt: true), &backend).call?.answer == .accessStatus(.denied, refusal))
        #expect(ServedVSATests.metadata(Self.ask(calls[2].question, &backend)).1 == refusal)
        try ServedBackendTests.perform("vsa recorded; vsa sign out", in: &backend, at: Self.wall)
        // Signed out without interruption is providerRejected; a picker in which there is nobody is canceled.
        #expect(ServedVSATests.metadata(Self.ask(calls[1].question, &backend)).1?.code == 4)
        #expect(ServedVSATests.metadata(Self.ask(calls[2].question, &backend)).1?.code == 2)
        try ServedBackendTests.perform("vsa recorded", in: &backend, at: Self.wall)
        #expect(ServedVSATests.metadata(Self.ask(calls[1].question, &backend)).1?.code == 3)
        let error = #expect(throws: ScenarioError.self) {
            try ServedBackendTests.perform("vsa sign in Meadowlark", in: &backend, at: Self.wall)
        }
        #expect(error?.hint?.contains("--fallback simulated") == true)
    }
}
