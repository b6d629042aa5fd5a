import Documents
import Exchanges
import Services
import Testing
import VirtualTime

/// Two apps at once: each gets what it would get alone.
@Suite struct ServedAppsTests {
    /// An app that makes the requests of a capture, one after the other.
    private struct App {
        var client: OtherClient
        var requests: [HTTPRequest]
        var connection: String
        var answers: [Answer] = []

        init(_ exchanges: [Exchange], step: UInt8, address: String) {
            client = OtherClient(besides: exchanges, step: step)
            requests = exchanges.map { [client] in client.request($0.request) }
            connection = address
        }

        mutating func goOn(_ exchanges: [Exchange], with recording: inout ServedRecording) {
            let place = answers.count
            let now = exchanges[place].startedAt
            answers.append(Answer(recording.respond(to: requests[place], from: connection, at: now)))
        }
    }

    /// What an app sees of an answer.
    private struct Answer: Equatable {
        var ordinal: Int?
        var response: HTTPResponse?

        init(_ answer: AppAnswer) {
            guard case .exchange(let match) = answer else { return }
            ordinal = match.exchange.ordinal
            response = match.exchange.response.map { Self.withoutCode(match.rewriting($0)) }
        }

        /// A code is another one if another app has it, which sends its own anyway.
        private static func withoutCode(_ response: HTTPResponse) -> HTTPResponse {
            guard let body = response.body, let code = (try? JSONValue(parsing: body))?["code"]?.string else {
                return response
            }
            var response = response
            response.body = Array(String(decoding: body, as: UTF8.self).replacing(code, with: "CODE").utf8)
            return response
        }
    }

    private static func alone(_ app: App, _ exchanges: [Exchange]) -> [Answer] {
        var app = app
        var recording = ServedRecording(of: exchanges)
        for _ in exchanges { app.goOn(exchanges, with: &recording) }
        return app.answers
    }

    @Test("Two devices get what each would get alone, however their requests alternate", arguments: BundledCapture.all)
    func interleaved(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        let first = App(exchanges, step: 3, address: "192.0.2.1")
        let second = App(exchanges, step: 5, address: "192.0.2.2")
        #expect(first.requests != second.requests)
        let (one, other) = (Self.alone(first, exchanges), Self.alone(second, exchanges))
        #expect(one.map(\.ordinal) == exchanges.map(\.ordinal))
        // Bits that say whose turn it is: in turn, in pairs, and as it happens.
        for pattern in [0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03]
            as [UInt64]
        {
            var apps = [first, second]
            var recording = ServedRecording(of: exchanges)
            var turn = 0
            while apps.contains(where: { $0.answers.count < exchanges.count }) {
                var app = Int(pattern >> UInt64(turn % 64) & 1)
                if apps[app].answers.count == exchanges.count { app = 1 - app }
                apps[app].goOn(exchanges, with: &recording)
                turn += 1
            }
            #expect(apps[0].answers == one)
            #expect(apps[1].answers == other)
            #expect(recording.apps.count == 2)
            #expect(recording.apps.map(\.neverRequested) == [[], []])
        }
    }

    @Test("Over one connection they are told apart by the devices that they name")
    func oneConnection() throws {
        let capture = try #require(BundledCapture.all.first { $0.name == "clientless-sign-on" })
        let exchanges = try capture.exchanges()
        var apps = [App(exchanges, step: 3, address: "127.0.0.1"), App(exchanges, step: 5, address: "127.0.0.1")]
        let alone = apps.map { Self.alone($0, exchanges) }
        var recording = ServedRecording(of: exchanges)
        for _ in exchanges {
            apps[0].goOn(exchanges, with: &recording)
            apps[1].goOn(exchanges, with: &recording)
        }
        #expect(apps.map(\.answers) == alone)
        #expect(recording.apps.map(\.device) == ["nlwh-ghy-4", "pnyj-ija-6"])
    }

