import ClientStack
import Documents
import Exchanges
import History
import PassAPI
import Replay
import Simulation
import SubscriberAccount
import VirtualTime

/// The bars of a recording's page, the steps that they belong to, and the findings that mark them.
struct PageTimeline {
    /// The bars, by when they began.
    private(set) var events: [PageEvent] = []
    /// The steps of the cookbook, or the phases.
    private(set) var steps: [PageStep] = []
    /// The findings of the replay, the worst first.
    private(set) var findings: [PageFinding] = []
    /// What each exchange is called, by ordinal.
    private(set) var names: [Int: String] = [:]

    init(_ recording: Recording, _ history: History, _ replay: ReplayResult?) {
        addExchanges(recording, history)
        events += recording.vsaCalls.map { call in
            var event = PageEvent(.vsaCall, call.ordinal, .vsa, at: call.answeredAt, call.question.title)
            event.fact = call.answer.fact(at: call.answeredAt)
            return event
        }
        events += recording.userActions.map { action in
            var event = PageEvent(.userAction, action.ordinal, .user, at: action.occurredAt, action.action.name)
            event.fact = Self.fact(of: action.action)
            return event
        }
        var rows: [TimelineRow] = []
        var start: Instant?
        if let replay {
            let made = Self.rows(of: replay, recording)
            (rows, start) = (made.rows, made.start)
            findings = Self.findings(made.findings + replay.otherFindings.map { ($0, nil) }, marking: &rows)
        }
        if replay?.assumedRows.isEmpty == true, Self.followsCookbook(rows) {
            addSteps(rows)
        } else {
            addPhases(recording)
        }
        take(rows, since: start, hasUserActions: !recording.userActions.isEmpty)
        judgeSteps()
        sort()
    }

    /// Adds what happened in a run of the simulated service, in the place of what the recording holds from there on.
    mutating func add(_ run: PageRun) {
        let isScenario = events.isEmpty
        events.removeAll { $0.startedAt > run.startedAt }
        let rows = TimelineRows(of: run.timeline, isRecorded: false)
        if isScenario {
            steps = []
            if Self.followsCookbook(rows.rows) { addSteps(rows.rows) }
        }
        for row in rows.rows {
            guard let entry = row.entry, let at = row.at, let lane = Self.lane(of: entry) else { continue }
            var event = PageEvent(.shown, nil, lane, at: at, entry.what)
            event.duration = entry.duration
            event.status = entry.status
            event.fact = entry.fact
            event.isSimulated = true
            if let status = entry.status.flatMap({ Int($0) }), status >= 400 { event.level = .refused }
            if entry.tone == .bad { event.level = .error }
            events.append(event)
        }
        sort()
    }

    private mutating func sort() {
        // What the user does comes before the calls that it makes the app send in the same instant.
        func rank(_ event: PageEvent) -> Int { event.lane == .user ? 0 : 1 }
        events = events.enumerated()
            .sorted {
                ($0.element.startedAt, rank($0.element), $0.offset) < (
                    $1.element.startedAt, rank($1.element), $1.offset
                )
            }
            .map(\.element)
    }

    // MARK: What the recording holds

    private mutating func addExchanges(_ recording: Recording, _ history: History) {
        var classifier = ExchangeClassifier()
        let levels = Self.levels(history)
        for exchange in recording.exchanges {
            let request = PassRequest(recognizing: exchange.request)
            let kind = classifier.kind(of: exchange, recognizedAs: request)
            let url = URLParts(exchange.request.url)
            names[exchange.ordinal] = kind.label
            let name = kind.operation?.rawValue ?? "\(exchange.request.method) \(url.path)"
            var event = PageEvent(.exchange, exchange.ordinal, Self.lane(of: kind), at: exchange.startedAt, name)
            event.duration = .microseconds(exchange.durationMicroseconds)
            switch exchange.outcome {
            case .response(let response):
                event.status = "\(response.status)"
                event.level = response.status == 429 ? .throttled : response.status >= 500 ? .error : .ok
                if event.level == .ok, response.status >= 400 { event.level = .refused }
            case .failure(let reason):
                event.status = "-"
                event.fact = "no response: \(reason)"
                event.level = .error
            }
            if let level = levels[exchange.ordinal], event.level != .throttled { event.level = level }
            if let request {
                let response = PassResponse(of: exchange, for: request.operation)
                if event.fact.isEmpty { event.fact = response?.fact(at: exchange.endedAt) ?? request.fact }
            } else if event.fact.isEmpty {
                event.fact = url.host
            }
            events.append(event)
        }
    }

