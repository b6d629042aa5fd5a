import ClientStack
public import Documents
import Replay
import Simulation
public import VirtualTime

/// A timeline as JSON Lines, event by event: an object an event, and in the place of an event that tells of a finding the
/// finding.
///
/// It keeps the step that each app is in, and whether the recording or the simulated service answers.
public struct TimelineJSON: Sendable {
    /// Whether a recording answers; the simulated service does where not, and from a fork on.
    private var isRecorded: Bool
    /// The scenario's file; nil of a replay.
    private let scenario: String?
    private var steps: [(place: String?, step: String)] = []

    /// The beginning of a timeline.
    ///
    /// - Parameters:
    ///   - isRecorded: whether a recording answers at first.
    ///   - scenario: the scenario's file; nil of a replay.
    private init(isRecorded: Bool, scenario: String? = nil) {
        self.isRecorded = isRecorded
        self.scenario = scenario
    }

    /// The events of a whole timeline, each as an object, and the findings among them.
    ///
    /// - Parameters:
    ///   - timeline: the events.
    ///   - isRecorded: whether a recording answers at first.
    ///   - hasUserActions: whether what the user does was recorded too.
    ///   - scenario: the scenario's file; nil of a replay.
    /// - Returns: an object an event, and which of them are findings.
    public static func objects(
        of timeline: Timeline,
        isRecorded: Bool,
        hasUserActions: Bool = false,
        scenario: String? = nil
    ) -> (objects: [JSONObject], findings: [FindingJSON]) {
        var json = TimelineJSON(isRecorded: isRecorded, scenario: scenario)
        var findings: [FindingJSON] = []
        let references = TimelineReferences(timeline, hasUserActions: hasUserActions)
        let objects = zip(timeline.events, references.rows).map { event, row in
            if let finding = json.finding(of: event) {
                findings.append(finding)
                return finding.object
            }
            return json.object(for: event, row)
        }
        return (objects, findings)
    }

    /// Whether the timeline's beginning is a recording's: the simulated service takes over at a fork.
    public static func beginsRecorded(_ timeline: Timeline) -> Bool { timeline.events.contains { $0.kind == "fork" } }

    /// The finding that an event tells of; nil if it tells of none.
    private mutating func finding(of event: TimelineEvent) -> FindingJSON? {
        switch event.content?.value {
        case let warning as ReplayWarning: FindingJSON(warning, step: step(of: event.place))
        case let divergence as Divergence: FindingJSON(divergence, step: step(of: event.place))
        case let failure as ExpectationFailure: FindingJSON(failure, of: scenario, step: step(of: event.place))
        default: nil
        }
    }

    /// One event.
    private mutating func object(for event: TimelineEvent, _ row: TimelineReferences.Row) -> JSONObject {
        if event.kind == "fork" { isRecorded = false }
        if event.actor == .client, FlowStep(rawValue: event.kind) != nil { enter(event.kind, event.place) }
        var object: JSONObject = [
            "type": .string("event"), "at": .instant(event.instant), "actor": .string(event.actor.code),
        ]
        if let place = event.place { object["place"] = .string(place) }
        object["kind"] = .string(event.code)
        object["step"] = .text(step(of: event.place))
        object["source"] = source(of: event).value
        object["exchanges"] = .ordinals(row.exchange.map { [$0] } ?? Self.ordinals("exchange", event))
        object["vsaCalls"] = .ordinals(row.vsaCall.map { [$0] } ?? Self.ordinals("vsaCall", event))
        object["userActions"] = .ordinals(row.userAction.map { [$0] } ?? [])
        let facts = event.values.filter { !["exchange", "vsaCall"].contains($0.key) }
        object["values"] = .array(facts.map(FactJSON.value))
        object["message"] = .string(event.summary)
        return object
    }

    private static func ordinals(_ key: String, _ event: TimelineEvent) -> [Int] {
        event.values.compactMap { value in
            guard value.key == key, case .number(let ordinal) = value.content else { return nil }
            return Int(exactly: ordinal)
        }
    }

    private func source(of event: TimelineEvent) -> SourceJSON {
        switch event.actor {
        case .client: SourceJSON(.app, event.place)
        case .device: SourceJSON(.device, event.place)
        case .network: SourceJSON(.network)
        case .replay: SourceJSON(scenario == nil ? .replay : .scenario, scenario)
        case .user: isRecorded ? SourceJSON(.recording) : SourceJSON(.scenario, scenario)
        case .vsa: isRecorded ? SourceJSON(.recording) : SourceJSON(.device, event.place)
        case .service: isRecorded ? SourceJSON(.recording) : SourceJSON(.service)
        }
    }

    private func step(of place: String?) -> String? { steps.first { $0.place == place }?.step }

    private mutating func enter(_ step: String, _ place: String?) {
        if let index = steps.firstIndex(where: { $0.place == place }) {
            steps[index].step = step
        } else {
            steps.append((place, step))
        }
    }
}

extension TimelineEvent.Actor {
    /// The code that JSON has.
    var code: String {
        switch self {
        case .vsa: "vsa"
        case .user, .client, .device, .service, .network, .replay: rawValue
        }
    }

    /// The codes there are.
    public static var codes: [String] { allCases.map(\.code) }
}