    @Test("A second screen at another address is an app of its own, with the code that the television shows")
    func secondScreen() throws {
        let capture = try #require(BundledCapture.all.first { $0.name == "secondscreen-both" })
        let exchanges = try capture.exchanges()
        let clients = [3, 5].map { OtherClient(besides: exchanges, step: $0) }
        var recording = ServedRecording(of: exchanges)
        for exchange in exchanges {
            let agent = exchange.request.headers[first: "User-Agent"] ?? ""
            for (number, client) in clients.enumerated() {
                let isBrowser = agent.hasPrefix("Mozilla/")
                let address = isBrowser ? "198.51.100.\(number)" : "192.0.2.\(number)"
                let answer = recording.respond(
                    to: client.request(exchange.request),
                    from: address,
                    at: exchange.startedAt
                )
                guard case .exchange(let match) = answer else {
                    Issue.record("\(number) \(exchange.ordinal): \(answer)")
                    continue
                }
                #expect(match.exchange.ordinal == exchange.ordinal)
            }
        }
        // Two televisions, and two browsers that name no device.
        #expect(recording.apps.count == 4)
        #expect(recording.neverRequested == [])
    }

    @Test("An app that was given another code than the recorded one may send either, or its own; what it sends counts")
    func codes() throws {
        let capture = try #require(BundledCapture.all.first { $0.name == "secondscreen-both" })
        let exchanges = try capture.exchanges()
        let giving = try #require(exchanges.first { $0.response?.body.map(Self.code) ?? nil != nil })
        let recorded = try #require(Self.code(giving.response?.body ?? []))
        for own in [nil, recorded, "KITE42"] {
            let clients = [3, 5].map { OtherClient(besides: exchanges, step: $0) }
            var recording = ServedRecording(of: exchanges)
            var codes: [String] = []
            for exchange in exchanges {
                for (number, client) in clients.enumerated() {
                    var request = exchange.request
                    request.url.replace(recorded, with: "RECORDED-CODE")
                    request.body = request.body.map {
                        Array(String(decoding: $0, as: UTF8.self).replacing(recorded, with: "RECORDED-CODE").utf8)
                    }
                    request = client.request(request)
                    let code = number == 0 ? recorded : own ?? codes.last ?? recorded
                    request.url.replace("RECORDED-CODE", with: code)
                    request.body = request.body.map {
                        Array(String(decoding: $0, as: UTF8.self).replacing("RECORDED-CODE", with: code).utf8)
                    }
                    let answer = recording.respond(
                        to: request,
                        from: "192.0.2.\(number)",
                        at: exchange.startedAt
                    )
                    guard case .exchange(let match) = answer, let response = match.exchange.response else {
                        Issue.record("\(own ?? "-") \(number) \(exchange.ordinal): \(answer)")
                        continue
                    }
                    #expect(match.exchange.ordinal == exchange.ordinal && match.session == number + 1)
                    guard number == 1 || exchange.ordinal == giving.ordinal else { continue }
                    if let code = Self.code(match.rewriting(response).body ?? []) { codes.append(code) }
                }
            }
            #expect(codes.count > 1 && codes[0] == recorded && codes[1] != recorded, "\(codes)")
            // Once it has sent one, responses have that.
            if let own { #expect(codes.dropFirst(2).allSatisfy { $0 == own }, "\(codes)") }
        }
    }

    /// Whoever registers again gets a token, whatever it had kept.
    @Test("A token that is given is a new one, although the app had one of its own in its place; either is taken then")
    func givenAnew() throws {
        let capture = try #require(BundledCapture.all.first { $0.name == "second-screen-tvos" })
        let exchanges = try capture.exchanges()
        let giving = try #require(
            exchanges.first { $0.response?.body.map(Self.token) ?? nil != nil && $0.request.url.contains("/token") }
        )
        let recorded = try #require(Self.token(giving.response?.body ?? []))
        let calls = exchanges.filter { $0.request.headers[first: "Authorization"] == "Bearer \(recorded)" }
        try #require(calls.count > 3)
        var recording = ServedRecording(of: exchanges)
        func response(_ exchange: Exchange, token: String) -> HTTPResponse? {
            var request = exchange.request
            request.headers = HeaderFields(
                request.headers.map {
                    HeaderField($0.name, $0.value == "Bearer \(recorded)" ? "Bearer \(token)" : $0.value)
                }
            )
            let connection = "192.0.2.1"
            let answer = recording.respond(to: request, from: connection, at: exchange.startedAt)
            guard case .exchange(let match) = answer, match.differences.isEmpty else {
                Issue.record("\(exchange.ordinal): \(answer)")
                return nil
            }
            return match.exchange.response.map { match.rewriting($0) }
        }
        _ = response(calls[0], token: "kept-since-yesterday")
        let given = try #require(response(giving, token: recorded))
        #expect(given == giving.response)
        for (call, token) in zip(calls.dropFirst(), [recorded, recorded]) { _ = response(call, token: token) }
    }

