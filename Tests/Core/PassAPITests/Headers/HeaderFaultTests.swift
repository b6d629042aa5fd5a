import Documents
import Exchanges
import Testing

@testable import PassAPI

@Suite("rest-api-v2.md §3.2 to §3.4: headers that do not say what they are for") struct HeaderFaultTests {
    private static let status =
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":\#(provider)}"#
    private static let provider = #"{"id":"com.example.meadowlark","expirationDate":"1769817600000"}"#

    @Test(
        "Each by its header",
        arguments: [
            ("AP-Device-Identifier", "6F1E2D3C", HeaderFault.notFingerprint),
            ("AP-Device-Identifier", "fingerprint ", .notFingerprint),
            ("AP-Device-Identifier", "fingerprint ***", .notFingerprint),
            ("AP-Device-Identifier", "fingerprint NmVkYw==", nil),
            ("X-Device-Info", encoded(#"{"model":"AppleTV"}"#), nil), ("X-Device-Info", "e30%3D", .percentEncoded),
            ("X-Device-Info", "?", .notBase64), ("X-Device-Info", encoded("tvOS"), .notJSON),
            // The documents' own sample lacks a comma.
            ("X-Device-Info", encoded(#"{"osName":"tvOS" "osVersion":"18"}"#), .notJSON),
            ("AP-Partner-Framework-Status", encoded(status), nil),
            (
                "AP-Partner-Framework-Status",
                encoded(#"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{}}"#), nil
            ),
            ("AP-Partner-Framework-Status", "e30%3D", .percentEncoded),
            ("AP-Partner-Framework-Status", encoded("[]"), .notJSON), ("AP-Partner-Framework-Status", "*", .notBase64),
            (
                "AP-Partner-Framework-Status", encoded(#"{"frameworkPermissionInfo":{"accessStatus":"GRANTED"}}"#),
                .unknownPermission
            ), ("AP-Partner-Framework-Status", encoded("{}"), .unknownPermission),
            (
                "AP-Partner-Framework-Status",
                encoded(
                    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"a","expirationDate":1769817600}}"#
                ),
                .notText
            ),
        ] as [(String, String, HeaderFault?)]
    )
    func faults(header: String, value: String, expected: HeaderFault?) {
        let found = HeaderFault.all(in: [HeaderField(header, value), HeaderField("Accept", "%")])
        #expect(found.map(\.fault) == [expected].compactMap(\.self))
        #expect(found.allSatisfy { $0.header == header })
    }

    private static func encoded(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
}
