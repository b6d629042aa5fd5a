import PassAPI
import Testing
import VirtualTime

@testable import ClientStack

@Suite("A registration code's life")
struct CodeLifetimeTests {
    private func lifetime(
        generated: Instant?,
        expires: Instant?,
        _ configuration: ClientConfiguration = Kite.configuration()
    ) -> Duration {
        CodeLifetime.of(
            RegistrationRecord(id: "1", code: "A", requestor: "KITETV", generated: generated, expires: expires),
            requested: configuration.options.registrationCodeTTL,
            at: Kite.now
        )
    }

    @Test("It is the span between the record's dates, whatever the device's clock says")
    func span() {
        let past = Kite.now - .seconds(1_000_000)
        #expect(lifetime(generated: past, expires: past + .seconds(600)) == .seconds(600))
    }

    @Test("Without the first date it counts from now, without both it is what was asked for, or thirty minutes")
    func missing() {
        #expect(lifetime(generated: nil, expires: Kite.now + .seconds(7)) == .seconds(7))
        #expect(lifetime(generated: Kite.now, expires: nil) == .seconds(1_800))
        let asked = Kite.configuration { $0.options.registrationCodeTTL = 60 }
        #expect(lifetime(generated: nil, expires: nil, asked) == .seconds(60))
    }

    @Test("It is never negative and never longer than ten hours")
    func limits() {
        #expect(lifetime(generated: Kite.now, expires: .distantPast) == .zero)
        #expect(lifetime(generated: .distantPast, expires: .distantFuture) == .seconds(36_000))
        let forever = Kite.configuration { $0.options.registrationCodeTTL = .max }
        #expect(lifetime(generated: nil, expires: nil, forever) == .seconds(36_000))
    }
}
