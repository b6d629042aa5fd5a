import Documents
import Testing
import VirtualTime

@testable import Report

@Suite struct FactJSONTests {
    @Test(
        "Truth values are called is or has",
        arguments: [
            ("isOn", "isOn"), ("hasResponse", "hasResponse"), ("prompt", "isPromptAllowed"), ("muted", "isMuted"),
        ]
    )
    func truth(key: String, name: String) {
        let member = FactJSON.member(.truth(key, true))
        #expect(member.key == name && member.value == .bool(true))
    }

    @Test(
        "Durations are whole microseconds, as far as they go",
        arguments: [
            (Duration.nanoseconds(1_999), 1), (.seconds(-2), -2_000_000), (.seconds(Int64.max), Int64.max),
        ] as [(Duration, Int64)]
    )
    func duration(duration: Duration, count: Int64) {
        #expect(FactJSON.microseconds(of: duration) == count)
    }

    @Test("An instant's name ends in At, whatever SAML calls it")
    func instant() {
        let instant = Instant(secondsSince1970: 1_800_000_000)
        #expect(FactJSON.member(.instant("SessionNotOnOrAfter", instant)).key == "sessionNotOnOrAfterAt")
        #expect(FactJSON.member(.instant("expiresAt", instant)).key == "expiresAt")
    }
}
