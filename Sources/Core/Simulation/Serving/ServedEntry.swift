import Exchanges
package import OrderedCollections
public import PassAPI
public import Services
public import VirtualTime

/// A request that was served, and what came of it.
public struct ServedEntry: Hashable, Sendable {
    /// Its place among the requests, from 1.
    public var ordinal: Int
    /// The instant at which it was answered, by the served clock.
    public var instant: Instant
    /// The method, as it came.
    public var method: String
    /// The absolute URL, as it came.
    public var url: String
    /// The operation that it calls; nil for a page.
    public var operation: PassAPI.Operation?
    /// Who answered.
    public var source: Source
    /// The status of the response; nil where the connection was broken off.
    public var status: Int?
    /// The number of the app that sent it, where there are several over a recording; nil where that is not known.
    public var app: Int?
    /// The fault that happened to it.
    public var fault: Fault?
    /// The call of VSA that it was; nil for a request to the service.
    public var vsa: ServedVSACall?
    /// What the simulated service states of its refusal that Adobe's does not; nil for nothing.
    public var hint: String?
    /// The device ids and registration codes that it names, and those and the id of a client that its response gives.
    public var identifiers: [String] = []

    /// The sources of a response.
    public enum Source: Hashable, Sendable {
        /// The simulated service, an operation or one of its pages.
        case simulated
        /// Nobody: the simulated service has nothing there, and says so.
        case notSimulated
        /// A recorded exchange.
        case recorded(RecordedMatch)
        /// A recorded call of VSA.
        case recordedVSA(RecordedVSAMatch)
        /// Nobody: nothing recorded answers it.
        case unmatched(UnmatchedRequest)
        /// Nobody: the exchange that answers it is not as it was recorded.
        case damaged(DamagedExchange)
        /// Nobody: the host is neither the service's nor in the recording.
        case foreignHost
        /// A fault in between.
        case fault
    }

    init(
        _ ordinal: Int,
        at instant: Instant,
        _ request: HTTPRequest,
        _ operation: PassAPI.Operation?,
        _ source: Source,
        status: Int?,
        fault: Fault?
    ) {
        self.ordinal = ordinal
        self.instant = instant
        (method, url) = (request.method, request.url)
        self.operation = operation
        self.source = source
        self.status = status
        self.fault = fault
    }

    /// True if nobody answered it.
    public var isUnmatched: Bool {
        switch source {
        case .unmatched, .notSimulated, .damaged, .foreignHost: true
        case .simulated, .recorded, .recordedVSA, .fault: false
        }
    }
}

extension ServedEntry.Source {
    /// The fields in which the request differs from the recorded one that answered it.
    var differences: [FieldDifference] {
        switch self {
        case .recorded(let match): match.differences
        case .recordedVSA(let match): match.differences
        case .simulated, .notSimulated, .unmatched, .damaged, .foreignHost, .fault: []
        }
    }

    /// The status of a response that nobody gave: RFC 9110 §15.6.2 for what nobody answers, §15.6.1 for what is damaged, §15.6.3
    /// for a host that is not served.
    var status: Int? {
        switch self {
        case .unmatched: 501
        case .damaged: 500
        case .foreignHost: 502
        case .simulated, .notSimulated, .recorded, .recordedVSA, .fault: nil
        }
    }
}

/// A recorded exchange that answered a request, and what was done to its response.
public struct RecordedMatch: Hashable, Sendable {
    /// The exchange, by its ordinal.
    public var exchange: Int
    /// The number of the app's session over the recording, from 1.
    public var session: Int
    /// The fields in which the request differs from the recorded one, but for values that are the app's own.
    public var differences: [FieldDifference]
    /// True if the response was given before and is given again, since the recorded progress is not due yet.
    public var isRepeated: Bool
    /// True if the recording begins again with it for the app.
    public var beginsAgain: Bool
    /// The whole seconds by which its instants were moved.
    public var distance: Int64
    /// The signatures over what was moved in it.
    public var signatures: [InstantShift.BrokenSignature]
    /// The instants in it that could not be moved.
    public var unmoved: [InstantShift.Exception]
    /// The places of what no document states to be an instant, and was moved.
    public var undocumented: [InstantShift.Place] = []
}

/// The reason that no recorded exchange answers a request, and what comes nearest.
public struct UnmatchedRequest: Hashable, Sendable {
    public var reason: UnmatchedReason
    /// The recorded exchange that comes nearest, by its ordinal.
    public var nearest: Int?
    /// The recorded VSA call that comes nearest to another one, by its ordinal.
    public var nearestVSACall: Int?
    /// The fields in which that differs.
    public var differences: [FieldDifference]
    /// The instant, by the served clock, at which what that gives or needs expired; nil where that is not the reason.
    public var expiredAt: Instant?

