import Documents
import Exchanges
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Simulation
import Testing

@testable import Proxy
@testable import ServiceFront

/// Server-sent events of the timeline: the HTML standard §9.2 says how they are written.
@Suite struct EventStreamTests {
    private static let headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Accept": "text/event-stream"]
    private static let authorized: HTTPHeaders = ["Host": "127.0.0.1:8080", "Authorization": "Bearer secret-token"]

    /// A reader of a front's events.
    private struct Reader {
        let body: StreamedBody
        /// The next piece, as the events in it; nil at the end.
        func next() async -> [Event]? { await body.next().map { Event.read(String(buffer: $0)) } }
    }

    /// An event as a browser reads it.
    private struct Event: Equatable {
        var name = "message"
        var id: String?
        var data = ""

        var object: JSONValue? { try? JSONValue(parsing: Array(data.utf8)) }

        static func read(_ text: String) -> [Event] {
            var events: [Event] = []
            for block in text.components(separatedBy: "\n\n") {
                var event = Event()
                for line in block.split(separator: "\n") {
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                    switch parts.first {
                    case "event": event.name = value
                    case "id": event.id = value
                    case "data": event.data = value
                    default: break
                    }
                }
                if !event.data.isEmpty { events.append(event) }
            }
            return events
        }
    }

    private func open(
        _ front: TestFront,
        _ resource: ControlResource = .timeline,
        after id: String? = nil
    ) async throws -> Reader {
        var headers = Self.headers
        if let id { headers.add(name: "Last-Event-ID", value: id) }
        let reply = try await front.reply(.GET, resource.path, headers: headers)
        #expect(reply.answer.status == .ok && reply.answer.headers["content-type"] == ["text/event-stream"])
        #expect(reply.answer.headers["cache-control"] == ["no-store"])
        return Reader(body: try #require(reply.stream))
    }

    private func request(_ front: TestFront, _ path: String = "/api/v1/config/KITETV") async throws {
        _ = try await front.reply(.GET, path, at: "https://api.auth.adobe.com")
    }

    private func steps(_ front: TestFront, _ text: String) async throws {
        #expect(
            try await front.reply(.POST, "/_kinescope/steps", headers: Self.authorized, body: text).answer.status == .ok
        )
    }

    @Test("It begins with what is kept and the clock, and goes on with requests and steps in their order")
    func order() async throws {
        let front = try TestFront()
        try await request(front)
        try await steps(front, "advance 1d")
        try await request(front)
        let reader = try await open(front)
        let first = try #require(await reader.next())
        #expect(first.map(\.name) == ["request", "step", "request", "clock"])
        #expect(first.map(\.id) == ["1", "1+1", "2", nil])
        #expect(first[0].object?["type"]?.string == "request" && first[0].object?["status"]?.number?.text == "401")
        #expect(first[1].object?["text"]?.string == "advance 1d")
        #expect(first[3].object?["at"]?.string == "2027-01-16T08:00:00Z")
        async let later = reader.next()
        try await request(front)
        #expect(await later?.map(\.id) == ["3"])
        try await steps(front, "rate 60; advance 1h")
        let moved = try #require(await reader.next())
        #expect(moved.map(\.name) == ["step", "step", "clock"] && moved.map(\.id) == ["3+2", "3+3", nil])
        #expect(moved[2].object?["rate"]?.number?.text == "60")
        reader.body.end()
        #expect(await reader.next() == nil)
        #expect(front.backend.events.readerCount == 0)
    }

    @Test(
        "A reader that comes again is sent what it has not seen",
        arguments: [
            ("1", ["1+1", "1+2", "2"]), ("1+1", ["1+2", "2"]), ("1+2", ["2"]), ("2", []),
            ("0", ["1", "1+1", "1+2", "2"]),
            ("", ["1", "1+1", "1+2", "2"]), ("x+y", ["1", "1+1", "1+2", "2"]), ("-1", ["1", "1+1", "1+2", "2"]),
        ] as [(String, [String])]
    )
    func resumes(id: String, expected: [String]) async throws {
        let front = try TestFront()
        try await request(front)
        try await steps(front, "advance 1d; advance 1d")
        try await request(front)
        let events = try #require(await open(front, after: id).next())
        #expect(events.compactMap(\.id) == expected && events.last?.name == "clock")
    }

    @Test("A reset is told to who is there, and to who comes with a number that is no more")
    func reset() async throws {
        let front = try TestFront()
        for _ in 1...3 { try await request(front) }
        let reader = try await open(front)
        #expect(await reader.next()?.count == 4)
        _ = try await front.reply(.POST, "/_kinescope/reset", headers: Self.authorized)
        try await request(front)
        let there = try #require(await reader.next())
        #expect(there.map(\.name) == ["reset", "request"] && there.map(\.id) == ["0", "1"])
        #expect(there[0].object?["type"]?.string == "clock")
        let again = try #require(await open(front, after: "3").next())
        #expect(again.map(\.name) == ["reset", "request", "clock"])
    }

