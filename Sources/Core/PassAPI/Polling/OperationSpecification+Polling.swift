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
    }

    /// True if an app polls with it for an AuthN token until someone has logged in.
    public var isPoll: Bool { polling == .untilSuccess && caller == .app }
}
