// What counts as a poll, and until when it goes on.

extension OperationSpecification {
    /// The ways of repeating a call until someone has logged in elsewhere.
    public enum Polling: Hashable, Sendable {
        /// It is not.
        case never
        /// Until it succeeds (rest-api-v1.md §7.4, §7.5).
        case untilSuccess
        /// Until it brings an AuthN token, where a registration code stands for the login and no cookie does.
        case untilTokenByCode
        /// Until a profile is in the response (rest-api-v2.md §5.8, §9.1).
        case untilProfile
    }

    /// True if an app polls with it for a sign-on until someone has logged in.
    public var isPoll: Bool { (polling == .untilSuccess || polling == .untilProfile) && caller == .app }
}
