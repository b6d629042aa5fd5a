import PassAPI
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Source: architecture.md, "Extension points".
@Suite struct BackendTests {
    static let connection = ClientConnection(address: "box", cookies: "box")
    static let request = PassRequest(
        .checkAuthentication,
        [.init("requestor", "KITETV"), .init("deviceId", "box"), .init("Authorization", "Bearer token")]
    )
    static let call = RecordedCall(
        ordinal: 1,
        startedAt: WorldTests.start,
        duration: .milliseconds(45),
        request: request,
        outcome: .response(PassResponse(status: 200, .empty))
    )

    static func recorded() -> Backend {
        Backend(at: WorldTests.start, service: .recorded(RecordedService(calls: [call])))
    }

    @Test("A recorded answer takes as long as it took; where the recording has none, nothing reaches the client")
    func recordedAnswers() {
        var backend = Self.recorded()
        let first = backend.respond(to: Self.request, from: Self.connection)
        #expect(first.delivery == Self.call.delivery)
        guard case .match(let match)? = first.answer else {
            Issue.record("no match")
            return
        }
        #expect(match.call == Self.call && first.fault == nil)
        let second = backend.respond(to: Self.request, from: Self.connection)
        guard case .unmatched? = second.answer else {
            Issue.record("no miss")
            return
        }
        #expect(second.delivery == nil)
    }

    @Test("What goes wrong on the way goes wrong with either service: a request that never left uses nothing up")
    func faults() {
        var backend = Self.recorded()
        backend.faults.add(.init(.offline, count: 1))
        backend.faults.add(.init(.status(503), count: 1))
        backend.faults.add(.init(.status(503), count: 1, isAfterService: true))
        let lost = backend.respond(to: Self.request, from: Self.connection)
        #expect(lost.fault == .offline && lost.answer == nil)
        #expect(lost.delivery == Delivery(outcome: .failure("the device is offline"), delay: .zero))
        let unseen = backend.respond(to: Self.request, from: Self.connection)
        #expect(unseen.fault == .status(503) && unseen.answer == nil, "the service never sees it")
        #expect(unseen.delivery == Delivery(outcome: .response(PassResponse(status: 503, .empty)), delay: .zero))
        let disturbed = backend.respond(to: Self.request, from: Self.connection)
        #expect(disturbed.answer != nil, "it has done its part")
        #expect(
            disturbed.delivery
                == Delivery(outcome: .response(PassResponse(status: 503, .empty)), delay: Self.call.duration)
        )
        backend.faults.add(.init(.status(503), isAfterService: true))
        #expect(backend.respond(to: Self.request, from: Self.connection).delivery == nil)
    }

    @Test("A status from before the service takes as long as the service's own, and uses none of its credits up")
    func before() {
        var backend = Backend(at: WorldTests.start, service: .simulated(SimulatedService(.example, seed: 1)))
        let untouched = backend.service
        backend.faults.add(.init(.status(503), count: 1))
        let reply = backend.respond(to: Self.request, from: Self.connection)
        #expect(reply.delivery?.delay == backend.service.configuration?.latency)
        #expect(backend.service == untouched)
    }

    @Test("The simulated service answers after its latency, and hears of controls; a recording has no knobs")
    func simulated() {
        var backend = Backend(at: WorldTests.start, service: .simulated(SimulatedService(.example, seed: 1)))
        let reply = backend.respond(to: Self.request, from: Self.connection)
        #expect(reply.answer == nil)
        #expect(reply.delivery?.delay == backend.service.configuration?.latency)
        backend.apply(.skewClock(.seconds(60)))
        #expect(backend.service.configuration?.clockOffset == .seconds(60))
        var recorded = Self.recorded()
        recorded.apply(.skewClock(.seconds(60)))
        for each in [backend, recorded] { #expect(each.timeline.events.map(\.kind) == ["control"]) }
        #expect(recorded.logIn(Self.request, as: .init(provider: "Meadowlark"), from: Self.connection) == nil)
    }

    @Test("Time never runs backwards")
    func time() {
        var backend = Self.recorded()
        backend.pass(to: WorldTests.start + .seconds(5))
        backend.pass(to: WorldTests.start)
        #expect(backend.now == WorldTests.start + .seconds(5))
    }
}
