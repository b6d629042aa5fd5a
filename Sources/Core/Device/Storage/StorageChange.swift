public import VirtualTime

/// Something that was written to a store or removed from it: by whom, and why.
///
/// Timelines tell it.
public struct StorageChange: Hashable, Sendable {
    /// The actions on a store.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case wrote, removed, migrated, shared
    }

    /// The agents of a change.
    public enum Agent: String, Hashable, Sendable, CaseIterable {
        /// The operating system: an upgrade, an app's deletion.
        case operatingSystem = "operating system"
        /// AccessEnabler in the ordinary course of a flow.
        case accessEnabler = "AccessEnabler"
        /// AccessEnabler's importer (1.7).
        case importer
        /// AccessEnabler's scrubber (1.7.5).
        case scrubber
        /// AccessEnabler's migration (3.7.0).
        case migration
        /// AccessEnabler's integrity check (3.8.3).
        case integrityCheck = "integrity check"
        /// An app without AccessEnabler, with what it keeps itself.
        case app
        /// The user, in Settings or by deleting.
        case user
    }

    public var action: Action
    /// The store that was changed.
    public var store: StoreName
    /// Under which keys, from the outside in; empty for the store as a whole.
    public var path: [String]
    public var agent: Agent
    /// The reason: `wipePasteboards`, in words `upgrade to iOS 10 wipes pasteboards`.
    public var reason: CodedText

    /// A change of these parts.
    public init(_ action: Action, _ store: StoreName, _ path: [String], by agent: Agent, because reason: CodedText) {
        self.action = action
        self.store = store
        self.path = path
        self.agent = agent
        self.reason = reason
    }
}
