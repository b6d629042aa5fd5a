import Documents
import Exchanges
import History
import PassAPI
import Replay
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 3 and 5: what stands behind a recording knows what its app was given, and nothing of what is yet to
/// come; what has expired by the served clock is given to nobody.
@Suite struct ServedProgressTests {
    private typealias Recorded = ServedRecordingBackendTests

    /// The second screen's television: no token before exchange 7, AuthZ and media tokens with 8 and 9, logged out with 15.
    private static let capture = "second-screen-tvos"

    static func served(hasFallback: Bool, learned: Bool = true) throws -> (ServedBackend, [Exchange], Instant) {
        let exchanges = try Recorded.exchanges(capture)
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        guard !hasFallback else { return (try Recorded.forked(exchanges, at: wall), exchanges, wall) }
        var backend = Recorded.served(exchanges, at: wall)
        if learned { backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges)))) }
        return (backend, exchanges, wall)
    }

    /// Requests the exchanges of these ordinals again, and returns what responded.
    @discardableResult
    static func request(
        _ ordinals: some Sequence<Int>,
        of exchanges: [Exchange],
        _ backend: inout ServedBackend,
        at wall: Instant
    ) -> [ServedBackend.Reply] {
        ordinals.map { backend.respond(to: exchanges[$0 - 1].request, from: Recorded.client, at: wall) }
    }

    private static func names(_ backend: inout ServedBackend, at wall: Instant) -> [String] {
        backend.expirations(at: wall).map { String($0.name.prefix { $0 != " " }) }
    }

    @Test(
        "The simulated service behind a recording takes its app to be signed in once it was, and not before, nor after a logout"
    )
    func fallback() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: true)
        func status(_ ordinal: Int) -> Int? {
            let reply = Self.request([ordinal], of: exchanges, &backend, at: wall)[0]
            #expect(reply.entry.source == .simulated, "\(reply.entry.source)")
            return reply.response?.status
        }
        Self.request(1...5, of: exchanges, &backend, at: wall)
        #expect(status(3) == 403)
        Self.request(6...9, of: exchanges, &backend, at: wall)
        #expect(status(3) == 200)
        Self.request(10...14, of: exchanges, &backend, at: wall)
        #expect(status(9) == 200)
        Self.request([15], of: exchanges, &backend, at: wall)
        #expect(status(3) == 403)
        #expect(status(9) == 403)
    }

    /// rest-api-v1.md §3.3: with an access token that has expired every call is 401, whatever it would be otherwise.
    @Test(
        "A recorded refusal is not given for an access token that has expired, also before the app has named its device",
        arguments: [false, true]
    )
    func refusals(hasFallback: Bool) throws {
        for named in [[], [4]] as [[Int]] {
            var (backend, exchanges, wall) = try Self.served(hasFallback: hasFallback)
            Self.request([1, 2] + named, of: exchanges, &backend, at: wall)
            var last = backend
            _ = try last.perform(Recorded.step("advance just before access-token"), at: wall)
            #expect(Self.request([3, 6], of: exchanges, &last, at: wall).map(\.response?.status) == [403, 404])
            _ = try backend.perform(Recorded.step("advance at access-token"), at: wall)
            for reply in Self.request([3, 6], of: exchanges, &backend, at: wall) {
                #expect(reply.entry.status == (hasFallback ? 401 : 501), "\(named): \(reply.entry)")
                guard !hasFallback, case .unmatched(let unmatched) = reply.entry.source else { continue }
                // Made at 1795211956628 for 21,600 s, and served a year later.
                let end = Instant(millisecondsSince1970: 1_795_233_556_628) + .seconds(86_400 * 365)
                #expect(unmatched.reason == .expiredDuringReplay && unmatched.expiredAt == end)
            }
        }
    }

    @Test("What was given last counts, whatever the simulated service responded before")
    func meanwhile() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: true)
        Self.request(Array(1...6), of: exchanges, &backend, at: wall)
        #expect(Self.request([3], of: exchanges, &backend, at: wall)[0].response?.status == 403)
        // It is authorized, so it is signed in.
        Self.request([8], of: exchanges, &backend, at: wall)
        let reply = Self.request([3], of: exchanges, &backend, at: wall)[0]
        #expect(reply.entry.source == .simulated && reply.response?.status == 200)
    }

    @Test("What expires is what the app was given so far", arguments: [false, true])
    func expirations(hasFallback: Bool) throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: hasFallback)
        let named = [
            (1, []), (2, ["access-token"]), (5, ["registration-code", "access-token"]),
            (7, ["registration-code", "access-token", "authn-token"]),
            (8, ["registration-code", "access-token", "authz-token", "authn-token"]),
            (9, ["media-token", "registration-code", "access-token", "authz-token", "authn-token"]),
        ]
        var next = 1
        for (ordinal, names) in named {
            Self.request(next...ordinal, of: exchanges, &backend, at: wall)
            next = ordinal + 1
            #expect(Self.names(&backend, at: wall) == names, "after \(ordinal)")
        }
        Self.request(10...15, of: exchanges, &backend, at: wall)
        let left = Self.names(&backend, at: wall)
        #expect(!left.contains("authn-token") && !left.contains("authz-token") && left.contains("access-token"))
        backend.reset(at: wall)
        #expect(Self.names(&backend, at: wall).isEmpty)
        Self.request([1, 2], of: exchanges, &backend, at: wall)
        #expect(Self.names(&backend, at: wall) == ["access-token"])
    }

    @Test("The state names the device as the app does, and not as the recorded app did")
    func ownDevice() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: true)
        let (recorded, own) = ("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", "exp-dev-00001")
        for exchange in exchanges.prefix(9) {
            var request = exchange.request
            request.url = request.url.replacing(recorded, with: own)
            request.body = request.body.map { body in
                Array(String(decoding: body, as: UTF8.self).replacing(recorded, with: own).utf8)
            }
            let reply = backend.respond(to: request, from: Recorded.client, at: wall)
            #expect(reply.response?.status == exchange.response?.status, "\(reply.entry.source)")
        }
        let devices = backend.stateEntries(at: wall).compactMap { $0["deviceID"] }
        #expect(!devices.isEmpty && devices.allSatisfy { $0 == .identity(own) }, "\(devices)")
        let now = backend.pass(to: wall)
        let shown = backend.observation(showing: now).entries
        #expect(shown.compactMap { $0["deviceID"] } == devices)
    }

    @Test("The clock can go to what the app was given, and to nothing else", arguments: [false, true])
    func travel(hasFallback: Bool) throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: hasFallback)
        Self.request(1...6, of: exchanges, &backend, at: wall)
        #expect(throws: ScenarioError.self) {
            try backend.perform(Recorded.step("advance just after authn-token"), at: wall)
        }
        Self.request([7], of: exchanges, &backend, at: wall)
        let now = try backend.perform(Recorded.step("advance just after authn-token"), at: wall)
        // Exchange 7 states 1797803957970.
        let end = Instant(millisecondsSince1970: 1_797_803_957_970) + .seconds(backend.lead(of: 1))
        #expect(now == end + .nanoseconds(1))
        #expect(Self.names(&backend, at: wall).isEmpty)
    }

    @Test("A response that has expired is not given: the reason, the exchange and the instant are named")
    func over() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: false)
        Self.request(1...8, of: exchanges, &backend, at: wall)
        // The access token with which exchange 11 was requested ends at 1795233556628.
        let end = Instant(millisecondsSince1970: 1_795_233_556_628) + .seconds(backend.lead(of: 1))
        _ = try backend.perform(Recorded.step("advance 21599s"), at: wall)
        var other = backend
        #expect(Self.request([11], of: exchanges, &other, at: wall)[0].response?.status == 200)
        _ = try backend.perform(Recorded.step("advance 2s"), at: wall)
        guard case .unmatched(let unmatched) = Self.request([11], of: exchanges, &backend, at: wall)[0].entry.source
        else {
            Issue.record("exchange 11 was given")
            return
        }
        #expect(unmatched == UnmatchedRequest(.expiredDuringReplay, nearest: 11, expiredAt: end))
        #expect(backend.neverRequested.contains(11))
        guard case .unmatched(let later) = Self.request([14], of: exchanges, &backend, at: wall)[0].entry.source else {
            Issue.record("exchange 14 was given")
            return
        }
        #expect(later.reason == .expiredDuringReplay && later.nearest == 14)
        // A refusal is one for ever, and was given.
        guard case .unmatched(let again) = Self.request([3], of: exchanges, &backend, at: wall)[0].entry.source else {
            Issue.record("exchange 3 was given twice")
            return
        }
        #expect(again.reason == .alreadyReplayed)
    }

    @Test("Where a simulated service stands behind it, that responds once the recorded response has expired")
    func overWithFallback() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: true)
        Self.request(1...8, of: exchanges, &backend, at: wall)
        _ = try backend.perform(Recorded.step("advance 31d"), at: wall)
        let late = Self.request([11], of: exchanges, &backend, at: wall)[0]
        #expect(late.entry.source == .simulated && late.response?.status == 401)
    }

    @Test(
        "A media token is made for the request: it lasts as long as the recorded one, however late",
        arguments: [false, true]
    )
    func mediaToken(hasFallback: Bool) throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: hasFallback)
        Self.request(1...8, of: exchanges, &backend, at: wall)
        let now = try backend.perform(Recorded.step("advance 1h"), at: wall)
        let reply = Self.request([9], of: exchanges, &backend, at: wall)[0]
        guard case .recorded(let match) = reply.entry.source else {
            Issue.record("\(reply.entry.source)")
            return
        }
        // 1795212258020, and requested at 21:59:18.018: 300 s and 2 ms.
        let stated = try JSONValue(parsing: reply.response?.body ?? [])["expires"]?.string.flatMap { Int64($0) }
        let end = Instant(millisecondsSince1970: try #require(stated))
        #expect(end - now > .seconds(299) && end - now <= .milliseconds(300_002))
        #expect(match.distance - backend.lead(of: 1) > 3_590)
        #expect(backend.expirations(at: wall).first { $0.kind == .mediaToken }?.instant == end)
        // Its date is the clock's, and not an hour past that.
        #expect(reply.response?.headers[first: "Date"] == "Sat, 20 Nov 2027 22:59:16 GMT")
        // What it is for is still what was given first.
        let authorized = try #require(backend.expirations(at: wall).first { $0.kind == .authorizationToken }).instant
        #expect(authorized == Instant(millisecondsSince1970: 1_795_298_357_974) + .seconds(backend.lead(of: 1)))
    }

    @Test("An app that begins when the recording's first tokens have expired for others gets it from its beginning")
    func secondApp() throws {
        let recorded = try Recorded.exchanges("ytdlp-sign-on")
        // As if it had taken two days: the media token of exchange 10 lasts 5 minutes from 22:01:01 on.
        var exchanges = recorded
        exchanges[9].startedAt += .seconds(2 * 86_400)
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = Recorded.served(exchanges, at: wall)
        backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges))))
        Self.request(1...3, of: exchanges, &backend, at: wall)
        _ = try backend.perform(Recorded.step("advance 25h"), at: wall)
        // By that clock its access token is over, which ends after 24 h; registering does not.
        let other = WireClient(address: "10.0.0.7")
        for place in 1...2 {
            let reply = backend.respond(to: exchanges[place].request, from: other, at: wall)
            guard case .recorded(let match) = reply.entry.source else {
                Issue.record("\(reply.entry.source)")
                return
            }
            #expect(match.session == 2 && match.exchange == place + 1)
        }
        #expect(backend.lead(of: 2) - backend.lead(of: 1) >= 25 * 3_600 - 1)
    }

    @Test(
        "The date is the served clock's where the recording has made the same leap, and for an app that begins after one"
    )
    func leaps() throws {
        var exchanges = try Recorded.exchanges(Self.capture)
        for place in 7..<exchanges.count {
            exchanges[place].startedAt += .seconds(7_200)
            if case .response(var response) = exchanges[place].outcome {
                response = InstantShift(wholeSeconds: 7_200).movedDate(of: response)
                exchanges[place].outcome = .response(response)
            }
        }
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = Recorded.served(exchanges, at: wall)
        backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges))))
        Self.request(1...7, of: exchanges, &backend, at: wall)
        _ = try backend.perform(Recorded.step("advance 2h"), at: wall)
        let leapt = Self.request([8], of: exchanges, &backend, at: wall)[0]
        #expect(leapt.response?.headers[first: "Date"] == "Sat, 20 Nov 2027 23:59:17 GMT")
        // By another app, which is given the first exchange: recorded at 21:59:16, and requested at 23:59:16.
        let other = WireClient(address: "10.0.0.7")
        let first = backend.respond(to: exchanges[0].request, from: other, at: wall)
        #expect(first.response?.headers[first: "Date"] == "Sat, 20 Nov 2027 23:59:16 GMT", "\(first.entry.source)")
        // Recorded at 1795211956724 in the configuration, which an app holds against its own clock (rest-api-v1.md §7.1): as
        // much later as the date, 365 days and two hours.
        let configuration = exchanges[1...3].map { exchange in
            var request = exchange.request
            request.url.replace("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", with: "bWluZTAxMjM0NTY3ODkwMQ%3D%3D")
            return backend.respond(to: request, from: other, at: wall)
        }[2]
        let text = String(decoding: configuration.response?.body ?? [], as: UTF8.self)
        #expect(text.contains(#""time": 1826755156724"#), "\(text.prefix(120))")
    }

    @Test("An app that begins again leaves nothing of what it met, and no warning")
    func nothingLeft() throws {
        let exchanges = try Recorded.exchanges(Self.capture)
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = Recorded.served(exchanges, at: wall, beginsAgain: true)
        for _ in 1...50 { _ = backend.respond(to: exchanges[2].request, from: Recorded.client, at: wall) }
        #expect(Array(backend.worlds.keys) == [50] && backend.log.warnings.count == 0)
        #expect(throws: ScenarioError.self) {
            try backend.perform(Recorded.step("app 1: fault offline"), at: wall)
        }
        _ = try backend.perform(Recorded.step("app 50: fault offline"), at: wall)
    }

    @Test("Of too many apps the one heard from the longest ago is forgotten with all that it met, which is said once")
    func tooMany() throws {
        let exchanges = try Recorded.exchanges(Self.capture)
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = Recorded.served(exchanges, at: wall)
        func ask(_ number: Int) -> Int? {
            var request = exchanges[2].request
            request.url.replace("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", with: "box-\(10_000 + number)")
            guard case .recorded(let match) = backend.respond(to: request, from: Recorded.client, at: wall).entry.source
            else { return nil }
            return match.session
        }
        let limit = ServedRecording.sessionLimit
        for number in 1...limit { #expect(ask(number) == number) }
        #expect(backend.log.warnings.count == 0 && backend.worlds.count == limit)
        #expect((1...3).map { ask(limit + $0) } == [limit + 1, limit + 2, limit + 3])
        #expect(backend.log.warnings.last.map(\.code) == [.appForgotten])
        let first = ForgottenApp(session: 1, device: "box-10001", isOneTooMany: true)
        #expect(backend.log.warnings.last.first?.forgottenApp == first)
        #expect(backend.worlds.count == limit && backend.worlds.keys.min() == 4)
        // It begins anew.
        #expect(ask(1) == limit + 4)
    }

    @Test("Where it begins again for an app, it does so after its tokens have expired, too")
    func beginsAgain() throws {
        let exchanges = try Recorded.exchanges("clients/clientless-sign-on")
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = Recorded.served(exchanges, at: wall, beginsAgain: true)
        backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges))))
        Self.request(1...6, of: exchanges, &backend, at: wall)
        _ = try backend.perform(Recorded.step("advance 31d"), at: wall)
        for reply in Self.request(1...exchanges.count, of: exchanges, &backend, at: wall) {
            guard case .recorded(let match) = reply.entry.source else {
                Issue.record("\(reply.entry.ordinal): \(reply.entry.source)")
                continue
            }
            #expect(match.beginsAgain == (match.exchange == 1))
        }
    }

    @Test("A poll whose time has come is not answered with a token that has expired")
    func polls() throws {
        let exchanges = try Recorded.exchanges("access-denied-tvos")
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        var backend = ServedBackend(
            World(Backend(at: exchanges[0].startedAt, service: .recorded(RecordedService(calls: [])))),
            recording: ServedRecording(of: exchanges, polls: .clock),
            from: exchanges[0].startedAt,
            showing: wall,
            at: wall,
            rate: 0
        )
        backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges))))
        Self.request(1...5, of: exchanges, &backend, at: wall)
        _ = try backend.perform(Recorded.step("advance 31d"), at: wall)
        // Exchange 6 is the poll that is not answered yet, exchange 7 the one that is.
        let replies = Self.request([6, 6], of: exchanges, &backend, at: wall)
        #expect(replies.allSatisfy { $0.response?.status != 200 }, "\(replies.map(\.entry.source))")
    }

    @Test("The date of a recorded response is the served clock's after that was turned on, and its expirations stay")
    func date() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: false)
        var plain = backend
        let before = Self.request(1...8, of: exchanges, &plain, at: wall)[7]
        Self.request(1...7, of: exchanges, &backend, at: wall)
        _ = try backend.perform(Recorded.step("advance 2h"), at: wall)
        let after = Self.request([8], of: exchanges, &backend, at: wall)[0]
        let dates = try [before, after].map { try #require($0.response?.headers[first: "Date"]) }
        // Recorded as `Fri, 20 Nov 2026 21:59:17 GMT`, of a request at 21:59:17.973. The clock stood at 21:59:16.577, a year later,
        // and then two hours later.
        #expect(dates == ["Sat, 20 Nov 2027 21:59:17 GMT", "Sat, 20 Nov 2027 23:59:16 GMT"], "\(dates)")
        #expect(after.response?.body == before.response?.body)
    }
}