    @Test("The page's stream: an opening, a moment for each request and step, another opening after a reset")
    func page() async throws {
        let front = try TestFront()
        let reader = try await open(front, .page)
        #expect(await reader.next()?.map(\.name) == ["opening", "clock"])
        async let next = reader.next()
        try await request(front)
        let first = try #require(await next)
        #expect(first.map(\.name) == ["moment", "clock"])
        #expect(first[0].object?["request"]?["status"]?.number?.text == "401")
        #expect(first[0].object?["event"]?["level"]?.string == "refused")
        async let later = reader.next()
        try await steps(front, "advance 1d; rate 60")
        let moments = try #require(await later)
        #expect(moments.map(\.name) == ["moment", "moment", "clock"])
        #expect(moments.compactMap { $0.object?["step"]?["text"]?.string } == ["advance 1d", "rate 60"])
        #expect(moments.last?.object?["rate"]?.number?.text == "60")
        // Whoever comes again is sent what it has not seen.
        let again = try #require(await open(front, .page, after: first[0].id).next())
        #expect(again.map(\.id) == moments.map(\.id) && again.map(\.name) == moments.map(\.name))
        _ = try await front.reply(.POST, "/_kinescope/reset", headers: Self.authorized)
        let anew = try #require(await reader.next())
        #expect(anew.map(\.name) == ["opening", "clock"])
        #expect(anew[0].object?["stops"]?.array?.count == 1)
        // The same as a list, for who asks for JSON.
        let list = try await front.reply(.GET, "/_kinescope/page").object?["items"]?.array
        #expect(list?.map { $0["type"]?.string } == ["opening"] && list?.first == anew[0].object)
        reader.body.end()
    }

    @Test("A refused step is no moment, and those before it are; a request of VSA is one")
    func moments() async throws {
        let front = try TestFront()
        let headers = Self.authorized
        // It begins with the first look.
        _ = try await front.reply(.GET, "/_kinescope/page")
        let reply = try await front.reply(
            .POST,
            "/_kinescope/steps",
            headers: headers,
            body: "advance 1d; advance to 2020-01-01T00:00:00Z"
        )
        #expect(reply.answer.status == .conflict)
        let question = #"{"call":"checkAccessStatus","request":{"prompt":true}}"#
        _ = try await front.reply(.POST, "/vsa-requests", body: question)
        let items = try #require(try await front.reply(.GET, "/_kinescope/page").object?["items"]?.array)
        let events = items.compactMap { $0["event"] }
        #expect(events.first?["name"]?.string == "advance 1d" && events.first?["lane"]?.string == "control")
        #expect(events.count == 2 && events.last?["lane"]?.string == "vsa")
        #expect(events.last?["name"]?.string == "checkAccessStatus")
    }

    @Test("A sign of life comes when nothing happens, and is no event")
    func heartbeat() async throws {
        let front = try TestFront(events: ServedEvents(heartbeat: .milliseconds(20)))
        let reader = try await open(front)
        _ = await reader.next()
        #expect(await reader.body.next().map { String(buffer: $0) } == ":\n\n")
        #expect(await reader.next() == [])
        try await request(front)
        var events: [Event] = []
        while events.isEmpty, let more = await reader.next() { events = more }
        #expect(events.map(\.id) == ["1"])
    }

    @Test("A request wakes a reader that waits, with no sign of life before; one that comes anew, too")
    func woken() async throws {
        let front = try TestFront(events: ServedEvents(heartbeat: .seconds(10)))
        for count in 1...2 {
            let reader = try await open(front, after: String(count - 1))
            _ = await reader.next()
            async let next = reader.body.next()
            // It waits by now.
            try await Task.sleep(for: .milliseconds(50))
            try await request(front)
            let text = try #require(await next.map { String(buffer: $0) })
            #expect(!text.hasPrefix(":") && Event.read(text).map(\.id) == ["\(count)"])
            reader.body.end()
        }
    }

