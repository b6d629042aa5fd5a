import Checkout
import Documents
import Exchanges
import Redaction
import Services
import SubscriberAccount
import Testing
import VirtualTime

/// VSA results, which are served beside the responses of a recording (video-subscriber-account.md §6).
@Suite struct InstantShiftVSATests {
    private static let shift = InstantShift(wholeSeconds: 86_400)
    private static let logs = ["Recordings/captures", "Recordings/v2"].flatMap {
        Checkout.files(below: $0, suffix: ".accounts.jsonl")
    }
    private static let expiry = Instant(secondsSince1970: 1_797_803_952, nanosecond: 970_000_000)

    private static func result(
        _ error: AccountError? = nil,
        _ change: (inout AccountMetadata) -> Void
    ) -> VSAResult {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        change(&metadata)
        return .metadata(metadata, error)
    }

    @Test("The account's expiration, the SAML message and the provider's own answer move by the distance")
    func moved() {
        let text = SAMLSample().xml
        let later = text.replacing("2026-11-21", with: "2026-11-22").replacing("2026-11-20", with: "2026-11-21")
        let recorded = Self.result {
            $0.authenticationExpirationDate = Self.expiry
            $0.samlAttributeQueryResponse = Base64.encode(Array(text.utf8))
            $0.accountProviderResponse = AccountProviderResponse(authenticationScheme: "SAML", body: text)
            $0.verificationData = [1, 2, 3]
        }
        let moved = Self.shift.moved(recorded)
        let expected = Self.result {
            $0.authenticationExpirationDate = Self.expiry + .seconds(86_400)
            $0.samlAttributeQueryResponse = Base64.encode(Array(later.utf8))
            $0.accountProviderResponse = AccountProviderResponse(authenticationScheme: "SAML", body: later)
            $0.verificationData = [1, 2, 3]
        }
        #expect(moved.result == expected)
        #expect(moved.exceptions == [])
        #expect(
            moved.signatures == [
                .init(kind: .verificationData, place: .vsaResult(field: "verificationData"), isSignedAgain: false)
            ]
        )
        #expect(Self.shift.reversed.moved(moved.result).result == recorded)
        // Without the blob there is nothing that it no longer fits.
        #expect(Self.shift.moved(Self.result { $0.samlAttributeQueryResponse = text }).signatures == [])
    }

    @Test("The provider's SAML response in an error moves, of either call (video-subscriber-account.md §7)")
    func movedError() {
        let text = SAMLSample().xml
        let later = text.replacing("2026-11-21", with: "2026-11-22").replacing("2026-11-20", with: "2026-11-21")
        func error(_ saml: String) -> AccountError {
            AccountError(
                code: 4,
                userInfo: [
                    .init(AccountError.samlResponseStatusKey, "2026-11-20T21:59:12Z"),
                    .init(AccountError.samlResponseKey, saml), .init("other", text),
                    .init(
                        AccountError.accountProviderResponseKey,
                        JSONValue.object(["authenticationScheme": .string("SAML"), "body": .string(saml)]).serialized,
                        isString: false
                    ),
                ]
            )
        }
        #expect(Self.shift.moved(.metadata(nil, error(text))).result == .metadata(nil, error(later)))
        #expect(Self.shift.moved(.accessStatus(.denied, error(text))).result == .accessStatus(.denied, error(later)))
        let encoded = Base64.encode(Array(text.utf8))
        let both = Self.result(error(encoded)) { $0.samlAttributeQueryResponse = text }
        let expected = Self.result(error(Base64.encode(Array(later.utf8)))) { $0.samlAttributeQueryResponse = later }
        #expect(Self.shift.moved(both).result == expected)
    }

    @Test("What has no instant is as it was")
    func nothing() {
        let empty = Self.result { _ in }
        for result in [
            VSAResult.accessStatus(.granted, nil), .metadata(nil, nil), empty,
            Self.result { $0.verificationData = [1] }, Self.result { $0.authenticationExpirationDate = .distantFuture },
            Self.result { $0.authenticationExpirationDate = .distantPast },
        ] {
            let moved = Self.shift.moved(result)
            #expect(moved.result == result && moved.signatures.isEmpty && moved.exceptions.isEmpty)
        }
    }

    @Test("What cannot be moved stays, and is reported with its field")
    func exceptions() {
        let late = Instant(iso8601: "9999-12-30T12:00:00Z") ?? .distantPast
        let result = Self.result {
            $0.authenticationExpirationDate = late
            $0.samlAttributeQueryResponse = "no message of SAML"
        }
        let moved = InstantShift(wholeSeconds: 2 * 86_400).moved(result)
        #expect(moved.result == result)
        #expect(
            moved.exceptions == [
                .init(
                    place: .vsaResult(field: "authenticationExpirationDate"),
                    text: "9999-12-30T12:00:00Z",
                    reason: .notRepresentable
                ),
                .init(
                    place: .vsaResult(field: "samlAttributeQueryResponse"),
                    text: "no message of SAML",
                    reason: .unreadable
                ),
            ]
        )
    }

    @Test(
        "Every recorded VSA call moves and moves back",
        arguments: logs
    )
    func captures(log: String) throws {
        let calls = try VSALog.parse(Checkout.bytes(of: log))
        #expect(!calls.isEmpty)
        let shift = InstantShift(wholeSeconds: InstantShiftTests.distance)
        let redactor = Redactor(key: Array(repeating: 7, count: 32))
        // Pseudonyms have the shape of what they stand for.
        for call in calls + calls.map(redactor.redact) {
            let moved = shift.moved(call.answer)
            #expect(moved.exceptions == [])
            #expect(shift.reversed.moved(moved.result).result == call.answer)
            guard case .metadata(let before?, _) = call.answer, case .metadata(let after?, _) = moved.result else {
                continue
            }
            let distance = Duration.seconds(InstantShiftTests.distance)
            #expect(after.authenticationExpirationDate == before.authenticationExpirationDate.map { $0 + distance })
            guard let old = before.samlAttributeQueryResponse, let new = after.samlAttributeQueryResponse else {
                continue
            }
            let found = FoundInstants.all(in: old)
            #expect(!found.isEmpty)
            #expect(FoundInstants.all(in: new) == found.map { $0 + InstantShiftTests.distance * 1000 })
        }
    }
}
