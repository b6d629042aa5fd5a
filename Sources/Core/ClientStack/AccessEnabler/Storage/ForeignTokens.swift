import SubscriberAccount

/// The ways in which AccessEnabler treats stored tokens that were obtained under a device id other than its own.
///
/// Source: access-enabler.md §9, §11; rows K-144 to K-147.
enum ForeignTokens: String, Hashable, Sendable, CaseIterable {
    /// It does not look: a stale token is used, and authorization fails with an unclear message (row K-147).
    case used
    /// The scrubber removes them.
    case scrubbed
    /// On such a clash it erases all shared entitlement data.
    case erased
    /// It ignores and keeps them, so that two apps of a team with different device ids do not sign each other out.
    case ignored

    /// Returns the conduct of `version`.
    static func of(_ version: PlatformVersion) -> ForeignTokens {
        rules.last { version >= $0.since }?.conduct ?? .used
    }

    /// From which version on it behaves how.
    struct Rule: Hashable {
        var since: PlatformVersion
        var conduct: ForeignTokens
        /// The source that states it.
        var source: String
    }

    /// All thresholds, in ascending order; the last that holds counts.
    static var rules: [Rule] {
        [
            Rule(since: PlatformVersion(0), conduct: .used, source: "seed 004, K-147"),
            Rule(since: PlatformVersion(1, 7, 5), conduct: .scrubbed, source: "seed 004, K-144, K-145"),
            Rule(since: PlatformVersion(1, 8), conduct: .erased, source: "technical note on SSO, on 1.8"),
            // 1.8 erased; what was between it and 1.10 is unconfirmed.
            Rule(since: PlatformVersion(1, 10), conduct: .ignored, source: "technical note on SSO, 1.10"),
        ]
    }
}
