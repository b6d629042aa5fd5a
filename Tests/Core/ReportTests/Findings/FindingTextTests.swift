import ClientStack
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Replay
@testable import Report

/// Each sentence by itself.
@Suite struct FindingTextTests {
    private static let instant = Instant(secondsSince1970: 1_800_000_000)
    private static let long = String(repeating: "x", count: 61)

    private static func warning(_ content: ReplayWarning.Content) -> ReplayWarning {
        ReplayWarning(content, at: instant, exchanges: [4, 5], vsaCalls: [2])
    }

    @Test(
        "Each warning and note has its sentence, with the rule that is broken",
        arguments: [
            (
                .permissionNotAsked(.startPlatformLogin, isAssumed: true),
                "The app did not call checkAccessStatus before enqueue; the cookbook requires it (rule VSA-001). "
                    + "Replay assumed the result granted."
            ),
            (
                .permissionNotAsked(nil, isAssumed: false),
                "The app did not call checkAccessStatus before enqueue; the cookbook requires it (rule VSA-002). "
                    + "Replay reused the earlier result."
            ),
            (.permissionAskedAgain, "The app called checkAccessStatus one time more than the reference client."),
            (
                .questionDiffers(VSADifference(property: "isInterruptionAllowed", recorded: "true", replayed: "false")),
                "enqueue, isInterruptionAllowed: the app passed true; the reference client passes false (rule VSA-004)."
            ),
            (
                .platformLoginSkipped(.startPlatformLogin),
                "The app continued with regular sign-in without enqueue; the reference client starts the platform "
                    + "sign-in. Replay assumed the result userCancelled."
            ),
            (
                .parameterDiffers(.authorize, FieldDifference("generic_data", recorded: "a", replayed: nil)),
                #"v1.authorize: the app sent generic_data "a"; the reference client does not send it."#
            ),
            (
                .parameterDiffers(.authorize, FieldDifference("generic_data", recorded: long, replayed: nil)),
                "v1.authorize: the app sent generic_data; the reference client does not send it."
            ),
            (
                .parameterDiffers(.authorize, FieldDifference("generic_data", recorded: nil, replayed: long)),
                "v1.authorize: the app did not send generic_data."
            ),
            (
                .polledAtAnotherPace(
                    PollPace(interval: .milliseconds(2_500), median: .milliseconds(2_500), intervalCount: 1),
                    reference: .seconds(5)
                ),
                "The app polled again after 2.5 s, once; the reference client waits 5 s (rule POLL-001)."
            ),
            (
                .polledAtAnotherPace(
                    PollPace(interval: .seconds(30), median: .seconds(31), intervalCount: 3),
                    reference: .seconds(5)
                ),
                "The app polled again after 30 s (median of 3 intervals: 31 s); the reference client waits 5 s."
            ),
            (
                .programmerHost("kite.example", method: "POST", path: "/verify", sendsToken: true),
                "The app sent its Adobe access token to kite.example (POST /verify), which is not Adobe's host "
                    + "(rule SEC-001)."
            ),
            (
                .programmerHost("kite.example", method: "GET", path: "/", sendsToken: false),
                "Calls of hosts that are not Adobe's: replay skips these exchanges."
            ),
            (.foreignHost("ads.example"), "Calls of hosts that are not Adobe's: replay skips these exchanges."),
            (.callNotNeeded(.logout), "The app called v1.logout, which the reference client does not need here."),
            (
                .unrecognized(method: "GET", path: "/api/v1/else"),
                "GET /api/v1/else is not a known operation; replay skips it."
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

    @Test("An exchange that is missing, a copy, or not requested")
    func leftOver() {
        #expect(
            Self.divergence(.missing(through: 7, next: 9))
                == "This exchange is missing from the recording, which continues with exchange 9."
        )
        #expect(
            Self.divergence(.missing(through: 8, next: 9))
                == "2 exchanges are missing from the recording, which continues with exchange 9."
        )
        #expect(Self.divergence(.copy(of: 6)) == "This is a copy of exchange 6: same start, same content.")
        #expect(
            Self.divergence(.notAskedFor(.logout, others: 0), cause: Self.cause)
                == "The app requested v1.logout; the reference client did not request it after exchange 3 (412)."
        )
        #expect(
            Self.divergence(.notAskedFor(.logout, others: 2))
                == "The app requested v1.logout; the reference client did not request it, nor 2 later exchanges."
        )
        #expect(
            Self.divergence(.vsaCallNotAskedFor, vsaCall: 4)
                == "The app made this call; the reference client did not make it."
        )
    }

    @Test("A media token of another exchange, or of none")
    func tokens() {
        let fields = [FieldDifference("mediaToken", recorded: "a", replayed: "b")]
        #expect(
            Self.divergence(.foreignMediaToken(issuer: 5, source: 6), fields: fields)
                == "mediaToken holds the media token of exchange 5, not the one of exchange 6, which precedes it."
        )
        #expect(
            Self.divergence(.foreignMediaToken(issuer: nil, source: nil), fields: fields)
                == "mediaToken holds a media token that is not in any recorded response."
        )
    }

    @Test("Requests: a field mismatch, another order, no response")
    func requests() {
        let field = FieldDifference("resource", recorded: "KITE1", replayed: "KITE2")
        #expect(
            Self.divergence(.parameterDiffers(.authorize), fields: [field], cause: Self.cause)
                == #"v1.authorize, resource: recorded "KITE1", replayed "KITE2"; the value is from exchange 3, status."#
        )
        #expect(
            Self.divergence(.outOfTurn(.authorize, overtaken: [5, 6]))
                == "The reference client requested v1.authorize before exchanges 5, 6, which the recording has first."
        )
        #expect(
            Self.divergence(.responseDisagrees(.authorize), fields: [field])
                == #"v1.authorize: the response does not fit the session. resource: recorded "KITE1", expected "KITE2"."#
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
                == "The reference client requested v1.authorize after exchange 3 (412): field mismatch. The nearest is exchange 7 "
                + #"(v1.authorize); resource: recorded "KITE1", replayed "KITE2". "#
                + "The app continued with exchange 9 (v1.logout)."
        )
        #expect(
            Self.divergence(.unanswered(.logout, nil, .notRecorded, nearest: nil, expected: nil))
                == "The reference client requested v1.logout: not in the recording."
        )
    }

    @Test("Apple's framework, and a damaged file")
    func platform() {
        let difference = VSADifference(property: "isInterruptionAllowed", recorded: "true", replayed: "false")
        #expect(
            Self.divergence(.questionDiffers(difference), vsaCall: 4)
                == #"enqueue, isInterruptionAllowed: recorded "true", replayed "false"."#
        )
        let offered = FieldDifference("accountProviderIdentifier", recorded: "com.a", replayed: "com.b, com.c")
        #expect(
            Self.divergence(.providerNotOffered, vsaCall: 4, fields: [offered], cause: Self.cause)
                == "The result names com.a; the reference client offers only com.b, com.c, by the configuration of exchange 3."
        )
        #expect(
            Self.divergence(.questionUnanswered(.startPlatformLogin), vsaCall: 4, cause: Self.cause)
                == "The VSA log has no result for this call after exchange 3 (412): field mismatch; the nearest is vsa4."
        )
        #expect(
            Self.divergence(.damaged("the body is another"))
                == "The recording is not what was recorded: the body is another."
        )
    }

    @Test(
        "A reason has words of its own",
        arguments: [
            (UnmatchedReason.notRecorded, "not in the recording"), (.alreadyReplayed, "already replayed"),
            (.outOfOrder, "out of order"), (.fieldMismatch, "field mismatch"),
            (.bodyOmitted, "body omitted"), (.expiredDuringReplay, "expired during replay"),
        ]
    )
    func reason(reason: UnmatchedReason, words: String) {
        #expect(reason.words == words)
    }
}
