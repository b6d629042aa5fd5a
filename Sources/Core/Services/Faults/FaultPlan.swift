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

        /// A rule of these parts.
        public init(_ fault: Fault, operations: [PassAPI.Operation]? = nil, count: Int? = nil) {
            self.fault = fault
            self.operations = operations
            self.count = count
        }

        /// Checks whether it happens to `operation`, if it happens at all any more.
        func fits(_ operation: PassAPI.Operation) -> Bool { operations?.contains(operation) ?? true }
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

    /// The fault that happens to `request`, which uses it up; a rule that was used up is taken out of force.
    public mutating func next(for request: PassRequest) -> Fault? {
        guard let index = rules.firstIndex(where: { $0.fits(request.operation) }) else { return nil }
        let rule = rules[index]
        if let count = rule.count {
            if count > 1 { rules[index].count = count - 1 } else { rules.remove(at: index) }
        }
        return rule.fault
    }
}
