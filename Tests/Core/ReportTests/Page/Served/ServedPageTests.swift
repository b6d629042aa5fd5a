import Documents
import Exchanges
import Foundation
import PassAPI
import Services
import Simulation
import Testing
import VirtualTime

@testable import Report

/// Source: issue "A page to look at", part 2: the live page is the page of a recording, fed by what happens.
@Suite("What the live page draws, made while it happens") struct ServedPageTests {
    private static let wall = Instant(secondsSince1970: 1_800_000_000)

    /// A simulated service whose clock stands still, and its page.
    private struct Served {
        var backend: ServedBackend
        var page: ServedPage

        init() {
            let service = Service.simulated(SimulatedService(.example, seed: 1))
            backend = ServedBackend(
                World(Backend(at: wall, service: service)),
                from: wall,
                showing: wall,
                at: wall,
                rate: 0
            )
            page = ServedPage(backend, at: wall)
        }

        @discardableResult
        mutating func request(
            _ method: String,
            _ path: String,
            _ headers: [HeaderField] = [],
            _ body: String = "",
            host: String = "https://api.auth.adobe.com"
        ) -> HTTPResponse? {
            let request = HTTPRequest(
                method: method,
                url: host + path,
                headers: HeaderFields(headers),
                body: Array(body.utf8)
            )
            var asked = AskedRequest(request)
            let taken =
                backend.serves(asked)
                ? backend.take(&asked, from: WireClient(address: "127.0.0.1"), at: wall)
                : backend.refuse(request, at: wall)
            var reply = taken.reply()
            backend.note(&reply)
            page.take(reply.entry, from: &backend)
            return reply.response
        }

        /// An access token: two requests.
        mutating func accessToken() throws -> String {
            let statement = #"{"software_statement":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2ln"}"#
            let type = HeaderField("Content-Type", "application/json")
            let registered = try JSONValue(
                parsing: try #require(request("POST", "/o/client/register", [type], statement)?.body)
            )
            let id = try #require(registered["client_id"]?.string)
            let secret = try #require(registered["client_secret"]?.string)
            let granted = request(
                "POST",
                "/o/client/token",
                [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
                "grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)"
            )
            let body = try #require(granted?.body)
            return try #require(try JSONValue(parsing: body)["access_token"]?.string)
        }

        mutating func step(_ text: String) throws {
            let steps = try ServedStep.steps(in: text, for: backend.configuration) { text throws(Problem) in
                FileNode(.text(text))
            }
            for step in steps {
                let before = backend
                let instant = try backend.perform(step, at: wall)
                page.pass(before, to: instant)
                let made = ServedJSON.step(step.text, at: instant, next: nil)
                page.take(step, answer: made, at: instant, from: &backend)
            }
        }

        /// All that a new reader is sent.
        var objects: [JSONObject] { page.objects(after: ServedPage.Place(), limit: .max).map(\.object) }
        var moments: [JSONObject] { Array(objects.dropFirst()) }
        var stops: [JSONValue] { objects.flatMap { $0["stops"]?.array ?? [] } }
        /// The lives as a reader puts them together: the last that is said of each.
        var lives: [JSONValue] {
            objects.flatMap { $0["lives"]?.array ?? [] }.reduce(into: [JSONValue]()) { lives, life in
                if let place = lives.firstIndex(where: { $0["entry"] == life["entry"] }) {
                    lives[place] = life
                } else {
                    lives.append(life)
                }
            }
        }
    }

    private static func microseconds(_ value: JSONValue?) -> Int64? { value?.number?.int64 }

    @Test("A page that is opened late has the requests before it, and what they left")
    func late() throws {
        var early = Served()
        _ = try early.accessToken()
        var late = early
        late.page = ServedPage(late.backend, at: Self.wall)
        late.page.catchUp(&late.backend, at: Self.wall)
        #expect(late.moments.compactMap { $0["event"]?["ordinal"]?.number?.int64 } == [1, 2])
        #expect(late.moments.compactMap { $0["event"] } == early.moments.compactMap { $0["event"] })
        #expect(late.stops.map { $0["type"]?.string } == ["start", "shown"])
        // It begins before both, and ends with what the other has seen.
        #expect(late.stops.first?["changes"] == early.stops.first?["changes"])
        #expect(late.lives.compactMap { $0["kind"]?.string } == early.lives.compactMap { $0["kind"]?.string })
        #expect(late.lives.contains { $0["kind"]?.string == "accessToken" && $0["ending"] == nil })
    }

