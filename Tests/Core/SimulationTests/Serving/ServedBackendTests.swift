import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", parts 2, 4, 5 and 7.
@Suite struct ServedBackendTests {
    static let wall = Instant(secondsSince1970: 1_800_000_000)
    static let client = WireClient(address: "127.0.0.1")

    static func simulated(_ configuration: ServiceConfiguration = .example, rate: Int = 0) -> ServedBackend {
        let service = Service.simulated(SimulatedService(configuration, seed: 1))
        let world = World(Backend(at: wall, service: service))
        return ServedBackend(world, from: wall, showing: wall, at: wall, rate: rate)
    }

    static func steps(_ text: String, _ backend: ServedBackend) throws -> [ServedStep] {
        try ServedStep.steps(in: text, for: backend.configuration) { text throws(Problem) in
            FileNode(.text(text))
        }
    }

    @discardableResult
    static func perform(_ text: String, in backend: inout ServedBackend, at instant: Instant = wall) throws -> Instant {
        var shown = instant
        for step in try steps(text, backend) { shown = try backend.perform(step, at: instant) }
        return shown
    }

    /// What registering an application is answered.
    static func register(_ backend: inout ServedBackend, at instant: Instant = wall) -> ServedBackend.Reply {
        let request = HTTPRequest(
            method: "POST",
            url: "https://api.auth.adobe.com/o/client/register",
            headers: [HeaderField("Content-Type", "application/json")],
            body: Array(#"{"software_statement":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2ln"}"#.utf8)
        )
        return backend.respond(to: request, from: client, at: instant)
    }

    /// An access token of a new registration: its text, and the reply that gave it.
    static func accessToken(_ backend: inout ServedBackend, at instant: Instant = wall) throws -> (String, Instant) {
        let registered = try JSONValue(parsing: try #require(register(&backend, at: instant).response?.body))
        let id = try #require(registered["client_id"]?.string)
        let secret = try #require(registered["client_secret"]?.string)
        let form = "grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)"
        let request = HTTPRequest(
            method: "POST",
            url: "https://api.auth.adobe.com/o/client/token",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(form.utf8)
        )
        let reply = backend.respond(to: request, from: client, at: instant)
        let granted = try JSONValue(parsing: try #require(reply.response?.body))
        return (try #require(granted["access_token"]?.string), reply.entry.instant)
    }

    static func configuration(_ token: String, _ backend: inout ServedBackend, at instant: Instant = wall) -> Int? {
        let request = HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/config/KITETV",
            headers: [HeaderField("Authorization", "Bearer \(token)")]
        )
        return backend.respond(to: request, from: client, at: instant).response?.status
    }

    @Test("Advancing moves the clock and the Date of responses, and what was issued expires")
    func advance() throws {
        var backend = Self.simulated()
        let (token, _) = try Self.accessToken(&backend)
        #expect(Self.configuration(token, &backend) == 200)
        #expect(try Self.perform("advance 31d", in: &backend) == Self.wall + .seconds(31 * 86_400))
        // Frozen: a second later it is the same.
        let reply = Self.register(&backend, at: Self.wall + .seconds(1))
        #expect(reply.entry.instant == Self.wall + .seconds(31 * 86_400))
        // 1800000000 is Friday, 15 January 2027, 08:00:00; 31 days later is Monday, 15 February.
        #expect(reply.response?.headers[first: "Date"] == "Mon, 15 Feb 2027 08:00:00 GMT")
        #expect(Self.configuration(token, &backend) == 401)
    }

    @Test("Aging makes what was issued expire while clock and Date stay")
    func age() throws {
        var backend = Self.simulated()
        let (old, _) = try Self.accessToken(&backend)
        #expect(try Self.perform("age 31d", in: &backend) == Self.wall)
        #expect(Self.configuration(old, &backend) == 401)
        let (new, _) = try Self.accessToken(&backend)
        #expect(Self.configuration(new, &backend) == 200)
        #expect(Self.register(&backend).response?.headers[first: "Date"] == "Fri, 15 Jan 2027 08:00:00 GMT")
    }

    @Test("Just before an expiration it holds and the clock stands still; at it, it does not hold")
    func expiration() throws {
        var backend = Self.simulated(rate: 1)
        let (token, _) = try Self.accessToken(&backend)
        let end = try #require(backend.expirations(at: Self.wall).first { $0.kind == .accessToken }?.instant)
        #expect(try Self.perform("advance just before access-token", in: &backend) == end - .nanoseconds(1))
        let later = Self.wall + .seconds(3_600)
        #expect(backend.clock.rate == 0 && backend.clock.instant(at: later) == end - .nanoseconds(1))
        #expect(Self.configuration(token, &backend, at: later) == 200)
        #expect(try Self.perform("advance at access-token", in: &backend, at: later) == end)
        #expect(Self.configuration(token, &backend, at: later) == 401)
        try Self.perform("rate 2", in: &backend, at: later)
        #expect(backend.clock.instant(at: later + .seconds(5)) == end + .seconds(10))
    }

    @Test("A fault happens to as many requests as it says, and is counted")
    func faults() throws {
        var backend = Self.simulated()
        backend.base.run.world.backend.faults.add(.init(.status(503), count: 1))
        backend.base.run.world.backend.faults.add(.init(.reset, count: 1))
        backend.base.run.world.backend.faults.add(.init(.slow(by: .seconds(2)), count: 1))
        backend.base.run.world.backend.faults.add(.init(.truncatedBody, count: 1))
        #expect(Self.register(&backend).response?.status == 503)
        let reset = Self.register(&backend)
        #expect(reset.response == nil && !reset.entry.isUnmatched)
        let slow = Self.register(&backend)
        #expect(slow.delay == .milliseconds(2_040) && slow.response?.status == 201)
        let cut = Self.register(&backend)
        let whole = Self.register(&backend)
        let body = try #require(whole.response?.body)
        #expect(cut.response?.body?.count == body.count / 2)
        #expect(backend.log.count == 5 && backend.log.faultCount == 4 && backend.log.unmatchedCount == 0)
    }

    @Test("A fault that names no operation happens to pages, too; one that does leaves them alone")
    func faultsOfPages() throws {
        var backend = Self.simulated()
        backend.base.run.world.backend.faults.add(.init(.status(503), operations: [.authorize], count: 1))
        func page() -> Int? {
            let request = HTTPRequest(method: "GET", url: "https://activate.example/activate")
            return backend.respond(to: request, from: Self.client, at: Self.wall).response?.status
        }
        #expect(page() == 200)
        backend.base.run.world.backend.faults.add(.init(.statusPage(502), count: 1))
        #expect((page(), page()) == (502, 200))
        #expect(backend.log.faultCount == 1)
    }

    @Test("A fault before the service keeps the request from it, one after it does not")
    func faultSides() throws {
        var backend = Self.simulated()
        var clean = backend
        backend.base.run.world.backend.faults.add(.init(.status(503), count: 1))
        _ = Self.register(&backend)
        #expect(Self.register(&backend).response?.body == Self.register(&clean).response?.body)
        var after = Self.simulated()
        after.base.run.world.backend.faults.add(.init(.status(503), count: 1, isAfterService: true))
        #expect(Self.register(&after).response?.status == 503)
        // The id that the first application got is gone.
        #expect(Self.register(&after).response?.body == Self.register(&clean).response?.body)
    }

    @Test(
        "What an app of somebody else's cannot be told is refused, and changes nothing",
        arguments: [
            "play KITE1", "launch", "sleep", "expect playing KITE1", "restart", "on com.kite.tv: advance 1d",
        ]
    )
    func refusedSteps(text: String) throws {
        var backend = Self.simulated()
        #expect(throws: (any Error).self) { try Self.perform(text, in: &backend) }
        #expect(backend.clock.instant(at: Self.wall) == Self.wall && backend.log.count == 0)
    }

    @Test("Beginning anew forgets requests, faults and what was issued; the clock goes on")
    func reset() throws {
        var backend = Self.simulated()
        let first = Self.register(&backend).response?.body
        let (token, _) = try Self.accessToken(&backend)
        try Self.perform("advance 1h; throttle on", in: &backend)
        backend.reset(at: Self.wall)
        #expect(backend.log.count == 0 && backend.clock.instant(at: Self.wall) == Self.wall + .seconds(3_600))
        #expect(Self.configuration(token, &backend) == 401)
        // The same seed gives the same ids again.
        backend.reset(at: Self.wall)
        #expect(
            Self.register(&backend).response?.body.map { String(decoding: $0, as: UTF8.self) }?.prefix(60)
                == first.map { String(decoding: $0, as: UTF8.self) }?.prefix(60)
        )
    }

    @Test("A clock that is behind the service's own time stays so when all begins anew")
    func anewBehind() throws {
        let service = Service.simulated(SimulatedService(.example, seed: 1))
        let world = World(Backend(at: Self.wall, service: service))
        // A scenario that ends a day after what the clock is to show.
        let shown = Self.wall - .seconds(86_400)
        var backend = ServedBackend(world, from: Self.wall, showing: shown, at: shown, rate: 0)
        backend.reset(at: shown)
        let reply = Self.register(&backend, at: shown)
        // 1,800,000,000 is 2027-01-15 08:00:00 UTC, a Friday.
        #expect(reply.response?.headers[first: "Date"] == "Thu, 14 Jan 2027 08:00:00 GMT")
        #expect(reply.entry.instant == shown)
    }

    @Test("The same steps over the same requests give the same replies")
    func deterministic() throws {
        func run() throws -> [ServedBackend.Reply] {
            var backend = Self.simulated()
            var replies = [Self.register(&backend)]
            try Self.perform("advance 12h; revoke wren; age 1h", in: &backend)
            replies.append(Self.register(&backend))
            return replies
        }
        #expect(try run() == run())
    }

    @Test(
        "What a step does is known from the step, however it is written",
        arguments: [
            ("age 1h", true, false), ("revoke wren Meadowlark", false, true),
            ("revoke {user: wren, provider: Meadowlark}", false, true), ("reinstate wren Meadowlark", false, false),
            ("advance 1h", false, false), ("rate 60", false, false),
        ]
    )
    func kinds(text: String, isAging: Bool, isRevocation: Bool) throws {
        let steps = try ServedStep.steps(in: text, for: Self.simulated().configuration) { text throws(Problem) in
            text.hasPrefix("{")
                ? .map([("user", .text("wren")), ("provider", .text("Meadowlark"))]) : FileNode(.text(text))
        }
        #expect(steps.map(\.isAging) == [isAging] && steps.map(\.isRevocation) == [isRevocation])
    }

    @Test("A host that is not served is refused, and counts as unmatched")
    func foreignHost() {
        var backend = Self.simulated()
        #expect(!backend.serves("https://evil.example/") && backend.serves("https://api.auth.adobe.com/x"))
        var reply = backend.refuse(HTTPRequest(method: "GET", url: "https://evil.example/"), at: Self.wall).reply()
        #expect(backend.log.count == 0)
        backend.note(&reply)
        #expect(reply.entry.status == 502 && reply.entry.isUnmatched && backend.log.unmatchedCount == 1)
    }

    @Test("Of what resets forget, the numbers stay for the run as a whole, and add up")
    func forgotten() throws {
        var backend = Self.simulated()
        let foreign = HTTPRequest(method: "GET", url: "https://evil.example/")
        var reply = backend.refuse(foreign, at: Self.wall).reply()
        backend.note(&reply)
        backend.base.run.world.backend.faults.add(.init(.status(503), count: 1))
        #expect(Self.register(&backend).response?.status == 503)
        backend.warn(.connectionClosed, "closed before a request", at: Self.wall)
        #expect(backend.log.forgotten == nil)
        #expect(backend.log.unmatchedCountOfRun == 1 && backend.log.strictCountOfRun == 2)
        backend.reset(at: Self.wall)
        #expect(backend.log.unmatchedCount == 0 && backend.log.unmatched.isEmpty && backend.log.entries.isEmpty)
        #expect(backend.log.strictCount == 0 && backend.log.warnings.count == 0)
        #expect(backend.log.unmatchedCountOfRun == 1 && backend.log.strictCountOfRun == 2)
        for _ in 1...2 {
            reply = backend.refuse(foreign, at: Self.wall).reply()
            backend.note(&reply)
        }
        #expect(reply.entry.ordinal == 2)
        #expect(backend.log.unmatchedCount == 2 && backend.log.unmatchedCountOfRun == 3)
        backend.reset(at: Self.wall)
        let forgotten: ForgottenRequests = try #require(backend.log.forgotten)
        #expect(forgotten.count == 4 && forgotten.unmatchedCount == 3)
        #expect(forgotten.faultCount == 1 && forgotten.warningCount == 1 && forgotten.differingCount == 0)
        #expect(backend.log.unmatchedCountOfRun == 3 && backend.log.strictCountOfRun == 2)
    }

    @Test("The log keeps the last requests and counts all of them")
    func log() {
        var log = ServedLog()
        let request = HTTPRequest(method: "GET", url: "https://a.example/")
        for ordinal in 1...25_000 {
            log.append(ServedEntry(ordinal, at: Self.wall, request, nil, .foreignHost, status: 502, fault: nil))
        }
        #expect(log.count == 25_000 && log.unmatchedCount == 25_000)
        #expect(log.entries.count <= ServedLog.capacity && log.entries.last?.ordinal == 25_000)
        #expect(log.unmatched.count == ServedLog.capacity && log.unmatched.first?.ordinal == 1)
    }
}
