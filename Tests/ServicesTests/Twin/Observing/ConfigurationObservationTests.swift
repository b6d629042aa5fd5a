import PassAPI
import Services
import Testing
import VirtualTime

/// How long things last by what a recording told.
@Suite struct ConfigurationObservationTests {
    private static let start = ObservedTwinTests.start

    private static func authentication(_ ordinal: Int, expires: Instant) -> RecordedCall {
        ObservedTwinTests.call(
            ordinal,
            .readAuthenticationToken(ObservedTwinTests.device),
            200,
            .authentication(AuthenticationDetails(requestor: "KITETV", mvpd: "Meadowlark", expires: expires))
        )
    }

    private static func lifetimes(_ calls: [RecordedCall]) -> Lifetimes {
        ObservedTwin(calls, where: { _ in true }, changing: { $0 }, seed: 1).twin.configuration.lifetimes
    }

    @Test("A token that is read again later does not shorten the lifetime")
    func readAgain() {
        let expires = Self.start + .seconds(1 + 86_400)
        let calls = [Self.authentication(1, expires: expires), Self.authentication(50_000, expires: expires)]
        #expect(Self.lifetimes(calls).authentication == .seconds(86_400))
    }

    @Test("A server's clock that is off does not change a lifetime")
    func skew() {
        let skew = Duration.seconds(3_600)
        let configuration = ObservedTwinTests.call(
            9,
            .configuration(ObservedTwinTests.device),
            200,
            .configuration(Configuration(requestor: "KITETV", time: Self.start + .seconds(9) + skew))
        )
        let calls = [Self.authentication(1, expires: Self.start + .seconds(1 + 86_400) + skew), configuration]
        #expect(Self.lifetimes(calls).authentication == .seconds(86_400))
    }

    @Test("A code that ends before it began says nothing of how long codes last")
    func backwards() {
        let record = RegistrationRecord(
            id: "1",
            code: "K7TQ2MX",
            requestor: "KITETV",
            generated: Self.start,
            expires: Self.start - .seconds(60)
        )
        let calls = [
            ObservedTwinTests.call(
                1,
                .createRegistrationCode(ObservedTwinTests.device),
                201,
                .registrationRecord(record)
            )
        ]
        #expect(Self.lifetimes(calls).registrationCode == Lifetimes.default.registrationCode)
    }
}
