import Exchanges
import PassAPI
import Replay
import Report
import SubscriberAccount
import Testing

/// Documentation/reference/findings.md, "Warnings and notes about the app": which exchanges and VSA calls each concerns.
@Suite struct ReplayWarningTests {
    /// A warning without its sentence.
    struct Found: Equatable, CustomStringConvertible {
        var code: ReplayWarning.Code
        var exchanges: [Int]
        var vsaCalls: [Int]

        init(_ code: ReplayWarning.Code, _ exchanges: [Int] = [], vsaCalls: [Int] = []) {
            self.code = code
            self.exchanges = exchanges
            self.vsaCalls = vsaCalls
        }

        var description: String { "\(code) \(exchanges) \(vsaCalls)" }
    }

    static let captures: [(name: String, found: [Found])] = [
        // Permission is not asked for at stages 2 and 4; the playbacks are taken to the Programmer's own service.
        (
            "apple-sso-tvos",
            [
                Found(.permissionNotAsked), Found(.metadataRequestMismatch, vsaCalls: [3]), Found(.permissionNotAsked),
                Found(.bearerTokenDisclosed, [9]), Found(.bearerTokenDisclosed, [12]),
            ]
        ),
        // 5 asks for a registration code, 6 and 7 poll.
        (
            "second-screen-tvos",
            [
                Found(.platformSignInSkipped, [5]), Found(.polledFaster, [6, 7]), Found(.bearerTokenDisclosed, [10]),
                Found(.bearerTokenDisclosed, [13]),
            ]
        ),
        // 4 is the configuration before a regular login.
        (
            "access-denied-tvos",
            [
                Found(.polledFaster, [6, 7]), Found(.bearerTokenDisclosed, [10]), Found(.bearerTokenDisclosed, [13]),
                Found(.requestNotNeeded, [4]),
            ]
        ),
        // 5 asks for a registration code without the MVPD that the user had picked.
        (
            "unsupported-provider-tvos",
            [
                Found(.permissionNotAsked), Found(.metadataRequestMismatch, vsaCalls: [3]),
                Found(.metadataRequestMismatch, vsaCalls: [3]), Found(.parameterMismatch, [5]),
                Found(.polledFaster, [6, 7]), Found(.bearerTokenDisclosed, [10]), Found(.bearerTokenDisclosed, [13]),
            ]
        ),
    ]

    /// Faults that no capture has: DeviceIDChangeTests, PollsAfterSuccessTests, SAMLTransportTests, FindingsTokensTests and
    /// FaultsOfV2Tests stage them, or find them in captures of other clients.
    private static let staged: [ReplayWarning.Code] = [
        .deviceIDChanged, .polledAfterSuccess, .samlEncodedTwice, .samlBase64Wrapped, .samlNotNormalized,
        .mediaTokenNotEncoded, .logoutWithoutRequestor, .authorizationNotNeeded, .headerMalformed, .headerMissing,
        .mediaTokenReused, .throttleIgnored, .refusedTokenReused, .redirectEncodedTwice,
    ]
    /// The same for the documents' client: FindingsEndTests and ClientCapturesTests.
    private static let elsewhere: [ReplayWarning.Code] = [
        .polledSlower, .thirdPartyHost, .requestNotNeeded, .unrecognizedOperation, .permissionAskedAgain,
    ]

    @Test("Every kind shows in one of the captures, with the exchanges and VSA calls it concerns")
    func complete() {
        let shown = Self.captures.flatMap(\.found).map(\.code) + Self.staged + Self.elsewhere
        #expect(ReplayWarning.Code.allCases.filter { !shown.contains($0) } == [])
    }

    @Test("What is told of a capture is all of it", arguments: captures)
    func whole(name: String, expected: [Found]) throws {
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(Captures.recording(name), options: documents)
        let found = result.warnings.map { Found($0.code, $0.exchanges, vsaCalls: $0.vsaCalls) }
        #expect(found == expected, "\(result.warnings.map(\.summary))")
    }
}
