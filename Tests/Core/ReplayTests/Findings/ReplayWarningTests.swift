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
        var kind: ReplayWarning.Kind
        var exchanges: [Int]
        var vsaCalls: [Int]

        init(_ kind: ReplayWarning.Kind, _ exchanges: [Int] = [], vsaCalls: [Int] = []) {
            self.kind = kind
            self.exchanges = exchanges
            self.vsaCalls = vsaCalls
        }

        var description: String { "\(kind) \(exchanges) \(vsaCalls)" }
    }

    static let captures: [(name: String, found: [Found])] = [
        // Permission is not asked for at stages 2 and 4; the playbacks are taken to the Programmer's own service.
        (
            "apple-sso-tvos",
            [
                Found(.permissionNotAsked), Found(.questionDiffers, vsaCalls: [3]), Found(.permissionNotAsked),
                Found(.foreignHost, [9]), Found(.foreignHost, [12]),
            ]
        ),
        // 5 asks for a registration code, 6 and 7 poll.
        (
            "second-screen-tvos",
            [
                Found(.platformLoginSkipped, [5]), Found(.polledAtAnotherPace, [6, 7]), Found(.foreignHost, [10]),
                Found(.foreignHost, [13]),
            ]
        ),
        // 4 is the configuration before a regular login.
        (
            "access-denied-tvos",
            [
                Found(.polledAtAnotherPace, [6, 7]), Found(.foreignHost, [10]), Found(.foreignHost, [13]),
                Found(.callNotNeeded, [4]),
            ]
        ),
        // 5 asks for a registration code without the MVPD that the user had picked.
        (
            "unsupported-provider-tvos",
            [
                Found(.permissionNotAsked), Found(.questionDiffers, vsaCalls: [3]),
                Found(.questionDiffers, vsaCalls: [3]), Found(.parameterDiffers, [5]),
                Found(.polledAtAnotherPace, [6, 7]), Found(.foreignHost, [10]), Found(.foreignHost, [13]),
            ]
        ),
    ]

    /// Faults that no capture has: DeviceIDChangeTests, PollsAfterSuccessTests, SAMLTransportTests and FindingsTokensTests
    /// stage them, or find them in captures of other clients.
    private static let staged: [ReplayWarning.Kind] = [
        .deviceIDChanged, .polledAfterSuccess, .samlResponseDiffers, .mediaTokenNotEncoded, .logoutWithoutRequestor,
        .authorizationNotNeeded,
    ]

    @Test("Every kind shows in one of the captures, with the exchanges and VSA calls it concerns")
    func complete() {
        let shown = Self.captures.flatMap(\.found).map(\.kind) + Self.staged
        #expect(ReplayWarning.Kind.allCases.filter { !shown.contains($0) } == [])
    }

    @Test("What is told of a capture is all of it", arguments: captures)
    func whole(name: String, expected: [Found]) throws {
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(Captures.recording(name), options: documents)
        let found = result.warnings.map { Found($0.kind, $0.exchanges, vsaCalls: $0.vsaCalls) }
        #expect(found == expected, "\(result.warnings.map(\.summary))")
    }
}
