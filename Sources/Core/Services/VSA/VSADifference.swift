import SubscriberAccount

/// A property of a question to the platform in which replayed and recorded client differ.
public struct VSADifference: Hashable, Sendable {
    /// Apple's name of the property.
    public var property: String
    /// The value that the recorded client gave.
    public var recorded: String
    /// The value that the replayed client gave.
    public var replayed: String

    /// A difference in this property.
    public init(property: String, recorded: String, replayed: String) {
        self.property = property
        self.recorded = recorded
        self.replayed = replayed
    }

    /// The properties in which two questions of the same kind differ, in the order Apple's header lists them.
    static func between(_ replayed: VSARequest, and recorded: VSARequest) -> [VSADifference] {
        switch (replayed, recorded) {
        case (.checkAccessStatus(let new), .checkAccessStatus(let old)):
            new == old ? [] : [VSADifference(property: "prompt", recorded: "\(old)", replayed: "\(new)")]
        case (.enqueue(let new), .enqueue(let old)):
            between(new, and: old)
        case (.checkAccessStatus, .enqueue), (.enqueue, .checkAccessStatus):
            []
        }
    }

    private static func between(
        _ new: AccountMetadataRequest,
        and old: AccountMetadataRequest
    ) -> [VSADifference] {
        let pairs: [(String, String, String)] = [
            ("channelIdentifier", old.channelIdentifier ?? "nil", new.channelIdentifier ?? "nil"),
            (
                "supportedAccountProviderIdentifiers",
                list(old.supportedAccountProviderIdentifiers), list(new.supportedAccountProviderIdentifiers)
            ),
            (
                "featuredAccountProviderIdentifiers",
                list(old.featuredAccountProviderIdentifiers), list(new.featuredAccountProviderIdentifiers)
            ),
            ("verificationToken", old.verificationToken ?? "nil", new.verificationToken ?? "nil"),
            (
                "includeAccountProviderIdentifier",
                "\(old.includeAccountProviderIdentifier)", "\(new.includeAccountProviderIdentifier)"
            ),
            (
                "includeAuthenticationExpirationDate",
                "\(old.includeAuthenticationExpirationDate)", "\(new.includeAuthenticationExpirationDate)"
            ),
            ("isInterruptionAllowed", "\(old.isInterruptionAllowed)", "\(new.isInterruptionAllowed)"),
            ("forceAuthentication", "\(old.forceAuthentication)", "\(new.forceAuthentication)"),
            ("attributeNames", list(old.attributeNames), list(new.attributeNames)),
        ]
        return pairs.filter { $0.1 != $0.2 }.map { VSADifference(property: $0.0, recorded: $0.1, replayed: $0.2) }
    }

    private static func list(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }
}