    /// A request of these parts.
    public init(
        _ reason: UnmatchedReason,
        nearest: Int? = nil,
        nearestVSACall: Int? = nil,
        differences: [FieldDifference] = [],
        expiredAt: Instant? = nil
    ) {
        self.reason = reason
        self.expiredAt = expiredAt
        self.nearestVSACall = nearestVSACall
        self.nearest = nearest
        self.differences = differences
    }
}

/// The requests that were served since the last reset: all of them counted, the last ones and the unmatched ones kept.
public struct ServedLog: Hashable, Sendable {
    /// The entries that are kept at most, of either kind.
    public static let capacity = 10_000

    /// The requests.
    public private(set) var count = 0
    /// Those of the requests that were calls of VSA.
    public private(set) var vsaCallCount = 0
    /// The requests that nobody answered.
    public private(set) var unmatchedCount = 0
    /// The requests that a fault happened to.
    public private(set) var faultCount = 0
    /// The requests that differ from the recorded ones that answered them.
    public private(set) var differingCount = 0
    /// The last requests, in order.
    public private(set) var entries: [ServedEntry] = []
    /// The first requests that nobody answered, in order.
    public private(set) var unmatched: [ServedEntry] = []
    /// The faults, differences and warnings, which are findings to whoever is strict.
    public var strictCount: Int { faultCount + differingCount + warnings.count }
    /// What kept apps from being served.
    public private(set) var warnings = ServedWarnings()
    /// The device ids, registration codes and ids of clients that requests have named and responses have given, each once; no more
    /// are kept than ``mostIdentifiers``.
    package private(set) var identifiers: OrderedSet<String> = []
    /// So many identifiers are known at most.
    package static let mostIdentifiers = 20_000
    /// The requests before the last expectation.
    private var expectedCount = 0
    /// What resets have forgotten, in numbers; nil as long as there was none.
    public private(set) var forgotten: ForgottenRequests?

    init() {}

    /// The requests that nobody answered, those that were forgotten too.
    public var unmatchedCountOfRun: Int { unmatchedCount + (forgotten?.unmatchedCount ?? 0) }
    /// What is a finding to whoever is strict, with what was forgotten.
    public var strictCountOfRun: Int { strictCount + (forgotten?.strictCount ?? 0) }

    /// Begins anew: nothing is kept but the numbers, since the run as a whole is judged by them.
    mutating func forget() {
        var numbers = forgotten ?? ForgottenRequests()
        numbers.add(self)
        // The place of the entries stays: an allocator may move ten thousand of them to where freed memory is not given back.
        var kept = entries
        entries = []
        kept.removeAll(keepingCapacity: true)
        self = ServedLog()
        (entries, forgotten) = (kept, numbers)
    }

    /// The requests since the last expectation, as far as they are kept.
    var sinceExpectation: ArraySlice<ServedEntry> { entries.drop { $0.ordinal <= expectedCount } }

    /// True if none of them has been forgotten.
    var keepsAllSinceExpectation: Bool { (entries.first?.ordinal ?? 1) <= expectedCount + 1 }

    /// What was expected was looked at.
    mutating func expect() { expectedCount = count }

    mutating func warn(_ warning: ServedWarning) { warnings.append(warning) }

    mutating func append(_ entry: ServedEntry) {
        count += 1
        if entry.fault != nil { faultCount += 1 }
        if entry.vsa != nil { vsaCallCount += 1 }
        for identifier in entry.identifiers where identifiers.count < Self.mostIdentifiers {
            identifiers.append(identifier)
        }
        if !entry.source.differences.isEmpty { differingCount += 1 }
        // In pieces: one at a time would move all of them for each.
        if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 4) }
        entries.append(entry)
        guard entry.isUnmatched else { return }
        unmatchedCount += 1
        if unmatched.count < Self.capacity { unmatched.append(entry) }
    }
}

/// The requests and warnings of a run that resets have forgotten, in numbers.
public struct ForgottenRequests: Hashable, Sendable {
    /// The requests.
    public private(set) var count = 0
    /// The requests that nobody answered.
    public private(set) var unmatchedCount = 0
    /// The requests that a fault happened to.
    public private(set) var faultCount = 0
    /// The requests that differ from the recorded ones that answered them.
    public private(set) var differingCount = 0
    public private(set) var warningCount = 0
    /// The faults, differences and warnings.
    public var strictCount: Int { faultCount + differingCount + warningCount }

    init() {}

    mutating func add(_ log: ServedLog) {
        count += log.count
        unmatchedCount += log.unmatchedCount
        faultCount += log.faultCount
        differingCount += log.differingCount
        warningCount += log.warnings.count
    }
}
