import ClientStack
import Device
import Exchanges
import PassAPI
import Report
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct WorldTests {
    static let start = Instant(secondsSince1970: 1_795_211_952)

    /// A service that refuses the token check and knows nothing else, and a platform that refuses permission.
    static func world() -> World {
        let check = PassRequest(
            .checkAuthentication,
            [.init("requestor", "KITETV"), .init("deviceId", "box"), .init("Authorization", "Bearer token")]
        )
        let refusal = PassResponse(status: 403, .error(PassError(status: 403, message: "Forbidden")))
        let call = RecordedCall(
            ordinal: 1,
            startedAt: start,
            duration: .milliseconds(45),
            request: check,
            outcome: .response(refusal)
        )
        let denied = VSACall(
            ordinal: 1,
            answeredAt: start,
            question: .checkAccessStatus(prompt: true),
            answer: .accessStatus(.denied, nil)
        )
        var configuration = ClientConfiguration(requestor: "KITETV", platform: .tvOS, deviceID: "box")
        configuration.accessToken = CachedAccessToken("token")
        var world = World(
            Backend(
                at: start,
                service: .recorded(RecordedService(calls: [call])),
                vsa: .recorded(RecordedVSA(responses: [denied]))
            )
        )
        let device = Device(
            name: "box",
            system: OperatingSystem(.tvOS, PlatformVersion(15)),
            identifiers: DeviceIdentifiers(seed: 1),
            at: start
        )
        world.run(Client(configuration: configuration), as: "com.kite.tv", on: world.add(device))
        return world
    }

    @Test("Virtual time moves to the next entry of the agenda, by the answer's own duration")
    func time() {
        var world = Self.world()
        #expect(world.now == Self.start)
        _ = world.apply(.userActionOccurred(.launch), at: Self.start + .seconds(1))
        #expect(world.now == Self.start + .seconds(1))
        #expect(world.nextInstant == Self.start + .seconds(1) + .milliseconds(45))
        _ = world.step()
        #expect(world.now == Self.start + .seconds(1) + .milliseconds(45))
    }

    @Test("A stimulus in the past happens now: time never runs backwards")
    func noPast() {
        var world = Self.world()
        _ = world.apply(.userActionOccurred(.launch), at: Self.start - .seconds(60))
        #expect(world.now == Self.start)
    }

    @Test("A copy is a snapshot: both copies go on to the same digest, and neither hears of the other")
    func snapshot() {
        var world = Self.world()
        _ = world.apply(.userActionOccurred(.launch), at: Self.start)
        var copy = world
        while world.step() != nil {}
        #expect(copy.timeline.events.count < world.timeline.events.count)
        while copy.step() != nil {}
        #expect(copy.timeline == world.timeline)
        #expect(copy.timeline.digest == world.timeline.digest)
    }

    @Test("The digest grows with every event")
    func digest() {
        var world = Self.world()
        let before = world.timeline.digest
        world.note("note", values: [])
        #expect(world.timeline.digest != before)
    }

    @Test("A request that the recording cannot answer leaves the client waiting, and the agenda empty")
    func unanswered() {
        var world = Self.world()
        var observations = world.apply(.userActionOccurred(.launch), at: Self.start)
        while let more = world.step() { observations += more }
        let last = observations.last { if case .requestSent = $0.event { true } else { false } }
        guard case .requestSent(let request, .unmatched(let unmatched)) = last?.event else {
            Issue.record("no miss: \(observations)")
            return
        }
        #expect(request.operation == .createRegistrationCode)
        #expect(unmatched.reason == .notRecorded)
        guard let client = world.apps[0].client as? Client else {
            Issue.record("another client")
            return
        }
        #expect(!client.isIdle)
    }

    @Test("Every kind of answer, question and stimulus has a line for the timeline")
    func summaries() {
        var world = Self.world()
        _ = world.apply(.userActionOccurred(.launch), at: Self.start)
        while world.step() != nil {}
        let summaries = world.timeline.events.map(\.summary)
        #expect(summaries.contains("the app is launched and signs in"))
        #expect(summaries.contains("403 Forbidden"))
        #expect(summaries.contains("denied"))
        #expect(summaries.allSatisfy { !$0.isEmpty })
    }
}
