import ClientStack
import Device
import Testing
import VirtualTime

@Suite struct ClientMachineTests {
    private static let device = Device(
        name: "tv",
        system: OperatingSystem(.tvOS, .init(15)),
        identifiers: DeviceIdentifiers(wifiAddress: "02:00", advertisingIdentifier: "1", seed: 1),
        at: Kite.now
    )

    @Test("A client after the cookbook tells the ends of its access token and its registration code")
    func expirations() {
        let configuration = Kite.configuration {
            $0.accessToken = CachedAccessToken("token-0", expires: Kite.now + .seconds(3_600))
        }
        let polling: any ClientMachine = Dialogue.atPolling(configuration).client
        #expect(
            polling.expirations(on: Self.device, at: Kite.now) == [
                Expiration(.accessToken, at: Kite.now + .seconds(3_600), source: "app KITETV"),
                Expiration(.registrationCode, "K7TQ2MX", at: Kite.now + .seconds(1_800), source: "app KITETV"),
            ]
        )
        let resting: any ClientMachine = Dialogue.signedIn().client
        #expect(resting.expirations(on: Self.device, at: Kite.now).isEmpty)
    }

    @Test("A code ends when the service says, in true time; where it does not say, by the device's own clock")
    func codeExpirations() {
        let device = Device(
            name: "tv",
            system: OperatingSystem(.tvOS, .init(15)),
            identifiers: DeviceIdentifiers(wifiAddress: "02:00", advertisingIdentifier: "1", seed: 1),
            at: Kite.now,
            clockOffset: .seconds(3_600)
        )
        // What the client sees at `Kite.now` is an hour ahead of true time.
        let wall = Kite.now
        for (expires, end) in [
            (wall - .seconds(1_800), wall - .seconds(1_800)), (nil, wall + .seconds(1_800) - .seconds(3_600)),
        ] {
            var dialogue = Dialogue.atRegularLogin()
            dialogue.service(.code(generated: expires.map { $0 - .seconds(1_800) }, expires: expires))
            let client: any ClientMachine = dialogue.client
            let expirations = client.expirations(on: device, at: wall - .seconds(3_600))
            #expect(expirations == [Expiration(.registrationCode, "K7TQ2MX", at: end, source: "app KITETV")])
        }
    }

    @Test("Its state is how far it is, its access token, and what it waits for")
    func state() {
        let configuration = Kite.configuration {
            $0.accessToken = CachedAccessToken("token-0", expires: Kite.now + .seconds(3_600))
        }
        let client: any ClientMachine = Dialogue.atPolling(configuration).client
        let entries = client.stateEntries(on: Self.device, at: Kite.now)
        #expect(entries.allSatisfy { $0.source == .app("KITETV") })
        #expect(entries.map(\.kind) == [.client, .signIn, .step, .token, .waiting])
        #expect(entries[0].values == [.code("api", "restV1"), .text("requestor", "KITETV")])
        #expect(entries[1].values == [.truth("isSignedIn", false)])
        #expect(entries[2].values == [.code("step", "S10")])
        let end = EventValue.expiration(Kite.now + .seconds(3_600), isExpired: false)
        #expect(entries[3].values == [.code("kind", "access")] + end)
        let later = client.stateEntries(on: Self.device, at: Kite.now + .seconds(3_600))
        #expect(later[3]["isExpired"] == .truth(true))
        #expect(!client.isSignedIn(on: Self.device, at: Kite.now))
    }

    @Test("It is handed the wall clock's time, and hands back what the client wants done")
    func handle() {
        var client: any ClientMachine = Client(configuration: Kite.configuration())
        var device = Self.device
        let effects = client.handle(.userActionOccurred(.launch), on: &device, at: Kite.now)
        #expect(effects.contains { if case .sendRequest = $0 { true } else { false } })
        #expect(client.codeLogin.page(code: "K7TQ2MX", mvpd: "Plover")["reg_code"] == "K7TQ2MX")
    }
}
