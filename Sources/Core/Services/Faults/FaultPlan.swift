public import PassAPI

/// The faults in force, and to which requests they happen.
public struct FaultPlan: Hashable, Sendable {
    /// A fault and what it is for.
    public struct Rule: Hashable, Sendable {
        /// The fault that occurs.
        public var fault: Fault
        /// The operations it happens to; nil: all.
        public var operations: [PassAPI.Operation]?
        /// The number of times that it occurs; nil: until it is taken back.
        public var count: Int?

        /// Whether the service has done its part, of a fault that happens on either side of it.
        ///
        /// Then the code is made, the token is issued, the credit of the throttle is gone, and the client cannot know.
        public var isAfterService: Bool

        /// A rule of these parts.
        public init(
            _ fault: Fault,
            operations: [PassAPI.Operation]? = nil,
            count: Int? = nil,
            isAfterService: Bool = false
        ) {
            self.fault = fault
            self.operations = operations
            self.count = count
            self.isAfterService = isAfterService
        }

        /// Whether the service never sees the request.
        public var isBeforeService: Bool {
            fault == .offline || fault.happensOnEitherSide && !isAfterService
        }

        /// Checks whether it happens to `operation`, or to a page where that is nil, if it happens at all any more.
        func fits(_ operation: PassAPI.Operation?) -> Bool {
            guard let operations else { return true }
            return operation.map(operations.contains) ?? false
        }
    }

    /// The rules in force, in order; the first that fits is taken.
    public private(set) var rules: [Rule] = []

    /// Nothing goes wrong.
    public init() {}

    /// Puts a rule into force, behind the others; one that is to happen less than once never is.
    public mutating func add(_ rule: Rule) {
        guard rule.count ?? 1 > 0 else { return }
        rules.append(rule)
    }

    /// Everything works again.
    public mutating func clear() { rules = [] }

    /// The rule of the fault that happens to `request`, which uses it up; a rule that was used up is taken out of force.
    public mutating func next(for request: PassRequest) -> Rule? { next(for: request.operation) }

    /// The rule of the fault that happens to a request of this operation, or for a page where that is nil, which uses it up.
    public mutating func next(for operation: PassAPI.Operation?) -> Rule? {
        guard let index = rules.firstIndex(where: { $0.fits(operation) }) else { return nil }
        let rule = rules[index]
        if let count = rule.count {
            if count > 1 { rules[index].count = count - 1 } else { rules.remove(at: index) }
        }
        return rule
    }
}
