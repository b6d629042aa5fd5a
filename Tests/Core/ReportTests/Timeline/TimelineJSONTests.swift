import ClientStack
import Documents
import PassAPI
import Report
import Testing
import VirtualTime

@testable import Replay

@Suite struct TimelineJSONTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)

    private static func objects(_ events: [TimelineEvent], isRecorded: Bool = true) -> [JSONObject] {
        var timeline = Timeline()
        for event in events { timeline.append(event) }
        return TimelineJSON.objects(of: timeline, isRecorded: isRecorded).objects
    }

    @Test("An event has its keys in a fixed order; instants, durations and truths are typed, and their names say how")
    func event() {
        let event = TimelineEvent(
            at: Self.start,
            .client,
            "v1.checkauthn",
            values: [
                .number("count", 404), .truth("prompt", false), .truth("isSuccess", true),
                .list("mvpds", ["Meadowlark"]),
                .duration("after", .milliseconds(1_500)), .instant("NotBefore", Self.start),
            ]
        )
        let line = Self.objects([event]).map { JSONValue.object($0).serialized }
        #expect(
            line == [
                #"{"type":"event","at":"2027-01-15T08:00:00Z","actor":"client","kind":"v1.checkauthn","step":null,"#
                    + #""source":{"type":"app"},"exchanges":[],"vsaCalls":[],"userActions":[],"values":["#
                    + #"{"name":"count","value":404},{"name":"isPromptAllowed","value":false},"#
                    + #"{"name":"isSuccess","value":true},{"name":"mvpds","value":["Meadowlark"]},"#
                    + #"{"name":"afterMicroseconds","value":1500000},"#
                    + #"{"name":"notBeforeAt","value":"2027-01-15T08:00:00Z"}],"#
                    + #""message":"count=404 isPromptAllowed=false isSuccess=true mvpds=Meadowlark after=1s500ms "#
                    + #"notBeforeAt=2027-01-15T08:00:00Z"}"#
            ]
        )
    }

    @Test("The step is that of the app's last step, and an exchange is a reference, not a fact")
    func steps() {
        var other = TimelineEvent(at: Self.start, .client, "v1.media")
        other.place = "phone/com.kite.tv"
        let objects = Self.objects([
            TimelineEvent(at: Self.start, .client, "S6", FlowStep.profileRequest),
            TimelineEvent(
                at: Self.start,
                .service,
                "v1.profileRequest",
                values: [.number("status", 200), .number("exchange", 5)]
            ),
            other,
        ])
        #expect(objects.map { $0["step"] } == [.string("S6"), .string("S6"), .null])
        #expect(objects[1]["exchanges"] == .array([.number(JSONNumber(5))]))
        #expect(objects[1]["values"]?.array?.count == 1)
        #expect(objects[2]["place"]?.string == "phone/com.kite.tv")
        #expect(objects[2]["source"]?["name"]?.string == "phone/com.kite.tv")
    }

    @Test("Up to a fork the recording is the source, from there on the simulated service and the device")
    func sources() {
        let objects = Self.objects([
            TimelineEvent(at: Self.start, .service, "v1.media"), TimelineEvent(at: Self.start, .vsa, "enqueue"),
            TimelineEvent(at: Self.start, .replay, "fork"), TimelineEvent(at: Self.start, .service, "v1.media"),
            TimelineEvent(at: Self.start, .vsa, "enqueue"),
        ])
        let types = objects.map { $0["source"]?["type"]?.string }
        #expect(types == ["recording", "recording", "replay", "service", "device"])
        #expect(objects.map { $0["actor"]?.string } == ["service", "vsa", "replay", "service", "vsa"])
    }

    @Test("In the place of an event that tells of a finding is the finding, with the step that it showed in")
    func finding() throws {
        let warning = ReplayWarning(.callNotNeeded(.logout), at: Self.start, exchanges: [3])
        let (objects, findings) = {
            var timeline = Timeline()
            timeline.append(TimelineEvent(at: Self.start, .client, "S1", FlowStep.checkToken))
            timeline.append(TimelineEvent(at: Self.start, .replay, "deviation", values: warning.values, warning))
            return TimelineJSON.objects(of: timeline, isRecorded: true)
        }()
        #expect(findings.map(\.code) == ["requestNotNeeded"])
        #expect(objects[1] == findings[0].object)
        #expect(objects[1]["type"]?.string == "finding" && objects[1]["step"]?.string == "S1")
        #expect(objects[1]["exchanges"] == .array([.number(JSONNumber(3))]))
        #expect(objects[1]["fields"]?.array?.first?["recorded"]?.string == "v1.logout")
    }
}