    /// What the history makes of exchanges that did not bring what they were for.
    private static func levels(_ history: History) -> [Int: PageEvent.Level] {
        var levels: [Int: PageEvent.Level] = [:]
        for refusal in history.refusals {
            guard case .exchange(let ordinal) = refusal.at.event else { continue }
            levels[ordinal] = refusal.isPoll ? .poll : refusal.isDenial ? .error : .refused
        }
        for failure in history.failures {
            guard case .exchange(let ordinal) = failure.at.event else { continue }
            levels[ordinal] = failure.cause == .throttled ? .throttled : .error
        }
        return levels
    }

    private static func lane(of kind: ExchangeKind) -> PageEvent.Lane {
        switch kind {
        case .operation, .unrecognizedAdobe, .preflight: .adobe
        case .providerPage: .provider
        case .programmerService: .programmer
        case .other: .other
        }
    }

    private static func fact(of action: UserAction.Action) -> String {
        switch action {
        case .play(let resource): MRSSResource(resource).name
        case .selectProvider(let id): id
        case .preauthorize(let resources): resources.joined(separator: ", ")
        case .confirmLogin: "by the user or the app's own service"
        case .launch, .closeWebView, .cancel, .readUserMetadata, .logOut, .foreground, .background: ""
        }
    }

    // MARK: What the replay shows beyond it

    private static func rows(
        of replay: ReplayResult,
        _ recording: Recording
    ) -> (rows: [TimelineRow], findings: [(finding: TimelineFinding, row: Int?)], start: Instant?) {
        let hasVSALog = !replay.notes.contains(.platformInferred)
        var rows = TimelineRows(of: replay.timeline, isRecorded: true, hasVSALog: hasVSALog)
        rows.add(skipped: replay.fates, of: recording)
        return (rows.rows, rows.findings, rows.start)
    }

    private static func findings(
        _ found: [(finding: TimelineFinding, row: Int?)],
        marking rows: inout [TimelineRow]
    ) -> [PageFinding] {
        FindingList(found, marking: &rows).findings.enumerated()
            .map { index, entry in
                let finding = entry.finding
                return PageFinding(
                    number: index + 1,
                    level: finding.level,
                    place: finding.place,
                    message: finding.text,
                    exchanges: (finding.markedExchanges ?? finding.exchanges).sorted(),
                    vsaCalls: finding.vsaCalls.sorted()
                )
            }
    }

    /// Takes over the marks, and what the user did and saw by what the replay inferred.
    private mutating func take(_ rows: [TimelineRow], since start: Instant?, hasUserActions: Bool) {
        var places: [String: Int] = [:]
        for (place, event) in events.enumerated() {
            if event.kind == .exchange, let ordinal = event.ordinal { places["\(ordinal)"] = place }
            if event.kind == .vsaCall, let ordinal = event.ordinal { places["vsa\(ordinal)"] = place }
        }
        for row in rows {
            guard let entry = row.entry else { continue }
            if let place = row.exchange.flatMap({ places["\($0)"] }) ?? row.vsaCall.flatMap({ places["vsa\($0)"] }) {
                for mark in row.marks where !events[place].marks.contains(mark) { events[place].marks.append(mark) }
                continue
            }
            guard let start, let time = row.time, entry.exchangeless, Self.lane(of: entry) == .user else { continue }
            let isAction = entry.from == "user"
            if isAction, hasUserActions { continue }
            var event = PageEvent(
                .shown,
                nil,
                .user,
                at: start + time,
                isAction ? entry.what : entry.to == "player" ? "plays" : "sees \(entry.what)"
            )
            event.fact = entry.fact
            event.marks = row.marks
            events.append(event)
        }
    }