    @Test("A request is a bar on its lane with its level, a stop after it, and what it changed")
    func requests() throws {
        var served = Served()
        _ = try served.accessToken()
        served.request("GET", "/api/v1/config/KITETV")
        served.request("GET", "/", host: "http://elsewhere.example")
        let events = served.moments.compactMap { $0["event"] }
        #expect(events.compactMap { $0["name"]?.string } == ["dcr.register", "dcr.token", "v1.config", "GET /"])
        #expect(events.compactMap { $0["lane"]?.string } == ["adobe", "adobe", "adobe", "other"])
        #expect(events.map { $0["level"]?.string } == [nil, nil, "refused", "error"])
        #expect(events.map { $0["status"]?.string } == ["201", "201", "401", "502"])
        #expect(events.last?["fact"]?.string?.contains("host is not served") == true)
        #expect(events.compactMap { $0["ordinal"]?.number?.int64 } == [1, 2, 3, 4])
        // The same objects as the timeline's.
        #expect(
            served.moments.map { $0["request"] } == served.backend.log.entries.map { .object(ServedJSON.request($0)) }
        )
        #expect(served.stops.map { $0["type"]?.string } == ["start", "request", "request", "request", "request"])
        let changed = served.stops.dropFirst().map {
            $0["changes"]?.array?.compactMap { $0["details"]?.string ?? nil } ?? []
        }
        #expect(changed[0].contains("1") && changed[2].isEmpty && changed[3].isEmpty, "one client is registered")
    }

    @Test(
        "A life begins with the request that gave it, and ends by its time, with a stop just before and one at the end"
    )
    func expiration() throws {
        var served = Served()
        _ = try served.accessToken()
        let life = try #require(served.lives.first { $0["kind"]?.string == "accessToken" })
        #expect(life["offsetMicroseconds"] == .count(0) && life["ending"] == nil && life["isFromBefore"] == nil)
        let expires = try #require(served.backend.expirations(at: Self.wall).first { $0.kind == .accessToken }?.instant)
        #expect(life["expiresAt"] == .instant(expires))
        try served.step("advance 31d")
        let ended = try #require(served.lives.first { $0["entry"] == life["entry"] })
        #expect(ended["ending"]?.string == "expired" && ended["endedMicroseconds"] == life["expiresMicroseconds"])
        let about = served.stops.filter { $0["entry"] == life["entry"] }
        #expect(about.map { $0["type"]?.string } == ["justBefore", "at"])
        #expect(about.map { $0["at"] } == [.instant(expires - .nanoseconds(1)), .instant(expires)])
        // The step comes after what expired in it, at the time after it.
        #expect(served.stops.last?["type"]?.string == "step")
        #expect(served.stops.last?["at"] == .instant(Self.wall + .seconds(31 * 86_400)))
        let offsets = served.stops.compactMap { Self.microseconds($0["offsetMicroseconds"]) }
        #expect(offsets == offsets.sorted() && offsets.count == served.stops.count)
    }

    @Test("Aging moves the end of the same life; what is too old by that has expired")
    func aging() throws {
        var served = Served()
        _ = try served.accessToken()
        let life = try #require(served.lives.first { $0["kind"]?.string == "accessToken" })
        try served.step("age 1h")
        let older = try #require(served.lives.first { $0["entry"] == life["entry"] })
        let moved = try #require(Self.microseconds(life["expiresMicroseconds"])) - 3_600_000_000
        #expect(older["expiresMicroseconds"] == .count(moved) && older["ending"] == nil)
        #expect(served.lives.count { $0["kind"]?.string == "accessToken" } == 1)
        try served.step("age 31d")
        #expect(served.lives.first { $0["entry"] == life["entry"] }?["ending"]?.string == "expired")
    }

