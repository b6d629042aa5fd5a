import Checkout
import Exchanges
import Foundation
import PassAPI
import Services
import Testing
import VirtualTime

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

    static func calls(of capture: String) throws -> [RecordedCall] {
        try exchanges(of: capture).compactMap { exchange in
            PassRequest(recognizing: exchange.request).map { RecordedCall(exchange, $0) }
        }
    }

    @Test("A recording whose own calls are made again delivers each as it was, once", arguments: captures)
    func everyCall(capture: String) throws {
        let calls = try Self.calls(of: capture)
        var service = Service.recorded(RecordedService(calls: calls))
        for call in calls {
            let response = service.respond(to: call.request, from: Self.connection, at: call.startedAt)
            #expect(response.delivery == call.delivery, "exchange \(call.ordinal)")
        }
        #expect(service.recorded?.unused == [])
        guard let call = calls.last else { return }
        let again = service.respond(to: call.request, from: Self.connection, at: call.startedAt)
        guard again.delivery == nil, case .unmatched(let unmatched)? = again.answer else {
            Issue.record("it answers once more: \(again)")
            return
        }
        #expect(unmatched.reason == .alreadyReplayed)
    }

    @Test("A call is found by its ordinal in a recording whose order was edited, too")
    func editedOrder() throws {
        let calls = Array(try Self.calls(of: "apple-sso-tvos.har").reversed())
        var service = Service.recorded(RecordedService(calls: calls))
        for call in calls { service.withRecorded { $0.use(call.ordinal) } }
        #expect(service.recorded?.unused == [])
    }

    @Test("The simulated service delivers its response after its latency, and matches nothing")
    func simulated() throws {
        var service = Service.simulated(SimulatedService(.example, seed: 1))
        service.withSimulated { $0.answer(after: .seconds(7)) }
        let register = PassRequest.register(softwareStatement: "statement")
        let response = service.respond(to: register, from: Self.connection, at: RecordedServiceTests.start)
        guard case .response(let sent)? = response.delivery?.outcome else {
            Issue.record("no response: \(response)")
            return
        }
        #expect(response.delivery?.delay == .seconds(7) && response.answer == nil)
        #expect(sent.status == 201 || sent.status == 400)
    }

    @Test("Where what was recorded has been served nothing is delivered, and what expires is known")
    func served() {
        let expiration = Expiration(.mediaToken, "KITE1", at: RecordedServiceTests.start, source: "recording")
        var service = Service.served([expiration])
        let request = RecordedServiceTests.authorize("KITE1")
        let response = service.respond(to: request, from: Self.connection, at: RecordedServiceTests.start)
        #expect(response.delivery == nil && response.answer == nil)
        #expect(service.withRecorded { _ in 1 } == nil && service.withSimulated { _ in 1 } == nil)
        #expect(service.expirations(at: RecordedServiceTests.start) == [expiration])
    }

    @Test("A service is changed as the one it is")
    func oneOfThem() {
        var recorded = Service.recorded(RecordedService(calls: []))
        var simulated = Service.simulated(SimulatedService(.example, seed: 1))
        #expect(recorded.withSimulated { _ in 1 } == nil)
        #expect(simulated.withRecorded { _ in 1 } == nil)
        recorded.withRecorded { $0.horizon = RecordedServiceTests.start }
        #expect(recorded.recorded?.horizon == RecordedServiceTests.start && recorded.simulated == nil)
        #expect(recorded.domain(of: "KITETV") == nil && recorded.configuration == nil)
        #expect(simulated.domain(of: "KITETV") == simulated.configuration?.requestors.first?.domains.first)
        #expect(recorded.expirations(at: RecordedServiceTests.start) == [])
    }
}