    /// The lane of a line of a timeline; nil of what has none.
    private static func lane(of entry: TimelineRow.Entry) -> PageEvent.Lane? {
        if ["Adobe", "service"].contains(entry.to) { return .adobe }
        if entry.to == "VSA" { return .vsa }
        return ["user", "player"].contains(entry.to) || entry.from == "user" ? .user : nil
    }

    // MARK: Steps

    private static func followsCookbook(_ rows: [TimelineRow]) -> Bool {
        rows.contains { row in
            if case .heading(let title, _) = row.kind {
                title.hasPrefix("S1 ") || title.hasPrefix("S2 ")
            } else {
                false
            }
        }
    }

    private mutating func addSteps(_ rows: [TimelineRow]) {
        let cookbook = PageStep.cookbook
        steps = cookbook.map(\.shown)
        var current: Int?
        var stepOf: [String: Int] = [:]
        for row in rows {
            if case .heading(let title, let result) = row.kind {
                current = cookbook.firstIndex { $0.step.heading == title }
                if let current {
                    steps[current].state = .done
                    steps[current].result = result ?? steps[current].result
                }
            }
            guard let current else { continue }
            if let exchange = row.exchange, row.entry?.isCall == true, !steps[current].exchanges.contains(exchange) {
                steps[current].exchanges.append(exchange)
                stepOf["\(exchange)"] = current
            }
            if let call = row.vsaCall, stepOf["vsa\(call)"] == nil {
                steps[current].vsaCalls.append(call)
                stepOf["vsa\(call)"] = current
            }
        }
        setSteps(stepOf)
    }

    private mutating func addPhases(_ recording: Recording) {
        let phases = PageStep.phases
        steps = phases.map(\.shown)
        var stepOf: [String: Int] = [:]
        var bringsMediaToken = false
        for exchange in recording.exchanges {
            guard let operation = PassRequest(recognizing: exchange.request)?.operation else { continue }
            let phase = PageStep.Phase(operation.purpose)
            if phase == .authorization,
                operation.specification.grants.issued.contains(where: { $0.kind == .mediaToken })
            {
                bringsMediaToken = true
            }
            guard let place = phases.firstIndex(where: { $0.phase == phase }) else { continue }
            steps[place].exchanges.append(exchange.ordinal)
            steps[place].state = .done
            stepOf["\(exchange.ordinal)"] = place
        }
        // Media tokens that come with authorizations need no call of their own: none was skipped.
        if bringsMediaToken, let place = phases.firstIndex(where: { $0.phase == .playback }),
            steps[place].exchanges.isEmpty
        {
            steps.remove(at: place)
            stepOf = stepOf.mapValues { $0 > place ? $0 - 1 : $0 }
        }
        setSteps(stepOf)
    }

    private mutating func setSteps(_ stepOf: [String: Int]) {
        for index in events.indices {
            guard let ordinal = events[index].ordinal, events[index].kind != .userAction else { continue }
            events[index].step = stepOf[events[index].kind == .vsaCall ? "vsa\(ordinal)" : "\(ordinal)"]
        }
    }

    /// A step has failed where its last call did; a question that has a result has not.
    private mutating func judgeSteps() {
        for index in steps.indices where steps[index].state == .done {
            let last = events.last { $0.step == index && $0.kind == .exchange && $0.level != .poll }
            let isPolling = events.last { $0.step == index && $0.kind == .exchange }?.level == .poll
            let hasFailed = last?.level == .error || last?.level == .throttled
            let isRefused = last?.level == .refused && steps[index].result == nil
            if hasFailed || isRefused || isPolling { steps[index].state = .failed }
        }
    }
}

extension TimelineRow.Entry {
    /// True if no exchange of the recording is behind it.
    fileprivate var exchangeless: Bool { ordinal == nil && status == nil }
}
