import Documents
import Exchanges
import History
import Services
import Simulation
import Testing
import VirtualTime

@testable import Report

/// Source: issue "A page to look at", part 2; the recording second-screen-tvos, read by hand: the access token comes with
/// exchange 2, the registration code with 5, the AuthZ token with 8, media tokens with 9 and 12, and 15 logs out.
@Suite("Over a recording, lives begin and end with the responses that the app was given") struct ServedHistoryTests {
    private static let wall = Instant(secondsSince1970: 1_900_000_000)
    private static let path = "Recordings/captures/second-screen-tvos.har"

    /// What a reader knows after the app was given the first `count` responses, and what the page learns after `learned`.
    private func objects(first count: Int, learned: Int) throws -> [JSONObject] {
        let recording = try BundledRecordings.recording(Self.path)
        let start = recording.exchanges[0].startedAt
        let world = World(Backend(at: start, service: .recorded(RecordedService(calls: []))))
        var backend = ServedBackend(
            world,
            recording: ServedRecording(of: recording.exchanges),
            from: start,
            showing: Self.wall,
            at: Self.wall,
            rate: 0
        )
        var page = ServedPage(backend, at: Self.wall)
        for (index, exchange) in recording.exchanges.prefix(count).enumerated() {
            if index == learned { page.learn(ServedHistory(History(recording))) }
            let client = WireClient(address: "127.0.0.1")
            let reply = backend.respond(to: exchange.request, from: client, at: Self.wall)
            #expect(reply.response?.status == exchange.response?.status)
            page.take(reply.entry, from: &backend)
        }
        if learned >= count { page.learn(ServedHistory(History(recording))) }
        page.catchUp(&backend, at: Self.wall)
        return page.objects(after: ServedPage.Place(), limit: .max).map(\.object)
    }

    @Test("A life begins with its request: nothing is there before the first one")
    func begins() throws {
        let objects = try objects(first: 12, learned: 0)
        var born: [String: [Int64]] = [:]
        // The opening has all of them as they are now.
        for object in objects.dropFirst() {
            for life in object["lives"]?.array ?? [] where life["ending"] == nil {
                let ordinal = try #require(object["event"]?["ordinal"]?.number?.int64)
                born[try #require(life["kind"]?.string), default: []].append(ordinal)
            }
        }
        #expect(born["accessToken"] == [2] && born["registrationCode"] == [5] && born["authzToken"]?.first == 8)
        #expect(born["mediaToken"] == [9, 12])
        // Exchange 2 gives a token for six hours; the clock stands still.
        let token = objects.flatMap { $0["lives"]?.array ?? [] }.first { $0["kind"]?.string == "accessToken" }
        let expires = try #require(token?["expiresMicroseconds"]?.number?.int64)
        #expect((21_599_000_000...21_601_000_000).contains(expires))
        let state = try #require(objects.last?["stops"]?.array?.first)
        #expect(state["changes"]?.array?.contains { $0["heading"]?.string == "given by the recording" } == true)
    }

    @Test("The logout ends the sign-on's tokens, and not the access token")
    func logout() throws {
        let lives = try objects(first: 15, learned: 0).flatMap { $0["lives"]?.array ?? [] }
        let ended = lives.filter { $0["ending"]?.string == "loggedOut" }.compactMap { $0["kind"]?.string }
        #expect(ended.contains("authnToken") && !ended.contains("accessToken"))
    }

    @Test("What is learned later brings the same lives", arguments: [3, 9, 12, 20])
    func later(learned: Int) throws {
        func lives(_ objects: [JSONObject]) -> [String] {
            objects.flatMap { $0["lives"]?.array ?? [] }
                .map { "\($0["name"]?.string ?? "") \($0["offsetMicroseconds"] ?? .null) \($0["expiresAt"] ?? .null)" }
                .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.sorted()
        }
        #expect(lives(try objects(first: 12, learned: learned)) == lives(try objects(first: 12, learned: 0)))
    }
}
