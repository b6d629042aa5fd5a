import Checkout
import Exchanges
import Foundation
import PassAPI
import Services
import Testing

/// Source: architecture.md, "Extension points".
@Suite struct ServiceTests {
    static let connection = ClientConnection(address: "192.0.2.7", cookies: "app")

    /// The bundled captures, below `Recordings/captures`.
    static let captures: [String] = {
        let folder = Checkout.top.appending(path: "Recordings/captures")
        let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
        return paths.filter { $0.hasSuffix(".har") }.sorted()
    }()

    static func exchanges(of capture: String) throws -> [Exchange] {
        let file = Checkout.top.appending(path: "Recordings/captures/" + capture)
        return try HAR.recording(parsing: Array(Data(contentsOf: file))).exchanges
    }

    @Test("There are captures of everybody, and some with hosts that are not Adobe's")
    func captured() throws {
        #expect(Self.captures.count >= 19)
        let all = try Self.captures.flatMap(Self.exchanges)
        #expect(all.contains { PassRequest(recognizing: $0.request) == nil })
    }

    @Test("A recording whose own requests are sent again has each exchange to the byte", arguments: captures)
    func everyExchange(capture: String) throws {
        let exchanges = try Self.exchanges(of: capture)
        var service = Service.recorded(RecordedService(of: exchanges))
        for exchange in exchanges {
            let response = service.respond(to: exchange.request, from: Self.connection, at: exchange.startedAt)
            #expect(response.sent == exchange.outcome, "exchange \(exchange.ordinal)")
            guard let operation = PassRequest(recognizing: exchange.request) else {
                #expect(response == .page(exchange))
                continue
            }
            #expect(response.delivery == RecordedCall(exchange, operation).delivery)
        }
        // Each is given once: nobody is left, neither of the calls nor of the rest.
        #expect(service.recorded?.unused == [])
        for exchange in exchanges where PassRequest(recognizing: exchange.request) == nil {
            let again = service.respond(to: exchange.request, from: Self.connection, at: exchange.startedAt)
            #expect(again == .unmatched(.alreadyReplayed))
            #expect(again.sent == nil && again.delivery == nil && again.answer == nil)
        }
    }

    @Test("What is no operation is matched by method and URL as they are written, whatever else the request says")
    func pages() {
        func page(_ ordinal: Int, _ method: String, _ url: String, _ body: String) -> Exchange {
            Exchange(
                ordinal: ordinal,
                startedAt: RecordedServiceTests.start,
                durationMicroseconds: 1,
                request: HTTPRequest(method: method, url: url),
                outcome: .response(HTTPResponse(status: 200, headers: [HeaderField("X-A", body)], body: [1]))
            )
        }
        let url = "https://login.example/sign-in?a=1"
        let exchanges = [page(1, "GET", url, "one"), page(2, "POST", url, "two"), page(3, "GET", url, "three")]
        var service = Service.recorded(RecordedService(of: exchanges))
        func ask(_ method: String, _ url: String) -> ServiceResponse {
            let request = HTTPRequest(method: method, url: url, headers: [HeaderField("Cookie", "x")], body: [1])
            return service.respond(to: request, from: Self.connection, at: RecordedServiceTests.start)
        }
        #expect(ask("GET", url) == .page(exchanges[0]))
        #expect(ask("GET", url) == .page(exchanges[2]))
        #expect(ask("GET", url) == .unmatched(.alreadyReplayed))
        #expect(ask("POST", url) == .page(exchanges[1]))
        #expect(ask("get", url) == .unmatched(.notRecorded))
        #expect(ask("GET", url + "&b=2") == .unmatched(.notRecorded))
    }

    @Test("A miss says why and sends nothing; a service made of calls alone understands without bytes")
    func withoutBytes() {
        let request = RecordedServiceTests.authorize("KITE1")
        let call = RecordedServiceTests.call(1, request, after: 0)
        var service = Service.recorded(RecordedService(calls: [call]))
        let match = service.respond(to: request, from: Self.connection, at: RecordedServiceTests.start)
        #expect(match.sent == nil)
        #expect(match.delivery == Delivery(outcome: .response(PassResponse(status: 200, .empty)), delay: call.duration))
        let unmatched = service.respond(to: request, from: Self.connection, at: RecordedServiceTests.start)
        #expect(unmatched.sent == nil && unmatched.delivery == nil)
        guard case .unmatched(let reason)? = unmatched.answer else {
            Issue.record("no miss: \(unmatched)")
            return
        }
        #expect(reason.reason == .alreadyReplayed)
    }

    @Test("A call is found by its ordinal in a recording whose order was edited, too")
    func editedOrder() throws {
        let exchanges = try Self.exchanges(of: "apple-sso-tvos.har").reversed()
        var service = Service.recorded(RecordedService(of: Array(exchanges)))
        for exchange in exchanges {
            let response = service.respond(to: exchange.request, from: Self.connection, at: exchange.startedAt)
            #expect(response.sent == exchange.outcome)
        }
    }

    @Test("The simulated service sends what the operation's row writes, which is read as what it meant")
    func simulated() throws {
        var service = Service.simulated(SimulatedService(.example, seed: 1))
        let register = PassRequest.register(softwareStatement: "statement")
        let response = service.respond(
            to: try register.httpRequest(),
            from: Self.connection,
            at: RecordedServiceTests.start
        )
        guard case .simulated(let meant, let request, let latency) = response,
            case .response(let sent)? = response.sent
        else {
            Issue.record("no response: \(response)")
            return
        }
        #expect(request.operation == .register)
        #expect(latency == service.configuration?.latency)
        #expect(response.delivery == Delivery(outcome: .response(meant), delay: latency))
        #expect(PassResponse(reading: sent, for: .register) == meant)
        #expect(response.answer == nil)
        let page = HTTPRequest(method: "GET", url: "https://login.example/")
        #expect(
            service.respond(to: page, from: Self.connection, at: RecordedServiceTests.start)
                == .unmatched(.notRecorded)
        )
    }

    @Test("A service is one of the two, and is changed as the one it is")
    func oneOfTwo() {
        var recorded = Service.recorded(RecordedService(calls: []))
        var simulated = Service.simulated(SimulatedService(.example, seed: 1))
        #expect(recorded.withSimulated { _ in 1 } == nil)
        #expect(simulated.withRecorded { _ in 1 } == nil)
        recorded.withRecorded { $0.horizon = RecordedServiceTests.start }
        simulated.withSimulated { $0.answer(after: .seconds(7)) }
        #expect(recorded.recorded?.horizon == RecordedServiceTests.start && recorded.simulated == nil)
        #expect(simulated.simulated?.configuration.latency == .seconds(7) && simulated.recorded == nil)
        #expect(recorded.domain(of: "KITETV") == nil && recorded.configuration == nil)
        #expect(simulated.domain(of: "KITETV") == simulated.configuration?.requestors.first?.domains.first)
        #expect(recorded.expirations(at: RecordedServiceTests.start) == [])
    }
}
