import Device
import Documents
import Exchanges
import PassAPI
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Simulation

/// Source: issue "Serve", part 4; video-subscriber-account.md §2, §4, §7; apple-sso-flow.md §3.
@Suite struct ServedVSATests {
    static let wall = ServedBackendTests.wall
    static let client = ServedVSA.Client(address: "127.0.0.1")
    static let received = HTTPRequest(method: "POST", url: "http://kinescope.local/vsa-requests")

    static func ask(
        _ question: VSARequest,
        _ backend: inout ServedBackend,
        at instant: Instant = wall
    ) -> ServedBackend.VSAReply {
        backend.answer(question, from: client, in: received, at: instant)
    }

    static func request(
        interrupts: Bool = false,
        supported: [String] = [],
        token: String? = nil
    ) -> VSARequest {
        var request = AccountMetadataRequest()
        request.channelIdentifier = AccountMetadataRequest.adobeChannelIdentifier
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = interrupts
        request.supportedAccountProviderIdentifiers = supported
        request.verificationToken = token
        if token != nil { request.attributeNames = ["uid", "NameID"] }
        return .enqueue(request)
    }

    static func metadata(_ reply: ServedBackend.VSAReply) -> (AccountMetadata?, AccountError?) {
        guard case .metadata(let metadata, let error)? = reply.call?.answer else { return (nil, nil) }
        return (metadata, error)
    }

    private static func perform(_ text: String, _ backend: inout ServedBackend) throws {
        try ServedBackendTests.perform(text, in: &backend)
    }

    // MARK: Permission

