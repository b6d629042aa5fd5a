import Exchanges
import History
import PassAPI
import Replay
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 3 and 5: a recorded response is not given to an app for which the service would not have it any
/// more; what comes after the recording comes from the simulated service.
@Suite struct ServedDepartureTests {
    private typealias Recorded = ServedRecordingBackendTests

    /// The second screen's television: signed in with exchange 7, AuthZ and media tokens with 8 and 9, which its programmer verifies
    /// with 10; the same with 11, 12 and 13; logged out with 15.
    private static func served(hasFallback: Bool) throws -> (ServedBackend, [Exchange], Instant) {
        let exchanges = try Recorded.exchanges("second-screen-tvos")
        let wall = exchanges[0].startedAt + .seconds(86_400 * 365)
        guard !hasFallback else { return (try Recorded.forked(exchanges, at: wall), exchanges, wall) }
        var backend = Recorded.served(exchanges, at: wall)
        backend.learn(RecordedEvidence(History(Recording(exchanges: exchanges))))
        return (backend, exchanges, wall)
    }

    @discardableResult
    private static func request(
        _ ordinals: some Sequence<Int>,
        of exchanges: [Exchange],
        _ backend: inout ServedBackend,
        at wall: Instant
    ) -> [ServedBackend.Reply] {
        ordinals.map { backend.respond(to: exchanges[$0 - 1].request, from: Recorded.client, at: wall) }
    }

    /// rest-api-v1.md: after a logout the device has neither AuthN nor AuthZ token.
    @Test("What needs a sign-in is not given after the logout")
    func logout() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: false)
        Self.request(Array(1...10) + [15], of: exchanges, &backend, at: wall)
        for ordinal in [11, 12, 14] {
            let reply = Self.request([ordinal], of: exchanges, &backend, at: wall)[0]
            #expect(reply.entry.source == .unmatched(UnmatchedRequest(.outOfOrder, nearest: ordinal)), "\(ordinal)")
        }
        // Another device is signed in.
        var first = exchanges[10].request
        first.url.replace("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", with: "bWluZQ%3D%3D")
        #expect(first != exchanges[10].request)
        let other = backend.respond(to: first, from: WireClient(address: "10.0.0.7"), at: wall)
        #expect(other.response?.status == 200, "\(other.entry.source)")
        var (continued, _, _) = try Self.served(hasFallback: true)
        Self.request(Array(1...10) + [15], of: exchanges, &continued, at: wall)
        let refusal = Self.request([11], of: exchanges, &continued, at: wall)[0]
        #expect(refusal.entry.source == .simulated && refusal.response?.status == 412)
    }

    @Test("After age the simulated service responds to the apps that there are, and the recording to those that come")
    func age() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: true)
        Self.request(1...10, of: exchanges, &backend, at: wall)
        _ = try backend.age(by: .seconds(86_400 * 31), at: wall)
        let reply = Self.request([11], of: exchanges, &backend, at: wall)[0]
        #expect(reply.entry.source == .simulated && (400...499).contains(reply.response?.status ?? 0))
        let other = backend.respond(to: exchanges[0].request, from: WireClient(address: "10.0.0.7"), at: wall)
        guard case .recorded(let match) = other.entry.source else {
            Issue.record("\(other.entry.source)")
            return
        }
        #expect(match.exchange == 1 && match.session == 2)
        // From its beginning.
        backend.reset(at: wall)
        #expect(Self.request(1...10, of: exchanges, &backend, at: wall).allSatisfy { !$0.entry.isSimulated })
    }

    @Test(
        "After a step that changes the service it responds to the calls of the apps that there are, and to nothing else"
    )
    func changed() throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: true)
        Self.request(1...7, of: exchanges, &backend, at: wall)
        let body = String(decoding: exchanges[6].response?.body ?? [], as: UTF8.self)
        let mvpd = try #require(body.split(separator: "\"mvpd\"")[1].split(separator: "\"").dropFirst().first)
        _ = try backend.perform(Recorded.step("degrade \(mvpd) authz-none", backend.configuration), at: wall)
        let denied = Self.request([8], of: exchanges, &backend, at: wall)[0]
        #expect(denied.entry.source == .simulated && denied.response?.status == 403)
        let verified = Self.request([10], of: exchanges, &backend, at: wall)[0]
        #expect(!verified.entry.isSimulated && verified.response?.status == exchanges[9].response?.status)
        let other = backend.respond(to: exchanges[3].request, from: WireClient(address: "10.0.0.7"), at: wall)
        #expect(!other.entry.isSimulated && other.response?.status == 200)
    }

    @Test(
        "A response that a fault has spoiled is there for the next try; one that came late is not",
        arguments: [
            FaultPlan.Rule(.truncatedBody, count: 1), FaultPlan.Rule(.garbageBody, count: 1),
            FaultPlan.Rule(.reset, count: 1, isAfterService: true), FaultPlan.Rule(.slow(by: .seconds(1)), count: 1),
        ]
    )
    func spoiled(rule: FaultPlan.Rule) throws {
        var (backend, exchanges, wall) = try Self.served(hasFallback: false)
        backend.base.run.world.backend.faults.add(rule)
        let replies = Self.request([4, 4, 4], of: exchanges, &backend, at: wall)
        let whole = if case .slow = rule.fault { replies[0] } else { replies[1] }
        #expect(whole.response?.status == 200)
        if whole == replies[1] {
            #expect(replies[0].response?.body != whole.response?.body)
        } else {
            #expect(replies[1].entry.source == .unmatched(UnmatchedRequest(.alreadyReplayed, nearest: 4)))
        }
        #expect(replies[2].entry.source == .unmatched(UnmatchedRequest(.alreadyReplayed, nearest: 4)))
    }

    @Test("Where the simulated service gives the tokens, other hosts take them, as often as they come")
    func elsewhere() throws {
        var verifications: [Bool: [Int?]] = [:]
        for hasFallback in [false, true] {
            var (backend, exchanges, wall) = try Self.served(hasFallback: hasFallback)
            Self.request(1...13, of: exchanges, &backend, at: wall)
            var request = exchanges[12].request
            request.body = Array("token=PHNpZ25hdHVyZUluZm8%2Bb3RoZXI8L3NpZ25hdHVyZUluZm8%2B".utf8)
            for _ in 0..<2 {
                let reply = backend.respond(to: request, from: Recorded.client, at: wall)
                verifications[hasFallback, default: []].append(reply.response?.status)
            }
        }
        #expect(verifications == [false: [nil, nil], true: [200, 200]])
    }
}

extension ServedEntry {
    fileprivate var isSimulated: Bool { source == .simulated }
}
