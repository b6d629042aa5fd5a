import Documents
import Exchanges
import History
import PassAPI
import Replay
import Simulation
import SubscriberAccount
import VirtualTime

/// A recording as the page shows it: what happened, on which lanes, what it left, and the states in between.
struct PageRecording: Sendable {
    /// What it is called.
    let name: String
    /// The app, its platform and its dialect, as far as they are known.
    private(set) var client: String?
    /// From the first request to the last response; nil where it holds nothing.
    let span: ClosedRange<Instant>?
    /// What happened, in a sentence, and what follows from it.
    let verdict: PageVerdict
    /// The steps or phases.
    private(set) var steps: [PageStep]
    /// The bars, by when they began.
    private(set) var events: [PageEvent]
    /// The life of each thing that can expire, for the device that the page is about.
    let lives: [PageLife]
    /// The positions of the slider.
    let stops: [PageStop]
    /// The place of the device that lives and states are about; nil without one.
    let device: Int?
    let findings: [PageFinding]
    private let details: JSONObject
    private let head: JSONObject
    private let outlook: JSONValue
    private let deviceName: String?

    /// The recording of a source; its long texts go into `texts`.
    init(_ source: PageSource, _ texts: inout PageTexts) {
        let recording = source.recording
        let history = History(recording)
        name = source.name
        // Where a run takes over, the recording ends for the page.
        if let span = history.span {
            self.span =
                span.lowerBound...max(span.lowerBound, min(span.upperBound, source.run?.startedAt ?? span.upperBound))
        } else {
            span = source.run.map { $0.startedAt...max($0.startedAt, $0.endedAt) }
        }
        let device = source.device.flatMap(history.device(named:)) ?? history.mainDevice
        self.device = device
        deviceName = device.map { history.devices[$0].name }
        client = source.replay?.world.clientName ?? source.run?.client
        var timeline = PageTimeline(recording, history, source.replay)
        if let run = source.run { timeline.add(run) }
        events = timeline.events
        steps = timeline.steps
        findings = timeline.findings
        let story = RecordingStory(of: recording, history, device: device)
        let recorded =
            history.entries.enumerated()
            .filter { device == nil || $0.element.subject.device == nil || $0.element.subject.device == device }
            .map { PageLife($0.element, $0.offset) }
        let stopped = PageStops(recording, history, device: device, source.outlook).stops
        if let run = source.run {
            let known = recorded.filter { $0.startedAt <= run.startedAt }
            // What the recording showed to expire, the run knows as well: it stays one life.
            let numbers = run.lives.enumerated()
                .map { place, life in
                    known.first { $0.isSame(as: life.expiration) }?.entry ?? PageLife.firstOfRun + place
                }
            let added = run.lives.enumerated().filter { numbers[$0.offset] >= PageLife.firstOfRun }
            lives = known + added.map { PageLife($0.element, $0.offset) }
            stops = stopped.filter { $0.instant <= run.startedAt } + PageStop.stops(of: run, numbers)
        } else {
            (lives, stops) = (recorded, stopped)
        }
        verdict = PageVerdict(story, history, findings, source)
        details = Self.details(of: recording, timeline.names, &texts)
        outlook = Self.outlook(source.outlook, source.run)
        let path = Self.quoted(source.path)
        let named = source.device.map { " --device \(Self.quoted($0))" } ?? ""
        head = [
            "name": .string(PageTexts.shown(source.name)), "client": .text(client.map(PageTexts.shown)),
            "creator": .string(PageTexts.shown(recording.information.creator)),
            "isRedacted": .bool(recording.information.isRedacted),
            "exchangeCount": .count(recording.exchanges.count), "vsaCallCount": .count(recording.vsaCalls.count),
            "userActionCount": .count(recording.userActions.count),
            "showCommand": .string(PageTexts.shown("kinescope show \(path)")),
            "stateCommand": .string(PageTexts.shown("kinescope state \(path)" + named)),
            "forkCommand": source.steps.map { steps in
                let point = source.forkPoint.map { " --fork-at \(Self.quoted($0))" } ?? ""
                return .string(
                    PageTexts.shown("kinescope replay \(path)\(named)\(point) --then \(Self.quoted(steps))")
                )
            } ?? .null,
            "isScenario": .bool(source.isScenario),
            "isForked": .bool(source.run != nil && !source.isScenario),
            "forkSteps": .text(source.steps.map(PageTexts.shown)),
        ]
    }

