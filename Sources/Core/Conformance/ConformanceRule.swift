/// A rule of what a client, a service or an environment has to do, as a document states it (conformance-rules.md).
///
/// What judges a recording by it stands above; here is what the rule says.
public struct ConformanceRule: Hashable, Sendable {
    /// The id in the catalogue, which never changes: `DCR-001`.
    public let id: String
    /// How much the document demands it.
    public let severity: Severity
    /// Whoever has to change something where it is broken.
    public let owner: Owner
    /// What is demanded, in a sentence.
    public let text: String
    /// What a user notices where it is broken.
    public let consequence: String
    /// What to change.
    public let remedy: String
    /// The documents that state it, by the short names of the catalogue.
    public let source: String

    /// How much a rule weighs.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// A document demands it, or breaking it breaks a documented flow.
        case must
        /// It is recommended, or a likely but tolerated fault.
        case should
    }

    /// Those who can mend something.
    public enum Owner: String, Hashable, Sendable, CaseIterable {
        /// The app's programmers.
        case app
        /// Adobe's service.
        case service
        /// Whoever configures requestors and integrations.
        case configuration
        /// The television provider.
        case provider
        /// The network, or what filters it.
        case network
        /// The device, its system and settings, or the browser.
        case platform
        case user
    }

    init(
        _ id: String,
        _ severity: Severity,
        _ owner: Owner,
        _ text: String,
        consequence: String,
        remedy: String,
        source: String
    ) {
        (self.id, self.severity, self.owner, self.text) = (id, severity, owner, text)
        (self.consequence, self.remedy, self.source) = (consequence, remedy, source)
    }
}
