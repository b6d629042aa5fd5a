import Exchanges
import Proxy
import ProxyProtocol
import Report
import VirtualTime

/// What was recorded and what was not, counted as it happens.
struct RecordingStatistics: Sendable {
    /// Exchanges by name.
    private(set) var names = NameCounts()
    /// Exchanges by what they are about.
    private(set) var kinds = NameCounts()
    /// Exchanges without an answer.
    private(set) var failures = 0
    /// Answers of status 400 to 499.
    private(set) var clientErrors = 0
    /// Answers of status 500 to 599.
    private(set) var serverErrors = 0
    private(set) var vsaCalls = 0
    private(set) var userActions = 0
    /// What was left out, by reason and host.
    private(set) var skipped = NameCounts()
    /// What was left out, by code and host with a space between them.
    private(set) var skippedHosts = NameCounts()
    /// Exchanges, VSA calls and user actions that were seen after recording had stopped.
    private(set) var unrecorded = 0
    /// Exchanges, VSA calls and user actions that were dropped while another program had the recording locked.
    private(set) var dropped = 0
    /// The ordinals of exchanges that were left out after they had been given one.
    private(set) var skippedOrdinals: [Int] = []
    /// The ordinals of exchanges that were dropped.
    private(set) var droppedOrdinals: [Int] = []
    /// When what was stored last had ended.
    private(set) var lastStored: Instant?

    /// Counts what was stored.
    mutating func add(_ event: RecordedEvent) {
        switch event {
        case .exchange(let brief, _):
            names.add(brief.name)
            kinds.add(brief.kind)
            switch brief.ending {
            case .failure: failures += 1
            case .status(400...499): clientErrors += 1
            case .status(500...599): serverErrors += 1
            case .status: break
            }
            let end = brief.startedAt + .microseconds(brief.durationMicroseconds)
            lastStored = max(lastStored ?? end, end)
        case .vsaCall: vsaCalls += 1
        case .userAction: userActions += 1
        case .skipped(let skipped):
            count(skipped)
            if let ordinal = skipped.number { skippedOrdinals.append(ordinal) }
        case .notice: break
        }
    }

    /// Counts what came after recording had stopped.
    mutating func skip(_ event: RecorderEvent) { unrecorded += count(event) }

    /// Counts what was dropped for want of room.
    mutating func drop(_ event: RecorderEvent) { dropped += count(event) }

    /// Remembers which exchange was dropped.
    mutating func drop(exchange ordinal: Int) { droppedOrdinals.append(ordinal) }

    private mutating func count(_ skipped: SkippedExchange) {
        self.skipped.add(skipped.title)
        skippedHosts.add("\(skipped.code) \(skipped.origin.host)")
    }

    private mutating func count(_ event: RecorderEvent) -> Int {
        switch event {
        case .ended: return 1
        case .vsaCalls(let responses): return responses.count
        case .userActions(let userActions): return userActions.count
        case .skipped(let skipped): count(skipped)
        case .began, .notice: break
        }
        return 0
    }
}

extension SkippedExchange {
    /// Why and from where, in a few words: `media (video/mp2t) from cdn.example`.
    var title: String {
        switch reason {
        case .media(let kind): "media (\(kind)) from \(origin.host)"
        case .filter: "not named by --filter, from \(origin.host)"
        }
    }
}
