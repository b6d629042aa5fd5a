import ClientStack
import Device
import Documents
import Exchanges
import PassAPI
import Replay
import Services
import Simulation
import SubscriberAccount
import VirtualTime

/// The lines of a timeline, made of its events: a request and its response are one line, a step is a heading, and what was found is kept
/// apart with the line that it is about.
struct TimelineRows {
    /// The lines, in order.
    private(set) var rows: [TimelineRow] = []
    /// What was found, each with the line at which it showed.
    private(set) var findings: [(finding: TimelineFinding, row: Int?)] = []

    /// The exchanges whose lines stand above the heading that they belong to, since they were recorded before what led to it.
    private(set) var earlier: [Int] = []

    /// Who answers requests: `Adobe` while a recording does, else the simulated `service`.
    private var service: String
    /// Whether VSA calls are those of a log, which `show` knows.
    private let hasVSALog: Bool
    /// The zero of the times, and the instant of the last event.
    private var base: Instant?
    /// How far virtual time is behind the recording's; negative where it is ahead, since the reference client did not wait.
    private var lag = Duration.zero
    /// The lines of requests, and of calls of Apple's framework, that have had no result yet.
    private var open = OpenCalls<(row: Int, at: Instant)>()
    /// The headings that wait for their answers, by app.
    private var questions: [String: Int] = [:]
    /// A jump in time that the events have not come to the end of.
    private var advance: (from: Instant, to: Instant)?
    /// Whether Apple's framework has said whether it may be asked.
    private var hasAccessStatus = false
    private var place: String?
    /// The exchanges that have a line.
    private var shown: Set<Int> = []

    /// No lines so far.
    ///
    /// - Parameters:
    ///   - isRecorded: whether a recording answers, until a fork.
    ///   - hasVSALog: whether the recording holds the VSA calls, which otherwise are inferred.
    init(isRecorded: Bool, hasVSALog: Bool = true) {
        service = isRecorded ? "Adobe" : "service"
        self.hasVSALog = hasVSALog
    }

    /// The lines of `timeline`.
    init(of timeline: Timeline, isRecorded: Bool, hasVSALog: Bool = true) {
        self.init(isRecorded: isRecorded, hasVSALog: hasVSALog)
        for event in timeline.events { add(event) }
        if let advance { arrive(advance) }
        for (row, _) in open.all(by: { $0.row < $1.row }) where rows[row].entry?.to == "Adobe" {
            rows[row].entry?.fact = "no response in the recording"
            rows[row].entry?.tone = .bad
        }
        putInOrder()
    }

    /// The instant that times are counted from.
    var start: Instant? { base }

    // MARK: Events

    /// Adds the lines of one more event.
    mutating func add(_ event: TimelineEvent) {
        if base == nil { base = event.instant }
        if let advance, event.instant >= advance.to { arrive(advance) }
        // A user acts at the recorded instant, unless the client is behind.
        if event.content?.value is UserAction.Action { lag = max(.zero, lag) }
        switch event.actor {
        case .replay: addReport(event)
        case .client where event.link?.call != nil: addRequest(event)
        case .service where event.link?.call != nil, .vsa where event.link?.call != nil: addResult(event)
        case .network: addFault(event)
        case .client:
            if let step = event.content?.value as? FlowStep { addHeading(step, event) } else { addEntry(event) }
        case .user, .vsa, .device, .service: addEntry(event)
        }
    }

    /// Puts a line in front of the one at `place`.
    mutating func insert(_ row: TimelineRow, at place: Int) {
        rows.insert(row, at: place)
        for index in findings.indices {
            if let line = findings[index].row, line >= place { findings[index].row = line + 1 }
        }
    }

