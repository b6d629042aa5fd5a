public import Documents
public import SubscriberAccount

/// Exchanges, VSA calls and user actions in order, with what is known about where they came from.
///
/// This is the form small recordings have in memory. A long one stays in its store and is read piece by piece.
public struct Recording: Hashable, Sendable {
    /// The facts about the recording as a whole.
    public var information: RecordingInformation
    /// The exchanges, by ordinal.
    public var exchanges: [Exchange]
    /// The VSA calls, by ordinal.
    public var vsaCalls: [VSACall]
    /// The user actions, by ordinal; empty where the recorder knew none.
    public var userActions: [UserAction]

    /// A recording with these parts.
    public init(
        information: RecordingInformation = RecordingInformation(),
        exchanges: [Exchange] = [],
        vsaCalls: [VSACall] = [],
        userActions: [UserAction] = []
    ) {
        self.information = information
        self.exchanges = exchanges
        self.vsaCalls = vsaCalls
        self.userActions = userActions
    }
}

/// The facts about a recording as a whole.
public struct RecordingInformation: Hashable, Sendable {
    /// The maker of the exchanges: `mitmproxy 11.0.2`, `kinescope record`.
    public var creator: String
    /// True if secrets were replaced before they reached the disk.
    public var isRedacted: Bool
    /// The HAR's `log` object without its entries, for an export that loses nothing; nil if it was no HAR.
    public var archiveLog: JSONObject?
    /// Numbers that were given to exchanges which are not in the recording.
    public var skippedExchanges: OrdinalGaps

    /// Information with these parts.
    public init(
        creator: String = "",
        isRedacted: Bool = false,
        archiveLog: JSONObject? = nil,
        skippedExchanges: OrdinalGaps = OrdinalGaps()
    ) {
        self.creator = creator
        self.isRedacted = isRedacted
        self.archiveLog = archiveLog
        self.skippedExchanges = skippedExchanges
    }
}