    private static func token(_ body: [UInt8]) -> String? {
        (try? JSONValue(parsing: body))?["access_token"]?.string
    }

    private static func code(_ body: [UInt8]) -> String? { (try? JSONValue(parsing: body))?["code"]?.string }

    // MARK: Bad requests

    @Test("No request traps, and none that is answered is kept", arguments: BundledCapture.all)
    func badRequests(capture: BundledCapture) throws {
        let exchanges = try capture.exchanges()
        var recording = ServedRecording(of: exchanges, polls: .clock)
        var seed: UInt64 = 42
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % max(count, 1)
        }
        func damaged(_ text: String) -> String {
            var bytes = Array(text.utf8)
            for _ in 0..<1 + random(3) where !bytes.isEmpty {
                let place = random(bytes.count)
                switch random(5) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8(random(256)), at: place)
                case 2: bytes[place] = Array("%&=?/+#:@\u{0}".utf8)[random(10)]
                case 3: bytes.removeLast(random(bytes.count))
                default: bytes += bytes[place...]
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        for _ in 0..<40 {
            var request = exchanges[random(exchanges.count)].request
            request.url = damaged(request.url)
            if random(2) == 0 { request.method = damaged(request.method) }
            for index in request.headers.indices where random(4) == 0 {
                request.headers[index].value = damaged(request.headers[index].value)
            }
            request.body = request.body.map { Array(damaged(String(decoding: $0, as: UTF8.self)).utf8) }
            let now = Instant(secondsSince1970: Int64(random(1 << 31)))
            let connection = "192.0.2.\(random(3))"
            if case .exchange(let match) = recording.respond(to: request, from: connection, at: now) {
                _ = match.exchange.response.map { match.rewriting($0) }
            }
        }
        for url in ["", "/", "?", "://", "https://", "https://[::1", "%", "https://sp.auth.adobe.com/%/%"] {
            let request = HTTPRequest(method: "", url: url)
            guard
                case .unmatched(let refusal) = recording.respond(
                    to: request,
                    from: ServedCaptureTests.address,
                    at: .distantPast
                )
            else {
                Issue.record("\(url) was answered")
                continue
            }
            #expect(refusal.reason == .notRecorded || refusal.reason == .fieldMismatch)
        }
    }

    @Test(
        "A first request with a device that the recording has no response to is of the app that has not named one yet"
    )
    func firstNaming() throws {
        let exchanges = try #require(BundledCapture.all.first { $0.path.hasSuffix("second-screen-tvos.har") })
            .exchanges()
        var recording = ServedRecording(of: exchanges)
        let app = "192.0.2.1"
        let start = exchanges[0].startedAt
        for exchange in exchanges.prefix(2) {
            #expect(exchange.request.url.contains("/o/client/"))
            _ = recording.respond(to: exchange.request, from: app, at: start)
        }
        let request = HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/preauthorize?requestor=KITETV&resource=ZEBRA&deviceId=an-own-device"
        )
        func session(from address: String) -> Int?? {
            let connection = address
            guard case .unmatched(let unmatched) = recording.respond(to: request, from: connection, at: start) else {
                return nil
            }
            return .some(unmatched.session)
        }
        #expect(session(from: "192.0.2.1") == .some(1))
        #expect(session(from: "192.0.2.2") == .some(nil))
    }
}