    /// Puts the lines in the order of their times; what is at the same time, or has none, stays as it came.
    ///
    /// The reference client does not wait as the app did: what it does by itself can come after a recorded exchange that began before.
    /// First the lines below each heading; a line that was recorded before what stands above its heading leaves that: ``earlier``.
    mutating func putInOrder() {
        let bySteps = sorted(Array(rows.indices), between: { $0.entry == nil })
        let byTimes = sorted(bySteps, between: { $0.isBoundary })
        guard byTimes != Array(rows.indices) else { return }
        var places = byTimes
        for (new, old) in byTimes.enumerated() { places[old] = new }
        rows = byTimes.map { rows[$0] }
        for index in findings.indices { findings[index].row = findings[index].row.map { places[$0] } }
    }

    /// These places of lines, sorted by time between the lines that are boundaries, which stay where they are.
    private mutating func sorted(_ places: [Int], between isBoundary: (TimelineRow) -> Bool) -> [Int] {
        var order: [Int] = []
        var start = places.startIndex
        while start < places.endIndex {
            let end = places[start...].firstIndex { isBoundary(rows[$0]) } ?? places.endIndex
            var (time, latest): (Int64, Int64) = (0, 0)
            var hasHeading = false
            // In milliseconds, as they are shown. A heading stays behind all that is above it.
            let lines = places[start..<end].enumerated().map { index, place -> (place: Int, index: Int, time: Int64) in
                guard rows[place].entry != nil else {
                    hasHeading = true
                    return (place, index, latest)
                }
                time = rows[place].time.map { (FactJSON.microseconds(of: $0) + 500) / 1_000 } ?? time
                if hasHeading, time < latest, let exchange = rows[place].exchange { earlier.append(exchange) }
                latest = max(latest, time)
                return (place, index, time)
            }
            order += lines.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.place)
            if end < places.endIndex { order.append(places[end]) }
            start = end + 1
        }
        return order
    }

    /// The time of an event, on the recording's clock as far as there is one.
    private func time(_ instant: Instant) -> Duration { max(.zero, instant - lag - (base ?? instant)) }

    private mutating func append(_ row: TimelineRow, _ event: TimelineEvent) {
        if event.place != place, let new = event.place { rows.append(TimelineRow(kind: .place(new))) }
        place = event.place ?? place
        rows.append(row)
        rows[rows.count - 1].at = event.instant
    }

    private mutating func addHeading(_ step: FlowStep, _ event: TimelineEvent) {
        let key = event.place ?? ""
        if let open = questions[key], case .heading(let title, nil) = rows[open].kind,
            let asked = FlowStep.allCases.first(where: { $0.heading == title }), let answer = asked.answer(before: step)
        {
            rows[open].kind = .heading(title, answer: asked == .checkToken ? tokenAnswer(answer, since: open) : answer)
            questions[key] = nil
        }
        append(TimelineRow(kind: .heading(step.heading, answer: nil)), event)
        if step.isQuestion { questions[key] = rows.count - 1 }
    }

    /// The answer to whether there is a valid AuthN token: an app may go on as if there was one that the service has refused, or said
    /// nothing about.
    private func tokenAnswer(_ answer: String, since place: Int) -> String? {
        guard answer == "yes", let last = rows[place...].compactMap({ $0.entry?.status }).last else { return answer }
        guard let status = Int(last), status < 500, status != 429 else { return nil }
        return status < 400 ? "yes" : "no"
    }

    /// Time begins again at 0 where a jump ends.
    private mutating func arrive(_ jump: (from: Instant, to: Instant)) {
        rows.append(TimelineRow(kind: .rule("\(ElapsedTime(jump.to - jump.from)) later: \(jump.to.preciseHeadline)")))
        (advance, base, lag) = (nil, jump.to, .zero)
    }

    // MARK: Requests and their results

    private mutating func addRequest(_ event: TimelineEvent) {
        guard let link = event.link else { return }
        var row: TimelineRow
        if let question = event.content?.value as? VSARequest {
            var entry = TimelineRow.Entry(from: "client", to: "VSA", what: question.title)
            if hasVSALog { entry.ordinal = link.vsaCall.map { "vsa\($0)" } }
            row = TimelineRow(kind: .entry(entry), time: time(event.instant))
            row.vsaCall = link.vsaCall
            if hasVSALog, let start = link.startedAt, let base { row.time = max(.zero, start - base) }
            row.details = question.details
            if link.isSubstitute { row.entry?.tone = .faint }
        } else {
            let entry = TimelineRow.Entry(from: "client", to: service, what: event.kind)
            row = TimelineRow(kind: .entry(entry), time: time(event.instant))
            row.details = event.details
            row.entry?.fact = (event.content?.value as? PassRequest)?.fact ?? ""
        }
        append(row, event)
        open.open(event, (rows.count - 1, event.instant))
    }

    private mutating func addResult(_ event: TimelineEvent) {
        guard let link = event.link else { return }
        var call = open.close(event)
        if call == nil {
            // The request came before the first event that is shown.
            let entry = TimelineRow.Entry(from: "client", to: event.actor == .vsa ? "VSA" : service, what: event.kind)
            append(TimelineRow(kind: .entry(entry), time: time(event.instant)), event)
            call = (rows.count - 1, event.instant)
        }
        guard let (row, start) = call, var entry = rows[row].entry else { return }
        defer { rows[row].entry = entry }
        if let result = event.content?.value as? VSAResult {
            let fact = result.fact(at: event.instant)
            let isReused = event.kind == "checkAccessStatus" && hasAccessStatus
            entry.fact = entry.tone == .faint ? fact + (isReused ? " (reused)" : " (assumed)") : fact
            if case .accessStatus = result { hasAccessStatus = true }
            rows[row].details += result.details
            return
        }
        entry.duration = event.instant - start
        if let ordinal = link.exchange {
            entry.to = "Adobe"
            rows[row].exchange = ordinal
            entry.ordinal = "\(ordinal)"
            if let started = link.startedAt, let ended = link.endedAt {
                entry.duration = ended - started
                lag = event.instant - ended
                // A response that is given again has no time of its own.
                if shown.insert(ordinal).inserted, let base { rows[row].time = max(.zero, started - base) }
            }
        }
        switch event.content?.value {
        case let response as PassResponse:
            entry.status = "\(response.status)"
            if let fact = response.fact(at: link.endedAt ?? event.instant) { entry.fact = fact }
        case .failure(let reason)? as Delivery.Outcome?:
            entry.status = "-"
            entry.fact = "no response: \(reason)"
            entry.tone = .bad
        default: break
        }
    }

    private mutating func addFault(_ event: TimelineEvent) {
        if let row = open.call(of: event)?.row {
            rows[row].details.append(("fault", event.summary))
        } else {
            addEntry(event)
        }
    }

    // MARK: Everything else

    private mutating func addEntry(_ event: TimelineEvent) {
        var row = TimelineRow(kind: .entry(event.entry(service)), time: time(event.instant))
        row.details = event.details
        append(row, event)
    }

    private mutating func addReport(_ event: TimelineEvent) {
        let last = rows.lastIndex { $0.entry != nil }
        switch event.content?.value {
        case let warning as ReplayWarning: return findings.append((TimelineFinding(warning), last))
        case let divergence as Divergence: return findings.append((TimelineFinding(divergence), last))
        case let call as RecordedCall:
            var row = TimelineRow(adopted: call, since: base ?? event.instant)
            row.entry?.fact =
                "not replayed: " + (event.text("isNeeded") == "true" ? "the client did not request it" : "not needed")
            append(row, event)
            return
        default: break
        }
        switch event.kind {
        case "advance":
            if case .instant(let to)? = event.values.first(where: { $0.key == "to" })?.content {
                advance = (event.instant, to)
            }
        case "fork":
            service = "service"
            rows.append(TimelineRow(kind: .rule("from here on the simulated service responds")))
        default:
            addEntry(event)
        }
    }
}
