public import PassAPI

/// What can go wrong between a client and a service.
public enum Fault: Hashable, Sendable {
    /// There is no network: the request never leaves.
    case offline
    /// No answer comes until the client's HTTP library gives up after this long.
    case timeout(after: Duration)
    /// The connection is reset after the service has dealt with the request.
    case reset
    /// The answer takes this much longer.
    case slow(by: Duration)
    /// Something in between answers with this status and an empty body.
    case status(Int)
    /// The answer's body is noise.
    case garbageBody
    /// The answer's body is cut in half.
    case truncatedBody
}

/// The faults in force, and to which requests they happen.
public struct FaultPlan: Hashable, Sendable {
    /// A fault and what it is for.
    public struct Rule: Hashable, Sendable {
        /// What goes wrong.
        public var fault: Fault
        /// The operations it happens to; nil: all.
        public var operations: [PassAPI.Operation]?
        /// How often it happens; nil: until it is taken back.
        public var count: Int?

        /// A rule of these parts.
        public init(_ fault: Fault, operations: [PassAPI.Operation]? = nil, count: Int? = nil) {
            self.fault = fault
            self.operations = operations
            self.count = count
        }
    }

    /// The rules in force, in order; the first that fits is taken.
    public private(set) var rules: [Rule] = []

    /// Nothing goes wrong.
    public init() {}

    /// Puts a rule into force, behind the others.
    public mutating func add(_ rule: Rule) { rules.append(rule) }

    /// Everything works again.
    public mutating func clear() { rules = [] }

    /// The fault that happens to `request`, which uses it up.
    public mutating func next(for request: PassRequest) -> Fault? { nil }
}

extension Fault {
    /// What the client gets instead of `answer`, and how much later.
    public func disturb(_ answer: PassResponse, to request: PassRequest, latency: Duration) -> Delivery {
        Delivery(outcome: .response(answer), delay: latency)
    }

    /// Whether the service never sees the request.
    public var isBeforeService: Bool { self == .offline }

    /// What reaches the client, and when.
    public struct Delivery: Hashable, Sendable {
        /// What reaches the client.
        public enum Outcome: Hashable, Sendable {
            case response(PassResponse)
            case failure(String)
        }
        /// What reaches the client.
        public var outcome: Outcome
        /// How long after the request.
        public var delay: Duration

        /// A delivery of these parts.
        public init(outcome: Outcome, delay: Duration) {
            self.outcome = outcome
            self.delay = delay
        }
    }
}