    @Test("Only so many are open at once; the end lets all go, with what there still is, and nobody in")
    func limit() async throws {
        let front = try TestFront()
        var readers: [Reader] = []
        for _ in 0..<ServedEvents.mostReaders { readers.append(try await open(front)) }
        let refused = try await front.reply(.GET, "/_kinescope/timeline", headers: Self.headers)
        #expect(refused.answer.status == .serviceUnavailable && refused.stream == nil)
        #expect(refused.answer.headers["retry-after"] == ["5"])
        readers[0].body.end()
        readers[0] = try await open(front)
        for reader in readers { #expect(await reader.next()?.map(\.name) == ["clock"]) }
        let waiting = Task { [reader = readers[1]] in await reader.next() }
        try await request(front)
        #expect(await waiting.value?.map(\.id) == ["1"])
        front.backend.events.end()
        #expect(await readers[2].next()?.map(\.id) == ["1"])
        for reader in readers.dropFirst() { while let more = await reader.next() { #expect(more.map(\.id) == ["1"]) } }
        #expect(try await front.reply(.GET, "/_kinescope/timeline", headers: Self.headers).stream == nil)
    }

    @Test("A reader that is far behind is sent pieces of a bounded size, and what is kept no longer is missing")
    func behind() async throws {
        let front = try TestFront()
        let reader = try await open(front)
        _ = await reader.next()
        let long = String(repeating: "a", count: 20_000)
        func refuse(_ path: String, _ count: Int) {
            let request = HTTPRequest(
                method: "GET",
                url: "https://a.example/" + path,
                version: "HTTP/1.1",
                headers: [],
                body: nil
            )
            for _ in 1...count {
                _ = front.backend.answer(at: TestFront.wall) { $0.refuse(request, at: TestFront.wall) }
            }
        }
        refuse(long, 200)
        var ids: [Int] = []
        while ids.last != 200 {
            let piece = try #require(await reader.body.next())
            #expect(piece.readableBytes < 32 * 1024 + 50_000)
            ids += Event.read(String(buffer: piece)).compactMap { $0.id.flatMap { Int($0) } }
        }
        #expect(ids == Array(1...200))
        refuse("", ServedLog.capacity)
        let next = try #require(await reader.next()?.first?.id.flatMap { Int($0) })
        #expect(next > 201 && next == front.backend.withBackend { $0.log.entries.first?.ordinal })
    }

    @Test(
        "Whoever accepts another type, by whatever name, has the list",
        arguments: [
            ("application/json", false), ("text/event-stream", true), ("Text/Event-Stream;q=0.9", true),
            ("text/html, text/event-stream", true), ("text/*", false), ("", false),
        ]
    )
    func accept(value: String, isStream: Bool) async throws {
        let front = try TestFront()
        let reply = try await front.reply(
            .GET,
            "/_kinescope/timeline",
            headers: ["Host": "127.0.0.1:8080", "Accept": value]
        )
        #expect((reply.stream != nil) == isStream && (reply.object != nil) == !isStream)
    }

    @Test("HEAD has no body and takes no place; a page of another site may not even open one")
    func head() async throws {
        let front = try TestFront()
        let reply = try await front.reply(.HEAD, "/_kinescope/timeline", headers: Self.headers)
        #expect(reply.stream != nil && front.backend.events.readerCount == 0)
        for (site, isLet) in [("cross-site", false), ("same-site", false), ("same-origin", true), ("none", true)] {
            var headers = Self.headers
            headers.add(name: "Sec-Fetch-Site", value: site)
            let reply = try await front.reply(.GET, "/_kinescope/timeline", headers: headers)
            #expect((reply.stream != nil) == isLet && (reply.answer.status == .forbidden) == !isLet, "\(site)")
            reply.stream?.end()
        }
        for (name, value) in [("Origin", "https://evil.example"), ("Host", "kinescope.local")] {
            var headers = Self.headers
            headers.replaceOrAdd(name: name, value: value)
            #expect(
                try await front.reply(.GET, "/_kinescope/timeline", headers: headers).answer.status == .forbidden
            )
        }
        #expect(
            try await front.reply(.GET, "/_kinescope/timeline", headers: Self.headers, from: "192.0.2.1").answer.status
                == .forbidden
        )
    }

    @Test("What an app sends in a query is masked where it is secret, in the list and in the events")
    func secrets() async throws {
        let front = try TestFront()
        try await request(
            front,
            "/api/v1/authorize?requestor=KITETV&deviceId=SECRETDEVICE123&resource=KITE1&x_token=SECRETTOKEN1"
        )
        let list = try await front.reply(.GET, "/_kinescope/timeline")
        #expect(!list.answer.body.readableBytesView.isEmpty)
        let events = try await open(front).next()?.map(\.data).joined()
        let text = String(buffer: list.answer.body) + (events ?? "")
        #expect(!text.contains("SECRETDEVICE123") && !text.contains("SECRETTOKEN1"))
        #expect(text.contains("requestor=KITETV&deviceId=SECR…&resource=KITE1&x_token=SECR…"))
    }
}
