import ClientStack
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Replay
@testable import Report

/// Each sentence by itself, as people have read it since before findings were values.
@Suite struct FindingTextTests {
    private static let instant = Instant(secondsSince1970: 1_800_000_000)
    private static let long = String(repeating: "x", count: 61)

    private static func warning(_ content: ReplayWarning.Content) -> ReplayWarning {
        ReplayWarning(content, at: instant, exchanges: [4, 5], vsaCalls: [2])
    }

    @Test(
        "Each warning has its sentence",
        arguments: [
            (
                .permissionNotAsked(.startPlatformLogin, isAssumed: true),
                "step S4: the recorded client did not ask for permission here, as the cookbook does; granted is assumed"
            ),
            (
                .permissionNotAsked(nil, isAssumed: false),
                "step ?: the recorded client did not ask for permission here, as the cookbook does; "
                    + "the last answer is given again"
            ),
            (
                .permissionAskedAgain,
                "VSA call 2: the recorded client asked for permission once more than the reference client"
            ),
            (
                .questionDiffers(VSADifference(property: "isInterruptionAllowed", recorded: "true", replayed: "false")),
                "VSA call 2, isInterruptionAllowed: the recorded client gave true, the reference client false"
            ),
            (
                .platformLoginSkipped(.startPlatformLogin),
                "step S4: the recorded client did not ask the platform, but went on with regular login; "
                    + "the answer is taken to be that the user cancelled"
            ),
            (
                .parameterDiffers(.authorize, FieldDifference("generic_data", recorded: "a", replayed: nil)),
                #"exchange 4 (Initiate Authorization): the recorded client sent generic_data "a", the reference client nothing"#
            ),
            (
                .parameterDiffers(.authorize, FieldDifference("generic_data", recorded: long, replayed: nil)),
                "exchange 4 (Initiate Authorization): the recorded client sent generic_data, the reference client does not"
            ),
            (
                .parameterDiffers(.authorize, FieldDifference("generic_data", recorded: nil, replayed: long)),
                "exchange 4 (Initiate Authorization): the recorded client did not send generic_data, "
                    + "the reference client does"
            ),
            (
                .polledAtAnotherPace(
                    PollPace(interval: .milliseconds(2_500), median: .milliseconds(2_500), intervalCount: 1),
                    reference: .seconds(5)
                ),
                "the app polled faster, after 2.50 s (exchanges 4, 5); the reference client waits 5 s"
            ),
            (
                .polledAtAnotherPace(
                    PollPace(interval: .seconds(30), median: .seconds(31), intervalCount: 3),
                    reference: .seconds(5)
                ),
                "the app polled slower, after 30 s (exchanges 4, 5; median of 3 intervals: 31 s); "
                    + "the reference client waits 5 s"
            ),
            (
                .programmerHost("kite.example", method: "POST", path: "/verify", sendsToken: true),
                "exchange 4: the recorded client called kite.example (POST /verify), which is not the service's host, "
                    + "and sent its bearer token along"
            ),
            (
                .programmerHost("kite.example", method: "GET", path: "/", sendsToken: false),
                "exchange 4: the recorded client called kite.example (GET /), which is not the service's host"
            ),
            (
                .foreignHost("ads.example"),
                "2 exchanges with ads.example, which is not the service's host, from exchange 4"
            ),
            (
                .callNotNeeded(.logout),
                "exchange 4: the recorded client called Initiate Logout, which the reference client does not need here"
            ),
            (
                .unrecognised(method: "GET", path: "/api/v1/else"),
                "exchange 4: GET /api/v1/else is no operation that the documents name"
            ),
        ] as [(ReplayWarning.Content, String)]
    )
    func warnings(content: ReplayWarning.Content, sentence: String) {
        #expect(Self.warning(content).summary == sentence)
    }

    private static func divergence(
        _ content: Divergence.Content,
        vsaCall: Int? = nil,
        fields: [FieldDifference] = [],
        cause: Divergence.Cause? = nil
    ) -> String {
        Divergence(
            .fieldMismatch,
            at: instant,
            exchange: vsaCall == nil ? 7 : nil,
            vsaCall: vsaCall,
            fields: fields,
            cause: cause,
            content
        ).summary
    }

    private static let cause = Divergence.Cause(exchange: 3, field: "status", value: "412")

