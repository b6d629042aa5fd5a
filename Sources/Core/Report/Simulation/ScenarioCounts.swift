public import Documents

/// How many scenarios came to what.
public struct ScenarioCounts: Hashable, Sendable {
    /// Those whose every expectation was met.
    public private(set) var good = 0
    /// Those with an expectation that was not met.
    public private(set) var failed = 0
    /// Those that could not be run.
    public private(set) var refused = 0

    /// None so far.
    public init() {}

    /// Counts one more.
    public mutating func add(_ verdict: ScenarioResult.Verdict) {
        switch verdict {
        case .good: good += 1
        case .failed: failed += 1
        case .refused: refused += 1
        }
    }

    /// All of them.
    public var total: Int { good + failed + refused }

    /// The counts for a person: `3 scenarios: 2 ok, 1 failed`.
    public var text: String {
        var parts = ["\(good) ok"]
        if failed > 0 { parts.append("\(failed) failed") }
        if refused > 0 { parts.append("\(refused) could not be run") }
        return CountedNoun.text(total, "scenario") + ": " + parts.joined(separator: ", ")
    }

    /// The members of a summary in JSON.
    public var object: JSONObject {
        [
            "scenarioCount": .count(total), "okCount": .count(good), "failedCount": .count(failed),
            "refusedCount": .count(refused),
        ]
    }
}