    @Test("At first nothing was asked; a check that prompts is answered by the user, and remembered")
    func prompt() throws {
        var backend = ServedBackendTests.simulated()
        let refusal = AccountError(.accessNotGranted)
        #expect(
            Self.ask(.checkAccessStatus(prompt: false), &backend).call?.answer == .accessStatus(.notDetermined, refusal)
        )
        #expect(Self.metadata(Self.ask(Self.request(), &backend)).1 == refusal)
        #expect(Self.ask(.checkAccessStatus(prompt: true), &backend).call?.answer == .accessStatus(.granted, nil))
        #expect(Self.ask(.checkAccessStatus(prompt: false), &backend).call?.answer == .accessStatus(.granted, nil))
        var denied = ServedBackendTests.simulated()
        try Self.perform("vsa prompt deny", &denied)
        for prompt in [true, false, true] {
            let reply = Self.ask(.checkAccessStatus(prompt: prompt), &denied)
            #expect(reply.call?.answer == .accessStatus(prompt ? .denied : .denied, refusal))
        }
    }

    @Test(
        "Each access status can be set whatever it was, and the next call has it",
        arguments: ["notDetermined", "restricted", "denied", "granted"]
    )
    func permission(name: String) throws {
        var backend = ServedBackendTests.simulated()
        for before in ["granted", "restricted", "denied", "notDetermined"] {
            try Self.perform("vsa permission \(before); vsa permission \(name)", &backend)
            guard
                case .accessStatus(let status, let error)? = Self.ask(.checkAccessStatus(prompt: false), &backend)
                    .call?.answer
            else {
                Issue.record("no status")
                continue
            }
            #expect(status.name == name && (error == nil) == (name == "granted"))
            // 0 is accessNotGranted; signed out without interruption it is providerRejected, 4.
            #expect(Self.metadata(Self.ask(Self.request(), &backend)).1?.code == (name == "granted" ? 4 : 0))
        }
    }

    // MARK: Account

    @Test("The picker signs in; who is signed in, and until when, is in state and expirations")
    func picker() throws {
        var backend = ServedBackendTests.simulated()
        try Self.perform("vsa permission granted", &backend)
        #expect(Self.metadata(Self.ask(Self.request(), &backend)).1?.knownCode == .providerRejected)
        let (metadata, error) = Self.metadata(Self.ask(Self.request(interrupts: true), &backend))
        // The example's first provider at Apple is Meadowlark, and its sessions there last 30 days.
        let end = Self.wall + .seconds(30 * 86_400)
        #expect(error == nil && metadata?.accountProviderIdentifier == "com.example.meadowlark")
        #expect(metadata?.authenticationExpirationDate == end)
        #expect(Self.metadata(Self.ask(Self.request(), &backend)).0 == metadata)
        #expect(backend.expirations(at: Self.wall).contains { $0.kind == .vsaAccount && $0.instant == end })
        let state = backend.stateEntries(at: Self.wall)
        #expect(state.contains { $0.kind == .account && $0["provider"] == .text("com.example.meadowlark") })
        #expect(state.contains { $0.kind == .permission && $0["status"] == .code("granted") })
        try Self.perform("advance 30d", &backend)
        #expect(Self.metadata(Self.ask(Self.request(), &backend)).1?.knownCode == .providerRejected)
    }

    @Test(
        "What the user does in the picker",
        arguments: [
            ("vsa picker cancel", [], 2, nil),
            ("vsa picker Northwind", [], 1, "com.example.northwind"),
            ("vsa picker Juniper", [], 1, nil),
            ("vsa picker Meadowlark", ["com.example.northwind"], 1, "com.example.meadowlark"),
            ("vsa picker first", ["com.example.northwind"], 2, nil),
        ] as [(String, [String], Int, String?)]
    )
    func picks(step: String, supported: [String], code: Int, named: String?) throws {
        var backend = ServedBackendTests.simulated()
        try Self.perform("vsa permission granted; \(step)", &backend)
        let (metadata, error) = Self.metadata(
            Self.ask(Self.request(interrupts: true, supported: supported), &backend)
        )
        #expect(metadata == nil && error?.code == code && error?.unsupportedProviderIdentifier == named)
    }

    @Test("Signing in and out in Settings is seen by the next call; so are the words that scenarios have")
    func settings() throws {
        var backend = ServedBackendTests.simulated()
        try Self.perform("allow permission; vsa sign in Meadowlark finch 2d", &backend)
        let metadata = Self.metadata(Self.ask(Self.request(), &backend)).0
        #expect(metadata?.authenticationExpirationDate == Self.wall + .seconds(2 * 86_400))
        #expect(backend.settings.user == "finch" && backend.settings.permission == .granted)
        try Self.perform("sign out of Settings", &backend)
        #expect(Self.metadata(Self.ask(Self.request(), &backend)).1?.code == 4)
        try Self.perform("vsa sign in com.example.meadowlark; deny permission", &backend)
        #expect(backend.settings.user == "wren")
        #expect(Self.metadata(Self.ask(Self.request(), &backend)).1?.code == 0)
        try Self.perform("vsa permission granted", &backend)
        // A provider that the app does not support: code 1 with its identifier.
        let other = Self.metadata(Self.ask(Self.request(supported: ["com.example.northwind"]), &backend)).1
        #expect(other?.unsupportedProviderIdentifier == "com.example.meadowlark")
        backend.reset(at: Self.wall)
        #expect(backend.settings.provider == nil && backend.settings.permission == .notDetermined)
        #expect(backend.log.count == 0 && backend.log.vsaCallCount == 0)
    }

    @Test("A verification token that the service did not give is refused, and a provider that cannot be reached")
    func tokens() throws {
        var backend = ServedBackendTests.simulated()
        try Self.perform("vsa permission granted; vsa sign in Meadowlark", &backend)
        #expect(
            Self.metadata(Self.ask(Self.request(token: "garbage"), &backend)).1?.knownCode == .invalidVerificationToken
        )
        try Self.perform("provider unreachable: Meadowlark", &backend)
        let error = Self.metadata(Self.ask(Self.request(token: "garbage"), &backend)).1
        #expect(error?.knownCode == .serviceTemporarilyUnavailable)
    }

    @Test(
        "What is none is an error that says what there is",
        arguments: [
            "vsa", "vsa sign", "vsa sign in", "vsa sign in A b 3d c", "vsa sign out now", "vsa permission maybe",
            "vsa permission", "vsa prompt", "vsa prompt maybe", "vsa picker", "vsa recorded again", "vsa sing in A",
            "vsa sign in A b c",
        ]
    )
    func words(text: String) {
        let backend = ServedBackendTests.simulated()
        #expect(throws: Problem.self) { try ServedBackendTests.steps(text, backend) }
    }

    @Test(
        "What is not known is refused, and changes nothing",
        arguments: [
            ("vsa sign in Nowhere", "there is no provider Nowhere"),
            ("vsa sign in Meadowlark bob", "no subscriber bob"),
            ("vsa picker com.example.meadowlark", "there is no provider"), ("vsa recorded", "there is no recording"),
        ]
    )
    func unknown(text: String, part: String) throws {
        var backend = ServedBackendTests.simulated()
        let before = backend.settings
        let error = #expect(throws: ScenarioError.self) { try Self.perform(text, &backend) }
        #expect(error?.problem.contains(part) == true && backend.settings == before)
    }

    @Test("Where every name signs in, it does in Settings too, and the provider answers for its one user")
    func everyName() throws {
        var service = ServiceConfiguration.example
        service.providers[0].takesEveryName = true
        var backend = ServedBackendTests.simulated(service)
        try Self.perform("vsa permission granted; vsa sign in Meadowlark anna", &backend)
        #expect(backend.settings.user == "anna")
        let reply = Self.ask(Self.request(supported: ["com.example.meadowlark"]), &backend)
        #expect(Self.metadata(reply).0?.accountProviderIdentifier == "com.example.meadowlark")
    }

    @Test("A device and a user of a scenario are those that are served")
    func scenario() throws {
        var setup = DeviceSetup(name: "tv", system: OperatingSystem(.tvOS, PlatformVersion(10, 0)))
        setup.account = .init(provider: "Northwind", user: "finch", lifetime: .seconds(60))
        var app = AppSetup(bundleID: "com.kite.tv", teamID: "T", requestor: "KITETV")
        app.permission = true
        setup.apps = [app]
        let service = Service.simulated(SimulatedService(.example, seed: 1))
        var world = World(Backend(at: Self.wall, service: service))
        try world.add(setup, seed: 1)
        let vsa = ServedVSA(of: world)
        var backend = ServedBackend(
            World(world.backend),
            vsa: vsa,
            from: Self.wall,
            showing: Self.wall,
            at: Self.wall,
            rate: 0
        )
        let reply = Self.ask(Self.request(supported: ["com.example.meadowlark"]), &backend)
        // tvOS 10.0 does not know the key of the identifier yet.
        #expect(Self.metadata(reply).1 == AccountError(.unsupportedProvider))
        #expect(backend.settings.user == "finch" && backend.settings.permission == .granted)
    }
}
