import Documents
import Exchanges
import PassAPI
import Replay
import Services
import Simulation
import Testing
import VirtualTime

@testable import Report

@Suite struct FindingJSONTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)

    @Test("An error has the fields that differ, its cause, and its keys in a fixed order")
    func error() {
        let divergence = Divergence(
            .fieldMismatch,
            at: Self.start,
            exchange: 7,
            fields: [FieldDifference("resource", recorded: "KITE1", replayed: nil)],
            cause: Divergence.Cause(exchange: 4, field: "platformMappingId", value: "com.example.lark"),
            .parameterDiffers(.authorize)
        )
        let finding = FindingJSON(divergence, step: "S11")
        #expect(
            JSONValue.object(finding.object).serialized
                == #"{"type":"finding","level":"error","code":"fieldMismatch","step":"S11","at":"2027-01-15T08:00:00Z","#
                + #""source":{"type":"recording"},"exchanges":[7],"vsaCalls":[],"userActions":[],"#
                + #""fields":[{"name":"resource","recorded":"KITE1","replayed":null}],"#
                + #""cause":{"exchange":4,"field":"platformMappingId","value":"com.example.lark"},"rule":null,"#
                + #""message":"# + JSONValue.string(divergence.summary).serialized + "}"
        )
    }

    @Test("An error that is about several exchanges names them all, and damage has a code of its own")
    func ordinals() {
        let missing = Divergence(.notRecorded, at: Self.start, exchange: 3, .missing(through: 5, next: 6))
        #expect(FindingJSON(missing, step: nil).exchanges == [3, 4, 5])
        let overtaken = Divergence(.outOfOrder, at: Self.start, exchange: 9, .outOfTurn(.authorize, overtaken: [7, 8]))
        #expect(FindingJSON(overtaken, step: nil).exchanges == [9, 7, 8])
        let damage = Divergence(.fieldMismatch, at: Self.start, exchange: 2, .damaged("exchange 2: changed"))
        #expect(FindingJSON(damage, step: nil).code == "damaged")
    }

    @Test("The step of a warning is the one that it names, else the one that it showed in; durations have their unit")
    func warning() {
        let permission = ReplayWarning(.permissionNotAsked(.forwardToPlatform, isAssumed: false), at: Self.start)
        #expect(FindingJSON(permission, step: "S4").step == "S7")
        #expect(FindingJSON(permission, step: nil).rule == "VSA-002")
        let faster = PollPace(interval: .milliseconds(1_500), median: .seconds(2), intervalCount: 3)
        let pace = ReplayWarning(.polledAtAnotherPace(faster, reference: .seconds(5)), at: Self.start)
        let finding = FindingJSON(pace, step: "S10")
        #expect(finding.step == "S10" && finding.code == "polledFaster" && finding.level == .warning)
        #expect(
            finding.fields == [
                .init("intervalMicroseconds", .count(1_500_000), .count(5_000_000)),
                .init("medianMicroseconds", .count(2_000_000)), .init("intervalCount", .count(3)),
            ]
        )
    }

    @Test("A row of behavior is a warning if it breaks a rule, and names what the documents' client does")
    func behavior() {
        let broken = BehaviorDifference(
            row: "registration",
            value: "each-start",
            documented: "once",
            exchanges: [1, 9],
            breaking: .dcr001
        )
        let finding = FindingJSON(broken)
        #expect(finding.level == .warning && finding.rule == "DCR-001" && finding.exchanges == [1, 9])
        #expect(finding.fields == [.init("registration", recorded: "each-start", replayed: "once")])
        var free = broken
        free.rule = nil
        #expect(FindingJSON(free).level == .note)
    }

    @Test("Values have their types: lists are lists, what need not be equal has its relation, what is absent is null")
    func values() {
        func fields(_ divergence: Divergence) -> [String] {
            FindingJSON(divergence, step: nil).fields.map { JSONValue.object($0.object).serialized }
        }
        func disagreement(_ field: FieldDifference) -> [String] {
            fields(
                Divergence(.fieldMismatch, at: Self.start, exchange: 1, fields: [field], .responseDisagrees(.authorize))
            )
        }
        #expect(
            disagreement(FieldDifference("mvpd", recorded: "Lark", .oneOf, replayed: "Plover, Meadowlark"))
                == [#"{"name":"mvpd","recorded":"Lark","relation":"oneOf","replayed":["Plover","Meadowlark"]}"#]
        )
        #expect(
            disagreement(FieldDifference("expires", recorded: nil, .after, replayed: "2026-01-01T00:00:00Z"))
                == [#"{"name":"expires","recorded":null,"relation":"after","replayed":"2026-01-01T00:00:00Z"}"#]
        )
        let providers = VSADifference(property: "attributeNames", recorded: "[a, b]", replayed: "[]")
        #expect(
            fields(Divergence(.fieldMismatch, at: Self.start, vsaCall: 1, .questionDiffers(providers)))
                == [#"{"name":"attributeNames","recorded":["a","b"],"replayed":[]}"#]
        )
        let calls = BehaviorDifference(
            row: "logout-calls",
            value: "v1.usermetadata, v1.logout",
            documented: "none",
            exchanges: [1]
        )
        #expect(FindingJSON(calls).fields.first?.recorded == .texts(["v1.usermetadata", "v1.logout"]))
        #expect(FindingJSON(calls).fields.first?.replayed == .array([]))
        let cause = Divergence.Cause(exchange: 2, field: "mvpds[platformMappingId=com.a]", value: nil)
        let divergence = Divergence(
            .notRecorded,
            at: Self.start,
            exchange: 1,
            cause: cause,
            .notAskedFor(.mediaToken, others: 0)
        )
        #expect(FindingJSON(divergence, step: nil).cause?.value == .null)
        #expect(divergence.summary.hasSuffix("after exchange 2 (no mvpds[platformMappingId=com.a])."))
    }

    @Test(
        "An expectation is a field by its word, with the values that were expected and found",
        arguments: [
            (
                Simulation.Expectation.playing("KITE1"),
                ExpectationFailure.Finding.notPlaying(told: [], isForOtherReason: false),
                #"{"name":"playing","recorded":"KITE1","replayed":[]}"#
            ),
            (.signedIn(true), .signedIn(false), #"{"name":"isSignedIn","recorded":true,"replayed":false}"#),
            (
                .requests([.checkAuthentication, .mediaToken]), .names(["v1.checkauthn"]),
                #"{"name":"requests","recorded":["v1.checkauthn","v1.media"],"replayed":["v1.checkauthn"]}"#
            ),
            (.noCallback("setToken"), .callbackCame, #"{"name":"noCallback","recorded":"setToken","replayed":true}"#),
        ]
    )
    func expectation(expectation: Simulation.Expectation, found: ExpectationFailure.Finding, field: String) {
        let failure = ExpectationFailure(line: 3, instant: Self.start, expectation: expectation, finding: found)
        let finding = FindingJSON(failure, of: "a.yaml", step: nil)
        #expect(finding.fields.map { JSONValue.object($0.object).serialized } == [field])
    }

    @Test("Notes are findings with their facts; rows that are assumed are one finding each")
    func notes() {
        let devices = FindingJSON.findings(for: .otherDevices(["kite-box-0001", "kite-box-0002"]))
        #expect(devices.map(\.code) == ["otherDevices"])
        #expect(devices[0].fields.map(\.recorded) == [.string("kite-box-0001"), .string("kite-box-0002")])
        let rows = FindingJSON.findings(for: .rowsAssumed(["login=page", "poll-interval=5s"]))
        #expect(rows.map(\.code) == ["behaviorAssumed", "behaviorAssumed"])
        #expect(rows[1].fields == [.init("poll-interval", replayed: "5s")])
        let counts = FindingCounts(devices + rows)
        #expect(counts.notes == 3 && counts.warnings == 0 && counts.errors == 0)
    }
}