    @Test("The state that a reader puts together from the changes is the back end's, at every stop")
    func states() throws {
        var served = Served()
        _ = try served.accessToken()
        let token = try served.accessToken()
        served.request("GET", "/api/v1/config/KITETV", [HeaderField("Authorization", "Bearer \(token)")])
        try served.step("revoke wren Meadowlark")
        try served.step("advance 31d")
        var fold = PageStateFold()
        for stop in served.stops { fold.apply(try #require(stop.object)) }
        let words = served.backend.stateEntries(at: Self.wall).filter { $0.kind != .clock }
            .map { StateWords(ServedPage.shown($0)) }
        let shown = fold.changes.map { [$0["heading"]?.string, $0["name"]?.string, $0["details"]?.string] }
        let known = words.map { [$0.heading, $0.name, PageTexts.shown($0.value)] as [String?] }
        let sorted = { (lines: [[String?]]) in lines.map { $0.map { $0 ?? "" }.joined(separator: "\n") }.sorted() }
        #expect(sorted(shown) == sorted(known) && !shown.isEmpty)
    }

    @Test("A reader goes on where it stopped; one of before a reset, of another process or of nowhere begins again")
    func places() throws {
        var served = Served()
        for _ in 1...3 { served.request("GET", "/api/v1/config/KITETV") }
        let all = served.page.objects(after: ServedPage.Place(), limit: .max)
        #expect(all.map { $0.object["type"]?.string } == ["opening", "moment", "moment", "moment"])
        for (index, one) in all.enumerated() {
            let place = ServedPage.Place(id: one.place.id)
            let rest = served.page.objects(after: place, limit: .max)
            #expect(rest.map(\.place.id) == all.dropFirst(index + 1).map(\.place.id))
        }
        #expect(served.page.objects(after: all[0].place, limit: 2).map(\.place.id) == all[1...2].map(\.place.id))
        for id in ["", "x", "-", "2", "2-", "-2-3", "99999999999999999999-1", "2-1"] {
            #expect(
                served.page.objects(after: ServedPage.Place(id: id), limit: 1).first?.object["type"]?.string
                    == "opening"
            )
        }
        let last = try #require(all.last).place
        served.backend.reset(at: Self.wall)
        served.page.reset(&served.backend, at: Self.wall)
        #expect(served.page.objects(after: last, limit: .max).map { $0.object["type"]?.string } == ["opening"])
        served.request("GET", "/api/v1/config/KITETV")
        #expect(served.moments.map { $0["event"]?["ordinal"] } == [.count(1)])
    }

    @Test("Only the last moments are kept; what is older is in the opening's state, and counted")
    func bound() throws {
        var served = Served()
        _ = try served.accessToken()
        let before = served.stops
        for _ in 1...ServedPage.mostMoments { served.request("GET", "/api/v1/config/KITETV") }
        let objects = served.objects
        #expect(objects.count <= ServedPage.mostMoments + 1)
        let omitted = try #require(Self.microseconds(objects[0]["omittedCount"]))
        #expect(Int(omitted) + objects.count - 1 == ServedPage.mostMoments + 2 && omitted > 0)
        #expect(objects[1]["event"]?["ordinal"] == .count(omitted + 1))
        var known = PageStateFold()
        for stop in before { known.apply(try #require(stop.object)) }
        var opened = PageStateFold()
        opened.apply(try #require(objects[0]["stops"]?.array?.first?.object))
        #expect(opened.changes == known.changes && !known.changes.isEmpty)
        // Who has seen what is no longer kept begins again, and is told.
        let first = served.page.objects(after: ServedPage.Place(), limit: 1)[0].place
        let parts = first.id.split(separator: "-")
        let gone = ServedPage.Place(id: "1-\(parts[1])")
        #expect(served.page.objects(after: gone, limit: 1).first?.object["type"]?.string == "opening")
        #expect(served.objects[0]["lives"]?.array?.count == 1, "what is still going on stays")
    }

    @Test("No secret is in it: codes, tokens and device ids of URLs are cut as in the timeline")
    func secrets() throws {
        var served = Served()
        let token = try served.accessToken()
        served.request(
            "GET",
            "/api/v1/authorize?requestor=KITETV&resource=KITE1&deviceId=c2VjcmV0LWRldmljZS1pZA==",
            [HeaderField("Authorization", "Bearer \(token)")]
        )
        served.request("GET", "/x?password=hunter2hunter2", host: "https://elsewhere.example")
        let text = served.objects.map { JSONValue.object($0).serialized }.joined()
        // The service knows the client by its whole id.
        let client = try #require(
            served.backend.stateEntries(at: Self.wall).lazy.compactMap { $0.text("client") }.first
        )
        for secret in [token, client, "hunter2hunter2", "c2VjcmV0LWRldmljZS1pZA=="] { #expect(!text.contains(secret)) }
        #expect(text.contains("client \(client.prefix(4))…"))
        #expect(text.contains("v1.authorize"))
    }

    @Test("The same happenings give the same bytes")
    func determinism() throws {
        func bytes() throws -> [UInt8] {
            var served = Served()
            _ = try served.accessToken()
            try served.step("advance 1h; revoke wren Meadowlark; advance 31d")
            return served.objects.flatMap { JSONValue.object($0).serializedBytes }
        }
        #expect(try bytes() == bytes())
    }
}