    @Test("What is missing, copied or was not asked for")
    func leftOver() {
        #expect(
            Self.divergence(.missing(through: 7, next: 9))
                == "exchange 7 is missing from the recording, which goes on with exchange 9"
        )
        #expect(
            Self.divergence(.missing(through: 8, next: 9))
                == "exchanges 7 to 8 are missing from the recording, which goes on with exchange 9"
        )
        #expect(
            Self.divergence(.copy(of: 6))
                == "exchange 7 is a copy of exchange 6: it begins at the same instant and says the same"
        )
        #expect(
            Self.divergence(.notAskedFor(.logout, others: 0), cause: Self.cause)
                == "exchange 7 (Initiate Logout) was recorded, but the reference client did not ask for it "
                + "after exchange 3 (status 412)"
        )
        #expect(
            Self.divergence(.notAskedFor(.logout, others: 2))
                == "exchange 7 (Initiate Logout) was recorded, but the reference client did not ask for it; "
                + "2 more calls were not asked for either"
        )
        #expect(
            Self.divergence(.vsaCallNotAskedFor, vsaCall: 4)
                == "VSA call 4 was recorded, but the reference client did not ask for it"
        )
    }

    @Test("Which token is carried, and whose it is")
    func tokens() {
        let fields = [FieldDifference("mediaToken", recorded: "a", replayed: "b")]
        #expect(
            Self.divergence(.foreignMediaToken(issuer: 5, source: 6), fields: fields)
                == "exchange 7, field mediaToken: carries the media token of exchange 5, not the serializedToken of exchange 6, "
                + "which comes before it"
        )
        #expect(
            Self.divergence(.foreignMediaToken(issuer: nil, source: nil), fields: fields)
                == "exchange 7, field mediaToken: carries a media token that no recorded answer issued"
        )
    }

    @Test("Requests: a field that differs, another turn, no answer")
    func requests() {
        let field = FieldDifference("resource", recorded: "KITE1", replayed: "KITE2")
        #expect(
            Self.divergence(.parameterDiffers(.authorize), fields: [field], cause: Self.cause)
                == #"exchange 7 (Initiate Authorization), field resource: recorded "KITE1", replayed "KITE2", "#
                + "which came from exchange 3, field status"
        )
        #expect(
            Self.divergence(.outOfTurn(.authorize, overtaken: [5, 6]))
                == "exchange 7 (Initiate Authorization) was asked for before exchange 5, 6, which the recording has first"
        )
        #expect(
            Self.divergence(.responseDisagrees(.authorize), fields: [field])
                == #"exchange 7 (Initiate Authorization): the answer does not fit the session: resource is "KITE1", expected "KITE2""#
        )
        let expected = RecordedCall(
            ordinal: 9,
            startedAt: Self.instant,
            duration: .zero,
            request: PassRequest(.logout, []),
            outcome: .failure("")
        )
        #expect(
            Self.divergence(
                .unanswered(.authorize, .regularLogin, .fieldMismatch, nearest: .authorize, expected: expected),
                fields: [field],
                cause: Self.cause
            )
                == "the reference client asked for Initiate Authorization in step S10: field differs; the nearest is exchange 7 "
                + #"(Initiate Authorization), resource recorded "KITE1", replayed "KITE2"; after exchange 3 (status 412); "#
                + "the recorded client went on with exchange 9 (Initiate Logout)"
        )
        #expect(
            Self.divergence(.unanswered(.logout, nil, .notRecorded, nearest: nil, expected: nil))
                == "the reference client asked for Initiate Logout: never recorded"
        )
    }

    @Test("Apple's framework, and a damaged file")
    func platform() {
        let difference = VSADifference(property: "isInterruptionAllowed", recorded: "true", replayed: "false")
        #expect(
            Self.divergence(.questionDiffers(difference), vsaCall: 4)
                == "VSA call 4, isInterruptionAllowed: the recorded client gave true, the reference client false"
        )
        let offered = FieldDifference("accountProviderIdentifier", recorded: "com.a", replayed: "com.b, com.c")
        #expect(
            Self.divergence(.providerNotOffered, vsaCall: 4, fields: [offered], cause: Self.cause)
                == "VSA call 4: provider com.a answered, but the reference client offers only com.b, com.c, "
                + "by the configuration of exchange 3"
        )
        #expect(
            Self.divergence(.questionUnanswered(.startPlatformLogin), vsaCall: 4, cause: Self.cause)
                == "step S4: the VSA log has no answer: field differs; the nearest is VSA call 4; "
                + "after exchange 3 (status 412)"
        )
        #expect(Self.divergence(.damaged("the body is another")) == "it is not what was recorded: the body is another")
    }
}
