import ClientStack
import Device
import PassAPI
import Testing
import VirtualTime

@testable import Simulation

/// An app that calls again as soon as it has a response, or after a pause.
private struct Restless: ClientMachine, Machine {
    var pause: Duration?
    var number = 0

    mutating func handle(_ input: ClientInput, at now: Instant) -> [ClientEffect] {
        if case .responseArrived = input, let pause { return [.startTimer(TimerID(number), pause)] }
        number += 1
        let name: PassAPI.Operation = number.isMultiple(of: 2) ? .checkAuthentication : .preauthorize
        return [.sendRequest(RequestID(number), PassRequest(name, [.init("requestor", "KITETV")]))]
    }

    mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] { [] }

    mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] { [] }
    mutating func end() {}
    func isSignedIn(on device: Device, at now: Instant) -> Bool { false }
    var codeLogin: CodeLogin { CodeLogin(requestor: "KITETV") }
    func expirations(on device: Device, at now: Instant) -> [Expiration] { [] }
    func stateEntries(on device: Device, at now: Instant) -> [StateEntry] { [] }
    var signInStart: SignInGesture { .launch }
}

/// A run in which an app goes round ends with an error; one in which time passes does not.
@Suite struct CallCircleTests {
    /// A run whose second app is `client`.
    private func run(_ client: Restless) throws -> ScenarioRun {
        var run = ScenarioRun(in: try World(Kite.setup()))
        run.app = run.world.run(client, as: "com.kite.restless", on: 0)
        return run
    }

    @Test(
        "An app that calls without end is named with its calls, their count and the instant",
        // A timer that waits for nothing is no wait; an action's own patience ends before it.
        arguments: [(nil, 4), (Duration.zero, 5)]
    )
    func endless(pause: Duration?, line: Int) throws {
        var run = try run(Restless(pause: pause))
        let error = #expect(throws: ScenarioError.self) {
            try run.run([.init(.launch, line: 4), .init(.advance(.seconds(3_600)), line: 5)])
        }
        #expect(error?.line == line)
        let problem = error?.problem ?? ""
        #expect(problem.hasPrefix("tv/com.kite.restless calls "), "\(problem)")
        for word in ["v1.checkauthn", "v1.preauthorize", "1001 events", "2026-01-01T00:0"] {
            #expect(problem.contains(word), "\(word): \(problem)")
        }
        // It is ended at its thousand, not at the million of a run that does not settle.
        #expect(run.world.timeline.events.count < 5_000)
        #expect(run.world.step() == nil)
    }

    @Test("Time that passes does not help an app that does not wait")
    func travelling() throws {
        var run = try run(Restless())
        _ = run.world.apply(.userActionOccurred(.launch), to: run.app)
        #expect(throws: ScenarioError.self) { try run.run([.init(.advance(.seconds(86_400)))]) }
    }

    @Test("Polls in which time passes are no circle, however many")
    func polls() throws {
        var run = try run(Restless(pause: .seconds(1)))
        _ = run.world.apply(.userActionOccurred(.launch), to: run.app)
        try run.run([.init(.advance(.seconds(5_000)))])
        #expect(run.world.circle == nil)
        #expect(run.world.timeline.events.count > 4_000)
    }

    @Test("The limit is a thousand: as many events at one instant are none yet, one more is")
    func limit() {
        var chain = EventChain()
        let now = Instant(secondsSince1970: 1_767_225_600)
        for _ in 0..<1_000 { #expect(chain.add(at: now, call: nil, isWait: false) == nil) }
        #expect(chain.add(at: now, call: nil, isWait: false) == 1_001)
        var slow = EventChain()
        for second in 0..<1_000 {
            #expect(slow.add(at: now + .seconds(Int64(second)), call: .authorize, isWait: false) == nil)
        }
        #expect(slow.add(at: now + .seconds(1_000), call: .mediaToken, isWait: false) == 1_001)
        #expect(slow.calls == [.authorize, .mediaToken])
        // A timer or a person in between begins a new chain.
        #expect(slow.add(at: now + .seconds(1_001), call: nil, isWait: true) == nil)
        #expect(slow.add(at: now + .seconds(1_002), call: .authorize, isWait: false) == nil)
        #expect(slow.calls == [.authorize])
    }
}
