/// An entry that the app adds to Apple's provider picker: `VSAccountApplicationProvider`.
///
/// Since iOS and tvOS 14.2. Source: video-subscriber-account.md §6.
public struct AccountApplicationProvider: Hashable, Sendable {
    /// The name that the picker shows.
    public var localizedDisplayName: String
    /// The identifier that the app gets back when the user picks it.
    public var identifier: String

    /// An entry with these parts.
    public init(localizedDisplayName: String, identifier: String) {
        self.localizedDisplayName = localizedDisplayName
        self.identifier = identifier
    }
}