    /// Everything as an object of JSON.
    var object: JSONObject {
        let start = span?.lowerBound ?? .distantPast
        var object: JSONObject = ["type": .string("recording")]
        object.members += head.members
        object["device"] = .text(deviceName.map(PageTexts.shown))
        object["startedAt"] = .instant(span?.lowerBound)
        object["endedAt"] = .instant(span?.upperBound)
        object["endMicroseconds"] = span.map { .count(FactJSON.microseconds(of: $0.upperBound - start)) } ?? .null
        object["verdict"] = .object(verdict.object)
        object["steps"] = .array(steps.map { .object($0.object) })
        object["lanes"] = .array(lanes.map { .object(["lane": .string($0.rawValue), "title": .string($0.title)]) })
        object["events"] = .array(events.map { .object($0.object(since: start)) })
        object["lives"] = .array(lives.map { .object($0.object(since: start)) })
        var writer = PageStateWriter(since: start, device: device)
        object["stops"] = .array(stops.map { .object(writer.object(of: $0)) })
        object["findings"] = .array(findings.map { .object($0.object) })
        object["outlook"] = outlook
        object["details"] = .object(details)
        return object
    }

    /// The lanes that hold something; the user's, the framework's and Adobe's are always there.
    private var lanes: [PageEvent.Lane] {
        let used = Set(events.map(\.lane))
        return PageEvent.Lane.allCases.filter { used.contains($0) || [.user, .adobe].contains($0) }
    }

    private static func details(
        of recording: Recording,
        _ names: [Int: String],
        _ texts: inout PageTexts
    ) -> JSONObject {
        var exchanges: [JSONMember] = []
        for exchange in recording.exchanges {
            let detail = PageDetail.object(of: exchange, name: names[exchange.ordinal] ?? "", &texts)
            exchanges.append(JSONMember("\(exchange.ordinal)", .object(detail)))
        }
        let calls = recording.vsaCalls.map { call in
            JSONMember("vsa\(call.ordinal)", .object(PageDetail.object(of: call, &texts)))
        }
        return JSONObject(exchanges + calls)
    }

    /// What happens when the user comes back, and what came of a fork, in lines.
    private static func outlook(
        _ outlook: PageOutlook?,
        _ run: PageRun?
    ) -> JSONValue {
        guard outlook != nil || run != nil else { return .null }
        var object: JSONObject = [:]
        if let outlook, let sentence = outlook.sentence {
            object["returnsAt"] = .instant(outlook.returnsAt)
            object["message"] = .string(PageTexts.shown(sentence))
            object["lines"] = .array(lines(outlook.timeline))
        }
        if let run {
            object["continuedUntilAt"] = .instant(run.endedAt)
            object["continuation"] = .array(lines(run.timeline))
        }
        return .object(object)
    }

    /// Who did what to whom, line by line; polls are counted.
    private static func lines(_ timeline: Timeline) -> [JSONValue] {
        var lines: [(texts: [String], count: Int)] = []
        for row in TimelineRows(of: timeline, isRecorded: false).rows {
            guard let entry = row.entry, entry.to != "storage" else { continue }
            let actors = entry.to.isEmpty ? entry.from : "\(entry.from) → \(entry.to)"
            let texts = [actors, entry.what, entry.status ?? "", entry.fact].map {
                PrintableText.excerpt($0, limit: 160)
            }
            if lines.last?.texts == texts { lines[lines.count - 1].count += 1 } else { lines.append((texts, 1)) }
        }
        return lines.prefix(200).map { .texts($0.texts + ($0.count > 1 ? ["×\($0.count)"] : [])) }
    }

    /// A word of a shell's command line.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            let scalar = Unicode.Scalar(byte)
            return scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
                || "-_./".utf8.contains(byte)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
